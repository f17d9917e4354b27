// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mdc_engine: the merged negacyclic transform and its inverse on Lanes coefficients a cycle, one polynomial after another
// without a gap: a multi-path delay commutator.
//
//   x --> gap 0 --> column 0 --> gap 1 --> column 1 --> ... --> column L-1 --> gap L --> y
//
// P = log2(Lanes), T = n/Lanes beats a polynomial, L layers, top = log2(n) - 1. A layout of the indices i_top ... i_0 is which
// of their bits are lane bits (P - 1 to 0) and which are bits of the beat:
//
//   where                    lane bits                         beat, highest bit first
//   x, y: natural            i_(P-1) ... i_1, i_0              i_top, ..., i_P
//   column of i_b, b >= P    i_(P-1) ... i_1, i_b              i_0, i_top, ..., i_(b+1), i_(b-1), ..., i_P
//   of i_(P-1) to i_1        i_(P-1) ... i_1, i_P              i_0, i_top, ..., i_(P+1)
//   of i_0                   natural
//
// Forward     gap 0 swaps lane bit 0 with the beat's highest bit, and gap g up to log2(T) - 1 with that of weight T/2^(g+1)
//             (twd_mdc_commutator); column c is layer c, on i_(top - c); the gap before the column of i_0, or before y where the
//             transform is incomplete, turns to natural order (twd_mdc_reorder).
// Inverse     the exact mirror: gap g undoes what gap L - g does forward, column c is layer L - 1 - c. One set of columns does
//             both directions, and their lines and butterflies are shared.
// Method      one butterfly with one multiplier for every pair of lanes and layer (twd_butterfly_dual with BOTH), each of
//             them at work in every cycle: multi-path delay commutator, radix 2, on the merged transforms of FIPS 203 and
//             204, natural order at both ends. Method of twd_method_pkg.
// Ranges      x_i and y_o in [0, q), no scale left. Orders: indices of x_i and y_o natural; a transform itself is in bit-reversed
//             order, as in twiddle.model.transform.
// Timing      latency cycles of twd_mdc_pkg: 3T/2 + 1 in the gaps, the same for both directions, and L columns. Orders and
//             butterflies leave no less: layer 0 pairs beat 0 with T/2 and takes T beats, and the first result needs all
//             of them. first_i: the beat of the next enabled cycle is beat 0; first_o says the same of y_o. From first_i to
//             first_i at least T enabled cycles, and any number more. en_i = 0 freezes everything.
//             Reset clears slot counters and inverse_i's pipe; first_o is undefined for latency + 1 enabled cycles after it.
//             inverse_i (BOTH): holds while a polynomial is in the engine, from the cycle of its first_i on. Mixed: it comes with
//             first_i and is of that polynomial; every gap takes the longer of its two latencies, every column
//             one cycle more than for one direction.
//             pass_i (Pass): comes with first_i; the polynomial comes out as it is, after the same latency.
// Cost        Lanes/2 * L butterflies; in words of LUT memory, one direction: Lanes * (T - 1) in swaps, Lanes * T in the turn.
//             BOTH shares the swaps where both directions have one, and has a second turn. Mixed has the permutations of both
//             directions and Lanes words for every cycle in which their latencies differ, and twd_butterfly.
// Assumes     what the table above says; Ring legal, n of at least 4 Lanes.
// Model       twiddle.model.transform.ntt, intt; twiddle.model.mdc.Mdc

