// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_butterfly_feedback: a butterfly stage with delay feedback (BU1) on Lanes paths. Of every block of 2 Depth beats
// it gives the Depth sums of beats that are Depth apart, and after them the Depth differences.
//
//   forward: inverse_i = 0                       inverse: inverse_i = 1
//
//   x --* product -+-> + --> y                   x_lazy -+-> + ----* product --> y_lazy
//     w            | \/                                  | \/       w
//                  | /\                                  | /\
//                  +-> - --+                             +-> - --+
//            +---- FIFO <--+                       +---- FIFO <--+
//            +-----> (to + and -)                  +-----> (to + and -)
//
// A direction has ports of its own, so that a chain of stages needs no multiplexer between them.
//
// Method    BU1 of Duong-Ngoc and Lee 2022, Fig. 4a, with lazy products; docs/cores/mdf.md explains it. Every
//           coefficient passes the multiplier: twiddles are 1/scale for the first half forward (for sums inverse),
//           w/scale for the second half (for differences). With second_i = 0 throughout, a stage is a delay line.
// Numbers   of twd_twiddle_mul; twiddle_i[2] is the factor 1 instead.
// Ranges    x_i, y_o and twiddle_i in [0, q); x_lazy_i and y_lazy_o in (-q, q), signed. Natural order within a block.
//           The factor scale(Method, q, 0) of twd_method_pkg stays in every product. Before the first second half the
//           output is the old contents of the FIFO. With Q_2, modulus_i = 1: x_i is modulo Q_2, constant within a
//           block.
// Timing    streaming_latency(Method, q) cycles, one beat per enabled cycle, from x_i to the sum with it; the
//           difference Depth cycles after the sum. en_i = 0 freezes the pipe; reset clears the counter of the FIFO
//           alone. x_lazy_i comes with x_i, second_i one cycle before, twiddle_i one cycle after; in the inverse
//           direction three cycles after the x_lazy_i with which its sum or difference leaves the adders (second half
//           of the sum, or Depth after it). inverse_i stays constant while the pipe holds coefficients, and from one
//           cycle before the first: every lane has a register of it.
// Cost      A lane: twd_twiddle_mul, five adders, Depth words of Width + 1 bits (in LUT memory above 4); Configurable
//           adds two multiplexers.
// Model     twiddle.model.butterflies.butterfly_feedback

`include "twd_delay.svh"
`include "twd_modulus.svh"

