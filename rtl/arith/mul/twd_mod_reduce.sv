// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mod_reduce: result_lazy_o = scale * p modulo q, as a representative in (-q, q), for the product p of twd_mod_mul.
//
// FOLD      table folds (twd_mod_fold).
// KRED      K-RED (Longa and Naehrig; Nguyen et al. 2019, section II.B; Nguyen et al. 2023, Algorithms 2 and 4), and
//           folds for the rest: q = k 2^m + 1, odd k < 2^m, and so -k 2^m = 1 modulo q.
//             h = 0   x = c1 2^m + c0:   k x = k c0 - c1
//             h > 0   x' = x 2^(m-h) = c1 2^m + c0, that is c1 = x >> h, c0 = (x mod 2^h) 2^(m-h):
//                     c1 - k c0 = -k x' = -k 2^m 2^-h x = 2^-h x
//           Both sums are positive numbers here, F = c1 + k ~c0 with ~c0 the complement of the bits that c0 takes from
//           x, and the folds take F to (-q, q) and the rest off again, with the sign changed for h = 0. That change
//           costs w - 1 LUTs; FORM_WIDE leaves -k, without it.
// KRED2X    x = c2 2^(2m) + c1 2^m + c0:   k^2 x = k^2 c0 - k c1 + c2, as F = c2 + k^2 c0 + k ~c1, and folds.
// LDSP      tables and K-RED (twd_ldsp_reduce). SHIFT_ADD, and TILES_SHIFT without its correction: twd_mod_shift_add.
// BARRETT, MONTGOMERY, PLANTARD: twd_const_reduce.
// Bounds    F <= step_largest(...) of twd_fold_pkg. Nothing wraps, because no addend is negative and every register is
//           as wide as the bound of its sum. For the largest product and KRED, F <= 46579 for q = 3329, 122865 for
//           7681, 49149 for 12289.
// Proof     of KRED: x_i = c1 2^t + l, t = m or h. F is c1 + G(l), the sum of the rows: every bit of a row is one
//           addend, so G is right for every l when it is so for each group of five bits of l, or each bit; of KRED2X
//           likewise of c0 and of c1. A fold is right for every value when it is so for every table entry.
//           tests/test_units.py drives KRED with every l, each with c1 = 0, 1 and its two largest values, and with sums
//           that reach every entry of every fold, with the low bits all 0 and all 1.
// Bias      p = x_i - bias(Form, q) of twd_method_pkg: the table of the last fold takes it off too.
// Ranges    x_i in [0, Largest], for LDSP as in twd_ldsp_reduce; result_lazy_o in (-q, q), signed; in [0, q) where
//           canonical(Method).
// Timing    reduce_latency(Method, Form, q, Halvings) cycles, one value per enabled cycle, en_i = 0 freezes the pipe;
//           no reset.
// Cost      one adder a row (KRED: two of nine and seven bits for k = 13; KRED2X: four rows for 3329, 7681, 12289,
//           8380417 and 8404993, where the paper has five), one a fold.
// Model     twiddle.model.methods.mod_reduce, twiddle.model.kred

`include "twd_delay.svh"
`include "twd_modulus.svh"

