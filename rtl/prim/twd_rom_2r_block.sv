// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_rom_2r_block: one block memory of twd_rom_2r: bits Low to Low + Width - 1 of the entries.
//
// Timing    1 cycle, en_i = 0 freezes both ports; no reset.
// Cost      Depth * Width bits of block RAM, or of logic, twice, with LogicTables = 1.

`include "twd_memory.svh"

module twd_rom_2r_block #(
  parameter  int unsigned             Depth       = 16,
  parameter  int unsigned             Width       = 8,
  parameter  int unsigned             Low         = 0,     // first bit of the entries
  parameter  int unsigned             Stride      = 8,     // bits of an entry, at least Low + Width
  parameter  bit                      LogicTables = 1'b0,  // 1: logic
  parameter  logic [Depth*Stride-1:0] Contents    = '0,    // entry i at [i*Stride +: Stride]
  localparam int unsigned             AddrWidth   = $clog2(Depth)
) (
  input  logic                 clk_i,
  input  logic                 en_i,
  input  logic [AddrWidth-1:0] a_addr_i,
  output logic [    Width-1:0] a_data_o,
  input  logic [AddrWidth-1:0] b_addr_i,
  output logic [    Width-1:0] b_data_o
);

  // Yosys takes a table that is read a whole word at a time for a ROM, any other for a shifter of all its bits.
  function automatic logic [Depth*Width-1:0] words();
    for (int unsigned i = 0; i < Depth; i++) words[i*Width+:Width] = Contents[i*Stride+Low+:Width];
  endfunction

  if (LogicTables) begin : gen_logic
    localparam logic [Depth*Width-1:0] Words = words();

    always_ff @(posedge clk_i) begin
      if (en_i) begin
        a_data_o <= Words[a_addr_i*Width+:Width];
        b_data_o <= Words[b_addr_i*Width+:Width];
      end
    end
  end else begin : gen_block
    `TWD_BLOCK_ROM logic [Width-1:0] mem[Depth];

    initial begin
      for (int i = 0; i < Depth; i++) mem[i] = Contents[i*Stride+Low+:Width];
    end

    always_ff @(posedge clk_i) begin
      if (en_i) begin
        a_data_o <= mem[a_addr_i];
        b_data_o <= mem[b_addr_i];
      end
    end
  end

endmodule
