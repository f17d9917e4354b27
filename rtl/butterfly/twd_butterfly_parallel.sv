// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_butterfly_parallel: the butterfly of a streaming transform whose two operands come in one cycle (BU2).
//
//            forward: inverse_i = 0      inverse: inverse_i = 1      pass_i = 1, twiddle -1/scale
//   sum_o    u + scale v w               u + v, or (u + v) / 2       u
//   diff_o   u - scale v w               scale (u - v) w             v
//
//   forward   u ------- delay ------ + --> sum_o       inverse   u --+----- delays ----> + --> sum_o
//                                  \/                              \/                    |
//             v --* product -------/\- -> diff_o                 v --/\- - --* product --+--> diff_o
//               w                                                             w
//
// Method    BU2 of Duong-Ngoc and Lee 2022, Fig. 4b: modular multiplier, adder, subtractor; the inverse direction
//           (faint lines) has the same adder at the end of both delay lines and the subtractor before the multiplier.
//           The product stays lazy, as in twd_butterfly_feedback. pass_i masks an operand of adder and subtractor.
// Halve     for transforms whose sums pass no multiplier that could take 1/n: half of s = u + v, from r = s - q, is
//           (r - 1)/2 + (q + 1)/2 where r is odd, else r/2, and q more where r < 0.
// Ranges    every operand and result in [0, q). The factor scale(Method, q, 0) of twd_method_pkg stays in the
//           product: twiddles carry 1/scale.
// Numbers   of twd_twiddle_mul; with pass_i, twiddle_i is ignored.
// Q_2       modulus_i = 1: the butterfly is modulo Q_2, in the same time.
// Timing    streaming_latency(Method, q) cycles, one butterfly per enabled cycle, en_i = 0 freezes the pipe; no
//           reset. twiddle_i comes one cycle after u_i and v_i, in the inverse direction two cycles; pass_i and
//           modulus_i come with u_i and v_i. inverse_i is constant while butterflies are in the pipe.
// Cost      twd_twiddle_mul, five adders, a delay line of Width x multiplier latency, a second one where there is an
//           inverse; BOTH adds multiplexers before three of the adders.
// Model     twiddle.model.butterflies.butterfly_parallel

`include "twd_delay.svh"
`include "twd_modulus.svh"

