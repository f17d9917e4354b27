// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_shift_add_pkg: what twd_mod_shift_add and its users must agree on.
//
// Model     twiddle.model.reductions

package twd_shift_add_pkg;

  localparam int unsigned LAZY_LATENCY = 4;  // the quotient in two or three adders, and the remainder
  localparam int unsigned LATENCY = LAZY_LATENCY + 1;  // of twd_mod_shift_add: the remainder made canonical

  // The moduli whose quotient has such a plan.
  function automatic logic supported(input int unsigned q);
    supported = q == 32'd3329 || q == 32'd12289;
  endfunction

  // a + b modulo 32 as plain logic: the few bits fit into the LUTs of the adder that takes them.
  function automatic logic [4:0] short_sum(input logic [4:0] a, input logic [4:0] b);
    logic c;
    c = 1'b0;
    for (int i = 0; i < 5; i++) begin
      short_sum[i] = a[i] ^ b[i] ^ c;
      c = (a[i] & b[i]) | (c & (a[i] | b[i]));
    end
  endfunction

endpackage
