// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mod_mul_lazy: product_lazy_o = a_i * b_i modulo q, as a representative in (-q, q).
//
// Method    integer product in DSP blocks, then the table folds of twd_mod_fold. They stand in place of K-RED (Longa
//           and Naehrig 2016; Nguyen et al. 2019, II.B), which leaves a factor k^2 that a pointwise product has no
//           table to hide in; the folds are exact, for any odd q, at the same cost.
//           A factor wider than 17 bits is split, a * b = a * b[16:0] + a * b[w-1:17] * 2^17, each part registered
//           before they are added.
// Ranges    a_i, b_i in [0, q); product_lazy_o in (-q, q), signed.
// Timing    mul_lazy_latency(q) cycles (12 to 14 bits: 6; 23 and 24 bits: 9), one product per enabled cycle, en_i = 0
//           freezes the pipe; no reset. DSP blocks stand between bare registers.
// Cost      one DSP block up to 17 bits; above, two of 25 x 18 or four of 18 x 18 bits; one adder a fold.
// Model     twiddle.model.arith.mod_mul_lazy

module twd_mod_mul_lazy #(
  parameter  int unsigned Q     = 3329,
  localparam int unsigned Width = $clog2(Q)
) (
  input  logic             clk_i,
  input  logic             en_i,
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  output logic [Width : 0] product_lazy_o
);

  if (Q < 3 || Q % 2 == 0 || Q >= 32'h0100_0000) begin : gen_bad_modulus
    $fatal(1, "twd_mod_mul_lazy: Q is not odd, from 3 to below 2^24");
  end

  localparam logic [63:0] Largest = twd_modarith_pkg::largest_product(Q);
  localparam int unsigned ProductWidth = $clog2(Largest + 64'd1);
  localparam int unsigned Split = twd_modarith_pkg::DSP_WIDTH;

  logic [Width-1:0] a_q;
  logic [Width-1:0] b_q;
  logic [ProductWidth-1:0] product_q;

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      a_q <= a_i;
      b_q <= b_i;
    end
  end

  if (Width <= Split) begin : gen_whole
    logic [ProductWidth-1:0] block_q;

    always_ff @(posedge clk_i) begin
      if (en_i) begin
        block_q   <= ProductWidth'(a_q) * ProductWidth'(b_q);
        product_q <= block_q;
      end
    end
  end else begin : gen_split
    logic [Width+Split-1:0] low_q, low_q2;
    logic [2*Width-Split-1:0] high_q, high_q2;

    always_ff @(posedge clk_i) begin
      if (en_i) begin
        low_q     <= (Width + Split)'(a_q) * (Width + Split)'(b_q[Split-1:0]);
        high_q    <= (2 * Width - Split)'(a_q) * (2 * Width - Split)'(b_q[Width-1:Split]);
        low_q2    <= low_q;
        high_q2   <= high_q;
        product_q <= ProductWidth'(low_q2) + ProductWidth'({high_q2, Split'(0)});
      end
    end
  end

  twd_mod_fold #(
    .Q      (Q),
    .Largest(Largest)
  ) u_fold (
    .clk_i,
    .en_i,
    .x_i          (product_q),
    .result_lazy_o(product_lazy_o)
  );

endmodule
