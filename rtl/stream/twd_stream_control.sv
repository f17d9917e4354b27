// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_stream_control: when a streaming core moves, and which polynomial enters it.
//
// Method    the whole pipe advances with en_o: while the output queue has room, and not while a polynomial
//           that has begun lacks a beat. Between polynomials bubbles go in, so that what is inside comes out by itself.
//           Ways (twd_stream_pkg::way) share hardware: a polynomial of another way waits until the pipe is empty; with Mixed
//           there is one way. A polynomial that lacks a beat for Patience cycles while whole ones wait in the pipe is
//           given up: its beats are read again (rewind_o) once the pipe is empty, and what it left inside is not
//           taken for a result (drain_o).
// Timing    a polynomial enters two cycles after its first beat was accepted, if it need not wait: its first beat is
//           taken from the buffer in the cycle of first_o. Reset: nothing is accepted before the pipe has been emptied
//           once.
// Refused   an operation that Offered does not have goes the first way as if it were a transform, of zeros. One that
//           takes b elsewhere takes it here too, where any does.
// Marks     enter_o in the cycle after the first beat of a polynomial was taken, mark_valid_o in the one after its last.
// Model     twiddle.model.streaming

`include "twd_assert.svh"

module twd_stream_control #(
  parameter int unsigned Beats    = 64,             // of a polynomial; of the longest one with Select
  parameter bit          Select   = 1'b0,           // the ring is chosen by ring_i
  parameter logic [ 7:0] Offered  = 8'b0000_0011,   // operations, a bit each
  parameter bit          Mixed    = 1'b0,           // one way for all operations
  parameter logic [63:0] Latency  = {4{16'd100}},   // cycles in the pipe, 16 bits a way
  parameter int unsigned Inside   = 4,              // polynomials in the pipe at once, at most
  parameter int unsigned Patience = 64              // a power of two
) (
  input  logic       clk_i,
  input  logic       rst_ni,
  // heads of the polynomials that are accepted on a
  input  logic       head_valid_i,
  input  logic [2:0] head_op_i,
  input  logic [1:0] head_ring_i,
  // buffers
  input  logic       a_have_i,
  input  logic       a_next_i,
  input  logic       a_bad_i,
  input  logic       a_whole_i,
  output logic       a_take_o,
  input  logic       b_have_i,
  input  logic       b_next_i,
  input  logic       b_bad_i,
  input  logic       b_whole_i,
  output logic       b_take_o,
  output logic       with_b_o,     // the polynomial that has begun takes b
  output logic       middle_o,     // a polynomial has begun to enter, and not ended
  output logic       last_o,
  output logic       rewind_o,
  // pipe
  input  logic       hold_i,       // nothing enters
  input  logic       busy_i,       // not empty, even if nothing has entered for Latency cycles
  input  logic       room_i,
  output logic       en_o,         // to the pipe: a flip-flop of its own, which its load may draw far away
  output logic       moves_o,      // the same
  output logic       first_o,
  output logic [2:0] op_o,
  output logic [1:0] way_o,        // of what is inside, and of what enters
  output logic [1:0] way_next_o,   // what way_o will be
  output logic [1:0] ring_o,
  // results
  input  logic       ended_i,  // the last beat of a result has left the pipe
  output logic       open_o,       // the pipe has been emptied since the reset
  output logic       drain_o,
  output logic       refused_o,    // the beat that is taken is of an operation that is not offered
  output logic       enter_o,
  output logic [1:0] enter_ring_o,
  output logic       mark_valid_o,
  output logic       mark_err_o
);

  `TWD_REFUSE(gen_bad_beats, Beats < 4 || (Beats & (Beats - 1)) != 0,
              "twd_stream_control: Beats is not a power of two from 4 on")
  `TWD_REFUSE(gen_bad_patience, Patience < 2 || (Patience & (Patience - 1)) != 0,
              "twd_stream_control: Patience is not a power of two from 2 on")

  localparam int unsigned BeatWidth = $clog2(Beats);
  localparam int unsigned Longest = longest();
  // After a reset: what a pipe that turns round holds of one direction stays in its longer lines, at most T/2 + 2 cycles more,
  // and would come out in the other one.
  localparam int unsigned Settling = Longest + Beats;
  localparam int unsigned QuietWidth = $clog2(Settling + 1);
  localparam int unsigned InsideWidth = $clog2(Inside + 1);
  localparam bit TakesB = Offered[4:2] != '0;

  function automatic int unsigned longest();
    longest = 32'd0;
    for (int w = 0; w < 4; w++) begin
      if (32'(Latency[16*w+:16]) > longest) longest = 32'(Latency[16*w+:16]);
    end
  endfunction

  function automatic logic [15:0] latency_of(input logic [1:0] way);
    latency_of = Latency[16*way+:16];
  endfunction

  // ---- heads, decoded, in a short queue, and the next one ----
  // The buffer of a holds P = Depth / T of the shortest polynomials, T beats each. With its margin it accepts up to Depth - 2
  // beats from the next one to be read (unread), or from the beginning of a polynomial that may be given up (kept), so
  // that at most P polynomials have begun there, and at most P - 1 of them, or one for P = 1, wait here:
  //   load is held back: all of the polynomial that is read is kept, so at most P - 1 others have begun;
  //   ready_q: one of the P is loaded;
  //   else load takes a head in the cycle after its arrival, so at most one waits.
  // One entry more makes an empty queue different from a full one.
  localparam int unsigned Fitting = twd_stream_pkg::buffer_depth(Beats) / twd_stream_pkg::shortest(Beats, Select);
  localparam int unsigned Heads = Fitting < 2 ? 2 : Fitting;
  localparam int unsigned HeadWidth = $clog2(Heads);

  logic [8:0] heads[Heads];
  logic [1:0] in_way;
  logic in_takes_b;
  logic [HeadWidth-1:0] w_head_q, r_head_q;
  logic load;
  logic start;
  logic give_up;
  logic ready_q, ready_d;  // there is a next one
  logic [2:0] head_op;
  logic [1:0] head_ring;
  logic [1:0] head_way;
  logic head_takes_b;
  logic head_refused;
  logic [2:0] op_q;
  logic [1:0] ring_q;
  logic refused_q;
  logic takes_b_q;
  logic [1:0] way_q, way_d;

  assign in_way     = Mixed || !Offered[head_op_i] ? twd_stream_pkg::WAY_NTT : twd_stream_pkg::way(head_op_i);
  assign in_takes_b = TakesB && twd_op_pkg::takes_b(head_op_i);
  assign {head_refused, head_takes_b, head_way, head_ring, head_op} = heads[r_head_q];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      w_head_q <= '0;
      r_head_q <= '0;
      ready_q  <= 1'b0;
    end else begin
      w_head_q <= w_head_q + HeadWidth'(head_valid_i);
      r_head_q <= r_head_q + HeadWidth'(load);
      ready_q  <= ready_d;
    end
  end

  always_ff @(posedge clk_i) begin
    if (head_valid_i) heads[w_head_q] <= {!Offered[head_op_i], in_takes_b, in_way, head_ring_i, head_op_i};
    if (load) begin
      op_q      <= head_op;
      ring_q    <= head_ring;
      refused_q <= head_refused;
      takes_b_q <= head_takes_b;
      way_q     <= head_way;
    end
  end

  // ---- what enters: a head's polynomial, which has been given up if the head is there again ----
  logic middle_q;              // a polynomial has begun and not ended
  logic middle_d;
  logic [BeatWidth-1:0] beat_q;
  logic [BeatWidth-1:0] last_beat;
  logic final_q;               // beat_q is its last beat
  logic with_b_q;              // of the polynomial that has begun
  logic with_b;
  logic refused_now_q;
  logic err_q;
  logic [1:0] now_ring_q;
  logic [1:0] now_way_q, now_way_d;
  logic settle;                // the way may change
  logic go_q, go_d;            // the pipe moves, and a polynomial may begin
  logic en_d;
  logic take;
  logic lacks_q;               // it lacks a beat
  logic lacks_d;
  logic [QuietWidth-1:0] quiet_q;  // cycles until the pipe is empty
  logic empty;
  logic drain_q, drain_d;
  logic [InsideWidth-1:0] inside_q;  // whole polynomials in the pipe
  logic [$clog2(Patience)-1:0] waited_q;  // stops at its end
  logic tired_q;

  // A head stays as long as its polynomial may be given up; it may while an operand is not whole.
  assign load = w_head_q != r_head_q && !ready_q && !(middle_q && with_b_q && !b_whole_i);

  // What the next cycle will find: everything that lets a polynomial begin, but for hold_i.
  assign settle  = empty && moves_o && !middle_q;
  assign ready_d = load || give_up || (ready_q && !start);
  assign way_d   = load ? head_way : way_q;
  assign now_way_d = settle && (load || ready_q) ? way_d : now_way_q;
  assign go_d = room_i && !middle_d && ready_d && a_next_i && (!(load ? head_takes_b : takes_b_q) || b_next_i) && !drain_d
      && way_d == now_way_d;
  assign drain_d = give_up || (drain_q && !empty);

  assign start     = go_q && !hold_i;
  assign take      = start || (moves_o && middle_q);
  assign last_beat = Select ? BeatWidth'(twd_stream_pkg::last_beat(now_ring_q)) : {BeatWidth{1'b1}};
  assign with_b    = start ? takes_b_q : with_b_q;
  assign give_up   = lacks_q && tired_q && !(a_whole_i && (!with_b_q || b_whole_i));
  assign middle_d  = (take ? !last_o : middle_q) && !give_up;
  assign lacks_d   = middle_d && !(a_next_i && (!with_b || b_next_i));
  assign en_d      = room_i && !lacks_d;
  assign empty     = quiet_q == '0 && !busy_i;

  assign last_o         = take && middle_q && final_q;
  assign first_o        = start;
  assign a_take_o       = take;
  assign b_take_o       = take && with_b;
  assign rewind_o       = give_up;
  assign op_o           = op_q;
  assign ring_o         = ring_q;
  assign middle_o       = middle_q;
  assign with_b_o       = with_b_q;
  assign way_o          = now_way_q;
  assign way_next_o     = now_way_d;
  assign drain_o        = drain_q;
  assign refused_o      = middle_q ? refused_now_q : refused_q;
  assign mark_err_o     = refused_now_q || err_q;
  assign enter_ring_o   = now_ring_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      moves_o   <= 1'b0;
      go_q      <= 1'b0;
      middle_q  <= 1'b0;
      lacks_q   <= 1'b0;
      beat_q    <= '0;
      final_q   <= 1'b0;
      drain_q   <= 1'b1;
      open_o    <= 1'b0;
      quiet_q   <= QuietWidth'(Settling);
      inside_q  <= '0;
      waited_q  <= '0;
      tired_q   <= 1'b0;
      now_way_q <= twd_stream_pkg::WAY_NTT;
      enter_o   <= 1'b0;
      mark_valid_o <= 1'b0;
    end else begin
      moves_o  <= en_d;
      go_q     <= go_d;
      middle_q <= middle_d;
      lacks_q  <= lacks_d;
      if (give_up) beat_q <= '0;
      else if (take) beat_q <= last_o ? '0 : beat_q + 1'b1;
      if (give_up) final_q <= 1'b0;
      else if (take) final_q <= beat_q == last_beat - 1'b1;
      if (take) quiet_q <= QuietWidth'(latency_of(now_way_q));
      else if (moves_o && quiet_q != '0) quiet_q <= quiet_q - 1'b1;
      drain_q  <= drain_d;
      open_o   <= open_o || empty;
      inside_q <= inside_q + InsideWidth'(last_o) - InsideWidth'(ended_i);
      waited_q <= lacks_q && !(&waited_q) ? waited_q + 1'b1 : {$clog2(Patience){lacks_q}};
      tired_q  <= lacks_q && &waited_q && inside_q != '0;
      now_way_q <= now_way_d;
      enter_o   <= start;
      mark_valid_o <= last_o;
    end
  end

  always_ff @(posedge clk_i) begin
    en_o <= en_d;
    if (start) begin
      with_b_q      <= takes_b_q;
      refused_now_q <= refused_q;
      now_ring_q    <= ring_q;
    end
    if (take) err_q <= a_bad_i || (with_b && b_bad_i) || (err_q && !start);
  end

  `TWD_ASSERT(HeadsFit, !head_valid_i || load || w_head_q + 1'b1 != r_head_q)
  `TWD_ASSERT(OperationOffered, !(start && refused_q))
  `TWD_ASSERT(PipeMovesAlong, en_o == moves_o)
  `TWD_ASSERT(FinalBeat, !middle_q || final_q == (beat_q == last_beat))
  `TWD_ASSERT(BeatsWhereTaken, !take || (a_have_i && (!with_b || b_have_i)))
  `TWD_ASSERT(EndedWhatWasInside, !ended_i || inside_q != '0 || last_o || middle_q)

endmodule
