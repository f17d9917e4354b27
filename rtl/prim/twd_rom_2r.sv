// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_rom_2r: a constant table that is read twice a cycle, through the two ports of one block memory.
//
// Method    The words are cut into pieces that fill whole 36-Kbit blocks of this depth, and a last one that may fit
//           half a block. Tools cut by depth instead, and join the parts with multiplexers in LUTs.
// Timing    a_data_o one enabled cycle after a_addr_i, b_data_o after b_addr_i (the latch of the block); two with
//           Register, a register after the latch; en_i = 0 freezes all; no reset.
// Cost      Depth * Width bits of block RAM, or of logic, twice, with LogicTables = 1.

`include "twd_assert.svh"
`include "twd_delay.svh"

module twd_rom_2r #(
  parameter  int unsigned            Depth       = 16,    // from 2
  parameter  int unsigned            Width       = 8,
  parameter  bit                     Register    = 1'b0,
  parameter  bit                     LogicTables = 1'b0,  // 1: logic; a block RAM takes its contents from initial
  parameter  logic [Depth*Width-1:0] Contents    = '0,    // entry i at [i*Width +: Width]
  localparam int unsigned            AddrWidth   = $clog2(Depth)
) (
  input  logic                 clk_i,
  input  logic                 en_i,
  input  logic [AddrWidth-1:0] a_addr_i,
  output logic [    Width-1:0] a_data_o,
  input  logic [AddrWidth-1:0] b_addr_i,
  output logic [    Width-1:0] b_data_o
);

  `TWD_REFUSE(gen_bad_depth, Depth < 2, "twd_rom_2r: Depth is less than 2")

  localparam int unsigned BlockBits = twd_rom_pkg::block_bits(Depth);

  logic [Width-1:0] a_latch;
  logic [Width-1:0] b_latch;

  for (genvar low = 0; low < Width; low += BlockBits) begin : gen_piece
    localparam int unsigned Bits = Width - low < BlockBits ? Width - low : BlockBits;

    twd_rom_2r_block #(
      .Depth      (Depth),
      .Width      (Bits),
      .Low        (low),
      .Stride     (Width),
      .LogicTables(LogicTables),
      .Contents   (Contents)
    ) u_block (
      .clk_i, .en_i,
      .a_addr_i,
      .a_data_o(a_latch[low+:Bits]),
      .b_addr_i,
      .b_data_o(b_latch[low+:Bits])
    );
  end

  `TWD_DELAY(u_register, 2 * Width, 32'(Register), en_i, {a_latch, b_latch}, {a_data_o, b_data_o})

endmodule
