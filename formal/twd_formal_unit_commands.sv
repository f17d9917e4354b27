// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_formal_unit_commands: no command of the polynomial unit waits for ever if the engine, load and store go on.
//
// Commands  any operation, streamed or not, one polynomial of the complete ring; dst, a and b are any of two slots.
// Drops     of commands of the engine that wait, in any cycle.
// Ends      a command is in the scoreboard for at most Bound cycles; a command that was taken is dropped or is in the
//           scoreboard after at most Front cycles.
// Units     a unit is ready again at most Within + 1 cycles after it took a command, and while it has commands one of
//           them ends every Within + 1 cycles, or one cycle later where both kinds of the engine would end at once.
//           They may announce that they are ready soon when they are not.
// Method    property directed reachability

module twd_formal_unit_commands #(
  parameter int unsigned Entries = 2,
  parameter int unsigned Within = 3,
  parameter int unsigned Bound = 18,
  parameter int unsigned Front = 30
) (
  input logic        clk_i,
  input logic        rst_ni,
  input logic        drop_i,
  input logic        valid_i,
  input logic [ 3:0] op_i,
  input logic        stream_i,
  input logic [ 2:0] slots_i,  // dst, a, b: 0 or 1
  input logic [ 3:0] soon_i,
  input logic [ 3:0] again_i,  // a unit is ready again
  input logic [ 3:0] end_i     // a unit ends a command
);

  localparam int unsigned CountBits = $clog2(Entries + 1);
  localparam int unsigned TimeBits = $clog2(Within + 1);
  localparam int unsigned FrontBits = $clog2(Front + 2);

  logic ready;
  logic [3:0] start, done;
  logic [3:0] busy_q;
  logic [3:0][CountBits-1:0] has_q;  // commands in a unit
  logic [3:0][TimeBits-1:0] taking_q, ending_q;
  twd_unit_pkg::rule_e unused_rule;
  twd_unit_pkg::command_t unused_command;
  logic [2:0] unused_report;
  logic [2:0][7:0] unused_number;
  logic unused_idle;

  twd_unit_commands #(
    .Slots  (8),
    .Entries(Entries)
  ) u_commands (
    .clk_i,
    .rst_ni,
    .clear_i  (1'b0),
    .drop_i,
    .valid_i  (valid_i),
    .ready_o  (ready),
    .data_i   ({op_i, 4'd0, 6'd0, slots_i[2], 6'd0, slots_i[1], 6'd0, slots_i[0], stream_i, 2'b10}),
    .error_o  (unused_rule),
    .start_o  (start),
    .soon_i   (soon_i | ~busy_q),
    .ready_i  (~busy_q),
    .command_o(unused_command),
    .done_i   (done),
    .report_o (unused_report),
    .number_o (unused_number),
    .idle_o   (unused_idle)
  );

  for (genvar u = 0; u < 4; u++) begin : gen_unit
    localparam bit Several = u == 0 || u == 3;
    logic ends;
    assign ends = has_q[u] != '0 && (end_i[u] || ending_q[u] == TimeBits'(Within));
    assign done[u] = ends && !(u == 3 && done[0]);

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        busy_q[u]   <= 1'b0;
        has_q[u]    <= '0;
        taking_q[u] <= '0;
        ending_q[u] <= '0;
      end else begin
        if (start[u]) busy_q[u] <= 1'b1;
        else if (Several ? again_i[u] || taking_q[u] == TimeBits'(Within) : done[u]) busy_q[u] <= 1'b0;
        has_q[u] <= has_q[u] + CountBits'(start[u]) - CountBits'(done[u]);
        taking_q[u] <= !busy_q[u] || taking_q[u] == TimeBits'(Within) ? '0 : taking_q[u] + 1'b1;
        if (has_q[u] == '0 || done[u]) ending_q[u] <= '0;
        else if (ending_q[u] != TimeBits'(Within)) ending_q[u] <= ending_q[u] + 1'b1;
      end
    end
  end

  twd_formal_unit_commands_ages #(
    .Entries(Entries),
    .Bound  (Bound)
  ) u_ages (
    .clk_i,
    .rst_ni,
    .used ()
  );

  logic [FrontBits-1:0] front_q;  // cycles for which the unit has taken no command
  logic begin_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) front_q <= '0;
    else front_q <= ready ? '0 : front_q + 1'b1;
  end

  always_ff @(posedge clk_i) begin_q <= 1'b0;
  initial begin_q = 1'b1;

  always_comb begin
    if (begin_q) assume (!rst_ni);
    if (rst_ni) Enters: assert (front_q <= FrontBits'(Front));
  end

endmodule
