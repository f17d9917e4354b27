// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_quad_transpose: transposes four words of four coefficients that follow each other, or passes words on.
//
//   in,  word 0 to 3    A0 A1 A2 A3    B0 B1 B2 B3    C0 C1 C2 C3    D0 D1 D2 D3    (lanes 0 to 3)
//   out, word 0 to 3    A0 B0 C0 D0    A1 B1 C1 D1    A2 B2 C2 D2    A3 B3 C3 D3
//
// Method    lane l is delayed by l cycles. Then each lane j of the output takes one of the four in turn and is delayed
//           by 3 - j more. It is the serial-in parallel-out register of Nguyen, Dang, Gaj 2019, Fig. 1, with the
//           multiplexer in the middle: shorter lines, and words that are not transposed take the same path.
// Timing    word_o TRANSPOSE_CYCLES of twd_quad_pkg after word_i. transpose_i and phase_i one cycle before word_i: the
//           word is number phase_i of four that are transposed; word number phase_i leaves in its place. Words that
//           are transposed and others may follow each other in any order, but the four are together
//           (twd_quad_schedule asserts it). No reset.
// Cost      4 four-to-one multiplexers and 12 registers of a coefficient.
// Model     twiddle.model.quad.transpose

`include "twd_delay.svh"

module twd_quad_transpose #(
  parameter int unsigned Width = 14
) (
  input  logic                  clk_i,
  input  logic                  transpose_i,
  input  logic [1:0]            phase_i,
  input  logic [3:0][Width-1:0] word_i,
  output logic [3:0][Width-1:0] word_o
);

  logic [3:0][Width-1:0] skewed;

  assign skewed[0] = word_i[0];

  for (genvar l = 1; l < 4; l++) begin : gen_skew
    `TWD_DELAY(u_line, Width, l, 1'b1, word_i[l], skewed[l])
  end

  logic [3:0] transposes;  // of the last four words, the newest lowest
  logic [3:0][1:0] phases;
  logic [2:0] transpose_q;
  logic [2:0][1:0] phase_q;

  assign transposes = {transpose_q, transpose_i};
  assign phases     = {phase_q, phase_i};

  always_ff @(posedge clk_i) {transpose_q, phase_q} <= {transposes[2:0], phases[2:0]};

  for (genvar j = 0; j < 4; j++) begin : gen_lane
    logic [1:0] select_q;
    logic [Width-1:0] chosen;

    always_ff @(posedge clk_i) select_q <= transposes[j] ? phases[j] : 2'(j);

    assign chosen = skewed[select_q];

    `TWD_DELAY(u_line, Width, 3 - j, 1'b1, chosen, word_o[j])
  end

endmodule
