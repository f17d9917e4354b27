// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_pass_sequencer: the passes of an operation from the table of twd_pass_pkg, and the cycles of each pass.
//
//   NTT   NTT of a                             MUL   NTT of a, NTT of b, product, INTT
//   INTT  INTT                                 MULT  NTT of a, product, INTT
//   PWM   product                              each followed by UNLOAD where the table has it; another code: UNLOAD
//
// Pass      cycle_o counts its slots, then the bubble until the next pass may read; a pass has at least two cycles.
//           The entry that follows is known from the second cycle on.
// Timing    a start is taken while ready_o: cycle_o is 0 in the next cycle. op_i has its value from the cycle before.
//           ready_o is high in the last cycle of an operation too. The last pass of an operation waits in its cycle 0,
//           active_o low, for last_ok_i. en_i = 0 freezes all state. Reset stops the sequencer, or with FlushCycle
//           begins UNLOAD at this cycle.
// Cost      a LUT a bit of pass_o for up to 64 entries, two counters, a comparison.
// Model     twiddle.model.passes.STEPS

`include "twd_assert.svh"

module twd_pass_sequencer #(
  parameter int unsigned Transforms = 7,  // passes of a transform, from 2 on
  parameter int unsigned Products = 1,    // passes of a product
  parameter int unsigned CycleBits = 10,  // holds the cycles of the longest pass
  parameter logic [twd_pass_pkg::TABLE_BITS-1:0] Passes = '0,
  parameter int unsigned Lag = 0,         // cycles from cycle_o to cycle_late_o
  parameter bit IdleUnload = 1'b0,        // pass_o is UNLOAD from a reset on
  parameter int unsigned FlushCycle = 0   // not 0: a reset begins UNLOAD
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 en_i,
  input  logic                 start_i,
  input  logic [          2:0] op_i,
  output logic                 ready_o,
  input  logic                 count_i,       // cycle_o counts between operations too, to number loaded beats
  input  logic                 last_ok_i,     // the last pass of the operation may begin
  output logic                 last_begin_o,  // it begins
  output logic                 active_o,
  output twd_pass_pkg::pass_t  pass_o,
  output logic [CycleBits-1:0] cycle_o,
  output logic [CycleBits-1:0] cycle_late_o,  // cycle_o - Lag, from a counter of its own
  output logic                 end_o          // last cycle of the pass
);

  localparam int unsigned Unload = 3 * Transforms + Products;

  localparam int unsigned PassBits = twd_pass_pkg::PASS_BITS;

  logic run_q;
  logic at_end_d, at_end_q;  // last cycle of the pass
  logic [CycleBits-1:0] cycle_d, cycle_q, late_d, late_q;
  twd_pass_pkg::pass_t pass_q, following;
  logic [PassBits-1:0] entry, pass_d;
  logic [5:0] next_q;
  logic [2:0] op_q;
  logic hold;    // in cycle 0
  logic begins;  // a pass begins in the next cycle

  for (genvar k = 0; k < twd_pass_pkg::PASS_BITS; k++) begin : gen_column
    localparam logic [twd_pass_pkg::ENTRIES-1:0] Column = twd_pass_pkg::column(Passes, k);
    assign entry[k] = Column[next_q];
  end

  assign following = entry;
  assign pass_d = begins ? entry : pass_q;
  assign hold = pass_q.last && cycle_q == '0 && !last_ok_i;
  assign active_o = run_q && !hold;
  assign end_o = run_q && at_end_q;
  assign ready_o = !run_q || (end_o && pass_q.ends);
  assign begins = start_i || (end_o && !pass_q.ends);
  assign last_begin_o = run_q && pass_q.last && cycle_q == '0 && last_ok_i;
  assign at_end_d = active_o && !at_end_q && cycle_q == CycleBits'(pass_q.cycles);
  assign pass_o = pass_q;
  assign cycle_o = cycle_q;
  assign cycle_late_o = late_q;

  always_comb begin
    cycle_d = cycle_q + CycleBits'(run_q || count_i);
    late_d  = late_q + CycleBits'(run_q || count_i);
    if (hold && !count_i) begin  // both counters as they are in cycle 0: hold enters after the carries
      cycle_d[0] = 1'b0;
      late_d     = '0 - CycleBits'(Lag);
    end
    if (end_o || start_i) begin
      cycle_d = '0;
      late_d  = '0 - CycleBits'(Lag);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) run_q <= FlushCycle != 0;
    else if (en_i) run_q <= begins || (run_q && !end_o);
  end

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      late_q <= late_d;
      if (start_i) op_q <= op_i;
      if (begins) next_q <= following.next;
      else if (!run_q || pass_q.ends) next_q <= twd_pass_pkg::first(op_i, Transforms, Products);
      else if (pass_q.branch[0] && op_q == twd_op_pkg::OP_NTT) next_q <= 6'(Unload + 1);
      else if (pass_q.branch[1] && op_q == twd_op_pkg::OP_MULT) next_q <= 6'(Unload + 3 + Products);
    end
  end

  if (IdleUnload || FlushCycle != 0) begin : gen_unload
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) {at_end_q, cycle_q, pass_q} <= {1'b0, CycleBits'(FlushCycle), Passes[Unload*PassBits+:PassBits]};
      else if (en_i) {at_end_q, cycle_q, pass_q} <= {at_end_d, cycle_d, pass_d};
    end
  end else begin : gen_stop
    always_ff @(posedge clk_i) begin
      if (en_i) {at_end_q, cycle_q, pass_q} <= {at_end_d, cycle_d, pass_d};
    end
  end

  `TWD_ASSERT(StartOnlyWhileReady, !start_i || ready_o)
  `TWD_ASSERT(StartWithItsPass, !start_i || next_q == twd_pass_pkg::first(op_i, Transforms, Products))
  `TWD_ASSERT(CountOnlyBetweenOperations, !count_i || !run_q)

endmodule
