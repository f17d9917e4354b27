// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mod_mul_signed: product_lazy_o = scale * a_i * b_i modulo q, as a representative in (-q, q), of signed factors.
//
// Method    a DSP block multiplies signed numbers as it does others, so that a difference needs no correction before
//           it. With b_i the representative next to zero, |a_i b_i| <= (q - 1)^2 / 2 takes no more bits than the
//           product of two canonical factors. The reduction is of a_i b_i + 2^(B-1), which is not negative and
//           differs in the highest of B bits alone; the table of the last fold takes 2^(B-1) off again (twd_mod_fold,
//           twd_mod_kred).
// Ranges    a_i in (-q, q), b_i in [-(q - 1)/2, (q - 1)/2]; product_lazy_o in (-q, q), signed.
// Timing    signed_latency(Method, q) cycles, one product per enabled cycle, en_i = 0 freezes the pipe; no reset.
//           Operands come straight from registers: a DSP block has them, and a difference before them, inside.
// Cost      one DSP block, and the reduction of twd_mod_mul_lazy.
// Model     twiddle.model.methods.mod_mul_lazy

`include "twd_modulus.svh"

module twd_mod_mul_signed #(
  parameter  int unsigned             Q      = 3329,
  parameter  twd_method_pkg::method_e Method = twd_method_pkg::METHOD_FOLD,  // FOLD or KRED
  localparam int unsigned             Width  = $clog2(Q)
) (
  input  logic             clk_i,
  input  logic             en_i,
  input  logic [Width  :0] a_i,
  input  logic [Width-1:0] b_i,
  output logic [Width  :0] product_lazy_o
);

  `TWD_REFUSE_Q("twd_mod_mul_signed", Q)
  `TWD_REFUSE(gen_bad_method, !twd_method_pkg::takes_signed(Method, Q),
              "twd_mod_mul_signed: Method is not FOLD or KRED, or Q is not below 2^17")

  localparam int unsigned Product = twd_method_pkg::signed_bits(Q);
  localparam logic [63:0] Largest = twd_method_pkg::signed_largest(Q);
  localparam logic [63:0] Bias = 64'd1 << (Product - 1);

  logic [Product-1:0] product_q;
  logic [Product-1:0] biased;

  always_ff @(posedge clk_i) begin
    if (en_i) product_q <= Product'($signed(a_i)) * Product'($signed(b_i));
  end

  assign biased = {!product_q[Product-1], product_q[Product-2:0]};

  if (Method == twd_method_pkg::METHOD_KRED) begin : gen_kred
    twd_mod_kred #(.Q(Q), .Largest(Largest), .Bias(Bias)) u_reduce (
      .clk_i, .en_i,
      .x_i(biased),
      .result_lazy_o(product_lazy_o)
    );
  end else begin : gen_fold
    twd_mod_fold #(.Q(Q), .Largest(Largest), .Offset(Q - 32'(Bias % 64'(Q)))) u_reduce (
      .clk_i, .en_i,
      .x_i(biased),
      .result_lazy_o(product_lazy_o)
    );
  end

  `TWD_ASSERT_AFTER(ResultLazy, twd_method_pkg::signed_latency(Method, Q),
                    twd_modarith_pkg::magnitude_below(32'($signed(a_i)), Q)
                    && twd_modarith_pkg::magnitude_below(32'($signed(b_i)), (Q + 1) / 2),
                    twd_modarith_pkg::magnitude_below(32'($signed(product_lazy_o)), Q))

endmodule
