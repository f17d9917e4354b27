// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mod_mul_ldsp: product_lazy_o = k a_i b_i, or 2^-Halvings a_i b_i, modulo q = k 2^m + 1: the L-DSP, no DSP block.
//
// Method    Nguyen et al. 2023, section 4, Algorithms 3 and 4: Karatsuba = 1 is the paper's product from Vedic
//           multipliers (twd_karatsuba_product); 0 is the smaller one of twd_mod_mul. Then twd_ldsp_reduce.
// Changed   besides twd_ldsp_reduce: the product has halves of ceil(w/2) bits, so that the middle product is 7 x 7 for
//           12 bits and 8 x 8 for 13 and 14, the widest Vedic one.
// Ranges    a_i, b_i in [0, q); product_lazy_o in (-q, q), signed.
// Timing    with Karatsuba 6 + reduce_latency(Q, Halvings, 1) cycles of twd_ldsp_pkg, without lazy_latency of
//           twd_method_pkg; one product per enabled cycle, en_i = 0 freezes the pipe; no reset.
// Cost      that of the product and of twd_ldsp_reduce; no multiplier.
// Model     twiddle.model.ldsp.mod_mul_ldsp

`include "twd_modulus.svh"

module twd_mod_mul_ldsp #(
  parameter  int unsigned Q         = 3329,
  parameter  int unsigned Halvings  = 0,
  parameter  bit          Karatsuba = 1'b0,
  localparam int unsigned Width     = $clog2(Q)
) (
  input  logic             clk_i,
  input  logic             en_i,
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  output logic [Width : 0] product_lazy_o
);

  if (Karatsuba) begin : gen_karatsuba
    logic [2*Width-1:0] product;

    twd_karatsuba_product #(.Width(Width), .Negate(Halvings == 0)) u_product (
      .clk_i, .en_i,
      .a_i,
      .b_i,
      .product_o(product)
    );

    twd_ldsp_reduce #(.Q(Q), .Halvings(Halvings), .Offset(64'd1)) u_reduce (
      .clk_i, .en_i,
      .x_i(product),
      .result_lazy_o(product_lazy_o)
    );
  end else begin : gen_tiles
    twd_mod_mul #(
      .Q       (Q),
      .Method  (twd_method_pkg::METHOD_LDSP),
      .Form    (twd_method_pkg::FORM_LAZY),
      .Halvings(Halvings)
    ) u_mul (
      .clk_i, .en_i,
      .a_i,
      .b_i,
      .product_o(product_lazy_o)
    );
  end

endmodule
