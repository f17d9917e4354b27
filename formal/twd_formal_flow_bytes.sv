// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_formal_flow_bytes: a byte that comes out for SampleInBall is one of the words that came in since its job began,
// whatever jobs before it left; when bytes and fields come out never depends on words.
//
// Method    two copies; as long as words are the same since clear_i, and d_i is 2, bytes are.

module twd_formal_flow_bytes (
  input logic         clk_i,
  input logic         rst_ni,
  input logic         clear_i,
  input logic [  4:0] d_i,
  input logic         in_valid_i,
  input logic [127:0] in_data_i,   // of both copies
  input logic         room_i
);

  logic [1:0] in_ready, empty, byte_valid, out_valid;
  logic [15:0] bytes;
  logic [191:0] unused_data;
  logic [1:0] unused_three;

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
      .out_three_o (unused_three[c]),
      .out_data_o  (unused_data[96*c+:96])
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
      SameTime: assert (in_ready[0] == in_ready[1] && empty[0] == empty[1] && byte_valid[0] == byte_valid[1]
                        && out_valid[0] == out_valid[1]);
      SameBytes: assert (!byte_valid[0] || !equal_q || bytes[7:0] == bytes[15:8]);
    end
  end

endmodule
