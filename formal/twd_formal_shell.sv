// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_formal_shell: twd_stream_shell around delay lines: what goes in comes out, once, in order, unchanged.

module twd_formal_shell #(
  parameter int unsigned Beats    = 4,
  parameter bit          TakesB   = 1'b1,
  parameter bit          Mixed    = 1'b0,
  parameter logic [7:0]  Offered  = 8'b0000_1111,
  parameter bit          FollowB  = 1'b0,
  parameter int unsigned Short    = 6,     // latency of the ways NTT, INTT, PWM
  parameter int unsigned Long     = 6,     // latency of the way MUL, and of all with Mixed
  parameter int unsigned Patience = 4
) (
  input logic       clk_i,
  input logic       rst_ni,
  input logic [2:0] op_i,
  input logic       a_valid_i,
  input logic [1:0] a_data_i,
  input logic       b_valid_i,
  input logic [1:0] b_data_i,
  input logic       c_ready_i,
  input logic       choose_a_i,
  input logic       choose_b_i
);

  localparam int unsigned Width = 2;  // Q = 3
  localparam int unsigned BeatWidth = $clog2(Beats);
  localparam logic [63:0] Latency = Mixed ? {4{16'(Long)}} : {16'(Long), {3{16'(Short)}}};
  localparam int unsigned Inside = Long / Beats + 2;
  localparam int unsigned Settling = Long + Beats;
  // Every step of the pipe may wait for Patience + 1 cycles: it is filled in Long + 2 of them, after it has been emptied.
  localparam int unsigned Pause = 3 + Settling + (Long + 2) * (Patience + 2);

  logic a_ready, b_ready, c_valid, c_last, c_err;
  logic [Width-1:0] c_data;
  logic en, first, y_first;
  logic [2:0] op;
  logic [1:0] ring, way;
  logic middle, last;
  logic [Width-1:0] a, b, y;

  twd_stream_shell #(
    .Q       (3),
    .Lanes   (1),
    .Beats   (Beats),
    .Offered (Offered),
    .TakesB  (TakesB),
    .Mixed   (Mixed),
    .Latency (Latency),
    .Inside  (Inside),
    .Patience(Patience)
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
    .hold_i   (1'b0),
    .busy_i   (1'b0),
    .en_o     (en),
    .first_o  (first),
    .op_o     (op),
    .ring_o   (ring),
    .way_o    (way),
    .middle_o (middle),
    .last_o   (last),
    .a_o      (a),
    .b_o      (b),
    .y_first_i(y_first),
    .y_i      (y)
  );

  // ---- the pipe ----
  logic s_first;
  logic [Width-1:0] s_data;

  twd_delay #(.Width(Width + 1), .Cycles(Short)) u_short (
    .clk_i, .en_i(en), .d_i({first, FollowB ? b : a}), .q_o({s_first, s_data})
  );

  if (Long > Short) begin : gen_long
    logic l_first;
    logic [Width-1:0] l_data;
    twd_delay #(.Width(Width + 1), .Cycles(Long - Short)) u_long (
      .clk_i, .en_i(en), .d_i({s_first && (Mixed || way == 2'd3), s_data}), .q_o({l_first, l_data})
    );
    assign {y_first, y} = Mixed || way == 2'd3 ? {l_first, l_data} : {s_first, s_data};
  end else begin : gen_short
    assign {y_first, y} = {s_first, s_data};
  end

  // ---- what moves ----
  logic a_move, b_move, c_move;
  logic [BeatWidth-1:0] a_beat_q, b_beat_q, c_beat_q;
  logic [2:0] op_now, op_q;  // of the polynomial on a
  logic a_first, b_first, takes_b;
  logic [7:0] total_q;       // beats accepted on a and not given on c

  assign a_move  = a_valid_i && a_ready;
  assign b_move  = b_valid_i && b_ready;
  assign c_move  = c_valid && c_ready_i;
  assign a_first = a_move && a_beat_q == '0;
  assign b_first = b_move && b_beat_q == '0;
  assign op_now  = a_beat_q == '0 ? op_i : op_q;
  assign takes_b = TakesB && twd_stream_pkg::takes_b(op_now);

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
      total_q  <= total_q + 8'(a_move) - 8'(c_move);
    end
  end

  // ---- one operation, whichever ----
  logic tag_a, tag_b;         // it begins on a, on b
  logic tagged_a_q, tagged_b_q, done_q;
  logic with_b_q;
  logic [2:0] tag_op_q;
  logic signed [4:0] lead_q;  // operations with b that have begun on a, less polynomials on b; each before the tagged one
  logic [7:0] ahead_q;        // beats to be given before its first one
  logic [BeatWidth:0] count_a_q, count_b_q;  // its beats that were accepted
  logic [Beats-1:0][Width-1:0] want_a_q, want_b_q;
  logic [Beats-1:0] bad_a_q, bad_b_q;
  logic a_in, b_in;
  logic result;               // c gives a beat of it
  logic refused;

  assign tag_a  = a_first && !tagged_a_q && (takes_b ? (tagged_b_q ? lead_q == 5'sd0 : choose_a_i && lead_q >= 5'sd0) : choose_a_i && !tagged_b_q);
  assign tag_b  = b_first && !tagged_b_q && (tagged_a_q ? with_b_q && lead_q == 5'sd0 : tag_a ? takes_b && lead_q == 5'sd0 : choose_b_i && (lead_q < 5'sd0 || (lead_q == 5'sd0 && !(a_first && takes_b))));
  assign a_in   = a_move && (tag_a || (tagged_a_q && !count_a_q[BeatWidth]));
  assign b_in   = b_move && (tag_b || (tagged_b_q && !count_b_q[BeatWidth]));
  assign result = c_valid && tagged_a_q && !done_q && ahead_q == '0;
  assign refused = !Offered[tag_op_q];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      tagged_a_q <= 1'b0;
      tagged_b_q <= 1'b0;
      done_q     <= 1'b0;
      with_b_q   <= 1'b0;
      tag_op_q   <= '0;
      lead_q     <= '0;
      ahead_q    <= '0;
      count_a_q  <= '0;
      count_b_q  <= '0;
      want_a_q   <= '0;
      want_b_q   <= '0;
      bad_a_q    <= '0;
      bad_b_q    <= '0;
    end else begin
      tagged_a_q <= tagged_a_q || tag_a;
      tagged_b_q <= tagged_b_q || tag_b;
      done_q     <= done_q || (result && c_ready_i && c_beat_q == '1);
      lead_q     <= lead_q + 5'(a_first && takes_b && !tagged_a_q && !tag_a) - 5'(b_first && !tagged_b_q && !tag_b);
      count_a_q  <= count_a_q + (BeatWidth + 1)'(a_in);
      count_b_q  <= count_b_q + (BeatWidth + 1)'(b_in);
      if (tag_a) begin
        with_b_q <= takes_b;
        tag_op_q <= op_i;
        ahead_q  <= total_q - 8'(c_move);
      end else if (ahead_q != '0) begin
        ahead_q <= ahead_q - 8'(c_move);
      end
      if (a_in) begin
        want_a_q[a_beat_q] <= a_data_i == 2'd3 ? 2'd0 : a_data_i;
        bad_a_q[a_beat_q]  <= a_data_i == 2'd3;
      end
      if (b_in) begin
        want_b_q[b_beat_q] <= b_data_i == 2'd3 ? 2'd0 : b_data_i;
        bad_b_q[b_beat_q]  <= b_data_i == 2'd3;
      end
    end
  end

  // ---- nothing waits for ever ----
  // An operation is whole inside when all its beats have been accepted, and those of all before it.
  logic signed [4:0] owed_q;  // operations with b, up to the one that is followed, less whole polynomials on b
  logic whole;
  logic a_owed, b_owed;       // nothing can be given before another beat has been accepted
  logic [9:0] c_idle_q;       // cycles for which nothing has been offered on c, and an operation is whole inside
  logic [9:0] a_idle_q, b_idle_q;  // cycles for which a beat was owed, and not accepted

  assign whole  = tagged_a_q && !done_q && count_a_q[BeatWidth] && owed_q <= 5'sd0;
  assign a_owed = total_q == '0 || (tagged_a_q && !done_q && ahead_q == '0 && !count_a_q[BeatWidth]);
  assign b_owed = tagged_a_q && !done_q && with_b_q && ahead_q == '0 && !count_b_q[BeatWidth];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      owed_q   <= '0;
      a_idle_q <= '0;
      b_idle_q <= '0;
      c_idle_q <= '0;
    end else begin
      owed_q   <= owed_q + 5'(a_first && takes_b && !tagged_a_q) - 5'(b_move && b_beat_q == '1 && !(tagged_a_q && owed_q <= 5'sd0));
      a_idle_q <= a_owed && !a_ready ? a_idle_q + 10'd1 : '0;
      b_idle_q <= b_owed && !b_ready ? b_idle_q + 10'd1 : '0;
      c_idle_q <= whole && !c_valid ? c_idle_q + 10'd1 : '0;
    end
  end

  // ---- the law ----
  logic stalled_q;
  logic [Width+1:0] seen_q;
  logic begin_q = 1'b1;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) stalled_q <= 1'b0;
    else stalled_q <= c_valid && !c_ready_i;
  end

  always_ff @(posedge clk_i) begin
    seen_q  <= {c_last && c_err, c_last, c_data};
    begin_q <= 1'b0;
  end

  always_comb begin
    if (begin_q) assume (!rst_ni);
    if (!rst_ni) begin
      LowInReset: assert (!a_ready && !b_ready && !c_valid);
    end else begin
      HeldUntilTaken: assert (!stalled_q || (c_valid && {c_last && c_err, c_last, c_data} == seen_q));
      NothingOfItself: assert (!c_valid || total_q != '0);
      LastOfEvery: assert (!c_valid || c_last == (c_beat_q == '1));
      AcceptsA: assert (a_idle_q <= 10'(Settling + 4));
      AcceptsB: assert (b_idle_q <= 10'd2);
      Gives: assert (c_idle_q <= 10'(Pause));
      if (result) begin
        AfterItsOperand: assert ({1'b0, c_beat_q} < count_a_q);
        // with_b_q and no tagged_b_q: its second operand began before it was chosen
        AfterItsOther: assert (!with_b_q || (tagged_b_q && {1'b0, c_beat_q} < count_b_q));
        if (refused) Zeros: assert (FollowB || c_data == '0);
        else if (!FollowB) Unchanged: assert (c_data == want_a_q[c_beat_q]);
        else if (with_b_q) OtherUnchanged: assert (c_data == want_b_q[c_beat_q]);
        if (c_last) Flagged: assert (c_err == (refused || bad_a_q != '0 || (with_b_q && bad_b_q != '0)));
      end
    end
  end

  twd_formal_shell_lemmas #(
    .Beats  (Beats),
    .TakesB (TakesB),
    .Mixed  (Mixed),
    .FollowB(FollowB),
    .Offered(Offered),
    .Short  (Short),
    .Long   (Long),
    .Patience(Patience)
  ) u_lemmas (
    .clk_i,
    .rst_ni,
    .c_valid,
    .a_beat_q,
    .b_beat_q,
    .c_beat_q,
    .c_data,
    .c_last,
    .c_err,
    .total_q,
    .tag_a,
    .tag_b,
    .tagged_a_q,
    .tagged_b_q,
    .done_q,
    .with_b_q,
    .tag_op_q,
    .lead_q,
    .ahead_q,
    .count_a_q,
    .count_b_q,
    .want_a_q,
    .want_b_q,
    .bad_a_q,
    .bad_b_q,
    .owed_q,
    .whole,
    .a_idle_q,
    .b_idle_q,
    .c_idle_q
  );

endmodule
