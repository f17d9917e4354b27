// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mdf_engine: the transform of a stream of polynomials, four coefficients a cycle, and its inverse.
//
//   forward: inverse_i = 0
//   x_i -> D = n/8 -> D = n/16 -> ... -> D = 1 -> lanes (0, 2), (1, 3) -> lanes (0, 1), (2, 3) -> y_o
//
//   inverse: inverse_i = 1
//   x_i -> lanes (0, 1), (2, 3) -> lanes (0, 2), (1, 3) -> D = 1 -> ... -> D = n/16 -> D = n/8 -> [0, q) -> y_o
//
// Method    mixed-radix multi-path delay feedback, Duong-Ngoc and Lee 2022, Fig. 3 and Fig. 7, k_2 = 2: a stage a layer,
//           stage s layer s. Stages with feedback pair coefficients of different beats on each of four lanes, the last two
//           pair lanes; an incomplete ring has no stage of neighbours. The inverse takes the same stages in the opposite
//           order, and 1/N, N = 2^layers, is in the twiddle factors of its last one.
//           Ours: no register between stages, and in the inverse direction no correction either: (-q, q) until the end.
// Order     forward natural in, bit-reversed out as twiddle.model.ntt has it; inverse the other way round. Beat t has the
//           entries 4 t to 4 t + 3, entry 4 t on lane 0.
// Ranges    x_i, y_o in [0, q).
// Timing    latency(Ring, Method, both) of twd_mdf_pkg cycles from x_i to y_o. first_i one cycle before beat 0 of a
//           polynomial, whose beats follow each other, n/4 of them; the next polynomial comes in any distance from there
//           on, what is between them does not matter. first_o likewise before y_o. inverse_i stays as it is from the
//           first_i of a polynomial to the last beat of its result. en_i = 0 freezes the engine. Reset clears the
//           FIFOs' counters alone: first_o is undefined for the cycles of a latency after it.
// Select    polynomials of ml-kem, falcon-512 and falcon-1024, from one to the next, through the stages of falcon-1024, all
//           with its latency: ring_i comes with first_i; a polynomial of n coefficients is n/4 beats. Butterflies are modulo
//           12289 or 3329, behind the same multiplier.
// Cost      4 (log2 n - 2) + 2 or 4 multipliers, n/4 - 1 words of 4 (Width + 1) bits, n twiddle factors, 2n with BOTH.
// Model     twiddle.model.mdf.Mdf, twiddle.model.ntt, twiddle.model.intt

