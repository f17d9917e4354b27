// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_stream_shell: the port contract of a polynomial core around a pipe that takes and gives Lanes coefficients a
// cycle.
//
//   a, b --> twd_stream_buffer --> a_o, b_o --> pipe --> y_i --> twd_stream_egress --> c
//                    twd_stream_control: pipe_o
//
// Pipe       moves with pipe_o.en. pipe_o.sop: a_o and b_o carry beat 0 of a polynomial in the next enabled cycle; op
//            and ring come with it, path applies to everything in the pipe. y_sop_i says the same of y_i, Latency
//            cycles later. hold_i: nothing may enter; busy_i: the pipe is not empty even if nothing has entered for
//            Latency cycles.
// Timing     SHELL_LATENCY of twd_stream_pkg beside that of the pipe. Reset drops everything; the data of the pipe need
//            none: nothing is accepted before the pipe has emptied.
// Cost       two buffers of a polynomial in LUT memory (one without TakesB), a queue of 16 beats.
// Model      twiddle.model.streaming

module twd_stream_shell #(
  parameter  int unsigned Q           = 3329,
  parameter  int unsigned Lanes       = 4,
  parameter  int unsigned Beats       = 64,            // of a polynomial; of the longest one with Select
  parameter  bit          Select      = 1'b0,          // the ring is chosen by ring_i
  parameter  logic [ 7:0] Offered     = 8'b0000_0011,  // operations, a bit each
  parameter  bit          TakesB      = 1'b0,
  parameter  bit          Mixed       = 1'b0,          // one path for all operations
  parameter  logic [63:0] Latency     = {4{16'd100}},  // of the pipe, 16 bits a path
  parameter  int unsigned MaxInFlight = 4,             // polynomials in the pipe at once
  localparam int unsigned Width       = $clog2(Q)
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  logic [                 2:0] op_i,
  input  logic [                 1:0] ring_i,
  input  logic                        a_valid_i,
  output logic                        a_ready_o,
  input  logic [Lanes-1:0][Width-1:0] a_data_i,
  input  logic                        b_valid_i,
  output logic                        b_ready_o,
  input  logic [Lanes-1:0][Width-1:0] b_data_i,
  output logic                        c_valid_o,
  input  logic                        c_ready_i,
  output logic [Lanes-1:0][Width-1:0] c_data_o,
  output logic                        c_last_o,
  output logic                        c_err_o,
  // pipe
  input  logic                        hold_i,
  input  logic                        busy_i,
  output twd_stream_pkg::pipe_t       pipe_o,
  output logic [Lanes-1:0][Width-1:0] a_o,
  output logic [Lanes-1:0][Width-1:0] b_o,
  input  logic                        y_sop_i,
  input  logic [Lanes-1:0][Width-1:0] y_i
);

  logic open;
  logic cmd_valid;
  twd_stream_pkg::operand_t a_state, b_state;
  logic a_take, a_whole_next;
  logic b_take, b_whole_next;
  logic with_b;
  logic replay;
  logic space, moves, ended, drain;
  logic refused;
  twd_stream_pkg::completion_t completion;
  logic [Lanes-1:0][Width-1:0] a, b;

  twd_stream_buffer #(
    .Q     (Q),
    .Lanes (Lanes),
    .Beats (Beats),
    .Select(Select)
  ) u_a (
    .clk_i,
    .rst_ni,
    .open_i      (open),
    .in_valid_i  (a_valid_i),
    .in_ready_o  (a_ready_o),
    .in_data_i   (a_data_i),
    .ring_i,
    .in_sop_o    (cmd_valid),
    .whole_o     (a_state.whole),
    .whole_next_o(a_whole_next),
    .free_i      (!with_b || b_whole_next),
    .next_o      (a_state.next),
    .out_have_o  (a_state.have),
    .out_data_o  (a),
    .out_bad_o   (a_state.bad),
    .take_i      (a_take),
    .last_i      (pipe_o.last),
    .rewind_i    (replay)
  );

  if (TakesB) begin : gen_b
    logic unused_sop;

    twd_stream_buffer #(
      .Q    (Q),
      .Lanes(Lanes),
      .Beats(Beats)
    ) u_b (
      .clk_i,
      .rst_ni,
      .open_i      (open),
      .in_valid_i  (b_valid_i),
      .in_ready_o  (b_ready_o),
      .in_data_i   (b_data_i),
      .ring_i      (2'd0),
      .in_sop_o    (unused_sop),
      .whole_o     (b_state.whole),
      .whole_next_o(b_whole_next),
      .free_i      (a_whole_next),
      .next_o      (b_state.next),
      .out_have_o  (b_state.have),
      .out_data_o  (b),
      .out_bad_o   (b_state.bad),
      .take_i      (b_take),
      .last_i      (pipe_o.last),
      .rewind_i    (replay && with_b)
    );

    always_ff @(posedge clk_i) begin
      if (pipe_o.en) b_o <= b;
    end
  end else begin : gen_no_b
    logic unused_b;
    assign unused_b     = ^{b_valid_i, b_data_i, b_take, a_whole_next, b};
    assign b_ready_o    = 1'b0;
    assign b_state      = '0;
    assign b_whole_next = 1'b0;
    assign {b, b_o}     = '0;
  end

  always_ff @(posedge clk_i) begin
    if (pipe_o.en) begin
      a_o <= a;
      if (refused) a_o <= '0;
    end
  end

  twd_stream_control #(
    .Beats      (Beats),
    .Select     (Select),
    .Offered    (Offered),
    .Mixed      (Mixed),
    .Latency    (Latency),
    .MaxInFlight(MaxInFlight)
  ) u_control (
    .clk_i,
    .rst_ni,
    .cmd_valid_i (cmd_valid),
    .cmd_op_i    (op_i),
    .cmd_ring_i  (ring_i),
    .a_i         (a_state),
    .b_i         (b_state),
    .a_take_o    (a_take),
    .b_take_o    (b_take),
    .with_b_o    (with_b),
    .replay_o    (replay),
    .hold_i,
    .busy_i,
    .pipe_o,
    .moves_o     (moves),
    .space_i     (space),
    .ended_i     (ended),
    .open_o      (open),
    .drain_o     (drain),
    .refused_o   (refused),
    .completion_o(completion)
  );

  twd_stream_egress #(
    .Width      (Lanes * Width),
    .Beats      (Beats),
    .Select     (Select),
    .Completions(1 << $clog2(MaxInFlight))
  ) u_egress (
    .clk_i,
    .rst_ni,
    .en_i        (moves),
    .drain_i     (drain),
    .sop_i       (y_sop_i),
    .y_i,
    .completion_i(completion),
    .space_o     (space),
    .ended_o     (ended),
    .c_valid_o,
    .c_ready_i,
    .c_data_o,
    .c_last_o,
    .c_err_o
  );

endmodule
