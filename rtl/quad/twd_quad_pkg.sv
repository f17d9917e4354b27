// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_quad_pkg: passes, memory layout and latencies of the 2x2 engine; types of its control signals.
//
// Word      four coefficients whose indices differ in two bits. An address bit holds one of the other index bits each.
// Pass      pairs the index bits `pair_high` and `pair_low`, which the lanes hold, or `pair_high` alone. Four words
//           that differ in two address bits are transposed: the index bits of the lanes change places with those two,
//           before the butterflies in a forward pass and after them in an inverse one.
// Slots     slot t of a pass is the word whose address bit order(k) is bit k of t. The words that are transposed follow
//           each other. From pass to pass the two address bits that are transposed next change places with the two
//           lowest of the order.
// Layouts   before the forward transform address bit j holds index bit j + 2; after it, and before the inverse one,
//           what the content of the last pass says.
// Model     twiddle.model.quad; docs/cores/quad.md shows an example

package twd_quad_pkg;

  // Where a word of the butterflies comes from.
  typedef enum logic [1:0] {
    FROM_MEMORY = 2'd0,
    FROM_PORT   = 2'd1,  // a beat that is loaded
    FROM_SECOND = 2'd2   // region 1 of the memory, where it is a memory of its own
  } source_e;

  // A beat that is loaded.
  typedef struct packed {
    logic       a;         // a beat of a is taken
    logic       b;         // a beat of b is taken
    logic       first;     // the first beat of an operation
    logic       complete;  // the last beat of its operands
    logic [2:0] op;        // its operation
  } beat_t;

  // What a pass does: the work of twd_pass_pkg::pass_t.
  typedef struct packed {
    logic       transpose_in;   // before the butterflies
    logic       transpose_out;  // after them
    logic       second;         // reads the region of the second operand
    logic       moves;          // writes to the region that it does not read
    logic       w_twiddle;      // writes to the twiddle factors
    logic [1:0] w_lanes;        // even, odd
    logic       psi;            // multiplies by powers of psi
    logic       operand;        // multiplies by words of the second operand
    logic       pair;           // multiplies by zeta of pairs
    logic [2:0] order;          // pass of the transform that has the order of its slots
    logic [2:0] mode;           // twd_butterfly_2x2_pkg::mode_e: Yosys takes no type of another package here
  } work_t;

  // What a slot does; each of these has a reset.
  typedef struct packed {
    logic read;       // memory is read
    logic write;      // the word is written
    logic load_last;  // it is the last beat of the operands
  } strobes_t;

  // How a slot does it.
  typedef struct packed {
    source_e    source;
    logic [2:0] mode;           // twd_butterfly_2x2_pkg::mode_e
    logic       transpose_in;   // before the butterflies
    logic       transpose_out;  // after them
    logic [1:0] phase;          // of four words that are transposed
    logic       r_region;
    logic       w_region;
    logic       w_twiddle;      // the word is written to the twiddle factors instead
    logic [1:0] w_lanes;        // even, odd
  } slot_t;

  localparam int unsigned LEAST_N = 32'd64;

  function automatic int unsigned index_bits(input logic [127:0] ring);
    index_bits = 32'($clog2(twd_ring_pkg::length(ring)));
  endfunction

  // Index bits that are paired from the highest down, the single one at the end of an incomplete transform left out.
  function automatic int unsigned paired_bits(input logic [127:0] ring);
    paired_bits = index_bits(ring) - (twd_ring_pkg::complete(ring) ? 32'd0 : 32'd2);
  endfunction

  function automatic int unsigned passes(input logic [127:0] ring);
    passes = (paired_bits(ring) + 1) / 2 + (twd_ring_pkg::complete(ring) ? 32'd0 : 32'd1);
  endfunction

  // Pass p has one layer: the first one of an odd number, and the last one of an incomplete transform.
  function automatic logic single(input logic [127:0] ring, input int unsigned p);
    single = (p == 0 && paired_bits(ring) % 2 == 1) || (!twd_ring_pkg::complete(ring) && p + 1 == passes(ring));
  endfunction

  function automatic int unsigned pair_high(input logic [127:0] ring, input int unsigned p);
    if (!twd_ring_pkg::complete(ring) && p + 1 == passes(ring)) pair_high = 32'd1;
    else pair_high = index_bits(ring) - 1 - (2 * p - ((paired_bits(ring) % 2 == 1 && p > 0) ? 32'd1 : 32'd0));
  endfunction

  function automatic int unsigned pair_low(input logic [127:0] ring, input int unsigned p);
    pair_low = p == 0 && paired_bits(ring) % 2 == 1 ? 32'd2 : pair_high(ring, p) - 1;
  endfunction

  // The one of `bits` places that holds an index; content has four bits a place.
  function automatic int unsigned place(input logic [47:0] content, input int unsigned bits, input int unsigned index);
    place = 32'd0;
    for (int unsigned j = 0; j < bits; j++) begin
      if (32'(content[4*j+:4]) == index) place = j;
    end
  endfunction

  // {content after a pass, order of the pass}, four bits each, for every pass. The functions below take this.
  function automatic logic [6*96-1:0] layouts(input logic [127:0] ring);
    logic [47:0] content;
    logic [47:0] order;
    int unsigned bits;
    int unsigned count;
    int unsigned lane_high;
    int unsigned lane_low;
    int unsigned addr_high;
    int unsigned addr_low;
    int unsigned high;
    int unsigned low;
    int unsigned k;
    int unsigned from;
    layouts = '0;
    bits = index_bits(ring) - 2;
    count = passes(ring);
    content = '0;
    order = '0;
    for (int unsigned j = 0; j < bits; j++) content[4*j+:4] = 4'(j + 2);
    // the first two, then pairs from the highest address bit down
    addr_high = pair_high(ring, 32'd0) - 2;
    addr_low = pair_low(ring, 32'd0) - 2;
    order[3:0] = 4'(addr_low);
    order[7:4] = 4'(addr_high);
    k = 32'd2;
    for (int unsigned j = bits; j > 0; j--) begin
      if (j - 1 != addr_high && j - 1 != addr_low) begin
        if ((k % 2 == 0) && (k + 1 < bits)) order[4*(k+1)+:4] = 4'(j - 1);
        else if (k % 2 == 1) order[4*(k-1)+:4] = 4'(j - 1);
        else order[4*k+:4] = 4'(j - 1);
        k = k + 1;
      end
    end
    lane_high = 32'd1;
    lane_low = 32'd0;
    for (int unsigned p = 0; p < count; p++) begin
      high = pair_high(ring, p);
      low = pair_low(ring, p);
      addr_high = place(content, bits, high);
      addr_low = place(content, bits, low);
      from = place(order, bits, addr_high);
      order[4*from+:4] = order[7:4];
      order[7:4] = 4'(addr_high);
      from = place(order, bits, addr_low);
      order[4*from+:4] = order[3:0];
      order[3:0] = 4'(addr_low);
      content[4*addr_high+:4] = 4'(lane_high);
      content[4*addr_low+:4] = 4'(lane_low);
      lane_high = high;
      lane_low = low;
      layouts[96*p+:96] = {content, order};
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
    block_bits = index_bits(ring) - 1 - pair_high(ring, p);
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
    int unsigned slots_from;
    int unsigned slots_to;
    early = 32'd0;
    for (int unsigned j = 0; j < bits; j++) begin
      slots_from = 32'd1 << place(all[96*from+:48], bits, j);
      slots_to   = 32'd1 << place(all[96*to+:48], bits, j);
      if (slots_from > slots_to) early = early + slots_from - slots_to;
    end
  endfunction

  // twd_pass_pkg::bubble between inverse passes, whose slots keep their place in fours.
  function automatic int unsigned bubble_of_four(
    input int unsigned delay, input int unsigned slots, input int unsigned earlier
  );
    bubble_of_four = (twd_pass_pkg::bubble(delay, slots, earlier) + 3) / 4 * 4;
  endfunction

  // Address bits of twd_quad_twiddles: a bit more for the products of an incomplete transform, or for powers of psi.
  function automatic int unsigned twiddle_addr_bits(input logic [127:0] ring, input logic published);
    twiddle_addr_bits = index_bits(ring) + (twd_ring_pkg::complete(ring) && !published ? 32'd0 : 32'd1);
  endfunction

  // Regions are two memories of LUTs, one LUT for 64 words, and not one block, which would be filled to a fraction.
  function automatic logic separate_regions(input logic [127:0] ring);
    separate_regions = twd_ring_pkg::complete(ring) && index_bits(ring) <= 8;
  endfunction

  // Address in twd_quad_twiddles of a zero, followed by the halving constant: a layer with which no pass begins.
  function automatic int unsigned zero_addr(input logic [127:0] ring);
    zero_addr = paired_bits(ring) % 2 == 1 ? 32'd4 : 32'd2;
  endfunction

  // ---- cycles, from the read address of a word (0) ----
  localparam int unsigned MEMORY_CYCLES = 32'd2;
  localparam int unsigned TRANSPOSE_CYCLES = 32'd3;  // of twd_quad_transpose
  localparam int unsigned BUTTERFLY_START = MEMORY_CYCLES + TRANSPOSE_CYCLES;

  // Cycles of twd_butterfly_2x2: two products, two sums, the correction and the register of a masked operand.
  function automatic int unsigned butterfly_latency(input logic [3:0] method, input int unsigned q);
    butterfly_latency = 2 * twd_method_pkg::wide_latency(method, q) + 5;
  endfunction

  function automatic int unsigned write_delay(input logic [3:0] method, input int unsigned q);
    write_delay = BUTTERFLY_START + butterfly_latency(method, q) + TRANSPOSE_CYCLES;
  endfunction

  // Cycles by which the differences of an inverse pass are later: one product, in fours.
  function automatic int unsigned late_cycles(input logic [3:0] method, input int unsigned q);
    late_cycles = (twd_method_pkg::wide_latency(method, q) + 3) / 4 * 4;
  endfunction

endpackage
