// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mdc_shuffle_mixed: twd_mdc_shuffle for polynomials of both directions that follow each other: tag_i = 0 is
// forward, 1 inverse.
//
// Method    The permutations of both directions, the faster one with a delay after it; the direction of the polynomial
//           at the output chooses. Beats of the other direction in a permutation count as idle beats.
// Timing    shuffle_latency cycles of twd_mdc_pkg, the longer of the two latencies. sop_i: beat 0 comes two cycles
//           later; sop_o likewise. tag_i comes with sop_i and reappears with sop_o. Reset clears slot counters alone.
// Cost      The permutations, Lanes * the difference of their latencies words, Lanes multiplexers.
// Model     twiddle.model.mdc.Mdc

module twd_mdc_shuffle_mixed #(
  parameter twd_ring_pkg::ring_cfg_t Ring = twd_ring_pkg::RING_ML_KEM,
  parameter int unsigned Lanes = 4,
  parameter int unsigned Shuffle = 0,
  localparam int unsigned Width = $clog2(Ring.q)
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  logic                        sop_i,
  input  logic                        tag_i,
  input  logic [Lanes-1:0][Width-1:0] x_fwd_i,
  input  logic [Lanes-1:0][Width-1:0] x_inv_i,
  output logic                        sop_o,
  output logic                        tag_o,
  output logic [Lanes-1:0][Width-1:0] y_o
);

  localparam int unsigned Most = twd_mdc_pkg::shuffle_latency(Ring, Lanes, Shuffle, 1'b1);
  localparam int unsigned FwdLatency = twd_mdc_pkg::shuffle_latency(Ring, Lanes, Shuffle, 1'b0);
  localparam int unsigned Beat = Lanes * Width;

  logic sop_q, tag_q, inverse_q;
  logic [1:0] sop, tag;     // forward, inverse
  logic [2*Beat-1:0] y;

  for (genvar d = 0; d < 2; d++) begin : gen_direction
    localparam int unsigned Latency =
        twd_mdc_pkg::shuffle_latency(Ring, Lanes, d == 0 ? Shuffle : twd_ring_pkg::layers(Ring) - Shuffle, 1'b0);
    logic [Beat-1:0] permuted;

    twd_mdc_shuffle #(
      .Ring(Ring), .Lanes(Lanes), .Shuffle(Shuffle),
      .Direction(d == 0 ? twd_butterfly_pkg::FORWARD : twd_butterfly_pkg::INVERSE)
    ) u_shuffle (
      .clk_i, .rst_ni, .sop_i, .tag_i,
      .inverse_i(1'b0),
      .x_fwd_i, .x_inv_i,
      .sop_o(sop[d]), .tag_o(tag[d]),
      .y_o  (permuted)
    );

    twd_mdc_delay #(.Width(Beat), .Long(Most - Latency)) u_delay (
      .clk_i, .rst_ni,
      .short_i(1'b0),
      .d_i    (permuted),
      .q_o    (y[d*Beat+:Beat])
    );
  end

  assign {tag_o, sop_o} = FwdLatency == Most ? {tag[0], sop[0]} : {tag[1], sop[1]};
  assign y_o            = inverse_q ? y[Beat+:Beat] : y[0+:Beat];

  always_ff @(posedge clk_i) begin
    sop_q <= sop_o;
    tag_q <= tag_o;
    if (sop_q) inverse_q <= tag_q;
  end

endmodule
