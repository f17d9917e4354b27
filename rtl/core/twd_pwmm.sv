// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_pwmm: one row of a matrix-vector product in the transform domain: c = s * sum over j < k of a_j o b_j.
//
//   a, b --> register --> units: product and accumulation in one pass --+--> buffer --> c       (last product)
//                           ^                                           |
//                           +--------- line of n coefficients <---------+
//
// Method    Nguyen et al. 2023, section 4.3: the sums of a row go round in a line of n coefficients in LUT memory,
//           the only memory but for the output's. The pipe never stops: beats go in while the buffer has room for all
//           that is in it, so that no enable runs through it.
// Operations   op_i = 2 (PWM) and k_i from 1 to 8, both with the first beat of a: k_i polynomials on a, k_i on b, one
//           on c. A matrix is one operation a row, the vector sent again. Anything else is refused: max(k_i, 1)
//           polynomials are taken on a, as many on b if op_i is 2, 3 or 4, and n / Lanes zeros come out with c_err_o.
// Scaled    0: s = 1, methods FOLD, SHIFT_ADD, TILES, RNS and BARRETT. 1: s = 2^-layers, which is the 1/n of the
//           inverse transform, methods KRED and LDSP. LDSP and TILES take no DSP block: their products are rows of
//           adders (twd_row_mul_add), summed and then reduced, for any q, and not twd_mod_mul_ldsp or
//           twd_mod_mul_tiles. The other methods are those of twd_mod_mul.
// Streams   a and b in lock step, one register each; coefficients in natural index order, canonical or reduced and
//           flagged. Reset at any time; it drops everything accepted.
// Cycles    B = n / Lanes beats a polynomial: interval k B; fill (k - 1) B + latency + 4, latency k B + latency + 4,
//           with latency of twd_pwmm_pkg.
// Cost      Units of twd_pwmm_row_unit or twd_pwmm_mul_unit; n words of LUT memory; a buffer of 16 or 32 beats.
// Limits    n / Lanes of at least fewest_beats (twd_pwmm_pkg). Not protected against side channels beyond
//           data-independent timing.
// Model     twiddle.model.pwmm.pwmm

