// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_ldsp_pkg: the plan of twd_mod_mul_ldsp: where it applies, its widths, its tables, and its latency.
//
// Modulus   q = k 2^m + 1, k odd, k < 2^m, w = clog2(q) <= 14.
// Product   x, 2w bits. Algorithm 3 (Halvings = 0) takes x = 2^(2w) - offset - a b, so that the sign of K-RED comes
//           out as k; Algorithm 4 takes x = a b. The constant goes into a table.
// K-RED     h = m, or Halvings: x = d_1 2^h + d_0, and 2^-h x = d_1 - K d_0 modulo q, K = k 2^(m-h), because
//           k 2^m = -1. For h = m that is -k x, and k a b is that plus k (2^(2w) - offset).
// Tables    d_0 is cut into five bits and five bits from below and a rest c of h mod 5 at the top. Five bits l at place
//           5j give K 2^(5j) (31 - l) >= 0; what these add too much, K (2^(5J) - 1) with J = floor(h/5), and the
//           constant above, the table of the rest takes off. It takes the top bits of the value as well: the paper's.
// Orders    Merged, where rest and top fit in five bits: the J rows first, modulo 2^n, n = 2w - h, and last the table
//           that leaves w - 1 bits, whose entries are balanced so that the sum is in (-q, q): see twd_fold_pkg. Modulo
//           2^n is enough where every top stands for one multiple of 2^(w-1) only: highest < lowest + 2^n, both rounded
//           down to such multiples. Otherwise the table of the rest first, with top bits up to five in all, whose sum
//           is at most 2^(n-top) - 1 + q - 1; the J rows, which add up to K (2^(5J) - 1); and twd_mod_fold.
// Rows      3329: table(2 top bits, c = 3), one row, one fold. 7681: table(1, 4), one row, one fold. 12289: two rows,
//           table(3, 2).
// Model     twiddle.model.ldsp

