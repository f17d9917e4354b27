// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_unit_memory: the two banks of the slots, and who reads and writes them.
//
// Ports     each bank reads and writes a word a cycle. The engine has its way always; a load writes, and a store reads,
//           in the cycles in which the engine leaves the port of the bank alone: one of two at least, between two sums
//           (twd_unit_schedule), so that a polynomial of w words takes about 2 w cycles, and a transform beside it
//           a cycle more for each of them.
// Clear     clear_i writes load_data_i, which is zero then, to the word clear_addr_i of both banks, and reads the word
//           before it, which is zero by then.
// Timing    reads two cycles after the address (twd_ram_1r1w); load_taken_o and store_taken_o in the cycle of the
//           access.
// Cost      Depth words of Lanes Width bits a bank. A technology replaces twd_ram_1r1w.
// Model     twiddle.unit

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
  // load
  input  logic                     load_i,
  input  logic                     load_bank_i,
  input  logic [     AddrBits-1:0] load_addr_i,
  input  logic [        Width-1:0] load_data_i,
  output logic                     load_taken_o,
  // store, its data in r_data_o
  input  logic                     store_i,
  input  logic                     store_bank_i,
  input  logic [     AddrBits-1:0] store_addr_i,
  output logic                     store_taken_o,
  // clear, without any of these
  input  logic                     clear_i,
  input  logic [     AddrBits-1:0] clear_addr_i
);

  assign load_taken_o  = load_i && !w_en_i[load_bank_i];
  assign store_taken_o = store_i && !r_en_i[store_bank_i];

  for (genvar h = 0; h < 2; h++) begin : gen_bank
    logic load, store;
    assign load = load_i && load_bank_i == (h == 1);
    assign store = store_i && store_bank_i == (h == 1);

    twd_ram_1r1w #(
      .Depth(Depth),
      .Width(Width),
      .Block(Block)
    ) u_bank (
      .clk_i,
      .rst_ni,
      .w_en_i  (w_en_i[h] || load || clear_i),
      .w_addr_i(clear_i ? clear_addr_i : w_en_i[h] ? w_addr_i[h] : load_addr_i),
      .w_data_i(w_en_i[h] ? w_data_i[h] : load_data_i),
      .en_i    (1'b1),
      .r_en_i  (r_en_i[h] || store || clear_i),
      .r_addr_i(clear_i ? clear_addr_i - 1'b1 : r_en_i[h] ? r_addr_i[h] : store_addr_i),
      .r_data_o(r_data_o[h])
    );
  end

  `TWD_ASSERT(ClearsWithZeros, !clear_i || load_data_i == '0)

endmodule
