// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_operand_queue: the words of a stream of operands, in pairs; the word of bank 0 comes first.
//
// Check     a coefficient outside [0, q) becomes 0 and raises range_o.
// Order     words 2t and 2t + 1 come in natural order; word 2t lies in bank parity(t).
// Parity    of each word is stored with it; wrong_o, a flip-flop: that of a word that was taken is another one.
// Timing    after start_i the words of one polynomial are accepted, kind_i of pairs. pair_o: two words wait that are
//           not claimed; claim_i claims them, next_i takes the word in data_o, a claimed one. Reset empties it;
//           clear_i writes zeros, a word a cycle. A word is stored two cycles after it came.
// Rate      a word a cycle: what is claimed leaves at most Depth - 4 cycles later (twd_unit_engine).
// Cost      Depth words of LUT memory, two registers of a word, twd_unit_check.
// Model     twiddle.model.timing

`include "twd_assert.svh"
`include "twd_memory.svh"

module twd_operand_queue #(
  parameter twd_ring_pkg::ring_cfg_t Ring = twd_ring_pkg::RING_ML_DSA,
  parameter twd_ring_pkg::ring_cfg_t Ring_2 = twd_ring_pkg::RING_ML_KEM,
  parameter int unsigned Lanes = 4,
  parameter bit Parity = 1'b0,
  localparam int unsigned Width = twd_lane_pkg::width(Ring.q, Ring_2.q),
  localparam int unsigned WordBits = twd_unit_pkg::word_bits(Ring, Ring_2, Lanes)  // of the number of a pair of words
) (
  input  logic                            clk_i,
  input  logic                            rst_ni,
  input  logic                            clear_i,
  input  logic                            valid_i,
  output logic                            ready_o,
  input  logic [Lanes-1:0][Width-1:0]     data_i,
  output logic                            kind_o,    // the words that come in are of pairs
  output logic                            range_o,   // for a cycle, two after the word
  input  logic                            start_i,
  input  logic                            kind_i,
  output logic                            pair_o,
  output logic                            pairs_o,   // a batch waits, or the last words of a polynomial
  input  logic                            claim_i,
  input  logic                            next_i,
  output logic [Lanes-1:0][Width-1:0]     data_o,
  output logic                            wrong_o
);

  localparam bit Both = twd_unit_pkg::both(Ring, Ring_2);
  localparam int unsigned Low = twd_lane_pkg::low_bits(Ring.q, Ring_2.q);
  localparam int unsigned Depth = 16;
  localparam int unsigned Batch = 8;
  localparam int unsigned AddrBits = $clog2(Depth);

  localparam int unsigned Beat = Lanes * Width;
  localparam int unsigned Total = Parity ? Beat + 4 : Beat;

  `TWD_LUT_RAM_NO_RW_CHECK logic [Total-1:0] mem[Depth];
  logic [3:0] w_parity, r_parity, parity;
  logic [AddrBits-1:0] w_addr_q, r_addr_q;
  logic [AddrBits:0] stored_q, unclaimed_q;
  logic [WordBits-1:0] pair_q;
  logic open_q, kind_q, odd_q, swap, take, last;
  logic check_q, store_q;           // word_q is checked, word_q2 goes to place_q2
  logic [AddrBits-1:0] place_q, place_q2;
  logic [Lanes-1:0][Width-1:0] word_q, word_q2;
  logic [Lanes-1:0] low_wrong, high_wrong;
  logic word_kind_q;
  logic comes, batch_q;            // a pair comes; a batch of them waits

  // The second word of a pair that is swapped goes first.
  always_comb begin
    swap = 1'b0;
    for (int j = 0; j < WordBits; j++) swap = swap ^ pair_q[j];
  end

  assign ready_o = open_q && stored_q <= (AddrBits + 1)'(Depth - 2);
  assign take = valid_i && ready_o;
  assign last = odd_q && &(pair_q | (Both && kind_q ? WordBits'(1 << (WordBits - 1)) : '0));
  assign kind_o = Both ? kind_q : Ring.q == 0;
  assign comes = take && odd_q;
  assign pairs_o = batch_q || !open_q;
  assign {parity, data_o} = (Beat + 4)'(mem[r_addr_q]);

  twd_parity #(.Width(Beat)) u_write (.data_i(word_q2), .parity_o(w_parity));
  twd_parity #(.Width(Beat)) u_read (.data_i(data_o), .parity_o(r_parity));

  twd_unit_check #(.Ring(Ring), .Ring_2(Ring_2), .Lanes(Lanes)) u_check (
    .pair_i(word_kind_q),
    .data_i(word_q),
    .low_o (low_wrong),
    .high_o(high_wrong)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      w_addr_q    <= '0;
      r_addr_q    <= '0;
      stored_q    <= '0;
      unclaimed_q <= '0;
      pair_o      <= 1'b0;
      batch_q     <= 1'b0;
      pair_q      <= '0;
      odd_q       <= 1'b0;
      open_q      <= 1'b0;
      check_q     <= 1'b0;
      store_q     <= 1'b0;
      range_o     <= 1'b0;
      wrong_o     <= 1'b0;
    end else begin
      check_q <= take || clear_i;
      store_q <= check_q;
      range_o <= check_q && (low_wrong != '0 || high_wrong != '0);
      wrong_o <= Parity && next_i && r_parity != parity;
      if (take || clear_i) w_addr_q <= w_addr_q + 1'b1;
      if (take) begin
        odd_q <= !odd_q;
        if (odd_q) pair_q <= last ? '0 : pair_q + 1'b1;
        if (last) open_q <= 1'b0;
      end
      if (start_i) open_q <= 1'b1;
      if (next_i) r_addr_q <= r_addr_q + 1'b1;
      stored_q    <= stored_q + (AddrBits + 1)'(take) - (AddrBits + 1)'(next_i);
      unclaimed_q <= unclaimed_q + (AddrBits + 1)'({comes, 1'b0}) - (AddrBits + 1)'({claim_i, 1'b0});
      if (comes != claim_i) begin
        pair_o  <= comes || unclaimed_q >= (AddrBits + 1)'(4);
        batch_q <= unclaimed_q >= (comes ? (AddrBits + 1)'(Batch - 2) : (AddrBits + 1)'(Batch + 2));
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (start_i || clear_i) kind_q <= kind_i;
    word_kind_q <= kind_o;
    place_q     <= w_addr_q ^ AddrBits'(swap);
    place_q2    <= place_q;
    word_q      <= data_i;
    if (clear_i) word_q <= '0;
    word_q2     <= word_q;
    for (int i = 0; i < Lanes; i++) begin
      if (low_wrong[i]) word_q2[i][Low-1:0] <= '0;
      if (high_wrong[i]) word_q2[i][Width-1:Low] <= '0;
    end
    if (store_q) mem[place_q2] <= Total'({w_parity, word_q2});
  end

  `TWD_ASSERT(OnlyWhatIsThere, !next_i || stored_q != '0)
  `TWD_ASSERT(Stored, !next_i || !((check_q && place_q == r_addr_q) || (store_q && place_q2 == r_addr_q)))
  `TWD_ASSERT(OneAtATime, !start_i || !open_q)

endmodule
