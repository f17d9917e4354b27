// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_butterfly_ct: the Cooley-Tukey butterfly, sum_o = u + scale v w, diff_o = u - scale v w mod q.
//
// Method    a lazy product, and one correction after each of the two adders that take it.
// Ranges    every operand and result in [0, q). The factor scale(Method, q, 0) of twd_method_pkg stays in the product:
//           twiddles carry 1/scale.
// Timing    ct_latency(Method, q) cycles, one butterfly per enabled cycle, en_i = 0 freezes the pipe; no reset.
// Cost      one lazy multiplier, two adders and their corrections, a delay line of Width x product latency.
// Model     twiddle.model.butterflies.butterfly_ct

`include "twd_delay.svh"
`include "twd_modulus.svh"

module twd_butterfly_ct #(
  parameter  int unsigned             Q      = 3329,
  parameter  twd_method_pkg::method_e Method = twd_method_pkg::METHOD_FOLD,
  localparam int unsigned             Width  = $clog2(Q)
) (
  input  logic             clk_i,
  input  logic             en_i,
  input  logic [Width-1:0] u_i,
  input  logic [Width-1:0] v_i,
  input  logic [Width-1:0] twiddle_i,
  output logic [Width-1:0] sum_o,
  output logic [Width-1:0] diff_o
);

  `TWD_REFUSE_Q("twd_butterfly_ct", Q)

  logic [Width:0] product_lazy;  // (-q, q)
  logic [Width-1:0] u_late;

  twd_mod_mul #(.Q(Q), .Method(Method), .Form(twd_method_pkg::FORM_LAZY)) u_mul (
    .clk_i, .en_i,
    .a_i      (v_i),
    .b_i      (twiddle_i),
    .product_o(product_lazy)
  );

  `TWD_DELAY(u_u_delay, Width, twd_method_pkg::lazy_latency(Method, Q, 0), en_i, u_i, u_late)

  twd_mod_add #(.Q(Q)) u_add (.clk_i, .en_i, .a_i(u_late), .b_lazy_i(product_lazy), .sum_o);

  twd_mod_add #(.Q(Q), .Subtract(1'b1)) u_sub (.clk_i, .en_i, .a_i(u_late), .b_lazy_i(product_lazy), .sum_o(diff_o));

endmodule
