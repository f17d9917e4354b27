// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_ldsp_reduce: result_lazy_o = k a b, or 2^-Halvings a b, modulo q, from the product x_i, by tables and K-RED.
//
// Method    Nguyen et al. 2023, Algorithms 3 (Halvings = 0) and 4, from their table on: K-RED, d_1 - K d_0, with the
//           multiple of d_0 and the top bits both as tables of five bits inside the adders; twd_ldsp_pkg has the plan,
//           the widths and why the result is in (-q, q). The table comes after the product is complete, where it costs
//           no LUT; the paper puts it before the last sum. The shift of Algorithm 4 is taken at the cut: p 2^i mod 2^m
//           and p 2^i / 2^m are the low h = m - i bits of p, shifted, and the rest.
// Ranges    x_i in [lowest, highest] of twd_ldsp_pkg; result_lazy_o in (-q, q), signed.
// Timing    reduce_latency(Q, Halvings, Karatsuba) cycles, one value per enabled cycle, en_i = 0 freezes the pipe; no
//           reset.
// Cost      one adder a row and a fold, its table inside the adder's 6-input LUTs.
// Model     twiddle.model.ldsp.ldsp_reduce

`include "twd_assert.svh"
`include "twd_delay.svh"

module twd_ldsp_reduce #(
  parameter  int unsigned Q         = 3329,
  parameter  int unsigned Halvings  = 0,
  parameter  bit          Karatsuba = 1'b0,      // which product it is: the offset of Algorithm 3 differs
  localparam int unsigned Width     = $clog2(Q)
) (
  input  logic               clk_i,
  input  logic               en_i,
  input  logic [(Width<<1)-1:0] x_i,
  output logic [  Width : 0] result_lazy_o
);

  `TWD_REFUSE(gen_bad, !twd_modarith_pkg::is_modulus(Q)
              || twd_ldsp_pkg::broken_rule(Q, Halvings) != twd_ldsp_pkg::RULE_NONE,
              "twd_ldsp_reduce: Q is not one that twd_mod_mul_ldsp takes")

  localparam int unsigned Taken = twd_ldsp_pkg::taken(Q, Halvings);
  localparam int unsigned High = twd_ldsp_pkg::high_bits(Q, Halvings);
  localparam int unsigned Rows = twd_ldsp_pkg::rows(Q, Halvings);
  localparam int unsigned Rest = twd_ldsp_pkg::rest(Q, Halvings);
  localparam int unsigned Top = twd_ldsp_pkg::top_bits(Q, Halvings, Karatsuba);
  localparam bit Merged = twd_ldsp_pkg::merged(Q, Halvings, Karatsuba);
  localparam int unsigned Start = Merged ? 0 : 1;  // cycle in which the first row adds
  localparam logic [63:0] First = twd_ldsp_pkg::row_largest(Q, Halvings, Karatsuba, 0);
  localparam logic [63:0] Largest = twd_ldsp_pkg::row_largest(Q, Halvings, Karatsuba, Rows);
  localparam int unsigned FirstBits = Merged ? High : $clog2(First + 64'd1);
  localparam int unsigned LastBits = Merged ? High : $clog2(Largest + 64'd1);

  logic [FirstBits-1:0] before_rows;
  logic [LastBits-1:0] after_rows;

  // The J rows: K 2^(5j) (31 - l) for five bits l of d_0.
  for (genvar j = 0; j < Rows; j++) begin : gen_row
    localparam logic [63:0] Bound = twd_ldsp_pkg::row_largest(Q, Halvings, Karatsuba, j);
    localparam logic [63:0] After = twd_ldsp_pkg::row_largest(Q, Halvings, Karatsuba, j + 1);
    localparam int unsigned In = Merged ? High : $clog2(Bound + 64'd1);
    localparam int unsigned Out = Merged ? High : $clog2(After + 64'd1);

    logic [In-1:0] value;
    logic [Out-1:0] sum;
    logic [twd_ldsp_pkg::CHUNK-1:0] chunk;

    if (j == 0) begin : gen_first
      assign value = before_rows;
    end else begin : gen_later
      assign value = gen_row[j-1].sum;
    end

    `TWD_DELAY(u_chunk, twd_ldsp_pkg::CHUNK, Start + j, en_i, x_i[twd_ldsp_pkg::place(j)+:twd_ldsp_pkg::CHUNK], chunk)

    twd_table_sum #(
      .Low  (In),
      .Index(twd_ldsp_pkg::CHUNK),
      .Sum  (Out),
      .Table(twd_ldsp_pkg::row_table(Q, Halvings, j))
    ) u_row (
      .clk_i, .en_i,
      .low_i  (value),
      .index_i(chunk),
      .sum_o  (sum)
    );
  end

  if (Rows == 0) begin : gen_no_rows
    assign after_rows = before_rows;
  end else begin : gen_rows
    assign after_rows = gen_row[Rows-1].sum;
  end

  // The table of the top bits and of the rest of d_0.
  localparam int unsigned TableCycle = Merged ? Rows : 0;

  logic [High-1:0] value;
  logic [Top+Rest-1:0] index;

  if (Rest == 0) begin : gen_top
    assign index = value[High-1-:Top];
  end else begin : gen_top_and_rest
    logic [Rest-1:0] rest;

    `TWD_DELAY(u_rest, Rest, TableCycle, en_i, x_i[Taken-1-:Rest], rest)

    assign index = {value[High-1-:Top], rest};
  end

  if (Merged) begin : gen_merged
    assign before_rows = x_i[(Width<<1)-1:Taken];
    assign value = after_rows;

    twd_table_sum #(
      .Low  (High - Top),
      .Index(Top + Rest),
      .Sum  (Width + 1),
      .Table(twd_ldsp_pkg::top_table(Q, Halvings, Karatsuba))
    ) u_table (
      .clk_i, .en_i,
      .low_i  (value[High-Top-1:0]),
      .index_i(index),
      .sum_o  (result_lazy_o)
    );
  end else begin : gen_folded
    assign value = x_i[(Width<<1)-1:Taken];

    twd_table_sum #(
      .Low  (High - Top),
      .Index(Top + Rest),
      .Sum  (FirstBits),
      .Table(twd_ldsp_pkg::top_table(Q, Halvings, Karatsuba))
    ) u_table (
      .clk_i, .en_i,
      .low_i  (value[High-Top-1:0]),
      .index_i(index),
      .sum_o  (before_rows)
    );

    twd_mod_fold #(.Q(Q), .Largest(Largest)) u_fold (.clk_i, .en_i, .x_i(after_rows), .result_lazy_o);
  end

  `TWD_ASSERT_AFTER(ResultLazy, twd_ldsp_pkg::reduce_latency(Q, Halvings, Karatsuba),
                    64'(x_i) >= twd_ldsp_pkg::lowest(Q, Halvings, Karatsuba)
                    && 64'(x_i) <= twd_ldsp_pkg::highest(Q, Halvings, Karatsuba),
                    twd_modarith_pkg::magnitude_below(32'($signed(result_lazy_o)), Q))

endmodule
