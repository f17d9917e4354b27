// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_delay_ram: q_o = d_i, Cycles enabled cycles ago, out of LUT memory.
//
// Method    Each enabled cycle reads one slot and then writes it; the same slot is used again Cycles - 1 enabled cycles
//           later. The read needs the value from before the write, so the memory must not carry no_rw_check. q_o is a
//           register.
// Timing    One word per enabled cycle. Reset clears the slot counter alone; q_o is undefined for the first Cycles
//           enabled cycles after it.
// Cost      Width * (Cycles - 1) bits of LUT memory instead of flip-flops, a counter, Width flip-flops.
// Use       For long and wide delays; twd_delay for the others.

`include "twd_assert.svh"
`include "twd_memory.svh"

module twd_delay_ram #(
  parameter int unsigned Width  = 1,
  parameter int unsigned Cycles = 8   // from 3
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             en_i,
  input  logic [Width-1:0] d_i,
  output logic [Width-1:0] q_o
);

  `TWD_REFUSE(gen_bad_cycles, Cycles < 3, "twd_delay_ram: Cycles is less than 3")

  localparam int unsigned Slots = Cycles - 1;
  localparam int unsigned AddrWidth = $clog2(Slots);

  `TWD_LUT_RAM logic [Width-1:0] mem[Slots];
  logic [AddrWidth-1:0] slot_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) slot_q <= '0;
    else if (en_i) slot_q <= slot_q == AddrWidth'(Slots - 1) ? '0 : slot_q + 1'b1;
  end

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      q_o         <= mem[slot_q];
      mem[slot_q] <= d_i;
    end
  end

endmodule
