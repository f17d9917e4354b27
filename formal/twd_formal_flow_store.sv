// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_formal_flow_store: that a coefficient exceeds a norm is reported for LOW, NORM_Z, NORM_T0 and ZERO alone, the
// checks of Sign and Verify, and for the norms exactly where |x mod+- q| reaches the bound; when words and hints come
// out, and quartets are taken, never depends on coefficients.
//
// Method    two copies with the same job and streams and different coefficients, those of the first one in [0, q). A
//           job counts from its ninth cycle on. LOW is simulated at every coefficient (tests/test_codec.py).

module twd_formal_flow_store (
  input logic         clk_i,
  input logic         rst_ni,
  input logic         clear_i,
  input logic [  3:0] kind_i,
  input logic [  4:0] d_i,
  input logic [  1:0] set_i,
  input logic         in_valid_i,
  input logic         in_last_i,
  input logic [199:0] in_data_i,    // of both copies
  input logic         out_ready_i,
  input logic         hint_ready_i
);

  logic [1:0] in_ready, out_valid, out_last, hint_valid, exceeded;
  logic [271:0] unused_data;
  logic [7:0] unused_hint;
  logic [1:0] unused_end;

  for (genvar i = 0; i < 2; i++) begin : gen_copy
    twd_store_map u_map (
      .clk_i,
      .rst_ni,
      .clear_i,
      .kind_i      (twd_codec_pkg::store_e'(kind_i)),
      .d_i,
      .set_i,
      .in_valid_i,
      .in_ready_o  (in_ready[i]),
      .in_last_i,
      .in_end_o    (unused_end[i]),
      .in_data_i   (in_data_i[100*i+:100]),
      .out_valid_o (out_valid[i]),
      .out_ready_i,
      .out_last_o  (out_last[i]),
      .out_data_o  (unused_data[136*i+:136]),
      .hint_valid_o(hint_valid[i]),
      .hint_ready_i,
      .hint_data_o (unused_hint[4*i+:4]),
      .exceeded_o  (exceeded[i])
    );
  end

  // ---- the norms of the first copy ----
  logic norm, checks, steady;
  logic [23:0] beta, bound;
  logic [3:0] high;            // coefficients whose norm is too large
  logic [1:0] exceeds_q;       // so was one of a quartet that was taken
  logic [5:0] job_q;
  logic [7:0] same_q;          // the job was that of the cycle before

  assign norm = kind_i == twd_codec_pkg::STORE_NORM_Z || kind_i == twd_codec_pkg::STORE_NORM_T0;
  assign checks = norm || kind_i == twd_codec_pkg::STORE_LOW || kind_i == twd_codec_pkg::STORE_ZERO;
  assign steady = same_q == '1 && job_q == {kind_i, set_i};
  assign beta = set_i == 2'd0 ? 24'd78 : set_i == 2'd1 ? 24'd196 : 24'd120;

  always_comb begin
    if (kind_i == twd_codec_pkg::STORE_NORM_Z) bound = (set_i == 2'd0 ? 24'h020000 : 24'h080000) - beta;
    else bound = set_i == 2'd0 ? 24'd95232 : 24'd261888;
    for (int i = 0; i < 4; i++) begin
      high[i] = in_data_i[24*i+:24] >= bound && in_data_i[24*i+:24] <= 24'd8380417 - bound;
      assume (in_data_i[24*i+:24] < 24'd8380417);
    end
  end

  logic begun_q;   // there was a reset
  initial begun_q = 1'b0;

  always_ff @(posedge clk_i) begin
    begun_q   <= begun_q || !rst_ni;
    job_q     <= {kind_i, set_i};
    same_q    <= rst_ni ? {same_q[6:0], job_q == {kind_i, set_i}} : '0;
    exceeds_q <= rst_ni && !clear_i ? {exceeds_q[0], in_valid_i && in_ready[0] && high != '0} : '0;
    if (begun_q) begin
      SameTime: assert (in_ready[0] == in_ready[1] && out_valid[0] == out_valid[1] && hint_valid[0] == hint_valid[1]);
      SameLast: assert (out_last[0] == out_last[1] || !out_valid[0]);
      NoCheck: assert (!steady || checks || exceeded == '0);
      OnlyNorm: assert (!steady || !norm || exceeded[0] == (exceeds_q[1] && rst_ni));
    end
  end

endmodule
