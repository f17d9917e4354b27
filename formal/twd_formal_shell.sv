// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_formal_shell: every result of twd_stream_shell belongs to one operation, in order and complete, for any
// behaviour of its streams, and none is held for ever.
//
// Pipe      a delay line instead of an engine: what enters comes out, Short cycles later, or Long ones on the path MUL.
//           With FollowB it takes the second operand. It is not reset, and the first state of every register is
//           arbitrary.
// Free      every input: reset at any time, any operation with every polynomial, offered or not, and any stall of a, b
//           and c. With Held the pipe may block entry (hold_i) and not be empty (busy_i) in any cycle.
// Data      one lane, q = 3: three coefficients, and one that is out of range. The shell treats lanes and bits alike.
// Method    one arbitrary operation (choose_a_i, choose_b_i) is followed: its operands are kept, and the number
//           of beats that leave before its own. As the choice is free, what holds for it holds for all.
// Covers    situations that must be reached, instead of the law; see twd_formal_shell_covers.
// Lemmas    what is always true inside, from which the law follows by induction over one cycle; see
//           twd_formal_shell_lemmas.

module twd_formal_shell #(
  parameter int unsigned Beats    = 4,
  parameter bit          TakesB   = 1'b1,
  parameter bit          Mixed    = 1'b0,
  parameter logic [7:0]  Offered  = 8'b0000_1111,
  parameter int unsigned Short    = 4,             // from 2 on
  parameter int unsigned Long     = 6,             // from Short on, at least 3
  parameter bit          Held     = 1'b0,
  parameter bit          FollowB  = 1'b0,
  parameter bit          Resets   = 1'b1,          // 0: in the first cycle alone
  parameter bit          Lemmas   = 1'b1,
  parameter bit          Covers   = 1'b0
) (
  input logic       clk_i,
  input logic       rst_ni,
  input logic [2:0] op_i,
  input logic       a_valid_i,
  input logic [1:0] a_data_i,
  input logic       b_valid_i,
  input logic [1:0] b_data_i,
  input logic       c_ready_i,
  input logic       hold_i,
  input logic       busy_i,
  input logic       choose_a_i,
  input logic       choose_b_i
);

  localparam int unsigned BeatWidth = $clog2(Beats);
  localparam int unsigned Words = twd_stream_pkg::output_words(Beats, 1'b0, Long);
  // Beats inside: two polynomials in a buffer, those that have a place in the output memory, the queue; and a sign.
  localparam int unsigned CountWidth = $clog2(2 * Beats + Words + 17) + 1;
  // Cycles in which the pipe empties itself after a reset.
  localparam int unsigned Flush = Long + Beats + 16;
  // Cycles for which c may offer nothing although an operation is whole inside: one until it starts, those of the pipe
  // and of the memories.
  localparam int unsigned Pause = Long + 11;
  localparam int unsigned IdleWidth = $clog2(Pause + Flush + 4) + 1;

  logic a_ready, b_ready, c_valid, c_last, c_err;
  logic [1:0] c_data;
  twd_stream_pkg::pipe_t pipe;
  logic y_sop;
  logic [1:0] a, b, y;
  logic room;
  logic unused_shell;

  assign unused_shell = ^{pipe, a, b, hold_i, busy_i, room};

  twd_stream_shell #(
    .Q         (3),
    .Lanes     (1),
    .Beats     (Beats),
    .Offered   (Offered),
    .TakesB    (TakesB),
    .Mixed     (Mixed),
    .Latency   (Mixed ? {4{16'(Long)}} : {16'(Long), {3{16'(Short)}}}),
    .OutLatency(Long)
  ) u_shell (
    .clk_i,
    .rst_ni,
    .op_i,
    .ring_i   (2'd0),
    .a_valid_i,
    .a_ready_o(a_ready),
    .a_data_i,
    .b_valid_i,
    .b_ready_o(b_ready),
    .b_data_i,
    .c_valid_o(c_valid),
    .c_ready_i,
    .c_data_o (c_data),
    .c_last_o (c_last),
    .c_err_o  (c_err),
    .hold_i   (Held && hold_i),
    .busy_i   (Held && busy_i),
    .take_i   (1'b0),
    .room_o   (room),
    .pipe_o   (pipe),
    .a_o      (a),
    .b_o      (b),
    .y_sop_i  (y_sop),
    .y_i      (y)
  );

  // ---- the pipe: a mark and a coefficient a word; the last register is common to both paths ----
  logic to_long;
  logic [Long-1:1][2:0] line_q;
  logic [2:0] out_q;

  assign to_long    = Mixed || pipe.path == twd_stream_pkg::PATH_MUL;
  assign {y_sop, y} = out_q;

  always_ff @(posedge clk_i) begin
    line_q[1] <= {pipe.sop, FollowB ? b : a};
    for (int j = 2; j < Long; j++) begin
      line_q[j] <= {line_q[j-1][2] && (to_long || j != Short), line_q[j-1][1:0]};
    end
    out_q <= to_long ? line_q[Long-1] : line_q[Short-1];
  end

  // ---- what moves ----
  logic a_move, b_move, c_move;
  logic a_begins, b_begins;              // a polynomial, in this cycle
  logic [BeatWidth-1:0] a_beat_q, b_beat_q, c_beat_q;
  logic [2:0] op_now, op_q;              // of the polynomial on a
  logic takes_b;                         // and whether it takes b
  logic [CountWidth-1:0] total_q;        // beats accepted on a and not given on c

  assign a_move   = a_valid_i && a_ready;
  assign b_move   = b_valid_i && b_ready;
  assign c_move   = c_valid && c_ready_i;
  assign a_begins = a_move && a_beat_q == '0;
  assign b_begins = b_move && b_beat_q == '0;
  assign op_now   = a_beat_q == '0 ? op_i : op_q;
  assign takes_b  = TakesB && twd_op_pkg::takes_b(op_now);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      a_beat_q <= '0;
      b_beat_q <= '0;
      c_beat_q <= '0;
      op_q     <= '0;
      total_q  <= '0;
    end else begin
      a_beat_q <= a_beat_q + BeatWidth'(a_move);
      b_beat_q <= b_beat_q + BeatWidth'(b_move);
      c_beat_q <= c_beat_q + BeatWidth'(c_move);
      op_q     <= op_now;
      total_q  <= total_q + CountWidth'(a_move) - CountWidth'(c_move);
    end
  end

  // ---- one operation, whichever ----
  // Its polynomial on b is the one that belongs to it: as many begin before it as operations that take one on a.
  // Whichever of the two begins first is chosen, and the other one is known by that count.
  logic a_chosen, b_chosen;              // it begins in this cycle
  logic a_tag_q, b_tag_q;                // it has begun
  logic done_q;                          // it has been given
  logic [2:0] tag_op_q;
  logic tag_with_b_q;
  logic signed [4:0] lead_q;             // operations with b begun, less polynomials on b, before the one followed
  logic b_next;                          // the next polynomial on b belongs to the next operation that takes one
  logic [BeatWidth:0] a_count_q, b_count_q;  // beats of it that have been accepted
  logic [Beats-1:0][1:0] a_want_q, b_want_q;
  logic [Beats-1:0] a_bad_q, b_bad_q;
  logic [CountWidth-1:0] ahead_q;        // beats to be given before its first one
  logic a_mine, b_mine;                  // the beat that moves is one of it
  logic given;                           // c offers one of it
  logic refused, err;

  assign b_next   = lead_q < 5'sd0 || (lead_q == 5'sd0 && !(a_begins && takes_b));
  assign a_chosen = a_begins && !a_tag_q && (!takes_b ? choose_a_i && !b_tag_q
      : b_tag_q ? lead_q == 5'sd0 : choose_a_i && lead_q >= 5'sd0);
  assign b_chosen = b_begins && !b_tag_q && (a_tag_q ? tag_with_b_q && lead_q == 5'sd0
      : a_chosen ? takes_b && lead_q == 5'sd0 : choose_b_i && b_next);
  assign a_mine   = a_move && (a_chosen || (a_tag_q && !a_count_q[BeatWidth]));
  assign b_mine   = b_move && (b_chosen || (b_tag_q && !b_count_q[BeatWidth]));
  assign given    = c_valid && a_tag_q && !done_q && ahead_q == '0;
  assign refused  = !Offered[tag_op_q];
  assign err      = refused || a_bad_q != '0 || (tag_with_b_q && b_bad_q != '0);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      a_tag_q      <= 1'b0;
      b_tag_q      <= 1'b0;
      done_q       <= 1'b0;
      tag_op_q     <= '0;
      tag_with_b_q <= 1'b0;
      lead_q       <= '0;
      a_count_q    <= '0;
      b_count_q    <= '0;
      a_want_q     <= '0;
      b_want_q     <= '0;
      a_bad_q      <= '0;
      b_bad_q      <= '0;
      ahead_q      <= '0;
    end else begin
      a_tag_q   <= a_tag_q || a_chosen;
      b_tag_q   <= b_tag_q || b_chosen;
      done_q    <= done_q || (given && c_ready_i && c_beat_q == '1);
      lead_q    <= lead_q + 5'(a_begins && takes_b && !a_tag_q && !a_chosen) - 5'(b_begins && !b_tag_q && !b_chosen);
      a_count_q <= a_count_q + (BeatWidth + 1)'(a_mine);
      b_count_q <= b_count_q + (BeatWidth + 1)'(b_mine);
      if (a_chosen) begin
        tag_op_q     <= op_i;
        tag_with_b_q <= takes_b;
        ahead_q      <= total_q - CountWidth'(c_move);
      end else if (ahead_q != '0) begin
        ahead_q <= ahead_q - CountWidth'(c_move);
      end
      if (a_mine) begin
        a_want_q[a_beat_q] <= a_data_i == 2'd3 ? 2'd0 : a_data_i;
        a_bad_q[a_beat_q]  <= a_data_i == 2'd3;
      end
      if (b_mine) begin
        b_want_q[b_beat_q] <= b_data_i == 2'd3 ? 2'd0 : b_data_i;
        b_bad_q[b_beat_q]  <= b_data_i == 2'd3;
      end
    end
  end

  // ---- nothing waits for ever ----
  logic signed [4:0] owed_q;             // operations with b, up to the one followed, less whole polynomials on b
  logic whole;                           // it is inside with all its beats, and all before it are
  logic a_owed, b_owed;                  // nothing can be given until a beat has been accepted here
  logic [IdleWidth-1:0] a_idle_q, b_idle_q;  // cycles for which one was owed and not accepted
  logic [IdleWidth-1:0] c_idle_q;        // cycles for which c has offered nothing, with the operation whole

  assign whole  = a_tag_q && !done_q && a_count_q[BeatWidth] && owed_q <= 5'sd0;
  assign a_owed = total_q == '0 || (a_tag_q && !done_q && ahead_q == '0 && !a_count_q[BeatWidth]);
  assign b_owed = a_tag_q && !done_q && ahead_q == '0 && tag_with_b_q && !b_count_q[BeatWidth];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      owed_q   <= '0;
      a_idle_q <= '0;
      b_idle_q <= '0;
      c_idle_q <= '0;
    end else begin
      owed_q   <= owed_q + 5'(a_begins && takes_b && !a_tag_q)
          - 5'(b_move && b_beat_q == '1 && !(a_tag_q && owed_q <= 5'sd0));
      a_idle_q <= a_owed && !a_ready ? a_idle_q + 1'b1 : '0;
      b_idle_q <= b_owed && !b_ready ? b_idle_q + 1'b1 : '0;
      c_idle_q <= whole && !c_valid ? c_idle_q + 1'b1 : '0;
    end
  end

  // ---- the law ----
  logic stalled_q;
  logic [3:0] seen_q;
  logic begin_q;                  // the first cycle of all

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) stalled_q <= 1'b0;
    else stalled_q <= c_valid && !c_ready_i;
  end

  always_ff @(posedge clk_i) begin
    seen_q  <= {c_last && c_err, c_last, c_data};
    begin_q <= 1'b0;
  end

  initial begin_q = 1'b1;

  always_comb begin
    if (begin_q || !Resets) assume (rst_ni == !begin_q);
    if (!rst_ni) begin
      LowInReset: assert (!a_ready && !b_ready && !c_valid);
    end else begin
      HeldUntilTaken: assert (!stalled_q || (c_valid && {c_last && c_err, c_last, c_data} == seen_q));
      NothingOfItself: assert (!c_valid || total_q != '0);
      LastOfEvery: assert (!c_valid || c_last == (c_beat_q == '1));
      AfterItsOperands: assert (!given || (a_count_q[BeatWidth] && (!tag_with_b_q || b_count_q[BeatWidth])));
      Unchanged: assert (!given || FollowB || c_data == (refused ? 2'd0 : a_want_q[c_beat_q]));
      OtherUnchanged: assert (!given || !FollowB || refused || !tag_with_b_q || c_data == b_want_q[c_beat_q]);
      Flagged: assert (!given || !c_last || c_err == err);
      AcceptsA: assert (Held || a_idle_q <= IdleWidth'(Flush + 3));
      AcceptsB: assert (b_idle_q == '0);
      Gives: assert (Held || c_idle_q <= IdleWidth'(Pause));
    end
  end

  if (Lemmas) begin : gen_lemmas
    twd_formal_shell_lemmas #(
      .Beats     (Beats),
      .TakesB    (TakesB),
      .Mixed     (Mixed),
      .Offered   (Offered),
      .Short     (Short),
      .Long      (Long),
      .Held      (Held),
      .FollowB   (FollowB),
      .Words     (Words),
      .CountWidth(CountWidth),
      .IdleWidth (IdleWidth),
      .Flush     (Flush),
      .Pause     (Pause)
    ) u_lemmas (
      .clk_i,
      .rst_ni,
      .line_q,
      .out_q,
      .c_valid,
      .c_move,
      .a_beat_q,
      .b_beat_q,
      .c_beat_q,
      .total_q,
      .a_chosen,
      .b_chosen,
      .a_tag_q,
      .b_tag_q,
      .done_q,
      .tag_op_q,
      .tag_with_b_q,
      .lead_q,
      .a_count_q,
      .b_count_q,
      .a_want_q,
      .b_want_q,
      .a_bad_q,
      .b_bad_q,
      .ahead_q,
      .err,
      .owed_q,
      .whole,
      .a_idle_q,
      .b_idle_q,
      .c_idle_q
    );
  end

  if (Covers) begin : gen_covers
    twd_formal_shell_covers #(
      .TakesB    (TakesB),
      .Mixed     (Mixed),
      .Offered   (Offered),
      .CountWidth(CountWidth)
    ) u_covers (
      .clk_i,
      .rst_ni,
      .op_i,
      .c_valid,
      .c_last,
      .c_err,
      .a_begins,
      .a_chosen,
      .a_tag_q,
      .b_tag_q,
      .done_q,
      .refused,
      .total_q,
      .given
    );
  end

endmodule
