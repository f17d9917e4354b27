// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_lattice_sampling: words, of a hash or encoded, as polynomials in beats of twd_poly_unit.
//
//   in --> twd_lattice_words --> twd_sampler --> quartets --> beats --+--> load
//                                                                     +--> operand
//
// Jobs      twd_lattice_job_pkg::sample_e; one waits until the sampler has ended the one before. Entries of the
//           matrix go to operand, all others to load.
// Timing    a cycle, twd_sampler, then a cycle
// Clear     clear_i, from a reset on and with in_data_i = 0: polynomials of zeros are made, but for the words of the
//           first 32 cycles, and none leaves.
// Model     twiddle.model.sample

`include "twd_assert.svh"

module twd_lattice_sampling #(
  parameter  bit          Kem   = 1'b1,
  parameter  bit          Dsa   = 1'b1,
  parameter  int unsigned Lanes = 4,
  parameter  int unsigned Width = 24,    // of a lane
  localparam int unsigned Beat  = Lanes * Width
) (
  input  logic            clk_i,
  input  logic            rst_ni,
  input  logic            clear_i,
  input  logic            dsa_i,
  input  logic [     1:0] set_i,
  input  logic            sample_valid_i,
  output logic            sample_ready_o,
  input  logic [     3:0] sample_data_i,
  input  logic            in_valid_i,
  output logic            in_ready_o,
  input  logic [    63:0] in_data_i,
  output logic            enough_o,        // of an endless hash
  output logic            starved_o,       // more words are needed
  output logic            idle_o,          // no job is here
  output logic            wrong_o,
  output logic            load_valid_o,
  input  logic            load_ready_i,
  output logic            load_last_o,
  output logic            operand_valid_o,
  input  logic            operand_ready_i,
  output logic [Beat-1:0] data_o           // of both
);

  localparam int unsigned Low = 12;  // bits of a coefficient of ML-KEM

  logic sampled_valid, sampled_ready, sampled_last;
  logic [95:0] sampled_data;

  localparam logic [3:0] Zeros = Dsa ? twd_lattice_job_pkg::SAMPLE_T1 : twd_lattice_job_pkg::SAMPLE_PLAIN;

  twd_sample_pkg::job_t job;
  logic waits_q;               // job
  logic [3:0] sample, sample_q;
  logic matrix, sampler_ready, sample_valid, sample_start;

  assign sample_valid = sample_valid_i || clear_i;
  assign sample_ready_o = !waits_q;
  assign sample_start = sample_valid && sample_ready_o;
  assign idle_o = !waits_q && sampler_ready;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) waits_q <= 1'b0;
    else waits_q <= waits_q ? !sampler_ready : sample_valid;
  end

  always_ff @(posedge clk_i) if (!waits_q) sample_q <= sample;

  assign sample = clear_i ? Zeros : sample_data_i;
  assign matrix = sample == twd_lattice_job_pkg::SAMPLE_MATRIX;

  always_comb begin
    job = '0;
    job.first = 8'd0 - 8'(twd_lattice_pkg::tau(set_i));
    job.ball = sample_q == twd_lattice_job_pkg::SAMPLE_BALL;
    job.d = sample_q == twd_lattice_job_pkg::SAMPLE_MATRIX && dsa_i ? 5'd24
        : twd_lattice_job_pkg::sample_bits(sample_q, set_i);
    job.kind = twd_lattice_job_pkg::load_kind(sample_q, dsa_i, set_i);
  end

  logic word_valid, word_ready, drop, starved;
  logic [63:0] word;

  if (Lanes == 1) begin : gen_direct
    assign word_valid = in_valid_i && !enough_o;
    assign in_ready_o = word_ready && !enough_o;
    assign word = in_data_i;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) enough_o <= 1'b0;
      else enough_o <= drop;
    end
  end else begin : gen_queue
    twd_lattice_words u_words (
      .clk_i, .rst_ni,
      .clear_i,
      .drop_i     (drop),
      .enough_o,
      .in_valid_i,
      .in_ready_o,
      .in_data_i,
      .out_valid_o(word_valid),
      .out_ready_i(word_ready),
      .out_data_o (word)
    );
  end

  assign starved_o = starved && !word_valid;

  twd_sampler #(.Kem(Kem), .Dsa(Dsa), .Serial(Lanes == 1)) u_sampler (
    .clk_i, .rst_ni,
    .clear_i    (1'b0),
    .job_valid_i(waits_q),
    .job_ready_o(sampler_ready),
    .job_data_i (job),
    .in_valid_i (word_valid || clear_i),
    .in_ready_o (word_ready),
    .in_data_i  (word),
    .drop_o     (drop),
    .starved_o   (starved),
    .wrong_o,
    .out_valid_o(sampled_valid),
    .out_ready_i(sampled_ready),
    .out_last_o (sampled_last),
    .out_data_o (sampled_data)
  );

  logic joined_valid, joined_ready, joined_last, beat_valid, beat_ready, beat_last;
  logic [Beat-1:0] joined;

  // Places of 24 bits hold a coefficient each; a part is one of ML-DSA, or two of ML-KEM.
  function automatic logic [4*Width-1:0] to_parts(input logic [95:0] places, input logic wide);
    to_parts = '0;
    for (int unsigned i = 0; i < 4; i++) begin
      if (wide) to_parts[i*Width+:Width] = places[24*i+:Width];
      else if (i < 2) to_parts[i*Width+:2*Low] = {places[48*i+24+:Low], places[48*i+:Low]};
    end
  endfunction

  if (Lanes == 1) begin : gen_single
    logic first_q;           // first_data_q is the first one of a pair of ML-KEM
    logic [Low-1:0] first_data_q;

    assign joined_valid = sampled_valid && (dsa_i || first_q);
    assign joined_last = sampled_last;
    assign joined = dsa_i ? Beat'(sampled_data[Width-1:0]) : Beat'({sampled_data[Low-1:0], first_data_q});
    assign sampled_ready = (!dsa_i && !first_q) || joined_ready;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) first_q <= 1'b0;
      else if (sampled_valid && sampled_ready) first_q <= !dsa_i && !first_q;
    end

    always_ff @(posedge clk_i) if (!first_q) first_data_q <= sampled_data[Low-1:0];
  end else begin : gen_join
    twd_lattice_regroup #(.Lanes(Lanes), .Width(Width)) u_join (
      .clk_i, .rst_ni,
      .wide_i     (dsa_i),
      .in_valid_i (sampled_valid), .in_ready_o(sampled_ready),
      .in_last_i  (sampled_last), .in_data_i(to_parts(sampled_data, dsa_i)),
      .out_valid_o(joined_valid), .out_ready_i(joined_ready), .out_last_o(joined_last), .out_data_o(joined)
    );
  end

  twd_skid #(.Width(Beat + 1)) u_beats (
    .clk_i, .rst_ni,
    .in_valid_i (joined_valid),
    .in_ready_o (joined_ready),
    .in_data_i  ({joined_last, joined}),
    .out_valid_o(beat_valid),
    .out_ready_i(beat_ready),
    .out_data_o ({beat_last, data_o})
  );

  // Where the polynomials of the three last jobs go, the one that comes out first lowest.
  logic [2:0] operand_q;
  logic [1:0] jobs_q;
  logic beat_end;

  assign beat_end = beat_valid && beat_ready && beat_last;
  assign beat_ready = clear_i || (operand_q[0] ? operand_ready_i : load_ready_i);
  assign load_valid_o = beat_valid && !operand_q[0];
  assign load_last_o = beat_last;
  assign operand_valid_o = beat_valid && operand_q[0];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      operand_q <= '0;
      jobs_q    <= '0;
    end else begin
      jobs_q <= jobs_q + 2'(sample_start) - 2'(beat_end);
      if (beat_end) operand_q <= operand_q >> 1;
      if (sample_start) operand_q[jobs_q - 2'(beat_end)] <= matrix;
    end
  end

  `TWD_ASSERT(ThreeJobs, !sample_start || 3'(jobs_q) <= 3'(beat_end) + 3'd2)

endmodule
