// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_fold_pkg: the rows of adders that reduce a number modulo q: table folds from above, x = h 2^low + l -> l + T(h),
// from below, x = h 2^s + l -> h + T(l), and the rows of K-RED, c1 - k c0. Their constants, bounds and cycles.
//
// Row       one adder: every bit of its addend is a function of at most five bits, so that it is inside the adder's
//           6-input LUTs together with one bit of the sum so far.
// Fold      T(h) = h 2^low mod q. Six bits of h make a table of one LUT a bit, and are taken where they save a fold.
//           From largest value x a fold keeps low = max(bits(x) - 5 or 6, w - 1) bits, w = clog2(q).
// Last fold keeps w - 1 bits and takes T(h) in [-c, q - c), c = 2^(w-2) + floor(q/2), so that
//           -q < -c <= l + T(h) <= 2^(w-2) + q/2 - 1 < q, because 2^(w-1) < q.
// Low fold  T(l) = l 2^-s mod q, for s of at most five bits. A value up to X becomes one up to X / 2^s + q - 1.
// K-RED     q = k 2^m + 1 with odd k < 2^m (Longa and Naehrig); -k 2^m = 1 modulo q. k y is summed in rows in which no
//           two addends share a bit. Two plans, the one of fewer bits is taken:
//             tables   y in groups of five bits g_i; k g_i 2^(5 i) goes to row i mod R, R = ceil(bits(31 k) / 5): there
//                      the multiples of one row do not overlap (k = 3: two rows, of even and of odd groups);
//             digits   k = sum of +-2^p, no two neighbours; y_j 2^(p + j) goes to the first row with a free bit p + j.
//                      For a negative digit the complement of y is added: -y = ~y - (2^bits - 1).
// Excess    what the complements add, minus(k) (2^bits - 1), is taken off again in the table of the last fold, and so
//           everything before it is a sum of non-negative addends: no partial sum exceeds the bound of the whole.
// Steps     1: F = c1 + k ~c0 of x = c1 2^t + c0, t = m or the halvings. 2, K-RED-2x: F = c2 + k^2 c0 + k ~c1 of
//           x = c2 2^(2m) + c1 2^m + c0. 0: F = x. ~y = 2^t - 1 - y.
// Model     twiddle.model.fold.fold_plan, twiddle.model.kred, twiddle.model.pwmm.fold_low_plan

