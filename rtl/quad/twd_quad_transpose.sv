// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_quad_transpose: transposes four words of four coefficients that follow each other, or passes them on.
//
//   lane 0 ------------>|\
//   lane 1 ---[1]------>| | four-to-one ---[3]---> lane 0        words x_0 .. x_3 in:   word f out is lane f of each,
//   lane 2 ---[2]------>| | a lane      ---[2]---> lane 1                               x_j in lane j
//   lane 3 ---[3]------>|/              ---[1]---> ...
//
// Method    the serial-in parallel-out registers of Nguyen, Dang, Gaj 2019, Fig. 1: each lane fills one, their outputs
//           take turns. Here the turns come first, one coefficient a lane, so that the registers are shorter and words that
//           are not transposed pass through the same path.
// Timing    word_o TURN cycles of twd_quad_pkg behind word_i. turn_i and phase_i, one cycle before word_i: this word is the
//           phase-th of four that are transposed; the word that leaves in its place is lane phase of all four. Words that
//           are transposed and others may follow each other in any way, but four belong together. No reset on data.
// Cost      4 four-to-one multiplexers of a coefficient, 12 registers of one.
// Model     twiddle.model.quad.turn

module twd_quad_transpose #(
  parameter int unsigned Width = 14
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  turn_i,
  input  logic [1:0]            phase_i,
  input  logic [3:0][Width-1:0] word_i,
  output logic [3:0][Width-1:0] word_o
);

  logic [3:0][Width-1:0] skewed;

  assign skewed[0] = word_i[0];

  for (genvar l = 1; l < 4; l++) begin : gen_skew
    twd_delay_ff #(
      .Width (Width),
      .Cycles(l)
    ) u_line (
      .clk_i,
      .rst_ni,
      .d_i(word_i[l]),
      .q_o(skewed[l])
    );
  end

  logic turn_q, turn_q2, turn_q3;
  logic [1:0] phase_q, phase_q2, phase_q3;

  always_ff @(posedge clk_i) begin
    {turn_q3, turn_q2, turn_q}    <= {turn_q2, turn_q, turn_i};
    {phase_q3, phase_q2, phase_q} <= {phase_q2, phase_q, phase_i};
  end

  logic [3:0] turns;
  logic [3:0][1:0] phases;
  assign turns  = {turn_q3, turn_q2, turn_q, turn_i};
  assign phases = {phase_q3, phase_q2, phase_q, phase_i};

  for (genvar j = 0; j < 4; j++) begin : gen_lane
    logic [1:0] select_q;
    logic [Width-1:0] chosen;

    always_ff @(posedge clk_i) select_q <= turns[j] ? phases[j] : 2'(j);

    assign chosen = skewed[select_q];

    if (j == 3) begin : gen_straight
      assign word_o[j] = chosen;
    end else begin : gen_late
      twd_delay_ff #(
        .Width (Width),
        .Cycles(3 - j)
      ) u_line (
        .clk_i,
        .rst_ni,
        .d_i(chosen),
        .q_o(word_o[j])
      );
    end
  end

endmodule
