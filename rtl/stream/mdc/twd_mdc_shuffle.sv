// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mdc_shuffle: what is between two columns of twd_mdc_engine: the permutation of the forward direction on x_fwd_i, and that of
// the inverse direction on x_inv_i.
//
// Method    twd_mdc_pkg says which: none, twd_mdc_commutator, twd_mdc_reorder. Two swaps are one with two distances; a swap and a turn
//           are side by side.
// Timing    gap_latency cycles of the direction; first_i: the beat of the next enabled cycle is beat 0. en_i = 0 freezes
//           it; reset clears slot counters alone.
// Model     twiddle.model.mdc.Mdc

module twd_mdc_shuffle #(
  parameter twd_ring_pkg::ring_cfg_t Ring = twd_ring_pkg::RING_ML_KEM,
  parameter int unsigned Lanes = 4,
  parameter int unsigned Gap = 0,
  parameter twd_butterfly_pkg::direction_e Direction = twd_butterfly_pkg::BOTH,
  parameter bit Tagged = 1'b0,
  localparam int unsigned Width = $clog2(Ring.q)
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  logic                        en_i,
  input  logic                        first_i,
  input  logic                        tag_i,
  input  logic                        inverse_i,  // for Direction BOTH
  input  logic [Lanes-1:0][Width-1:0] x_fwd_i,
  input  logic [Lanes-1:0][Width-1:0] x_inv_i,
  output logic                        first_o,
  output logic                        tag_o,
  output logic [Lanes-1:0][Width-1:0] y_o
);

  localparam int unsigned Beats = twd_mdc_pkg::beats(Ring, Lanes);
  localparam int unsigned Mirror = twd_ring_pkg::layers(Ring) - Gap;
  localparam bit Forward = Direction == twd_butterfly_pkg::FORWARD;
  localparam bit Inverse = Direction == twd_butterfly_pkg::INVERSE;
  // A fixed direction is both.
  localparam int unsigned FwdGap = Inverse ? Mirror : Gap;
  localparam int unsigned InvGap = Forward ? Gap : Mirror;
  localparam logic [1:0] FwdKind = twd_mdc_pkg::kind(Ring, Lanes, FwdGap);
  localparam logic [1:0] InvKind = twd_mdc_pkg::kind(Ring, Lanes, InvGap);
  localparam int unsigned FwdDistance = twd_mdc_pkg::distance(Ring, Lanes, FwdGap);
  localparam int unsigned InvDistance = twd_mdc_pkg::distance(Ring, Lanes, InvGap);
  localparam int unsigned FwdLatency = twd_mdc_pkg::gap_latency(Ring, Lanes, FwdGap);
  localparam int unsigned InvLatency = twd_mdc_pkg::gap_latency(Ring, Lanes, InvGap);
  localparam int unsigned Least = FwdLatency < InvLatency ? FwdLatency : InvLatency;
  localparam int unsigned Most = FwdLatency < InvLatency ? InvLatency : FwdLatency;
  localparam bit Swaps = FwdKind == twd_mdc_pkg::SWAP || InvKind == twd_mdc_pkg::SWAP;
  localparam bit FwdTurns = FwdKind == twd_mdc_pkg::TURN && !Inverse;
  localparam bit InvTurns = InvKind == twd_mdc_pkg::TURN && !Forward;

  logic inverse;
  logic [Lanes-1:0][Width-1:0] x;
  logic [Lanes-1:0][Width-1:0] swapped;
  logic [Lanes-1:0][Width-1:0] turned;
  logic late;  // first_i one cycle before it is first_o of a turn

  assign inverse = Forward ? 1'b0 : Inverse ? 1'b1 : inverse_i;
  assign x       = inverse ? x_inv_i : x_fwd_i;

  // The token: after the lesser latency, and after the greater one, whose last cycle is apart.
  logic [1:0] least;
  logic [1:0] most_early;
  logic [1:0] most;
  logic choose_most;

  assign choose_most      = FwdLatency < InvLatency ? inverse : !inverse;
  assign {tag_o, first_o} = choose_most ? most : least;
  assign late             = most_early[0];

  twd_sop_delay #(
    .Carry (Tagged),
    .Cycles(Least)
  ) u_least (
    .clk_i,
    .en_i,
    .first_i,
    .side_i (tag_i),
    .first_o(least[0]),
    .side_o (least[1])
  );

  if (Most == Least) begin : gen_same
    // a turn is never as long as a swap, so that here it is alone
    if (FwdTurns || InvTurns) begin : gen_late
      twd_sop_delay #(
        .Carry (Tagged),
        .Cycles(Most - 1)
      ) u_late (
        .clk_i,
        .en_i,
        .first_i,
        .side_i (1'b0),
        .first_o(most_early[0]),
        .side_o (most_early[1])
      );
    end else begin : gen_no_late
      assign most_early = '0;
    end
    assign most = least;
  end else begin : gen_different
    twd_sop_delay #(
      .Carry (Tagged),
      .Cycles(Most - Least - 1)
    ) u_most_early (
      .clk_i,
      .en_i,
      .first_i(least[0]),
      .side_i (least[1]),
      .first_o(most_early[0]),
      .side_o (most_early[1])
    );

    twd_sop_delay #(
      .Carry (Tagged),
      .Cycles(1)
    ) u_most (
      .clk_i,
      .en_i,
      .first_i(most_early[0]),
      .side_i (most_early[1]),
      .first_o(most[0]),
      .side_o (most[1])
    );
  end

  if (Swaps) begin : gen_swap
    // beside a turn nothing goes straight through
    twd_mdc_commutator #(
      .Lanes  (Lanes),
      .Width  (Width),
      .Forward(FwdTurns ? InvDistance : FwdDistance),
      .Inverse(InvTurns ? FwdDistance : InvDistance)
    ) u_swap (
      .clk_i,
      .rst_ni,
      .en_i,
      .first_i,
      .inverse_i(inverse),
      .x_i      (FwdTurns ? x_inv_i : InvTurns ? x_fwd_i : x),
      .y_o      (swapped)
    );
  end else begin : gen_no_swap
    assign swapped = x;
  end

  if (FwdTurns || InvTurns) begin : gen_turn
    twd_mdc_reorder #(
      .Lanes  (Lanes),
      .Width  (Width),
      .Beats  (Beats),
      .Inverse(InvTurns)
    ) u_turn (
      .clk_i,
      .en_i,
      .first_i,
      .late_i(late),
      .x_i   (InvTurns ? x_inv_i : x_fwd_i),
      .y_o   (turned)
    );

    // alone it is there in its own direction only, and in a gap that has nothing in the other one nothing else is
    assign y_o = inverse == InvTurns ? turned : swapped;
  end else begin : gen_no_turn
    logic unused_late;
    assign unused_late = late;
    assign turned = '0;
    assign y_o    = swapped;
  end

  logic unused_inputs;
  assign unused_inputs = ^{rst_ni, inverse_i, most_early, choose_most, turned, x};

endmodule
