// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_butterfly: Cooley-Tukey, Gentleman-Sande and product in one pipe with one multiplier.
//
//              Cooley-Tukey: minus_i = 0, gs_i = 0         Gentleman-Sande: minus_i = 1, gs_i = 1
//   sum_o      u + v w                                     (u + v) / 2
//   diff_o     u - v w                                     (u - v) w
//
//   u -+----> half sum --> S -- delay ------+--> sum_o     S: half sum, or fed in, or zero  (add_i)
//      |  \/                                |              X: difference, or fed in         (feed_x_en_i)
//   v -+--/\-> difference --> X --+         |              Y: w = twiddle, u or other_i     (by_i)
//                             Y --* product +--> diff_o
//
// Method    masks in place of multiplexers: with minus_i = 0 the half sum is (u + u)/2 = u and the difference v - 0;
//           with gs_i = 1 the product is masked from sum_o and S from diff_o.
//           by_i = BY_U and add_i = ADD_ZERO make sum_o the product u v; minus_i without gs_i and the fed-in operands
//           make the two butterflies of a base multiplication (see twd_inplace_engine).
// load_i    with gs_i = 1, minus_i = 0, u_i = 0, v_i = ~q and twiddle_i = -1/scale: sum_o, diff_o =
//           load_u_i, load_v_i mod q. outside_u_o, outside_v_o: the coefficient is q or more. The operands share the
//           LUTs of the first adders, so they are 0 in all other modes.
// Ranges    every operand and result in [0, q); products are scale * x * y, so that twiddles carry 1/scale of
//           Method (twd_method_pkg).
// Timing    5 + form_latency(Method, Form, q, 0) cycles, latency(Method, q) for LAZY, from u_i, v_i and the selectors;
//           twiddle_i, other_i, feed_s_i and feed_x_i come one cycle later than those. One result per enabled cycle,
//           en_i = 0 freezes the pipe; no reset. difference_d_o, one cycle after u_i and v_i, is (v - u), or v,
//           before its register; outside_v_o then too, outside_u_o two cycles before sum_o.
// Cost      one lazy multiplier, four adders and their corrections, the half, S - q, and a delay line of Width + 1 bits
//           for the cycles of a product; one inverter per bit of diff_o, unless the next logic absorbs it.
// Model     twiddle.model.arith.butterfly_ct, butterfly_gs

`include "twd_delay.svh"
`include "twd_modulus.svh"

