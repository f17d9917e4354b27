// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_formal_flow_moves: words that move show nothing but whether two that were compared, and are no secret, differ:
// which frames are too short or too long, or have a wrong number of bytes, and every address, is the same for all
// words.
//
// Method    two copies with the same moves and streams, and different words, by induction; bytes that are read are any
// Result    whether all words that an operation compares are equal, whether words that must not all be 0 are, and
//           faults of the hardware, are reported too, and are not looked at
// Probes    registers of both copies, joined to inputs by name, the first one lowest; of moves, those of a copy by
//           their source

module twd_formal_flow_moves (
  input logic                       clk_i,
  input logic                       rst_ni,
  input logic                       clear_i,
  input logic                       begins_i,
  input logic                       start_i,
  input twd_lattice_pkg::command_t  command_i,
  input logic                       move_valid_i,
  input twd_lattice_pkg::transfer_t move_i,
  input logic                       enough_i,
  input logic                       in_valid_i,
  input logic                       in_last_i,
  input logic                 [3:0] in_bytes_i,
  input logic                       key_valid_i,
  input logic                       key_last_i,
  input logic                 [3:0] key_bytes_i,
  input logic                       random_valid_i,
  input logic                 [3:0] hint_bytes_i,
  input logic                 [8:0] compared_i,
  input logic                       hashed_valid_i,
  input logic                       coded_valid_i,
  input logic                       coded_last_i,
  input logic               [127:0] in_data_i,      // of both copies
  input logic               [127:0] key_data_i,
  input logic               [127:0] random_data_i,
  input logic               [127:0] hashed_data_i,
  input logic               [127:0] coded_data_i,
  input logic                       hash_ready_i,
  input logic                       sampler_ready_i,
  input logic                       out_ready_i,
  input logic                       hints_ready_i,
  // words that are compared
  (* probe = "gen_copy[*].u_moves.fire_q" *) input logic [1:0] fire,
  (* probe = "gen_copy[*].u_moves.fire_n_q" *) input logic [1:0] fire_n,
  (* probe = "gen_copy[*].u_moves.take_n_q" *) input logic [1:0] take_n,
  (* probe = "gen_copy[*].u_moves.compared_q" *) input logic [1:0][63:0] word,
  (* probe = "gen_copy[*].u_moves.c_data" *) input logic [1:0][63:0] stored,
  (* probe = "gen_copy[*].u_moves.u_compare.first_q" *) input logic [1:0] first,
  (* probe = "gen_copy[*].u_moves.u_compare.first_n_q" *) input logic [1:0] first_n,
  (* probe = "gen_copy[*].u_moves.u_compare.second_q" *) input logic [1:0] second,
  (* probe = "gen_copy[*].u_moves.u_compare.unequal_q" *) input logic [1:0][7:0] unequal,
  (* probe = "gen_copy[*].u_moves.u_compare.secret_q" *) input logic [1:0] secret,
  (* probe = "gen_copy[*].u_moves.u_compare.select_q" *) input logic [1:0] selects,
  // moves
  (* probe = "gen_copy[*].u_moves.gen_source[*].u_move.active_o" *) input logic [1:0][3:0] active,
  (* probe = "gen_copy[*].u_moves.gen_source[*].u_move.sinks_q" *) input logic [1:0][23:0] sinks,
  (* probe = "gen_copy[*].u_moves.gen_source[*].u_move.stays_q" *) input logic [1:0][3:0] stays,
  (* probe = "gen_copy[*].u_moves.gen_source[*].u_move.open_o" *) input logic [1:0][3:0] open,
  (* probe = "gen_copy[*].u_moves.gen_source[*].u_move.left_q" *) input logic [1:0][3:0][8:0] left,
  (* probe = "gen_copy[*].u_moves.gen_source[*].u_move.single_q" *) input logic [1:0][3:0] single,
  (* probe = "gen_copy[*].u_moves.gen_source[*].u_move.go_q" *) input logic [1:0][3:0] go,
  (* probe = "gen_copy[*].u_moves.gen_source[*].u_move.go_n_q" *) input logic [1:0][3:0] go_n,
  (* probe = "gen_copy[*].u_moves.gen_source[*].u_move.alone_q" *) input logic [1:0][3:0] alone,
  (* probe = "gen_copy[*].u_moves.gen_source[*].u_move.last_q" *) input logic [1:0][3:0] last,
  (* probe = "gen_copy[*].u_moves.gen_source[*].u_move.frame_q" *) input logic [1:0][3:0] frame,
  (* probe = "gen_copy[*].u_moves.words" *) input logic [1:0][8:0] words,
  (* probe = "gen_copy[*].u_moves.count" *) input logic [1:0][8:0] count,
  (* probe = "gen_copy[*].u_moves.single" *) input logic [1:0] one_word,
  (* probe = "gen_copy[*].u_moves.endless" *) input logic [1:0] endless,
  (* probe = "gen_copy[*].u_moves.room_q" *) input logic [1:0] room,
  (* probe = "gen_copy[*].u_moves.comes_q" *) input logic [1:0] comes,
  (* probe = "gen_copy[*].u_moves.begins_q" *) input logic [1:0] begins,
  (* probe = "gen_copy[*].u_moves.start_q" *) input logic [1:0] starts,
  (* probe = "gen_copy[*].u_moves.written_q" *) input logic [1:0] written,
  (* probe = "gen_copy[*].u_moves.given_valid" *) input logic [1:0] given,
  (* probe = "gen_copy[*].u_moves.given_last" *) input logic [1:0] given_last,
  (* probe = "gen_copy[*].u_moves.u_ports.data_o" *) input logic [1:0][67:0] given_data,
  (* probe = "gen_copy[*].u_moves.u_ports.whole_q" *) input logic [1:0] whole,
  (* probe = "gen_copy[*].u_moves.u_input.passes_q" *) input logic [1:0] passes,
  (* probe = "gen_copy[*].u_moves.in_tail_q" *) input logic [1:0] in_tail,
  (* probe = "gen_copy[*].u_moves.u_ports.frame_q" *) input logic [1:0][1:0] frame_number,
  (* probe = "gen_copy[*].u_moves.u_ports.left_q" *) input logic [1:0][3:0] random_left,
  (* probe = "gen_copy[*].u_moves.u_ports.key" *) input logic [1:0] from_key,
  (* probe = "gen_copy[*].u_moves.u_ports.random" *) input logic [1:0] from_random,
  (* probe = "gen_copy[*].u_moves.u_ports.ended_q" *) input logic [1:0] ended,
  (* probe = "gen_copy[*].u_moves.u_input.state_q" *) input logic [1:0][1:0] state,
  (* probe = "gen_copy[*].u_moves.tail_q" *) input logic [1:0] tail,
  (* probe = "gen_copy[*].u_moves.tail_word_q" *) input logic [1:0][17:0] tail_word,
  (* probe = "gen_copy[*].u_moves.bytes_q" *) input logic [1:0][3:0] last_bytes,
  (* probe = "gen_copy[*].u_moves.u_places.appended_q" *) input logic [1:0][8:0] appended,
  (* probe = "gen_copy[*].u_moves.u_places.read_q" *) input logic [1:0][8:0] read,
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

  logic [1:0] move_ready, moving, drop, in_ready, hashed_ready, coded_ready, hash_valid, hash_last, sampler_valid;
  logic [1:0] out_valid, out_last, hints_valid, key_ready, random_ready;
  logic [1:0][2:0] waits;
  twd_lattice_pkg::moved_t found_0, found_1;
  logic [1:0][67:0] hash_data, out_data;
  logic [1:0][6:0] found;
  logic [127:0] unused_sampler, unused_hints;

  logic unused;

  assign {found_1, found_0} = found;
  assign unused = ^{found_1, found_0};

  for (genvar c = 0; c < 2; c++) begin : gen_copy
    twd_lattice_moves u_moves (
      .clk_i,
      .rst_ni,
      .clear_i,
      .begins_i,
      .start_i,
      .command_i,
      .move_valid_i,
      .move_ready_o   (move_ready[c]),
      .move_i,
      .moving_o       (moving[c]),
      .enough_i,
      .drop_o         (drop[c]),
      .in_valid_i,
      .in_ready_o     (in_ready[c]),
      .in_last_i,
      .in_data_i      ({in_bytes_i, in_data_i[64*c+:64]}),
      .key_valid_i,
      .key_ready_o    (key_ready[c]),
      .key_last_i,
      .key_data_i     ({key_bytes_i, key_data_i[64*c+:64]}),
      .random_valid_i,
      .random_ready_o (random_ready[c]),
      .random_data_i  (random_data_i[64*c+:64]),
      .waits_o        (waits[c]),
      .hint_bytes_i,
      .compared_i,
      .hashed_valid_i,
      .hashed_ready_o (hashed_ready[c]),
      .hashed_data_i  (hashed_data_i[64*c+:64]),
      .coded_valid_i,
      .coded_ready_o  (coded_ready[c]),
      .coded_last_i,
      .coded_data_i   (coded_data_i[64*c+:64]),
      .hash_valid_o   (hash_valid[c]),
      .hash_ready_i,
      .hash_last_o    (hash_last[c]),
      .hash_data_o    (hash_data[c]),
      .sampler_valid_o(sampler_valid[c]),
      .sampler_ready_i,
      .sampler_data_o (unused_sampler[64*c+:64]),
      .out_valid_o    (out_valid[c]),
      .out_ready_i,
      .out_last_o     (out_last[c]),
      .out_data_o     (out_data[c]),
      .hints_valid_o  (hints_valid[c]),
      .hints_ready_i,
      .hints_data_o   (unused_hints[64*c+:64]),
      .found_o        (found[c])
    );
  end

  logic begun_q;           // there was a reset
  logic [1:0] unequal_q;   // the words of the last cycle
  logic same_moves;
  logic none_idle;         // a move that is not active has no sinks, and stays

  initial begun_q = 1'b0;

  always_comb begin
    same_moves = 1'b1;
    none_idle = 1'b1;
    for (int s = 0; s < 4; s++) begin
      if (!active[0][s] && (sinks[0][6*s+:6] != '0 || !stays[0][s] || !alone[0][s] || go[0][s])) none_idle = 1'b0;
      if (active[0][s] && {open[0][s], left[0][s], single[0][s], last[0][s], frame[0][s]}
          != {open[1][s], left[1][s], single[1][s], last[1][s], frame[1][s]}) same_moves = 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    begun_q <= begun_q || !rst_ni;
    for (int c = 0; c < 2; c++) begin
      unequal_q[c] <= rst_ni && !clear_i && fire[c] && word[c] != stored[c];
    end
  end

  always_comb begin
    if (begun_q && rst_ni) begin
      SameTime: assert (move_ready[0] == move_ready[1] && take_n[0] == take_n[1] && moving[0] == moving[1]
                        && drop[0] == drop[1]
                        && in_ready[0] == in_ready[1] && key_ready[0] == key_ready[1]
                        && random_ready[0] == random_ready[1] && waits[0] == waits[1]
                        && hashed_ready[0] == hashed_ready[1] && coded_ready[0] == coded_ready[1]
                        && hash_valid[0] == hash_valid[1]
                        && sampler_valid[0] == sampler_valid[1] && out_valid[0] == out_valid[1]
                        && hints_valid[0] == hints_valid[1]);
      SameEnds: assert ((!hash_valid[0] || (hash_last[0] == hash_last[1] && hash_data[0][67:64] == hash_data[1][67:64]))
                        && (!out_valid[0] || (out_last[0] == out_last[1] && out_data[0][67:64] == out_data[1][67:64])));
      SameRules: assert (found_0.early == found_1.early && found_0.late == found_1.late
                         && found_0.broken == found_1.broken);
      Reported: assert ({found_1.differs, found_0.differs} == (unequal_q & ~secret));
      SameAddress: assert (w_addr[0] == w_addr[1] && r_addr[0] == r_addr[1] && c_w_addr[0] == c_w_addr[1]
                           && c_r_addr[0] == c_r_addr[1]);
      Compared: assert (unequal_q == {first[1] && unequal[1] != '0, first[0] && unequal[0] != '0});
      SameCompared: assert (first[0] == first[1] && second[0] == second[1] && selects[0] == selects[1]
                           && fire[0] == fire[1] && fire_n[0] == fire_n[1] && first_n[0] == first_n[1]);
      SameMoves: assert (active[0] == active[1] && sinks[0] == sinks[1] && stays[0] == stays[1]
                         && go[0] == go[1] && go_n[0] == go_n[1] && alone[0] == alone[1] && same_moves);
      SameAhead: assert (words[0] == words[1] && count[0] == count[1] && one_word[0] == one_word[1]
                         && endless[0] == endless[1] && room[0] == room[1] && comes[0] == comes[1]
                         && begins[0] == begins[1] && starts[0] == starts[1] && written[0] == written[1]);
      SameGiven: assert (given[0] == given[1] && whole[0] == whole[1] && passes[0] == passes[1]
                         && (!given[0] || (given_last[0] == given_last[1]
                                           && given_data[0][67:64] == given_data[1][67:64])));
      NoneIdle: assert (none_idle);
      SameInput: assert (state[0] == state[1] && frame_number[0] == frame_number[1]
                         && random_left[0] == random_left[1] && from_key[0] == from_key[1]
                         && from_random[0] == from_random[1] && ended[0] == ended[1]);
      SameTail: assert (tail[0] == tail[1] && in_tail[0] == in_tail[1]
                        && (!(tail[0] || in_tail[0]) || tail_word[0] == tail_word[1]));
      SameBytes: assert (!active[0][0] || last_bytes[0] == last_bytes[1]);
      SameCounts: assert (appended[0] == appended[1] && read[0] == read[1]);
      SameReads: assert (r_more[0] == r_more[1] && r_fetched[0] == r_fetched[1] && r_valid[0] == r_valid[1]
                         && (!r_more[0] || r_left[0] == r_left[1]));
      SameComparedReads: assert (c_more[0] == c_more[1] && c_fetched[0] == c_fetched[1] && c_valid[0] == c_valid[1]
                                 && (!c_more[0] || c_left[0] == c_left[1]));
    end
  end

endmodule
