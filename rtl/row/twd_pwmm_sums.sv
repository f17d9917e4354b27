// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_pwmm_sums: the sums of a row so far, a beat a word, in LUT memory.
//
// Timing    r_data_o one cycle after r_addr_i: the word, or 0 with r_clear_i. A word is readable in the cycle after
//           it was written. No reset.
// Cost      Depth x Width bits of LUT memory and a register of Width bits.
// Assumes   no read and write of one word in one cycle, unless the read is cleared.
// Model     none: it stores data only

`include "twd_assert.svh"
`include "twd_memory.svh"

module twd_pwmm_sums #(
  parameter  int unsigned Depth    = 128,
  parameter  int unsigned Width    = 24,
  localparam int unsigned AddrBits = $clog2(Depth)
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                w_en_i,
  input  logic [AddrBits-1:0] w_addr_i,
  input  logic [   Width-1:0] w_data_i,
  input  logic                r_valid_i,  // the word is used: for the assertion alone
  input  logic                r_clear_i,
  input  logic [AddrBits-1:0] r_addr_i,
  output logic [   Width-1:0] r_data_o
);

  `TWD_LUT_RAM_NO_RW_CHECK logic [Width-1:0] mem[Depth];

  always_ff @(posedge clk_i) begin
    if (w_en_i) mem[w_addr_i] <= w_data_i;
    r_data_o <= mem[r_addr_i];
    if (r_clear_i) r_data_o <= '0;
  end

  // Reset does not touch the memory; it is here so that the assertion is silent in reset.
  logic unused_reset;
  assign unused_reset = rst_ni ^ r_valid_i;

  `TWD_ASSERT(WrittenBeforeItIsRead, !(w_en_i && r_valid_i && !r_clear_i && w_addr_i == r_addr_i))

endmodule
