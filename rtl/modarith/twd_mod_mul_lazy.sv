// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mod_mul_lazy: product_lazy_o = a_i * b_i modulo q, as a representative in (-q, q).
//
// Method    integer product in DSP blocks, then the table folds of twd_mod_fold. They stand in place of K-RED (Longa
//           and Naehrig 2016; Nguyen et al. 2019, II.B), which leaves a factor k^2 that a pointwise product has no
//           table to hide in; the folds are exact, for any odd q, at the same cost.
//           A factor wider than 17 bits is split, a = a_1 2^17 + a_0 and b alike: a_0 b_0 and a_0 b_1 are one DSP block
//           each on any device, and a_1 b, six or seven bits by w, is rows of adders.
// Ranges    a_i, b_i in [0, q); product_lazy_o in (-q, q), signed.
// Timing    mul_lazy_latency(q) cycles (12 to 14 bits: 6; 23 and 24 bits: 9), one product per enabled cycle, en_i = 0
//           freezes the pipe; no reset. DSP blocks stand between bare registers.
// Cost      one DSP block up to 17 bits; above, two, and w - 17 adders; one adder a fold.
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
    localparam int unsigned High = Width - Split;
    localparam int unsigned Rows = (High + 1) / 2;  // two bits of a_q above the split in each

    logic [2*Split-1:0] low_q, low_q2;
    logic [Width-1:0] middle_q, middle_q2;
    logic [Rows*(Width+2)-1:0] row_q;
    logic [Width+High-1:0] rows;
    logic [Width+High-1:0] rows_q;
    logic [2*Rows-1:0] high;
    logic [ProductWidth-Split-1:0] upper;

    assign high = (2 * Rows)'(a_q[Width-1:Split]);

    assign upper = (ProductWidth - Split)'(middle_q2) + (ProductWidth - Split)'(rows_q);

    always_comb begin
      rows = '0;
      for (int r = 0; r < Rows; r++) rows = rows + ((Width + High)'(row_q[r*(Width+2)+:Width+2]) << (2 * r));
    end

    always_ff @(posedge clk_i) begin
      if (en_i) begin
        low_q    <= (2 * Split)'(a_q[Split-1:0]) * (2 * Split)'(b_q[Split-1:0]);
        middle_q <= Width'(a_q[Split-1:0]) * Width'(b_q[Width-1:Split]);
        for (int r = 0; r < Rows; r++) begin
          row_q[r*(Width+2)+:Width+2] <= (Width + 2)'({Width{high[2*r]}} & b_q)
              + {1'b0, {Width{high[2*r+1]}} & b_q, 1'b0};
        end
        low_q2    <= low_q;
        middle_q2 <= middle_q;
        rows_q    <= rows;
        product_q <= ProductWidth'(low_q2) + {upper, Split'(0)};
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
