// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mdc_shuffle: the permutation between two stages of twd_mdc_engine: of the forward direction on x_fwd_i, of the
// inverse direction on x_inv_i.
//
// Method    None, twd_mdc_commutator or twd_mdc_reorder, as twd_mdc_pkg has it. With Direction = BOTH the engine
//           runs empty before it changes direction, so one commutator with two delays serves both; a commutator and a
//           reorder buffer stand side by side.
// Timing    shuffle_latency cycles of the direction. sop_i: beat 0 comes two cycles later; sop_o likewise. tag_i comes
//           with sop_i and reappears with sop_o. Reset clears slot counters alone.
// Cost      The permutations.
// Model     twiddle.model.mdc.Mdc

`include "twd_delay.svh"

module twd_mdc_shuffle #(
  parameter twd_ring_pkg::ring_cfg_t Ring = twd_ring_pkg::RING_ML_KEM,
  parameter int unsigned Lanes = 4,
  parameter int unsigned Shuffle = 0,
  parameter twd_butterfly_pkg::direction_e Direction = twd_butterfly_pkg::BOTH,
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

  localparam int unsigned Mirror = twd_ring_pkg::layers(Ring) - Shuffle;
  localparam bit Forward = Direction == twd_butterfly_pkg::FORWARD;
  localparam bit Inverse = Direction == twd_butterfly_pkg::INVERSE;
  // An engine of one direction uses its shuffle for both.
  localparam int unsigned FwdShuffle = Inverse ? Mirror : Shuffle;
  localparam int unsigned InvShuffle = Forward ? Shuffle : Mirror;
  localparam int unsigned FwdDistance = twd_mdc_pkg::distance(Ring, Lanes, FwdShuffle);
  localparam int unsigned InvDistance = twd_mdc_pkg::distance(Ring, Lanes, InvShuffle);
  localparam int unsigned FwdLatency = twd_mdc_pkg::shuffle_latency(Ring, Lanes, FwdShuffle, 1'b0);
  localparam int unsigned InvLatency = twd_mdc_pkg::shuffle_latency(Ring, Lanes, InvShuffle, 1'b0);
  localparam int unsigned Most = FwdLatency < InvLatency ? InvLatency : FwdLatency;
  localparam int unsigned Least = FwdLatency == InvLatency ? 0 : FwdLatency < InvLatency ? FwdLatency : InvLatency;
  localparam int unsigned Last = Most - Least < 2 ? Most - Least : 2;
  localparam bit FwdReorders = !Inverse && twd_mdc_pkg::reorders(Ring, FwdShuffle);
  localparam bit InvReorders = !Forward && twd_mdc_pkg::reorders(Ring, InvShuffle);

  logic inverse;
  logic [1:0] least, early, most;  // {tag, sop}, Least, Most - Last and Most cycles later
  logic [Lanes-1:0][Width-1:0] x, commuted;

  assign inverse        = Forward ? 1'b0 : Inverse ? 1'b1 : inverse_i;
  assign x              = inverse ? x_inv_i : x_fwd_i;
  assign {tag_o, sop_o} = FwdLatency == InvLatency || (FwdLatency < InvLatency ? inverse : !inverse) ? most : least;

  `TWD_DELAY(u_least, 2, Least, 1'b1, {tag_i, sop_i}, least)
  `TWD_DELAY(u_early, 2, Most - Least - Last, 1'b1, least, early)
  `TWD_DELAY(u_most, 2, Last, 1'b1, early, most)

  if (FwdDistance != 0 || InvDistance != 0) begin : gen_commutator
    // Beside a reorder buffer the commutator serves one direction alone.
    twd_mdc_commutator #(
      .Lanes(Lanes), .Width(Width), .Forward(FwdReorders ? InvDistance : FwdDistance),
      .Inverse(InvReorders ? FwdDistance : InvDistance)
    ) u_commutator (
      .clk_i, .rst_ni, .sop_i,
      .inverse_i(inverse),
      .x_i      (FwdReorders ? x_inv_i : InvReorders ? x_fwd_i : x),
      .y_o      (commuted)
    );
  end else begin : gen_no_commutator
    assign commuted = x;
  end

  if (FwdReorders || InvReorders) begin : gen_reorder
    logic [Lanes*Width-1:0] reordered;

    twd_mdc_reorder #(
      .Lanes(Lanes), .Width(Width), .Beats(twd_mdc_pkg::beats(Ring, Lanes)), .Inverse(InvReorders)
    ) u_reorder (
      .clk_i, .sop_i,
      .late_i(early[0]),
      .x_i   (InvReorders ? x_inv_i : x_fwd_i),
      .y_o   (reordered)
    );

    // If only one direction reorders here, the other one passes through the commutator, or straight.
    assign y_o = inverse == InvReorders ? reordered : commuted;
  end else begin : gen_no_reorder
    assign y_o = commuted;
  end

  logic unused;  // by one direction, or one permutation
  assign unused = ^{rst_ni, inverse_i, least, early, x_fwd_i, x_inv_i, x, commuted};

endmodule
