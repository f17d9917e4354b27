// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_butterfly_rns: Cooley-Tukey, Gentleman-Sande and products by tables of discrete logarithms, on one pair or two.
//
//              Cooley-Tukey       Gentleman-Sande: gs_i     products: product_i
//   sum_o      u + v w            (u + v) / 2               u v w, and with add_i another product added
//   diff_o     u - v w            (u - v) w
//
// Method    SBU (Dual = 0) and DBU (Dual = 1) of Alhassani, Benaissa 2024, Fig. 2, on twd_rns_product. The halving is a
//           constant in the place of the product. A single butterfly with exact sub-moduli also has -product, so that
//           both results are differences and corrected by their sign.
// add_i     one pair: the product of two cycles before is added. Two: sum_o[0] is the sum of both products; with
//           swap_i, which exchanges u_i[0] and u_i[1] as factors, sum_o[1] is.
// feed_i    with Feed, the fifth product of the paper's base multiplication: an earlier product replaces v, with
//           product_i and w = zeta, without u. One pair: v = the product of 3 cycles before, and that of 2 before is
//           added. Two: v = the second product of 4 and 3 cycles before for pair 0 and 1; the first of the same cycles
//           is added.
// load_i    with u_i = 0, v_i = ~q and twiddle_i of -1: sum_o, diff_o = load_u_i, load_v_i mod q. These are
//           0 in all other modes. outside_u_o, outside_v_o: the coefficient is q or more.
// Ranges    u_i, v_i, sum_o, diff_o in [0, q); twiddle_i an index of w (twd_rns_product), with gs_i of -zeta/2.
// Timing    6 + 2 Registers cycles in every mode from u_i, v_i and the selectors; twiddle_i 1 + Registers cycles later
//           than those; outside_v_o one cycle after them, outside_u_o one before sum_o. One result a cycle when
//           enabled, en_i = 0 freezes the pipe; no reset.
// Cost      the block RAM of twd_mod_mul_rns or twd_mod_mul_rns_dual; four adders and three corrections a pair:
//           q = 3329, 110 LUTs and 168 FFs single, 232 and 312 dual; no multiplier.
// Assumes   gs_i and product_i not together.
// Model     twiddle.model.rns.butterfly_rns

`include "twd_assert.svh"
`include "twd_delay.svh"

