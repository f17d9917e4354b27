// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_butterfly_feedback: a butterfly stage with single-path delay feedback (BU1): a block of 2 Depth coefficients in, the
// Depth sums of the pairs that are Depth apart out, and behind them the Depth differences.
//
//   forward: inverse_i = 0                       inverse: inverse_i = 1
//
//   x --* product -+-> + --> y                   x ------+-> + ----* product --> y
//     w            | \/                                  | \/       w
//                  | /\                                  | /\
//                  +-> - --+                             +-> - --+
//            +---- FIFO <--+                       +---- FIFO <--+
//            +-----> (to + and -)                  +-----> (to + and -)
//
// Method    BU1 of Duong-Ngoc and Lee 2022, Fig. 4a. In the first half of a block (second_i = 0) what comes out of the FIFO,
//           the differences of the block before, goes on, and the coefficients go into it; in the second half the FIFO
//           meets them: the sum goes on, the difference goes into the FIFO. Every coefficient passes the multiplier, so
//           that no path around it is needed: a half that is not to be multiplied takes the twiddle 1/scale.
//           Forward (Cooley-Tukey): the multiplier is first; twiddles are 1/scale in the first half, w/scale in the
//           second. Inverse (Gentleman-Sande, faint lines): the multiplier is last; sums take 1/scale, differences
//           w/scale, either may carry 1/n as well.
// Ranges    every operand and result in [0, q); data order natural within a block. The factor scale(Method, q, 0) of
//           twd_method_pkg stays in every product. What comes out before the first second half is what was in the FIFO.
// Timing    streaming_latency(Method, q) cycles, 7 with SHIFT_ADD, one coefficient per enabled cycle: the sum with x_i so
//           many cycles after x_i, the difference Depth cycles after the sum. en_i = 0 freezes the pipe; no reset.
//           twiddle_i comes with x_i in the forward direction; in the inverse one, one cycle after the x_i beside
//           which its sum or difference leaves the adders (the x_i of the sum's second half, or Depth after it).
//           inverse_i stays as it is while there are coefficients in the pipe.
// Cost      one multiplier, three adders, two corrections, Depth words; Configurable adds two multiplexers.
// Model     twiddle.model.butterflies.butterfly_feedback

module twd_butterfly_feedback #(
  parameter  int unsigned             Q            = 3329,
  parameter  twd_method_pkg::method_e Method       = twd_method_pkg::METHOD_SHIFT_ADD,
  parameter  int unsigned             Depth        = 1,     // words of the FIFO, from 1
  parameter  bit                      Configurable = 1'b0,  // 0: forward alone, inverse_i is ignored
  localparam int unsigned             Width        = $clog2(Q)
) (
  input  logic             clk_i,
  input  logic             en_i,
  input  logic             inverse_i,
  input  logic             second_i,  // x_i is of the second half of a block
  input  logic [Width-1:0] x_i,
  input  logic [Width-1:0] twiddle_i,
  output logic [Width-1:0] y_o
);

  if (Q < 3 || Q % 2 == 0 || Q >= 32'h0100_0000) begin : gen_bad_modulus
    $fatal(1, "twd_butterfly_feedback: Q is not odd, from 3 to below 2^24");
  end

  if (Depth < 1) begin : gen_bad_depth
    $fatal(1, "twd_butterfly_feedback: Depth is less than 1");
  end

  localparam logic [Width-1:0] Modulus = Width'(Q);
  localparam logic [Width:0] Low = (Width + 1)'(Q + 1);

  logic [Width-1:0] factor;
  logic [Width-1:0] product;
  logic second_late;
  logic second;
  logic [Width-1:0] v;
  logic [Width-1:0] out_q;

  twd_mod_mul #(
    .Q     (Q),
    .Method(Method)
  ) u_mul (
    .clk_i,
    .en_i,
    .a_i      (factor),
    .b_i      (twiddle_i),
    .product_o(product)
  );

  twd_delay #(
    .Width (1),
    .Cycles(twd_method_pkg::latency(Method, Q, 0))
  ) u_second_delay (
    .clk_i,
    .en_i,
    .d_i(second_i),
    .q_o(second_late)
  );

  if (Configurable) begin : gen_both
    assign factor = inverse_i ? out_q : x_i;
    assign second = inverse_i ? second_i : second_late;
    assign v      = inverse_i ? x_i : product;
    assign y_o    = inverse_i ? product : out_q;
  end else begin : gen_forward
    logic unused_inverse;
    assign unused_inverse = inverse_i;

    assign factor = x_i;
    assign second = second_late;
    assign v      = product;
    assign y_o    = out_q;
  end

  // In one cycle sum and difference, and their corrections, which hang on a sign: the FIFO's last word is there as u and as
  // u - q - 1. u - q - 1 - ~v = u - q + v: of a difference, synthesis gives the first operand to the carry chain, so
  // that the multiplexers before the other one are in the adders' LUTs.
  logic [Width-1:0] u_q;
  logic [Width:0] u_low_q;  // u - q - 1, in [-q - 1, -1)
  logic [Width:0] sum_raw;  // [-q, q - 1)
  logic [Width:0] diff_raw;  // (-q, q)
  logic [Width-1:0] feed;  // into the FIFO
  logic diff_below;

  assign sum_raw    = u_low_q - {1'b1, ~v};
  assign diff_raw   = {1'b0, u_q} - {1'b0, v};
  assign diff_below = second && diff_raw[Width];
  assign feed       = (Modulus & {Width{diff_below}}) + (second ? diff_raw[Width-1:0] : v);

  always_ff @(posedge clk_i) begin
    if (en_i) out_q <= (Modulus & {Width{second && sum_raw[Width]}}) + (second ? sum_raw[Width-1:0] : u_q);
  end

  if (Depth == 1) begin : gen_word
    always_ff @(posedge clk_i) begin
      if (en_i) begin
        u_q     <= feed;
        u_low_q <= (diff_below ? {(Width + 1) {1'b1}} : -Low) + (second ? diff_raw : {1'b0, v});
      end
    end
  end else begin : gen_words
    logic [Width-1:0] u_early;

    twd_delay #(
      .Width (Width),
      .Cycles(Depth - 1)
    ) u_fifo (
      .clk_i,
      .en_i,
      .d_i(feed),
      .q_o(u_early)
    );

    always_ff @(posedge clk_i) begin
      if (en_i) begin
        u_q     <= u_early;
        u_low_q <= {1'b0, u_early} - Low;
      end
    end
  end

endmodule
