// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_lane_tile: product_o = a_i b_i, the integer product, in a DSP block or in LUTs.
//
// Timing    with Dsp 2 cycles, a register before the block and one after it; otherwise those of twd_tile_product.
//           No enable, no reset.
// Cost      one DSP block, or twd_tile_product.
// Model     the product of two integers

module twd_lane_tile #(
  parameter int unsigned Width = 12,  // to 17
  parameter bit          Dsp   = 1'b1
) (
  input  logic               clk_i,
  input  logic [  Width-1:0] a_i,
  input  logic [  Width-1:0] b_i,
  output logic [2*Width-1:0] product_o
);

  if (Dsp) begin : gen_dsp
    logic [Width-1:0] a_q, b_q;

    always_ff @(posedge clk_i) begin
      a_q       <= a_i;
      b_q       <= b_i;
      product_o <= (2 * Width)'(a_q) * (2 * Width)'(b_q);
    end
  end else begin : gen_tiles
    twd_tile_product #(.Width(Width)) u_product (.clk_i, .en_i(1'b1), .a_i, .b_i, .product_o);
  end

endmodule
