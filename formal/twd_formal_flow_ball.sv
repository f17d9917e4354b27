// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_formal_flow_ball: SampleInBall shows of its bytes which ones it rejects, and a byte of it is one of the words that
// came in since its job began: nothing else, whatever earlier jobs left.
//
// Method    two copies of twd_unpack, and of twd_sample_ball with other bytes
// Words     as long as words are the same since clear_i and d_i = 2, bytes are; when they come never depends on words.
// Rejected  as long as each byte j after the signs is more than i in both copies or in none, all cycles are the same.

module twd_formal_flow_ball (
  input logic         clk_i,
  input logic         rst_ni,
  input logic         clear_i,
  // twd_unpack
  input logic [  4:0] d_i,
  input logic         in_valid_i,
  input logic [127:0] in_data_i,       // of both copies
  input logic         room_i,
  // twd_sample_ball
  input logic         start_i,
  input logic [  7:0] first_i,
  input logic         byte_valid_i,
  input logic [ 15:0] byte_i,          // of both copies
  input logic         row_room_i
);

  logic [1:0] in_ready, empty, byte_valid, out_valid, take, sampled, row_valid;
  logic [15:0] bytes;
  logic [191:0] unused_data;
  logic [7:0] unused_one, unused_minus;

  for (genvar c = 0; c < 2; c++) begin : gen_copy
    twd_unpack u_unpack (
      .clk_i,
      .rst_ni,
      .clear_i,
      .d_i,
      .in_valid_i,
      .in_ready_o  (in_ready[c]),
      .in_data_i   (in_data_i[64*c+:64]),
      .empty_o     (empty[c]),
      .room_i,
      .byte_valid_o(byte_valid[c]),
      .byte_o      (bytes[8*c+:8]),
      .out_valid_o (out_valid[c]),
      .out_data_o  (unused_data[96*c+:96])
    );

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
      .room_i      (row_room_i),
      .row_valid_o (row_valid[c]),
      .one_o       (unused_one[4*c+:4]),
      .minus_o     (unused_minus[4*c+:4])
    );
  end

  logic begun_q;   // there was a reset
  logic equal_q;   // since clear_i words are the same, and d_i is 2
  initial begun_q = 1'b0;

  always_ff @(posedge clk_i) begin
    begun_q <= begun_q || !rst_ni;
    equal_q <= !rst_ni || clear_i
        || (equal_q && d_i == 5'd2 && (!in_valid_i || in_data_i[63:0] == in_data_i[127:64]));
    if (begun_q) begin
      SameTimeOfWords: assert (in_ready[0] == in_ready[1] && empty[0] == empty[1] && byte_valid[0] == byte_valid[1]
                               && out_valid[0] == out_valid[1]);
      SameBytes: assert (!byte_valid[0] || !equal_q || bytes[7:0] == bytes[15:8]);
    end
  end

  twd_formal_flow_ball_rejects u_rejects (
    .clk_i,
    .rst_ni,
    .begun_q,
    .byte_valid_i,
    .byte_i,
    .take,
    .sampled,
    .row_valid,
    .phase    (),
    .at       ()
  );

endmodule
