// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_formal_flow_ball: of its bytes SampleInBall shows in time which ones it rejects, and nothing else.
//
// Method    two copies with the same jobs and different bytes, by induction: as long as each byte j is more than i in
//           both or in none, all that is no coefficient is the same
// Probes    registers of both copies, joined to inputs by name, the first one lowest

module twd_formal_flow_ball (
  input logic        clk_i,
  input logic        rst_ni,
  input logic        clear_i,
  input logic        start_i,
  input logic [ 7:0] first_i,
  input logic        byte_valid_i,
  input logic [15:0] byte_i,        // of both copies
  input logic        room_i,
  (* probe = "gen_copy[*].u_ball.phase_q" *) input logic [1:0][2:0] phase,
  (* probe = "gen_copy[*].u_ball.waits_q" *) input logic [1:0] waits,
  (* probe = "gen_copy[*].u_ball.even_q" *) input logic [1:0] even,
  (* probe = "gen_copy[*].u_ball.number_q" *) input logic [1:0][5:0] number,
  (* probe = "gen_copy[*].u_ball.i_q" *) input logic [1:0][7:0] at,
  (* probe = "gen_copy[*].u_ball.fits_q" *) input logic [1:0] fits
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

  // Those of twd_sample_ball.
  localparam logic [2:0] Signs = 3'd2, Sample = 3'd3;

  logic begun_q;   // there was a reset
  logic same_q;    // the same bytes were rejected since then
  initial begun_q = 1'b0;

  always_ff @(posedge clk_i) begin
    begun_q <= begun_q || !rst_ni;
    same_q  <= !rst_ni || (same_q && (phase[0] != Sample || !byte_valid_i
                                      || (byte_i[7:0] > at[0]) == (byte_i[15:8] > at[0])));
  end

  always_comb begin
    if (begun_q && rst_ni && same_q) begin
      SameTime: assert (take[0] == take[1] && sampled[0] == sampled[1] && row_valid[0] == row_valid[1]);
      SamePhase: assert (phase[0] == phase[1] && waits[0] == waits[1] && even[0] == even[1]);
      SameNumber: assert (number[0] == number[1]);
      SamePlace: assert ((phase[0] != Signs && phase[0] != Sample) || at[0] == at[1]);
      SameFit: assert (fits[0] == fits[1]);
    end
  end

endmodule
