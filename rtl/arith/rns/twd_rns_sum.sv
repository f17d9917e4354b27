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
// Cost      a residue modulo m a power of two: an adder. Up to 3 bits: a LUT a bit. Up to 5: an adder and a LUT a bit.
//           Above: two adders and a comparison with a constant. As tables 2 x 2^(2 bits) x bits of block RAM.
// Model     twiddle.model.rns.rns_sum

`include "twd_assert.svh"

module twd_rns_sum #(
  parameter  int unsigned Q           = 3329,
  parameter  logic [47:0] Moduli      = twd_rns_pkg::exact_moduli(Q),
  parameter  bit          Tables      = 1'b0,
  parameter  bit          LogicTables = 1'b0,  // 1: tables are logic instead of block RAM
  localparam int unsigned Index       = twd_rns_pkg::index_bits(Moduli)
) (
  input  logic             clk_i,
  input  logic             en_i,
  input  logic [Index-1:0] a_index_i,
  input  logic [Index-1:0] b_index_i,
  output logic [Index-1:0] sum_o
);

  localparam int unsigned M1 = twd_rns_pkg::modulus(Moduli, 32'd1);
  localparam int unsigned M2 = twd_rns_pkg::modulus(Moduli, 32'd2);
  localparam int unsigned Bits1 = twd_rns_pkg::bits(Moduli, 32'd1);
  localparam int unsigned Bits2 = twd_rns_pkg::bits(Moduli, 32'd2);

  localparam bit Fit = Tables && twd_rns_pkg::tables_fit(Moduli);

  `TWD_REFUSE(gen_bad_tables, Tables && !Fit, "twd_rns_sum: Tables needs two long residues of 2 to 6 bits")

  localparam int unsigned Long = !Fit ? 1 : Bits2 > Bits1 ? Bits2 : Bits1;
  localparam int unsigned Depth = 2 << (2 * Long);

  // Sums modulo M1 with the code of zero, then sums modulo M2; row a, column b.
  function automatic logic [Depth*Long-1:0] table_of_sums();
    for (int unsigned a = 0; a < (1 << Long); a++) begin
      for (int unsigned b = 0; b < (1 << Long); b++) begin
        table_of_sums[((a<<Long)+b)*Long+:Long] = Long'((a + b) % M1);
        if (a == (1 << Bits1) - 1 || b == (1 << Bits1) - 1) begin
          table_of_sums[((a<<Long)+b)*Long+:Long] = Long'((1 << Bits1) - 1);
        end
        table_of_sums[Depth/2*Long+((a<<Long)+b)*Long+:Long] = Long'((a + b) % M2);
      end
    end
  endfunction

  for (genvar j = 0; j < 3; j++) begin : gen_residue
    localparam int unsigned Modulus = twd_rns_pkg::modulus(Moduli, j);
    localparam int unsigned Bits = twd_rns_pkg::bits(Moduli, j);
    localparam bit Power = Modulus == 1 << Bits;
    localparam int M = int'(Modulus);
    localparam int Pairs = Power || Bits > 3 ? 0 : M * M;                    // entries of a table of operands
    localparam int Sums = Power || Bits <= 3 || Bits > 5 ? 0 : 2 * M - 1;  // of a table of sums
    localparam int unsigned Low = j == 0 ? Bits1 + Bits2 : j == 1 ? Bits2 : 0;

    if (Bits != 0 && (j == 0 || !Fit)) begin : gen_logic
      logic [Bits-1:0] a;
      logic [Bits-1:0] b;
      logic [Bits:0] total;  // [0, 2m - 1) where no operand is the code of zero
      logic [Bits-1:0] residue;
      logic unused_total;

      assign a            = a_index_i[Low+:Bits];
      assign b            = b_index_i[Low+:Bits];
      assign total        = {1'b0, a} + {1'b0, b};
      assign unused_total = ^total;

      // Look-ups are sums of minterms: an indexed constant would become a ROM.
      always_comb begin
        residue = Power ? total[Bits-1:0] : Bits <= 5 ? '0
            : total[Bits-1:0] - (twd_modarith_pkg::at_least(32'(total), Modulus) ? Bits'(Modulus) : Bits'(0));
        for (int p = 0; p < Pairs; p++) begin
          residue = residue | ({Bits{{a, b} == {Bits'(p / M), Bits'(p % M)}}} & Bits'((p / M + p % M) % M));
        end
        for (int s = 0; s < Sums; s++) residue = residue | ({Bits{total == (Bits + 1)'(s)}} & Bits'(s % M));
      end

      always_ff @(posedge clk_i) begin
        if (en_i) begin
          sum_o[Low+:Bits] <= residue;
          // written last, so that it becomes the synchronous set of the flip-flops
          if (j == 1 && (&a || &b)) sum_o[Low+:Bits] <= '1;
        end
      end
    end
  end

  if (Fit) begin : gen_tables
    localparam logic [Depth*Long-1:0] Table = table_of_sums();

    logic [Long-1:0] sum_1;
    logic [Long-1:0] sum_2;

    twd_rom_2r #(.Depth(Depth), .Width(Long), .LogicTables(LogicTables), .Contents(Table)) u_table (
      .clk_i, .en_i,
      .a_addr_i({1'b0, Long'(a_index_i[Bits2+:Bits1]), Long'(b_index_i[Bits2+:Bits1])}),
      .a_data_o(sum_1),
      .b_addr_i({1'b1, Long'(a_index_i[0+:Bits2]), Long'(b_index_i[0+:Bits2])}),
      .b_data_o(sum_2)
    );

    assign sum_o[0+:Bits2]     = sum_2[Bits2-1:0];
    assign sum_o[Bits2+:Bits1] = sum_1[Bits1-1:0];
  end

endmodule