module twd_butterfly #(
  parameter  int unsigned             Q           = 3329,
  parameter  twd_method_pkg::method_e Method      = twd_method_pkg::METHOD_FOLD,
  parameter  twd_method_pkg::form_e   Form        = twd_method_pkg::FORM_LAZY,  // or BARE
  parameter  bit                      LogicTables = 1'b0,  // 1: constant tables in logic, not block RAM
  localparam int unsigned             Width       = $clog2(Q)
) (
  input  logic                       clk_i,
  input  logic                       en_i,
  input  logic                       minus_i,
  input  logic                       gs_i,
  input  twd_butterfly_pkg::factor_e by_i,
  input  twd_butterfly_pkg::addend_e add_i,
  input  logic                       feed_x_en_i,
  input  logic [Width-1:0]           u_i,
  input  logic [Width-1:0]           v_i,
  input  logic [Width-1:0]           twiddle_i,
  input  logic [Width-1:0]           other_i,
  input  logic [Width-1:0]           feed_s_i,
  input  logic [Width-1:0]           feed_x_i,
  input  logic                       load_i,
  input  logic [Width-1:0]           load_u_i,
  input  logic [Width-1:0]           load_v_i,
  output logic [Width-1:0]           difference_d_o,
  output logic                       outside_u_o,
  output logic                       outside_v_o,
  output logic [Width-1:0]           sum_o,
  output logic [Width-1:0]           diff_o
);

  `TWD_REFUSE_Q("twd_butterfly", Q)

  localparam logic [Width-1:0] Modulus = Width'(Q);
  localparam logic [Width-1:0] Up = Width'((Q + 1) / 2);    // (t + q)/2 = (t - 1)/2 + (q + 1)/2
  localparam logic [Width-1:0] Down = Width'((Q - 1) / 2);  // (t - q)/2 = (t - 1)/2 - (q - 1)/2
  localparam int unsigned MulLatency = twd_method_pkg::form_latency(Method, Form, Q, 0);

  // Cycle 0 to 1: sum and difference; the operand that a method does not use is masked.
  logic [Width:0] sum_raw_q;  // [0, 2q - 1)
  logic [Width:0] difference_raw_q;  // (-q, q)
  logic [Width-1:0] u_q;
  twd_butterfly_pkg::factor_e by_q;
  twd_butterfly_pkg::addend_e add_q;
  logic feed_x_en_q;
  logic [Width:0] sum_first;
  logic [Width:0] difference_first;

  twd_carry_add #(.Width(Width + 1)) u_sum_first (
    .direct_i({1'b0, u_i}),
    .logic_i ({1'b0, minus_i ? v_i : u_i} | {load_u_i, 1'b0}),
    .carry_i (1'b0),
    .sum_o   (sum_first)
  );

  twd_carry_add #(.Width(Width + 1)) u_difference_first (
    .direct_i({load_i, v_i}),
    .logic_i ({!load_i, (~(u_i & {Width{minus_i}}) & {Width{!load_i}}) | load_v_i}),
    .carry_i (1'b1),
    .sum_o   (difference_first)
  );

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      sum_raw_q        <= sum_first;
      difference_raw_q <= difference_first;
      u_q              <= u_i;
      by_q             <= by_i;
      add_q            <= add_i;
      feed_x_en_q      <= feed_x_en_i;
    end
  end

  // Cycle 1 to 2: the operands of the multiplier and of the last adders, of the latter twice S.
  logic [Width:0] s_q;  // [0, 2q - 1)
  logic [Width-1:0] x_q;
  logic [Width-1:0] y_q;

  twd_mod_correct #(.Q(Q), .Above(1'b0), .UseCarryChain(twd_method_pkg::form_stages(Method, Form) == 1)) u_correct (
    .raw_i   ({difference_raw_q[Width], difference_raw_q}),
    .result_o(difference_d_o)
  );

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      // the zeros below are written last, so that they become the synchronous reset of the flip-flops
      s_q <= add_q == twd_butterfly_pkg::ADD_FEED ? {feed_s_i, 1'b0} : sum_raw_q;
      if (add_q == twd_butterfly_pkg::ADD_ZERO) s_q <= '0;
      x_q <= feed_x_en_q ? feed_x_i : difference_d_o;
      y_q <= by_q == twd_butterfly_pkg::BY_U ? u_q : by_q == twd_butterfly_pkg::BY_OTHER ? other_i : twiddle_i;
    end
  end

  // The product, and S in parallel: half of t = 2 S where t is even, else of t - q or t + q. For sum_o the product is
  // masked with Gentleman-Sande, for diff_o S is. The sign of a product chooses S or S - q, so that a result is in
  // [-q, q) and is corrected without a comparison. Differences are in ones' complement, as the carry chain gives them.
  logic [Width:0] product_lazy;  // (-q, q)
  logic [Width:0] product_q;
  logic [Width:0] product_masked_q;
  logic [Width:0] s_late, s_late_q;
  logic above_q;                 // s_late_q is q or more
  logic [Width-1:0] half, s_half_q;
  logic [Width-1:0] s_end_q, s_masked_q;
  logic [Width:0] low_q, low_masked_q;  // s_end_q - q, s_masked_q - q
  logic [Width:0] sum_raw;
  logic [Width:0] sum_last_q;
  logic [Width:0] difference_n, difference_n_q;
  logic [Width-1:0] diff_n_q;
  logic gs_late;

  twd_mod_mul #(.Q(Q), .Method(Method), .Form(Form), .LogicTables(LogicTables)) u_mul (
    .clk_i, .en_i,
    .a_i      (x_q),
    .b_i      (y_q),
    .product_o(product_lazy)
  );

  `TWD_DELAY(u_s_delay, Width + 1, MulLatency - 2, en_i, s_q, s_late)

  `TWD_DELAY(u_gs_delay, 1, MulLatency + 2, en_i, gs_i, gs_late)

  twd_carry_add #(.Width(Width + 1)) u_sum_raw (
    .direct_i(product_masked_q),
    .logic_i (product_masked_q[Width] ? {1'b0, s_end_q} : low_q),
    .carry_i (1'b0),
    .sum_o   (sum_raw)
  );

  twd_carry_add #(.Width(Width + 1)) u_difference_n (
    .direct_i(product_q),
    .logic_i (product_q[Width] ? ~low_masked_q : {1'b1, ~s_masked_q}),
    .carry_i (1'b0),
    .sum_o   (difference_n)
  );

  twd_carry_add #(.Width(Width)) u_half (
    .direct_i(s_late_q[Width:1]),
    .logic_i (!s_late_q[0] ? '0 : above_q ? '0 - Down : Up),
    .carry_i (1'b0),
    .sum_o   (half)
  );

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      s_late_q         <= s_late;
      above_q          <= twd_modarith_pkg::at_least(32'(s_late), Q);
      s_half_q         <= half;
      s_end_q          <= s_half_q;
      s_masked_q       <= s_half_q;
      low_q            <= {1'b0, s_half_q} - {1'b0, Modulus};
      low_masked_q     <= {1'b0, s_half_q} - {1'b0, Modulus};
      product_q        <= product_lazy;
      product_masked_q <= product_lazy;
      if (gs_late) begin
        s_masked_q       <= '0;
        low_masked_q     <= '0 - {1'b0, Modulus};
        product_masked_q <= '0;
      end
      sum_last_q       <= sum_raw;
      difference_n_q   <= difference_n;
      sum_o            <= sum_last_q[Width-1:0] + (Modulus & {Width{sum_last_q[Width]}});
      diff_n_q         <= difference_n_q[Width-1:0] + (-Modulus & {Width{!difference_n_q[Width]}});
    end
  end

  assign diff_o = ~diff_n_q;
  assign outside_u_o = !low_q[Width];
  assign outside_v_o = !difference_raw_q[Width];

  `TWD_PAST(operands_in_range, 1, 32'(u_i) < Q && 32'(v_i) < Q
            && (load_i ? u_i == '0 && v_i == ~Modulus && 32'(load_u_i) < 2 * Q && 32'(load_v_i) < 2 * Q
                : {load_u_i, load_v_i} == '0))
  `TWD_ASSERT_AFTER(ResultsCanonical, MulLatency + 4,
                    operands_in_range && 32'(twiddle_i) < Q && 32'(other_i) < Q && 32'(feed_s_i) < Q
                    && 32'(feed_x_i) < Q,
                    32'(sum_o) < Q && 32'(diff_o) < Q)

endmodule