module twd_butterfly_rns #(
  parameter  int unsigned Q           = 3329,
  parameter  bit          Dual        = 1'b0,                          // two pairs
  parameter  logic [47:0] Moduli      = twd_rns_pkg::exact_moduli(Q),  // {m_0, m_1, m_2}, twd_rns_pkg
  parameter  bit          Registers   = 1'b0,                          // after the tables
  parameter  bit          Feed        = 1'b0,                          // five products; without Registers
  parameter  bit          SumTables   = 1'b0,                          // the sum of x in block RAM too
  parameter  bit          LogicTables = 1'b0,                          // constant tables in logic, not block RAM
  localparam int unsigned Pairs       = 32'(Dual) + 1,
  localparam int unsigned Width       = $clog2(Q),
  localparam int unsigned Twiddle     = twd_rns_pkg::twiddle_bits(Q, Moduli)
) (
  input  logic                          clk_i,
  input  logic                          en_i,
  input  logic                          gs_i,
  input  logic                          product_i,
  input  logic                          add_i,
  input  logic                          swap_i,
  input  logic                          feed_i,
  input  logic                          load_i,
  input  logic [Pairs-1:0][  Width-1:0] u_i,
  input  logic [Pairs-1:0][  Width-1:0] v_i,
  input  logic [Pairs-1:0][  Width-1:0] load_u_i,
  input  logic [Pairs-1:0][  Width-1:0] load_v_i,
  input  logic [Pairs-1:0][Twiddle-1:0] twiddle_i,
  output logic [Pairs-1:0]              outside_u_o,
  output logic [Pairs-1:0]              outside_v_o,
  output logic [Pairs-1:0][  Width-1:0] sum_o,
  output logic [Pairs-1:0][  Width-1:0] diff_o
);

  localparam twd_rns_pkg::rule_e Broken = twd_rns_pkg::broken_rule(Q, Moduli);

  `TWD_REFUSE(gen_bad_size, Broken == twd_rns_pkg::RULE_SIZE,
              "twd_butterfly_rns: tables for 14 bits of Q are too large")
  `TWD_REFUSE(gen_bad_modulus, Broken == twd_rns_pkg::RULE_PRIME, "twd_butterfly_rns: Q is not prime: no logarithms")
  `TWD_REFUSE(gen_bad_moduli, Broken == twd_rns_pkg::RULE_MODULI,
              "twd_butterfly_rns: Moduli are not coprime with product Q - 1 or from 2 Q - 3 on, in 16 bits")
  `TWD_REFUSE(gen_bad_feed, Feed && Registers,
              "twd_butterfly_rns: Feed goes without Registers: a product would come too late")

  if (Broken == twd_rns_pkg::RULE_OK && !(Feed && Registers)) begin : gen_legal
    localparam bit Negative = twd_rns_pkg::negates(Q, Moduli, Dual);
    localparam logic [Width-1:0] Up = Width'((Q + 1) / 2);    // (s + q)/2 = (s - 1)/2 + (q + 1)/2
    localparam logic [Width-1:0] Down = Width'((Q - 1) / 2);  // (s - q)/2 = (s - 1)/2 - (q - 1)/2

    localparam int unsigned RegisterCycles = 32'(Registers);  // more to an index, and as many to a number

    // Cycles count as drawn, where Registers = 0; a suffix is the cycle in which a signal is valid.
    logic gs_3, add_3, swap_3;
    logic gs_q4;
    logic product_q1;  // with total_q1
    logic feed_q1;
    logic feed_3;
    logic load_3, load_q4;

    `TWD_DELAY(u_modes_3, 5, 3 + 2 * RegisterCycles, en_i, {gs_i || load_i, add_i, swap_i, Feed && feed_i, load_i},
               {gs_3, add_3, swap_3, feed_3, load_3})

    always_ff @(posedge clk_i) begin
      if (en_i) begin
        gs_q4      <= gs_3;
        load_q4    <= load_3;
        product_q1 <= product_i;
        feed_q1    <= Feed && feed_i;
      end
    end

    logic [Pairs*Width-1:0] x;  // cycle 1: the other factor, in [0, q)
    logic [2*Width-1:0] product;  // cycle 4: [0, q)

    twd_rns_product #(
      .Q(Q), .Dual(Dual), .Moduli(Moduli), .Registers(Registers), .SumTables(SumTables), .LogicTables(LogicTables)
    ) u_product (
      .clk_i, .en_i,
      .halve_i  (gs_i),
      .by_u_i   (product_i && !(Feed && feed_i)),
      .swap_i,
      .u_i,
      .x_i      (x),
      .twiddle_i,
      .product_o(product)
    );

    for (genvar i = 0; i < Pairs; i++) begin : gen_pair
      // Cycle 0 to 1: the operand of the sum, doubled or with v, and that of the product.
      logic [Width:0] total_q1;  // [0, 2q - 1)
      logic [Width:0] difference_q1;  // (-q, q)
      logic [Width-1:0] difference;
      logic [Width-1:0] fed;     // an earlier product, to be multiplied again
      logic [Width-1:0] earlier;  // another one, to be added

      logic [Width:0] total;
      logic [Width:0] difference_first;

      twd_carry_add #(.Width(Width + 1)) u_total (
        .direct_i({1'b0, u_i[i]}),
        .logic_i ({1'b0, gs_i ? v_i[i] : u_i[i]} | {load_u_i[i], 1'b0}),
        .carry_i (1'b0),
        .sum_o   (total)
      );

      twd_carry_add #(.Width(Width + 1)) u_difference (
        .direct_i({load_i, v_i[i]}),
        .logic_i ({!load_i, (~(u_i[i] & {Width{gs_i}}) & {Width{!load_i}}) | load_v_i[i]}),
        .carry_i (1'b1),
        .sum_o   (difference_first)
      );

      assign outside_v_o[i] = !difference_q1[Width];

      always_ff @(posedge clk_i) begin
        if (en_i) begin
          total_q1      <= total;
          difference_q1 <= difference_first;
        end
      end

      twd_mod_correct #(.Q(Q), .Above(1'b0)) u_correct_x (
        .raw_i   ({difference_q1[Width], difference_q1}),
        .result_o(difference)
      );

      assign x[i*Width+:Width] = Feed && feed_q1 ? fed : difference;

      // S in parallel, without products; with Gentleman-Sande zero for the difference.
      logic [Width:0] total_q2;
      logic [Width:0] total_3;
      logic [Width-1:0] s_q4;
      logic [Width-1:0] s_diff_q4;
      logic odd_q4;

      `TWD_DELAY(u_total_delay, Width + 1, 1 + 2 * RegisterCycles, en_i, total_q2, total_3)

      always_ff @(posedge clk_i) begin
        if (en_i) begin
          total_q2  <= total_q1;
          s_q4      <= total_3[Width:1];
          odd_q4    <= total_3[0];
          s_diff_q4 <= total_3[Width:1];
          // written last, so that they become the synchronous reset of the flip-flops
          if (product_q1) total_q2 <= '0;
          if (gs_3) s_diff_q4 <= '0;
          if (Dual ? feed_3 : add_3) s_q4 <= earlier;
        end
      end

      // Cycle 4 to 6: sum, difference and their corrections.
      logic [Width:0] sum_q5;
      logic [Width:0] diff_q5;  // (-q, q)

      always_ff @(posedge clk_i) if (en_i) diff_q5 <= {1'b0, s_diff_q4} - {1'b0, product[i*Width+:Width]};

      // Earlier products. s_q4 and the path from x to product are a cycle and three of their age.
      `TWD_DELAY(u_earlier, Width, !Dual ? 1 : i == 0 ? 3 : 2, en_i, product[0+:Width], earlier)
      `TWD_DELAY(u_fed, Width, Dual && i == 0 ? 1 : 0, en_i, product[(Pairs-1)*Width+:Width], fed)

      if (Negative) begin : gen_negative
        // (-q, q): S - (-product), or (u + v)/2 - q/2 where u + v is odd; or u - q
        logic [Width-1:0] constant;
        assign constant = load_q4 ? Width'(Q) : Down & {Width{odd_q4}};
        assign outside_u_o[i] = !sum_q5[Width];

        always_ff @(posedge clk_i) begin
          if (en_i) sum_q5 <= {1'b0, s_q4} - {1'b0, gs_q4 ? constant : product[Width+:Width]};
        end
      end else begin : gen_positive
        // [0, 2q - 1): S + product, or (u + v)/2 + q/2 where u + v is odd
        logic cross_q4;

        always_ff @(posedge clk_i) if (en_i) cross_q4 <= Dual && add_3 && swap_3 == (i == 1);

        always_ff @(posedge clk_i) begin
          if (en_i) outside_u_o[i] <= twd_modarith_pkg::at_least(32'(s_q4), Q);
        end

        logic [Width-1:0] s;
        assign s = s_q4 | (product[(Pairs-1-i)*Width+:Width] & {Width{cross_q4}});

        always_ff @(posedge clk_i) begin
          if (en_i) sum_q5 <= {1'b0, s} + {1'b0, gs_q4 ? Up & {Width{odd_q4}} : product[i*Width+:Width]};
        end
      end

      logic [Width-1:0] sum;
      logic [Width-1:0] diff;

      twd_mod_correct #(.Q(Q), .Above(!Negative)) u_correct_sum (
        .raw_i   ({Negative && sum_q5[Width], sum_q5}),
        .result_o(sum)
      );

      twd_mod_correct #(.Q(Q), .Above(1'b0)) u_correct_diff (.raw_i({diff_q5[Width], diff_q5}), .result_o(diff));

      always_ff @(posedge clk_i) begin
        if (en_i) begin
          sum_o[i]  <= sum;
          diff_o[i] <= diff;
        end
      end

      `TWD_ASSERT_AFTER(ResultsCanonical, twd_rns_pkg::BUTTERFLY_LATENCY + 2 * RegisterCycles,
                        32'(u_i[i]) < Q && 32'(v_i[i]) < Q && !add_i && !feed_i
                        && (load_i ? u_i[i] == '0 && v_i[i] == '1 - Width'(Q) : {load_u_i[i], load_v_i[i]} == '0),
                        32'(sum_o[i]) < Q && 32'(diff_o[i]) < Q)
    end

    // Not used by one pair, or with sub-moduli that are not exact.
    logic unused_modes;
    assign unused_modes = ^{swap_3, load_q4, product[Width+:Width]};

  end

endmodule
