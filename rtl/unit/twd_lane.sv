// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_lane: a butterfly modulo Q or two butterflies modulo Q_2, and sums of products of the same two rings.
//
//           CT                 GS                  MAC and ONE, with the last term
//   sum_o   u + v w            (u + v) / 2         wide: sum of u v, or of v or -v; pair: sum of base products
//   diff_o  u - v w            (u - v) w           -
//
//   u -+----> half sum --> S -- delay --------+--> sum_o
//      |  \/                                  |
//   v -+--/\-> difference --> * --> [sum] ----+--> diff_o
//                             w or u
//
// Pair      a word holds a_0 and a_1 of a_0 + a_1 x. Both take the same twiddle factor, so that the incomplete
//           transform of n coefficients is the complete one of n/2 words; its table holds every factor twice, {w, w}.
// Method    that of twd_butterfly, with its adders split between the halves (twd_split_add); products of
//           twd_lane_product.
// Ranges    every operand and result canonical; the table of GS holds -w/2.
// Timing    latency of twd_lane_pkg from u_i, v_i and control_i, for base products latency_of_pairs; twiddle_i comes
//           one cycle later than those, and is zeta with the last term of base products. u_i of a term comes one cycle
//           before v_i; with stream_i operand_i, which comes with v_i, takes its place, and with merges the u_i of one
//           cycle after v_i is added.
//           Terms of a sum come every other cycle. No enable, no reset. Between the last base product and a butterfly
//           or a wide sum the lane waits for the difference of the two latencies.
// Cost      twd_lane_product, twd_lane_result, three adders of a word, a delay line of a word.
// Model     twiddle.model.unit.Slots

`include "twd_assert.svh"
`include "twd_delay.svh"

