// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_unit_memory: the two banks of the slots, and who reads and writes them.
//
// Ports     each bank reads and writes a word a cycle. The engine has its way always, and writes the words of load in
//           the cycles that it does not need (twd_unit_engine); a store reads in the cycles in which the engine leaves
//           the port of a bank alone: one of two at least, between two sums (twd_unit_schedule), so that a polynomial
//           of w words takes about w cycles, and a transform beside it a cycle more for two of them.
// Clear     clear_i writes w_data_i, which is zero then, to the word w_addr_i of both banks, and reads the word that
//           was written before it.
// Timing    reads two cycles after the address (twd_ram_1r1w); store_taken_o in the cycle of the access.
// Cost      Depth words of Lanes Width bits a bank. A technology replaces twd_ram_1r1w.
// Model     twiddle.model.unit.Slots

`include "twd_assert.svh"

module twd_unit_memory #(
  parameter  int unsigned Depth    = 512,   // words of a bank
  parameter  int unsigned Width    = 96,    // of a word
  parameter  bit          Block    = 1'b1,  // 0: LUT memory
  localparam int unsigned AddrBits = $clog2(Depth)
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  // the engine
  input  logic [1:0]               r_en_i,
  input  logic [1:0][AddrBits-1:0] r_addr_i,
  output logic [1:0][   Width-1:0] r_data_o,
  input  logic [1:0]               w_en_i,
  input  logic [1:0][AddrBits-1:0] w_addr_i,
  input  logic [1:0][   Width-1:0] w_data_i,
  // store, its data in r_data_o
  input  logic [1:0]               store_i,
  input  logic [1:0][AddrBits-1:0] store_addr_i,
  output logic [1:0]               store_taken_o,
  input  logic                     clear_i   // without any of these
);

  logic clear_q;  // what was written last is zero

  always_ff @(posedge clk_i) clear_q <= clear_i;

  assign store_taken_o = store_i & ~r_en_i;

  for (genvar h = 0; h < 2; h++) begin : gen_bank
    logic [AddrBits-1:0] w_addr_q;

    always_ff @(posedge clk_i) w_addr_q <= w_addr_i[h];

    twd_ram_1r1w #(.Depth(Depth), .Width(Width), .Block(Block)) u_bank (
      .clk_i, .rst_ni,
      .w_en_i  (w_en_i[h] || clear_i),
      .w_addr_i(w_addr_i[h]),
      .w_data_i(w_data_i[h]),
      .en_i    (1'b1),
      .r_en_i  (r_en_i[h] || store_i[h] || (clear_i && clear_q)),
      .r_addr_i(clear_i ? w_addr_q : r_en_i[h] ? r_addr_i[h] : store_addr_i[h]),
      .r_data_o(r_data_o[h])
    );
  end

  `TWD_ASSERT(ClearsWithZeros, !clear_i || w_data_i == '0)

endmodule
