// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_fifo: a first-in first-out buffer at the end of a pipe that cannot stop.
//
// Timing    a word is offered in the cycle after w_valid_i, straight from the LUT memory: r_ready_i drives flip-flops
//           alone. room_o, a flip-flop, is 1 where fewer than Depth - Reserve words were stored two cycles before:
//           Reserve more fit, those written in the cycle before included. Reset empties the buffer and sets both marks.
// Cost      Depth * Width bits of LUT memory.
// Assumes   the writer stops in time when room_o falls: w_valid_i is never refused.

`include "twd_assert.svh"
`include "twd_memory.svh"

module twd_fifo #(
  parameter int unsigned Width   = 8,
  parameter int unsigned Depth   = 32,  // a power of two, at least 4
  parameter int unsigned Reserve = 8    // from 2 to Depth - 1
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             w_valid_i,
  input  logic [Width-1:0] w_data_i,
  output logic             room_o,
  output logic             few_o,      // a flip-flop: fewer than Depth / 2 words were stored two cycles before
  output logic             r_valid_o,
  input  logic             r_ready_i,
  output logic [Width-1:0] r_data_o
);

  `TWD_REFUSE(gen_bad_depth, Depth < 4 || (Depth & (Depth - 1)) != 0, "twd_fifo: Depth is not a power of two from 4 on")
  `TWD_REFUSE(gen_bad_reserve, Reserve < 2 || Reserve >= Depth, "twd_fifo: Reserve is not from 2 to Depth - 1")

  localparam int unsigned AddrWidth = $clog2(Depth);

  `TWD_LUT_RAM_NO_RW_CHECK logic [Width-1:0] mem[Depth];
  logic [AddrWidth-1:0] w_addr_q, r_addr_q;
  logic [AddrWidth:0] stored_q;      // words, without the write and the read of the cycle before
  logic written_q, taken_q;          // a write or a read in the cycle before, not both
  logic more;                        // two words or more
  logic take;

  assign take     = r_valid_o && r_ready_i;
  assign more     = stored_q > (written_q ? (AddrWidth + 1)'(0) : taken_q ? (AddrWidth + 1)'(2) : (AddrWidth + 1)'(1));
  assign r_data_o = mem[r_addr_q];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      w_addr_q  <= '0;
      r_addr_q  <= '0;
      stored_q  <= '0;
      written_q <= 1'b0;
      taken_q   <= 1'b0;
      room_o    <= 1'b1;
      few_o     <= 1'b1;
      r_valid_o <= 1'b0;
    end else begin
      if (w_valid_i) w_addr_q <= w_addr_q + 1'b1;
      if (take) r_addr_q <= r_addr_q + 1'b1;
      written_q <= w_valid_i && !take;
      taken_q   <= take && !w_valid_i;
      if (written_q) stored_q <= stored_q + 1'b1;
      if (taken_q) stored_q <= stored_q - 1'b1;
      room_o    <= stored_q < (AddrWidth + 1)'(Depth - Reserve);
      few_o     <= stored_q < (AddrWidth + 1)'(Depth / 2);
      r_valid_o <= w_valid_i || (r_valid_o && !(r_ready_i && !more));
    end
  end

  always_ff @(posedge clk_i) begin
    if (w_valid_i) mem[w_addr_q] <= w_data_i;
  end

`ifndef SYNTHESIS
  logic [AddrWidth:0] stored;
  assign stored = stored_q + (AddrWidth + 1)'(written_q) - (AddrWidth + 1)'(taken_q);
`endif

  `TWD_ASSERT(NeverOverfull, stored <= (AddrWidth + 1)'(Depth))
  `TWD_ASSERT(OfferedWhenStored, r_valid_o == (stored != '0))
  `TWD_ASSERT(RoomForEveryWord, !w_valid_i || stored != (AddrWidth + 1)'(Depth))

endmodule
