// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mdf_pkg: sizes and latencies of the multi-path delay feedback transform, four coefficients a cycle.
//
// Model     twiddle.model.mdf.Mdf

package twd_mdf_pkg;

  localparam int unsigned LANES = 4;

  // First stage of a ring that is chosen at run time, whose layer 0 it is.
  function automatic int unsigned first_stage(input int unsigned number);
    first_stage = twd_ring_pkg::SELECTABLE - 1 - number;
  endfunction

  // The ring takes part in a stage with feedback, which is a delay line for the others.
  function automatic logic active(input logic [1:0] ring, input int unsigned stage);
    active = 32'(ring) + stage >= twd_ring_pkg::SELECTABLE - 1;
  endfunction

  // Cycles that a polynomial takes to come in.
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

  // Cycles of a stage beside those of its FIFO.
  function automatic int unsigned stage_latency(input logic [127:0] ring, input logic [3:0] method);
    stage_latency = twd_butterfly_pkg::streaming_latency(method, twd_ring_pkg::modulus(ring));
  endfunction

  // Cycles of twd_mdf_engine: the FIFOs, the stages, and with both directions one at the end.
  function automatic int unsigned latency(input logic [127:0] ring, input logic [3:0] method, input logic both);
    latency = beats(ring) - 32'd1 + twd_ring_pkg::layers(ring) * stage_latency(ring, method) + 32'(both);
  endfunction

endpackage
