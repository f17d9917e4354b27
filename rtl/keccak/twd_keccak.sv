// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_keccak: SHA3-256, SHA3-512, SHAKE128 and SHAKE256, a round a cycle or two, on streams of 64 bits.
//
//   in --> twd_keccak_message --> state --> round --+
//                                   ^---------------+--> block of the rate --> out
//
// Command   twd_keccak_pkg::command_t: the function, and the number of words that come out. With 0 words they come
//           until drop_i, which may take the words of the cycle with it; the unit is then ready for the next command.
// In        the message: words, byte 0 lowest; the last one has in_bytes of its low bytes, 0 to 8, all others 8.
//           Padding and suffix are added inside.
// Out       words, byte 0 lowest; last with the last of a number of words.
// Timing    a word of the message a cycle, one more if the message ends with a whole word; four words a cycle from its
//           block to the state, 24 / Rounds cycles a permutation and 1 to move a block out. Words of the next block are
//           taken while this one is permuted. The next block of the hash is permuted while the last one is read, and
//           the next message is taken in while the last block is read.
// Reset     nothing is in flight; blocks keep their values. The state is 0 from the second cycle without a command on.
// Clear     clear_i, from the second cycle on in which nothing is in flight, for 16 cycles, or 32 and so on, and
//           with in_data_i = 0, sets blocks to 0.
// Cost      Rounds times twd_keccak_round, a multiplexer of 21 words, 1600 flip-flops of the state and 1344 of the
//           block that is read, twd_keccak_message; 4,991 LUT on xc7 by Yosys with a round a cycle
// Model     twiddle.model.keccak

