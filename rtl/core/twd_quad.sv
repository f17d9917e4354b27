// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_quad: polynomial core on a memory-based engine of 2x2 butterflies: four coefficients a word, two layers a pass.
//
// Operations   op_i with the first beat of a: 0 NTT, 1 INTT, 2 PWM, 3 MUL, 4 MULT; any other is refused: zeros with
//              c_err_o.
// Streams      four coefficients a beat in natural index order, canonical, or reduced and flagged; first all of a, then
//              all of b. The result is read while a of the next operation is loaded; b and the computation wait for it.
//              Reset at any time drops everything accepted; ready comes write_delay + late_cycles cycles of
//              twd_quad_pkg later.
// Reference    Nguyen, Dang, Gaj 2019: words, 2x2 butterfly and transposition. Merged psi, order and overlap are ours;
//              docs/cores/quad.md describes them; Published = 1 takes psi in passes of its own as the paper does.
// Cycles       S = n / 4, P passes of two layers (one where their number is odd, or the transform incomplete), D =
//              write_delay, E = late_cycles: busy of NTT P S + D, INTT P S + D + E, PWM S + D (incomplete 3 S + D), and
//              bubbles where a pass is shorter than the pipe. Latency and interval: twiddle.model.quad.Schedule.
// Cost         four multipliers, 2 n coefficients of memory and 4 n of twiddle factors, in four columns.
// Limits       N at least 64. Not protected against side channels beyond data-independent timing.
// Model        twiddle.model.run

`include "twd_ring.svh"

module twd_quad #(
  parameter int unsigned N = 1024,  // coefficients, a power of two from 64 to 4096
  parameter int unsigned Q = 12289,  // modulus, an odd prime below 2^24
  parameter int unsigned Root = 7,  // element of order RootOrder modulo Q
  parameter int unsigned RootOrder = 2048,  // 2 N, or N where the transform is incomplete
  parameter int unsigned Method = 32'(twd_method_pkg::METHOD_KRED),  // of twd_method_pkg
  parameter bit Published = 1'b0,  // psi in passes of its own, as published
  parameter bit LogicTables = 1'b0,  // 1: constant tables in logic, not block RAM
  parameter int unsigned Memory = 32'(twd_ram_pkg::MEMORY_BLOCK),  // of twd_ram_pkg
  parameter bit Trusted = 1'b0,  // 1: operands are canonical by contract; none is checked or reduced
  localparam twd_ring_pkg::ring_cfg_t Ring = {N, Q, Root, RootOrder},
  localparam twd_ring_pkg::rule_e Broken = twd_ring_pkg::broken_rule(Ring),
  localparam bit TooShort = Ring.n < twd_quad_pkg::LEAST_N,
  localparam bit BadMethod = Method > 32'd15 || !twd_method_pkg::takes_wide(4'(Method)),
  localparam bit BadShape = !BadMethod && !twd_method_pkg::supports(4'(Method), twd_method_pkg::FORM_WIDE, Q, 32'd0),
  localparam bit BadPublished = Published && !twd_ring_pkg::complete(Ring),
  localparam bit Legal = Broken == twd_ring_pkg::RULE_OK && !TooShort && !BadMethod && !BadShape && !BadPublished,
  // Refused parameters elaborate a legal stand-in, so that the refusal is the only message.
  localparam twd_ring_pkg::ring_cfg_t Used = Legal ? Ring : twd_ring_pkg::RING_ML_KEM,
  localparam twd_method_pkg::method_e UsedMethod =
      twd_method_pkg::method_e'(Legal ? Method : 32'(twd_method_pkg::METHOD_FOLD)),
  localparam int unsigned Width = $clog2(Used.q)
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic [        2:0] op_i,
  input  logic               a_valid_i,
  output logic               a_ready_o,
  input  logic [4*Width-1:0] a_data_i,
  input  logic               b_valid_i,
  output logic               b_ready_o,
  input  logic [4*Width-1:0] b_data_i,
  output logic               c_valid_o,
  input  logic               c_ready_i,
  output logic [4*Width-1:0] c_data_o,
  output logic               c_last_o,
  output logic               c_err_o
);

  `TWD_REFUSE_RING("twd_quad", Broken)
  `TWD_REFUSE(gen_too_short, Broken == twd_ring_pkg::RULE_OK && TooShort, "twd_quad: N is less than 64")
  `TWD_REFUSE_MEMORY("twd_quad", Memory)
  `TWD_REFUSE(gen_bad_method, BadMethod, "twd_quad: Method is not FOLD, TILES, KRED, KRED2X or LDSP")
  `TWD_REFUSE(gen_bad_shape, Broken == twd_ring_pkg::RULE_OK && BadShape,
              "twd_quad: Q is not k 2^m + 1, odd k < 2^m; take FOLD or TILES")
  `TWD_REFUSE(gen_bad_published, Broken == twd_ring_pkg::RULE_OK && BadPublished,
              "twd_quad: Published is for complete transforms")

  twd_quad_pkg::beat_t beat;
  logic idle, unload, unload_last;
  logic en, ended, done;
  logic free;  // the result has been read: another may follow
  logic range_err, err;
  logic [4*Width-1:0] data;

  twd_quad_load #(.Slots(Used.n / 4)) u_load (
    .clk_i, .rst_ni, .op_i,
    .a_valid_i, .a_ready_o, .b_valid_i, .b_ready_o,
    .idle_i     (idle),
    .range_err_i(range_err),
    .ended_i    (ended),
    .done_i     (done),
    .beat_o     (beat),
    .free_o     (free),
    .err_o      (err)
  );

  twd_quad_engine #(
    .Ring       (Used),
    .Method     (UsedMethod),
    .Published  (Legal && Published),
    .LogicTables(LogicTables || Memory != 32'(twd_ram_pkg::MEMORY_BLOCK)),
    .Memory     (twd_ram_pkg::memory_e'(Memory)),
    .Trusted    (Trusted)
  ) u_engine (
    .clk_i, .rst_ni,
    .en_i         (en),
    .beat_i       (beat),
    .a_data_i,
    .b_data_i,
    .free_i       (free),
    .idle_o       (idle),
    .ended_o      (ended),
    .unload_o     (unload),
    .unload_last_o(unload_last),
    .data_o       (data),
    .err_o        (range_err)
  );

  twd_result #(.Width(4 * Width), .Cycles(twd_quad_pkg::MEMORY_CYCLES)) u_result (
    .clk_i, .rst_ni,
    .read_i(unload),
    .last_i(unload_last),
    .en_o  (en),
    .done_o(done),
    .data_i(data),
    .err_i (err),
    .c_valid_o, .c_ready_i, .c_data_o,
    .c_last_o,
    .c_err_o
  );

endmodule
