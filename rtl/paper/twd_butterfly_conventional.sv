// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_butterfly_conventional: a Cooley-Tukey or a Gentleman-Sande butterfly, another one each cycle, with a multiplier
// for each.
//
//            Cooley-Tukey: gs_i = 0       Gentleman-Sande: gs_i = 1
//   sum_o    u + scale v w                u + v, or (u + v) / 2 with Halve
//   diff_o   u - scale v w                scale (u - v) w
//
//   u, v, w --+--> twd_butterfly_ct --> delay --+--> multiplexers --> sum_o, diff_o
//             +--> twd_butterfly_gs ------------+
//
// Method    the conventional unified butterfly of Nguyen et al. 2023, Fig. 4c: both butterflies whole, each with its
//           adder, subtractor and multiplier, and a multiplexer a result. twd_butterfly_unified is the proposed one.
// Ranges    every operand and result in [0, q). The factor scale(Method, q, 0) of twd_method_pkg stays in the product:
//           twiddles carry 1/scale. Without Halve the 1/n of an inverse transform is left to the caller's tables.
// Timing    gs_latency(Method, q) + 1 cycles from all operands, one butterfly per enabled cycle, en_i = 0 freezes the
//           pipe; no reset.
// Cost      that of twd_butterfly_ct and twd_butterfly_gs, two multiplexers, a delay line of two twiddles.
// Model     twiddle.model.butterflies.butterfly_unified

`include "twd_delay.svh"
`include "twd_modulus.svh"

module twd_butterfly_conventional #(
  parameter  int unsigned             Q      = 3329,
  parameter  twd_method_pkg::method_e Method = twd_method_pkg::METHOD_FOLD,
  parameter  bit                      Halve  = 1'b0,                         // 1: Gentleman-Sande sums are halved
  localparam int unsigned             Width  = $clog2(Q)
) (
  input  logic             clk_i,
  input  logic             en_i,
  input  logic             gs_i,
  input  logic [Width-1:0] u_i,
  input  logic [Width-1:0] v_i,
  input  logic [Width-1:0] twiddle_i,
  output logic [Width-1:0] sum_o,
  output logic [Width-1:0] diff_o
);

  `TWD_REFUSE_Q("twd_butterfly_conventional", Q)

  localparam int unsigned CtLatency = twd_butterfly_pkg::ct_latency(Method, Q);
  localparam int unsigned GsLatency = twd_butterfly_pkg::gs_latency(Method, Q);

  logic [Width-1:0] twiddle_late;
  logic [1:0][Width-1:0] ct, ct_late, gs;  // sum, difference
  logic gs_late;

  `TWD_DELAY(u_twiddle_delay, Width, twd_butterfly_pkg::TWIDDLE_LATE, en_i, twiddle_i, twiddle_late)

  twd_butterfly_ct #(.Q(Q), .Method(Method)) u_ct (
    .clk_i, .en_i, .u_i, .v_i, .twiddle_i,
    .sum_o (ct[0]),
    .diff_o(ct[1])
  );

  twd_butterfly_gs #(.Q(Q), .Method(Method), .Halve(Halve)) u_gs (
    .clk_i, .en_i, .u_i, .v_i,
    .twiddle_i(twiddle_late),
    .sum_o    (gs[0]),
    .diff_o   (gs[1])
  );

  `TWD_DELAY(u_ct_delay, 2 * Width, GsLatency - CtLatency, en_i, ct, ct_late)

  `TWD_DELAY(u_gs_delay, 1, GsLatency, en_i, gs_i, gs_late)

  always_ff @(posedge clk_i) if (en_i) {diff_o, sum_o} <= gs_late ? gs : ct_late;

endmodule
