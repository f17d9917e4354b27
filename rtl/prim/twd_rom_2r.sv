// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_rom_2r: a constant table read twice a cycle, through the two ports of one block memory.
//
// Method    the width is cut by hand into pieces that fill whole 36-Kbit blocks of this depth, and a last one that may
//           fit half a block, which tools that cut by depth instead would join with multiplexers in LUTs.
// Timing    a_data_o one enabled cycle after a_addr_i, b_data_o after b_addr_i: the block's own latch; two with Register,
//           a bare one behind the latch; en_i = 0 freezes all.
// Cost      Depth * Width bits of block RAM.

module twd_rom_2r #(
  parameter  int unsigned            Depth     = 16,
  parameter  int unsigned            Width     = 8,
  parameter  bit                     Register  = 1'b0,
  parameter  logic [Depth*Width-1:0] Contents  = '0,             // entry i at [i*Width +: Width]
  localparam int unsigned            AddrWidth = $clog2(Depth)
) (
  input  logic                 clk_i,
  input  logic                 en_i,
  input  logic [AddrWidth-1:0] a_addr_i,
  output logic [    Width-1:0] a_data_o,
  input  logic [AddrWidth-1:0] b_addr_i,
  output logic [    Width-1:0] b_data_o
);

  if (Depth < 2) begin : gen_bad_depth
    $fatal(1, "twd_rom_2r: Depth is less than 2");
  end

  // Bits of a word of a whole block.
  localparam int unsigned Whole = Depth > 16384 ? 1 : Depth > 8192 ? 2 : Depth > 4096 ? 4 : Depth > 2048 ? 9
      : Depth > 1024 ? 18 : 36;

  logic [Width-1:0] a_latch;
  logic [Width-1:0] b_latch;

  for (genvar low = 0; low < Width; low += Whole) begin : gen_piece
    localparam int unsigned Bits = Width - low < Whole ? Width - low : Whole;

    twd_rom_2r_block #(
      .Depth   (Depth),
      .Width   (Bits),
      .Low     (low),
      .Stride  (Width),
      .Contents(Contents)
    ) u_block (
      .clk_i,
      .en_i,
      .a_addr_i,
      .a_data_o(a_latch[low+:Bits]),
      .b_addr_i,
      .b_data_o(b_latch[low+:Bits])
    );
  end

  twd_delay #(
    .Width (2 * Width),
    .Cycles(32'(Register))
  ) u_register (
    .clk_i,
    .en_i,
    .d_i({a_latch, b_latch}),
    .q_o({a_data_o, b_data_o})
  );

endmodule
