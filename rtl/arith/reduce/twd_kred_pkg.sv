// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_kred_pkg: the plan of K-RED and K-RED-2x: their constants, the rows of adders, the bounds, the latencies.
//
// Shape     q = k 2^m + 1 with odd k < 2^m (Longa and Naehrig); -k 2^m = 1 modulo q.
// Rows      k y is summed in rows, one adder each. In no row do two addends share a bit, and every bit of a row is a
//           function of at most five bits of y, so that the row is inside the adder's 6-input LUTs. Two plans, the one
//           of fewer bits is taken:
//             tables   y in groups of five bits g_i; k g_i 2^(5 i) goes to row i mod R, R = ceil(bits(31 k) / 5): there
//                      the multiples of one row do not overlap (k = 3: two rows, of even and of odd groups);
//             digits   k = sum of +-2^p, no two neighbours; y_j 2^(p + j) goes to the first row with a free bit p + j.
//                      For a negative digit the complement of y is added: -y = ~y - (2^bits - 1).
// Excess    what the complements add, minus(k) (2^bits - 1), is taken off again in the table of the last fold, and so
//           everything before it is a sum of non-negative addends: no partial sum exceeds the bound of the whole.
// Model     twiddle.model.kred

package twd_kred_pkg;

  typedef enum logic [1:0] {
    RULE_NONE     = 2'd0,
    RULE_SHAPE    = 2'd1,  // q is not k 2^m + 1, below 2^24, with k < 2^m
    RULE_HALVINGS = 2'd2   // more than m halvings
  } rule_e;

  localparam int unsigned GROUP = 32'd5;    // bits of y that a table takes
  localparam int unsigned DIGITS = 32'd24;  // of k or k^2: k 2^m < 2^24 and k < 2^m

  // k
  function automatic int unsigned factor(input int unsigned q);
    factor = (q - 1) >> twd_modarith_pkg::exponent(q);
  endfunction

  function automatic rule_e broken_rule(input int unsigned q, input int unsigned halvings);
    broken_rule = twd_kred_pkg::RULE_NONE;
    if (q < 3 || q >= 32'h0100_0000 || factor(q) >= (32'd1 << twd_modarith_pkg::exponent(q))) begin
      broken_rule = twd_kred_pkg::RULE_SHAPE;
    end else if (halvings > twd_modarith_pkg::exponent(q)) broken_rule = twd_kred_pkg::RULE_HALVINGS;
  endfunction

  // Places of the digits +1 of k; no two digits are neighbours.
  function automatic logic [31:0] plus(input int unsigned k);
    plus = ((3 * k) & ~k) >> 1;
  endfunction

  // Places of its digits -1.
  function automatic logic [31:0] minus(input int unsigned k);
    minus = (k & ~(3 * k)) >> 1;
  endfunction

  // Row of bit `bit_j` of y in the addend of digit `place`: how many digits below have a bit at the same place.
  function automatic int unsigned digit_row(
    input int unsigned k, input int unsigned bits, input int unsigned place, input int unsigned bit_j
  );
    logic [31:0] digits;
    digits = plus(k) | minus(k);
    digit_row = 32'd0;
    for (int unsigned p = 0; p < place; p++) begin
      if (digits[p] && place + bit_j - p < bits) digit_row = digit_row + 1;
    end
  endfunction

  // The bits of y that digit `place` adds in a row.
  function automatic logic [31:0] digit_mask(
    input int unsigned k, input int unsigned bits, input int unsigned place, input int unsigned row
  );
    logic [31:0] digits;
    digits = plus(k) | minus(k);
    digit_mask = 32'd0;
    if (digits[place]) begin
      for (int unsigned j = 0; j < bits; j++) digit_mask[j] = digit_row(k, bits, place, j) == row;
    end
  endfunction

  function automatic int unsigned digit_rows(input int unsigned k, input int unsigned bits);
    logic [31:0] digits;
    digits = plus(k) | minus(k);
    digit_rows = 32'd1;
    for (int unsigned p = 0; p < DIGITS; p++) begin
      if (digits[p]) begin
        for (int unsigned j = 0; j < bits; j++) begin
          if (digit_row(k, bits, p, j) >= digit_rows) digit_rows = digit_row(k, bits, p, j) + 1;
        end
      end
    end
  endfunction

  function automatic int unsigned digit_bits(input int unsigned k, input int unsigned bits);
    logic [31:0] digits;
    digits = plus(k) | minus(k);
    digit_bits = 32'd0;
    for (int unsigned p = 0; p < 32; p++) digit_bits = digit_bits + (digits[p] ? bits : 0);
  endfunction

  function automatic int unsigned groups(input int unsigned bits);
    groups = (bits + GROUP - 1) / GROUP;
  endfunction

  // Largest multiple in the table of one group, k (2^n - 1).
  function automatic int unsigned table_largest(
    input int unsigned k, input int unsigned bits, input int unsigned group
  );
    table_largest = k * ((32'd1 << (bits - group * GROUP < GROUP ? bits - group * GROUP : GROUP)) - 1);
  endfunction

  function automatic int unsigned table_rows(input int unsigned k, input int unsigned bits);
    table_rows = (32'($clog2(31 * k + 1)) + GROUP - 1) / GROUP;
    if (table_rows > groups(bits)) table_rows = groups(bits);
  endfunction

  function automatic int unsigned table_bits(input int unsigned k, input int unsigned bits);
    table_bits = 32'd0;
    for (int unsigned g = 0; g < groups(bits); g++) begin
      table_bits = table_bits + 32'($clog2(table_largest(k, bits, g) + 1));
    end
  endfunction

  // The plan: tables, or digits.
  function automatic logic by_tables(input int unsigned k, input int unsigned bits);
    by_tables = table_bits(k, bits) < digit_bits(k, bits);
    if (table_bits(k, bits) == digit_bits(k, bits)) by_tables = table_rows(k, bits) <= digit_rows(k, bits);
  endfunction

  // Adders, and cycles, of twd_kred_sum.
  function automatic int unsigned rows(input int unsigned k, input int unsigned bits);
    rows = by_tables(k, bits) ? table_rows(k, bits) : digit_rows(k, bits);
  endfunction

  // What the sum of the rows is above k y.
  function automatic logic [63:0] excess(input int unsigned k, input int unsigned bits);
    excess = by_tables(k, bits) ? 64'd0 : 64'(minus(k)) * ((64'd1 << bits) - 64'd1);
  endfunction

  // Largest addend of one row.
  function automatic logic [63:0] row_largest(input int unsigned k, input int unsigned bits, input int unsigned row);
    row_largest = 64'd0;
    if (by_tables(k, bits)) begin
      for (int unsigned g = row; g < groups(bits); g = g + table_rows(k, bits)) begin
        row_largest = row_largest + (64'(table_largest(k, bits, g)) << (g * GROUP));
      end
    end else begin
      for (int unsigned p = 0; p < DIGITS; p++) begin
        row_largest = row_largest + (64'(digit_mask(k, bits, p, row)) << p);
      end
    end
  endfunction

  // Bound of base + (k y + excess) 2^shift, for a base up to `largest` and y of `bits` bits: that of y = 2^bits - 1.
  function automatic logic [63:0] sum_largest(
    input logic [63:0] largest, input int unsigned k, input int unsigned bits, input int unsigned shift
  );
    sum_largest = largest + ((64'(k) * ((64'd1 << bits) - 64'd1) + excess(k, bits)) << shift);
  endfunction

  // Bound of the sum of the base and the first `count` rows.
  function automatic logic [63:0] partial_largest(
    input logic [63:0] largest, input int unsigned k, input int unsigned bits, input int unsigned shift,
    input int unsigned count
  );
    logic [63:0] whole;
    partial_largest = largest;
    for (int unsigned r = 0; r < count; r++) begin
      partial_largest = partial_largest + (row_largest(k, bits, r) << shift);
    end
    whole = sum_largest(largest, k, bits, shift);
    if (partial_largest > whole) partial_largest = whole;
  endfunction

  // K-RED takes `taken` low bits of x off: m, or the halvings.
  function automatic int unsigned taken(input int unsigned q, input int unsigned halvings);
    taken = halvings == 0 ? twd_modarith_pkg::exponent(q) : halvings;
  endfunction

  // Bound of (x >> taken) + 2^(m - taken) (k y + excess), which K-RED leaves to the folds.
  function automatic logic [63:0] kred_largest(
    input int unsigned q, input int unsigned halvings, input logic [63:0] largest
  );
    kred_largest = sum_largest(
      largest >> taken(q, halvings), factor(q), taken(q, halvings), twd_modarith_pkg::exponent(q) - taken(q, halvings)
    );
  endfunction

  // 2^(m - taken) (k (2^taken - 1) + excess) modulo q, by which that sum is above
  // (x >> taken) - k 2^(m - taken) (x mod 2^taken).
  function automatic int unsigned kred_surplus(input int unsigned q, input int unsigned halvings);
    kred_surplus = 32'(kred_largest(q, halvings, 64'd0) % 64'(q));
  endfunction

  // Latency of twd_mod_kred.
  function automatic int unsigned kred_latency(
    input int unsigned q, input int unsigned halvings, input logic [63:0] largest
  );
    kred_latency = rows(factor(q), taken(q, halvings)) + twd_fold_pkg::folds(kred_largest(q, halvings, largest), q);
  endfunction

  // The factor that K-RED leaves: k, or 2^-halvings.
  function automatic int unsigned kred_scale(input int unsigned q, input int unsigned halvings);
    kred_scale = halvings == 0 ? factor(q) : twd_modarith_pkg::inverse_power(q, halvings);
  endfunction

  function automatic int unsigned square(input int unsigned q);
    square = factor(q) * factor(q);
  endfunction

  // Bound of c2 + k^2 c0 + excess, the first sum of K-RED-2x.
  function automatic logic [63:0] kred2x_first(input int unsigned q, input logic [63:0] largest);
    kred2x_first = sum_largest(
      largest >> (2 * twd_modarith_pkg::exponent(q)), square(q), twd_modarith_pkg::exponent(q), 32'd0
    );
  endfunction

  // Bound of that and k (2^m - 1 - c1) + excess, which K-RED-2x leaves to the folds.
  function automatic logic [63:0] kred2x_largest(input int unsigned q, input logic [63:0] largest);
    kred2x_largest = sum_largest(kred2x_first(q, largest), factor(q), twd_modarith_pkg::exponent(q), 32'd0);
  endfunction

  // What that sum is above k^2 c0 - k c1 + c2, modulo q.
  function automatic int unsigned kred2x_surplus(input int unsigned q);
    kred2x_surplus = 32'(
      (excess(square(q), twd_modarith_pkg::exponent(q))
          + sum_largest(64'd0, factor(q), twd_modarith_pkg::exponent(q), 32'd0)) % 64'(q)
    );
  endfunction

  localparam int unsigned TWICE_LATENCY = 32'd4;  // of twd_mod_kred_twice

  // s of k = 2^s +- 1; 0 for another k.
  function automatic int unsigned twice_shift(input int unsigned q);
    twice_shift = 32'd0;
    for (int unsigned s = 1; s < 12; s++) begin
      if (factor(q) == (32'd1 << s) + 1 || factor(q) == (32'd1 << s) - 1) twice_shift = s;
    end
  endfunction

  // Whether twd_mod_kred_twice takes q, and costs less than folds: from two DSP blocks on.
  function automatic logic has_twice(input int unsigned q);
    has_twice = 32'($clog2(q)) > twd_modarith_pkg::DSP_WIDTH && twice_shift(q) > 0
        && twice_shift(q) < twd_modarith_pkg::exponent(q) && 4 * (factor(q) + 1) * (factor(q) + 1) < q;
  endfunction

  // Latency of twd_mod_kred2x.
  function automatic int unsigned kred2x_latency(input int unsigned q, input logic [63:0] largest);
    kred2x_latency = rows(square(q), twd_modarith_pkg::exponent(q)) + rows(factor(q), twd_modarith_pkg::exponent(q))
        + twd_fold_pkg::folds(kred2x_largest(q, largest), q);
  endfunction

endpackage
