// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_inplace_read_network: brings the coefficients of each bank of the memory to the two inputs of the butterflies.
//
//   pair_select_i  butterfly i; word_i[h] is the word of bank h
//   PAIR_BANKS     u = word[u_bank][i], v = word[!u_bank][i]
//   PAIR_PRODUCTS  even i: u, v = lanes i + 1, i of word[u_bank]; odd i: u, v = lanes i - 1, i of the other word;
//                  for i >= 2 u and v exchanged in both. The product of the two differences v - u of a pair is
//                  -(a_1 - a_0)(b_1 - b_0)
//   PAIR_LANE_d    butterflies 0 .. Butterflies/2 - 1 take bank 0 and the others bank 1, u and v at lane distance d
//   hold_i         {v, u}: the output keeps its value
//
// Method    every input of a butterfly has at most four sources, so that one bit is one 6-input LUT; with eight
//           butterflies, of a complete ring alone, there is a fifth, PAIR_LANE_4.
// Timing    selectors (pair_select_i, u_bank_i) one cycle before word_i, hold_i with it; u_o, v_o one cycle after
//           word_i; en_i = 0 freezes, but does not keep clear_i away: u_o 0, v_o Preset.
// Cost      2 Butterflies 4:1 multiplexers and registers of one coefficient.
// Model     twiddle.model.iterative.place

module twd_inplace_read_network #(
  parameter int unsigned Butterflies = 4,
  parameter int unsigned Width = 12,
  parameter bit Complete = 1'b0,  // of the ring: LANE_1 instead of PRODUCTS
  parameter logic [Width-1:0] Preset = '0  // v_o with clear_i
) (
  input  logic                                    clk_i,
  input  logic                                    en_i,
  input  logic                                    clear_i,  // with word_i: constants instead
  input  twd_inplace_pkg::pair_select_e           pair_select_i,
  input  logic                                    u_bank_i,
  input  logic [            1:0]                  hold_i,
  input  logic [            1:0][Butterflies-1:0][Width-1:0] word_i,
  output logic [Butterflies-1:0][      Width-1:0] u_o,
  output logic [Butterflies-1:0][      Width-1:0] v_o
);

  logic [1:0][Butterflies-1:0][Width-1:0] value_q;

  // Selector of one input: {other source, bank of the own lane, or which other source}.
  for (genvar i = 0; i < Butterflies; i++) begin : gen_butterfly
    localparam int unsigned PerBank = Butterflies > 1 ? Butterflies / 2 : 1;
    localparam bit Bank = i >= PerBank;               // bank of PAIR_LANE_d
    localparam int unsigned Rank = i % PerBank;       // butterfly within that bank
    localparam int unsigned Partner = Butterflies > 1 ? i ^ 1 : 0;
    localparam bit Odd = (i % 2) == 1;

    for (genvar p = 0; p < 2; p++) begin : gen_port  // 0: u, 1: v
      localparam bit Swap = ((i / 2) % 2 == 1) == (p == 1);  // the input that takes the partner's lane
      localparam int unsigned Lane1 = (2 * Rank + p) % Butterflies;
      localparam int unsigned Lane2 = (4 * (Rank / 2) + Rank % 2 + 2 * p) % Butterflies;
      localparam int unsigned Lane4 = (Rank + 4 * p) % Butterflies;
      localparam bit Four = Complete && Butterflies == 8 && Lane4 != i;  // another lane at distance 4

      logic [1:0] select_d;
      logic [1:0] select_q;
      logic [Width-1:0] source_2;
      logic [Width-1:0] source_3;
      logic [Width-1:0] chosen;
      logic pair_bank;

      assign pair_bank = u_bank_i ^ Odd;

      always_comb begin
        unique case (pair_select_i)
          twd_inplace_pkg::PAIR_PRODUCTS: select_d = Complete ? {1'b0, Bank} : {Swap, pair_bank};
          twd_inplace_pkg::PAIR_LANE_1:   select_d = Lane1 == i ? {1'b0, Bank} : 2'd2;
          twd_inplace_pkg::PAIR_LANE_2:   select_d = Lane2 == i ? {1'b0, Bank} : 2'd3;
          twd_inplace_pkg::PAIR_BANKS:    select_d = {1'b0, u_bank_i ^ (p == 1)};
        endcase
      end

      if (Complete) begin : gen_complete
        assign source_2 = word_i[Bank][Lane1];
        assign source_3 = word_i[Bank][Lane2];
      end else if (Swap) begin : gen_swap
        assign source_2 = word_i[0][Partner];
        assign source_3 = word_i[1][Partner];
      end else begin : gen_lane
        assign source_2 = word_i[Bank][Lane2];
        assign source_3 = word_i[Bank][Lane2];
      end

      always_comb begin
        unique case (select_q)
          2'd0:    chosen = word_i[0][i];
          2'd1:    chosen = word_i[1][i];
          2'd2:    chosen = source_2;
          default: chosen = source_3;
        endcase
      end

      logic [Width-1:0] taken;

      if (Four) begin : gen_four
        logic four_q;
        always_ff @(posedge clk_i) if (en_i) four_q <= pair_select_i == twd_inplace_pkg::PAIR_LANE_4;
        assign taken = four_q ? word_i[Bank][Lane4] : chosen;
      end else begin : gen_no_four
        assign taken = chosen;
      end

      always_ff @(posedge clk_i) begin
        if (en_i) select_q <= select_d;
        if (clear_i) value_q[p][i] <= p == 0 ? '0 : Preset;
        else if (en_i && !hold_i[p]) value_q[p][i] <= taken;
      end
    end
  end

  assign {v_o, u_o} = value_q;

endmodule
