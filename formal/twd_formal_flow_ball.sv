// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_formal_flow_ball: of its bytes SampleInBall shows in time which ones it rejects, and nothing else.
//
// Method    two copies with the same jobs and different bytes, by induction: as long as each byte j is more than i in
//           both or in none, all that is no coefficient is the same.

module twd_formal_flow_ball (
  input logic        clk_i,
  input logic        rst_ni,
  input logic        clear_i,
  input logic        start_i,
  input logic [ 7:0] first_i,
  input logic        byte_valid_i,
  input logic [15:0] byte_i,        // of both copies
  input logic        room_i
);

  logic [1:0] take, sampled, row_valid;
  logic [7:0] unused_one, unused_minus;

  for (genvar c = 0; c < 2; c++) begin : gen_copy
    twd_sample_ball u_ball (
      .clk_i,
      .rst_ni,
      .clear_i,
      .start_i,
      .first_i,
      .take_o      (take[c]),
      .byte_valid_i,
      .byte_i      (byte_i[8*c+:8]),
      .sampled_o   (sampled[c]),
      .room_i,
      .row_valid_o (row_valid[c]),
      .one_o       (unused_one[4*c+:4]),
      .minus_o     (unused_minus[4*c+:4])
    );
  end

  twd_formal_flow_ball_lemmas u_lemmas (
    .clk_i,
    .rst_ni,
    .byte_valid_i,
    .byte_i,
    .take,
    .sampled,
    .row_valid,
    .phase (),
    .waits (),
    .even  (),
    .number(),
    .at    (),
    .fits  ()
  );

endmodule
