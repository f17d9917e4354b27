// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_stream_control: decides when a streaming core moves, and which polynomial enters it.
//
// Method    The whole pipe advances with en, while the output queue has space and the polynomial that has begun to
//           enter lacks no beat. Between polynomials bubbles enter, so that the results in the pipe leave without new
//           input. Paths (twd_stream_pkg::path_of) share hardware: a polynomial of another path waits until the pipe is
//           empty; Mixed has one path. A polynomial that lacks a beat for StallTimeout cycles while whole ones are in
//           the pipe is replayed: its beats are read again (replay_o) after the pipe has emptied, and the output drops
//           the beats that it left in the pipe (drain_o).
// Timing    A polynomial that need not wait enters two cycles after its first beat was accepted: the buffer gives its
//           first beat in the cycle of sop. After reset nothing is accepted until the pipe has emptied once (open_o).
// Refused   An operation that is not Offered takes the first path, as a transform of zeros. One that takes b on other
//           cores takes it here too if any offered operation does.
// Model     twiddle.model.streaming

`include "twd_assert.svh"

module twd_stream_control #(
  parameter int unsigned Beats        = 64,            // of a polynomial; of the longest one with Select
  parameter bit          Select       = 1'b0,          // the ring is chosen by the command
  parameter logic [ 7:0] Offered      = 8'b0000_0011,  // operations, a bit each
  parameter bit          Mixed        = 1'b0,          // one path for all operations
  parameter logic [63:0] Latency      = {4{16'd100}},  // cycles in the pipe, 16 bits a path
  parameter int unsigned MaxInFlight  = 4,             // polynomials in the pipe at once
  parameter int unsigned StallTimeout = 64             // cycles, a power of two
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  // a polynomial begins on a
  input  logic                        cmd_valid_i,
  input  logic                  [2:0] cmd_op_i,
  input  logic                  [1:0] cmd_ring_i,
  // buffers
  input  twd_stream_pkg::operand_t    a_i,
  input  twd_stream_pkg::operand_t    b_i,
  output logic                        a_take_o,
  output logic                        b_take_o,
  output logic                        with_b_o,      // the polynomial that has begun to enter takes b
  output logic                        replay_o,
  // pipe
  input  logic                        hold_i,        // nothing may enter
  input  logic                        busy_i,        // not empty, even if nothing has entered for Latency cycles
  output twd_stream_pkg::pipe_t       pipe_o,
  output logic                        moves_o,       // pipe_o.en, a register near the shell
  // results
  input  logic                        space_i,       // the output queue has space
  input  logic                        ended_i,       // the last beat of a result has left the pipe
  output logic                        open_o,        // the pipe has emptied since the reset
  output logic                        drain_o,
  output logic                        refused_o,     // the beat that is taken is of an operation that is not offered
  output twd_stream_pkg::completion_t completion_o
);

  `TWD_REFUSE(gen_bad_beats, Beats < 4 || (Beats & (Beats - 1)) != 0,
              "twd_stream_control: Beats is not a power of two from 4 on")
  `TWD_REFUSE(gen_bad_timeout, StallTimeout < 2 || (StallTimeout & (StallTimeout - 1)) != 0,
              "twd_stream_control: StallTimeout is not a power of two from 2 on")

  localparam int unsigned BeatWidth = $clog2(Beats);
  // After reset also drain the delay lines that are longer in one direction, by at most T/2 + 2 cycles: they still hold
  // stale beats, which would leave in the other direction.
  localparam int unsigned DrainCycles = twd_stream_pkg::longest(Latency) + Beats;
  localparam int unsigned DrainWidth = $clog2(DrainCycles + 1);
  localparam int unsigned FlightWidth = $clog2(MaxInFlight + 1);
  localparam bit TakesB = Offered[4:2] != '0;

  // ---- commands: a short queue, and the next one ----
  // The buffer of a holds P = Depth / T of the shortest polynomials, T beats each. With its margin it accepts up to
  // Depth - 2 beats from the next one to be read (unread), or from the beginning of a polynomial that may be replayed
  // (kept), so that at most P polynomials have begun there, and at most P - 1 of them, or one for P = 1, wait in the
  // queue:
  //   load is held back: all of the polynomial that is read is kept, so at most P - 1 others have begun;
  //   ready_q: one of the P is loaded;
  //   otherwise load takes a command in the cycle after its arrival, so at most one waits.
  // One entry more distinguishes an empty queue from a full one.
  localparam int unsigned Fitting = twd_stream_pkg::buffer_depth(Beats) / twd_stream_pkg::shortest(Beats, Select);
  localparam int unsigned Commands = Fitting < 2 ? 2 : Fitting;
  localparam int unsigned CommandWidth = $clog2(Commands);

  // Vectors, because Yosys takes an array of structs for one vector.
  logic [twd_stream_pkg::COMMAND_WIDTH-1:0] commands[Commands];
  twd_stream_pkg::command_t accepted;  // the one that arrives
  twd_stream_pkg::command_t first;     // the first one in the queue
  twd_stream_pkg::command_t next_q;    // the next one to enter, if ready_q
  logic [CommandWidth-1:0] w_command_q, r_command_q;
  logic load;                          // first becomes next_q
  logic ready_q, ready_d;
  logic start;                         // next_q begins to enter
  logic replay;

  assign accepted.refused = !Offered[cmd_op_i];
  assign accepted.takes_b = TakesB && twd_op_pkg::takes_b(cmd_op_i);
  assign accepted.path    = twd_stream_pkg::path_e'(Mixed || !Offered[cmd_op_i] ? twd_stream_pkg::PATH_NTT
      : twd_stream_pkg::path_of(cmd_op_i));
  assign accepted.ring    = cmd_ring_i;
  assign accepted.op      = cmd_op_i;
  assign first            = commands[r_command_q];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      w_command_q <= '0;
      r_command_q <= '0;
      ready_q     <= 1'b0;
    end else begin
      w_command_q <= w_command_q + CommandWidth'(cmd_valid_i);
      r_command_q <= r_command_q + CommandWidth'(load);
      ready_q     <= ready_d;
    end
  end

  always_ff @(posedge clk_i) begin
    if (cmd_valid_i) commands[w_command_q] <= accepted;
    if (load) next_q <= first;
  end

  // ---- the polynomial that enters; after a replay it is next_q again ----
  logic in_polynomial_q, in_polynomial_d;  // it has begun and not ended
  logic [BeatWidth-1:0] beat_q;
  logic [BeatWidth-1:0] last_beat;
  logic final_q;                           // beat_q is its last beat
  logic last;
  logic with_b_q, with_b;
  logic refused_q;
  logic err_q;
  logic [1:0] ring_q;
  twd_stream_pkg::path_e path_q, path_d;   // of what is in the pipe
  twd_stream_pkg::path_e next_path;        // of the next polynomial to enter
  logic idle;                              // the path may change
  logic go_q, go_d;                        // the pipe moves, and a polynomial may begin
  logic en_q, en_d;
  logic take;
  logic starved_q, starved_d;              // it lacks a beat
  logic [DrainWidth-1:0] drain_count_q;    // moves until the pipe is empty
  logic empty;
  logic drain_q, drain_d;
  logic [FlightWidth-1:0] in_flight_q;     // whole polynomials in the pipe
  logic [$clog2(StallTimeout)-1:0] stall_count_q;  // saturates
  logic timeout_q;

  // The command queue holds back while the polynomial may be replayed, that is until both operands are whole.
  assign load = w_command_q != r_command_q && !ready_q && !(in_polynomial_q && with_b_q && !b_i.whole);

  // Conditions of the next cycle: everything that lets a polynomial begin but hold_i.
  assign idle      = empty && moves_o && !in_polynomial_q;
  assign ready_d   = load || replay || (ready_q && !start);
  assign next_path = load ? first.path : next_q.path;
  assign path_d    = idle && (load || ready_q) ? next_path : path_q;
  assign go_d      = space_i && !in_polynomial_d && ready_d && a_i.next
      && (!(load ? first.takes_b : next_q.takes_b) || b_i.next) && !drain_d && next_path == path_d;
  assign drain_d   = replay || (drain_q && !empty);

  assign start     = go_q && !hold_i;
  assign take      = start || (moves_o && in_polynomial_q);
  assign last_beat = Select ? BeatWidth'(twd_stream_pkg::last_beat(ring_q)) : {BeatWidth{1'b1}};
  assign last      = take && in_polynomial_q && final_q;
  assign with_b    = start ? next_q.takes_b : with_b_q;
  assign replay    = starved_q && timeout_q && !(a_i.whole && (!with_b_q || b_i.whole));
  assign in_polynomial_d = (take ? !last : in_polynomial_q) && !replay;
  assign starved_d = in_polynomial_d && !(a_i.next && (!with_b || b_i.next));
  assign en_d      = space_i && !starved_d;
  assign empty     = drain_count_q == '0 && !busy_i;

  assign a_take_o = take;
  assign b_take_o = take && with_b;
  assign with_b_o = with_b_q;
  assign replay_o = replay;

  assign pipe_o.en            = en_q;
  assign pipe_o.sop           = start;
  assign pipe_o.last          = last;
  assign pipe_o.in_polynomial = in_polynomial_q;
  assign pipe_o.op            = next_q.op;
  assign pipe_o.ring          = next_q.ring;
  assign pipe_o.path          = path_q;
  assign pipe_o.path_next     = path_d;

  assign drain_o   = drain_q;
  assign refused_o = in_polynomial_q ? refused_q : next_q.refused;

  logic started_q, entered_q;  // the first beat of a polynomial, or its last one, was taken in the cycle before
  assign completion_o.started = started_q;
  assign completion_o.ring    = ring_q;
  assign completion_o.valid   = entered_q;
  assign completion_o.err     = refused_q || err_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      moves_o         <= 1'b0;
      go_q            <= 1'b0;
      in_polynomial_q <= 1'b0;
      starved_q       <= 1'b0;
      beat_q          <= '0;
      final_q         <= 1'b0;
      drain_q         <= 1'b1;
      open_o          <= 1'b0;
      drain_count_q   <= DrainWidth'(DrainCycles);
      in_flight_q     <= '0;
      stall_count_q   <= '0;
      timeout_q       <= 1'b0;
      path_q          <= twd_stream_pkg::PATH_NTT;
      started_q       <= 1'b0;
      entered_q       <= 1'b0;
    end else begin
      moves_o         <= en_d;
      go_q            <= go_d;
      in_polynomial_q <= in_polynomial_d;
      starved_q       <= starved_d;
      if (replay) beat_q <= '0;
      else if (take) beat_q <= last ? '0 : beat_q + 1'b1;
      if (replay) final_q <= 1'b0;
      else if (take) final_q <= beat_q == last_beat - 1'b1;
      if (take) drain_count_q <= DrainWidth'(Latency[16*path_q+:16]);
      else if (moves_o && drain_count_q != '0) drain_count_q <= drain_count_q - 1'b1;
      drain_q       <= drain_d;
      open_o        <= open_o || empty;
      in_flight_q   <= in_flight_q + FlightWidth'(last) - FlightWidth'(ended_i);
      stall_count_q <= starved_q && !(&stall_count_q) ? stall_count_q + 1'b1 : {$clog2(StallTimeout){starved_q}};
      timeout_q     <= starved_q && &stall_count_q && in_flight_q != '0;
      path_q        <= path_d;
      started_q     <= start;
      entered_q       <= last;
    end
  end

  always_ff @(posedge clk_i) begin
    en_q <= en_d;
    if (start) begin
      with_b_q  <= next_q.takes_b;
      refused_q <= next_q.refused;
      ring_q    <= next_q.ring;
    end
    if (take) err_q <= a_i.bad || (with_b && b_i.bad) || (err_q && !start);
  end

  `TWD_ASSERT(CommandsFit, !cmd_valid_i || load || w_command_q + 1'b1 != r_command_q)
  `TWD_ASSERT(OperationOffered, !(start && next_q.refused))
  `TWD_ASSERT(PipeMovesAlong, en_q == moves_o)
  `TWD_ASSERT(FinalBeat, !in_polynomial_q || final_q == (beat_q == last_beat))
  `TWD_ASSERT(BeatsWhereTaken, !take || (a_i.have && (!with_b || b_i.have)))
  `TWD_ASSERT(EndedWhatWasInside, !ended_i || in_flight_q != '0 || last || in_polynomial_q)

endmodule
