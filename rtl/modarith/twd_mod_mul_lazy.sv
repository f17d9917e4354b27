// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mod_mul_lazy: product_lazy_o = a_i * b_i modulo q, as a representative in (-q, q).
//
// Method    integer product in DSP blocks, then the exact table folds of twd_mod_fold. A factor wider than 17 bits
//           is split, a * b = a * b[16:0] + a * b[w-1:17] * 2^17, each part registered before they are added.
// Ranges    a_i, b_i in [0, q); product_lazy_o in (-q, q), signed.
// Timing    mul_lazy_latency(q) cycles (3329: 4; 7681, 12289: 5; 23 and 24 bits: 8), one product per enabled cycle,
//           en_i = 0 freezes the pipe; no reset. The operands must come from registers.
// Cost      one DSP block up to 17 bits, two on devices with 25 x 18 blocks above; one adder a fold.
// Model     twiddle.model.arith.mul_lazy

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

  localparam logic [63:0] Largest = twd_modarith_pkg::largest_product(Q);
  localparam int unsigned ProductWidth = $clog2(Largest + 64'd1);
  localparam int unsigned Split = twd_modarith_pkg::DSP_WIDTH;

  logic [ProductWidth-1:0] product_q;

  if (Width <= Split) begin : gen_whole
    always_ff @(posedge clk_i) begin
      if (en_i) product_q <= ProductWidth'(a_i) * ProductWidth'(b_i);
    end
  end else begin : gen_split
    logic [Width+Split-1:0] low_q;
    logic [2*Width-Split-1:0] high_q;

    always_ff @(posedge clk_i) begin
      if (en_i) begin
        low_q     <= (Width + Split)'(a_i) * (Width + Split)'(b_i[Split-1:0]);
        high_q    <= (2 * Width - Split)'(a_i) * (2 * Width - Split)'(b_i[Width-1:Split]);
        product_q <= ProductWidth'(low_q) + ProductWidth'({high_q, Split'(0)});
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
