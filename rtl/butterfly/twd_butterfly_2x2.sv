// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_butterfly_2x2: two layers of butterflies on four coefficients, in either direction, with four multipliers.
//
//   forward    x_2, x_3 --> M1 --> S1 --> M2 --> S2 -->       M1: two products by u, u'
//   inverse               x --> S1 --> M2 --> S2 --> M1 -->   M2: two products by v, v'
//                                                             S1, S2: two sums and two differences each
//   MODE_CT       (y_0, y_2), (y_1, y_3) = x_0 +- u x_2, x_1 +- u' x_3;  lanes 0, 1: y_0 +- v y_1,  2, 3: y_2 +- v' y_3
//   MODE_CT_ONE   the first of these layers; v = v' = -1
//   MODE_GS       s, d = x_0 +- x_1;  t, e = x_2 +- x_3;  lane 0: s + t,  2: (s - t) u,
//                 lane 1: v d + v' e,  3: (v d - v' e) u'
//   MODE_GS_ONE   x_0 + x_2, (x_0 - x_2) u;  -v x_1 -+ v' x_3, the difference times u'; v = v' = -1
//   MODE_PRODUCT  x_0 v, x_1 u, x_2 v', x_3 u'
//   MODE_CROSS    lane 1: x_0 u + x_1 v, lane 3: x_2 u' + x_3 v'
//   MODE_PAIR     lane 0: x_0 + v x_1, lane 2: x_2 + v' x_3; u = u' = -1
//
// Method    2x2 butterfly (Nguyen, Dang, Gaj 2019, Fig. 1) with merged psi; docs/cores/quad.md derives the data flow.
// Ranges    x_i in [0, q), in MODE_PRODUCT in [0, 2q); twiddle_1_i = (u', u), twiddle_2_i = (v', v) and word_o in
//           [0, q). A product is the scale of Method times what is written here.
// Timing    L = wide_latency(Method, Q) of twd_method_pkg. mode_i with x_i; twiddle_1_i with x_i, or 2 L + 3 cycles
//           after it for an inverse word; twiddle_2_i L + 1 cycles after it. word_o 2 L + 5 cycles after x_i. Lanes 1
//           and 3 of word_o of an inverse word are LateCycles later, and no other word leaves in those cycles. Lanes
//           1 and 2 of an inverse word leave in each other's place. No reset of data.
// Cost      four multipliers, eight adders, four corrections and two between the layers; delays of six coefficients.
// Model     twiddle.model.quad.butterfly

