// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mod_kred2x: result_lazy_o = k^2 x_i modulo q, as a representative in (-q, q).
//
// Method    K-RED-2x (Longa and Naehrig; Nguyen et al. 2019, section II.B) and table folds for the rest:
//           q = k 2^m + 1, odd k < 2^m; x = c2 2^(2m) + c1 2^m + c0:   k^2 x = k^2 c0 - k c1 + c2.
//           The sum is a positive number here, F = c2 + k^2 c0 + k ~c1, ~c1 = 2^m - 1 - c1, and the folds take it to
//           (-q, q) and the rest off again.
// Bounds    F <= floor(Largest / 2^(2m)) + k^2 (2^m - 1) + k (2^m - 1) + excesses: kred2x_largest of twd_kred_pkg.
//           Nothing wraps, because no addend is negative and every register is as wide as the bound of its sum.
// Proof     as in twd_mod_kred: F is a sum of groups or bits of c0 and of c1. Every c0 is driven with the ends of
//           c1 and c2, every c1 with those of c0 and c2, and sums that reach every entry of every fold.
// Bias      k^2 (x_i - Bias): -k^2 Bias is in the table of the last fold too.
// Ranges    x_i in [0, Largest], Largest >= 2^(2m); result_lazy_o in (-q, q), signed.
// Timing    kred2x_latency(q, Largest) cycles, one value per enabled cycle, en_i = 0 freezes the pipe; no reset.
// Cost      the sum takes four adders for 3329, 7681, 12289, 8380417 and 8404993, where the paper has five; one a fold.
// Model     twiddle.model.kred.mod_kred2x

`include "twd_assert.svh"
`include "twd_delay.svh"

module twd_mod_kred2x #(
  parameter  int unsigned Q       = 3329,
  parameter  logic [63:0] Largest = twd_modarith_pkg::largest_product(Q),
  parameter  logic [63:0] Bias    = 64'd0,                                 // is taken off x_i before
  localparam int unsigned Width   = $clog2(Q),
  localparam int unsigned InWidth = $clog2(Largest + 64'd1)
) (
  input  logic               clk_i,
  input  logic               en_i,
  input  logic [InWidth-1:0] x_i,
  output logic [  Width : 0] result_lazy_o
);

  `TWD_REFUSE(gen_bad_modulus, twd_kred_pkg::broken_rule(Q, 0) != twd_kred_pkg::RULE_NONE,
              "twd_mod_kred2x: Q is not k 2^m + 1 < 2^24, odd k < 2^m; take FOLD, BARRETT, MONTGOMERY or PLANTARD")

  if (twd_kred_pkg::broken_rule(Q, 0) == twd_kred_pkg::RULE_NONE) begin : gen_reduce
    localparam int unsigned M = twd_modarith_pkg::exponent(Q);
    localparam int unsigned Factor = twd_kred_pkg::factor(Q);
    localparam int unsigned Square = twd_kred_pkg::square(Q);
    localparam logic [63:0] First = twd_kred_pkg::kred2x_first(Q, Largest);
    localparam logic [63:0] Bound = twd_kred_pkg::kred2x_largest(Q, Largest);
    localparam logic [63:0] Surplus = 64'(twd_kred_pkg::kred2x_surplus(Q)) + Bias % 64'(Q) * 64'(Square);

    logic [M-1:0] c1;                            // with the first sum
    logic [$clog2(First + 64'd1)-1:0] first;     // c2 + k^2 c0 + excess, in [0, First]
    logic [$clog2(Bound + 64'd1)-1:0] sum;       // F, in [0, Bound]

    twd_kred_sum #(.Factor(Square), .Bits(M), .Largest(Largest >> (2 * M))) u_square (
      .clk_i, .en_i,
      .base_i(x_i[InWidth-1:2*M]),
      .y_i   (x_i[M-1:0]),
      .sum_o (first)
    );

    `TWD_DELAY(u_middle, M, twd_kred_pkg::rows(Square, M), en_i, x_i[2*M-1:M], c1)

    twd_kred_sum #(.Factor(Factor), .Bits(M), .Largest(First), .Inverse(1'b1)) u_sum (
      .clk_i, .en_i,
      .base_i(first),
      .y_i   (c1),
      .sum_o (sum)
    );

    twd_mod_fold #(.Q(Q), .Largest(Bound), .Offset(32'((64'(Q) - Surplus % 64'(Q)) % 64'(Q)))) u_fold (
      .clk_i, .en_i,
      .x_i(sum),
      .result_lazy_o
    );

    `TWD_ASSERT_AFTER(ResultLazy, twd_kred_pkg::kred2x_latency(Q, Largest),
                      twd_modarith_pkg::at_most(64'(x_i), Largest),
                      twd_modarith_pkg::magnitude_below(32'($signed(result_lazy_o)), Q))
  end

endmodule
