// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_butterfly_pkg: selectors of twd_butterfly, and the latencies of the butterflies.
//
// Model     twiddle.model.methods.butterfly_latency, twiddle.model.butterflies

package twd_butterfly_pkg;

  // Second factor of the multiplier of twd_butterfly.
  typedef enum logic [1:0] {
    BY_TWIDDLE = 2'd0,  // twiddle_i
    BY_U       = 2'd1,  // u_i
    BY_OTHER   = 2'd2   // other_i
  } factor_e;

  // Operand that the product of twd_butterfly is added to.
  typedef enum logic [1:0] {
    ADD_HALF = 2'd0,  // the half sum, which is u_i where minus_i = 0
    ADD_FEED = 2'd1,  // feed_s_i
    ADD_ZERO = 2'd2   // 0: sum_o is the product
  } addend_e;

  // Directions of a streaming butterfly.
  typedef enum logic [1:0] {
    FORWARD = 2'd0,
    INVERSE = 2'd1,
    BOTH    = 2'd2
  } direction_e;

  // Cycles from u_i, v_i of twd_butterfly to sum_o, diff_o: difference or half sum (2), product, masks (1), sum
  // (2).
  function automatic int unsigned latency(input logic [3:0] method, input int unsigned q);
    latency = 32'd2 + twd_method_pkg::lazy_latency(method, q, 32'd0) + 32'd3;
  endfunction

  // Cycles of twd_butterfly_ct: lazy product, sum (2).
  function automatic int unsigned ct_latency(input logic [3:0] method, input int unsigned q);
    ct_latency = twd_method_pkg::lazy_latency(method, q, 32'd0) + twd_modarith_pkg::ADD_LATENCY;
  endfunction

  // Cycles of twd_butterfly_gs: difference (2), product.
  function automatic int unsigned gs_latency(input logic [3:0] method, input int unsigned q);
    gs_latency = twd_modarith_pkg::ADD_LATENCY + twd_method_pkg::latency(method, q, 32'd0);
  endfunction

  // Cycles of twd_butterfly_unified: difference (2), lazy product, sum (3).
  function automatic int unsigned unified_latency(input logic [3:0] method, input int unsigned q);
    unified_latency = 32'd2 + twd_method_pkg::lazy_latency(method, q, 32'd0) + 32'd3;
  endfunction

  // Cycles of twd_butterfly_parallel and twd_butterfly_feedback: a register, lazy product between bare
  // registers, sum (2).
  function automatic int unsigned streaming_latency(input logic [3:0] method, input int unsigned q);
    streaming_latency = twd_method_pkg::bare_latency(method, q) + 32'd3;
  endfunction

  // Cycles of twd_butterfly_dual: operands, difference (1, or 2 where it is corrected), lazy product between bare
  // registers, its sign (1), what it is added to (1), sum (2).
  function automatic int unsigned dual_latency(input logic [3:0] method, input int unsigned q);
    dual_latency = twd_method_pkg::takes_signed(method, q)
        ? twd_method_pkg::form_latency(method, twd_method_pkg::FORM_SIGNED, q, 32'd0) + 32'd6
        : twd_method_pkg::bare_latency(method, q) + 32'd7;
  endfunction

  // Cycles of twd_base_mul: product, lazy product, sum (2).
  function automatic int unsigned base_latency(
    input logic [3:0] method, input int unsigned q, input int unsigned halvings
  );
    base_latency = twd_method_pkg::latency(method, q, halvings) + twd_method_pkg::lazy_latency(method, q, halvings)
        + twd_modarith_pkg::ADD_LATENCY;
  endfunction

  // Cycles of twd_mod_mul_four.
  function automatic int unsigned four_latency(
    input logic [3:0] method, input int unsigned q, input logic pairs
  );
    four_latency = pairs ? base_latency(method, q, 32'd0) : twd_method_pkg::latency(method, q, 32'd0);
  endfunction

  // Cycles by which twiddle_i of twd_butterfly_gs and twd_butterfly_unified follows u_i and v_i.
  localparam int unsigned TWIDDLE_LATE = 2;

endpackage