`include "twd_ring.svh"

module twd_mdc_engine #(
  parameter twd_ring_pkg::ring_cfg_t Ring = twd_ring_pkg::RING_ML_KEM,
  parameter twd_method_pkg::method_e Method = twd_method_pkg::METHOD_FOLD,
  parameter int unsigned Lanes = 4,  // 2, 4 or 8
  parameter twd_butterfly_pkg::direction_e Direction = twd_butterfly_pkg::BOTH,  // FORWARD, INVERSE
  parameter bit Mixed = 1'b0,  // BOTH: polynomials of either direction follow each other
  parameter bit Pass = 1'b0,  // 0: pass_i is ignored; not for BOTH
  parameter bit LogicTables = 1'b0,  // 1: constant tables in logic, not block RAM
  localparam int unsigned Broken = twd_ring_pkg::broken_rule(Ring),
  localparam bit BadLanes = Lanes != 2 && Lanes != 4 && Lanes != 8,
  localparam bit BadDirection = Direction > twd_butterfly_pkg::BOTH,
  localparam bit BadPass = Pass && Direction == twd_butterfly_pkg::BOTH,
  localparam bit BadMixed = Mixed && Direction != twd_butterfly_pkg::BOTH,
  localparam bit Legal = Broken == twd_ring_pkg::RULE_OK && !BadLanes && Ring.n >= 4 * Lanes && !BadDirection && !BadPass
      && !BadMixed,
  // What is built: of an illegal choice something legal, so that its refusal is the only message.
  localparam twd_ring_pkg::ring_cfg_t Used = Legal ? Ring : twd_ring_pkg::RING_ML_KEM,
  localparam int unsigned N = Legal ? Lanes : 2,
  localparam twd_butterfly_pkg::direction_e Way = Legal ? Direction : twd_butterfly_pkg::FORWARD,
  localparam int unsigned Width = $clog2(Used.q)
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic                    en_i,
  input  logic                    first_i,
  input  logic                    inverse_i,
  input  logic                    pass_i,
  input  logic [N-1:0][Width-1:0] x_i,
  output logic                    first_o,
  output logic [N-1:0][Width-1:0] y_o
);

  `TWD_REFUSE_RING("twd_mdc_engine", Broken)
  if (BadLanes) begin : gen_bad_lanes
    $fatal(1, "twd_mdc_engine: Lanes is not 2, 4 or 8");
  end
  if (!BadLanes && Ring.n < 4 * Lanes) begin : gen_bad_beats
    $fatal(1, "twd_mdc_engine: N is less than 4 Lanes");
  end
  if (BadDirection) begin : gen_bad_direction
    $fatal(1, "twd_mdc_engine: Direction is not FORWARD, INVERSE or BOTH");
  end
  if (BadPass) begin : gen_bad_pass
    $fatal(1, "twd_mdc_engine: Pass is not for Direction BOTH");
  end
  if (BadMixed) begin : gen_bad_mixed
    $fatal(1, "twd_mdc_engine: Mixed is for Direction BOTH alone");
  end

  localparam int unsigned Layers = twd_ring_pkg::layers(Used);
  localparam bit Passes = Pass && Legal;
  localparam bit Mixes = Mixed && Legal;

  for (genvar g = 0; g <= Layers; g++) begin : gen_stage
    logic first;
    logic tag;
    logic inverse;          // g cycles later, before what it is for
    logic [N*Width-1:0] x_fwd;
    logic [N*Width-1:0] x_inv;
    logic [N*Width-1:0] x;  // of column g, or y_o
    logic first_in;
    logic tag_in;

    if (g == 0) begin : gen_input
      assign inverse  = inverse_i;
      assign first_in = first_i;
      assign tag_in   = Mixes ? inverse_i : pass_i;
      assign x_fwd    = x_i;
      assign x_inv    = x_i;
    end else begin : gen_column
      // Reset, because the slot counters of twd_mdc_delay depend on it.
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) inverse <= 1'b0;
        else if (en_i) inverse <= gen_stage[g-1].inverse;
      end

      twd_mdc_stage #(
        .Ring       (Used),
        .Method     (Method),
        .Lanes      (N),
        .Column     (g - 1),
        .Direction  (Way),
        .Mixed      (Mixes),
        .Pass       (Passes),
        .LogicTables(LogicTables)
      ) u_column (
        .clk_i,
        .en_i,
        .first_i  (gen_stage[g-1].first),
        .tag_i    (gen_stage[g-1].tag),
        .inverse_i(inverse),
        .x_i      (gen_stage[g-1].x),
        .first_o  (first_in),
        .tag_o    (tag_in),
        .y_fwd_o  (x_fwd),
        .y_inv_o  (x_inv)
      );
    end

    if (Mixes) begin : gen_mixed
      twd_mdc_shuffle_mixed #(
        .Ring (Used),
        .Lanes(N),
        .Gap  (g)
      ) u_gap (
        .clk_i,
        .rst_ni,
        .en_i,
        .first_i(first_in),
        .tag_i  (tag_in),
        .x_fwd_i(x_fwd),
        .x_inv_i(x_inv),
        .first_o(first),
        .tag_o  (tag),
        .y_o    (x)
      );
    end else begin : gen_gap
      twd_mdc_shuffle #(
        .Ring     (Used),
        .Lanes    (N),
        .Gap      (g),
        .Direction(Way),
        .Tagged   (Passes)
      ) u_gap (
        .clk_i,
        .rst_ni,
        .en_i,
        .first_i  (first_in),
        .tag_i    (tag_in),
        .inverse_i(inverse),
        .x_fwd_i  (x_fwd),
        .x_inv_i  (x_inv),
        .first_o  (first),
        .tag_o    (tag),
        .y_o      (x)
      );
    end
  end

  assign first_o = gen_stage[Layers].first;
  assign y_o     = gen_stage[Layers].x;

  logic unused_inputs;
  assign unused_inputs = gen_stage[Layers].tag ^ gen_stage[Layers].inverse ^ pass_i;

endmodule
