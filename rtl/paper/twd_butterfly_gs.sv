// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_butterfly_gs: the Gentleman-Sande butterfly, sum_o = u + v, or (u + v) / 2 with Halve, diff_o = scale (u - v) w
// mod q.
//
// Method    sum and difference, each corrected in the next cycle; the product of the difference, canonical.
// Ranges    every operand and result in [0, q). The factor scale(Method, q, 0) of twd_method_pkg stays in the
//           product: twiddles carry 1/scale, and with Halve the 1/2 too. Without Halve the 1/n of an inverse
//           transform is left to the caller's tables.
// Timing    gs_latency(Method, q) cycles from u_i and v_i, one butterfly per enabled cycle, en_i = 0 freezes the
//           pipe; no reset. twiddle_i comes TWIDDLE_LATE (2) cycles after those: it is taken with the difference by the
//           multiplier.
// Cost      one multiplier, two adders, two corrections, a delay line of Width x multiplier latency.
// Model     twiddle.model.butterflies.butterfly_gs

`include "twd_delay.svh"
`include "twd_modulus.svh"

module twd_butterfly_gs #(
  parameter  int unsigned             Q      = 3329,
  parameter  twd_method_pkg::method_e Method = twd_method_pkg::METHOD_FOLD,
  parameter  bit                      Halve  = 1'b0,                         // 1: the sum is halved
  localparam int unsigned             Width  = $clog2(Q)
) (
  input  logic             clk_i,
  input  logic             en_i,
  input  logic [Width-1:0] u_i,
  input  logic [Width-1:0] v_i,
  input  logic [Width-1:0] twiddle_i,
  output logic [Width-1:0] sum_o,
  output logic [Width-1:0] diff_o
);

  `TWD_REFUSE_Q("twd_butterfly_gs", Q)

  logic [Width:0] sum_raw_q;  // [0, 2q - 1)
  logic [Width:0] difference_raw_q;  // (-q, q)
  logic [Width-1:0] sum;
  logic [Width-1:0] sum_q;
  logic [Width-1:0] difference;
  logic [Width-1:0] difference_q;

  if (Halve) begin : gen_halve
    twd_mod_halve #(.Q(Q)) u_halve (.sum_i(sum_raw_q), .half_o(sum));
  end else begin : gen_whole
    twd_mod_correct #(.Q(Q)) u_correct_sum (.raw_i({1'b0, sum_raw_q}), .result_o(sum));
  end

  twd_mod_correct #(.Q(Q), .Above(1'b0)) u_correct_difference (
    .raw_i   ({difference_raw_q[Width], difference_raw_q}),
    .result_o(difference)
  );

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      sum_raw_q        <= {1'b0, u_i} + {1'b0, v_i};
      difference_raw_q <= {1'b0, u_i} - {1'b0, v_i};
      sum_q            <= sum;
      difference_q     <= difference;
    end
  end

  twd_mod_mul #(.Q(Q), .Method(Method)) u_mul (.clk_i, .en_i, .a_i(difference_q), .b_i(twiddle_i), .product_o(diff_o));

  `TWD_DELAY(u_sum_delay, Width, twd_method_pkg::latency(Method, Q, 0), en_i, sum_q, sum_o)

endmodule
