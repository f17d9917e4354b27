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
// Timing    1 cycle.
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

  for (genvar i = 0; i < 2; i++) begin : gen_odd
    logic [Width-1:0] result;

    twd_mod_correct_mux #(
      .Q(Q)
    ) u_correct (
      .second_i(late_i),
      .first_i (difference_i[i]),
      .raw_i   ({product_i[i][Width], product_i[i]}),
      .result_o(result)
    );

    always_ff @(posedge clk_i) word_o[2*i+1] <= result;
  end

  logic [Width-1:0] lane_0;

  twd_mod_correct #(
    .Q(Q)
  ) u_correct_0 (
    .raw_i   (sum_i[0]),
    .result_o(lane_0)
  );

  logic [Wide-1:0] lane_2_correction;
  logic below;  // -q

  assign below = sum_i[1][Wide-1]
      && !twd_modarith_pkg::at_least(32'(sum_i[1][Wide-2:0]), (32'd1 << (Wide - 1)) - Q);

  always_comb begin
    lane_2_correction = '0;
    if (below) lane_2_correction = Wide'(2 * Q);
    else if (sum_i[1][Wide-1]) lane_2_correction = Wide'(Q);
    else if (twd_modarith_pkg::at_least(32'(sum_i[1]), Q)) lane_2_correction = '0 - Wide'(Q);
  end

  always_ff @(posedge clk_i) begin
    word_o[0] <= lane_0;
    word_o[2] <= Width'(sum_i[1] + lane_2_correction);
  end

endmodule
