// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mod_mul_tiles: product_lazy_o = a_i * b_i modulo q, without DSP blocks and without a factor in the result.
//
// Method    twd_tile_product, then twd_mod_fold, or with Shift twd_mod_shift_add: smaller where LUTs have four inputs.
// Ranges    a_i, b_i in [0, q); product_lazy_o in (-q, q), signed.
// Timing    tiles_latency(Q, Shift) cycles of twd_ldsp_pkg, one product per enabled cycle, en_i = 0 freezes the pipe;
//           no reset.
// Applies   to every odd q up to 17 bits, the widest factor that one DSP block takes: above, the LUTs pass what they
//           save. Shift: q = 3329 and 12289.
// Cost      that of the two; no multiplier.
// Model     twiddle.model.ldsp.mod_mul_tiles

`include "twd_modulus.svh"

module twd_mod_mul_tiles #(
  parameter  int unsigned Q     = 3329,
  parameter  bit          Shift = 1'b0,  // 1: quotient by shifts
  localparam int unsigned Width = $clog2(Q)
) (
  input  logic             clk_i,
  input  logic             en_i,
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  output logic [Width : 0] product_lazy_o
);

  `TWD_REFUSE_Q("twd_mod_mul_tiles", Q)
  `TWD_REFUSE(gen_bad_width, Width > twd_ldsp_pkg::TILES_WIDEST,
              "twd_mod_mul_tiles: Q has over 17 bits; FOLD, BARRETT, MONTGOMERY, PLANTARD work")

  localparam logic [63:0] Largest = twd_modarith_pkg::largest_product(Q);
  localparam int unsigned Product = $clog2(Largest + 64'd1);

  logic [2*Width-1:0] product;
  logic [Product-1:0] x;
  assign x = product[Product-1:0];

  twd_tile_product #(.Width(Width)) u_product (.clk_i, .en_i, .a_i, .b_i, .product_o(product));

  if (Product < 2 * Width) begin : gen_short
    logic unused_top;
    assign unused_top = product[2*Width-1];
  end

  if (Shift) begin : gen_shift
    twd_mod_shift_add #(.Q(Q), .Lazy(1'b1)) u_reduce (.clk_i, .en_i, .x_i(x), .result_lazy_o(product_lazy_o));
  end else begin : gen_fold
    twd_mod_fold #(.Q(Q), .Largest(Largest)) u_reduce (.clk_i, .en_i, .x_i(x), .result_lazy_o(product_lazy_o));
  end

endmodule
