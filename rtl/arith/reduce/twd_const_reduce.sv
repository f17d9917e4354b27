// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_const_reduce: result_lazy_o = scale * x_i modulo q, as a representative in (-q, q), by two products with
// constants: Barrett, Montgomery or Plantard. w = clog2(q).
//
// BARRETT   1986, as in Nguyen et al. 2023, Algorithm 1: the quotient is estimated by a product with mu, about 1 / q,
//           and the estimate times q subtracted. h = floor(x / 2^(w-2)), mu = floor(2^(2w+1) / q), e = h mu / 2^(w+3),
//           result = x - ceil(e) q. Changed: three more bits in the estimate, and its ceiling in place of its floor, so
//           that no correction follows. The ceiling is the floor of a product with -mu.
//           x/q - e = (x mod 2^(w-2)) / q + h (2^(2w+1)/q - mu) / 2^(w+3), both terms >= 0, the first < 2^(w-2) / q
//           < 1/2, because 2^(w-1) < q, the second < h / 2^(w+3) < 2^(w+2) / 2^(w+3) = 1/2. So e <= x/q < e + 1:
//           x - ceil(e) q < x - (x/q - 1) q = q, and x - ceil(e) q > x - (e + 1) q >= -q.
// MONTGOMERY 1985, with R = 2^w and the sign turned: m = (x mod R) q^-1 mod R, so that x - m q is a multiple of R, and
//           the result is (x - m q) / R = floor(x / R) - floor(m q / R), because the low halves are equal. Changed:
//           q^-1 in place of -q^-1, so that the low halves need no adder, and no correction. floor(x / R) <= (q - 1)^2
//           / R < q, and m < R gives floor(m q / R) < q; both are >= 0.
// PLANTARD  2021: result = ((p_1 + 1) q) >> l, p = x q^-1 mod 2^(2l), p = p_1 2^l + p_0. Changed: the word l is the
//           smallest that the range of x allows, by the integer condition below in place of q phi < 2^l.
//           p q = x + r 2^(2l) for an integer r, which is the residue wanted; 0 <= p q and x < 2^(2l) give r > -1,
//           p < 2^(2l) gives r < q. And (p_1 + 1) q 2^l = p q + (2^l - p_0) q = r 2^(2l) + x + (2^l - p_0) q, whose
//           last two terms are in [0, 2^(2l)) by the condition (q - 1)^2 + 2^l q < 2^(2l); so ((p_1 + 1) q) >> l = r.
// Ranges    x_i in [0, (q - 1)^2]; result_lazy_o in (-q, q), signed; PLANTARD: in [0, q).
// Timing    latency(By, q) cycles of twd_const_reduce_pkg, one value per enabled cycle, en_i = 0 freezes the pipe; no
//           reset.
// Cost      two products with constants in DSP blocks, one adder of w + 1 bits, or an increment of l bits.
// Model     twiddle.model.reductions.mod_barrett, mod_montgomery, mod_plantard

`include "twd_delay.svh"
`include "twd_modulus.svh"

module twd_const_reduce #(
  parameter  int unsigned                      Q       = 3329,
  parameter  twd_const_reduce_pkg::reduction_e By      = twd_const_reduce_pkg::BARRETT,
  localparam int unsigned                      Width   = $clog2(Q),
  localparam int unsigned                      Product = twd_const_reduce_pkg::product_bits(Q)
) (
  input  logic               clk_i,
  input  logic               en_i,
  input  logic [Product-1:0] x_i,
  output logic [  Width : 0] result_lazy_o
);

  `TWD_REFUSE_Q("twd_const_reduce", Q)

  localparam bit Plantard = By == twd_const_reduce_pkg::PLANTARD;
  localparam int unsigned Low = twd_const_reduce_pkg::low(By, Q);
  localparam int unsigned InBits = twd_const_reduce_pkg::in_bits(By, Q);
  localparam int unsigned First = twd_const_reduce_pkg::first_bits(By, Q);
  localparam int unsigned Middle = First + 32'(Plantard);
  localparam int unsigned Second = twd_const_reduce_pkg::second_bits(By, Q);

  logic [First-1:0] first;     // -ceil(e) modulo 2^(w+1), m, or p_1
  logic [Middle-1:0] middle;   // the same, or p_1 + 1
  logic [Second-1:0] second;   // ceil(e) times -q modulo 2^(w+1), floor(m q / R) in [0, q), or r

  twd_const_product #(
    .InWidth (InBits),
    .Constant(twd_const_reduce_pkg::factor(By, Q)),
    .Low     (twd_const_reduce_pkg::first_low(By, Q)),
    .OutWidth(First)
  ) u_first (
    .clk_i, .en_i,
    .x_i      (x_i[Low+:InBits]),
    .product_o(first)
  );

  twd_const_product #(
    .InWidth (Middle),
    .Constant(64'(Q)),
    .Low     (twd_const_reduce_pkg::second_low(By, Q)),
    .OutWidth(Second)
  ) u_second (
    .clk_i, .en_i,
    .x_i      (middle),
    .product_o(second)
  );

  if (Plantard) begin : gen_plantard
    always_ff @(posedge clk_i) if (en_i) middle <= Middle'(first) + 1'b1;

    assign result_lazy_o = {1'b0, second};
  end else begin : gen_difference
    localparam bit Barrett = By == twd_const_reduce_pkg::BARRETT;
    localparam int unsigned Kept = Barrett ? Width + 1 : Product - Width;  // bits of x, from 0 on, or from w on

    logic [Kept-1:0] x_late;

    assign middle = first;

    `TWD_DELAY(u_x, Kept, twd_const_reduce_pkg::products_latency(By, Q), en_i, x_i[(Barrett?0:Width)+:Kept], x_late)

    always_ff @(posedge clk_i) begin
      if (en_i) begin
        if (Barrett) result_lazy_o <= (Width + 1)'(x_late) + (Width + 1)'(second);
        else result_lazy_o <= (Width + 1)'(x_late) - (Width + 1)'(second);
      end
    end
  end

  `TWD_ASSERT_AFTER(ResultInRange, twd_const_reduce_pkg::latency(By, Q),
                    twd_modarith_pkg::at_most(64'(x_i), twd_modarith_pkg::largest_product(Q)),
                    Plantard ? 32'(result_lazy_o) < Q
                    : twd_modarith_pkg::magnitude_below(32'($signed(result_lazy_o)), Q))

endmodule
