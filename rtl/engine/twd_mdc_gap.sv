// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mdc_gap: what is between two columns of twd_mdc_engine: the permutation of the forward direction on x_fwd_i, and that of
// the inverse direction on x_inv_i.
//
// Method    twd_mdc_pkg says which: none, twd_mdc_swap, twd_mdc_turn. Two swaps are one with two distances; a swap and a turn
//           are one too (twd_mdc_turn_swap), or side by side where the swap is by one beat.
// Timing    gap_latency cycles of the direction; first_i: the beat of the next enabled cycle is beat 0. en_i = 0 freezes it; no reset.
// Model     twiddle.model.mdc.Mdc

module twd_mdc_gap #(
  parameter twd_ring_pkg::ring_cfg_t Ring = twd_ring_pkg::RING_ML_KEM,
  parameter int unsigned Lanes = 4,
  parameter int unsigned Gap = 0,
  parameter logic [1:0] Direction = twd_butterfly_pkg::BOTH,
  parameter bit Tagged = 1'b0,
  localparam int unsigned Width = $clog2(Ring.q)
) (
  input  logic                        clk_i,
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
  // A swap beside a turn, and the memory for it.
  localparam int unsigned Beside = FwdTurns ? InvDistance : FwdDistance;
  localparam bit Shared = (FwdTurns || InvTurns) && Direction == twd_butterfly_pkg::BOTH && Beside > 1;

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

  twd_delay #(
    .Width (2),
    .Cycles(Least)
  ) u_least (
    .clk_i,
    .en_i,
    .d_i({tag_i && Tagged, first_i}),
    .q_o(least)
  );

  if (Most == Least) begin : gen_same
    // a turn is never as long as a swap, so that here it is alone
    if (FwdTurns || InvTurns) begin : gen_late
      twd_delay #(
        .Width (2),
        .Cycles(Most - 1)
      ) u_late (
        .clk_i,
        .en_i,
        .d_i({1'b0, first_i}),
        .q_o(most_early)
      );
    end else begin : gen_no_late
      assign most_early = '0;
    end
    assign most = least;
  end else begin : gen_different
    twd_delay #(
      .Width (2),
      .Cycles(Most - Least - 1)
    ) u_most_early (
      .clk_i,
      .en_i,
      .d_i(least),
      .q_o(most_early)
    );

    twd_delay #(
      .Width (2),
      .Cycles(1)
    ) u_most (
      .clk_i,
      .en_i,
      .d_i(most_early),
      .q_o(most)
    );
  end

  if (Swaps && !Shared) begin : gen_swap
    // beside a turn nothing goes straight through
    twd_mdc_swap #(
      .Lanes  (Lanes),
      .Width  (Width),
      .Forward(FwdTurns ? InvDistance : FwdDistance),
      .Inverse(InvTurns ? FwdDistance : InvDistance)
    ) u_swap (
      .clk_i,
      .en_i,
      .first_i,
      .inverse_i(inverse),
      .x_i      (FwdTurns ? x_inv_i : InvTurns ? x_fwd_i : x),
      .y_o      (swapped)
    );
  end else begin : gen_no_swap
    assign swapped = x;
  end

  if (Shared) begin : gen_shared
    twd_mdc_turn_swap #(
      .Lanes   (Lanes),
      .Width   (Width),
      .Beats   (Beats),
      .Distance(Beside),
      .Inverse (InvTurns)
    ) u_turn_swap (
      .clk_i,
      .en_i,
      .first_i,
      .late_i  (late),
      .swap_i  (inverse != InvTurns),
      .x_turn_i(InvTurns ? x_inv_i : x_fwd_i),
      .x_swap_i(InvTurns ? x_fwd_i : x_inv_i),
      .y_o     (turned)
    );

    assign y_o = turned;
  end else if (FwdTurns || InvTurns) begin : gen_turn
    twd_mdc_turn #(
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
  assign unused_inputs = ^{inverse_i, most_early, choose_most, turned, swapped, x};

endmodule
