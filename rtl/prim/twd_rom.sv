// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_rom: a constant table read through two registers.
//
// Timing    data_o two enabled cycles after addr_i (block latch, then a bare register); en_i = 0 freezes both.
// Cost      Depth * Width bits; block RAM, or LUTs with Block = 0. Several ports are several instances.

module twd_rom #(
  parameter  int unsigned            Depth     = 4,
  parameter  int unsigned            Width     = 8,
  parameter  bit                     Block     = 1'b1,
  parameter  logic [Depth*Width-1:0] Contents  = '0,     // entry i at [i*Width +: Width]
  localparam int unsigned            AddrWidth = $clog2(Depth)
) (
  input  logic                 clk_i,
  input  logic                 en_i,
  input  logic [AddrWidth-1:0] addr_i,
  output logic [    Width-1:0] data_o
);

  if (Depth < 2) begin : gen_bad_depth
    $fatal(1, "twd_rom: Depth is less than 2");
  end

  logic [Width-1:0] latch_q;

  if (Block) begin : gen_block
    (* rom_style = "block", ram_style = "block" *) logic [Width-1:0] mem[Depth];

    initial begin
      for (int i = 0; i < Depth; i++) mem[i] = Contents[i*Width+:Width];
    end

    always_ff @(posedge clk_i) begin
      if (en_i) latch_q <= mem[addr_i];
    end
  end else begin : gen_distributed
    (* rom_style = "distributed", ram_style = "distributed" *) logic [Width-1:0] mem[Depth];

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
