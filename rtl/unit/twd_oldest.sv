// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_oldest: of the commands that may start, the oldest, one a cycle; it starts in the next cycle.
//
// Choice    chosen_o marks the entry of may_i that came first, by put_i; index_o is its number, a cycle later. start_o of
//           its unit is high in the first cycle in which ready_i of the unit is. While a chosen command waits for that,
//           holds_o is high and no entry may be chosen.
// Timing    reset drops the choice; clear_i writes over it.
// Cost      Entries^2 flip-flops with set and reset; xc7: 39 LUT with 8 entries, in two stages of logic after may_i.
// Model     twiddle.unit

`include "twd_assert.svh"

module twd_oldest #(
  parameter int unsigned Entries = 8,  // a power of two
  localparam int unsigned EntryBits = $clog2(Entries)
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic                    clear_i,
  input  logic [     Entries-1:0] put_i,     // a command takes this entry
  input  logic [     Entries-1:0] may_i,
  input  logic [Entries-1:0][1:0] unit_i,    // of the command of each entry
  output logic [     Entries-1:0] chosen_o,
  output logic                    holds_o,
  input  logic [             3:0] ready_i,
  output logic [             3:0] start_o,
  output logic [   EntryBits-1:0] index_o    // of the command that starts
);

  logic [Entries-1:0][Entries-1:0] older_q;  // [e][f]: f, if it is used, came before e
  logic [EntryBits-1:0] index;
  logic [1:0] of_unit, unit_q;
  logic chosen_q, starts;

  for (genvar e = 0; e < Entries; e++) begin : gen_entry
    assign chosen_o[e] = may_i[e] && (may_i & older_q[e]) == '0;

    always_ff @(posedge clk_i) begin
      for (int f = 0; f < Entries; f++) begin
        if (put_i[f]) older_q[e][f] <= 1'b0;
        else if (put_i[e]) older_q[e][f] <= 1'b1;
      end
    end
  end

  always_comb begin
    index = '0;
    of_unit = '0;
    for (int unsigned i = 0; i < Entries; i++) begin
      if (chosen_o[i]) begin
        index = index | EntryBits'(i);
        of_unit = of_unit | unit_i[i];
      end
    end
  end

  assign starts = chosen_q && ready_i[unit_q];
  assign start_o = starts ? 4'b0001 << unit_q : '0;
  assign holds_o = chosen_q && !starts;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) chosen_q <= 1'b0;
    else if (!holds_o) chosen_q <= may_i != '0;
  end

  always_ff @(posedge clk_i) begin
    if (!holds_o || clear_i) begin
      index_o <= index;
      unit_q  <= of_unit;
    end
  end

  `TWD_ASSERT(One, (chosen_o & (chosen_o - 1'b1)) == '0 && (may_i == '0) == (chosen_o == '0))
  `TWD_ASSERT(NoneWhileHeld, !holds_o || may_i == '0)

endmodule
