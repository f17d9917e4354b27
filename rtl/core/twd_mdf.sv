// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mdf: streaming polynomial core, four coefficients every cycle, on multi-path delay feedback.
//
//   a --> buffer --> transform 1 --+                                    Form PRODUCT; FORWARD and TRANSFORM
//                                  +--> pointwise --> data memory --+   have one transform alone
//   b --> buffer --> transform 2 --+                                |
//              +----> the same, inverse <---------------------------+--> queue --> c
//
// Method       Duong-Ngoc and Lee 2022: Fig. 3 (Form FORWARD), Fig. 7 (TRANSFORM), Fig. 8 (PRODUCT). Ours: batches of
//              products.
// Operations   op_i with the first beat of a: NTT, INTT (Form TRANSFORM), PWM, MUL, with Mult MULT (Form PRODUCT); any
//              other is refused: zeros with c_err_o. docs/cores/mdf.md describes the streams, batches and Select.
// Cycles       T = n/4: one transform or PWM every T cycles in one direction; a change of operation waits until the
//              pipe is empty. A batch of k products takes 2 k T and twice the latency of transform 2. Fill:
//              twd_stream_pkg::SHELL_LATENCY and twd_mdf_pkg::path_latencies.
// Cost         4 (log2 n - 2) + 2 or 4 multipliers a transform; PRODUCT: two transforms, 4 or 8 multipliers and a
//              memory more.
// Limits       n of at least 16. Not protected against side channels beyond data-independent timing.
// Model        twiddle.model.run, twiddle.model.streaming.MdfCore

