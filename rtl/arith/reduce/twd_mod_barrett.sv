// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mod_barrett: result_lazy_o = x_i modulo q, as a representative in (-q, q).
//
// Method    Barrett 1986, as in Nguyen et al. 2023, Algorithm 1: the quotient is estimated by a product with mu, about
//           1 / q, and the estimate times q subtracted. Here w = clog2(q), h = floor(x / 2^(w-2)),
//           mu = floor(2^(2w+1) / q), e = h mu / 2^(w+3), and the result is x - ceil(e) q. What was changed: three more
//           bits in the estimate, and its ceiling in place of its floor, so that no correction follows. The ceiling is
//           the floor of a product with -mu.
// Ranges    x_i in [0, (q - 1)^2]; result_lazy_o in (-q, q), signed: x/q - e = (x mod 2^(w-2)) / q + h (2^(2w+1)/q -
//           mu) / 2^(w+3), both terms >= 0, the first < 2^(w-2) / q < 1/2, because 2^(w-1) < q, the second < h /
//           2^(w+3) < 2^(w+2) / 2^(w+3) = 1/2. So e <= x/q < e + 1: x - ceil(e) q < x - (x/q - 1) q = q, and x -
//           ceil(e) q > x - (e + 1) q >= -q.
// Timing    latency(q) cycles of twd_barrett_pkg, one value per enabled cycle, en_i = 0 freezes the pipe; no reset.
// Cost      two products with constants in DSP blocks, one adder of w + 1 bits.
// Model     twiddle.model.reductions.mod_barrett

`include "twd_delay.svh"
`include "twd_modulus.svh"

module twd_mod_barrett #(
  parameter  int unsigned Q       = 3329,
  localparam int unsigned Width   = $clog2(Q),
  localparam int unsigned Product = $clog2(twd_modarith_pkg::largest_product(Q) + 64'd1)
) (
  input  logic               clk_i,
  input  logic               en_i,
  input  logic [Product-1:0] x_i,
  output logic [  Width : 0] result_lazy_o
);

  `TWD_REFUSE_Q("twd_mod_barrett", Q)

  logic [Width:0] minus_quotient;  // -ceil(e), modulo 2^(w+1) as everything after it
  logic [Width:0] minus_multiple;
  logic [Width:0] x_late;

  twd_const_product #(
    .InWidth (twd_barrett_pkg::high_width(Q)),
    .Constant(twd_barrett_pkg::factor(Q)),
    .Low     (twd_barrett_pkg::fraction(Q)),
    .OutWidth(Width + 1)
  ) u_estimate (
    .clk_i, .en_i,
    .x_i      (x_i[Product-1:twd_barrett_pkg::low(Q)]),
    .product_o(minus_quotient)
  );

  twd_const_product #(.InWidth(Width + 1), .Constant(64'(Q)), .Low(0), .OutWidth(Width + 1)) u_multiple (
    .clk_i, .en_i,
    .x_i      (minus_quotient),
    .product_o(minus_multiple)
  );

  `TWD_DELAY(u_value, Width + 1, twd_barrett_pkg::estimate_latency(Q) + twd_barrett_pkg::multiple_latency(Q), en_i,
             x_i[Width:0], x_late)

  always_ff @(posedge clk_i) begin
    if (en_i) result_lazy_o <= x_late + minus_multiple;
  end

  `TWD_ASSERT_AFTER(ResultLazy, twd_barrett_pkg::latency(Q),
                    twd_modarith_pkg::at_most(64'(x_i), twd_modarith_pkg::largest_product(Q)),
                    twd_modarith_pkg::magnitude_below(32'($signed(result_lazy_o)), Q))

endmodule
