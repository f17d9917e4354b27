// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_rom: data_o = entry addr_i of a constant table, read through two registers.
//
// Timing    data_o two enabled cycles after addr_i (block latch, then a bare register); en_i = 0 freezes both; no reset.
// Cost      Depth * Width bits of block RAM, or of logic with LogicTables = 1. Several ports are several instances.

`include "twd_assert.svh"

module twd_rom #(
  parameter  int unsigned            Depth       = 4,     // from 2
  parameter  int unsigned            Width       = 8,
  parameter  bit                     LogicTables = 1'b0,  // 1: logic; block RAM takes its contents from an initial block
  parameter  logic [Depth*Width-1:0] Contents    = '0,    // entry i at [i*Width +: Width]
  localparam int unsigned            AddrWidth   = $clog2(Depth)
) (
  input  logic                 clk_i,
  input  logic                 en_i,
  input  logic [AddrWidth-1:0] addr_i,
  output logic [    Width-1:0] data_o
);

  `TWD_REFUSE(gen_bad_depth, Depth < 2, "twd_rom: Depth is less than 2")

  logic [Width-1:0] latch_q;

  if (LogicTables) begin : gen_logic
    always_ff @(posedge clk_i) begin
      if (en_i) latch_q <= Contents[addr_i*Width+:Width];
    end
  end else begin : gen_block
    (* rom_style = "block", ram_style = "block" *) logic [Width-1:0] mem[Depth];

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
