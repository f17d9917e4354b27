// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_delay_ram: q_o = d_i, Cycles enabled cycles ago, out of LUT memory.
//
// Method    one slot is read and written in every enabled cycle, and comes round again Cycles - 1 later; q_o is a register.
// Timing    one word per enabled cycle; no reset. What comes out in the first cycles is nobody's, and so is
//           everything until a slot number that was out of range has run out: 2^clog2(Cycles) cycles are enough.
// Cost      Width * (Cycles - 1) bits of LUT memory in place of flip-flops, a counter, Width flip-flops.
// Use       for long and wide lines; twd_delay for the others.

module twd_delay_ram #(
  parameter int unsigned Width  = 1,
  parameter int unsigned Cycles = 8   // from 3
) (
  input  logic             clk_i,
  input  logic             en_i,
  input  logic [Width-1:0] d_i,
  output logic [Width-1:0] q_o
);

  if (Cycles < 3) begin : gen_bad_cycles
    $fatal(1, "twd_delay_ram: Cycles is less than 3");
  end

  localparam int unsigned Slots = Cycles - 1;
  localparam int unsigned AddrWidth = $clog2(Slots);

  (* ram_style = "distributed", no_rw_check *) logic [Width-1:0] mem[Slots];
  logic [AddrWidth-1:0] slot_q;

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      slot_q      <= slot_q == AddrWidth'(Slots - 1) ? '0 : slot_q + 1'b1;
      q_o         <= mem[slot_q];
      mem[slot_q] <= d_i;
    end
  end

endmodule
