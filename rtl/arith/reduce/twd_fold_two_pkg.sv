// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_fold_two_pkg: the folds of products modulo q, or modulo q_2 2^s, which has as many bits (twd_mod_fold_two).
//
// Model     twiddle.model.fold.mod_fold_two

package twd_fold_two_pkg;

  // s; 0 without q_2.
  function automatic int unsigned widening(input int unsigned q, input int unsigned q_2);
    widening = q_2 == 0 || q_2 >= q ? 32'd0 : 32'($clog2(q)) - 32'($clog2(q_2));
  endfunction

  // q_2 2^s
  function automatic int unsigned widened(input int unsigned q, input int unsigned q_2);
    widened = q_2 << widening(q, q_2);
  endfunction

  // Bits that fold number `index` keeps.
  function automatic int unsigned shared_low(input int unsigned q, input int unsigned index);
    logic [63:0] largest;
    int unsigned step;
    largest = twd_modarith_pkg::largest_product(q);
    step = twd_fold_pkg::fold_step(largest, q);
    shared_low = twd_fold_pkg::fold_low(twd_fold_pkg::fold_input(largest, q, step, index), q, step);
  endfunction

  // Largest value of both that enters it.
  function automatic logic [63:0] shared_input(
    input int unsigned q, input int unsigned q_2, input int unsigned index
  );
    int unsigned top;
    top = widened(q, q_2) > q ? widened(q, q_2) : q;
    shared_input = index == 0 ? twd_modarith_pkg::largest_product(q)
        : (64'd1 << shared_low(q, index == 0 ? 32'd0 : index - 32'd1)) + 64'(top) - 64'd2;
  endfunction

  // twd_mod_fold_two has tables for both.
  function automatic logic shared(input int unsigned q, input int unsigned q_2);
    int unsigned count, entries;
    logic [63:0] other;
    count = twd_fold_pkg::folds(twd_modarith_pkg::largest_product(q), q);
    shared = q_2 >= 3 && q_2 < q && $clog2(q) <= twd_modarith_pkg::DSP_WIDTH
        && widened(q, q_2) > 32'd1 << ($clog2(q) - 1);
    if (shared) begin
      other = twd_modarith_pkg::largest_product(q_2) << widening(q, q_2);
      for (int unsigned f = 0; f < count; f++) begin
        entries = 32'(shared_input(q, q_2, f) >> shared_low(q, f)) + 1;
        if (f == 0 && entries > 32) shared = shared && entries <= 48 && (other >> shared_low(q, 0)) < 64'd16;
        else shared = shared && entries <= (f != 0 && f + 1 != count ? 32'd33 : 32'd32);
      end
    end
  endfunction

endpackage