package twd_fold_pkg;

  // ---- folds from above ----

  // Bits that a fold of a value up to `largest` keeps, when it takes up to `step` bits off.
  function automatic int unsigned fold_low(input logic [63:0] largest, input int unsigned q, input int unsigned step);
    fold_low = 32'($clog2(q)) - 1;
    if (32'($clog2(largest + 64'd1)) > fold_low + step) fold_low = 32'($clog2(largest + 64'd1)) - step;
  endfunction

  // Largest value after the fold of a value up to `largest` (canonical table).
  function automatic logic [63:0] fold_largest(
    input logic [63:0] largest, input int unsigned q, input int unsigned step
  );
    int unsigned low;
    int unsigned unit;
    int unsigned entry;
    int unsigned top;
    low = fold_low(largest, q, step);
    unit = 32'((64'd1 << low) % 64'(q));
    entry = 32'd0;
    top = 32'd0;
    for (int unsigned h = 0; 64'(h) <= (largest >> low); h++) begin
      if (entry > top) top = entry;
      entry = entry + unit >= q ? entry + unit - q : entry + unit;
    end
    fold_largest = (64'd1 << low) - 64'd1 + 64'(top);
  endfunction

  // Largest value that enters fold number `index`.
  function automatic logic [63:0] fold_input(
    input logic [63:0] largest, input int unsigned q, input int unsigned step, input int unsigned index
  );
    fold_input = largest;
    for (int unsigned i = 0; i < index; i++) fold_input = fold_largest(fold_input, q, step);
  endfunction

  // Folds from a value up to `largest` to (-q, q).
  function automatic int unsigned fold_count(input logic [63:0] largest, input int unsigned q, input int unsigned step);
    logic [63:0] bound;
    fold_count = 32'd1;
    bound = largest;
    for (int unsigned f = 1; f < 64 && fold_low(bound, q, step) != 32'($clog2(q)) - 1; f++) begin
      bound = fold_largest(bound, q, step);
      fold_count = f + 1;
    end
  endfunction

  // Bits a fold takes off: 5, or 6 where that saves a fold.
  function automatic int unsigned fold_step(input logic [63:0] largest, input int unsigned q);
    fold_step = fold_count(largest, q, 32'd6) < fold_count(largest, q, 32'd5) ? 32'd6 : 32'd5;
  endfunction

  // Folds of twd_mod_fold, one a cycle.
  function automatic int unsigned folds(input logic [63:0] largest, input int unsigned q);
    folds = fold_count(largest, q, fold_step(largest, q));
  endfunction

  // ---- folds from below ----

  // Folds that halve `halvings` times, one a cycle.
  function automatic int unsigned low_folds(input int unsigned halvings);
    low_folds = (halvings + 32'd4) / 32'd5;
  endfunction

  // Bits of fold number `index`, as equal as can be.
  function automatic int unsigned low_bits(input int unsigned halvings, input int unsigned index);
    low_bits = (halvings + index) / low_folds(halvings);
  endfunction

  // Largest value that enters fold number `index`; with index = low_folds(halvings) the largest result.
  function automatic logic [63:0] low_largest(
    input logic [63:0] first, input int unsigned q, input int unsigned halvings, input int unsigned index
  );
    low_largest = first;
    for (int unsigned i = 0; i < index; i++) low_largest = (low_largest >> low_bits(halvings, i)) + 64'(q) - 64'd1;
  endfunction

  // ---- rows of k y, for y of so many bits ----

  localparam int unsigned GROUP = 32'd5;    // bits of y that a table takes
  localparam int unsigned DIGITS = 32'd25;  // of k or k^2: k 2^m < 2^24 and k < 2^m

  // Places of the digits of k, which are 1 or -1, and of those that are -1; no two digits are neighbours.
  function automatic logic [31:0] digits(input int unsigned k);
    digits = (k ^ (3 * k)) >> 1;
  endfunction

  function automatic logic [31:0] minus(input int unsigned k);
    minus = (k & ~(3 * k)) >> 1;
  endfunction

  // Digits of k below `place` whose multiple of y has a bit at `column`, from that place on.
  function automatic int unsigned digits_below(
    input int unsigned k, input int unsigned bits, input int unsigned place, input int unsigned column
  );
    logic [31:0] places;
    places = digits(k);
    digits_below = 32'd0;
    for (int unsigned p = 0; p < place; p++) if (places[p] && column - p < bits) digits_below = digits_below + 1;
  endfunction

  // The bits of y that each digit, 32 bits each, adds in a row: as many digits below have a bit at the same column.
  function automatic logic [32*DIGITS-1:0] digit_masks(
    input int unsigned k, input int unsigned bits, input int unsigned row
  );
    logic [31:0] places;
    places = digits(k);
    digit_masks = '0;
    for (int unsigned p = 0; p < DIGITS; p++) begin
      for (int unsigned j = 0; places[p] && j < bits; j++) begin
        digit_masks[32*p+j] = digits_below(k, bits, p, p + j) == row;
      end
    end
  endfunction

  function automatic int unsigned digit_rows(input int unsigned k, input int unsigned bits);
    digit_rows = 32'd1;
    for (int unsigned c = 0; c < DIGITS; c++) begin
      if (digits_below(k, bits, c + 1, c) > digit_rows) digit_rows = digits_below(k, bits, c + 1, c);
    end
  endfunction

  function automatic int unsigned digit_bits(input int unsigned k, input int unsigned bits);
    digit_bits = bits * digits_below(k, DIGITS + 1, DIGITS, DIGITS);
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

  // Bound of base + (k y + excess) 2^shift, for a base up to `largest`: that of y = 2^bits - 1.
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
    logic [32*DIGITS-1:0] masks;
    partial_largest = largest;
    if (by_tables(k, bits)) begin
      for (int unsigned g = 0; g < groups(bits); g++) begin
        if (g % table_rows(k, bits) < count) begin
          partial_largest = partial_largest + (64'(table_largest(k, bits, g)) << (g * GROUP + shift));
        end
      end
    end else begin
      for (int unsigned r = 0; r < count; r++) begin
        masks = digit_masks(k, bits, r);
        for (int unsigned p = 0; p < DIGITS; p++) begin
          partial_largest = partial_largest + (64'(masks[32*p+:32]) << (p + shift));
        end
      end
    end
    if (partial_largest > sum_largest(largest, k, bits, shift)) partial_largest = sum_largest(largest, k, bits, shift);
  endfunction

  // ---- K-RED in steps ----

  // k, and its square.
  function automatic int unsigned factor(input int unsigned q);
    factor = (q - 1) >> twd_modarith_pkg::exponent(q);
  endfunction

  function automatic int unsigned square(input int unsigned q);
    square = factor(q) * factor(q);
  endfunction

  // q = k 2^m + 1 has k < 2^m, and m is at least the halvings.
  function automatic logic shaped(input int unsigned q, input int unsigned halvings);
    shaped = factor(q) < (32'd1 << twd_modarith_pkg::exponent(q)) && halvings <= twd_modarith_pkg::exponent(q);
  endfunction

  // t
  function automatic int unsigned taken(input int unsigned q, input int unsigned halvings);
    taken = halvings == 0 ? twd_modarith_pkg::exponent(q) : halvings;
  endfunction

  // Constant of step number `step`.
  function automatic int unsigned step_factor(input int unsigned q, input int unsigned steps, input int unsigned step);
    step_factor = step + 1 == steps ? factor(q) : square(q);
  endfunction

  // Bound of the sum before step number `step`, for x up to `largest`; with step = steps the bound of F.
  function automatic logic [63:0] step_largest(
    input int unsigned q, input int unsigned steps, input int unsigned halvings, input logic [63:0] largest,
    input int unsigned step
  );
    int unsigned t;
    t = taken(q, halvings);
    step_largest = largest >> (steps * t);
    for (int unsigned s = 0; s < step; s++) begin
      step_largest = sum_largest(step_largest, step_factor(q, steps, s), t, twd_modarith_pkg::exponent(q) - t);
    end
  endfunction

  // What F is above -k x (one step), 2^-halvings x (one step with halvings), k^2 x (two), x (none), modulo q: an
  // excess, and of the last step all multiples, for y = ~c is 2^t - 1 above -c.
  function automatic int unsigned surplus(input int unsigned q, input int unsigned steps, input int unsigned halvings);
    surplus = steps == 0 ? 32'd0
        : 32'((sum_largest(64'd0, factor(q), taken(q, halvings), twd_modarith_pkg::exponent(q) - taken(q, halvings))
            + (steps > 1 ? excess(square(q), taken(q, halvings)) : 64'd0)) % 64'(q));
  endfunction

  // Cycles of the steps of K-RED and the folds of a number up to `largest`.
  function automatic int unsigned latency(
    input int unsigned q, input int unsigned steps, input int unsigned halvings, input logic [63:0] largest
  );
    latency = folds(step_largest(q, steps, halvings, largest, steps), q);
    for (int unsigned s = 0; s < steps; s++) latency = latency + rows(step_factor(q, steps, s), taken(q, halvings));
  endfunction

  // The factor that one step leaves, negated without halvings: k, or 2^-halvings.
  function automatic int unsigned kred_scale(input int unsigned q, input int unsigned halvings);
    kred_scale = halvings == 0 ? factor(q) : twd_modarith_pkg::inverse_power(q, halvings);
  endfunction

  localparam int unsigned TWICE_LATENCY = 32'd4;  // of twd_mod_kred_twice

  // s of k = 2^s +- 1; 0 for another k.
  function automatic int unsigned twice_shift(input int unsigned q);
    twice_shift = 32'd0;
    for (int unsigned s = 1; s < 12; s++) begin
      if (factor(q) == (32'd1 << s) + 1 || factor(q) == (32'd1 << s) - 1) twice_shift = s;
    end
  endfunction

  // twd_mod_kred_twice takes q, and costs less than folds: from two DSP blocks on.
  function automatic logic has_twice(input int unsigned q);
    has_twice = 32'($clog2(q)) > twd_modarith_pkg::DSP_WIDTH && twice_shift(q) > 0
        && twice_shift(q) < twd_modarith_pkg::exponent(q) && 4 * (factor(q) + 1) * (factor(q) + 1) < q;
  endfunction

endpackage
