// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_fold_offset: result_lazy_o = x_i + Offset, or Offset - x_i with Negate, modulo q, as a representative in (-q, q).
//
// Method    The folds of twd_fold_pkg, T(h) = h 2^low mod q. The table of the last one holds the offset too, and the
//           sign: l + T(h) with T(h) in [-c, q - c), or T(h) - l with T(h) in (c - q, c], c = 2^(w-2) + floor(q/2),
//           w = clog2(q). As l < 2^(w-1) < q, both are in (-q, q): the first by twd_fold_pkg; the second is the first
//           with the sign changed.
// Ranges    x_i in [0, Largest], Largest >= 2^(w-1); Offset in [0, q); result_lazy_o in (-q, q), signed.
// Timing    folds(Largest, q) cycles, one value per enabled cycle, en_i = 0 freezes the pipe; no reset.
// Cost      one adder a fold, its table inside the adder's LUTs; with Negate w - 1 LUTs more.
// Model     twiddle.model.kred.kred_fold

module twd_fold_offset #(
  parameter  int unsigned Q       = 3329,
  parameter  logic [63:0] Largest = 64'd46579,
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

  if (Largest < 64'd1 << (Width - 1)) begin : gen_bad_largest
    $fatal(1, "twd_fold_offset: Largest has fewer bits than Q");
  end

  localparam int unsigned Step = twd_fold_pkg::fold_step(Largest, Q);
  localparam int unsigned Folds = twd_fold_pkg::folds(Largest, Q);
  localparam logic [63:0] Bound = twd_fold_pkg::fold_input(Largest, Q, Step, Folds - 1);
  localparam int unsigned Bits = $clog2(Bound + 64'd1);
  localparam int unsigned Low = Width - 1;
  localparam int unsigned Entries = 1 << (Bits < Low ? 0 : Bits - Low);
  localparam int unsigned Unit = twd_fold_pkg::fold_unit(Low, Q);
  localparam int unsigned Next = Negate ? Q - Unit : Unit;
  localparam int unsigned Centre = (1 << (Width - 2)) + Q / 2;       // c
  localparam int unsigned Top = Negate ? Centre + 1 : Q - Centre;    // residues from here on are taken less q

  logic [Bits-1:0] x;  // [0, Bound]

  if (Folds == 1) begin : gen_single
    assign x = x_i;
  end else begin : gen_folds
    for (genvar f = 0; f < Folds - 1; f++) begin : gen_fold
      localparam logic [63:0] Before = twd_fold_pkg::fold_input(Largest, Q, Step, f);
      localparam int unsigned In = $clog2(Before + 64'd1);
      localparam int unsigned Out = $clog2(twd_fold_pkg::fold_largest(Before, Q, Step) + 64'd1);

      logic [In-1:0] value;
      logic [Out-1:0] sum;

      if (f == 0) begin : gen_input
        assign value = x_i;
      end else begin : gen_chain
        assign value = gen_fold[f-1].sum;
      end

      twd_mod_fold_step #(
        .Q      (Q),
        .Largest(Before),
        .Step   (Step)
      ) u_step (
        .clk_i,
        .en_i,
        .x_i  (value),
        .sum_o(sum)
      );
    end

    assign x = gen_fold[Folds-2].sum;
  end

  // Entry h: Offset + h 2^low, or Offset - h 2^low, in q numbers below Top; entries out of reach are zero.
  function automatic logic [Entries*(Width+1)-1:0] table_of_folds();
    int unsigned entry;
    table_of_folds = '0;
    entry = Offset;
    for (int unsigned h = 0; 64'(h) <= (Bound >> Low); h++) begin
      table_of_folds[h*(Width+1)+:Width+1] = (Width + 1)'(64'(entry) - (entry >= Top ? 64'(Q) : 64'd0));
      entry = twd_fold_pkg::fold_next(entry, Next, Q);
    end
  endfunction

  localparam logic [Entries*(Width+1)-1:0] Table = table_of_folds();

  // A sum of minterms, as in twd_mod_fold_step.
  logic [Width:0] entry;
  always_comb begin
    entry = '0;
    for (int e = 0; e < Entries; e++) begin
      entry = entry | ({(Width + 1){x[Bits-1:Low] == (Bits - Low)'(e)}} & Table[e*(Width+1)+:Width+1]);
    end
  end

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      if (Negate) result_lazy_o <= entry - (Width + 1)'(x[Low-1:0]);
      else result_lazy_o <= (Width + 1)'(x[Low-1:0]) + entry;
    end
  end

endmodule
