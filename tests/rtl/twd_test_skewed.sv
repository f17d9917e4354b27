// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_test_skewed: sum_o = a_i + b_i, where b_i comes two enabled cycles after a_i, and a_d_o = a_i after one;
// for the tests of the unit simulator.

module twd_test_skewed (
  input  logic       clk_i,
  input  logic       en_i,
  input  logic [7:0] a_i,
  input  logic [7:0] b_i,
  output logic [7:0] a_d_o,
  output logic [8:0] sum_o
);

  logic [7:0] a_q2;

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      a_d_o <= a_i;
      a_q2  <= a_d_o;
      sum_o <= {1'b0, a_q2} + {1'b0, b_i};
    end
  end

endmodule
