// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_const_reduce_pkg: the constants, the scale and the latency of twd_const_reduce, and how twd_const_product cuts a
// product with a constant into pairs of limbs, one DSP block each.
//
//             first product: of x from bit `low` on, by the factor       second product: by q
//   BARRETT     -floor(2^(2 w + 1) / q), its bits from w + 3 on            its w + 1 low bits
//   MONTGOMERY  q^-1 mod 2^w, its low w bits, of the low w bits of x       its bits from w on
//   PLANTARD    q^-1 mod 2^(2l), its bits from l to 2l - 1, and 1          its bits from l on
//
// Word      l of Plantard, the smallest with (q - 1)^2 + 2^l q < 2^(2l): w = clog2(q) where q is less than about
//           0.618 2^w, otherwise w + 1.
// Limbs     17 bits, unsigned, of a factor below 2^(17 n); the last limb of a constant is signed and has 18.
// Pair      (i, j) is limb i of x by limb j of the constant, of weight 2^(17 (i + j)); left out where no bit of it is
//           below the end of the result. Pairs are numbered by i, then j.
// Model     twiddle.model.reductions, twiddle.model.reductions.const_latency

package twd_const_reduce_pkg;

  typedef enum logic [1:0] {
    BARRETT    = 2'd0,
    MONTGOMERY = 2'd1,
    PLANTARD   = 2'd2
  } reduction_e;

  // ---- twd_const_product ----

  // Limbs of an unsigned factor of this number of bits.
  function automatic int unsigned limbs(input int unsigned width);
    limbs = (width + twd_modarith_pkg::DSP_WIDTH - 1) / twd_modarith_pkg::DSP_WIDTH;
  endfunction

  // Limbs of a constant in two's complement.
  function automatic int unsigned constant_limbs(input logic [63:0] constant);
    constant_limbs = 32'd1;
    for (int unsigned i = 0; i < 63; i++) begin
      if (constant[i] != constant[63]) constant_limbs = i / twd_modarith_pkg::DSP_WIDTH + 1;
    end
  endfunction

  // Bits of a limb of a constant: 18, the last one of a negative constant only as many as it needs.
  function automatic int unsigned factor_bits(input logic [63:0] constant, input int unsigned column);
    factor_bits = twd_modarith_pkg::DSP_WIDTH + 1;
    if (constant[63] && column == constant_limbs(constant) - 1) begin
      factor_bits = 32'd1;
      for (int unsigned i = 0; i < twd_modarith_pkg::DSP_WIDTH; i++) begin
        if (!constant[twd_modarith_pkg::DSP_WIDTH*column+i]) factor_bits = i + 2;
      end
    end
  endfunction

  // Pairs of limbs before the pair (row, column); `bits` is the end of the result.
  function automatic int unsigned pairs_before(
    input int unsigned row, input int unsigned column, input logic [63:0] constant, input int unsigned bits
  );
    pairs_before = 32'd0;
    for (int unsigned i = 0; i <= row; i++) begin
      for (int unsigned j = 0; j < (i == row ? column : constant_limbs(constant)); j++) begin
        if (twd_modarith_pkg::DSP_WIDTH * (i + j) < bits) pairs_before = pairs_before + 1;
      end
    end
  endfunction

  // Pairs of limbs, that is DSP blocks, and cycles of twd_const_product: a register after the blocks, then one adder a
  // cycle.
  function automatic int unsigned pairs(
    input int unsigned width, input logic [63:0] constant, input int unsigned bits
  );
    pairs = pairs_before(limbs(width), 32'd0, constant, bits);
  endfunction

  // ---- twd_const_reduce ----

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
    products_latency = pairs(
        in_bits(by, q), factor(by, q), first_low(by, q) + first_bits(by, q))
        + pairs(
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
