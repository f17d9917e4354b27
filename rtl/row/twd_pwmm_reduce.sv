// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_pwmm_reduce: result_o = x_i * 2^-Halvings mod q.
//
// Method    twd_mod_fold of low bits, then of high bits, and one correction.
// Ranges    x_i in [0, Largest]; result_o in [0, q).
// Timing    reduce_latency(Largest, q, Halvings) cycles of twd_pwmm_pkg, one value per enabled cycle, en_i = 0 freezes
//           the pipe; no reset.
// Model     twiddle.model.pwmm.reduce

`include "twd_modulus.svh"

module twd_pwmm_reduce #(
  parameter  int unsigned Q        = 3329,
  parameter  logic [63:0] Largest  = 64'd33554431,
  parameter  int unsigned Halvings = 0,
  localparam int unsigned Width    = $clog2(Q),
  localparam int unsigned InWidth  = $clog2(Largest + 64'd1)
) (
  input  logic               clk_i,
  input  logic               en_i,
  input  logic [InWidth-1:0] x_i,
  output logic [  Width-1:0] result_o
);

  `TWD_REFUSE_Q("twd_pwmm_reduce", Q)

  localparam int unsigned Lows = twd_fold_pkg::low_folds(Halvings);
  localparam logic [63:0] Rest = twd_fold_pkg::low_largest(Largest, Q, Halvings, Lows);

  logic [Width:0] lazy;  // (-q, q)
  logic [Width-1:0] canonical;

  twd_mod_fold #(.Q(Q), .Largest(Largest), .Halvings(Halvings)) u_fold (.clk_i, .en_i, .x_i, .result_lazy_o(lazy));

  twd_mod_correct #(.Q(Q), .Above(1'b0)) u_correct (.raw_i({lazy[Width], lazy}), .result_o(canonical));

  always_ff @(posedge clk_i) if (en_i) result_o <= canonical;

  `TWD_ASSERT_AFTER(ResultCanonical, Lows + twd_fold_pkg::folds(Rest, Q) + 32'd1,
                    twd_modarith_pkg::at_most(64'(x_i), Largest),
                    32'(result_o) < Q)

endmodule
