// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_stream_shell: the port contract of a polynomial core around a pipe that takes and gives Lanes coefficients a
// cycle, and the decision when a polynomial enters the pipe.
//
//   a, b --> twd_stream_buffer --> a_o, b_o --> pipe --> y_i --> twd_stream_egress --> c
//
// Method     A polynomial enters when its operands are whole in their buffers and its result has a place in the output
//            memory (a credit). Its beats then follow each other, and nothing in the pipe ever stops. Paths
//            (twd_stream_pkg::path_of) share hardware: a polynomial of another path waits until the pipe is empty;
//            Mixed has one path. Where the pipe stores products, one of another ring waits too, on its paths PWM and
//            MUL. Select: a polynomial on b has the ring of the operation on a that takes it, which must be known when
//            it begins: its first beat is accepted two cycles after that on a, or later.
// Pipe       pipe_o.sop: a_o and b_o carry beat 0 of a polynomial two cycles later; op comes with it, ring with start,
//            path applies to everything in the pipe. y_sop_i is the same for y_i, Latency cycles later. hold_i:
//            nothing may enter; busy_i: the pipe is not empty even if nothing has entered for Latency cycles. Stored: a
//            product enters without a place in the output memory; take_i takes one when room_o has one.
// Refused    An operation that is not Offered takes the first path, as a transform of zeros. One that takes b on other
//            cores takes it here too if any offered operation does.
// Timing     SHELL_LATENCY of twd_stream_pkg and Beats - 1 cycles more than the pipe: a polynomial starts two cycles
//            after the last beat of its operands was accepted, if it need not wait, Beats cycles after the start before
//            it, and Latency + Beats + 3 after one of another path. Reset drops everything; the data of the pipe need
//            none: nothing is accepted before the pipe has emptied once (open_q).
// Cost       two buffers of two polynomials (one without TakesB), an output memory of twd_stream_pkg::output_words, a
//            queue of 16 beats.
// Model      twiddle.model.streaming

