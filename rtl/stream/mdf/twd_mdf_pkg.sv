// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mdf_pkg: sizes and latencies of the multi-path delay feedback transform, four coefficients a cycle.
//
// Model     twiddle.model.mdf.Mdf

package twd_mdf_pkg;

  localparam int unsigned LANES = 4;

  // The stage that computes layer 0 of a ring chosen at run time.
  function automatic int unsigned first_stage(input int unsigned number);
    first_stage = twd_ring_pkg::SELECTABLE - 1 - number;
  endfunction

  // A stage with feedback computes a layer of the ring; for other rings it is a delay line.
  function automatic logic active(input logic [1:0] ring, input int unsigned stage);
    active = 32'(ring) + stage >= twd_ring_pkg::SELECTABLE - 1;
  endfunction

  // The shortest ring that ring_i selects only passes the stage, which is a delay line for it.
  function automatic logic passed(input int unsigned stage);
    passed = stage < first_stage(32'd0);
  endfunction

  // The product of a method with 1 is the number itself where it is less than half of q.
  function automatic logic keeps(input logic [3:0] method);
    keeps = method == twd_method_pkg::METHOD_FOLD || method == twd_method_pkg::METHOD_SHIFT_ADD;
  endfunction

  // Beats of a polynomial.
  function automatic int unsigned beats(input logic [127:0] ring);
    beats = twd_ring_pkg::length(ring) / LANES;
  endfunction

  // Stages with feedback, which pair coefficients of different beats; the others pair lanes.
  function automatic int unsigned feedback_stages(input logic [127:0] ring);
    feedback_stages = 32'($clog2(beats(ring)));
  endfunction

  // Words of the FIFO of a stage with feedback.
  function automatic int unsigned depth(input logic [127:0] ring, input int unsigned layer);
    depth = (beats(ring) / 2) >> layer;
  endfunction

  // The twiddle factors of a layer by the bits of a beat (twd_stream_pkg::table_t), for pair t of neighbours, which
  // is block 2 b + t in beat b: zeta / scale, zeta = root^bitrev(2^layer + block), or 1 / (zeta scale), with N =
  // 2^layers more in layer 0. unit: 1 in place of zeta, as throughout for a layer below 0, of coefficients that pass
  // a stage with feedback. -1 / scale modulo `wide` for a layer above those of the ring, of coefficients that pass a
  // BU2.
  function automatic logic [191:0] factors(
    input logic [127:0] ring, input logic [3:0] method, input int layer, input int unsigned stage, input logic inverse,
    input int unsigned count, input int unsigned t, input int unsigned wide
  );
    int unsigned q, layers, unit, power, first;
    logic passes;
    layers = twd_ring_pkg::layers(ring);
    q = layer >= int'(layers) ? wide : twd_ring_pkg::modulus(ring);
    passes = layer < 0 || layer >= int'(layers);
    unit = twd_method_pkg::unscale(method, q, 32'd0);
    if (layer >= int'(layers)) unit = q - unit;
    else if (inverse && layer == 0) begin
      unit = twd_ring_pkg::mul_mod(unit, twd_ring_pkg::pow_mod((q + 1) / 2, layers, q), q);
    end
    power = twd_ring_pkg::pow_mod(twd_ring_pkg::root(ring), inverse ? q - 2 : 32'd1, q);
    power = twd_ring_pkg::pow_mod(power, passes ? 32'd0 : 32'd1 << (layers - 1 - layer), q);
    // bitrev(2 b + t) = bitrev(b) + t 2^(l-1) in l bits.
    first = twd_ring_pkg::pow_mod(power, t == 0 || passes ? 32'd1 : 32'd1 + (32'd1 << layer), q);
    factors = {q, twd_ring_pkg::mul_mod(unit, first, q), twd_ring_pkg::mul_mod(power, power, q),
               passes ? 32'd0 : stage > count ? layer - 1 : layer,
               stage == 0 || stage > count ? 32'd0 : count - stage, unit};
  endfunction

  // The tables of a stage, two a ring: forward, inverse.
  function automatic logic [1151:0] tables(
    input logic [127:0] ring, input logic [3:0] method, input int unsigned stage, input logic select,
    input int unsigned t
  );
    logic [127:0] of;
    for (int unsigned r = 0; r < twd_ring_pkg::SELECTABLE; r++) begin
      of = select ? twd_ring_pkg::selected(r) : ring;
      for (int unsigned d = 0; d < 2; d++) begin
        tables[384*r+192*d+:192] = factors(of, method, int'(stage) - (select ? int'(first_stage(r)) : 0), stage, d == 1,
                                           feedback_stages(ring), t, twd_ring_pkg::modulus(ring));
      end
    end
  endfunction

  // Cycles of a stage without those of its FIFO.
  function automatic int unsigned stage_latency(input logic [127:0] ring, input logic [3:0] method);
    stage_latency = twd_butterfly_pkg::streaming_latency(method, twd_ring_pkg::modulus(ring));
  endfunction

  // Cycles of twd_mdf_engine: the FIFOs, the stages, and with both directions one at the end.
  function automatic int unsigned latency(input logic [127:0] ring, input logic [3:0] method, input logic both);
    latency = beats(ring) - 32'd1 + twd_ring_pkg::layers(ring) * stage_latency(ring, method) + 32'(both);
  endfunction

  // Cycles of the paths of a pipe (twd_stream_pkg::path_e), 16 bits each; of MUL up to the end of the first transform
  // and the pointwise product: twd_mdf_product is busy from there on. select: of ml-kem, whose pairs take longest.
  function automatic logic [63:0] path_latencies(
    input logic [127:0] ring, input logic [3:0] method, input logic [1:0] form, input logic select
  );
    int unsigned transform;
    int unsigned pointwise;
    transform = latency(ring, method, form != twd_stream_pkg::FORM_FORWARD);
    pointwise = twd_stream_pkg::pointwise_latency(select ? twd_ring_pkg::selected(0) : ring, method);
    path_latencies = form != twd_stream_pkg::FORM_PRODUCT ? {4{16'(transform)}}
        : {16'(transform + pointwise + 3), 16'(pointwise + 2), {2{16'(transform + 2)}}};
  endfunction

  // Products in the data memory: as many as fit into 512 words, from 2 to 8.
  function automatic int unsigned batch(input logic [127:0] ring);
    batch = beats(ring) <= 64 ? 32'd8 : beats(ring) == 128 ? 32'd4 : 32'd2;
  endfunction

  // The same of the ring that ring_i selects.
  function automatic int unsigned selected_batch(input logic [1:0] ring);
    case (ring)
      twd_ring_pkg::SELECT_ML_KEM: selected_batch = batch(twd_ring_pkg::RING_ML_KEM);
      twd_ring_pkg::SELECT_FALCON_512: selected_batch = batch(twd_ring_pkg::RING_FALCON_512);
      default: selected_batch = batch(twd_ring_pkg::RING_FALCON_1024);
    endcase
  endfunction

endpackage
