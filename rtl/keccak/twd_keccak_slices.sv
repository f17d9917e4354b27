// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_keccak_slices: twd_keccak with its state in LUT memory and Slices of its 64 slices a cycle, for small devices.
//
//   in --> state --> chi, iota --> theta --> rho, pi --+      state --> block of the rate --> out
//            ^-----------------------------------------+
//
// Method    a lane is 64 / Slices words. A cycle reads a word of all 25 lanes, at one address, so that chi, iota, theta
//           and pi are wiring and fixed logic; rho is wiring too: a lane that turns by Slices a + b bits is written a
//           words further, its b highest bits a cycle later, to the other half of the memories. A pass is theta, rho
//           and pi of a round after chi and iota of the one before. It reads the last word first, without a write, for
//           the sums and bits that the first word needs of it. The first pass is without chi and iota, and its last
//           word was there in the cycle before; another one, in place, does chi and iota alone, and copies the block
//           that is read. Of the last block of a hash, it leaves zeros in the state.
//           Each cycle that takes a word of a lane in rewrites those of all lanes.
// Timing    with W = 64 / Slices: W cycles a word of the message, and W more if the message ends with a whole word; a
//           cycle for the last bit of the padding; 23 (W + 1) + 2 W cycles a permutation, W cycles a word that comes
//           out. The next block is permuted while the last one is read, and moved when its last word is taken. The
//           next command is taken when the last block is moved, or W cycles after a hash is dropped.
// Reset     nothing is in flight; state and block are 0 in 4 W cycles, in which no command is taken.
// Cost      twd_keccak_slices_state, _block, about 65 Slices LUT of logic and 200 of control
// Model     twiddle.model.keccak

