// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_quad_pkg: passes, memory layout and latencies of the 2x2 engine.
//
// Word      four coefficients, whose indices differ in two bits; an address bit holds one of the other index bits each.
// Pass      pairs the index bits `high` and `low` of the lanes (or `high` alone). Four words that differ in two address bits
//           are transposed: the index bits of the lanes change places with those two, forward before the butterflies,
//           inverse behind them.
// Slots     slot t of a pass is the word whose address bit order(k) is bit k of t; the words that are transposed follow
//           each other. From pass to pass the two address bits that are transposed next change places with the two
//           lowest of the order.
// Layouts   before the forward transform address bit j holds index bit j + 2; behind it, and before the inverse one, what
//           content says behind the last pass.
// Model     twiddle.model.quad

package twd_quad_pkg;

  // Where a word of the butterflies comes from.
  typedef enum logic [1:0] {
    FROM_MEMORY = 2'd0,
    FROM_A      = 2'd1,  // port a, while it is loaded
    FROM_B      = 2'd2,
    FROM_SECOND = 2'd3   // region 1 of the memory, where it is a memory of its own
  } source_e;

  localparam int unsigned LEAST_N = 32'd64;

  function automatic int unsigned index_bits(input logic [127:0] ring);
    index_bits = 32'($clog2(twd_ring_pkg::length(ring)));
  endfunction

  // Index bits that are paired from the highest down, the single one at the end of an incomplete transform left out.
  function automatic int unsigned run(input logic [127:0] ring);
    run = index_bits(ring) - (twd_ring_pkg::complete(ring) ? 32'd0 : 32'd2);
  endfunction

  function automatic int unsigned passes(input logic [127:0] ring);
    passes = (run(ring) + 1) / 2 + (twd_ring_pkg::complete(ring) ? 32'd0 : 32'd1);
  endfunction

  // Pass p has one layer: the first one of an odd number, and the last one of an incomplete transform.
  function automatic logic single(input logic [127:0] ring, input int unsigned p);
    single = (p == 0 && run(ring) % 2 == 1) || (!twd_ring_pkg::complete(ring) && p + 1 == passes(ring));
  endfunction

  function automatic int unsigned high(input logic [127:0] ring, input int unsigned p);
    if (!twd_ring_pkg::complete(ring) && p + 1 == passes(ring)) high = 32'd1;
    else high = index_bits(ring) - 1 - (2 * p - ((run(ring) % 2 == 1 && p > 0) ? 32'd1 : 32'd0));
  endfunction

  function automatic int unsigned low(input logic [127:0] ring, input int unsigned p);
    low = p == 0 && run(ring) % 2 == 1 ? 32'd2 : high(ring, p) - 1;
  endfunction

  // Address bit that holds an index bit.
  function automatic int unsigned place(input logic [47:0] content, input int unsigned bits, input int unsigned index);
    place = 32'd0;
    for (int unsigned j = 0; j < bits; j++) begin
      if (32'(content[4*j+:4]) == index) place = j;
    end
  endfunction

  // {content behind a pass, order of the pass}, four bits each, for every pass. The functions below take this.
  function automatic logic [6*96-1:0] states(input logic [127:0] ring);
    logic [47:0] content;
    logic [47:0] order;
    int unsigned bits;
    int unsigned count;
    int unsigned lane_high;
    int unsigned lane_low;
    int unsigned at_high;
    int unsigned at_low;
    int unsigned pair_high;
    int unsigned pair_low;
    int unsigned k;
    int unsigned from;
    states = '0;
    bits = index_bits(ring) - 2;
    count = passes(ring);
    content = '0;
    order = '0;
    for (int unsigned j = 0; j < bits; j++) content[4*j+:4] = 4'(j + 2);
    // the first two, then pairs from the highest address bit down
    at_high = high(ring, 32'd0) - 2;
    at_low = low(ring, 32'd0) - 2;
    order[3:0] = 4'(at_low);
    order[7:4] = 4'(at_high);
    k = 32'd2;
    for (int unsigned j = bits; j > 0; j--) begin
      if (j - 1 != at_high && j - 1 != at_low) begin
        if ((k % 2 == 0) && (k + 1 < bits)) order[4*(k+1)+:4] = 4'(j - 1);
        else if (k % 2 == 1) order[4*(k-1)+:4] = 4'(j - 1);
        else order[4*k+:4] = 4'(j - 1);
        k = k + 1;
      end
    end
    lane_high = 32'd1;
    lane_low = 32'd0;
    for (int unsigned i = 0; i < count; i++) begin
      pair_high = high(ring, i);
      pair_low = low(ring, i);
      at_high = place(content, bits, pair_high);
      at_low = place(content, bits, pair_low);
      from = place(order, bits, at_high);
      order[4*from+:4] = order[7:4];
      order[7:4] = 4'(at_high);
      from = place(order, bits, at_low);
      order[4*from+:4] = order[3:0];
      order[3:0] = 4'(at_low);
      content[4*at_high+:4] = 4'(lane_high);
      content[4*at_low+:4] = 4'(lane_low);
      lane_high = pair_high;
      lane_low = pair_low;
      states[96*i+:96] = {content, order};
    end
  endfunction

  // Bit of the slot counter that drives address bit j in pass p.
  function automatic int unsigned slot_bit(
    input logic [6*96-1:0] all, input int unsigned bits, input int unsigned p, input int unsigned j
  );
    slot_bit = place(all[96*p+:48], bits, j);
  endfunction

  // Bit of the natural beat number that address bit j is, in the layout of the transform; p is the last pass.
  function automatic int unsigned beat_bit(
    input logic [6*96-1:0] all, input int unsigned p, input int unsigned j
  );
    beat_bit = 32'(all[96*p+48+4*j+:4]) - 2;
  endfunction

  // Index bits above the pair of pass p: the bits of its block number.
  function automatic int unsigned block_bits(input logic [127:0] ring, input int unsigned p);
    block_bits = index_bits(ring) - 1 - high(ring, p);
  endfunction

  // Bit of the slot counter that is an index bit in pass p.
  function automatic int unsigned index_bit(
    input logic [6*96-1:0] all, input int unsigned bits, input int unsigned p, input int unsigned index
  );
    index_bit = place(all[96*p+:48], bits, place(all[96*p+48+:48], bits, index));
  endfunction

  // How many slots earlier a word is read, at most, in pass `to` than in pass `from`.
  function automatic int unsigned early(
    input logic [6*96-1:0] all, input int unsigned bits, input int unsigned from, input int unsigned to
  );
    int unsigned then_bit;
    int unsigned now_bit;
    early = 32'd0;
    for (int unsigned j = 0; j < bits; j++) begin
      then_bit = 32'd1 << place(all[96*from+:48], bits, j);
      now_bit  = 32'd1 << place(all[96*to+:48], bits, j);
      if (then_bit > now_bit) early = early + then_bit - now_bit;
    end
  endfunction

  // Idle cycles between a pass of `slots` slots and the next, which reads words up to `earlier` slots earlier.
  function automatic int unsigned gap(input int unsigned delay, input int unsigned slots, input int unsigned earlier);
    gap = delay + 1 + earlier > slots ? delay + 1 + earlier - slots : 32'd0;
  endfunction

  // The same between inverse passes, whose slots keep their place in fours.
  function automatic int unsigned gap_of_four(
    input int unsigned delay, input int unsigned slots, input int unsigned earlier
  );
    gap_of_four = (gap(delay, slots, earlier) + 3) / 4 * 4;
  endfunction

  // Address bits of twd_quad_twiddle_rom: a bit more for the products of an incomplete transform, or for powers of psi.
  function automatic int unsigned factor_bits(input logic [127:0] ring, input logic published);
    factor_bits = index_bits(ring) + (twd_ring_pkg::complete(ring) && !published ? 32'd0 : 32'd1);
  endfunction

  // Regions are two memories of one LUT a word of 64, and not one block: it would be filled to a fraction.
  function automatic logic apart(input logic [127:0] ring);
    apart = twd_ring_pkg::complete(ring) && index_bits(ring) <= 8;
  endfunction

  // Address there of a zero, and behind it of what halves: a layer with which no pass begins.
  function automatic int unsigned zero(input logic [127:0] ring);
    zero = run(ring) % 2 == 1 ? 32'd4 : 32'd2;
  endfunction

  // ---- cycles, from the read address of a word (0) ----
  localparam int unsigned MEMORY = 32'd2;
  localparam int unsigned TURN = 32'd3;          // of twd_quad_transpose
  localparam int unsigned LINE = MEMORY + TURN;  // the lines of the butterflies

  // Cycles of twd_butterfly_2x2: two products, two sums, the canonical value and its partner's register.
  function automatic int unsigned butterfly_latency(input logic [3:0] method, input int unsigned q);
    butterfly_latency = 2 * twd_mod_mul_wide_pkg::latency(method, q) + 4;
  endfunction

  function automatic int unsigned write_delay(input logic [3:0] method, input int unsigned q);
    write_delay = LINE + butterfly_latency(method, q) + TURN;
  endfunction

  // Cycles by which the differences of an inverse pass are later: a product more, in fours.
  function automatic int unsigned lag(input logic [3:0] method, input int unsigned q);
    lag = (twd_mod_mul_wide_pkg::latency(method, q) + 3) / 4 * 4;
  endfunction

endpackage
