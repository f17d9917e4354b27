// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_butterfly_dual: twd_butterfly_parallel (BU2) for both directions, two cycles longer, smaller and faster.
//
//            forward: inverse_i = 0      inverse: inverse_i = 1
//   sum_o    u + scale v w               (u + v) / 2
//   diff_o   u - scale v w               scale (v - u) w
//
//   u, v -- register --+-- sum -- delay ---------- u_q, less q -- chosen -- sum (2), difference (2) --> sum_o, diff_o
//                      +-- difference -- product ------------/
//
// Method    BU2 of Duong-Ngoc and Lee 2022, Fig. 4b, ordered so that no multiplexer stands before an adder: in the
//           forward direction u is masked in the difference before the product, and v in the sum before the delay; in
//           the inverse direction the adders of the results have one operand each, half the sum and the product. FOLD
//           and KRED multiply the difference as it is, which a DSP block forms itself (FORM_SIGNED); other methods
//           correct it. See twd_butterfly_parallel for the sign of the product, and for the halves.
// Ranges    u_i, v_i and results in [0, q); twiddle_i in [0, q), or with takes_signed(Method, q) of twd_method_pkg
//           the representative in [-(q - 1)/2, (q - 1)/2]. The factor scale(Method, q, 0) stays in the product:
//           twiddles carry 1/scale, and in the inverse direction the sign.
// Timing    dual_latency(Method, q) cycles, one butterfly per enabled cycle, en_i = 0 freezes the pipe; no reset.
//           twiddle_i comes two cycles after u_i and v_i. inverse_i stays as it is from the cycle before the first
//           butterfly in the pipe to the last.
// Cost      one multiplier, a delay line of Width + 1 bits, adders for u + v, u - q, the two results and their
//           corrections.
// Model     twiddle.model.butterflies.butterfly_dual

`include "twd_delay.svh"
`include "twd_modulus.svh"

