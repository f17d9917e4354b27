// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mod_mul_lazy: product_lazy_o = scale * a_i * b_i modulo q, as a representative in (-q, q), by one of several
// methods.
//
// Method    twd_method_pkg; an integer product in DSP blocks and its reduction, or a unit that is both.
// Ranges    a_i, b_i in [0, q); product_lazy_o in (-q, q), signed; in [0, q) where canonical(Method).
// Timing    lazy_latency(Method, q, Halvings) cycles, one product per enabled cycle, en_i = 0 freezes the pipe; no
//           reset. Bare: operands come straight from registers, so that a DSP block needs a register only after it.
// Cost      that of the method.
// Model     twiddle.model.methods.mod_mul_lazy

`include "twd_modulus.svh"

module twd_mod_mul_lazy #(
  parameter  int unsigned             Q        = 3329,
  parameter  twd_method_pkg::method_e Method   = twd_method_pkg::METHOD_FOLD,
  parameter  int unsigned             Halvings = 0,
  parameter  bit                      Bare     = 1'b0,
  parameter  bit                      LogicTables = 1'b0,  // 1: constant tables in logic, not block RAM
  localparam int unsigned             Width    = $clog2(Q),
  localparam int unsigned             Product  = $clog2(twd_modarith_pkg::largest_product(Q) + 64'd1)
) (
  input  logic             clk_i,
  input  logic             en_i,
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  output logic [Width : 0] product_lazy_o
);

  `TWD_REFUSE_Q("twd_mod_mul_lazy", Q)
  `TWD_REFUSE(gen_bad_halvings, Halvings != 0 && Method != twd_method_pkg::METHOD_KRED
               && Method != twd_method_pkg::METHOD_LDSP,
              "twd_mod_mul_lazy: Halvings is not 0; KRED and LDSP alone leave a power of two in the result")

  if (Method == twd_method_pkg::METHOD_LDSP) begin : gen_ldsp
    twd_mod_mul_ldsp #(.Q(Q), .Halvings(Halvings)) u_mul (.clk_i, .en_i, .a_i, .b_i, .product_lazy_o);
  end else if (Method == twd_method_pkg::METHOD_TILES || Method == twd_method_pkg::METHOD_TILES_SHIFT) begin : gen_tiles
    twd_mod_mul_tiles #(.Q(Q), .Shift(Method == twd_method_pkg::METHOD_TILES_SHIFT)) u_mul (
      .clk_i, .en_i,
      .a_i,
      .b_i,
      .product_lazy_o
    );
  end else if (Method == twd_method_pkg::METHOD_RNS) begin : gen_rns
    twd_mod_mul_rns #(.Q(Q), .LogicTables(LogicTables)) u_mul (.clk_i, .en_i, .a_i, .b_i, .product_lazy_o);
  end else begin : gen_reduced
    logic [Product-1:0] product;

    twd_dsp_product #(.Q(Q), .Stages(Bare ? 1 : twd_method_pkg::product_stages(Method))) u_product (
      .clk_i, .en_i,
      .a_i,
      .b_i,
      .product_o(product)
    );

    twd_mod_reduce #(.Q(Q), .Method(Method), .Halvings(Halvings)) u_reduce (
      .clk_i, .en_i,
      .x_i(product),
      .result_lazy_o(product_lazy_o)
    );
  end

  `TWD_ASSERT_AFTER(ResultLazy, Bare ? twd_method_pkg::bare_latency(Method, Q)
                    : twd_method_pkg::lazy_latency(Method, Q, Halvings),
                    32'(a_i) < Q && 32'(b_i) < Q, twd_modarith_pkg::magnitude_below(32'($signed(product_lazy_o)), Q))

endmodule