`include "twd_assert.svh"

module twd_keccak_slices #(
  parameter int unsigned Slices = 8  // 4, 8 or 16
) (
  input  logic        clk_i,
  input  logic        rst_ni,
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

  `TWD_REFUSE(gen_bad_slices, Slices != 4 && Slices != 8 && Slices != 16, "twd_keccak_slices: Slices is not 4, 8 or 16")

  localparam int unsigned Words = 64 / Slices;
  localparam int unsigned Bits = $clog2(Words);
  localparam int unsigned Rate = twd_keccak_pkg::LARGEST_RATE;
  localparam logic [Bits-1:0] Last = '1;

  typedef enum logic [2:0] {
    SLICES_IDLE,
    SLICES_ABSORB,   // takes words of the message
    SLICES_PAD,      // the message ended with a whole word
    SLICES_PERMUTE,
    SLICES_MOVE,     // the last chi, when there is room for the block
    SLICES_FINISH,   // the last bit of the block
    SLICES_CLEAR
  } phase_e;

  phase_e phase_q;
  twd_keccak_pkg::command_t command_q;
  logic half_q;             // of the memories, that holds the state
  logic [Bits-1:0] word_q;  // of all lanes, that is read
  logic first_q;            // of a pass: no word is written
  logic [4:0] round_q;      // pass; the last one is SLICES_MOVE
  logic [4:0] place_q;      // lane of the next word of the message
  logic ended_q;            // the message and its padding are in
  logic pad_q;              // the padding comes after this permutation
  logic [9:0] left_q;       // words that the state still has to give
  logic [4:0] size;         // of a block
  logic [1:0] clears_q;     // rounds of SLICES_CLEAR that follow: the other half, and both again
  logic end_word, permute, clear, move, take, dropped, free, zeros;
  logic counted;            // the block is the last one

  assign size = twd_keccak_pkg::rate(command_q.hash);
  assign end_word = word_q == Last;
  assign permute = phase_q == SLICES_PERMUTE;
  assign clear = phase_q == SLICES_CLEAR;
  assign move = phase_q == SLICES_MOVE && (free || !ended_q);
  assign hash_ready_o = phase_q == SLICES_IDLE;
  assign in_ready_o = phase_q == SLICES_ABSORB && end_word;
  assign take = in_valid_i && in_ready_o;
  assign dropped = drop_i && command_q.words == '0 && ended_q;
  assign counted = command_q.words != '0 && left_q[9:5] == '0 && left_q[4:1] <= size[4:1];  // sizes are odd

  // ---- message ----
  logic [3:0] bytes;
  logic [63:0] word;
  logic whole;                // the padding starts in the next word
  logic pad, finish, absorb;
  logic [Slices-1:0] piece;   // of the word
  logic [5:0] at;             // place of a bit of it

  assign {bytes, word} = in_data_i;
  assign whole = bytes[3];
  assign pad = phase_q == SLICES_PAD;
  assign finish = phase_q == SLICES_FINISH;
  assign absorb = (phase_q == SLICES_ABSORB && in_valid_i) || pad || finish;

  always_comb begin
    at = '0;
    for (int unsigned i = 0; i < Slices; i++) begin
      at = 6'(Slices * 32'(word_q) + i);
      piece[i] = word[at] && !pad && !(in_last_i && {1'b0, at[5:3]} >= bytes);
      if (at[5:3] == (pad ? 3'd0 : bytes[2:0]) && (pad || (in_last_i && !whole))) begin
        piece[i] = 1'(twd_keccak_pkg::suffix(command_q.hash) >> at[2:0]);
      end
      if (finish) piece[i] = i == Slices - 1;
    end
  end

  // ---- constants of the rounds ----
  localparam logic [twd_keccak_pkg::ROUNDS*64-1:0] Constants = twd_keccak_pkg::round_constants();

  logic [6:0] constants;       // bits 2^j - 1 of that of the round before
  logic [Slices-1:0] constant;

  always_comb begin
    constants = '0;
    constant  = '0;
    for (int unsigned j = 0; j < 7; j++) begin
      for (int unsigned i = 0; i < twd_keccak_pkg::ROUNDS; i++) begin
        if (round_q == 5'(i + 1)) constants[j] = Constants[64*i+(1<<j)-1];
      end
      if (constants[j] && word_q == Bits'(((1 << j) - 1) / Slices)) constant[((1<<j)-1)%Slices] = 1'b1;
    end
  end

  // ---- a word of all lanes ----
  logic [24:0][Slices-1:0] state, chi, chi_q, turned, next;  // chi_q: of the word before
  logic [4:0][Slices-1:0] sums, effects, effects_q;
  logic [4:0] top_q;                    // of the sums, the highest bits of the word before
  logic [Rate-1:0] here;                // the word of the message goes to this lane
  logic chis;

  assign chis = round_q != '0;
  assign zeros = clear || (ended_q && counted && !permute);  // in the last pass, of the last block

  for (genvar i = 0; i < 25; i++) begin : gen_lane
    localparam int unsigned X = i % 5;
    localparam int unsigned Y = i / 5;
    localparam int unsigned To = Y + 5 * ((2 * X + 3 * Y) % 5);
    localparam int unsigned Left = twd_keccak_pkg::rotation(i) % Slices;

    logic [Slices-1:0] row, now, earlier;

    assign row = state[i] ^ (~state[5*Y+(X+1)%5] & state[5*Y+(X+2)%5] & {Slices{chis}});
    if (i < Rate) begin : gen_in
      assign here[i] = absorb && place_q == 5'(i);
      assign chi[i] = row ^ (piece & {Slices{here[i]}}) ^ (i == 0 ? constant : '0);
    end else begin : gen_alone
      assign chi[i] = row;
    end
    assign now = chi[i] ^ effects[X];
    assign earlier = chi_q[i] ^ effects_q[X];
    if (Left == 0) begin : gen_still
      assign turned[To] = now;
    end else begin : gen_turned
      assign turned[To] = {now[Slices-1-Left:0], earlier[Slices-1:Slices-Left]};
    end
    assign next[i] = zeros ? '0 : permute ? turned[i] : chi[i];
  end

  for (genvar x = 0; x < 5; x++) begin : gen_column
    assign sums[x] = chi[x] ^ chi[x+5] ^ chi[x+10] ^ chi[x+15] ^ chi[x+20];
    assign effects[x] = sums[(x+4)%5] ^ {sums[(x+1)%5][Slices-2:0], top_q[(x+1)%5]};
    always_ff @(posedge clk_i) top_q[x] <= sums[x][Slices-1];
  end

  always_ff @(posedge clk_i) begin
    chi_q     <= chi;
    effects_q <= effects;
  end

  // ---- memories ----
  logic write;

  assign write = absorb || clear || move || (permute && !first_q);

  twd_keccak_slices_state #(.Slices(Slices)) u_state (
    .clk_i,
    .half_i   (half_q),
    .word_i   (word_q),
    .permute_i(permute),
    .write_i  (write),
    .next_i   (next),
    .state_o  (state)
  );

  // ---- block that is read ----
  logic ends;  // a block is moved

  assign ends = move && end_word && ended_q;

  twd_keccak_slices_block #(.Slices(Slices)) u_block (
    .clk_i, .rst_ni,
    .write_i  ((move && ended_q) || (clear && clears_q == 2'd1)),
    .word_i   (word_q),
    .lanes_i  (chi[Rate-1:0]),
    .ends_i   (ends && !dropped),
    .count_i  (counted ? left_q[4:0] : size),
    .last_i   (counted),
    .endless_i(command_q.words == '0),
    .drop_i,
    .free_o   (free),
    .out_valid_o,
    .out_ready_i,
    .out_last_o,
    .out_data_o
  );

  // ---- phases ----
  logic last_pass;  // before SLICES_MOVE
  logic finishes;   // SLICES_FINISH is next
  logic passes;     // a pass but the first begins in the next cycle

  assign last_pass = round_q == 5'(twd_keccak_pkg::ROUNDS - 1);
  assign finishes = (take && in_last_i && !whole) || (pad && end_word);
  assign passes = permute && end_word && !first_q && !last_pass;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      phase_q   <= SLICES_CLEAR;
      command_q <= '0;
      half_q    <= 1'b1;
      clears_q  <= 2'd3;
      word_q    <= '0;
      first_q   <= 1'b0;
      round_q   <= '0;
      place_q   <= '0;
      ended_q   <= 1'b0;
      pad_q     <= 1'b0;
      left_q    <= '0;
    end else if (dropped) begin
      phase_q <= SLICES_CLEAR;
      half_q  <= 1'b0;
      word_q  <= '0;
      round_q <= '0;
      ended_q <= 1'b0;
    end else begin
      first_q <= passes;
      if (absorb || clear || move || permute) word_q <= word_q + 1'b1;
      if (finish) ended_q <= 1'b1;
      if (pad) pad_q <= 1'b0;
      if (permute) place_q <= '0;
      unique case (phase_q)
        SLICES_IDLE: begin
          place_q <= '0;
          ended_q <= 1'b0;
          pad_q   <= 1'b0;
          if (hash_valid_i) begin
            command_q <= hash_data_i;
            left_q    <= hash_data_i[11:2];
            phase_q   <= SLICES_ABSORB;
          end
        end
        SLICES_ABSORB: begin
          if (take) begin
            pad_q   <= in_last_i && whole;
            place_q <= place_q + 5'd1;
            if (finishes) phase_q <= SLICES_FINISH;
            else if (place_q == size - 5'd1) phase_q <= SLICES_PERMUTE;
            else if (in_last_i) phase_q <= SLICES_PAD;
          end
        end
        SLICES_PAD: if (finishes) phase_q <= SLICES_FINISH;
        SLICES_FINISH: phase_q <= SLICES_PERMUTE;
        SLICES_PERMUTE: if (end_word && !first_q) begin
          half_q  <= !half_q;
          round_q <= round_q + 5'd1;
          if (last_pass) phase_q <= SLICES_MOVE;
        end
        SLICES_MOVE: begin
          if (move && end_word) begin
            round_q <= '0;
            if (ended_q) left_q <= left_q - 10'(size);
            if (!ended_q) phase_q <= pad_q ? SLICES_PAD : SLICES_ABSORB;
            else phase_q <= counted ? SLICES_IDLE : SLICES_PERMUTE;
          end
        end
        SLICES_CLEAR: begin
          if (end_word) half_q <= !half_q && clears_q != '0;
          if (end_word) clears_q <= clears_q - 2'(clears_q != '0);
          if (end_word && clears_q == '0) phase_q <= SLICES_IDLE;
        end
        default: phase_q <= SLICES_CLEAR;
      endcase
      if (finishes) place_q <= size - 5'd1;
      if (finishes || passes) word_q <= Last;
    end
  end

  `TWD_ASSERT(PlaceInRate, !(phase_q == SLICES_ABSORB) || place_q < size)
  `TWD_ASSERT(RestsInHalf, permute || clear || !half_q)
  `TWD_ASSERT_HELD(OutHeld, out_valid_o, out_ready_i || drop_i, {out_last_o, out_data_o})

endmodule
