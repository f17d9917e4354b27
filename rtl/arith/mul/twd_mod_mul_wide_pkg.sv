// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mod_mul_wide_pkg: bounds and latency of twd_mod_mul_wide.
//
// Range     a in (-2q, 2q) and b in [0, q): |a b| <= 2 (q - 1)^2. With 2^(bits - 1) added, which turns the sign bit of
//           a product of `bits` bits over, it is a number in [0, largest].
// Model     twiddle.model.quad

package twd_mod_mul_wide_pkg;

  // Bits of the signed product.
  function automatic int unsigned bits(input int unsigned q);
    bits = 32'($clog2(64'd2 * twd_modarith_pkg::largest_product(q) + 64'd1)) + 1;
  endfunction

  function automatic logic [63:0] largest(input int unsigned q);
    largest = (64'd1 << (bits(q) - 1)) + 64'd2 * twd_modarith_pkg::largest_product(q);
  endfunction

  // The methods whose reduction takes such a number: sums and folds alone.
  function automatic logic takes(input logic [3:0] method);
    takes = method == twd_method_pkg::METHOD_FOLD || method == twd_method_pkg::METHOD_KRED
        || method == twd_method_pkg::METHOD_KRED2X;
  endfunction

  // s of k = 2^s +- 1 in q = k 2^m + 1; 0 for another k.
  function automatic int unsigned shift(input int unsigned q);
    int unsigned k;
    k = twd_kred_pkg::factor(q);
    shift = 32'd0;
    for (int unsigned s = 1; s < 12; s++) begin
      if (k == (32'd1 << s) + 1 || k == (32'd1 << s) - 1) shift = s;
    end
  endfunction

  // Whether twd_mod_kred_twice takes q, and takes less than folds: from two DSP blocks on.
  function automatic logic twice(input int unsigned q);
    twice = 32'($clog2(q)) > twd_modarith_pkg::DSP_WIDTH && shift(q) > 0 && shift(q) < twd_modarith_pkg::exponent(q)
        && 4 * (twd_kred_pkg::factor(q) + 1) * (twd_kred_pkg::factor(q) + 1) < q;
  endfunction

  // The factor that a method leaves: -k in place of k, because a sign costs an adder's LUTs and tables take it for nothing.
  function automatic int unsigned scale(input logic [3:0] method, input int unsigned q);
    scale = method == twd_method_pkg::METHOD_KRED
        ? twice(q) ? twd_kred_pkg::square(q) : q - twd_kred_pkg::factor(q)
        : twd_method_pkg::scale(method, q, 32'd0);
  endfunction

  // 2^(bits - 1) times the scale of the method modulo q, which the last fold takes off.
  function automatic int unsigned surplus(input logic [3:0] method, input int unsigned q);
    surplus = twd_ring_pkg::mul_mod(
        twd_ring_pkg::pow_mod(32'd2, bits(q) - 1, q), scale(method, q), q);
  endfunction

  // Registers of the integer product: before the DSP block, behind it, and one more; up to 17 bits, where the block is the
  // slowest stage, another before it, so that placement can keep the bare one beside it.
  function automatic int unsigned product_latency(input int unsigned q);
    product_latency = 32'($clog2(q)) > twd_modarith_pkg::DSP_WIDTH ? 32'd3 : 32'd4;
  endfunction

  // Cycles of twd_mod_mul_wide.
  function automatic int unsigned latency(input logic [3:0] method, input int unsigned q);
    case (method)
      twd_method_pkg::METHOD_KRED:
        latency = product_latency(q) + (twice(q) ? 32'd4 : twd_kred_pkg::kred_latency(q, 32'd0, largest(q)));
      twd_method_pkg::METHOD_KRED2X: latency = product_latency(q) + twd_kred_pkg::kred2x_latency(q, largest(q));
      default: latency = product_latency(q) + twd_fold_pkg::folds(largest(q), q);
    endcase
  endfunction

endpackage
