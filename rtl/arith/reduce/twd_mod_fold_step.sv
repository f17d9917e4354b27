// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mod_fold_step: sum_o = l + T(h) for x_i = h 2^low + l: congruent to x_i modulo q, and smaller.
//
// Last      the table of the last fold also holds an offset and a sign: sum_o = l + T(h), T(h) = Offset + h 2^low taken
//           in [-c, q - c), or with Negate T(h) - l, T(h) = Offset - h 2^low taken in (c - q, c]; c of twd_fold_pkg.
// Ranges    x_i in [0, Largest]; sum_o in [0, fold_largest(Largest, q, Step)], or for the Last fold in (-q, q), signed.
//           twd_fold_pkg has low, T and the bounds. The range of Negate is that of l + T(h) with the sign changed.
// Timing    1 cycle, en_i = 0 freezes it; no reset.
// Cost      one adder; with five bits of h its table needs no LUT of its own, with six one LUT a bit. Negate: w - 1
//           LUTs.
// Model     twiddle.model.fold.mod_fold_step

module twd_mod_fold_step #(
  parameter  int unsigned Q       = 3329,
  parameter  logic [63:0] Largest = 64'd11075584,
  parameter  int unsigned Step    = 5,                // bits taken off, at most
  parameter  bit          Last    = 1'b0,
  parameter  int unsigned Offset  = 0,                // in [0, q); Last
  parameter  bit          Negate  = 1'b0,             // Last
  localparam int unsigned Width   = $clog2(Q),
  localparam int unsigned Bits    = $clog2(Largest + 64'd1),
  localparam int unsigned Sum     = Last ? Width + 1 : $clog2(twd_fold_pkg::fold_largest(Largest, Q, Step) + 64'd1)
) (
  input  logic            clk_i,
  input  logic            en_i,
  input  logic [Bits-1:0] x_i,
  output logic [ Sum-1:0] sum_o
);

  localparam int unsigned Low = twd_fold_pkg::fold_low(Largest, Q, Step);
  localparam int unsigned Unit = twd_fold_pkg::fold_unit(Low, Q);
  localparam int unsigned Next = Negate ? Q - Unit : Unit;
  localparam int unsigned Entries = 1 << (Bits < Low ? 0 : Bits - Low);
  localparam int unsigned Centre = (1 << (Width - 2)) + Q / 2;  // c
  // Residues from here on are taken less q.
  localparam int unsigned Top = !Last ? Q : Negate ? Centre + 1 : Q - Centre;

  // T(h) for every h; entries out of reach are zero.
  function automatic logic [Entries*Sum-1:0] table_of_folds();
    int unsigned entry;
    table_of_folds = '0;
    entry = Offset;
    for (int unsigned h = 0; 64'(h) <= (Largest >> Low); h++) begin
      table_of_folds[h*Sum+:Sum] = Sum'(64'(entry) - (entry >= Top ? 64'(Q) : 64'd0));
      entry = twd_fold_pkg::fold_next(entry, Next, Q);
    end
  endfunction

  localparam logic [Entries*Sum-1:0] Table = table_of_folds();

  // The look-up as a sum of minterms: an indexed constant would become a ROM and swallow the register before it.
  logic [Sum-1:0] entry;
  always_comb begin
    entry = '0;
    for (int e = 0; e < Entries; e++) begin
      entry = entry | ({Sum{x_i[Bits-1:Low] == (Bits - Low)'(e)}} & Table[e*Sum+:Sum]);
    end
  end

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      if (Negate) sum_o <= entry - Sum'(x_i[Low-1:0]);
      else sum_o <= Sum'(x_i[Low-1:0]) + entry;
    end
  end

endmodule
