// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_pwmm_mul_unit: c_o = acc_i + s a o b for two coefficients a cycle, by modular multipliers; s is their scale.
//
//   complete transform      c_i = acc_i + s a_i b_i
//   pairs                   m_0 = s a_0 b_0, m_1 = s a_1 b_1, m_2 = s (a_0 + a_1)(b_0 + b_1)
//                           c_0 = acc_0 + (m_0 + s (zeta / s) m_1)
//                           c_1 = acc_1 - (m_0 + m_1 - m_2)
//
// Method    Karatsuba's four products a pair (Nguyen et al. 2023, equations 11 and 12).
// Ranges    a_i, b_i in [0, 2^Width), made canonical first; acc_i, c_o in [0, q); zeta_i = zeta / s in [0, q).
// Timing    acc_i mul_acc_cycle, zeta_i zeta_cycle and c_o latency cycles (twd_pwmm_pkg) after a_i, b_i. One pair a
//           cycle; it never stops, and has no reset.
// Cost      two multipliers, or four; four corrections and two adders, or seven.
// Model     twiddle.model.pwmm

module twd_pwmm_mul_unit #(
  parameter twd_ring_pkg::ring_cfg_t Ring = twd_ring_pkg::RING_ML_KEM,
  parameter twd_method_pkg::method_e Method = twd_method_pkg::METHOD_FOLD,
  parameter bit Scaled = 1'b0,
  parameter bit LogicTables = 1'b0,  // 1: constant tables in logic, not block RAM
  localparam int unsigned Width = $clog2(Ring.q)
) (
  input  logic                  clk_i,
  input  logic [1:0][Width-1:0] a_i,
  input  logic [1:0][Width-1:0] b_i,
  input  logic [1:0][Width-1:0] acc_i,
  input  logic      [Width-1:0] zeta_i,
  output logic [1:0][Width-1:0] c_o
);

  localparam int unsigned Halvings = twd_pwmm_pkg::halvings(Ring, Scaled);
  localparam int unsigned Lazy = twd_method_pkg::lazy_latency(Method, Ring.q, Halvings);
  localparam int unsigned Whole = twd_method_pkg::latency(Method, Ring.q, Halvings);

  logic [1:0][Width-1:0] a;
  logic [1:0][Width-1:0] b;
  logic [1:0][Width-1:0] a_q;
  logic [1:0][Width-1:0] b_q;

  for (genvar l = 0; l < 2; l++) begin : gen_canon
    twd_mod_correct #(
      .Q(Ring.q)
    ) u_a (
      .raw_i   ({2'b00, a_i[l]}),
      .result_o(a[l])
    );

    twd_mod_correct #(
      .Q(Ring.q)
    ) u_b (
      .raw_i   ({2'b00, b_i[l]}),
      .result_o(b[l])
    );
  end

  always_ff @(posedge clk_i) begin
    a_q <= a;
    b_q <= b;
  end

  if (twd_ring_pkg::complete(Ring)) begin : gen_complete
    logic unused_zeta;
    assign unused_zeta = ^zeta_i;

    for (genvar l = 0; l < 2; l++) begin : gen_lane
      logic [Width:0] product_lazy;  // (-q, q)

      twd_mod_mul_lazy #(
        .Q          (Ring.q),
        .Method     (Method),
        .Halvings   (Halvings),
        .LogicTables(LogicTables)
      ) u_product (
        .clk_i,
        .en_i          (1'b1),
        .a_i           (a_q[l]),
        .b_i           (b_q[l]),
        .product_lazy_o(product_lazy)
      );

      twd_mod_add #(
        .Q(Ring.q)
      ) u_sum (
        .clk_i,
        .en_i    (1'b1),
        .a_i     (acc_i[l]),
        .b_lazy_i(product_lazy),
        .sum_o   (c_o[l])
      );
    end
  end else begin : gen_pairs
    localparam int unsigned Add = twd_modarith_pkg::ADD_LATENCY;

    logic [Width-1:0] m_0, m_1;
    logic [Width-1:0] m_0_late;
    logic [Width-1:0] m_sum;
    logic [Width-1:0] a_sum, b_sum;
    logic [Width:0] m_2_lazy;  // (-q, q)
    logic [Width:0] m_2_late;  // (-q, q)
    logic [Width:0] m_3_lazy;  // (-q, q)
    logic [Width-1:0] low;
    logic [Width-1:0] minus_high;
    logic [Width-1:0] minus_high_late;

    twd_mod_mul #(
      .Q          (Ring.q),
      .Method     (Method),
      .Halvings   (Halvings),
      .LogicTables(LogicTables)
    ) u_m_0 (
      .clk_i,
      .en_i     (1'b1),
      .a_i      (a_q[0]),
      .b_i      (b_q[0]),
      .product_o(m_0)
    );

    twd_mod_mul #(
      .Q          (Ring.q),
      .Method     (Method),
      .Halvings   (Halvings),
      .LogicTables(LogicTables)
    ) u_m_1 (
      .clk_i,
      .en_i     (1'b1),
      .a_i      (a_q[1]),
      .b_i      (b_q[1]),
      .product_o(m_1)
    );

    // c_0
    twd_mod_mul_lazy #(
      .Q          (Ring.q),
      .Method     (Method),
      .Halvings   (Halvings),
      .LogicTables(LogicTables)
    ) u_m_3 (
      .clk_i,
      .en_i          (1'b1),
      .a_i           (m_1),
      .b_i           (zeta_i),
      .product_lazy_o(m_3_lazy)
    );

    twd_delay #(
      .Width (Width),
      .Cycles(Lazy)
    ) u_m_0_late (
      .clk_i,
      .en_i(1'b1),
      .d_i (m_0),
      .q_o (m_0_late)
    );

    twd_mod_add #(
      .Q(Ring.q)
    ) u_low (
      .clk_i,
      .en_i    (1'b1),
      .a_i     (m_0_late),
      .b_lazy_i(m_3_lazy),
      .sum_o   (low)
    );

    twd_mod_add #(
      .Q(Ring.q)
    ) u_c_0 (
      .clk_i,
      .en_i    (1'b1),
      .a_i     (acc_i[0]),
      .b_lazy_i({1'b0, low}),
      .sum_o   (c_o[0])
    );

    // c_1
    twd_mod_add #(
      .Q(Ring.q)
    ) u_a_sum (
      .clk_i,
      .en_i    (1'b1),
      .a_i     (a_q[0]),
      .b_lazy_i({1'b0, a_q[1]}),
      .sum_o   (a_sum)
    );

    twd_mod_add #(
      .Q(Ring.q)
    ) u_b_sum (
      .clk_i,
      .en_i    (1'b1),
      .a_i     (b_q[0]),
      .b_lazy_i({1'b0, b_q[1]}),
      .sum_o   (b_sum)
    );

    twd_mod_mul_lazy #(
      .Q          (Ring.q),
      .Method     (Method),
      .Halvings   (Halvings),
      .LogicTables(LogicTables)
    ) u_m_2 (
      .clk_i,
      .en_i          (1'b1),
      .a_i           (a_sum),
      .b_i           (b_sum),
      .product_lazy_o(m_2_lazy)
    );

    twd_mod_add #(
      .Q(Ring.q)
    ) u_m_sum (
      .clk_i,
      .en_i    (1'b1),
      .a_i     (m_0),
      .b_lazy_i({1'b0, m_1}),
      .sum_o   (m_sum)
    );

    twd_delay #(
      .Width (Width + 1),
      .Cycles(Whole - Lazy)
    ) u_m_2_late (
      .clk_i,
      .en_i(1'b1),
      .d_i (m_2_lazy),
      .q_o (m_2_late)
    );

    twd_mod_sub #(
      .Q(Ring.q)
    ) u_minus_high (
      .clk_i,
      .en_i        (1'b1),
      .a_i         (m_sum),
      .b_lazy_i    (m_2_late),
      .difference_o(minus_high)
    );

    twd_delay #(
      .Width (Width),
      .Cycles(Lazy - Add)
    ) u_high (
      .clk_i,
      .en_i(1'b1),
      .d_i (minus_high),
      .q_o (minus_high_late)
    );

    twd_mod_sub #(
      .Q(Ring.q)
    ) u_c_1 (
      .clk_i,
      .en_i        (1'b1),
      .a_i         (acc_i[1]),
      .b_lazy_i    ({1'b0, minus_high_late}),
      .difference_o(c_o[1])
    );
  end

endmodule
