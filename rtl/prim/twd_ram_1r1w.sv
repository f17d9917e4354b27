// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_ram_1r1w: a memory with one read and one write port, the read registered twice.
//
// Timing    r_data_o two enabled cycles after r_addr_i: the block's own latch, then a register without logic before
//           it, because the clock-to-output delay of a block RAM leaves no time for logic. en_i = 0 freezes the read;
//           r_en_i = 0 reads nothing and leaves the latch. A word is readable in the cycle after it was written. No
//           reset.
// LUTs      pieces of Words words with a latch each; the latch of a piece that is not read is cleared, so that the
//           second register takes the OR of all latches.
// Options   AddressEarly: w_en_i and w_addr_i come one cycle before w_data_i, so that the choice of the piece is
//           registered. RegisterPorts: both ports are registered first, with an address register for each piece; reads
//           and writes take one cycle more.
// Cost      Depth * Width bits; block RAM, or LUT memory with Block = 0, as by default where one LUT is deep enough.
// Assumes   a word is never read and written in the same cycle.

`include "twd_assert.svh"
`include "twd_memory.svh"

module twd_ram_1r1w #(
  parameter  int unsigned Depth         = 256,
  parameter  int unsigned Width         = 12,
  parameter  bit          Block         = Depth > 32,
  parameter  int unsigned Words         = 64,  // of a piece of LUT memory: what one LUT holds, a power of two
  parameter  bit          RegisterPorts = 1'b0,
  parameter  bit          AddressEarly  = 1'b0,  // not with RegisterPorts
  localparam int unsigned AddrWidth     = $clog2(Depth)
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

  `TWD_REFUSE(gen_bad_depth, Depth < 2, "twd_ram_1r1w: Depth is less than 2")

  localparam int unsigned Pieces = Block ? 1 : (Depth + Words - 1) / Words;

  logic [Pieces-1:0] w_en;    // of the words Words i to Words (i + 1) - 1
  logic [Pieces-1:0] r_here;  // the word that is read is one of them
  logic [AddrWidth-1:0] w_addr;
  logic [Width-1:0] w_data;
  logic r_en;
  logic [Pieces*AddrWidth-1:0] r_addr;  // for these words
  logic [AddrWidth-1:0] r_word;         // the one that is read

  if (RegisterPorts) begin : gen_registered_ports
    for (genvar i = 0; i < Pieces; i++) begin : gen_port
      always_ff @(posedge clk_i) begin
        w_en[i] <= Pieces == 1 || 32'(w_addr_i) / Words == i;
        if (!w_en_i) w_en[i] <= 1'b0;  // a synchronous reset of the flip-flop, not an input of its choice
        if (en_i) r_here[i] <= Pieces == 1 || 32'(r_addr_i) / Words == i;
        if (en_i && (Pieces == 1 || 32'(r_addr_i) / Words == i)) r_addr[i*AddrWidth+:AddrWidth] <= r_addr_i;
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
  end else begin : gen_ports
    for (genvar i = 0; i < Pieces; i++) begin : gen_port
      logic w_here;
      assign w_here = w_en_i && (Pieces == 1 || 32'(w_addr_i) / Words == i);
      if (AddressEarly) begin : gen_address_early
        always_ff @(posedge clk_i) w_en[i] <= w_here;
      end else begin : gen_address_with_data
        assign w_en[i] = w_here;
      end
      assign r_here[i] = Pieces == 1 || 32'(r_addr_i) / Words == i;
      assign r_addr[i*AddrWidth+:AddrWidth] = r_addr_i;
    end
    if (AddressEarly) begin : gen_address_early
      always_ff @(posedge clk_i) w_addr <= w_addr_i;
    end else begin : gen_address_with_data
      assign w_addr = w_addr_i;
    end
    assign w_data = w_data_i;
    assign r_en   = r_en_i;
    assign r_word = r_addr_i;
  end

  logic unused_read;
  assign unused_read = ^{r_addr, r_here, r_word};

  logic [Width-1:0] latch_q;

  if (Block) begin : gen_block
    `TWD_BLOCK_RAM_NO_RW_CHECK logic [Width-1:0] mem[Depth];

    always_ff @(posedge clk_i) begin
      if (w_en[0]) mem[w_addr] <= w_data;
      if (en_i && r_en) latch_q <= mem[r_addr];
    end
  end else begin : gen_distributed
    logic [Pieces*Width-1:0] words;

    for (genvar i = 0; i < Pieces; i++) begin : gen_piece
      localparam int unsigned Used = i + 1 < Pieces ? Words : Depth - Words * i;
      localparam int unsigned WordBits = Used == 1 ? 1 : $clog2(Used);
      `TWD_LUT_RAM_NO_RW_CHECK logic [Width-1:0] mem[1<<WordBits];
      logic [Width-1:0] word_q;

      always_ff @(posedge clk_i) begin
        if (w_en[i]) mem[w_addr[WordBits-1:0]] <= w_data;
        if (en_i && r_en) begin
          word_q <= mem[r_addr[i*AddrWidth+:WordBits]];
          if (Pieces > 1 && !r_here[i]) word_q <= '0;
        end
      end

      assign words[i*Width+:Width] = word_q;
    end

    always_comb begin
      latch_q = '0;
      for (int i = 0; i < Pieces; i++) latch_q |= words[i*Width+:Width];
    end
  end

  always_ff @(posedge clk_i) begin
    if (en_i) r_data_o <= latch_q;
  end

  // The assertion alone needs the reset: it is not checked in reset. The memory has none.
  logic unused_reset;
  assign unused_reset = rst_ni;

  `TWD_ASSERT(NoCollision, !(w_en != '0 && en_i && r_en && w_addr == r_word))

endmodule
