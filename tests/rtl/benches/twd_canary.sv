// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_canary: y_o = x_i, with an assertion of each macro that is false where x_i is 7, where it is not 5 two cycles
// after it was 5, and where it is not 12 in the cycle after it was 12. A simulation with assertions must report each;
// where it does not, all others are silent too.

`include "twd_assert.svh"

module twd_canary (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic       en_i,
  input  logic [3:0] x_i,
  output logic [3:0] y_o
);

  assign y_o = x_i;

  `TWD_ASSERT(Canary, x_i != 4'd7)
  `TWD_ASSERT_AFTER(CanaryAfter, 2, x_i == 4'd5, x_i == 4'd5)
  `TWD_ASSERT_HELD(CanaryHeld, x_i == 4'd12, 1'b0, x_i)

endmodule