module twd_butterfly_parallel #(
  parameter  int unsigned                   Q           = 3329,
  parameter  twd_method_pkg::method_e       Method      = twd_method_pkg::METHOD_SHIFT_ADD,
  parameter  twd_butterfly_pkg::direction_e Direction   = twd_butterfly_pkg::FORWARD,  // INVERSE, BOTH
  parameter  bit                            Halve       = 1'b0,  // inverse sums are halved
  parameter  bit                            Pass        = 1'b0,  // 0: pass_i is ignored
  parameter  int unsigned                   Numbers     = 0,     // constant twiddle factors; 0: twiddle_i is the factor
  parameter  logic [127:0]                  Values      = 128'd0,  // 32 bits each
  parameter  int unsigned                   Q_2         = 0,     // another modulus, below Q; 0: none
  parameter  bit                            LogicTables = 1'b0,  // 1: constant tables in logic, not block RAM
  localparam int unsigned                   Width       = $clog2(Q)
) (
  input  logic             clk_i,
  input  logic             en_i,
  input  logic             inverse_i,  // for Direction BOTH
  input  logic             pass_i,
  input  logic             modulus_i,  // u_i and v_i are modulo Q_2
  input  logic [Width-1:0] u_i,
  input  logic [Width-1:0] v_i,
  input  logic [Width-1:0] twiddle_i,
  output logic [Width-1:0] sum_o,
  output logic [Width-1:0] diff_o
);

  `TWD_REFUSE_Q("twd_butterfly_parallel", Q)
  `TWD_REFUSE(gen_bad_direction, Direction > twd_butterfly_pkg::BOTH,
              "twd_butterfly_parallel: Direction is not FORWARD, INVERSE or BOTH")
  `TWD_REFUSE(gen_bad_numbers, Numbers != 0 && Direction == twd_butterfly_pkg::BOTH,
              "twd_butterfly_parallel: Numbers is not for Direction BOTH")

  localparam bit Forward = Direction == twd_butterfly_pkg::FORWARD;
  localparam int unsigned ProductLatency = twd_method_pkg::bare_latency(Method, Q) + 1;

  logic inverse;
  logic pass_early, pass_late, pass_late_q;  // of what is at the subtractor, inverse and forward
  logic pass_factor;                         // of what is at the multiplier
  logic [Width-1:0] factor;
  logic [Width:0] product;       // (-q, q)
  logic [Width-1:0] u_early;
  logic [Width-1:0] u_q;
  logic [Width:0] u_low_q;       // u - q, in [-q, 0)
  logic [Width-1:0] v_late;
  logic [Width:0] addend;        // (-q, q)
  logic [Width:0] minuend;
  logic [Width:0] subtrahend;
  logic [Width:0] sum_raw_q;     // [-q, q)
  logic [Width:0] diff_n_q;      // ones' complement of the difference, which is in (-q, q)
  logic [Width:0] last;          // what diff_o is made of
  logic [Width:0] sum_raw;
  logic [Width:0] diff_n;
  logic [Width-1:0] sum;
  logic [Width-1:0] diff;
  logic halve;
  logic odd;

  assign inverse    = Direction == twd_butterfly_pkg::BOTH ? inverse_i : !Forward;
  assign pass_early = Pass && pass_i;

  `TWD_DELAY(u_pass_factor, 1, Forward ? 1 : 2, en_i, pass_early, pass_factor)
  `TWD_DELAY(u_pass_late, 1, ProductLatency, en_i, pass_early, pass_late)

  // Where the second modulus holds: for the difference of the inverse direction, for the operands of the multiplier
  // forward and inverse, for the delayed u, and for the results.
  logic second, second_diff, second_inverse, second_u, second_u_q, second_out;
  logic [Width-1:0] modulus_u, modulus_out, half;

  assign second      = Q_2 != 0 && modulus_i;
  assign modulus_u   = second_u ? Width'(Q_2) : Width'(Q);
  assign modulus_out = second_out ? Width'(Q_2) : Width'(Q);
  assign half        = second_out ? Width'((Q_2 + 1) / 2) : Width'((Q + 1) / 2);

  `TWD_DELAY(u_second_u, 1, ProductLatency - 1, en_i, second, second_u)

  if (Forward) begin : gen_register
    always_ff @(posedge clk_i) if (en_i) factor <= v_i;
  end else begin : gen_factor
    logic [Width-1:0] modulus_diff;
    logic [Width-1:0] factor_d;

    assign modulus_diff = second_diff ? Width'(Q_2) : Width'(Q);

    twd_carry_add #(.Width(Width)) u_factor (
      .direct_i(modulus_diff & {Width{inverse && !diff_n_q[Width]}}),
      .logic_i (inverse ? ~diff_n_q[Width-1:0] : v_i),
      .carry_i (1'b0),
      .sum_o   (factor_d)
    );

    always_ff @(posedge clk_i) if (en_i) factor <= factor_d;
  end

  twd_twiddle_mul #(
    .Q          (Q),
    .Q_2        (Q_2),
    .Method     (Method),
    .Numbers    (Numbers),
    .Values     (Values),
    .Unit       (Pass ? Q - 1 : 0),
    .LogicTables(LogicTables)
  ) u_mul (
    .clk_i, .en_i,
    .modulus_i     (inverse ? second_inverse : second_diff),
    .unit_i        (pass_factor),
    .a_i           (factor),
    .twiddle_i,
    .product_lazy_o(product)
  );

  `TWD_DELAY(u_u_delay, Width, ProductLatency - 1, en_i, u_i, u_early)
  `TWD_DELAY(u_v_delay, Width, ProductLatency, en_i, v_i, v_late)

  assign addend     = (inverse ? {1'b0, v_late} : product) & {(Width + 1) {!pass_late}};
  assign minuend    = (inverse ? {1'b0, u_i} : product[Width] ? u_low_q : {1'b0, u_q})
      & {(Width + 1) {!(inverse ? pass_early : pass_late)}};
  assign subtrahend = inverse ? {1'b0, v_i} : product;

  assign halve = Halve && inverse && !pass_late_q;
  assign odd   = halve && sum_raw_q[0];
  assign last  = inverse ? product : ~diff_n_q;

  // With pass_i either choice is right, u or u - q. diff_n is a difference in ones' complement.
  twd_carry_add #(.Width(Width + 1)) u_sum_raw (
    .direct_i(addend), .logic_i(!inverse && product[Width] ? {1'b0, u_q} : u_low_q), .carry_i(1'b0), .sum_o(sum_raw)
  );

  twd_carry_add #(.Width(Width + 1)) u_diff_n (
    .direct_i(subtrahend), .logic_i(~minuend), .carry_i(1'b0), .sum_o(diff_n)
  );

  twd_carry_add #(.Width(Width)) u_sum (
    .direct_i(odd ? half : modulus_out & {Width{sum_raw_q[Width]}}),
    .logic_i (halve ? sum_raw_q[Width:1] : sum_raw_q[Width-1:0]),
    .carry_i (1'b0),
    .sum_o   (sum)
  );

  twd_carry_add #(.Width(Width)) u_diff (
    .direct_i(modulus_out & {Width{last[Width]}}), .logic_i(last[Width-1:0]), .carry_i(1'b0), .sum_o(diff)
  );

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      pass_late_q    <= pass_late;
      second_diff    <= second;
      second_inverse <= second_diff;
      second_u_q     <= second_u;
      second_out     <= second_u_q;

      u_q       <= u_early;
      u_low_q   <= {1'b0, u_early} - {1'b0, modulus_u};
      sum_raw_q <= sum_raw;
      diff_n_q  <= diff_n;
      sum_o     <= sum;
      diff_o    <= diff;
    end
  end

  logic unused;  // where there is no Pass, one direction, or one modulus
  assign unused = ^{inverse_i, pass_i, modulus_i, v_late};

endmodule
