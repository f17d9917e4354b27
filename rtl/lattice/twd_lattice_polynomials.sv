// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_lattice_polynomials: polynomials of twd_lattice: made of words, computed, made into words.
//
//   in --> twd_sampler --> quartets --> beats --> twd_poly_unit --> beats --> quartets --> twd_encoder --> out
//
// Jobs      encode is taken when the encoder has ended the polynomial before; of sample, one job waits. The job of the
//           sampler selects where its polynomial goes: entries of the matrix to the stream of operands, others to LOAD.
// Owner     the encoder takes the words of the slot of its job alone: others are a fault.
// Quartets  four coefficients in places of 24 bits (twd_sampler); the encoder takes those of ML-KEM in bits 19:8.
// Flags     exceeded_o, until again_i: a norm of a signature is too large, or it has too many hints. What must be 0 and
//           is not is a fault. hinted_o: all
//           hints are taken, or given (twd_hint_store).
// Timing    twd_sampler, twd_poly_unit, twd_encoder
// Zeroize   unit_zeroize_i clears the polynomial unit; clear_i, from a reset on and with words of 0, the rest.
// Model     twiddle.tools.lattice_cases

`include "twd_assert.svh"

module twd_lattice_polynomials #(
  parameter bit          Kem   = 1'b1,
  parameter bit          Dsa   = 1'b1,
  parameter int unsigned Lanes = 4,
  parameter bit          Dsp   = 1'b1,
  parameter bit          Parity = 1'b0
) (
  input  logic        clk_i,
  input  logic        rst_ni,          // but of the polynomial unit
  input  logic        clear_i,
  input  logic        late_i,          // the last quarter of clear_i
  input  logic        unit_rst_ni,
  input  logic        unit_zeroize_i,
  input  logic [ 4:0] unit_part_i,     // of it that is cleared
  output logic        unit_busy_o,     // it is being cleared
  input  logic        start_i,         // of an operation
  input  logic        again_i,         // the signature is rejected
  input  logic        drop_i,          // commands of the engine that wait are dropped
  input  logic        dsa_i,
  input  logic [ 1:0] set_i,
  input  logic        verifies_i,
  input  logic        sample_valid_i,
  output logic        sample_ready_o,
  input  logic [ 3:0] sample_data_i,   // twd_lattice_job_pkg::sample_e
  input  logic        encode_valid_i,
  output logic        encode_ready_o,
  input  logic [10:0] encode_data_i,   // the slot of its polynomial, twd_lattice_job_pkg::encode_e
  input  logic        unit_valid_i,
  output logic        unit_ready_o,
  input  logic [31:0] unit_data_i,
  input  logic        in_valid_i,
  output logic        in_ready_o,
  input  logic [63:0] in_data_i,
  output logic        enough_o,        // of an endless hash
  output logic        starved_o,       // more words are needed
  output logic        out_valid_o,
  input  logic        out_ready_i,
  output logic        out_last_o,
  output logic [63:0] out_data_o,
  input  logic        hints_valid_i,
  output logic        hints_ready_o,
  input  logic [63:0] hints_data_i,
  output logic        exceeded_o,
  output logic        wrong_o,         // a coefficient out of its range, for a cycle or until start_i
  output logic        malformed_o,
  output logic        fault_o,         // words are none of their place, or a rule is broken that commands keep
  output logic        hinted_o,
  output logic        idle_o
);

  localparam int unsigned Q = Dsa ? twd_ring_pkg::modulus(twd_ring_pkg::RING_ML_DSA) : 0;
  localparam int unsigned Q_2 = Kem || !Dsa ? twd_ring_pkg::modulus(twd_ring_pkg::RING_ML_KEM) : 0;
  localparam int unsigned Width = twd_lane_pkg::width(Q, Q_2);

  // ---- polynomials that come in ----
  logic load_valid, load_ready, load_last, operand_valid, operand_ready, wrong;
  logic sampling_idle;
  logic [Lanes*Width-1:0] beat;

  twd_lattice_sampling #(.Kem(Kem), .Dsa(Dsa), .Lanes(Lanes), .Width(Width)) u_sampling (
    .clk_i, .rst_ni,
    .clear_i,
    .dsa_i,
    .set_i,
    .sample_valid_i,
    .sample_ready_o,
    .sample_data_i,
    .in_valid_i,
    .in_ready_o,
    .in_data_i,
    .enough_o,
    .starved_o,
    .idle_o         (sampling_idle),
    .wrong_o        (wrong),
    .load_valid_o   (load_valid), .load_ready_i(load_ready), .load_last_o(load_last),
    .operand_valid_o(operand_valid), .operand_ready_i(operand_ready),
    .data_o         (beat)
  );

  // ---- the polynomial unit ----
  logic store_valid, store_ready, store_last, store_pair, load_pair, operand_pair;
  logic [6:0] store_slot;
  logic [Lanes*Width-1:0] store;
  logic [2:0] unit_error, report;
  logic unit_idle, unit_fault;
  logic [2:0][7:0] number;

  twd_poly_unit #(
    .N     (twd_ring_pkg::length(twd_ring_pkg::RING_ML_DSA)),
    .Q     (Q),
    .Root  (twd_ring_pkg::root(twd_ring_pkg::RING_ML_DSA)),
    .N_2   (twd_ring_pkg::length(twd_ring_pkg::RING_ML_KEM)),
    .Q_2   (Q_2),
    .Root_2(twd_ring_pkg::root(twd_ring_pkg::RING_ML_KEM)),
    .Lanes (Lanes),
    .Slots (64),
    .Dsp   (Dsp),
    .Parity(Parity)
  ) u_unit (
    .clk_i,
    .rst_ni         (unit_rst_ni),
    .command_valid_i(unit_valid_i),
    .command_ready_o(unit_ready_o),
    .command_data_i (unit_data_i),
    .load_valid_i   (load_valid),
    .load_ready_o   (load_ready),
    .load_pair_o    (load_pair),
    .load_last_i    (load_last),
    .load_data_i    (beat),
    .store_valid_o  (store_valid),
    .store_ready_i  (store_ready),
    .store_last_o   (store_last),
    .store_data_o   (store),
    .store_pair_o   (store_pair),
    .store_slot_o   (store_slot),
    .operand_valid_i(operand_valid),
    .operand_ready_o(operand_ready),
    .operand_pair_o (operand_pair),
    .operand_data_i (beat),
    .clear_i        (start_i),
    .drop_i,
    .error_o        (unit_error),
    .report_o       (report),
    .number_o       (number),
    .idle_o         (unit_idle),
    .fault_o        (unit_fault),
    .zeroize_i      (unit_zeroize_i),
    .zeroize_part_i (unit_part_i),
    .zeroize_busy_o (unit_busy_o)
  );

  logic unused;
  assign unused = ^{load_pair, store_pair, operand_pair, number};

  // ---- polynomials that go out ----
  logic [3:0] encode;                  // the next job
  logic [3:0] kind_q;
  logic [4:0] bits_q;
  logic busy_q;                        // of the job
  logic open_q;                        // quartets are taken
  logic clear_q;                       // the job is there
  logic clears_q, late_q;              // clear_i, late_i
  logic words_q;                       // come out
  logic [6:0] slot_q;                  // of the job
  logic [2:0] settle_q;
  logic exceeded_q, start_q;
  logic encode_start, quartet_end, end_q;
  logic quartet_valid, quartet_ready, quartet_last;
  logic [95:0] quartet;
  logic [6:0] quartet_slot;

  twd_lattice_quartets #(.Lanes(Lanes), .Width(Width)) u_quartets (
    .clk_i, .rst_ni,
    .clear_i,
    .dsa_i,
    .in_valid_i (store_valid),
    .in_ready_o (store_ready),
    .in_last_i  (store_last),
    .in_slot_i  (store_slot),
    .in_data_i  (store),
    .out_valid_o(quartet_valid),
    .out_ready_i(quartet_ready && open_q),
    .out_last_o (quartet_last),
    .out_slot_o (quartet_slot),
    .out_data_o (quartet)
  );

  logic exceeded, stalled, over;
  logic zero;      // coefficients must be 0
  logic word_valid, word_ready, word_last;
  logic [63:0] word;
  logic code_valid, code_ready;
  logic [7:0] code;

  twd_lattice_serial u_code (
    .clk_i, .rst_ni,
    .in_valid_i (hints_valid_i || clear_i),
    .in_ready_o (hints_ready_o),
    .in_data_i  (hints_data_i),
    .out_valid_o(code_valid),
    .out_ready_i(code_ready),
    .out_data_o (code)
  );

  twd_encoder #(.Kem(Kem), .Dsa(Dsa), .Serial(Lanes == 1)) u_encoder (
    .clk_i, .rst_ni,
    .clear_i     (clear_q),
    .kind_i      (twd_codec_pkg::store_e'(kind_q)),
    .d_i         (bits_q),
    .set_i       (set_i),
    .in_valid_i  (quartet_valid && open_q),
    .in_ready_o  (quartet_ready),
    .in_last_i   (quartet_last),
    .in_data_i   (quartet),
    .out_valid_o (word_valid),
    .out_ready_i (word_ready),
    .out_last_o  (word_last),
    .out_data_o  (word),
    .exceeded_o  (exceeded),
    .stalled_o   (stalled),
    .hint_clear_i(start_q || again_i),
    .read_i      (verifies_i || clear_i),
    .code_valid_i(code_valid),
    .code_ready_o(code_ready),
    .code_data_i (code),
    .over_o      (over),
    .malformed_o,
    .done_o      (hinted_o)
  );

  if (Lanes == 1) begin : gen_words
    assign {out_valid_o, out_last_o, out_data_o} = {word_valid, word_last, word};
    assign word_ready = out_ready_i || clear_i;
  end else begin : gen_skid
    twd_skid #(.Width(65)) u_words (
      .clk_i, .rst_ni,
      .in_valid_i (word_valid), .in_ready_o(word_ready), .in_data_i({word_last, word}),
      .out_valid_o, .out_ready_i(out_ready_i || clear_i), .out_data_o({out_last_o, out_data_o})
    );
  end

  // ---- jobs of the encoder ----
  localparam int unsigned Settle = 6;  // cycles from the last quartet to its flags
  localparam logic [3:0] Zeros = Dsa ? twd_lattice_job_pkg::ENCODE_HIGH : twd_lattice_job_pkg::ENCODE_PLAIN;

  assign encode_ready_o = !busy_q;
  assign encode_start = encode_valid_i && encode_ready_o;
  assign encode = !clears_q ? encode_data_i[3:0] : late_q ? Zeros : twd_lattice_job_pkg::ENCODE_LOW;
  assign quartet_end = quartet_valid && quartet_ready && open_q && quartet_last;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      start_q    <= 1'b0;
      clear_q    <= 1'b0;
      busy_q     <= 1'b0;
      open_q     <= 1'b0;
      end_q      <= 1'b0;
      settle_q   <= '0;
      exceeded_q <= 1'b0;
    end else begin
      start_q <= start_i;
      clear_q <= encode_start;
      open_q <= clear_q || clear_i || (open_q && !quartet_end);
      end_q <= quartet_end;
      if (end_q) settle_q <= 3'(Settle) - 3'(!stalled);
      else if (settle_q != '0 && !stalled) settle_q <= settle_q - 3'd1;
      if (encode_start) busy_q <= 1'b1;
      else if (words_q ? out_valid_o && out_ready_i && out_last_o : settle_q == 3'd1 && !stalled) busy_q <= 1'b0;
      exceeded_q <= (exceeded_q || (exceeded && !zero)) && !start_i && !again_i;
    end
  end

  always_ff @(posedge clk_i) begin
    {clears_q, late_q} <= {clear_i, late_i};
    if (encode_ready_o || clear_i) begin
      slot_q  <= encode_data_i[10:4];
      kind_q  <= twd_lattice_job_pkg::store_kind(encode, set_i);
      bits_q  <= twd_lattice_job_pkg::encode_bits(encode, set_i);
      words_q <= encode != twd_lattice_job_pkg::ENCODE_NORM_Z && encode != twd_lattice_job_pkg::ENCODE_NORM_T
          && encode != twd_lattice_job_pkg::ENCODE_LOW && encode != twd_lattice_job_pkg::ENCODE_HINT
          && encode != twd_lattice_job_pkg::ENCODE_ZERO;
    end
  end

  assign exceeded_o = exceeded_q || over;
  assign zero = kind_q == twd_codec_pkg::STORE_ZERO;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) fault_o <= 1'b0;
    else fault_o <= report != '0 || unit_fault || (exceeded && zero)
        || (quartet_valid && open_q && !clear_i && quartet_slot != slot_q)
        || (unit_error != twd_unit_pkg::RULE_NONE && unit_error != twd_unit_pkg::RULE_RANGE);
  end
  assign wrong_o = wrong || unit_error == twd_unit_pkg::RULE_RANGE;
  assign idle_o = unit_idle && sampling_idle && encode_ready_o;

endmodule
