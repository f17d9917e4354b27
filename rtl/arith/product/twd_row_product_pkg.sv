// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_row_product_pkg: the rows of twd_row_product and the tree above them.
//
// Model     twiddle.model.quad.row_latency

package twd_row_product_pkg;

  localparam int unsigned CHAIN = 4;  // rows one after the other

  // Rows: digits of b to the base 4.
  function automatic int unsigned rows(input int unsigned b_width);
    rows = (b_width + 1) / 2;
  endfunction

  // Sums on a level of the tree: chains of rows, and above them one for two.
  function automatic int unsigned sums(input int unsigned b_width, input int unsigned level);
    sums = (rows(b_width) + CHAIN - 1) / CHAIN;
    for (int unsigned l = 0; l < level; l++) sums = (sums + 1) / 2;
  endfunction

  // Levels above the chains.
  function automatic int unsigned levels(input int unsigned b_width);
    levels = 32'($clog2(sums(b_width, 32'd0)));
  endfunction

  // Cycles of twd_row_product: 3 a, the rows, the levels.
  function automatic int unsigned latency(input int unsigned b_width);
    latency = 32'd1 + CHAIN + levels(b_width);
  endfunction

endpackage
