// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mod_fold: result_lazy_o = x_i + Offset, or Offset - x_i with Negate, modulo q, as a representative in (-q, q).
//
// Method    Repeated fold of the top five or six bits through a table: h * 2^low + l -> l + (h * 2^low mod q); see
//           twd_fold_pkg for the plan and the bound of every step. Exact: no scale factor is left, and any
//           odd q will do. The table of the last fold holds the offset and the sign (twd_mod_fold_step).
// Proof     A fold l + T(h) is right for every value when T(h) is for every h, and no sum exceeds the bound of its
//           register because that is taken over every h. tests/test_arith.py drives every step with every entry, its
//           low bits all 0 and all 1, and the whole unit on both sides of each.
// Ranges    x_i in [0, Largest], Largest >= 2^(w-1), w = clog2(q); Offset in [0, q); result_lazy_o in (-q, q), signed.
// Timing    folds(Largest, q) cycles, one value per enabled cycle, en_i = 0 freezes the pipe; no reset.
// Cost      one adder a fold, its table inside the adder's 6-input LUTs: 20 + 16 + 13 bits for q = 3329, of a product;
//           with Negate w - 1 LUTs more.
// Model     twiddle.model.fold.mod_fold

`include "twd_modulus.svh"

module twd_mod_fold #(
  parameter  int unsigned Q       = 3329,
  parameter  logic [63:0] Largest = 64'd11075584,
  parameter  int unsigned Offset  = 0,
  parameter  bit          Negate  = 1'b0,
  localparam int unsigned Width   = $clog2(Q),
  localparam int unsigned InWidth = $clog2(Largest + 64'd1)
) (
  input  logic               clk_i,
  input  logic               en_i,
  input  logic [InWidth-1:0] x_i,
  output logic [  Width : 0] result_lazy_o
);

  `TWD_REFUSE_Q("twd_mod_fold", Q)
  `TWD_REFUSE(gen_bad_largest, Largest < 64'd1 << (Width - 1), "twd_mod_fold: Largest has fewer bits than Q")

  localparam int unsigned Step = twd_fold_pkg::fold_step(Largest, Q);
  localparam int unsigned Folds = twd_fold_pkg::folds(Largest, Q);

  for (genvar f = 0; f < Folds; f++) begin : gen_fold
    localparam logic [63:0] Bound = twd_fold_pkg::fold_input(Largest, Q, Step, f);
    localparam bit Last = f == Folds - 1;
    localparam int unsigned Bits = $clog2(Bound + 64'd1);
    localparam int unsigned Sum = Last ? Width + 1 : $clog2(twd_fold_pkg::fold_largest(Bound, Q, Step) + 64'd1);

    logic [Bits-1:0] x;
    logic [Sum-1:0] sum;

    if (f == 0) begin : gen_input
      assign x = x_i;
    end else begin : gen_chain
      assign x = gen_fold[f-1].sum;
    end

    twd_mod_fold_step #(
      .Q      (Q),
      .Largest(Bound),
      .Step   (Step),
      .Last   (Last),
      .Offset (Last ? Offset : 0),
      .Negate (Last && Negate)
    ) u_step (
      .clk_i, .en_i,
      .x_i  (x),
      .sum_o(sum)
    );
  end

  assign result_lazy_o = gen_fold[Folds-1].sum;

  `TWD_ASSERT_AFTER(ResultLazy, Folds, twd_modarith_pkg::at_most(64'(x_i), Largest),
                    twd_modarith_pkg::magnitude_below(32'($signed(result_lazy_o)), Q))

endmodule
