// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_unit_pkg: the command word of the polynomial unit, its rings, slots and addresses, and the timing of its engine.
//
// Rings     one complete ring (wide), one incomplete ring (pairs: twd_lane), or both, which then have one length.
// Words     a word is one of each lane: Lanes coefficients, or Lanes pairs. A polynomial is n / Lanes words, or
//           n / (2 Lanes). Word w lies in bank parity(w) of the memory, at w/2 of its slot.
// Slots     a slot holds a polynomial. With both rings a slot of pairs is half a wide one: slots 2i and 2i + 1 of pairs
//           are slot i.
// Command   bits 31:28 op, 27 pair, 26:24 count - 1, 23:17 dst, 16:10 a, 9:3 b, 2 stream, 1 report, 0 zero.
// Model     twiddle.model.command, twiddle.model.timing

package twd_unit_pkg;

  // count is that of the polynomials in slots a, a + 1, ...; of MUL and MAC that of the products.
  typedef enum logic [3:0] {
    COMMAND_NTT   = 4'd0,  // dst = NTT(a)
    COMMAND_INTT  = 4'd1,  // dst = INTT(a)
    COMMAND_MUL   = 4'd2,  // dst = sum of a b, in transformed polynomials
    COMMAND_MAC   = 4'd3,  // dst = dst + sum of a b
    COMMAND_ADD   = 4'd4,  // dst = a + b
    COMMAND_SUB   = 4'd5,  // dst = a - b
    COMMAND_COPY  = 4'd6,  // dst = a
    COMMAND_ZERO  = 4'd7,  // dst = 0
    COMMAND_LOAD  = 4'd8,  // dst = what comes in
    COMMAND_STORE = 4'd9   // a goes out
  } command_e;

  localparam int unsigned SLOT_BITS = 7;
  localparam int unsigned COUNT_BITS = 3;
  localparam int unsigned NUMBER_BITS = 8;  // of a command, more than are under way at once
  // Cycles from the end of a command of the engine to its last write. A command that waited for it starts four cycles
  // after the end (twd_unit_commands), and reads a cycle later at the earliest (twd_unit_store).
  localparam int unsigned ENDS_EARLY = 2;

  typedef struct packed {
    command_e                op;
    logic                    pair;    // polynomials of the incomplete ring
    logic [COUNT_BITS-1:0]   count;   // less one
    logic [SLOT_BITS-1:0]    dst;
    logic [SLOT_BITS-1:0]    a;
    logic [SLOT_BITS-1:0]    b;
    logic                    stream;  // a comes from the stream of operands; one product
    logic                    report;  // its end is reported
    logic                    zero;
  } command_t;

  // The rule that a command breaks, and what was wrong with a frame.
  typedef enum logic [2:0] {
    RULE_NONE      = 3'd0,
    RULE_OPERATION = 3'd1,  // the operation is known, and bit 0 is 0
    RULE_RING      = 3'd2,  // the unit has the ring
    RULE_SLOT      = 3'd3,  // every slot is there; slots of dst are those of a or b, or apart from them (not MUL, MAC)
    RULE_STREAM    = 3'd4,  // stream is of one product
    RULE_RANGE     = 3'd5,  // coefficients are below q
    RULE_EARLY     = 3'd6,  // a frame does not end before its polynomials
    RULE_LONG      = 3'd7   // nor after them
  } rule_e;

  // A slot of the schedule, but for its word and its layer.
  typedef struct packed {
    logic                 sums;
    logic                 pair;
    logic                 inverse;
    logic                 phase;    // of a term: u, v
    logic                 stream;   // u came from the stream of operands
    logic [1:0]           mode;     // twd_lane_pkg::mode_e
    logic                 first;    // term
    logic                 minus;
    logic                 merges;   // the sum starts with the word that is read after v
    logic [SLOT_BITS-1:0] r_slot;
    logic [SLOT_BITS-1:0] w_slot;
  } slot_t;

  typedef struct packed {
    logic read;
    logic write;
    logic last;  // slot of the command
  } slot_valid_t;

  // What the engine does in a cycle, but for addresses; a bit a bank.
  typedef struct packed {
    logic [1:0] r_en;
    logic [1:0] w_en;
    logic [1:0] last;  // write of the command, of a streamed one
  } access_valid_t;

  typedef struct packed {
    logic u_bank;    // bank that holds u
    logic sum_bank;  // bank that takes the sum
    logic stream;    // u is an operand of the stream
    logic inverse;
  } access_t;

  // Bits of the index of a coefficient, or of a pair where there is no complete ring.
  function automatic int unsigned index_bits(input logic [127:0] ring, input logic [127:0] ring_2);
    index_bits = twd_ring_pkg::modulus(ring) != 0 ? 32'($clog2(twd_ring_pkg::length(ring)))
        : 32'($clog2(twd_ring_pkg::length(ring_2))) - 32'd1;
  endfunction

  function automatic logic both(input logic [127:0] ring, input logic [127:0] ring_2);
    both = twd_ring_pkg::modulus(ring) != 0 && twd_ring_pkg::modulus(ring_2) != 0;
  endfunction

  // Bits of the address of a word of a bank within a slot.
  function automatic int unsigned word_bits(
    input logic [127:0] ring, input logic [127:0] ring_2, input int unsigned lanes
  );
    word_bits = index_bits(ring, ring_2) - 32'($clog2(lanes)) - 32'd1;
    if (index_bits(ring, ring_2) < 32'($clog2(lanes)) + 32'd3) word_bits = 32'd2;  // refused by twd_poly_unit
  endfunction

  // Cycles from an address to the write of the result: memory 2, read network 1, lane, write network 1. Sums of pairs
  // take the longer way through the lane.
  function automatic int unsigned write_delay(input logic [127:0] ring, input logic [127:0] ring_2, input logic dsp);
    write_delay = twd_lane_pkg::latency(twd_ring_pkg::modulus(ring), twd_ring_pkg::modulus(ring_2), dsp) + 32'd4;
  endfunction

  function automatic int unsigned longest_delay(input logic [127:0] ring, input logic [127:0] ring_2, input logic dsp);
    int unsigned pairs;
    pairs = twd_lane_pkg::latency_of_pairs(twd_ring_pkg::modulus(ring), twd_ring_pkg::modulus(ring_2), dsp) + 32'd4;
    longest_delay = write_delay(ring, ring_2, dsp);
    if (pairs > longest_delay) longest_delay = pairs;
  endfunction

endpackage
