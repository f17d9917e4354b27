// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_stream_control: decides when a polynomial enters the pipe of a streaming core.
//
// Method    A polynomial enters when its operands are whole in their buffers and its result has a place in the output
//           memory (a credit). Its beats then follow each other, and nothing in the pipe ever stops. Paths
//           (twd_stream_pkg::path_of) share hardware: a polynomial of another path waits until the pipe is empty;
//           Mixed has one path.
// Timing    start two cycles after the last beat of its operands was accepted, if it need not wait, Beats cycles after
//           the start before it, and Latency + Beats + 3 after one of another path. After reset nothing is accepted
//           until the pipe has emptied once (open_o).
// Refused   An operation that is not Offered takes the first path, as a transform of zeros. One that takes b on other
//           cores takes it here too if any offered operation does.
// Model     twiddle.model.streaming

`include "twd_assert.svh"

module twd_stream_control #(
  parameter int unsigned Beats   = 64,            // of a polynomial; of the longest one with Select
  parameter bit          Select  = 1'b0,          // the ring is chosen by the command
  parameter logic [ 7:0] Offered = 8'b0000_0011,  // operations, a bit each
  parameter bit          TakesB  = 1'b0,          // one of them takes b
  parameter bit          Mixed   = 1'b0,          // one path for all operations
  parameter bit          Stored  = 1'b0,          // the pipe stores products, and takes their credits itself
  parameter logic [63:0] Latency = {4{16'd100}}   // cycles in the pipe, 16 bits a path
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  // a polynomial begins on a
  input  logic                        cmd_valid_i,
  input  logic                        cmd_bank_i,
  input  logic                  [2:0] cmd_op_i,
  input  logic                  [1:0] cmd_ring_i,
  // buffers
  input  logic                        a_whole_i,
  input  logic                        a_bank_i,      // of the polynomial that enters next
  input  logic                        a_err_i,       // of the one that started three cycles before
  input  logic                        b_whole_i,
  input  logic                        b_err_i,
  output logic                        a_start_o,
  output logic                        b_start_o,
  output logic                        a_reading_o,
  output logic                        b_reading_o,
  output logic                        last_o,        // the last beat is read in this cycle
  output logic                        refused_o,     // zeros are to be on a and b from three cycles after the start
  // pipe
  input  logic                        hold_i,        // nothing may enter
  input  logic                        busy_i,        // not empty, even if nothing has entered for Latency cycles
  output twd_stream_pkg::pipe_t       pipe_o,
  // results
  input  logic                        room_i,        // a polynomial has a place in the output memory
  output logic                        take_o,        // it is taken
  output logic [                 1:0] take_ring_o,
  output logic                        open_o,        // the pipe has emptied since the reset
  output twd_stream_pkg::completion_t completion_o
);

  `TWD_REFUSE(gen_bad_beats, Beats < 4 || (Beats & (Beats - 1)) != 0,
              "twd_stream_control: Beats is not a power of two from 4 on")

  localparam int unsigned BeatWidth = $clog2(Beats);
  // After reset also flush the delay lines that are longer in one direction, by at most T/2 + 2 cycles: they still hold
  // stale beats, which would leave in the other direction.
  localparam int unsigned FlushCycles = twd_stream_pkg::longest(Latency) + Beats + 16;
  localparam int unsigned FlushWidth = $clog2(FlushCycles + 1);

  // ---- commands: one a bank ----
  twd_stream_pkg::command_t accepted, accepted_q, command_0_q, command_1_q;
  logic [1:0] write_q;                // accepted_q becomes the command of this bank
  twd_stream_pkg::command_t next;

  assign accepted.refused = !Offered[cmd_op_i];
  assign accepted.takes_b = TakesB && twd_op_pkg::takes_b(cmd_op_i);
  assign accepted.path    = Mixed || !Offered[cmd_op_i] ? twd_stream_pkg::PATH_NTT
      : twd_stream_pkg::path_of(cmd_op_i);
  assign accepted.ring    = cmd_ring_i;
  assign accepted.op      = cmd_op_i;
  assign next             = a_bank_i ? command_1_q : command_0_q;

  // A polynomial has four beats or more, so its command is in its bank before it is whole.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) write_q <= '0;
    else write_q <= {cmd_valid_i && cmd_bank_i, cmd_valid_i && !cmd_bank_i};
  end

  always_ff @(posedge clk_i) begin
    accepted_q <= accepted;
    if (write_q[0]) command_0_q <= accepted_q;
    if (write_q[1]) command_1_q <= accepted_q;
  end

  // ---- start ----
  logic start_d, start_q;
  logic own_credit;                   // the pipe takes the credit of the next polynomial
  logic last_q;                       // no beats of the last polynomial are left to be read after this cycle
  logic [BeatWidth-1:0] left_q;       // beats left
  logic [FlushWidth-1:0] flush_q;     // cycles until the pipe is empty
  logic empty_q;
  logic [BeatWidth-1:0] last_beat;
  twd_stream_pkg::path_e path_q;      // of what is in the pipe

  assign last_beat  = BeatWidth'(twd_stream_pkg::last_beat(Beats, Select, next.ring));
  assign own_credit = Stored && next.path == twd_stream_pkg::PATH_MUL;
  assign start_d    = open_o && a_whole_i && (b_whole_i || !next.takes_b) && last_q && !hold_i
      && (room_i || own_credit) && (empty_q || next.path == path_q);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {open_o, start_q, a_reading_o, b_reading_o, empty_q} <= '0;
      last_q  <= 1'b1;
      left_q  <= '0;
      flush_q <= FlushWidth'(FlushCycles);
      path_q  <= twd_stream_pkg::PATH_NTT;
    end else begin
      open_o    <= open_o || empty_q;
      start_q   <= start_d;
      a_reading_o <= start_d || !last_q;
      b_reading_o <= start_d ? next.takes_b : b_reading_o && !last_q;
      last_q    <= !start_d && (last_q || left_q == BeatWidth'(1));
      left_q    <= start_d ? last_beat : left_q - BeatWidth'(!last_q);
      if (start_d) flush_q <= FlushWidth'(32'(Latency[16*next.path+:16]) + Beats + 1);
      else if (flush_q != '0) flush_q <= flush_q - 1'b1;
      empty_q   <= !start_d && flush_q == '0 && !busy_i;
      if (start_d) path_q <= next.path;
    end
  end

  // ---- the command of a polynomial, 0 to 3 cycles after its start, and its completion record ----
  twd_stream_pkg::command_t command_q, command_q1, command_q2, command_q3;
  logic start_q1, start_q2, start_q3, start_q4;
  logic [1:0] ring_q4;
  logic err_q4;
  logic refused_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {start_q1, start_q2, start_q3, start_q4} <= '0;
    else {start_q1, start_q2, start_q3, start_q4} <= {start_q, start_q1, start_q2, start_q3};
  end

  always_ff @(posedge clk_i) begin
    command_q  <= next;
    command_q1 <= command_q;
    command_q2 <= command_q1;
    command_q3 <= command_q2;
    ring_q4    <= command_q3.ring;
    err_q4     <= command_q3.refused || a_err_i || (command_q3.takes_b && b_err_i);
    if (start_q2) refused_q <= command_q2.refused;
  end

  assign a_start_o    = start_q;
  assign b_start_o    = start_q && command_q.takes_b;
  assign last_o       = last_q;
  assign take_o       = start_q && !(Stored && command_q.path == twd_stream_pkg::PATH_MUL);
  assign take_ring_o  = command_q.ring;
  assign refused_o    = refused_q;
  assign pipe_o       = {start_q, command_q.path, start_q2, command_q2.op, command_q2.ring, path_q};
  assign completion_o = {start_q4, ring_q4, err_q4};

  logic unused_command;
  assign unused_command = ^command_q3;

  `TWD_ASSERT(OperationOffered, !(start_q && command_q.refused))
  `TWD_ASSERT(BeatsLeft, last_q == (left_q == '0))

endmodule
