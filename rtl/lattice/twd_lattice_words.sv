// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_lattice_words: a queue of words before the sampler, so that Keccak gives a block in fewer cycles than it computes
// one, while the sampler takes more.
//
// Drop      drop_i empties the queue, and the next cycle does so again: a hash without an end has ended. What comes in
//           these cycles is lost, and none is offered in the second one, enough_o, in which its sender stops.
// Clear     clear_i, with in_data_i = 0, writes zeros, a word a cycle, and nothing is stored after it; out_data_o is
//           what was there for the first 32 cycles.
// Timing    a word a cycle each way, offered in the cycle after it came in, from the LUT memory. in_ready_o, a
//           flip-flop, is of the next cycle: high where fewer than 30 words were stored a cycle before. Reset empties
//           the queue.
// Cost      32 words of LUT memory; 77 LUT with them, 18 flip-flops on xc7 by Yosys
// Model     none: it delays words only

`include "twd_assert.svh"
`include "twd_memory.svh"

module twd_lattice_words (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        clear_i,
  input  logic        drop_i,
  output logic        enough_o,
  input  logic        in_valid_i,
  output logic        in_ready_o,
  input  logic [63:0] in_data_i,
  output logic        out_valid_o,
  input  logic        out_ready_i,
  output logic [63:0] out_data_o
);

  localparam int unsigned Bits = 5;

  `TWD_LUT_RAM_NO_RW_CHECK logic [63:0] words[1 << Bits];
  logic [Bits-1:0] w_addr_q, r_addr_q;
  logic [Bits:0] stored_q;
  logic write, read, empties;

  assign write = (in_valid_i && !enough_o) || clear_i;
  assign read = out_valid_o && out_ready_i;
  assign empties = drop_i || enough_o || clear_i;
  assign out_data_o = words[r_addr_q];

  always_ff @(posedge clk_i) begin
    if (write) words[w_addr_q] <= in_data_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      w_addr_q   <= '0;
      r_addr_q   <= '0;
      stored_q   <= '0;
      in_ready_o <= 1'b0;
      enough_o   <= 1'b0;
      out_valid_o <= 1'b0;
    end else begin
      enough_o   <= drop_i;
      w_addr_q   <= w_addr_q + Bits'(write);
      r_addr_q   <= empties ? w_addr_q : r_addr_q + Bits'(read);
      if (write != read) stored_q <= write ? stored_q + 1'b1 : stored_q - 1'b1;
      if (empties) stored_q <= '0;
      out_valid_o <= !empties && (write || stored_q > (Bits + 1)'(1) || (out_valid_o && !read));
      in_ready_o <= stored_q < (Bits + 1)'(30);
    end
  end

  `TWD_ASSERT(NeverOverfull, stored_q <= (Bits + 1)'(1 << Bits))

endmodule
