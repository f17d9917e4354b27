// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_canary: y_o = x_i, with an assertion that is false where x_i = Trap. It must be heard wherever a simulation
// runs with assertions; where it is not, all others are silent too.

`include "twd_assert.svh"

module twd_canary #(
  parameter int unsigned Trap = 7
) (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic [3:0] x_i,
  output logic [3:0] y_o
);

  assign y_o = x_i;

  `TWD_ASSERT(Canary, 32'(x_i) != Trap)

endmodule
