// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_table_sum: sum_o = low_i + Table[index_i].
//
// Method    a table of up to five bits inside the adder's 6-input LUTs: S of the carry chain is one function of the
//           index and of the bit of low_i that it takes bare. Bits that no entry reaches cost nothing.
// Ranges    any; modulo 2^Sum, so that an entry may be negative.
// Timing    1 cycle, en_i = 0 freezes it; no reset.
// Cost      one adder; the table needs no LUT of its own.
// Model     twiddle.model.ldsp.table_sum

module twd_table_sum #(
  parameter int unsigned   Low   = 14,       // bits of low_i
  parameter int unsigned   Index = 5,        // bits of index_i, 1 to 5
  parameter int unsigned   Sum   = 15,       // bits of sum_o
  parameter logic [1023:0] Table = 1024'd0   // entries of 32 bits, two's complement
) (
  input  logic             clk_i,
  input  logic             en_i,
  input  logic [  Low-1:0] low_i,
  input  logic [Index-1:0] index_i,
  output logic [  Sum-1:0] sum_o
);

  if (Low < 1 || Index < 1 || Index > 5 || Sum < 1 || Sum > 32) begin : gen_bad_width
    $fatal(1, "twd_table_sum: Low is not positive, Index not 1 to 5, or Sum not 1 to 32");
  end

  // The look-up as a sum of minterms: an indexed constant would become a ROM and swallow the register before it.
  logic [Sum-1:0] entry;
  always_comb begin
    entry = '0;
    for (int e = 0; e < (1 << Index); e++) begin
      entry = entry | ({Sum{index_i == Index'(e)}} & Table[32*e+:Sum]);
    end
  end

  // low + entry as low - ~entry - 1: of a difference, synthesis gives the first operand to the carry chain bare, of a
  // sum the narrower, which may be the table.
  logic unused_below;

  always_ff @(posedge clk_i) begin
    if (en_i) {sum_o, unused_below} <= {Sum'(low_i), 1'b0} - {~entry, 1'b1};
  end

endmodule
