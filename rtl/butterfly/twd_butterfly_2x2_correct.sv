// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_butterfly_2x2_correct: the word that twd_butterfly_2x2 gives, corrected to [0, q).
//
//   lane 0, 2    sum_i[0], sum_i[1]
//   lane 1, 3    difference_i[0], [1]; with late_i product_i[0], [1]
//
// Ranges    sum_i[0] in (-q, 2q), since an inverse word adds two values in [0, q); sum_i[1] in (-2q, 2q), since it
//           adds two products; difference_i in (-q, 2q) where late_i is 0; product_i in (-q, q). word_o in [0, q).
// Timing    2 cycles.
// Cost      one adder and the comparisons with q a lane.
// Model     part of twiddle.model.quad.butterfly

module twd_butterfly_2x2_correct #(
  parameter  int unsigned Q     = 12289,
  localparam int unsigned Width = $clog2(Q),
  localparam int unsigned Wide  = Width + 2
) (
  input  logic                  clk_i,
  input  logic                  late_i,
  input  logic [1:0][Wide-1:0]  sum_i,
  input  logic [1:0][Wide-1:0]  difference_i,
  input  logic [1:0][Width:0]   product_i,
  output logic [3:0][Width-1:0] word_o
);

  for (genvar i = 0; i < 2; i++) begin : gen_pair
    twd_mod_correct_registered #(.Q(Q), .Twice(i == 1)) u_even (.clk_i, .raw_i(sum_i[i]), .result_o(word_o[2*i]));

    twd_mod_correct_registered #(.Q(Q)) u_odd (
      .clk_i,
      .raw_i   (late_i ? {product_i[i][Width], product_i[i]} : difference_i[i]),
      .result_o(word_o[2*i+1])
    );
  end

endmodule
