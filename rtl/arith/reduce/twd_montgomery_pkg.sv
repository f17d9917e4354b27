// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_montgomery_pkg: the constants, the scale and the latency of twd_mod_montgomery.
//
// Model     twiddle.model.reductions

package twd_montgomery_pkg;

  // q^-1 mod 2^bits, q odd: Newton's y (2 - q y) doubles the number of right bits of y; y = q has three.
  function automatic logic [63:0] inverse(input int unsigned q, input int unsigned bits);
    inverse = 64'(q);
    for (int i = 0; i < 5; i++) inverse = inverse * (64'd2 - 64'(q) * inverse);
    inverse = inverse & ((64'd1 << bits) - 64'd1);
  endfunction

  // The factor that the reduction leaves, 2^-w mod q.
  function automatic int unsigned scale(input int unsigned q);
    scale = twd_modarith_pkg::inverse_power(q, 32'($clog2(q)));
  endfunction

  // Cycles of the low product, of its product with q, and of both with the difference.
  function automatic int unsigned low_latency(input int unsigned q);
    low_latency = twd_const_product_pkg::latency(
        32'($clog2(q)), inverse(q, 32'($clog2(q))), 32'($clog2(q)));
  endfunction

  function automatic int unsigned multiple_latency(input int unsigned q);
    multiple_latency = twd_const_product_pkg::latency(32'($clog2(q)), 64'(q), 2 * $clog2(q));
  endfunction

  function automatic int unsigned latency(input int unsigned q);
    latency = low_latency(q) + multiple_latency(q) + 1;
  endfunction

endpackage
