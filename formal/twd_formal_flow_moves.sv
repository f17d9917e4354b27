// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_formal_flow_moves: words that move show nothing but whether some that were compared differ: which frames are too
// short or too long, or have a wrong number of bytes, is the same for all words.
//
// Method    two copies with the same moves and streams, and different words, by induction with the lemmas of
//           twd_formal_flow_moves_lemmas; reads of bytes give any value
// Places    of bytes are the same until a secret move starts after a mismatch in one copy only.

module twd_formal_flow_moves (
  input logic                       clk_i,
  input logic                       rst_ni,
  input logic                       clear_i,
  input logic                       start_i,
  input logic                       move_valid_i,
  input twd_lattice_pkg::transfer_t move_i,
  input logic                       enough_i,
  input logic                       in_valid_i,
  input logic                       in_last_i,
  input logic                 [3:0] in_bytes_i,
  input logic                 [3:0] hint_bytes_i,
  input logic                       hashed_valid_i,
  input logic                       coded_valid_i,
  input logic                       coded_last_i,
  input logic               [127:0] in_data_i,      // of both copies
  input logic               [127:0] hashed_data_i,
  input logic               [127:0] coded_data_i,
  input logic                       hash_ready_i,
  input logic                       sampler_ready_i,
  input logic                       out_ready_i,
  input logic                       hints_ready_i
);

  logic [1:0] move_ready, moving, drop, in_ready, hashed_ready, coded_ready, hash_valid, hash_last, sampler_valid;
  logic [1:0] out_valid, out_last, hints_valid, early, late, broken, differs;
  logic [1:0][67:0] hash_data, out_data;
  logic [127:0] unused_sampler, unused_hints;

  for (genvar c = 0; c < 2; c++) begin : gen_copy
    twd_lattice_moves u_moves (
      .clk_i,
      .rst_ni,
      .clear_i,
      .start_i,
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
      .hint_bytes_i,
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
      .early_o        (early[c]),
      .late_o         (late[c]),
      .broken_o       (broken[c]),
      .differs_o      (differs[c])
    );
  end

  logic begun_q;   // there was a reset
  initial begun_q = 1'b0;

  always_ff @(posedge clk_i) begun_q <= begun_q || !rst_ni;

  always_comb begin
    if (begun_q && rst_ni) begin
      SameTime: assert (move_ready[0] == move_ready[1] && moving[0] == moving[1] && drop[0] == drop[1]
                        && in_ready[0] == in_ready[1] && hashed_ready[0] == hashed_ready[1]
                        && coded_ready[0] == coded_ready[1] && hash_valid[0] == hash_valid[1]
                        && sampler_valid[0] == sampler_valid[1] && out_valid[0] == out_valid[1]
                        && hints_valid[0] == hints_valid[1]);
      SameEnds: assert ((!hash_valid[0] || (hash_last[0] == hash_last[1] && hash_data[0][67:64] == hash_data[1][67:64]))
                        && (!out_valid[0] || (out_last[0] == out_last[1] && out_data[0][67:64] == out_data[1][67:64])));
      SameRules: assert (early[0] == early[1] && late[0] == late[1] && broken[0] == broken[1]);
    end
  end

  twd_formal_flow_moves_lemmas u_lemmas (
    .clk_i,
    .rst_ni,
    .clear_i,
    .start_i,
    .begun    (begun_q && rst_ni),
    .secret_i (move_valid_i && move_ready[0] && move_i.secret),
    .differs,
    .fire     (),
    .word     (),
    .stored   (),
    .compared (),
    .unequal  (),
    .secret   (),
    .mismatch (),
    .active   (),
    .sinks    (),
    .open     (),
    .left     (),
    .last     (),
    .frame    (),
    .state    (),
    .tail     (),
    .tail_word(),
    .appended (),
    .read     (),
    .w_addr   (),
    .r_addr   (),
    .r_left   (),
    .r_more   (),
    .r_fetched(),
    .r_valid  (),
    .c_w_addr (),
    .c_r_addr (),
    .c_left   (),
    .c_more   (),
    .c_fetched(),
    .c_valid  ()
  );

endmodule
