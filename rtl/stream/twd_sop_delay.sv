// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_sop_delay: delays the start-of-polynomial marker and its sideband by Cycles.
//
// Carry     0: no sideband, side_o is 0. A constant delay line is slow to optimise (one Yosys pass a stage).
// Timing    Cycles (0 is a wire); no reset.
// Cost      Cycles bits, (1 + Side) Cycles with Carry.

`include "twd_delay.svh"

module twd_sop_delay #(
  parameter int unsigned Side   = 1,
  parameter bit          Carry  = 1'b1,
  parameter int unsigned Cycles = 1
) (
  input  logic            clk_i,
  input  logic            sop_i,
  input  logic [Side-1:0] side_i,
  output logic            sop_o,
  output logic [Side-1:0] side_o
);

  if (Carry) begin : gen_carry
    `TWD_DELAY(u_delay, Side + 1, Cycles, 1'b1, {side_i, sop_i}, {side_o, sop_o})
  end else begin : gen_marker
    logic unused_side;
    assign unused_side = ^side_i;
    assign side_o      = '0;

    `TWD_DELAY(u_delay, 1, Cycles, 1'b1, sop_i, sop_o)
  end

endmodule