package twd_ldsp_pkg;

  // Why a modulus is refused.
  typedef enum logic [1:0] {
    RULE_NONE     = 2'd0,
    RULE_FORM     = 2'd1,  // q is not k 2^m + 1 with odd k < 2^m
    RULE_WIDTH    = 2'd2,  // q has more than 14 bits
    RULE_HALVINGS = 2'd3   // more halvings than m
  } rule_e;

  localparam int unsigned WIDEST = 14;  // halves of seven bits: the middle product is 8 x 8, the widest Vedic one
  localparam int unsigned CHUNK = 5;    // bits that address a table inside an adder's 6-input LUTs

  function automatic rule_e broken_rule(input int unsigned q, input int unsigned halvings);
    int unsigned m;
    broken_rule = twd_ldsp_pkg::RULE_NONE;
    m = twd_modarith_pkg::exponent(q);
    if (halvings > m) broken_rule = twd_ldsp_pkg::RULE_HALVINGS;
    if ((q - 1) >> m >= 32'd1 << m) broken_rule = twd_ldsp_pkg::RULE_FORM;
    if (32'($clog2(q)) > WIDEST) broken_rule = twd_ldsp_pkg::RULE_WIDTH;
  endfunction

  // The factor that stays in the result: k, or 2^-halvings.
  function automatic int unsigned scale(input int unsigned q, input int unsigned halvings);
    scale = halvings == 0 ? (q - 1) >> twd_modarith_pkg::exponent(q) : twd_modarith_pkg::inverse_power(q, halvings);
  endfunction

  // h: low bits of the product that K-RED takes off.
  function automatic int unsigned taken(input int unsigned q, input int unsigned halvings);
    taken = halvings == 0 ? twd_modarith_pkg::exponent(q) : halvings;
  endfunction

  // First bit of row number `index` of d_0.
  function automatic int unsigned place(input int unsigned index);
    place = CHUNK * index;
  endfunction

  // K = k 2^(m-h).
  function automatic int unsigned factor(input int unsigned q, input int unsigned halvings);
    factor = (q - 1) >> taken(q, halvings);
  endfunction

  // n: bits above them.
  function automatic int unsigned high_bits(input int unsigned q, input int unsigned halvings);
    high_bits = 2 * 32'($clog2(q)) - taken(q, halvings);
  endfunction

  // 2^(2w) - a b - (negated product): what twd_tile_product and twd_karatsuba_product leave there.
  function automatic logic [63:0] offset(input int unsigned q, input logic karatsuba);
    offset = karatsuba ? 64'd1 : 64'd1 << ($clog2(q) - 1);
  endfunction

  // The range of the product.
  function automatic logic [63:0] lowest(
    input int unsigned q, input int unsigned halvings, input logic karatsuba
  );
    lowest = halvings == 0 ? highest(q, halvings, karatsuba) - twd_modarith_pkg::largest_product(q) : 64'd0;
  endfunction

  function automatic logic [63:0] highest(
    input int unsigned q, input int unsigned halvings, input logic karatsuba
  );
    highest = halvings == 0 ? (64'd1 << (2 * $clog2(q))) - offset(q, karatsuba)
                            : twd_modarith_pkg::largest_product(q);
  endfunction

  // J: rows of five bits of d_0.
  function automatic int unsigned rows(input int unsigned q, input int unsigned halvings);
    rows = taken(q, halvings) / CHUNK;
  endfunction

  // c: bits of d_0 that are left for the table of the top.
  function automatic int unsigned rest(input int unsigned q, input int unsigned halvings);
    rest = taken(q, halvings) % CHUNK;
  endfunction

  // Largest sum of the J rows.
  function automatic logic [63:0] rows_largest(input int unsigned q, input int unsigned halvings);
    rows_largest = 64'(factor(q, halvings)) * ((64'd1 << (CHUNK * rows(q, halvings))) - 64'd1);
  endfunction

  function automatic logic merged(input int unsigned q, input int unsigned halvings, input logic karatsuba);
    int unsigned low;
    logic [63:0] first;
    logic [63:0] last;
    low = 32'($clog2(q)) - 1;
    first = (lowest(q, halvings, karatsuba) >> taken(q, halvings)) >> low;
    last = ((highest(q, halvings, karatsuba) >> taken(q, halvings)) + rows_largest(q, halvings)) >> low;
    merged = high_bits(q, halvings) - low + rest(q, halvings) <= CHUNK
        && last < first + (64'd1 << (high_bits(q, halvings) - low));
  endfunction

  // Top bits that go to the table.
  function automatic int unsigned top_bits(
    input int unsigned q, input int unsigned halvings, input logic karatsuba
  );
    top_bits = high_bits(q, halvings) - (32'($clog2(q)) - 1);
    if (!merged(q, halvings, karatsuba) && top_bits > CHUNK - rest(q, halvings)) begin
      top_bits = CHUNK - rest(q, halvings);
    end
  endfunction

  // Largest value before row `index` where the table comes first; with index = J that of twd_mod_fold.
  function automatic logic [63:0] row_largest(
    input int unsigned q, input int unsigned halvings, input logic karatsuba, input int unsigned index
  );
    row_largest = (64'd1 << (high_bits(q, halvings) - top_bits(q, halvings, karatsuba))) + 64'(q) - 64'd2
        + 64'(factor(q, halvings)) * ((64'd1 << (CHUNK * index)) - 64'd1);
  endfunction

  // Entries of 32 bits: row number `index`.
  function automatic logic [1023:0] row_table(
    input int unsigned q, input int unsigned halvings, input int unsigned index
  );
    for (int unsigned l = 0; l < 32; l++) begin
      row_table[32*l+:32] = (factor(q, halvings) << (CHUNK * index)) * (32'd31 - l);
    end
  endfunction

  // Entries of 32 bits, at {top, rest}: canonical, or balanced where it is the last.
  function automatic logic [1023:0] top_table(
    input int unsigned q, input int unsigned halvings, input logic karatsuba
  );
    logic [63:0] constant;
    logic [63:0] top;
    logic [63:0] entry;
    logic [63:0] balance;
    int unsigned low;
    balance = (64'd1 << ($clog2(q) - 2)) + 64'(q / 2);
    low = high_bits(q, halvings) - top_bits(q, halvings, karatsuba);
    constant = 64'(q) - rows_largest(q, halvings) % 64'(q);
    if (halvings == 0) begin
      constant = constant + (highest(q, halvings, karatsuba) % 64'(q)) * 64'(factor(q, halvings));
    end
    top_table = '0;
    for (int unsigned e = 0; e < (32'd1 << (top_bits(q, halvings, karatsuba) + rest(q, halvings))); e++) begin
      top = 64'(e >> rest(q, halvings));
      if (merged(q, halvings, karatsuba)
          && top < (lowest(q, halvings, karatsuba) >> taken(q, halvings)) >> low) begin
        top = top + (64'd1 << top_bits(q, halvings, karatsuba));
      end
      entry = 64'(e) & ((64'd1 << rest(q, halvings)) - 64'd1);
      entry = (entry * 64'(factor(q, halvings))) << (CHUNK * rows(q, halvings));
      entry = ((top << low) + constant + 64'(q) - entry) % 64'(q);
      if (merged(q, halvings, karatsuba) && entry >= 64'(q) - balance) begin
        entry = entry - 64'(q);
      end
      top_table[32*e+:32] = entry[31:0];
    end
  endfunction

  // Cycles of twd_tile_product.
  function automatic int unsigned tile_latency(input int unsigned width);
    tile_latency = width / 2 + 1;
  endfunction

  // Cycles of twd_karatsuba_product.
  localparam int unsigned KARATSUBA_LATENCY = 6;

  // Cycles of twd_ldsp_reduce.
  function automatic int unsigned reduce_latency(
    input int unsigned q, input int unsigned halvings, input logic karatsuba
  );
    reduce_latency = 1 + rows(q, halvings);
    if (!merged(q, halvings, karatsuba)) begin
      reduce_latency = reduce_latency
          + twd_fold_pkg::folds(row_largest(q, halvings, karatsuba, rows(q, halvings)), q);
    end
  endfunction

  // Cycles of twd_mod_mul_ldsp.
  function automatic int unsigned latency(
    input int unsigned q, input int unsigned halvings, input logic karatsuba
  );
    latency = (karatsuba ? KARATSUBA_LATENCY : tile_latency($clog2(q))) + reduce_latency(q, halvings, karatsuba);
  endfunction

  // Widest modulus of twd_mod_mul_tiles.
  localparam int unsigned TILES_WIDEST = 17;

  // Cycles of twd_mod_mul_tiles.
  function automatic int unsigned tiles_latency(input int unsigned q, input bit shift);
    tiles_latency = tile_latency($clog2(q)) + (shift ? twd_shift_add_pkg::LAZY_LATENCY
        : twd_fold_pkg::folds(twd_modarith_pkg::largest_product(q), q));
  endfunction

endpackage
