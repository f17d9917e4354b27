// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mod_mul_constants: product_lazy_o = a_i * Values[number_i] modulo Q, of one of few constants, by tables.
//
// Method    a_i in digits of 4 or 5 bits; a table for each digit has its products with every constant, reduced. Those
//           of digit 0 are in [0, q), those of digit 1 in (-q, 0], so that their sum is in (-q, q). Every further digit
//           is added from [0, q) where the sum so far is negative, else from (-q, 0], which keeps it there.
// Unit      1 or Q - 1: with unit_i the factor is that instead of Values[number_i]. 0: unit_i is ignored.
// Ranges    a_i, Values in [0, q); product_lazy_o in (-q, q), signed.
// Timing    Cycles, at least constants_latency(Q) of twd_method_pkg, and one more with Unit; one product per enabled
//           cycle; number_i and unit_i come with a_i. en_i = 0 freezes the pipe; no reset.
// Cost      tables of 16 or 32 entries for every constant and digit, twice that from digit 2 on, an adder for every
//           digit but one; with Unit a multiplexer, and for Q - 1 an adder. For q = 3329 and 1, 2 or 4 constants 59,
//           115 or 219 LUTs on ECP5, 68, 92 or 102 on 7-series; a multiplier of tiles has 283 or 145.
// Model     twiddle.model.reductions.mod_mul_constants

`include "twd_delay.svh"
`include "twd_modulus.svh"

module twd_mod_mul_constants #(
  parameter  int unsigned  Q       = 3329,
  parameter  int unsigned  Numbers = 1,          // constants: 1, 2 or 4
  parameter  logic [127:0] Values  = 128'd17,    // 32 bits each
  parameter  int unsigned  Unit    = 0,
  parameter  int unsigned  Cycles  = 4,
  localparam int unsigned  Width   = $clog2(Q)
) (
  input  logic             clk_i,
  input  logic             en_i,
  input  logic [Width-1:0] a_i,
  input  logic [      1:0] number_i,
  input  logic             unit_i,
  output logic [Width : 0] product_lazy_o
);

  localparam int unsigned Digit = twd_method_pkg::constants_digit(Q);
  localparam int unsigned Spare = Cycles - twd_method_pkg::constants_latency(Q) - (Unit == 0 ? 0 : 1);
  localparam int unsigned Before = Spare > 2 ? Spare - 2 : 0;  // registers before the tables; after the sum up to two

  `TWD_REFUSE_Q("twd_mod_mul_constants", Q)
  `TWD_REFUSE(gen_bad_width, Width <= Digit, "twd_mod_mul_constants: Q has one digit")
  `TWD_REFUSE(gen_bad_numbers, Numbers < 1 || Numbers == 3 || Numbers > twd_method_pkg::MOST_CONSTANTS,
              "twd_mod_mul_constants: Numbers is not 1, 2 or 4")
  `TWD_REFUSE(gen_bad_unit, Unit > 1 && Unit != Q - 1, "twd_mod_mul_constants: Unit is not 0, 1 or Q - 1")
  `TWD_REFUSE(gen_bad_cycles, Cycles < twd_method_pkg::constants_latency(Q) + (Unit == 0 ? 0 : 1),
              "twd_mod_mul_constants: Cycles is less than constants_latency(Q), and one with Unit")

  localparam int unsigned Digits = (Width + Digit - 1) / Digit;
  localparam int unsigned NumberBits = Numbers > 2 ? 2 : Numbers - 1;
  localparam int unsigned Sum = Width + 1;

  logic [Width-1:0] a;
  logic [1:0] number;

  `TWD_DELAY(u_before, Width + 2, Before, en_i, {number_i, a_i}, {number, a})

  // digit 2^place Values[number] modulo Q in [0, q), or less q where the top bit of the index {below, number, digit} is
  // set; bit k of the entry of an index is at 256 k + index.
  function automatic logic [Sum*256-1:0] table_bits(input int unsigned place, input int unsigned bits);
    logic [63:0] value;
    int unsigned digit;
    for (int unsigned i = 0; i < 256; i++) begin
      digit = i % (32'd1 << bits);
      value = 64'(Values[32*((i>>bits)%(1<<NumberBits))+:32]) * ((64'd1 << place) % 64'(Q)) % 64'(Q);
      value = value * 64'(digit) % 64'(Q);
      if (value != 64'd0 && i >= 32'd1 << (bits + NumberBits)) value = value - 64'(Q);
      for (int unsigned k = 0; k < Sum; k++) table_bits[256*k+i] = value[k];
    end
  endfunction

  logic [Digits*Sum-1:0] sums;  // of digits 0 to d, each in a register

  for (genvar d = 0; d < Digits; d++) begin : gen_digit
    localparam int unsigned Bits = d == Digits - 1 ? Width - d * Digit : Digit;
    localparam int unsigned Index = 1 + NumberBits + Bits;
    localparam logic [Sum*256-1:0] Table = table_bits(d * Digit, Bits);

    logic [Bits-1:0] digit;
    logic [1:0] number_late;
    logic below;
    logic [Index-1:0] index;
    logic [Sum-1:0] entry_q;

    `TWD_DELAY(u_late, Bits + 2, d < 2 ? 0 : 2 * d - 2, en_i, {number, a[d*Digit+:Bits]}, {number_late, digit})

    assign below = d == 0 ? 1'b0 : d == 1 ? 1'b1 : !sums[d<2?0:d*Sum-1];
    assign index = (Index'(below) << (Index - 1)) | Index'({number_late & 2'((1 << NumberBits) - 1), digit});

    for (genvar k = 0; k < Sum; k++) begin : gen_bit
      localparam logic [(1<<Index)-1:0] Ones = Table[256*k+:1<<Index];

      always_ff @(posedge clk_i) if (en_i) entry_q[k] <= Ones[index];
    end

    if (d == 0) begin : gen_first
      assign sums[0+:Sum] = entry_q;
    end else begin : gen_sum
      logic [Sum-1:0] partial;  // the sum so far, with entry_q
      logic [Sum-1:0] sum_q;

      `TWD_DELAY(u_partial, Sum, d == 1 ? 0 : 1, en_i, sums[(d-1)*Sum+:Sum], partial)

      always_ff @(posedge clk_i) if (en_i) sum_q <= partial + entry_q;

      assign sums[d*Sum+:Sum] = sum_q;
    end
  end

  logic [Sum-1:0] chosen;  // after constants_latency, and one cycle with Unit

  if (Unit == 0) begin : gen_constants
    logic unused_unit;
    assign unused_unit = unit_i;
    assign chosen = sums[(Digits-1)*Sum+:Sum];
  end else begin : gen_unit
    logic [Sum-1:0] one;     // a_i, or -a_i
    logic [Sum-1:0] one_late;
    logic unit_late;

    assign one = Unit == 1 ? {1'b0, a_i} : -{1'b0, a_i};

    `TWD_DELAY(u_one, Width + 2, Before + twd_method_pkg::constants_latency(Q), en_i,
               {unit_i, one}, {unit_late, one_late})

    always_ff @(posedge clk_i) if (en_i) chosen <= unit_late ? one_late : sums[(Digits-1)*Sum+:Sum];
  end

  `TWD_DELAY(u_after, Width + 1, Spare - Before, en_i, chosen, product_lazy_o)

  `TWD_ASSERT_AFTER(ResultLazy, Cycles, 32'(a_i) < Q,
                    twd_modarith_pkg::magnitude_below(32'($signed(product_lazy_o)), Q))

endmodule
