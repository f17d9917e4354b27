// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_dsp_product: product_o = a_i * b_i, the integer product, in DSP blocks.
//
// Method    a factor wider than 17 bits is split, a = a_1 2^17 + a_0 and b alike: a_0 b_0 and a_0 b_1 are one DSP block
//           each on any device, and a_1 b, six or seven bits by w, is rows of adders.
// Ranges    a_i, b_i in [0, q); product_o in [0, (q - 1)^2].
// Timing    product_latency(q, Stages) cycles: Stages up to 17 bits, 4 above; one product per enabled cycle, en_i = 0
//           freezes the pipe; no reset. With three stages, DSP blocks are between registers without logic.
// Cost      one DSP block up to 17 bits; above, two, and w - 17 adders.
// Model     twiddle.model.arith.dsp_product

`include "twd_delay.svh"
`include "twd_modulus.svh"

module twd_dsp_product #(
  parameter  int unsigned Q       = 3329,
  parameter  int unsigned Stages  = 3,     // registers of a product of one block: 1 after it, 2 before and after, 3
  localparam int unsigned Width   = $clog2(Q),
  localparam int unsigned Product = $clog2(twd_modarith_pkg::largest_product(Q) + 64'd1)
) (
  input  logic               clk_i,
  input  logic               en_i,
  input  logic [  Width-1:0] a_i,
  input  logic [  Width-1:0] b_i,
  output logic [Product-1:0] product_o
);

  `TWD_REFUSE_Q("twd_dsp_product", Q)
  `TWD_REFUSE(gen_bad_stages, Stages < 1 || Stages > 3, "twd_dsp_product: Stages is not 1, 2 or 3")

  localparam int unsigned Split = twd_modarith_pkg::DSP_WIDTH;

  logic [Width-1:0] a;
  logic [Width-1:0] b;

  `TWD_DELAY(u_operands, 2 * Width, Width > Split || Stages > 1 ? 1 : 0, en_i, {a_i, b_i}, {a, b})

  if (Width <= Split) begin : gen_whole
    logic [Product-1:0] block_q;

    always_ff @(posedge clk_i) begin
      if (en_i) block_q <= Product'(a) * Product'(b);
    end

    `TWD_DELAY(u_product, Product, Stages > 2 ? 1 : 0, en_i, block_q, product_o)
  end else begin : gen_split
    localparam int unsigned High = Width - Split;
    localparam int unsigned Rows = (High + 1) / 2;  // two bits of a above the split in each

    logic [2*Split-1:0] low_q, low_q2;
    logic [Width-1:0] middle_q, middle_q2;
    logic [Rows*(Width+2)-1:0] row_q;
    logic [Product-Split-1:0] rows;  // a_1 b, below 2^(Product - 17)
    logic [Product-Split-1:0] rows_q;
    logic [2*Rows-1:0] high;
    logic [Product-Split-1:0] upper;

    assign high = (2 * Rows)'(a[Width-1:Split]);

    assign upper = (Product - Split)'(middle_q2) + rows_q;

    always_comb begin
      rows = '0;
      for (int r = 0; r < Rows; r++) rows = rows + ((Product - Split)'(row_q[r*(Width+2)+:Width+2]) << (2 * r));
    end

    always_ff @(posedge clk_i) begin
      if (en_i) begin
        low_q    <= (2 * Split)'(a[Split-1:0]) * (2 * Split)'(b[Split-1:0]);
        middle_q <= Width'(a[Split-1:0]) * Width'(b[Width-1:Split]);
        for (int r = 0; r < Rows; r++) begin
          row_q[r*(Width+2)+:Width+2] <= (Width + 2)'({Width{high[2*r]}} & b)
              + {1'b0, {Width{high[2*r+1]}} & b, 1'b0};
        end
        low_q2    <= low_q;
        middle_q2 <= middle_q;
        rows_q    <= rows;
        product_o <= Product'(low_q2) + {upper, Split'(0)};
      end
    end
  end

endmodule
