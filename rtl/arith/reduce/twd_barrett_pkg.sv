// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_barrett_pkg: the constants and the latency of twd_mod_barrett.
//
// Model     twiddle.model.reductions

package twd_barrett_pkg;

  // Low bits of the value that the estimate of its quotient leaves out.
  function automatic int unsigned low(input int unsigned q);
    low = 32'($clog2(q)) - 2;
  endfunction

  // Fraction bits of the estimate.
  function automatic int unsigned fraction(input int unsigned q);
    fraction = 32'($clog2(q)) + 3;
  endfunction

  // -mu = -floor(2^(2 w + 1) / q), two's complement.
  function automatic logic [63:0] factor(input int unsigned q);
    factor = -((64'd1 << (2 * $clog2(q) + 1)) / 64'(q));
  endfunction

  // Bits of x above the low ones, x up to (q - 1)^2.
  function automatic int unsigned high_width(input int unsigned q);
    high_width = 32'($clog2(twd_modarith_pkg::largest_product(q) + 64'd1)) - low(q);
  endfunction

  // Cycles of the estimate, of its product with q, and of both with the difference.
  function automatic int unsigned estimate_latency(input int unsigned q);
    estimate_latency = twd_const_product_pkg::latency(
        high_width(q), factor(q), fraction(q) + 32'($clog2(q)) + 1);
  endfunction

  function automatic int unsigned multiple_latency(input int unsigned q);
    multiple_latency = twd_const_product_pkg::latency(32'($clog2(q)) + 1, 64'(q), 32'($clog2(q)) + 1);
  endfunction

  function automatic int unsigned latency(input int unsigned q);
    latency = estimate_latency(q) + multiple_latency(q) + 1;
  endfunction

endpackage
