// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_keccak_folded: twd_keccak with a fifth of a round a cycle, for small devices; the same ports.
//
//   in --> columns --> theta --> rho, pi --> chi, iota --+
//            ^-------------------------------------------+--> out
//
// Method    column x of the state, five lanes, is a memory. A plane y' of the next state takes the lanes
//           (x' + 3 y', x') of this one, a lane a column, so that a cycle reads five lanes and writes five, to the
//           other half of the memories. The sums of the columns that theta needs are accumulated as lanes are written.
// Timing    a word of the message a cycle, as soon as the state is zero, 5 cycles after a command; 120 cycles a
//           permutation; one more cycle if the message ends with a whole word. Words come out straight from the state:
//           the next block is permuted after the last word of this one.
// Reset     nothing is in flight; the next command clears the state.
// Cost      LUT memory of 5 x 10 x 64 bits, 5:1 multiplexers of 320 bits
// Model     twiddle.model.keccak

`include "twd_assert.svh"
`include "twd_memory.svh"

module twd_keccak_folded (
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

  typedef enum logic [2:0] {
    FOLDED_IDLE,
    FOLDED_CLEAR,
    FOLDED_ABSORB,
    FOLDED_PAD,      // the message ended with a whole word
    FOLDED_FINISH,   // the last bit of the block
    FOLDED_PERMUTE,
    FOLDED_SQUEEZE
  } phase_e;

  phase_e phase_q;
  twd_keccak_pkg::command_t command_q;
  logic half_q;              // of the memories, that holds the state
  logic [2:0] x_q, y_q;      // lane of the next word; y_q is also the plane that is written
  logic [4:0] place_q;       // x_q + 5 y_q
  logic [4:0] round_q;
  logic ended_q;             // the message and its padding are in
  logic pad_q;               // the padding comes after this permutation
  logic [9:0] left_q;        // words that come out
  logic [4:0] size;          // of a block
  logic open_q;              // not in reset, nor in the cycle after it
  logic take, read, full, finish, dropped, advance, plane_last, round_last;
  logic permute;

  assign hash_ready_o = open_q && phase_q == FOLDED_IDLE;
  assign in_ready_o = phase_q == FOLDED_ABSORB;
  assign size = twd_keccak_pkg::rate(command_q.hash);
  assign take = in_valid_i && in_ready_o;
  assign read = out_valid_o && out_ready_i;
  assign full = place_q == size - 5'd1;
  assign permute = phase_q == FOLDED_PERMUTE;
  assign plane_last = y_q == 3'd4;
  assign round_last = round_q == 5'(twd_keccak_pkg::ROUNDS - 1);
  assign dropped = drop_i && command_q.words == '0 && ended_q;

  // ---- message ----
  logic [3:0] bytes;
  logic [63:0] word;
  logic whole;                // the padding starts in the next word

  assign bytes = in_data_i[67:64];
  assign whole = bytes[3];
  assign finish = phase_q == FOLDED_PAD || (take && in_last_i && !whole);

  always_comb begin
    for (int unsigned i = 0; i < 8; i++) begin
      word[8*i+:8] = in_last_i && 4'(i) >= bytes ? 8'h00 : in_data_i[8*i+:8];
      if (phase_q == FOLDED_PAD) word[8*i+:8] = 8'h00;
      if (finish && (phase_q == FOLDED_PAD ? i == 0 : 4'(i) == bytes)) begin
        word[8*i+:8] = twd_keccak_pkg::suffix(command_q.hash);
      end
    end
    if (phase_q == FOLDED_FINISH) word = 64'd1 << 63;
  end

  // ---- columns, and their sums ----
  logic [4:0][63:0] column, effect, plane, sums_q, next_q;
  logic absorb;               // a word goes to lane x_q of plane y_q

  assign absorb = take || phase_q == FOLDED_PAD || phase_q == FOLDED_FINISH;

  for (genvar x = 0; x < 5; x++) begin : gen_column
    `TWD_LUT_RAM_NO_RW_CHECK logic [63:0] lanes[16];
    logic [2:0] y;
    logic here;

    assign y = !permute ? y_q : 3'((x + 2 * 32'(y_q)) % 5);
    assign here = absorb && x_q == 3'(x);
    assign column[x] = lanes[{half_q, y}];
    assign effect[x] = column[x] ^ sums_q[(x+4)%5] ^ {sums_q[(x+1)%5][62:0], sums_q[(x+1)%5][63]};

    always_ff @(posedge clk_i) begin
      if (permute || here || phase_q == FOLDED_CLEAR) begin
        lanes[{half_q ^ permute, y_q}] <= permute ? plane[x] : here ? column[x] ^ word : '0;
      end
      next_q[x] <= y_q == '0 ? plane[x] : next_q[x] ^ plane[x];
      if (phase_q == FOLDED_CLEAR) sums_q[x] <= '0;
      else if (here) sums_q[x] <= sums_q[x] ^ word;
      else if (permute && plane_last) sums_q[x] <= next_q[x] ^ plane[x];
    end
  end

  // ---- plane y_q of the next state ----
  localparam logic [twd_keccak_pkg::ROUNDS*64-1:0] Constants = twd_keccak_pkg::round_constants();

  logic [4:0][63:0] turned;
  logic [63:0] constant;

  always_comb begin
    constant = '0;
    for (int unsigned i = 0; i < twd_keccak_pkg::ROUNDS; i++) if (round_q == 5'(i)) constant = Constants[64*i+:64];
    if (y_q != '0) constant = '0;
  end

  for (genvar x = 0; x < 5; x++) begin : gen_lane
    logic [5*64-1:0] choices;  // of planes

    for (genvar y = 0; y < 5; y++) begin : gen_choice
      localparam int unsigned From = (x + 3 * y) % 5;
      localparam int unsigned Left = twd_keccak_pkg::rotation(From + 5 * x);

      if (Left == 0) begin : gen_still
        assign choices[64*y+:64] = effect[From];
      end else begin : gen_turned
        assign choices[64*y+:64] = {effect[From][63-Left:0], effect[From][63:64-Left]};
      end
    end

    always_comb begin
      turned[x] = choices[4*64+:64];
      for (int unsigned y = 0; y < 4; y++) if (y_q == 3'(y)) turned[x] = choices[64*y+:64];
    end

    assign plane[x] = turned[x] ^ (~turned[(x+1)%5] & turned[(x+2)%5]) ^ (x == 0 ? constant : 64'd0);
  end

  // ---- words that come out ----
  assign out_valid_o = phase_q == FOLDED_SQUEEZE;
  assign out_data_o = column[x_q];
  assign out_last_o = left_q == 10'd1;

  // ---- phases ----
  logic last_lane;  // of a plane

  // The last lane of a block: x, y.
  function automatic logic [5:0] last_place(input logic [1:0] hash);
    last_place = '0;
    for (int unsigned h = 0; h < 4; h++) begin
      if (hash == 2'(h)) begin
        last_place[5:3] = 3'((32'(twd_keccak_pkg::rate(2'(h))) - 1) % 5);
        last_place[2:0] = 3'((32'(twd_keccak_pkg::rate(2'(h))) - 1) / 5);
      end
    end
  endfunction

  assign advance = take || phase_q == FOLDED_PAD || read;
  assign last_lane = x_q == 3'd4;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      open_q    <= 1'b0;
      phase_q   <= FOLDED_IDLE;
      command_q <= '0;
      half_q    <= 1'b0;
      x_q       <= '0;
      y_q       <= '0;
      place_q   <= '0;
      round_q   <= '0;
      ended_q   <= 1'b0;
      pad_q     <= 1'b0;
      left_q    <= '0;
    end else begin
      open_q <= 1'b1;
      if (advance) begin
        place_q <= place_q + 5'd1;
        x_q     <= last_lane ? '0 : x_q + 3'd1;
        if (last_lane) y_q <= y_q + 3'd1;
      end
      unique case (phase_q)
        FOLDED_IDLE: begin
          ended_q <= 1'b0;
          pad_q   <= 1'b0;
          place_q <= '0;
          x_q     <= '0;
          y_q     <= '0;
          round_q <= '0;
          if (hash_valid_i && hash_ready_o) begin
            command_q <= hash_data_i;
            left_q    <= hash_data_i[11:2];
            phase_q   <= FOLDED_CLEAR;
          end
        end
        FOLDED_CLEAR: begin
          y_q <= plane_last ? '0 : y_q + 3'd1;
          if (plane_last) phase_q <= FOLDED_ABSORB;
        end
        FOLDED_ABSORB: begin
          if (take) begin
            pad_q <= in_last_i && whole;
            if (finish) ended_q <= 1'b1;
            if (finish) phase_q <= FOLDED_FINISH;
            else if (full) phase_q <= FOLDED_PERMUTE;
            else if (in_last_i) phase_q <= FOLDED_PAD;
          end
        end
        FOLDED_PAD: begin
          ended_q <= 1'b1;
          pad_q   <= 1'b0;
          phase_q <= FOLDED_FINISH;
        end
        FOLDED_FINISH: phase_q <= FOLDED_PERMUTE;
        FOLDED_PERMUTE: begin
          y_q <= plane_last ? '0 : y_q + 3'd1;
          if (plane_last) begin
            half_q  <= !half_q;
            round_q <= round_last ? '0 : round_q + 5'd1;
            if (round_last) begin
              x_q     <= '0;
              place_q <= '0;
              phase_q <= ended_q ? FOLDED_SQUEEZE : pad_q ? FOLDED_PAD : FOLDED_ABSORB;
            end
          end
        end
        FOLDED_SQUEEZE: begin
          if (read) begin
            left_q <= left_q - 10'd1;
            if (out_last_o) phase_q <= FOLDED_IDLE;
            else if (full) phase_q <= FOLDED_PERMUTE;
          end
        end
        default: phase_q <= FOLDED_IDLE;
      endcase
      // A plane starts a permutation, the last lane of a block is what FOLDED_FINISH changes.
      if ((take && (finish || full)) || phase_q == FOLDED_PAD) {x_q, y_q} <= finish ? last_place(command_q.hash) : '0;
      if (phase_q == FOLDED_FINISH || (read && full)) {x_q, y_q} <= '0;
      if (dropped) begin
        phase_q <= FOLDED_IDLE;
        ended_q <= 1'b0;
      end
    end
  end

  `TWD_ASSERT(PlaceInRate, !(phase_q == FOLDED_ABSORB) || place_q < size)
  `TWD_ASSERT_HELD(OutHeld, out_valid_o, out_ready_i || drop_i, {out_last_o, out_data_o})

endmodule
