// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_iterative: polynomial core on an in-place, memory-based engine of 1, 2 or 4 butterflies.
//
//   a, b --> load --> memory, two banks <==> engine                     DoubleBuffer = 0
//   c <-------------- (read network of the engine)
//
//   a, b --> load --> input memory --> engine <==> working memory       DoubleBuffer = 1
//   c <-- unload <--- output memory <----+
//
// Operations   op_i with the first beat of a: 0 NTT, 1 INTT, 2 PWM, 3 MUL, 4 MULT; any other is refused: zeros with
//              c_err_o.
// Streams      2 Butterflies coefficients a beat in natural index order, canonical or reduced and flagged. Beats of a
//              and b alternate while both are offered. Reset at any time; it drops everything accepted.
// Method       twd_method_pkg, for every product. RNS: tables of discrete logarithms, the accelerators of Alhassani,
//              Benaissa 2024; its Registers and Published are for it alone.
// Cycles       S = n / (2 Butterflies), l layers, D = twd_inplace_pkg::write_delay (FOLD, 12 to 14 bits: 15; RNS: 10,
//              12 with Registers): busy of NTT and INTT l S + D; of PWM 2 S + D, or of an incomplete transform
//              4 S + lag + D (RNS: 4 S + D, Published: 5 S + D); 2 S more where the method leaves a factor; and bubbles
//              where a pass is shorter than the pipe. Latency and interval: twiddle.model.iterative.Schedule.
// Cost         Butterflies multipliers (RNS: tables for one, for two, or twice for two) and a table of twiddle factors;
//              2 n words of memory, 5 n with DoubleBuffer.
// Limits       n / Butterflies of at least 4. Not protected against side channels beyond data-independent timing.
// Model        twiddle.model.run

`include "twd_ring.svh"

module twd_iterative #(
  parameter int unsigned N = 256,  // coefficients, a power of two from 8 to 4096
  parameter int unsigned Q = 3329,  // modulus, an odd prime below 2^24
  parameter int unsigned Root = 17,  // element of order RootOrder modulo Q
  parameter int unsigned RootOrder = 256,  // 2 N, or N where the transform is incomplete
  parameter int unsigned Method = 32'(twd_method_pkg::METHOD_FOLD),  // of twd_method_pkg
  parameter int unsigned Butterflies = 4,  // 1, 2 or 4
  parameter bit Registers = 1'b0,  // RNS: after its tables
  parameter int unsigned Published = 0,  // RNS, q = 3329: 1 sub-moduli and five products of the paper, 2 its sum tables
  parameter bit DoubleBuffer = 1'b1,  // 1: loading and unloading overlap with computing
  parameter int unsigned Memory = 32'(twd_ram_pkg::MEMORY_BLOCK),  // or LUT, of twd_ram_pkg
  parameter bit LogicTables = 1'b0,  // 1: constant tables in logic, not block RAM
  parameter bit Trusted = 1'b0,  // 1: operands are canonical by contract; none is checked or reduced
  localparam twd_ring_pkg::ring_cfg_t Ring = {N, Q, Root, RootOrder},
  localparam twd_ring_pkg::rule_e Broken = twd_ring_pkg::broken_rule(Ring),
  localparam bit Tables = Method == 32'(twd_method_pkg::METHOD_RNS),
  localparam bit TooWide = Tables && Ring.q >= 32'd1 << twd_rns_pkg::LARGEST_BITS,
  localparam bit BadPublished = Published > 2 || (Published != 0 && (!Tables || Ring.q != 3329 || Registers)),
  localparam bit BadRegisters = Registers && !Tables,
  localparam bit BadMethod = Broken == twd_ring_pkg::RULE_OK && !TooWide && !twd_method_pkg::legal(Method, Q, 32'd0),
  localparam bit Legal = Broken == twd_ring_pkg::RULE_OK && !TooWide && !BadMethod && !BadPublished && !BadRegisters
      && (Butterflies == 1 || Butterflies == 2 || Butterflies == 4) && Ring.n >= 4 * Butterflies,
  // Refused parameters elaborate a legal stand-in, so that the refusal is the only message.
  localparam twd_ring_pkg::ring_cfg_t Used = Legal ? Ring : twd_ring_pkg::RING_ML_KEM,
  localparam twd_method_pkg::method_e UsedMethod =
      twd_method_pkg::method_e'(Legal ? Method : 32'(twd_method_pkg::METHOD_FOLD)),
  localparam int unsigned UsedButterflies = Legal ? Butterflies : 1,
  localparam int unsigned Width = $clog2(Used.q),
  localparam int unsigned Lanes = 2 * UsedButterflies
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  input  logic [            2:0] op_i,
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

  `TWD_REFUSE_RING("twd_iterative", Broken)
  `TWD_REFUSE(gen_bad_butterflies, Butterflies != 1 && Butterflies != 2 && Butterflies != 4,
              "twd_iterative: Butterflies is not 1, 2 or 4")
  `TWD_REFUSE(gen_bad_words, Ring.n < 4 * Butterflies, "twd_iterative: N is less than 4 Butterflies")
  `TWD_REFUSE(gen_bad_width, TooWide, "twd_iterative: Q has more than 13 bits, too many for the tables of Method RNS")
  `TWD_REFUSE_METHOD("twd_iterative", BadMethod)
  `TWD_REFUSE(gen_bad_published, BadPublished,
              "twd_iterative: Published is 1 or 2 for Method RNS and q = 3329, without Registers, otherwise 0")
  `TWD_REFUSE_MEMORY("twd_iterative", Memory)
  `TWD_REFUSE(gen_bad_registers, BadRegisters, "twd_iterative: Registers is for Method RNS")

  twd_inplace_core #(
    .Ring(Used), .Method(UsedMethod), .Butterflies(UsedButterflies), .Registers(Legal && Registers),
    .Published(Legal && Published != 0), .SumTables(Legal && Published == 2), .DoubleBuffer(DoubleBuffer),
    .Memory(twd_ram_pkg::memory_e'(Memory)), .LogicTables(LogicTables), .Trusted(Trusted)
  ) u_core (
    .clk_i, .rst_ni, .op_i,
    .a_valid_i, .a_ready_o, .a_data_i,
    .b_valid_i, .b_ready_o, .b_data_i,
    .c_valid_o, .c_ready_i, .c_data_o, .c_last_o, .c_err_o
  );

endmodule
