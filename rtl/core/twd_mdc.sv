// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mdc: streaming polynomial core, Lanes coefficients every cycle, on multi-path delay commutators.
//
//   a --> buffer --> transform --+                                     Form PRODUCT; FORWARD and TRANSFORM are one
//                                +--> pointwise --> inverse --> queue --> c     transform between buffer and queue
//   b --> buffer --> transform --+
//
// Operations   op_i with the first beat of a: 0 NTT, 1 INTT (Form TRANSFORM), 2 PWM, 3 MUL, 4 MULT (Form PRODUCT); any
//              other is refused: zeros with c_err_o.
// Streams      Lanes coefficients a beat in natural index order, n / Lanes beats, canonical or reduced and flagged. a and b in
//              any relation. Everything moves together: while c is not taken, or a polynomial that has entered lacks a
//              beat, all stands; a polynomial that lacks one for long is let in again later (twd_stream_control), so that
//              those before it end without it. Reset at any time; it drops everything.
// Cycles       one operation every n / Lanes cycles, for ever: of one kind, MUL and MULT together; with Mixed of any kind in
//              any order. Without Mixed every kind takes the shortest way, and a change of kind waits for the pipe to be
//              empty, which costs the fill of the operation that was there, less 4 cycles; with Mixed all operations of
//              Form PRODUCT go through every engine, which passes on what it is not to transform.
//              Fill 5 + the latencies of the engines (twd_mdc_pkg::latency, twd_pointwise_pkg::latency); twiddle.model.streaming.
// Cost         Lanes / 2 multipliers a layer and engine, three engines and Lanes or 2 Lanes more for Form PRODUCT. No block RAM.
// Limits       n of at least 4 Lanes. Not protected against side channels beyond data-independent timing.
// Model        twiddle.model.polymul.run

