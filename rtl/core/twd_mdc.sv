// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mdc: streaming polynomial core, Lanes coefficients every cycle, on multi-path delay commutators.
//
//   a --> buffer --> transform --+                                            Form PRODUCT; FORWARD and
//                                +--> pointwise --> inverse --> queue --> c   TRANSFORM have one transform alone
//   b --> buffer --> transform --+
//
// Operations   op_i with the first beat of a: NTT, INTT (Form TRANSFORM), PWM, MUL, MULT (Form PRODUCT); any other is
//              refused: zeros with c_err_o. docs/cores/mdc.md describes the streams.
// Cycles       One operation every n / Lanes cycles: of one kind, MUL and MULT together; with Mixed of any kind in any
//              order. Without Mixed every kind takes the shortest path, and a change of kind waits until the pipe is
//              empty; with Mixed all operations of Form PRODUCT go through every engine, which passes what it must not
//              transform. Fill: twd_stream_pkg::SHELL_LATENCY and twd_mdc_pkg::path_latencies.
// Cost         Lanes / 2 multipliers a layer and engine; Form PRODUCT: three engines and Lanes or 2 Lanes more. Block
//              RAM only for operands and results, with Memory = BLOCK.
// Limits       n of at least 4 Lanes. Not protected against side channels beyond data-independent timing.
// Model        twiddle.model.run, twiddle.model.streaming.MdcCore

