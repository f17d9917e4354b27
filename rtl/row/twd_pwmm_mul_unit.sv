// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_pwmm_mul_unit: c_o = acc_i + s a o b for two coefficients a cycle, by modular multipliers; s is their scale.
//
//   complete transform      c_i = acc_i + s a_i b_i
//   pairs                   c_0 + c_1 x = acc + s (a_0 + a_1 x)(b_0 + b_1 x) mod x^2 - zeta
//
// Method    twd_mod_mul, or Karatsuba's four products a pair (twd_base_mul; Nguyen et al. 2023, equations 11, 12).
// Ranges    a_i, b_i in [0, 2^Width), made canonical first; acc_i, c_o in [0, q); zeta_i = zeta / s in [0, q).
// Timing    acc_i mul_acc_cycle, zeta_i zeta_cycle and c_o latency cycles (twd_pwmm_pkg) after a_i, b_i. One pair a
//           cycle; it never stops, and has no reset.
// Cost      two multipliers and two adders, or a base multiplication and two adders; four corrections.
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

  logic [3:0][Width-1:0] raw;  // of b and of a
  logic [3:0][Width-1:0] canonical;
  logic [1:0][Width-1:0] a_q;
  logic [1:0][Width-1:0] b_q;

  assign raw = {b_i, a_i};

  for (genvar k = 0; k < 4; k++) begin : gen_correct
    twd_mod_correct #(.Q(Ring.q), .UseCarryChain(twd_method_pkg::product_stages(Method) == 1)) u_correct (
      .raw_i   ({2'b00, raw[k]}),
      .result_o(canonical[k])
    );
  end

  always_ff @(posedge clk_i) {b_q, a_q} <= canonical;

  logic [1:0][Width:0] product_lazy;  // (-q, q), of pairs [0, q)

  if (twd_ring_pkg::complete(Ring)) begin : gen_complete
    logic unused_zeta;
    assign unused_zeta = ^zeta_i;

    for (genvar l = 0; l < 2; l++) begin : gen_lane
      twd_mod_mul #(
        .Q          (Ring.q),
        .Method     (Method),
        .Form       (twd_method_pkg::FORM_LAZY),
        .Halvings   (Halvings),
        .LogicTables(LogicTables)
      ) u_product (
        .clk_i,
        .en_i     (1'b1),
        .a_i      (a_q[l]),
        .b_i      (b_q[l]),
        .product_o(product_lazy[l])
      );
    end
  end else begin : gen_pairs
    twd_base_mul #(.Q(Ring.q), .Method(Method), .Halvings(Halvings), .LogicTables(LogicTables)) u_product (
      .clk_i,
      .en_i  (1'b1),
      .a_0_i (a_q[0]),
      .a_1_i (a_q[1]),
      .b_0_i (b_q[0]),
      .b_1_i (b_q[1]),
      .zeta_i,
      .c_0_o (product_lazy[0][Width-1:0]),
      .c_1_o (product_lazy[1][Width-1:0])
    );

    assign {product_lazy[1][Width], product_lazy[0][Width]} = '0;
  end

  for (genvar l = 0; l < 2; l++) begin : gen_sum
    twd_mod_add #(.Q(Ring.q)) u_sum (
      .clk_i,
      .en_i    (1'b1),
      .a_i     (acc_i[l]),
      .b_lazy_i(product_lazy[l]),
      .sum_o   (c_o[l])
    );
  end

endmodule
