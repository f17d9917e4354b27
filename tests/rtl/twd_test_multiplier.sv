// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_test_multiplier: product_o = a_i * b_i, sum_o = a_i + b_i (signed), after Stages enabled cycles, for the
// tests of the unit simulator. Fault 1: one register ignores en_i; 2: an assertion that fails on 5 * 7.

module twd_test_multiplier #(
  parameter int unsigned Width = 12,
  parameter int unsigned Stages = 3,
  parameter int unsigned Fault = 0
) (
  input  logic                      clk_i,
  input  logic                      en_i,
  input  logic        [Width-1:0]   a_i,
  input  logic        [Width-1:0]   b_i,
  output logic        [2*Width-1:0] product_o,
  output logic signed [Width:0]     sum_o
);

  if (Stages < 1 || Stages > 8) begin : gen_bad_stages
    $fatal(1, "twd_test_multiplier: Stages = %0d is not in 1 to 8", Stages);
  end

  logic        [2*Width-1:0] product_q [Stages];
  logic signed [Width:0]     sum_q [Stages];

  always_ff @(posedge clk_i) begin
    if (en_i || Fault == 1) begin
      product_q[0] <= {{Width{1'b0}}, a_i} * {{Width{1'b0}}, b_i};
    end
    if (en_i) begin
      sum_q[0] <= $signed({a_i[Width-1], a_i}) + $signed({b_i[Width-1], b_i});
    end
    for (int s = 1; s < int'(Stages); s++) begin
      if (en_i || Fault == 1) product_q[s] <= product_q[s-1];
      if (en_i) sum_q[s] <= sum_q[s-1];
    end
  end

  assign product_o = product_q[Stages-1];
  assign sum_o = sum_q[Stages-1];

  always_ff @(posedge clk_i) begin
    NotFiveBySeven: assert (Fault != 2 || a_i != Width'(5) || b_i != Width'(7));
  end

endmodule
