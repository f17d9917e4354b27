// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_table_sum: sum_o = low_i + Table[index_i].
//
// Method    a table of up to five bits inside the adder's 6-input LUTs (twd_carry_add): each takes the index and a bit
//           of low_i. Bits that no entry reaches cost nothing.
// Ranges    any; modulo 2^Sum, so that an entry may be negative.
// Timing    1 cycle, en_i = 0 freezes it; no reset.
// Cost      one adder; the table needs no LUT of its own.
// Model     twiddle.model.ldsp.table_sum

`include "twd_assert.svh"

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

  `TWD_REFUSE(gen_bad_width, Low < 1 || Index < 1 || Index > 5 || Sum < 1 || Sum > 32,
              "twd_table_sum: Low is not positive, Index not 1 to 5, or Sum not 1 to 32")

  // The look-up as a sum of minterms: an indexed constant would become a ROM and swallow the register before it.
  logic [Sum-1:0] entry;
  always_comb begin
    entry = '0;
    for (int e = 0; e < (1 << Index); e++) begin
      entry = entry | ({Sum{index_i == Index'(e)}} & Table[32*e+:Sum]);
    end
  end

  logic [Sum-1:0] sum;

  twd_carry_add #(.Width(Sum)) u_add (.direct_i(Sum'(low_i)), .logic_i(entry), .carry_i(1'b0), .sum_o(sum));

  always_ff @(posedge clk_i) begin
    if (en_i) sum_o <= sum;
  end

endmodule
