// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mod_kred: result_lazy_o = k x_i, -k x_i with Minus, or 2^-h x_i with Halvings = h > 0, modulo q, as a
// representative in (-q, q).
//
// Method    K-RED (Longa and Naehrig; Nguyen et al. 2019, section II.B; Nguyen et al. 2023, Algorithms 2 and 4) and
//           table folds for the rest: q = k 2^m + 1, odd k < 2^m, and so -k 2^m = 1 modulo q.
//             h = 0   x = c1 2^m + c0:   k x = k c0 - c1
//             h > 0   x' = x 2^(m-h) = c1 2^m + c0, that is c1 = x >> h, c0 = (x mod 2^h) 2^(m-h):
//                     c1 - k c0 = -k x' = -k 2^m 2^-h x = 2^-h x
//           Both sums are positive numbers here, F = c1 + k ~c0 with ~c0 the complement of the bits that c0 takes from
//           x, and the folds take F to (-q, q) and the rest off again, with the sign changed for h = 0 without Minus.
//           That change of the sign costs w - 1 LUTs; h = m leaves 2^-m = -k, as Minus does.
// Bounds    F <= floor(Largest / 2^t) + 2^(m-t) (k (2^t - 1) + excess), t = m or h: kred_largest of twd_kred_pkg.
//           Nothing wraps, because no addend is negative and every register is as wide as the bound of its sum.
//           For the largest product and h = 0, F <= 46579 for q = 3329, 122865 for 7681, 49149 for 12289.
// Proof     x_i = c1 2^t + l. F is c1 + G(l), the sum of the rows: every bit of a row is one addend, so G is right for
//           every l when it is so for each group of five bits of l, or each bit. A fold is l + T(h): right for every
//           value when it is so for every table entry. tests/test_kred.py drives this unit with every l, each with
//           c1 = 0, 1 and its two largest values, and with sums that reach every entry of every fold, with the low bits
//           all 0 and all 1.
// Bias      x_i - Bias in place of x_i for h = 0: the table of the last fold takes k Bias off too.
// Ranges    x_i in [0, Largest], Largest >= q; result_lazy_o in (-q, q), signed.
// Timing    kred_latency(q, Halvings, Largest) cycles, one value per enabled cycle, en_i = 0 freezes the pipe; no
//           reset.
// Cost      one adder a row (two of nine and seven bits for k = 13), one a fold.
// Model     twiddle.model.kred.mod_kred

`include "twd_assert.svh"

module twd_mod_kred #(
  parameter  int unsigned Q        = 3329,
  parameter  int unsigned Halvings = 0,                                     // 0 to m
  parameter  logic [63:0] Largest  = twd_modarith_pkg::largest_product(Q),
  parameter  logic [63:0] Bias     = 64'd0,                                 // is taken off x_i before; Halvings = 0
  parameter  bit          Minus    = 1'b0,                                  // -k in place of k; Halvings = 0
  localparam int unsigned Width    = $clog2(Q),
  localparam int unsigned InWidth  = $clog2(Largest + 64'd1)
) (
  input  logic               clk_i,
  input  logic               en_i,
  input  logic [InWidth-1:0] x_i,
  output logic [  Width : 0] result_lazy_o
);

  localparam twd_kred_pkg::rule_e Broken = twd_kred_pkg::broken_rule(Q, Halvings);

  `TWD_REFUSE(gen_bad_modulus, Broken == twd_kred_pkg::RULE_SHAPE,
              "twd_mod_kred: Q is not k 2^m + 1 < 2^24, odd k < 2^m; take FOLD, BARRETT, MONTGOMERY or PLANTARD")
  `TWD_REFUSE(gen_bad_halvings, Broken == twd_kred_pkg::RULE_HALVINGS,
              "twd_mod_kred: Halvings is more than m, Q = k 2^m + 1")
  `TWD_REFUSE(gen_bad_largest, Largest < 64'(Q), "twd_mod_kred: Largest is below Q")
  `TWD_REFUSE(gen_bad_bias, Halvings != 0 && (Bias != 64'd0 || Minus),
              "twd_mod_kred: Bias and Minus go with Halvings = 0")

  if (Broken == twd_kred_pkg::RULE_NONE && Largest >= 64'(Q) && (Halvings == 0 || (Bias == 64'd0 && !Minus)))
  begin : gen_reduce
    localparam int unsigned Factor = twd_kred_pkg::factor(Q);
    localparam int unsigned Taken = twd_kred_pkg::taken(Q, Halvings);
    localparam int unsigned Shift = twd_modarith_pkg::exponent(Q) - Taken;
    localparam logic [63:0] Bound = twd_kred_pkg::kred_largest(Q, Halvings, Largest);
    localparam int unsigned Surplus = twd_kred_pkg::kred_surplus(Q, Halvings);
    // F - Surplus = -k x for h = 0; k (x - Bias) = k x - k Bias = Offset - F and -k (x - Bias) = F - Offset.
    localparam int unsigned Offset = 32'((64'(Surplus) + (64'(Q) - Bias % 64'(Q)) * 64'(Factor)) % 64'(Q));
    localparam int unsigned Sum = $clog2(Bound + 64'd1);

    logic [Sum-1:0] sum;  // F, in [0, Bound]

    twd_kred_sum #(.Factor(Factor), .Bits(Taken), .Shift(Shift), .Largest(Largest >> Taken), .Inverse(1'b1)) u_sum (
      .clk_i, .en_i,
      .base_i(x_i[InWidth-1:Taken]),
      .y_i   (x_i[Taken-1:0]),
      .sum_o (sum)
    );

    twd_mod_fold #(
      .Q      (Q),
      .Largest(Bound),
      .Offset (Halvings != 0 ? (Q - Surplus) % Q : Minus ? (Q - Offset) % Q : Offset),
      .Negate (Halvings == 0 && !Minus)
    ) u_fold (
      .clk_i, .en_i,
      .x_i(sum),
      .result_lazy_o
    );

    `TWD_ASSERT_AFTER(ResultLazy, twd_kred_pkg::kred_latency(Q, Halvings, Largest),
                      twd_modarith_pkg::at_most(64'(x_i), Largest),
                      twd_modarith_pkg::magnitude_below(32'($signed(result_lazy_o)), Q))
  end

endmodule