`include "twd_ring.svh"

module twd_mdc #(
  parameter int unsigned N = 256,  // coefficients, a power of two from 8 to 4096
  parameter int unsigned Q = 3329,  // modulus, an odd prime below 2^24
  parameter int unsigned Root = 17,  // element of order RootOrder modulo Q
  parameter int unsigned RootOrder = 256,  // 2 N, or N where the transform is incomplete
  parameter int unsigned Method = 32'(twd_method_pkg::METHOD_FOLD),  // of twd_method_pkg
  parameter int unsigned Lanes = 4,  // 2, 4 or 8
  parameter int unsigned Form = 32'(twd_stream_pkg::FORM_PRODUCT),  // FORWARD, TRANSFORM or PRODUCT of twd_stream_pkg
  parameter bit Mixed = 1'b0,  // operations of any kind follow each other; not with FORWARD
  parameter bit LogicTables = 1'b0,  // 1: constant tables in logic, not block RAM
  parameter int unsigned Memory = 32'(twd_ram_pkg::MEMORY_LUT),  // of twd_ram_pkg: of operands and results
  parameter bit Trusted = 1'b0,  // 1: operands are canonical by contract; none is checked or reduced
  localparam twd_ring_pkg::ring_cfg_t Ring = {N, Q, Root, RootOrder},
  localparam twd_ring_pkg::rule_e Broken = twd_ring_pkg::broken_rule(Ring),
  localparam bit BadMethod = Broken == twd_ring_pkg::RULE_OK && !twd_method_pkg::legal(Method, Q, 32'd0),
  localparam bit BadLanes = Lanes != 2 && Lanes != 4 && Lanes != 8,
  localparam bit BadForm = Form > 32'(twd_stream_pkg::FORM_PRODUCT),
  localparam bit BadMixed = Mixed && Form == 32'(twd_stream_pkg::FORM_FORWARD),
  // Refused parameters elaborate a legal stand-in, so that the refusal is the only message.
  localparam bit Legal = !BadMethod && Broken == twd_ring_pkg::RULE_OK && !BadLanes && N >= 4 * Lanes && !BadForm
      && !BadMixed,
  localparam twd_ring_pkg::ring_cfg_t Used = Legal ? Ring : twd_ring_pkg::RING_ML_KEM,
  localparam twd_method_pkg::method_e UsedMethod =
      twd_method_pkg::method_e'(Legal ? Method : 32'(twd_method_pkg::METHOD_FOLD)),
  localparam int unsigned UsedLanes = Legal ? Lanes : 4,
  localparam twd_stream_pkg::form_e UsedForm =
      twd_stream_pkg::form_e'(Legal ? Form : 32'(twd_stream_pkg::FORM_FORWARD)),
  localparam int unsigned Width = $clog2(Used.q)
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,
  input  logic [                2:0] op_i,
  input  logic                       a_valid_i,
  output logic                       a_ready_o,
  input  logic [UsedLanes*Width-1:0] a_data_i,
  input  logic                       b_valid_i,
  output logic                       b_ready_o,
  input  logic [UsedLanes*Width-1:0] b_data_i,
  output logic                       c_valid_o,
  input  logic                       c_ready_i,
  output logic [UsedLanes*Width-1:0] c_data_o,
  output logic                       c_last_o,
  output logic                       c_err_o
);

  `TWD_REFUSE_RING("twd_mdc", Broken)
  `TWD_REFUSE(gen_bad_lanes, BadLanes, "twd_mdc: Lanes is not 2, 4 or 8")
  `TWD_REFUSE_METHOD("twd_mdc", BadMethod)
  `TWD_REFUSE(gen_bad_beats, N < 4 * Lanes, "twd_mdc: N is less than 4 Lanes")
  `TWD_REFUSE_MEMORY("twd_mdc", Memory)
  `TWD_REFUSE(gen_bad_form, BadForm, "twd_mdc: Form is not FORWARD (0), TRANSFORM (1) or PRODUCT (2)")
  `TWD_REFUSE(gen_bad_mixed, BadMixed, "twd_mdc: Mixed is for Form TRANSFORM or PRODUCT")

  localparam bit Product = UsedForm == twd_stream_pkg::FORM_PRODUCT;
  localparam int unsigned Beats = twd_mdc_pkg::beats(Used, UsedLanes);
  localparam logic [7:0] Offered = twd_stream_pkg::offered(UsedForm, 1'b1);
  localparam logic [63:0] Latency = twd_mdc_pkg::path_latencies(Used, UsedMethod, UsedLanes, UsedForm, Legal && Mixed);

  twd_stream_pkg::pipe_t pipe;
  logic y_sop;
  logic unused_room;
  logic [UsedLanes-1:0][Width-1:0] a, b, y;

  twd_stream_shell #(
    .Q(Used.q), .Lanes(UsedLanes), .Beats(Beats), .Offered(Offered), .Memory(twd_ram_pkg::memory_e'(Memory)),
    .Trusted(Trusted), .TakesB(Product), .Mixed(Legal && Mixed), .Latency(Latency),
    .OutLatency(twd_stream_pkg::longest(Latency))
  ) u_shell (
    .clk_i, .rst_ni, .op_i,
    .a_valid_i, .a_ready_o, .a_data_i,
    .b_valid_i, .b_ready_o, .b_data_i,
    .c_valid_o, .c_ready_i, .c_data_o, .c_last_o, .c_err_o,
    .ring_i(2'd0), .hold_i(1'b0), .busy_i(1'b0), .take_i(1'b0), .room_o(unused_room),
    .pipe_o(pipe), .a_o(a), .b_o(b), .y_sop_i(y_sop), .y_i(y)
  );

  if (Product) begin : gen_product
    twd_mdc_product #(
      .Ring(Used), .Method(UsedMethod), .Lanes(UsedLanes), .Mixed(Legal && Mixed), .LogicTables(LogicTables)
    ) u_product (
      .clk_i, .rst_ni,
      .pipe_i(pipe), .a_i(a), .b_i(b), .sop_o(y_sop), .y_o(y)
    );
  end else begin : gen_transform
    logic inverse_q;
    logic unused;
    assign unused = ^{pipe, b};

    always_ff @(posedge clk_i) begin
      inverse_q <= pipe.path == twd_stream_pkg::PATH_INTT;
    end

    twd_mdc_engine #(
      .Ring(Used), .Method(UsedMethod), .Lanes(UsedLanes), .Mixed(Legal && Mixed), .LogicTables(LogicTables),
      .Direction(UsedForm == twd_stream_pkg::FORM_FORWARD ? twd_butterfly_pkg::FORWARD : twd_butterfly_pkg::BOTH)
    ) u_transform (
      .clk_i, .rst_ni,
      .sop_i    (pipe.sop),
      .inverse_i(Mixed ? pipe.op == twd_op_pkg::OP_INTT : inverse_q),
      .pass_i(1'b0), .x_i(a), .sop_o(y_sop), .y_o(y)
    );
  end

endmodule
