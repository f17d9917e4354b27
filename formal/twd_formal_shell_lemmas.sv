// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_formal_shell_lemmas: what is always true inside twd_formal_shell, so that its law follows by induction.

module twd_formal_shell_lemmas #(
  parameter  int unsigned Beats     = 4,
  parameter  bit          TakesB    = 1'b1,
  parameter  bit          Mixed     = 1'b0,
  parameter  bit          FollowB   = 1'b0,
  parameter  logic [7:0]  Offered   = 8'b0000_1111,
  parameter  int unsigned Short     = 4,
  parameter  int unsigned Long      = 6,
  parameter  int unsigned Patience  = 4,
  localparam int unsigned BeatWidth = $clog2(Beats),
  localparam int unsigned Depth     = Beats < 16 ? 16 : Beats,
  localparam int unsigned AW        = $clog2(Depth),
  localparam int unsigned Heads     = Beats < 16 ? 8 : 4,
  localparam int unsigned HW        = $clog2(Heads),
  localparam int unsigned Inside    = Long / Beats + 2,
  localparam int unsigned Marks     = 1 << $clog2(Inside + 2),
  localparam int unsigned MW        = $clog2(Marks),
  localparam int unsigned IW        = $clog2(Inside + 1),
  localparam int unsigned QW        = $clog2(Long + Beats + 1)
) (
  input logic                  clk_i,
  input logic                  rst_ni,
  // of twd_formal_shell
  input logic                  c_valid,
  input logic [BeatWidth-1:0]  a_beat_q,
  input logic [BeatWidth-1:0]  b_beat_q,
  input logic [BeatWidth-1:0]  c_beat_q,
  input logic [1:0]            c_data,
  input logic                  c_last,
  input logic                  c_err,
  input logic [7:0]            total_q,
  input logic                  tag_a,
  input logic                  tag_b,
  input logic                  tagged_a_q,
  input logic                  tagged_b_q,
  input logic                  done_q,
  input logic                  with_b_q,
  input logic [2:0]            tag_op_q,
  input logic signed [4:0]     lead_q,
  input logic [7:0]            ahead_q,
  input logic [BeatWidth:0]    count_a_q,
  input logic [BeatWidth:0]    count_b_q,
  input logic [Beats-1:0][1:0] want_a_q,
  input logic [Beats-1:0][1:0] want_b_q,
  input logic [Beats-1:0]      bad_a_q,
  input logic [Beats-1:0]      bad_b_q,
  input logic signed [4:0]     owed_q,
  input logic                  whole,
  input logic [9:0]            a_idle_q,
  input logic [9:0]            b_idle_q,
  input logic [9:0]            c_idle_q,
  // of the shell, joined by name
  (* probe = "u_shell.u_a.in_ready_o"             *) input logic                  a_ready,
  (* probe = "u_shell.u_a.accept"                 *) input logic                  a_accept,
  (* probe = "u_shell.u_a.beat_q"                 *) input logic [BeatWidth-1:0]  a_beat,
  (* probe = "u_shell.u_a.accepted_q"             *) input logic [AW:0]           a_accepted,
  (* probe = "u_shell.u_a.written_q"              *) input logic [AW:0]           a_written,
  (* probe = "u_shell.u_a.read_q"                 *) input logic [AW:0]           a_read,
  (* probe = "u_shell.u_a.begun_q"                *) input logic [AW:0]           a_begun,
  (* probe = "u_shell.u_a.write_q"                *) input logic                  a_write,
  (* probe = "u_shell.u_a.whole_q"                *) input logic [AW-1:0]         a_whole,
  (* probe = "u_shell.u_a.middle_q"               *) input logic                  a_middle,
  (* probe = "u_shell.u_a.ahead_q"                *) input logic [AW:0]           a_ahead,
  (* probe = "u_shell.u_a.recount_q"              *) input logic [1:0]            a_recount,
  (* probe = "u_shell.u_a.out_have_o"             *) input logic                  a_have,
  (* probe = "u_shell.u_a.unread_full_q"          *) input logic                  a_unread_full,
  (* probe = "u_shell.u_a.kept_full_q"            *) input logic                  a_kept_full,
  (* probe = "u_shell.u_a.raw_q"                  *) input logic [1:0]            a_raw,
  (* probe = "u_shell.u_a.mem[*]"                 *) input logic [Depth-1:0][2:0] a_mem,
  (* probe = "u_shell.gen_b.u_b.in_ready_o"       *) input logic                  b_ready,
  (* probe = "u_shell.gen_b.u_b.beat_q"           *) input logic [BeatWidth-1:0]  b_beat,
  (* probe = "u_shell.gen_b.u_b.accepted_q"       *) input logic [AW:0]           b_accepted,
  (* probe = "u_shell.gen_b.u_b.written_q"        *) input logic [AW:0]           b_written,
  (* probe = "u_shell.gen_b.u_b.read_q"           *) input logic [AW:0]           b_read,
  (* probe = "u_shell.gen_b.u_b.begun_q"          *) input logic [AW:0]           b_begun,
  (* probe = "u_shell.gen_b.u_b.write_q"          *) input logic                  b_write,
  (* probe = "u_shell.gen_b.u_b.whole_q"          *) input logic [AW-1:0]         b_whole,
  (* probe = "u_shell.gen_b.u_b.middle_q"         *) input logic                  b_middle,
  (* probe = "u_shell.gen_b.u_b.ahead_q"          *) input logic [AW:0]           b_ahead,
  (* probe = "u_shell.gen_b.u_b.recount_q"        *) input logic [1:0]            b_recount,
  (* probe = "u_shell.gen_b.u_b.out_have_o"       *) input logic                  b_have,
  (* probe = "u_shell.gen_b.u_b.unread_full_q"    *) input logic                  b_unread_full,
  (* probe = "u_shell.gen_b.u_b.kept_full_q"      *) input logic                  b_kept_full,
  (* probe = "u_shell.gen_b.u_b.raw_q"            *) input logic [1:0]            b_raw,
  (* probe = "u_shell.gen_b.u_b.mem[*]"           *) input logic [Depth-1:0][2:0] b_mem,
  (* probe = "u_shell.u_control.w_head_q"         *) input logic [HW-1:0]         w_head,
  (* probe = "u_shell.u_control.r_head_q"         *) input logic [HW-1:0]         r_head,
  (* probe = "u_shell.u_control.heads[*]"         *) input logic [Heads-1:0][4:0] heads,
  (* probe = "u_shell.u_control.ready_q"          *) input logic                  ready,
  (* probe = "u_shell.u_control.op_q"             *) input logic [2:0]            op,
  (* probe = "u_shell.u_control.refused_q"        *) input logic                  refused,
  (* probe = "u_shell.u_control.takes_b_q"        *) input logic                  takes_b,
  (* probe = "u_shell.u_control.way_q"            *) input logic [1:0]            way,
  (* probe = "u_shell.u_control.middle_q"         *) input logic                  middle,
  (* probe = "u_shell.u_control.beat_q"           *) input logic [BeatWidth-1:0]  beat,
  (* probe = "u_shell.u_control.with_b_q"         *) input logic                  with_b,
  (* probe = "u_shell.u_control.refused_now_q"    *) input logic                  refused_now,
  (* probe = "u_shell.u_control.err_q"            *) input logic                  err,
  (* probe = "u_shell.u_control.now_way_q"        *) input logic [1:0]            now_way,
  (* probe = "u_shell.u_control.en_o"             *) input logic                  en,
  (* probe = "u_shell.u_control.go_q"             *) input logic                  go,
  (* probe = "u_shell.u_control.lacks_q"          *) input logic                  lacks,
  (* probe = "u_shell.u_control.quiet_q"          *) input logic [QW-1:0]         quiet,
  (* probe = "u_shell.u_control.drain_q"          *) input logic                  drain,
  (* probe = "u_shell.u_control.inside_q"         *) input logic [IW-1:0]         inside,
  (* probe = "u_shell.u_control.tired_q"          *) input logic                  tired,
  (* probe = "u_shell.u_control.waited_q"         *) input logic [$clog2(Patience)-1:0] waited,
  (* probe = "u_shell.u_control.open_o"           *) input logic                  open,
  (* probe = "u_shell.u_control.take"             *) input logic                  take,
  (* probe = "u_shell.u_control.last_o"           *) input logic                  last,
  (* probe = "u_shell.u_control.give_up"          *) input logic                  give_up,
  (* probe = "u_shell.u_egress.err_marks[*]"      *) input logic [Marks-1:0]      err_marks,
  (* probe = "u_shell.u_egress.w_mark_q"          *) input logic [MW-1:0]         w_mark,
  (* probe = "u_shell.u_egress.r_mark_q"          *) input logic [MW-1:0]         r_mark,
  (* probe = "u_shell.u_egress.waiting_q"         *) input logic [MW:0]           waiting,
  (* probe = "u_shell.u_egress.valid_q"           *) input logic                  e_valid,
  (* probe = "u_shell.u_egress.beat_q"            *) input logic [BeatWidth-1:0]  e_beat,
  (* probe = "u_shell.u_egress.room_o"            *) input logic                  room,
  (* probe = "u_shell.u_egress.u_queue.w_count_q" *) input logic [4:0]            w_count,
  (* probe = "u_shell.u_egress.u_queue.r_count_q" *) input logic [4:0]            r_count,
  (* probe = "u_shell.u_egress.u_queue.mem[*]"    *) input logic [15:0][3:0]      queue,
  (* probe = "u_shell.a_o"                        *) input logic [1:0]            a_o,
  (* probe = "u_shell.b_o"                        *) input logic [1:0]            b_o,
  (* probe = "u_short.gen_line.line_q"            *) input logic [3*Short-1:0]    short_line,
  (* probe = "gen_long.u_long.gen_line.line_q"    *) input logic [3*(Long-Short)-1:0] long_line
);

  localparam logic [BeatWidth-1:0] Last = '1;

  // ---- polynomials on a: begun, read to the end; where the one that is followed is ----
  logic [3:0] n_begun_q, n_read_q, n_tag_q;
  logic [AW:0] a_start_q, b_start_q;
  logic read_q;                 // it has been read to the end
  logic [3:0] before;           // polynomials to be read before it
  logic current;                // it is being read

  assign before  = n_tag_q - n_read_q;
  assign current = tagged_a_q && !read_q && middle && before == '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      n_begun_q <= '0;
      n_read_q  <= '0;
      n_tag_q   <= '0;
      a_start_q <= '0;
      b_start_q <= '0;
      read_q    <= 1'b0;
    end else begin
      n_begun_q <= n_begun_q + 4'(a_accept && a_beat == '0);
      n_read_q  <= n_read_q + 4'(last);
      read_q    <= read_q || (last && current);
      if (tag_a) n_tag_q <= n_begun_q;
      if (tag_a) a_start_q <= a_accepted;
      if (tag_b) b_start_q <= b_accepted;
    end
  end

  // ---- the pipe: 0 is a_o, the last one is y_i; beats that will be given on c ----
  logic on_long;
  logic [7:0] latency;
  logic [Long:0] gv_q;
  logic [Long:0][BeatWidth-1:0] gi_q;
  logic [Long:0] firsts;        // of stages 1 on
  logic [Long:0][1:0] data;

  assign on_long = Mixed || now_way == 2'd3;
  assign latency = on_long ? 8'(Long) : 8'(Short);
  assign data[0] = FollowB ? b_o : a_o;
  assign firsts[0] = 1'b0;
  for (genvar j = 1; j <= Long; j++) begin : gen_stage
    if (j <= Short) assign {firsts[j], data[j]} = short_line[3*(j-1)+:3];
    else assign {firsts[j], data[j]} = long_line[3*(j-1-Short)+:3];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      gv_q <= '0;
      gi_q <= '0;
    end else begin
      for (int j = 0; j <= Long; j++) begin
        if (give_up && j < 32'(beat)) gv_q[j] <= 1'b0;
        else if (en) begin
          gv_q[j] <= j == 0 ? take : gv_q[j-1] && (on_long || j != Short + 1);
          gi_q[j] <= j == 0 ? beat : gi_q[j-1];
        end
      end
    end
  end

  // ---- places: beats to be given on c before the one in a stage, and before what is still in the buffer ----
  logic [4:0] stored;
  logic [7:0] in_queue;
  logic [Long:0][7:0] place;
  logic [7:0] behind;
  logic [7:0] lasts;            // last beats in the pipe
  logic [7:0] lasts_ahead;      // ahead of that of the one that is followed
  logic [7:0] place_0;          // of its first beat; negative when that has been given

  assign stored   = w_count - r_count;
  assign in_queue = 8'(stored) + 8'(c_valid);
  assign place_0  = ahead_q == '0 ? 8'd0 - 8'(c_beat_q) : ahead_q;

  logic [7:0] from_0;

  always_comb begin
    behind = in_queue;
    lasts = '0;
    lasts_ahead = '0;
    for (int j = Long; j >= 0; j--) begin
      place[j] = behind;
      behind += 8'(gv_q[j]);
      lasts += 8'(gv_q[j] && gi_q[j] == Last);
      from_0 = place[j] - place_0;
      lasts_ahead += 8'(gv_q[j] && gi_q[j] == Last && (from_0[7] || from_0 < 8'(Beats - 1)));
    end
  end

  // ---- contiguous in the pipe, with a first flag where it has to be ----
  logic follow, precede, aligned, flags, quiets, none;
  always_comb begin
    follow = 1'b1;
    precede = 1'b1;
    aligned = 1'b1;
    flags = 1'b1;
    quiets = 1'b1;
    none = 1'b1;
    for (int j = 0; j <= Long; j++) begin
      if (gv_q[j]) begin
        aligned &= gi_q[j] == BeatWidth'(8'(c_beat_q) + place[j]);
        quiets &= 8'(quiet) >= latency - 8'(j) && 8'(j) <= latency;
        if (j == 0) follow &= middle ? gi_q[j] + 1'b1 == beat : gi_q[j] == Last;
        else if (gi_q[j] != Last) follow &= gv_q[j-1] && gi_q[j-1] == gi_q[j] + 1'b1;
        if (gi_q[j] != '0 && 8'(j) < latency) precede &= gv_q[j == Long ? j : j+1] && gi_q[j == Long ? j : j+1] + 1'b1 == gi_q[j];
      end
      if (j != 0) begin
        none &= !gv_q[j-1];
        if (8'(j) <= latency) begin
          if (gv_q[j-1] && gi_q[j-1] == '0) flags &= firsts[j];
          else if (firsts[j]) flags &= drain && none;
          if (firsts[j]) quiets &= 8'(quiet) > latency - 8'(j);
        end else if (firsts[j]) begin
          quiets &= drain && 8'(quiet) > 8'(Long) - 8'(j);
        end
      end
    end
  end

  // ---- heads ----
  logic [3:0] heads_left;       // in the queue
  logic [3:0] head_tag;   // where the one that is followed is in it
  logic [4:0] ops;              // operations that take b, accepted on a, not read to the end, before the one that is followed
  logic [4:0] polys;            // polynomials on b, likewise
  logic [AW-BeatWidth:0] a_gap, b_gap;
  logic signed [AW:0] a_unread;
  assign a_gap    = a_start_q[AW:BeatWidth] - a_read[AW:BeatWidth];
  assign b_gap    = b_start_q[AW:BeatWidth] - b_read[AW:BeatWidth];
  assign a_unread = a_start_q - a_read;
  assign heads_left = n_begun_q - n_read_q - 4'(middle) - 4'(ready);
  assign head_tag   = before - 4'(middle) - 4'(ready);

  always_comb begin
    ops = 5'(middle && with_b && !(tagged_a_q && before == '0));
    ops += 5'(ready && takes_b && !(tagged_a_q && before <= 4'(middle)));
    for (int h = 0; h < Heads; h++) begin
      if (h < 32'(heads_left) && !(tagged_a_q && (head_tag[3] || h >= 32'(head_tag[2:0])))) begin
        ops += 5'(TakesB && twd_stream_pkg::takes_b(heads[HW'(r_head + HW'(h))][2:0]));
      end
    end
    polys = tagged_b_q ? 5'(b_gap) : 5'(b_whole) + 5'(b_beat != '0);
  end

  // ---- words ----
  logic refuse, bad, bad_read;
  logic words, queued;
  logic [Beats-1:0][1:0] want;
  logic known;
  logic [7:0] at;
  logic [3:0] word;
  assign refuse = !Offered[tag_op_q];
  assign want = refuse ? '0 : FollowB ? want_b_q : want_a_q;
  assign known = FollowB ? with_b_q && !refuse : 1'b1;
  assign bad = refuse || bad_a_q != '0 || (with_b_q && bad_b_q != '0);

  always_comb begin
    words = 1'b1;
    queued = 1'b1;
    bad_read = 1'b0;
    for (int j = 0; j <= Long; j++) begin
      at = place[j] - place_0;
      if (gv_q[j] && at < 8'(Beats)) words &= !known || data[j] == want[at[BeatWidth-1:0]];
    end
    for (int i = 0; i < Beats; i++) begin
      at = place_0 + 8'(i);
      word = at == '0 && c_valid ? {c_err, c_last, c_data} : queue[4'(r_count + 5'(at) - 5'(c_valid))];
      if (!at[7] && at < in_queue) queued &= (!known || word[1:0] == want[i]) && (i != Beats - 1 || word[3] == bad);
      if (i < 32'(beat)) bad_read |= bad_a_q[i] || (with_b_q && bad_b_q[i]);
    end
  end

  logic lasts_right;
  always_comb begin
    lasts_right = !c_valid || c_last == (c_beat_q == Last);
    for (int i = 0; i < 16; i++) begin
      if (i < 32'(stored)) lasts_right &= queue[4'(r_count + 5'(i))][2] == (BeatWidth'(8'(c_beat_q) + 8'(c_valid) + 8'(i)) == Last);
    end
  end

  // ---- cycles until something is offered on c, at most, while an operation is whole inside ----
  localparam logic [9:0] Step = 10'(Patience + 2);
  logic [9:0] stall;            // until the pipe moves
  logic [9:0] steps;            // of the pipe, until the foremost beat in it has been written to the queue
  logic [9:0] rank, rank_q;
  logic going_q;                // rank_q counts
  logic open_q;

  always_comb begin
    if (en) stall = '0;
    else if (!lacks || tired || (a_whole != '0 && (!with_b || b_whole != '0))) stall = 10'd1;
    else stall = 10'(Patience + 1) - 10'(waited);
    steps = '0;
    for (int j = 0; j <= Long; j++) begin
      if (gv_q[j]) steps = 10'(latency) + 10'd1 - 10'(j);
    end
    if (c_valid) rank = '0;
    else if (stored != '0) rank = 10'd1;
    else if (gv_q != '0) rank = 10'd1 + steps * Step + stall;
    else if (go) rank = 10'd1 + 10'(Long + 2) * Step;
    else rank = 10'd2 + 10'(Long + 2) * Step + stall + 10'(quiet);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      going_q <= 1'b0;
      open_q  <= 1'b0;
    end else begin
      going_q <= whole && !c_valid;
      open_q  <= open;
    end
  end

  always_ff @(posedge clk_i) rank_q <= rank;

  always_comb begin
    if (rst_ni) begin
      // nothing waits for ever
      Room: assert (!open || room || stored >= 5'd12);
      Moving: assert (open || (room ? a_idle_q <= 10'(Long + Beats) - 10'(quiet) + (en ? 10'd2 : 10'd1) : a_idle_q == '0));
      Settling: assert (8'(quiet) <= 8'(Long + Beats));
      MovingOn: assert (open || en || a_idle_q <= 10'd1);
      JustOpen: assert (!open || open_q || a_idle_q <= 10'(Long + Beats + 3));
      AcceptingA: assert (!(open_q && a_idle_q != '0) || a_ready);
      AcceptingB: assert (!(open_q && b_idle_q != '0) || b_ready);
      WasOpen: assert (!open_q || open);
      Closed: assert (open_q || (!a_ready && !b_ready && total_q == '0 && !tagged_a_q && !tagged_b_q));
      if (going_q) Nearer: assert (!whole || rank < rank_q);
      RankBound: assert (!whole || c_idle_q + rank <= 10'(3 + Long + Beats + (Long + 2) * (Patience + 2)));
      Idle: assert (going_q || c_idle_q == '0);
      if (TakesB && !tagged_a_q) Owed: assert (owed_q == $signed(ops - 5'(b_whole)));
      if (TakesB && tagged_a_q && !read_q) begin
        OwedTag: assert (owed_q <= 5'sd0 ? ops + 5'(with_b_q) <= 5'(b_whole) : owed_q == $signed(ops + 5'(with_b_q) - 5'(b_whole)));
      end
      if (read_q || !TakesB) OwedNone: assert (owed_q <= 5'sd0);
    end
  end

  always_comb begin
    if (rst_ni) begin
      // queue of results
      Stored: assert (stored <= 5'd15 && (!en || stored <= 5'd14) && (!room || stored <= 5'd13));
      LastsRight: assert (lasts_right);
      QueueAligned: assert (BeatWidth'(8'(c_beat_q) + in_queue) == (e_valid ? e_beat : '0));
      // pipe
      Egress: assert (e_valid == gv_q[latency[$clog2(Long+1)-1:0]]);
      Aligned: assert (aligned);
      Follow: assert (follow);
      Precede: assert (precede);
      Flags: assert (flags);
      Quiets: assert (quiets);
      Total: assert (total_q == 8'((AW + 1)'(a_accepted - a_read)) + behind);
      Inside: assert (8'(inside) == lasts);
      Waiting: assert (waiting == (MW + 1)'(lasts - 8'(e_valid)));
      Marked: assert (MW'(w_mark - r_mark) == MW'(lasts));
      // control
      BeatA: assert (a_beat_q == a_beat && (!TakesB || b_beat_q == b_beat));
      Opened: assert (open || (drain && !a_ready && !b_ready));
      Drains: assert (!drain || (!middle && !go));
      Going: assert (!go || (ready && !middle && en && a_have && (!takes_b || b_have) && way == now_way));
      Lacks: assert (lacks == (middle && !(a_have && (!with_b || b_have))) && !(lacks && en));
      Tired: assert (!tired || inside != '0);
      MiddleQuiet: assert (!middle || 8'(quiet) == latency);
      MiddleNewest: assert (!middle || gv_q[0]);
      MiddleBeat: assert (middle == (beat != '0));
      Beat: assert (beat == a_read[BeatWidth-1:0]);
      BeatB: assert (!TakesB || (b_middle == (middle && with_b) && (!b_middle || beat == b_read[BeatWidth-1:0])));
      NoB: assert (TakesB || (!takes_b && !with_b));
      AgainA: assert (!a_recount[0] || (drain && quiet != '0));
      AgainB: assert (!TakesB || !b_recount[0] || (drain && quiet != '0));
      NotAtOnce: assert (!((a_recount[1] || (TakesB && b_recount[1])) && (go || middle)));
      // heads
      Counts: assert (n_begun_q - n_read_q == 4'(a_whole) + 4'(a_beat != '0) && n_begun_q - n_read_q <= 4'd6);
      HeadsLeft: assert (n_begun_q - n_read_q >= 4'(middle) + 4'(ready) && heads_left <= 4'(Heads));
      HeadRead: assert (HW'(w_head - r_head) == HW'(heads_left));
      Decoded: assert (!(ready && middle) || (a_whole != '0 && (!with_b || b_whole != '0)));
      Decoding: assert (!ready || (takes_b == (TakesB && twd_stream_pkg::takes_b(op)) && refused == !Offered[op]
          && way == (Mixed || !Offered[op] ? 2'd0 : twd_stream_pkg::way(op))));
      Again: assert (!(middle && !ready) || (takes_b == (TakesB && twd_stream_pkg::takes_b(op)) && refused == !Offered[op] && with_b == takes_b
          && way == (Mixed || !Offered[op] ? 2'd0 : twd_stream_pkg::way(op)) && way == now_way && refused_now == refused));
      // the operation that is followed
      Chosen: assert (tagged_a_q == (count_a_q != '0) && tagged_b_q == (count_b_q != '0) && 32'(count_a_q) <= Beats && 32'(count_b_q) <= Beats);
      OnA: assert (!tagged_a_q || count_a_q[BeatWidth] || a_beat == count_a_q[BeatWidth-1:0]);
      OnB: assert (!tagged_b_q || count_b_q[BeatWidth] || b_beat == count_b_q[BeatWidth-1:0]);
      WithB: assert (!tagged_a_q || with_b_q == (TakesB && twd_stream_pkg::takes_b(tag_op_q)));
      OnlyWithB: assert (!tagged_b_q || (TakesB && (!tagged_a_q || with_b_q)));
      Done: assert (!done_q || read_q);
      Read: assert (!read_q || (tagged_a_q && count_a_q[BeatWidth] && (!with_b_q || count_b_q[BeatWidth])));
      if (TakesB && !read_q) begin
        Lead: assert (lead_q == $signed(ops - polys));
        if (tagged_a_q && with_b_q && !tagged_b_q) LeadA: assert (lead_q >= 5'sd0);
        if (tagged_b_q && !tagged_a_q) LeadB: assert (lead_q <= 5'sd0);
        if (tagged_b_q && tagged_a_q) LeadBoth: assert (lead_q == 5'sd0);
      end
      if (tagged_a_q && !done_q) begin
        AheadAligned: assert (ahead_q == '0 || BeatWidth'(ahead_q + 8'(c_beat_q)) == '0);
        AheadBound: assert (ahead_q <= total_q);
        if (read_q) Behind: assert ($signed(place_0 + 8'(Beats)) <= $signed(behind));
        else InBuffer: assert (place_0 == 8'(a_unread) + behind);
        WordsInPipe: assert (words);
        WordsInQueue: assert (queued);
        if (read_q && $signed(place_0 + 8'(Beats - 1)) >= $signed(in_queue)) ErrMarked: assert (err_marks[MW'(r_mark + MW'(lasts_ahead))] == bad);
      end
      if (tagged_a_q && !read_q) begin
        Before: assert (before == 4'(a_gap));
        After: assert (n_begun_q - n_tag_q - 4'd1 < 4'd6);
        HeadOfTag: assert (head_tag[3] || heads[HW'(r_head + HW'(head_tag[2:0]))][2:0] == tag_op_q);
        if (head_tag[3] && (current ? !ready : 1'b1)) OpOfTag: assert (op == tag_op_q);
        if (current) begin
          WithTag: assert (with_b == with_b_q && refused_now == refuse && err == bad_read);
          BWithTag: assert (!with_b_q || (tagged_b_q && b_start_q[AW:BeatWidth] == b_read[AW:BeatWidth]));
        end
      end
    end
  end

  twd_formal_buffer_lemmas #(
    .Beats(Beats)
  ) u_a (
    .rst_ni,
    .ready(a_ready),
    .beat(a_beat),
    .accepted(a_accepted),
    .written(a_written),
    .read(a_read),
    .begun(a_begun),
    .write(a_write),
    .whole(a_whole),
    .middle(a_middle),
    .ahead(a_ahead),
    .recount(a_recount),
    .have(a_have),
    .unread_full(a_unread_full),
    .kept_full(a_kept_full),
    .raw(a_raw),
    .mem(a_mem),
    .other  (!with_b || b_whole != '0),
    .pending(tagged_a_q && !read_q),
    .start  (a_start_q),
    .count  (count_a_q),
    .want   (want_a_q),
    .bad    (bad_a_q)
  );

  if (TakesB) begin : gen_b
    twd_formal_buffer_lemmas #(
      .Beats(Beats)
    ) u_b (
      .rst_ni,
      .ready(b_ready),
      .beat(b_beat),
      .accepted(b_accepted),
      .written(b_written),
      .read(b_read),
      .begun(b_begun),
      .write(b_write),
      .whole(b_whole),
      .middle(b_middle),
      .ahead(b_ahead),
      .recount(b_recount),
      .have(b_have),
      .unread_full(b_unread_full),
      .kept_full(b_kept_full),
      .raw(b_raw),
      .mem(b_mem),
      .other  (a_whole != '0),
      .pending(tagged_b_q && !read_q),
      .start  (b_start_q),
      .count  (count_b_q),
      .want   (want_b_q),
      .bad    (bad_b_q)
    );
  end

endmodule