module twd_butterfly_feedback #(
  parameter  int unsigned             Q            = 3329,
  parameter  twd_method_pkg::method_e Method       = twd_method_pkg::METHOD_SHIFT_ADD,
  parameter  int unsigned             Lanes        = 1,     // paths that share second_i
  parameter  int unsigned             Depth        = 1,     // words of the FIFO, from 1
  parameter  bit                      Configurable = 1'b0,  // 0: forward alone, inverse_i is ignored
  parameter  int unsigned             Numbers      = 0,     // constant twiddle factors; 0: twiddle_i is the factor
  parameter  logic [127:0]            Values       = 128'd0,  // 32 bits each
  parameter  int unsigned             Q_2          = 0,     // another modulus, below Q; 0: none, modulus_i is ignored
  parameter  bit                      Whole        = 1'b0,  // 1: with Q_2 too, all products are modulo Q
  parameter  bit                      LogicTables  = 1'b0,  // 1: constant tables in logic, not block RAM
  localparam int unsigned             Width        = $clog2(Q)
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  logic                        en_i,
  input  logic                        inverse_i,
  input  logic                        second_i,   // x_i of the next cycle is of the second half of a block
  input  logic                        modulus_i,  // x_i is modulo Q_2
  input  logic [Lanes-1:0][Width-1:0] x_i,        // forward
  input  logic [Lanes-1:0][Width : 0] x_lazy_i,   // inverse
  input  logic [Lanes-1:0][Width-1:0] twiddle_i,
  output logic [Lanes-1:0][Width-1:0] y_o,        // forward
  output logic [Lanes-1:0][Width : 0] y_lazy_o    // inverse
);

  `TWD_REFUSE_Q("twd_butterfly_feedback", Q)
  `TWD_REFUSE(gen_bad_numbers, Numbers != 0 && Configurable,
              "twd_butterfly_feedback: Numbers is not for Configurable")
  `TWD_REFUSE(gen_bad_depth, Depth < 1, "twd_butterfly_feedback: Depth is less than 1")

  localparam int unsigned ProductLatency = twd_method_pkg::bare_latency(Method, Q) + 1;
  localparam int unsigned Word = Lanes * (Width + 1);

  logic backward;            // the inverse direction
  logic [Lanes-1:0] inverse;  // the same, for the multiplexers of each lane
  logic second_late;
  logic second;         // the adders have a beat of the second half
  logic second_q;
  logic invert_early;  // the word that leaves the FIFO is a difference
  logic invert_q, invert_q2;
  logic [Lanes-1:0][Width:0] feed;   // into the FIFO
  logic [Lanes-1:0][Width:0] early;  // out of it, but for the last register

  logic [Lanes-1:0] copies;
  assign backward = Configurable && inverse_i;
  assign inverse  = copies & {Lanes{Configurable}};

  twd_register_copies #(.Width(1), .Copies(Lanes)) u_copies (.clk_i, .en_i(1'b1), .d_i(backward), .q_o(copies));

  `TWD_DELAY(u_second_delay, 1, ProductLatency, en_i, second_i, second_late)
  `TWD_DELAY(u_invert_delay, 1, Depth - 1, en_i, second, invert_early)

  // Where Q_2 applies: to the operands of the multiplier, to the word that leaves the FIFO, to the output.
  logic other, other_late, other_factor, other_early, other_early_q, other_on, other_on_q;
  logic [Width-1:0] modulus_early, modulus_on;

  assign other         = Q_2 != 0 && modulus_i;
  assign modulus_early = other_early ? Width'(Q_2) : Width'(Q);
  assign modulus_on    = other_on ? Width'(Q_2) : Width'(Q);

  `TWD_DELAY(u_other_delay, 1, ProductLatency, en_i, other, other_late)
  `TWD_DELAY(u_early_delay, 1, Depth - 1, en_i, backward ? other : other_late, other_early)

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      second        <= backward ? second_i : second_late;
      second_q      <= second;
      invert_q      <= invert_early;
      invert_q2     <= invert_q;
      other_factor  <= backward ? other_on_q : other;
      other_early_q <= other_early;
      other_on      <= other_early_q;
      other_on_q    <= other_on;
    end
  end

  // The FIFO but for its last register: LUT memory above three words, after a register, for a sum takes one cycle and
  // its way to the memory the next.
  if (Depth > 4) begin : gen_memory
    logic [Word-1:0] feed_q;

    always_ff @(posedge clk_i) if (en_i) feed_q <= feed;

    twd_delay_ram #(.Width(Word), .Cycles(Depth - 2)) u_memory (.clk_i, .rst_ni, .en_i, .d_i(feed_q), .q_o(early));
  end else begin : gen_registers
    `TWD_DELAY(u_registers, Word, Depth - 1, en_i, feed, early)
  end

  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    logic [Width-1:0] factor;
    logic [Width:0] product;
    logic [Width:0] v;        // (-q, q)
    logic [Width:0] u_early;  // u before its correction
    logic [Width-1:0] u_q;    // [0, q)
    logic [Width:0] u_low_q;  // u - q, in [-q, 0)
    logic [Width:0] held_q, held_q2;  // the word itself, in (-q, q)
    logic [Width:0] sum_q;    // u + v or u + v - q, in [-q, q)
    logic [Width:0] sum;
    logic [Width:0] on;
    logic [Width-1:0] out;
    logic [Width:0] minuend;

    twd_twiddle_mul #(
      .Q          (Q),
      .Q_2        (Whole ? 0 : Q_2),
      .Method     (Method),
      .Numbers    (Numbers),
      .Values     (Values),
      .Unit       (1),
      .LogicTables(LogicTables)
    ) u_mul (
      .clk_i, .en_i,
      .modulus_i     (other_factor),
      .unit_i        (twiddle_i[l][2]),
      .a_i           (factor),
      .twiddle_i     (twiddle_i[l]),
      .product_lazy_o(product)
    );

    assign v           = inverse[l] ? x_lazy_i[l] : product;
    assign y_lazy_o[l] = product;

    // Differences go into the FIFO in ones' complement.
    assign minuend = v[Width] ? u_low_q : {1'b0, u_q};
    assign on      = second_q ? sum_q : held_q2 ^ {(Width + 1) {invert_q2}};

    twd_carry_add #(.Width(Width + 1)) u_feed (
      .direct_i(v), .logic_i(~minuend & {(Width + 1) {second}}), .carry_i(1'b0), .sum_o(feed[l])
    );

    twd_carry_add #(.Width(Width + 1)) u_sum (
      .direct_i(v), .logic_i(v[Width] ? {1'b0, u_q} : u_low_q), .carry_i(1'b0), .sum_o(sum)
    );

    twd_carry_add #(.Width(Width)) u_out (
      .direct_i(modulus_on & {Width{on[Width]}}), .logic_i(on[Width-1:0]), .carry_i(1'b0), .sum_o(out)
    );

    assign u_early = Depth == 1 ? v : early[l];

    always_ff @(posedge clk_i) begin
      if (en_i) begin
        factor  <= inverse[l] ? y_o[l] : x_i[l];
        held_q  <= Depth == 1 ? feed[l] : early[l];
        u_q     <= u_early[Width-1:0] + (modulus_early & {Width{u_early[Width]}});
        u_low_q <= u_early - ({1'b0, modulus_early} & {(Width + 1) {!u_early[Width]}});
        held_q2 <= held_q;
        sum_q   <= sum;
        y_o[l]  <= out;
      end
    end
  end

  logic unused;  // where there is one direction, one modulus, one word
  assign unused = ^{rst_ni, inverse_i, copies, x_lazy_i, modulus_i, early};

endmodule
