// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_method_pkg: the methods of modular multiplication of twd_mod_mul, their latencies and their factors.
//
//   method      integer product     reduction                                    scale: product_o = scale * a * b mod q
//   FOLD        DSP                 table folds, twd_mod_fold                    1
//   SHIFT_ADD   DSP                 quotient by shifts, twd_mod_shift_add        1; q = 3329 and 12289
//   KRED        DSP                 K-RED and folds, twd_mod_kred                k, or 2^-h; q = k 2^m + 1, k < 2^m
//   KRED2X      DSP                 K-RED-2x and folds, twd_mod_kred2x           k^2; the same q
//   LDSP        tiles in LUTs       tables and K-RED, twd_mod_mul_ldsp           k, or 2^-h; the same q, to 14 bits
//   TILES       tiles in LUTs       table folds, twd_mod_mul_tiles               1; q to 17 bits
//   TILES_SHIFT tiles in LUTs       quotient by shifts, twd_mod_mul_tiles        1; q = 3329 and 12289
//   RNS         tables of discrete logarithms, twd_mod_mul_rns                   1; prime q to 13 bits
//   BARRETT     DSP                 two products, twd_mod_barrett                1
//   MONTGOMERY  DSP                 two products, twd_mod_montgomery             2^-w, w = clog2(q)
//   PLANTARD    DSP                 two products, twd_mod_plantard               -2^(-2l), l of twd_plantard_pkg
//
// Halvings    KRED and LDSP alone: 0 leaves k in the result, h > 0 leaves 2^-h in place of it, so that a pointwise
//             product can take the 1/n of the inverse transform on itself (Nguyen et al. 2023, Algorithm 4).
// Model       twiddle.model.methods

