// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_butterfly_2x2_sums: the second rank of sums and differences of twd_butterfly_2x2.
//
//   modes                sum_o[0]     difference_o[0]   sum_o[1]     difference_o[1]   b, p: bypass_i, product_i
//   MODE_CT, _PAIR       b_0 + p_0    b_0 - p_0         b_1 + p_1    b_1 - p_1
//   MODE_CT_ONE          b_0          -p_0              b_1          -p_1
//   MODE_GS, _GS_ONE     b_0 + b_1    b_0 - b_1         p_0 + p_1    p_0 - p_1
//   MODE_PRODUCT         p_0          b_0               p_1          b_1
//   MODE_CROSS           not used     b_0 - p_0         not used     b_1 - p_1
//
// Ranges    bypass_i in [0, q), product_i in (-q, q), results in (-2q, 2q).
// Timing    2 cycles after mode_i, product_i and bypass_i: masked operands, then the sums.
// Cost      four adders of Width + 2 bits.
// Model     part of twiddle.model.quad.butterfly

module twd_butterfly_2x2_sums #(
  parameter  int unsigned Width = 14,
  localparam int unsigned Wide  = Width + 2
) (
  input  logic                  clk_i,
  input  logic [2:0]            mode_i,
  input  logic [1:0][Width:0]   product_i,
  input  logic [1:0][Width-1:0] bypass_i,
  output logic [1:0][Wide-1:0]  sum_o,
  output logic [1:0][Wide-1:0]  difference_o
);

  function automatic logic [Wide-1:0] signed_wide(input logic [Width:0] lazy);
    signed_wide = {lazy[Width], lazy};
  endfunction

  logic inverse;
  assign inverse = twd_butterfly_2x2_pkg::inverse(mode_i);

  logic [1:0][Width:0] product_q;
  logic [Width:0] bypass_1_q;
  logic [1:0][Width:0] near;             // b_0; b_1, or p_0 of an inverse word
  logic [1:0][Width:0] near_sum_q;       // masked
  logic [1:0][Width:0] near_difference_q;
  logic sum_near, difference_near;
  logic sum_product_q, difference_product_q;  // what is added to it
  logic far_q;
  logic sum_alone_q, difference_alone_q;

  assign near[0] = {1'b0, bypass_i[0]};
  assign near[1] = inverse ? product_i[0] : {1'b0, bypass_i[1]};
  assign sum_near = mode_i != twd_butterfly_2x2_pkg::MODE_PRODUCT;
  assign difference_near = mode_i != twd_butterfly_2x2_pkg::MODE_CT_ONE;

  always_ff @(posedge clk_i) begin
    product_q         <= product_i;
    bypass_1_q        <= {1'b0, bypass_i[1]};
    near_sum_q        <= near;
    near_difference_q <= near;
    if (!sum_near) near_sum_q <= '0;
    if (!difference_near) near_difference_q <= '0;
    far_q                <= inverse;
    sum_product_q        <= !inverse && mode_i != twd_butterfly_2x2_pkg::MODE_CT_ONE;
    difference_product_q <= !inverse && mode_i != twd_butterfly_2x2_pkg::MODE_PRODUCT;
    sum_alone_q          <= mode_i == twd_butterfly_2x2_pkg::MODE_CT_ONE;
    difference_alone_q   <= mode_i == twd_butterfly_2x2_pkg::MODE_PRODUCT;
  end

  for (genvar i = 0; i < 2; i++) begin : gen_sum
    logic [Wide-1:0] added;
    logic [Wide-1:0] subtracted;
    logic [Wide-1:0] sum;

    if (i == 0) begin : gen_first
      assign added = ({Wide{sum_product_q}} & signed_wide(product_q[0]))
          | ({Wide{far_q}} & signed_wide(bypass_1_q));
      assign subtracted = ({Wide{difference_product_q}} & signed_wide(product_q[0]))
          | ({Wide{far_q}} & signed_wide(bypass_1_q));
    end else begin : gen_second
      assign added = {Wide{!sum_alone_q}} & signed_wide(product_q[1]);
      assign subtracted = {Wide{!difference_alone_q}} & signed_wide(product_q[1]);
    end

    twd_carry_add #(.Width(Wide)) u_sum (
      .direct_i(signed_wide(near_sum_q[i])),
      .logic_i (added),
      .carry_i (1'b0),
      .sum_o   (sum)
    );

    always_ff @(posedge clk_i) begin
      sum_o[i]        <= sum;
      difference_o[i] <= signed_wide(near_difference_q[i]) - subtracted;
    end
  end

endmodule
