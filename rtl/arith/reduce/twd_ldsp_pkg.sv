// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_ldsp_pkg: the plan of the L-DSP, twd_ldsp_reduce: where it applies, its widths, its table, its latency.
//
// Modulus   q = k 2^m + 1, k odd, k < 2^m, w = clog2(q) <= 14.
// Product   x, 2w bits. Algorithm 3 (Halvings = 0) takes x = 2^(2w) - offset - a b, so that the sign of K-RED comes
//           out as k; Algorithm 4 takes x = a b. The constant goes into the table.
// K-RED     h = m, or Halvings: x = d_1 2^h + d_0, and 2^-h x = d_1 - K d_0 modulo q, K = k 2^(m-h), because
//           k 2^m = -1. For h = m that is -k x, and k a b is that plus k (2^(2w) - offset).
// Rows      of twd_kred_sum, for the low 5 floor(h/5) bits of d_0, in complement: K (2^bits - 1 - l) >= 0.
// Table     of the rest of d_0, h mod 5 bits. It also takes off what the rows add too much, and the constant above. As
//           in the paper, it reduces the top bits of the value as well.
// Orders    Merged, where rest and top fit in five bits: the rows first, modulo 2^n, n = 2w - h, and last the table
//           that leaves w - 1 bits, whose entries are balanced so that the sum is in (-q, q): see twd_fold_pkg. Modulo
//           2^n is enough where every top stands for one multiple of 2^(w-1) only: highest < lowest + 2^n, both rounded
//           down to such multiples. Otherwise the table first, with top bits up to five in all, whose sum is at most
//           2^(n-top) - 1 + q - 1; the rows; and twd_mod_fold.
//           3329: table(2 top bits, 3 of the rest), one row, one fold. 7681: table(1, 4), one row, one fold. 12289: two
//           rows, table(3, 2).
// Model     twiddle.model.ldsp

