// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_sop_delay: the token of a polynomial, one bit that goes before its first beat, and what is told with it, Cycles later.
//
// Carry     0: nothing is told, side_o is 0. A line of constants would take synthesis a pass over the whole design a cycle.
// Timing    Cycles (0 is a wire), en_i = 0 freezes it; no reset.
// Cost      Cycles bits, (1 + Side) Cycles with Carry.

module twd_sop_delay #(
  parameter int unsigned Side   = 1,
  parameter bit          Carry  = 1'b1,
  parameter int unsigned Cycles = 1
) (
  input  logic            clk_i,
  input  logic            en_i,
  input  logic            first_i,
  input  logic [Side-1:0] side_i,
  output logic            first_o,
  output logic [Side-1:0] side_o
);

  if (Carry) begin : gen_carry
    twd_delay #(
      .Width (Side + 1),
      .Cycles(Cycles)
    ) u_delay (
      .clk_i,
      .en_i,
      .d_i({side_i, first_i}),
      .q_o({side_o, first_o})
    );
  end else begin : gen_alone
    logic unused_side;
    assign unused_side = ^side_i;
    assign side_o      = '0;

    twd_delay #(
      .Width (1),
      .Cycles(Cycles)
    ) u_delay (
      .clk_i,
      .en_i,
      .d_i(first_i),
      .q_o(first_o)
    );
  end

endmodule
