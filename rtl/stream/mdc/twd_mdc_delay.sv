// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mdc_delay: q_o = d_i, Long cycles ago, or Short with short_i = 1.
//
// Method    One length: flip-flops up to 2, else memories of at most 32 words in series, which take the fewest LUTs.
//           Two lengths: one memory whose slot counter has two periods; a length of 1 bypasses the memory.
// Timing    One word a cycle; reset clears the slot counters alone. After a change of short_i, q_o is
//           undefined for Long + 1 cycles.
// Cost      Width * (Long - 1) bits of LUT memory, a counter, Width flip-flops; for Short = 1 a multiplexer.

`include "twd_delay.svh"
`include "twd_memory.svh"

module twd_mdc_delay #(
  parameter int unsigned Width = 1,
  parameter int unsigned Long  = 8,    // from 1
  parameter int unsigned Short = Long  // from 1 to Long
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             short_i,
  input  logic [Width-1:0] d_i,
  output logic [Width-1:0] q_o
);

  localparam int unsigned Sections = (Long + 32) / 33;

  if (Short != Long && Long == 2) begin : gen_one_or_two
    logic [Width-1:0] d_q;

    always_ff @(posedge clk_i) begin
      d_q <= d_i;
      q_o <= short_i ? d_i : d_q;
    end
  end else if (Short != Long) begin : gen_two
    localparam int unsigned Slots = Long - 1;
    localparam int unsigned AddrWidth = $clog2(Slots);
    localparam int unsigned ShortLast = Short > 2 ? Short - 2 : 0;

    `TWD_LUT_RAM logic [Width-1:0] mem[Slots];
    logic [AddrWidth-1:0] slot_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) slot_q <= '0;
      else slot_q <= slot_q >= AddrWidth'(short_i ? ShortLast : Slots - 1) ? '0 : slot_q + 1'b1;
    end

    always_ff @(posedge clk_i) begin
      q_o         <= Short == 1 && short_i ? d_i : mem[slot_q];
      mem[slot_q] <= d_i;
    end
  end else if (Long < 3) begin : gen_registers
    `TWD_DELAY(u_delay, Width, Long, 1'b1, d_i, q_o)
  end else begin : gen_memories
    logic [Width-1:0] word[Sections+1];
    assign word[0] = d_i;
    assign q_o     = word[Sections];

    for (genvar i = 0; i < Sections; i++) begin : gen_section
      twd_delay_ram #(.Width(Width), .Cycles(Long / Sections + (i < Long % Sections ? 1 : 0))) u_delay (
        .clk_i, .rst_ni,
        .en_i(1'b1),
        .d_i(word[i]),
        .q_o(word[i+1])
      );
    end
  end

  logic unused_inputs;  // by some of the forms above
  assign unused_inputs = rst_ni ^ short_i;

endmodule
