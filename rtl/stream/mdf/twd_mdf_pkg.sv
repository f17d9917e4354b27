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

  // The twiddle factors of a layer of up to four blocks, 32 bits each: root^bitrev(2^layer + block).
  function automatic logic [127:0] constants(input logic [127:0] ring, input int unsigned layer);
    int unsigned first;
    first = twd_ring_pkg::pow_mod(
      twd_ring_pkg::root(ring), 32'd1 << (twd_ring_pkg::layers(ring) - 1 - layer), twd_ring_pkg::modulus(ring));
    constants = twd_ring_pkg::reversed_powers(
        first, twd_ring_pkg::mul_mod(first, first, twd_ring_pkg::modulus(ring)), layer, twd_ring_pkg::modulus(ring));
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
  // and the pointwise product: twd_mdf_product is busy from there on.
  function automatic logic [63:0] path_latencies(
    input logic [127:0] ring, input logic [3:0] method, input logic [1:0] form
  );
    int unsigned transform;
    int unsigned pointwise;
    transform = latency(ring, method, form != twd_stream_pkg::FORM_FORWARD);
    pointwise = twd_pointwise_pkg::latency(ring, method);
    path_latencies = form != twd_stream_pkg::FORM_PRODUCT ? {4{16'(transform)}}
        : {16'(transform + pointwise + 3), 16'(pointwise + 2), {2{16'(transform + 2)}}};
  endfunction

  // Products in the data memory: as many as fit into 512 words, from 2 to 8.
  function automatic int unsigned batch(input logic [127:0] ring);
    batch = beats(ring) <= 64 ? 32'd8 : beats(ring) == 128 ? 32'd4 : 32'd2;
  endfunction

endpackage