module twd_mdf_engine #(
  parameter  twd_ring_pkg::ring_cfg_t Ring      = twd_ring_pkg::RING_ML_KEM,
  parameter  twd_method_pkg::method_e Method    = twd_method_pkg::METHOD_FOLD,
  parameter  twd_butterfly_pkg::direction_e Direction = twd_butterfly_pkg::FORWARD,  // or BOTH
  parameter  bit                      Select    = 1'b0,  // ring_i chooses the ring of every polynomial
  parameter  bit                      LogicTables = 1'b0,  // 1: constant tables in logic, not block RAM
  localparam int unsigned             Lanes     = twd_mdf_pkg::LANES,
  localparam int unsigned             Width     = $clog2(Ring.q)
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  logic                        en_i,
  input  logic                        first_i,
  input  logic                        inverse_i,  // for Direction BOTH
  input  logic [                 1:0] ring_i,     // for Select, with first_i: 0 ml-kem, 1 falcon-512, 2 falcon-1024
  input  logic [Lanes-1:0][Width-1:0] x_i,
  output logic                        first_o,
  output logic [Lanes-1:0][Width-1:0] y_o
);

  if (twd_ring_pkg::broken_rule(Ring) != twd_ring_pkg::RULE_OK || Ring.n < 16) begin : gen_bad_ring
    $fatal(1, "twd_mdf_engine: Ring is not one of twd_ring_pkg with n from 16");
  end

  if (Direction != twd_butterfly_pkg::FORWARD && Direction != twd_butterfly_pkg::BOTH) begin : gen_bad_direction
    $fatal(1, "twd_mdf_engine: Direction is not FORWARD or BOTH");
  end

  if (Select && 128'(Ring) != twd_ring_pkg::selected(2)) begin : gen_bad_select
    $fatal(1, "twd_mdf_engine: Ring is not falcon-1024, the longest that Select chooses from");
  end

  localparam bit Both = Direction == twd_butterfly_pkg::BOTH;
  localparam int unsigned Stages = twd_ring_pkg::layers(Ring);
  localparam int unsigned Feedback = twd_mdf_pkg::feedback_stages(Ring);
  localparam int unsigned Beat = Lanes * (Width + 1);

  logic [Beat-1:0] x;             // x_i on wider lanes
  logic [Stages*Beat-1:0] y;      // of the stages
  logic [Stages-1:0] first;
  logic [2*Stages-1:0] ring;

  for (genvar l = 0; l < Lanes; l++) begin : gen_input
    assign x[l*(Width+1)+:Width+1] = {1'b0, x_i[l]};
  end

  for (genvar s = 0; s < Stages; s++) begin : gen_stage
    logic [Beat-1:0] data, forward_data, inverse_data;
    logic start, forward_start, inverse_start;
    logic [1:0] of, forward_ring, inverse_ring;
    logic inverse;  // as many cycles later as stages are between this one and the nearer end

    if (!Both || s == 0 || s == Stages - 1) begin : gen_inverse
      assign inverse = Both && inverse_i;
    end else if (s <= Stages - 1 - s) begin : gen_later
      always_ff @(posedge clk_i) begin
        if (en_i) inverse <= gen_stage[s-1].inverse;
      end
    end else begin : gen_mirrored
      assign inverse = gen_stage[Stages-1-s].inverse;
    end

    if (s == 0) begin : gen_start
      assign forward_data  = x;
      assign forward_start = first_i;
      assign forward_ring  = ring_i;
    end else begin : gen_chain
      assign forward_data  = y[(s-1)*Beat+:Beat];
      assign forward_start = first[s-1];
      assign forward_ring  = ring[2*(s-1)+:2];
    end

    if (!Both) begin : gen_no_inverse
      assign inverse_data  = '0;
      assign inverse_start = 1'b0;
      assign inverse_ring  = '0;
    end else if (s == Stages - 1) begin : gen_inverse_start
      assign inverse_data  = x;
      assign inverse_start = first_i;
      assign inverse_ring  = ring_i;
    end else begin : gen_inverse_chain
      assign inverse_data  = y[(s+1)*Beat+:Beat];
      assign inverse_start = first[s+1];
      assign inverse_ring  = ring[2*(s+1)+:2];
    end

    assign data  = inverse ? inverse_data : forward_data;
    assign start = inverse ? inverse_start : forward_start;
    assign of    = inverse ? inverse_ring : forward_ring;

    if (s < Feedback) begin : gen_feedback
      twd_mdf_stage #(
        .Ring       (Ring),
        .Method     (Method),
        .Layer      (s),
        .Both       (Both),
        .Select     (Select),
        .LogicTables(LogicTables)
      ) u_stage (
        .clk_i,
        .rst_ni,
        .en_i,
        .inverse_i(inverse),
        .first_i  (start),
        .ring_i   (of),
        .x_lazy_i (data),
        .first_o  (first[s]),
        .ring_o   (ring[2*s+:2]),
        .y_lazy_o (y[s*Beat+:Beat])
      );
    end else begin : gen_parallel
      logic [Lanes*Width-1:0] u;
      logic [Lanes*Width-1:0] v;
      logic [Lanes-1:0] unused_sign;

      for (genvar l = 0; l < Lanes; l++) begin : gen_lane
        assign {unused_sign[l], u[l*Width+:Width]} = data[l*(Width+1)+:Width+1];
        assign y[s*Beat+l*(Width+1)+:Width+1] = {1'b0, v[l*Width+:Width]};
      end

      twd_mdf_parallel_stage #(
        .Ring       (Ring),
        .Method     (Method),
        .Neighbours (s > Feedback),
        .Both       (Both),
        .Select     (Select),
        .LogicTables(LogicTables)
      ) u_stage (
        .clk_i,
        .en_i,
        .inverse_i(inverse),
        .first_i  (start),
        .ring_i   (of),
        .x_i      (u),
        .first_o  (first[s]),
        .ring_o   (ring[2*s+:2]),
        .y_o      (v)
      );
    end
  end

  if (Both) begin : gen_end
    logic [Beat-1:0] last;
    logic [Width-1:0] modulus;

    assign last = inverse_i ? y[0+:Beat] : y[(Stages-1)*Beat+:Beat];

    if (Select) begin : gen_select
      logic other_q;  // what is last is of ml-kem
      always_ff @(posedge clk_i) begin
        if (en_i && first[0]) other_q <= ring[1:0] == twd_ring_pkg::SELECT_ML_KEM;
      end
      assign modulus = other_q ? Width'(twd_ring_pkg::modulus(twd_ring_pkg::selected(0))) : Width'(Ring.q);
    end else begin : gen_fixed
      assign modulus = Width'(Ring.q);
    end

    always_ff @(posedge clk_i) begin
      if (en_i) begin
        first_o <= inverse_i ? first[0] : first[Stages-1];
        for (int l = 0; l < Lanes; l++) begin
          y_o[l] <= last[l*(Width+1)+:Width] + (modulus & {Width{last[l*(Width+1)+Width]}});
        end
      end
    end
  end else begin : gen_forward_end
    logic unused_inverse;
    assign unused_inverse = inverse_i;
    assign first_o = first[Stages-1];

    for (genvar l = 0; l < Lanes; l++) begin : gen_lane
      logic unused_sign;
      assign {unused_sign, y_o[l]} = y[(Stages-1)*Beat+l*(Width+1)+:Width+1];
    end
  end

  logic unused_ring;
  assign unused_ring = ^{ring, ring_i};

endmodule