`include "twd_ring.svh"

module twd_pwmm #(
  parameter int unsigned N = 256,  // coefficients, a power of two from 8 to 4096
  parameter int unsigned Q = 3329,  // modulus, an odd prime below 2^24
  parameter int unsigned Root = 17,  // element of order RootOrder modulo Q
  parameter int unsigned RootOrder = 256,  // 2 N, or N where the transform is incomplete
  parameter int unsigned Units = 1,  // pairs of coefficients a cycle, 1 or 2
  parameter int unsigned Method = 32'(twd_method_pkg::METHOD_TILES),  // of twd_method_pkg
  parameter bit Scaled = 1'b0,  // 1: results are 2^-layers times the row
  parameter bit LogicTables = 1'b0,  // 1: constant tables in logic, not block RAM
  localparam twd_ring_pkg::ring_cfg_t Ring = {N, Q, Root, RootOrder},
  localparam int unsigned BrokenRing = twd_ring_pkg::broken_rule(Ring),
  localparam int unsigned Broken = BrokenRing == twd_ring_pkg::RULE_OK
      ? twd_pwmm_pkg::broken_rule(Ring, Units, Method, Scaled) : twd_pwmm_pkg::RULE_OK,
  localparam bit Legal = BrokenRing == twd_ring_pkg::RULE_OK && Broken == twd_pwmm_pkg::RULE_OK,
  // What is built: of an illegal choice something legal, so that its refusal is the only message.
  localparam twd_ring_pkg::ring_cfg_t Used = Legal ? Ring : twd_ring_pkg::RING_ML_KEM,
  localparam int unsigned U = Legal ? Units : 1,
  localparam twd_method_pkg::method_e M = twd_method_pkg::method_e'(Legal ? Method : 32'(twd_method_pkg::METHOD_FOLD)),
  localparam bit S = Legal && Scaled,
  localparam int unsigned Width = $clog2(Used.q),
  localparam int unsigned Lanes = 2 * U
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  input  logic [            2:0] op_i,
  input  logic [            3:0] k_i,
  input  logic                   a_valid_i,
  output logic                   a_ready_o,
  input  logic [Lanes*Width-1:0] a_data_i,
  input  logic                   b_valid_i,
  output logic                   b_ready_o,
  input  logic [Lanes*Width-1:0] b_data_i,
  output logic                   c_valid_o,
  input  logic                   c_ready_i,
  output logic [Lanes*Width-1:0] c_data_o,
  output logic                   c_last_o,
  output logic                   c_err_o
);

  `TWD_REFUSE_RING("twd_pwmm", BrokenRing)
  `TWD_REFUSE(gen_bad_units, Broken == twd_pwmm_pkg::RULE_UNITS, "twd_pwmm: Units is not 1 or 2")
  `TWD_REFUSE(gen_bad_exact, Broken == twd_pwmm_pkg::RULE_EXACT,
              "twd_pwmm: Method leaves a factor in the product; with Scaled = 0: FOLD, SHIFT_ADD, TILES, RNS, BARRETT")
  `TWD_REFUSE(gen_bad_halving, Broken == twd_pwmm_pkg::RULE_HALVING,
              "twd_pwmm: Method cannot leave 2^-layers in the product; with Scaled = 1: KRED, LDSP")
  `TWD_REFUSE(gen_bad_method, Broken == twd_pwmm_pkg::RULE_METHOD,
              "twd_pwmm: Method does not work modulo Q; TILES, FOLD and BARRETT do, with Scaled = 1 LDSP")
  `TWD_REFUSE(gen_bad_beats, Broken == twd_pwmm_pkg::RULE_BEATS,
              "twd_pwmm: N / (2 Units) beats are fewer than the pipe is long")

  localparam int unsigned Beats = Used.n / Lanes;
  localparam int unsigned BeatBits = $clog2(Beats);
  localparam int unsigned Latency = twd_pwmm_pkg::latency(Used, M, S);
  localparam int unsigned AccCycle = twd_pwmm_pkg::acc_cycle(Used, M, S);
  localparam int unsigned ZetaCycle = twd_pwmm_pkg::zeta_cycle(Used, M, S);

  // ---- a register for each stream, and what the beat in that of a is ----
  logic room;  // in the buffer
  logic go;    // the beat in the registers goes into the pipe: cycle 0
  logic a_full_q, b_full_q;
  logic a_take, b_take;
  logic [Lanes*Width-1:0] a_q, b_q;
  logic takes_b_q;
  logic refused_q;
  logic first_q;  // of the first product
  logic final_q;  // of the last product
  logic begin_q;  // the first beat of the operation
  logic end_q;    // the last beat of the operation
  logic [BeatBits-1:0] beat_q;

  assign go = a_full_q && (b_full_q || !takes_b_q) && room;
  assign a_ready_o = rst_ni && (!a_full_q || go);
  assign b_ready_o = rst_ni && (!b_full_q || (go && takes_b_q));
  assign a_take = a_valid_i && a_ready_o;
  assign b_take = b_valid_i && b_ready_o;

  // The next beat of a.
  logic open_q;  // belongs to an operation that has begun
  logic early_q;  // in its first product
  logic [3:0] left_q;  // products after this one
  logic [3:0] left;
  logic [BeatBits-1:0] next_q;

  assign left = open_q ? left_q : k_i == 4'd0 ? 4'd0 : k_i - 4'd1;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      a_full_q <= 1'b0;
      b_full_q <= 1'b0;
      open_q   <= 1'b0;
      next_q   <= '0;
    end else begin
      a_full_q <= a_take || (a_full_q && !go);
      b_full_q <= b_take || (b_full_q && !(go && takes_b_q));
      if (a_take) begin
        open_q <= !(&next_q && left == 4'd0);
        next_q <= next_q + 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (a_take) begin
      a_q     <= a_data_i;
      beat_q  <= next_q;
      first_q <= !open_q || early_q;
      final_q <= left == 4'd0;
      begin_q <= !open_q;
      end_q   <= &next_q && left == 4'd0;
      early_q <= (!open_q || early_q) && !(&next_q);
      left_q  <= left - 4'(&next_q);
      if (!open_q) begin
        takes_b_q <= twd_op_pkg::takes_b(op_i);
        refused_q <= op_i != twd_op_pkg::OP_PWM || k_i == 4'd0 || k_i > 4'd8;
      end
    end
    if (b_take) b_q <= b_data_i;
  end

  // ---- the pipe: what goes beside the data ----
  logic [Latency:0] valid;  // of cycle i
  logic [Latency:1] valid_q;
  logic [BeatBits-1:0] w_beat;
  logic w_final, w_end, w_refused;

  assign valid = {valid_q, go};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= '0;
    else valid_q <= valid[Latency-1:0];
  end

  twd_delay #(
    .Width (BeatBits + 3),
    .Cycles(Latency)
  ) u_marks (
    .clk_i,
    .en_i(1'b1),
    .d_i ({beat_q, final_q, end_q, refused_q}),
    .q_o ({w_beat, w_final, w_end, w_refused})
  );

  // Coefficients out of range: in cycle 1 each, in cycle 2 those of the beat, in cycle 3 of the operation so far.
  logic [2*Lanes-1:0] outside_q;
  logic [1:0] anew_q;
  logic refused_late_q;
  logic bad_q;
  logic err_q;
  logic err_late;  // in cycle Latency + 1

  always_ff @(posedge clk_i) begin
    for (int unsigned l = 0; l < Lanes; l++) begin
      outside_q[l]       <= twd_modarith_pkg::at_least(32'(a_q[l*Width+:Width]), Used.q);
      outside_q[Lanes+l] <= twd_modarith_pkg::at_least(32'(b_q[l*Width+:Width]), Used.q);
    end
    refused_late_q <= refused_q;
    bad_q          <= |outside_q || refused_late_q;
    anew_q         <= {anew_q[0], begin_q};
    if (valid[2]) err_q <= bad_q || (err_q && !anew_q[1]);
  end

  twd_delay #(
    .Width (1),
    .Cycles(Latency - 2)
  ) u_err (
    .clk_i,
    .en_i(1'b1),
    .d_i (err_q),
    .q_o (err_late)
  );

  // ---- the line: the sums so far ----
  (* ram_style = "distributed", no_rw_check *) logic [Lanes*Width-1:0] line[Beats];
  logic [BeatBits-1:0] r_beat;
  logic r_first;
  logic [Lanes*Width-1:0] acc_q;
  logic [Lanes*Width-1:0] sum;

  twd_delay #(
    .Width (BeatBits + 1),
    .Cycles(AccCycle - 1)
  ) u_read (
    .clk_i,
    .en_i(1'b1),
    .d_i ({beat_q, first_q}),
    .q_o ({r_beat, r_first})
  );

  always_ff @(posedge clk_i) begin
    if (valid[Latency]) line[w_beat] <= sum;
    acc_q <= line[r_beat];
    if (r_first) acc_q <= '0;
  end

  // ---- the units ----
  for (genvar u = 0; u < U; u++) begin : gen_unit
    localparam int unsigned Low = 2 * u * Width;
    logic [Width-1:0] zeta;

    if (twd_ring_pkg::complete(Used)) begin : gen_complete
      assign zeta = '0;
    end else begin : gen_pairs
      logic [BeatBits-1:0] z_beat;

      twd_delay #(
        .Width (BeatBits),
        .Cycles(ZetaCycle - 2)
      ) u_beat (
        .clk_i,
        .en_i(1'b1),
        .d_i (beat_q),
        .q_o (z_beat)
      );

      twd_pair_twiddle_rom #(
        .Ring       (Used),
        .Step       (U),
        .Offset     (u),
        .Factor     (twd_pwmm_pkg::zeta_factor(Used, M, S)),
        .LogicTables(LogicTables)
      ) u_zeta (
        .clk_i,
        .en_i  (1'b1),
        .addr_i(z_beat),
        .zeta_o(zeta)
      );
    end

    if (twd_pwmm_pkg::in_rows(M)) begin : gen_rows
      twd_pwmm_row_unit #(
        .Ring  (Used),
        .Scaled(S)
      ) u_unit (
        .clk_i,
        .a_i   (a_q[Low+:2*Width]),
        .b_i   (b_q[Low+:2*Width]),
        .acc_i (acc_q[Low+:2*Width]),
        .zeta_i(zeta),
        .c_o   (sum[Low+:2*Width])
      );
    end else begin : gen_multipliers
      twd_pwmm_mul_unit #(
        .Ring       (Used),
        .Method     (M),
        .Scaled     (S),
        .LogicTables(LogicTables)
      ) u_unit (
        .clk_i,
        .a_i   (a_q[Low+:2*Width]),
        .b_i   (b_q[Low+:2*Width]),
        .acc_i (acc_q[Low+:2*Width]),
        .zeta_i(zeta),
        .c_o   (sum[Low+:2*Width])
      );
    end
  end

  // ---- the result: cycle Latency + 1 ----
  logic out_valid_q;
  logic out_end_q;
  logic [Lanes*Width-1:0] out_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) out_valid_q <= 1'b0;
    else out_valid_q <= valid[Latency] && w_final;
  end

  always_ff @(posedge clk_i) begin
    out_end_q <= w_end;
    out_q     <= sum;
    if (w_refused) out_q <= '0;
  end

  // Of what has gone in, up to Latency + 3 beats are not among the stored ones that room speaks of.
  twd_fifo #(
    .Width  (Lanes * Width + 2),
    .Depth  (twd_pwmm_pkg::buffer_depth(Used, M, S)),
    .Reserve(Latency + 3)
  ) u_buffer (
    .clk_i,
    .rst_ni,
    .w_valid_i(out_valid_q),
    .w_data_i ({out_q, out_end_q, err_late}),
    .room_o   (room),
    .r_valid_o(c_valid_o),
    .r_ready_i(c_ready_i),
    .r_data_o ({c_data_o, c_last_o, c_err_o})
  );

  logic                   stalled_q;
  logic [Lanes*Width+1:0] seen_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) stalled_q <= 1'b0;
    else stalled_q <= c_valid_o && !c_ready_i;
  end

  always_ff @(posedge clk_i) seen_q <= {c_data_o, c_last_o, c_err_o};

  `TWD_ASSERT(ResultHeldUntilTaken, !stalled_q || (c_valid_o && {c_data_o, c_last_o, c_err_o} == seen_q))
  `TWD_ASSERT(OperationOffered, !(a_full_q && refused_q))
  `TWD_ASSERT(SumWrittenBeforeItIsRead, !(valid[Latency] && valid[AccCycle-1] && !r_first && w_beat == r_beat))

endmodule
