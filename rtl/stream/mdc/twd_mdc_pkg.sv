// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mdc_pkg: stages and shuffles of twd_mdc_engine, as constant functions of a ring and a number of lanes.
//
// P = log2(lanes), T = n/lanes beats a polynomial, L layers, top = log2(n) - 1; an index has the bits i_top to i_0.
// Stage s pairs bit i_(top - s) in the forward direction and i_(top - (L - 1 - s)) in the inverse one. Shuffle s comes
// before stage s, shuffle L after the last stage. Shuffle s of the inverse direction mirrors shuffle L - s of the
// forward one.
// Model     twiddle.model.mdc

package twd_mdc_pkg;

  // Beats of a polynomial.
  function automatic int unsigned beats(input logic [127:0] ring, input int unsigned lanes);
    beats = twd_ring_pkg::length(ring) / lanes;
  endfunction

  // Index bit that a layer pairs.
  function automatic int unsigned pair_bit(input logic [127:0] ring, input int unsigned layer);
    pair_bit = 32'($clog2(twd_ring_pkg::length(ring))) - 32'd1 - layer;
  endfunction

  // Lane bit in which two paired coefficients differ.
  function automatic int unsigned lane_bit(
    input logic [127:0] ring, input int unsigned lanes, input int unsigned layer
  );
    lane_bit = pair_bit(ring, layer) < 32'($clog2(lanes)) ? pair_bit(ring, layer) : 32'd0;
  endfunction

  // Lane of the upper operand u of a layer's butterfly; that of v has the layer's lane bit set.
  function automatic int unsigned lane_of(
    input logic [127:0] ring, input int unsigned lanes, input int unsigned layer, input int unsigned butterfly
  );
    int unsigned place;
    place = lane_bit(ring, lanes, layer);
    lane_of = ((butterfly >> place) << (place + 1)) | (butterfly & ((32'd1 << place) - 1));
  endfunction

  // Beat bits in the number of a layer's block; its other bits are lane bits.
  function automatic int unsigned beat_bits(
    input logic [127:0] ring, input int unsigned lanes, input int unsigned layer
  );
    int unsigned time_bits;
    time_bits = 32'($clog2(beats(ring, lanes)));
    beat_bits = pair_bit(ring, layer) >= 32'($clog2(lanes)) ? layer
        : pair_bit(ring, layer) > 0 ? time_bits - 32'd1 : time_bits;
  endfunction

  // The twiddle factors of a layer's butterfly, by the beat bits of their blocks (twd_stream_pkg::table_t):
  // zeta(block) = root^bitrev(2^l + block), or 1/zeta(block)/2 in the inverse direction, with dual -1/zeta(block)/2, as
  // twd_butterfly_dual takes it; each divided by the scale of the method. unit: -1/scale, which passes coefficients.
  // Block (a, k) has the beat bits a and the lane bits k; lane bit 0 is i_P, or i_0 in the last layer of a complete
  // transform: bitrev(2^l + (a, k)) = 2^(L-1-l) + bitrev(k) 2^(L-l+A) + bitrev(a) 2^(L-l), A = beat_bits.
  function automatic logic [191:0] factors(
    input logic [127:0] ring, input logic [3:0] method, input int unsigned lanes, input int unsigned layer,
    input int unsigned butterfly, input logic inverse, input logic dual
  );
    int unsigned q, unit, root, first, pair, places, bits, lane, part, above;
    q = twd_ring_pkg::modulus(ring);
    unit = twd_method_pkg::unscale(method, q, 32'd0);
    root = twd_ring_pkg::pow_mod(
      twd_ring_pkg::root(ring), inverse ? twd_ring_pkg::root_order(ring) - 32'd1 : 32'd1, q);
    pair = pair_bit(ring, layer);
    places = 32'($clog2(lanes));
    bits = beat_bits(ring, lanes, layer);
    lane = lane_of(ring, lanes, layer, butterfly);
    part = pair >= places ? 32'd0
        : pair == 0 ? lane >> 1 : ((lane & 1) << (places - 1 - pair)) | (lane >> (pair + 1));
    above = twd_ring_pkg::layers(ring) - layer;
    first = twd_ring_pkg::pow_mod(
      root, (32'd1 << (above - 1)) + (twd_ring_pkg::bit_reverse(part, layer - bits) << (above + bits)), q);
    if (inverse) first = twd_ring_pkg::mul_mod(first, dual ? q / 2 : (q + 1) / 2, q);
    factors = {q, twd_ring_pkg::mul_mod(first, unit, q), twd_ring_pkg::pow_mod(root, 32'd1 << above, q), bits,
               pair >= places ? pair - places : 32'd0, q - unit};
  endfunction

  // Weight in beats of the time bit that a shuffle exchanges for lane bit 0 in the forward direction, by
  // twd_mdc_commutator; 0: none.
  function automatic int unsigned distance(
    input logic [127:0] ring, input int unsigned lanes, input int unsigned shuffle
  );
    distance = shuffle < 32'($clog2(beats(ring, lanes))) ? beats(ring, lanes) >> (shuffle + 1) : 32'd0;
  endfunction

  // A shuffle exchanges i_P on lane bit 0 for i_0 and rotates the time bits in the forward direction, by
  // twd_mdc_reorder.
  function automatic logic reorders(input logic [127:0] ring, input int unsigned shuffle);
    reorders = shuffle == 32'($clog2(twd_ring_pkg::length(ring))) - 32'd1;
  endfunction

  // Cycles of a shuffle in the forward direction, or the longer latency of its two directions.
  function automatic int unsigned shuffle_latency(
    input logic [127:0] ring, input int unsigned lanes, input int unsigned shuffle, input logic mixed
  );
    int unsigned place;
    int unsigned cycles;
    shuffle_latency = 32'd0;
    for (int unsigned d = 0; d < 2; d++) begin
      place = d == 0 ? shuffle : twd_ring_pkg::layers(ring) - shuffle;
      cycles = reorders(ring, place) ? beats(ring, lanes) / 2 + 3 : distance(ring, lanes, place);
      if ((d == 0 || mixed) && cycles > shuffle_latency) shuffle_latency = cycles;
    end
  endfunction

  // Cycles of a stage: a register, and twd_butterfly with Mixed, twd_butterfly_dual for both directions, else
  // twd_butterfly_parallel.
  function automatic int unsigned stage_latency(
    input logic [3:0] method, input int unsigned q, input logic both, input logic mixed
  );
    if (mixed) stage_latency = twd_method_pkg::bare_latency(method, q) + 32'd6;
    else if (both) stage_latency = twd_butterfly_pkg::dual_latency(method, q) + 32'd1;
    else stage_latency = twd_butterfly_pkg::streaming_latency(method, q) + 32'd1;
  endfunction

  // Cycles of the engine.
  function automatic int unsigned latency(
    input logic [127:0] ring, input logic [3:0] method, input int unsigned lanes, input logic both,
    input logic mixed
  );
    latency = twd_ring_pkg::layers(ring) * stage_latency(method, twd_ring_pkg::modulus(ring), both, mixed);
    for (int unsigned s = 0; s <= twd_ring_pkg::layers(ring); s++) begin
      latency = latency + shuffle_latency(ring, lanes, s, mixed);
    end
  endfunction

  // Cycles of the paths of a pipe (twd_stream_pkg::path_e), 16 bits each. Paths join at the pointwise product, the
  // inverse and the output, with a register each.
  function automatic logic [63:0] path_latencies(
    input logic [127:0] ring, input logic [3:0] method, input int unsigned lanes, input logic [1:0] form,
    input logic mixed
  );
    int unsigned transform;
    int unsigned pointwise;
    int unsigned chain;
    transform = latency(ring, method, lanes, form == twd_stream_pkg::FORM_TRANSFORM,
                        mixed && form != twd_stream_pkg::FORM_PRODUCT);
    pointwise = twd_stream_pkg::pointwise_latency(ring, method);
    chain = 2 * transform + pointwise;
    path_latencies = form != twd_stream_pkg::FORM_PRODUCT ? {4{16'(transform)}}
        : mixed ? {4{16'(chain)}}
        : {16'(chain + 3), 16'(pointwise + 2), 16'(transform + 2), 16'(transform + 1)};
  endfunction

endpackage
