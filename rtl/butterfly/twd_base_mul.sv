// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_base_mul: c_0 + c_1 x = scale (a_0 + a_1 x)(b_0 + b_1 x) mod x^2 - zeta, one pair a cycle, in four products.
//
//   m_0 = a_0 b_0, m_1 = a_1 b_1, k = (a_0 + a_1)(b_0 + b_1), z = m_1 (zeta / scale), each with the factor scale:
//   c_0 = m_0 + z                  c_1 = k - (m_0 + m_1)
//
//   a_1 b_1 --* m_1 --+-------------* z --- + --> c_0       cycles, with M = latency and L = lazy_latency of Method:
//                     |     zeta / scale    |               sums 0 to S; m_0, m_1 0 to M; k S to L + S;
//   a_0 b_0 --* m_0 --|--+--- delay --------+               m_0 + m_1 M to M + 1; z M to M + L; c_0 M + L to M + L + 2;
//                     +--+                                  k - (m_0 + m_1) and two corrections L + S to L + S + 3;
//   a_0 + a_1         |                                     S = 3, one for the comparison, or 2 where M = 3
//   b_0 + b_1 --* k ---- - -- delay -------------> c_1
//
// Method    Karatsuba's four products (Xing and Li 2021), with lazy products where an adder follows: of c_1 only the
//           last difference is corrected. No result is compared: from (-2q, 2q), k - (m_0 + m_1) + q, the sign chooses
//           q more or less, then q more or nothing; the sign of z chooses m_0 or m_0 - q.
// Ranges    every operand and result in [0, q). The factor scale(Method, q, Halvings) of twd_method_pkg stays in both
//           results: zeta_i carries 1/scale.
// Timing    base_latency(Method, q, Halvings) cycles, one pair per enabled cycle, en_i = 0 freezes the pipe; no reset.
//           zeta_i comes twd_method_pkg::latency(Method, Q, Halvings) cycles after the pair, with m_1.
// Cost      four multipliers, eight adders, four corrections, two delay lines of Width; with a product of
//           one stage 2 Width flip-flops more.
// Model     twiddle.model.butterflies.base_mul

`include "twd_delay.svh"
`include "twd_modulus.svh"

