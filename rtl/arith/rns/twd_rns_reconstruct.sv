// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_rns_reconstruct: the numbers g^k of two indices, from one table with two ports.
//
// Method    Alhassani, Benaissa 2024, III.A.3, TABLE_NUMBER of twd_rns_table. Its pages are the values of r_0; where
//           they are no power of two, those beyond one lie side by side in a second table, if that saves block RAM:
//           7 pages of 1024 x 12 are 4096 x 12 and 1024 x 36.
// Ranges    indices as in twd_rns_pkg, sums of two; numbers in [0, q), 0 for the code of zero.
// Timing    1 cycle (the table, and a multiplexer after it where it is split), 2 with Register (after the table,
//           before the multiplexer); en_i = 0 freezes it; no reset.
// Cost      pages x 2^(bits of r_1 and r_2) x clog2(q) of block RAM; split, a LUT a bit and port.
// Model     twiddle.model.rns.rns_reconstruct

`include "twd_delay.svh"

module twd_rns_reconstruct #(
  parameter  int unsigned Q           = 3329,
  parameter  logic [47:0] Moduli      = twd_rns_pkg::exact_moduli(Q),
  parameter  bit          Register    = 1'b0,
  parameter  bit          LogicTables = 1'b0,  // 1: the tables in logic instead of block RAM
  localparam int unsigned Width       = $clog2(Q),
  localparam int unsigned Index       = twd_rns_pkg::index_bits(Moduli)
) (
  input  logic             clk_i,
  input  logic             en_i,
  input  logic [Index-1:0] a_index_i,
  input  logic [Index-1:0] b_index_i,
  output logic [Width-1:0] a_o,
  output logic [Width-1:0] b_o
);

  localparam int unsigned Addr = $clog2(twd_rns_pkg::depth(Q, Moduli, twd_rns_pkg::TABLE_NUMBER));

  logic [Width-1:0] a_deep;
  logic [Width-1:0] b_deep;

  twd_rns_table #(
    .Q          (Q),
    .Moduli     (Moduli),
    .Kind       (twd_rns_pkg::TABLE_NUMBER),
    .Register   (Register),
    .LogicTables(LogicTables)
  ) u_table (
    .clk_i, .en_i,
    .a_addr_i(a_index_i[Addr-1:0]),
    .b_addr_i(b_index_i[Addr-1:0]),
    .a_data_o(a_deep),
    .b_data_o(b_deep)
  );

  if (twd_rns_pkg::split(Q, Moduli)) begin : gen_split
    localparam int unsigned Page = twd_rns_pkg::bits(Moduli, 32'd1) + twd_rns_pkg::bits(Moduli, 32'd2);
    localparam int unsigned Row = twd_rns_pkg::word_bits(Q, Moduli, twd_rns_pkg::TABLE_BESIDE);
    localparam int unsigned Beside = Row / Width;  // pages of the second table
    localparam int unsigned Deep = twd_rns_pkg::deep_pages(Moduli);
    localparam int unsigned Select = $clog2(Beside + 1);

    logic [Row-1:0] a_row;  // pages that lie side by side
    logic [Row-1:0] b_row;
    logic [Select-1:0] a_page, a_page_late;  // 0: in the first table
    logic [Select-1:0] b_page, b_page_late;

    twd_rns_table #(
      .Q          (Q),
      .Moduli     (Moduli),
      .Kind       (twd_rns_pkg::TABLE_BESIDE),
      .Register   (Register),
      .LogicTables(LogicTables)
    ) u_beside (
      .clk_i, .en_i,
      .a_addr_i(a_index_i[Page-1:0]),
      .b_addr_i(b_index_i[Page-1:0]),
      .a_data_o(a_row),
      .b_data_o(b_row)
    );

    assign a_page = (a_index_i >> Page) < Index'(Deep) ? '0 : Select'((a_index_i >> Page) - Index'(Deep - 1));
    assign b_page = (b_index_i >> Page) < Index'(Deep) ? '0 : Select'((b_index_i >> Page) - Index'(Deep - 1));

    `TWD_DELAY(u_page_delay, 2 * Select, 1 + 32'(Register), en_i, {a_page, b_page}, {a_page_late, b_page_late})

    always_comb begin
      a_o = a_deep & {Width{a_page_late == '0}};
      b_o = b_deep & {Width{b_page_late == '0}};
      for (int unsigned p = 0; p < Beside; p++) begin
        a_o = a_o | (a_row[p*Width+:Width] & {Width{a_page_late == Select'(p + 1)}});
        b_o = b_o | (b_row[p*Width+:Width] & {Width{b_page_late == Select'(p + 1)}});
      end
    end
  end else begin : gen_whole
    assign a_o = a_deep;
    assign b_o = b_deep;
  end

endmodule
