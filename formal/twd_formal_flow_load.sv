// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_formal_flow_load: a sampler rejects the fields that the standards reject, and no others: of NTT_KEM and NTT_DSA;
// of BOUNDED, all that come are accepted ones. What it accepts is a coefficient in [0, q), but for PLAIN and ETA, which
// are decoded as they come: of ETA, wrong_o reports it. When coefficients come out never depends on fields.
//
// Method    two copies with the same job and different fields, where their kind has bits. A job counts from its sixth
//           cycle on.

module twd_formal_flow_load (
  input logic         clk_i,
  input logic         rst_ni,
  input logic         clear_i,
  input logic [  3:0] kind_i,
  input logic [  4:0] d_i,
  input logic         ball_i,
  input logic         in_valid_i,
  input logic         in_three_i,
  input logic [191:0] in_data_i,     // of both copies
  input logic         ball_valid_i,
  input logic [  7:0] ball_one_i,
  input logic [  7:0] ball_minus_i
);

  logic [23:0] places;               // of the bits of a field
  logic [1:0] valid, wrong;
  logic [7:0] mask;
  logic [191:0] fields, coefficients;

  always_comb begin
    case (kind_i)
      twd_codec_pkg::LOAD_DECOMPRESS: places = 24'h0007ff;
      twd_codec_pkg::LOAD_CBD: places = d_i == 5'd6 ? 24'h0007e0 : 24'h000780;
      twd_codec_pkg::LOAD_BOUNDED_2, twd_codec_pkg::LOAD_BOUNDED_4, twd_codec_pkg::LOAD_ETA_4: places = 24'h000780;
      twd_codec_pkg::LOAD_ETA_2: places = 24'h000700;
      twd_codec_pkg::LOAD_T1: places = 24'h0007fe;
      twd_codec_pkg::LOAD_T0: places = 24'h003ffe;
      twd_codec_pkg::LOAD_GAMMA_17: places = 24'h07fffe;
      twd_codec_pkg::LOAD_GAMMA_19: places = 24'h1ffffe;
      twd_codec_pkg::LOAD_NTT_DSA: places = 24'hfffffe;
      default: places = 24'h001ffe;
    endcase
    fields = in_data_i & {8{places}};
  end

  for (genvar i = 0; i < 2; i++) begin : gen_copy
    twd_load_map u_map (
      .clk_i,
      .rst_ni,
      .clear_i,
      .kind_i,
      .d_i,
      .ball_i,
      .in_valid_i,
      .in_three_i,
      .in_data_i   (fields[96*i+:96]),
      .ball_valid_i,
      .ball_one_i  (ball_one_i[4*i+:4]),
      .ball_minus_i(ball_minus_i[4*i+:4] & ~ball_one_i[4*i+:4]),
      .out_valid_o (valid[i]),
      .out_mask_o  (mask[4*i+:4]),
      .out_data_o  (coefficients[96*i+:96]),
      .wrong_o     (wrong[i])
    );
  end

  logic of_kem, pair, eta, plain, refused;
  logic [7:0] rejected, rejected_q, rejected_q2;
  logic [7:0] accepted_q;              // in the cycle of coefficients
  logic [7:0] high;                    // not below q
  logic [9:0] job_q;
  logic [4:0] same_q;                  // the job was that of the cycle before
  logic known;

  assign of_kem = !ball_i && kind_i <= twd_codec_pkg::LOAD_NTT_KEM;
  assign plain = !ball_i && kind_i == twd_codec_pkg::LOAD_PLAIN;
  assign eta = kind_i == twd_codec_pkg::LOAD_ETA_2 || kind_i == twd_codec_pkg::LOAD_ETA_4;
  assign pair = kind_i == twd_codec_pkg::LOAD_NTT_DSA || kind_i == twd_codec_pkg::LOAD_GAMMA_17
      || kind_i == twd_codec_pkg::LOAD_GAMMA_19;
  assign refused = kind_i > twd_codec_pkg::LOAD_GAMMA_19 || (ball_i && kind_i != twd_codec_pkg::LOAD_PLAIN);
  assign known = same_q == '1 && job_q == {kind_i, d_i, ball_i} && !refused;

  always_comb begin
    for (int i = 0; i < 8; i++) begin
      rejected[i] = (kind_i == twd_codec_pkg::LOAD_NTT_KEM && fields[24*i+1+:12] >= 12'd3329)
          || (kind_i == twd_codec_pkg::LOAD_NTT_DSA && fields[24*i+1+:23] >= 23'd8380417);
      if (pair && i % 4 > (in_three_i ? 2 : 1)) rejected[i] = 1'b1;
      high[i] = coefficients[24*i+:24] >= (of_kem ? 24'd3329 : 24'd8380417);
    end
  end

  logic begun_q;   // there was a reset
  initial begun_q = 1'b0;

  always_ff @(posedge clk_i) begin
    begun_q     <= begun_q || !rst_ni;
    job_q       <= {kind_i, d_i, ball_i};
    same_q      <= rst_ni ? {same_q[3:0], job_q == {kind_i, d_i, ball_i}} : '0;
    rejected_q  <= rejected;
    rejected_q2 <= rejected_q;
    accepted_q  <= mask & {{4{valid[1]}}, {4{valid[0]}}};
    if (begun_q) begin
      SameTime: assert (valid[0] == valid[1]);
      OnlyRejected: assert (!known || mask == ~rejected_q2);
      OnlyEta: assert (!known || eta || wrong == '0);
      InRange: assert (!known || plain || eta || (accepted_q & high) == '0);
    end
  end

endmodule
