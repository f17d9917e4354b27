// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mod_mul_wide: product_lazy_o = scale * a * b_i modulo q (scale of twd_wide_pkg), as a representative in (-q, q), for a signed
// a that is not reduced: a_i, or d_i with second_i.
//
// Method    an integer product in DSP blocks, and K-RED, K-RED-2x or table folds (twd_mod_kred, twd_mod_kred2x,
//           twd_mod_fold), or K-RED two times without a fold where twd_mod_kred_twice takes q. The sign bit turned over makes the product a positive number; the last fold takes that off.
// Choice    a multiplexer. A sum of two registers one of which is cleared would be the pre-adder of a DSP48E1, but its D register and
//           its sum have one reset (UG479), which Yosys 0.70 does not heed: the netlist clears the sum too.
// Product   up to 17 bits one DSP block. Above, a = a_1 2^17 + a_0: b a_0 and b a_1 + floor(b a_0 / 2^17), which is one block
//           each where a block has 25 bits by 18 and an adder behind.
// Ranges    a_i, d_i in (-2q, 2q), signed; b_i in [0, q); product_lazy_o in (-q, q), signed.
// Timing    latency(Method, q) cycles of twd_wide_pkg, one product per enabled cycle, en_i = 0 freezes the pipe; no reset.
// Cost      one DSP block, two above 17 bits, and the reduction.
// Model     twiddle.model.quad.mod_mul_wide

