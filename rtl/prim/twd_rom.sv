// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_rom: data_o = entry addr_i of a constant table, read through two registers.
//
// Timing    data_o two enabled cycles after addr_i (block latch, then a register); en_i = 0 freezes both; no
//           reset.
// Cost      Depth * Width bits of block RAM, or of logic with LogicTables = 1. Several ports are several instances.

`include "twd_assert.svh"
`include "twd_memory.svh"

module twd_rom #(
  parameter  int unsigned            Depth       = 4,     // from 2
  parameter  int unsigned            Width       = 8,
  parameter  bit                     LogicTables = 1'b0,  // 1: logic; a block RAM takes its contents from initial
  parameter  logic [Depth*Width-1:0] Contents    = '0,    // entry i at [i*Width +: Width]
  localparam int unsigned            AddrWidth   = $clog2(Depth)
) (
  input  logic                 clk_i,
  input  logic                 en_i,
  input  logic [AddrWidth-1:0] addr_i,
  output logic [    Width-1:0] data_o
);

  `TWD_REFUSE(gen_bad_depth, Depth < 2, "twd_rom: Depth is less than 2")

  function automatic logic [63:0] bit_of_words(input logic [64*Width-1:0] words, input int unsigned number);
    for (int unsigned i = 0; i < 64; i++) bit_of_words[i] = words[i*Width+number];
  endfunction

  logic [Width-1:0] latch_q;

  if (LogicTables && Depth <= 1024) begin : gen_logic
    // 64 words a LUT and bit, each with a register, cleared where another holds the entry: the second register takes
    // the OR. Yosys would take a table that is indexed as a whole for a ROM of block RAM.
    localparam int unsigned Chunks = (Depth + 63) / 64;
    localparam int unsigned ChunkWidth = AddrWidth < 6 ? AddrWidth : 6;
    logic [Chunks*Width-1:0] words;

    for (genvar i = 0; i < Chunks; i++) begin : gen_chunk
      localparam logic [64*Width-1:0] Chunk = (64 * Width)'(Contents >> (i * 64 * Width));
      logic [Width-1:0] word_q;
      logic here;
      assign here = Chunks == 1 || 32'(addr_i) / 64 == i;

      for (genvar k = 0; k < Width; k++) begin : gen_bit
        localparam logic [63:0] Ones = bit_of_words(Chunk, k);
        localparam logic [(1<<ChunkWidth)-1:0] Used = Ones[(1<<ChunkWidth)-1:0];

        always_ff @(posedge clk_i) begin
          if (en_i) begin
            word_q[k] <= Used[addr_i[ChunkWidth-1:0]];
            if (!here) word_q[k] <= 1'b0;
          end
        end
      end

      assign words[i*Width+:Width] = word_q;
    end

    always_comb begin
      latch_q = '0;
      for (int i = 0; i < Chunks; i++) latch_q |= words[i*Width+:Width];
    end
  end else if (LogicTables) begin : gen_deep_logic
    always_ff @(posedge clk_i) begin
      if (en_i) latch_q <= Contents[addr_i*Width+:Width];
    end
  end else begin : gen_block
    `TWD_BLOCK_ROM logic [Width-1:0] mem[Depth];

    initial begin
      for (int i = 0; i < Depth; i++) mem[i] = Contents[i*Width+:Width];
    end

    always_ff @(posedge clk_i) begin
      if (en_i) latch_q <= mem[addr_i];
    end
  end

  always_ff @(posedge clk_i) begin
    if (en_i) data_o <= latch_q;
  end

endmodule
