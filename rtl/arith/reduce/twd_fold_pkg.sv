// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_fold_pkg: the plan of the table folds of twd_mod_fold, and their number.
//
// Fold      x = h * 2^low + l  is replaced by  l + T(h),  T(h) = h * 2^low mod q. Five bits of h and one of l fill
//           a 6-input LUT, so a fold costs one adder: the table is free. Six bits make a table of one LUT a bit, and
//           are taken where they save a fold. From largest value x the fold keeps
//           low = max(bits(x) - 5 or 6, w - 1) bits, w = clog2(q).
// Last fold keeps w - 1 bits and takes T(h) in [-c, q - c), c = 2^(w-2) + floor(q/2), so that
//           -q < -c <= l + T(h) <= 2^(w-2) + q/2 - 1 < q, because 2^(w-1) < q.
// Model     twiddle.model.fold.fold_plan

package twd_fold_pkg;

  // Bits that a fold of a value up to `largest` keeps, when it takes up to `step` bits off.
  function automatic int unsigned fold_low(
    input logic [63:0] largest, input int unsigned q, input int unsigned step
  );
    fold_low = 32'($clog2(largest + 64'd1));
    if (fold_low > 32'($clog2(q)) - 1 + step) fold_low = fold_low - step;
    else fold_low = 32'($clog2(q)) - 1;
  endfunction

  // T(1) = 2^low mod q; T(h) is h times that, by fold_next.
  function automatic int unsigned fold_unit(input int unsigned low, input int unsigned q);
    fold_unit = 32'd1;
    for (int unsigned i = 0; i < low; i++) fold_unit = 2 * fold_unit >= q ? 2 * fold_unit - q : 2 * fold_unit;
  endfunction

  // T(h + 1) from T(h): a + b mod q.
  function automatic int unsigned fold_next(input int unsigned a, input int unsigned b, input int unsigned q);
    fold_next = a + b >= q ? a + b - q : a + b;
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
    unit = fold_unit(low, q);
    entry = 32'd0;
    top = 32'd0;
    for (int unsigned h = 0; 64'(h) <= (largest >> low); h++) begin
      if (entry > top) top = entry;
      entry = entry + unit >= q ? entry + unit - q : entry + unit;  // fold_next: calls in loops take front ends long
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
  function automatic int unsigned fold_count(
    input logic [63:0] largest, input int unsigned q, input int unsigned step
  );
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

  // Latency of twd_mod_fold.
  function automatic int unsigned folds(input logic [63:0] largest, input int unsigned q);
    int unsigned six;
    folds = fold_count(largest, q, 32'd5);
    six = fold_count(largest, q, 32'd6);
    if (six < folds) folds = six;
  endfunction

endpackage