module twd_mod_mul_wide #(
  parameter  int unsigned             Q      = 12289,
  parameter  twd_method_pkg::method_e Method = twd_method_pkg::METHOD_KRED,
  localparam int unsigned             Width  = $clog2(Q)
) (
  input  logic               clk_i,
  input  logic               en_i,
  input  logic               second_i,
  input  logic [Width+1 : 0] a_i,
  input  logic [Width+1 : 0] d_i,
  input  logic [Width-1 : 0] b_i,
  output logic [Width   : 0] product_lazy_o
);

  if (Q < 3 || Q % 2 == 0 || Q >= 32'h0100_0000) begin : gen_bad_modulus
    $fatal(1, "twd_mod_mul_wide: Q is not odd, from 3 to below 2^24");
  end
  if (!twd_wide_pkg::takes(Method)) begin : gen_bad_method
    $fatal(1, "twd_mod_mul_wide: Method is not FOLD, KRED or KRED2X");
  end

  localparam int unsigned Bits = twd_wide_pkg::bits(Q);
  localparam logic [63:0] Largest = twd_wide_pkg::largest(Q);
  localparam int unsigned Surplus = twd_wide_pkg::surplus(Method, Q);
  localparam int unsigned Split = twd_modarith_pkg::DSP_WIDTH;

  logic signed [Width:0] b_q;
  logic signed [Bits-1:0] product_q;
  logic [Bits-1:0] x;  // [0, Largest]

  always_ff @(posedge clk_i) begin
    if (en_i) b_q <= {1'b0, b_i};
  end

  if (Width <= Split) begin : gen_whole
    logic signed [Width+1:0] a_q;
    logic signed [Width+1:0] a_q2;
    logic signed [Width:0] b_q2;
    logic signed [Bits-1:0] block_q;

    always_ff @(posedge clk_i) begin
      if (en_i) begin
        a_q       <= second_i ? d_i : a_i;
        a_q2      <= a_q;
        b_q2      <= b_q;
        block_q   <= a_q2 * b_q2;
        product_q <= block_q;
      end
    end
  end else begin : gen_split
    localparam int unsigned High = Width + 2 - Split;
    logic signed [Width+1:0] a_q;
    logic signed [Split:0] a_low;
    logic signed [High-1:0] a_high;
    logic signed [Width+Split:0] low_q;   // b a_0, not negative
    logic signed [Bits-Split-1:0] high_q;  // b a_1
    assign a_low = {1'b0, a_q[Split-1:0]};
    assign a_high = a_q[Width+1:Split];

    always_ff @(posedge clk_i) begin
      if (en_i) begin
        a_q    <= second_i ? d_i : a_i;
        low_q  <= a_low * b_q;
        high_q <= a_high * b_q;
        product_q <= {high_q + (Bits - Split)'(low_q >>> Split), low_q[Split-1:0]};
      end
    end
  end

  assign x = {!product_q[Bits-1], product_q[Bits-2:0]};

  if (Method == twd_method_pkg::METHOD_KRED && twd_wide_pkg::twice(Q)) begin : gen_twice
    logic unused;
    assign unused = x[Bits-1];

    twd_mod_kred_twice #(
      .Q(Q)
    ) u_reduce (
      .clk_i,
      .en_i,
      .x_i(product_q),
      .result_lazy_o(product_lazy_o)
    );
  end else if (Method == twd_method_pkg::METHOD_KRED) begin : gen_kred
    localparam int unsigned M = twd_modarith_pkg::exponent(Q);
    localparam logic [63:0] Bound = twd_kred_pkg::kred_largest(Q, 32'd0, Largest);
    localparam int unsigned Sum = $clog2(Bound + 64'd1);

    logic [Sum-1:0] sum;  // c1 + k ~c0, in [0, Bound]

    twd_kred_sum #(
      .Factor (twd_kred_pkg::factor(Q)),
      .Bits   (M),
      .Largest(Largest >> M),
      .Inverse(1'b1)
    ) u_sum (
      .clk_i,
      .en_i,
      .base_i(x[Bits-1:M]),
      .y_i   (x[M-1:0]),
      .sum_o (sum)
    );

    twd_kred_fold #(
      .Q      (Q),
      .Largest(Bound),
      .Offset ((2 * Q - twd_kred_pkg::kred_surplus(Q, 32'd0) - Surplus) % Q)
    ) u_fold (
      .clk_i,
      .en_i,
      .x_i(sum),
      .result_lazy_o(product_lazy_o)
    );
  end else if (Method == twd_method_pkg::METHOD_KRED2X) begin : gen_kred2x
    localparam int unsigned M = twd_modarith_pkg::exponent(Q);
    localparam int unsigned Square = twd_kred_pkg::square(Q);
    localparam logic [63:0] First = twd_kred_pkg::kred2x_first(Q, Largest);
    localparam logic [63:0] Bound = twd_kred_pkg::kred2x_largest(Q, Largest);

    logic [M-1:0] c1;
    logic [$clog2(First + 64'd1)-1:0] first;
    logic [$clog2(Bound + 64'd1)-1:0] sum;

    twd_kred_sum #(
      .Factor (Square),
      .Bits   (M),
      .Largest(Largest >> (2 * M))
    ) u_square (
      .clk_i,
      .en_i,
      .base_i(x[Bits-1:2*M]),
      .y_i   (x[M-1:0]),
      .sum_o (first)
    );

    twd_delay #(
      .Width (M),
      .Cycles(twd_kred_pkg::rows(Square, M))
    ) u_middle (
      .clk_i,
      .en_i,
      .d_i(x[2*M-1:M]),
      .q_o(c1)
    );

    twd_kred_sum #(
      .Factor (twd_kred_pkg::factor(Q)),
      .Bits   (M),
      .Largest(First),
      .Inverse(1'b1)
    ) u_sum (
      .clk_i,
      .en_i,
      .base_i(first),
      .y_i   (c1),
      .sum_o (sum)
    );

    twd_kred_fold #(
      .Q      (Q),
      .Largest(Bound),
      .Offset ((2 * Q - twd_kred_pkg::kred2x_surplus(Q) - Surplus) % Q)
    ) u_fold (
      .clk_i,
      .en_i,
      .x_i(sum),
      .result_lazy_o(product_lazy_o)
    );
  end else begin : gen_fold
    twd_kred_fold #(
      .Q      (Q),
      .Largest(Largest),
      .Offset ((Q - Surplus) % Q)
    ) u_fold (
      .clk_i,
      .en_i,
      .x_i(x),
      .result_lazy_o(product_lazy_o)
    );
  end

endmodule
