// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mod_mul_four: the product in the transform domain of four coefficients a cycle.
//
//   complete transform (Pairs = 0):      c_k = scale a_k b_k, k = 0 to 3
//   incomplete transform (Pairs = 1):    c_0 + c_1 x = scale (a_0 + a_1 x)(b_0 + b_1 x) mod x^2 - zeta_0,
//                                        c_2 + c_3 x = scale (a_2 + a_3 x)(b_2 + b_3 x) mod x^2 - zeta_1
//
// Method    the four-path ModMult of Duong-Ngoc and Lee 2022, Fig. 8: four multipliers, or two base multiplications
//           of four products each (twd_base_mul). SHIFT_ADD has the paper's 6 cycles without pairs.
// Ranges    every operand and result in [0, q). The factor scale(Method, q, 0) of twd_method_pkg stays in the results;
//           zeta_i carries 1/scale and is ignored without Pairs.
// Timing    four_latency(Method, q, Pairs) cycles: 6 with SHIFT_ADD and without Pairs, 15 with FOLD and Pairs; four
//           coefficients per enabled cycle, en_i = 0 freezes the pipe; no reset. zeta_i comes
//           twd_method_pkg::latency(Method, Q, 0) cycles after a_i and b_i.
// Cost      four multipliers; with Pairs eight, fourteen adders, ten corrections.
// Model     twiddle.model.butterflies.mod_mul_four

`include "twd_modulus.svh"

module twd_mod_mul_four #(
  parameter  int unsigned             Q      = 3329,
  parameter  twd_method_pkg::method_e Method = twd_method_pkg::METHOD_FOLD,
  parameter  bit                      Pairs  = 1'b1,                         // 1: base multiplications, 0: products
  localparam int unsigned             Width  = $clog2(Q)
) (
  input  logic                  clk_i,
  input  logic                  en_i,
  input  logic [3:0][Width-1:0] a_i,
  input  logic [3:0][Width-1:0] b_i,
  input  logic [1:0][Width-1:0] zeta_i,
  output logic [3:0][Width-1:0] c_o
);

  `TWD_REFUSE_Q("twd_mod_mul_four", Q)

  if (Pairs) begin : gen_pairs
    for (genvar p = 0; p < 2; p++) begin : gen_pair
      twd_base_mul #(.Q(Q), .Method(Method)) u_mul (
        .clk_i, .en_i,
        .a_0_i (a_i[2*p]),
        .a_1_i (a_i[2*p+1]),
        .b_0_i (b_i[2*p]),
        .b_1_i (b_i[2*p+1]),
        .zeta_i(zeta_i[p]),
        .c_0_o (c_o[2*p]),
        .c_1_o (c_o[2*p+1])
      );
    end
  end else begin : gen_products
    logic unused_zeta;
    assign unused_zeta = ^zeta_i;

    for (genvar k = 0; k < 4; k++) begin : gen_product
      twd_mod_mul #(.Q(Q), .Method(Method)) u_mul (.clk_i, .en_i, .a_i(a_i[k]), .b_i(b_i[k]), .product_o(c_o[k]));
    end
  end

endmodule
