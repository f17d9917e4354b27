// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_rns_sum: the index of a product: residues of two logarithms added, each modulo its sub-modulus.
//
// Method    Alhassani, Benaissa 2024, III.A.2. A residue of up to three bits is one 6-input LUT a bit; a longer one is
//           an adder and, up to five bits, a table of its sum. Where an operand is the code of zero, so is the sum.
//           Tables: the paper's, both long residues in one memory with two ports; the short one stays in LUTs.
// Ranges    a_index_i, b_index_i, sum_o as in twd_rns_pkg.
// Timing    1 cycle, en_i = 0 freezes it; no reset.
// Cost      an adder and up to one table a residue, in LUTs; as tables 2 x 2^(2 bits) x bits of block RAM.
// Model     twiddle.model.rns.rns_sum

`include "twd_assert.svh"

module twd_rns_sum #(
  parameter  int unsigned Q      = 3329,
  parameter  logic [47:0] Moduli = twd_rns_pkg::exact_moduli(Q),
  parameter  bit          Tables = 1'b0,
  parameter  bit          LogicTables = 1'b0,  // 1: tables are logic instead of block RAM
  localparam int unsigned Index  = twd_rns_pkg::index_bits(Moduli)
) (
  input  logic             clk_i,
  input  logic             en_i,
  input  logic [Index-1:0] a_index_i,
  input  logic [Index-1:0] b_index_i,
  output logic [Index-1:0] sum_o
);

  localparam int unsigned M0 = twd_rns_pkg::modulus(Moduli, 32'd0);
  localparam int unsigned M1 = twd_rns_pkg::modulus(Moduli, 32'd1);
  localparam int unsigned M2 = twd_rns_pkg::modulus(Moduli, 32'd2);
  localparam int unsigned Bits0 = twd_rns_pkg::bits(Moduli, 32'd0);
  localparam int unsigned Bits1 = twd_rns_pkg::bits(Moduli, 32'd1);
  localparam int unsigned Bits2 = twd_rns_pkg::bits(Moduli, 32'd2);

  localparam bit Fit = Tables && twd_rns_pkg::tables_fit(Moduli);

  `TWD_REFUSE(gen_bad_tables, Tables && !Fit, "twd_rns_sum: Tables needs two long residues of 2 to 6 bits")

  localparam int unsigned Bits = !Fit ? 1 : Bits2 > Bits1 ? Bits2 : Bits1;
  localparam int unsigned Depth = 2 << (2 * Bits);

  // Sums modulo M1 with the code of zero, then sums modulo M2; row a, column b.
  function automatic logic [Depth*Bits-1:0] table_of_sums();
    for (int unsigned a = 0; a < (1 << Bits); a++) begin
      for (int unsigned b = 0; b < (1 << Bits); b++) begin
        table_of_sums[((a<<Bits)+b)*Bits+:Bits] = Bits'((a + b) % M1);
        if (a == (1 << Bits1) - 1 || b == (1 << Bits1) - 1) begin
          table_of_sums[((a<<Bits)+b)*Bits+:Bits] = Bits'((1 << Bits1) - 1);
        end
        table_of_sums[Depth/2*Bits+((a<<Bits)+b)*Bits+:Bits] = Bits'((a + b) % M2);
      end
    end
  endfunction

  if (Bits0 != 0) begin : gen_short
    twd_rns_residue #(.Modulus(M0), .Bits(Bits0)) u_residue (
      .clk_i, .en_i,
      .a_i  (a_index_i[Bits1+Bits2+:Bits0]),
      .b_i  (b_index_i[Bits1+Bits2+:Bits0]),
      .sum_o(sum_o[Bits1+Bits2+:Bits0])
    );
  end

  if (Fit) begin : gen_tables
    localparam logic [Depth*Bits-1:0] Sums = table_of_sums();

    logic [Bits-1:0] sum_1;
    logic [Bits-1:0] sum_2;

    twd_rom_2r #(.Depth(Depth), .Width(Bits), .LogicTables(LogicTables), .Contents(Sums)) u_table (
      .clk_i, .en_i,
      .a_addr_i({1'b0, Bits'(a_index_i[Bits2+:Bits1]), Bits'(b_index_i[Bits2+:Bits1])}),
      .a_data_o(sum_1),
      .b_addr_i({1'b1, Bits'(a_index_i[0+:Bits2]), Bits'(b_index_i[0+:Bits2])}),
      .b_data_o(sum_2)
    );

    assign sum_o[0+:Bits2]     = sum_2[Bits2-1:0];
    assign sum_o[Bits2+:Bits1] = sum_1[Bits1-1:0];
  end else begin : gen_logic
    twd_rns_residue #(.Modulus(M1), .Bits(Bits1), .Zero(1'b1)) u_residue_1 (
      .clk_i, .en_i,
      .a_i  (a_index_i[Bits2+:Bits1]),
      .b_i  (b_index_i[Bits2+:Bits1]),
      .sum_o(sum_o[Bits2+:Bits1])
    );

    if (Bits2 != 0) begin : gen_last
      twd_rns_residue #(.Modulus(M2), .Bits(Bits2)) u_residue (
        .clk_i, .en_i,
        .a_i  (a_index_i[0+:Bits2]),
        .b_i  (b_index_i[0+:Bits2]),
        .sum_o(sum_o[0+:Bits2])
      );
    end
  end

endmodule
