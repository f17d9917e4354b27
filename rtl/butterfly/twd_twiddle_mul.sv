// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_twiddle_mul: the product of a streaming butterfly with its twiddle factor.
//
// Method    Numbers = 0: twd_mod_mul_dual_modulus. 1, 2 or 4: the factors are Values, as they are, twiddle_i[1:0] is
//           the number of one, unit_i = 1 takes Unit instead; tables multiply (twd_mod_mul_constants), in the same
//           time.
// Ranges    a_i and twiddle_i in [0, q), product_lazy_o in (-q, q), signed. scale(Method, q, 0) of twd_method_pkg stays
//           in the product: a twiddle factor, one of Values too, carries 1/scale where Numbers = 0.
// Timing    bare_latency(Method, Q) cycles, one product per enabled cycle; modulus_i, twiddle_i and unit_i come with
//           a_i. en_i = 0 freezes the pipe; no reset.
// Cost      one multiplier, or the tables of Numbers.
// Model     twiddle.model.reductions.mod_mul_constants, twiddle.model.methods.mod_mul_lazy

`include "twd_assert.svh"

module twd_twiddle_mul #(
  parameter  int unsigned             Q           = 3329,
  parameter  int unsigned             Q_2         = 0,     // another modulus, below Q; 0: none, modulus_i is ignored
  parameter  twd_method_pkg::method_e Method      = twd_method_pkg::METHOD_LDSP,
  parameter  int unsigned             Numbers     = 0,     // constant twiddle factors; 0: twiddle_i is the factor
  parameter  logic [127:0]            Values      = 128'd0,  // 32 bits each
  parameter  int unsigned             Unit        = 0,     // 1 or Q - 1; 0: unit_i is ignored
  parameter  bit                      LogicTables = 1'b0,  // 1: constant tables in logic, not block RAM
  localparam int unsigned             Width       = $clog2(Q)
) (
  input  logic             clk_i,
  input  logic             en_i,
  input  logic             modulus_i,  // a_i is modulo Q_2
  input  logic             unit_i,
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] twiddle_i,
  output logic [Width : 0] product_lazy_o
);

  `TWD_REFUSE(gen_bad_numbers, Numbers != 0 && Q_2 != 0, "twd_twiddle_mul: Numbers is not for Q_2")

  if (Numbers != 0) begin : gen_constants
    logic unused;
    assign unused = ^{modulus_i, twiddle_i};

    twd_mod_mul_constants #(
      .Q      (Q),
      .Numbers(Numbers),
      .Values (Values),
      .Unit   (Unit),
      .Cycles (twd_method_pkg::bare_latency(Method, Q))
    ) u_mul (
      .clk_i, .en_i,
      .a_i,
      .number_i(twiddle_i[1:0]),
      .unit_i,
      .product_lazy_o
    );
  end else begin : gen_multiplier
    logic unused;
    assign unused = unit_i ^ (^Values);

    twd_mod_mul_dual_modulus #(.Q(Q), .Q_2(Q_2), .Method(Method), .LogicTables(LogicTables)) u_mul (
      .clk_i, .en_i,
      .modulus_i,
      .a_i,
      .b_i(twiddle_i),
      .product_lazy_o
    );
  end

endmodule
