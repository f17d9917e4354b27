// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_lattice_guard: the signature of the instructions that twd_lattice_sequencer executes.
//
// Signature a linear register of 32 bits (twd_lattice_signature_pkg::next): of each instruction, its address, both
//           counters of loops, and the nonces since those of the rounds that are tested. It is that of the operation
//           where its first words go out, at its end, and where a round of Sign is tested for the first time; a
//           rejected round begins with that of the first round.
// Table     a ROM has the signatures of each command: that of the end is there when it is first needed, three cycles
//           after start_i, and again four cycles later; the others are kept in registers then.
// Fault     where it is another one, and while the registers, which are kept twice, once inverted, are not the same.
// Reset     no operation
// Model     twiddle.model.signature

module twd_lattice_guard #(
  parameter  bit Dsa = 1'b1,
  parameter  bit Redundant = 1'b0,
  localparam int unsigned Bits  = twd_lattice_pkg::PC_BITS,
  localparam int unsigned Width = twd_lattice_pkg::INSTRUCTION_BITS
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic              start_i,        // of an operation
  input  logic              unknown_i,      // that ends at once
  input  logic [      15:0] first_i,        // its first nonce
  input  logic [       7:0] command_i,      // that runs, without the ports of its frames
  input  logic              executed_i,     // an instruction has been executed, which is
  input  logic [ Width-1:0] instruction_i,
  input  logic [  Bits-1:0] pc_i,
  input  logic [       3:0] i_i,
  input  logic [       3:0] j_i,
  input  logic [      15:0] nonce_i,
  input  logic [       3:0] columns_i,
  input  logic              ends_i,         // the end
  input  logic              tests_i,        // a test of a round
  input  logic              out_i,          // a move of words that go out
  input  logic              again_i,        // and the round is rejected
  output logic              fault_o
);

  typedef struct packed {
    logic [31:0] signature;
    logic [15:0] due;        // nonces of the rounds that were tested
    logic        tested;     // this round was
    logic        sent;       // words go out
  } kept_t;

  kept_t kept_d, kept_q, kept_n_q;
  logic tests;
  logic [31:0] at_end, out_q, test_q, round_q;  // signatures of the operation
  logic [2:0] differs;       // from the signatures at the end, at a test, where words go out
  logic [2:0] phase_q;       // a signature is read in each of the first four, then the first one again
  logic [1:0] word;

  // Without Dsa no rounds are tested.
  assign tests = Dsa && tests_i && !kept_q.tested;
  assign word = phase_q[2] ? 2'd0 : phase_q[1:0];
  assign differs = {kept_q.signature != at_end, kept_q.signature != test_q, kept_q.signature != out_q};
  assign fault_o = kept_q != ~kept_n_q
      || (executed_i && ({ends_i, tests, out_i && !kept_q.sent} & differs) != '0);

  always_comb begin
    kept_d = kept_q;
    if (executed_i) begin
      kept_d.signature = twd_lattice_signature_pkg::next(
          kept_q.signature, {nonce_i - kept_q.due, j_i, i_i, pc_i, instruction_i});
      if (tests) kept_d.due = kept_q.due + 16'(columns_i);
      kept_d.tested = kept_q.tested || (Dsa && tests_i);
      kept_d.sent = kept_q.sent || out_i;
    end
    if (Dsa && again_i) kept_d.signature = round_q;
    if (Dsa && again_i) kept_d.tested = 1'b0;
    if (start_i) begin
      kept_d = '0;
      kept_d.signature = unknown_i ? 32'(twd_lattice_signature_pkg::of('0)) : '1;
      kept_d.due = first_i;
    end
  end

  localparam int unsigned Commands = Dsa ? 256 : 32;
  localparam int unsigned AddrBits = $clog2(4 * Commands);

  twd_rom #(
    .Depth   (4 * Commands),
    .Width   (32),
    .Contents((4 * Commands * 32)'(twd_lattice_signature_pkg::contents(Dsa, Redundant)))
  ) u_signatures (
    .clk_i,
    .en_i  (1'b1),
    .addr_i(AddrBits'(Dsa ? {command_i, word} : {3'd0, command_i[7], command_i[4:3], command_i[1:0], word})),
    .data_o(at_end)
  );

  always_ff @(posedge clk_i) begin
    if (phase_q == 3'd3) out_q <= at_end;
    if (phase_q == 3'd4) test_q <= at_end;
    if (phase_q == 3'd5) round_q <= at_end;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      phase_q  <= '0;
      kept_q   <= '0;
      kept_n_q <= '1;
    end else begin
      phase_q  <= start_i ? '0 : phase_q == '1 ? '1 : phase_q + 3'd1;
      kept_q   <= kept_d;
      kept_n_q <= ~kept_d;
    end
  end

endmodule
