// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_formal_flow_load: which fields a sampler accepts depends on them only for the kinds that reject: NTT_KEM,
// NTT_DSA, BOUNDED_2, BOUNDED_4 and SampleInBall; when coefficients come out never depends on them.
//
// Method    two copies with the same job and different fields have the same mask, unless one of those kinds was set in
//           the last five cycles

module twd_formal_flow_load (
  input logic         clk_i,
  input logic         rst_ni,
  input logic         clear_i,
  input logic [  3:0] kind_i,
  input logic [  4:0] d_i,
  input logic         ball_i,
  input logic         in_valid_i,
  input logic [191:0] in_data_i,     // of both copies
  input logic         ball_valid_i,
  input logic [  7:0] ball_one_i,
  input logic [  7:0] ball_minus_i
);

  logic [1:0] valid, unused_wrong;
  logic [7:0] mask;
  logic [191:0] unused_data;

  for (genvar i = 0; i < 2; i++) begin : gen_copy
    twd_load_map u_map (
      .clk_i,
      .rst_ni,
      .clear_i,
      .kind_i,
      .d_i,
      .ball_i,
      .in_valid_i,
      .in_data_i   (in_data_i[96*i+:96]),
      .ball_valid_i,
      .ball_one_i  (ball_one_i[4*i+:4]),
      .ball_minus_i(ball_minus_i[4*i+:4]),
      .out_valid_o (valid[i]),
      .out_mask_o  (mask[4*i+:4]),
      .out_data_o  (unused_data[96*i+:96]),
      .wrong_o     (unused_wrong[i])
    );
  end

  logic rejects;
  logic [4:0] rejects_q;

  assign rejects = ball_i || kind_i == twd_codec_pkg::LOAD_NTT_KEM || kind_i == twd_codec_pkg::LOAD_NTT_DSA
      || kind_i == twd_codec_pkg::LOAD_BOUNDED_2 || kind_i == twd_codec_pkg::LOAD_BOUNDED_4;

  logic begun_q;   // there was a reset
  initial begun_q = 1'b0;

  always_ff @(posedge clk_i) begin
    begun_q   <= begun_q || !rst_ni;
    rejects_q <= rst_ni ? {rejects_q[3:0], rejects} : '1;
    if (begun_q) begin
      SameTime: assert (valid[0] == valid[1]);
      SameMask: assert (rejects_q != '0 || mask[3:0] == mask[7:4]);
    end
  end

endmodule
