// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mdc_pkg: columns and gaps of twd_mdc_engine, as constant functions of a ring and a number of lanes.
//
// P = log2(lanes), T = n/lanes beats a polynomial, L layers, top = log2(n) - 1; indices have the bits i_top to i_0.
// Column c pairs bit i_(top - c) in the forward direction, i_(top - (L - 1 - c)) in the inverse one; gap g is in front of
// column g, gap L behind the last one. Gap g of the inverse direction mirrors gap L - g of the forward one.
// Model     twiddle.model.mdc

package twd_mdc_pkg;

  // Permutations of a gap.
  localparam logic [1:0] NONE = 2'd0;
  localparam logic [1:0] SWAP = 2'd1;  // lane bit 0 with a time bit
  localparam logic [1:0] TURN = 2'd2;  // lane bit 0 from i_P to i_0, the time bits rotated

  // Beats of a polynomial.
  function automatic int unsigned beats(input logic [127:0] ring, input int unsigned lanes);
    beats = twd_ring_pkg::length(ring) / lanes;
  endfunction

  // Index bit that a layer pairs.
  function automatic int unsigned pair_bit(input logic [127:0] ring, input int unsigned layer);
    pair_bit = 32'($clog2(twd_ring_pkg::length(ring))) - 32'd1 - layer;
  endfunction

  // Lane bit in which two paired coefficients differ.
  function automatic int unsigned lane_bit(input logic [127:0] ring, input int unsigned lanes, input int unsigned layer);
    lane_bit = pair_bit(ring, layer) < 32'($clog2(lanes)) ? pair_bit(ring, layer) : 32'd0;
  endfunction

  // Lane of the upper operand u of butterfly j of a layer; that of v has the layer's lane bit set.
  function automatic int unsigned lane_of(
    input logic [127:0] ring, input int unsigned lanes, input int unsigned layer, input int unsigned j
  );
    int unsigned b;
    b = lane_bit(ring, lanes, layer);
    lane_of = ((j >> b) << (b + 1)) | (j & ((32'd1 << b) - 1));
  endfunction

  // Bits of the beat in the number of a layer's block; the others are a lane's.
  function automatic int unsigned beat_bits(input logic [127:0] ring, input int unsigned lanes, input int unsigned layer);
    int unsigned all;
    all = 32'($clog2(beats(ring, lanes)));
    beat_bits = pair_bit(ring, layer) >= 32'($clog2(lanes)) ? layer : pair_bit(ring, layer) > 0 ? all - 32'd1 : all;
  endfunction

  // The permutation of a gap of the forward direction.
  function automatic logic [1:0] kind(input logic [127:0] ring, input int unsigned lanes, input int unsigned gap);
    kind = gap < 32'($clog2(beats(ring, lanes))) ? SWAP
        : gap == 32'($clog2(twd_ring_pkg::length(ring))) - 32'd1 ? TURN : NONE;
  endfunction

  // Weight in beats of the time bit that a gap of the forward direction swaps; 0: none.
  function automatic int unsigned distance(input logic [127:0] ring, input int unsigned lanes, input int unsigned gap);
    distance = kind(ring, lanes, gap) == SWAP ? beats(ring, lanes) >> (gap + 1) : 32'd0;
  endfunction

  // Cycles of a gap of the forward direction.
  function automatic int unsigned gap_latency(input logic [127:0] ring, input int unsigned lanes, input int unsigned gap);
    gap_latency = kind(ring, lanes, gap) == TURN ? beats(ring, lanes) / 2 + 2 : distance(ring, lanes, gap);
  endfunction

  // Cycles of a gap for both directions in turn.
  function automatic int unsigned mixed_gap_latency(
    input logic [127:0] ring, input int unsigned lanes, input int unsigned gap
  );
    int unsigned forward;
    int unsigned inverse;
    forward = gap_latency(ring, lanes, gap);
    inverse = gap_latency(ring, lanes, twd_ring_pkg::layers(ring) - gap);
    mixed_gap_latency = forward > inverse ? forward : inverse;
  endfunction

  // Cycles of a column: twd_butterfly with Mixed, twd_butterfly_dual for both directions, twd_butterfly_parallel for one.
  function automatic int unsigned column_latency(
    input logic [3:0] method, input int unsigned q, input logic both, input logic mixed
  );
    column_latency = mixed ? twd_method_pkg::bare_latency(method, q) + 32'd4
        : both ? twd_butterfly_pkg::dual_latency(method, q) : twd_butterfly_pkg::streaming_latency(method, q);
  endfunction

  // Cycles of the engine.
  function automatic int unsigned latency(
    input logic [127:0] ring, input logic [3:0] method, input int unsigned lanes, input logic both,
    input logic mixed
  );
    latency = twd_ring_pkg::layers(ring) * column_latency(method, twd_ring_pkg::modulus(ring), both, mixed);
    for (int unsigned gap = 0; gap <= twd_ring_pkg::layers(ring); gap++) begin
      latency = latency + (mixed ? mixed_gap_latency(ring, lanes, gap) : gap_latency(ring, lanes, gap));
    end
  endfunction

endpackage
