// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mod_montgomery: result_lazy_o = 2^-w x_i modulo q, as a representative in (-q, q), w = clog2(q).
//
// Method    Montgomery 1985, with R = 2^w and the sign turned: m = (x mod R) q^-1 mod R, so that x - m q is a multiple
//           of R, and the result is (x - m q) / R = floor(x / R) - floor(m q / R), because the low halves are
//           equal. What was changed: q^-1 in place of -q^-1, so that the low halves need no adder, and no correction.
// Ranges    x_i in [0, (q - 1)^2]; result_lazy_o in (-q, q), signed: floor(x / R) <= (q - 1)^2 / R < q, and m < R gives
//           floor(m q / R) < q; both are >= 0.
// Timing    latency(q) cycles of twd_montgomery_pkg, one value per enabled cycle, en_i = 0 freezes the pipe; no reset.
// Cost      two products with constants in DSP blocks, one adder of w + 1 bits.
// Model     twiddle.model.reductions.mod_montgomery

`include "twd_delay.svh"
`include "twd_modulus.svh"

module twd_mod_montgomery #(
  parameter  int unsigned Q       = 3329,
  localparam int unsigned Width   = $clog2(Q),
  localparam int unsigned Product = $clog2(twd_modarith_pkg::largest_product(Q) + 64'd1)
) (
  input  logic               clk_i,
  input  logic               en_i,
  input  logic [Product-1:0] x_i,
  output logic [  Width : 0] result_lazy_o
);

  `TWD_REFUSE_Q("twd_mod_montgomery", Q)

  logic [Width-1:0] m;
  logic [Width-1:0] multiple;  // floor(m q / R), in [0, q)
  logic [Product-Width-1:0] high;  // floor(x / R), in [0, q)

  twd_const_product #(
    .InWidth (Width),
    .Constant(twd_montgomery_pkg::inverse(Q, Width)),
    .Low     (0),
    .OutWidth(Width)
  ) u_low (
    .clk_i, .en_i,
    .x_i      (x_i[Width-1:0]),
    .product_o(m)
  );

  twd_const_product #(.InWidth(Width), .Constant(64'(Q)), .Low(Width), .OutWidth(Width)) u_multiple (
    .clk_i, .en_i,
    .x_i      (m),
    .product_o(multiple)
  );

  `TWD_DELAY(u_high, Product - Width,
             twd_montgomery_pkg::low_latency(Q) + twd_montgomery_pkg::multiple_latency(Q), en_i,
             x_i[Product-1:Width],
             high)

  always_ff @(posedge clk_i) begin
    if (en_i) result_lazy_o <= (Width + 1)'(high) - (Width + 1)'(multiple);
  end

  `TWD_ASSERT_AFTER(ResultLazy, twd_montgomery_pkg::latency(Q),
                    twd_modarith_pkg::at_most(64'(x_i), twd_modarith_pkg::largest_product(Q)),
                    twd_modarith_pkg::magnitude_below(32'($signed(result_lazy_o)), Q))

endmodule
