// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_stream_egress: from a pipe that moves with en_i to a stream with back-pressure.
//
// Method    first_i says that the next beat of the pipe is a result's first; the following ones of it go into a queue whenever
//           the pipe moves. Marks, one for each polynomial that enters, say how long its result is and what c_err_o is.
//           While drain_i, a result without a mark is one that was given up, or was never asked for: it is left out.
// Timing    a beat is offered two cycles after it was on y_i. room_o, a flip-flop, is low in time for a pipe that stands two
//           cycles later. ended_o with the last beat of a result on y_i. Reset drops everything.
// Cost      16 beats of LUT memory, a beat of flip-flops.
// Assumes   the mark of a result comes before its last beat leaves the pipe.

`include "twd_assert.svh"

module twd_stream_egress #(
  parameter int unsigned Width  = 48,    // of a beat
  parameter int unsigned Beats  = 64,    // of a polynomial; of the longest one with Select
  parameter bit          Select = 1'b0,
  parameter int unsigned Marks  = 4      // polynomials in the pipe, the one that enters among them; a power of two from 2 on
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             en_i,
  input  logic             drain_i,
  input  logic             first_i,
  input  logic [Width-1:0] y_i,
  input  logic             enter_i,       // a polynomial has begun to enter the pipe
  input  logic [      1:0] enter_ring_i,
  input  logic             mark_valid_i,  // it has entered whole
  input  logic             mark_err_i,
  output logic             room_o,
  output logic             ended_o,
  output logic             c_valid_o,
  input  logic             c_ready_i,
  output logic [Width-1:0] c_data_o,
  output logic             c_last_o,
  output logic             c_err_o
);

  `TWD_REFUSE(gen_bad_beats, Beats < 4 || (Beats & (Beats - 1)) != 0,
              "twd_stream_egress: Beats is not a power of two from 4 on")
  `TWD_REFUSE(gen_bad_marks, Marks < 2 || (Marks & (Marks - 1)) != 0,
              "twd_stream_egress: Marks is not a power of two from 2 on")

  localparam int unsigned BeatWidth = $clog2(Beats);
  localparam int unsigned MarkWidth = $clog2(Marks);

  logic err_marks[Marks];
  logic [MarkWidth-1:0] w_mark_q, r_mark_q;
  logic [MarkWidth:0] waiting_q;         // marks whose result has not begun, modulo 2 Marks

  logic begin_now;
  logic valid_q;                         // y_i is a beat of a result
  logic [BeatWidth-1:0] beat_q;
  logic [1:0] ring;                      // of the result on y_i
  logic [BeatWidth-1:0] last_beat;
  logic final_q;                         // beat_q is its last beat

  assign begin_now = en_i && first_i && !(drain_i && waiting_q == '0);
  assign last_beat = Select ? BeatWidth'(twd_stream_pkg::last_beat(ring)) : {BeatWidth{1'b1}};
  assign ended_o   = en_i && valid_q && final_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q   <= 1'b0;
      beat_q    <= '0;
      final_q   <= 1'b0;
      w_mark_q  <= '0;
      r_mark_q  <= '0;
      waiting_q <= '0;
    end else begin
      if (en_i) begin
        valid_q <= begin_now || (valid_q && !final_q);
        if (begin_now || final_q) beat_q <= '0;
        else if (valid_q) beat_q <= beat_q + 1'b1;
        final_q <= valid_q && !begin_now && beat_q == last_beat - 1'b1;
      end
      w_mark_q  <= w_mark_q + MarkWidth'(mark_valid_i);
      r_mark_q  <= r_mark_q + MarkWidth'(ended_o);
      waiting_q <= waiting_q + (MarkWidth + 1)'(mark_valid_i) - (MarkWidth + 1)'(begin_now);
    end
  end

  always_ff @(posedge clk_i) begin
    if (mark_valid_i) err_marks[w_mark_q] <= mark_err_i;
  end

  if (Select) begin : gen_select
    logic [1:0] ring_marks[Marks];

    always_ff @(posedge clk_i) begin
      if (enter_i) ring_marks[w_mark_q] <= enter_ring_i;
    end

    assign ring = ring_marks[r_mark_q];
  end else begin : gen_one_ring
    logic unused_ring;
    assign unused_ring = ^{enter_i, enter_ring_i};
    assign ring = '0;
  end

  twd_fifo #(
    .Width  (Width + 2),
    .Depth  (16),
    .Reserve(4)
  ) u_queue (
    .clk_i,
    .rst_ni,
    .w_valid_i(en_i && valid_q),
    .w_data_i ({err_marks[r_mark_q], final_q, y_i}),
    .room_o,
    .r_valid_o(c_valid_o),
    .r_ready_i(c_ready_i),
    .r_data_o ({c_err_o, c_last_o, c_data_o})
  );

  logic [Width+1:0] seen_q;
  logic stalled_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) stalled_q <= 1'b0;
    else stalled_q <= c_valid_o && !c_ready_i;
  end

  always_ff @(posedge clk_i) seen_q <= {c_last_o && c_err_o, c_last_o, c_data_o};

  `TWD_ASSERT(ResultHeldUntilTaken, !stalled_q || (c_valid_o && {c_last_o && c_err_o, c_last_o, c_data_o} == seen_q))
  // A mark waits from the cycle after its polynomial has entered whole to that in which its result ends, L + 1 moves of a pipe
  // of L cycles. Polynomials enter T moves apart, so that floor(L / T) + 1 marks wait at most, and one slot more takes the
  // ring of a polynomial that enters: Inside = floor(L / T) + 2 of twd_stream_shell slots are enough.
  `TWD_ASSERT(MarksFit, !mark_valid_i || ended_o || w_mark_q + 1'b1 != r_mark_q)
  `TWD_ASSERT(FinalBeat, !valid_q || final_q == (beat_q == last_beat))
  `TWD_ASSERT(OneResultAtATime, !(begin_now && valid_q && !final_q))

endmodule
