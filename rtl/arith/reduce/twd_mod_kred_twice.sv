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
  localparam int unsigned Bits  = $clog2(64'd2 * twd_modarith_pkg::largest_product(Q) + 64'd1) + 1
) (
  input  logic             clk_i,
  input  logic             en_i,
  input  logic [Bits-1:0]  x_i,
  output logic [Width : 0] result_lazy_o
);

  `TWD_REFUSE(gen_bad_modulus, !twd_fold_pkg::has_twice(Q),
              "twd_mod_kred_twice: Q is not k 2^m + 1, k = 2^s + 1 or 2^s - 1, 4 (k + 1)^2 < Q, of more than 17 bits")

  localparam int unsigned M = twd_modarith_pkg::exponent(Q);
  localparam int unsigned S = twd_fold_pkg::twice_shift(Q);
  localparam bit Minus = (32'd1 << S) > twd_fold_pkg::factor(Q);  // k = 2^s - 1

  for (genvar i = 0; i < 2; i++) begin : gen_step
    localparam bit Last = i == 1;
    localparam int unsigned In = Last ? Bits - M + 1 : Bits;
    localparam int unsigned Out = Last ? Width + 1 : Bits - M + 1;

    logic [In-1:0] x;
    logic above;                // the highest bit of c_0, in the last step
    logic above_q;
    logic [Out-1:0] row;
    logic [Out-1:0] sum;        // of the first adder
    logic [Out-1:0] sum_q;
    logic [M-S-1:0] rest_q;
    logic [Out-M-1:0] pattern;  // of 2^m
    logic [Out-S-1:0] high;     // of the second adder
    logic [Out-1:0] result_q;

    if (Last) begin : gen_last
      assign x = gen_step[0].result_q;
      // k = 2^s - 1: -1 where above, otherwise -2^s. k = 2^s + 1: 0 where above, otherwise -2^s - 1.
      assign pattern = Minus ? (above_q ? '1 : -((Out - M)'(1) << S))
          : above_q ? '0 : -((Out - M)'(1) << S) - (Out - M)'(1);
    end else begin : gen_first
      logic unused_above;
      assign unused_above = above_q;
      assign x            = x_i;
      assign pattern      = '0;
    end

    assign above = Last && x[M-1];
    assign row   = Out'({~x[M-1:M-S], Minus ? x[M-1:0] : ~x[M-1:0]});

    twd_carry_add #(.Width(Out)) u_sum (
      .direct_i(Out'($signed(x[In-1:M]))),
      .logic_i (row),
      .carry_i (Last ? above : !Minus),
      .sum_o   (sum)
    );

    twd_carry_add #(.Width(Out - S)) u_high (
      .direct_i(sum_q[Out-1:S]),
      .logic_i ({pattern, rest_q}),
      .carry_i (!Last),
      .sum_o   (high)
    );

    always_ff @(posedge clk_i) begin
      if (en_i) begin
        sum_q    <= sum;
        rest_q   <= ~x[M-S-1:0];
        above_q  <= above;
        result_q <= {high, sum_q[S-1:0]};
      end
    end
  end

  assign result_lazy_o = gen_step[1].result_q;

  `TWD_ASSERT_AFTER(ResultLazy, 4,
                    twd_modarith_pkg::at_most(64'($signed(x_i)) + 64'd2 * twd_modarith_pkg::largest_product(Q),
                                              64'd4 * twd_modarith_pkg::largest_product(Q)),
                    twd_modarith_pkg::magnitude_below(32'($signed(result_lazy_o)), Q))

endmodule
