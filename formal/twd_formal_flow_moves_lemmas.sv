// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_formal_flow_moves_lemmas: what is always true inside both copies of twd_formal_flow_moves: of words that are
// compared a bit says whether one differs, kept for the next place of a secret move, or reported; all that is not a
// word is the same.
//
// Probes    registers of both copies, the first one lowest; of moves, those of a copy by their source

module twd_formal_flow_moves_lemmas (
  input logic       clk_i,
  input logic       rst_ni,
  input logic       clear_i,
  input logic       start_i,
  input logic       begun,      // there was a reset, and none is now
  input logic       secret_i,   // a secret move starts
  input logic [1:0] differs,
  // words that are compared
  (* probe = "gen_copy[*].u_moves.fire_compare" *) input logic [1:0] fire,
  (* probe = "gen_copy[*].u_moves.compared" *) input logic [1:0][63:0] word,
  (* probe = "gen_copy[*].u_moves.c_data" *) input logic [1:0][63:0] stored,
  (* probe = "gen_copy[*].u_moves.compared_q" *) input logic [1:0] compared,
  (* probe = "gen_copy[*].u_moves.unequal_q" *) input logic [1:0][7:0] unequal,
  (* probe = "gen_copy[*].u_moves.secret_q" *) input logic [1:0] secret,
  (* probe = "gen_copy[*].u_moves.mismatch_q" *) input logic [1:0] mismatch,
  // moves
  (* probe = "gen_copy[*].u_moves.gen_source[*].u_move.active_o" *) input logic [1:0][3:0] active,
  (* probe = "gen_copy[*].u_moves.gen_source[*].u_move.sinks_q" *) input logic [1:0][23:0] sinks,
  (* probe = "gen_copy[*].u_moves.gen_source[*].u_move.open_o" *) input logic [1:0][3:0] open,
  (* probe = "gen_copy[*].u_moves.gen_source[*].u_move.left_q" *) input logic [1:0][3:0][8:0] left,
  (* probe = "gen_copy[*].u_moves.gen_source[*].u_move.last_q" *) input logic [1:0][3:0] last,
  (* probe = "gen_copy[*].u_moves.gen_source[*].u_move.frame_q" *) input logic [1:0][3:0] frame,
  (* probe = "gen_copy[*].u_moves.u_input.state_q" *) input logic [1:0][1:0] state,
  (* probe = "gen_copy[*].u_moves.tail_q" *) input logic [1:0] tail,
  (* probe = "gen_copy[*].u_moves.tail_word_q" *) input logic [1:0][17:0] tail_word,
  (* probe = "gen_copy[*].u_moves.appended_q" *) input logic [1:0][8:0] appended,
  (* probe = "gen_copy[*].u_moves.read_q" *) input logic [1:0][8:0] read,
  // bytes
  (* probe = "gen_copy[*].u_moves.u_bytes.w_addr_q" *) input logic [1:0][8:0] w_addr,
  (* probe = "gen_copy[*].u_moves.u_bytes.r_addr_q" *) input logic [1:0][8:0] r_addr,
  (* probe = "gen_copy[*].u_moves.u_bytes.left_q" *) input logic [1:0][8:0] r_left,
  (* probe = "gen_copy[*].u_moves.u_bytes.more" *) input logic [1:0] r_more,
  (* probe = "gen_copy[*].u_moves.u_bytes.fetched_q" *) input logic [1:0] r_fetched,
  (* probe = "gen_copy[*].u_moves.u_bytes.r_valid_o" *) input logic [1:0] r_valid,
  (* probe = "gen_copy[*].u_moves.u_compared.w_addr_q" *) input logic [1:0][8:0] c_w_addr,
  (* probe = "gen_copy[*].u_moves.u_compared.r_addr_q" *) input logic [1:0][8:0] c_r_addr,
  (* probe = "gen_copy[*].u_moves.u_compared.left_q" *) input logic [1:0][8:0] c_left,
  (* probe = "gen_copy[*].u_moves.u_compared.more" *) input logic [1:0] c_more,
  (* probe = "gen_copy[*].u_moves.u_compared.fetched_q" *) input logic [1:0] c_fetched,
  (* probe = "gen_copy[*].u_moves.u_compared.r_valid_o" *) input logic [1:0] c_valid
);

  logic [1:0] unequal_q;   // the words of the last cycle
  logic [1:0] any_q;       // some words of secret moves, since start_i
  logic same_q;            // addresses
  logic same_moves;
  logic none_idle;         // a move that is not active has no sinks

  always_comb begin
    same_moves = 1'b1;
    none_idle = 1'b1;
    for (int s = 0; s < 4; s++) begin
      if (!active[0][s] && sinks[0][6*s+:6] != '0) none_idle = 1'b0;
      if (active[0][s] && {open[0][s], left[0][s], last[0][s], frame[0][s]}
          != {open[1][s], left[1][s], last[1][s], frame[1][s]}) same_moves = 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    for (int c = 0; c < 2; c++) begin
      unequal_q[c] <= rst_ni && !clear_i && fire[c] && word[c] != stored[c];
      any_q[c]     <= rst_ni && !start_i && (any_q[c] || (unequal_q[c] && secret[c]));
    end
    same_q <= !rst_ni || (same_q && (!secret_i || any_q[0] == any_q[1]));
  end

  always_comb begin
    if (begun) begin
      OneBit: assert (mismatch == any_q);
      Reported: assert (differs == (unequal_q & ~secret));
      SameAddress: assert (!same_q || (w_addr[0] == w_addr[1] && r_addr[0] == r_addr[1]
                                       && c_w_addr[0] == c_w_addr[1] && c_r_addr[0] == c_r_addr[1]));
      Compared: assert (unequal_q == {compared[1] && unequal[1] != '0, compared[0] && unequal[0] != '0});
      SameCompared: assert (compared[0] == compared[1]);
      SameMoves: assert (active[0] == active[1] && sinks[0] == sinks[1] && same_moves);
      NoneIdle: assert (none_idle);
      SameInput: assert (state[0] == state[1]);
      SameTail: assert (tail[0] == tail[1] && (!tail[0] || tail_word[0] == tail_word[1]));
      SameCounts: assert (appended[0] == appended[1] && read[0] == read[1]);
      SameReads: assert (r_more[0] == r_more[1] && r_fetched[0] == r_fetched[1] && r_valid[0] == r_valid[1]
                         && (!r_more[0] || r_left[0] == r_left[1]));
      SameComparedReads: assert (c_more[0] == c_more[1] && c_fetched[0] == c_fetched[1] && c_valid[0] == c_valid[1]
                                 && (!c_more[0] || c_left[0] == c_left[1]));
    end
  end

endmodule
