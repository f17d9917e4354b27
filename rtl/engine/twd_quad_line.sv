// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_quad_line: q_o = d_i, one to three cycles ago, in flip-flops.
//
// Method    twd_delay becomes a shift register of LUTs from three cycles on. Here a line that long is cut by a register
//           that is cleared in reset, so that it stays what it costs nothing as: flip-flops beside used LUTs.
// Timing    Cycles from 1 to 3.
// Cost      Width * Cycles flip-flops.

module twd_quad_line #(
  parameter int unsigned Width  = 14,
  parameter int unsigned Cycles = 3
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic [Width-1:0] d_i,
  output logic [Width-1:0] q_o
);

  logic [Width-1:0] first_q;
  logic [Width-1:0] second_q;
  logic [Width-1:0] third_q;

  always_ff @(posedge clk_i) begin
    first_q  <= d_i;
    second_q <= rst_ni ? first_q : '0;
    third_q  <= second_q;
  end

  assign q_o = Cycles == 1 ? first_q : Cycles == 2 ? second_q : third_q;

endmodule
