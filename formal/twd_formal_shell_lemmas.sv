// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_formal_shell_lemmas: what is always true inside twd_formal_shell.
//
// Method    if all this and the law hold in one cycle, they hold in the next one, whatever the state and the inputs: each lemma is
//           here because the step needs it. Nothing is taken for granted: every lemma is proved together with the law.
// Probes    registers of the shell, joined to these ports by name (the attribute) once the design is flat.
// Places    a beat is in a buffer, in the pipe or in the queue; its place is the number of beats to be given on c before it.

module twd_formal_shell_lemmas #(
  parameter  int unsigned Beats       = 4,
  parameter  bit          TakesB      = 1'b1,
  parameter  bit          Mixed       = 1'b0,
  parameter  logic [7:0]  Offered     = 8'b0000_1111,
  parameter  int unsigned Short       = 4,
  parameter  int unsigned Long        = 6,
  parameter  int unsigned StallTimeout    = 4,
  parameter  bit          Held        = 1'b0,
  parameter  bit          FollowB     = 1'b0,
  parameter  int unsigned CountWidth  = 7,
  parameter  int unsigned IdleWidth   = 8,
  parameter  int unsigned Pause       = 61,
  localparam int unsigned Settling    = Long + Beats,
  localparam int unsigned Rest        = Long > Short ? Long - Short : 1,
  localparam int unsigned BeatWidth   = $clog2(Beats),
  localparam int unsigned Depth       = Beats < 16 ? 16 : Beats,
  localparam int unsigned AddrWidth   = $clog2(Depth),
  localparam int unsigned Commands    = Depth / Beats < 2 ? 2 : Depth / Beats,
  localparam int unsigned CommandWidth = $clog2(Commands),
  localparam int unsigned MaxInFlight = Long / Beats + 2,
  localparam int unsigned FlightWidth = $clog2(MaxInFlight + 1),
  localparam int unsigned Completions = 1 << $clog2(MaxInFlight),
  localparam int unsigned SlotWidth   = $clog2(Completions),
  localparam int unsigned DrainWidth  = $clog2(Settling + 1)
) (
  input logic                    clk_i,
  input logic                    rst_ni,
  // twd_formal_shell
  input logic                    c_valid,
  input logic [1:0]              c_data,
  input logic                    c_last,
  input logic                    c_err,
  input logic [BeatWidth-1:0]    a_beat_q,
  input logic [BeatWidth-1:0]    b_beat_q,
  input logic [BeatWidth-1:0]    c_beat_q,
  input logic [CountWidth-1:0]   total_q,
  input logic                    a_chosen,
  input logic                    b_chosen,
  input logic                    a_tag_q,
  input logic                    b_tag_q,
  input logic                    done_q,
  input logic [2:0]              tag_op_q,
  input logic                    tag_with_b_q,
  input logic signed [4:0]       lead_q,
  input logic [BeatWidth:0]      a_count_q,
  input logic [BeatWidth:0]      b_count_q,
  input logic [Beats-1:0][1:0]   a_want_q,
  input logic [Beats-1:0][1:0]   b_want_q,
  input logic [Beats-1:0]        a_bad_q,
  input logic [Beats-1:0]        b_bad_q,
  input logic [CountWidth-1:0]   ahead_q,
  input logic                    err,
  input logic signed [4:0]       owed_q,
  input logic                    whole,
  input logic [IdleWidth-1:0]    a_idle_q,
  input logic [IdleWidth-1:0]    b_idle_q,
  input logic [IdleWidth-1:0]    c_idle_q,
  // twd_stream_buffer of a
  (* probe = "u_shell.u_a.in_ready_o"             *) input logic                        a_ready,
  (* probe = "u_shell.u_a.in_sop_o"               *) input logic                        a_begins,
  (* probe = "u_shell.u_a.beat_q"                 *) input logic [BeatWidth-1:0]        a_beat,
  (* probe = "u_shell.u_a.final_q"                *) input logic                        a_final,
  (* probe = "u_shell.u_a.accepted_q"             *) input logic [AddrWidth:0]          a_accepted,
  (* probe = "u_shell.u_a.written_q"              *) input logic [AddrWidth:0]          a_written,
  (* probe = "u_shell.u_a.read_q"                 *) input logic [AddrWidth:0]          a_read,
  (* probe = "u_shell.u_a.begun_q"                *) input logic [AddrWidth:0]          a_begun,
  (* probe = "u_shell.u_a.write_q"                *) input logic                        a_write,
  (* probe = "u_shell.u_a.whole_q"                *) input logic [AddrWidth-1:0]        a_whole,
  (* probe = "u_shell.u_a.in_polynomial_q"        *) input logic                        a_middle,
  (* probe = "u_shell.u_a.ahead_q"                *) input logic [AddrWidth:0]          a_ahead,
  (* probe = "u_shell.u_a.recount_q"              *) input logic [1:0]                  a_recount,
  (* probe = "u_shell.u_a.out_have_o"             *) input logic                        a_have,
  (* probe = "u_shell.u_a.unread_full_q"          *) input logic                        a_unread_full,
  (* probe = "u_shell.u_a.kept_full_q"            *) input logic                        a_kept_full,
  (* probe = "u_shell.u_a.raw_q"                  *) input logic [1:0]                  a_raw,
  (* probe = "u_shell.u_a.mem[*]"                 *) input logic [Depth-1:0][2:0]       a_mem,
  // twd_stream_buffer of b
  (* probe = "u_shell.gen_b.u_b.in_ready_o"       *) input logic                        b_ready,
  (* probe = "u_shell.gen_b.u_b.beat_q"           *) input logic [BeatWidth-1:0]        b_beat,
  (* probe = "u_shell.gen_b.u_b.final_q"          *) input logic                        b_final,
  (* probe = "u_shell.gen_b.u_b.accepted_q"       *) input logic [AddrWidth:0]          b_accepted,
  (* probe = "u_shell.gen_b.u_b.written_q"        *) input logic [AddrWidth:0]          b_written,
  (* probe = "u_shell.gen_b.u_b.read_q"           *) input logic [AddrWidth:0]          b_read,
  (* probe = "u_shell.gen_b.u_b.begun_q"          *) input logic [AddrWidth:0]          b_begun,
  (* probe = "u_shell.gen_b.u_b.write_q"          *) input logic                        b_write,
  (* probe = "u_shell.gen_b.u_b.whole_q"          *) input logic [AddrWidth-1:0]        b_whole,
  (* probe = "u_shell.gen_b.u_b.in_polynomial_q"  *) input logic                        b_middle,
  (* probe = "u_shell.gen_b.u_b.ahead_q"          *) input logic [AddrWidth:0]          b_ahead,
  (* probe = "u_shell.gen_b.u_b.recount_q"        *) input logic [1:0]                  b_recount,
  (* probe = "u_shell.gen_b.u_b.out_have_o"       *) input logic                        b_have,
  (* probe = "u_shell.gen_b.u_b.unread_full_q"    *) input logic                        b_unread_full,
  (* probe = "u_shell.gen_b.u_b.kept_full_q"      *) input logic                        b_kept_full,
  (* probe = "u_shell.gen_b.u_b.raw_q"            *) input logic [1:0]                  b_raw,
  (* probe = "u_shell.gen_b.u_b.mem[*]"           *) input logic [Depth-1:0][2:0]       b_mem,
  // twd_stream_control
  (* probe = "u_shell.u_control.w_command_q"      *) input logic [CommandWidth-1:0]        w_command,
  (* probe = "u_shell.u_control.r_command_q"      *) input logic [CommandWidth-1:0]        r_command,
  (* probe = "u_shell.u_control.commands[*]"      *) input logic [Commands-1:0][8:0]       commands,
  (* probe = "u_shell.u_control.ready_q"          *) input logic                        ready,
  (* probe = "u_shell.u_control.next_q"           *) input logic [8:0]                  next,
  (* probe = "u_shell.u_control.in_polynomial_q"         *) input logic                        middle,
  (* probe = "u_shell.u_control.beat_q"           *) input logic [BeatWidth-1:0]        beat,
  (* probe = "u_shell.u_control.with_b_q"         *) input logic                        with_b,
  (* probe = "u_shell.u_control.refused_q"        *) input logic                        refused_now,
  (* probe = "u_shell.u_control.err_q"            *) input logic                        bad,
  (* probe = "u_shell.u_control.path_q"           *) input logic [1:0]                  path,
  (* probe = "u_shell.u_control.en_q"             *) input logic                        en,
  (* probe = "u_shell.u_control.go_q"             *) input logic                        go,
  (* probe = "u_shell.u_control.take"             *) input logic                        take,
  (* probe = "u_shell.u_control.last"           *) input logic                        last,
  (* probe = "u_shell.u_control.replay"          *) input logic                        replay,
  (* probe = "u_shell.u_control.starved_q"        *) input logic                        starved,
  (* probe = "u_shell.u_control.stall_count_q"         *) input logic [$clog2(StallTimeout)-1:0] stall_count,
  (* probe = "u_shell.u_control.timeout_q"        *) input logic                        timeout,
  (* probe = "u_shell.u_control.drain_count_q"    *) input logic [DrainWidth-1:0]       drain_count,
  (* probe = "u_shell.u_control.drain_q"          *) input logic                        drain,
  (* probe = "u_shell.u_control.open_o"           *) input logic                        open,
  (* probe = "u_shell.u_control.in_flight_q"      *) input logic [FlightWidth-1:0]      in_count,
  (* probe = "u_shell.u_control.entered_q"        *) input logic                        completion,
  // twd_stream_egress
  (* probe = "u_shell.u_egress.errs[*]"           *) input logic [Completions-1:0]      errs,
  (* probe = "u_shell.u_egress.w_addr_q"          *) input logic [SlotWidth-1:0]        w_slot,
  (* probe = "u_shell.u_egress.r_addr_q"          *) input logic [SlotWidth-1:0]        r_slot,
  (* probe = "u_shell.u_egress.waiting_q"         *) input logic [SlotWidth:0]          waiting,
  (* probe = "u_shell.u_egress.valid_q"           *) input logic                        y_valid,
  (* probe = "u_shell.u_egress.beat_q"            *) input logic [BeatWidth-1:0]        y_beat,
  (* probe = "u_shell.u_egress.space_o"            *) input logic                        space,
  (* probe = "u_shell.u_egress.u_queue.w_addr_q"  *) input logic [3:0]                  w_addr,
  (* probe = "u_shell.u_egress.u_queue.r_addr_q"  *) input logic [3:0]                  r_addr,
  (* probe = "u_shell.u_egress.u_queue.stored_q"  *) input logic [4:0]                  stored,
  (* probe = "u_shell.u_egress.u_queue.mem[*]"    *) input logic [15:0][3:0]            queue,
  // the pipe
  (* probe = "u_shell.a_o"                        *) input logic [1:0]                  a_o,
  (* probe = "u_shell.b_o"                        *) input logic [1:0]                  b_o,
  (* probe = "u_short.gen_line.line_q"            *) input logic [3*Short-1:0]          short_line,
  (* probe = "gen_long.u_long.gen_line.line_q"    *) input logic [3*Rest-1:0]           long_line
);

  localparam logic [BeatWidth-1:0] Last = '1;

  // The command that enters next.
  logic refused, takes_b;
  logic [1:0] next_path;
  logic [1:0] unused_ring;
  logic [2:0] op;
  assign {refused, takes_b, next_path, unused_ring, op} = next;

  // ---- polynomials on a: begun, and read to the end, modulo 16 ----
  logic [3:0] begun_q, read_q, tag_begun_q;
  logic [3:0] to_read;                    // polynomials to be read before the one followed
  logic tag_read_q;                       // it has been read to the end
  logic current;                          // it is being read
  logic [AddrWidth:0] a_start_q, b_start_q;  // where it begins in the buffers
  logic signed [AddrWidth:0] a_distance;  // beats from what is read next to there
  logic [AddrWidth:0] a_unread;
  logic [AddrWidth-BeatWidth:0] a_gap, b_gap;  // polynomials from what is read next to it

  assign to_read    = tag_begun_q - read_q;
  assign current   = a_tag_q && !tag_read_q && middle && to_read == '0;
  assign a_distance = a_start_q - a_read;
  assign a_unread   = a_accepted - a_read;
  assign a_gap      = a_start_q[AddrWidth:BeatWidth] - a_read[AddrWidth:BeatWidth];
  assign b_gap      = b_start_q[AddrWidth:BeatWidth] - b_read[AddrWidth:BeatWidth];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      begun_q     <= '0;
      read_q      <= '0;
      tag_begun_q <= '0;
      tag_read_q  <= 1'b0;
      a_start_q   <= '0;
      b_start_q   <= '0;
    end else begin
      begun_q    <= begun_q + 4'(a_begins);
      read_q     <= read_q + 4'(last);
      tag_read_q <= tag_read_q || (last && current);
      if (a_chosen) tag_begun_q <= begun_q;
      if (a_chosen) a_start_q <= a_accepted;
      if (b_chosen) b_start_q <= b_accepted;
    end
  end

  // ---- the pipe: stage 0 is a_o, the last one y_i ----
  logic to_long;
  logic [CountWidth-1:0] latency;         // of the next_path of what is inside
  logic [Long:0] full_q;                  // a beat that will be given on c
  logic [Long:0][BeatWidth-1:0] beat_q;   // which one of its polynomial
  logic [Long:0] firsts;                  // first flag: the beat of the stage before is a polynomial's first
  logic [Long:0][1:0] data;

  assign to_long   = Mixed || path == twd_stream_pkg::PATH_MUL;
  assign latency   = to_long ? CountWidth'(Long) : CountWidth'(Short);
  assign firsts[0] = 1'b0;
  assign data[0]   = FollowB ? b_o : a_o;
  for (genvar j = 1; j <= Long; j++) begin : gen_stage
    if (j <= Short) begin : gen_short
      assign {firsts[j], data[j]} = short_line[3*(j-1)+:3];
    end else begin : gen_long
      assign {firsts[j], data[j]} = long_line[3*(j-1-Short)+:3];
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      full_q <= '0;
      beat_q <= '0;
    end else begin
      for (int j = 0; j <= Long; j++) begin
        if (replay && j < 32'(beat)) begin
          full_q[j] <= 1'b0;              // of the polynomial that is given up
        end else if (en) begin
          full_q[j] <= j == 0 ? take : full_q[j-1] && (to_long || j != Short + 1);
          beat_q[j] <= j == 0 ? beat : beat_q[j-1];
        end
      end
    end
  end

  // ---- places ----
  logic [CountWidth-1:0] in_queue, in_pipe;
  logic [CountWidth-1:0] in_back;         // in both
  logic [Long:0][CountWidth-1:0] place;   // of the beat in a stage
  logic [CountWidth-1:0] start;           // place of the first beat of the operation followed; negative once it has been given
  logic [CountWidth-1:0] lasts;           // polynomials whose last beat is in the pipe
  logic [CountWidth-1:0] lasts_ahead;     // before the one followed
  logic [CountWidth-1:0] from_start;

  assign in_queue = CountWidth'(stored) + CountWidth'(c_valid);
  assign in_back  = in_queue + in_pipe;
  assign start    = ahead_q == '0 ? {CountWidth{1'b0}} - CountWidth'(c_beat_q) : ahead_q;

  always_comb begin
    in_pipe     = '0;
    lasts       = '0;
    lasts_ahead = '0;
    for (int j = Long; j >= 0; j--) begin
      place[j]   = in_queue + in_pipe;
      from_start = place[j] - start;
      in_pipe += CountWidth'(full_q[j]);
      lasts += CountWidth'(full_q[j] && beat_q[j] == Last);
      lasts_ahead += CountWidth'(full_q[j] && beat_q[j] == Last
          && (from_start[CountWidth-1] || from_start < CountWidth'(Beats - 1)));
    end
  end

  // ---- order in the pipe ----
  logic aligned;                          // beats are numbered by their places
  logic joined;                           // the beats of a polynomial follow each other without a gap
  logic flagged;                          // its first one alone has a flag; but for what was given up, or was there at the reset
  logic counted;                          // everything has left the pipe when drain_count is 0
  logic none;                             // no beat in the stages before

  always_comb begin
    aligned = 1'b1;
    joined  = 1'b1;
    flagged = 1'b1;
    counted = 1'b1;
    none    = 1'b1;
    for (int j = 0; j <= Long; j++) begin
      if (full_q[j]) begin
        aligned &= beat_q[j] == BeatWidth'(CountWidth'(c_beat_q) + place[j]);
        counted &= CountWidth'(j) <= latency && CountWidth'(drain_count) + CountWidth'(j) >= latency;
        if (j == 0) joined &= middle ? BeatWidth'(beat_q[j] + 1'b1) == beat : beat_q[j] == Last;
        else if (beat_q[j] != Last) joined &= full_q[j-1] && beat_q[j-1] == BeatWidth'(beat_q[j] + 1'b1);
      end
      if (j != 0) begin
        if (full_q[j-1] && beat_q[j-1] != '0 && CountWidth'(j) <= latency) begin
          joined &= full_q[j] && BeatWidth'(beat_q[j] + 1'b1) == beat_q[j-1];
        end
        none &= !full_q[j-1];
        if (CountWidth'(j) <= latency) begin
          if (full_q[j-1] && beat_q[j-1] == '0) flagged &= firsts[j];
          else if (firsts[j]) flagged &= drain && none;
          if (firsts[j]) counted &= CountWidth'(drain_count) + CountWidth'(j) > latency;
        end else if (firsts[j]) begin
          counted &= drain && CountWidth'(drain_count) + CountWidth'(j) > CountWidth'(Long);
        end
      end
    end
  end

  // ---- commands, and polynomials on b that belong to them ----
  logic [3:0] queued;                     // commands in the queue
  logic [3:0] head;                       // where that of the operation followed is; negative once it has left
  logic [4:0] ops;                        // operations that take b, begun on a, not read to the end, before the one followed
  logic [4:0] polys;                      // polynomials on b, likewise
  logic decoded;                          // what the queue holds is right
  logic [3:0] entry;
  logic [2:0] entry_op;

  function automatic logic [1:0] path_of(input logic [2:0] of);
    path_of = Mixed || !Offered[of] ? twd_stream_pkg::PATH_NTT : twd_stream_pkg::path_of(of);
  endfunction

  assign queued = begun_q - read_q - 4'(middle) - 4'(ready);
  assign head   = to_read - 4'(middle) - 4'(ready);

  always_comb begin
    ops = 5'(middle && with_b && !(a_tag_q && to_read == '0));
    ops += 5'(ready && takes_b && !(a_tag_q && to_read <= 4'(middle)));
    decoded = 1'b1;
    for (int h = 0; h < Commands; h++) begin
      {entry, entry_op} = {commands[CommandWidth'(r_command + CommandWidth'(h))][8:5], commands[CommandWidth'(r_command + CommandWidth'(h))][2:0]};
      if (h < 32'(queued)) begin
        decoded &= entry == {!Offered[entry_op], TakesB && twd_op_pkg::takes_b(entry_op), path_of(entry_op)};
        if (!(a_tag_q && (head[3] || h >= 32'(head[2:0])))) ops += 5'(entry[2]);
      end
    end
    polys = b_tag_q ? 5'(b_gap) : 5'(b_whole) + 5'(b_beat != '0);
  end

  // ---- beats of the operation followed, behind the buffers ----
  logic refuse, known;
  logic [Beats-1:0][1:0] want;
  logic pipe_right, queue_right;
  logic lasts_right;                      // flags in the queue
  logic bad_read;                         // a beat out of range has been read
  logic [CountWidth-1:0] index, at;
  logic [3:0] word;

  assign refuse = !Offered[tag_op_q];
  assign known  = !FollowB || (tag_with_b_q && !refuse);
  assign want   = refuse ? '0 : FollowB ? b_want_q : a_want_q;

  always_comb begin
    pipe_right = 1'b1;
    for (int j = 0; j <= Long; j++) begin
      index = place[j] - start;
      if (full_q[j] && known && index < CountWidth'(Beats)) pipe_right &= data[j] == want[index[BeatWidth-1:0]];
    end
    queue_right = 1'b1;
    bad_read    = 1'b0;
    for (int i = 0; i < Beats; i++) begin
      at   = start + CountWidth'(i);
      word = at == '0 && c_valid ? {c_err, c_last, c_data} : queue[4'(r_addr + 4'(at) - 4'(c_valid))];
      if (!at[CountWidth-1] && at < in_queue) begin
        queue_right &= (!known || word[1:0] == want[i]) && word[2] == (i == Beats - 1) && (!word[2] || word[3] == err);
      end
      if (i < 32'(beat)) bad_read |= a_bad_q[i] || (tag_with_b_q && b_bad_q[i]);
    end
    lasts_right = 1'b1;
    for (int i = 0; i < 16; i++) begin
      if (i < 32'(stored)) begin
        lasts_right &= queue[4'(r_addr + 4'(i))][2] == (BeatWidth'(CountWidth'(c_beat_q) + CountWidth'(c_valid) + CountWidth'(i)) == Last);
      end
    end
  end

  always_comb begin
    if (rst_ni) begin
      // the queue
      Addresses: assert (4'(w_addr - r_addr) == 4'(stored));
      Stored: assert (stored <= 5'd15 && (!en || stored <= 5'd14) && (!space || stored <= 5'd13));
      LastsRight: assert (lasts_right);
      QueueAligned: assert ((y_valid ? y_beat : {BeatWidth{1'b0}}) == BeatWidth'(CountWidth'(c_beat_q) + in_queue));
      // the pipe
      Leaving: assert (y_valid == (to_long ? full_q[Long] : full_q[Short]));
      PipeAligned: assert (aligned);
      Joined: assert (joined);
      FirstFlags: assert (flagged);
      Counted: assert (counted);
      DrainCount: assert (CountWidth'(drain_count) <= CountWidth'(Settling));
      Total: assert (total_q == CountWidth'(a_unread) + in_back);
      InsideLasts: assert (CountWidth'(in_count) == lasts);
      Waiting: assert (waiting == (SlotWidth + 1)'(lasts - CountWidth'(y_valid) - CountWidth'(completion)));
      CompletionsAgree: assert (SlotWidth'(w_slot - r_slot) == SlotWidth'(lasts - CountWidth'(completion)));
      Completed: assert (!completion || (full_q[0] && beat_q[0] == Last && !middle && !drain));
      // control
      BeatsAgree: assert (a_beat_q == a_beat && (!TakesB || b_beat_q == b_beat) && beat == a_read[BeatWidth-1:0]);
      MiddleA: assert (middle == (beat != '0) && (!middle || full_q[0]));
      MiddleB: assert (!TakesB || (b_middle == (middle && with_b) && (!b_middle || beat == b_read[BeatWidth-1:0])));
      MiddleDrainCount: assert (!middle || CountWidth'(drain_count) == latency);
      WithoutB: assert (TakesB || !middle || !with_b);
      Open: assert (open || (drain && !a_ready && (!TakesB || !b_ready)));
      Drain: assert (!drain || (!middle && !go));
      Go: assert (!go || (ready && !middle && en && a_have && (!takes_b || b_have) && next_path == path));
      Starved: assert (starved == (middle && !(a_have && (!with_b || b_have))) && !(starved && en));
      Timeout: assert (!timeout || in_count != '0);
      AgainLater: assert (!(a_recount[0] || (TakesB && b_recount[0])) || (drain && drain_count != '0));
      AgainNotAtOnce: assert (!(a_recount[1] || (TakesB && b_recount[1])) || (!go && !middle));
      // commands
      Begun: assert (4'(begun_q - read_q) == 4'(4'(a_whole) + 4'(a_beat != '0)) && 4'(begun_q - read_q) <= 4'd6);
      Queued: assert (4'(begun_q - read_q) >= 4'(4'(middle) + 4'(ready)) && queued < 4'(Commands));
      CommandQueue: assert (CommandWidth'(w_command - r_command) == CommandWidth'(queued));
      DecodedCommands: assert (decoded);
      Decoded: assert (!(ready || middle) || (takes_b == (TakesB && twd_op_pkg::takes_b(op)) && refused == !Offered[op] && next_path == path_of(op)));
      DecodedNext: assert (!(ready && middle) || (a_whole != '0 && (!with_b || b_whole != '0)));
      DecodedAgain: assert (!(!ready && middle) || (with_b == takes_b && refused_now == refused && path == next_path));
      // the operation followed
      TagA: assert (a_tag_q == (a_count_q != '0) && 32'(a_count_q) <= Beats && (!a_tag_q || a_count_q[BeatWidth] || a_beat == a_count_q[BeatWidth-1:0]));
      TagB: assert (b_tag_q == (b_count_q != '0) && 32'(b_count_q) <= Beats && (!b_tag_q || b_count_q[BeatWidth] || b_beat == b_count_q[BeatWidth-1:0]));
      TagWithB: assert (!a_tag_q || tag_with_b_q == (TakesB && twd_op_pkg::takes_b(tag_op_q)));
      TagOnlyWithB: assert (!b_tag_q || (TakesB && (!a_tag_q || tag_with_b_q)));
      TagRead: assert (!tag_read_q || (a_tag_q && a_count_q[BeatWidth] && (!tag_with_b_q || b_count_q[BeatWidth])));
      TagDone: assert (!done_q || tag_read_q);
      if (TakesB && !tag_read_q) begin
        Lead: assert (lead_q == $signed(ops - polys));
        LeadA: assert (!(a_tag_q && tag_with_b_q && !b_tag_q) || lead_q >= 5'sd0);
        LeadB: assert (!(b_tag_q && !a_tag_q) || lead_q <= 5'sd0);
        LeadBoth: assert (!(b_tag_q && a_tag_q) || lead_q == 5'sd0);
      end
      if (a_tag_q && !done_q) begin
        AheadAligned: assert (ahead_q == '0 || BeatWidth'(ahead_q + CountWidth'(c_beat_q)) == {BeatWidth{1'b0}});
        AheadBound: assert (ahead_q <= total_q);
        InBuffer: assert (tag_read_q || start == CountWidth'(a_distance) + in_back);
        InBack: assert (!tag_read_q || $signed(CountWidth'(start + CountWidth'(Beats))) <= $signed(in_back));
        PipeRight: assert (pipe_right);
        QueueRight: assert (queue_right);
        CompletionRight: assert (!tag_read_q || $signed(CountWidth'(start + CountWidth'(Beats - 1))) < $signed(in_queue)
            || (completion && CountWidth'(lasts_ahead + 1'b1) == lasts ? refused_now || bad
                : errs[SlotWidth'(r_slot + SlotWidth'(lasts_ahead))]) == err);
      end
      if (a_tag_q && !tag_read_q) begin
        Before: assert (to_read == 4'(a_gap));
        After: assert (4'(begun_q - tag_begun_q - 4'd1) < 4'd6);
        CommandOfTag: assert (head[3] || commands[CommandWidth'(r_command + CommandWidth'(head[2:0]))][2:0] == tag_op_q);
        OpOfTag: assert (!head[3] || (current && ready) || op == tag_op_q);
        ReadOfTag: assert (!current || (with_b == tag_with_b_q && refused_now == refuse && bad == bad_read
            && (!tag_with_b_q || (b_tag_q && b_gap == '0))));
      end
    end
  end

  // ---- nothing waits for ever: cycles until c offers something, at most, while the operation is whole inside ----
  localparam logic [IdleWidth-1:0] One = 1;
  localparam logic [IdleWidth-1:0] Step = IdleWidth'(StallTimeout + 2);

  logic [IdleWidth-1:0] stall;            // until the pipe moves
  logic [IdleWidth-1:0] steps;            // of the pipe, until its foremost beat is in the queue
  logic [IdleWidth-1:0] rank, rank_q;
  logic waits_q;                          // the operation was whole, and nothing was offered
  logic open_q;

  always_comb begin
    if (en) stall = '0;
    else if (!starved || timeout || (a_whole != '0 && (!with_b || b_whole != '0))) stall = One;
    else stall = IdleWidth'(StallTimeout + 1) - IdleWidth'(stall_count);
    steps = '0;
    for (int j = 0; j <= Long; j++) begin
      if (full_q[j]) steps = IdleWidth'(latency) + One - IdleWidth'(j);
    end
    if (c_valid) rank = '0;
    else if (stored != '0) rank = One;
    else if (full_q != '0) rank = One + steps * Step + stall;
    else if (go) rank = One + IdleWidth'(Long + 2) * Step;
    else rank = One + One + IdleWidth'(Long + 2) * Step + stall + IdleWidth'(drain_count);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waits_q <= 1'b0;
      open_q  <= 1'b0;
    end else begin
      waits_q <= whole && !c_valid;
      open_q  <= open;
    end
  end

  always_ff @(posedge clk_i) rank_q <= rank;

  always_comb begin
    if (rst_ni && !Held) begin
      Room: assert (!open || space || stored >= 5'd12);
      Opened: assert (!open_q || open);
      Closed: assert (open_q || (!a_ready && (!TakesB || !b_ready) && total_q == '0 && !a_tag_q && !b_tag_q));
      Opening: assert (open || (space ? a_idle_q + IdleWidth'(drain_count) <= IdleWidth'(Settling + (en ? 2 : 1)) : a_idle_q == '0));
      Moving: assert (open || en || a_idle_q <= One);
      JustOpen: assert (!open || open_q || a_idle_q <= IdleWidth'(Settling + 3));
      ReadyA: assert (!(open_q && a_idle_q != '0) || a_ready);
      ReadyB: assert (!(open_q && b_idle_q != '0) || b_ready);
      Nearer: assert (!(waits_q && whole) || rank < rank_q);
      Bounded: assert (!whole || c_idle_q + rank <= IdleWidth'(Pause));
      Waits: assert (waits_q || c_idle_q == '0);
    end
    if (rst_ni) begin
      OwedNone: assert ((TakesB && !tag_read_q) || owed_q <= 5'sd0);
      Owed: assert (!TakesB || a_tag_q || owed_q == $signed(5'(ops - 5'(b_whole))));
      OwedTag: assert (!(TakesB && a_tag_q && !tag_read_q)
          || (owed_q <= 5'sd0 ? 5'(ops + 5'(tag_with_b_q)) <= 5'(b_whole) : owed_q == $signed(5'(ops + 5'(tag_with_b_q) - 5'(b_whole)))));
    end
  end

  twd_formal_buffer_lemmas #(
    .Beats(Beats)
  ) u_a (
    .rst_ni,
    .ready      (a_ready),
    .beat       (a_beat),
    .final_beat (a_final),
    .accepted   (a_accepted),
    .written    (a_written),
    .read       (a_read),
    .begun      (a_begun),
    .write      (a_write),
    .whole      (a_whole),
    .middle     (a_middle),
    .ahead      (a_ahead),
    .recount    (a_recount),
    .have       (a_have),
    .unread_full(a_unread_full),
    .kept_full  (a_kept_full),
    .raw        (a_raw),
    .mem        (a_mem),
    .other      (!with_b || b_whole != '0),
    .pending    (a_tag_q && !tag_read_q),
    .start      (a_start_q),
    .count      (a_count_q),
    .want       (a_want_q),
    .bad        (a_bad_q)
  );

  if (TakesB) begin : gen_b
    twd_formal_buffer_lemmas #(
      .Beats(Beats)
    ) u_b (
      .rst_ni,
      .ready      (b_ready),
      .beat       (b_beat),
      .final_beat (b_final),
      .accepted   (b_accepted),
      .written    (b_written),
      .read       (b_read),
      .begun      (b_begun),
      .write      (b_write),
      .whole      (b_whole),
      .middle     (b_middle),
      .ahead      (b_ahead),
      .recount    (b_recount),
      .have       (b_have),
      .unread_full(b_unread_full),
      .kept_full  (b_kept_full),
      .raw        (b_raw),
      .mem        (b_mem),
      .other      (a_whole != '0),
      .pending    (b_tag_q && !tag_read_q),
      .start      (b_start_q),
      .count      (b_count_q),
      .want       (b_want_q),
      .bad        (b_bad_q)
    );
  end else begin : gen_no_b
    logic unused_b;
    assign unused_b = ^{b_final, b_written, b_begun, b_write, b_ahead, b_unread_full, b_kept_full, b_raw, b_mem, b_start_q};
  end

endmodule
