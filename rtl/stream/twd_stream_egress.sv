// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_stream_egress: from a pipe that moves with en_i to a stream with back-pressure.
//
// Method    sop_i: the next beat of the pipe is the first of a result. It and the following ones go to a queue whenever
//           the pipe moves. A completion record of every polynomial that enters says how long its result is and what
//           c_err_o is. While draining (drain_i), results without a completion record (replayed or stale) are
//           discarded.
// Timing    A beat is offered two cycles after it was on y_i. space_o, a flip-flop, is low early enough for a pipe that
//           stops two cycles later. ended_o with the last beat of a result on y_i. Reset drops everything.
// Cost      16 beats of LUT memory, a beat of flip-flops.
// Assumes   the completion record of a result arrives before its last beat leaves the pipe.

`include "twd_assert.svh"

module twd_stream_egress #(
  parameter int unsigned Width       = 48,    // of a beat
  parameter int unsigned Beats       = 64,    // of a polynomial; of the longest one with Select
  parameter bit          Select      = 1'b0,
  parameter int unsigned Completions = 4      // polynomials in the pipe, with the one that enters; a power of two
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  logic                        en_i,
  input  logic                        drain_i,
  input  logic                        sop_i,
  input  logic [Width-1:0]            y_i,
  input  twd_stream_pkg::completion_t completion_i,
  output logic                        space_o,
  output logic                        ended_o,
  output logic                        c_valid_o,
  input  logic                        c_ready_i,
  output logic [Width-1:0]            c_data_o,
  output logic                        c_last_o,
  output logic                        c_err_o
);

  `TWD_REFUSE(gen_bad_beats, Beats < 4 || (Beats & (Beats - 1)) != 0,
              "twd_stream_egress: Beats is not a power of two from 4 on")
  `TWD_REFUSE(gen_bad_completions, Completions < 2 || (Completions & (Completions - 1)) != 0,
              "twd_stream_egress: Completions is not a power of two from 2 on")

  localparam int unsigned BeatWidth = $clog2(Beats);
  localparam int unsigned AddrWidth = $clog2(Completions);

  logic errs[Completions];
  logic [AddrWidth-1:0] w_addr_q, r_addr_q;
  logic [AddrWidth:0] waiting_q;         // records whose result has not begun, modulo 2 Completions

  logic begin_now;
  logic valid_q;                         // y_i is a beat of a result
  logic [BeatWidth-1:0] beat_q;
  logic [1:0] ring;                      // of the result on y_i
  logic [BeatWidth-1:0] last_beat;
  logic final_q;                         // beat_q is its last beat

  assign begin_now = en_i && sop_i && !(drain_i && waiting_q == '0);
  assign last_beat = Select ? BeatWidth'(twd_stream_pkg::last_beat(ring)) : {BeatWidth{1'b1}};
  assign ended_o   = en_i && valid_q && final_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q   <= 1'b0;
      beat_q    <= '0;
      final_q   <= 1'b0;
      w_addr_q  <= '0;
      r_addr_q  <= '0;
      waiting_q <= '0;
    end else begin
      if (en_i) begin
        valid_q <= begin_now || (valid_q && !final_q);
        if (begin_now || final_q) beat_q <= '0;
        else if (valid_q) beat_q <= beat_q + 1'b1;
        final_q <= valid_q && !begin_now && beat_q == last_beat - 1'b1;
      end
      w_addr_q  <= w_addr_q + AddrWidth'(completion_i.valid);
      r_addr_q  <= r_addr_q + AddrWidth'(ended_o);
      waiting_q <= waiting_q + (AddrWidth + 1)'(completion_i.valid) - (AddrWidth + 1)'(begin_now);
    end
  end

  always_ff @(posedge clk_i) begin
    if (completion_i.valid) errs[w_addr_q] <= completion_i.err;
  end

  if (Select) begin : gen_select
    logic [1:0] rings[Completions];

    always_ff @(posedge clk_i) begin
      if (completion_i.started) rings[w_addr_q] <= completion_i.ring;
    end

    assign ring = rings[r_addr_q];
  end else begin : gen_one_ring
    logic unused_ring;
    assign unused_ring = ^{completion_i.started, completion_i.ring};
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
    .w_data_i ({errs[r_addr_q], final_q, y_i}),
    .room_o   (space_o),
    .r_valid_o(c_valid_o),
    .r_ready_i(c_ready_i),
    .r_data_o ({c_err_o, c_last_o, c_data_o})
  );

  // A record waits from the cycle after its polynomial has entered whole to that in which its result ends, L + 1 moves
  // of a pipe of L cycles. Polynomials enter T moves apart, so that floor(L / T) + 1 records wait at most, and one slot
  // more takes the ring of a polynomial that enters: MaxInFlight = floor(L / T) + 2 of twd_stream_shell slots are
  // enough.
  `TWD_ASSERT(CompletionsFit, !completion_i.valid || ended_o || w_addr_q + 1'b1 != r_addr_q)
  `TWD_ASSERT(FinalBeat, !valid_q || final_q == (beat_q == last_beat))
  `TWD_ASSERT(OneResultAtATime, !(begin_now && valid_q && !final_q))
  `TWD_ASSERT_HELD(ResultHeldUntilTaken, c_valid_o, c_ready_i, ({c_last_o && c_err_o, c_last_o, c_data_o}))

endmodule
