// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_lattice: ML-KEM (FIPS 203) and ML-DSA (FIPS 204), key generation, encapsulation, decapsulation, signature,
// verification.
//
//   in --> moves --> Keccak --> moves --> sampler --> polynomial unit --> encoder --> moves --> out
//            ^---------------- bytes of seeds, keys and strings ----------------^
//
// Command   twd_lattice_pkg::command_t: an operation and a parameter set. An unknown one takes and gives no frames.
// Frames    of bytes, words of 64 bits, byte 0 lowest; the last word has 1 to 8 bytes (0 of an empty message).
//
//             operation      in                             out
//             KEM keygen     d, z                           ek; dk
//             KEM encaps     ek; m                          K; c
//             KEM decaps     dk, or d, z; c                 K
//             DSA keygen     xi                             pk; sk
//             DSA sign       sk, or xi; rnd; M', or mu      signature; deterministic: without rnd
//             DSA verify     pk; signature; M', or mu       none
//
//           With bit 10 of the command M' is made here, of the frames ctx, unless it has 0 bytes, and M. With bit 8 the
//           first frame comes from key; with bit 9 d, z, m, xi and rnd are words of random.
// Result    done: the operation has ended; a bit a rule that was broken, 0: none (twd_lattice_pkg::error_t). After an
//           error all that goes out is 0.
// Secrets   the cycles of an operation depend on its inputs only where the standards sample or sign by rejection, and
//           on whether a signature verifies in nothing.
// Clean     with Clean, an operation that has ended, and whose last word is taken, is followed by a zeroization of what
//           it can have used; the result stays. The next command is taken after it.
// Zeroize   zeroize_i drops the operation and clears every memory, queue and pipe (twd_lattice_zeroize); zeroize_busy_o
//           is high meanwhile, ready and valid are low. A frame that has begun to come in is not awaited any more.
// Timing    docs/schemes/cycles.md. Reset drops the operation and all words in flight.
// Model     twiddle.tools.lattice_cases