module twd_lane #(
  parameter  int unsigned Q     = 8380417,  // complete ring; 0: none
  parameter  int unsigned Q_2   = 3329,     // incomplete ring, in pairs; 0: none
  parameter  bit          Dsp   = 1'b1,     // 0: products in LUTs
  localparam int unsigned Width = twd_lane_pkg::width(Q, Q_2)
) (
  input  logic                   clk_i,
  input  twd_lane_pkg::control_t control_i,
  input  logic                   stream_i,   // with control_i: the term takes operand_i
  input  logic [      Width-1:0] operand_i,
  input  logic [      Width-1:0] u_i,
  input  logic [      Width-1:0] v_i,
  input  logic [      Width-1:0] twiddle_i,
  output logic [      Width-1:0] sum_o,
  output logic [      Width-1:0] diff_o
);

  `TWD_REFUSE(gen_bad_q, (Q == 0 && Q_2 == 0) || (Q != 0 && !twd_modarith_pkg::is_modulus(Q))
              || (Q_2 != 0 && !twd_modarith_pkg::is_modulus(Q_2)),
              "twd_lane: Q and Q_2 are not 0 or odd, from 3 to below 2^24, one of them not 0")
  `TWD_REFUSE(gen_bad_width, (Q != 0 && Q_2 != 0 && $clog2(Q) > 2 * $clog2(Q_2)) || $clog2(Q_2) > 12,
              "twd_lane: Q has more than twice the bits of Q_2, or Q_2 more than 12")

  localparam int unsigned Low = twd_lane_pkg::low_bits(Q, Q_2);
  localparam int unsigned High = Width - Low;
  localparam int unsigned Split = High + Low + 2;
  localparam int unsigned Latency = twd_lane_pkg::product_latency(Q, Q_2, Dsp);
  localparam int unsigned BaseLatency = twd_lane_pkg::base_latency(Q, Q_2, Dsp);
  localparam bit Both = Q != 0 && Q_2 != 0;

  localparam logic [Split-1:0] Modulus = {(High + 1)'(Q >> Low), 1'b0, Low'(Q)};  // split words
  localparam logic [Split-1:0] Modulus_2 = {(High + 1)'(Q_2), (Low + 1)'(Q_2)};

  function automatic logic [Split-1:0] split(input logic [Width-1:0] word);
    split = {1'b0, word[Width-1:Low], 1'b0, word[Low-1:0]};
  endfunction

  // Bits of a half word by its sign.
  function automatic logic [Split-1:0] signs(input logic pair, input logic [Split-1:0] value);
    signs = {{High + 1{value[Split-1]}}, {Low + 1{pair ? value[Low] : value[Split-1]}}};
  endfunction

  // ---- selectors, by the cycle in which they are used ----
  localparam int unsigned Stages = (BaseLatency > Latency ? BaseLatency : Latency) + 2;
  logic [Stages:0] pair;  // pair[i]: i cycles after u_i
  logic [Stages:0] base;
  logic [Stages:0] gs;
  twd_lane_pkg::control_t control_q;
  logic minus_wide_q, minus_pair_q;  // with control_q: ONE takes -1
  logic sums;
  logic minus;

  assign pair[0] = Both ? control_i.pair : Q_2 != 0;
  assign base[0] = Q_2 != 0 && pair[0] && sums;
  assign gs[0] = control_i.mode == twd_lane_pkg::LANE_GS;
  assign sums = control_i.mode == twd_lane_pkg::LANE_MAC || control_i.mode == twd_lane_pkg::LANE_ONE;
  assign minus = gs[0];

  always_ff @(posedge clk_i) begin
    control_q      <= control_i;
    minus_wide_q   <= control_i.negate && !pair[0];
    minus_pair_q   <= control_i.negate && pair[0];
    pair[Stages:1] <= Both ? pair[Stages-1:0] : {Stages{Q_2 != 0}};
    base[Stages:1] <= base[Stages-1:0];
    gs[Stages:1]   <= gs[Stages-1:0];
  end

  // ---- cycle 0 to 1: sum and difference; the operand that a method does not use is masked ----
  logic [Split-1:0] sum_raw, sum_raw_q;    // [0, 2q - 1)
  logic [Split-1:0] diff_raw, diff_raw_q;  // (-q, q)
  logic [Width-1:0] u_q, u_q2, operand_q;  // u of a term is in one of the last two, the other is zero
  logic [Width-1:0] start_q;               // with x_q

  twd_split_add #(.Low(Low), .High(High)) u_sum_raw (
    .pair_i  (pair[0]),
    .direct_i(split(u_i)),
    .logic_i (split(minus ? v_i : u_i)),
    .carry_i (1'b0),
    .sum_o   (sum_raw)
  );

  twd_split_add #(.Low(Low), .High(High)) u_diff_raw (
    .pair_i  (pair[0]),
    .direct_i(split(v_i)),
    .logic_i (~split(minus ? u_i : '0)),
    .carry_i (1'b1),
    .sum_o   (diff_raw)
  );

  always_ff @(posedge clk_i) begin
    sum_raw_q  <= sum_raw;
    diff_raw_q <= diff_raw;
    u_q        <= u_i;
    u_q2       <= u_q;
    operand_q  <= operand_i;
    start_q    <= u_i;
    if (stream_i) u_q2 <= '0;
    if (!stream_i) operand_q <= '0;
    if (!control_q.merges) start_q <= '0;
  end

  // ---- cycle 1 to 2: the factors, and twice S ----
  logic [Split-1:0] diff;
  logic [Split-1:0] s_q;
  logic [Width-1:0] x_q, y_q;
  logic [High-1:0] x_m_q;             // upper half of x_q, or 0 (twd_lane_product)
  logic [Low-1:0] zeta_q;
  logic first_q;
  logic sums_1;

  assign sums_1 = control_q.mode == twd_lane_pkg::LANE_MAC || control_q.mode == twd_lane_pkg::LANE_ONE;

  twd_split_add #(.Low(Low), .High(High)) u_diff (
    .pair_i  (pair[1]),
    .direct_i(diff_raw_q),
    .logic_i ((pair[1] ? Modulus_2 : Modulus) & signs(pair[1], diff_raw_q)),
    .carry_i (1'b0),
    .sum_o   (diff)
  );

  always_ff @(posedge clk_i) begin
    s_q      <= sum_raw_q;
    if (sums_1) s_q <= '0;
    x_q      <= {diff[Split-2:Low+1], diff[Low-1:0]};
    x_m_q    <= diff[Split-2:Low+1];
    if (pair[1] && !base[1]) x_m_q <= '0;
    y_q      <= control_q.mode == twd_lane_pkg::LANE_MAC ? u_q2 | operand_q : twiddle_i;
    if (control_q.mode == twd_lane_pkg::LANE_ONE) begin
      y_q <= Width'(!control_q.negate) | (Width'(Q - 1) & {Width{minus_wide_q}})
          | (Width'(Q_2 - 1) & {Width{minus_pair_q}});
    end
    zeta_q   <= control_q.negate ? Low'(Q_2) - twiddle_i[Low-1:0] : twiddle_i[Low-1:0];
    first_q  <= control_q.first || !sums_1;
  end

  // ---- the product, and S in parallel ----
  logic [Split-1:0] product, base_product, s_late;

  twd_lane_product #(.Q(Q), .Q_2(Q_2), .Dsp(Dsp)) u_product (
    .clk_i,
    .pair_i   (pair[Latency+2]),
    .first_i  (first_q),
    .start_i  (start_q),
    .x_i      (x_q),
    .x_m_i    (x_m_q),
    .y_i      (y_q),
    .zeta_i   (zeta_q),
    .product_o(product),
    .base_o   (base_product)
  );

  `TWD_DELAY(u_s_delay, Split, Latency - 2, 1'b1, s_q, s_late)

  twd_lane_result #(.Q(Q), .Q_2(Q_2)) u_result (
    .clk_i,
    .pair_i        (pair[Latency]),
    .base_i        (base[BaseLatency+2]),
    .gs_i          (gs[Latency+2]),
    .s_i           (s_late),
    .product_i     (product),
    .base_product_i(base_product),
    .sum_o,
    .diff_o
  );

  logic unused_carries;
  assign unused_carries = ^{control_q, diff};

endmodule
