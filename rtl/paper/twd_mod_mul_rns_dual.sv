// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mod_mul_rns_dual: product_o[i] = a_i[i] * b_i[i] mod q, two products a cycle by tables of discrete logarithms.
//
// Method    Alhassani, Benaissa 2024, the dual modular multiplier: twd_mod_mul_rns twice, with two index tables of two
//           ports each, one a product, and one reconstruction table for both.
// Ranges    a_i, b_i, product_o in [0, q).
// Timing    3 cycles, two products per enabled cycle, en_i = 0 freezes the pipe; no reset.
// Cost      q = 3329: 4.5 blocks of 36 Kbit and 36 LUTs, or 5.5 and 70 for the paper's sub-moduli, 6.5 with SumTables;
//           no multiplier.
// Model     twiddle.model.rns.mod_mul_rns

`include "twd_assert.svh"

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

  localparam twd_rns_pkg::rule_e Broken = twd_rns_pkg::broken_rule(Q, Moduli);

  `TWD_REFUSE(gen_bad_size, Broken == twd_rns_pkg::RULE_SIZE, "twd_mod_mul_rns_dual: Q has more than 13 bits")
  `TWD_REFUSE(gen_bad_modulus, Broken == twd_rns_pkg::RULE_PRIME, "twd_mod_mul_rns_dual: Q is not prime: no logarithms")
  `TWD_REFUSE(gen_bad_moduli, Broken == twd_rns_pkg::RULE_MODULI,
              "twd_mod_mul_rns_dual: Moduli are not coprime with product Q - 1 or from 2 Q - 3 on, in 16 bits")

  if (Broken == twd_rns_pkg::RULE_OK) begin : gen_legal
    localparam int unsigned Index = twd_rns_pkg::index_bits(Moduli);

    logic [2*Index-1:0] sum;

    for (genvar i = 0; i < 2; i++) begin : gen_product
      logic [Index-1:0] a_index;
      logic [Index-1:0] b_index;

      twd_rns_index #(.Q(Q), .Moduli(Moduli)) u_index (
        .clk_i, .en_i,
        .a_i      (a_i[i]),
        .b_i      (b_i[i]),
        .a_index_o(a_index),
        .b_index_o(b_index)
      );

      twd_rns_sum #(.Q(Q), .Moduli(Moduli), .Tables(SumTables)) u_sum (
        .clk_i, .en_i,
        .a_index_i(a_index),
        .b_index_i(b_index),
        .sum_o    (sum[i*Index+:Index])
      );
    end

    twd_rns_reconstruct #(.Q(Q), .Moduli(Moduli)) u_reconstruct (
      .clk_i, .en_i,
      .a_index_i(sum[0+:Index]),
      .b_index_i(sum[Index+:Index]),
      .a_o      (product_o[0]),
      .b_o      (product_o[1])
    );
  end

endmodule