package twd_ldsp_pkg;

  localparam int unsigned WIDEST = 14;  // halves of seven bits: the middle product is 8 x 8, the widest Vedic one
  localparam int unsigned CHUNK = 5;    // bits that address a table inside an adder's 6-input LUTs

  function automatic logic supported(input int unsigned q, input int unsigned halvings);
    supported = 32'($clog2(q)) <= WIDEST && twd_fold_pkg::shaped(q, halvings);
  endfunction

  // What twd_tile_product leaves out of 2^(2w) - a b.
  function automatic logic [63:0] tile_offset(input int unsigned q);
    tile_offset = 64'd1 << ($clog2(q) - 1);
  endfunction

  // n: bits above those that K-RED takes off.
  function automatic int unsigned high_bits(input int unsigned q, input int unsigned halvings);
    high_bits = 2 * 32'($clog2(q)) - twd_fold_pkg::taken(q, halvings);
  endfunction

  // The range of the product.
  function automatic logic [63:0] highest(input int unsigned q, input int unsigned halvings, input logic [63:0] offset);
    highest = halvings == 0 ? (64'd1 << (2 * $clog2(q))) - offset : twd_modarith_pkg::largest_product(q);
  endfunction

  function automatic logic [63:0] lowest(input int unsigned q, input int unsigned halvings, input logic [63:0] offset);
    lowest = highest(q, halvings, offset) - twd_modarith_pkg::largest_product(q);
  endfunction

  // Bits of d_0 for the table, and below them those for the rows.
  function automatic int unsigned rest(input int unsigned q, input int unsigned halvings);
    rest = twd_fold_pkg::taken(q, halvings) % CHUNK;
  endfunction

  function automatic int unsigned row_bits(input int unsigned q, input int unsigned halvings);
    row_bits = twd_fold_pkg::taken(q, halvings) - rest(q, halvings);
  endfunction

  // Largest value after the rows, of one up to `largest`.
  function automatic logic [63:0] rows_largest(
    input int unsigned q, input int unsigned halvings, input logic [63:0] largest
  );
    rows_largest = twd_fold_pkg::sum_largest(
        largest, twd_fold_pkg::factor(q), row_bits(q, halvings),
        twd_modarith_pkg::exponent(q) - twd_fold_pkg::taken(q, halvings));
  endfunction

  function automatic logic merged(input int unsigned q, input int unsigned halvings, input logic [63:0] offset);
    int unsigned low;
    int unsigned taken;
    logic [63:0] first;
    logic [63:0] last;
    low = 32'($clog2(q)) - 1;
    taken = twd_fold_pkg::taken(q, halvings);
    first = lowest(q, halvings, offset) >> (taken + low);
    last = rows_largest(q, halvings, highest(q, halvings, offset) >> taken) >> low;
    merged = high_bits(q, halvings) - low + rest(q, halvings) <= CHUNK
        && last < first + (64'd1 << (high_bits(q, halvings) - low));
  endfunction

  // Top bits that go to the table.
  function automatic int unsigned top_bits(
    input int unsigned q, input int unsigned halvings, input logic [63:0] offset
  );
    top_bits = high_bits(q, halvings) - (32'($clog2(q)) - 1);
    if (!merged(q, halvings, offset) && top_bits > CHUNK - rest(q, halvings)) top_bits = CHUNK - rest(q, halvings);
  endfunction

  // Largest value before the rows: any of n bits, or a sum of the table.
  function automatic logic [63:0] first_largest(
    input int unsigned q, input int unsigned halvings, input logic [63:0] offset
  );
    first_largest = merged(q, halvings, offset) ? (64'd1 << high_bits(q, halvings)) - 64'd1
        : (64'd1 << (high_bits(q, halvings) - top_bits(q, halvings, offset))) + 64'(q) - 64'd2;
  endfunction

  // Entries of 32 bits, at {top, rest}: canonical, or balanced where the table is the last.
  function automatic logic [1023:0] top_table(
    input int unsigned q, input int unsigned halvings, input logic [63:0] offset
  );
    logic [63:0] constant;
    logic [63:0] top;
    logic [63:0] entry;
    int unsigned top_width;
    int unsigned low;
    int unsigned chunk;
    top_width = top_bits(q, halvings, offset);
    low = high_bits(q, halvings) - top_width;
    chunk = rest(q, halvings);
    constant = 64'(q) - rows_largest(q, halvings, 64'd0) % 64'(q);
    if (halvings == 0) constant = constant + highest(q, halvings, offset) % 64'(q) * 64'(twd_fold_pkg::factor(q));
    top_table = '0;
    for (int unsigned e = 0; e < 32; e++) begin
      top = 64'(e >> chunk);
      if (merged(q, halvings, offset)
          && top < lowest(q, halvings, offset) >> (twd_fold_pkg::taken(q, halvings) + low)) begin
        top = top + (64'd1 << top_width);
      end
      entry = 64'(e) & ((64'd1 << chunk) - 64'd1);
      entry = (entry << row_bits(q, halvings)) * ((64'(q) - 64'd1) >> twd_fold_pkg::taken(q, halvings)) % 64'(q);
      entry = ((top << low) + constant + 64'(q) - entry) % 64'(q);
      if (merged(q, halvings, offset) && entry >= 64'(q) - (64'd1 << ($clog2(q) - 2)) - 64'(q / 2)) begin
        entry = entry - 64'(q);
      end
      if (e < (32'd1 << (top_width + chunk))) top_table[32*e+:32] = entry[31:0];
    end
  endfunction

  // Cycles of the rows, and of twd_ldsp_reduce.
  function automatic int unsigned rows(input int unsigned q, input int unsigned halvings);
    rows = twd_fold_pkg::rows(twd_fold_pkg::factor(q), row_bits(q, halvings));
  endfunction

  function automatic int unsigned reduce_latency(
    input int unsigned q, input int unsigned halvings, input logic [63:0] offset
  );
    reduce_latency = 1 + rows(q, halvings);
    if (!merged(q, halvings, offset)) begin
      reduce_latency = reduce_latency
          + twd_fold_pkg::folds(rows_largest(q, halvings, first_largest(q, halvings, offset)), q);
    end
  endfunction

endpackage
