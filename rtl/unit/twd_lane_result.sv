// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_lane_result: half of twice S, and its sum and difference with a product, all modulo Q, or Q_2 in pairs.
//
//           base_i = 0, gs_i = 0     gs_i = 1       base_i = 1
//   sum_o   S + product              S              base_product
//   diff_o  S - product              - product      -
//
// Method    as in twd_butterfly: with t = 2 S - q, S is t/2 + q/2 where t is odd, else t/2, or t/2 + q below 0. The
//           sign of a product chooses S or S - q, so that a result is in [-q, q) and is corrected without a comparison.
// Ranges    s_i twice S, in [0, 2q); product_i, base_product_i in (-q, q), split words (twd_lane_pkg); results
//           canonical.
// Timing    s_i and pair_i five cycles before the results, product_i, base_product_i, base_i and gs_i three. No enable,
//           no reset.
// Cost      seven adders of a word.
// Model     twiddle.model.arith.butterfly_ct, butterfly_gs

module twd_lane_result #(
  parameter  int unsigned Q     = 8380417,
  parameter  int unsigned Q_2   = 3329,
  localparam int unsigned Width = twd_lane_pkg::width(Q, Q_2),
  localparam int unsigned Low   = twd_lane_pkg::low_bits(Q, Q_2),
  localparam int unsigned High  = Width - Low
) (
  input  logic                  clk_i,
  input  logic                  pair_i,
  input  logic                  base_i,
  input  logic                  gs_i,
  input  logic [High+Low+1 : 0] s_i,
  input  logic [High+Low+1 : 0] product_i,
  input  logic [High+Low+1 : 0] base_product_i,
  output logic [     Width-1:0] sum_o,
  output logic [     Width-1:0] diff_o
);

  localparam int unsigned Split = High + Low + 2;
  localparam int unsigned MinusQ = 32'd0 - Q;
  localparam int unsigned MinusQ_2 = 32'd0 - Q_2;

  // q, (q + 1)/2 and -q as split words.
  localparam logic [Split-1:0] Modulus = {(High + 1)'(Q >> Low), 1'b0, Low'(Q)};
  localparam logic [Split-1:0] Half = {(High + 1)'(((Q + 1) / 2) >> Low), 1'b0, Low'((Q + 1) / 2)};
  localparam logic [Split-1:0] Minus = {(High + 1)'($signed(MinusQ) >>> Low), 1'b0, Low'(MinusQ)};
  localparam logic [Split-1:0] Modulus_2 = {(High + 1)'(Q_2), (Low + 1)'(Q_2)};
  localparam logic [Split-1:0] Half_2 = {(High + 1)'((Q_2 + 1) / 2), (Low + 1)'((Q_2 + 1) / 2)};
  localparam logic [Split-1:0] Minus_2 = {(High + 1)'(MinusQ_2), (Low + 1)'(MinusQ_2)};

  function automatic logic [Split-1:0] as_split(input logic [Width-1:0] word);
    as_split = {1'b0, word[Width-1:Low], 1'b0, word[Low-1:0]};
  endfunction

  // Bits of a half word by its sign.
  function automatic logic [Split-1:0] sign_mask(input logic of_pair, input logic [Split-1:0] value);
    sign_mask = {{High + 1{value[Split-1]}}, {Low + 1{of_pair ? value[Low] : value[Split-1]}}};
  endfunction

  logic [1:0] pair_q;                // pair_q[i]: i + 1 cycles after pair_i
  logic pair_last_q, pair_last_q2;   // of what is in product_q, and after it

  always_ff @(posedge clk_i) begin
    pair_q       <= {pair_q[0], pair_i};
    pair_last_q  <= base_i || pair_q[1];
    pair_last_q2 <= pair_last_q;
  end

  logic [Split-1:0] chosen;
  logic [Split-1:0] product_q, product_masked_q;
  logic [Split-1:0] s_low, s_low_q;  // less q, in [-q, q)
  logic [Split-1:0] shifted, addend, half;
  logic [Width-1:0] s_half_q, s_end_q, s_masked_q;
  logic [Split-1:0] low, low_q, low_masked_q;

  twd_split_add #(.Low(Low), .High(High)) u_s_low (
    .pair_i  (pair_i),
    .direct_i(s_i),
    .logic_i (pair_i ? Minus_2 : Minus),
    .carry_i (1'b0),
    .sum_o   (s_low)
  );

  // A wide value moves its lowest high bit into the low half.
  assign shifted = {s_low_q[Split-1], s_low_q[Split-1:Low+2], 1'b0,
                    pair_q[0] ? s_low_q[Low] : s_low_q[Low+1], s_low_q[Low-1:1]};

  always_comb begin
    addend = sign_mask(pair_q[0], s_low_q) & (pair_q[0] ? Modulus_2 : Modulus);
    if (s_low_q[0]) addend[Low:0] = pair_q[0] ? Half_2[Low:0] : Half[Low:0];
    if (pair_q[0] ? s_low_q[Low+1] : s_low_q[0]) begin
      addend[Split-1:Low+1] = pair_q[0] ? Half_2[Split-1:Low+1] : Half[Split-1:Low+1];
    end
  end

  twd_split_add #(.Low(Low), .High(High)) u_half (
    .pair_i  (pair_q[0]),
    .direct_i(shifted),
    .logic_i (addend),
    .carry_i (1'b0),
    .sum_o   (half)
  );

  twd_split_add #(.Low(Low), .High(High)) u_low (
    .pair_i  (pair_q[1]),
    .direct_i(as_split(s_half_q)),
    .logic_i (pair_q[1] ? Minus_2 : Minus),
    .carry_i (1'b0),
    .sum_o   (low)
  );

  assign chosen = base_i ? base_product_i : product_i;

  always_ff @(posedge clk_i) begin
    s_low_q          <= s_low;
    s_half_q         <= {half[Split-2:Low+1], half[Low-1:0]};
    s_end_q          <= s_half_q;
    s_masked_q       <= s_half_q;
    low_q            <= low;
    low_masked_q     <= low;
    product_q        <= chosen;
    product_masked_q <= chosen;
    if (base_i) begin
      s_end_q <= '0;
      low_q   <= Minus_2;
    end
    if (gs_i) begin
      s_masked_q       <= '0;
      low_masked_q     <= pair_q[1] ? Minus_2 : Minus;
      product_masked_q <= '0;
    end
  end

  // ---- the results ----
  logic [Split-1:0] sum_last, sum_last_q;
  logic [Split-1:0] diff_n, diff_n_q;        // ones' complement of the difference
  logic [Split-1:0] sum, difference_n;
  logic [Width-1:0] difference_n_q;
  logic [Split-1:0] product_signs, masked_signs;

  assign product_signs = sign_mask(pair_last_q, product_q);
  assign masked_signs = sign_mask(pair_last_q, product_masked_q);

  twd_split_add #(.Low(Low), .High(High)) u_sum_last (
    .pair_i  (pair_last_q),
    .direct_i(product_masked_q),
    .logic_i ((as_split(s_end_q) & masked_signs) | (low_q & ~masked_signs)),
    .carry_i (1'b0),
    .sum_o   (sum_last)
  );

  twd_split_add #(.Low(Low), .High(High)) u_diff_n (
    .pair_i  (pair_last_q),
    .direct_i(product_q),
    .logic_i (~((low_masked_q & product_signs) | (as_split(s_masked_q) & ~product_signs))),
    .carry_i (1'b0),
    .sum_o   (diff_n)
  );

  twd_split_add #(.Low(Low), .High(High)) u_sum (
    .pair_i  (pair_last_q2),
    .direct_i(sum_last_q),
    .logic_i ((pair_last_q2 ? Modulus_2 : Modulus) & sign_mask(pair_last_q2, sum_last_q)),
    .carry_i (1'b0),
    .sum_o   (sum)
  );

  twd_split_add #(.Low(Low), .High(High)) u_difference_n (
    .pair_i  (pair_last_q2),
    .direct_i(diff_n_q),
    .logic_i ((pair_last_q2 ? Minus_2 : Minus) & ~sign_mask(pair_last_q2, diff_n_q)),
    .carry_i (1'b0),
    .sum_o   (difference_n)
  );

  always_ff @(posedge clk_i) begin
    sum_last_q     <= sum_last;
    diff_n_q       <= diff_n;
    sum_o          <= {sum[Split-2:Low+1], sum[Low-1:0]};
    difference_n_q <= {difference_n[Split-2:Low+1], difference_n[Low-1:0]};
  end

  assign diff_o = ~difference_n_q;  // in the LUTs of what takes it

  logic unused_carries;
  assign unused_carries = ^{half, sum, difference_n};

endmodule
