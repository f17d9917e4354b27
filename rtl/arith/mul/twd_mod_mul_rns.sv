// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mod_mul_rns: product_o[i] = a_i[i] * b_i[i] mod q, by tables of discrete logarithms in residues; one product a
// cycle, or with Dual two.
//
//   a_i --> index --+                                  index, reconstruct: block RAM
//   b_i --> table --+--> sums of residues --> reconstruct --> product_o
//
// Method    Alhassani, Benaissa 2024, Algorithm 3, Fig. 1; both operands through the two ports of one index table,
//           where the paper has one table an operand. Two products share the two ports of one table of numbers.
//           Moduli = MODULI_PAPER are the paper's sub-moduli, the default are the factors of q - 1, whose tables are
//           shorter (twd_rns_pkg).
// Ranges    a_i, b_i, product_o in [0, q).
// Timing    3 cycles, one product or two per enabled cycle, en_i = 0 freezes the pipe; no reset.
// Cost      q = 3329: 3.0 blocks of 36 Kbit and 18 LUTs, or 4.0 and 35 for the paper's sub-moduli, 4.5 with SumTables;
//           with Dual 4.5 blocks and 36 LUTs, 5.5 and 70, 6.5 with SumTables; no multiplier.
// Model     twiddle.model.rns.mod_mul_rns

`include "twd_assert.svh"

module twd_mod_mul_rns #(
  parameter  int unsigned Q           = 3329,
  parameter  bit          Dual        = 1'b0,
  parameter  logic [47:0] Moduli      = twd_rns_pkg::exact_moduli(Q),  // {m_0, m_1, m_2}, twd_rns_pkg
  parameter  bit          SumTables   = 1'b0,                          // sums in block RAM too
  parameter  bit          LogicTables = 1'b0,                          // 1: constant tables in logic, not block RAM
  localparam int unsigned Products    = 32'(Dual) + 1,
  localparam int unsigned Width       = $clog2(Q)
) (
  input  logic                           clk_i,
  input  logic                           en_i,
  input  logic [Products-1:0][Width-1:0] a_i,
  input  logic [Products-1:0][Width-1:0] b_i,
  output logic [Products-1:0][Width-1:0] product_o
);

  localparam twd_rns_pkg::rule_e Broken = twd_rns_pkg::broken_rule(Q, Moduli);

  `TWD_REFUSE(gen_bad_size, Broken == twd_rns_pkg::RULE_SIZE,
              "twd_mod_mul_rns: Q has more than 13 bits; FOLD, BARRETT, MONTGOMERY, PLANTARD work")
  `TWD_REFUSE(gen_bad_modulus, Broken == twd_rns_pkg::RULE_PRIME,
              "twd_mod_mul_rns: Q is not prime: no logarithms; FOLD, BARRETT, MONTGOMERY, PLANTARD work")
  `TWD_REFUSE(gen_bad_moduli, Broken == twd_rns_pkg::RULE_MODULI,
              "twd_mod_mul_rns: Moduli are not coprime with product Q - 1 or from 2 Q - 3 on, in 16 bits")

  if (Broken == twd_rns_pkg::RULE_OK) begin : gen_legal
    localparam int unsigned Index = twd_rns_pkg::index_bits(Moduli);

    logic [2*Index-1:0] sum;
    logic [2*Width-1:0] product;
    logic unused_product;

    for (genvar i = 0; i < Products; i++) begin : gen_product
      logic [Index-1:0] a_index;
      logic [Index-1:0] b_index;

      twd_rns_table #(.Q(Q), .Moduli(Moduli), .LogicTables(LogicTables)) u_index (
        .clk_i, .en_i,
        .a_addr_i(a_i[i]),
        .b_addr_i(b_i[i]),
        .a_data_o(a_index),
        .b_data_o(b_index)
      );

      twd_rns_sum #(.Q(Q), .Moduli(Moduli), .Tables(SumTables), .LogicTables(LogicTables)) u_sum (
        .clk_i, .en_i,
        .a_index_i(a_index),
        .b_index_i(b_index),
        .sum_o    (sum[i*Index+:Index])
      );
    end

    if (!Dual) begin : gen_single
      assign sum[2*Index-1:Index] = '0;
    end

    twd_rns_reconstruct #(.Q(Q), .Moduli(Moduli), .LogicTables(LogicTables)) u_reconstruct (
      .clk_i, .en_i,
      .a_index_i(sum[Index-1:0]),
      .b_index_i(sum[2*Index-1:Index]),
      .a_o      (product[Width-1:0]),
      .b_o      (product[2*Width-1:Width])
    );

    assign product_o      = product[Products*Width-1:0];
    assign unused_product = ^product;
  end

endmodule
