// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// TWD_DELAY(label, width, cycles, enable, d, q): q = d, so many enabled cycles ago: an instance of twd_delay. The
//   module needs clk_i in scope.

`ifndef TWD_DELAY_SVH
`define TWD_DELAY_SVH

`define TWD_DELAY(label, width, cycles, enable, d, q) \
  twd_delay #(.Width(width), .Cycles(cycles)) label (.clk_i, .en_i(enable), .d_i(d), .q_o(q));

`endif
