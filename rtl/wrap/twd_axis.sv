// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_axis: AXI4-Stream around a polynomial core: frames of operands in, frames of results out.
//
//   a --> unpack ------> core --> pack --> c             Inputs = 2: a and b on streams of their own
//   b --> unpack ------>                                 Inputs = 1: both on a, the frame of b after that of a
//
// Frames       twd_axis_pkg: n coefficients, dense or in slots of 16 or 32 bits. a_tuser_i with the first beat of a
//              frame of a is the operation (twd_op_pkg); it may be tied to a register.
// Errors       a frame that is too short is filled with zeros, what is too much is dropped; both, bytes that are not
//              kept and coefficients out of range set c_tuser_o with c_tlast_o of their result. The next frame works.
// Timing       full rate of the bus or of the core, whichever is slower: no bubble besides those of the core. No path
//              joins a valid to a ready, nor the bus to the core; the core's ready may lead to that of the bus
//              (twd_axis_in). Reset at any time drops everything.
// Cost         gearboxes of three streams (Inputs = 1: two), two queues of 32 marks (one).
// Limits       a frame is whole beats of the bus. Cores that sum k products (twd_pwmm) take k = 1 here, and Inputs = 2,
//              as they take a and b in lock step.
// Model        twiddle.bundle.wrap.axis

