// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mdc_shuffle: the permutation between two stages of twd_mdc_engine: of the forward direction on x_fwd_i, of the
// inverse direction on x_inv_i.
//
// Method    twd_mdc_pkg::kind chooses none, twd_mdc_commutator or twd_mdc_reorder. For BOTH directions in turn of an
//           empty engine, two commutators share one with two distances; a commutator and a reorder buffer stand side by
//           side. Mixed: the permutations of both directions, the faster one with a delay after it; the direction of
//           the polynomial at the output chooses. Beats of the other direction in a permutation count as idle
//           beats.
// Timing    shuffle_latency cycles of the direction, with Mixed mixed_shuffle_latency. sop_i: beat 0 comes two
//           cycles later; sop_o likewise. tag_i comes with sop_i and reappears with sop_o (Tagged, or Mixed, where it
//           is the direction of the polynomial). Reset clears slot counters alone.
// Cost      The permutations; with Mixed Lanes * the difference of their latencies words and Lanes multiplexers more.
// Model     twiddle.model.mdc.Mdc

module twd_mdc_shuffle #(
  parameter twd_ring_pkg::ring_cfg_t Ring = twd_ring_pkg::RING_ML_KEM,
  parameter int unsigned Lanes = 4,
  parameter int unsigned Shuffle = 0,
  parameter twd_butterfly_pkg::direction_e Direction = twd_butterfly_pkg::BOTH,
  parameter bit Mixed = 1'b0,   // BOTH: polynomials of either direction follow each other; inverse_i is ignored
  parameter bit Tagged = 1'b0,
  localparam int unsigned Width = $clog2(Ring.q)
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  logic                        sop_i,
  input  logic                        tag_i,
  input  logic                        inverse_i,  // for Direction BOTH
  input  logic [Lanes-1:0][Width-1:0] x_fwd_i,
  input  logic [Lanes-1:0][Width-1:0] x_inv_i,
  output logic                        sop_o,
  output logic                        tag_o,
  output logic [Lanes-1:0][Width-1:0] y_o
);

  localparam int unsigned Beats = twd_mdc_pkg::beats(Ring, Lanes);
  localparam int unsigned Mirror = twd_ring_pkg::layers(Ring) - Shuffle;
  localparam bit Forward = Direction == twd_butterfly_pkg::FORWARD;
  localparam bit Inverse = Direction == twd_butterfly_pkg::INVERSE;
  // An engine of one direction uses its shuffle for both.
  localparam int unsigned FwdShuffle = Inverse ? Mirror : Shuffle;
  localparam int unsigned InvShuffle = Forward ? Shuffle : Mirror;
  localparam logic [1:0] FwdKind = twd_mdc_pkg::kind(Ring, Lanes, FwdShuffle);
  localparam logic [1:0] InvKind = twd_mdc_pkg::kind(Ring, Lanes, InvShuffle);
  localparam int unsigned FwdDistance = twd_mdc_pkg::distance(Ring, Lanes, FwdShuffle);
  localparam int unsigned InvDistance = twd_mdc_pkg::distance(Ring, Lanes, InvShuffle);
  localparam int unsigned FwdLatency = twd_mdc_pkg::shuffle_latency(Ring, Lanes, FwdShuffle);
  localparam int unsigned InvLatency = twd_mdc_pkg::shuffle_latency(Ring, Lanes, InvShuffle);
  localparam int unsigned Most = FwdLatency < InvLatency ? InvLatency : FwdLatency;
  localparam int unsigned Least = Mixed ? Most : FwdLatency < InvLatency ? FwdLatency : InvLatency;
  localparam int unsigned Wait = Most == Least ? Most : Most - Least;
  localparam int unsigned Last = Wait < 2 ? Wait : 2;
  localparam bit FwdReorders = FwdKind == twd_mdc_pkg::REORDER && !Inverse;
  localparam bit InvReorders = InvKind == twd_mdc_pkg::REORDER && !Forward;

  // ---- start of polynomial and tag: {tag, sop} after the lesser latency, and after the greater one ----
  logic [1:0] least;
  logic [1:0] most_early;  // Last cycles before most, which are two where one of the permutations is a reorder buffer
  logic [1:0] most;

  if (Most == Least) begin : gen_same
    twd_sop_delay #(.Carry(Tagged || Mixed), .Cycles(Wait - Last)) u_early (
      .clk_i,
      .sop_i,
      .side_i(tag_i),
      .sop_o (most_early[0]),
      .side_o(most_early[1])
    );

    assign least = most;
  end else begin : gen_different
    twd_sop_delay #(.Carry(Tagged), .Cycles(Least)) u_least (
      .clk_i,
      .sop_i,
      .side_i(tag_i),
      .sop_o (least[0]),
      .side_o(least[1])
    );

    twd_sop_delay #(.Carry(Tagged), .Cycles(Wait - Last)) u_early (
      .clk_i,
      .sop_i (least[0]),
      .side_i(least[1]),
      .sop_o (most_early[0]),
      .side_o(most_early[1])
    );
  end

  twd_sop_delay #(.Carry(Tagged || Mixed), .Cycles(Last)) u_most (
    .clk_i,
    .sop_i (most_early[0]),
    .side_i(most_early[1]),
    .sop_o (most[0]),
    .side_o(most[1])
  );

  // ---- coefficients, in flat vectors: Yosys has no packed arrays of two dimensions in generate blocks ----
  if (Mixed) begin : gen_mixed
    logic sop_q;
    logic tag_q;
    logic inverse_q;
    logic [2*Lanes*Width-1:0] y;  // forward, inverse

    always_ff @(posedge clk_i) begin
      sop_q <= sop_o;
      tag_q <= tag_o;
      if (sop_q) inverse_q <= tag_q;
    end

    for (genvar d = 0; d < 2; d++) begin : gen_direction
      localparam logic [1:0] Kind = d == 0 ? FwdKind : InvKind;
      localparam int unsigned Distance = d == 0 ? FwdDistance : InvDistance;
      localparam int unsigned Remaining = Most - (d == 0 ? FwdLatency : InvLatency);
      logic [Lanes*Width-1:0] x;
      logic [Lanes*Width-1:0] permuted;

      assign x = d == 0 ? x_fwd_i : x_inv_i;

      if (Kind == twd_mdc_pkg::REORDER) begin : gen_reorder
        twd_mdc_reorder #(.Lanes(Lanes), .Width(Width), .Beats(Beats), .Inverse(d == 1)) u_reorder (
          .clk_i,
          .sop_i,
          .late_i(most_early[0]),
          .x_i   (x),
          .y_o   (permuted)
        );
      end else if (Kind == twd_mdc_pkg::COMMUTE) begin : gen_commutator
        twd_mdc_commutator #(.Lanes(Lanes), .Width(Width), .Forward(Distance), .Inverse(Distance)) u_commutator (
          .clk_i, .rst_ni,
          .sop_i,
          .inverse_i(1'b0),
          .x_i      (x),
          .y_o      (permuted)
        );
      end else begin : gen_none
        assign permuted = x;
      end

      if (Remaining == 0) begin : gen_wire
        assign y[d*Lanes*Width+:Lanes*Width] = permuted;
      end else begin : gen_delay
        twd_mdc_delay #(.Width(Lanes * Width), .Long(Remaining)) u_delay (
          .clk_i, .rst_ni,
          .short_i(1'b0),
          .d_i    (permuted),
          .q_o    (y[d*Lanes*Width+:Lanes*Width])
        );
      end
    end

    assign {tag_o, sop_o} = most;
    assign y_o            = inverse_q ? y[Lanes*Width+:Lanes*Width] : y[0+:Lanes*Width];
  end else begin : gen_separate
    logic inverse;
    logic [Lanes*Width-1:0] x;
    logic [Lanes*Width-1:0] commuted;

    assign inverse        = Forward ? 1'b0 : Inverse ? 1'b1 : inverse_i;
    assign x              = inverse ? x_inv_i : x_fwd_i;
    assign {tag_o, sop_o} = (FwdLatency < InvLatency ? inverse : !inverse) ? most : least;

    if (FwdKind == twd_mdc_pkg::COMMUTE || InvKind == twd_mdc_pkg::COMMUTE) begin : gen_commutator
      // Beside a reorder buffer the commutator serves one direction alone.
      twd_mdc_commutator #(
        .Lanes  (Lanes),
        .Width  (Width),
        .Forward(FwdReorders ? InvDistance : FwdDistance),
        .Inverse(InvReorders ? FwdDistance : InvDistance)
      ) u_commutator (
        .clk_i, .rst_ni,
        .sop_i,
        .inverse_i(inverse),
        .x_i      (FwdReorders ? x_inv_i : InvReorders ? x_fwd_i : x),
        .y_o      (commuted)
      );
    end else begin : gen_no_commutator
      assign commuted = x;
    end

    if (FwdReorders || InvReorders) begin : gen_reorder
      logic [Lanes*Width-1:0] reordered;

      twd_mdc_reorder #(.Lanes(Lanes), .Width(Width), .Beats(Beats), .Inverse(InvReorders)) u_reorder (
        .clk_i,
        .sop_i,
        .late_i(most_early[0]),
        .x_i   (InvReorders ? x_inv_i : x_fwd_i),
        .y_o   (reordered)
      );

      // If only one direction reorders here, the other one passes through the commutator, or straight.
      assign y_o = inverse == InvReorders ? reordered : commuted;
    end else begin : gen_no_reorder
      assign y_o = commuted;
    end

    logic unused_data;
    assign unused_data = ^{x, commuted};
  end

  logic unused_inputs;
  assign unused_inputs = ^{rst_ni, inverse_i, least, most_early, x_fwd_i, x_inv_i};

endmodule
