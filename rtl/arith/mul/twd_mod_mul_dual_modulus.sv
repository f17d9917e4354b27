// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mod_mul_dual_modulus: product_lazy_o = scale * a_i * b_i modulo Q, or modulo Q_2 where modulus_i = 1.
//
// Method    Q_2 = 0: twd_mod_mul_lazy with Bare. Otherwise the methods with an integer product: one product, then a
//           reduction for each modulus. scale is that of the modulus.
// Ranges    with q the modulus, a_i, b_i in [0, q); product_lazy_o in (-q, q), signed.
// Timing    bare_latency(Method, Q) cycles of twd_method_pkg, one product per enabled cycle; modulus_i comes with its
//           operands, which come straight from registers. en_i = 0 freezes the pipe; no reset.
// Cost      that of twd_mod_mul_lazy; with Q_2 a second reduction and a multiplexer.
// Model     twiddle.model.methods.mod_mul_lazy

`include "twd_assert.svh"
`include "twd_delay.svh"

module twd_mod_mul_dual_modulus #(
  parameter  int unsigned             Q           = 12289,
  parameter  int unsigned             Q_2         = 0,     // another modulus, below Q; 0: none, modulus_i is ignored
  parameter  twd_method_pkg::method_e Method      = twd_method_pkg::METHOD_FOLD,
  parameter  bit                      LogicTables = 1'b0,  // 1: constant tables in logic, not block RAM
  localparam int unsigned             Width       = $clog2(Q)
) (
  input  logic             clk_i,
  input  logic             en_i,
  input  logic             modulus_i,
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  output logic [Width : 0] product_lazy_o
);

  localparam int unsigned Latency = twd_method_pkg::bare_latency(Method, Q);

  `TWD_REFUSE(gen_bad_modulus, Q_2 != 0 && (!twd_modarith_pkg::is_modulus(Q_2) || Q_2 >= Q),
              "twd_mod_mul_dual_modulus: Q_2 is not 0, or odd, from 3 to below Q")
  `TWD_REFUSE(gen_bad_latency, Q_2 != 0 && ($clog2(Q) > twd_modarith_pkg::DSP_WIDTH
              || Latency != twd_method_pkg::bare_latency(Method, Q_2 == 0 ? Q : Q_2)),  // modulo 0 it takes long
              "twd_mod_mul_dual_modulus: Q has more bits than a DSP block, or Method not one latency for Q and Q_2")

  if (Q_2 == 0) begin : gen_single
    logic unused_modulus;
    assign unused_modulus = modulus_i;

    twd_mod_mul_lazy #(.Q(Q), .Method(Method), .Bare(1'b1), .LogicTables(LogicTables)) u_mul (
      .clk_i, .en_i,
      .a_i,
      .b_i,
      .product_lazy_o
    );
  end else begin : gen_dual
    localparam int unsigned Width_2 = $clog2(Q_2);
    localparam int unsigned Product = $clog2(twd_modarith_pkg::largest_product(Q) + 64'd1);
    localparam int unsigned Product_2 = $clog2(twd_modarith_pkg::largest_product(Q_2) + 64'd1);

    logic [Product-1:0] product;
    logic [Width:0] result;
    logic [Width_2:0] result_2;
    logic modulus;

    `TWD_DELAY(u_modulus, 1, Latency, en_i, modulus_i, modulus)

    twd_dsp_product #(.Q(Q), .Stages(1)) u_product (.clk_i, .en_i, .a_i, .b_i, .product_o(product));

    twd_mod_reduce #(.Q(Q), .Method(Method)) u_reduce (.clk_i, .en_i, .x_i(product), .result_lazy_o(result));

    twd_mod_reduce #(.Q(Q_2), .Method(Method)) u_reduce_2 (
      .clk_i, .en_i,
      .x_i          (product[Product_2-1:0]),
      .result_lazy_o(result_2)
    );

    assign product_lazy_o = modulus ? (Width + 1)'($signed(result_2)) : result;
  end

endmodule
