// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mod_fold_two: result_lazy_o = x_i modulo Q, or with modulus_i modulo P = Q_2 2^s, s = clog2(Q) - clog2(Q_2), as a
// representative in (-Q, Q) or (-P, P).
//
// Method    the folds of twd_mod_fold for the products modulo Q, each with one table for both moduli: a product modulo
//           Q_2 comes times 2^s, so that both have the same bits and the same cuts. Ours. A table has six address bits:
//             five of h and modulus_i;
//             six of h in the first fold, where the entries 48 to 63 are those of P: its products are shorter;
//             six of h below 33: modulus_i and five of h, and h = 32, whose entry is T(0) = 0, adds a constant.
// Ranges    x_i in [0, (Q - 1)^2], or a multiple of 2^s in [0, 2^s (Q_2 - 1)^2]; the result is a multiple of it too.
// Timing    folds(largest_product(Q), Q) of twd_fold_pkg cycles, one value per enabled cycle, en_i = 0 freezes the
//           pipe; no reset. modulus_i comes with x_i.
// Cost      an adder and a table of one LUT a bit a fold: for q = 12289 alone the last table is inside its adder.
// Assumes   shared(Q, Q_2) of twd_fold_two_pkg.
// Model     twiddle.model.fold.mod_fold_two

`include "twd_modulus.svh"

module twd_mod_fold_two #(
  parameter  int unsigned Q       = 12289,
  parameter  int unsigned Q_2     = 3329,
  localparam int unsigned Width   = $clog2(Q),
  localparam logic [63:0] Largest = twd_modarith_pkg::largest_product(Q),
  localparam int unsigned InWidth = $clog2(Largest + 64'd1)
) (
  input  logic               clk_i,
  input  logic               en_i,
  input  logic               modulus_i,
  input  logic [InWidth-1:0] x_i,
  output logic [  Width : 0] result_lazy_o
);

  `TWD_REFUSE_Q("twd_mod_fold_two", Q)
  `TWD_REFUSE(gen_not_shared, twd_modarith_pkg::is_modulus(Q) && !twd_fold_two_pkg::shared(Q, Q_2),
              "twd_mod_fold_two: no table of six address bits folds modulo both Q and Q_2")

  localparam int unsigned P = twd_fold_two_pkg::shared(Q, Q_2) ? twd_fold_two_pkg::widened(Q, Q_2) : Q;
  localparam int unsigned Folds = twd_fold_pkg::folds(Largest, Q);

  // T of both moduli, 32 bits each; with high the entries of P are those from 48 on, otherwise those from 32 on.
  function automatic logic [2047:0] table_of_entries(input int unsigned cut, input logic last, input logic high);
    int unsigned q, h, entry, top;
    table_of_entries = '0;
    for (int unsigned e = 0; e < 64; e++) begin
      q = e < (high ? 32'd48 : 32'd32) ? Q : P;
      h = high ? e % 48 : e % 32;
      entry = 32'((64'(h) << cut) % 64'(q));
      top = last ? q - (1 << (Width - 2)) - q / 2 : q;
      table_of_entries[32*e+:32] = entry >= top ? entry - q : entry;
    end
  endfunction

  logic [64*Folds+63:0] value;  // before each fold, 64 bits each
  logic [Folds:0] modulus;      // of it
  logic unused;
  assign value[63:0]   = 64'(x_i);
  assign modulus[0]    = modulus_i;
  assign unused        = ^value ^ modulus[Folds];
  assign result_lazy_o = value[64*Folds+:Width+1];

  for (genvar f = 0; f < Folds; f++) begin : gen_fold
    localparam bit Last = f == Folds - 1;
    localparam logic [63:0] Bound = twd_fold_two_pkg::shared_input(Q, Q_2, f);
    localparam int unsigned Bits = $clog2(Bound + 64'd1);
    localparam int unsigned Sum = Last ? Width + 1 : $clog2(twd_fold_two_pkg::shared_input(Q, Q_2, f + 1) + 64'd1);
    localparam int unsigned Cut = twd_fold_two_pkg::shared_low(Q, f);
    localparam int unsigned Index = Bits - Cut;
    localparam bit High = f == 0 && Index == 6;
    localparam bit Single = f != 0 && Index == 6;  // h = 32 has a constant
    localparam logic [2047:0] Table = table_of_entries(Cut, Last, High);
    localparam logic [Sum-1:0] Top = Sum'((64'd32 << Cut) % 64'(Q));
    localparam logic [Sum-1:0] TopOther = Sum'((64'd32 << Cut) % 64'(P));

    logic [Bits-1:0] x;
    logic [5:0] index;
    logic [Sum-1:0] entry;
    logic [Sum-1:0] sum_q;
    logic modulus_q;

    assign x     = value[64*f+:Bits];
    assign index = High ? 6'(x[Bits-1:Cut]) | {{2{modulus[f]}}, 4'd0} : {modulus[f], 5'(x[Bits-1:Cut])};

    assign value[64*(f+1)+:64] = 64'(sum_q);
    assign modulus[f+1]        = modulus_q;

    // The look-up as a sum of minterms, as in twd_mod_fold.
    always_comb begin
      entry = '0;
      for (int e = 0; e < 64; e++) entry = entry | ({Sum{index == 6'(e)}} & Sum'(Table[32*e+:32]));
      if (Single && x[Bits-1]) entry = entry | (modulus[f] ? TopOther : Top);
    end

    always_ff @(posedge clk_i) begin
      if (en_i) begin
        modulus_q <= modulus[f];
        sum_q     <= Sum'(x[Cut-1:0]) + entry;
      end
    end
  end

endmodule
