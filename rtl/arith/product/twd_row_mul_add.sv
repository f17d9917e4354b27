// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_row_mul_add: sum_o = add_i + a_i * b_i, integers, in rows of adders without DSP blocks.
//
//   row j     s_j = u_j + d_j a,  d_j = digit j of b to the base 4,  u_0 = add,  u_(j+1) = s_j / 4
//
// Method    schoolbook to the base 4, where 3 a is added up once and a multiple 0, a, 2a or 3a is chosen inside the
//           adder's 6-input LUTs: two bits of each of a and 2a, 3a, digit, and one of u_j. The addend comes in with
//           row 0, so that sums of products cost no adder of their own.
// Ranges    a_i in [0, ALargest], b_i in [0, BLargest], add_i in [0, AddLargest]; sum_o in [0, Largest].
// Timing    b_i and add_i one cycle after a_i; sum_o ceil(bits of b / 2) cycles after b_i. One sum per enabled cycle,
//           en_i = 0 freezes the pipe; no reset.
// Cost      (bits of a + 2)(rows + 1) LUTs, and delay lines for digits that wait and for low bits that are done.
// Model     twiddle.model.pwmm.row_mul_add

`include "twd_assert.svh"
`include "twd_delay.svh"

module twd_row_mul_add #(
  parameter  logic [63:0] ALargest   = 64'd4095,
  parameter  logic [63:0] BLargest   = 64'd4095,
  parameter  logic [63:0] AddLargest = 64'd0,
  localparam logic [63:0] Largest    = ALargest * BLargest + AddLargest,
  localparam int unsigned AWidth     = $clog2(ALargest + 64'd1),
  localparam int unsigned BWidth     = $clog2(BLargest + 64'd1),
  localparam int unsigned AddWidth   = AddLargest == 64'd0 ? 1 : $clog2(AddLargest + 64'd1),
  localparam int unsigned SumWidth   = $clog2(Largest + 64'd1)
) (
  input  logic                clk_i,
  input  logic                en_i,
  input  logic [  AWidth-1:0] a_i,
  input  logic [  BWidth-1:0] b_i,
  input  logic [AddWidth-1:0] add_i,
  output logic [SumWidth-1:0] sum_o
);

  `TWD_REFUSE(gen_bad_range, ALargest < 2 || BLargest < 2 || Largest >= 64'h0100_0000_0000_0000,
              "twd_row_mul_add: a factor of less than two bits, or a sum of more than 56")

  localparam int unsigned Rows = (BWidth + 1) / 2;

  // Bits of s_j, or of u_j in place of s_(j-1) / 4: add + a (b mod 4^(j+1)) without its low 2j bits.
  function automatic int unsigned row_width(input int unsigned row);
    logic [63:0] digits;
    digits = (64'd1 << (2 * row + 2)) - 64'd1;
    if (digits > BLargest) digits = BLargest;
    row_width = 32'($clog2(((AddLargest + ALargest * digits) >> (2 * row)) + 64'd1));
  endfunction

  logic [AWidth-1:0] first_q;
  logic [AWidth+1:0] triple_q;

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      first_q  <= a_i;
      triple_q <= (AWidth + 2)'(a_i) + {1'b0, a_i, 1'b0};
    end
  end

  for (genvar j = 0; j < Rows; j++) begin : gen_row
    localparam int unsigned Sum = row_width(j);
    localparam int unsigned Upper = j == 0 ? AddWidth : row_width(j - 1) - 2;
    localparam int unsigned Digit = 2 * j + 1 < BWidth ? 2 : 1;
    localparam int unsigned Multiple = AWidth + 2 * (Digit - 1);

    logic [AWidth-1:0] a;
    logic [Multiple-1:0] triple;
    logic [Upper-1:0] upper;
    logic [Digit-1:0] digit;
    logic [Multiple-1:0] multiple;
    logic [Sum-1:0] sum_q;

    `TWD_DELAY(u_digit, Digit, j, en_i, b_i[2*j+:Digit], digit)

    if (j == 0) begin : gen_first
      assign a      = first_q;
      assign triple = triple_q;
      assign upper  = add_i;
    end else begin : gen_next
      logic [AWidth-1:0] a_q;
      logic [Multiple-1:0] t_q;

      always_ff @(posedge clk_i) begin
        if (en_i) begin
          a_q <= gen_row[j-1].a;
          t_q <= Multiple'(gen_row[j-1].triple);
        end
      end

      assign a      = a_q;
      assign triple = t_q;
      assign upper  = gen_row[j-1].sum_q[row_width(j-1)-1:2];
    end

    always_comb begin
      unique case (2'(digit))
        2'd0:    multiple = '0;
        2'd1:    multiple = Multiple'(a);
        2'd2:    multiple = Multiple'({a, 1'b0});
        default: multiple = triple;
      endcase
    end

    if (Upper > Multiple) begin : gen_wide
      // The bits above the multiple are joined to it, not to the other operand: a carry chain takes an operand without
      // a LUT before it only where that is the narrower of the two.
      always_ff @(posedge clk_i) begin
        if (en_i) sum_q <= Sum'(upper[Multiple-1:0]) + Sum'({upper[Upper-1:Multiple], multiple});
      end
    end else begin : gen_narrow
      always_ff @(posedge clk_i) if (en_i) sum_q <= Sum'(upper) + Sum'(multiple);
    end

    if (j < Rows - 1) begin : gen_done
      `TWD_DELAY(u_done, 2, Rows - 1 - j, en_i, sum_q[1:0], sum_o[2*j+:2])
    end else begin : gen_last
      assign sum_o[SumWidth-1:2*j] = sum_q[SumWidth-2*j-1:0];
    end
  end

endmodule
