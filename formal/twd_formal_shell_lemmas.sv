// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_formal_shell_lemmas: what is always true inside twd_formal_shell.
//
// Method    if all this and the law hold in one cycle, they hold in the next one, for any state and inputs:
//           each lemma is here because the step needs it. Nothing is taken for granted: every lemma is proved together
//           with the law.
// Probes    registers of the shell, joined to these ports by name (the attribute) once the design is flat.
// Numbers   beats are numbered as they are accepted on a. number[j] is the number of the beat in stage j, or of the
//           next one to get there: what number[j-1] was in the cycle before, as nothing stops. Stages 0 to 3 are those
//           of twd_formal_buffer_lemmas, 4 is a_o, 4 + j the word j of the pipe, but for its last one: that is y, and
//           then comes the register before the output memory. Words in memories follow each other, so that one number
//           says what each of them must be.

module twd_formal_shell_lemmas #(
  parameter  int unsigned Beats       = 4,
  parameter  bit          TakesB      = 1'b1,
  parameter  bit          Mixed       = 1'b0,
  parameter  logic [7:0]  Offered     = 8'b0000_1111,
  parameter  int unsigned Short       = 4,
  parameter  int unsigned Long        = 6,
  parameter  bit          Held        = 1'b0,
  parameter  bit          FollowB     = 1'b0,
  parameter  int unsigned Words       = 20,
  parameter  int unsigned CountWidth  = 7,
  parameter  int unsigned IdleWidth   = 8,
  parameter  int unsigned Flush       = 26,
  parameter  int unsigned Pause       = 16,
  localparam int unsigned BeatWidth   = $clog2(Beats),
  localparam int unsigned AddrWidth   = $clog2(Words),
  localparam int unsigned Credits     = Words / Beats,
  localparam int unsigned CreditWidth = $clog2(Credits + 1),
  localparam int unsigned RecordWidth = $clog2(Credits),
  localparam int unsigned FlushWidth  = $clog2(Flush + 1)
) (
  input logic                    clk_i,
  input logic                    rst_ni,
  // twd_formal_shell
  input logic [Long-1:1][2:0]    line_q,
  input logic [2:0]              out_q,
  input logic                    c_valid,
  input logic                    c_move,
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
  (* probe = "u_shell.u_a.accept" *) input logic a_accept,
  (* probe = "u_shell.u_a.in_ready_o" *) input logic a_ready,
  (* probe = "u_shell.u_a.in_bank_o" *) input logic a_in_bank,
  (* probe = "u_shell.u_a.out_bank_o" *) input logic a_out_bank,
  (* probe = "u_shell.u_a.beat_q" *) input logic [BeatWidth-1:0] a_beat,
  (* probe = "u_shell.u_a.first_q" *) input logic a_first,
  (* probe = "u_shell.u_a.final_q" *) input logic a_final,
  (* probe = "u_shell.u_a.waiting_q" *) input logic [1:0] a_waiting,
  (* probe = "u_shell.u_a.whole_o" *) input logic a_whole,
  (* probe = "u_shell.u_a.accepted_q" *) input logic a_accepted_1,
  (* probe = "u_shell.u_a.accepted_q2" *) input logic a_accepted_2,
  (* probe = "u_shell.u_a.accepted_q3" *) input logic a_accepted_3,
  (* probe = "u_shell.u_a.address_q" *) input logic [BeatWidth:0] a_address_1,
  (* probe = "u_shell.u_a.address_q2" *) input logic [BeatWidth:0] a_address_2,
  (* probe = "u_shell.u_a.address_q3" *) input logic [BeatWidth:0] a_address_3,
  (* probe = "u_shell.u_a.raw_q" *) input logic [1:0] a_raw,
  (* probe = "u_shell.u_a.raw_q2" *) input logic [1:0] a_raw2,
  (* probe = "u_shell.u_a.outside_q" *) input logic a_outside,
  (* probe = "u_shell.u_a.narrow_q" *) input logic a_narrow,
  (* probe = "u_shell.u_a.u_memory.w_data" *) input logic [1:0] a_reduced,
  (* probe = "u_shell.u_a.bad_q" *) input logic a_bad,
  (* probe = "u_shell.u_a.err_q" *) input logic [1:0] a_errs,
  (* probe = "u_shell.u_a.u_memory.r_en" *) input logic a_read,
  (* probe = "u_shell.u_a.r_address_q" *) input logic [BeatWidth:0] a_r_address,
  (* probe = "u_shell.u_a.u_memory.r_addr" *) input logic [BeatWidth:0] a_mem_r_address,
  (* probe = "u_shell.u_a.u_memory.w_en" *) input logic a_mem_write,
  (* probe = "u_shell.u_a.u_memory.w_addr" *) input logic [BeatWidth:0] a_mem_w_address,
  (* probe = "u_shell.u_a.r_bank_q" *) input logic [1:0] a_r_bank,
  (* probe = "u_shell.u_a.u_memory.gen_distributed.gen_piece[0].mem[*]" *) input logic [2*Beats-1:0][1:0] a_mem,
  (* probe = "u_shell.u_a.u_memory.gen_distributed.gen_piece[0].word_q" *) input logic [1:0] a_latch,
  (* probe = "u_shell.u_a.out_data_o" *) input logic [1:0] a_data,
  (* probe = "u_shell.u_a.err_o" *) input logic a_out_err,
  // twd_stream_buffer of b
  (* probe = "u_shell.gen_b.u_b.accept" *) input logic b_accept,
  (* probe = "u_shell.gen_b.u_b.in_ready_o" *) input logic b_ready,
  (* probe = "u_shell.gen_b.u_b.in_bank_o" *) input logic b_in_bank,
  (* probe = "u_shell.gen_b.u_b.out_bank_o" *) input logic b_out_bank,
  (* probe = "u_shell.gen_b.u_b.beat_q" *) input logic [BeatWidth-1:0] b_beat,
  (* probe = "u_shell.gen_b.u_b.first_q" *) input logic b_first,
  (* probe = "u_shell.gen_b.u_b.final_q" *) input logic b_final,
  (* probe = "u_shell.gen_b.u_b.waiting_q" *) input logic [1:0] b_waiting,
  (* probe = "u_shell.gen_b.u_b.whole_o" *) input logic b_whole,
  (* probe = "u_shell.gen_b.u_b.accepted_q" *) input logic b_accepted_1,
  (* probe = "u_shell.gen_b.u_b.accepted_q2" *) input logic b_accepted_2,
  (* probe = "u_shell.gen_b.u_b.accepted_q3" *) input logic b_accepted_3,
  (* probe = "u_shell.gen_b.u_b.address_q" *) input logic [BeatWidth:0] b_address_1,
  (* probe = "u_shell.gen_b.u_b.address_q2" *) input logic [BeatWidth:0] b_address_2,
  (* probe = "u_shell.gen_b.u_b.address_q3" *) input logic [BeatWidth:0] b_address_3,
  (* probe = "u_shell.gen_b.u_b.raw_q" *) input logic [1:0] b_raw,
  (* probe = "u_shell.gen_b.u_b.raw_q2" *) input logic [1:0] b_raw2,
  (* probe = "u_shell.gen_b.u_b.outside_q" *) input logic b_outside,
  (* probe = "u_shell.gen_b.u_b.narrow_q" *) input logic b_narrow,
  (* probe = "u_shell.gen_b.u_b.u_memory.w_data" *) input logic [1:0] b_reduced,
  (* probe = "u_shell.gen_b.u_b.bad_q" *) input logic b_bad,
  (* probe = "u_shell.gen_b.u_b.err_q" *) input logic [1:0] b_errs,
  (* probe = "u_shell.gen_b.u_b.u_memory.r_en" *) input logic b_read,
  (* probe = "u_shell.gen_b.u_b.r_address_q" *) input logic [BeatWidth:0] b_r_address,
  (* probe = "u_shell.gen_b.u_b.u_memory.r_addr" *) input logic [BeatWidth:0] b_mem_r_address,
  (* probe = "u_shell.gen_b.u_b.u_memory.w_en" *) input logic b_mem_write,
  (* probe = "u_shell.gen_b.u_b.u_memory.w_addr" *) input logic [BeatWidth:0] b_mem_w_address,
  (* probe = "u_shell.gen_b.u_b.r_bank_q" *) input logic [1:0] b_r_bank,
  (* probe = "u_shell.gen_b.u_b.u_memory.gen_distributed.gen_piece[0].mem[*]" *) input logic [2*Beats-1:0][1:0] b_mem,
  (* probe = "u_shell.gen_b.u_b.u_memory.gen_distributed.gen_piece[0].word_q" *) input logic [1:0] b_latch,
  (* probe = "u_shell.gen_b.u_b.out_data_o" *) input logic [1:0] b_data,
  (* probe = "u_shell.gen_b.u_b.err_o" *) input logic b_out_err,
  // twd_stream_shell
  (* probe = "u_shell.write_q" *) input logic [1:0] command_write,
  (* probe = "u_shell.accepted_q" *) input logic [8:0] command_accepted,
  (* probe = "u_shell.command_0_q" *) input logic [8:0] command_0_q,
  (* probe = "u_shell.command_1_q" *) input logic [8:0] command_1_q,
  (* probe = "u_shell.command_q" *) input logic [8:0] command_s0,
  (* probe = "u_shell.command_q1" *) input logic [8:0] command_s1,
  (* probe = "u_shell.command_q2" *) input logic [8:0] command_s2,
  (* probe = "u_shell.command_q3" *) input logic [8:0] command_s3,
  (* probe = "u_shell.start_q" *) input logic start_s0,
  (* probe = "u_shell.start_q1" *) input logic start_s1,
  (* probe = "u_shell.start_q2" *) input logic start_s2,
  (* probe = "u_shell.start_q3" *) input logic start_s3,
  (* probe = "u_shell.a_reading_q" *) input logic a_reading,
  (* probe = "u_shell.b_reading_q" *) input logic b_reading,
  (* probe = "u_shell.b_start" *) input logic b_start,
  (* probe = "u_shell.refused_q" *) input logic refused_now,
  (* probe = "u_shell.last_q" *) input logic last,
  (* probe = "u_shell.left_q" *) input logic [BeatWidth-1:0] left,
  (* probe = "u_shell.flush_q" *) input logic [FlushWidth-1:0] flush,
  (* probe = "u_shell.empty_q" *) input logic empty,
  (* probe = "u_shell.path_q" *) input logic [1:0] path,
  (* probe = "u_shell.open_q" *) input logic open,
  (* probe = "u_shell.start_q4" *) input logic completes,
  (* probe = "u_shell.err_q4" *) input logic completion_err,
  // twd_stream_egress
  (* probe = "u_shell.u_egress.errs[*]" *) input logic [(1<<RecordWidth)-1:0] errs,
  (* probe = "u_shell.u_egress.w_record_q" *) input logic [RecordWidth-1:0] w_record,
  (* probe = "u_shell.u_egress.r_record_q" *) input logic [RecordWidth-1:0] r_record,
  (* probe = "u_shell.u_egress.begin_q" *) input logic y_begin,
  (* probe = "u_shell.u_egress.valid_q" *) input logic y_valid,
  (* probe = "u_shell.u_egress.beat_q" *) input logic [BeatWidth-1:0] y_beat,
  (* probe = "u_shell.u_egress.final_q" *) input logic y_final,
  (* probe = "u_shell.u_egress.write_q" *) input logic write,
  (* probe = "u_shell.u_egress.u_memory.w_data" *) input logic [3:0] w_data,
  (* probe = "u_shell.u_egress.w_addr_q" *) input logic [AddrWidth-1:0] w_addr,
  (* probe = "u_shell.u_egress.r_addr_q" *) input logic [AddrWidth-1:0] r_addr,
  (* probe = "u_shell.u_egress.w_last_q" *) input logic [AddrWidth-1:0] w_last,
  (* probe = "u_shell.u_egress.w_prev_q" *) input logic [AddrWidth-1:0] w_prev,
  (* probe = "u_shell.u_egress.last" *) input logic last_word,
  (* probe = "u_shell.u_egress.stored_q" *) input logic [AddrWidth:0] stored,
  (* probe = "u_shell.u_egress.some_q" *) input logic some,
  (* probe = "u_shell.u_egress.read" *) input logic read,
  (* probe = "u_shell.u_egress.read_q" *) input logic read_q,
  (* probe = "u_shell.u_egress.read_q2" *) input logic read_q2,
  (* probe = "u_shell.u_egress.read_q3" *) input logic read_q3,
  (* probe = "u_shell.u_egress.u_memory.r_en" *) input logic mem_read,
  (* probe = "u_shell.u_egress.u_memory.r_addr" *) input logic [AddrWidth-1:0] mem_r_addr,
  (* probe = "u_shell.u_egress.u_memory.w_en" *) input logic mem_write,
  (* probe = "u_shell.u_egress.u_memory.w_addr" *) input logic [AddrWidth-1:0] mem_w_addr,
  (* probe = "u_shell.u_egress.give_q" *) input logic give,
  (* probe = "u_shell.u_egress.credits_q" *) input logic [CreditWidth-1:0] credits,
  (* probe = "u_shell.u_egress.room_o" *) input logic room,
  (* probe = "u_shell.u_egress.u_memory.gen_distributed.gen_piece[0].mem[*]" *)
  input logic [(1<<AddrWidth)-1:0][3:0] mem,
  (* probe = "u_shell.u_egress.u_memory.gen_distributed.gen_piece[0].word_q" *) input logic [3:0] latch,
  (* probe = "u_shell.u_egress.r_data" *) input logic [3:0] r_data,
  (* probe = "u_shell.u_egress.queue_room" *) input logic queue_room,
  (* probe = "u_shell.u_egress.u_queue.w_addr_q" *) input logic [3:0] queue_w_addr,
  (* probe = "u_shell.u_egress.u_queue.r_addr_q" *) input logic [3:0] queue_r_addr,
  (* probe = "u_shell.u_egress.u_queue.stored_q" *) input logic [4:0] queue_before,
  (* probe = "u_shell.u_egress.u_queue.written_q" *) input logic queue_written,
  (* probe = "u_shell.u_egress.u_queue.taken_q" *) input logic queue_taken,
  (* probe = "u_shell.u_egress.u_queue.mem[*]" *) input logic [15:0][3:0] queue,
  // the pipe
  (* probe = "u_shell.a_o" *) input logic [1:0] a_o,
  (* probe = "u_shell.b_o" *) input logic [1:0] b_o
);

  localparam logic [CountWidth-1:0] Length = CountWidth'(Beats);

  logic [4:0] queue_stored;               // words in the queue
  assign queue_stored = queue_before + 5'(queue_written) - 5'(queue_taken);

  // ---- the buffers ----
  logic open_q;                           // open in the cycle before
  logic [CountWidth-1:0] a_numbers, b_numbers, a_next, b_next, a_tag, b_tag;
  logic a_gone, b_gone;
  logic [3:0][CountWidth-1:0] a_stage, b_stage;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) open_q <= 1'b0;
    else open_q <= open;
  end

  twd_formal_buffer_lemmas #(
    .Beats (Beats),
    .Number(CountWidth)
  ) u_a (
    .clk_i,
    .rst_ni,
    .open_q,
    .start     (start_s0),
    .reading   (a_reading),
    .left      (left),
    .accept    (a_accept),
    .ready     (a_ready),
    .in_bank   (a_in_bank),
    .out_bank  (a_out_bank),
    .beat      (a_beat),
    .first_beat(a_first),
    .final_beat(a_final),
    .waiting   (a_waiting),
    .whole     (a_whole),
    .accepted  ({a_accepted_3, a_accepted_2, a_accepted_1}),
    .address   ({a_address_3, a_address_2, a_address_1}),
    .raw       (a_raw),
    .raw2      (a_raw2),
    .outside   (a_outside),
    .narrow    (a_narrow),
    .reduced   (a_reduced),
    .bad_now   (a_bad),
    .errs      (a_errs),
    .read      (a_read),
    .r_address (a_r_address),
    .mem_r_address(a_mem_r_address),
    .mem_write    (a_mem_write),
    .mem_w_address(a_mem_w_address),
    .r_bank    (a_r_bank),
    .mem       (a_mem),
    .latch     (a_latch),
    .out_data  (a_data),
    .out_err   (a_out_err),
    .chosen    (a_chosen),
    .tag       (a_tag_q),
    .count     (a_count_q),
    .want      (a_want_q),
    .bad       (a_bad_q),
    .accepted_o(a_numbers),
    .next_o    (a_next),
    .tag_o     (a_tag),
    .gone_o    (a_gone),
    .stage_o   (a_stage)
  );

  if (TakesB) begin : gen_b
    twd_formal_buffer_lemmas #(
      .Beats (Beats),
      .Number(CountWidth)
    ) u_b (
      .clk_i,
      .rst_ni,
      .open_q,
      .start     (b_start),
      .reading   (b_reading),
      .left      (left),
      .accept    (b_accept),
      .ready     (b_ready),
      .in_bank   (b_in_bank),
      .out_bank  (b_out_bank),
      .beat      (b_beat),
      .first_beat(b_first),
      .final_beat(b_final),
      .waiting   (b_waiting),
      .whole     (b_whole),
      .accepted  ({b_accepted_3, b_accepted_2, b_accepted_1}),
      .address   ({b_address_3, b_address_2, b_address_1}),
      .raw       (b_raw),
      .raw2      (b_raw2),
      .outside   (b_outside),
      .narrow    (b_narrow),
      .reduced   (b_reduced),
      .bad_now   (b_bad),
      .errs      (b_errs),
      .read      (b_read),
      .r_address (b_r_address),
      .mem_r_address(b_mem_r_address),
      .mem_write    (b_mem_write),
      .mem_w_address(b_mem_w_address),
      .r_bank    (b_r_bank),
      .mem       (b_mem),
      .latch     (b_latch),
      .out_data  (b_data),
      .out_err   (b_out_err),
      .chosen    (b_chosen),
      .tag       (b_tag_q),
      .count     (b_count_q),
      .want      (b_want_q),
      .bad       (b_bad_q),
      .accepted_o(b_numbers),
      .next_o    (b_next),
      .tag_o     (b_tag),
      .gone_o    (b_gone),
      .stage_o   (b_stage)
    );
  end else begin : gen_no_b
    logic unused_b;
    assign unused_b  = ^{b_accept, b_accepted_1, b_accepted_2, b_accepted_3, b_address_1, b_address_2, b_address_3,
                         b_bad, b_bad_q, b_chosen, b_data, b_errs, b_final, b_first, b_in_bank, b_latch, b_mem,
                         b_mem_r_address, b_mem_w_address, b_mem_write, b_narrow, b_out_bank, b_out_err, b_outside,
                         b_r_address, b_r_bank, b_raw, b_raw2, b_read, b_ready, b_reduced, b_start, b_whole};
    assign b_numbers = '0;
    assign b_next    = '0;
    assign b_tag     = '0;
    assign b_gone    = 1'b0;
    assign b_stage   = '0;
  end

  logic unused_idle;
  assign unused_idle = ^b_idle_q;

  // ---- numbers of the beats in the stages, in the memory, in the queue ----
  logic to_long;
  logic [CountWidth-1:0] latency;         // of what is inside
  logic [Long+3:4][CountWidth-1:0] number_q;
  logic [Long+3:0][CountWidth-1:0] number;
  logic [CountWidth-1:0] leave;           // of the beat before y
  logic [CountWidth-1:0] y_number_q, w_number_q;
  logic [CountWidth-1:0] r_number_q;      // of the next word read from the memory
  logic [CountWidth-1:0] addr_number_q, latch_number_q, data_number_q;
  logic [CountWidth-1:0] c_number_q;      // of the next beat on c

  assign to_long = Mixed || path == twd_stream_pkg::PATH_MUL;
  assign latency = to_long ? CountWidth'(Long) : CountWidth'(Short);
  assign number  = {number_q, a_stage};
  assign leave   = to_long ? number[Long+3] : number[Short+3];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      number_q       <= '0;
      y_number_q     <= '0;
      w_number_q     <= '0;
      r_number_q     <= '0;
      addr_number_q  <= '0;
      latch_number_q <= '0;
      data_number_q  <= '0;
      c_number_q     <= '0;
    end else begin
      for (int j = 4; j <= Long + 3; j++) begin
        number_q[j] <= to_long || j <= Short + 3 ? number[j-1] : number[Short+2];
      end
      y_number_q     <= leave;
      w_number_q     <= y_number_q;
      r_number_q     <= r_number_q + CountWidth'(read);
      addr_number_q  <= r_number_q;
      latch_number_q <= addr_number_q;
      data_number_q  <= latch_number_q;
      c_number_q     <= c_number_q + CountWidth'(c_move);
    end
  end

  logic [Long+3:0] full;                  // a beat is in this stage
  logic [Long+3:0] first;                 // the first one of a polynomial
  logic steps, unbroken;
  logic short_ends;
  logic flushing, flushed;                // the last beat inside and the cycles until the pipe is empty agree
  logic marks;                            // the first beats, and they alone, are marked; two stages ahead
  logic stale;                            // after a reset marks that were in the pipe leave it

  always_comb begin
    steps      = at_most_one(leave - y_number_q) && at_most_one(y_number_q - w_number_q);
    unbroken   = (leave != y_number_q || y_number_q[BeatWidth-1:0] == '0)
        && (y_number_q != w_number_q || w_number_q[BeatWidth-1:0] == '0);
    short_ends = 1'b1;
    full       = '0;
    full[0]    = a_reading;
    for (int j = 1; j <= Long + 3; j++) begin
      full[j] = number[j-1] != number[j];
      steps &= at_most_one(number[j-1] - number[j]);
      unbroken &= full[j] || (number[j-1][BeatWidth-1:0] == '0 && number[j][BeatWidth-1:0] == '0)
          || (j > Short + 3 && !to_long);
      if (j > Short + 3) short_ends &= to_long || !full[j];
    end
    for (int j = 0; j <= Long + 3; j++) first[j] = full[j] && number[j][BeatWidth-1:0] == '0;
    flushing = 1'b1;
    flushed  = 1'b0;
    for (int j = 0; j <= Long + 2; j++) begin
      if (full[j] && CountWidth'(j) <= latency + 2) begin
        flushing &= !empty && CountWidth'(flush) + CountWidth'(j) >= latency + CountWidth'(2);
      end
      flushed |= full[j] && CountWidth'(flush) + CountWidth'(j) == latency + CountWidth'(2);
    end
    marks = out_q[2] == (to_long ? first[Long+2] : first[Short+2]);
    stale = !out_q[2] || 32'(flush) + Long > Flush;
    for (int j = 1; j < Long; j++) begin
      marks &= line_q[j][2] == (first[j+2] && (to_long || j < Short));
      stale &= !line_q[j][2] || 32'(flush) + 32'(j) > Flush;
    end
  end

  function automatic logic at_most_one(input logic [CountWidth-1:0] difference);
    at_most_one = difference <= CountWidth'(1);
  endfunction

  // ---- commands, and polynomials on b that belong to them ----
  logic [CountWidth-1:0] begun;           // beats on a, of polynomials that have not started
  logic tag_ahead;                        // the operation followed has not started
  logic [CountWidth-1:0] tag_gap;         // to it
  logic [8:0] command_0, command_1;       // of a bank, or about to be
  logic [8:0] head, tail;                 // commands of the polynomial that starts next, and of the one after
  logic [8:0] tag_command;
  logic decoded;
  logic [4:0] ops;                        // operations that take b, begun on a, not started, before the one followed
  logic [4:0] polys;                      // polynomials on b, likewise

  function automatic logic [8:0] decode(input logic [2:0] op);
    decode = {!Offered[op], TakesB && twd_op_pkg::takes_b(op),
              Mixed || !Offered[op] ? twd_stream_pkg::PATH_NTT : twd_stream_pkg::path_of(op), 2'd0, op};
  endfunction

  assign begun       = a_numbers - a_next;
  assign tag_gap     = a_tag - a_next;
  assign tag_ahead   = a_tag_q && !done_q && !tag_gap[CountWidth-1];
  assign command_0   = command_write[0] ? command_accepted : command_0_q;
  assign command_1   = command_write[1] ? command_accepted : command_1_q;
  assign head        = a_next[BeatWidth] ? command_1 : command_0;
  assign tail        = a_next[BeatWidth] ? command_0 : command_1;
  assign tag_command = decode(tag_op_q);
  assign decoded     = (begun == '0 || head == decode(head[2:0])) && (begun <= Length || tail == decode(tail[2:0]));
  assign ops         = 5'(begun != '0 && head[7] && !(tag_ahead && tag_gap == '0))
      + 5'(begun > Length && tail[7] && !tag_ahead);
  assign polys       = 5'(CountWidth'((b_tag_q ? b_tag : b_numbers + Length - 1'b1) - b_next) >> BeatWidth);

  // ---- beats of the operation followed ----
  logic refuse, known;
  logic [Beats-1:0][1:0] want;
  logic held;                           // it is, with its last beat at least
  logic [CountWidth-1:0] index;
  logic pipe_right, joined;
  logic in_pipe;                          // some beat of it
  logic passed;                           // its record has been written
  logic [CountWidth-1:0] from_record, recorded, to_last;

  assign refuse      = !Offered[tag_op_q];
  assign known       = !FollowB || (tag_with_b_q && !refuse);
  assign want        = refuse ? '0 : FollowB ? b_want_q : a_want_q;
  assign held      = a_tag_q && !done_q;
  assign from_record = a_tag - number[3];
  assign to_last     = a_tag + Length - 1'b1 - y_number_q;
  assign recorded    = a_tag - number[4];
  assign passed      = recorded[CountWidth-1] && !to_last[CountWidth-1];

  always_comb begin
    in_pipe = 1'b0;
    for (int j = 0; j <= Long + 3; j++) begin
      in_pipe |= full[j] && CountWidth'(number[j] - a_tag) < Length;
    end
    pipe_right = 1'b1;
    for (int j = 4; j <= Long + 3; j++) begin
      index = number[j] - a_tag;
      if (full[j] && index < Length) begin
        pipe_right &= (j == 4 ? (FollowB ? b_o : a_o) : line_q[j < 5 ? 1 : j-4][1:0]) == want[index[BeatWidth-1:0]];
      end
    end
    index = y_number_q - a_tag;
    if (y_valid && index < Length) pipe_right &= out_q[1:0] == want[index[BeatWidth-1:0]];
    joined = 1'b1;
    for (int j = 0; j <= 3; j++) begin
      index = a_stage[j] - a_tag;
      if (full[j] && index < Length) begin
        joined &= (j == 0 ? b_reading : b_stage[j-1] != b_stage[j]) && CountWidth'(b_stage[j] - b_tag) == index;
      end
    end
  end

  // ---- words in the output memory, the queue, the register before the memory, being read, in the two after it ----
  for (genvar i = 0; i < Words + 20; i++) begin : gen_word
    logic there;
    logic [CountWidth-1:0] of;            // its number
    logic [3:0] word;

    if (i < Words) begin : gen_memory
      logic [AddrWidth:0] at;             // words before it
      assign at    = (AddrWidth + 1)'(i) + (32'(r_addr) > i ? (AddrWidth + 1)'(Words) : '0) - (AddrWidth + 1)'(r_addr);
      assign there = at < stored;
      assign of    = r_number_q + CountWidth'(at);
      assign word  = mem[i];
    end else if (i < Words + 16) begin : gen_queue
      logic [3:0] at;
      assign at    = 4'(i - Words) - queue_r_addr;
      assign there = 5'(at) < queue_stored;
      assign of    = c_number_q + CountWidth'(at);
      assign word  = queue[i-Words];
    end else if (i == Words + 16) begin : gen_write
      assign {there, of, word} = {write, w_number_q, w_data};
    end else if (i == Words + 17) begin : gen_read
      assign {there, of, word} = {read_q, addr_number_q, mem[mem_r_addr]};
    end else if (i == Words + 18) begin : gen_latch
      assign {there, of, word} = {read_q2, latch_number_q, latch};
    end else begin : gen_data
      assign {there, of, word} = {read_q3, data_number_q, r_data};
    end

    twd_formal_shell_word #(
      .Beats     (Beats),
      .CountWidth(CountWidth)
    ) u_word (
      .rst_ni,
      .there,
      .number(of),
      .word,
      .held,
      .tag   (a_tag),
      .known,
      .want,
      .err
    );
  end

  logic [CountWidth-1:0] owned;           // words of the output memory that are, or will be, in use
  logic [CountWidth-BeatWidth-1:0] taken; // credits of them
  logic [CountWidth-1:0] index_c;         // of the first beat of the operation followed, from the next one on c

  assign taken   = a_next[CountWidth-1:BeatWidth] - r_number_q[CountWidth-1:BeatWidth];
  assign owned   = a_next - r_number_q;
  assign index_c = a_tag - c_number_q;

  always_comb begin
    if (rst_ni) begin
      // control
      Starts: assert ({start_s3, start_s2, start_s1, start_s0} == first[3:0]);
      LeftLast: assert (last == (left == '0) && (left == '0 || a_reading));
      BReads: assert (!start_s0 || b_reading == command_s0[7]);
      BReadsAlong: assert (!b_reading || a_reading);
      BWaits: assert (!start_s0 || !command_s0[7] || b_waiting != '0);
      Left: assert (!open || 32'(left) == (32'(flush) > 32'(latency) + 2 ? 32'(flush) - 32'(latency) - 2 : 0));
      FlushBound: assert (32'(flush) <= Flush);
      Flushing: assert (flushing);
      Empty: assert (!empty || (flush == '0 && last && !a_reading));
      Closed: assert (open_q || (number == '0
          && a_numbers == '0 && b_numbers == '0 && b_stage == '0 && !a_reading && !b_reading
          && !y_begin && y_number_q == '0 && w_number_q == '0 && c_number_q == '0 && !a_tag_q && !b_tag_q));
      Opened: assert (open || !open_q);
      Stale: assert (open || stale);
      Marks: assert (!open || marks);
      Steps: assert (steps);
      Unbroken: assert (unbroken);
      ShortEnds: assert (short_ends);
      // commands
      Begun: assert (begun <= 2 * Length);
      Decoded: assert (decoded);
      CommandWrites: assert (command_write == 2'(a_accepted_1 && a_address_1[BeatWidth-1:0] == '0)
          << a_address_1[BeatWidth]);
      Started: assert (!start_s0 || command_s0 == head);
      // egress
      Begin: assert (!open || y_begin == (to_long ? first[Long+3] : first[Short+3]));
      Y: assert (y_valid == (leave != y_number_q) && y_beat == y_number_q[BeatWidth-1:0]
          && y_final == (y_valid && y_beat == '1));
      W: assert (write == (y_number_q != w_number_q));
      Records: assert (w_record == RecordWidth'(CountWidth'(number[4] + Length - 1'b1) >> BeatWidth)
          && completes == first[4]
          && r_record == RecordWidth'(y_number_q >> BeatWidth));
      Stored: assert (CountWidth'(stored) == CountWidth'(w_number_q - r_number_q) && some == (stored != '0));
      Owned: assert (32'(owned) <= Words && CountWidth'(stored) <= owned);
      Addresses: assert (32'(w_addr) < Words && 32'(r_addr) < Words
          && (32'(w_addr) == 32'(r_addr) + 32'(stored) + 32'(write)
              || 32'(w_addr) + Words == 32'(r_addr) + 32'(stored) + 32'(write)));
      AddressLast: assert (32'(w_last) == (w_addr == '0 ? Words : 32'(w_addr)) - 1
          && 32'(w_prev) == (w_last == '0 ? Words : 32'(w_last)) - 1);
      LastWord: assert (write || stored == '0 || last_word == (32'(stored) == 1));
      MemoryWrites: assert (mem_write == write && (!write || (32'(mem_w_addr) < Words
          && (32'(mem_w_addr) == 32'(r_addr) + 32'(stored) || 32'(mem_w_addr) + Words == 32'(r_addr) + 32'(stored)))));
      MemoryReads: assert (mem_read == read_q
          && (!read_q || 32'(mem_r_addr) == (r_addr == '0 ? Words : 32'(r_addr)) - 1));
      Unit: assert (r_addr[BeatWidth-1:0] == r_number_q[BeatWidth-1:0] && (!give || r_addr[BeatWidth-1:0] == '0));
      CreditsRight: assert (32'(credits) <= Credits
          && 32'(taken) + 32'(credits) + 32'(give) == Credits);
      RoomRight: assert (!((room && last) || start_s0) || credits != '0);
      QueueNumbers: assert (read_q == (r_number_q != addr_number_q) && read_q2 == (addr_number_q != latch_number_q)
          && read_q3 == (latch_number_q != data_number_q) && CountWidth'(addr_number_q - latch_number_q) <= 1
          && CountWidth'(queue_stored) == CountWidth'(data_number_q - c_number_q)
          && CountWidth'(r_number_q - addr_number_q) <= 1 && CountWidth'(latch_number_q - data_number_q) <= 1);
      QueueAddresses: assert (queue_r_addr == c_number_q[3:0] && queue_w_addr == data_number_q[3:0]);
      QueueChange: assert (queue_before <= 5'd16 && (!queue_written || !queue_taken));
      QueueBound: assert (32'(queue_stored) + 32'(read_q) + 32'(read_q2) + 32'(read_q3) <= (queue_room ? 15 : 16));
      // the operation followed
      BeatsAgree: assert (a_beat_q == a_beat && (!TakesB || b_beat_q == b_beat)
          && c_beat_q == c_number_q[BeatWidth-1:0]);
      Total: assert (total_q == CountWidth'(a_numbers - c_number_q));
      TagWithB: assert (!a_tag_q || tag_with_b_q == (TakesB && twd_op_pkg::takes_b(tag_op_q)));
      TagOnlyWithB: assert (!b_tag_q || (TakesB && (!a_tag_q || tag_with_b_q)));
      NoTag: assert (a_tag_q || !done_q);
      NoCount: assert (TakesB || b_count_q == '0);
      Gone: assert (a_gone == (a_tag_q && (done_q
          || (from_record[CountWidth-1] && CountWidth'(number[3] - a_tag) >= Length))));
      Whole: assert (!a_tag_q || tag_ahead || (a_count_q[BeatWidth] && (!tag_with_b_q || b_count_q[BeatWidth])));
      if (held) begin
        Ahead: assert (ahead_q == '0 ? index_c == {CountWidth{1'b0}} - CountWidth'(c_beat_q)
            : index_c == ahead_q && !index_c[CountWidth-1]);
        TagPlace: assert (a_tag[BeatWidth-1:0] == '0 && (!tag_ahead || tag_gap < 2 * Length)
            && CountWidth'(index_c + Length - 1'b1) < CountWidth'(a_numbers - c_number_q + Length - 1'b1));
        PipeRight: assert (!known || pipe_right);
        Joined: assert (!tag_with_b_q || joined);
        if (tag_ahead) begin
          CommandOfTag: assert ((a_tag[BeatWidth] ? command_1 : command_0) == tag_command);
        end
        PathRight: assert (!in_pipe || path == tag_command[6:5]);
        CommandStart: assert (!(start_s0 && number[0] == a_tag) || command_s0 == tag_command);
        CommandStart1: assert (!(start_s1 && number[1] == a_tag) || command_s1 == tag_command);
        CommandStart2: assert (!(start_s2 && number[2] == a_tag) || command_s2 == tag_command);
        CommandStart3: assert (!(start_s3 && number[3] == a_tag) || command_s3 == tag_command);
        RefusedNow: assert (!(full[3] && CountWidth'(number[3] - a_tag) < Length) || refused_now == refuse);
        CompletionRight: assert (!completes || number[4] != a_tag || completion_err == err);
        RecordRight: assert (!passed || errs[RecordWidth'(a_tag >> BeatWidth)] == err);
      end
      if (TakesB) begin
        BNotGone: assert (!(b_tag_q && (!a_tag_q || tag_ahead))
            || (!b_gone && CountWidth'(b_tag - b_next) < 2 * Length));
        BGone: assert (b_gone == (b_tag_q && a_gone));
        if (!a_tag_q || tag_ahead) begin
          Lead: assert (lead_q == $signed(ops - polys));
          LeadA: assert (!(a_tag_q && tag_with_b_q && !b_tag_q) || lead_q >= 5'sd0);
          LeadB: assert (!(b_tag_q && !a_tag_q) || lead_q <= 5'sd0);
          LeadBoth: assert (!(b_tag_q && a_tag_q) || lead_q == 5'sd0);
        end
      end
      OwedNone: assert ((TakesB && (!a_tag_q || tag_ahead)) || owed_q <= 5'sd0);
      Owed: assert (!TakesB || a_tag_q || owed_q == $signed(5'(ops - 5'(b_waiting))));
      OwedTag: assert (!(TakesB && tag_ahead)
          || (owed_q <= 5'sd0 ? 5'(ops + 5'(tag_with_b_q)) <= 5'(b_waiting)
              : owed_q == $signed(5'(ops + 5'(tag_with_b_q) - 5'(b_waiting)))));
    end
  end

  // ---- nothing waits for ever: cycles until c offers something while the operation is whole inside ----
  logic [IdleWidth-1:0] rank, rank_q;
  logic waits_q;                          // the operation was whole, and nothing was offered

  always_comb begin
    rank = IdleWidth'(Long + 11);
    for (int j = 0; j <= Long + 3; j++) begin
      if (full[j]) rank = IdleWidth'(latency) + IdleWidth'(10 - j);
    end
    if (y_valid) rank = IdleWidth'(6);
    if (write) rank = IdleWidth'(5);
    if (some) rank = IdleWidth'(4);
    if (read_q) rank = IdleWidth'(3);
    if (read_q2) rank = IdleWidth'(2);
    if (read_q3) rank = IdleWidth'(1);
    if (c_valid) rank = '0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) waits_q <= 1'b0;
    else waits_q <= whole && !c_valid;
  end

  always_ff @(posedge clk_i) rank_q <= rank;

  always_comb begin
    if (rst_ni && !Held) begin
      Flushed: assert (!open || empty || left != '0 || flushed);
      QueueRoom: assert (!open || queue_room || queue_stored >= 5'd9);
      Room: assert (!open || room || credits == '0 || some || read_q || read_q2 || read_q3 || c_valid);
      Opening: assert (open || 32'(a_idle_q) + 32'(flush) <= Flush + 32'(empty));
      JustOpen: assert (open_q || 32'(a_idle_q) <= Flush + 2);
      Accepts: assert (!open_q || a_idle_q == '0 || a_ready);
      Nearer: assert (!(waits_q && whole) || rank < rank_q);
      Bounded: assert (!whole || c_idle_q + rank <= IdleWidth'(Pause));
      Waits: assert (waits_q || c_idle_q == '0);
    end
  end

endmodule
