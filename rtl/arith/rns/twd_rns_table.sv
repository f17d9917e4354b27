// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_rns_table: a_data_o and b_data_o, the words at two addresses of a table of the multiplication by logarithms.
//
//   TABLE_INDEX    at a number a its index: the residues of the discrete logarithm of a; at 0 the code of zero
//   TABLE_NUMBER   at an index the number g^k; 0 at the code of zero, and at other addresses that are no residues
//   TABLE_BESIDE   numbers of the pages r_0 that the table above has not, side by side (twd_rns_reconstruct)
//
// Method    Alhassani, Benaissa 2024, III.A.1 and III.A.3; the three residues of an index are side by side in one word,
//           and reconstruction, reduction modulo q - 1 and inverse index are one table.
// Ranges    numbers in [0, q), indices as in twd_rns_pkg.
// Timing    1 cycle, 2 with Register; en_i = 0 freezes it; no reset.
// Cost      depth x word_bits of twd_rns_pkg in block RAM, in slices of at most 65,536 bits (see twd_rom_pkg).
// Model     twiddle.model.rns.rns_index, rns_reconstruct

module twd_rns_table #(
  parameter  int unsigned         Q           = 3329,
  parameter  logic [47:0]         Moduli      = twd_rns_pkg::exact_moduli(Q),
  parameter  twd_rns_pkg::table_e Kind        = twd_rns_pkg::TABLE_INDEX,
  parameter  bit                  Register    = 1'b0,
  parameter  bit                  LogicTables = 1'b0,  // 1: the table in logic instead of block RAM
  localparam int unsigned         Depth       = twd_rns_pkg::depth(Q, Moduli, Kind),
  localparam int unsigned         Width       = twd_rns_pkg::word_bits(Q, Moduli, Kind)
) (
  input  logic                     clk_i,
  input  logic                     en_i,
  input  logic [$clog2(Depth)-1:0] a_addr_i,
  input  logic [$clog2(Depth)-1:0] b_addr_i,
  output logic [        Width-1:0] a_data_o,
  output logic [        Width-1:0] b_data_o
);

  localparam int unsigned M0 = twd_rns_pkg::modulus(Moduli, 32'd0);
  localparam int unsigned M1 = twd_rns_pkg::modulus(Moduli, 32'd1);
  localparam int unsigned M2 = twd_rns_pkg::modulus(Moduli, 32'd2);
  localparam int unsigned Bits1 = twd_rns_pkg::bits(Moduli, 32'd1);
  localparam int unsigned Bits2 = twd_rns_pkg::bits(Moduli, 32'd2);
  localparam int unsigned Zero = twd_rns_pkg::zero_index(Moduli);
  localparam int unsigned Generator = twd_rns_pkg::primitive_root(Q);
  // Logarithms of numbers, or their sums that residues distinguish.
  localparam int unsigned Powers = Kind == twd_rns_pkg::TABLE_INDEX ? Q - 1 : twd_rns_pkg::product(Moduli);
  localparam int unsigned First = twd_rns_pkg::deep_pages(Moduli) << (Bits1 + Bits2);  // index of TABLE_BESIDE
  localparam int unsigned Slice = twd_rom_pkg::slice_bits(Depth, Width);
  localparam int unsigned Slices = twd_rom_pkg::slices(Depth, Width);

  // Bits low to low + Slice - 1 of the words. One multiplication an entry, power after power of the generator. No
  // calls: they are slow at elaboration.
  function automatic logic [Depth*Slice-1:0] contents(input int unsigned low);
    logic [Width-1:0] word;
    int unsigned power;
    int unsigned index;
    contents = (Depth * Slice)'(Slice'(64'(Kind == twd_rns_pkg::TABLE_INDEX ? Zero : 32'd0) >> low));
    power = 32'd1;
    for (int unsigned k = 0; k < Powers; k++) begin
      index = (((k % M0) << Bits1 | k % M1) << Bits2) | k % M2;
      if (Kind == twd_rns_pkg::TABLE_INDEX) contents[power*Slice+:Slice] = Slice'(index >> low);
      else if (Kind == twd_rns_pkg::TABLE_NUMBER) begin
        if (index < Depth) contents[index*Slice+:Slice] = Slice'(power >> low);
      end else if (index >= First) begin
        word = Width'(power) << ((index - First) / Depth * $clog2(Q));
        index = index % Depth;
        contents[index*Slice+:Slice] = contents[index*Slice+:Slice] | Slice'(word >> low);
      end
      power = power * Generator % Q;
    end
  endfunction

  logic [Slices*Slice-1:0] a_word;
  logic [Slices*Slice-1:0] b_word;
  logic unused_word;

  for (genvar s = 0; s < Slices; s++) begin : gen_slice
    localparam logic [Depth*Slice-1:0] Contents = contents(s * Slice);

    twd_rom_2r #(
      .Depth      (Depth),
      .Width      (Slice),
      .Register   (Register),
      .LogicTables(LogicTables),
      .Contents   (Contents)
    ) u_table (
      .clk_i, .en_i,
      .a_addr_i,
      .a_data_o(a_word[s*Slice+:Slice]),
      .b_addr_i,
      .b_data_o(b_word[s*Slice+:Slice])
    );
  end

  assign a_data_o    = a_word[Width-1:0];
  assign b_data_o    = b_word[Width-1:0];
  assign unused_word = ^{a_word, b_word};

endmodule
