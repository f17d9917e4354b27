// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_kred_sum: sum_o = base_i + (k y + excess) 2^Shift, k = Factor a constant, y = y_i or its complement.
//
// Method    the rows of twd_fold_pkg, added to base_i one by one; excess(k, Bits) is its constant.
// Ranges    base_i in [0, Largest]; y_i in [0, 2^Bits); sum_o in [0, sum_largest(Largest, k, Bits, Shift)].
// Timing    rows(k, Bits) cycles, one value per enabled cycle, en_i = 0 freezes the pipe; no reset.
// Cost      one adder a row. Bits of base_i above the top bit of a row need no LUT.
// Model     twiddle.model.kred.kred_sum

`include "twd_delay.svh"

module twd_kred_sum #(
  parameter  int unsigned Factor  = 13,
  parameter  int unsigned Bits    = 8,
  parameter  int unsigned Shift   = 0,
  parameter  logic [63:0] Largest = 64'd43264,
  parameter  bit          Inverse = 1'b0,       // y = 2^Bits - 1 - y_i, which the rows take in
  localparam int unsigned InWidth = $clog2(Largest + 64'd1),
  localparam int unsigned Sum     = $clog2(twd_fold_pkg::sum_largest(Largest, Factor, Bits, Shift) + 64'd1)
) (
  input  logic               clk_i,
  input  logic               en_i,
  input  logic [InWidth-1:0] base_i,
  input  logic [   Bits-1:0] y_i,
  output logic [    Sum-1:0] sum_o
);

  localparam bit Tables = twd_fold_pkg::by_tables(Factor, Bits);
  localparam int unsigned Rows = twd_fold_pkg::rows(Factor, Bits);
  localparam int unsigned Groups = twd_fold_pkg::groups(Bits);
  localparam int unsigned Group = twd_fold_pkg::GROUP;
  localparam int unsigned Digits = twd_fold_pkg::DIGITS;
  localparam logic [31:0] Minus = twd_fold_pkg::minus(Factor);

  logic [64*Rows+63:0] value;  // before each row, 64 bits each
  logic unused_value;
  assign value[63:0]  = 64'(base_i);
  assign unused_value = ^value;
  assign sum_o        = value[64*Rows+:Sum];

  for (genvar r = 0; r < Rows; r++) begin : gen_row
    localparam int unsigned In = $clog2(twd_fold_pkg::partial_largest(Largest, Factor, Bits, Shift, r) + 64'd1);
    localparam int unsigned Out = $clog2(twd_fold_pkg::partial_largest(Largest, Factor, Bits, Shift, r + 1) + 64'd1);
    localparam logic [32*Digits-1:0] Masks = twd_fold_pkg::digit_masks(Factor, Bits, r);

    logic [Bits-1:0] y_late, y;
    logic [Groups*Group-1:0] padded;
    logic [Out-1:0] row;
    logic [Out-1:0] sum;
    logic [Out-1:0] sum_q;

    `TWD_DELAY(u_y, Bits, r, en_i, y_i, y_late)

    assign y      = Inverse ? ~y_late : y_late;
    assign padded = (Groups * Group)'(y);

    always_comb begin
      logic [Bits-1:0] addend;
      row = '0;
      for (int unsigned g = r; Tables && g < Groups; g = g + Rows) begin
        for (int unsigned e = 0; e < 32; e++) begin
          row = row | ({Out{padded[g*Group+:Group] == Group'(e)}}
              & Out'((64'(Factor) * 64'(e)) << (g * Group + Shift)));
        end
      end
      for (int unsigned p = 0; !Tables && p < Digits; p++) begin
        addend = (Minus[p] ? ~y : y) & Masks[32*p+:Bits];
        row = row | (Out'(addend) << (p + Shift));
      end
    end

    twd_carry_add #(.Width(Out)) u_add (.direct_i(Out'(value[64*r+:In])), .logic_i(row), .carry_i(1'b0), .sum_o(sum));

    always_ff @(posedge clk_i) if (en_i) sum_q <= sum;

    logic unused;
    assign unused = ^padded;

    assign value[64*(r+1)+:64] = 64'(sum_q);
  end

endmodule
