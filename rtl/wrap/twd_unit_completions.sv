// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_unit_completions: the numbers of the commands that have ended, in a queue.
//
// Order     that of the ends; of those in one cycle the engine's comes first, then load's, then store's.
// Lost      a completion that finds the queue full is dropped: lost_o, with done_o.
// Timing    done_o one cycle after report_i, or up to three where several come at once; then the number is stored.
//           clear_i empties the queue, one a cycle.
// Cost      twd_fifo, 27 flip-flops.
// Assumes   a unit reports no two ends within three cycles: a command of it reads or writes eight words.

`include "twd_assert.svh"

module twd_unit_completions #(
  localparam int unsigned NumberBits = twd_unit_pkg::NUMBER_BITS,
  localparam int unsigned LevelBits = twd_unit_regs_pkg::LEVEL_BITS
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,
  input  logic                       clear_i,
  input  logic [2:0]                 report_i,
  input  logic [2:0][NumberBits-1:0] number_i,
  output logic                       busy_o,    // an end is on its way
  output logic                       done_o,
  output logic                       lost_o,
  output logic [LevelBits-1:0]       waiting_o,
  output logic [NumberBits-1:0]      number_o,
  input  logic                       pop_i
);

  logic [2:0] ended_q, goes;
  logic [2:0][NumberBits-1:0] number_q;
  logic [NumberBits-1:0] number;
  logic [LevelBits-1:0] waiting_q;
  logic push, pop;
  logic unused_room, unused_few, unused_valid;

  assign goes   = ended_q & (~ended_q + 3'd1);  // the lowest one
  assign busy_o = ended_q != '0;
  assign done_o = busy_o && !clear_i;
  assign lost_o = done_o && waiting_q == LevelBits'(twd_unit_regs_pkg::QUEUE);
  assign push   = done_o && !lost_o;
  assign pop    = (pop_i || clear_i) && waiting_q != '0;
  assign waiting_o = waiting_q;

  always_comb begin
    number = '0;
    for (int u = 0; u < 3; u++) number |= number_q[u] & {NumberBits{goes[u]}};
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ended_q   <= '0;
      waiting_q <= '0;
    end else begin
      ended_q   <= report_i | (ended_q & ~goes);
      waiting_q <= waiting_q + LevelBits'(push) - LevelBits'(pop);
    end
  end

  for (genvar u = 0; u < 3; u++) begin : gen_number
    always_ff @(posedge clk_i) begin
      if (report_i[u]) number_q[u] <= number_i[u];
    end
  end

  twd_fifo #(.Width(NumberBits), .Depth(twd_unit_regs_pkg::QUEUE), .Reserve(2)) u_queue (
    .clk_i, .rst_ni,
    .w_valid_i(push),
    .w_data_i (number),
    .room_o   (unused_room),
    .few_o    (unused_few),
    .r_valid_o(unused_valid),
    .r_ready_i(pop),
    .r_data_o (number_o)
  );

  `TWD_ASSERT(OneEndAtATime, (report_i & ended_q & ~goes) == '0)

endmodule
