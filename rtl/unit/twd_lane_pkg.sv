// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_lane_pkg: words, selectors and latencies of a lane of the polynomial unit.
//
// Word      a coefficient modulo Q (wide), or two modulo Q_2 (a pair), one half each: Low bits and the bits above them.
// Split     a word in which each half has a bit more, for a carry or a sign: {high, low}, High + 1 and Low + 1 bits.
//           The top bit of the low half belongs to a pair alone: the low half of a wide value has Low bits.
// Terms     products that a lane adds up before it reduces their sum.
// Rings     q = 0 or q_2 = 0: none. Functions of a modulus test that by if: Yosys evaluates both sides of ?:, and folds
//           modulo 0 for seconds.
// Model     twiddle.model.timing

package twd_lane_pkg;

  localparam int unsigned TERMS = 8;

  // What a lane does with u and v (twd_lane).
  typedef enum logic [1:0] {
    LANE_CT  = 2'd0,  // layer of the forward transform; u + v and u - v with the twiddle factor 1
    LANE_GS  = 2'd1,  // layer of the inverse transform
    LANE_MAC = 2'd2,  // adds the product of u and v to the sum of the lane
    LANE_ONE = 2'd3   // adds v, or -v
  } mode_e;

  typedef struct packed {
    logic  pair;    // two coefficients modulo Q_2
    mode_e mode;
    logic  first;   // the sum of the lane starts with this term
    logic  negate;  // -v, or -zeta for the base product
    logic  merges;  // and with the next u
  } control_t;

  // Bits of the lower half of a word.
  function automatic int unsigned low_bits(input int unsigned q, input int unsigned q_2);
    low_bits = q_2 != 0 ? 32'($clog2(q_2)) : (32'($clog2(q | 32'd2)) + 32'd1) / 32'd2;
  endfunction

  // Bits of a word.
  function automatic int unsigned width(input int unsigned q, input int unsigned q_2);
    width = 2 * low_bits(q, q_2);
    if (32'($clog2(q)) > width || (q_2 == 0 && q != 0)) width = 32'($clog2(q));
  endfunction

  // A wide product is one DSP block, or is not made of halves.
  function automatic logic whole(input int unsigned q, input int unsigned q_2);
    whole = q_2 == 0 && 32'($clog2(q)) <= twd_modarith_pkg::DSP_WIDTH;
  endfunction

  // Cycles of a product of two halves, or of a whole one.
  function automatic int unsigned tile_latency(input int unsigned q, input int unsigned q_2, input logic dsp);
    tile_latency = dsp ? 32'd2 : twd_modarith_pkg::tile_latency(whole(q, q_2) ? $clog2(q) : low_bits(q, q_2));
  endfunction

  // Largest sums of TERMS products modulo Q; modulo Q_2 of products of the lower halves, and with the product by zeta.
  function automatic logic [63:0] largest_sum(input int unsigned q);
    largest_sum = 64'(TERMS) * twd_modarith_pkg::largest_product(q);
  endfunction

  function automatic logic [63:0] largest_base(input int unsigned q_2);
    largest_base = 64'(TERMS + 1) * twd_modarith_pkg::largest_product(q_2);
  endfunction

  // Cycles from the operands of the multipliers to the reduced sum modulo Q.
  function automatic int unsigned wide_latency(input int unsigned q, input int unsigned q_2, input logic dsp);
    wide_latency = 32'd0;
    if (q != 0) begin
      wide_latency = tile_latency(q, q_2, dsp) + (whole(q, q_2) ? 32'd1 : 32'd4)
          + twd_fold_pkg::folds(largest_sum(q), q);
    end
  endfunction

  // To the two reduced sums modulo Q_2, the larger of which is of two products a term.
  function automatic int unsigned pair_latency(input int unsigned q, input int unsigned q_2, input logic dsp);
    pair_latency = 32'd0;
    if (q_2 != 0) begin
      pair_latency = tile_latency(q, q_2, dsp) + 32'd2 + twd_fold_pkg::folds(64'd2 * largest_sum(q_2), q_2);
    end
  endfunction

  // To what the butterfly takes.
  function automatic int unsigned product_latency(input int unsigned q, input int unsigned q_2, input logic dsp);
    int unsigned pairs;
    product_latency = wide_latency(q, q_2, dsp);
    pairs = pair_latency(q, q_2, dsp);
    if (pairs > product_latency) product_latency = pairs;
  endfunction

  // To the base product of a pair: the reduced sum, corrected, times zeta, added, reduced.
  function automatic int unsigned base_latency(input int unsigned q, input int unsigned q_2, input logic dsp);
    base_latency = 32'd0;
    if (q_2 != 0) begin
      base_latency = pair_latency(q, q_2, dsp) + 32'd1 + tile_latency(q, q_2, dsp) + 32'd1
          + twd_fold_pkg::folds(largest_base(q_2), q_2);
    end
  endfunction

  // Cycles of twd_lane from u_i and v_i: a butterfly or a wide sum of products, and a sum of base products.
  function automatic int unsigned latency(input int unsigned q, input int unsigned q_2, input logic dsp);
    latency = product_latency(q, q_2, dsp) + 32'd5;
  endfunction

  function automatic int unsigned latency_of_pairs(input int unsigned q, input int unsigned q_2, input logic dsp);
    latency_of_pairs = base_latency(q, q_2, dsp) + 32'd5;
  endfunction

endpackage
