// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mod_kred_twice: result_lazy_o = k^2 x_i modulo q = k 2^m + 1, as a representative in (-q, q), for k = 2^s +- 1.
//
// Method    two steps of K-RED (Longa and Naehrig; Nguyen, Dang, Gaj 2019, section II.B) without a fold: x = c_1 2^m
//           + c_0 becomes c_1 - k c_0, which is -k x. k c_0 is two shifted copies of c_0, added as complements: the
//           first adder takes the copy at 0 and the part of the other copy above it, the second adder the m - s bits
//           left. The complements of the first step add a multiple of 2^m, which is one of 1 in the second step; the
//           second step takes it off. It also adds q where c_0 >= 2^(m-1), which centres the result; both are one
//           pattern of bits above 2^m, and a carry.
// Ranges    |x_i| <= 2 (q - 1)^2; result_lazy_o in (-q, q), as 4 (k + 1)^2 < q.
// Timing    4 cycles, one value per enabled cycle, en_i = 0 freezes the pipe; no reset.
// Cost      2 (m + s) + 2 (m - s) + (clog2(q) - m) LUTs: bits with nothing but a carry cost none.
// Model     twiddle.model.quad.kred_twice

`include "twd_assert.svh"

module twd_mod_kred_twice #(
  parameter  int unsigned Q     = 8380417,
  localparam int unsigned Width = $clog2(Q),
  localparam int unsigned Bits  = twd_modarith_pkg::wide_bits(Q)
) (
  input  logic             clk_i,
  input  logic             en_i,
  input  logic [Bits-1:0]  x_i,
  output logic [Width : 0] result_lazy_o
);

  `TWD_REFUSE(gen_bad_modulus, !twd_kred_pkg::has_twice(Q),
              "twd_mod_kred_twice: Q is not k 2^m + 1, k = 2^s + 1 or 2^s - 1, 4 (k + 1)^2 < Q, of more than 17 bits")

  localparam int unsigned M = twd_modarith_pkg::exponent(Q);
  localparam int unsigned S = twd_kred_pkg::twice_shift(Q);
  localparam bit Minus = (32'd1 << S) > twd_kred_pkg::factor(Q);  // k = 2^s - 1
  localparam int unsigned First = Bits - M + 1;                   // bits of -k x
  localparam int unsigned Last = Width + 1;

  // ---- c_1 - k c_0, with 2^(m+s) too much, and 2^m more where k = 2^s + 1 ----
  logic [First-1:0] first_base;
  logic [First-1:0] first_row;
  logic [First-1:0] first_sum;
  logic [First-1:0] first_sum_q;
  logic [M-S-1:0] first_rest_q;
  logic [First-S-1:0] first_high;
  logic [First-1:0] first_q;

  assign first_base = {x_i[Bits-1], x_i[Bits-1:M]};
  assign first_row = {{(First - M - S) {1'b0}}, ~x_i[M-1:M-S], Minus ? x_i[M-1:0] : ~x_i[M-1:0]};

  twd_carry_add #(.Width(First)) u_first_sum (
    .direct_i(first_base),
    .logic_i (first_row),
    .carry_i (!Minus),
    .sum_o   (first_sum)
  );

  twd_carry_add #(.Width(First - S)) u_first_high (
    .direct_i(first_sum_q[First-1:S]),
    .logic_i ({{(First - M) {1'b0}}, first_rest_q}),
    .carry_i (1'b1),
    .sum_o   (first_high)
  );

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      first_sum_q  <= first_sum;
      first_rest_q <= ~x_i[M-S-1:0];
      first_q      <= {first_high, first_sum_q[S-1:0]};
    end
  end

  // ---- the same of that, plus q where the highest bit of c_0 is set ----
  logic above;                    // that bit
  logic [Last-1:0] last_base;
  logic [Last-1:0] last_row;
  logic [Last-1:0] last_sum;
  logic [Last-1:0] last_sum_q;
  logic [M-S-1:0] last_rest_q;
  logic above_q;
  logic [Last-M-1:0] pattern;     // of 2^m
  logic [Last-S-1:0] last_high;

  assign above = first_q[M-1];
  assign last_base = Last'($signed(first_q[First-1:M]));
  assign last_row = Last'({~first_q[M-1:M-S], Minus ? first_q[M-1:0] : ~first_q[M-1:0]});

  // k = 2^s - 1: -1 where above, otherwise -2^s. k = 2^s + 1: 0 where above, otherwise -2^s - 1.
  assign pattern = Minus ? (above_q ? '1 : -((Last - M)'(1) << S))
      : above_q ? '0 : -((Last - M)'(1) << S) - (Last - M)'(1);

  twd_carry_add #(.Width(Last)) u_last_sum (
    .direct_i(last_base),
    .logic_i (last_row),
    .carry_i (above),
    .sum_o   (last_sum)
  );

  twd_carry_add #(.Width(Last - S)) u_last_high (
    .direct_i(last_sum_q[Last-1:S]),
    .logic_i ({pattern, last_rest_q}),
    .carry_i (1'b0),
    .sum_o   (last_high)
  );

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      last_sum_q    <= last_sum;
      last_rest_q   <= ~first_q[M-S-1:0];
      above_q       <= above;
      result_lazy_o <= {last_high, last_sum_q[S-1:0]};
    end
  end

  `TWD_ASSERT_AFTER(ResultLazy, 4,
                    twd_modarith_pkg::at_most(64'($signed(x_i)) + 64'd2 * twd_modarith_pkg::largest_product(Q),
                                              64'd4 * twd_modarith_pkg::largest_product(Q)),
                    twd_modarith_pkg::magnitude_below(32'($signed(result_lazy_o)), Q))

endmodule
