// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_dsp_product: product_o = a_i * b_i, the integer product, in DSP blocks.
//
// Method    one block where the factors have at most 17 bits without their signs (a signed a_i one or two more). Wider
//           ones are split, a = a_1 2^17 + a_0 and b alike.
//             unsigned   a_0 b_0 and a_0 b_1 are one DSP block each on any device, and a_1 b, six or seven bits by
//                        BWidth, is rows of adders;
//             signed     b a_0 and b a_1 + floor(b a_0 / 2^17), one block each where a block multiplies 25 bits by 18
//                        and adds.
// Ranges    a_i, b_i and product_o unsigned, or with Signed all of them in two's complement; a product of Bits bits. A
//           split unsigned product has two factors of the same width, a split signed one a b_i that is not negative.
// Timing    Stages cycles, or if it is split 4, with Signed 3; one product per enabled cycle, en_i = 0 freezes the
//           pipe; no reset. Stages: 1 after the block, 2 before and after, 3 one more after it, 4 one more before it.
//           From three on, DSP blocks are between registers without logic, and placement can put them near the block.
// Cost      one DSP block up to 17 bits; above, two, and unsigned BWidth - 17 adders.
// Model     twiddle.model.arith.dsp_product

`include "twd_assert.svh"
`include "twd_delay.svh"

module twd_dsp_product #(
  parameter int unsigned AWidth = 12,
  parameter int unsigned BWidth = 12,
  parameter int unsigned Bits   = 24,    // of the product
  parameter bit          Signed = 1'b0,
  parameter int unsigned Stages = 3
) (
  input  logic              clk_i,
  input  logic              en_i,
  input  logic [AWidth-1:0] a_i,
  input  logic [BWidth-1:0] b_i,
  output logic [  Bits-1:0] product_o
);

  `TWD_REFUSE(gen_bad_stages, Stages < 1 || Stages > 4, "twd_dsp_product: Stages is not 1 to 4")

  localparam int unsigned Split = twd_modarith_pkg::DSP_WIDTH;
  localparam bit Whole = BWidth <= Split + 32'(Signed);

  logic [AWidth-1:0] a;
  logic [BWidth-1:0] b;

  `TWD_DELAY(u_operands, AWidth + BWidth, !Whole ? 1 : Stages > 3 ? 2 : Stages > 1 ? 1 : 0, en_i, {a_i, b_i}, {a, b})

  if (Whole) begin : gen_whole
    logic [Bits-1:0] block_q;

    if (Signed) begin : gen_signed
      always_ff @(posedge clk_i) if (en_i) block_q <= Bits'($signed(a)) * Bits'($signed(b));
    end else begin : gen_unsigned
      always_ff @(posedge clk_i) if (en_i) block_q <= Bits'(a) * Bits'(b);
    end

    `TWD_DELAY(u_product, Bits, Stages > 2 ? 1 : 0, en_i, block_q, product_o)
  end else if (Signed) begin : gen_split_signed
    logic signed [BWidth+Split-1:0] low_q;       // b a_0, not negative
    logic signed [Bits-Split-1:0] high_q;        // b a_1

    always_ff @(posedge clk_i) begin
      if (en_i) begin
        low_q     <= $signed({1'b0, a[Split-1:0]}) * $signed(b);
        high_q    <= $signed(a[AWidth-1:Split]) * $signed(b);
        product_o <= {high_q + (Bits - Split)'(low_q >>> Split), low_q[Split-1:0]};
      end
    end
  end else begin : gen_split
    localparam int unsigned Rows = (AWidth - Split + 1) / 2;  // two bits of a above the split in each

    logic [2*Split-1:0] low_q, low_q2;
    logic [BWidth-1:0] middle_q, middle_q2;
    logic [Rows*(BWidth+2)-1:0] row_q;
    logic [Bits-Split-1:0] rows;  // a_1 b, below 2^(Bits - 17)
    logic [Bits-Split-1:0] rows_q;
    logic [2*Rows-1:0] high;
    logic [Bits-Split-1:0] upper;

    assign high  = (2 * Rows)'(a[AWidth-1:Split]);
    assign upper = (Bits - Split)'(middle_q2) + rows_q;

    always_comb begin
      rows = '0;
      for (int r = 0; r < Rows; r++) rows = rows + ((Bits - Split)'(row_q[r*(BWidth+2)+:BWidth+2]) << (2 * r));
    end

    always_ff @(posedge clk_i) begin
      if (en_i) begin
        low_q    <= (2 * Split)'(a[Split-1:0]) * (2 * Split)'(b[Split-1:0]);
        middle_q <= BWidth'(a[Split-1:0]) * BWidth'(b[BWidth-1:Split]);
        for (int r = 0; r < Rows; r++) begin
          row_q[r*(BWidth+2)+:BWidth+2] <= (BWidth + 2)'({BWidth{high[2*r]}} & b)
              + {1'b0, {BWidth{high[2*r+1]}} & b, 1'b0};
        end
        low_q2    <= low_q;
        middle_q2 <= middle_q;
        rows_q    <= rows;
        product_o <= Bits'(low_q2) + {upper, Split'(0)};
      end
    end
  end

endmodule
