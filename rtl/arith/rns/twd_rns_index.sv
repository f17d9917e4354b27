// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_rns_index: the indices of two numbers: residues of their discrete logarithms, from one table with two ports.
//
// Method    Alhassani, Benaissa 2024, III.A.1; the three tables are side by side in one, which both operands read.
// Ranges    a_i, b_i in [0, q); indices as in twd_rns_pkg, zero as its code.
// Timing    1 cycle (the table), 2 with Register; en_i = 0 freezes it; no reset.
// Cost      2^clog2(q) x index_bits of block RAM, in slices of at most 65,536 bits (see twd_rom_pkg).
// Model     twiddle.model.rns.rns_index

module twd_rns_index #(
  parameter  int unsigned Q        = 3329,
  parameter  logic [47:0] Moduli   = twd_rns_pkg::exact_moduli(Q),
  parameter  bit          Register = 1'b0,
  parameter  bit          LogicTables = 1'b0,  // 1: the table in logic instead of block RAM
  localparam int unsigned Width    = $clog2(Q),
  localparam int unsigned Index    = twd_rns_pkg::index_bits(Moduli)
) (
  input  logic             clk_i,
  input  logic             en_i,
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  output logic [Index-1:0] a_index_o,
  output logic [Index-1:0] b_index_o
);

  localparam int unsigned Depth = 1 << Width;
  localparam int unsigned M0 = twd_rns_pkg::modulus(Moduli, 32'd0);
  localparam int unsigned M1 = twd_rns_pkg::modulus(Moduli, 32'd1);
  localparam int unsigned M2 = twd_rns_pkg::modulus(Moduli, 32'd2);
  localparam int unsigned Bits1 = twd_rns_pkg::bits(Moduli, 32'd1);
  localparam int unsigned Bits2 = twd_rns_pkg::bits(Moduli, 32'd2);
  localparam int unsigned Zero = twd_rns_pkg::zero_index(Moduli);
  localparam int unsigned Generator = twd_rns_pkg::primitive_root(Q);

  localparam int unsigned Slice = twd_rom_pkg::slice_bits(Depth, Index);
  localparam int unsigned Slices = twd_rom_pkg::slices(Depth, Index);

  // Bits low to low + Slice - 1 of the indices. One multiplication an entry, power after power of the generator. No
  // calls: they are slow at elaboration.
  function automatic logic [Depth*Slice-1:0] table_of_indices(input int unsigned low);
    int unsigned power;
    table_of_indices = (Depth * Slice)'(Slice'(Zero >> low));
    power = 32'd1;
    for (int unsigned k = 0; k < Q - 1; k++) begin
      table_of_indices[power*Slice+:Slice] = Slice'(((((k % M0) << Bits1 | k % M1) << Bits2) | k % M2) >> low);
      power = power * Generator % Q;
    end
  endfunction

  logic [Slices*Slice-1:0] a_index;
  logic [Slices*Slice-1:0] b_index;

  for (genvar s = 0; s < Slices; s++) begin : gen_slice
    localparam logic [Depth*Slice-1:0] Indices = table_of_indices(s * Slice);

    twd_rom_2r #(
      .Depth      (Depth),
      .Width      (Slice),
      .Register   (Register),
      .LogicTables(LogicTables),
      .Contents   (Indices)
    ) u_table (
      .clk_i, .en_i,
      .a_addr_i(a_i),
      .a_data_o(a_index[s*Slice+:Slice]),
      .b_addr_i(b_i),
      .b_data_o(b_index[s*Slice+:Slice])
    );
  end

  assign a_index_o = a_index[Index-1:0];
  assign b_index_o = b_index[Index-1:0];

  if (Slices > 1) begin : gen_cut
    logic unused_index;
    assign unused_index = ^{a_index, b_index};
  end

endmodule
