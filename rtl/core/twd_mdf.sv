// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mdf: streaming polynomial core, four coefficients every cycle, on multi-path delay feedback.
//
//   a --> buffer --> transform 1 --+                                         Form PRODUCT; FORWARD and TRANSFORM are one
//                                  +--> pointwise --> data memory --+        transform between buffer and queue
//   b --> buffer --> transform 2 --+                                |
//              +----> the same, inverse <---------------------------+--> queue --> c
//
// Method       Duong-Ngoc and Lee 2022: Fig. 3 (Form FORWARD), Fig. 7 (TRANSFORM), Fig. 8 (PRODUCT): two transforms, the second
//              reused for the inverse, one data memory. Ours: the memory takes a batch of products, as many polynomials as fit
//              into 512 words and from 2 to 8, so that the second transform turns round once a batch.
// Operations   op_i with the first beat of a: 0 NTT, 1 INTT (Form TRANSFORM), 2 PWM, 3 MUL (Form PRODUCT); any other is
//              refused: zeros with c_err_o.
// Select       ring_i, with op_i, chooses ml-kem (0), falcon-512 (1) or falcon-1024 (2, 3); lanes are as wide as falcon's, bits
//              above 12 of a coefficient of ml-kem are ignored and flagged. All rings take the cycles of falcon-1024 from the
//              first beat in to the first out, n/4 of their own for a polynomial, and follow each other without a gap.
// Streams      four coefficients a beat in natural index order, n/4 beats, canonical or reduced and flagged. a and b in any
//              relation. Everything moves together: while c is not taken, or a polynomial that has entered lacks a
//              beat, all stands; a polynomial that lacks one for long is let in again later (twd_stream_control), so that
//              those before it end without it. Reset at any time; it drops everything.
// Cycles       T = n/4: one transform or PWM every T cycles, for ever, in one direction; a change of operation waits for the pipe
//              to be empty, which costs the fill of the operation that was there, less 4 cycles (3 for MUL). MUL: see
//              twiddle.model.streaming; a batch of k takes 2 k T and twice the latency of transform 2.
//              Fill 5 + the latency of the engine (twd_mdf_pkg::latency, twd_pointwise_pkg::latency).
// Cost         4 (log2 n - 2) + 2 or 4 multipliers a transform; PRODUCT: two transforms, 4 or 8 multipliers more and the
//              data memory.
// Limits       n of at least 16. Not protected against side channels beyond data-independent timing.
// Model        twiddle.model.polymul.run