`include "twd_assert.svh"

module twd_axis #(
  parameter int unsigned N      = 256,
  parameter int unsigned Q      = 3329,
  parameter int unsigned Lanes  = 8,   // coefficients a beat of the core
  parameter int unsigned Bus    = 64,  // bits of TDATA: 8, 16, 32, 64 or 128
  parameter int unsigned Slot   = 16,  // bits of a coefficient on the bus, 16 or 32; 0: dense
  parameter int unsigned Inputs = 2,   // or 1
  parameter bit          TakesB = 1'b1,  // 0: the core takes a alone
  localparam int unsigned Width = $clog2(Q),
  localparam int unsigned Beat = Lanes * Width
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             zero_i,  // the beats of operands count as zeros
  output logic             busy_o,  // a frame of a or an operation is inside
  // the bus
  input  logic             a_tvalid_i,
  output logic             a_tready_o,
  input  logic [  Bus-1:0] a_tdata_i,
  input  logic [Bus/8-1:0] a_tkeep_i,
  input  logic             a_tlast_i,
  input  logic [      2:0] a_tuser_i,
  input  logic             b_tvalid_i,
  output logic             b_tready_o,
  input  logic [  Bus-1:0] b_tdata_i,
  input  logic [Bus/8-1:0] b_tkeep_i,
  input  logic             b_tlast_i,
  output logic             c_tvalid_o,
  input  logic             c_tready_i,
  output logic [  Bus-1:0] c_tdata_o,
  output logic [Bus/8-1:0] c_tkeep_o,
  output logic             c_tlast_o,
  output logic             c_tuser_o,
  // the core
  output logic [      2:0] op_o,
  output logic             a_valid_o,
  input  logic             a_ready_i,
  output logic [ Beat-1:0] a_data_o,
  output logic             b_valid_o,
  input  logic             b_ready_i,
  output logic [ Beat-1:0] b_data_o,
  input  logic             c_valid_i,
  output logic             c_ready_o,
  input  logic [ Beat-1:0] c_data_i,
  input  logic             c_last_i,
  input  logic             c_err_i
);

  localparam twd_axis_pkg::rule_e Broken = twd_axis_pkg::broken_rule(N, Width, Lanes, Bus, Slot);

  `TWD_REFUSE(gen_bad_bus, Broken == twd_axis_pkg::RULE_BUS, "twd_axis: Bus is not 8, 16, 32, 64 or 128")
  `TWD_REFUSE(gen_bad_slot, Broken == twd_axis_pkg::RULE_SLOT,
              "twd_axis: Slot is not 0, 16 or 32, or less than a coefficient has bits")
  `TWD_REFUSE(gen_bad_whole, Broken == twd_axis_pkg::RULE_WHOLE, "twd_axis: a frame is not whole beats of Bus bits")
  `TWD_REFUSE(gen_bad_long, Broken == twd_axis_pkg::RULE_LONG,
              "twd_axis: N coefficients are fewer than the gearboxes hold")
  `TWD_REFUSE(gen_bad_inputs, Inputs != 1 && Inputs != 2, "twd_axis: Inputs is not 1 or 2")

  localparam int unsigned BeatBits = $clog2(N / Lanes);

  logic room;         // for the marks of another operation
  logic a_open, a_first, a_done, a_err, a_busy;
  logic a_valid, a_ready;
  logic [Beat-1:0] a_data;
  logic [2:0] op_q, op;  // of the frame of a that is coming, or came last
  logic waits_q;  // no beat of the frame that came last has gone to the core, which takes op_q with the first one
  logic [BeatBits-1:0] beat_q;  // goes to the core next

  assign op = a_first ? a_tuser_i : op_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waits_q <= 1'b0;
      beat_q  <= '0;
    end else begin
      if (a_first && a_tready_o) waits_q <= 1'b1;
      else if (a_valid && a_ready && beat_q == '0) waits_q <= 1'b0;
      if (a_valid && a_ready) beat_q <= beat_q + 1'b1;
    end
  end

  twd_axis_in #(.N(N), .Width(Width), .Lanes(Lanes), .Bus(Bus), .Slot(Slot)) u_a (
    .clk_i, .rst_ni,
    .open_i    (a_open),
    .s_tvalid_i(a_tvalid_i),
    .s_tready_o(a_tready_o),
    .s_tdata_i (a_tdata_i),
    .s_tkeep_i (a_tkeep_i),
    .s_tlast_i (a_tlast_i),
    .zero_i,
    .busy_o    (a_busy),
    .first_o   (a_first),
    .done_o    (a_done),
    .err_o     (a_err),
    .valid_o   (a_valid),
    .ready_i   (a_ready),
    .data_o    (a_data)
  );

  // ---- marks of operations: whether the frames of a and, with Inputs = 1, of b were wrong; whether b is taken ----
  logic mark, mark_err, mark_b, mark_pending, mark_valid, marked_err, marked_b;
  logic b_err;  // of the frame of b that belongs to the result, Inputs = 2
  logic last;   // the last beat of a result moves
  logic b_waits;  // a frame of b belongs to the one of a that has come, Inputs = 1
  logic sends_q;  // a result is on its way to the bus

  assign last   = c_valid_i && c_ready_o && c_last_i;
  assign busy_o = a_busy || b_waits || mark_pending || sends_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) sends_q <= 1'b0;
    else if (last) sends_q <= 1'b1;
    else if (c_tvalid_o && c_tready_i && c_tlast_o) sends_q <= 1'b0;
  end

  twd_axis_marks #(.Width(2)) u_marks (
    .clk_i, .rst_ni,
    .mark_i   (mark),
    .data_i   ({mark_b, mark_err}),
    .room_o   (room),
    .pending_o(mark_pending),
    .valid_o  (mark_valid),
    .ready_i  (last),
    .data_o   ({marked_b, marked_err})
  );

  if (Inputs == 1) begin : gen_one
    // As frames come in, and as polynomials go out: the next one is an operand b.
    logic b_in_q, b_out_q;
    logic err_q;     // of the frame of a before that of b
    logic b_of_op_q;  // the operation whose a went out takes b

    assign b_waits  = b_in_q;
    assign a_open   = (room || b_in_q) && (a_busy || !waits_q);
    assign mark     = a_done && (b_in_q || !(TakesB && twd_op_pkg::takes_b(op)));
    assign mark_err = a_err || (b_in_q && err_q);
    assign mark_b   = 1'b0;
    assign b_err    = 1'b0;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        b_in_q <= 1'b0;
        err_q  <= 1'b0;
        op_q   <= '0;
      end else begin
        if (a_first && !b_in_q) op_q <= a_tuser_i;
        if (a_done) begin
          b_in_q <= !b_in_q && TakesB && twd_op_pkg::takes_b(op);
          err_q  <= a_err;
        end
      end
    end

    assign a_ready   = b_out_q ? b_ready_i : a_ready_i;
    assign a_valid_o = a_valid && !b_out_q;
    assign b_valid_o = a_valid && b_out_q;
    assign a_data_o  = a_data;
    assign b_data_o  = a_data;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        b_out_q   <= 1'b0;
        b_of_op_q <= 1'b0;
      end else if (a_valid && a_ready) begin
        if (beat_q == '0 && !b_out_q) b_of_op_q <= TakesB && twd_op_pkg::takes_b(op_q);
        if (&beat_q) b_out_q <= !b_out_q && b_of_op_q;
      end
    end

    assign b_tready_o = 1'b0;

    logic unused;
    assign unused = ^{b_tvalid_i, b_tdata_i, b_tkeep_i, b_tlast_i, marked_b};
  end else begin : gen_two
    logic b_room, b_first, b_done, b_wrong, b_mark_valid, b_busy, b_pending;

    assign b_waits  = 1'b0;
    assign a_open   = room && (a_busy || !waits_q);
    assign mark     = a_done;
    assign mark_err = a_err;
    assign mark_b   = TakesB && twd_op_pkg::takes_b(op);

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) op_q <= '0;
      else if (a_first) op_q <= a_tuser_i;
    end

    assign a_valid_o = a_valid;
    assign a_ready   = a_ready_i;
    assign a_data_o  = a_data;

    twd_axis_in #(.N(N), .Width(Width), .Lanes(Lanes), .Bus(Bus), .Slot(Slot)) u_b (
      .clk_i, .rst_ni,
      .open_i    (b_room),
      .s_tvalid_i(b_tvalid_i),
      .s_tready_o(b_tready_o),
      .s_tdata_i (b_tdata_i),
      .s_tkeep_i (b_tkeep_i),
      .s_tlast_i (b_tlast_i),
      .zero_i,
      .busy_o    (b_busy),
      .first_o   (b_first),
      .done_o    (b_done),
      .err_o     (b_wrong),
      .valid_o   (b_valid_o),
      .ready_i   (b_ready_i),
      .data_o    (b_data_o)
    );

    twd_axis_marks #(.Width(1)) u_b_marks (
      .clk_i, .rst_ni,
      .mark_i   (b_done),
      .data_i   (b_wrong),
      .room_o   (b_room),
      .pending_o(b_pending),
      .valid_o  (b_mark_valid),
      .ready_i  (last && marked_b),
      .data_o   (b_err)
    );

    logic unused;
    assign unused = b_first || b_busy || b_pending;

    `TWD_ASSERT(MarkOfEveryB, !(last && marked_b) || b_mark_valid)
  end

  assign op_o = op_q;

  twd_axis_out #(.N(N), .Width(Width), .Lanes(Lanes), .Bus(Bus), .Slot(Slot)) u_c (
    .clk_i, .rst_ni,
    .c_valid_i,
    .c_ready_o,
    .c_data_i,
    .c_last_i,
    .c_err_i,
    .frame_err_i(marked_err || (marked_b && b_err)),
    .m_tvalid_o (c_tvalid_o),
    .m_tready_i (c_tready_i),
    .m_tdata_o  (c_tdata_o),
    .m_tkeep_o  (c_tkeep_o),
    .m_tlast_o  (c_tlast_o),
    .m_tuser_o  (c_tuser_o)
  );

  `TWD_ASSERT(MarkOfEveryResult, !last || mark_valid)

endmodule