package twd_method_pkg;

  typedef enum logic [3:0] {
    METHOD_FOLD        = 4'd0,
    METHOD_SHIFT_ADD   = 4'd1,
    METHOD_KRED        = 4'd2,
    METHOD_KRED2X      = 4'd3,
    METHOD_LDSP        = 4'd4,
    METHOD_TILES       = 4'd5,
    METHOD_RNS         = 4'd6,
    METHOD_BARRETT     = 4'd7,
    METHOD_MONTGOMERY  = 4'd8,
    METHOD_PLANTARD    = 4'd9,
    METHOD_TILES_SHIFT = 4'd10
  } method_e;

  // twd_mod_mul multiplies modulo q, odd and from 3 to below 2^24, by the method, with 2^-halvings in its result.
  function automatic logic legal(input int unsigned method, input int unsigned q, input int unsigned halvings);
    case (method)
      32'(twd_method_pkg::METHOD_SHIFT_ADD), 32'(twd_method_pkg::METHOD_TILES_SHIFT): begin
        legal = halvings == 0 && twd_shift_add_pkg::supported(q);
      end
      32'(twd_method_pkg::METHOD_KRED): legal = twd_kred_pkg::broken_rule(q, halvings) == twd_kred_pkg::RULE_NONE;
      32'(twd_method_pkg::METHOD_KRED2X): begin
        legal = halvings == 0 && twd_kred_pkg::broken_rule(q, 32'd0) == twd_kred_pkg::RULE_NONE;
      end
      32'(twd_method_pkg::METHOD_LDSP): legal = twd_ldsp_pkg::broken_rule(q, halvings) == twd_ldsp_pkg::RULE_NONE;
      32'(twd_method_pkg::METHOD_TILES): legal = halvings == 0 && 32'($clog2(q)) <= twd_ldsp_pkg::TILES_WIDEST;
      32'(twd_method_pkg::METHOD_RNS): begin
        legal = halvings == 0 && twd_rns_pkg::broken_rule(q, twd_rns_pkg::exact_moduli(q)) == twd_rns_pkg::RULE_OK;
      end
      default: legal = halvings == 0 && method <= 32'(twd_method_pkg::METHOD_TILES_SHIFT);
    endcase
  endfunction

  // The method leaves no factor in the product.
  function automatic logic exact(input logic [3:0] method);
    case (method)
      twd_method_pkg::METHOD_FOLD, twd_method_pkg::METHOD_SHIFT_ADD, twd_method_pkg::METHOD_TILES,
      twd_method_pkg::METHOD_TILES_SHIFT, twd_method_pkg::METHOD_RNS, twd_method_pkg::METHOD_BARRETT: exact = 1'b1;
      default: exact = 1'b0;
    endcase
  endfunction

  // Result of twd_mod_mul_lazy is in [0, q) already, and twd_mod_mul adds nothing.
  function automatic logic canonical(input logic [3:0] method);
    case (method)
      twd_method_pkg::METHOD_SHIFT_ADD: canonical = 1'b1;
      twd_method_pkg::METHOD_RNS: canonical = 1'b1;
      twd_method_pkg::METHOD_PLANTARD: canonical = 1'b1;
      default: canonical = 1'b0;
    endcase
  endfunction

  // The method multiplies and reduces in one unit, without twd_dsp_product and twd_mod_reduce.
  function automatic logic whole(input logic [3:0] method);
    whole = method == twd_method_pkg::METHOD_LDSP || method == twd_method_pkg::METHOD_TILES
        || method == twd_method_pkg::METHOD_TILES_SHIFT || method == twd_method_pkg::METHOD_RNS;
  endfunction

  // Registers of the integer product of a method that takes a DSP block.
  function automatic int unsigned product_stages(input logic [3:0] method);
    case (method)
      twd_method_pkg::METHOD_SHIFT_ADD: product_stages = 32'd1;
      twd_method_pkg::METHOD_BARRETT, twd_method_pkg::METHOD_MONTGOMERY, twd_method_pkg::METHOD_PLANTARD: begin
        product_stages = 32'd2;
      end
      default: product_stages = 32'd3;
    endcase
  endfunction

  // Cycles of twd_mod_reduce.
  function automatic int unsigned reduce_latency(
    input logic [3:0] method, input int unsigned q, input int unsigned halvings
  );
    case (method)
      twd_method_pkg::METHOD_SHIFT_ADD: reduce_latency = twd_shift_add_pkg::LATENCY;
      twd_method_pkg::METHOD_KRED: begin
        reduce_latency = twd_kred_pkg::kred_latency(q, halvings, twd_modarith_pkg::largest_product(q));
      end
      twd_method_pkg::METHOD_KRED2X: begin
        reduce_latency = twd_kred_pkg::kred2x_latency(q, twd_modarith_pkg::largest_product(q));
      end
      twd_method_pkg::METHOD_BARRETT: reduce_latency = twd_barrett_pkg::latency(q);
      twd_method_pkg::METHOD_MONTGOMERY: reduce_latency = twd_montgomery_pkg::latency(q);
      twd_method_pkg::METHOD_PLANTARD: reduce_latency = twd_plantard_pkg::latency(q);
      default: reduce_latency = twd_fold_pkg::folds(twd_modarith_pkg::largest_product(q), q);
    endcase
  endfunction

  // Cycles of twd_mod_mul_lazy.
  function automatic int unsigned lazy_latency(
    input logic [3:0] method, input int unsigned q, input int unsigned halvings
  );
    case (method)
      twd_method_pkg::METHOD_LDSP: lazy_latency = twd_ldsp_pkg::latency(q, halvings, 1'b0);
      twd_method_pkg::METHOD_TILES: lazy_latency = twd_ldsp_pkg::tiles_latency(q, 1'b0);
      twd_method_pkg::METHOD_TILES_SHIFT: lazy_latency = twd_ldsp_pkg::tiles_latency(q, 1'b1);
      twd_method_pkg::METHOD_RNS: lazy_latency = twd_rns_pkg::MUL_LATENCY;
      default: begin
        lazy_latency = twd_modarith_pkg::product_latency(q, product_stages(method))
            + reduce_latency(method, q, halvings);
      end
    endcase
  endfunction

  // Cycles of twd_mod_mul.
  function automatic int unsigned latency(
    input logic [3:0] method, input int unsigned q, input int unsigned halvings
  );
    latency = lazy_latency(method, q, halvings) + (canonical(method) ? 32'd0 : 32'd1);
  endfunction

  // Cycles of twd_mod_mul_lazy with Bare, which leaves out all registers of a product but the one after its DSP block.
  function automatic int unsigned bare_latency(input logic [3:0] method, input int unsigned q);
    if (whole(method)) bare_latency = lazy_latency(method, q, 32'd0);
    else bare_latency = twd_modarith_pkg::product_latency(q, 32'd1) + reduce_latency(method, q, 32'd0);
  endfunction

  // Most constants that twd_mod_mul_constants chooses from.
  localparam int unsigned MOST_CONSTANTS = 32'd4;

  // Bits of its digits.
  function automatic int unsigned constants_digit(input int unsigned q);
    constants_digit = $clog2(q) <= 12 ? 32'd4 : 32'd5;
  endfunction

  // Its least cycles, for q of at least two digits.
  function automatic int unsigned constants_latency(input int unsigned q);
    constants_latency = 2 * ((32'($clog2(q)) - 32'd1) / constants_digit(q));
  endfunction

  // A streaming butterfly with this number of twiddle factors multiplies by tables of them, in place of the multiplier
  // of the method, where that one is built of LUTs, takes more of them than the tables, and at least one cycle more.
  function automatic logic takes_constants(
    input logic [3:0] method, input int unsigned q, input int unsigned numbers
  );
    case (method)
      twd_method_pkg::METHOD_LDSP, twd_method_pkg::METHOD_TILES, twd_method_pkg::METHOD_TILES_SHIFT: begin
        takes_constants = numbers <= MOST_CONSTANTS && 32'($clog2(q)) > constants_digit(q)
            && constants_latency(q) < bare_latency(method, q);
      end
      default: takes_constants = 1'b0;
    endcase
  endfunction

  // Whether twd_mod_mul_signed has the method: one DSP block, and table folds at the end.
  function automatic logic takes_signed(input logic [3:0] method, input int unsigned q);
    takes_signed = (method == twd_method_pkg::METHOD_FOLD || method == twd_method_pkg::METHOD_KRED)
        && 32'($clog2(q)) <= twd_modarith_pkg::DSP_WIDTH;
  endfunction

  // Bits of a product of a factor in (-q, q) and one in [-(q - 1)/2, (q - 1)/2].
  function automatic int unsigned signed_bits(input int unsigned q);
    signed_bits = 32'($clog2(twd_modarith_pkg::largest_product(q) / 64'd2 + 64'd1)) + 32'd1;
  endfunction

  // The largest such product with half of two to the power of its bits added.
  function automatic logic [63:0] signed_largest(input int unsigned q);
    signed_largest = (64'd1 << (signed_bits(q) - 32'd1)) + twd_modarith_pkg::largest_product(q) / 64'd2;
  endfunction

  // Cycles of twd_mod_mul_signed, or of twd_mod_mul_lazy with Bare.
  function automatic int unsigned signed_latency(input logic [3:0] method, input int unsigned q);
    signed_latency = !takes_signed(method, q) ? bare_latency(method, q)
        : 32'd1 + (method == twd_method_pkg::METHOD_KRED ? twd_kred_pkg::kred_latency(q, 32'd0, signed_largest(q))
            : twd_fold_pkg::folds(signed_largest(q), q));
  endfunction

  // The factor that a method leaves in its result, in [1, q).
  function automatic int unsigned scale(
    input logic [3:0] method, input int unsigned q, input int unsigned halvings
  );
    case (method)
      twd_method_pkg::METHOD_KRED: scale = twd_kred_pkg::kred_scale(q, halvings);
      twd_method_pkg::METHOD_LDSP: scale = twd_ldsp_pkg::scale(q, halvings);
      twd_method_pkg::METHOD_KRED2X: scale = twd_kred_pkg::square(q);
      twd_method_pkg::METHOD_MONTGOMERY: scale = twd_montgomery_pkg::scale(q);
      twd_method_pkg::METHOD_PLANTARD: scale = twd_plantard_pkg::scale(q);
      default: scale = 32'd1;
    endcase
  endfunction

  // 1/scale modulo the prime q, which tables of twiddle factors carry.
  function automatic int unsigned unscale(
    input logic [3:0] method, input int unsigned q, input int unsigned halvings
  );
    unscale = twd_ring_pkg::pow_mod(scale(method, q, halvings), q - 2, q);
  endfunction

endpackage