`include "twd_ring.svh"

module twd_mdf #(
  parameter int unsigned N = 256,  // coefficients, a power of two from 8 to 4096
  parameter int unsigned Q = 3329,  // modulus, an odd prime below 2^24
  parameter int unsigned Root = 17,  // element of order RootOrder modulo Q
  parameter int unsigned RootOrder = 256,  // 2 N, or N where the transform is incomplete
  parameter int unsigned Method = 32'(twd_method_pkg::METHOD_FOLD),  // of twd_method_pkg
  parameter int unsigned Form = twd_stream_pkg::FORM_PRODUCT,  // FORWARD, TRANSFORM or PRODUCT of twd_stream_pkg
  parameter bit Select = 1'b0,  // the ring is chosen by ring_i; Ring is falcon-1024, the widest
  parameter bit LogicTables = 1'b0,  // 1: constant tables in logic, not block RAM
  localparam twd_ring_pkg::ring_cfg_t Ring = {N, Q, Root, RootOrder},
  localparam int unsigned Broken = twd_ring_pkg::broken_rule(Ring),
  localparam bit BadSelect = Select
      && (Form >= twd_stream_pkg::FORM_PRODUCT || 128'(Ring) != twd_ring_pkg::selected(twd_ring_pkg::SELECTABLE - 1)),
  localparam bit BadMethod = Broken == twd_ring_pkg::RULE_OK && !twd_method_pkg::legal(Method, Q, 32'd0),
  localparam bit Legal = !BadMethod && Broken == twd_ring_pkg::RULE_OK && Ring.n >= 16 && Form <= twd_stream_pkg::FORM_PRODUCT
      && !BadSelect,
  // What is built: of an illegal choice something legal, so that its refusal is the only message.
  localparam twd_ring_pkg::ring_cfg_t Used = Legal ? Ring : twd_ring_pkg::RING_ML_KEM,
  localparam twd_method_pkg::method_e UsedMethod =
      twd_method_pkg::method_e'(Legal ? Method : 32'(twd_method_pkg::METHOD_FOLD)),
  localparam int unsigned L = twd_mdf_pkg::LANES,
  localparam int unsigned Width = $clog2(Used.q)
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic [        2:0] op_i,
  input  logic [        1:0] ring_i,
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

  `TWD_REFUSE_RING("twd_mdf", Broken)
  `TWD_REFUSE(gen_bad_method, BadMethod,
              "twd_mdf: Method does not work modulo Q; FOLD, BARRETT, MONTGOMERY, PLANTARD do")
  `TWD_REFUSE(gen_bad_beats, Ring.n < 16, "twd_mdf: N is less than 16")
  `TWD_REFUSE(gen_bad_form, Form > twd_stream_pkg::FORM_PRODUCT,
              "twd_mdf: Form is not FORWARD (0), TRANSFORM (1) or PRODUCT (2)")
  `TWD_REFUSE(gen_bad_select, BadSelect, "twd_mdf: Select is for Ring falcon-1024 and Form FORWARD or TRANSFORM")

  localparam bit Product = Form == twd_stream_pkg::FORM_PRODUCT;
  localparam bit Both = Form != twd_stream_pkg::FORM_FORWARD;
  localparam int unsigned Beats = twd_mdf_pkg::beats(Used);
  localparam logic [7:0] Offered = Product ? 8'b0000_1111 : Both ? 8'b0000_0011 : 8'b0000_0001;
  localparam int unsigned TransformLatency = twd_mdf_pkg::latency(Used, UsedMethod, Both);
  localparam int unsigned PointwiseLatency = twd_pointwise_pkg::latency(Used, UsedMethod);
  localparam logic [63:0] Latency = !Product ? {4{16'(TransformLatency)}}
      : {16'(TransformLatency + PointwiseLatency), 16'(PointwiseLatency), {2{16'(TransformLatency)}}};
  localparam int unsigned Batch = Beats <= 64 ? 8 : Beats == 128 ? 4 : 2;
  localparam int unsigned Inside = 2 + (Product && Batch > TransformLatency / Beats ? Batch
      : TransformLatency / (Select ? 64 : Beats));

  logic en;
  logic hold, busy;
  logic first, middle, last;
  logic [1:0] way;
  logic [1:0] way_next;
  logic [L-1:0][Width-1:0] a_q, b_q;
  logic y_first;
  logic [L-1:0][Width-1:0] y;

  logic unused_shell;
  logic [1:0] ring;
  logic [2:0] unused_op;
  assign unused_shell = ^{ring, unused_op, middle, last, way, way_next, b_q};

  twd_stream_shell #(
    .Q      (Used.q),
    .Lanes  (L),
    .Beats  (Beats),
    .Select (Legal && Select),
    .Offered(Offered),
    .TakesB (Product),
    .Latency(Latency),
    .Inside (Inside)
  ) u_shell (
    .clk_i,
    .rst_ni,
    .op_i,
    .ring_i,
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
    .hold_i   (hold),
    .busy_i   (busy),
    .en_o     (en),
    .first_o  (first),
    .op_o     (unused_op),
    .ring_o   (ring),
    .way_o    (way),
    .way_next_o(way_next),
    .middle_o (middle),
    .last_o   (last),
    .a_o      (a_q),
    .b_o      (b_q),
    .y_first_i(y_first),
    .y_i      (y)
  );

  if (Product) begin : gen_product
    twd_mdf_product #(
      .Ring       (Used),
      .Method     (UsedMethod),
      .Batch      (Batch),
      .LogicTables(LogicTables)
    ) u_product (
      .clk_i,
      .rst_ni,
      .en_i   (en),
      .first_i(first),
      .middle_i(middle),
      .last_i (last),
      .way_i  (way),
      .hold_o (hold),
      .busy_o (busy),
      .a_i    (a_q),
      .b_i    (b_q),
      .first_o(y_first),
      .y_o    (y)
    );
  end else begin : gen_transform
    logic inverse_q;

    assign {hold, busy} = '0;

    always_ff @(posedge clk_i) begin
      inverse_q <= way_next == twd_stream_pkg::WAY_INTT;
    end

    twd_mdf_engine #(
      .Ring       (Used),
      .Method     (UsedMethod),
      .Direction  (Both ? twd_butterfly_pkg::BOTH : twd_butterfly_pkg::FORWARD),
      .Select     (Legal && Select),
      .LogicTables(LogicTables)
    ) u_transform (
      .clk_i,
      .rst_ni,
      .en_i     (en),
      .first_i  (first),
      .inverse_i(inverse_q),
      .ring_i   (ring),
      .x_i      (a_q),
      .first_o  (y_first),
      .y_o      (y)
    );
  end

endmodule
