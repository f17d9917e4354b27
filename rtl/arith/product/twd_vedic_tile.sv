// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_vedic_tile: product_o = a_i * b_i for factors of three or four bits.
//
// Method    vertically and crosswise (Nguyen et al. 2023, Fig. 2): column c adds the products a_i b_(c-i) to the carry
//           of the column before; each product passes a chain of half adders, without a carry chain of the device.
// Ranges    a_i, b_i in [0, 2^Bits); product_o in [0, (2^Bits - 1)^2]. A column holds at most Bits products and a
//           carry of at most Bits - 1: three bits.
// Timing    combinational; the caller registers it.
// Cost      Bits^2 AND gates; three bits: one 6-input LUT an output bit.
// Model     twiddle.model.ldsp.vedic_product

`include "twd_assert.svh"

module twd_vedic_tile #(
  parameter int unsigned Bits = 3  // 3 or 4
) (
  input  logic [  Bits-1:0] a_i,
  input  logic [  Bits-1:0] b_i,
  output logic [2*Bits-1:0] product_o
);

  `TWD_REFUSE(gen_bad_width, Bits != 3 && Bits != 4, "twd_vedic_tile: Bits is not 3 or 4")

  always_comb begin
    logic [2:0] column;
    logic one;
    logic two;
    column = '0;
    for (int c = 0; c < 2 * Bits; c++) begin
      column = {1'b0, column[2:1]};
      for (int i = 0; i < Bits; i++) begin
        if (c >= i && c - i < Bits) begin
          one = a_i[i] & b_i[c-i];
          two = column[0] & one;
          column = {column[2] ^ (column[1] & two), column[1] ^ two, column[0] ^ one};
        end
      end
      product_o[c] = column[0];
    end
  end

endmodule