module twd_mod_reduce #(
  parameter  int unsigned             Q        = 3329,
  parameter  twd_method_pkg::method_e Method   = twd_method_pkg::METHOD_FOLD,
  parameter  twd_method_pkg::form_e   Form     = twd_method_pkg::FORM_LAZY,
  parameter  int unsigned             Halvings = 0,
  parameter  logic [63:0]             Largest  = twd_method_pkg::largest(Method, Form, Q, Halvings),
  localparam int unsigned             Width    = $clog2(Q),
  localparam int unsigned             InWidth  = $clog2(Largest + 64'd1)
) (
  input  logic               clk_i,
  input  logic               en_i,
  input  logic [InWidth-1:0] x_i,
  output logic [  Width : 0] result_lazy_o
);

  // The method with the same reduction; METHOD_RNS: there is none.
  localparam logic [3:0] Reduction
      = twd_modarith_pkg::is_modulus(Q) && twd_method_pkg::supports(Method, Form, Q, Halvings)
      ? twd_method_pkg::reduction(Method, Form) : twd_method_pkg::METHOD_RNS;

  `TWD_REFUSE_Q("twd_mod_reduce", Q)
  `TWD_REFUSE(gen_bad_method, twd_modarith_pkg::is_modulus(Q) && Reduction == twd_method_pkg::METHOD_RNS,
              "twd_mod_reduce: Method does not reduce modulo Q; FOLD, BARRETT, MONTGOMERY, PLANTARD do")

  if (Reduction == twd_method_pkg::METHOD_SHIFT_ADD || Reduction == twd_method_pkg::METHOD_TILES_SHIFT)
  begin : gen_shift_add
    twd_mod_shift_add #(.Q(Q), .Lazy(Reduction == twd_method_pkg::METHOD_TILES_SHIFT)) u_reduce (
      .clk_i, .en_i,
      .x_i,
      .result_lazy_o
    );
  end else if (Reduction == twd_method_pkg::METHOD_LDSP) begin : gen_ldsp
    twd_ldsp_reduce #(.Q(Q), .Halvings(Halvings)) u_reduce (.clk_i, .en_i, .x_i((2 * Width)'(x_i)), .result_lazy_o);
  end else if (Reduction == twd_method_pkg::METHOD_BARRETT) begin : gen_barrett
    twd_const_reduce #(.Q(Q), .By(twd_const_reduce_pkg::BARRETT)) u_reduce (.clk_i, .en_i, .x_i, .result_lazy_o);
  end else if (Reduction == twd_method_pkg::METHOD_MONTGOMERY) begin : gen_montgomery
    twd_const_reduce #(.Q(Q), .By(twd_const_reduce_pkg::MONTGOMERY)) u_reduce (.clk_i, .en_i, .x_i, .result_lazy_o);
  end else if (Reduction == twd_method_pkg::METHOD_PLANTARD) begin : gen_plantard
    twd_const_reduce #(.Q(Q), .By(twd_const_reduce_pkg::PLANTARD)) u_reduce (.clk_i, .en_i, .x_i, .result_lazy_o);
  end else if (twd_method_pkg::kred_twice(Method, Form, Q)) begin : gen_twice
    twd_mod_kred_twice #(.Q(Q)) u_reduce (
      .clk_i, .en_i,
      .x_i({!x_i[InWidth-1], x_i[InWidth-2:0]}),
      .result_lazy_o
    );
  end else if (Reduction != twd_method_pkg::METHOD_RNS) begin : gen_rows
    localparam int unsigned Steps = twd_method_pkg::kred_steps(Method, Form);
    localparam int unsigned Taken = twd_fold_pkg::taken(Q, Halvings);
    localparam logic [63:0] Bound = twd_fold_pkg::step_largest(Q, Steps, Halvings, Largest, Steps);
    localparam bit Negate = Steps == 1 && Halvings == 0 && Form != twd_method_pkg::FORM_WIDE;
    // F is c x_i + surplus: c (x_i - bias) = F - (surplus + c bias), or with the sign changed.
    localparam int unsigned Factor = Steps == 0 ? 1
        : Steps == 1 ? Q - twd_fold_pkg::factor(Q) : twd_fold_pkg::square(Q);
    localparam logic [63:0] Above = (64'(twd_fold_pkg::surplus(Q, Steps, Halvings))
        + twd_method_pkg::bias(Form, Q) % 64'(Q) * 64'(Factor)) % 64'(Q);

    logic [64*Steps+63:0] value;  // before each step, 64 bits each; the last is F, in [0, Bound]
    logic unused_value;
    assign value[63:0]  = 64'(x_i >> (Steps * Taken));
    assign unused_value = ^value;

    for (genvar s = 0; s < Steps; s++) begin : gen_step
      localparam logic [63:0] Before = twd_fold_pkg::step_largest(Q, Steps, Halvings, Largest, s);
      localparam logic [63:0] After = twd_fold_pkg::step_largest(Q, Steps, Halvings, Largest, s + 1);
      // Cycles from x_i to base_i.
      localparam int unsigned BaseLatency
          = s == 0 ? 0 : twd_fold_pkg::rows(twd_fold_pkg::step_factor(Q, Steps, 0), Taken);

      logic [Taken-1:0] y;
      logic [$clog2(After + 64'd1)-1:0] sum;

      `TWD_DELAY(u_y, Taken, BaseLatency, en_i, x_i[s*Taken+:Taken], y)

      twd_kred_sum #(
        .Factor (twd_fold_pkg::step_factor(Q, Steps, s)),
        .Bits   (Taken),
        .Shift  (twd_modarith_pkg::exponent(Q) - Taken),
        .Largest(Before),
        .Inverse(s == Steps - 1)
      ) u_sum (
        .clk_i, .en_i,
        .base_i(value[64*s+:$clog2(Before+64'd1)]),
        .y_i   (y),
        .sum_o (sum)
      );

      assign value[64*(s+1)+:64] = 64'(sum);
    end

    twd_mod_fold #(
      .Q      (Q),
      .Largest(Bound),
      .Offset (Negate || Above == 64'd0 ? 32'(Above) : Q - 32'(Above)),
      .Negate (Negate)
    ) u_fold (
      .clk_i, .en_i,
      .x_i(value[64*Steps+:$clog2(Bound+64'd1)]),
      .result_lazy_o
    );
  end

  `TWD_ASSERT_AFTER(ResultLazy, twd_method_pkg::reduce_latency(Method, Form, Q, Halvings),
                    Reduction != twd_method_pkg::METHOD_LDSP && twd_modarith_pkg::at_most(64'(x_i), Largest),
                    twd_modarith_pkg::magnitude_below(32'($signed(result_lazy_o)), Q))

endmodule
