// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_lattice_sequencer: runs the program of an operation, an instruction after the other.
//
// Unknown   an unknown command does nothing: it ends at once, and unknown_o is high with start_o.
// Starts    an instruction starts when what it needs is free: the register of commands for the polynomial unit, or
//           for Keccak; the sampler, or the encoder, has ended its polynomial; the source and the sinks of a move. It
//           then works on its own, and the next instruction follows four cycles later.
// Counters  i and j, which loops count; a nonce that each seed with a nonce increments.
// Branches  on what is public: the operation, and norms and hints of a signature that is rejected.
// Rounds    of Sign end after a broken rule, and after 8,192 nonces, those of the next round included: 1,170 rounds or
//           more, which FIPS 204 allows. A branch to the next round clears i and j.
// End       when everything that the operation started has ended: done_o for a cycle.
// Reset     no operation runs; clear_i sets command and counters to 0.
// Model     twiddle.tools.lattice_cases

`include "twd_assert.svh"

module twd_lattice_sequencer #(
  parameter bit Kem = 1'b1,
  parameter bit Dsa = 1'b1
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  logic                        clear_i,
  input  logic                        command_valid_i,
  output logic                        command_ready_o,
  input  logic                  [5:0] command_data_i,   // twd_lattice_pkg::command_t
  output twd_lattice_pkg::command_t   command_o,        // that runs
  output logic                        start_o,
  output logic                        unknown_o,        // the command that starts is none of this core
  output logic                        done_o,
  output logic                        unit_valid_o,
  input  logic                        unit_ready_i,
  output logic                 [31:0] unit_data_o,      // twd_unit_pkg::command_t
  output logic                        hash_valid_o,
  input  logic                        hash_ready_i,
  output logic                 [13:0] hash_data_o,      // twd_lattice_pkg::hash_command_t
  output logic                        sample_valid_o,
  input  logic                        sample_ready_i,
  output logic                  [3:0] sample_job_o,
  output logic                        encode_valid_o,
  input  logic                        encode_ready_i,
  output logic                  [3:0] encode_job_o,
  input  logic                        exceeded_i,
  input  logic                        hinted_i,         // all hints are taken
  input  logic                        broken_i,         // a rule is broken
  output logic                        again_o,          // the signature is rejected
  output logic                        drop_o,           // it was, a cycle before: commands of the engine are dropped
  output logic                        gives_up_o,       // it is, and there is no other round
  output logic                        move_valid_o,
  input  logic                        move_ready_i,
  output twd_lattice_pkg::transfer_t  move_o,
  input  logic                        busy_i            // words move, or the polynomial unit works
);

  localparam int unsigned Bits = twd_lattice_pkg::PC_BITS;
  localparam int unsigned Width = twd_lattice_pkg::INSTRUCTION_BITS;

  typedef enum logic [1:0] {
    IDLE,
    FETCH,
    READ,
    EXECUTE
  } state_e;

  state_e state_q;
  twd_lattice_pkg::command_t command_q;
  logic [Bits-1:0] pc_q, target;
  logic [3:0] i_q, j_q;
  logic [15:0] nonce_q;
  logic dsa, accept, known;
  logic [2:0] entry;  // of the operation in its program

  assign command_ready_o = state_q == IDLE;
  assign known = twd_lattice_pkg::known(command_data_i, Kem, Dsa);
  assign accept = command_valid_i && command_ready_o;
  assign start_o = accept;
  assign unknown_o = accept && !known;
  assign entry = command_data_i[2:0] < 3'd3 ? command_data_i[2:0] : command_data_i[2:0] - 3'd3;
  assign command_o = command_q;
  assign dsa = Dsa && (!Kem || command_q.operation >= twd_lattice_pkg::OPERATION_DSA_KEYGEN);

  // ---- programs ----
  logic [Width-1:0] word, word_kem, word_dsa;
  twd_lattice_pkg::instruction_t instruction;

  if (Kem) begin : gen_kem
    twd_lattice_program_kem u_program (.clk_i, .pc_i(pc_q), .instruction_o(word_kem));
  end else begin : gen_no_kem
    assign word_kem = '0;
  end

  if (Dsa) begin : gen_dsa
    twd_lattice_program_dsa u_program (.clk_i, .pc_i(pc_q), .instruction_o(word_dsa));
  end else begin : gen_no_dsa
    assign word_dsa = '0;
  end

  assign word = dsa ? word_dsa : word_kem;
  assign instruction = word;

  // ---- operands ----
  logic [3:0] rows, columns;

  assign rows = twd_lattice_pkg::rows(dsa, command_q.set);
  assign columns = twd_lattice_pkg::columns(dsa, command_q.set);

  function automatic logic [6:0] indexed(input logic [8:0] slot, input logic [3:0] i, input logic [3:0] j);
    indexed = slot[8:2] + (slot[0] ? 7'(i) : slot[1] ? 7'(j) : 7'd0);
  endfunction

  function automatic logic [3:0] limit(input logic [1:0] chosen, input logic [3:0] k, input logic [3:0] l);
    limit = chosen == twd_lattice_pkg::LIMIT_ROWS ? k : chosen == twd_lattice_pkg::LIMIT_COLUMNS ? l
        : chosen == twd_lattice_pkg::LIMIT_REST ? k - 4'd1 : 4'd1;
  endfunction

  // ---- the polynomial unit: one command waits ----
  twd_lattice_pkg::unit_t unit;
  twd_unit_pkg::command_t unit_command, unit_q;
  logic hash_waits_q, unit_waits_q, unit_computes;  // unit_computes: unit_q, and not streamed

  assign unit = instruction.arg;

  always_comb begin
    unit_command.op = unit.starts && j_q == '0 ? twd_unit_pkg::COMMAND_MUL : twd_unit_pkg::command_e'(unit.op);
    unit_command.pair = !dsa;
    unit_command.count = 3'(limit(unit.count, rows, columns) - 4'd1);
    unit_command.dst = indexed({unit.dst, unit.dst_index}, i_q, j_q);
    unit_command.a = indexed({unit.a, unit.a_index}, i_q, j_q);
    unit_command.b = indexed({unit.b, unit.b_index}, i_q, j_q);
    unit_command.stream = unit.stream;
    unit_command.report = 1'b0;
    unit_command.zero = 1'b0;
  end

  assign unit_valid_o = unit_waits_q && !drop_o;
  assign unit_computes = unit_q.op < twd_unit_pkg::COMMAND_ZERO && !unit_q.stream;
  assign unit_data_o = unit_q;

  // ---- Keccak: one command waits ----
  twd_lattice_pkg::hash_t hash;
  twd_lattice_pkg::hash_command_t hash_command;
  logic [13:0] hash_q;
  logic [4:0] hash_bits;

  assign hash = instruction.arg[13:0];
  assign hash_bits = twd_lattice_job_pkg::sample_bits(hash.sample, command_q.set);
  assign hash_command.hash = hash.hash;
  assign hash_command.endless = hash.words == twd_lattice_pkg::WORDS_GIVEN && hash.given == '0;
  assign hash_command.is_seed = hash_command.endless || hash.words == twd_lattice_pkg::WORDS_SAMPLE;
  assign hash_command.words = hash.words == twd_lattice_pkg::WORDS_SAMPLE ? {3'd0, hash_bits, 2'd0}
      : hash.words == twd_lattice_pkg::WORDS_HASH ? 10'(twd_lattice_pkg::hash_words(command_q.set))
      : hash_command.endless ? twd_lattice_job_pkg::expected_words(hash.sample, dsa, command_q.set) : 10'(hash.given);
  assign {hash_valid_o, hash_data_o} = {hash_waits_q, hash_q};

  // ---- words ----
  twd_lattice_pkg::move_t move;
  logic counts;    // last and frame count
  logic [4:0] bits;
  logic [3:0] sample_q, encode_q;  // jobs
  logic result;    // out, or to be compared

  assign move = instruction.arg;
  assign counts = move.at == twd_lattice_pkg::INDEX_NONE
      || (move.at == twd_lattice_pkg::INDEX_I ? i_q + 4'd1 == rows : j_q + 4'd1 == columns);
  assign bits = move.words == twd_lattice_pkg::WORDS_ENCODE
      ? twd_lattice_job_pkg::encode_bits(encode_q, command_q.set)
      : twd_lattice_job_pkg::sample_bits(sample_q, command_q.set);
  assign result = move.sinks.out && move.sinks.compare;

  always_comb begin
    move_o.source = move.source;
    move_o.sinks = move.sinks;
    if (result) begin
      move_o.sinks.out = command_q.operation == twd_lattice_pkg::OPERATION_KEM_ENCAPS;
      move_o.sinks.compare = !move_o.sinks.out;
    end
    move_o.count = move.sinks.hints ? 9'(twd_lattice_job_pkg::hint_words(command_q.set))
        : move.words == twd_lattice_pkg::WORDS_GIVEN ? 9'(move.given)
        : move.words == twd_lattice_pkg::WORDS_HASH ? 9'(twd_lattice_pkg::hash_words(command_q.set))
        : {2'd0, bits, 2'd0};
    move_o.whole = move.append && move.select;
    move_o.append = move.append;
    move_o.open = move.words == twd_lattice_pkg::WORDS_GIVEN && move.given == '0 && !move_o.whole;
    move_o.place = move.place;
    move_o.tail_bytes = move.tail == twd_lattice_pkg::TAIL_NONE ? 2'd0
        : move.tail == twd_lattice_pkg::TAIL_ROWS || move.tail == twd_lattice_pkg::TAIL_NONCE
        || move.tail == twd_lattice_pkg::TAIL_LAST ? 2'd1 : 2'd2;
    unique case (move.tail)
      twd_lattice_pkg::TAIL_ROWS: move_o.tail = 16'(rows);
      twd_lattice_pkg::TAIL_SHAPE: move_o.tail = {4'd0, columns, 4'd0, rows};
      twd_lattice_pkg::TAIL_COLUMN: move_o.tail = {4'd0, i_q, 4'd0, j_q};
      twd_lattice_pkg::TAIL_LAST: move_o.tail = {11'd0, rows, 1'b0};
      twd_lattice_pkg::TAIL_ROW: move_o.tail = {4'd0, j_q, 4'd0, i_q};
      twd_lattice_pkg::TAIL_NONE, twd_lattice_pkg::TAIL_NONCE,
      twd_lattice_pkg::TAIL_NONCE2: move_o.tail = nonce_q;
      default: move_o.tail = nonce_q;
    endcase
    move_o.last = move.last && counts;
    move_o.frame = move.frame && counts;
    move_o.written = move.written;
    move_o.secret = Kem && (result || (move.select && !move.append));
  end

  // ---- what starts ----
  twd_lattice_pkg::kind_e kind;
  logic execute, ends, nonce, jump;
  logic row, again, goes_on, but_one, rejects, rejected, last_round;
  twd_lattice_pkg::when_e condition;

  assign kind = instruction.kind;
  assign execute = state_q == EXECUTE;
  assign move_valid_o = execute && kind == twd_lattice_pkg::KIND_MOVE;
  assign sample_valid_o = execute && kind == twd_lattice_pkg::KIND_SAMPLE;
  assign encode_valid_o = execute && kind == twd_lattice_pkg::KIND_ENCODE;
  assign {sample_job_o, encode_job_o} = {2{instruction.arg[3:0]}};
  assign nonce = move.tail == twd_lattice_pkg::TAIL_NONCE || move.tail == twd_lattice_pkg::TAIL_NONCE2;
  assign row = instruction.arg[0];
  assign again = (row ? i_q : j_q) + 4'd1 < limit(instruction.arg[3:2], rows, columns) - 4'(but_one);
  assign {but_one, goes_on} = instruction.arg[4+Bits+:2];
  assign condition = twd_lattice_pkg::when_e'(instruction.arg[2:0]);
  assign target = kind == twd_lattice_pkg::KIND_NEXT ? instruction.arg[4+:Bits] : instruction.arg[3+:Bits];

  always_comb begin
    ends = 1'b1;
    jump = 1'b0;
    unique case (kind)
      twd_lattice_pkg::KIND_UNIT: ends = !unit_waits_q;
      twd_lattice_pkg::KIND_HASH: ends = !hash_waits_q;
      twd_lattice_pkg::KIND_SAMPLE: ends = sample_ready_i;
      twd_lattice_pkg::KIND_ENCODE: ends = encode_ready_i;
      twd_lattice_pkg::KIND_MOVE: ends = move_ready_i;
      twd_lattice_pkg::KIND_NEXT: jump = again;
      twd_lattice_pkg::KIND_BRANCH: begin
        ends = condition == twd_lattice_pkg::WHEN_OVER ? hinted_i
            : condition == twd_lattice_pkg::WHEN_IDLE ? !busy_i && !unit_waits_q
            : condition != twd_lattice_pkg::WHEN_EXCEEDED || encode_ready_i;
        jump = condition == twd_lattice_pkg::WHEN_ALWAYS
            || (rejects && exceeded_i && !last_round)
            || (condition == twd_lattice_pkg::WHEN_MU && command_q.mu)
            || (condition == twd_lattice_pkg::WHEN_LATER && i_q != '0)
            || (condition == twd_lattice_pkg::WHEN_NEAR && i_q + 4'd2 >= rows)
            || (condition == twd_lattice_pkg::WHEN_ENCAPS
                && command_q.operation == twd_lattice_pkg::OPERATION_KEM_ENCAPS);
      end
      twd_lattice_pkg::KIND_END: ends = !busy_i && !hash_waits_q && !unit_waits_q;
      default: ends = 1'b1;
    endcase
  end

  assign rejects = condition == twd_lattice_pkg::WHEN_EXCEEDED || condition == twd_lattice_pkg::WHEN_OVER;
  assign last_round = broken_i || nonce_q[13];
  assign rejected = execute && ends && kind == twd_lattice_pkg::KIND_BRANCH && rejects && exceeded_i;
  assign again_o = rejected && !last_round;
  assign gives_up_o = rejected && last_round;
  assign done_o = execute && ends && kind == twd_lattice_pkg::KIND_END;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q      <= IDLE;
      {hash_waits_q, unit_waits_q, drop_o} <= '0;
    end else begin
      drop_o       <= again_o;
      unit_waits_q <= !unit_waits_q ? execute && kind == twd_lattice_pkg::KIND_UNIT
          : drop_o ? !unit_computes : !unit_ready_i;
      hash_waits_q <= hash_waits_q ? !hash_ready_i : execute && kind == twd_lattice_pkg::KIND_HASH;
      unique case (state_q)
        IDLE: if (accept) state_q <= FETCH;
        FETCH: state_q <= READ;
        READ: state_q <= EXECUTE;
        EXECUTE: if (ends) state_q <= kind == twd_lattice_pkg::KIND_END ? IDLE : FETCH;
        default: state_q <= IDLE;
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    if (accept) begin
      command_q           <= known ? command_data_i : '0;
      {i_q, j_q, nonce_q} <= '0;
    end
    if (state_q == IDLE) begin
      pc_q <= known ? Bits'(entry) : '1;  // '1: an end, beyond every program
    end else if (execute && ends) begin
      pc_q <= jump ? target : pc_q + 1'b1;
      if (kind == twd_lattice_pkg::KIND_NEXT && row) i_q <= again || goes_on ? i_q + 4'd1 : '0;
      if (kind == twd_lattice_pkg::KIND_NEXT && !row) j_q <= again || goes_on ? j_q + 4'd1 : '0;
      if (kind == twd_lattice_pkg::KIND_MOVE && nonce) nonce_q <= nonce_q + 16'd1;
      if (kind == twd_lattice_pkg::KIND_SAMPLE) sample_q <= instruction.arg[3:0];
      if (kind == twd_lattice_pkg::KIND_ENCODE) encode_q <= instruction.arg[3:0];
    end
    if (!unit_waits_q) unit_q <= unit_command;
    if (again_o) {i_q, j_q} <= '0;
    if (!hash_waits_q) hash_q <= hash_command;
    if (clear_i) {command_q, i_q, j_q, nonce_q, sample_q, encode_q} <= '0;
  end

endmodule
