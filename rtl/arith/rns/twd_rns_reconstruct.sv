// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_rns_reconstruct: the numbers g^k of two indices, from one table with two ports.
//
// Method    Alhassani, Benaissa 2024, III.A.3: reconstruction, reduction modulo q - 1 and inverse index in one table.
//           Its pages are the values of r_0; where they are no power of two, those beyond one lie side by side in a
//           second table, if that saves block RAM: 7 pages of 1024 x 12 are 4096 x 12 and 1024 x 36.
// Ranges    indices as in twd_rns_pkg, sums of two; numbers in [0, q), 0 for the code of zero.
// Timing    1 cycle (the table, and a multiplexer behind it where it is split), 2 with Register (behind the table, before
//           the multiplexer); en_i = 0 freezes it; no reset.
// Cost      pages x 2^(bits of r_1 and r_2) x clog2(q) of block RAM; split, a LUT a bit and port.
// Model     twiddle.model.rns.rns_rebuild

module twd_rns_reconstruct #(
  parameter  int unsigned Q        = 3329,
  parameter  logic [47:0] Moduli   = twd_rns_pkg::exact_moduli(Q),
  parameter  bit          Register = 1'b0,
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
  localparam int unsigned Sums = twd_rns_pkg::product(Moduli);  // sums of logarithms that residues tell apart

  localparam bit Split = twd_rns_pkg::split(Q, Moduli);
  localparam int unsigned Page = 1 << (Bits1 + Bits2);
  localparam int unsigned Depth = Split ? twd_rns_pkg::deep_pages(Moduli) * Page : 1 << Index;
  localparam int unsigned Beside = Split ? M0 - twd_rns_pkg::deep_pages(Moduli) : 1;  // pages of the second table

  // The tables, one multiplication an entry; what is no residue is zero, the code of zero among it. No calls inside:
  // they are slow at elaboration.
  function automatic logic [Depth*Width-1:0] table_of_powers();
    int unsigned power;
    int unsigned addr;
    table_of_powers = (Depth * Width)'(1'b0);
    power = 32'd1;
    for (int unsigned k = 0; k < Sums; k++) begin
      addr = (((k % M0) << Bits1 | k % M1) << Bits2) | k % M2;
      if (addr < Depth) table_of_powers[addr*Width+:Width] = Width'(power);
      power = power * Generator % Q;
    end
  endfunction

  function automatic logic [Page*Beside*Width-1:0] table_beside();
    int unsigned power;
    int unsigned addr;
    table_beside = (Page * Beside * Width)'(1'b0);
    power = 32'd1;
    for (int unsigned k = 0; k < Sums; k++) begin
      addr = ((k % M1 << Bits2) | k % M2) * Beside + k % M0 - (M0 - Beside);
      if (k % M0 >= M0 - Beside) table_beside[addr*Width+:Width] = Width'(power);
      power = power * Generator % Q;
    end
  endfunction

  localparam logic [Depth*Width-1:0] Powers = table_of_powers();

  logic [Width-1:0] a_deep;
  logic [Width-1:0] b_deep;

  twd_rom_2r #(
    .Depth   (Depth),
    .Width   (Width),
    .Register(Register),
    .Contents(Powers)
  ) u_table (
    .clk_i,
    .en_i,
    .a_addr_i(a_index_i[$clog2(Depth)-1:0]),
    .a_data_o(a_deep),
    .b_addr_i(b_index_i[$clog2(Depth)-1:0]),
    .b_data_o(b_deep)
  );

  if (Split) begin : gen_split
    localparam logic [Page*Beside*Width-1:0] PowersBeside = table_beside();
    localparam int unsigned Bits0 = Index - Bits1 - Bits2;
    localparam int unsigned Select = $clog2(Beside + 1);

    logic [(Beside+1)*Width-1:0] a_pages;  // the first table's, and those side by side
    logic [(Beside+1)*Width-1:0] b_pages;
    logic [Select-1:0] a_page_late;  // 0: in the first table
    logic [Select-1:0] b_page_late;
    logic [Bits0-1:0] a_page;
    logic [Bits0-1:0] b_page;

    assign a_page = a_index_i[Bits1+Bits2+:Bits0];
    assign b_page = b_index_i[Bits1+Bits2+:Bits0];
    assign a_pages[Width-1:0] = a_deep;
    assign b_pages[Width-1:0] = b_deep;

    twd_rom_2r #(
      .Depth   (Page),
      .Width   (Beside * Width),
      .Register(Register),
      .Contents(PowersBeside)
    ) u_beside (
      .clk_i,
      .en_i,
      .a_addr_i(a_index_i[Bits1+Bits2-1:0]),
      .a_data_o(a_pages[(Beside+1)*Width-1:Width]),
      .b_addr_i(b_index_i[Bits1+Bits2-1:0]),
      .b_data_o(b_pages[(Beside+1)*Width-1:Width])
    );

    logic [Select-1:0] a_select;
    logic [Select-1:0] b_select;
    assign a_select = a_page < Bits0'(M0 - Beside) ? '0 : Select'(a_page - Bits0'(M0 - Beside - 1));
    assign b_select = b_page < Bits0'(M0 - Beside) ? '0 : Select'(b_page - Bits0'(M0 - Beside - 1));

    twd_delay #(
      .Width (2 * Select),
      .Cycles(1 + 32'(Register))
    ) u_page_delay (
      .clk_i,
      .en_i,
      .d_i({a_select, b_select}),
      .q_o({a_page_late, b_page_late})
    );

    always_comb begin
      a_o = '0;
      b_o = '0;
      for (int unsigned p = 0; p <= Beside; p++) begin
        a_o = a_o | (a_pages[p*Width+:Width] & {Width{a_page_late == Select'(p)}});
        b_o = b_o | (b_pages[p*Width+:Width] & {Width{b_page_late == Select'(p)}});
      end
    end
  end else begin : gen_whole
    assign a_o = a_deep;
    assign b_o = b_deep;
  end

endmodule
