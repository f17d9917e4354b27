// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mod_mul_wide: product_lazy_o = scale * a * b_i modulo q, as a representative in (-q, q), for a signed a that is
// not reduced: a = a_i, or d_i with second_i; scale of twd_mod_mul_wide_pkg.
//
// Method    an integer product, and twd_mod_kred, twd_mod_kred2x or twd_mod_fold, or twd_mod_kred_twice where it takes
//           q. TILES and LDSP are FOLD and KRED with a product in rows of adders in place of DSP blocks. The inverted
//           sign bit makes the product a positive number, 2^(Bits-1) above it; the table of the last fold takes that
//           off.
// DSP       up to 17 bits one block. Above, a = a_1 2^17 + a_0: b a_0 and b a_1 + floor(b a_0 / 2^17), one block
//           each where a block multiplies 25 bits by 18 and adds.
// Ranges    a_i, d_i in (-2q, 2q), signed; b_i in [0, q); product_lazy_o in (-q, q), signed.
// Timing    latency(Method, q) cycles of twd_mod_mul_wide_pkg, one product per enabled cycle, en_i = 0 freezes the
//           pipe; no reset.
// Cost      one DSP block, two above 17 bits, or twd_row_product; and the reduction.
// Model     twiddle.model.quad.mod_mul_wide

`include "twd_modulus.svh"

module twd_mod_mul_wide #(
  parameter  int unsigned             Q      = 12289,
  parameter  twd_method_pkg::method_e Method = twd_method_pkg::METHOD_KRED,
  localparam int unsigned             Width  = $clog2(Q)
) (
  input  logic               clk_i,
  input  logic               en_i,
  input  logic               second_i,
  input  logic [Width+1 : 0] a_i,
  input  logic [Width+1 : 0] d_i,
  input  logic [Width-1 : 0] b_i,
  output logic [Width   : 0] product_lazy_o
);

  `TWD_REFUSE_Q("twd_mod_mul_wide", Q)
  `TWD_REFUSE(gen_bad_method, !twd_mod_mul_wide_pkg::takes(Method),
              "twd_mod_mul_wide: Method is not FOLD, TILES, KRED, KRED2X or LDSP")

  localparam int unsigned Bits = twd_modarith_pkg::wide_bits(Q);
  localparam logic [63:0] Largest = twd_mod_mul_wide_pkg::largest(Q);
  localparam logic [63:0] Bias = 64'd1 << (Bits - 1);
  localparam int unsigned Split = twd_modarith_pkg::DSP_WIDTH;

  localparam bit Rows = twd_mod_mul_wide_pkg::rows(Method);
  localparam bit KRed = twd_mod_mul_wide_pkg::kred(Method);

  logic [Width+1:0] a;
  logic signed [Width:0] b_q;
  logic signed [Bits-1:0] product_q;
  logic [Bits-1:0] x;  // [0, Largest]

  assign a = second_i ? d_i : a_i;

  always_ff @(posedge clk_i) begin
    if (en_i) b_q <= {1'b0, b_i};
  end

  if (Rows) begin : gen_rows
    logic [Width+1:0] a_q;

    always_ff @(posedge clk_i) begin
      if (en_i) a_q <= a;
    end

    logic [2*Width+1:0] whole;
    logic unused_whole, unused_sign;
    assign product_q    = whole[Bits-1:0];
    assign unused_whole = ^whole;
    assign unused_sign  = b_q[Width];

    twd_row_product #(.AWidth(Width + 2), .BWidth(Width)) u_product (
      .clk_i, .en_i,
      .a_i      (a_q),
      .b_i      (b_q[Width-1:0]),
      .product_o(whole)
    );
  end else if (Width <= Split) begin : gen_whole
    logic signed [Width+1:0] a_q;
    logic signed [Width+1:0] a_q2;
    logic signed [Width:0] b_q2;
    logic signed [Bits-1:0] block_q;

    always_ff @(posedge clk_i) begin
      if (en_i) begin
        a_q       <= a;
        a_q2      <= a_q;
        b_q2      <= b_q;
        block_q   <= a_q2 * b_q2;
        product_q <= block_q;
      end
    end
  end else begin : gen_split
    localparam int unsigned High = Width + 2 - Split;
    logic signed [Width+1:0] a_q;
    logic signed [Split:0] a_low;
    logic signed [High-1:0] a_high;
    logic signed [Width+Split:0] low_q;   // b a_0, not negative
    logic signed [Bits-Split-1:0] high_q;  // b a_1
    assign a_low = {1'b0, a_q[Split-1:0]};
    assign a_high = a_q[Width+1:Split];

    always_ff @(posedge clk_i) begin
      if (en_i) begin
        a_q    <= a;
        low_q  <= a_low * b_q;
        high_q <= a_high * b_q;
        product_q <= {high_q + (Bits - Split)'(low_q >>> Split), low_q[Split-1:0]};
      end
    end
  end

  assign x = {!product_q[Bits-1], product_q[Bits-2:0]};

  if (KRed && twd_kred_pkg::has_twice(Q)) begin : gen_twice
    logic unused;
    assign unused = x[Bits-1];

    twd_mod_kred_twice #(.Q(Q)) u_reduce (.clk_i, .en_i, .x_i(product_q), .result_lazy_o(product_lazy_o));
  end else if (KRed) begin : gen_kred
    twd_mod_kred #(.Q(Q), .Largest(Largest), .Bias(Bias), .Minus(1'b1)) u_reduce (
      .clk_i, .en_i,
      .x_i(x),
      .result_lazy_o(product_lazy_o)
    );
  end else if (Method == twd_method_pkg::METHOD_KRED2X) begin : gen_kred2x
    twd_mod_kred2x #(.Q(Q), .Largest(Largest), .Bias(Bias)) u_reduce (
      .clk_i, .en_i,
      .x_i(x),
      .result_lazy_o(product_lazy_o)
    );
  end else begin : gen_fold
    twd_mod_fold #(.Q(Q), .Largest(Largest), .Offset(Q - 32'(Bias % 64'(Q)))) u_reduce (
      .clk_i, .en_i,
      .x_i(x),
      .result_lazy_o(product_lazy_o)
    );
  end

  `TWD_ASSERT_AFTER(ResultLazy, twd_mod_mul_wide_pkg::latency(Method, Q),
                    twd_modarith_pkg::magnitude_below(32'($signed(a)), 2 * Q) && 32'(b_i) < Q,
                    twd_modarith_pkg::magnitude_below(32'($signed(product_lazy_o)), Q))

endmodule
