// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_formal_flow_ball_lemmas: what is always true of both copies of twd_formal_flow_ball.
//
// Probes    registers of both copies, the first one lowest

module twd_formal_flow_ball_lemmas (
  input logic        clk_i,
  input logic        rst_ni,
  input logic        byte_valid_i,
  input logic [15:0] byte_i,
  input logic [ 1:0] take,
  input logic [ 1:0] sampled,
  input logic [ 1:0] row_valid,
  (* probe = "gen_copy[*].u_ball.phase_q" *) input logic [1:0][2:0] phase,
  (* probe = "gen_copy[*].u_ball.waits_q" *) input logic [1:0] waits,
  (* probe = "gen_copy[*].u_ball.even_q" *) input logic [1:0] even,
  (* probe = "gen_copy[*].u_ball.number_q" *) input logic [1:0][5:0] number,
  (* probe = "gen_copy[*].u_ball.i_q" *) input logic [1:0][7:0] at,
  (* probe = "gen_copy[*].u_ball.fits_q" *) input logic [1:0] fits
);

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
