// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_stream_shell: the port contract of a polynomial core around a pipe that takes and gives Lanes coefficients a
// cycle.
//
//   a, b --> twd_stream_buffer --> a_o, b_o --> pipe --> y_i --> twd_stream_egress --> c
//                    twd_stream_control: pipe_o
//
// Pipe       never stops. pipe_o.sop: a_o and b_o carry beat 0 of a polynomial two cycles later; op and ring come with
//            it, path applies to everything in the pipe. y_sop_i is the same for y_i, Latency cycles later. hold_i:
//            nothing may enter; busy_i: the pipe is not empty even if nothing has entered for Latency cycles. Stored: a
//            product enters without a place in the output memory; take_i takes one when room_o has one.
// Timing     SHELL_LATENCY of twd_stream_pkg and Beats - 1 cycles more than the pipe: a polynomial enters when it is
//            whole. Reset drops everything; the data of the pipe need none: nothing is accepted before the pipe has
//            emptied.
// Cost       two buffers of two polynomials (one without TakesB), an output memory of
//            twd_stream_pkg::output_words, a queue of 16 beats.
// Model      twiddle.model.streaming

module twd_stream_shell #(
  parameter  int unsigned Q           = 3329,
  parameter  int unsigned Lanes       = 4,
  parameter  int unsigned Beats       = 64,            // of a polynomial; of the longest one with Select
  parameter  bit          Select      = 1'b0,          // the ring is chosen by ring_i
  parameter  logic [ 7:0] Offered     = 8'b0000_0011,  // operations, a bit each
  parameter  bit          TakesB      = 1'b0,
  parameter  bit          Trusted     = 1'b0,          // operands are canonical
  parameter  bit          Mixed       = 1'b0,          // one path for all operations
  parameter  int unsigned Stored      = 0,             // products that the pipe stores
  parameter  logic [63:0] Latency     = {4{16'd100}},  // of the pipe, 16 bits a path
  parameter  int unsigned OutLatency  = 100,           // longest from the place in the output memory to the result
  parameter  twd_ram_pkg::memory_e Memory = twd_ram_pkg::MEMORY_LUT,
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
  input  logic                        take_i,
  output logic                        room_o,
  output twd_stream_pkg::pipe_t       pipe_o,
  output logic [Lanes-1:0][Width-1:0] a_o,
  output logic [Lanes-1:0][Width-1:0] b_o,
  input  logic                        y_sop_i,
  input  logic [Lanes-1:0][Width-1:0] y_i
);

  logic open;
  logic cmd_valid, cmd_bank;
  logic a_whole, a_start, a_bank, a_err;
  logic b_whole, b_start, b_err;
  logic a_reading, b_reading, last;
  logic take;
  logic [1:0] take_ring;
  logic refused;
  twd_stream_pkg::completion_t completion;
  logic [Lanes-1:0][Width-1:0] a, b;

  twd_stream_buffer #(.Q(Q), .Lanes(Lanes), .Beats(Beats), .Select(Select), .Trusted(Trusted), .Memory(Memory)) u_a (
    .clk_i, .rst_ni, .ring_i,
    .open_i(open),
    .in_valid_i(a_valid_i), .in_ready_o(a_ready_o), .in_data_i(a_data_i), .in_sop_o(cmd_valid), .in_bank_o(cmd_bank),
    .whole_o(a_whole), .start_i(a_start), .reading_i(a_reading), .last_i(last),
    .out_bank_o(a_bank), .out_data_o(a), .err_o(a_err)
  );

  if (TakesB) begin : gen_b
    logic unused_sop, unused_bank, unused_out_bank;

    twd_stream_buffer #(.Q(Q), .Lanes(Lanes), .Beats(Beats), .Trusted(Trusted), .Memory(Memory)) u_b (
      .clk_i, .rst_ni,
      .ring_i(2'd0),
      .open_i(open),
      .in_valid_i(b_valid_i), .in_ready_o(b_ready_o), .in_data_i(b_data_i), .in_sop_o(unused_sop),
      .in_bank_o(unused_bank),
      .whole_o(b_whole), .start_i(b_start), .reading_i(b_reading), .last_i(last),
      .out_bank_o(unused_out_bank), .out_data_o(b), .err_o(b_err)
    );
  end else begin : gen_no_b
    logic unused_b;
    assign unused_b = ^{b_valid_i, b_data_i, b_start, b_reading};
    assign {b_ready_o, b_whole, b_err, b} = '0;
  end

  always_ff @(posedge clk_i) begin
    a_o <= refused ? '0 : a;
    b_o <= b;
  end

  twd_stream_control #(
    .Beats(Beats), .Select(Select), .Offered(Offered), .TakesB(TakesB), .Mixed(Mixed), .Stored(Stored != 0),
    .Latency(Latency)
  ) u_control (
    .clk_i, .rst_ni, .hold_i, .busy_i, .pipe_o,
    .cmd_valid_i(cmd_valid), .cmd_bank_i(cmd_bank), .cmd_op_i(op_i), .cmd_ring_i(ring_i),
    .a_whole_i(a_whole), .a_bank_i(a_bank), .a_err_i(a_err), .b_whole_i(b_whole), .b_err_i(b_err),
    .a_start_o(a_start), .b_start_o(b_start), .a_reading_o(a_reading), .b_reading_o(b_reading), .last_o(last),
    .refused_o(refused),
    .room_i(room_o), .take_o(take), .take_ring_o(take_ring), .open_o(open), .completion_o(completion)
  );

  twd_stream_egress #(
    .Width(Lanes * Width), .Beats(Beats), .Select(Select), .Inside(Stored), .Memory(Memory),
    .Words(twd_stream_pkg::output_words(Beats, Select, OutLatency))
  ) u_egress (
    .clk_i, .rst_ni, .room_o, .y_i, .c_valid_o, .c_ready_i, .c_data_o, .c_last_o, .c_err_o,
    .open_i(open), .take_i(take || take_i), .take_ring_i(take_ring), .completion_i(completion), .sop_i(y_sop_i)
  );

endmodule