module twd_butterfly_dual #(
  parameter  int unsigned             Q      = 3329,
  parameter  twd_method_pkg::method_e Method = twd_method_pkg::METHOD_FOLD,
  parameter  bit                      LogicTables = 1'b0,  // 1: constant tables in logic, not block RAM
  localparam int unsigned             Width  = $clog2(Q)
) (
  input  logic             clk_i,
  input  logic             en_i,
  input  logic             inverse_i,
  input  logic [Width-1:0] u_i,
  input  logic [Width-1:0] v_i,
  input  logic [Width-1:0] twiddle_i,
  output logic [Width-1:0] sum_o,
  output logic [Width-1:0] diff_o
);

  `TWD_REFUSE_Q("twd_butterfly_dual", Q)

  localparam logic [Width-1:0] Modulus = Width'(Q);
  localparam logic [Width-1:0] Half = Width'((Q + 1) / 2);

  localparam bit Signed = twd_method_pkg::takes_signed(Method, Q);
  localparam twd_method_pkg::form_e Form = Signed ? twd_method_pkg::FORM_SIGNED : twd_method_pkg::FORM_BARE;
  localparam int unsigned MulLatency = twd_method_pkg::form_latency(Method, Form, Q, 0);

  logic [1:0] inverse;           // before the product, and after it
  logic [Width-1:0] u_first_q;
  logic [Width-1:0] v_first_q;
  logic [Width-1:0] masked_q;    // u of a difference, 0 in the forward direction
  logic [Width-1:0] addend_q;    // v of a sum, likewise
  logic [Width:0] front_q;       // u, or u + v
  logic [Width:0] late;          // the same, delayed
  logic [Width:0] difference_q;  // (-q, q)
  logic [Width-32'(!Signed):0] factor;
  logic [Width-1:0] twiddle;
  logic [Width:0] product;       // (-q, q)
  logic [Width:0] product_q;
  logic [1:0] negative_q;        // its sign, for the sum and for the difference
  logic [Width-1:0] u_q;
  logic [Width:0] low_q;         // u - q in [-q, 0), or r = u + v - q in [-q, q)
  logic [Width:0] sum_term_q, sum_addend_q;    // sum_raw_q = product + u or u - q; floor(r / 2)
  logic [Width:0] diff_term_q, diff_addend_q;  // diff_raw_q = u or u - q, less product; product
  logic odd_q, odd_q2;           // r is, in the inverse direction
  logic [Width:0] sum_raw_q;     // [-q, q)
  logic [Width:0] diff_raw_q;    // (-q, q)
  logic [Width-1:0] sum;
  logic [Width-1:0] diff;

  twd_register_copies #(.Width(1), .Copies(2)) u_inverse (.clk_i, .en_i, .d_i(inverse_i), .q_o(inverse));

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      u_first_q <= u_i;
      v_first_q <= v_i;
      masked_q  <= inverse[0] ? u_i : '0;
      addend_q  <= inverse[0] ? v_i : '0;
    end
  end

  if (Signed) begin : gen_signed
    assign factor  = difference_q;
    assign twiddle = twiddle_i;
  end else begin : gen_corrected
    logic [Width-1:0] factor_q;
    logic [Width-1:0] twiddle_q;

    always_ff @(posedge clk_i) begin
      if (en_i) begin
        factor_q  <= difference_q[Width-1:0] + (Modulus & {Width{difference_q[Width]}});
        twiddle_q <= twiddle_i;
      end
    end

    assign factor  = factor_q;
    assign twiddle = twiddle_q;
  end

  twd_mod_mul #(.Q(Q), .Method(Method), .Form(Form), .LogicTables(LogicTables)) u_mul (
    .clk_i, .en_i,
    .a_i      (factor),
    .b_i      (twiddle),
    .product_o(product)
  );

  `TWD_DELAY(u_delay, Width + 1, MulLatency + (Signed ? 0 : 1), en_i, front_q, late)

  twd_register_copies #(.Width(1), .Copies(2)) u_negative (.clk_i, .en_i, .d_i(product[Width]), .q_o(negative_q));

  twd_carry_add #(.Width(Width)) u_sum (
    .direct_i(sum_raw_q[Width-1:0]),
    .logic_i (odd_q2 ? Half : Modulus & {Width{sum_raw_q[Width]}}),
    .carry_i (1'b0),
    .sum_o   (sum)
  );

  twd_carry_add #(.Width(Width)) u_diff (
    .direct_i(diff_raw_q[Width-1:0]),
    .logic_i (Modulus & {Width{diff_raw_q[Width]}}),
    .carry_i (1'b0),
    .sum_o   (diff)
  );

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      difference_q <= {1'b0, v_first_q} - {1'b0, masked_q};
      front_q      <= {1'b0, u_first_q} + {1'b0, addend_q};
      u_q          <= late[Width-1:0];
      low_q        <= late - {1'b0, Modulus};
      product_q    <= product;

      sum_term_q    <= inverse[1] ? '0 : product_q;
      sum_addend_q  <= inverse[1] ? {low_q[Width], low_q[Width:1]} : negative_q[0] ? {1'b0, u_q} : low_q;
      diff_term_q   <= inverse[1] ? product_q : ~product_q;
      diff_addend_q <= inverse[1] ? '1 : negative_q[1] ? low_q : {1'b0, u_q};
      odd_q         <= inverse[1] && low_q[0];

      sum_raw_q  <= sum_term_q + sum_addend_q;
      diff_raw_q <= diff_term_q + diff_addend_q + 1'b1;
      odd_q2     <= odd_q;

      sum_o  <= sum;
      diff_o <= diff;
    end
  end

  // inverse_i is constant from the cycle before the operands on.
  localparam int unsigned FromTwiddle = MulLatency + (Signed ? 32'd4 : 32'd5);
  `TWD_PAST(inverse_before, 1, inverse_i)
  `TWD_PAST(constant, FromTwiddle + 2, inverse_i == inverse_before)
  `TWD_PAST(operands_in_range, 2, 32'(u_i) < Q && 32'(v_i) < Q)
  `TWD_ASSERT_AFTER(ResultsCanonical, FromTwiddle,
                    operands_in_range
                    && (Signed ? twd_modarith_pkg::magnitude_below(32'($signed(twiddle_i)), (Q + 1) / 2)
                    : 32'(twiddle_i) < Q),
                    !(&{constant, constant_q}) || (32'(sum_o) < Q && 32'(diff_o) < Q))

endmodule