`include "twd_assert.svh"

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

  localparam int unsigned BeatWidth = $clog2(Beats);
  // After reset also flush the delay lines that are longer in one direction, by at most T/2 + 2 cycles: they still hold
  // stale beats, which would leave in the other direction.
  localparam int unsigned FlushCycles = twd_stream_pkg::longest(Latency) + Beats + 16;
  localparam int unsigned FlushWidth = $clog2(FlushCycles + 1);

  // ---- operands ----
  logic open_q;                       // the pipe has emptied since the reset
  logic cmd_valid, cmd_bank;          // a polynomial begins on a, and its bank
  logic a_whole, a_bank, a_err;       // the bank of the polynomial that enters next; err of the start three cycles ago
  logic b_whole, b_err;
  logic a_start, b_start;
  logic a_reading_q, b_reading_q;
  logic last_q;                       // no beats of the last polynomial are left to be read after this cycle
  logic refused_q;                    // zeros on a and b, from three cycles after the start
  twd_stream_pkg::command_t accepted, accepted_q;
  logic [1:0] write_q;                // accepted_q becomes the command of this bank
  logic [Lanes-1:0][Width-1:0] a, b;

  twd_stream_buffer #(.Q(Q), .Lanes(Lanes), .Beats(Beats), .Select(Select), .Trusted(Trusted), .Memory(Memory)) u_a (
    .clk_i, .rst_ni, .ring_i,
    .open_i(open_q),
    .in_valid_i(a_valid_i), .in_ready_o(a_ready_o), .in_data_i(a_data_i), .in_sop_o(cmd_valid), .in_bank_o(cmd_bank),
    .whole_o(a_whole), .start_i(a_start), .reading_i(a_reading_q), .last_i(last_q),
    .out_bank_o(a_bank), .out_data_o(a), .err_o(a_err)
  );

  if (TakesB && !Select) begin : gen_b
    logic unused_sop, unused_bank, unused_out_bank;

    twd_stream_buffer #(.Q(Q), .Lanes(Lanes), .Beats(Beats), .Trusted(Trusted), .Memory(Memory)) u_b (
      .clk_i, .rst_ni,
      .ring_i(2'd0),
      .open_i(open_q),
      .in_valid_i(b_valid_i), .in_ready_o(b_ready_o), .in_data_i(b_data_i), .in_sop_o(unused_sop),
      .in_bank_o(unused_bank),
      .whole_o(b_whole), .start_i(b_start), .reading_i(b_reading_q), .last_i(last_q),
      .out_bank_o(unused_out_bank), .out_data_o(b), .err_o(b_err)
    );
  end else begin : gen_no_b
    logic unused_b;
    assign unused_b = ^{b_valid_i, b_data_i, b_start, b_reading_q};
    if (!TakesB) begin : gen_none
      assign {b_ready_o, b_whole, b_err, b} = '0;
    end
  end

  if (TakesB && Select) begin : gen_b_select
    logic [1:0] ring_q, later_q;      // of the next polynomial on b, and of the one after it
    logic [1:0] count_q;              // rings that are known
    logic [1:0] left;
    logic push, begins;
    logic [1:0] ring;                 // UNKNOWN where it is not known
    logic unused_bank, unused_out_bank;

    assign push = write_q != '0 && accepted_q.takes_b;
    assign left = count_q - 2'(begins);
    assign ring = count_q != '0 ? ring_q : push ? known(accepted_q.ring) : twd_stream_pkg::UNKNOWN;

    function automatic logic [1:0] known(input logic [1:0] code);
      known = code == twd_stream_pkg::UNKNOWN ? twd_ring_pkg::SELECT_FALCON_1024 : code;
    endfunction

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) count_q <= '0;
      else count_q <= left + 2'(push);
    end

    always_ff @(posedge clk_i) begin
      if (push && left == '0) ring_q <= known(accepted_q.ring);
      else if (begins) ring_q <= later_q;
      if (push) later_q <= known(accepted_q.ring);
    end

    twd_stream_buffer #(
      .Q(Q), .Lanes(Lanes), .Beats(Beats), .Select(1'b1), .Follows(1'b1), .Trusted(Trusted), .Memory(Memory)
    ) u_b (
      .clk_i, .rst_ni,
      .ring_i(ring),
      .open_i(open_q),
      .in_valid_i(b_valid_i), .in_ready_o(b_ready_o), .in_data_i(b_data_i), .in_sop_o(begins),
      .in_bank_o(unused_bank),
      .whole_o(b_whole), .start_i(b_start), .reading_i(b_reading_q), .last_i(last_q),
      .out_bank_o(unused_out_bank), .out_data_o(b), .err_o(b_err)
    );

    `TWD_ASSERT(RingIsKnown, left + 2'(push) <= 2'd2 && !(begins && count_q == '0))
  end

  always_ff @(posedge clk_i) begin
    a_o <= refused_q ? '0 : a;
    b_o <= b;
  end

  // ---- commands: one a bank ----
  twd_stream_pkg::command_t command_0_q, command_1_q, next;

  assign accepted.refused = !Offered[op_i];
  assign accepted.takes_b = TakesB && twd_op_pkg::takes_b(op_i);
  assign accepted.path    = Mixed || !Offered[op_i] ? twd_stream_pkg::PATH_NTT
      : twd_stream_pkg::path_of(op_i);
  assign accepted.ring    = ring_i;
  assign accepted.op      = op_i;
  assign next             = a_bank ? command_1_q : command_0_q;

  // A polynomial has four beats or more, so its command is in its bank before it is whole.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) write_q <= '0;
    else write_q <= {cmd_valid && cmd_bank, cmd_valid && !cmd_bank};
  end

  always_ff @(posedge clk_i) begin
    accepted_q <= accepted;
    if (write_q[0]) command_0_q <= accepted_q;
    if (write_q[1]) command_1_q <= accepted_q;
  end

  // ---- start ----
  twd_stream_pkg::command_t command_q, command_q1, command_q2, command_q3;  // of the one that started, and later
  logic start_d, start_q;
  logic own_credit;                   // the pipe takes the credit of the next polynomial
  logic [BeatWidth-1:0] left_q;       // beats left
  logic [FlushWidth-1:0] flush_q;     // cycles until the pipe is empty
  logic empty_q;
  logic [BeatWidth-1:0] last_beat;
  twd_stream_pkg::path_e path_q;      // of what is in the pipe

  assign last_beat  = BeatWidth'(twd_stream_pkg::last_beat(Beats, Select, next.ring));
  assign own_credit = Stored != 0 && next.path == twd_stream_pkg::PATH_MUL;
  assign start_d    = open_q && a_whole && (b_whole || !next.takes_b) && last_q && !hold_i
      && (room_o || own_credit) && (empty_q || (Select && Stored != 0
      ? next.path == path_q && (next.ring == command_q.ring || !twd_stream_pkg::product_path(path_q))
      : next.path == path_q));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {open_q, start_q, a_reading_q, b_reading_q, empty_q} <= '0;
      last_q  <= 1'b1;
      left_q  <= '0;
      flush_q <= FlushWidth'(FlushCycles);
      path_q  <= twd_stream_pkg::PATH_NTT;
    end else begin
      open_q    <= open_q || empty_q;
      start_q   <= start_d;
      a_reading_q <= start_d || !last_q;
      b_reading_q <= start_d ? next.takes_b : b_reading_q && !last_q;
      last_q    <= !start_d && (last_q || left_q == BeatWidth'(1));
      left_q    <= start_d ? last_beat : left_q - BeatWidth'(!last_q);
      if (start_d) flush_q <= FlushWidth'(32'(Latency[16*next.path+:16]) + Beats + 1);
      else if (flush_q != '0) flush_q <= flush_q - 1'b1;
      empty_q   <= !start_d && flush_q == '0 && !busy_i;
      if (start_d) path_q <= next.path;
    end
  end

  // ---- the command of a polynomial, 0 to 3 cycles after its start, and its completion record ----
  logic start_q1, start_q2, start_q3, start_q4;
  logic [1:0] ring_q4;
  logic err_q4;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {start_q1, start_q2, start_q3, start_q4} <= '0;
    else {start_q1, start_q2, start_q3, start_q4} <= {start_q, start_q1, start_q2, start_q3};
  end

  always_ff @(posedge clk_i) begin
    if (!Select || start_d) command_q <= next;
    command_q1 <= command_q;
    command_q2 <= command_q1;
    command_q3 <= command_q2;
    ring_q4    <= command_q3.ring;
    err_q4     <= command_q3.refused || a_err || (command_q3.takes_b && b_err);
    if (start_q2) refused_q <= command_q2.refused;
  end

  assign a_start = start_q;
  assign b_start = start_q && command_q.takes_b;
  assign pipe_o  = {start_q, command_q.path, start_q2, command_q2.op,
                    Select ? command_q.ring : command_q2.ring, path_q};

  // ---- results ----
  logic takes;                        // the polynomial that starts takes its place in the output memory

  assign takes = start_q && !(Stored != 0 && command_q.path == twd_stream_pkg::PATH_MUL);

  twd_stream_egress #(
    .Width(Lanes * Width), .Beats(Beats), .Select(Select), .MaxInFlight(Stored), .Memory(Memory),
    .Words(twd_stream_pkg::output_words(Beats, Select, OutLatency))
  ) u_egress (
    .clk_i, .rst_ni, .room_o, .y_i, .c_valid_o, .c_ready_i, .c_data_o, .c_last_o, .c_err_o,
    .open_i(open_q), .take_i(takes || take_i), .take_ring_i(command_q.ring),
    .completion_i({start_q4, ring_q4, err_q4}), .sop_i(y_sop_i)
  );

  logic unused_command;
  assign unused_command = ^command_q3;

  `TWD_ASSERT(OperationOffered, !(start_q && command_q.refused))
  `TWD_ASSERT(BeatsLeft, last_q == (left_q == '0))

endmodule
