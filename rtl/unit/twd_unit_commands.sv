// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_unit_commands: commands from the port to the engine, load and store, and the ends of commands.
//
// Order     commands of a unit end in the order of their starts; streamed ones are those of a unit of their own.
// Ends      done_i is registered. report_o of a unit, one cycle after it: for a cycle, a command with report = 1 has
//           ended; number_o is its number, from 0 on after a reset; commands that are refused are counted too.
// Timing    twd_scoreboard. Reset drops every command; clear_i writes zeros over them, one a cycle.
// Cost      twd_scoreboard, LUT memory for Entries commands of the engine, a register each for load and store, which
//           have one command at a time.
// Model     twiddle.model.timing

`include "twd_assert.svh"
`include "twd_memory.svh"

module twd_unit_commands #(
  parameter  twd_ring_pkg::ring_cfg_t Ring = twd_ring_pkg::RING_ML_DSA,
  parameter  twd_ring_pkg::ring_cfg_t Ring_2 = twd_ring_pkg::RING_ML_KEM,
  parameter  int unsigned Slots = 16,
  parameter  int unsigned Entries = 8,  // a power of two
  localparam int unsigned NumberBits = twd_unit_pkg::NUMBER_BITS
) (
  input  logic                                 clk_i,
  input  logic                                 rst_ni,
  input  logic                                 clear_i,
  input  logic                                 drop_i,    // twd_scoreboard
  input  logic                                 valid_i,
  output logic                                 ready_o,
  input  logic                 [31:0]          data_i,
  output twd_unit_pkg::rule_e                  error_o,
  // engine, load, store, streamed commands of the engine
  output logic                 [3:0]           start_o,
  input  logic                 [3:0]           soon_i,
  input  logic                 [3:0]           ready_i,
  output twd_unit_pkg::command_t               command_o,
  input  logic                 [3:0]           done_i,
  // engine, load, store
  output logic                 [2:0]           report_o,
  output logic [2:0][NumberBits-1:0]           number_o,
  output logic                                 idle_o
);

  localparam int unsigned EntryBits = $clog2(Entries);

  logic [NumberBits+Entries:0] started;      // the command that starts: report, number, its entry, a bit an entry
  logic [3:0][NumberBits+Entries:0] ending;  // the command of a unit that ends next
  logic [3:0] done_q;
  logic [3:0][Entries-1:0] done_entry;
  logic [3:0] report;
  logic [3:0][NumberBits-1:0] number_of;
  logic [Entries-1:0] entry;
  logic [NumberBits-1:0] number;

  twd_scoreboard #(.Ring(Ring), .Ring_2(Ring_2), .Slots(Slots), .Entries(Entries)) u_scoreboard (
    .clk_i, .rst_ni,
    .clear_i,
    .drop_i,
    .valid_i,
    .ready_o,
    .data_i,
    .error_o,
    .start_o,
    .soon_i,
    .ready_i,
    .command_o,
    .number_o    (number),
    .entry_o     (entry),
    .done_i      (done_q),
    .done_entry_i(done_entry),
    .idle_o
  );

  assign started = {command_o.report, number, entry};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) done_q <= '0;
    else done_q <= done_i;
  end

  // ---- the engine: several commands of each kind, which end in order ----
  for (genvar c = 0; c < 2; c++) begin : gen_several
    localparam int unsigned Unit = c == 0 ? 0 : 3;
    `TWD_LUT_RAM_NO_RW_CHECK logic [NumberBits+Entries:0] computing[Entries];
    logic [EntryBits-1:0] w_addr_q, r_addr_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        w_addr_q <= '0;
        r_addr_q <= '0;
      end else begin
        if (start_o[Unit] || clear_i) w_addr_q <= w_addr_q + 1'b1;
        if (done_q[Unit]) r_addr_q <= r_addr_q + 1'b1;
      end
    end

    always_ff @(posedge clk_i) begin
      if (start_o[Unit] || clear_i) computing[w_addr_q] <= started;
    end

    assign ending[Unit] = computing[r_addr_q];
  end

  // ---- load and store: one command ----
  for (genvar u = 1; u < 3; u++) begin : gen_one
    logic [NumberBits+Entries:0] started_q;

    always_ff @(posedge clk_i) begin
      if (start_o[u] || clear_i) started_q <= started;
    end

    assign ending[u] = started_q;
  end

  for (genvar u = 0; u < 4; u++) begin : gen_unit
    assign {report[u], number_of[u], done_entry[u]} = ending[u];
  end

  // Of the engine one command ends in a cycle.
  assign report_o = (report[2:0] & done_q[2:0]) | {2'b00, report[3] && done_q[3]};
  assign number_o = {number_of[2:1], done_q[3] ? number_of[3] : number_of[0]};

  `TWD_ASSERT(OneEnds, !(done_i[0] && done_i[3]))

endmodule
