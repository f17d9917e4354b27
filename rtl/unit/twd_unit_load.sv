// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_unit_load: LOAD and ZERO: polynomials, or zeros, into slots of the memory, word by word in natural order.
//
// Check     a coefficient outside [0, q) becomes 0 and raises range_o. A frame, count polynomials, ends with last_i:
//           where it ends before, zeros follow and early_o is raised; what comes after its words, up to last_i, is
//           dropped and raises long_o.
// Timing    a command is taken while ready_o; a word a cycle where the memory takes it (twd_unit_memory), two cycles
//           after it was offered; done_o is high for a cycle when the last word is in memory and the frame is at its
//           end. Reset stops it; clear_i empties the two stages.
// Model     twiddle.unit

`include "twd_assert.svh"

module twd_unit_load #(
  parameter twd_ring_pkg::ring_cfg_t Ring = twd_ring_pkg::RING_ML_DSA,
  parameter twd_ring_pkg::ring_cfg_t Ring_2 = twd_ring_pkg::RING_ML_KEM,
  parameter int unsigned Lanes = 4,
  localparam int unsigned Width = twd_lane_pkg::width(Ring.q, Ring_2.q),
  localparam int unsigned WordBits = twd_unit_pkg::word_bits(Ring, Ring_2, Lanes),
  localparam int unsigned AddrBits = twd_unit_pkg::SLOT_BITS + WordBits
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  logic                        clear_i,
  input  logic                        start_i,
  input  twd_unit_pkg::command_t      command_i,
  output logic                        ready_o,
  output logic                        done_o,
  output logic                        range_o,  // for a cycle
  output logic                        early_o,
  output logic                        long_o,
  // the stream
  input  logic                        valid_i,
  output logic                        ready_stream_o,
  input  logic                        last_i,
  input  logic [Lanes-1:0][Width-1:0] data_i,
  output logic                        pair_o,   // of the frame that comes in
  // the memory
  output logic                        write_o,
  output logic                        bank_o,
  output logic [        AddrBits-1:0] addr_o,
  output logic [Lanes-1:0][Width-1:0] data_o,
  input  logic                        taken_i
);

  localparam bit Both = twd_unit_pkg::both(Ring, Ring_2);
  localparam int unsigned Low = twd_lane_pkg::low_bits(Ring.q, Ring_2.q);

  typedef enum logic [1:0] {
    IDLE,
    WORDS,
    REST,  // of a frame that is too long
    END    // the last words are on their way
  } state_e;

  state_e state_q;
  logic pair_q;
  logic [twd_unit_pkg::SLOT_BITS-1:0] slot_q;
  logic zeros_q;                  // ZERO, or a frame that ended early
  logic [WordBits:0] word_q;
  logic [twd_unit_pkg::COUNT_BITS-1:0] left_q;  // polynomials after this one
  logic pair, word_last, last_word, take, room;

  assign pair = Both ? pair_q : Ring.q == 0;
  assign word_last = &(word_q | (Both && pair ? (WordBits + 1)'(1 << WordBits) : '0));
  assign last_word = word_last && left_q == '0;
  assign ready_stream_o = state_q == REST || (state_q == WORDS && !zeros_q && room);
  assign take = state_q == WORDS && room && (zeros_q || valid_i);
  assign ready_o = state_q == IDLE;

  // ---- two stages: what is checked, and what waits for the memory ----
  logic checked_q, write_q;
  logic [Lanes-1:0][Width-1:0] data_q;
  logic bank_q, bank;
  logic [AddrBits-1:0] addr_q, addr;
  logic checked_pair_q;
  logic move;
  logic [Lanes-1:0] low_wrong, high_wrong;

  assign move = !write_q || taken_i;
  assign room = !checked_q || move;

  always_comb begin
    bank = 1'b0;
    for (int j = 0; j <= WordBits; j++) begin
      if (!(Both && pair && j == WordBits)) bank = bank ^ word_q[j];
    end
    addr = {slot_q, word_q[WordBits:1]};
    if (Both) addr = {1'b0, slot_q[twd_unit_pkg::SLOT_BITS-2:0], word_q[WordBits:1]};
    if (Both && pair) addr = AddrBits'({slot_q, word_q[WordBits-1:1]});
  end

  twd_unit_check #(
    .Ring  (Ring),
    .Ring_2(Ring_2),
    .Lanes (Lanes)
  ) u_check (
    .pair_i(checked_pair_q),
    .data_i(data_q),
    .low_o (low_wrong),
    .high_o(high_wrong)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q   <= IDLE;
      checked_q <= 1'b0;
      write_q   <= 1'b0;
    end else begin
      if (room) checked_q <= take;
      if (move) write_q <= checked_q;
      unique case (state_q)
        IDLE: if (start_i) state_q <= WORDS;
        WORDS: if (take && last_word) state_q <= zeros_q || last_i ? END : REST;
        REST: if (valid_i && last_i) state_q <= END;
        END: if (!checked_q && (!write_q || taken_i)) state_q <= IDLE;
        default: state_q <= IDLE;
      endcase
    end
  end

  assign done_o  = state_q == END && !checked_q && (!write_q || taken_i);
  assign early_o = take && !zeros_q && last_i && !last_word;
  assign long_o  = take && !zeros_q && !last_i && last_word;
  assign range_o = checked_q && move && (low_wrong != '0 || high_wrong != '0);

  always_ff @(posedge clk_i) begin
    if (state_q == IDLE) begin
      pair_q  <= command_i.pair;
      slot_q  <= command_i.dst;
      left_q  <= command_i.count;
      zeros_q <= command_i.op == twd_unit_pkg::COMMAND_ZERO;
      word_q  <= '0;
    end else if (take) begin
      word_q <= word_last ? '0 : word_q + 1'b1;
      if (word_last) begin
        slot_q <= slot_q + 1'b1;
        left_q <= left_q - 1'b1;
      end
      if (early_o) zeros_q <= 1'b1;
    end
    if (room) begin
      data_q <= data_i;
      if (zeros_q || clear_i) data_q <= '0;
      bank_q <= bank;
      addr_q <= addr;
      checked_pair_q <= pair;
    end
    if (move) begin
      data_o <= data_q;
      for (int i = 0; i < Lanes; i++) begin
        if (low_wrong[i]) data_o[i][Low-1:0] <= '0;
        if (high_wrong[i]) data_o[i][Width-1:Low] <= '0;
      end
      bank_o <= bank_q;
      addr_o <= addr_q;
    end
  end

  assign write_o = write_q;
  assign pair_o = pair;

  logic unused_command;
  assign unused_command = ^{command_i, pair_q};

endmodule
