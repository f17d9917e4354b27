// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_pwmm_engine: the sums of products of a row, data_o = s * sum over j < k of a_j o b_j.
//
//   a, b --> units: product and accumulation in one pass --+--> data_o (last product)
//              ^                                           |
//              +---------- twd_pwmm_sums <-----------------+
//
// Method    Nguyen et al. 2023, section 4.3: the units add each product to the sum of the beat, which returns through
//           a memory of n coefficients. The pipe never stops, so that no enable runs through it: valid_o follows
//           valid_i, and the caller keeps room for Latency + 3 beats.
// Ranges    a_i, b_i in [0, 2^Width), reduced on the way and flagged; data_o in [0, q).
// Timing    valid_o, data_o, last_o and err_o Latency + 1 cycles after the beat of the last product, with Latency of
//           twd_pwmm_pkg. mark_i.first_product starts the sums anew. Reset drops the beats in the pipe.
// Cost      Units of twd_pwmm_row_unit or twd_pwmm_mul_unit; n words of LUT memory.
// Assumes   n / (2 Units) of at least fewest_beats (twd_pwmm_pkg).
// Model     twiddle.model.pwmm.pwmm

`include "twd_assert.svh"
`include "twd_delay.svh"

module twd_pwmm_engine #(
  parameter twd_ring_pkg::ring_cfg_t Ring = twd_ring_pkg::RING_ML_KEM,
  parameter int unsigned Units = 1,
  parameter twd_method_pkg::method_e Method = twd_method_pkg::METHOD_TILES,
  parameter bit Scaled = 1'b0,
  parameter bit LogicTables = 1'b0,  // 1: constant tables in logic, not block RAM
  parameter bit Trusted = 1'b0,  // 1: operands are canonical
  localparam int unsigned Width = $clog2(Ring.q),
  localparam int unsigned Lanes = 2 * Units,
  localparam int unsigned Beats = Ring.n / Lanes,
  localparam int unsigned BeatBits = $clog2(Beats)
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  input  logic                   valid_i,
  input  logic [Lanes*Width-1:0] a_i,
  input  logic [Lanes*Width-1:0] b_i,
  input  logic [   BeatBits-1:0] beat_i,
  input  twd_pwmm_pkg::mark_t    mark_i,
  output logic                   valid_o,
  output logic [Lanes*Width-1:0] data_o,
  output logic                   last_o,
  output logic                   err_o
);

  localparam int unsigned Latency = twd_pwmm_pkg::latency(Ring, Method, Scaled);
  localparam int unsigned AccCycle = twd_pwmm_pkg::acc_cycle(Ring, Method, Scaled);
  localparam int unsigned ZetaCycle = twd_pwmm_pkg::zeta_cycle(Ring, Method, Scaled);

  // ---- the sideband of the pipe: valid[i] and the marks of the beat in cycle i ----
  logic [Latency:0] valid;
  logic [Latency:1] valid_q;
  logic [BeatBits-1:0] sum_beat;
  twd_pwmm_pkg::mark_t sum_mark;

  assign valid = {valid_q, valid_i};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= '0;
    else valid_q <= valid[Latency-1:0];
  end

  `TWD_DELAY(u_sideband, BeatBits + twd_pwmm_pkg::MARK_BITS, Latency, 1'b1, {beat_i, mark_i}, {sum_beat, sum_mark})

  // ---- the flag: coefficients out of range, of the lanes in cycle 1, the beat in cycle 2, the operation in cycle 3
  // ----
  logic [2*Lanes-1:0] outside, outside_q;
  logic [1:0] first_beat_q;
  logic refused_q;
  logic beat_err_q;
  logic err_q;

  for (genvar l = 0; l < Lanes; l++) begin : gen_outside
    assign outside[l]       = twd_modarith_pkg::at_least(32'(a_i[l*Width+:Width]), Ring.q);
    assign outside[Lanes+l] = twd_modarith_pkg::at_least(32'(b_i[l*Width+:Width]), Ring.q);
  end

  always_ff @(posedge clk_i) begin
    outside_q    <= Trusted ? '0 : outside;
    refused_q    <= mark_i.refused;
    beat_err_q   <= |outside_q || refused_q;
    first_beat_q <= {first_beat_q[0], mark_i.first_beat};
    if (valid[2]) err_q <= beat_err_q || (err_q && !first_beat_q[1]);
  end

  `TWD_DELAY(u_err, 1, Latency - 2, 1'b1, err_q, err_o)

  // ---- the sums so far ----
  logic [BeatBits-1:0] acc_beat;
  logic acc_clear;
  logic [Lanes*Width-1:0] acc;
  logic [Lanes*Width-1:0] sum;

  `TWD_DELAY(u_acc_beat, BeatBits + 1, AccCycle - 1, 1'b1, {beat_i, mark_i.first_product}, {acc_beat, acc_clear})

  twd_pwmm_sums #(.Depth(Beats), .Width(Lanes * Width)) u_sums (
    .clk_i, .rst_ni,
    .w_en_i   (valid[Latency]),
    .w_addr_i (sum_beat),
    .w_data_i (sum),
    .r_valid_i(valid[AccCycle-1]),
    .r_clear_i(acc_clear),
    .r_addr_i (acc_beat),
    .r_data_o (acc)
  );

  // ---- the units ----
  for (genvar u = 0; u < Units; u++) begin : gen_unit
    localparam int unsigned Low = 2 * u * Width;
    logic [Width-1:0] zeta;

    if (twd_ring_pkg::complete(Ring)) begin : gen_complete
      assign zeta = '0;
    end else begin : gen_pairs
      logic [BeatBits-1:0] zeta_beat;

      `TWD_DELAY(u_zeta_beat, BeatBits, ZetaCycle - 2, 1'b1, beat_i, zeta_beat)

      twd_pair_twiddle_rom #(
        .Ring       (Ring),
        .Step       (Units),
        .Offset     (u),
        .Factor     (twd_pwmm_pkg::zeta_factor(Ring, Method, Scaled)),
        .LogicTables(LogicTables)
      ) u_zeta (
        .clk_i,
        .en_i  (1'b1),
        .addr_i(zeta_beat),
        .zeta_o(zeta)
      );
    end

    if (twd_pwmm_pkg::in_rows(Method)) begin : gen_rows
      twd_pwmm_row_unit #(.Ring(Ring), .Scaled(Scaled)) u_unit (
        .clk_i,
        .a_i   (a_i[Low+:2*Width]),
        .b_i   (b_i[Low+:2*Width]),
        .acc_i (acc[Low+:2*Width]),
        .zeta_i(zeta),
        .c_o   (sum[Low+:2*Width])
      );
    end else begin : gen_multipliers
      twd_pwmm_mul_unit #(.Ring(Ring), .Method(Method), .Scaled(Scaled), .LogicTables(LogicTables)) u_unit (
        .clk_i,
        .a_i   (a_i[Low+:2*Width]),
        .b_i   (b_i[Low+:2*Width]),
        .acc_i (acc[Low+:2*Width]),
        .zeta_i(zeta),
        .c_o   (sum[Low+:2*Width])
      );
    end
  end

  // ---- the result: cycle Latency + 1 ----
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_o <= 1'b0;
    else valid_o <= valid[Latency] && sum_mark.last_product;
  end

  always_ff @(posedge clk_i) begin
    last_o <= sum_mark.last_beat;
    data_o <= sum;
    if (sum_mark.refused) data_o <= '0;
  end

  logic unused_mark;
  assign unused_mark = sum_mark.first_product ^ sum_mark.first_beat;

`ifndef SYNTHESIS
  // A sum is canonical because the operands are reduced and the sum before, or 0, is canonical.
  logic [Lanes-1:0] sum_outside;

  for (genvar l = 0; l < Lanes; l++) begin : gen_sum_outside
    assign sum_outside[l] = twd_modarith_pkg::at_least(32'(sum[l*Width+:Width]), Ring.q);
  end

  `TWD_ASSERT(SumsCanonical, !valid[Latency] || sum_outside == '0)
`endif

  `TWD_ASSERT(OperandsAreCanonical, !Trusted || !valid_i || mark_i.refused || outside == '0)

endmodule
