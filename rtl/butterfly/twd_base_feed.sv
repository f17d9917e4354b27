// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_base_feed: feeds the products of a base multiplication back to the butterflies that complete it.
//
//   c_0 + c_1 x = (a_0 + a_1 x)(b_0 + b_1 x) mod x^2 - zeta in four products, m_0 = a_0 b_0, m_1 = a_1 b_1:
//   c_0 = m_0 + zeta m_1                                  a Cooley-Tukey butterfly with u = m_0, v = m_1
//   c_1 = (m_0 + m_1) - (a_1 - a_0)(b_1 - b_0)            one with u = m_0 + m_1 and a difference as the twiddle
//
// Method    Karatsuba's four products (Xing and Li 2021); the adders are those of the butterflies, but for m_0 + m_1.
//           Several butterflies: even i make m_0, then c_0; odd i make m_1, then c_1, one slot apart. One butterfly:
//           slots m_0, m_1, c_0 (which leaves one difference), c_1.
// Ranges    everything in [0, q).
// Timing    products to consuming operands: c_0 and c_1 use the slots that start Lag + 1 slots after m_1, Lag >=
//           latency(q) of the butterfly, a multiple of 2 (4 with one butterfly). high_i comes with the selectors of a
//           slot of c_1, one butterfly. Products that are in it during reset are undefined.
// Cost      one modular adder a pair; delay lines of (Lag + 2 - latency) x 2 Width, in flip-flops.
// Model     twiddle.model.pwm

`include "twd_assert.svh"
`include "twd_delay.svh"

module twd_base_feed #(
  parameter  int unsigned             Q           = 3329,
  parameter  twd_method_pkg::method_e Method      = twd_method_pkg::METHOD_FOLD,
  parameter  int unsigned             Butterflies = 4,
  parameter  int unsigned             Lag         = 12,
  localparam int unsigned             Width       = $clog2(Q)
) (
  input  logic                              clk_i,
  input  logic                              rst_ni,
  input  logic                              high_i,
  input  logic [Butterflies-1:0][Width-1:0] sum_i,         // of the butterflies
  input  logic [Butterflies-1:0][Width-1:0] difference_i,  // difference_d_o of the butterflies
  output logic [Butterflies-1:0][Width-1:0] other_o,       // to other_i, feed_s_i, feed_x_i of the butterflies
  output logic [Butterflies-1:0][Width-1:0] feed_s_o,
  output logic [Butterflies-1:0][Width-1:0] feed_x_o
);

  localparam int unsigned Latency = twd_butterfly_pkg::latency(Method, Q);
  localparam int unsigned Spare = Lag < Latency ? 0 : Lag - Latency;

  `TWD_REFUSE(gen_bad_lag, Lag < Latency, "twd_base_feed: Lag is less than the latency of the butterfly")

  if (Butterflies == 1) begin : gen_one
    logic [Width-1:0] m_0;  // beside m_1, which leaves the butterfly one cycle later
    logic [Width-1:0] m_0_late;
    logic [Width-1:0] t;
    logic [Width-1:0] t_late;
    logic high_q;

    `TWD_DELAY(u_first, 2 * Width, 1, 1'b1, {sum_i, difference_i}, {m_0, other_o})

    twd_delay_ff #(.Width(2 * Width), .Cycles(Spare + 2)) u_m_late (
      .clk_i, .rst_ni,
      .d_i({m_0, sum_i}),
      .q_o({m_0_late, feed_x_o})
    );

    twd_mod_add #(.Q(Q)) u_t (.clk_i, .en_i(1'b1), .a_i(m_0), .b_lazy_i({1'b0, sum_i}), .sum_o(t));

    twd_delay_ff #(.Width(Width), .Cycles(Spare + 1)) u_t_late (.clk_i, .rst_ni, .d_i(t), .q_o(t_late));

    always_ff @(posedge clk_i) high_q <= high_i;

    assign feed_s_o = high_q ? t_late : m_0_late;
  end else begin : gen_several
    logic unused_high;
    assign unused_high = ^{high_i, difference_i};

    for (genvar i = 0; i < Butterflies; i += 2) begin : gen_pair
      logic [Width-1:0] t;

      twd_mod_add #(.Q(Q)) u_t (.clk_i, .en_i(1'b1), .a_i(sum_i[i]), .b_lazy_i({1'b0, sum_i[i+1]}), .sum_o(t));

      twd_delay_ff #(.Width(2 * Width), .Cycles(Spare + 2)) u_m_late (
        .clk_i, .rst_ni,
        .d_i({sum_i[i], sum_i[i+1]}),
        .q_o({feed_s_o[i], feed_x_o[i]})
      );

      `TWD_DELAY(u_t_late, Width, Spare, 1'b1, t, feed_s_o[i+1])

      assign feed_x_o[i+1] = '0;
      assign other_o[i]    = '0;
      assign other_o[i+1]  = difference_i[i];
    end
  end

endmodule
