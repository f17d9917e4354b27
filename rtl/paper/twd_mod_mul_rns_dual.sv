// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mod_mul_rns_dual: product_o[i] = a_i[i] * b_i[i] mod q, two products a cycle by tables of discrete logarithms.
//
// Method    the dual modular multiplier of Alhassani, Benaissa 2024: twd_mod_mul_rns with Dual, which has the ranges,
//           the timing and the cost.
// Model     twiddle.model.rns.mod_mul_rns

module twd_mod_mul_rns_dual #(
  parameter  int unsigned Q         = 3329,
  parameter  logic [47:0] Moduli    = twd_rns_pkg::exact_moduli(Q),  // {m_0, m_1, m_2}, twd_rns_pkg
  parameter  bit          SumTables = 1'b0,                          // sums in block RAM too
  localparam int unsigned Width     = $clog2(Q)
) (
  input  logic                  clk_i,
  input  logic                  en_i,
  input  logic [1:0][Width-1:0] a_i,
  input  logic [1:0][Width-1:0] b_i,
  output logic [1:0][Width-1:0] product_o
);

  twd_mod_mul_rns #(.Q(Q), .Dual(1'b1), .Moduli(Moduli), .SumTables(SumTables)) u_mul (
    .clk_i, .en_i,
    .a_i,
    .b_i,
    .product_o
  );

endmodule