module twd_butterfly_2x2 #(
  parameter  int unsigned             Q          = 12289,
  parameter  twd_method_pkg::method_e Method     = twd_method_pkg::METHOD_KRED,
  parameter  bit                      Pairs      = 1'b0,  // MODE_CROSS is used
  parameter  int unsigned             LateCycles = 8,     // from the latency of a multiplier on
  localparam int unsigned             Width      = $clog2(Q)
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,
  input  twd_butterfly_2x2_pkg::mode_e mode_i,
  input  logic [3:0][Width-1:0]        x_i,
  input  logic [1:0][Width-1:0]        twiddle_1_i,
  input  logic [1:0][Width-1:0]        twiddle_2_i,
  output logic [3:0][Width-1:0]        word_o
);

  localparam int unsigned MulLatency = twd_method_pkg::wide_latency(Method, Q);
  localparam int unsigned Wide = Width + 2;  // (-2q, 2q)

  function automatic logic [Wide-1:0] signed_wide(input logic [Width:0] lazy);
    signed_wide = {lazy[Width], lazy};
  endfunction

  // ---- mode_i at the stages that read it ----
  logic [2:0] mode_s1;      // at L - 1
  logic [2:0] mode_m2;      // at L + 1
  logic [2:0] mode_s2;      // at 2 L + 1
  logic       inverse_m1;   // at 2 L + 3: M1 takes a difference of S2
  logic       inverse_out;  // at 2 L + 3 + LateCycles: its product leaves

  twd_delay_ff #(.Width(3), .Cycles(MulLatency - 1)) u_mode_s1 (.clk_i, .rst_ni, .d_i(mode_i), .q_o(mode_s1));

  twd_delay_ff #(.Width(3), .Cycles(2)) u_mode_m2 (.clk_i, .rst_ni, .d_i(mode_s1), .q_o(mode_m2));

  twd_delay_ff #(.Width(3), .Cycles(MulLatency)) u_mode_s2 (.clk_i, .rst_ni, .d_i(mode_m2), .q_o(mode_s2));

  twd_delay_ff #(.Width(1), .Cycles(2)) u_inverse_m1 (
    .clk_i, .rst_ni,
    .d_i (twd_butterfly_2x2_pkg::inverse(mode_s2)),
    .q_o (inverse_m1)
  );

  twd_delay_ff #(.Width(1), .Cycles(LateCycles)) u_inverse_out (.clk_i, .rst_ni, .d_i(inverse_m1), .q_o(inverse_out));

  // ---- M1: forward at 0; inverse after S2, at 2 L + 3.  M2: at L + 1 ----
  logic [1:0][Wide-1:0] m1_operand;         // forward
  logic [1:0][Width:0] m1;                  // (-q, q), L cycles later
  logic [1:0][Wide-1:0] s1_sum_q;
  logic [1:0][Wide-1:0] s1_difference_q;
  logic [1:0][Width:0] m2;
  logic [1:0][Wide-1:0] s2_difference_q;    // (-2q, 2q)

  always_comb begin
    m1_operand[0] = mode_i == twd_butterfly_2x2_pkg::MODE_PRODUCT ? Wide'(x_i[1])
        : Pairs && mode_i == twd_butterfly_2x2_pkg::MODE_CROSS ? Wide'(x_i[0]) : Wide'(x_i[2]);
    m1_operand[1] = Pairs && mode_i == twd_butterfly_2x2_pkg::MODE_CROSS ? Wide'(x_i[2]) : Wide'(x_i[3]);
  end

  for (genvar i = 0; i < 2; i++) begin : gen_multiplier
    twd_mod_mul #(.Q(Q), .Method(Method), .Form(twd_method_pkg::FORM_WIDE)) u_m1 (
      .clk_i,
      .en_i     (1'b1),
      .a_i      (inverse_m1 ? s2_difference_q[i] : m1_operand[i]),
      .b_i      (twiddle_1_i[i]),
      .product_o(m1[i])
    );

    twd_mod_mul #(.Q(Q), .Method(Method), .Form(twd_method_pkg::FORM_WIDE)) u_m2 (
      .clk_i,
      .en_i     (1'b1),
      .a_i      (i == 0 && twd_butterfly_2x2_pkg::forward(mode_m2) ? s1_sum_q[1] : s1_difference_q[i]),
      .b_i      (twiddle_2_i[i]),
      .product_o(m2[i])
    );
  end

  // ---- S1: operands at L, results at L + 1 ----
  // x_near (lane 0 and lane 1, inverse 2) is added to a product of M1, forward, or to x_far, inverse.
  logic [1:0][Width-1:0] x_near_d;
  logic [1:0][Width-1:0] x_near;       // at L - 1
  logic [1:0][Width-1:0] x_far;        // at L
  logic [1:0][Width-1:0] x_sum_q;      // masked, at L
  logic [1:0][Width-1:0] x_difference_q;

  assign x_near_d = {twd_butterfly_2x2_pkg::forward(mode_i) ? x_i[1] : x_i[2], x_i[0]};

  twd_delay_ff #(.Width(2 * Width), .Cycles(MulLatency - 1)) u_near (.clk_i, .rst_ni, .d_i(x_near_d), .q_o(x_near));

  twd_delay_ff #(.Width(2 * Width), .Cycles(MulLatency)) u_far (.clk_i, .rst_ni, .d_i({x_i[3], x_i[1]}), .q_o(x_far));

  logic sum_near, difference_near;     // x_near takes part, at L - 1
  logic sum_m1_q, sum_far_q;           // what is added to it, at L
  logic difference_m1_q, difference_far_q;

  always_comb begin
    sum_near = !(mode_s1 == twd_butterfly_2x2_pkg::MODE_PRODUCT || mode_s1 == twd_butterfly_2x2_pkg::MODE_CROSS);
    difference_near = !(mode_s1 == twd_butterfly_2x2_pkg::MODE_CROSS || mode_s1 == twd_butterfly_2x2_pkg::MODE_PAIR
        || mode_s1 == twd_butterfly_2x2_pkg::MODE_GS_ONE);
  end

  always_ff @(posedge clk_i) begin
    x_sum_q        <= x_near;
    x_difference_q <= x_near;
    if (!sum_near) x_sum_q <= '0;
    if (!difference_near) x_difference_q <= '0;
    sum_m1_q <= mode_s1 == twd_butterfly_2x2_pkg::MODE_CT || mode_s1 == twd_butterfly_2x2_pkg::MODE_CT_ONE
        || mode_s1 == twd_butterfly_2x2_pkg::MODE_PRODUCT || mode_s1 == twd_butterfly_2x2_pkg::MODE_CROSS;
    sum_far_q <= mode_s1 == twd_butterfly_2x2_pkg::MODE_GS;
    difference_m1_q <= twd_butterfly_2x2_pkg::forward(mode_s1);
    difference_far_q <= twd_butterfly_2x2_pkg::inverse(mode_s1) || mode_s1 == twd_butterfly_2x2_pkg::MODE_CROSS;
  end

  for (genvar i = 0; i < 2; i++) begin : gen_s1
    logic [Wide-1:0] added;
    logic [Wide-1:0] subtracted;
    logic [Wide-1:0] sum;

    assign added = ({Wide{sum_m1_q}} & signed_wide(m1[i])) | ({Wide{sum_far_q}} & Wide'(x_far[i]));
    assign subtracted = ({Wide{difference_m1_q}} & signed_wide(m1[i]))
        | ({Wide{difference_far_q}} & Wide'(x_far[i]));

    twd_carry_add #(.Width(Wide)) u_sum (.direct_i(Wide'(x_sum_q[i])), .logic_i(added), .carry_i(1'b0), .sum_o(sum));

    always_ff @(posedge clk_i) begin
      s1_sum_q[i]        <= sum;
      s1_difference_q[i] <= Wide'(x_difference_q[i]) - subtracted;
    end
  end

  // ---- results of S1 that bypass M2: chosen at L + 2, corrected at L + 4, used at 2 L + 1 and 2 L + 2 ----
  logic [1:0][Wide-1:0] raw_q;        // at L + 2
  logic [1:0][Width-1:0] bypass_q;    // at L + 4
  logic [1:0][Width-1:0] bypass;      // at 2 L + 1

  always_ff @(posedge clk_i) begin
    raw_q <= {twd_butterfly_2x2_pkg::forward(mode_m2) ? s1_difference_q[0] : s1_sum_q[1], s1_sum_q[0]};
  end

  twd_mod_correct_registered #(.Q(Q)) u_bypass_0 (.clk_i, .raw_i(raw_q[0]), .result_o(bypass_q[0]));

  twd_mod_correct_registered #(.Q(Q)) u_bypass_1 (.clk_i, .raw_i(raw_q[1]), .result_o(bypass_q[1]));

  twd_delay_ff #(.Width(2 * Width), .Cycles(MulLatency - 3)) u_bypass (.clk_i, .rst_ni, .d_i(bypass_q), .q_o(bypass));

  // ---- S2 at 2 L + 1 to 2 L + 3, corrections to 2 L + 5 ----
  logic [1:0][Wide-1:0] s2_sum_q;
  logic [1:0][Width:0] m1_late;       // at 2 L + 3 + LateCycles

  twd_butterfly_2x2_sums #(.Width(Width)) u_s2 (
    .clk_i,
    .mode_i      (mode_s2),
    .product_i   (m2),
    .bypass_i    (bypass),
    .sum_o       (s2_sum_q),
    .difference_o(s2_difference_q)
  );

  twd_delay_ff #(.Width(2 * (Width + 1)), .Cycles(LateCycles - MulLatency)) u_m1_late (
    .clk_i, .rst_ni,
    .d_i (m1),
    .q_o (m1_late)
  );

  // Lane 0 is in (-q, 2q), since an inverse word adds two values in [0, q), lane 2 in (-2q, 2q), since it adds two
  // products. Lanes 1 and 3 are in (-q, 2q), and the products of an inverse word that are late in (-q, q).
  for (genvar i = 0; i < 2; i++) begin : gen_correct
    twd_mod_correct_registered #(.Q(Q), .Twice(i == 1)) u_even (
      .clk_i,
      .raw_i   (s2_sum_q[i]),
      .result_o(word_o[2*i])
    );

    twd_mod_correct_registered #(.Q(Q)) u_odd (
      .clk_i,
      .raw_i   (inverse_out ? signed_wide(m1_late[i]) : s2_difference_q[i]),
      .result_o(word_o[2*i+1])
    );
  end

endmodule
