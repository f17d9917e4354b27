// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_stream_shell: the port contract of a polynomial core around a pipe that takes and gives Lanes coefficients a cycle.
//
//   a, b --> twd_stream_buffer --> a_o, b_o --> pipe --> y_i --> twd_stream_egress --> c
//                    twd_stream_control: en_o, first_o
//
// Pipe       moves with en_o. first_o: the beat that a_o (and b_o) will be in the next enabled cycle is a polynomial's first;
//            op_o, ring_o come with it; way_o is that of everything in the pipe. y_first_i says the same of y_i, Latency cycles
//            later. hold_i: nothing enters; busy_i: the pipe is not empty even if nothing has entered for long.
// Timing     SHELL_LATENCY of twd_stream_pkg beside the pipe's. Reset drops everything; the pipe needs none: nothing is
//            accepted before it has been emptied.
// Cost       two buffers of a polynomial in LUT memory (one without TakesB), a queue of 16 beats.
// Model      twiddle.model.streaming

`include "twd_assert.svh"

module twd_stream_shell #(
  parameter  int unsigned Q       = 3329,
  parameter  int unsigned Lanes   = 4,
  parameter  int unsigned Beats   = 64,            // of a polynomial; of the longest one with Select
  parameter  bit          Select  = 1'b0,          // the ring is chosen by ring_i
  parameter  logic [ 7:0] Offered = 8'b0000_0011,  // operations, a bit each
  parameter  bit          TakesB  = 1'b0,
  parameter  bit          Mixed   = 1'b0,          // one way for all operations
  parameter  logic [63:0] Latency = {4{16'd100}},  // of the pipe, 16 bits a way
  parameter  int unsigned Inside  = 4,             // polynomials in the pipe at once, at most
  localparam int unsigned Width   = $clog2(Q)
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
  output logic                        en_o,
  output logic                        first_o,
  output logic [                 2:0] op_o,
  output logic [                 1:0] ring_o,
  output logic [                 1:0] way_o,
  output logic [                 1:0] way_next_o,  // what way_o will be
  output logic                        middle_o,   // a polynomial has begun to enter, and not ended
  output logic                        last_o,     // the last beat of a polynomial follows, as for first_o
  output logic [Lanes-1:0][Width-1:0] a_o,
  output logic [Lanes-1:0][Width-1:0] b_o,
  input  logic                        y_first_i,
  input  logic [Lanes-1:0][Width-1:0] y_i
);

  logic open;
  logic head_valid;
  logic a_next, a_have, a_bad, a_take, a_whole, a_whole_next;
  logic b_next, b_have, b_bad, b_take, b_whole, b_whole_next;
  logic with_b;
  logic rewind;
  logic room, moves, ended, drain;
  logic refused, enter, mark_valid, mark_err;
  logic [1:0] enter_ring;
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
    .in_first_o  (head_valid),
    .whole_o     (a_whole),
    .whole_next_o(a_whole_next),
    .free_i      (!with_b || b_whole_next),
    .next_o      (a_next),
    .out_have_o  (a_have),
    .out_data_o  (a),
    .out_bad_o   (a_bad),
    .take_i      (a_take),
    .last_i      (last_o),
    .rewind_i    (rewind)
  );

  if (TakesB) begin : gen_b
    logic unused_first;

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
      .in_first_o  (unused_first),
      .whole_o     (b_whole),
      .whole_next_o(b_whole_next),
      .free_i      (a_whole_next),
      .next_o      (b_next),
      .out_have_o  (b_have),
      .out_data_o  (b),
      .out_bad_o   (b_bad),
      .take_i      (b_take),
      .last_i      (last_o),
      .rewind_i    (rewind && with_b)
    );

    always_ff @(posedge clk_i) begin
      if (en_o) b_o <= b;
    end
  end else begin : gen_no_b
    logic unused_b;
    assign unused_b  = ^{b_valid_i, b_data_i, b_take, a_whole_next, b};
    assign b_ready_o = 1'b0;
    assign {b_next, b_have, b_bad, b_whole, b_whole_next} = '0;
    assign {b, b_o} = '0;
  end

  always_ff @(posedge clk_i) begin
    if (en_o) begin
      a_o <= a;
      if (refused) a_o <= '0;
    end
  end

  twd_stream_control #(
    .Beats  (Beats),
    .Select (Select),
    .Offered(Offered),
    .Mixed  (Mixed),
    .Latency(Latency),
    .Inside (Inside)
  ) u_control (
    .clk_i,
    .rst_ni,
    .head_valid_i(head_valid),
    .head_op_i   (op_i),
    .head_ring_i (ring_i),
    .a_have_i    (a_have),
    .a_next_i    (a_next),
    .a_bad_i     (a_bad),
    .a_whole_i   (a_whole),
    .a_take_o    (a_take),
    .b_have_i    (b_have),
    .b_next_i    (b_next),
    .b_bad_i     (b_bad),
    .b_whole_i   (b_whole),
    .b_take_o    (b_take),
    .with_b_o    (with_b),
    .middle_o,
    .last_o,
    .rewind_o    (rewind),
    .hold_i,
    .busy_i,
    .room_i      (room),
    .en_o,
    .moves_o     (moves),
    .first_o,
    .op_o,
    .ring_o,
    .way_o,
    .way_next_o,
    .ended_i     (ended),
    .open_o      (open),
    .drain_o     (drain),
    .refused_o   (refused),
    .enter_o     (enter),
    .enter_ring_o(enter_ring),
    .mark_valid_o(mark_valid),
    .mark_err_o  (mark_err)
  );

  twd_stream_egress #(
    .Width (Lanes * Width),
    .Beats (Beats),
    .Select(Select),
    .Marks (1 << $clog2(Inside))
  ) u_egress (
    .clk_i,
    .rst_ni,
    .en_i        (moves),
    .drain_i     (drain),
    .first_i     (y_first_i),
    .y_i,
    .enter_i     (enter),
    .enter_ring_i(enter_ring),
    .mark_valid_i(mark_valid),
    .mark_err_i  (mark_err),
    .room_o      (room),
    .ended_o     (ended),
    .c_valid_o,
    .c_ready_i,
    .c_data_o,
    .c_last_o,
    .c_err_o
  );

endmodule