`include "twd_assert.svh"

module twd_lattice #(
  parameter  bit          Kem = 1'b1,
  parameter  bit          Dsa = 1'b1,
  parameter  int unsigned Lanes = 4,   // 1, 2, 4 or 8: butterflies of ML-DSA; twice as many of ML-KEM
  parameter  int unsigned KeccakSlices = 64,  // of Keccak, a cycle: 64, or 4, 8 or 16 (twd_keccak_slices)
  parameter  bit          Dsp = 1'b1,  // products in DSP blocks
  parameter  int unsigned Rounds = 1,  // of Keccak a cycle: 1, or with all slices 2
  parameter  bit          Redundant = 1'b0,  // Sign computes c s1 and c s2 twice
  parameter  bit          Parity = 1'b0,     // of words of the polynomial unit, and of bytes
  parameter  bit          Clean = 1'b1       // nothing of an operation stays when it has ended
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        zeroize_i,
  output logic        zeroize_busy_o,
  input  logic        command_valid_i,
  output logic        command_ready_o,
  input  logic [19:0] command_data_i,   // twd_lattice_pkg::command_t
  input  logic        in_valid_i,
  output logic        in_ready_o,
  input  logic        in_last_i,
  input  logic [67:0] in_data_i,        // number of bytes, word
  input  logic        key_valid_i,
  output logic        key_ready_o,
  input  logic        key_last_i,
  input  logic [67:0] key_data_i,
  input  logic        random_valid_i,
  output logic        random_ready_o,
  input  logic [63:0] random_data_i,
  output logic [ 2:0] waits_o,          // for a word of in, key, random
  output logic        out_valid_o,
  input  logic        out_ready_i,
  output logic        out_last_o,
  output logic [67:0] out_data_o,
  output logic        done_valid_o,
  input  logic        done_ready_i,
  output logic [ 7:0] done_data_o
);

  `TWD_REFUSE(gen_bad_schemes, !Kem && !Dsa, "twd_lattice: neither Kem nor Dsa")
  `TWD_REFUSE(gen_bad_lanes, Lanes != 1 && Lanes != 2 && Lanes != 4 && Lanes != 8,
              "twd_lattice: Lanes is not 1, 2, 4 or 8")
  `TWD_REFUSE(gen_bad_slices, KeccakSlices != 4 && KeccakSlices != 8 && KeccakSlices != 16 && KeccakSlices != 64,
              "twd_lattice: KeccakSlices is not 4, 8, 16 or 64")
  `TWD_REFUSE(gen_bad_rounds, Rounds != 1 && KeccakSlices != 64, "twd_lattice: Rounds without all KeccakSlices")

  // ---- the operation ----
  twd_lattice_pkg::command_t command;
  twd_lattice_pkg::error_t error;
  logic command_ready, start, unknown, done, again, gives_up, dsa;
  logic unit_valid, unit_ready, unit_drop, hash_start_valid, hash_start_ready;
  logic [31:0] unit_command;
  logic [13:0] hash_command;
  logic sample_valid, sample_ready, encode_valid, encode_ready;
  logic [3:0] sample_job;
  logic [10:0] encode_job;
  logic move_valid, move_ready, moving, idle;
  logic verifies, hinted, exceeded, wrong, malformed, sequencer_fault;
  twd_lattice_pkg::transfer_t move;

  // ---- reset and zeroize ----
  logic rst_n;  // of everything below, but the polynomial unit
  logic open, cleans, clear, late, unit_zeroize, unit_busy;
  logic [4:0] unit_part;

  twd_lattice_zeroize #(.Clean(Clean), .Redundant(Redundant)) u_zeroize (
    .clk_i, .rst_ni,
    .zeroize_i,
    .done_i     (done),
    .waits_i    (out_valid_o),
    .dsa_i      (dsa),
    .set_i      (command.set),
    .unit_busy_i(unit_busy),
    .busy_o     (zeroize_busy_o),
    .cleans_o   (cleans),
    .open_o     (open),
    .rst_no     (rst_n),
    .start_o    (unit_zeroize),
    .part_o     (unit_part),
    .clear_o    (clear),
    .late_o     (late)
  );

  twd_lattice_sequencer #(.Kem(Kem), .Dsa(Dsa), .Redundant(Redundant)) u_sequencer (
    .clk_i,
    .rst_ni         (rst_n),
    .command_valid_i(command_valid_i && command_ready_o),
    .command_ready_o(command_ready),
    .command_data_i,
    .command_o      (command),
    .start_o        (start),
    .unknown_o      (unknown),
    .done_o         (done),
    .unit_valid_o   (unit_valid), .unit_ready_i(unit_ready), .unit_data_o(unit_command),
    .hash_valid_o   (hash_start_valid), .hash_ready_i(hash_start_ready), .hash_data_o(hash_command),
    .sample_valid_o (sample_valid), .sample_ready_i(sample_ready), .sample_job_o(sample_job),
    .encode_valid_o (encode_valid), .encode_ready_i(encode_ready), .encode_job_o(encode_job),
    .exceeded_i     (exceeded),
    .hinted_i       (hinted),
    .broken_i       (error != '0),
    .again_o        (again),
    .drop_o         (unit_drop),
    .gives_up_o     (gives_up),
    .move_valid_o   (move_valid), .move_ready_i(move_ready), .move_o(move),
    .fault_o        (sequencer_fault),
    .busy_i         (moving || !idle || (verifies && !hinted))
  );

  assign dsa = Dsa && (!Kem || command.operation >= twd_lattice_pkg::OPERATION_DSA_KEYGEN);
  assign verifies = Dsa && command.operation == twd_lattice_pkg::OPERATION_DSA_VERIFY;
  assign command_ready_o = command_ready && !done_valid_o && open;

  // ---- words ----
  logic hash_valid, hash_ready, hash_last, hashed_valid, hashed_ready, drop;
  logic sampler_valid, sampler_ready, coded_valid, coded_ready, coded_last;
  logic hints_valid, hints_ready;
  logic [67:0] hash_data, out_data;
  logic [63:0] hashed_data, sampler_data, coded_data, hints_data;
  logic out_valid, out_ready, out_last;
  logic enough, hash_fault, unit_fault;
  twd_lattice_pkg::moved_t moved;

  twd_lattice_moves #(.Parity(Parity), .Shared(Lanes == 1)) u_moves (
    .clk_i,
    .rst_ni         (rst_n),
    .clear_i        (clear),
    .begins_i       (start),
    .start_i        (start || again),
    .move_valid_i   (move_valid), .move_ready_o(move_ready), .move_i(move),
    .moving_o       (moving),
    .enough_i       (enough),
    .drop_o         (drop),
    .in_valid_i, .in_ready_o, .in_last_i, .in_data_i,
    .key_valid_i, .key_ready_o, .key_last_i, .key_data_i,
    .random_valid_i, .random_ready_o, .random_data_i,
    .waits_o,
    .command_i      (command),
    .hint_bytes_i   (Dsa ? twd_lattice_job_pkg::hint_bytes(command.set) : 4'd8),
    .compared_i     (twd_lattice_pkg::compared_words(command.operation, command.set, command.seed)),
    .hashed_valid_i (hashed_valid), .hashed_ready_o(hashed_ready), .hashed_data_i(hashed_data),
    .coded_valid_i  (coded_valid), .coded_ready_o(coded_ready), .coded_last_i(coded_last), .coded_data_i(coded_data),
    .hash_valid_o   (hash_valid), .hash_ready_i(hash_ready), .hash_last_o(hash_last), .hash_data_o(hash_data),
    .sampler_valid_o(sampler_valid), .sampler_ready_i(sampler_ready), .sampler_data_o(sampler_data),
    .out_valid_o    (out_valid), .out_ready_i(out_ready), .out_last_o(out_last), .out_data_o(out_data),
    .hints_valid_o  (hints_valid), .hints_ready_i(hints_ready), .hints_data_o(hints_data),
    .found_o        (moved)
  );

  // ---- Keccak ----
  logic starved;

  twd_lattice_hash #(.Joins(Dsa), .Rounds(Rounds), .KeccakSlices(KeccakSlices), .Half(Lanes == 1)) u_hash (
    .clk_i,
    .rst_ni         (rst_n),
    .clear_i        (clear),
    .command_valid_i(hash_start_valid),
    .command_ready_o(hash_start_ready),
    .command_data_i (hash_command),
    .in_valid_i     (hash_valid),
    .in_ready_o     (hash_ready),
    .in_data_i      ({hash_last, hash_data}),
    .out_valid_o    (hashed_valid),
    .out_ready_i    (hashed_ready),
    .out_data_o     (hashed_data),
    .drop_i         (drop),
    .starved_i      (starved),
    .fault_o        (hash_fault)
  );

  // ---- polynomials ----
  twd_lattice_polynomials #(.Kem(Kem), .Dsa(Dsa), .Lanes(Lanes), .Dsp(Dsp), .Parity(Parity)) u_polynomials (
    .clk_i,
    .rst_ni        (rst_n),
    .clear_i       (clear),
    .late_i        (late),
    .unit_rst_ni   (rst_ni),
    .unit_zeroize_i(unit_zeroize),
    .unit_part_i   (unit_part),
    .unit_busy_o   (unit_busy),
    .start_i       (start),
    .again_i       (again),
    .drop_i        (unit_drop),
    .dsa_i         (dsa),
    .set_i         (command.set),
    .verifies_i    (verifies),
    .sample_valid_i(sample_valid),
    .sample_ready_o(sample_ready),
    .sample_data_i (sample_job),
    .encode_valid_i(encode_valid),
    .encode_ready_o(encode_ready),
    .encode_data_i (encode_job),
    .unit_valid_i  (unit_valid),
    .unit_ready_o  (unit_ready),
    .unit_data_i   (unit_command),
    .in_valid_i    (sampler_valid),
    .in_ready_o    (sampler_ready),
    .in_data_i     (sampler_data),
    .enough_o      (enough),
    .starved_o     (starved),
    .out_valid_o   (coded_valid),
    .out_ready_i   (coded_ready),
    .out_last_o    (coded_last),
    .out_data_o    (coded_data),
    .hints_valid_i (hints_valid),
    .hints_ready_o (hints_ready),
    .hints_data_i  (hints_data),
    .exceeded_o    (exceeded),
    .wrong_o       (wrong),
    .malformed_o   (malformed),
    .fault_o       (unit_fault),
    .hinted_o      (hinted),
    .idle_o        (idle)
  );

  logic unused;
  assign unused = ^{command.ctx_bytes, command.prehash, command.ctx, command.mu, command.deterministic};

  // ---- the result ----
  twd_lattice_result u_result (
    .clk_i, .rst_ni,
    .clear_i   (zeroize_i || zeroize_busy_o),
    .hold_i    (cleans),
    .start_i   (start),
    .done_i    (done),
    .unknown_i (unknown),
    .verifies_i(verifies),
    .moved_i   (moved),
    .fault_i   (sequencer_fault || hash_fault || unit_fault),
    .range_i   (wrong),
    .invalid_i (exceeded || (hinted && malformed)),
    .gives_up_i(gives_up),
    .error_o   (error),
    .done_valid_o,
    .done_ready_i
  );

  assign done_data_o = error;

  twd_lattice_out #(.Half(Lanes == 1)) u_out (
    .clk_i,
    .rst_ni     (rst_n),
    .error_i    (error != '0),
    .in_valid_i (out_valid), .in_ready_o(out_ready), .in_last_i(out_last), .in_data_i(out_data),
    .out_valid_o, .out_ready_i, .out_last_o, .out_data_o
  );

  `TWD_ASSERT(ClosedWhileZeroizing,
              !zeroize_busy_o || !(command_ready_o || in_ready_o || key_ready_o || random_ready_o
                                  || out_valid_o || done_valid_o))
  `TWD_ASSERT(ClosedWhileCleaning,
              !cleans || !(command_ready_o || in_ready_o || key_ready_o || random_ready_o || out_valid_o))

endmodule