module twd_base_mul #(
  parameter  int unsigned             Q           = 3329,
  parameter  twd_method_pkg::method_e Method      = twd_method_pkg::METHOD_FOLD,
  parameter  int unsigned             Halvings    = 0,     // of twd_mod_mul
  parameter  bit                      LogicTables = 1'b0,  // 1: constant tables in logic, not block RAM
  localparam int unsigned             Width       = $clog2(Q)
) (
  input  logic             clk_i,
  input  logic             en_i,
  input  logic [Width-1:0] a_0_i,
  input  logic [Width-1:0] a_1_i,
  input  logic [Width-1:0] b_0_i,
  input  logic [Width-1:0] b_1_i,
  input  logic [Width-1:0] zeta_i,
  output logic [Width-1:0] c_0_o,
  output logic [Width-1:0] c_1_o
);

  `TWD_REFUSE_Q("twd_base_mul", Q)

  localparam int unsigned Latency = twd_method_pkg::latency(Method, Q, Halvings);
  localparam int unsigned LazyLatency = twd_method_pkg::lazy_latency(Method, Q, Halvings);
  localparam int unsigned Before = Latency > 3 ? 32'd1 : 32'd0;  // cycles for the comparison of the sums
  localparam bit Single = twd_method_pkg::product_stages(Method) == 1;
  localparam logic [Width:0] Modulus = (Width + 1)'(Q);

  logic [1:0][Width-1:0] operand;  // a_0 + a_1, b_0 + b_1
  logic [1:0][Width-1:0] m;
  logic [1:0][Width:0] lazy;  // k and z, in (-q, q)
  logic [Width-1:0] m_0_late, m_0_q;
  logic [Width:0] m_0_low_q;  // m_0 - q, in [-q, 0)
  logic [Width:0] m_sum_q;  // m_0 + m_1, in [0, 2q - 1)
  logic [Width:0] m_sum;
  logic [Width:0] m_low_q;  // m_0 + m_1 - q, in [-q, q - 1)
  logic [Width:0] c_0_raw, c_0_raw_q;  // [-q, q)
  logic [Width+1:0] raw_q;  // (-2q, 2q)
  logic [Width:0] raw_q2;  // [-q, q)
  logic [Width-1:0] c_1_q;

  for (genvar i = 0; i < 2; i++) begin : gen_operand_sum
    logic [Width-1:0] x_0, x_1;
    assign x_0 = i == 0 ? a_0_i : b_0_i;
    assign x_1 = i == 0 ? a_1_i : b_1_i;

    if (Before == 0) begin : gen_two_cycles
      twd_mod_add #(.Q(Q), .UseCarryChain(Single)) u_sum (
        .clk_i, .en_i,
        .a_i     (x_0),
        .b_lazy_i({1'b0, x_1}),
        .sum_o   (operand[i])
      );
    end else begin : gen_three_cycles
      logic [Width:0] total_q;      // [0, 2q - 1)
      logic [Width-1:0] late_q;
      logic [Width-1:0] less_q;   // less q
      logic above_q;              // q or more
      logic [Width-1:0] sum_q;

      // Where the product follows at once, Yosys puts a difference into the pre-adder of its DSP block, which does not
      // wrap: less_q is chosen. Otherwise q is subtracted.
      always_ff @(posedge clk_i) begin
        if (en_i) begin
          total_q <= {1'b0, x_0} + {1'b0, x_1};
          late_q  <= total_q[Width-1:0];
          less_q  <= total_q[Width-1:0] - Modulus[Width-1:0];
          above_q <= twd_modarith_pkg::at_least(32'(total_q), Q);
          if (Single) sum_q <= above_q ? less_q : late_q;
          else sum_q <= late_q - (Modulus[Width-1:0] & {Width{above_q}});
        end
      end

      assign operand[i] = sum_q;
    end
  end

  for (genvar i = 0; i < 2; i++) begin : gen_product
    twd_mod_mul #(.Q(Q), .Method(Method), .Halvings(Halvings), .LogicTables(LogicTables)) u_m (
      .clk_i, .en_i,
      .a_i      (i == 0 ? a_0_i : a_1_i),
      .b_i      (i == 0 ? b_0_i : b_1_i),
      .product_o(m[i])
    );

    twd_mod_mul #(
      .Q          (Q),
      .Method     (Method),
      .Form       (twd_method_pkg::FORM_LAZY),
      .Halvings   (Halvings),
      .LogicTables(LogicTables)
    ) u_lazy (
      .clk_i, .en_i,
      .a_i      (i == 0 ? operand[0] : m[1]),
      .b_i      (i == 0 ? operand[1] : zeta_i),
      .product_o(lazy[i])
    );
  end

  `TWD_DELAY(u_m_0_delay, Width, LazyLatency - 1, en_i, m[0], m_0_late)

  twd_carry_add #(.Width(Width + 1)) u_c_0 (
    .direct_i(lazy[1]),
    .logic_i (lazy[1][Width] ? {1'b0, m_0_q} : m_0_low_q),
    .carry_i (1'b0),
    .sum_o   (c_0_raw)
  );

  `TWD_DELAY(u_m_sum_delay, Width + 1, LazyLatency + Before - Latency, en_i, m_sum_q, m_sum)

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      m_0_q     <= m_0_late;
      m_0_low_q <= {1'b0, m_0_late} - Modulus;
      c_0_raw_q <= c_0_raw;
      c_0_o     <= c_0_raw_q[Width-1:0] + (Modulus[Width-1:0] & {Width{c_0_raw_q[Width]}});
      m_sum_q   <= {1'b0, m[0]} + {1'b0, m[1]};
      m_low_q   <= m_sum - Modulus;
      raw_q     <= {lazy[0][Width], lazy[0]} - {m_low_q[Width], m_low_q};
      raw_q2    <= raw_q[Width:0] + (raw_q[Width+1] ? Modulus : -Modulus);
      c_1_q     <= raw_q2[Width-1:0] + (Modulus[Width-1:0] & {Width{raw_q2[Width]}});
    end
  end

  `TWD_DELAY(u_c_1_delay, Width, Latency - 3 - Before, en_i, c_1_q, c_1_o)

  `TWD_PAST(pair_in_range, Latency, 32'(a_0_i) < Q && 32'(a_1_i) < Q && 32'(b_0_i) < Q && 32'(b_1_i) < Q)
  `TWD_ASSERT_AFTER(ResultsCanonical, LazyLatency + twd_modarith_pkg::ADD_LATENCY,
                    pair_in_range && 32'(zeta_i) < Q, 32'(c_0_o) < Q && 32'(c_1_o) < Q)

endmodule
