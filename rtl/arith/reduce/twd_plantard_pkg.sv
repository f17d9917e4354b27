// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_plantard_pkg: the constants, the scale and the latency of twd_mod_plantard.
//
// Word      l, the smallest with (q - 1)^2 + 2^l q < 2^(2l): w where q is less than about 0.618 2^w, otherwise w + 1.
// Model     twiddle.model.reductions

package twd_plantard_pkg;

  // l.
  function automatic int unsigned word(input int unsigned q);
    word = 32'($clog2(q));
    if (twd_modarith_pkg::largest_product(q) + (64'(q) << word) >= (64'd1 << (2 * word))) word = word + 1;
  endfunction

  // q^-1 mod 2^(2l).
  function automatic logic [63:0] factor(input int unsigned q);
    factor = twd_montgomery_pkg::inverse(q, 2 * word(q));
  endfunction

  // The factor that the reduction leaves, -2^(-2l) mod q.
  function automatic int unsigned scale(input int unsigned q);
    scale = q - twd_modarith_pkg::inverse_power(q, 2 * word(q));
  endfunction

  // Cycles of the first product, of the second, and of both with the increment between them.
  function automatic int unsigned first_latency(input int unsigned q);
    first_latency = twd_const_product_pkg::latency(
        32'($clog2(twd_modarith_pkg::largest_product(q) + 64'd1)), factor(q), 2 * word(q));
  endfunction

  function automatic int unsigned latency(input int unsigned q);
    latency = first_latency(q) + 1
        + twd_const_product_pkg::latency(word(q) + 1, 64'(q), word(q) + 32'($clog2(q)));
  endfunction

endpackage
