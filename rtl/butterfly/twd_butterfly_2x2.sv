// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_butterfly_2x2: two layers of butterflies on four coefficients, either direction, with four multipliers.
//
//   forward    x_2, x_3 --> M1 --> S1 --> M2 --> S2 -->       M1: factors k1_i, two products
//   inverse               x --> S1 --> M2 --> S2 --> M1 -->   M2: factors k2_i, two products
//                                                             S1, S2: two sums and two differences each
//   QUAD_CT       (y_0, y_1), (y_2, y_3) = x_0 +- k1 x_2, x_1 +- k1' x_3;  then y_0 +- k2 y_1, y_2 +- k2' y_3 (lanes 0 to 3)
//   QUAD_CT_ONE   the first of these layers; the factors k2 are -1
//   QUAD_GS       s, d = x_0 +- x_1;  t, e = x_2 +- x_3;  lane 0: s + t,  2: (s - t) k1,
//                 lane 1: k2 d + k2' e,  3: (k2 d - k2' e) k1'
//   QUAD_GS_ONE   x_0 + x_2, (x_0 - x_2) k1;  -k2 x_1 -+ k2' x_3, the difference times k1'; the factors k2 are -1
//   QUAD_PRODUCT  x_0 k2, x_1 k1, x_2 k2', x_3 k1'
//   QUAD_CROSS    lane 1: x_0 k1 + x_1 k2, lane 3: x_2 k1' + x_3 k2'
//   QUAD_PAIR     lane 0: x_0 + k2 x_1, lane 2: x_2 + k2' x_3; the factors k1 are -1
//
// Method    2x2 butterfly (Nguyen, Dang, Gaj 2019, Fig. 1) with merged psi. The loop of products and sums is entered in
//           front of the products or in front of the sums, so that both kinds of butterfly are the same four multipliers and
//           eight adders. No layer halves: a first or second operand is divided by their number when it is loaded.
// Ranges    x_i in [0, 2q), word_o in [0, q). Products are scale of Method times what is written here.
// Timing    mode_i with x_i; k1_i with x_i, of an inverse slot 2 LM + 3 cycles later, k2_i LM + 1 cycles later;
//           LM = latency(Method, Q) of twd_mod_mul_wide_pkg. word_o 2 LM + 4 cycles behind x_i; of an inverse slot lanes 2 and 3 (of
//           the word of lines: 1 and 3) twd_quad_pkg::lag later still, and no other slot comes out there then.
//           Lanes 1 and 2 of an inverse slot come out in each other's place. No reset.
// Cost      four multipliers, eight adders, four corrections, two in the middle; delay lines of six coefficients.
// Model     twiddle.model.quad.butterfly

