// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_pwmm: one row of a matrix-vector product in the transform domain: c = s * sum over j < k of a_j o b_j.
//
// Method    Nguyen et al. 2023, section 4.3 (twd_pwmm_engine). Beats enter the pipe while the buffer of results has
//           room for all that is in it.
// Operations   op_i = 2 (PWM) and k_i from 1 to 8, both with the first beat of a: k_i polynomials on a, k_i on b, one
//           on c. A matrix is one operation a row, the vector sent again. Anything else is refused: max(k_i, 1)
//           polynomials are taken on a, as many on b if op_i is 2, 3 or 4, and n / Lanes zeros come out with c_err_o.
// Scaled    0: s = 1, methods FOLD, SHIFT_ADD, TILES, RNS and BARRETT. 1: s = 2^-layers, which is the 1/n of the
//           inverse transform, methods KRED and LDSP. LDSP and TILES take no DSP block and any q: their products are
//           rows of adders (twd_pwmm_row_unit). The other methods are those of twd_mod_mul.
// Streams   a and b in lock step, one register each; coefficients in natural index order, canonical or reduced and
//           flagged. Reset at any time; it drops everything accepted.
// Cycles    B = n / Lanes beats a polynomial: interval k B; fill (k - 1) B + latency + 3, latency k B + latency + 3,
//           with latency of twd_pwmm_pkg.
// Cost      that of twd_pwmm_engine; a buffer of 16 or 32 beats.
// Limits    n / Lanes of at least fewest_beats (twd_pwmm_pkg). Not protected against side channels beyond
//           data-independent timing.
// Model     twiddle.model.pwmm.pwmm

`include "twd_ring.svh"

module twd_pwmm #(
  parameter int unsigned N = 256,  // coefficients, a power of two from 8 to 4096
  parameter int unsigned Q = 3329,  // modulus, an odd prime below 2^24
  parameter int unsigned Root = 17,  // element of order RootOrder modulo Q
  parameter int unsigned RootOrder = 256,  // 2 N, or N where the transform is incomplete
  parameter int unsigned Units = 1,  // pairs of coefficients a cycle, 1 or 2
  parameter int unsigned Method = 32'(twd_method_pkg::METHOD_TILES),  // of twd_method_pkg
  parameter bit Scaled = 1'b0,  // 1: results are 2^-layers times the row
  parameter bit LogicTables = 1'b0,  // 1: constant tables in logic, not block RAM
  parameter bit Trusted = 1'b0,  // 1: operands are canonical by contract; none is checked
  localparam twd_ring_pkg::ring_cfg_t Ring = {N, Q, Root, RootOrder},
  localparam twd_ring_pkg::rule_e BrokenRing = twd_ring_pkg::broken_rule(Ring),
  localparam twd_pwmm_pkg::rule_e Broken = BrokenRing == twd_ring_pkg::RULE_OK
      ? twd_pwmm_pkg::broken_rule(Ring, Units, Method, Scaled) : twd_pwmm_pkg::RULE_OK,
  // Refused parameters elaborate a legal stand-in, so that the refusal is the only message.
  localparam bit Legal = BrokenRing == twd_ring_pkg::RULE_OK && Broken == twd_pwmm_pkg::RULE_OK,
  localparam twd_ring_pkg::ring_cfg_t UsedRing = Legal ? Ring : twd_ring_pkg::RING_ML_KEM,
  localparam int unsigned UsedUnits = Legal ? Units : 1,
  localparam twd_method_pkg::method_e UsedMethod =
      twd_method_pkg::method_e'(Legal ? Method : 32'(twd_method_pkg::METHOD_FOLD)),
  localparam bit UsedScaled = Legal && Scaled,
  localparam int unsigned Width = 2 * UsedUnits * $clog2(UsedRing.q)  // of a beat
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic [      2:0] op_i,
  input  logic [      3:0] k_i,
  input  logic             a_valid_i,
  output logic             a_ready_o,
  input  logic [Width-1:0] a_data_i,
  input  logic             b_valid_i,
  output logic             b_ready_o,
  input  logic [Width-1:0] b_data_i,
  output logic             c_valid_o,
  input  logic             c_ready_i,
  output logic [Width-1:0] c_data_o,
  output logic             c_last_o,
  output logic             c_err_o
);

  `TWD_REFUSE_RING("twd_pwmm", BrokenRing)
  `TWD_REFUSE(gen_bad_units, Broken == twd_pwmm_pkg::RULE_UNITS, "twd_pwmm: Units is not 1 or 2")
  `TWD_REFUSE(gen_bad_exact, Broken == twd_pwmm_pkg::RULE_EXACT,
              "twd_pwmm: Method leaves a factor in the product; with Scaled = 0: FOLD, SHIFT_ADD, TILES, RNS, BARRETT")
  `TWD_REFUSE(gen_bad_halving, Broken == twd_pwmm_pkg::RULE_HALVING,
              "twd_pwmm: Method cannot leave 2^-layers in the product; with Scaled = 1: KRED, LDSP")
  `TWD_REFUSE(gen_bad_method, Broken == twd_pwmm_pkg::RULE_METHOD,
              "twd_pwmm: Method does not work modulo Q; TILES, FOLD and BARRETT do, with Scaled = 1 LDSP")
  `TWD_REFUSE(gen_bad_beats, Broken == twd_pwmm_pkg::RULE_BEATS,
              "twd_pwmm: N / (2 Units) beats are fewer than the pipe is long")

  localparam int unsigned Beats = UsedRing.n / (2 * UsedUnits);

  logic room, unused_few;
  logic valid, sum_valid, sum_last, sum_err;
  logic [Width-1:0] a, b, sum;
  logic [$clog2(Beats)-1:0] beat;
  twd_pwmm_pkg::mark_t mark;

  twd_pwmm_input #(.Beats(Beats), .Width(Width)) u_input (
    .clk_i, .rst_ni, .op_i, .k_i,
    .a_valid_i, .a_ready_o, .a_data_i, .b_valid_i, .b_ready_o, .b_data_i,
    .room_i(room), .valid_o(valid), .a_o(a), .b_o(b), .beat_o(beat), .mark_o(mark)
  );

  twd_pwmm_engine #(
    .Ring       (UsedRing),
    .Units      (UsedUnits),
    .Method     (UsedMethod),
    .Scaled     (UsedScaled),
    .LogicTables(LogicTables),
    .Trusted    (Trusted)
  ) u_engine (
    .clk_i, .rst_ni,
    .valid_i(valid), .a_i(a), .b_i(b), .beat_i(beat), .mark_i(mark),
    .valid_o(sum_valid), .data_o(sum), .last_o(sum_last), .err_o(sum_err)
  );

  // Up to Latency + 3 beats have entered the pipe and are not among the stored ones that room counts.
  twd_fifo #(
    .Width  (Width + 2),
    .Depth  (twd_pwmm_pkg::buffer_depth(UsedRing, UsedMethod, UsedScaled)),
    .Reserve(twd_pwmm_pkg::latency(UsedRing, UsedMethod, UsedScaled) + 3)
  ) u_buffer (
    .clk_i, .rst_ni,
    .w_valid_i(sum_valid), .w_data_i({sum, sum_last, sum_err}), .room_o(room), .few_o(unused_few),
    .r_valid_o(c_valid_o), .r_ready_i(c_ready_i), .r_data_o({c_data_o, c_last_o, c_err_o})
  );

  `TWD_ASSERT_HELD(ResultHeldUntilTaken, c_valid_o, c_ready_i, {c_data_o, c_last_o, c_err_o})

endmodule
