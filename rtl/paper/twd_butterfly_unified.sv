// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_butterfly_unified: a Cooley-Tukey or a Gentleman-Sande butterfly, another one each cycle, with one multiplier.
//
//            Cooley-Tukey: gs_i = 0       Gentleman-Sande: gs_i = 1
//   sum_o    u + scale v w                u + v, or (u + v) / 2 with Halve
//   diff_o   u - scale v w                scale (u - v) w
//
//   u -+--> (v masked) + --> S --- delay ------+--> - (p masked) --> sum_o
//      |  \/                                   |  \/
//   v -+--/\-> (u masked) - -> X --* product --+--/\-> + (S masked) --> diff_o
//                             w ---+  p
//
// Method    the unified butterfly of Nguyen et al. 2023, Fig. 4d, with masks in place of its multiplexers, so that no
//           mode has a hazard with the other: S = u + (gs ? v : 0), X = (gs ? u : 0) - v, p = scale X w, and sum = S
//           - (gs ? 0 : p), diff = p + (gs ? 0 : S). X is -v in a Cooley-Tukey butterfly, so that in each of the last
//           adders the operand without a mask is the one that a carry chain takes directly. The comparison with q has a
//           cycle of its own, so that the butterfly is as fast as an L-DSP. Karatsuba = 1 is the butterfly of Tables 4
//           and 5, whose multiplier is the K-DSP of Fig. 1.
// Ranges    every operand and result in [0, q). The factor scale(Method, q, 0) of twd_method_pkg stays in the product:
//           twiddles carry 1/scale. Without Halve the 1/n of an inverse transform is left to the caller's tables.
// Timing    unified_latency(Method, q) cycles from u_i, v_i and gs_i, with Karatsuba 5 more than twd_mod_mul_ldsp; one
//           butterfly per enabled cycle, en_i = 0 freezes the pipe; no reset. twiddle_i comes TWIDDLE_LATE (2) cycles
//           after those: the multiplier takes it with X.
// Cost      one lazy multiplier, four adders, three corrections, a delay line of (Width + 1) x (product latency + 1);
//           Halve adds one correction.
// Model     twiddle.model.butterflies.butterfly_unified

`include "twd_delay.svh"
`include "twd_modulus.svh"

module twd_butterfly_unified #(
  parameter  int unsigned             Q         = 3329,
  parameter  twd_method_pkg::method_e Method    = twd_method_pkg::METHOD_FOLD,
  parameter  bit                      Halve     = 1'b0,                         // 1: Gentleman-Sande sums are halved
  parameter  bit                      Karatsuba = 1'b0,                         // 1: twd_mod_mul_ldsp, for LDSP alone
  localparam int unsigned             Width     = $clog2(Q)
) (
  input  logic             clk_i,
  input  logic             en_i,
  input  logic             gs_i,
  input  logic [Width-1:0] u_i,
  input  logic [Width-1:0] v_i,
  input  logic [Width-1:0] twiddle_i,
  output logic [Width-1:0] sum_o,
  output logic [Width-1:0] diff_o
);

  `TWD_REFUSE_Q("twd_butterfly_unified", Q)

  `TWD_REFUSE(gen_bad_karatsuba, Karatsuba && Method != twd_method_pkg::METHOD_LDSP,
              "twd_butterfly_unified: Karatsuba is for Method LDSP")

  localparam int unsigned MulLatency = Karatsuba ? 32'd6 + twd_ldsp_pkg::reduce_latency(Q, 32'd0, 64'd1)
      : twd_method_pkg::lazy_latency(Method, Q, 0);
  localparam logic [Width-1:0] Modulus = Width'(Q);

  // Cycle 0 to 1.
  logic [Width:0] s_raw_q;  // [0, 2q - 1)
  logic [Width:0] x_not_q;  // -X - 1, X in (-q, q)

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      s_raw_q <= {1'b0, u_i} + {1'b0, v_i & {Width{gs_i}}};
      x_not_q <= {1'b0, v_i} + {1'b1, ~(u_i & {Width{gs_i}})};
    end
  end

  // Cycle 1 to 2: X in [0, q).
  logic [Width-1:0] x_q;

  always_ff @(posedge clk_i) if (en_i) x_q <= (Modulus & {Width{!x_not_q[Width]}}) + ~x_not_q[Width-1:0];

  // The product, and S in parallel.
  logic [Width:0] product_lazy;  // (-q, q)
  logic [Width:0] s;  // [0, 2q - 1), or [0, q) with Halve
  logic [Width:0] s_late;
  logic gs_late;

  if (Halve) begin : gen_halve
    logic gs_q;
    logic [Width-1:0] half;

    always_ff @(posedge clk_i) if (en_i) gs_q <= gs_i;

    twd_mod_halve #(.Q(Q)) u_halve (.sum_i(s_raw_q), .half_o(half));

    assign s = gs_q ? {1'b0, half} : s_raw_q;
  end else begin : gen_whole
    assign s = s_raw_q;
  end

  if (Karatsuba) begin : gen_karatsuba
    twd_mod_mul_ldsp #(.Q(Q), .Karatsuba(1'b1)) u_mul (
      .clk_i, .en_i,
      .a_i           (x_q),
      .b_i           (twiddle_i),
      .product_lazy_o(product_lazy)
    );
  end else begin : gen_method
    twd_mod_mul #(.Q(Q), .Method(Method), .Form(twd_method_pkg::FORM_LAZY)) u_mul (
      .clk_i, .en_i,
      .a_i      (x_q),
      .b_i      (twiddle_i),
      .product_o(product_lazy)
    );
  end

  `TWD_DELAY(u_s_delay, Width + 1, MulLatency + 1, en_i, s, s_late)

  `TWD_DELAY(u_gs_delay, 1, MulLatency + 2, en_i, gs_i, gs_late)

  // The last three cycles: in (-q, 2q), compared, and corrected.
  logic [Width:0] product_masked;
  logic [Width+1:0] diff_raw;
  logic [1:0][Width+1:0] raw_q;  // sum, difference
  logic [1:0][Width-1:0] result_q;

  assign product_masked = product_lazy & {(Width + 1) {!gs_late}};

  twd_carry_add #(.Width(Width + 2)) u_diff (
    .direct_i({product_lazy[Width], product_lazy}),
    .logic_i ({2'b00, s_late[Width-1:0] & {Width{!gs_late}}}),
    .carry_i (1'b0),
    .sum_o   (diff_raw)
  );

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      raw_q[0] <= {1'b0, s_late} - {product_masked[Width], product_masked};
      raw_q[1] <= diff_raw;
    end
  end

  for (genvar k = 0; k < 2; k++) begin : gen_correct
    logic [Width-1:0] raw_q2;
    logic below_q;
    logic above_q;

    always_ff @(posedge clk_i) begin
      if (en_i) begin
        raw_q2      <= raw_q[k][Width-1:0];
        below_q     <= raw_q[k][Width+1];
        above_q     <= !raw_q[k][Width+1] && twd_modarith_pkg::at_least(32'(raw_q[k][Width:0]), Q);
        result_q[k] <= raw_q2 + (below_q ? Modulus : above_q ? -Modulus : '0);
      end
    end
  end

  assign sum_o  = result_q[0];
  assign diff_o = result_q[1];

endmodule
