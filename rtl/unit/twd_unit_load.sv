// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_unit_load: LOAD and ZERO: polynomials, or zeros, into slots of the memory, in natural order.
//
// Banks     words 2t and 2t + 1 lie in two banks. A word waits in a register of its bank until the engine takes it, so
//           that a cycle without a slot of the engine takes two.
// Check     a coefficient outside [0, q) is marked as wrong, is written as 0 (twd_unit_write_network) and raises
//           range_o. A frame, count polynomials, ends with last_i: where it ends before, zeros follow and early_o is
//           raised; what comes after its words, up to last_i, is dropped and raises long_o.
// Timing    a command is taken while ready_o; a word a cycle where the engine takes it for the next write of the bank
//           (twd_unit_engine), which is two cycles after it was offered; waits_o asks for cycles without slots; done_o
//           is high for a cycle when the last word is written in the next one and the frame is at its end. Reset stops
//           it; clear_i empties the registers.
// Model     twiddle.model.unit.Words

`include "twd_assert.svh"

module twd_unit_load #(
  parameter twd_ring_pkg::ring_cfg_t Ring = twd_ring_pkg::RING_ML_DSA,
  parameter twd_ring_pkg::ring_cfg_t Ring_2 = twd_ring_pkg::RING_ML_KEM,
  parameter int unsigned Lanes = 4,
  localparam int unsigned Width = twd_lane_pkg::width(Ring.q, Ring_2.q),
  localparam int unsigned WordBits = twd_unit_pkg::word_bits(Ring, Ring_2, Lanes),
  localparam int unsigned AddrBits = twd_unit_pkg::SLOT_BITS + WordBits
) (
  input  logic                             clk_i,
  input  logic                             rst_ni,
  input  logic                             clear_i,
  input  logic                             start_i,
  input  twd_unit_pkg::command_t           command_i,
  output logic                             soon_o,   // ready_o may be high in the next cycle
  output logic                             ready_o,
  output logic                             done_o,
  output logic                             range_o,  // for a cycle, the one after the word
  output logic                             early_o,
  output logic                             long_o,
  // the stream
  input  logic                             valid_i,
  output logic                             ready_stream_o,
  input  logic                             last_i,
  input  logic [Lanes-1:0][Width-1:0]      data_i,
  output logic                             pair_o,   // of the frame that comes in
  // the memory, through the engine, by banks
  output logic                             waits_o,
  output logic [1:0]                       write_o,
  output logic [1:0][AddrBits-1:0]         addr_o,
  output logic [1:0][Lanes-1:0][Width-1:0] data_o,
  output logic [1:0][Lanes-1:0]            low_wrong_o,
  output logic [1:0][Lanes-1:0]            high_wrong_o,
  input  logic [1:0]                       taken_i
);

  localparam bit Both = twd_unit_pkg::both(Ring, Ring_2);

  typedef enum logic [1:0] {
    IDLE,
    WORDS,
    REST,  // of a frame that is too long
    END    // the last word is on its way
  } state_e;

  state_e state_q;
  logic pair_q;
  logic [twd_unit_pkg::SLOT_BITS-1:0] slot_q;
  logic zeros_q;                  // ZERO, or a frame that ended early
  logic [WordBits:0] word_q;
  logic [twd_unit_pkg::COUNT_BITS-1:0] left_q;  // polynomials after this one
  logic pair, word_last_q, last_word, take, room;  // word_last_q: word_q is the last one of a polynomial

  assign pair = Both ? pair_q : Ring.q == 0;
  assign last_word = word_last_q && left_q == '0;
  assign ready_stream_o = state_q == REST || (state_q == WORDS && !zeros_q && room);
  assign take = state_q == WORDS && room && (zeros_q || valid_i);
  assign ready_o = state_q == IDLE;
  assign soon_o = state_q == IDLE || state_q == END;

  // ---- a register a bank: the word that is checked and waits for the memory ----
  logic bank_q;                   // of the word that comes
  logic flips;                    // the next word lies in the other bank: this one ends with an even number of ones
  logic [AddrBits-1:0] addr;
  logic [Lanes-1:0] low_wrong, high_wrong;

  assign room = !write_o[bank_q] || taken_i[bank_q];
  assign waits_o = state_q == END ? (write_o & ~taken_i) != '0 : state_q == WORDS && !room;

  always_comb begin
    flips = 1'b1;
    for (int j = WordBits; j >= 0; j--) flips = word_q[j] ? !flips : 1'b1;
    addr = {slot_q, word_q[WordBits:1]};
    if (Both) addr = {1'b0, slot_q[twd_unit_pkg::SLOT_BITS-2:0], word_q[WordBits:1]};
    if (Both && pair) addr = AddrBits'({slot_q, word_q[WordBits-1:1]});
  end

  twd_unit_check #(.Ring(Ring), .Ring_2(Ring_2), .Lanes(Lanes)) u_check (
    .pair_i(pair),
    .data_i,
    .low_o (low_wrong),
    .high_o(high_wrong)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= IDLE;
      range_o <= 1'b0;
    end else begin
      range_o <= take && !zeros_q && (low_wrong != '0 || high_wrong != '0);
      unique case (state_q)
        IDLE: if (start_i) state_q <= WORDS;
        WORDS: if (take && last_word) state_q <= zeros_q || last_i ? END : REST;
        REST: if (valid_i && last_i) state_q <= END;
        END: if (done_o) state_q <= IDLE;
        default: state_q <= IDLE;
      endcase
    end
  end

  assign done_o  = state_q == END && (write_o & ~taken_i) == '0;  // its write is in the next cycle
  assign early_o = take && !zeros_q && last_i && !last_word;
  assign long_o  = take && !zeros_q && !last_i && last_word;

  always_ff @(posedge clk_i) begin
    if (state_q == IDLE) begin
      pair_q  <= command_i.pair;
      slot_q  <= command_i.dst;
      left_q  <= command_i.count;
      zeros_q <= command_i.op == twd_unit_pkg::COMMAND_ZERO;
      word_q  <= '0;
      bank_q  <= 1'b0;
      word_last_q <= 1'b0;
    end else if (take) begin
      bank_q <= !word_last_q && bank_q ^ flips;
      word_q <= word_last_q ? '0 : word_q + 1'b1;
      word_last_q <= !word_last_q && &((word_q + 1'b1) | (Both && pair ? (WordBits + 1)'(1 << WordBits) : '0));
      if (word_last_q) begin
        slot_q <= slot_q + 1'b1;
        left_q <= left_q - 1'b1;
      end
      if (early_o) zeros_q <= 1'b1;
    end
  end

  for (genvar h = 0; h < 2; h++) begin : gen_bank
    logic next;  // the word goes here, if there is one

    assign next = room && bank_q == (h == 1);

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) write_o[h] <= 1'b0;
      else if (next) write_o[h] <= take;
      else if (taken_i[h]) write_o[h] <= 1'b0;
    end

    always_ff @(posedge clk_i) begin
      if (next || clear_i) begin
        data_o[h]       <= data_i;
        low_wrong_o[h]  <= low_wrong;
        high_wrong_o[h] <= high_wrong;
        addr_o[h]       <= addr;
        if (zeros_q || clear_i) begin
          data_o[h]       <= '0;
          low_wrong_o[h]  <= '0;
          high_wrong_o[h] <= '0;
        end
      end
    end
  end

  assign pair_o = pair;

  logic unused_command;
  assign unused_command = ^{command_i, pair_q};

endmodule
