// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_ldsp_reduce: result_lazy_o = k a b, or 2^-Halvings a b, modulo q = k 2^m + 1, from the product x_i, by a table
// and K-RED.
//
// Method    the L-DSP of Nguyen et al. 2023, section 4, Algorithms 3 (Halvings = 0, butterfly: the caller's twiddles
//           carry k^-1) and 4 (Halvings = m - i, pointwise products: the result carries 2^-h, the 1/n of the inverse
//           transform), from their table on: K-RED, d_1 - K d_0, with the multiple of d_0 and the top bits both as
//           tables of five bits inside the adders; twd_ldsp_pkg has the plan, the widths and why the result is in
//           (-q, q).
// Changed   As printed the algorithms are right for q = 3329 alone. The product has 2w bits for w = clog2(q); the table
//           comes after the product is complete, where it costs no LUT, and is addressed by what remains above the bits
//           that the last sum can take, not by m - 2 bits of one partial product; the shift of Algorithm 4 cuts the
//           product elsewhere in place of making it longer: p 2^i mod 2^m and p 2^i / 2^m are the low h = m - i bits of
//           p, shifted, and the rest; and K-RED's signed result, in the paper outside (-q, q), ends in it.
// Ranges    x_i in [lowest, highest] of twd_ldsp_pkg, 2^(2w) - Offset - a b or with Halvings a b; result_lazy_o in
//           (-q, q), signed.
// Timing    reduce_latency(Q, Halvings, Offset) cycles, one value per enabled cycle, en_i = 0 freezes the pipe; no
//           reset.
// Applies   to every odd q = k 2^m + 1 with odd k < 2^m up to 14 bits, so that K-RED takes off at least half of the
//           bits; Halvings up to m.
// Cost      one adder a row, a table and a fold, its table inside the adder's 6-input LUTs.
// Model     twiddle.model.ldsp.ldsp_reduce

`include "twd_delay.svh"
`include "twd_modulus.svh"

module twd_ldsp_reduce #(
  parameter  int unsigned Q        = 3329,
  parameter  int unsigned Halvings = 0,
  parameter  logic [63:0] Offset   = twd_ldsp_pkg::tile_offset(Q),
  localparam int unsigned Width    = $clog2(Q)
) (
  input  logic                 clk_i,
  input  logic                 en_i,
  input  logic [2*Width-1 : 0] x_i,
  output logic [  Width   : 0] result_lazy_o
);

  `TWD_REFUSE_Q("twd_ldsp_reduce", Q)
  `TWD_REFUSE(gen_bad, !twd_ldsp_pkg::supported(Q, Halvings),
              "twd_ldsp_reduce: Q is not k 2^m + 1 with odd k < 2^m, of up to 14 bits, or Halvings is more than m")

  if (twd_modarith_pkg::is_modulus(Q) && twd_ldsp_pkg::supported(Q, Halvings)) begin : gen_legal
    localparam bit Merged = twd_ldsp_pkg::merged(Q, Halvings, Offset);
    localparam int unsigned Taken = twd_fold_pkg::taken(Q, Halvings);
    localparam int unsigned RowBits = twd_ldsp_pkg::row_bits(Q, Halvings);
    localparam int unsigned Rest = twd_ldsp_pkg::rest(Q, Halvings);
    localparam int unsigned High = twd_ldsp_pkg::high_bits(Q, Halvings);
    localparam int unsigned Top = twd_ldsp_pkg::top_bits(Q, Halvings, Offset);
    localparam logic [63:0] First = twd_ldsp_pkg::first_largest(Q, Halvings, Offset);
    localparam logic [63:0] Largest = twd_ldsp_pkg::rows_largest(Q, Halvings, First);
    localparam int unsigned FirstBits = $clog2(First + 64'd1);
    localparam logic [1023:0] Table = twd_ldsp_pkg::top_table(Q, Halvings, Offset);
    localparam int unsigned Sum = Merged ? Width + 1 : FirstBits;

    logic [FirstBits-1:0] before_rows;
    logic [$clog2(Largest+64'd1)-1:0] after_rows;
    logic [High-1:0] value;       // the table takes its top bits
    logic [Top+Rest-1:0] index;
    logic [Sum-1:0] entry;
    logic [Sum-1:0] sum;
    logic [Sum-1:0] sum_q;

    if (RowBits == 0) begin : gen_no_rows
      assign after_rows = before_rows;
    end else begin : gen_rows
      logic [RowBits-1:0] y;

      `TWD_DELAY(u_y, RowBits, Merged ? 0 : 1, en_i, x_i[RowBits-1:0], y)

      twd_kred_sum #(
        .Factor (twd_fold_pkg::factor(Q)),
        .Bits   (RowBits),
        .Shift  (twd_modarith_pkg::exponent(Q) - Taken),
        .Largest(First),
        .Inverse(1'b1)
      ) u_rows (
        .clk_i, .en_i,
        .base_i(before_rows),
        .y_i   (y),
        .sum_o (after_rows)
      );
    end

    if (Rest == 0) begin : gen_top
      assign index = value[High-1-:Top];
    end else begin : gen_top_and_rest
      logic [Rest-1:0] rest;

      `TWD_DELAY(u_rest, Rest, Merged ? twd_ldsp_pkg::rows(Q, Halvings) : 0, en_i, x_i[Taken-1-:Rest], rest)

      assign index = {value[High-1-:Top], rest};
    end

    // The look-up as a sum of minterms: an indexed constant would become a ROM and swallow the register before it.
    always_comb begin
      entry = '0;
      for (int e = 0; e < (1 << (Top + Rest)); e++) begin
        entry = entry | ({Sum{index == (Top + Rest)'(e)}} & Sum'(Table[32*e+:32]));
      end
    end

    twd_carry_add #(.Width(Sum)) u_table (
      .direct_i(Sum'(value[High-Top-1:0])),
      .logic_i (entry),
      .carry_i (1'b0),
      .sum_o   (sum)
    );

    always_ff @(posedge clk_i) if (en_i) sum_q <= sum;

    if (Merged) begin : gen_merged
      logic unused_top;
      assign before_rows   = x_i[2*Width-1:Taken];
      assign value         = after_rows[High-1:0];
      assign result_lazy_o = sum_q;
      assign unused_top    = ^after_rows;  // modulo 2^High
    end else begin : gen_folded
      assign value       = x_i[2*Width-1:Taken];
      assign before_rows = sum_q;

      twd_mod_fold #(.Q(Q), .Largest(Largest)) u_fold (.clk_i, .en_i, .x_i(after_rows), .result_lazy_o);
    end

    `TWD_ASSERT_AFTER(ResultLazy, twd_ldsp_pkg::reduce_latency(Q, Halvings, Offset),
                      64'(x_i) >= twd_ldsp_pkg::lowest(Q, Halvings, Offset)
                      && 64'(x_i) <= twd_ldsp_pkg::highest(Q, Halvings, Offset),
                      twd_modarith_pkg::magnitude_below(32'($signed(result_lazy_o)), Q))
  end

endmodule
