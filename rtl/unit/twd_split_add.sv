// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_split_add: sum_o = direct_i + logic_i + carry_i of split words (twd_lane_pkg), as one sum or as two.
//
//   pair_i = 0    one sum: the top bit of the low halves is not used, and that of sum_o is no result
//   pair_i = 1    two sums, the top bits being signs or carries
//
// Ones' complement   as in twd_carry_add: logic_i = ~z and carry_i = 0 give ~(z - direct_i), each half by itself.
// Timing    combinational; the caller registers it.
// Cost      one LUT a bit, and one for the bit between the halves.
// Model     the sum of integers

module twd_split_add #(
  parameter int unsigned Low  = 12,
  parameter int unsigned High = 12
) (
  input  logic                  pair_i,
  input  logic [High+Low+1 : 0] direct_i,
  input  logic [High+Low+1 : 0] logic_i,
  input  logic                  carry_i,
  output logic [High+Low+1 : 0] sum_o
);

  // One chain; the bit between the halves passes the carry on (0 + 1), or starts anew with carry_i (carry_i + carry_i).
  logic unused_between;

  twd_carry_add #(.Width(High + Low + 3)) u_add (
    .direct_i({direct_i[High+Low+1:Low+1], pair_i && carry_i, pair_i && direct_i[Low], direct_i[Low-1:0]}),
    .logic_i ({logic_i[High+Low+1:Low+1], !pair_i || carry_i, !pair_i || logic_i[Low], logic_i[Low-1:0]}),
    .carry_i,
    .sum_o   ({sum_o[High+Low+1:Low+1], unused_between, sum_o[Low:0]})
  );

endmodule
