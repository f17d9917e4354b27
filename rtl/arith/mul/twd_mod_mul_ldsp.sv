// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mod_mul_ldsp: product_lazy_o = k a_i b_i, or 2^-Halvings a_i b_i, modulo q = k 2^m + 1: the L-DSP, no DSP block.
//
// Method    Nguyen et al. 2023, section 4: integer product, table for the top bits, K-RED. Halvings = 0 is Algorithm 3
//           (butterfly: the caller's twiddles carry k^-1), Halvings = h is Algorithm 4 with i = m - h (pointwise
//           products: the result carries 2^-h, the 1/n of the inverse transform). Karatsuba = 1 is the paper's product
//           from Vedic multipliers, twd_karatsuba_product; 0 is the smaller one, twd_tile_product. Then
//           twd_ldsp_reduce.
// Changed   As printed the algorithms are right for q = 3329 alone. Here: the product has 2w bits for w = clog2(q),
//           halves of ceil(w/2) bits, so that the middle product is 7 x 7 for 12 bits and 8 x 8 for 13 and 14; the
//           table is addressed by what remains above the bits that the last sum can take, not by m - 2 bits of one
//           partial product; the shift of Algorithm 4 cuts the product elsewhere instead of making it longer; and
//           K-RED's signed result, in the paper outside (-q, q), ends in it. twd_ldsp_pkg derives every width.
// Ranges    a_i, b_i in [0, q); product_lazy_o in (-q, q), signed.
// Timing    latency(Q, Halvings, Karatsuba) cycles of twd_ldsp_pkg, one product per enabled cycle, en_i = 0 freezes the
//           pipe; no reset.
// Applies   to every odd q = k 2^m + 1 with odd k < 2^m up to 14 bits, so that K-RED takes off at least half of the
//           bits and the middle product fits the 8 x 8 Vedic multiplier; Halvings up to m.
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

  localparam twd_ldsp_pkg::rule_e Rule = twd_ldsp_pkg::broken_rule(Q, Halvings);

  `TWD_REFUSE_Q("twd_mod_mul_ldsp", Q)
  `TWD_REFUSE(gen_bad_width, Rule == twd_ldsp_pkg::RULE_WIDTH,
              "twd_mod_mul_ldsp: Q has over 14 bits; FOLD, BARRETT, MONTGOMERY, PLANTARD work")
  `TWD_REFUSE(gen_bad_form, Rule == twd_ldsp_pkg::RULE_FORM,
              "twd_mod_mul_ldsp: Q is not k 2^m + 1, k < 2^m; FOLD, BARRETT, MONTGOMERY, PLANTARD work")
  `TWD_REFUSE(gen_bad_halvings, Rule == twd_ldsp_pkg::RULE_HALVINGS,
              "twd_mod_mul_ldsp: Halvings is more than m of Q = k 2^m + 1")

  if (twd_modarith_pkg::is_modulus(Q) && Rule == twd_ldsp_pkg::RULE_NONE) begin : gen_mul
    logic [(Width<<1)-1:0] product;

    if (Karatsuba) begin : gen_karatsuba
      twd_karatsuba_product #(.Width(Width), .Negate(Halvings == 0)) u_product (
        .clk_i, .en_i,
        .a_i,
        .b_i,
        .product_o(product)
      );
    end else begin : gen_tiles
      twd_tile_product #(.Width(Width), .Negate(Halvings == 0)) u_product (
        .clk_i, .en_i,
        .a_i,
        .b_i,
        .product_o(product)
      );
    end

    twd_ldsp_reduce #(.Q(Q), .Halvings(Halvings), .Karatsuba(Karatsuba)) u_reduce (
      .clk_i, .en_i,
      .x_i(product),
      .result_lazy_o(product_lazy_o)
    );
  end

endmodule
