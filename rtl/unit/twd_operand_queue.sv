// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_operand_queue: the words of a stream of operands, in pairs of which the word of bank 0 comes first.
//
// Order     words 2t and 2t + 1 come in natural order; word 2t lies in bank parity(t).
// Timing    start_i lets in the words of one polynomial, short_i of half as many. pair_o: two words wait that nobody
//           has claimed; claim_i claims them, next_i takes the word in data_o, a claimed one. Reset empties it.
// Rate      a word a cycle: what is claimed leaves at most Depth - 4 cycles later (twd_unit_engine).
// Cost      Depth words of LUT memory.
// Model     twiddle.unit

`include "twd_assert.svh"

module twd_operand_queue #(
  parameter int unsigned Width    = 96,
  parameter int unsigned WordBits = 6    // of the number of a pair of words in a polynomial
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             valid_i,
  output logic             ready_o,
  input  logic [Width-1:0] data_i,
  input  logic             start_i,
  input  logic             short_i,
  output logic             pair_o,
  input  logic             claim_i,
  input  logic             next_i,
  output logic [Width-1:0] data_o
);

  localparam int unsigned Depth = 16;
  localparam int unsigned AddrBits = $clog2(Depth);

  (* ram_style = "distributed", no_rw_check *) logic [Width-1:0] mem[Depth];
  logic [AddrBits-1:0] w_addr_q, r_addr_q;
  logic [AddrBits:0] stored_q, unclaimed_q;
  logic [WordBits-1:0] pair_q;
  logic open_q, short_q, odd_q, swap, take, last;

  // The second word of a pair that is swapped goes first.
  always_comb begin
    swap = 1'b0;
    for (int j = 0; j < WordBits; j++) swap = swap ^ pair_q[j];
  end

  assign ready_o = open_q && stored_q <= (AddrBits + 1)'(Depth - 2);
  assign take = valid_i && ready_o;
  assign last = odd_q && &(pair_q | (short_q ? WordBits'(1 << (WordBits - 1)) : '0));
  assign pair_o = unclaimed_q >= (AddrBits + 1)'(2);
  assign data_o = mem[r_addr_q];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      w_addr_q    <= '0;
      r_addr_q    <= '0;
      stored_q    <= '0;
      unclaimed_q <= '0;
      pair_q      <= '0;
      odd_q       <= 1'b0;
      open_q      <= 1'b0;
    end else begin
      if (take) begin
        odd_q    <= !odd_q;
        w_addr_q <= w_addr_q + 1'b1;
        if (odd_q) pair_q <= last ? '0 : pair_q + 1'b1;
        if (last) open_q <= 1'b0;
      end
      if (start_i) open_q <= 1'b1;
      if (next_i) r_addr_q <= r_addr_q + 1'b1;
      stored_q    <= stored_q + (AddrBits + 1)'(take) - (AddrBits + 1)'(next_i);
      unclaimed_q <= unclaimed_q + (AddrBits + 1)'({take && odd_q, 1'b0}) - (AddrBits + 1)'({claim_i, 1'b0});
    end
  end

  always_ff @(posedge clk_i) begin
    if (start_i) short_q <= short_i;
    if (take) mem[w_addr_q^AddrBits'(swap)] <= data_i;
  end

  `TWD_ASSERT(OnlyWhatIsThere, !next_i || stored_q != '0)
  `TWD_ASSERT(OneAtATime, !start_i || !open_q)

endmodule
