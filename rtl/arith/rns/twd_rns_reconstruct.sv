// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_rns_reconstruct: the numbers g^k of two indices, from one table with two ports.
//
// Method    Alhassani, Benaissa 2024, III.A.3: reconstruction, reduction modulo q - 1 and inverse index in one table.
//           Its pages are the values of r_0; where they are no power of two, those beyond one lie side by side in a
//           second table, if that saves block RAM: 7 pages of 1024 x 12 are 4096 x 12 and 1024 x 36.
// Ranges    indices as in twd_rns_pkg, sums of two; numbers in [0, q), 0 for the code of zero.
// Timing    1 cycle (the table, and a multiplexer after it where it is split), 2 with Register (after the table,
//           before the multiplexer); en_i = 0 freezes it; no reset.
// Cost      pages x 2^(bits of r_1 and r_2) x clog2(q) of block RAM; split, a LUT a bit and port.
// Model     twiddle.model.rns.rns_reconstruct

`include "twd_delay.svh"

module twd_rns_reconstruct #(
  parameter  int unsigned Q        = 3329,
  parameter  logic [47:0] Moduli   = twd_rns_pkg::exact_moduli(Q),
  parameter  bit          Register = 1'b0,
  parameter  bit          LogicTables = 1'b0,  // 1: the tables in logic instead of block RAM
  localparam int unsigned Width    = $clog2(Q),
  localparam int unsigned Index    = twd_rns_pkg::index_bits(Moduli)
) (
  input  logic             clk_i,
  input  logic             en_i,
  input  logic [Index-1:0] a_index_i,
  input  logic [Index-1:0] b_index_i,
  output logic [Width-1:0] a_o,
  output logic [Width-1:0] b_o
);

  localparam int unsigned M0 = twd_rns_pkg::modulus(Moduli, 32'd0);
  localparam int unsigned M1 = twd_rns_pkg::modulus(Moduli, 32'd1);
  localparam int unsigned M2 = twd_rns_pkg::modulus(Moduli, 32'd2);
  localparam int unsigned Bits1 = twd_rns_pkg::bits(Moduli, 32'd1);
  localparam int unsigned Bits2 = twd_rns_pkg::bits(Moduli, 32'd2);
  localparam int unsigned Generator = twd_rns_pkg::primitive_root(Q);
  localparam int unsigned Sums = twd_rns_pkg::product(Moduli);  // sums of logarithms that residues distinguish

  localparam bit Split = twd_rns_pkg::split(Q, Moduli);
  localparam int unsigned Page = 1 << (Bits1 + Bits2);
  localparam int unsigned Depth = Split ? twd_rns_pkg::deep_pages(Moduli) * Page : 1 << Index;
  localparam int unsigned Beside = Split ? M0 - twd_rns_pkg::deep_pages(Moduli) : 1;  // pages of the second table

  localparam int unsigned Slice = twd_rom_pkg::slice_bits(Depth, Width);
  localparam int unsigned Slices = twd_rom_pkg::slices(Depth, Width);
  localparam int unsigned Row = Beside * Width;
  localparam int unsigned RowSlice = twd_rom_pkg::slice_bits(Page, Row);
  localparam int unsigned RowSlices = twd_rom_pkg::slices(Page, Row);

  // Bits low to low + Slice - 1 of the first table, one multiplication an entry. Addresses that are no residues, the
  // code of zero among them, hold zero. No calls inside: they are slow at elaboration.
  function automatic logic [Depth*Slice-1:0] table_of_powers(input int unsigned low);
    int unsigned power;
    int unsigned addr;
    table_of_powers = (Depth * Slice)'(1'b0);
    power = 32'd1;
    for (int unsigned k = 0; k < Sums; k++) begin
      addr = (((k % M0) << Bits1 | k % M1) << Bits2) | k % M2;
      if (addr < Depth) table_of_powers[addr*Slice+:Slice] = Slice'(power >> low);
      power = power * Generator % Q;
    end
  endfunction

  // The same of the second table, whose words hold `Beside` numbers.
  function automatic logic [Page*RowSlice-1:0] table_beside(input int unsigned low);
    logic [Row-1:0] number;
    int unsigned power;
    int unsigned addr;
    table_beside = (Page * RowSlice)'(1'b0);
    power = 32'd1;
    for (int unsigned k = 0; k < Sums; k++) begin
      addr = (k % M1 << Bits2) | k % M2;
      number = Row'(power) << ((k % M0 - (M0 - Beside)) * Width);
      if (k % M0 >= M0 - Beside) begin
        table_beside[addr*RowSlice+:RowSlice] = table_beside[addr*RowSlice+:RowSlice] | RowSlice'(number >> low);
      end
      power = power * Generator % Q;
    end
  endfunction

  logic [Slices*Slice-1:0] a_deep;
  logic [Slices*Slice-1:0] b_deep;

  for (genvar s = 0; s < Slices; s++) begin : gen_slice
    localparam logic [Depth*Slice-1:0] Powers = table_of_powers(s * Slice);

    twd_rom_2r #(
      .Depth      (Depth),
      .Width      (Slice),
      .Register   (Register),
      .LogicTables(LogicTables),
      .Contents   (Powers)
    ) u_table (
      .clk_i, .en_i,
      .a_addr_i(a_index_i[$clog2(Depth)-1:0]),
      .a_data_o(a_deep[s*Slice+:Slice]),
      .b_addr_i(b_index_i[$clog2(Depth)-1:0]),
      .b_data_o(b_deep[s*Slice+:Slice])
    );
  end

  if (Split) begin : gen_split
    localparam int unsigned Bits0 = Index - Bits1 - Bits2;
    localparam int unsigned Select = $clog2(Beside + 1);

    logic [RowSlices*RowSlice-1:0] a_row;  // pages that lie side by side
    logic [RowSlices*RowSlice-1:0] b_row;
    logic [(Beside+1)*Width-1:0] a_pages;  // the page of the first table, and those
    logic [(Beside+1)*Width-1:0] b_pages;
    logic [Select-1:0] a_page_late;  // 0: in the first table
    logic [Select-1:0] b_page_late;
    logic [Bits0-1:0] a_page;
    logic [Bits0-1:0] b_page;

    assign a_page = a_index_i[Bits1+Bits2+:Bits0];
    assign b_page = b_index_i[Bits1+Bits2+:Bits0];
    assign a_pages = {a_row[Row-1:0], a_deep[Width-1:0]};
    assign b_pages = {b_row[Row-1:0], b_deep[Width-1:0]};

    for (genvar s = 0; s < RowSlices; s++) begin : gen_slice
      localparam logic [Page*RowSlice-1:0] Powers = table_beside(s * RowSlice);

      twd_rom_2r #(
        .Depth      (Page),
        .Width      (RowSlice),
        .Register   (Register),
        .LogicTables(LogicTables),
        .Contents   (Powers)
      ) u_beside (
        .clk_i, .en_i,
        .a_addr_i(a_index_i[Bits1+Bits2-1:0]),
        .a_data_o(a_row[s*RowSlice+:RowSlice]),
        .b_addr_i(b_index_i[Bits1+Bits2-1:0]),
        .b_data_o(b_row[s*RowSlice+:RowSlice])
      );
    end

    if (RowSlices > 1) begin : gen_cut_row
      logic unused_row;
      assign unused_row = ^{a_row, b_row};
    end

    logic [Select-1:0] a_select;
    logic [Select-1:0] b_select;
    assign a_select = a_page < Bits0'(M0 - Beside) ? '0 : Select'(a_page - Bits0'(M0 - Beside - 1));
    assign b_select = b_page < Bits0'(M0 - Beside) ? '0 : Select'(b_page - Bits0'(M0 - Beside - 1));

    `TWD_DELAY(u_page_delay, 2 * Select, 1 + 32'(Register), en_i, {a_select, b_select}, {a_page_late, b_page_late})

    always_comb begin
      a_o = '0;
      b_o = '0;
      for (int unsigned p = 0; p <= Beside; p++) begin
        a_o = a_o | (a_pages[p*Width+:Width] & {Width{a_page_late == Select'(p)}});
        b_o = b_o | (b_pages[p*Width+:Width] & {Width{b_page_late == Select'(p)}});
      end
    end
  end else begin : gen_whole
    assign a_o = a_deep[Width-1:0];
    assign b_o = b_deep[Width-1:0];
  end

  if (Slices > 1) begin : gen_cut
    logic unused_deep;
    assign unused_deep = ^{a_deep, b_deep};
  end

endmodule
