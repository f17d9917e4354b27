// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_pointwise_pkg: the multiplier of twd_pointwise, and its latency.
//
// Model     twiddle.model.streaming.exact, twiddle.model.streaming.pointwise_latency

package twd_pointwise_pkg;

  // The method itself if it leaves no factor in its product, else an exact one with as many DSP blocks.
  function automatic twd_method_pkg::method_e exact(input logic [3:0] method);
    if (twd_method_pkg::exact(method)) exact = twd_method_pkg::method_e'(method);
    else if (method == twd_method_pkg::METHOD_LDSP) exact = twd_method_pkg::METHOD_TILES;
    else exact = twd_method_pkg::METHOD_FOLD;
  endfunction

  function automatic int unsigned latency(input logic [127:0] ring, input logic [3:0] method);
    int unsigned q;
    q = twd_ring_pkg::modulus(ring);
    if (twd_ring_pkg::complete(ring)) latency = twd_method_pkg::latency(exact(method), q, 32'd0);
    else latency = twd_butterfly_pkg::base_latency(exact(method), q, 32'd0);
  endfunction

endpackage
