// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_formal_flow_ball_rejects: the same time while both copies reject the same bytes.

module twd_formal_flow_ball_rejects (
  input logic        clk_i,
  input logic        rst_ni,
  input logic        begun_q,
  input logic        byte_valid_i,
  input logic [15:0] byte_i,
  input logic [ 1:0] take,
  input logic [ 1:0] sampled,
  input logic [ 1:0] row_valid,
  (* probe = "gen_copy[0].u_ball.phase_q" *) input logic [2:0] phase,
  (* probe = "gen_copy[0].u_ball.i_q" *) input logic [7:0] at
);

  localparam logic [2:0] Sample = 3'd3;

  logic same_q;  // so far the same were rejected

  always_ff @(posedge clk_i) begin
    same_q <= !rst_ni || (same_q && (!(byte_valid_i && phase == Sample)
                                     || (byte_i[7:0] > at) == (byte_i[15:8] > at)));
    if (begun_q && same_q) begin
      SameTime: assert (take[0] == take[1] && sampled[0] == sampled[1] && row_valid[0] == row_valid[1]);
    end
  end

endmodule
