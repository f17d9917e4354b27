// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_carry_add: sum_o = direct_i + logic_i + carry_i modulo 2^Width, logic_i computed in the LUTs of the adder.
//
// Method    x + y + c is written as x - ~y - !c, and !c as the borrow of a bit below. Yosys connects the minuend of a
//           difference straight to the carry chain, so that masks, multiplexers and tables before logic_i share its
//           LUTs, and a bit of direct_i whose logic_i is constant costs no LUT. Of a sum, Yosys connects the narrower
//           operand, which may be the wrong one.
// Ones' complement   logic_i = ~z and carry_i = 0 give sum_o = direct_i - z - 1 = ~(z - direct_i).
// Timing    combinational; the caller registers it.
// Cost      one LUT a bit of logic_i that is not constant.
// Model     the sum of two integers

module twd_carry_add #(
  parameter int unsigned Width = 12
) (
  input  logic [Width-1:0] direct_i,
  input  logic [Width-1:0] logic_i,
  input  logic             carry_i,
  output logic [Width-1:0] sum_o
);

  logic unused_below;

  assign {sum_o, unused_below} = {direct_i, carry_i} - {~logic_i, !carry_i};

endmodule
