// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_method_pkg: the methods and forms of modular multiplication of twd_mod_mul, their latencies and their factors.
//
//   method      integer product     reduction (twd_mod_reduce)      scale: product_o = scale * a * b mod q
//   FOLD        DSP                 table folds                     1
//   SHIFT_ADD   DSP                 quotient by shifts              1; q = 3329 and 12289
//   KRED        DSP                 K-RED and folds                 k, or 2^-h; q = k 2^m + 1, k < 2^m
//   KRED2X      DSP                 K-RED-2x and folds              k^2; the same q
//   LDSP        tiles in LUTs       tables and K-RED                k, or 2^-h; the same q, to 14 bits
//   TILES       tiles in LUTs       table folds                     1; q to 17 bits: above, LUTs pass what they save
//   TILES_SHIFT tiles in LUTs       quotient by shifts              1; q = 3329 and 12289
//   RNS         tables of discrete logarithms, twd_mod_mul_rns      1; prime q to 13 bits
//   BARRETT     DSP                 two products with constants     1
//   MONTGOMERY  DSP                 two products with constants     2^-w, w = clog2(q)
//   PLANTARD    DSP                 two products with constants     -2^(-2l), l of twd_const_reduce_pkg
//
//   form        a                   b                               result
//   CANONICAL   [0, q)              [0, q)                          [0, q)
//   LAZY        [0, q)              [0, q)                          (-q, q), signed; [0, q) where canonical(Method)
//   BARE        LAZY without registers before a DSP block or a second one after it: operands are registers
//   SIGNED      (-q, q)             [-(q - 1)/2, (q - 1)/2]         (-q, q); BARE, for FOLD and KRED to 17 bits
//   WIDE        (-2q, 2q)           [0, q)                          (-q, q); for FOLD, KRED, KRED2X; TILES and LDSP are
//                                                                   FOLD and KRED with a product in rows of adders
//
// Halvings    KRED and LDSP alone: 0 leaves k in the result, h > 0 leaves 2^-h in place of it, so that a pointwise
//             product can take the 1/n of the inverse transform on itself (Nguyen et al. 2023, Algorithm 4).
// Model       twiddle.model.methods; twiddle.model.quad for WIDE

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

  typedef enum logic [2:0] {
    FORM_CANONICAL = 3'd0,
    FORM_LAZY      = 3'd1,
    FORM_BARE      = 3'd2,
    FORM_SIGNED    = 3'd3,
    FORM_WIDE      = 3'd4
  } form_e;

  // ---- which method has which form modulo which q ----

  // twd_mod_mul multiplies modulo q, odd and from 3 to below 2^24, by the method, with 2^-halvings in its result.
  function automatic logic legal(input int unsigned method, input int unsigned q, input int unsigned halvings);
    case (method)
      32'(twd_method_pkg::METHOD_SHIFT_ADD), 32'(twd_method_pkg::METHOD_TILES_SHIFT): begin
        legal = halvings == 0 && twd_modarith_pkg::shift_adds(q);
      end
      32'(twd_method_pkg::METHOD_KRED): legal = twd_fold_pkg::shaped(q, halvings);
      32'(twd_method_pkg::METHOD_KRED2X): legal = halvings == 0 && twd_fold_pkg::shaped(q, 32'd0);
      32'(twd_method_pkg::METHOD_LDSP): legal = twd_ldsp_pkg::supported(q, halvings);
      32'(twd_method_pkg::METHOD_TILES): legal = halvings == 0 && 32'($clog2(q)) <= twd_modarith_pkg::DSP_WIDTH;
      32'(twd_method_pkg::METHOD_RNS): begin
        legal = halvings == 0 && twd_rns_pkg::broken_rule(q, twd_rns_pkg::exact_moduli(q)) == twd_rns_pkg::RULE_OK;
      end
      default: legal = halvings == 0 && method <= 32'(twd_method_pkg::METHOD_TILES_SHIFT);
    endcase
  endfunction

  // FORM_SIGNED has the method: one DSP block, and table folds at the end.
  function automatic logic takes_signed(input logic [3:0] method, input int unsigned q);
    takes_signed = (method == twd_method_pkg::METHOD_FOLD || method == twd_method_pkg::METHOD_KRED)
        && 32'($clog2(q)) <= twd_modarith_pkg::DSP_WIDTH;
  endfunction

  // FORM_WIDE has the method, modulo some q: its reduction is sums and folds alone.
  function automatic logic takes_wide(input logic [3:0] method);
    takes_wide = kred_steps(method, twd_method_pkg::FORM_WIDE) > 0
        || reduction(method, twd_method_pkg::FORM_WIDE) == twd_method_pkg::METHOD_FOLD;
  endfunction

  // twd_mod_mul has the method and the form.
  function automatic logic supports(
    input logic [3:0] method, input logic [2:0] form, input int unsigned q, input int unsigned halvings
  );
    supports = legal(32'(form == twd_method_pkg::FORM_WIDE ? reduction(method, form) : method), q, halvings);
    if (form == twd_method_pkg::FORM_SIGNED) supports = supports && takes_signed(method, q);
    if (form == twd_method_pkg::FORM_WIDE) supports = supports && takes_wide(method);
    if (form >= twd_method_pkg::FORM_SIGNED && halvings != 0) supports = 1'b0;
  endfunction

  // The method leaves no factor in the product.
  function automatic logic exact(input logic [3:0] method);
    case (method)
      twd_method_pkg::METHOD_FOLD, twd_method_pkg::METHOD_SHIFT_ADD, twd_method_pkg::METHOD_TILES,
      twd_method_pkg::METHOD_TILES_SHIFT, twd_method_pkg::METHOD_RNS, twd_method_pkg::METHOD_BARRETT: exact = 1'b1;
      default: exact = 1'b0;
    endcase
  endfunction

  // A lazy result is in [0, q) already, and FORM_CANONICAL adds nothing.
  function automatic logic canonical(input logic [3:0] method);
    canonical = method == twd_method_pkg::METHOD_SHIFT_ADD || method == twd_method_pkg::METHOD_RNS
        || method == twd_method_pkg::METHOD_PLANTARD;
  endfunction

  // ---- the integer product ----

  function automatic logic in_luts(input logic [3:0] method);
    in_luts = method == twd_method_pkg::METHOD_LDSP || method == twd_method_pkg::METHOD_TILES
        || method == twd_method_pkg::METHOD_TILES_SHIFT;
  endfunction

  // |a b| is at most this.
  function automatic logic [63:0] reach(input logic [2:0] form, input int unsigned q);
    reach = twd_modarith_pkg::largest_product(q);
    if (form == twd_method_pkg::FORM_SIGNED) reach = reach / 64'd2;
    if (form == twd_method_pkg::FORM_WIDE) reach = reach * 64'd2;
  endfunction

  // What is added to a signed product, so that it is not negative: half of two to its bits, which inverts its sign.
  function automatic logic [63:0] bias(input logic [2:0] form, input int unsigned q);
    bias = form >= twd_method_pkg::FORM_SIGNED ? 64'd1 << $clog2(reach(form, q) + 64'd1) : 64'd0;
  endfunction

  // Largest number that twd_mod_reduce takes.
  function automatic logic [63:0] largest(
    input logic [3:0] method, input logic [2:0] form, input int unsigned q, input int unsigned halvings
  );
    if (reduction(method, form) != twd_method_pkg::METHOD_LDSP) largest = bias(form, q) + reach(form, q);
    else largest = twd_ldsp_pkg::highest(q, halvings, twd_ldsp_pkg::tile_offset(q));
  endfunction

  // Registers of a product in DSP blocks, Stages of twd_dsp_product.
  function automatic int unsigned product_stages(input logic [3:0] method);
    case (method)
      twd_method_pkg::METHOD_SHIFT_ADD: product_stages = 32'd1;
      twd_method_pkg::METHOD_BARRETT, twd_method_pkg::METHOD_MONTGOMERY, twd_method_pkg::METHOD_PLANTARD: begin
        product_stages = 32'd2;
      end
      default: product_stages = 32'd3;
    endcase
  endfunction

  function automatic int unsigned form_stages(input logic [3:0] method, input logic [2:0] form);
    form_stages = form == twd_method_pkg::FORM_WIDE ? 32'd4
        : form <= twd_method_pkg::FORM_LAZY ? product_stages(method) : 32'd1;
  endfunction

  function automatic int unsigned product_latency(
    input logic [3:0] method, input logic [2:0] form, input int unsigned q
  );
    if (!in_luts(method)) product_latency = twd_modarith_pkg::product_latency(q, form_stages(method, form));
    else if (form != twd_method_pkg::FORM_WIDE) product_latency = twd_modarith_pkg::tile_latency($clog2(q));
    else product_latency = 32'd1 + twd_modarith_pkg::row_latency($clog2(q));
  endfunction

  // ---- the reduction ----

  // The method that has the same one.
  function automatic logic [3:0] reduction(input logic [3:0] method, input logic [2:0] form);
    reduction = method;
    if (method == twd_method_pkg::METHOD_TILES) reduction = twd_method_pkg::METHOD_FOLD;
    if (method == twd_method_pkg::METHOD_LDSP && form == twd_method_pkg::FORM_WIDE) begin
      reduction = twd_method_pkg::METHOD_KRED;
    end
  endfunction

  // Steps of K-RED before the folds.
  function automatic int unsigned kred_steps(input logic [3:0] method, input logic [2:0] form);
    kred_steps = method == twd_method_pkg::METHOD_KRED2X ? 32'd2
        : reduction(method, form) == twd_method_pkg::METHOD_KRED ? 32'd1 : 32'd0;
  endfunction

  // Two steps of K-RED and no folds, twd_mod_kred_twice.
  function automatic logic kred_twice(input logic [3:0] method, input logic [2:0] form, input int unsigned q);
    kred_twice = form == twd_method_pkg::FORM_WIDE && kred_steps(method, form) == 1 && twd_fold_pkg::has_twice(q);
  endfunction

  // Cycles of twd_mod_reduce.
  function automatic int unsigned reduce_latency(
    input logic [3:0] method, input logic [2:0] form, input int unsigned q, input int unsigned halvings
  );
    case (reduction(method, form))
      twd_method_pkg::METHOD_SHIFT_ADD: reduce_latency = twd_modarith_pkg::SHIFT_ADD_LATENCY;
      twd_method_pkg::METHOD_TILES_SHIFT: reduce_latency = twd_modarith_pkg::SHIFT_ADD_LATENCY - 32'd1;
      twd_method_pkg::METHOD_LDSP: begin
        reduce_latency = twd_ldsp_pkg::reduce_latency(q, halvings, twd_ldsp_pkg::tile_offset(q));
      end
      twd_method_pkg::METHOD_BARRETT: reduce_latency = twd_const_reduce_pkg::latency(twd_const_reduce_pkg::BARRETT, q);
      twd_method_pkg::METHOD_MONTGOMERY: begin
        reduce_latency = twd_const_reduce_pkg::latency(twd_const_reduce_pkg::MONTGOMERY, q);
      end
      twd_method_pkg::METHOD_PLANTARD: begin
        reduce_latency = twd_const_reduce_pkg::latency(twd_const_reduce_pkg::PLANTARD, q);
      end
      default: begin
        reduce_latency = kred_twice(method, form, q) ? twd_fold_pkg::TWICE_LATENCY
            : twd_fold_pkg::latency(q, kred_steps(method, form), halvings, largest(method, form, q, halvings));
      end
    endcase
  endfunction

  // ---- cycles of twd_mod_mul ----

  function automatic int unsigned form_latency(
    input logic [3:0] method, input logic [2:0] form, input int unsigned q, input int unsigned halvings
  );
    if (method == twd_method_pkg::METHOD_RNS) form_latency = twd_rns_pkg::MUL_LATENCY;
    else form_latency = product_latency(method, form, q) + reduce_latency(method, form, q, halvings);
    if (form == twd_method_pkg::FORM_CANONICAL && !canonical(method)) form_latency = form_latency + 32'd1;
  endfunction

  function automatic int unsigned latency(
    input logic [3:0] method, input int unsigned q, input int unsigned halvings
  );
    latency = form_latency(method, twd_method_pkg::FORM_CANONICAL, q, halvings);
  endfunction

  function automatic int unsigned lazy_latency(
    input logic [3:0] method, input int unsigned q, input int unsigned halvings
  );
    lazy_latency = form_latency(method, twd_method_pkg::FORM_LAZY, q, halvings);
  endfunction

  function automatic int unsigned bare_latency(input logic [3:0] method, input int unsigned q);
    bare_latency = form_latency(method, twd_method_pkg::FORM_BARE, q, 32'd0);
  endfunction

  function automatic int unsigned wide_latency(input logic [3:0] method, input int unsigned q);
    wide_latency = form_latency(method, twd_method_pkg::FORM_WIDE, q, 32'd0);
  endfunction

  // ---- the factor in the result ----

  // In [1, q).
  function automatic int unsigned scale(
    input logic [3:0] method, input int unsigned q, input int unsigned halvings
  );
    case (method)
      twd_method_pkg::METHOD_KRED, twd_method_pkg::METHOD_LDSP: scale = twd_fold_pkg::kred_scale(q, halvings);
      twd_method_pkg::METHOD_KRED2X: scale = twd_fold_pkg::square(q);
      twd_method_pkg::METHOD_MONTGOMERY: scale = twd_const_reduce_pkg::scale(twd_const_reduce_pkg::MONTGOMERY, q);
      twd_method_pkg::METHOD_PLANTARD: scale = twd_const_reduce_pkg::scale(twd_const_reduce_pkg::PLANTARD, q);
      default: scale = 32'd1;
    endcase
  endfunction

  // That of FORM_WIDE. KRED leaves -k in place of k: a change of the sign costs an adder's LUTs, and tables of twiddle
  // factors take it for nothing.
  function automatic int unsigned wide_scale(input logic [3:0] method, input int unsigned q);
    wide_scale = kred_steps(method, twd_method_pkg::FORM_WIDE) != 1 ? scale(method, q, 32'd0)
        : kred_twice(method, twd_method_pkg::FORM_WIDE, q) ? twd_fold_pkg::square(q) : q - twd_fold_pkg::factor(q);
  endfunction

  // 1/scale modulo the prime q, which tables of twiddle factors carry.
  function automatic int unsigned unscale(
    input logic [3:0] method, input int unsigned q, input int unsigned halvings
  );
    unscale = twd_ring_pkg::pow_mod(scale(method, q, halvings), q - 2, q);
  endfunction

  function automatic int unsigned wide_unscale(input logic [3:0] method, input int unsigned q);
    wide_unscale = twd_ring_pkg::pow_mod(wide_scale(method, q), q - 2, q);
  endfunction

  // ---- twd_mod_mul_constants ----

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
  function automatic logic takes_constants(input logic [3:0] method, input int unsigned q, input int unsigned numbers);
    takes_constants = in_luts(method) && numbers <= MOST_CONSTANTS && 32'($clog2(q)) > constants_digit(q)
        && constants_latency(q) < bare_latency(method, q);
  endfunction

endpackage
