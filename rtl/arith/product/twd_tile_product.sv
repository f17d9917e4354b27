// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_tile_product: product_o = a_i * b_i, the integer product, with one 6-input LUT for two bits of a and one of b.
//
//   a = [a_0 +] sum of d_r 2^(2r [+1]),  d_r in {-2 .. 2};  row r: s_r = floor(s_(r-1) / 4) + d_r b  ([ ]: even Width)
//
// Method    Tiles of one output bit: the signed digit d_r (Booth: three bits of a, -2 hi + mid + lo) times b has in
//           place i one of 0, b_i, b_(i-1) or an inverse of them, a function of five bits, and the sixth input of its
//           LUT is the bit of the running sum that it is added to: a row is one adder and nothing else. A negative
//           multiple is ~(|d| b) + 1, and the 1 comes in below the adder. An odd Width has (Width + 1)/2 digits with a
//           zero above a; an even one gives a_0 to a masked register, so that the digits of the rest have that zero
//           too. 3 x 3 tiles, each output bit a function of six inputs, need a LUT for the tile and one to add it.
// Negate    2^(2 Width) - 2^(Width-1) - a_i b_i instead: digits of the opposite sign (those of ~a), and the last row,
//           whose multiple is then never positive, without its carry: it costs nothing. The result is not negative,
//           since a b <= (2^Width - 1)^2 = 2^(2 Width) - 2^(Width+1) + 1.
// Ranges    a_i, b_i in [0, 2^Width); product_o in [0, 2^(2 Width)). s_r is a partial product P b over 2^(2r [+1]),
//           with P in [-2, 2) of these: |s_r| <= 2b < 2^(Width+1), Width + 2 bits with its sign.
// Timing    tile_latency(Width) = floor(Width/2) + 1 cycles of twd_modarith_pkg, one product per enabled cycle,
//           en_i = 0 freezes the pipe; no reset.
// Cost      floor((Width + 1)/2) adders of Width + 2 bits; delay lines for digits that wait and low bits that are done.
// Model     twiddle.model.ldsp.tile_product

`include "twd_assert.svh"

module twd_tile_product #(
  parameter int unsigned Width  = 12,   // of the factors, 2 to 24
  parameter bit          Negate = 1'b0
) (
  input  logic               clk_i,
  input  logic               en_i,
  input  logic [  Width-1:0] a_i,
  input  logic [  Width-1:0] b_i,
  output logic [(Width<<1)-1:0] product_o
);

  `TWD_REFUSE(gen_bad_width, Width < 2 || Width > 24, "twd_tile_product: Width is not 2 to 24")

  localparam bit          Even = Width % 2 == 0;
  localparam int unsigned Rows = (Width + 1) / 2;
  localparam int unsigned Sum  = Width + 2;

  // Before each row: the digits of it and of the later ones, three bits each from 0 on, which overlap; b; the sum of
  // the rows before without the bits that are finished, in two's complement; and these.
  localparam int unsigned Digits = 2 * Rows + 1;
  localparam int unsigned Whole = 2 * Width;

  logic [(Rows+1)*Digits-1:0] digits;
  logic [(Rows+1)*Width-1:0] factor;
  logic [(Rows+1)*Width-1:0] rest;
  logic [(Rows+1)*Whole-1:0] done;

  if (Even) begin : gen_even
    logic [Digits-1:0] digits_q;
    logic [Width-1:0] factor_q;
    logic [Width-1:0] start_q;  // what the rows are added to

    always_ff @(posedge clk_i) begin
      if (en_i) begin
        digits_q <= {1'b0, a_i};
        factor_q <= b_i;
        start_q  <= b_i;
        if (!a_i[0]) start_q <= '0;
      end
    end

    assign digits[Digits-1:0] = digits_q;
    assign factor[Width-1:0]  = factor_q;
    assign rest[Width-1:0]    = {1'b0, start_q[Width-1:1]};
    assign done[Whole-1:0]    = Whole'(start_q[0]);
  end else begin : gen_odd
    assign digits[Digits-1:0] = {1'b0, a_i, 1'b0};
    assign factor[Width-1:0]  = b_i;
    assign rest[Width-1:0]    = '0;
    assign done[Whole-1:0]    = '0;
  end

  for (genvar r = 0; r < Rows; r++) begin : gen_row
    localparam int unsigned Done = (r << 1) + (Even ? 1 : 0);  // bits of the product below this row
    localparam bit Last = r == Rows - 1;
    localparam int unsigned Keep = Last ? Width + 1 : Sum;      // the last sum ends with the product

    logic [Width-1:0] b;
    logic [Digits-1:0] digits_q;
    logic [Width-1:0] factor_q;
    logic [Whole-1:0] done_q;
    logic [Keep-1:0] sum_q;

    logic hi;
    logic mid;
    logic lo;
    assign hi  = digits[Digits*r+2];
    assign mid = digits[Digits*r+1];
    assign lo  = (r > 0 || !Even || Negate) && digits[Digits*r];

    logic negative;
    logic one;
    logic two;
    assign negative = hi ^ Negate;
    assign one = mid ^ lo;
    assign two = hi ? !mid && !lo : mid && lo;

    logic [Sum-1:0] magnitude;
    logic [Sum-1:0] multiple;
    assign b         = factor[Width*r+:Width];
    assign magnitude = ({2'b00, b} & {Sum{one}}) | ({1'b0, b, 1'b0} & {Sum{two}});
    assign multiple  = magnitude ^ {Sum{negative}};

    // The carry enters from an added bit below: both forms of that bit are direct inputs of the carry chain, without a
    // LUT before it, and so is the sum, as the narrower operand.
    logic carry;
    assign carry = negative && !(Negate && Last);

    logic unused_below;

    always_ff @(posedge clk_i) begin
      if (en_i) begin
        {sum_q, unused_below} <= (Keep + 1)'($signed({rest[Width*r+:Width], Negate && !Last ? 1'b1 : carry})
            + $signed({multiple, carry}));
        digits_q <= digits[Digits*r+:Digits] >> 2;
        factor_q <= b;
        done_q   <= done[Whole*r+:Whole];
      end
    end

    assign digits[Digits*(r+1)+:Digits] = digits_q;
    assign factor[Width*(r+1)+:Width]   = factor_q;
    assign rest[Width*(r+1)+:Width]     = Width'(sum_q[Keep-1:2]);
    assign done[Whole*(r+1)+:Whole]     = done_q | (Whole'(Last ? sum_q : Keep'(sum_q[1:0])) << Done);
  end

  logic unused;
  assign unused    = ^{digits, factor, rest, done};
  assign product_o = done[Whole*Rows+:Whole];

endmodule
