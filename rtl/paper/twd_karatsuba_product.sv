// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_karatsuba_product: product_o = a_i * b_i, the integer product, by Karatsuba's split and Vedic multipliers.
//
//   t_0 = a_H b_H,  t_1 = a_L b_L,  t_2 = (a_H + a_L)(b_H + b_L):   a b = {t_0, t_1} + (t_2 - t_1 - t_0) 2^h
//
// Method    Nguyen et al. 2023, Fig. 1 and steps 1 to 7 of Algorithms 3 and 4, without their table: h = 6 bits to a
//           Width of 12 (Vedic 6, 6, 7), 7 bits for 13 and 14 (7, 7, 8: a sum of two halves is one bit wider than
//           they).
// Negate    2^(2 Width) - 1 - a_i b_i instead: (t_1 + t_0 - t_2) 2^h + ~{t_0, t_1}.
// Modulus   with a Modulus, a_i b_i + Offset modulo it, in [0, 2^(2 Width - 4)): the five top bits of t_0, those of the
//           product from 2^(2 Width - 5) on, are replaced by an entry of a table (p_0 of Algorithms 3 and 4). The bits
//           left, the entry and (t_2 - t_1 - t_0) 2^h are below 2^(2 Width - 5), Modulus and (2^(Width-h) - 1)
//           (2^h - 1) 2^(h+1), whose sum is below 2^(2 Width - 4) for each Width.
// Ranges    a_i, b_i in [0, 2^Width); product_o in [0, 2^(2 Width)); t_2 - t_1 - t_0 = a_H b_L + a_L b_H is in
//           [0, 2^(2h+1)), so that its opposite has 2h + 2 bits with the sign.
// Timing    6 cycles, one product per enabled cycle, en_i = 0 freezes the pipe; no reset.
// Cost      three Vedic multipliers, two adders of h bits, two of 2h and one of 2 Width - h; with a Modulus one of
//           2 Width - 4, its table inside its 6-input LUTs, and the last one four bits shorter.
// Model     twiddle.model.ldsp.karatsuba_product

`include "twd_assert.svh"

module twd_karatsuba_product #(
  parameter  int unsigned Width   = 12,                                // of the factors, 2 to 14
  parameter  bit          Negate  = 1'b0,
  parameter  int unsigned Modulus = 0,                                 // of Width bits, 12 to 14, or 0: none
  parameter  int unsigned Offset  = 0,                                 // below Modulus
  localparam int unsigned Out     = 2 * Width - (Modulus == 0 ? 0 : 4)
) (
  input  logic             clk_i,
  input  logic             en_i,
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  output logic [  Out-1:0] product_o
);

  `TWD_REFUSE(gen_bad_width, Width < 2 || Width > 14, "twd_karatsuba_product: Width is not 2 to 14")

  `TWD_REFUSE(gen_bad_modulus, Modulus != 0 && (Negate || Width < 12 || 32'($clog2(Modulus)) != Width),
              "twd_karatsuba_product: Modulus is not of Width bits, from 12 on, or goes with Negate")

  localparam int unsigned Half = Width > 12 ? 7 : 6;

  logic [(Half<<1)-1:0] a;
  logic [(Half<<1)-1:0] b;
  assign a = (Half << 1)'(a_i);
  assign b = (Half << 1)'(b_i);

  logic [Half:0] a_sum_q;
  logic [Half:0] b_sum_q;
  logic [(Half<<1)-1:0] t0;
  logic [(Half<<1)-1:0] t1;
  logic [(Half<<1)+1:0] t2;

  twd_vedic_product #(.Bits(Half)) u_high (
    .clk_i, .en_i,
    .a_i      (a[(Half<<1)-1:Half]),
    .b_i      (b[(Half<<1)-1:Half]),
    .product_o(t0)
  );

  twd_vedic_product #(.Bits(Half)) u_low (.clk_i, .en_i, .a_i(a[Half-1:0]), .b_i(b[Half-1:0]), .product_o(t1));

  twd_vedic_product #(.Bits(Half + 1)) u_middle (.clk_i, .en_i, .a_i(a_sum_q), .b_i(b_sum_q), .product_o(t2));

  logic [(Half<<2)-1:0] outer_q;
  logic [Out-1:0] outer_q2;
  logic [(Half<<1):0] outer_sum_q;
  logic [(Half<<1)+1:0] middle_q;  // with Negate its opposite, in two's complement

  if (Modulus == 0) begin : gen_whole
    always_ff @(posedge clk_i) if (en_i) outer_q2 <= Out'(outer_q);
  end else begin : gen_table
    localparam int unsigned Low = 2 * Width - 5;
    logic [Width-1:0] entry;

    // The look-up as a sum of minterms: an indexed constant would become a ROM and swallow the register before it.
    always_comb begin
      entry = '0;
      for (int unsigned e = 0; e < 32; e++) begin
        entry = entry | ({Width{outer_q[Low+:5] == 5'(e)}}
            & Width'(((64'(e) << Low) + 64'(Offset)) % 64'(Modulus == 0 ? 1 : Modulus)));
      end
    end

    always_ff @(posedge clk_i) if (en_i) outer_q2 <= Out'(outer_q[Low-1:0]) + Out'(entry);
  end

  logic [Out-1:0] middle;
  assign middle = Out'({{(Half - 2) {Negate && middle_q[(Half<<1)+1]}}, middle_q, Half'(0)});

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      a_sum_q     <= {1'b0, a[(Half<<1)-1:Half]} + {1'b0, a[Half-1:0]};
      b_sum_q     <= {1'b0, b[(Half<<1)-1:Half]} + {1'b0, b[Half-1:0]};
      outer_q     <= {t0, t1};
      outer_sum_q <= {1'b0, t0} + {1'b0, t1};
      middle_q    <= Negate ? {1'b0, outer_sum_q} - t2 : t2 - {1'b0, outer_sum_q};
      product_o   <= middle + (Negate ? ~outer_q2 : outer_q2);
    end
  end

endmodule
