// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_sampler: byte strings, of a hash or encoded -> polynomials, four coefficients a cycle: the samplers of FIPS 203
// and FIPS 204, ByteDecode with Decompress, and BitUnpack.
//
//   in --+-----------------------> twd_unpack --> twd_load_map --> twd_compact --> out
//        +--> twd_sample_bounded ----^   +--> twd_sample_ball --^
//
// Serial    one coefficient after the other, in the lowest 24 bits of out: twd_unpack_serial and twd_sample_serial in
//           place of twd_unpack and twd_compact.
//
// Job       twd_sample_pkg::job_t. It ends when its last quartet is stored; the next job is taken then, while quartets
//           wait to be taken.
// In        words of 64 bits, byte 0 lowest: 4 d (count + 1) of them, no word more is taken. Of a hash without an end
//           (NTT, BOUNDED, ball) words are taken until drop_o is high for a cycle; connect it to drop_i of twd_keccak.
// Out       quartets: coefficients in [0, q) in natural order, 24 bits each; last in the last quartet of a job. wrong_o
//           is high for a cycle for fields out of range (ETA), whose coefficients are undefined.
// Timing    a quartet a cycle; of fields of 18 or 20 bits, half a quartet; of NTT_DSA, a word. With words and room at
//           all times, the last quartet is offered twiddle.model.sample.latency cycles after the job. starved_o:
//           a job has taken no word for 15 cycles, and has nothing left inside that could end it.
// Reset, clear_i   drops the job and what is stored. A job PLAIN or T1 whose words are 0 overwrites every register and
//           memory that had coefficients of another.
// Cost      that of its parts; 1,473 LUT, 1,254 flip-flops on xc7 by Yosys, 644 and 683 without Dsa
// Model     twiddle.model.sample

