// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_row_product: product_o = a_i * b_i for a signed and an unsigned integer, in rows of adders without DSP blocks.
//
//   chain c   s_0 = a d_4c,  s_j = s_(j-1) / 4 + a d_(4c+j),  d_k = digit k of b to the base 4
//
// Method    schoolbook to the base 4, as twd_row_mul_add, in chains of four rows side by side, whose results are added
//           two by two. 3 a is added up once; a multiple 0, a, 2a or 3a is chosen inside the adder's 6-input LUTs.
// Ranges    any; product_o is as wide as the two factors together.
// Timing    row_latency(BWidth) cycles of twd_modarith_pkg, one product per enabled cycle, en_i = 0 freezes the pipe;
//           no reset.
// Cost      (AWidth + 2) (rows + 1) LUTs, and an adder of AWidth + 8 bits or more for each chain but one.
// Model     a * b

`include "twd_delay.svh"

module twd_row_product #(
  parameter  int unsigned AWidth = 25,
  parameter  int unsigned BWidth = 23,
  localparam int unsigned Product = AWidth + BWidth
) (
  input  logic               clk_i,
  input  logic               en_i,
  input  logic [ AWidth-1:0] a_i,
  input  logic [ BWidth-1:0] b_i,
  output logic [Product-1:0] product_o
);

  localparam int unsigned Rows = (BWidth + 1) / 2;  // digits of b to the base 4
  localparam int unsigned Chain = twd_modarith_pkg::ROW_CHAIN;
  localparam int unsigned Levels = twd_modarith_pkg::row_latency(BWidth) - Chain - 1;  // above the chains
  localparam int unsigned Multiple = AWidth + 2;

  // a and 3a beside the rows, from the first on.
  logic [Chain*AWidth-1:0] a_q;
  logic [Chain*Multiple-1:0] triple_q;

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      a_q      <= (Chain * AWidth)'({a_q, a_i});
      triple_q <= (Chain * Multiple)'({triple_q, Multiple'($signed(a_i)) + Multiple'($signed({a_i, 1'b0}))});
    end
  end

  for (genvar l = 0; l <= Levels; l++) begin : gen_level
    localparam int unsigned Sums = (Rows + (Chain << l) - 1) / (Chain << l);  // of chains, and above them one for two
    localparam int unsigned Digits = (2 * Chain) << l;  // bits of b in a sum
    localparam int unsigned Bits = AWidth + Digits;
    logic [Sums*Bits-1:0] sum;

    for (genvar n = 0; n < Sums; n++) begin : gen_sum
      if (l == 0) begin : gen_chain
        // A chain of fewer rows begins later, and ends with the others.
        localparam int unsigned Own = Rows - Chain * n < Chain ? Rows - Chain * n : Chain;

        for (genvar j = 0; j < Own; j++) begin : gen_row
          localparam int unsigned Step = Chain - Own + j;
          logic [1:0] digit;
          logic [Multiple-1:0] a, triple, multiple;
          logic [Multiple+2*j-1:0] row_q;  // s_j, and the bits of the product below it

          `TWD_DELAY(u_digit, 2, Step + 1, en_i, 2'(b_i >> (2 * (Chain * n + j))), digit)

          assign a      = Multiple'($signed(a_q[Step*AWidth+:AWidth]));
          assign triple = triple_q[Step*Multiple+:Multiple];

          always_comb begin
            unique case (digit)
              2'd0:    multiple = '0;
              2'd1:    multiple = a;
              2'd2:    multiple = {a[Multiple-2:0], 1'b0};
              default: multiple = triple;
            endcase
          end

          if (j == 0) begin : gen_first
            always_ff @(posedge clk_i) if (en_i) row_q <= multiple;
          end else begin : gen_next
            logic [Multiple+2*j-3:0] below;
            logic [Multiple-1:0] s;
            assign below = gen_row[j-1].row_q;

            twd_carry_add #(.Width(Multiple)) u_add (
              .direct_i(Multiple'($signed(below[Multiple+2*j-3:2*j]))),
              .logic_i (multiple),
              .carry_i (1'b0),
              .sum_o   (s)
            );

            always_ff @(posedge clk_i) if (en_i) row_q <= {s, below[2*j-1:0]};
          end
        end

        assign sum[n*Bits+:Bits] = Bits'($signed(gen_row[Own-1].row_q));
      end else begin : gen_adder
        localparam int unsigned Below = AWidth + Digits / 2;
        logic [Below-1:0] lower;
        logic [Bits-1:0] sum_q;
        assign lower = gen_level[l-1].sum[2*n*Below+:Below];

        if ((2 * n + 1) * (Chain << (l - 1)) < Rows) begin : gen_pair
          logic [Below-1:0] upper;
          assign upper = gen_level[l-1].sum[(2*n+1)*Below+:Below];

          always_ff @(posedge clk_i) begin
            if (en_i) sum_q <= {Below'($signed(lower[Below-1:Digits/2])) + upper, lower[Digits/2-1:0]};
          end
        end else begin : gen_alone
          always_ff @(posedge clk_i) if (en_i) sum_q <= Bits'($signed(lower));
        end

        assign sum[n*Bits+:Bits] = sum_q;
      end
    end
  end

  logic unused_top;
  assign unused_top = ^gen_level[Levels].sum;
  assign product_o  = Product'($signed(gen_level[Levels].sum));

endmodule
