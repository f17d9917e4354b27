// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_pointwise: the product in the transform domain of a streaming core, Lanes coefficients a cycle: c = a b
// coefficient by coefficient, or for an incomplete transform pair by pair modulo x^2 - zeta.
//
// Method    twd_mod_mul, or twd_base_mul of four products a pair with its twiddle ROM: the four-path ModMult of
//           Duong-Ngoc and Lee 2022, Fig. 8, for any number of lanes. No table can absorb a factor that the multiplier
//           leaves, so a method with a factor is replaced by an exact one (twd_stream_pkg::exact): LDSP by TILES,
//           which takes no DSP block either, the others by FOLD. With pass_i the product is a: b is replaced by 1.
// Ranges    Every operand and result in [0, q).
// Timing    pointwise_latency(Ring, Method) cycles of twd_stream_pkg, Lanes coefficients a cycle; no reset.
//           sop_i: beat 0 comes two cycles later; pass_i comes with it and holds for the polynomial. sop_o is the
//           same for c_o.
// Cost      Lanes multipliers; 2 Lanes, and n / 2 zetas, for an incomplete transform.
// Model     twiddle.model.pwm

`include "twd_delay.svh"

module twd_pointwise #(
  parameter  twd_ring_pkg::ring_cfg_t Ring   = twd_ring_pkg::RING_ML_KEM,
  parameter  twd_method_pkg::method_e Method = twd_method_pkg::METHOD_FOLD,
  parameter  int unsigned             Lanes  = 4,
  parameter  bit                      Pass   = 1'b0,  // 0: pass_i is ignored
  parameter  bit                      LogicTables = 1'b0,  // 1: constant tables in logic, not block RAM
  localparam int unsigned             Width  = $clog2(Ring.q)
) (
  input  logic                        clk_i,
  input  logic                        sop_i,
  input  logic                        pass_i,
  input  logic [Lanes-1:0][Width-1:0] a_i,
  input  logic [Lanes-1:0][Width-1:0] b_i,
  output logic                        sop_o,
  output logic [Lanes-1:0][Width-1:0] c_o
);

  localparam twd_method_pkg::method_e Exact = twd_stream_pkg::exact(Method);
  localparam bit Pairs = !twd_ring_pkg::complete(Ring);
  localparam int unsigned Latency = twd_stream_pkg::pointwise_latency(Ring, Method);
  localparam int unsigned BeatWidth = $clog2(Ring.n / Lanes);

  logic [Lanes-1:0][Width-1:0] b;

  `TWD_DELAY(u_sop_delay, 1, Latency, 1'b1, sop_i, sop_o)

  if (Pass) begin : gen_pass
    logic sop_q, next_q, pass_q;

    always_ff @(posedge clk_i) begin
      sop_q  <= sop_i;
      next_q <= pass_i;
      if (sop_q) pass_q <= next_q;
    end

    for (genvar l = 0; l < Lanes; l++) begin : gen_lane
      assign b[l] = pass_q ? Width'(!Pairs || l % 2 == 0 ? 1 : 0) : b_i[l];
    end
  end else begin : gen_no_pass
    logic unused_pass;
    assign unused_pass = pass_i;
    assign b           = b_i;
  end

  if (Pairs) begin : gen_pairs
    logic [BeatWidth-1:0] beat_q;
    logic sop_late;

    // The multiplier takes zeta with the product m_1, latency(Exact) cycles after the pair; a read takes two cycles.
    `TWD_DELAY(u_zeta_delay, 1, twd_method_pkg::latency(Exact, Ring.q, 0) - 1, 1'b1, sop_i, sop_late)

    always_ff @(posedge clk_i) begin
      beat_q <= sop_late ? '0 : beat_q + 1'b1;
    end

    for (genvar p = 0; p < Lanes; p = p + 2) begin : gen_pair
      logic [Width-1:0] zeta;

      twd_pair_twiddle_rom #(
        .Ring(Ring), .Step(Lanes / 2), .Offset(p / 2), .LogicTables(LogicTables)
      ) u_zeta (.clk_i, .en_i(1'b1), .addr_i(beat_q), .zeta_o(zeta));

      twd_base_mul #(.Q(Ring.q), .Method(Exact), .LogicTables(LogicTables)) u_mul (
        .clk_i,
        .en_i(1'b1),
        .a_0_i(a_i[p]), .a_1_i(a_i[p+1]), .b_0_i(b[p]), .b_1_i(b[p+1]), .zeta_i(zeta),
        .c_0_o(c_o[p]), .c_1_o(c_o[p+1])
      );
    end
  end else begin : gen_products
    for (genvar l = 0; l < Lanes; l++) begin : gen_lane
      twd_mod_mul #(.Q(Ring.q), .Method(Exact), .LogicTables(LogicTables)) u_mul (
        .clk_i, .en_i(1'b1), .a_i(a_i[l]), .b_i(b[l]), .product_o(c_o[l])
      );
    end
  end

endmodule
