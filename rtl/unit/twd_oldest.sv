// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_oldest: of the commands that may start, the oldest, one at a time; it starts two cycles later.
//
// Choice    the entries of may_i are registered; in the next cycle chosen_o marks the one that came first, by put_i;
//           after that it is entry_o, and index_o is its number. start_o of its unit is high in the first cycle with
//           ready_i of its unit; from the cycle of chosen_o on and in it busy_o is high, and no entry may start.
// Timing    chosen_o follows registers alone, start_o is combinational in ready_i; at most one command starts in three
//           cycles. Reset drops the choice.
// Cost      Entries^2 flip-flops with set and reset, and two an entry; xc7, 8 entries: 90 LUT, 80 flip-flops.
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
  logic [Entries-1:0] may_q;
  logic choosing_q;                          // an entry is chosen
  logic [3:0] of_unit, unit_q;               // of that entry; of entry_o, until it starts
  logic [EntryBits-1:0] index;

  for (genvar e = 0; e < Entries; e++) begin : gen_entry
    assign chosen_o[e] = may_q[e] && (may_q & older_q[e]) == '0;

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
        of_unit = of_unit | (4'b0001 << unit_i[i]);
      end
    end
  end

  assign busy_o = choosing_q || unit_q != '0;
  assign start_o = unit_q & ready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      may_q      <= '0;
      choosing_q <= 1'b0;
      entry_o    <= '0;
      index_o    <= '0;
      unit_q     <= '0;
    end else begin
      may_q      <= may_i;
      choosing_q <= may_i != '0;
      if (choosing_q) begin
        entry_o <= chosen_o;
        index_o <= index;
        unit_q  <= of_unit;
      end else if (start_o != '0) begin
        unit_q  <= '0;
      end
    end
  end

  `TWD_ASSERT(One, (chosen_o & (chosen_o - 1'b1)) == '0 && (may_q == '0) == (chosen_o == '0))
  `TWD_ASSERT(NoneWhileBusy, !busy_o || may_i == '0)

endmodule
