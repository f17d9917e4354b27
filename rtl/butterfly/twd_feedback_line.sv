// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_feedback_line: the FIFO of a stage with delay feedback: q_o = d_i, Cycles enabled cycles ago.
//
// Method    LUT memory above 3 cycles, after a register: a sum in one cycle, its way to the memory in the next.
//           Flip-flops below.
// Timing    one word per enabled cycle. Reset clears the counter of the memory alone.
// Cost      Width * (Cycles - 2) bits of LUT memory and 2 Width flip-flops, or Width * Cycles flip-flops.
// Model     none: it moves data only

`include "twd_delay.svh"

module twd_feedback_line #(
  parameter int unsigned Width  = 13,
  parameter int unsigned Cycles = 7
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             en_i,
  input  logic [Width-1:0] d_i,
  output logic [Width-1:0] q_o
);

  if (Cycles > 3) begin : gen_memory
    logic [Width-1:0] d_q;

    always_ff @(posedge clk_i) begin
      if (en_i) d_q <= d_i;
    end

    twd_delay_ram #(.Width(Width), .Cycles(Cycles - 1)) u_memory (.clk_i, .rst_ni, .en_i, .d_i(d_q), .q_o);
  end else begin : gen_registers
    logic unused_reset;
    assign unused_reset = rst_ni;

    `TWD_DELAY(u_registers, Width, Cycles, en_i, d_i, q_o)
  end

endmodule
