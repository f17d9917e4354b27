// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mod_mul_wide_pkg: bounds and latency of twd_mod_mul_wide.
//
// Range     a in (-2q, 2q) and b in [0, q): |a b| <= 2 (q - 1)^2. With 2^(bits - 1) added, which inverts the sign bit
//           of a product of bits = twd_modarith_pkg::wide_bits(q), it is a number in [0, largest].
// Model     twiddle.model.quad

package twd_mod_mul_wide_pkg;

  // Largest product with 2^(bits - 1) added.
  function automatic logic [63:0] largest(input int unsigned q);
    largest = (64'd1 << (twd_modarith_pkg::wide_bits(q) - 1)) + 64'd2 * twd_modarith_pkg::largest_product(q);
  endfunction

  // The methods whose reduction takes such a number: sums and folds alone.
  function automatic logic takes(input logic [3:0] method);
    takes = method == twd_method_pkg::METHOD_FOLD || method == twd_method_pkg::METHOD_KRED
        || method == twd_method_pkg::METHOD_KRED2X || rows(method);
  endfunction

  // Whether the product is in rows of adders: FOLD and KRED without DSP blocks.
  function automatic logic rows(input logic [3:0] method);
    rows = method == twd_method_pkg::METHOD_TILES || method == twd_method_pkg::METHOD_LDSP;
  endfunction

  // Whether a method that takes() names works modulo q.
  function automatic logic legal(input logic [3:0] method, input int unsigned q);
    int unsigned reduced;
    reduced = 32'(method);
    if (rows(method)) reduced = kred(method) ? 32'(twd_method_pkg::METHOD_KRED) : 32'(twd_method_pkg::METHOD_FOLD);
    legal = twd_method_pkg::legal(reduced, q, 32'd0);
  endfunction

  // Whether the reduction is that of KRED.
  function automatic logic kred(input logic [3:0] method);
    kred = method == twd_method_pkg::METHOD_KRED || method == twd_method_pkg::METHOD_LDSP;
  endfunction

  // The factor that a method leaves. KRED leaves -k in place of k: a change of the sign costs an adder's LUTs, and
  // tables of twiddle factors take it for nothing.
  function automatic int unsigned scale(input logic [3:0] method, input int unsigned q);
    scale = kred(method)
        ? twd_kred_pkg::has_twice(q) ? twd_kred_pkg::square(q) : q - twd_kred_pkg::factor(q)
        : twd_method_pkg::scale(method, q, 32'd0);
  endfunction

  // 1/scale modulo the prime q.
  function automatic int unsigned unscale(input logic [3:0] method, input int unsigned q);
    unscale = twd_ring_pkg::pow_mod(scale(method, q), q - 2, q);
  endfunction

  // Registers of the integer product. In DSP blocks one before them, one after them, and one more; up to 17 bits,
  // where the block is the slowest stage, another before it, so that placement can put one without logic near it.
  function automatic int unsigned product_latency(input logic [3:0] method, input int unsigned q);
    product_latency = rows(method) ? 32'd1 + twd_row_product_pkg::latency(32'($clog2(q)))
        : 32'($clog2(q)) > twd_modarith_pkg::DSP_WIDTH ? 32'd3 : 32'd4;
  endfunction

  // Cycles of twd_mod_mul_wide.
  function automatic int unsigned latency(input logic [3:0] method, input int unsigned q);
    latency = product_latency(method, q);
    if (kred(method)) begin
      latency = latency + (twd_kred_pkg::has_twice(q) ? twd_kred_pkg::TWICE_LATENCY
          : twd_kred_pkg::kred_latency(q, 32'd0, largest(q)));
    end else if (method == twd_method_pkg::METHOD_KRED2X) begin
      latency = latency + twd_kred_pkg::kred2x_latency(q, largest(q));
    end else begin
      latency = latency + twd_fold_pkg::folds(largest(q), q);
    end
  endfunction

endpackage
