// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_const_reduce_pkg: the constants, the scale and the latency of twd_const_reduce.
//
//             first product: of x from bit `low` on, by the factor       second product: by q
//   BARRETT     -floor(2^(2 w + 1) / q), its bits from w + 3 on            its w + 1 low bits
//   MONTGOMERY  q^-1 mod 2^w, its low w bits, of the low w bits of x       its bits from w on
//   PLANTARD    q^-1 mod 2^(2l), its bits from l to 2l - 1, and 1          its bits from l on
//
// Word      l of Plantard, the smallest with (q - 1)^2 + 2^l q < 2^(2l): w = clog2(q) where q is less than about
//           0.618 2^w, otherwise w + 1.
// Model     twiddle.model.reductions

package twd_const_reduce_pkg;

  typedef enum logic [1:0] {
    BARRETT    = 2'd0,
    MONTGOMERY = 2'd1,
    PLANTARD   = 2'd2
  } reduction_e;

  // Bits of a product of canonical factors.
  function automatic int unsigned product_bits(input int unsigned q);
    product_bits = 32'($clog2(twd_modarith_pkg::largest_product(q) + 64'd1));
  endfunction

  function automatic int unsigned word(input int unsigned q);
    word = 32'($clog2(q));
    if (twd_modarith_pkg::largest_product(q) + (64'(q) << word) >= (64'd1 << (2 * word))) word = word + 1;
  endfunction

  // q^-1 mod 2^bits, q odd: Newton's y (2 - q y) doubles the number of right bits of y; y = q has three.
  function automatic logic [63:0] inverse(input int unsigned q, input int unsigned bits);
    inverse = 64'(q);
    for (int i = 0; i < 5; i++) inverse = inverse * (64'd2 - 64'(q) * inverse);
    inverse = inverse & ((64'd1 << bits) - 64'd1);
  endfunction

  // ---- the first product ----

  function automatic int unsigned low(input logic [1:0] by, input int unsigned q);
    low = by == twd_const_reduce_pkg::BARRETT ? 32'($clog2(q)) - 2 : 32'd0;
  endfunction

  function automatic int unsigned in_bits(input logic [1:0] by, input int unsigned q);
    in_bits = by == twd_const_reduce_pkg::MONTGOMERY ? 32'($clog2(q)) : product_bits(q) - low(by, q);
  endfunction

  function automatic logic [63:0] factor(input logic [1:0] by, input int unsigned q);
    factor = by == twd_const_reduce_pkg::BARRETT ? -((64'd1 << (2 * $clog2(q) + 1)) / 64'(q))
        : inverse(q, by == twd_const_reduce_pkg::MONTGOMERY ? 32'($clog2(q)) : 2 * word(q));
  endfunction

  function automatic int unsigned first_low(input logic [1:0] by, input int unsigned q);
    first_low = by == twd_const_reduce_pkg::BARRETT ? 32'($clog2(q)) + 3
        : by == twd_const_reduce_pkg::MONTGOMERY ? 32'd0 : word(q);
  endfunction

  function automatic int unsigned first_bits(input logic [1:0] by, input int unsigned q);
    first_bits = by == twd_const_reduce_pkg::BARRETT ? 32'($clog2(q)) + 1
        : by == twd_const_reduce_pkg::MONTGOMERY ? 32'($clog2(q)) : word(q);
  endfunction

  // ---- the second product ----

  function automatic int unsigned second_low(input logic [1:0] by, input int unsigned q);
    second_low = by == twd_const_reduce_pkg::BARRETT ? 32'd0 : first_bits(by, q);
  endfunction

  function automatic int unsigned second_bits(input logic [1:0] by, input int unsigned q);
    second_bits = 32'($clog2(q)) + (by == twd_const_reduce_pkg::BARRETT ? 32'd1 : 32'd0);
  endfunction

  // ---- cycles of both, without and with the difference or the increment ----

  function automatic int unsigned products_latency(input logic [1:0] by, input int unsigned q);
    products_latency = twd_const_product_pkg::latency(
        in_bits(by, q), factor(by, q), first_low(by, q) + first_bits(by, q))
        + twd_const_product_pkg::latency(
        first_bits(by, q) + (by == twd_const_reduce_pkg::PLANTARD ? 32'd1 : 32'd0), 64'(q),
        second_low(by, q) + second_bits(by, q));
  endfunction

  function automatic int unsigned latency(input logic [1:0] by, input int unsigned q);
    latency = products_latency(by, q) + 32'd1;
  endfunction

  // The factor that the reduction leaves: 1, 2^-w mod q, -2^(-2l) mod q.
  function automatic int unsigned scale(input logic [1:0] by, input int unsigned q);
    scale = by == twd_const_reduce_pkg::BARRETT ? 32'd1
        : by == twd_const_reduce_pkg::MONTGOMERY ? twd_modarith_pkg::inverse_power(q, $clog2(q))
        : q - twd_modarith_pkg::inverse_power(q, 2 * word(q));
  endfunction

endpackage
