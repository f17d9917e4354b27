// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_ram_1r1w: a memory with one read and one write port, the read registered twice.
//
// Timing    r_data_o two enabled cycles after r_addr_i: the block's own latch, then a bare register, because a
//           block RAM's clock-to-out leaves no room for logic. en_i = 0 freezes the read; r_en_i = 0 reads
//           nothing and leaves the latch. A word is readable in the cycle after it was written. No reset.
// Cost      Depth * Width bits; block RAM, or LUT memory with Block = 0, as by default where one LUT is deep enough.
// Assumes   no read and write of one word in one cycle: forbidden rather than defined.

`include "twd_assert.svh"

module twd_ram_1r1w #(
  parameter  int unsigned Depth     = 256,
  parameter  int unsigned Width     = 12,
  parameter  bit          Block     = Depth > 32,
  localparam int unsigned AddrWidth = $clog2(Depth)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 w_en_i,
  input  logic [AddrWidth-1:0] w_addr_i,
  input  logic [    Width-1:0] w_data_i,
  input  logic                 en_i,
  input  logic                 r_en_i,
  input  logic [AddrWidth-1:0] r_addr_i,
  output logic [    Width-1:0] r_data_o
);

  if (Depth < 2) begin : gen_bad_depth
    $fatal(1, "twd_ram_1r1w: Depth is less than 2");
  end

  logic [Width-1:0] latch_q;

  if (Block) begin : gen_block
    (* ram_style = "block", no_rw_check *) logic [Width-1:0] mem[Depth];

    always_ff @(posedge clk_i) begin
      if (w_en_i) mem[w_addr_i] <= w_data_i;
      if (en_i && r_en_i) latch_q <= mem[r_addr_i];
    end
  end else begin : gen_distributed
    (* ram_style = "distributed", no_rw_check *) logic [Width-1:0] mem[Depth];

    always_ff @(posedge clk_i) begin
      if (w_en_i) mem[w_addr_i] <= w_data_i;
      if (en_i && r_en_i) latch_q <= mem[r_addr_i];
    end
  end

  always_ff @(posedge clk_i) begin
    if (en_i) r_data_o <= latch_q;
  end

  // Reset does not touch the memory; it is here so that the assertion sleeps in reset.
  logic unused_reset;
  assign unused_reset = rst_ni;

  `TWD_ASSERT(NoCollision, !(w_en_i && en_i && r_en_i && w_addr_i == r_addr_i))

endmodule
