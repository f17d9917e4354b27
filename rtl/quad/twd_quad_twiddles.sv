// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_quad_twiddles: the twiddle factors of both ranks of multipliers, each in the cycle of its operands.
//
// Method    one table a rank; the transformed second operand is written into both, odd lanes for rank 1 and even lanes
//           for rank 2. The address of a slot follows its word through delays in flip-flops.
// Timing    twiddle_1_o BUTTERFLY_START cycles after addr_i, or 2 L + 3 later with inverse_i, L = latency of a
//           multiplier; twiddle_2_o L + 1 later. A word is readable in the cycle after w_data_i, which
//           comes a cycle after w_en_i and w_addr_i.
// Cost      two of twd_quad_twiddle_rom.
// Model     twiddle.model.quad.twiddle_rom

`include "twd_delay.svh"

module twd_quad_twiddles #(
  parameter  twd_ring_pkg::ring_cfg_t Ring = twd_ring_pkg::RING_FALCON_1024,
  parameter  twd_method_pkg::method_e Method = twd_method_pkg::METHOD_KRED,
  parameter  bit Published = 1'b0,
  parameter  bit LogicTables = 1'b0,  // 1: constant tables in logic, not block RAM
  parameter  twd_ram_pkg::memory_e Memory = twd_ram_pkg::MEMORY_BLOCK,
  localparam int unsigned Width = $clog2(Ring.q),
  localparam int unsigned WordBits = $clog2(Ring.n) - 2,
  localparam int unsigned AddrBits = twd_quad_pkg::twiddle_addr_bits(Ring, Published)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  w_en_i,     // a word of the second operand
  input  logic [WordBits-1:0]   w_addr_i,
  input  logic [3:0][Width-1:0] w_data_i,
  input  logic                  inverse_i,  // the slot is one of an inverse pass
  input  logic [AddrBits-1:0]   addr_i,
  output logic [1:0][Width-1:0] twiddle_1_o,
  output logic [1:0][Width-1:0] twiddle_2_o
);

  // Cycles from addr_i to the read of rank 1, of rank 2, and of rank 1 for an inverse slot.
  localparam int unsigned MulLatency = twd_method_pkg::wide_latency(Method, Ring.q);
  localparam int unsigned ReadRank1 = twd_quad_pkg::BUTTERFLY_START - 2;
  localparam int unsigned ReadRank2 = ReadRank1 + MulLatency + 1;
  localparam int unsigned ReadRank1Inverse = ReadRank1 + 2 * MulLatency + 3;

  logic [AddrBits-1:0] addr_1;
  logic [AddrBits-1:0] addr_2;
  logic [AddrBits-1:0] addr_1_inverse;
  logic inverse;
  logic [AddrBits-1:0] w_addr;

  twd_delay_ff #(.Width(AddrBits), .Cycles(ReadRank1)) u_addr_1 (.clk_i, .rst_ni, .d_i(addr_i), .q_o(addr_1));

  twd_delay_ff #(.Width(AddrBits), .Cycles(ReadRank2 - ReadRank1)) u_addr_2 (
    .clk_i, .rst_ni,
    .d_i (addr_1),
    .q_o (addr_2)
  );

  twd_delay_ff #(.Width(AddrBits), .Cycles(ReadRank1Inverse - ReadRank2)) u_addr_1_inverse (
    .clk_i, .rst_ni,
    .d_i (addr_2),
    .q_o (addr_1_inverse)
  );

  `TWD_DELAY(u_inverse, 1, ReadRank1Inverse, 1'b1, inverse_i, inverse)

  assign w_addr = AddrBits'({w_addr_i[WordBits-1], 2'b01, w_addr_i[WordBits-2:0]});

  twd_quad_twiddle_rom #(
    .Ring     (Ring),
    .Method   (Method),
    .Rank     (1),
    .Published(Published),
    .LogicTables(LogicTables),
    .Memory     (Memory)
  ) u_rank_1 (
    .clk_i, .rst_ni,
    .w_en_i,
    .w_addr_i(w_addr),
    .w_data_i({w_data_i[3], w_data_i[1]}),
    .r_addr_i(inverse ? addr_1_inverse : addr_1),
    .twiddle_o(twiddle_1_o)
  );

  twd_quad_twiddle_rom #(
    .Ring     (Ring),
    .Method   (Method),
    .Rank     (2),
    .Published(Published),
    .LogicTables(LogicTables),
    .Memory     (Memory)
  ) u_rank_2 (
    .clk_i, .rst_ni,
    .w_en_i,
    .w_addr_i(w_addr),
    .w_data_i({w_data_i[2], w_data_i[0]}),
    .r_addr_i(addr_2),
    .twiddle_o(twiddle_2_o)
  );

endmodule
