// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_vedic_product: product_o = a_i * b_i for factors of six, seven or eight bits, from four smaller products.
//
//   a = a_1 2^L + a_0, b alike, L = ceil(Bits / 2):   a b = {a_1 b_1, a_0 b_0} + (a_1 b_0 + a_0 b_1) 2^L
//
// Method    Nguyen et al. 2023, Fig. 3: four tiles of three bits, or of four (with a zero on top for seven). A tile
//           works vertically and crosswise (Fig. 2): column c adds the products a_i b_(c-i) to the carry of the
//           column before; each product passes a chain of half adders, without a carry chain of the device.
// Ranges    a_i, b_i in [0, 2^Bits); product_o in [0, (2^Bits - 1)^2]. A column of a tile holds at most L products and
//           a carry of at most L - 1: three bits.
// Timing    3 cycles (tiles, cross sum, sum), one product per enabled cycle, en_i = 0 freezes the pipe; no reset.
// Cost      four tiles and two adders; a tile has L^2 AND gates, with three bits one 6-input LUT an output bit.
// Model     twiddle.model.ldsp.vedic_product

`include "twd_assert.svh"

module twd_vedic_product #(
  parameter int unsigned Bits = 6  // 6, 7 or 8
) (
  input  logic              clk_i,
  input  logic              en_i,
  input  logic [  Bits-1:0] a_i,
  input  logic [  Bits-1:0] b_i,
  output logic [2*Bits-1:0] product_o
);

  `TWD_REFUSE(gen_bad_width, Bits < 6 || Bits > 8, "twd_vedic_product: Bits is not 6, 7 or 8")

  localparam int unsigned Low = (Bits + 1) / 2;

  logic [2*Low-1:0] a;
  logic [2*Low-1:0] b;
  assign a = (2 * Low)'(a_i);
  assign b = (2 * Low)'(b_i);

  logic [3:0][2*Low-1:0] tile;  // at {i, j}: a_i b_j
  logic [3:0][2*Low-1:0] tile_q;

  always_comb begin
    logic [2:0] column;
    logic one;
    logic two;
    for (int t = 0; t < 4; t++) begin
      column = '0;
      for (int c = 0; c < 2 * Low; c++) begin
        column = {1'b0, column[2:1]};
        for (int i = 0; i < Low; i++) begin
          if (c >= i && c - i < Low) begin
            one = a[Low*(t/2)+i] & b[Low*(t%2)+c-i];
            two = column[0] & one;
            column = {column[2] ^ (column[1] & two), column[1] ^ two, column[0] ^ one};
          end
        end
        tile[t][c] = column[0];
      end
    end
  end

  logic [2*Low:0] cross_q;
  logic [2*Bits-1:0] outer_q;

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      tile_q    <= tile;
      cross_q   <= {1'b0, tile_q[1]} + {1'b0, tile_q[2]};
      outer_q   <= (2 * Bits)'({tile_q[3], tile_q[0]});
      product_o <= outer_q + {(2 * Bits - Low)'(cross_q), Low'(0)};
    end
  end

endmodule
