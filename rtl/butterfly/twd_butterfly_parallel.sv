// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_butterfly_parallel: the butterfly of a streaming transform whose two operands come side by side (BU2).
//
//            forward: inverse_i = 0      inverse: inverse_i = 1
//   sum_o    u + scale v w               u + v
//   diff_o   u - scale v w               scale (u - v) w
//
//   forward   u ------- delay ------ + --> sum_o       inverse   u --+----- delays ----> + --> sum_o
//                                  \/                              \/                    |
//             v --* product -------/\- -> diff_o                 v --/\- - --* product --+--> diff_o
//               w                                                             w
//
// Method    BU2 of Duong-Ngoc and Lee 2022, Fig. 4b: modular multiplier, adder, subtractor, sum and difference with
//           their corrections in one cycle. The adder takes u - q, made the cycle before, so that the correction hangs on a
//           sign and not on a comparison. The inverse direction (faint lines) has the same adder at the end of both delay
//           lines and the subtractor before the multiplier.
// Ranges    every operand and result in [0, q). The factor scale(Method, q, 0) of twd_method_pkg stays in the product:
//           twiddles carry 1/scale. Nothing is halved: 1/n is left to the tables.
// Timing    streaming_latency(Method, q) cycles, 7 with SHIFT_ADD, one butterfly per enabled cycle, en_i = 0 freezes the
//           pipe; no reset. twiddle_i comes with u_i and v_i in the forward direction and one cycle later in the
//           inverse one. inverse_i stays as it is while there are butterflies in the pipe.
// Cost      one multiplier, three adders, two corrections, a delay line of Width x (multiplier latency - 1); Configurable
//           adds a second one and three multiplexers (subtractor, multiplier, difference).
// Model     twiddle.model.butterflies.butterfly_parallel

module twd_butterfly_parallel #(
  parameter  int unsigned             Q            = 3329,
  parameter  twd_method_pkg::method_e Method       = twd_method_pkg::METHOD_SHIFT_ADD,
  parameter  bit                      Configurable = 1'b0,  // 0: forward alone, inverse_i is ignored
  localparam int unsigned             Width        = $clog2(Q)
) (
  input  logic             clk_i,
  input  logic             en_i,
  input  logic             inverse_i,
  input  logic [Width-1:0] u_i,
  input  logic [Width-1:0] v_i,
  input  logic [Width-1:0] twiddle_i,
  output logic [Width-1:0] sum_o,
  output logic [Width-1:0] diff_o
);

  if (Q < 3 || Q % 2 == 0 || Q >= 32'h0100_0000) begin : gen_bad_modulus
    $fatal(1, "twd_butterfly_parallel: Q is not odd, from 3 to below 2^24");
  end

  localparam int unsigned MulLatency = twd_method_pkg::latency(Method, Q, 0);
  localparam logic [Width-1:0] Modulus = Width'(Q);

  logic [Width-1:0] factor;
  logic [Width-1:0] product;
  logic [Width-1:0] u_early;
  logic [Width-1:0] u_late_q;
  logic [Width:0] u_low_q;  // u - q - 1, in [-q - 1, -1)
  logic [Width-1:0] addend;
  logic [Width-1:0] minuend;
  logic [Width-1:0] subtrahend;
  logic [Width:0] sum_raw;  // [-q, q - 1)
  logic [Width:0] diff_raw;  // (-q, q)
  logic [Width-1:0] diff_q;

  if (Configurable) begin : gen_both
    logic [Width-1:0] v_late;

    twd_delay #(
      .Width (Width),
      .Cycles(MulLatency)
    ) u_v_delay (
      .clk_i,
      .en_i,
      .d_i(v_i),
      .q_o(v_late)
    );

    assign factor     = inverse_i ? diff_q : v_i;
    assign addend     = inverse_i ? v_late : product;
    assign minuend    = inverse_i ? u_i : u_late_q;
    assign subtrahend = inverse_i ? v_i : product;
    assign diff_o     = inverse_i ? product : diff_q;
  end else begin : gen_forward
    logic unused_inverse;
    assign unused_inverse = inverse_i;

    assign factor     = v_i;
    assign addend     = product;
    assign minuend    = u_late_q;
    assign subtrahend = product;
    assign diff_o     = diff_q;
  end

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
    .Width (Width),
    .Cycles(MulLatency - 1)
  ) u_u_delay (
    .clk_i,
    .en_i,
    .d_i(u_i),
    .q_o(u_early)
  );

  // u - q - 1 - ~a = u - q + a: of a difference, synthesis gives the first operand to the carry chain, so that the
  // multiplexer before the second one is in the adder's LUTs.
  assign sum_raw  = u_low_q - {1'b1, ~addend};
  assign diff_raw = {1'b0, minuend} - {1'b0, subtrahend};

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      u_late_q <= u_early;
      u_low_q  <= {1'b0, u_early} - (Width + 1)'(Q + 1);
      sum_o    <= sum_raw[Width-1:0] + (Modulus & {Width{sum_raw[Width]}});
      diff_q   <= diff_raw[Width-1:0] + (Modulus & {Width{diff_raw[Width]}});
    end
  end

endmodule
