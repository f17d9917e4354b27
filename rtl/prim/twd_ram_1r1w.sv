// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_ram_1r1w: a memory with one read and one write port, the read registered twice.
//
// Timing    r_data_o two enabled cycles after r_addr_i: the block's own latch, then a bare register, because a
//           block RAM's clock-to-out leaves no room for logic. en_i = 0 freezes the read; r_en_i = 0 reads
//           nothing and leaves the latch. A word is readable in the cycle after it was written. No reset.
// Late      both ports are registered first, 64 words of LUT memory with an address register each: reads and writes
//           come a cycle later.
// Cost      Depth * Width bits; block RAM, or LUT memory with Block = 0, as by default where one LUT is deep enough.
// Assumes   no read and write of one word in one cycle: forbidden rather than defined.

`include "twd_assert.svh"

module twd_ram_1r1w #(
  parameter  int unsigned Depth     = 256,
  parameter  int unsigned Width     = 12,
  parameter  bit          Block     = Depth > 32,
  parameter  bit          Late      = 1'b0,
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

  localparam int unsigned Chunks = Block ? 1 : (Depth + 63) / 64;

  logic [Chunks-1:0] w_en;  // of the words 64 i to 64 i + 63
  logic [AddrWidth-1:0] w_addr;
  logic [Width-1:0] w_data;
  logic r_en;
  logic [Chunks*AddrWidth-1:0] r_addr;  // for these words
  logic [AddrWidth-1:0] r_word;         // the one that is read

  if (Late) begin : gen_late
    for (genvar i = 0; i < Chunks; i++) begin : gen_port
      always_ff @(posedge clk_i) begin
        w_en[i] <= w_en_i && (Chunks == 1 || 32'(w_addr_i) / 64 == i);
        if (en_i && r_en_i && (Chunks == 1 || 32'(r_addr_i) / 64 == i)) r_addr[i*AddrWidth+:AddrWidth] <= r_addr_i;
      end
    end

    always_ff @(posedge clk_i) begin
      w_addr <= w_addr_i;
      w_data <= w_data_i;
      if (en_i) begin
        r_en   <= r_en_i;
        r_word <= r_addr_i;
      end
    end
  end else begin : gen_now
    for (genvar i = 0; i < Chunks; i++) begin : gen_port
      assign w_en[i] = w_en_i && (Chunks == 1 || 32'(w_addr_i) / 64 == i);
      assign r_addr[i*AddrWidth+:AddrWidth] = r_addr_i;
    end
    assign w_addr = w_addr_i;
    assign w_data = w_data_i;
    assign r_en   = r_en_i;
    assign r_word = r_addr_i;
  end

  logic unused_r_addr;
  assign unused_r_addr = ^r_addr;

  logic [Width-1:0] latch_q;

  if (Block) begin : gen_block
    (* ram_style = "block", no_rw_check *) logic [Width-1:0] mem[Depth];

    always_ff @(posedge clk_i) begin
      if (w_en[0]) mem[w_addr] <= w_data;
      if (en_i && r_en) latch_q <= mem[r_addr];
    end
  end else begin : gen_distributed
    // 64 words a LUT and bit, each with a latch of its own, chosen before the second register.
    logic [Chunks*Width-1:0] words;
    logic [AddrWidth-1:0] r_word_q;

    for (genvar i = 0; i < Chunks; i++) begin : gen_chunk
      localparam int unsigned Words = i + 1 < Chunks ? 64 : Depth - 64 * i;
      localparam int unsigned WordBits = Words == 1 ? 1 : $clog2(Words);
      (* ram_style = "distributed", no_rw_check *) logic [Width-1:0] mem[1<<WordBits];
      logic [Width-1:0] word_q;

      always_ff @(posedge clk_i) begin
        if (w_en[i]) mem[w_addr[WordBits-1:0]] <= w_data;
        if (en_i && r_en) word_q <= mem[r_addr[i*AddrWidth+:WordBits]];
      end

      assign words[i*Width+:Width] = word_q;
    end

    always_ff @(posedge clk_i) begin
      if (en_i && r_en) r_word_q <= r_word;
    end

    if (Chunks == 1) begin : gen_one
      logic unused_addr;
      assign unused_addr = ^r_word_q;
      assign latch_q = words;
    end else begin : gen_choice
      assign latch_q = words[32'(r_word_q)/64*Width+:Width];
    end
  end

  always_ff @(posedge clk_i) begin
    if (en_i) r_data_o <= latch_q;
  end

  // Reset does not touch the memory; it is here so that the assertion sleeps in reset.
  logic unused_reset;
  assign unused_reset = rst_ni;

  `TWD_ASSERT(NoCollision, !(w_en != '0 && en_i && r_en && w_addr == r_word))

endmodule
