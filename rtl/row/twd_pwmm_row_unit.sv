// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_pwmm_row_unit: c_o = acc_i + s a o b for two coefficients a cycle, without DSP blocks; s = 2^-layers, or 1.
//
//   complete transform      c_i = acc_i + s a_i b_i
//   pairs                   c_0 = acc_0 + s (a_0 b_0 + 2^h zeta m_1),  m_1 = 2^-h a_1 b_1 mod q
//                           c_1 = acc_1 + s (a_0 b_1 + a_1 b_0)
//
// Method    Nguyen et al. 2023, Fig. 5: integer products are summed first and reduced once, by K-RED, which leaves the
//           2^-layers that the inverse transform then need not multiply by; -k 2^m = 1 does it for 3329, and here
//           tables for any q and number of layers (twd_mod_fold). Three changes: products are rows to the base 4
//           (twd_row_mul_add), where one more product is cheaper than the additions of Karatsuba's four;
//           the sum so far goes in with the first row, times 2^layers, and not after the reduction;
//           m_1 is reduced from below alone, as far as it takes (square_halvings), and is not made canonical.
// Ranges    a_i, b_i in [0, 2^Width), reduced on the way; acc_i, c_o in [0, q); zeta_i = 2^h zeta in [0, q).
// Timing    acc_i one cycle after a_i and b_i, zeta_i zeta_cycle, c_o row_latency (twd_pwmm_pkg). One pair a cycle;
//           it never stops, and has no reset.
// Cost      ml-kem: five products and three of 3 a; three reductions; delay lines.
// Model     twiddle.model.pwmm.row_unit

`include "twd_delay.svh"

module twd_pwmm_row_unit #(
  parameter twd_ring_pkg::ring_cfg_t Ring = twd_ring_pkg::RING_ML_KEM,
  parameter bit Scaled = 1'b1,
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
  localparam logic [63:0] Raw = twd_pwmm_pkg::raw_largest(Ring.q);
  localparam logic [63:0] Acc = twd_pwmm_pkg::acc_largest(Ring, Scaled);
  localparam int unsigned AccWidth = $clog2(Acc + 64'd1);
  localparam logic [63:0] Product = twd_pwmm_pkg::product_largest(Ring, Scaled);
  localparam int unsigned ProductWidth = $clog2(Product + 64'd1);

  logic [1:0][Width-1:0] b_q;

  always_ff @(posedge clk_i) b_q <= b_i;

  if (twd_ring_pkg::complete(Ring)) begin : gen_complete
    logic unused_zeta;
    assign unused_zeta = ^zeta_i;

    for (genvar l = 0; l < 2; l++) begin : gen_lane
      logic [ProductWidth-1:0] sum;

      twd_row_mul_add #(.ALargest(Raw), .BLargest(Raw), .AddLargest(Acc)) u_product (
        .clk_i,
        .en_i (1'b1),
        .a_i  (a_i[l]),
        .b_i  (b_q[l]),
        .add_i(AccWidth'(acc_i[l]) << Halvings),
        .sum_o(sum)
      );

      twd_pwmm_reduce #(.Q(Ring.q), .Largest(Product), .Halvings(Halvings)) u_reduce (
        .clk_i,
        .en_i    (1'b1),
        .x_i     (sum),
        .result_o(c_o[l])
      );
    end
  end else begin : gen_pairs
    localparam int unsigned SquareHalvings = twd_pwmm_pkg::square_halvings(Ring.q);
    localparam logic [63:0] Square = twd_pwmm_pkg::square_largest(Ring.q);
    localparam int unsigned SquareWidth = $clog2(Square + 64'd1);
    localparam logic [63:0] Low = twd_pwmm_pkg::low_largest(Ring, Scaled);
    localparam int unsigned LowWidth = $clog2(Low + 64'd1);
    localparam logic [63:0] High = twd_pwmm_pkg::high_largest(Ring, Scaled);
    localparam int unsigned HighWidth = $clog2(High + 64'd1);

    // a_i b_j, with acc_j for i = 0. The same in both: 3 a_0, 3 a_1 and the digits of b_0, b_1 are built once.
    for (genvar i = 0; i < 2; i++) begin : gen_a
      localparam logic [63:0] Add = i == 0 ? Acc : 64'd0;
      localparam int unsigned Added = i == 0 ? AccWidth : 1;

      for (genvar j = 0; j < 2; j++) begin : gen_b
        logic [Added-1:0] added;
        logic [$clog2(Raw*Raw+Add+64'd1)-1:0] sum;
        assign added = i == 0 ? Added'(acc_i[j]) << Halvings : '0;

        twd_row_mul_add #(.ALargest(Raw), .BLargest(Raw), .AddLargest(Add)) u_product (
          .clk_i,
          .en_i (1'b1),
          .a_i  (a_i[i]),
          .b_i  (b_q[j]),
          .add_i(added),
          .sum_o(sum)
        );
      end
    end

    // c_0
    logic [SquareWidth-1:0] m_1;
    logic [ProductWidth-1:0] a0_b0_late;
    logic [LowWidth-1:0] low;

    twd_mod_fold #(.Q(Ring.q), .Largest(Raw * Raw), .Halvings(SquareHalvings), .OnlyLow(1'b1)) u_m_1 (
      .clk_i,
      .en_i         (1'b1),
      .x_i          (gen_a[1].gen_b[1].sum),
      .result_lazy_o(m_1)
    );

    `TWD_DELAY(u_wait, ProductWidth, twd_fold_pkg::low_folds(SquareHalvings), 1'b1, gen_a[0].gen_b[0].sum, a0_b0_late)

    twd_row_mul_add #(.ALargest(64'(Ring.q - 1)), .BLargest(Square), .AddLargest(Product)) u_zeta (
      .clk_i,
      .en_i (1'b1),
      .a_i  (zeta_i),
      .b_i  (m_1),
      .add_i(a0_b0_late),
      .sum_o(low)
    );

    twd_pwmm_reduce #(.Q(Ring.q), .Largest(Low), .Halvings(Halvings)) u_low (
      .clk_i,
      .en_i    (1'b1),
      .x_i     (low),
      .result_o(c_o[0])
    );

    // c_1, which waits for c_0
    localparam int unsigned HighLatency = 2 + twd_pwmm_pkg::rows(Raw)
        + twd_pwmm_pkg::reduce_latency(High, Ring.q, Halvings);

    logic [HighWidth-1:0] high_q;
    logic [Width-1:0] c_1;

    always_ff @(posedge clk_i) high_q <= HighWidth'(gen_a[0].gen_b[1].sum) + HighWidth'(gen_a[1].gen_b[0].sum);

    twd_pwmm_reduce #(.Q(Ring.q), .Largest(High), .Halvings(Halvings)) u_high (
      .clk_i,
      .en_i    (1'b1),
      .x_i     (high_q),
      .result_o(c_1)
    );

    `TWD_DELAY(u_c_1, Width, twd_pwmm_pkg::row_latency(Ring, Scaled) - HighLatency, 1'b1, c_1, c_o[1])
  end

endmodule
