// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_lane_pair: two products modulo q by a twiddle factor, or a sum of base products, from the sums of a lane.
//
//   lazy_o = {s_2, s_1}                                    products by a twiddle factor: s_1 is one product
//   base_o = {s_1, s_0 + zeta s_2}, some cycles later      base products
//
//   s_2 ----> reduce --+--------------------------------------> lazy_o, high
//                      +--> correct --> * zeta --+
//   s_0 ------------ delay --------------------> + --> reduce --> base_o, low
//   s_1 ----> reduce --+--------------------------------------> lazy_o, low
//                      +---- delay ---------------------------> base_o, high
//
// Ranges    s_0_i, s_2_i sums of TERMS products of canonical values, s_1_i of twice as many; zeta_i in [0, q); results
//           split words in (-q, q), signed.
// Timing    lazy_o pair_latency, base_o base_latency of twd_lane_pkg after the operands of the products, which is
//           tile_latency + 2 more than after the sums. zeta_i comes with the sums. No enable, no reset.
// Cost      three twd_mod_fold, a product of halves, two delay lines.
// Model     twiddle.model.unit.Slots

`include "twd_delay.svh"

module twd_lane_pair #(
  parameter  int unsigned Q_2   = 3329,
  parameter  bit          Dsp   = 1'b1,
  parameter  int unsigned High  = 12,                        // of the split words; Low or more
  localparam int unsigned Low   = $clog2(Q_2),
  localparam int unsigned Sum   = 2 * Low + $clog2(twd_lane_pkg::TERMS)
) (
  input  logic                  clk_i,
  input  logic [       Sum-1:0] s_0_i,
  input  logic [       Sum : 0] s_1_i,
  input  logic [       Sum-1:0] s_2_i,
  input  logic [       Low-1:0] zeta_i,
  output logic [High+Low+1 : 0] lazy_o,
  output logic [High+Low+1 : 0] base_o
);

  localparam logic [63:0] Largest = twd_lane_pkg::largest_sum(Q_2);
  localparam int unsigned Folds = twd_fold_pkg::folds(64'd2 * Largest, Q_2);
  localparam int unsigned FoldsUpper = twd_fold_pkg::folds(Largest, Q_2);
  localparam int unsigned FoldsBase = twd_fold_pkg::folds(twd_lane_pkg::largest_base(Q_2), Q_2);
  localparam int unsigned TileLatency = twd_lane_pkg::tile_latency(0, Q_2, Dsp);
  localparam int unsigned Bits = $clog2(64'd2 * Largest + 64'd1);
  localparam int unsigned BitsUpper = $clog2(Largest + 64'd1);
  localparam int unsigned BitsBase = $clog2(twd_lane_pkg::largest_base(Q_2) + 64'd1);

  logic [Low:0] lower, upper_early, upper;
  logic [Low:0] low_base, high_base;

  twd_mod_fold #(.Q(Q_2), .Largest(64'd2 * Largest)) u_lower (
    .clk_i,
    .en_i         (1'b1),
    .x_i          (s_1_i[Bits-1:0]),
    .result_lazy_o(lower)
  );

  twd_mod_fold #(.Q(Q_2), .Largest(Largest)) u_upper (
    .clk_i,
    .en_i         (1'b1),
    .x_i          (s_2_i[BitsUpper-1:0]),
    .result_lazy_o(upper_early)
  );

  `TWD_DELAY(u_upper_delay, Low + 1, Folds - FoldsUpper, 1'b1, upper_early, upper)

  assign lazy_o = {(High + 1)'($signed(upper)), lower};

  // ---- base products ----
  logic [Low-1:0] upper_q, zeta;
  logic [2*Low-1:0] by_zeta;
  logic [BitsUpper-1:0] s_0;
  logic [BitsBase-1:0] sum_q;

  always_ff @(posedge clk_i) begin
    upper_q <= upper[Low-1:0] + (upper[Low] ? Low'(Q_2) : '0);
    sum_q   <= BitsBase'(s_0) + BitsBase'(by_zeta);
  end

  `TWD_DELAY(u_zeta, Low, Folds + 1, 1'b1, zeta_i, zeta)

  twd_lane_tile #(.Width(Low), .Dsp(Dsp)) u_by_zeta (.clk_i, .a_i(upper_q), .b_i(zeta), .product_o(by_zeta));

  `TWD_DELAY(u_s_0, BitsUpper, Folds + 1 + TileLatency, 1'b1, s_0_i[BitsUpper-1:0], s_0)

  twd_mod_fold #(.Q(Q_2), .Largest(twd_lane_pkg::largest_base(Q_2))) u_base (
    .clk_i,
    .en_i         (1'b1),
    .x_i          (sum_q),
    .result_lazy_o(low_base)
  );

  `TWD_DELAY(u_high, Low + 1, 1 + TileLatency + 1 + FoldsBase, 1'b1, lower, high_base)

  assign base_o = {(High + 1)'($signed(high_base)), low_base};

endmodule
