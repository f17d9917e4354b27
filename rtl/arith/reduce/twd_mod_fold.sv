// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mod_fold: result_lazy_o = Offset + 2^-Halvings x_i, or with Negate Offset - 2^-Halvings x_i, modulo q, as a
// representative in (-q, q); with OnlyLow 2^-Halvings x_i, shorter by almost as many bits.
//
// Method    table folds: first of low bits, h 2^s + l -> h + (l 2^-s mod q), five at a time, for the halvings (the idea
//           of K-RED, Longa and Naehrig 2016, for any odd q and any number of bits), then of top bits,
//           h 2^low + l -> l + (h 2^low mod q), five or six at a time. twd_fold_pkg has the plan and the bound of each.
//           The table of the last fold holds the offset and the sign: T(h) = Offset + h 2^low in [-c, q - c), or with
//           Negate T(h) - l, T(h) = Offset - h 2^low in (c - q, c]: the range of l + T(h) with the sign changed.
// Proof     A fold l + T(h) is right for every value when T(h) is for every h, and no sum exceeds the bound of its
//           register because that is taken over every h. tests/test_units.py drives the folds from the bound of each
//           on, with every entry of the first, its low bits all 0 and all 1, and the whole unit on both sides of each.
// Ranges    x_i in [0, Largest], and without halvings Largest >= 2^(w-1), w = clog2(q); Offset in [0, q); result_lazy_o
//           in (-q, q), signed; with OnlyLow in [0, low_largest(Largest, q, Halvings, low_folds(Halvings))], about
//           Largest / 2^Halvings + q.
// Timing    low_folds(Halvings) + folds(largest after these, q) cycles, one value per enabled cycle, en_i = 0 freezes
//           the pipe; no reset.
// Cost      one adder a fold, its table inside the adder's 6-input LUTs: 20 + 16 + 13 bits for q = 3329, of a product;
//           a fold of low bits w LUTs; with six bits of h one LUT a bit more; with Negate w - 1 LUTs more.
// Model     twiddle.model.fold.mod_fold, twiddle.model.pwmm.mod_fold_low

`include "twd_modulus.svh"

module twd_mod_fold #(
  parameter  int unsigned Q        = 3329,
  parameter  logic [63:0] Largest  = 64'd11075584,
  parameter  int unsigned Halvings = 0,
  parameter  bit          OnlyLow  = 1'b0,         // without Offset and Negate
  parameter  int unsigned Offset   = 0,
  parameter  bit          Negate   = 1'b0,
  localparam int unsigned Width    = $clog2(Q),
  localparam int unsigned Lows     = twd_fold_pkg::low_folds(Halvings),
  localparam logic [63:0] Rest     = twd_fold_pkg::low_largest(Largest, Q, Halvings, Lows),
  localparam int unsigned InWidth  = $clog2(Largest + 64'd1),
  localparam int unsigned OutWidth = OnlyLow ? $clog2(Rest + 64'd1) : Width + 1
) (
  input  logic                clk_i,
  input  logic                en_i,
  input  logic [ InWidth-1:0] x_i,
  output logic [OutWidth-1:0] result_lazy_o
);

  `TWD_REFUSE_Q("twd_mod_fold", Q)
  `TWD_REFUSE(gen_bad_largest, Rest < 64'd1 << (Width - 1), "twd_mod_fold: Largest has fewer bits than Q")
  `TWD_REFUSE(gen_bad_halvings, Halvings > 32 || (OnlyLow && Halvings == 0),
              "twd_mod_fold: Halvings is over 32, or 0 with OnlyLow")

  localparam int unsigned Step = twd_fold_pkg::fold_step(Rest, Q);
  localparam int unsigned Folds = Lows + (OnlyLow ? 0 : twd_fold_pkg::folds(Rest, Q));
  localparam int unsigned Centre = (1 << (Width - 2)) + Q / 2;  // c

  // T, 32 bits each; entries out of reach are zero.
  function automatic logic [2047:0] table_of_entries(
    input int unsigned unit, input int unsigned offset, input int unsigned count, input int unsigned top
  );
    int unsigned entry;
    table_of_entries = '0;
    for (int unsigned e = 0; e < 64; e++) begin
      entry = 32'((64'(e) * 64'(unit) + 64'(offset)) % 64'(Q));
      if (e < count) table_of_entries[32*e+:32] = entry >= top ? entry - Q : entry;
    end
  endfunction

  logic [64*Folds+63:0] value;  // before each fold, 64 bits each
  logic unused_value;
  assign value[63:0]   = 64'(x_i);
  assign unused_value  = ^value;
  assign result_lazy_o = value[64*Folds+:OutWidth];

  for (genvar f = 0; f < Folds; f++) begin : gen_fold
    localparam bit Low = f < Lows;
    localparam bit Last = !OnlyLow && f == Folds - 1;
    localparam logic [63:0] Bound = Low ? twd_fold_pkg::low_largest(Largest, Q, Halvings, f)
        : twd_fold_pkg::fold_input(Rest, Q, Step, Low ? 0 : f - Lows);
    localparam logic [63:0] After = Low ? twd_fold_pkg::low_largest(Largest, Q, Halvings, f + 1)
        : twd_fold_pkg::fold_largest(Bound, Q, Step);
    localparam int unsigned Bits = $clog2(Bound + 64'd1);
    localparam int unsigned Sum = Last ? Width + 1 : $clog2(After + 64'd1);
    localparam int unsigned Cut = Low ? twd_fold_pkg::low_bits(Halvings, f) : twd_fold_pkg::fold_low(Bound, Q, Step);
    localparam int unsigned Unit = Low ? twd_modarith_pkg::inverse_power(Q, Cut) : 32'((64'd1 << Cut) % 64'(Q));
    localparam int unsigned Index = Low ? Cut : Bits - Cut;
    localparam int unsigned Top = !Last ? Q : Negate ? Centre + 1 : Q - Centre;  // residues from here on less q

    localparam logic [2047:0] Table = table_of_entries(
        Last && Negate ? Q - Unit : Unit, Last ? Offset : 0, Low ? 32'd1 << Cut : 32'(Bound >> Cut) + 1, Top);

    logic [Bits-1:0] x;
    logic [Index-1:0] index;
    logic [Sum-1:0] rest;
    logic [Sum-1:0] entry;
    logic [Sum-1:0] sum_q;

    assign x     = value[64*f+:Bits];
    assign index = Low ? x[Index-1:0] : x[Bits-1-:Index];
    assign rest  = Low ? Sum'(x[Bits-1:Cut]) : Sum'(x[Cut-1:0]);

    assign value[64*(f+1)+:64] = 64'(sum_q);

    // The look-up as a sum of minterms: an indexed constant would become a ROM and swallow the register before it.
    always_comb begin
      entry = '0;
      for (int e = 0; e < (1 << Index); e++) entry = entry | ({Sum{index == Index'(e)}} & Sum'(Table[32*e+:32]));
    end

    always_ff @(posedge clk_i) begin
      if (en_i) begin
        if (Last && Negate) sum_q <= entry - rest;
        else sum_q <= rest + entry;
      end
    end
  end

  `TWD_ASSERT_AFTER(ResultInRange, Folds, twd_modarith_pkg::at_most(64'(x_i), Largest),
                    OnlyLow ? twd_modarith_pkg::at_most(64'(result_lazy_o), Rest)
                    : twd_modarith_pkg::magnitude_below(32'($signed(result_lazy_o)), Q))

endmodule
