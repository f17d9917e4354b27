// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_fold_low_pkg: the steps of twd_mod_fold_low and the bound of each.
//
// Step      x = h 2^s + l  becomes  h + T(l),  T(l) = l 2^-s mod q, for s of at most five bits: with one bit of h they
//           fill a 6-input LUT, so that a step costs one adder. A value up to X becomes one up to X / 2^s + q - 1.
// Model     twiddle.model.pwmm.fold_low_plan

package twd_fold_low_pkg;

  // Steps that halve `halvings` times; the cycles of twd_mod_fold_low.
  function automatic int unsigned steps(input int unsigned halvings);
    steps = (halvings + 32'd4) / 32'd5;
  endfunction

  // Bits of step number `index`, as equal as can be.
  function automatic int unsigned step_bits(input int unsigned halvings, input int unsigned index);
    step_bits = (halvings + index) / steps(halvings);
  endfunction

  // Largest value that enters step number `index`; with index = steps(halvings) the largest result.
  function automatic logic [63:0] largest(
    input logic [63:0] first, input int unsigned q, input int unsigned halvings, input int unsigned index
  );
    largest = first;
    for (int unsigned i = 0; i < index; i++) largest = (largest >> step_bits(halvings, i)) + 64'(q) - 64'd1;
  endfunction

endpackage
