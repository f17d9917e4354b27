// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_unit_write_network: brings the results of the lanes, or words of load, to the two banks of the slots.
//
//   bank h, lane l
//   w_en_i[h] = 0   load_data_i[h], halves of low_wrong_i and high_wrong_i as zeros
//   PAIR_BANKS      sum of lane l where h = sum_bank, else its difference
//   PAIR_LANE_d     the lane that took this one in twd_inplace_read_network: sum for u, difference for v
//
// Method    as in twd_inplace_write_network for a complete ring. With four lanes six of the eight words have three
//           sources beside load, so that a bit is one 6-input LUT; the others take two. A half that is wrong resets
//           its flip-flops.
// Timing    selectors (pair_select_i, sum_bank_i, w_en_i) one cycle before sum_i, diff_i, load_data_i and what is
//           wrong; word_o one cycle after those. No enable, no reset.
// Cost      2 Lanes multiplexers of four words of a lane or five, and registers.
// Model     twiddle.model.iterative.place

module twd_unit_write_network #(
  parameter int unsigned Lanes = 4,
  parameter int unsigned Width = 24,
  parameter int unsigned Low = 12     // bits of the lower half of a word
) (
  input  logic                                   clk_i,
  input  twd_inplace_pkg::pair_select_e          pair_select_i,
  input  logic                                   sum_bank_i,
  input  logic [      1:0]                       w_en_i,        // by banks: a result comes
  input  logic [Lanes-1:0][Width-1:0]            sum_i,
  input  logic [Lanes-1:0][Width-1:0]            diff_i,
  input  logic [      1:0][Lanes-1:0][Width-1:0] load_data_i,   // by banks
  input  logic [      1:0][Lanes-1:0]            low_wrong_i,   // with load_data_i
  input  logic [      1:0][Lanes-1:0]            high_wrong_i,
  output logic [      1:0][Lanes-1:0][Width-1:0] word_o
);

  localparam int unsigned PerBank = Lanes > 1 ? Lanes / 2 : 1;

  for (genvar h = 0; h < 2; h++) begin : gen_bank
    logic load_q;

    always_ff @(posedge clk_i) load_q <= !w_en_i[h];

    for (genvar l = 0; l < Lanes; l++) begin : gen_lane
      localparam int unsigned From1 = (h * PerBank + l / 2) % Lanes;
      localparam int unsigned From2 = (h * PerBank + 2 * (l / 4) + l % 2) % Lanes;
      localparam int unsigned From4 = (h * PerBank + l % 4) % Lanes;
      localparam bit Diff1 = l % 2 == 1;
      localparam bit Diff2 = (l / 2) % 2 == 1;
      localparam bit Diff4 = l / 4 == 1;
      localparam bit Own1 = From1 == l;
      localparam bit Own2 = Lanes < 4 || From2 == l;
      localparam bit Four = Lanes == 8 && From4 != l;  // another lane at distance 4
      localparam bit Two = !Own1 && !Own2 && (From1 != From2 || Diff1 != Diff2);  // other lanes

      logic [1:0] select_d;  // 0: sum, 1: difference, 2: another lane, 3: load, or with two the second other lane
      logic [1:0] select_q;
      logic four_q;
      logic [Width-1:0] other_1, other_2, chosen;
      logic low_zero, high_zero;

      assign other_1 = Diff1 ? diff_i[From1] : sum_i[From1];
      assign other_2 = Diff2 ? diff_i[From2] : sum_i[From2];

      always_comb begin
        unique case (pair_select_i)
          twd_inplace_pkg::PAIR_LANE_1: select_d = Own1 ? {1'b0, Diff1} : 2'd2;
          twd_inplace_pkg::PAIR_LANE_2: select_d = Own2 ? {1'b0, Diff2} : Two ? 2'd3 : 2'd2;
          twd_inplace_pkg::PAIR_BANKS:  select_d = {1'b0, sum_bank_i ^ (h == 1)};
          twd_inplace_pkg::PAIR_PRODUCTS: select_d = {1'b0, Diff4};  // PAIR_LANE_4
        endcase
        if (!Two && !w_en_i[h]) select_d = 2'd3;
      end

      always_comb begin
        unique case (select_q)
          2'd0:    chosen = sum_i[l];
          2'd1:    chosen = diff_i[l];
          2'd2:    chosen = Own1 ? other_2 : other_1;
          default: chosen = Two ? other_2 : load_data_i[h][l];
        endcase
        if (Four && four_q) chosen = Diff4 ? diff_i[From4] : sum_i[From4];
        if (Two && load_q) chosen = load_data_i[h][l];
      end

      if (Four) begin : gen_four
        always_ff @(posedge clk_i) four_q <= w_en_i[h] && pair_select_i == twd_inplace_pkg::PAIR_LANE_4;
      end else begin : gen_no_four
        assign four_q = 1'b0;
      end

      assign low_zero = load_q && low_wrong_i[h][l];
      assign high_zero = load_q && high_wrong_i[h][l];

      always_ff @(posedge clk_i) begin
        select_q     <= select_d;
        word_o[h][l] <= chosen;
        if (low_zero) word_o[h][l][Low-1:0] <= '0;
        if (high_zero) word_o[h][l][Width-1:Low] <= '0;
      end
    end
  end

endmodule
