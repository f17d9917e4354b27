// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mod_kred_twice: result_lazy_o = k^2 x_i modulo q = k 2^m + 1, as a representative in (-q, q), for k = 2^s +- 1.
//
// Method    K-RED (Longa and Naehrig; Nguyen, Dang, Gaj 2019, section II.B) two times, without a fold behind: x = c_1 2^m + c_0 is
//           replaced by c_1 - k c_0, which is -k x. k c_0 is two shifted copies of c_0, added as complements: the first adder
//           takes the copy at 0 and what of the other lies above it, the second one the m - s bits left over. What
//           complements add is a multiple of 2^m in the first step and goes on as one of 1; the second step takes it off. It also
//           adds q where c_0 >= 2^(m-1), which centres the result; both are one pattern of bits above 2^m, and a carry.
// Ranges    |x_i| <= 2 (q - 1)^2; result_lazy_o in (-q, q), as 4 (k + 1)^2 < q.
// Timing    4 cycles, one value per enabled cycle, en_i = 0 freezes the pipe; no reset.
// Cost      2 (m + s) + 2 (m - s) + (clog2(q) - m) LUTs: bits with nothing but a carry cost none.
// Model     twiddle.model.quad.kred_twice

module twd_mod_kred_twice #(
  parameter  int unsigned Q     = 8380417,
  localparam int unsigned Width = $clog2(Q),
  localparam int unsigned Bits  = twd_mod_mul_wide_pkg::bits(Q)
) (
  input  logic             clk_i,
  input  logic             en_i,
  input  logic [Bits-1:0]  x_i,
  output logic [Width : 0] result_lazy_o
);

  if (!twd_mod_mul_wide_pkg::twice(Q)) begin : gen_bad_modulus
    $fatal(1, "twd_mod_kred_twice: Q is not k 2^m + 1, k = 2^s + 1 or 2^s - 1, 4 (k + 1)^2 < Q, of more than 17 bits");
  end

  localparam int unsigned M = twd_modarith_pkg::exponent(Q);
  localparam int unsigned S = twd_mod_mul_wide_pkg::shift(Q);
  localparam bit Minus = (32'd1 << S) > twd_kred_pkg::factor(Q);  // k = 2^s - 1
  localparam int unsigned First = Bits - M + 1;                   // bits of -k x
  localparam int unsigned Last = Width + 1;

  // ---- c_1 - k c_0, with 2^(m+s) too much, and 2^m more where k = 2^s + 1 ----
  logic [First-1:0] first_base;
  logic [First-1:0] first_row;
  logic [First:0] first_sum_q;    // its last bit is the carry in, as below
  logic [M-S-1:0] first_rest_q;
  logic [First-S:0] first_high_q;
  logic [S-1:0] first_low_q;
  logic [First-1:0] first;

  assign first_base = {x_i[Bits-1], x_i[Bits-1:M]};
  assign first_row = {{(First - M - S) {1'b0}}, ~x_i[M-1:M-S], Minus ? x_i[M-1:0] : ~x_i[M-1:0]};

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      first_sum_q  <= {first_base, !Minus} - {~first_row, Minus};
      first_rest_q <= ~x_i[M-S-1:0];
      first_high_q <= {first_sum_q[First:S+1], 1'b1} - {{(First - M) {1'b1}}, ~first_rest_q, 1'b0};
      first_low_q  <= first_sum_q[S:1];
    end
  end

  assign first = {first_high_q[First-S:1], first_low_q};

  // ---- the same of that, plus q where the highest bit of c_0 is set ----
  logic above;                    // that bit
  logic [Last-1:0] last_base;
  logic [Last-1:0] last_row;
  logic [Last:0] last_sum_q;
  logic [M-S-1:0] last_rest_q;
  logic above_q;
  logic [Last-M-1:0] pattern;     // of 2^m
  logic [Last-S:0] last_high_q;
  logic [S-1:0] last_low_q;

  assign above = first[M-1];
  assign last_base = Last'($signed(first[First-1:M]));
  assign last_row = Last'({~first[M-1:M-S], Minus ? first[M-1:0] : ~first[M-1:0]});

  // with above: nothing, and 2^s less without it; and one less with it (2^s - 1) or without it (2^s + 1)
  assign pattern = Minus ? (above_q ? '1 : -((Last - M)'(1) << S))
      : above_q ? '0 : -((Last - M)'(1) << S) - (Last - M)'(1);

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      last_sum_q  <= {last_base, above} - {~last_row, !above};
      last_rest_q <= ~first[M-S-1:0];
      above_q     <= above;
      last_high_q <= {last_sum_q[Last:S+1], 1'b0} - {~{pattern, last_rest_q}, 1'b1};
      last_low_q  <= last_sum_q[S:1];
    end
  end

  assign result_lazy_o = {last_high_q[Last-S:1], last_low_q};

  logic unused;
  assign unused = ^{first_sum_q[0], first_high_q[0], last_sum_q[0], last_high_q[0]};

endmodule