`include "twd_assert.svh"

module twd_keccak #(
  parameter int unsigned Rounds = 1  // a cycle: 1 or 2
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        clear_i,
  input  logic        hash_valid_i,
  output logic        hash_ready_o,
  input  logic [11:0] hash_data_i,   // twd_keccak_pkg::command_t
  input  logic        in_valid_i,
  output logic        in_ready_o,
  input  logic        in_last_i,
  input  logic [67:0] in_data_i,     // number of bytes, word
  output logic        out_valid_o,
  input  logic        out_ready_i,
  output logic        out_last_o,
  output logic [63:0] out_data_o,
  input  logic        drop_i
);

  `TWD_REFUSE(gen_bad_rounds, Rounds != 1 && Rounds != 2, "twd_keccak: Rounds is not 1 or 2")

  localparam int unsigned Steps = twd_keccak_pkg::ROUNDS / Rounds;  // of a permutation

  typedef enum logic [1:0] {
    KECCAK_IDLE,
    KECCAK_ABSORB,   // takes rows of a block
    KECCAK_PERMUTE,
    KECCAK_SQUEEZE   // the state has a block for which there is no room yet
  } phase_e;

  phase_e phase_q;
  twd_keccak_pkg::command_t command, command_q;
  logic [24:0][63:0] state_q, permuted;
  logic [4:0] round_q;       // of Steps
  logic ended_q;             // the message and its padding are in the state
  logic [9:0] left_q;        // words that the state still has to give
  logic [4:0] size;          // of a block
  logic counts_q;            // the hash has a number of words
  logic counted_q;           // and the state has the last of them
  logic accept, move, dropped;
  logic moved_q;             // move, a cycle ago

  // ---- rows of the message ----
  logic taken;            // the message and its padding are in its blocks, or further
  logic may;              // a row may come in the next cycle
  logic absorb, last;     // a row is here, the last one of its block
  logic [2:0] row;
  logic [3:0] lanes;      // that have a word of it
  logic [3:0][63:0] words;
  logic [2:0] closes;     // the last bit of the padding is, at the rate of this function

  twd_keccak_message u_message (
    .clk_i, .rst_ni,
    .clear_i,
    .start_i    (accept),
    .drop_i     (dropped),
    .hash_i     (command_q.hash),
    .in_valid_i, .in_ready_o, .in_last_i, .in_data_i,
    .taken_o    (taken),
    .may_i      (may),
    .row_valid_o(absorb), .row_o(row), .lanes_o(lanes), .words_o(words),
    .last_o     (last),
    .closes_o   (closes)
  );

  assign command = hash_data_i;
  assign accept = hash_valid_i && hash_ready_o;
  assign size = twd_keccak_pkg::rate(command_q.hash);

  // ---- rounds ----
  localparam logic [twd_keccak_pkg::ROUNDS*64-1:0] Constants = twd_keccak_pkg::round_constants();

  logic [Rounds-1:0][63:0] constant;
  logic [Rounds:0][24:0][63:0] states;  // before the first round of a cycle, after each

  assign states[0] = state_q;
  assign permuted = states[Rounds];

  for (genvar r = 0; r < Rounds; r++) begin : gen_round
    twd_keccak_round u_round (.state_i(states[r]), .constant_i(constant[r]), .state_o(states[r+1]));
  end

  always_comb begin
    constant = '0;
    for (int unsigned i = 0; i < Steps; i++) if (round_q == 5'(i)) constant = Constants[64*Rounds*i+:64*Rounds];
  end

  // ---- block that is read ----
  logic [63:0] word_q;   // that is read
  logic [twd_keccak_pkg::LARGEST_RATE-2:0][63:0] block_q;  // the others
  logic [4:0] index_q;   // of its word that is read after that
  logic [4:0] there_q;   // words of it that are left
  logic few_q;           // one
  logic last_q;          // its last word is the last of the hash
  logic endless_q;       // it belongs to a hash without a number of words
  logic free, next;      // the block or the word after this one comes

  assign out_data_o = word_q;
  assign out_last_o = last_q && few_q;
  assign free = phase_q == KECCAK_SQUEEZE && (few_q || !out_valid_o);  // word_q has the last word of a block, or none
  assign next = out_valid_o ? out_ready_i : free;
  assign move = free && next;
  assign dropped = drop_i && !counts_q && taken;

  always_ff @(posedge clk_i) begin
    if (free || clear_i) block_q <= state_q[twd_keccak_pkg::LARGEST_RATE-1:1];
    if (next || clear_i) word_q <= free || clear_i ? state_q[0] : block_q[index_q];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      out_valid_o <= 1'b0;
      there_q     <= '0;
      few_q       <= 1'b0;
      last_q      <= 1'b0;
      endless_q   <= 1'b0;
      index_q     <= '0;
    end else begin
      // No enable depends on what is dropped.
      out_valid_o <= ((out_valid_o && !(out_ready_i && few_q)) || (free && !dropped)) && !(dropped && endless_q);
      if (next) begin
        index_q <= free ? '0 : index_q + 5'd1;
        there_q <= !free ? there_q - 5'd1 : counted_q ? left_q[4:0] : size;
        few_q   <= !free ? there_q <= 5'd2 : counted_q && left_q[4:0] == 5'd1;
        if (free) {last_q, endless_q} <= {counted_q, !counts_q};
      end
    end
  end

  // ---- phases ----
  logic permute, permuted_last;
  logic [24:0] here;  // a word of the row goes to this lane

  function automatic int unsigned last_lane(input logic [1:0] hash);  // its word is the first one of a row
    last_lane = 32'(twd_keccak_pkg::rate(hash)) - 32'd1;
  endfunction

  assign permute = phase_q == KECCAK_PERMUTE;
  assign permuted_last = round_q == 5'(Steps - 1);
  assign may = (phase_q == KECCAK_ABSORB && !last) || (permute && permuted_last && !ended_q);

  for (genvar i = 0; i < 25; i++) begin : gen_here
    assign here[i] = absorb && row == 3'(i / 4) && lanes[i%4];
  end

  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < 25; i++) begin
      if (permute || here[i]) state_q[i] <= permute ? permuted[i] : state_q[i] ^ words[i%4];
    end
    for (int unsigned h = 0; h < 3; h++) begin
      if (closes[h]) begin
        state_q[last_lane(2'(h))][63] <= state_q[last_lane(2'(h))][63] ^ !(here[last_lane(2'(h))] && words[0][63]);
      end
    end
    if (phase_q == KECCAK_IDLE) state_q <= '0;
    counts_q  <= command_q.words != '0;
    counted_q <= command_q.words != '0 && left_q <= 10'(size);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      hash_ready_o <= 1'b0;
      phase_q      <= KECCAK_IDLE;
      ended_q      <= 1'b0;
    end else if (dropped) begin
      hash_ready_o <= 1'b1;
      phase_q      <= KECCAK_IDLE;
      ended_q      <= 1'b0;
    end else begin
      unique case (phase_q)
        KECCAK_IDLE: begin
          hash_ready_o <= !accept;
          ended_q      <= 1'b0;
          if (accept) phase_q <= KECCAK_ABSORB;
        end
        KECCAK_ABSORB: begin
          if (last) begin
            ended_q <= closes != '0;
            phase_q <= KECCAK_PERMUTE;
          end
        end
        KECCAK_PERMUTE: begin
          if (permuted_last) phase_q <= ended_q ? KECCAK_SQUEEZE : KECCAK_ABSORB;
        end
        KECCAK_SQUEEZE: begin
          if (move) begin
            hash_ready_o <= counted_q;
            phase_q      <= counted_q ? KECCAK_IDLE : KECCAK_PERMUTE;
          end
        end
        default: phase_q <= KECCAK_IDLE;
      endcase
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      command_q <= '0;
      round_q   <= '0;
      left_q    <= '0;
      moved_q   <= 1'b0;
    end else begin
      if (accept) command_q <= command;
      if (dropped || (permute && permuted_last)) round_q <= '0;
      else if (permute) round_q <= round_q + 5'd1;
      if (phase_q == KECCAK_ABSORB) left_q <= command_q.words;
      else if (moved_q) left_q <= left_q - 10'(size);
      moved_q <= move;
    end
  end

  `TWD_ASSERT_HELD(OutHeld, out_valid_o, out_ready_i || drop_i, {out_last_o, out_data_o})

endmodule
