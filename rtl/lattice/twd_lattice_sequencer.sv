// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_lattice_sequencer: runs the program of an operation, an instruction after the other.
//
// Unknown   an unknown command does nothing: it ends at once, and unknown_o is high with start_o.
// Starts    an instruction starts when what it needs is free: the register of commands for the polynomial unit, or
//           for Keccak; the sampler, or the encoder, has ended its polynomial; the source and the sinks of a move. It
//           then works on its own, and the next instruction follows two cycles later, or four after a jump: it is
//           fetched meanwhile, and decoded into registers in a cycle of its own.
// Counters  i and j, which loops count; a nonce, which seeds with a nonce increment; an end of a loop can clear it.
// Branches  on what is public: the operation, and norms and hints of a signature that is rejected.
// Rounds    of Sign end after a broken rule, and after 8,192 nonces, those of the next round included: 1,170 rounds or
//           more, which FIPS 204 allows. A branch to the next round clears i and j.
// Fault     all registers are kept twice, once inverted; check bits cover each instruction and its address; what is
//           executed has the signature of the operation (twd_lattice_guard).
// End       when everything that the operation started has ended: done_o for a cycle.
// Reset     no operation runs; command and counters are 0.
// Model     twiddle.tools.lattice_cases

`include "twd_assert.svh"

module twd_lattice_sequencer #(
  parameter bit Kem = 1'b1,
  parameter bit Dsa = 1'b1,
  parameter bit Redundant = 1'b0  // twd_lattice_program_dsa
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  logic                        command_valid_i,
  output logic                        command_ready_o,
  input  logic                 [19:0] command_data_i,   // twd_lattice_pkg::command_t
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
  output logic                 [10:0] encode_job_o,     // slot, job
  input  logic                        exceeded_i,
  input  logic                        hinted_i,         // all hints are taken
  input  logic                        broken_i,         // a rule is broken
  output logic                        again_o,          // the signature is rejected
  output logic                        drop_o,           // it was, a cycle before: commands of the engine are dropped
  output logic                        gives_up_o,       // it is, and there is no other round
  output logic                        move_valid_o,
  input  logic                        move_ready_i,
  output twd_lattice_pkg::transfer_t  move_o,
  output logic                        fault_o,          // for a cycle or longer
  input  logic                        busy_i            // words move, or the polynomial unit works
);

  localparam int unsigned Bits = twd_lattice_pkg::PC_BITS;
  localparam int unsigned Width = twd_lattice_pkg::INSTRUCTION_BITS;
  localparam logic [15:0] FirstNonce = 16'd0;

  typedef enum logic [2:0] {IDLE, FETCH, READ, DECODE, EXECUTE} state_e;  // a bit of its own is EXECUTE

  state_e state_q;
  twd_lattice_pkg::command_t command_q;
  logic [Bits-1:0] pc_q, next_pc, fetched;
  logic [3:0] i_q, j_q;
  logic [15:0] nonce_q;
  logic dsa, dsa_given, accept, known;
  logic [2:0] entry;  // of the operation in its program

  assign command_ready_o = state_q == IDLE;
  assign known = twd_lattice_pkg::known(command_data_i, Kem, Dsa);
  assign accept = command_valid_i && command_ready_o;
  assign start_o = accept;
  assign unknown_o = accept && !known;
  assign entry = command_data_i[7] ? 3'd3
      : command_data_i[2:0] < 3'd3 ? command_data_i[2:0] : command_data_i[2:0] - 3'd3;
  assign command_o = command_q;
  assign dsa_given = Dsa && (!Kem || command_data_i[2:0] >= twd_lattice_pkg::OPERATION_DSA_KEYGEN);

  // ---- programs ----
  logic [Width+7:0] word, word_kem, word_dsa;  // with check bits
  twd_lattice_pkg::instruction_t instruction, instruction_q;  // that is decoded, that is executed
  logic [7:0] check;

  assign next_pc = pc_q + 1'b1;
  assign fetched = state_q == IDLE || state_q == FETCH ? pc_q : next_pc;

  if (Kem) begin : gen_kem
    twd_lattice_program_kem u_program (.clk_i, .pc_i(fetched), .instruction_o(word_kem));
  end else begin : gen_no_kem
    assign word_kem = '0;
  end

  if (Dsa) begin : gen_dsa
    twd_lattice_program_dsa #(.Redundant(Redundant)) u_program (.clk_i, .pc_i(fetched), .instruction_o(word_dsa));
  end else begin : gen_no_dsa
    assign word_dsa = '0;
  end

  assign word = dsa ? word_dsa : word_kem;
  assign {check, instruction} = word;

  // ---- commands for the polynomial unit and for Keccak: one of each waits ----
  logic [3:0] rows, columns;
  twd_unit_pkg::command_t unit_command, unit_q;
  twd_lattice_pkg::hash_command_t hash_command;
  logic [13:0] hash_q;
  logic hash_waits_q, unit_waits_q, unit_computes;  // unit_computes: unit_q, and not streamed

  assign unit_valid_o = unit_waits_q && !drop_o;
  assign unit_computes = unit_q.op < twd_unit_pkg::COMMAND_ZERO && !unit_q.stream;
  assign unit_data_o = unit_q;
  assign {hash_valid_o, hash_data_o} = {hash_waits_q, hash_q};

  twd_lattice_orders u_orders (
    .arg_i    (instruction_q.arg),
    .dsa_i    (dsa), .set_i(command_q.set),
    .rows_i   (rows), .columns_i(columns),
    .i_i      (i_q), .j_i(j_q),
    .unit_o   (unit_command), .hash_o(hash_command)
  );

  // ---- words ----
  twd_lattice_pkg::move_t move;
  twd_lattice_pkg::tail_e tail;    // of the move that is executed
  twd_lattice_pkg::transfer_t filled;
  logic [4:0] sample_q, encode_q;  // bits of a coefficient of the last job of each
  logic barred;    // words that must not go out

  assign move = instruction.arg;
  assign tail = twd_lattice_pkg::tail_e'(instruction_q.arg[7:5]);

  twd_lattice_transfer #(.Kem(Kem)) u_transfer (
    .move_i   (move),
    .operation_i(command_q.operation), .set_i(command_q.set),
    .ctx_i({command_q.ctx_bytes, command_q.prehash}), .with_ctx_i(command_q.ctx),
    .rows_i   (rows), .columns_i(columns),
    .i_i      (i_q), .j_i(j_q), .nonce_i(nonce_q),
    .sample_i (sample_q), .encode_i(encode_q),
    .move_o   (filled),
    .barred_o (barred)
  );

  // ---- what starts ----
  twd_lattice_pkg::kind_e kind;
  logic guard_fault, wrong, decode_fault_q;  // the last before the instruction has an effect
  logic busy_q, broken_q, moves, decode, execute, ends, nonce, jumps, rejects;
  logic row, goes_on, first, rejected, last_round, jumps_q, rejects_q;
  logic [6:0] needs, needs_q;
  logic [5:0] ready;         // all but a move
  logic met, met_q;          // what the instruction needs of them was ready in the cycle before

  twd_lattice_jumps u_jumps (
    .kind_i   (instruction.kind), .arg_i(instruction.arg),
    .operation_i(command_q.operation), .mu_i(command_q.mu), .deterministic_i(command_q.deterministic),
    .rows_i   (rows), .columns_i(columns),
    .i_i      (i_q), .j_i(j_q),
    .jumps_o  (jumps), .rejects_o(rejects), .needs_o(needs)
  );

  assign kind = instruction_q.kind;
  assign moves = instruction.kind == twd_lattice_pkg::KIND_MOVE;
  assign decode = &state_q[1:0];
  assign execute = state_q[2];
  assign move_valid_o = execute && needs_q[6];
  assign sample_valid_o = execute && kind == twd_lattice_pkg::KIND_SAMPLE;
  assign encode_valid_o = execute && kind == twd_lattice_pkg::KIND_ENCODE;
  assign sample_job_o = instruction_q.arg[3:0];
  assign encode_job_o = {unit_command.a, instruction_q.arg[3:0]};
  assign nonce = tail == twd_lattice_pkg::TAIL_NONCE || tail == twd_lattice_pkg::TAIL_NONCE2;
  assign row = instruction_q.arg[0];
  assign {first, goes_on} = {instruction_q.arg[4+Bits+2], instruction_q.arg[4+Bits]};

  // What is ready stays ready for the instruction. What the one before has started is busy a cycle later.
  assign ready = {hinted_i, encode_ready_i, sample_ready_i, !busy_q && !decode, !hash_waits_q, !unit_waits_q};
  assign met = ((decode ? needs[5:0] : needs_q[5:0]) & ~ready) == '0;
  assign ends = met_q && (!needs_q[6] || move_ready_i);
  assign last_round = broken_q || nonce_q[13];
  assign rejected = execute && rejects_q && met_q && exceeded_i;
  assign again_o = rejected && !last_round;
  assign gives_up_o = rejected && last_round;
  assign done_o = execute && kind == twd_lattice_pkg::KIND_END && met_q;

  // ---- state, each register twice, the second one inverted ----
  twd_lattice_pkg::kept_t kept_d, kept_q, kept_n_q;

  assign state_q = state_e'(kept_q.state);
  assign command_q = kept_q.command;
  assign dsa = kept_q.dsa;
  assign {rows, columns} = {kept_q.rows, kept_q.columns};
  assign pc_q = kept_q.pc;
  assign i_q = kept_q.i;
  assign j_q = kept_q.j;
  assign nonce_q = kept_q.nonce;
  assign {hash_waits_q, unit_waits_q} = {kept_q.hash_waits, kept_q.unit_waits};
  assign unit_q = kept_q.unit;
  assign hash_q = kept_q.hash;
  assign {sample_q, encode_q} = {kept_q.sample, kept_q.encode};
  assign instruction_q = kept_q.instruction;
  assign {needs_q, rejects_q, jumps_q} = kept_q.decoded;
  assign met_q = kept_q.met;
  assign move_o = kept_q.move;

  always_comb begin
    kept_d = kept_q;
    kept_d.unit_waits = !unit_waits_q ? execute && kind == twd_lattice_pkg::KIND_UNIT
        : drop_o ? !unit_computes : !unit_ready_i;
    kept_d.hash_waits = hash_waits_q ? !hash_ready_i : execute && kind == twd_lattice_pkg::KIND_HASH;
    if (!unit_waits_q) kept_d.unit = unit_command;
    if (!hash_waits_q) kept_d.hash = hash_command & (Dsa ? '1 : 14'h3c3f);  // ML-KEM reads 63 words at most
    unique case (state_q)
      IDLE: if (accept) kept_d.state = FETCH;
      FETCH: kept_d.state = READ;
      READ: kept_d.state = DECODE;
      DECODE: kept_d.state = EXECUTE;
      EXECUTE: if (ends) begin
        kept_d.state = kind == twd_lattice_pkg::KIND_END ? IDLE : jumps_q || again_o ? FETCH : DECODE;
      end
      default: kept_d.state = IDLE;
    endcase
    if (decode) {kept_d.instruction, kept_d.move} = {instruction, filled};
    if (decode) kept_d.decoded = {needs[6] && filled.sinks != '0, needs[5:0], Dsa && rejects, jumps};
    if (decode || !met_q) kept_d.met = met;
    if (accept) begin
      kept_d.command = known ? command_data_i & (Dsa ? '1 : 20'h0039b) : '0;  // those of ML-KEM have no other bits
      kept_d.dsa = dsa_given;
      kept_d.rows = twd_lattice_pkg::rows(dsa_given, command_data_i[4:3]);
      kept_d.columns = twd_lattice_pkg::columns(dsa_given, command_data_i[4:3]);
      kept_d.i = '0;
      kept_d.j = '0;
      kept_d.nonce = FirstNonce;
    end
    if (state_q == IDLE) begin
      kept_d.pc = accept && known ? Bits'(entry) : '1;  // '1: an end, beyond every program
    end else if (execute && ends) begin
      kept_d.pc = jumps_q || again_o ? instruction_q.arg[4+:Bits] : next_pc;
      if (kind == twd_lattice_pkg::KIND_NEXT && row) kept_d.i = jumps_q || goes_on ? i_q + 4'd1 : '0;
      if (kind == twd_lattice_pkg::KIND_NEXT && !row) kept_d.j = jumps_q || goes_on ? j_q + 4'd1 : '0;
      if (kind == twd_lattice_pkg::KIND_NEXT && first) kept_d.nonce = FirstNonce;
      if (kind == twd_lattice_pkg::KIND_MOVE && nonce) kept_d.nonce = Dsa ? nonce_q + 16'd1 : 16'(nonce_q[7:0] + 8'd1);
      if (kind == twd_lattice_pkg::KIND_SAMPLE) begin
        kept_d.sample = twd_lattice_job_pkg::sample_bits(instruction_q.arg[3:0], command_q.set);
      end
      if (kind == twd_lattice_pkg::KIND_ENCODE) begin
        kept_d.encode = twd_lattice_job_pkg::encode_bits(instruction_q.arg[3:0], command_q.set);
      end
    end
    if (again_o) begin
      kept_d.i = '0;
      kept_d.j = '0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      kept_q   <= '0;
      kept_n_q <= '1;
      drop_o   <= 1'b0;
      {busy_q, broken_q} <= 2'b00;
      decode_fault_q <= 1'b0;
    end else begin
      kept_q   <= kept_d;
      kept_n_q <= ~kept_d;
      drop_o   <= again_o;
      {busy_q, broken_q} <= {busy_i || unit_waits_q, broken_i};
      decode_fault_q <= guard_fault || (decode && (wrong || (moves && barred)));
    end
  end

  twd_lattice_check u_check (.pc_i(pc_q), .instruction_i(instruction), .check_i(check), .wrong_o(wrong));

  twd_lattice_guard #(.Dsa(Dsa), .Redundant(Redundant)) u_guard (
    .clk_i, .rst_ni,
    .start_i      (accept),
    .unknown_i    (!known),
    .first_i      (FirstNonce),
    .command_i    (8'(command_q)),
    .executed_i   (decode),
    .instruction_i(instruction),
    .pc_i         (pc_q),
    .i_i          (i_q),
    .j_i          (j_q),
    .nonce_i      (nonce_q),
    .columns_i    (columns),
    .ends_i       (instruction.kind == twd_lattice_pkg::KIND_END),
    .tests_i      (rejects),
    .out_i        (moves && filled.sinks.out),
    .again_i      (again_o),
    .fault_o      (guard_fault)
  );

  assign fault_o = decode_fault_q || kept_q != ~kept_n_q;

endmodule
