// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_keccak: SHA3-256, SHA3-512, SHAKE128 and SHAKE256, a round a cycle, on streams of 64 bits.
//
//   in --> state --> round --+
//            ^---------------+--> block of the rate --> out
//
// Command   twd_keccak_pkg::command_t: the function, and the number of words that come out. With 0 words they come
//           until drop_i, which may take the words of the cycle with it; the unit is then ready for the next command.
// In        the message: words, byte 0 lowest; the last one has in_bytes of its low bytes, 0 to 8, all others 8.
//           Padding and suffix are added inside.
// Out       words, byte 0 lowest; last with the last of a number of words.
// Timing    a word of the message a cycle, 24 cycles a permutation and 1 to move a block out; one more cycle if the
//           message ends with a whole word. The next block is permuted while the last one is read, and the next
//           message is taken in while the last block is read.
// Reset     nothing is in flight; the block keeps its value. The state is 0 from the second cycle without a command on.
// Clear     clear_i, in a cycle in which nothing is in flight, nor in the one before, sets the block to 0.
// Cost      twd_keccak_round, a multiplexer of 21 words, 1600 flip-flops of the state and 1344 of the block; 4,828 LUT
//           on xc7 by Yosys
// Model     twiddle.model.keccak

`include "twd_assert.svh"

module twd_keccak (
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

  typedef enum logic [2:0] {
    KECCAK_IDLE,
    KECCAK_ABSORB,   // takes words of the message
    KECCAK_PAD,      // the message ended with a whole word
    KECCAK_PERMUTE,
    KECCAK_SQUEEZE   // the state has a block for which there is no room yet
  } phase_e;

  phase_e phase_q;
  twd_keccak_pkg::command_t command, command_q;
  logic [24:0][63:0] state_q, permuted;
  logic [4:0] place_q;       // lane of the next word
  logic [4:0] round_q;
  logic ended_q;             // the message and its padding are in
  logic pad_q;               // the padding comes after this permutation
  logic [9:0] left_q;        // words that the state still has to give
  logic [4:0] size;          // of a block
  logic open_q;              // not in reset, nor in the cycle after it
  logic accept, take, whole, full, closes, finish, move, dropped;

  // ---- message ----
  logic [3:0] bytes;
  logic [63:0] word, mask;

  assign command = hash_data_i;
  assign bytes = in_data_i[67:64];
  assign size = twd_keccak_pkg::rate(command_q.hash);
  assign hash_ready_o = open_q && phase_q == KECCAK_IDLE;
  assign accept = hash_valid_i && hash_ready_o;
  assign in_ready_o = phase_q == KECCAK_ABSORB;
  assign take = in_valid_i && in_ready_o;
  assign whole = bytes[3];                                             // the padding starts in the next word
  assign closes = phase_q == KECCAK_PAD || (in_last_i && !whole);     // the word has padding
  assign finish = closes && (phase_q == KECCAK_PAD || take);
  assign full = take && place_q == size - 5'd1;

  always_comb begin
    for (int unsigned i = 0; i < 8; i++) mask[8*i+:8] = !in_last_i || 4'(i) < bytes ? 8'hff : 8'h00;
    word = phase_q == KECCAK_PAD ? 64'd0 : in_data_i[63:0] & mask;
    for (int unsigned i = 0; i < 8; i++) begin
      if (closes && (phase_q == KECCAK_PAD ? i == 0 : 4'(i) == bytes)) begin
        word[8*i+:8] = word[8*i+:8] | twd_keccak_pkg::suffix(command_q.hash);
      end
    end
  end

  // ---- rounds ----
  localparam logic [twd_keccak_pkg::ROUNDS*64-1:0] Constants = twd_keccak_pkg::round_constants();

  logic [63:0] constant;

  twd_keccak_round u_round (.state_i(state_q), .constant_i(constant), .state_o(permuted));

  always_comb begin
    constant = '0;
    for (int unsigned i = 0; i < twd_keccak_pkg::ROUNDS; i++) if (round_q == 5'(i)) constant = Constants[64*i+:64];
  end

  // ---- block that is read ----
  logic [63:0] word_q;   // that is read
  logic [twd_keccak_pkg::LARGEST_RATE-1:1][63:0] block_q;
  logic [4:0] index_q;   // of its word that is read after that
  logic [4:0] there_q;   // words of it that are left
  logic last_q;          // its last word is the last of the hash
  logic endless_q;       // it belongs to a hash without a number of words
  logic read, free;

  assign out_data_o = word_q;
  assign out_last_o = last_q && there_q == 5'd1;
  assign read = out_valid_o && out_ready_i;
  assign free = phase_q == KECCAK_SQUEEZE && there_q <= 5'd1;  // word_q has the last word of the block, or none is left
  assign move = free && (!out_valid_o || out_ready_i) && !dropped;
  assign dropped = drop_i && command_q.words == '0 && ended_q;

  always_ff @(posedge clk_i) begin
    if (free || clear_i) block_q <= state_q[twd_keccak_pkg::LARGEST_RATE-1:1];
    if (move || read || clear_i) word_q <= free || clear_i ? state_q[0] : block_q[index_q];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      out_valid_o <= 1'b0;
      there_q     <= '0;
      last_q      <= 1'b0;
      endless_q   <= 1'b0;
      index_q     <= '0;
    end else if (move) begin
      out_valid_o <= 1'b1;
      index_q     <= 5'd1;
      there_q     <= command_q.words != '0 && left_q <= 10'(size) ? left_q[4:0] : size;
      last_q      <= command_q.words != '0 && left_q <= 10'(size);
      endless_q   <= command_q.words == '0;
    end else if (drop_i && endless_q) begin
      out_valid_o <= 1'b0;
      there_q     <= '0;
      endless_q   <= 1'b0;
    end else if (read) begin
      out_valid_o <= there_q != 5'd1;
      there_q     <= there_q - 5'd1;
      index_q     <= index_q + 5'd1;
    end
  end

  // ---- phases ----
  logic permute;
  logic [24:0] here;  // the word goes to this lane

  assign permute = phase_q == KECCAK_PERMUTE;

  for (genvar i = 0; i < 25; i++) begin : gen_here
    assign here[i] = (take || phase_q == KECCAK_PAD) && place_q == 5'(i);
  end

  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < 25; i++) begin
      if (permute || here[i]) state_q[i] <= permute ? permuted[i] : state_q[i] ^ word;
      if (finish && size == 5'(i + 1)) state_q[i][63] <= state_q[i][63] ^ !(here[i] && word[63]);
    end
    if (phase_q == KECCAK_IDLE) state_q <= '0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      open_q    <= 1'b0;
      phase_q   <= KECCAK_IDLE;
      command_q <= '0;
      place_q   <= '0;
      round_q   <= '0;
      ended_q   <= 1'b0;
      pad_q     <= 1'b0;
      left_q    <= '0;
    end else if (dropped) begin
      phase_q <= KECCAK_IDLE;
      ended_q <= 1'b0;
    end else begin
      open_q <= 1'b1;
      unique case (phase_q)
        KECCAK_IDLE: begin
          place_q <= '0;
          ended_q <= 1'b0;
          pad_q   <= 1'b0;
          if (accept) begin
            command_q <= command;
            left_q    <= command.words;
            phase_q   <= KECCAK_ABSORB;
          end
        end
        KECCAK_ABSORB: begin
          if (take) begin
            place_q <= full ? '0 : place_q + 5'd1;
            if (in_last_i && !whole) ended_q <= 1'b1;
            if (finish || full) phase_q <= KECCAK_PERMUTE;
            else if (in_last_i) phase_q <= KECCAK_PAD;
            pad_q <= in_last_i && whole;
          end
        end
        KECCAK_PAD: begin
          ended_q <= 1'b1;
          pad_q   <= 1'b0;
          phase_q <= KECCAK_PERMUTE;
        end
        KECCAK_PERMUTE: begin
          round_q <= round_q == 5'(twd_keccak_pkg::ROUNDS - 1) ? '0 : round_q + 5'd1;
          if (round_q == 5'(twd_keccak_pkg::ROUNDS - 1)) begin
            phase_q <= ended_q ? KECCAK_SQUEEZE : pad_q ? KECCAK_PAD : KECCAK_ABSORB;
          end
        end
        KECCAK_SQUEEZE: begin
          if (move) begin
            left_q  <= left_q - 10'(size);
            phase_q <= command_q.words != '0 && left_q <= 10'(size) ? KECCAK_IDLE : KECCAK_PERMUTE;
          end
        end
        default: phase_q <= KECCAK_IDLE;
      endcase
      if (accept) round_q <= '0;
    end
  end

  `TWD_ASSERT(PlaceInRate, !(phase_q == KECCAK_ABSORB) || place_q < size)
  `TWD_ASSERT_HELD(OutHeld, out_valid_o, out_ready_i || drop_i, {out_last_o, out_data_o})

endmodule
