// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mod_plantard: result_lazy_o = -2^(-2l) x_i mod q, canonical, l = word(q) of twd_plantard_pkg.
//
// Method    Plantard 2021: result = ((p_1 + 1) q) >> l, p = x q^-1 mod 2^(2l), p = p_1 2^l + p_0. What was changed: the
//           word is the smallest that the range of x allows, by the integer condition below in place of q phi < 2^l.
// Ranges    x_i in [0, (q - 1)^2]; result_lazy_o in [0, q), its top bit 0: p q = x + r 2^(2l) for an integer r, which
//           is the residue wanted; 0 <= p q and x < 2^(2l) give r > -1, p < 2^(2l) gives r < q. And (p_1 + 1) q 2^l =
//           p q + (2^l - p_0) q = r 2^(2l) + x + (2^l - p_0) q, whose last two terms are in [0, 2^(2l)) by the
//           condition (q - 1)^2 + 2^l q < 2^(2l); so ((p_1 + 1) q) >> l = r.
// Timing    latency(q) cycles of twd_plantard_pkg, one value per enabled cycle, en_i = 0 freezes the pipe; no reset.
// Cost      two products with constants in DSP blocks, one increment of l bits.
// Model     twiddle.model.reductions.mod_plantard

`include "twd_modulus.svh"

module twd_mod_plantard #(
  parameter  int unsigned Q       = 3329,
  localparam int unsigned Width   = $clog2(Q),
  localparam int unsigned Product = $clog2(twd_modarith_pkg::largest_product(Q) + 64'd1)
) (
  input  logic               clk_i,
  input  logic               en_i,
  input  logic [Product-1:0] x_i,
  output logic [  Width : 0] result_lazy_o
);

  `TWD_REFUSE_Q("twd_mod_plantard", Q)

  localparam int unsigned Word = twd_plantard_pkg::word(Q);

  logic [Word-1:0] high;         // p_1, in [0, 2^l)
  logic [Word:0] above_q;        // p_1 + 1, in [1, 2^l]
  logic [Width-1:0] result;      // in [0, q)

  twd_const_product #(.InWidth(Product), .Constant(twd_plantard_pkg::factor(Q)), .Low(Word), .OutWidth(Word)) u_first (
    .clk_i, .en_i,
    .x_i,
    .product_o(high)
  );

  always_ff @(posedge clk_i) begin
    if (en_i) above_q <= (Word + 1)'(high) + 1'b1;
  end

  twd_const_product #(.InWidth(Word + 1), .Constant(64'(Q)), .Low(Word), .OutWidth(Width)) u_second (
    .clk_i, .en_i,
    .x_i      (above_q),
    .product_o(result)
  );

  assign result_lazy_o = {1'b0, result};

  `TWD_ASSERT_AFTER(ResultCanonical, twd_plantard_pkg::latency(Q),
                    twd_modarith_pkg::at_most(64'(x_i), twd_modarith_pkg::largest_product(Q)),
                    32'(result_lazy_o) < Q)

endmodule
