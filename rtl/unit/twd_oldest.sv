// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_oldest: of the commands that may start, the oldest, one at a time; it starts in the next cycle.
//
// Choice    chosen_o marks the entry of may_i that came first, by put_i; in the next cycle it is entry_o, and index_o
//           is its number. start_o of its unit is high in the first cycle with ready_i of its unit; until then
//           and in it busy_o is high, and no entry may be chosen.
// Timing    chosen_o is combinational in may_i, start_o in ready_i; at most one command starts in two cycles. Reset
//           drops the choice.
// Cost      Entries^2 flip-flops with set and reset, and one an entry; xc7, 8 entries: 54 LUT, 65 flip-flops.
// Model     twiddle.model.timing

`include "twd_assert.svh"

module twd_oldest #(
  parameter int unsigned Entries = 8,  // a power of two
  localparam int unsigned EntryBits = $clog2(Entries)
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic [     Entries-1:0] put_i,     // a command takes this entry
  input  logic [     Entries-1:0] may_i,
  input  logic [Entries-1:0][1:0] unit_i,    // of the command of each entry
  output logic [     Entries-1:0] chosen_o,
  output logic                    busy_o,
  input  logic [             3:0] ready_i,
  output logic [             3:0] start_o,
  output logic [     Entries-1:0] entry_o,   // of the command that starts, a bit an entry
  output logic [   EntryBits-1:0] index_o
);

  logic [Entries-1:0][Entries-1:0] older_q;  // [e][f]: f, if it is used, came before e
  logic [1:0] of_unit;

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
    index_o = '0;
    of_unit = '0;
    for (int unsigned i = 0; i < Entries; i++) begin
      if (entry_o[i]) begin
        index_o = index_o | EntryBits'(i);
        of_unit = of_unit | unit_i[i];
      end
    end
  end

  assign start_o = busy_o && ready_i[of_unit] ? 4'b0001 << of_unit : '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_o  <= 1'b0;
      entry_o <= '0;
    end else if (!busy_o || start_o != '0) begin
      busy_o  <= may_i != '0;
      entry_o <= chosen_o;
    end
  end

  `TWD_ASSERT(One, (chosen_o & (chosen_o - 1'b1)) == '0 && (may_i == '0) == (chosen_o == '0))
  `TWD_ASSERT(NoneWhileBusy, !busy_o || may_i == '0)

endmodule
