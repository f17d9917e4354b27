// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_unit_zeroize: resets the polynomial unit and clears what a reset does not: memories, queues and pipes.
//
//   cycles   2       Depth, or fewer                      Settle
//   rst_no   low     high                                 low
//   clear_o          addr_o, queues                       pipes take zeros and constants
//   w_en_o             word addr_o of both banks
//
// Method    in clear_o every queue writes zeros in a circle, in 18 cycles; one cycle later both banks write zeros to
//           the word addr_o of clear_o and read what has become zero; the registers of load take zeros, so that the
//           pipes follow. No command is taken, and none runs.
// Part      part_i, in the cycle of zeroize_i, chooses the words: of each eight slots the first part_i[3:0], 1 to 8, 0:
//           all; with part_i[4] of slots of pairs, which have half the words, in the lower half of the memory.
// Timing    busy_o from the cycle after zeroize_i, for 2 + Depth + Settle cycles (or that part of Depth).
//           Until the last of them zeroize_i has no effect; one that is high in it begins another zeroization. open_o,
//           a flip-flop, is low meanwhile, in reset and one cycle after it. rst_no is a flip-flop that is used as a
//           reset alone.
// Cost      two counters.
// Model     twiddle.model.timing

`include "twd_assert.svh"

module twd_unit_zeroize #(
  parameter  int unsigned WordBits = 5,    // 2^WordBits words of a bank in a slot
  parameter  int unsigned Depth    = 512,  // words of a bank, 32 or more
  parameter  int unsigned Settle   = 32,   // cycles from a register in front to the last one of a pipe
  localparam int unsigned AddrBits = $clog2(Depth)
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                zeroize_i,
  input  logic          [4:0] part_i,   // 0: all
  output logic                busy_o,
  output logic                open_o,   // words may go in and out
  output logic                rst_no,
  output logic                clear_o,
  output logic                w_en_o,   // a cycle after clear_o
  output logic [AddrBits-1:0] addr_o
);

  localparam int unsigned CountBits = $clog2(Settle);

  typedef enum logic [1:0] {
    IDLE,
    DROP,
    CLEAR,
    SETTLE
  } state_e;

  state_e state_q;
  logic [CountBits-1:0] count_q;
  logic [AddrBits-1:0] addr_q, skipped, last;  // last: what addr_q is at the last word, with what is skipped
  logic [AddrBits-1:0] slot, rows;             // masks of the words of a slot, of eight
  logic [2:0] row;
  logic [2:0] last_row_q;  // of eight
  logic half_q;
  logic row_last_q;        // from the second word of a slot on: the others of eight are skipped after it
  logic final_q;           // and: it is the last slot
  logic slot_ends_q;       // with word addr_q
  logic ends;              // of this state
  logic over, begins, idle;

  assign row       = half_q ? 3'(addr_q >> (WordBits - 1)) : 3'(addr_q >> WordBits);
  assign slot      = AddrBits'(half_q ? (1 << WordBits) / 2 - 1 : (1 << WordBits) - 1);
  assign rows      = AddrBits'(half_q ? (4 << WordBits) - 1 : (8 << WordBits) - 1);
  assign skipped   = slot_ends_q && row_last_q ? addr_q | rows : addr_q;
  assign last      = half_q ? AddrBits'(Depth / 2 - 1) : AddrBits'(Depth - 1);
  assign ends      = state_q == CLEAR ? slot_ends_q && final_q
      : count_q == CountBits'(state_q == DROP ? 1 : Settle - 1);
  assign over      = state_q == IDLE || (state_q == SETTLE && ends);
  assign begins    = over && zeroize_i;
  assign idle      = over && !zeroize_i;
  assign busy_o    = state_q != IDLE;
  assign clear_o   = state_q == CLEAR;
  assign addr_o    = addr_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= IDLE;
      count_q <= '0;
      addr_q  <= '0;
      open_o  <= 1'b0;
      rst_no  <= 1'b0;
      w_en_o  <= 1'b0;
    end else begin
      open_o  <= idle;
      w_en_o  <= clear_o;
      rst_no  <= idle || (state_q == DROP && ends) || (clear_o && !ends);
      count_q <= state_q != IDLE && !clear_o && !ends ? count_q + 1'b1 : '0;
      addr_q  <= clear_o && !ends ? skipped + 1'b1 : '0;
      unique case (state_q)
        IDLE: if (begins) state_q <= DROP;
        DROP: if (ends) state_q <= CLEAR;
        CLEAR: if (ends) state_q <= SETTLE;
        SETTLE: if (ends) state_q <= begins ? DROP : IDLE;
        default: state_q <= IDLE;
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    slot_ends_q <= clear_o && (addr_q & slot) == slot - 1'b1;
    row_last_q <= row == last_row_q;
    final_q    <= (addr_q | (row == last_row_q ? rows : slot)) >= last;
    if (over) begin
      last_row_q <= 3'(part_i[3:0] - 4'd1);
      half_q     <= part_i[4];
    end
  end

  `TWD_ASSERT(ClosedWhileBusy, !busy_o || !open_o)

endmodule
