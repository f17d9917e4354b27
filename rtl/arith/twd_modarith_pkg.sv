// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_modarith_pkg: what the arithmetic units have in common: cycles of the integer products, sums, comparisons, powers
// of two modulo q.
//
// Model     twiddle.model.arith

package twd_modarith_pkg;

  // The arithmetic units support q; their latencies and tables are undefined for any other q.
  function automatic logic is_modulus(input int unsigned q);
    is_modulus = q >= 32'd3 && q[0] && q < 32'h0100_0000;
  endfunction

  // Largest product of two canonical values.
  function automatic logic [63:0] largest_product(input int unsigned q);
    largest_product = 64'(q - 1) * 64'(q - 1);
  endfunction

  // Widest factor that one DSP block takes whole (17 bits unsigned of 18 signed); wider ones are split.
  localparam int unsigned DSP_WIDTH = 17;

  // Registers of twd_dsp_product with these Stages. A split product always takes four, a signed one, of four, three.
  function automatic int unsigned product_latency(input int unsigned q, input int unsigned stages);
    product_latency = 32'($clog2(q)) <= DSP_WIDTH ? stages : stages == 4 ? 32'd3 : 32'd4;
  endfunction

  // Cycles of twd_tile_product.
  function automatic int unsigned tile_latency(input int unsigned width);
    tile_latency = width / 2 + 1;
  endfunction

  localparam int unsigned ROW_CHAIN = 4;  // rows of twd_row_product one after the other

  // Cycles of twd_row_product: 3 a, the rows of a chain, and chains added two by two.
  function automatic int unsigned row_latency(input int unsigned b_width);
    row_latency = 32'd1 + ROW_CHAIN + 32'($clog2((b_width + 2 * ROW_CHAIN - 1) / (2 * ROW_CHAIN)));
  endfunction

  localparam int unsigned ADD_LATENCY = 2;  // of twd_mod_add

  // Cycles of twd_mod_shift_add, one less with Lazy; the moduli whose quotient has such a plan.
  localparam int unsigned SHIFT_ADD_LATENCY = 5;

  function automatic logic shift_adds(input int unsigned q);
    shift_adds = q == 32'd3329 || q == 32'd12289;
  endfunction

  // m of q = k 2^m + 1, k odd.
  function automatic int unsigned exponent(input int unsigned q);
    int unsigned rest;
    exponent = 32'd0;
    rest = q - 1;
    for (int unsigned i = 0; i < 32 && rest % 2 == 0; i++) begin
      rest = rest / 2;
      exponent = i + 1;
    end
  endfunction

  // 2^-bits mod q, q odd.
  function automatic int unsigned inverse_power(input int unsigned q, input int unsigned bits);
    inverse_power = 32'd1;
    for (int unsigned i = 0; i < bits; i++) begin
      inverse_power = (inverse_power[0] ? inverse_power + q : inverse_power) >> 1;
    end
  endfunction

  // For assertions: x is in [0, bound], value, signed, in (-bound, bound). Yosys loses the sign of an int argument.
  function automatic logic at_most(input logic [63:0] x, input logic [63:0] bound);
    at_most = x <= bound;
  endfunction

  function automatic logic magnitude_below(input logic [31:0] value, input logic [31:0] bound);
    magnitude_below = value + bound - 32'd1 < bound + bound - 32'd1;
  endfunction

  // x >= bound as plain logic, bit by bit from the bottom: a comparator on a carry chain would cost a LUT a bit.
  function automatic logic at_least(input logic [31:0] x, input logic [31:0] bound);
    at_least = 1'b1;
    for (int i = 0; i < 32; i++) begin
      at_least = bound[i] ? x[i] && at_least : x[i] || at_least;
    end
  endfunction

endpackage
