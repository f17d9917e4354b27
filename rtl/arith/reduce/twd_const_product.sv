// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_const_product: product_o = floor(x_i * Constant / 2^Low) mod 2^OutWidth, in DSP blocks.
//
// Method    both factors in 17-bit limbs, one DSP block a pair of limbs; pairs whose weight is 2^(Low + OutWidth) or
//           more are left out. The partial products are added one after the other, each operand waiting for its turn.
//           A product of limbs is exact in as many bits as it has below 2^End, End = Low + OutWidth, and so the sum,
//           taken modulo 2^End, is x_i * Constant modulo 2^End. Signs are extended after the register: Yosys 0.70
//           drops those before it where it makes the register one of a DSP48E1.
// Ranges    x_i in [0, 2^InWidth); Constant in [-2^51, 2^51), two's complement; product_o the bits from Low on.
// Timing    pairs(InWidth, Constant, Low + OutWidth) cycles of twd_const_reduce_pkg: a register after each
//           block, then an adder a cycle; one product per enabled cycle, en_i = 0 freezes the pipe; no reset.
// Assumes   x_i comes straight from a register, which is the one before the first blocks.
// Cost      pairs DSP blocks, pairs - 1 adders.
// Model     twiddle.model.reductions.const_product

`include "twd_delay.svh"

module twd_const_product #(
  parameter  int unsigned InWidth  = 24,
  parameter  logic [63:0] Constant = 64'd3329,
  parameter  int unsigned Low      = 12,
  parameter  int unsigned OutWidth = 24
) (
  input  logic                clk_i,
  input  logic                en_i,
  input  logic [ InWidth-1:0] x_i,
  output logic [OutWidth-1:0] product_o
);

  localparam int unsigned Limb = twd_modarith_pkg::DSP_WIDTH;
  localparam int unsigned End = Low + OutWidth;
  localparam int unsigned Rows = twd_const_reduce_pkg::limbs(InWidth);
  localparam int unsigned Columns = twd_const_reduce_pkg::constant_limbs(Constant);
  localparam int unsigned Pairs = twd_const_reduce_pkg::pairs(InWidth, Constant, End);

  logic [Pairs*End-1:0] partial;  // of each pair, at its weight, modulo 2^End
  logic [Pairs*End-1:0] sum;      // of the pairs up to this one

  for (genvar i = 0; i < Rows; i++) begin : gen_row
    for (genvar j = 0; j < Columns; j++) begin : gen_column
      if (Limb * (i + j) < End) begin : gen_pair
        localparam int unsigned Number = twd_const_reduce_pkg::pairs_before(i, j, Constant, End);
        localparam int unsigned Bits = InWidth - Limb * i < Limb ? InWidth - Limb * i : Limb;
        localparam bit Negative = j == Columns - 1 && Constant[63];
        localparam logic [Limb:0] Factor = (Limb + 1)'(Constant >> (Limb * j)) & {Negative, {Limb{1'b1}}};
        localparam int unsigned Whole = Bits + twd_const_reduce_pkg::factor_bits(Constant, j);
        localparam int unsigned Rest = End - Limb * (i + j);
        localparam int unsigned Kept = Whole < Rest ? Whole : Rest;

        logic [Bits-1:0] limb;
        logic [Kept-1:0] block_q;  // modulo 2^Kept; signed where Negative

        `TWD_DELAY(u_limb, Bits, Number < 2 ? 0 : Number - 1, en_i, x_i[Limb*i+:Bits], limb)

        if (Negative) begin : gen_signed
          always_ff @(posedge clk_i) begin
            if (en_i) block_q <= Kept'($signed({1'b0, limb}) * $signed(Whole'($signed(Factor))));
          end
        end else begin : gen_unsigned
          always_ff @(posedge clk_i) if (en_i) block_q <= Kept'(Whole'(limb) * Whole'(Factor));
        end

        if (Kept < End) begin : gen_extend
          assign partial[Number*End+:End] = {{(End - Kept) {Negative && block_q[Kept-1]}}, block_q} << (End - Rest);
        end else begin : gen_whole
          assign partial[Number*End+:End] = block_q;
        end

        if (Number == 0) begin : gen_first
          assign sum[0+:End] = partial[0+:End];
        end else begin : gen_add
          logic [End-1:0] sum_q;
          always_ff @(posedge clk_i) if (en_i) sum_q <= sum[(Number-1)*End+:End] + partial[Number*End+:End];
          assign sum[Number*End+:End] = sum_q;
        end
      end
    end
  end

  assign product_o = sum[(Pairs-1)*End+Low+:OutWidth];

  if (Low > 0) begin : gen_low
    logic unused_low;
    assign unused_low = ^sum[(Pairs-1)*End+:Low];
  end

endmodule