`include "twd_ring.svh"

module twd_mdc #(
  parameter int unsigned N = 256,  // coefficients, a power of two from 8 to 4096
  parameter int unsigned Q = 3329,  // modulus, an odd prime below 2^24
  parameter int unsigned Root = 17,  // element of order RootOrder modulo Q
  parameter int unsigned RootOrder = 256,  // 2 N, or N where the transform is incomplete
  parameter int unsigned Method = 32'(twd_method_pkg::METHOD_FOLD),  // of twd_method_pkg
  parameter int unsigned Lanes = 4,  // 2, 4 or 8
  parameter int unsigned Form = twd_stream_pkg::FORM_PRODUCT,  // FORWARD, TRANSFORM or PRODUCT of twd_stream_pkg
  parameter bit Mixed = 1'b0,  // operations of any kind without a gap; not with FORWARD
  parameter bit LogicTables = 1'b0,  // 1: constant tables in logic, not block RAM
  localparam twd_ring_pkg::ring_cfg_t Ring = {N, Q, Root, RootOrder},
  localparam int unsigned Broken = twd_ring_pkg::broken_rule(Ring),
  localparam bit BadMethod = Broken == twd_ring_pkg::RULE_OK && !twd_method_pkg::legal(Method, Q, 32'd0),
  localparam bit Legal = !BadMethod && Broken == twd_ring_pkg::RULE_OK && (Lanes == 2 || Lanes == 4 || Lanes == 8)
      && Ring.n >= 4 * Lanes && Form <= twd_stream_pkg::FORM_PRODUCT && !(Mixed && Form == twd_stream_pkg::FORM_FORWARD),
  // What is built: of an illegal choice something legal, so that its refusal is the only message.
  localparam twd_ring_pkg::ring_cfg_t Used = Legal ? Ring : twd_ring_pkg::RING_ML_KEM,
  localparam twd_method_pkg::method_e UsedMethod =
      twd_method_pkg::method_e'(Legal ? Method : 32'(twd_method_pkg::METHOD_FOLD)),
  localparam int unsigned L = Legal ? Lanes : 4,
  localparam int unsigned Width = $clog2(Used.q)
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic [        2:0] op_i,
  input  logic               a_valid_i,
  output logic               a_ready_o,
  input  logic [L*Width-1:0] a_data_i,
  input  logic               b_valid_i,
  output logic               b_ready_o,
  input  logic [L*Width-1:0] b_data_i,
  output logic               c_valid_o,
  input  logic               c_ready_i,
  output logic [L*Width-1:0] c_data_o,
  output logic               c_last_o,
  output logic               c_err_o
);

  `TWD_REFUSE_RING("twd_mdc", Broken)
  `TWD_REFUSE(gen_bad_lanes, Lanes != 2 && Lanes != 4 && Lanes != 8, "twd_mdc: Lanes is not 2, 4 or 8")
  `TWD_REFUSE(gen_bad_method, BadMethod,
              "twd_mdc: Method does not work modulo Q; FOLD, BARRETT, MONTGOMERY, PLANTARD do")
  `TWD_REFUSE(gen_bad_beats, Ring.n < 4 * Lanes, "twd_mdc: N is less than 4 Lanes")
  `TWD_REFUSE(gen_bad_form, Form > twd_stream_pkg::FORM_PRODUCT,
              "twd_mdc: Form is not FORWARD (0), TRANSFORM (1) or PRODUCT (2)")
  `TWD_REFUSE(gen_bad_mixed, Mixed && Form == twd_stream_pkg::FORM_FORWARD,
              "twd_mdc: Mixed is for Form TRANSFORM or PRODUCT")

  localparam bit Product = Form == twd_stream_pkg::FORM_PRODUCT;
  localparam int unsigned Beats = Used.n / L;
  localparam logic [7:0] Offered = Product ? 8'b0001_1111 : Form == twd_stream_pkg::FORM_TRANSFORM ? 8'b0000_0011
      : 8'b0000_0001;
  localparam twd_butterfly_pkg::direction_e Direction = Form == twd_stream_pkg::FORM_TRANSFORM ? twd_butterfly_pkg::BOTH
      : twd_butterfly_pkg::FORWARD;

  localparam int unsigned TransformLatency = twd_mdc_pkg::latency(
    Used, UsedMethod, L, Direction == twd_butterfly_pkg::BOTH, Mixed && !Product
  );
  localparam int unsigned PointwiseLatency = twd_pointwise_pkg::latency(Used, UsedMethod);
  localparam int unsigned ChainLatency = 2 * TransformLatency + PointwiseLatency;
  localparam logic [63:0] Latency = !Product ? {4{16'(TransformLatency)}} : Mixed ? {4{16'(ChainLatency)}}
      : {16'(ChainLatency), 16'(PointwiseLatency), {2{16'(TransformLatency)}}};
  localparam int unsigned Inside = (Product ? ChainLatency : TransformLatency) / Beats + 2;

  logic en;
  logic first;
  logic [2:0] op;
  logic [1:0] way;
  logic [1:0] way_next;
  logic [L-1:0][Width-1:0] a_q, b_q;
  logic y_first;
  logic [L-1:0][Width-1:0] y;

  logic unused_shell;
  logic unused_last, unused_middle;
  logic [1:0] unused_ring;
  assign unused_shell = ^{unused_ring, unused_last, unused_middle, op, way, way_next, b_q};

  twd_stream_shell #(
    .Q      (Used.q),
    .Lanes  (L),
    .Beats  (Beats),
    .Offered(Offered),
    .TakesB (Product),
    .Mixed  (Mixed),
    .Latency(Latency),
    .Inside (Inside)
  ) u_shell (
    .clk_i,
    .rst_ni,
    .op_i,
    .ring_i   (2'd0),
    .a_valid_i,
    .a_ready_o,
    .a_data_i,
    .b_valid_i,
    .b_ready_o,
    .b_data_i,
    .c_valid_o,
    .c_ready_i,
    .c_data_o,
    .c_last_o,
    .c_err_o,
    .hold_i   (1'b0),
    .busy_i   (1'b0),
    .en_o     (en),
    .first_o  (first),
    .op_o     (op),
    .ring_o   (unused_ring),
    .way_o    (way),
    .way_next_o(way_next),
    .middle_o (unused_middle),
    .last_o   (unused_last),
    .a_o      (a_q),
    .b_o      (b_q),
    .y_first_i(y_first),
    .y_i      (y)
  );

  if (Product) begin : gen_product
    twd_mdc_product #(
      .Ring       (Used),
      .Method     (UsedMethod),
      .Lanes      (L),
      .Mixed      (Mixed),
      .LogicTables(LogicTables)
    ) u_product (
      .clk_i,
      .rst_ni,
      .en_i   (en),
      .first_i(first),
      .op_i   (op),
      .way_i  (way),
      .a_i    (a_q),
      .b_i    (b_q),
      .first_o(y_first),
      .y_o    (y)
    );
  end else begin : gen_transform
    logic inverse_q;

    always_ff @(posedge clk_i) begin
      inverse_q <= way_next == twd_stream_pkg::WAY_INTT;
    end

    twd_mdc_engine #(
      .Ring       (Used),
      .Method     (UsedMethod),
      .Lanes      (L),
      .Direction  (Direction),
      .Mixed      (Legal && Mixed),
      .LogicTables(LogicTables)
    ) u_transform (
      .clk_i,
      .rst_ni,
      .en_i     (en),
      .first_i  (first),
      .inverse_i(Mixed ? op == twd_op_pkg::OP_INTT : inverse_q),
      .pass_i   (1'b0),
      .x_i      (a_q),
      .first_o  (y_first),
      .y_o      (y)
    );
  end

endmodule