`include "twd_assert.svh"

module twd_sampler #(
  parameter bit Kem = 1'b1,
  parameter bit Dsa = 1'b1,
  parameter bit Serial = 1'b0
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        clear_i,
  input  logic        job_valid_i,
  output logic        job_ready_o,
  input  logic [20:0] job_data_i,   // twd_sample_pkg::job_t
  input  logic        in_valid_i,
  output logic        in_ready_o,
  input  logic [63:0] in_data_i,
  output logic        drop_o,
  output logic        starved_o,
  output logic        wrong_o,
  output logic        out_valid_o,
  input  logic        out_ready_i,
  output logic        out_last_o,
  output logic [95:0] out_data_o
);

  twd_sample_pkg::job_t job, job_q;
  logic [4:0] d;              // bits of a field
  logic open_q;               // not in reset
  logic closed_q;             // no word is taken
  logic endless_q;            // the byte string is a hash without an end
  logic start, flush, idle, idle_q, unpack_ready, ball_sampled;
  logic bounded, bounded_ready;  // RejBoundedPoly

  assign job = job_data_i;
  assign job_ready_o = open_q && idle && !clear_i;
  assign start = job_valid_i && job_ready_o;
  assign flush = start || clear_i;
  assign in_ready_o = (bounded ? bounded_ready : unpack_ready) && !closed_q;

  always_ff @(posedge clk_i) begin
    if (start) begin
      job_q   <= job;
      d       <= job.ball ? 5'd2 : job.d;
      bounded <= Dsa && !job.ball && (job.kind == twd_codec_pkg::LOAD_BOUNDED_2
          || job.kind == twd_codec_pkg::LOAD_BOUNDED_4);
    end
    endless_q <= job_q.ball
        || (job_q.kind >= twd_codec_pkg::LOAD_NTT_KEM && job_q.kind <= twd_codec_pkg::LOAD_BOUNDED_4);
  end

  // ---- words ----
  logic [1:0] word_q;         // number of a word
  logic [4:0] fours_q;        // four words each, from 1; d are those of a polynomial
  logic [2:0] polynomial_q;
  logic take;
  logic polynomial_end;       // of the word that comes; a flip-flop

  assign take = in_valid_i && unpack_ready && !closed_q;  // of bounded words, whose number does not count, any
  assign drop_o = job_q.ball ? ball_sampled : endless_q && idle && !idle_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      open_q       <= 1'b0;
      idle_q       <= 1'b1;
      closed_q     <= 1'b1;
      word_q       <= '0;
      fours_q      <= 5'd1;
      polynomial_q <= '0;
      polynomial_end <= 1'b0;
    end else begin
      open_q <= 1'b1;
      idle_q <= idle || clear_i;
      if (drop_o || (take && polynomial_end && polynomial_q == job_q.count && !endless_q)) closed_q <= 1'b1;
      if (take) begin
        word_q <= word_q + 2'd1;
        polynomial_end <= word_q == 2'd2 && fours_q == job_q.d;
        if (word_q == '1) fours_q <= polynomial_end ? 5'd1 : fours_q + 5'd1;
        if (polynomial_end) polynomial_q <= polynomial_q + 3'd1;
      end
      if (flush) begin
        closed_q     <= clear_i;
        word_q       <= '0;
        fours_q      <= 5'd1;
        polynomial_q <= '0;
        polynomial_end <= 1'b0;
      end
    end
  end

  // ---- what is inside is at its end 8 cycles after the last word has left twd_unpack ----
  logic [3:0] empty_q;
  logic empty, unpack_empty, bounded_empty;

  assign starved_o = empty_q == '1;
  assign empty = unpack_empty && bounded_empty;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) empty_q <= '0;
    else empty_q <= !empty || in_valid_i || idle || flush ? '0 : empty_q + 4'(!starved_o);
  end

  // ---- parts ----
  logic room, ball_take, ball_valid, byte_valid, fields_valid, fields_three, mapped_valid;
  logic [3:0] ball_one, ball_minus, mask;
  logic [7:0] byte_word;
  logic [95:0] fields, mapped;


  logic bounded_valid;
  logic [63:0] bounded_data;

  if (Dsa) begin : gen_bounded
    twd_sample_bounded u_bounded (
      .clk_i, .rst_ni,
      .clear_i    (flush),
      .active_i   (bounded),
      .eta_4_i    (job_q.kind == twd_codec_pkg::LOAD_BOUNDED_4),
      .in_valid_i (in_valid_i && !closed_q),
      .in_ready_o (bounded_ready),
      .in_data_i,
      .empty_o    (bounded_empty),
      .out_valid_o(bounded_valid),
      .out_ready_i(unpack_ready),
      .out_data_o (bounded_data)
    );
  end else begin : gen_no_bounded
    assign bounded_ready = 1'b0;
    assign bounded_empty = 1'b1;
    assign bounded_valid = 1'b0;
    assign bounded_data = '0;
  end

  if (Serial) begin : gen_unpack_serial
    assign fields[95:24] = '0;
    assign fields_three = 1'b0;

    twd_unpack_serial #(.Dsa(Dsa)) u_unpack (
      .clk_i, .rst_ni,
      .clear_i     (flush),
      .d_i         (d),
      .in_valid_i  (bounded ? bounded_valid : in_valid_i && !closed_q),
      .in_ready_o  (unpack_ready),
      .in_data_i   (bounded ? bounded_data : in_data_i),
      .empty_o     (unpack_empty),
      .room_i      (job_q.ball ? ball_take : room),
      .byte_valid_o(byte_valid),
      .byte_o      (byte_word),
      .out_valid_o (fields_valid),
      .out_data_o  (fields[23:0])
    );
  end else begin : gen_unpack
    twd_unpack #(.Kem(Kem), .Dsa(Dsa)) u_unpack (
      .clk_i, .rst_ni,
      .clear_i     (flush),
      .d_i         (d),
      .in_valid_i  (bounded ? bounded_valid : in_valid_i && !closed_q),
      .in_ready_o  (unpack_ready),
      .in_data_i   (bounded ? bounded_data : in_data_i),
      .empty_o     (unpack_empty),
      .room_i      (job_q.ball ? ball_take : room),
      .byte_valid_o(byte_valid),
      .byte_o      (byte_word),
      .out_valid_o (fields_valid),
      .out_three_o (fields_three),
      .out_data_o  (fields)
    );
  end

  if (Dsa) begin : gen_ball
    twd_sample_ball u_ball (
      .clk_i, .rst_ni,
      .clear_i,
      .start_i     (start && job.ball),
      .first_i     (job_q.first),
      .take_o      (ball_take),
      .byte_valid_i(byte_valid && job_q.ball),
      .byte_i      (byte_word),
      .sampled_o   (ball_sampled),
      .room_i      (room),
      .row_valid_o (ball_valid),
      .one_o       (ball_one),
      .minus_o     (ball_minus)
    );
  end else begin : gen_no_ball
    assign ball_take = 1'b0;
    assign ball_sampled = 1'b0;
    assign ball_valid = 1'b0;
    assign ball_one = '0;
    assign ball_minus = '0;
  end

  logic map_valid, map_ball_valid;
  logic [3:0] map_one, map_minus;
  logic [95:0] map_fields;

  twd_load_map #(.Kem(Kem), .Dsa(Dsa)) u_map (
    .clk_i, .rst_ni,
    .clear_i     (flush),
    .kind_i      (job_q.kind),
    .d_i         (job_q.d),
    .ball_i      (job_q.ball),
    .in_valid_i  (map_valid),
    .in_three_i  (fields_three),
    .in_data_i   (map_fields),
    .ball_valid_i(map_ball_valid),
    .ball_one_i  (map_one),
    .ball_minus_i(map_minus),
    .out_valid_o (mapped_valid),
    .out_mask_o  (mask),
    .out_data_o  (mapped),
    .wrong_o
  );

  localparam int unsigned Width = Dsa ? 23 : 12;

  if (Serial) begin : gen_serial
    logic [Width-1:0] coefficient;
    logic unused;

    assign {map_valid, map_fields} = {fields_valid, fields};
    assign {map_one[3:1], map_minus[3:1]} = '0;
    assign out_data_o = 96'(coefficient);
    assign unused = ^{mask[3:1], mapped[95:Width]};

    twd_sample_serial #(.Width(Width)) u_serial (
      .clk_i, .rst_ni,
      .clear_i,
      .ball_i        (job_q.ball),
      .start_i       (start),
      .count_i       (job_q.count),
      .idle_o        (idle),
      .room_o        (room),
      .row_valid_i   (ball_valid),
      .row_one_i     (ball_one),
      .row_minus_i   (ball_minus),
      .ball_valid_o  (map_ball_valid),
      .ball_one_o    (map_one[0]),
      .ball_minus_o  (map_minus[0]),
      .in_valid_i    (mapped_valid),
      .in_accepted_i (mask[0] || job_q.ball),  // bytes are there as fields too
      .in_data_i     (mapped[Width-1:0]),
      .out_valid_o,
      .out_ready_i,
      .out_last_o,
      .out_data_o    (coefficient)
    );
  end else begin : gen_quartets
    assign {map_valid, map_fields} = {fields_valid, fields};
    assign {map_ball_valid, map_one, map_minus} = {ball_valid, ball_one, ball_minus};

    twd_compact #(.Width(Width)) u_compact (
      .clk_i, .rst_ni,
      .clear_i,
      .start_i   (start),
      .count_i   (job_q.count),
      .idle_o    (idle),
      .room_o    (room),
      .in_valid_i(mapped_valid),
      .in_mask_i (mask),
      .in_data_i (mapped),
      .out_valid_o,
      .out_ready_i,
      .out_last_o,
      .out_data_o
    );
  end

endmodule
