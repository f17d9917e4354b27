// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_inplace_write_network: brings the results of the butterflies back to the lanes of the two banks of the memory.
//
//   pair_select    lane l of bank h
//   PAIR_BANKS     sum of butterfly l where h = sum_bank, else its difference
//   PAIR_PRODUCTS  sum of butterfly l, or its difference in the even lanes of pairs with a negative zeta: c_0
//   PAIR_LANE_d    the butterfly that took this lane of this bank in twd_inplace_read_network: sum for u, difference
//                  for v
//   merge          c_0 and c_1 of a pair that come one after the other: MERGE_HIGH loads the odd lanes of bank sum_bank
//                  and keeps everything else; MERGE_LOW loads the even lanes and keeps the odd ones, those of bank
//                  sum_bank with the sum of butterfly l, those of the other bank with that of l + 1 (Published)
//   load_i         a beat that is loaded, while there are no slots: sums to bank load_bank_i
//
// Method    every lane has at most four sources, so that one bit is one 6-input LUT (five sources with Published).
// Timing    slot_i Delay - 1 cycles before sum_i and diff_i, load_i and load_bank_i one; word_o a cycle after those.
// Cost      2 Butterflies multiplexers of up to four coefficients, and registers.
// Model     twiddle.model.iterative.place

`include "twd_delay.svh"

module twd_inplace_write_network #(
  parameter int unsigned Butterflies = 4,
  parameter int unsigned Width = 12,
  parameter int unsigned Delay = 15,    // from a slot to the write of its results
  parameter bit Complete = 1'b0,
  parameter bit Direct = 1'b0,          // products of pairs with a negative zeta need no other output
  parameter bit Published = 1'b0        // MERGE_LOW is used
) (
  input  logic                              clk_i,
  input  twd_inplace_pkg::slot_t            slot_i,
  input  logic                              load_i,
  input  logic                              load_bank_i,
  input  logic [Butterflies-1:0][Width-1:0] sum_i,
  input  logic [Butterflies-1:0][Width-1:0] diff_i,
  output logic [            1:0][Butterflies-1:0][Width-1:0] word_o
);

  logic [1:0] pair_select, merge, merge_q;  // a cycle before sum_i; merge_q with it
  logic slot_bank, sum_bank, sum_bank_q;
  logic negate;
  logic unused_negate;  // of one butterfly or four
  assign unused_negate = negate;

  `TWD_DELAY(u_select, 6, Delay - 2, 1'b1, {slot_i.pair_select, slot_i.sum_bank, slot_i.negate, slot_i.merge},
             {pair_select, slot_bank, negate, merge})

  assign sum_bank = load_i ? load_bank_i : slot_bank;

  always_ff @(posedge clk_i) begin
    merge_q    <= merge;
    sum_bank_q <= sum_bank;
  end

  for (genvar h = 0; h < 2; h++) begin : gen_bank
    for (genvar l = 0; l < Butterflies; l++) begin : gen_lane
      localparam int unsigned PerBank = Butterflies > 1 ? Butterflies / 2 : 1;
      localparam int unsigned From1 = (h * PerBank + l / 2) % Butterflies;
      localparam int unsigned From2 = (h * PerBank + 2 * (l / 4) + l % 2) % Butterflies;
      localparam bit Odd = l % 2 == 1;
      localparam bit Diff1 = l % 2 == 1;
      localparam bit Diff2 = (l / 2) % 2 == 1;

      // With four butterflies a word holds one pair of each sign.
      logic negative;
      assign negative = !Direct && !Odd && (Butterflies == 2 ? negate : (l / 2) % 2 == 1);

      logic [1:0] select_d;  // {other butterfly, difference or which other}
      logic [1:0] select_q;
      logic keep;  // the lane keeps its value
      logic [Width-1:0] source_2;
      logic [Width-1:0] source_3;
      logic [Width-1:0] chosen;

      always_comb begin
        unique case (pair_select)
          twd_inplace_pkg::PAIR_PRODUCTS: select_d = {1'b0, negative};
          twd_inplace_pkg::PAIR_LANE_1:   select_d = From1 == l ? {1'b0, Diff1} : 2'd2;
          twd_inplace_pkg::PAIR_LANE_2:   select_d = From2 == l ? {1'b0, Diff2} : 2'd3;
          twd_inplace_pkg::PAIR_BANKS:    select_d = {1'b0, sum_bank ^ (h == 1)};
        endcase
      end

      assign source_2 = Diff1 ? diff_i[From1] : sum_i[From1];
      assign source_3 = Diff2 ? diff_i[From2] : sum_i[From2];

      always_comb begin
        unique case (select_q)
          2'd0:    chosen = sum_i[l];
          2'd1:    chosen = diff_i[l];
          2'd2:    chosen = Complete ? source_2 : source_3;
          default: chosen = source_3;
        endcase
        if (Published && merge_q == twd_inplace_pkg::MERGE_LOW && sum_bank_q != (h == 1)) begin
          chosen = sum_i[(l+1)%Butterflies];
        end
      end

      assign keep = (merge_q == twd_inplace_pkg::MERGE_HIGH && !(Odd && sum_bank_q == (h == 1)))
          || (merge_q == twd_inplace_pkg::MERGE_LOW && Odd);

      always_ff @(posedge clk_i) begin
        select_q <= select_d;
        if (!keep) word_o[h][l] <= chosen;
      end
    end
  end

endmodule