module twd_butterfly_2x2 #(
  parameter  int unsigned             Q       = 12289,
  parameter  twd_method_pkg::method_e Method  = twd_method_pkg::METHOD_KRED,
  parameter  bit                      Pairs   = 1'b0,  // QUAD_CROSS is used
  parameter  int unsigned             Lag     = 8,
  localparam int unsigned             Width   = $clog2(Q)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic [2:0]            mode_i,
  input  logic [3:0][Width-1:0] x_i,
  input  logic [1:0][Width-1:0] k1_i,
  input  logic [1:0][Width-1:0] k2_i,
  output logic [3:0][Width-1:0] word_o
);

  localparam int unsigned LM = twd_mod_mul_wide_pkg::latency(Method, Q);
  localparam int unsigned Wide = Width + 2;  // (-2q, 2q)

  // mode_i at every stage
  logic [2*LM+Lag+4:0][2:0] mode;
  logic [2*LM+Lag+3:0][2:0] mode_q;

  always_ff @(posedge clk_i) mode_q <= rst_ni ? {mode_q[2*LM+Lag+2:0], mode_i} : '0;  // cleared: see twd_delay_ff
  assign mode = {mode_q, mode_i};

  function automatic logic forward(input logic [2:0] m);
    forward = m == twd_butterfly_2x2_pkg::QUAD_CT || m == twd_butterfly_2x2_pkg::QUAD_CT_ONE || m == twd_butterfly_2x2_pkg::QUAD_PAIR;
  endfunction

  function automatic logic inverse(input logic [2:0] m);
    inverse = m == twd_butterfly_2x2_pkg::QUAD_GS || m == twd_butterfly_2x2_pkg::QUAD_GS_ONE;
  endfunction

  function automatic logic [Wide-1:0] signed_wide(input logic [Width:0] lazy);
    signed_wide = {lazy[Width], lazy};
  endfunction

  // ---- M1: forward at 0; inverse behind S2, at 2 LM + 3 ----
  logic [1:0][Wide-1:0] m1_operand;         // forward
  logic [1:0][Width:0] m1;                  // (-q, q), LM cycles later
  logic [1:0][Wide-1:0] s2_difference_q;    // (-2q, 2q)

  always_comb begin
    m1_operand[0] = mode[0] == twd_butterfly_2x2_pkg::QUAD_PRODUCT ? Wide'(x_i[1])
        : Pairs && mode[0] == twd_butterfly_2x2_pkg::QUAD_CROSS ? Wide'(x_i[0]) : Wide'(x_i[2]);
    m1_operand[1] = Pairs && mode[0] == twd_butterfly_2x2_pkg::QUAD_CROSS ? Wide'(x_i[2]) : Wide'(x_i[3]);
  end

  // ---- M2: at LM + 1 ----
  logic [1:0][Wide-1:0] s1_sum_q;
  logic [1:0][Wide-1:0] s1_difference_q;
  logic [1:0][Width:0] m2;

  for (genvar i = 0; i < 2; i++) begin : gen_multiplier
    twd_mod_mul_wide #(
      .Q     (Q),
      .Method(Method)
    ) u_m1 (
      .clk_i,
      .en_i          (1'b1),
      .second_i      (inverse(mode[2*LM+3])),
      .a_i           (m1_operand[i]),
      .d_i           (s2_difference_q[i]),
      .b_i           (k1_i[i]),
      .product_lazy_o(m1[i])
    );

    twd_mod_mul_wide #(
      .Q     (Q),
      .Method(Method)
    ) u_m2 (
      .clk_i,
      .en_i          (1'b1),
      .second_i      (i == 0 && forward(mode[LM+1])),
      .a_i           (s1_difference_q[i]),
      .d_i           (i == 0 ? s1_sum_q[1] : '0),
      .b_i           (k2_i[i]),
      .product_lazy_o(m2[i])
    );
  end

  // ---- S1: operands at LM, results at LM + 1 ----
  // x of lanes 0 and 1 (inverse 2) stands beside the product; the others are what an inverse layer takes in its place.
  logic [1:0][Width-1:0] x_near_d;
  logic [1:0][Width-1:0] x_near;       // at LM - 1
  logic [1:0][Width-1:0] x_far;        // at LM
  logic [1:0][Width-1:0] x_sum_q;      // masked, at LM
  logic [1:0][Width-1:0] x_difference_q;

  assign x_near_d = {forward(mode[0]) ? x_i[1] : x_i[2], x_i[0]};

  twd_delay_ff #(
    .Width (2 * Width),
    .Cycles(LM - 1)
  ) u_near (
    .clk_i,
    .rst_ni,
    .d_i (x_near_d),
    .q_o (x_near)
  );

  twd_delay_ff #(
    .Width (2 * Width),
    .Cycles(LM)
  ) u_far (
    .clk_i,
    .rst_ni,
    .d_i ({x_i[3], x_i[1]}),
    .q_o (x_far)
  );

  logic sum_near, difference_near;     // x takes part, at LM - 1
  logic sum_m1_q, sum_far_q;           // what is added, at LM
  logic difference_m1_q, difference_far_q;

  always_comb begin
    sum_near = !(mode[LM-1] == twd_butterfly_2x2_pkg::QUAD_PRODUCT || mode[LM-1] == twd_butterfly_2x2_pkg::QUAD_CROSS);
    difference_near = !(mode[LM-1] == twd_butterfly_2x2_pkg::QUAD_CROSS || mode[LM-1] == twd_butterfly_2x2_pkg::QUAD_PAIR
        || mode[LM-1] == twd_butterfly_2x2_pkg::QUAD_GS_ONE);
  end

  always_ff @(posedge clk_i) begin
    x_sum_q        <= x_near;
    x_difference_q <= x_near;
    if (!sum_near) x_sum_q <= '0;
    if (!difference_near) x_difference_q <= '0;
    sum_m1_q <= mode[LM-1] == twd_butterfly_2x2_pkg::QUAD_CT || mode[LM-1] == twd_butterfly_2x2_pkg::QUAD_CT_ONE
        || mode[LM-1] == twd_butterfly_2x2_pkg::QUAD_PRODUCT || mode[LM-1] == twd_butterfly_2x2_pkg::QUAD_CROSS;
    sum_far_q <= mode[LM-1] == twd_butterfly_2x2_pkg::QUAD_GS;
    difference_m1_q <= forward(mode[LM-1]);
    difference_far_q <= inverse(mode[LM-1]) || mode[LM-1] == twd_butterfly_2x2_pkg::QUAD_CROSS;
  end

  // x + y is written as x - ~y - 1, the 1 a bit below: of a difference the carry chain takes the minuend as it is.
  for (genvar i = 0; i < 2; i++) begin : gen_s1
    logic [Wide-1:0] added;
    logic [Wide-1:0] subtracted;
    logic [Wide:0] sum_q;

    assign added = ({Wide{sum_m1_q}} & signed_wide(m1[i])) | ({Wide{sum_far_q}} & Wide'(x_far[i]));
    assign subtracted = ({Wide{difference_m1_q}} & signed_wide(m1[i]))
        | ({Wide{difference_far_q}} & Wide'(x_far[i]));

    always_ff @(posedge clk_i) begin
      sum_q              <= {Wide'(x_sum_q[i]), 1'b0} - {~added, 1'b1};
      s1_difference_q[i] <= Wide'(x_difference_q[i]) - subtracted;
    end

    assign s1_sum_q[i] = sum_q[Wide:1];

    logic unused;
    assign unused = sum_q[0];
  end

  // ---- what passes beside M2, canonical: L1 and L2 at LM + 2, used at 2 LM + 1 and 2 LM + 2 ----
  logic [Width-1:0] beside_0;
  logic [Width-1:0] beside_1;
  logic [1:0][Width-1:0] beside_canon_q;    // at LM + 2
  logic [1:0][Width-1:0] beside;            // at 2 LM + 1

  twd_mod_correct #(
    .Q(Q)
  ) u_beside_0 (
    .raw_i   (s1_sum_q[0]),
    .result_o(beside_0)
  );

  twd_mod_correct_mux #(
    .Q(Q)
  ) u_beside_1 (
    .second_i(!forward(mode[LM+1])),
    .first_i (s1_difference_q[0]),
    .raw_i   (s1_sum_q[1]),
    .result_o(beside_1)
  );

  always_ff @(posedge clk_i) beside_canon_q <= {beside_1, beside_0};

  twd_delay_ff #(
    .Width (2 * Width),
    .Cycles(LM - 1)
  ) u_beside (
    .clk_i,
    .rst_ni,
    .d_i (beside_canon_q),
    .q_o (beside)
  );

  // ---- S2: operands at 2 LM + 2, results at 2 LM + 3 ----
  logic [1:0][Width:0] m2_q;                // at 2 LM + 2
  logic [Width:0] beside_far_q;
  logic [1:0][Width:0] y_sum_q;             // masked, at 2 LM + 2: L1, and L2 or a product
  logic [1:0][Width:0] y_difference_q;
  logic y_sum, y_difference;
  logic y_sum_m2_q, y_difference_m2_q, y_far_q, y_sum_none_q, y_difference_none_q;
  logic [1:0][Width:0] y_near;

  assign y_near[0] = {1'b0, beside[0]};
  assign y_near[1] = inverse(mode[2*LM+1]) ? m2[0] : {1'b0, beside[1]};
  assign y_sum = mode[2*LM+1] != twd_butterfly_2x2_pkg::QUAD_PRODUCT;
  assign y_difference = mode[2*LM+1] != twd_butterfly_2x2_pkg::QUAD_CT_ONE;

  always_ff @(posedge clk_i) begin
    m2_q           <= m2;
    beside_far_q   <= {1'b0, beside[1]};
    y_sum_q        <= y_near;
    y_difference_q <= y_near;
    if (!y_sum) y_sum_q <= '0;
    if (!y_difference) y_difference_q <= '0;
    y_far_q             <= inverse(mode[2*LM+1]);
    y_sum_m2_q          <= !inverse(mode[2*LM+1]) && mode[2*LM+1] != twd_butterfly_2x2_pkg::QUAD_CT_ONE;
    y_difference_m2_q   <= !inverse(mode[2*LM+1]) && mode[2*LM+1] != twd_butterfly_2x2_pkg::QUAD_PRODUCT;
    y_sum_none_q        <= mode[2*LM+1] == twd_butterfly_2x2_pkg::QUAD_CT_ONE;
    y_difference_none_q <= mode[2*LM+1] == twd_butterfly_2x2_pkg::QUAD_PRODUCT;
  end

  logic [1:0][Wide-1:0] s2_sum_q;

  for (genvar i = 0; i < 2; i++) begin : gen_s2
    logic [Wide-1:0] added;
    logic [Wide-1:0] subtracted;
    logic [Wide:0] sum_q;

    if (i == 0) begin : gen_first
      assign added = ({Wide{y_sum_m2_q}} & signed_wide(m2_q[0])) | ({Wide{y_far_q}} & signed_wide(beside_far_q));
      assign subtracted = ({Wide{y_difference_m2_q}} & signed_wide(m2_q[0]))
          | ({Wide{y_far_q}} & signed_wide(beside_far_q));
    end else begin : gen_second
      assign added = {Wide{!y_sum_none_q}} & signed_wide(m2_q[1]);
      assign subtracted = {Wide{!y_difference_none_q}} & signed_wide(m2_q[1]);
    end

    always_ff @(posedge clk_i) begin
      sum_q              <= {signed_wide(y_sum_q[i]), 1'b0} - {~added, 1'b1};
      s2_difference_q[i] <= signed_wide(y_difference_q[i]) - subtracted;
    end

    assign s2_sum_q[i] = sum_q[Wide:1];

    logic unused;
    assign unused = sum_q[0];
  end

  // ---- canonical: operands at 2 LM + 3, results at 2 LM + 4; lines 1 and 3 of an inverse slot Lag later ----
  logic [1:0][Width:0] m1_late;  // at 2 LM + 3 + Lag

  twd_delay_ff #(
    .Width (2 * (Width + 1)),
    .Cycles(Lag - LM)
  ) u_m1_late (
    .clk_i,
    .rst_ni,
    .d_i (m1),
    .q_o (m1_late)
  );

  for (genvar i = 0; i < 2; i++) begin : gen_difference
    logic [Width-1:0] result_d;
    logic [Width-1:0] result_q;

    twd_mod_correct_mux #(
      .Q(Q)
    ) u_canon (
      .second_i(inverse(mode[2*LM+3+Lag])),
      .first_i (s2_difference_q[i]),
      .raw_i   (signed_wide(m1_late[i])),
      .result_o(result_d)
    );

    always_ff @(posedge clk_i) result_q <= result_d;

    assign word_o[2*i+1] = result_q;
  end

  // Lane 0: below 2 q of an inverse slot too, whose sum is of two canonical values.
  logic [Width-1:0] lane_0;
  logic [Width-1:0] lane_0_q;

  twd_mod_correct #(
    .Q(Q)
  ) u_canon_0 (
    .raw_i   (s2_sum_q[0]),
    .result_o(lane_0)
  );

  always_ff @(posedge clk_i) lane_0_q <= lane_0;

  assign word_o[0] = lane_0_q;

  // Lane 2: the sum of two products of an inverse slot is in (-2q, 2q).
  logic [Width-1:0] lane_2_q;
  logic [Wide-1:0] lane_2_correction;
  logic [Wide-1:0] sum_1;
  logic below;

  assign sum_1 = s2_sum_q[1];
  assign below = sum_1[Wide-1] && !twd_modarith_pkg::at_least(32'(sum_1[Wide-2:0]), (32'd1 << (Wide - 1)) - Q);  // below -q

  always_comb begin
    lane_2_correction = '0;
    if (below) lane_2_correction = Wide'(2 * Q);
    else if (sum_1[Wide-1]) lane_2_correction = Wide'(Q);
    else if (twd_modarith_pkg::at_least(32'(sum_1), Q)) lane_2_correction = '0 - Wide'(Q);
  end

  always_ff @(posedge clk_i) lane_2_q <= Width'(sum_1 + lane_2_correction);

  assign word_o[2] = lane_2_q;

endmodule