`include "twd_ring.svh"

module twd_mdf #(
  parameter int unsigned N = 256,  // coefficients, a power of two from 8 to 4096
  parameter int unsigned Q = 3329,  // modulus, an odd prime below 2^24
  parameter int unsigned Root = 17,  // element of order RootOrder modulo Q
  parameter int unsigned RootOrder = 256,  // 2 N, or N where the transform is incomplete
  parameter int unsigned Method = 32'(twd_method_pkg::METHOD_FOLD),  // of twd_method_pkg
  parameter int unsigned Form = 32'(twd_stream_pkg::FORM_PRODUCT),  // FORWARD, TRANSFORM or PRODUCT of twd_stream_pkg
  parameter bit Select = 1'b0,  // the ring is chosen by ring_i; Ring is falcon-1024, the widest
  parameter bit Mult = 1'b0,  // Form PRODUCT: MULT too, in the batches of MUL
  parameter bit LogicTables = 1'b0,  // 1: constant tables in logic, not block RAM
  parameter int unsigned Memory = 32'(twd_ram_pkg::MEMORY_LUT),  // of twd_ram_pkg: of operands and results
  parameter bit Trusted = 1'b0,  // 1: operands are canonical by contract; none is checked or reduced
  localparam twd_ring_pkg::ring_cfg_t Ring = {N, Q, Root, RootOrder},
  localparam twd_ring_pkg::rule_e Broken = twd_ring_pkg::broken_rule(Ring),
  localparam bit BadForm = Form > 32'(twd_stream_pkg::FORM_PRODUCT),
  localparam bit BadSelect = Select && 128'(Ring) != twd_ring_pkg::selected(twd_ring_pkg::SELECTABLE - 1),
  localparam bit BadMult = Mult && Form != 32'(twd_stream_pkg::FORM_PRODUCT),
  localparam bit BadMethod = Broken == twd_ring_pkg::RULE_OK && !twd_method_pkg::legal(Method, Q, 32'd0),
  // Refused parameters elaborate a legal stand-in, so that the refusal is the only message.
  localparam bit Legal = !BadMethod && Broken == twd_ring_pkg::RULE_OK && N >= 16 && !BadForm && !BadSelect && !BadMult,
  localparam twd_ring_pkg::ring_cfg_t Used = Legal ? Ring : twd_ring_pkg::RING_ML_KEM,
  localparam twd_method_pkg::method_e UsedMethod =
      twd_method_pkg::method_e'(Legal ? Method : 32'(twd_method_pkg::METHOD_FOLD)),
  localparam int unsigned Lanes = twd_mdf_pkg::LANES,
  localparam twd_stream_pkg::form_e UsedForm =
      twd_stream_pkg::form_e'(Legal ? Form : 32'(twd_stream_pkg::FORM_FORWARD)),
  localparam int unsigned Width = $clog2(Used.q)
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  input  logic [            2:0] op_i,
  input  logic [            1:0] ring_i,
  input  logic                   a_valid_i,
  output logic                   a_ready_o,
  input  logic [Lanes*Width-1:0] a_data_i,
  input  logic                   b_valid_i,
  output logic                   b_ready_o,
  input  logic [Lanes*Width-1:0] b_data_i,
  output logic                   c_valid_o,
  input  logic                   c_ready_i,
  output logic [Lanes*Width-1:0] c_data_o,
  output logic                   c_last_o,
  output logic                   c_err_o
);

  `TWD_REFUSE_RING("twd_mdf", Broken)
  `TWD_REFUSE_METHOD("twd_mdf", BadMethod)
  `TWD_REFUSE(gen_bad_beats, N < 16, "twd_mdf: N is less than 16")
  `TWD_REFUSE_MEMORY("twd_mdf", Memory)
  `TWD_REFUSE(gen_bad_form, BadForm, "twd_mdf: Form is not FORWARD (0), TRANSFORM (1) or PRODUCT (2)")
  `TWD_REFUSE(gen_bad_select, BadSelect, "twd_mdf: Select is for Ring falcon-1024")

  `TWD_REFUSE(gen_bad_mult, BadMult, "twd_mdf: Mult is for Form PRODUCT")

  localparam bit Product = UsedForm == twd_stream_pkg::FORM_PRODUCT;
  localparam int unsigned Beats = twd_mdf_pkg::beats(Used);
  localparam logic [7:0] Offered = twd_stream_pkg::offered(UsedForm, Legal && Mult);

  twd_stream_pkg::pipe_t pipe;
  logic hold, busy, take, room;
  logic y_sop;
  logic [Lanes-1:0][Width-1:0] a, b, y;

  twd_stream_shell #(
    .Q(Used.q), .Lanes(Lanes), .Beats(Beats), .Select(Legal && Select), .Offered(Offered),
    .Memory(twd_ram_pkg::memory_e'(Memory)), .Trusted(Trusted), .TakesB(Product),
    .Latency(twd_mdf_pkg::path_latencies(Used, UsedMethod, UsedForm, Legal && Select)),
    .OutLatency(twd_mdf_pkg::latency(Used, UsedMethod, UsedForm != twd_stream_pkg::FORM_FORWARD) + 2),
    .Stored(!Product ? 0 : twd_mdf_pkg::batch(Legal && Select ? twd_ring_pkg::selected(0) : 128'(Used)))
  ) u_shell (
    .clk_i, .rst_ni, .op_i, .ring_i,
    .a_valid_i, .a_ready_o, .a_data_i,
    .b_valid_i, .b_ready_o, .b_data_i,
    .c_valid_o, .c_ready_i, .c_data_o, .c_last_o, .c_err_o,
    .hold_i(hold), .busy_i(busy), .take_i(take), .room_o(room),
    .pipe_o(pipe), .a_o(a), .b_o(b), .y_sop_i(y_sop), .y_i(y)
  );

  if (Product) begin : gen_product
    twd_mdf_product #(
      .Ring(Used), .Method(UsedMethod), .Batch(twd_mdf_pkg::batch(Used)), .Select(Legal && Select), .Mult(Mult),
      .LogicTables(LogicTables)
    ) u_product (
      .clk_i, .rst_ni,
      .hold_o(hold), .busy_o(busy), .room_i(room), .take_o(take),
      .pipe_i(pipe), .a_i(a), .b_i(b), .sop_o(y_sop), .y_o(y)
    );
  end else begin : gen_transform
    logic inverse_q;
    logic unused;
    assign unused = ^{pipe, b, room};
    assign {hold, busy, take} = '0;
    always_ff @(posedge clk_i) begin
      inverse_q <= pipe.path == twd_stream_pkg::PATH_INTT;
    end

    twd_mdf_engine #(
      .Ring(Used), .Method(UsedMethod), .Select(Legal && Select), .LogicTables(LogicTables),
      .Direction(UsedForm == twd_stream_pkg::FORM_FORWARD ? twd_butterfly_pkg::FORWARD : twd_butterfly_pkg::BOTH)
    ) u_transform (
      .clk_i, .rst_ni,
      .sop_i(pipe.sop), .inverse_i(inverse_q), .ring_i(pipe.ring), .x_i(a), .sop_o(y_sop), .y_o(y)
    );
  end

endmodule
