// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mdc_engine: the merged negacyclic transform and its inverse on Lanes coefficients a cycle, one polynomial after
// another without a bubble: a multi-path delay commutator.
//
//   x --> shuffle 0 --> stage 0 --> shuffle 1 --> stage 1 --> ... --> stage L-1 --> shuffle L --> y
//
// Method    Radix 2, natural order at both ends. L stages of Lanes/2 butterflies, one multiplier each, which work in
//           every cycle. A shuffle brings the index bit that the next stage pairs into a lane bit. The inverse
//           direction is the exact mirror: stage s is layer s forward and layer L - 1 - s inverse. docs/cores/mdc.md
//           has the layouts.
// Ranges    x_i and y_o in [0, q), no scale left. x_i and y_o in the natural order of their indices; the transform
//           itself is in bit-reversed order, as in twiddle.model.transform.
// Timing    latency cycles of twd_mdc_pkg: 3T/2 + 2 in the shuffles, T = n/Lanes, the same for both directions, and L
//           stages. sop_i: beat 0 comes two cycles later; sop_o likewise. At least T cycles from one sop_i to the next.
//           Nothing inside ever stops. Reset clears slot counters and the pipeline of inverse_i; sop_o is undefined for
//           latency + 1 cycles after it.
//           inverse_i (BOTH) stays constant from the cycle of sop_i on, as long as a polynomial is in the engine.
//           Mixed: it comes with sop_i and applies to that polynomial; every shuffle takes the longer of its two
//           latencies, every stage two cycles more than for one direction.
//           pass_i (Pass) comes with sop_i: the polynomial leaves unchanged, after the same latency.
// Streams   So many polynomials side by side, beat by beat, each with its pass_i; one counter and one table of twiddle
//           factors a stage serve them all. 1 with Mixed.
// Cost      Lanes/2 * L butterflies. For one direction Lanes * (T - 1) words of LUT memory in commutators, Lanes * T in
//           the reorder buffer. BOTH shares the commutators and has a second reorder buffer. Mixed has the permutations
//           of both directions, Lanes words for every cycle by which their latencies differ, and twd_butterfly.
// Assumes   Ring is legal, with n of at least 4 Lanes: the cores refuse others.
// Model     twiddle.model.transform.ntt, intt; twiddle.model.mdc.Mdc

`include "twd_assert.svh"

module twd_mdc_engine #(
  parameter twd_ring_pkg::ring_cfg_t Ring = twd_ring_pkg::RING_ML_KEM,
  parameter twd_method_pkg::method_e Method = twd_method_pkg::METHOD_FOLD,
  parameter int unsigned Lanes = 4,  // 2, 4 or 8
  parameter int unsigned Streams = 1,
  parameter twd_butterfly_pkg::direction_e Direction = twd_butterfly_pkg::BOTH,  // FORWARD, INVERSE
  parameter bit Mixed = 1'b0,  // BOTH: polynomials of either direction follow each other
  parameter logic [Streams-1:0] Pass = '0,  // 0: pass_i of the stream is ignored; not for BOTH
  parameter bit LogicTables = 1'b0,  // 1: constant tables in logic, not block RAM
  localparam int unsigned Width = $clog2(Ring.q)
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  logic                        sop_i,
  input  logic                        inverse_i,
  input  logic [Streams-1:0]          pass_i,
  input  logic [Streams*Lanes-1:0][Width-1:0] x_i,
  output logic                        sop_o,
  output logic [Streams*Lanes-1:0][Width-1:0] y_o
);

  `TWD_REFUSE(gen_bad_direction, Direction > twd_butterfly_pkg::BOTH,
              "twd_mdc_engine: Direction is not FORWARD, INVERSE or BOTH")
  `TWD_REFUSE(gen_bad_pass, Pass != '0 && Direction == twd_butterfly_pkg::BOTH,
              "twd_mdc_engine: Pass is not for Direction BOTH")
  `TWD_REFUSE(gen_bad_mixed, Mixed && Direction != twd_butterfly_pkg::BOTH,
              "twd_mdc_engine: Mixed is for Direction BOTH alone")
  `TWD_REFUSE(gen_bad_streams, Streams < 1 || (Mixed && Streams != 1),
              "twd_mdc_engine: Streams is not positive, or not 1 with Mixed")

  localparam int unsigned Layers = twd_ring_pkg::layers(Ring);
  localparam int unsigned Beat = Lanes * Width;  // bits of a stream

  for (genvar s = 0; s <= Layers; s++) begin : gen_stage
    logic inverse;             // inverse_i, s cycles later
    logic sop_in;              // of shuffle s
    logic [Streams-1:0] tag_in;
    logic [Streams*Beat-1:0] x_fwd, x_inv;
    logic sop;                 // of stage s, or of y_o
    logic [Streams-1:0] sops;  // the same of every stream
    logic [Streams-1:0] tag;
    logic [Streams*Beat-1:0] x;
    logic unused_sops;

    if (s == 0) begin : gen_input
      assign inverse = inverse_i;
      assign sop_in  = sop_i;
      assign tag_in  = Mixed ? Streams'(inverse_i) : pass_i;
      assign x_fwd   = x_i;
      assign x_inv   = x_i;
    end else begin : gen_butterflies
      // Reset, because the slot counters of twd_mdc_delay depend on it.
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) inverse <= 1'b0;
        else inverse <= gen_stage[s-1].inverse;
      end

      twd_mdc_stage #(
        .Ring(Ring), .Method(Method), .Lanes(Lanes), .Streams(Streams), .Stage(s - 1), .Direction(Direction),
        .Mixed(Mixed), .Pass(Pass), .LogicTables(LogicTables)
      ) u_stage (
        .clk_i,
        .sop_i    (gen_stage[s-1].sop),
        .tag_i    (gen_stage[s-1].tag),
        .inverse_i(inverse),
        .x_i      (gen_stage[s-1].x),
        .sop_o(sop_in), .tag_o(tag_in), .y_fwd_o(x_fwd), .y_inv_o(x_inv)
      );
    end

    assign sop         = sops[0];
    assign unused_sops = ^sops;

    for (genvar p = 0; p < Streams; p++) begin : gen_stream
      if (Mixed) begin : gen_mixed
        twd_mdc_shuffle_mixed #(.Ring(Ring), .Lanes(Lanes), .Shuffle(s)) u_shuffle (
          .clk_i, .rst_ni,
          .sop_i(sop_in), .tag_i(tag_in), .x_fwd_i(x_fwd), .x_inv_i(x_inv),
          .sop_o(sops), .tag_o(tag), .y_o(x)
        );
      end else begin : gen_plain
        twd_mdc_shuffle #(.Ring(Ring), .Lanes(Lanes), .Shuffle(s), .Direction(Direction)) u_shuffle (
          .clk_i, .rst_ni,
          .sop_i    (sop_in),
          .tag_i    (tag_in[p]),
          .inverse_i(inverse),
          .x_fwd_i  (x_fwd[p*Beat+:Beat]),
          .x_inv_i  (x_inv[p*Beat+:Beat]),
          .sop_o    (sops[p]),
          .tag_o    (tag[p]),
          .y_o      (x[p*Beat+:Beat])
        );
      end
    end
  end

  assign sop_o = gen_stage[Layers].sop;
  assign y_o   = gen_stage[Layers].x;

  logic unused;
  assign unused = (^gen_stage[Layers].tag) ^ gen_stage[Layers].inverse ^ (^pass_i);

endmodule
