// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_split_add: sum_o = direct_i + logic_i + carry_i of split words (twd_lane_pkg), as one sum or as two.
//
//   pair_i = 0    one sum: the top bit of the low halves is taken as 0, where the carry into the high half comes out
//   pair_i = 1    two sums, the top bits being signs or carries
//
// Ones' complement   as in twd_carry_add: logic_i = ~z and carry_i = 0 give ~(z - direct_i), each half by itself.
// Timing    combinational; the caller registers it.
// Cost      one LUT a bit, and one for the carry between the halves.
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

  twd_carry_add #(.Width(Low + 1)) u_low (
    .direct_i({direct_i[Low] && pair_i, direct_i[Low-1:0]}),
    .logic_i ({logic_i[Low] && pair_i, logic_i[Low-1:0]}),
    .carry_i,
    .sum_o   (sum_o[Low:0])
  );

  twd_carry_add #(.Width(High + 1)) u_high (
    .direct_i(direct_i[High+Low+1:Low+1]),
    .logic_i (logic_i[High+Low+1:Low+1]),
    .carry_i (pair_i ? carry_i : sum_o[Low]),
    .sum_o   (sum_o[High+Low+1:Low+1])
  );

endmodule
