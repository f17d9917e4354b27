// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_scoreboard: commands wait for the slots that they need, and for nothing else.
//
// Entries   a command takes an entry, with a mask of the slots that it reads and one of those that it writes (with both
//           rings a bit a slot of pairs, two a wide one), and waits for the commands before it with which it conflicts:
//           one of the two writes a slot of the other. Commands of
//           which the stream tells the order (LOAD, STORE, operands of a stream) wait until the one before them has
//           started. Of several that may start the oldest does.
// Refused   a command that breaks a rule takes no entry; error_o says which, for a cycle.
// Timing    a command is taken into a register, and five cycles later into its entry; start_o of a unit is high in the
//           cycle in which ready_i of the unit takes it. done_i with done_entry_i ends it.
// Cost      Entries commands and pairs of masks of Slots bits, or 2 Slots with both rings.
// Model     twiddle.model.unit

`include "twd_assert.svh"

module twd_scoreboard #(
  parameter twd_ring_pkg::ring_cfg_t Ring = twd_ring_pkg::RING_ML_DSA,
  parameter twd_ring_pkg::ring_cfg_t Ring_2 = twd_ring_pkg::RING_ML_KEM,
  parameter int unsigned Slots = 16,   // of the widest ring, 8 to 64
  parameter int unsigned Entries = 8,  // a power of two
  localparam int unsigned EntryBits = $clog2(Entries)
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  logic                        valid_i,
  output logic                        ready_o,
  input  logic [31:0]                 data_i,
  output twd_unit_pkg::rule_e         error_o,
  // engine, load, store
  output logic                        [2:0] start_o,
  input  logic                        [2:0] ready_i,
  output twd_unit_pkg::command_t      [2:0] command_o,
  output logic         [2:0][EntryBits-1:0] entry_o,
  input  logic                        [2:0] done_i,
  input  logic         [2:0][EntryBits-1:0] done_entry_i,
  output logic                        report_o,        // a command that asked for it has ended
  output logic                        idle_o           // no command is here
);

  localparam bit Both = twd_unit_pkg::both(Ring, Ring_2);
  localparam int unsigned SlotBits = twd_unit_pkg::SLOT_BITS;
  localparam int unsigned Parts = Both ? 2 * Slots : Slots;

  // ---- the command that comes in: its rule, then its slots, operand by operand ----
  typedef enum logic [2:0] {
    EMPTY,
    CHECK,
    WRITES,
    READS_A,
    READS_B,
    ENTER
  } state_e;

  state_e state_q;
  twd_unit_pkg::command_t command_q;
  logic [Parts-1:0] reads_q, writes_q;
  twd_unit_pkg::rule_e rule;

  logic [SlotBits-1:0] first;
  logic [SlotBits:0] end_a, end_b, end_dst, number;
  logic [Parts-1:0] range;
  logic takes_dst, takes_a, takes_b, several_dst;
  logic pair;

  assign pair = Both && command_q.pair;
  assign takes_a = command_q.op != twd_unit_pkg::COMMAND_ZERO && command_q.op != twd_unit_pkg::COMMAND_LOAD
      && !command_q.stream;
  assign takes_b = command_q.op == twd_unit_pkg::COMMAND_MUL || command_q.op == twd_unit_pkg::COMMAND_MAC
      || command_q.op == twd_unit_pkg::COMMAND_ADD || command_q.op == twd_unit_pkg::COMMAND_SUB;
  assign takes_dst = command_q.op != twd_unit_pkg::COMMAND_STORE;
  assign several_dst = command_q.op != twd_unit_pkg::COMMAND_MUL && command_q.op != twd_unit_pkg::COMMAND_MAC;
  assign end_a = {1'b0, command_q.a} + (SlotBits + 1)'(command_q.count);
  assign end_b = {1'b0, command_q.b} + (SlotBits + 1)'(command_q.count);
  assign end_dst = {1'b0, command_q.dst} + (several_dst ? (SlotBits + 1)'(command_q.count) : '0);
  assign number = (SlotBits + 1)'(pair ? 2 * Slots : Slots);

  // Polynomials of two operands share a slot, but not each its own.
  function automatic logic overlap(
    input logic [SlotBits-1:0] x, input logic [SlotBits-1:0] y, input logic [twd_unit_pkg::COUNT_BITS-1:0] count
  );
    overlap = x != y && (x - y <= SlotBits'(count) || y - x <= SlotBits'(count));
  endfunction

  always_comb begin
    rule = twd_unit_pkg::RULE_NONE;
    if ((takes_b && end_b >= number) || (takes_a && end_a >= number) || (takes_dst && end_dst >= number)) begin
      rule = twd_unit_pkg::RULE_SLOT;
    end
    if (takes_dst && several_dst && ((takes_a && overlap(command_q.dst, command_q.a, command_q.count))
        || (takes_b && overlap(command_q.dst, command_q.b, command_q.count)))) begin
      rule = twd_unit_pkg::RULE_SLOT;
    end
    if (command_q.stream && (several_dst || command_q.count != '0)) rule = twd_unit_pkg::RULE_STREAM;
    if (command_q.pair ? Ring_2.q == 0 : Ring.q == 0) rule = twd_unit_pkg::RULE_RING;
    if (command_q.op > twd_unit_pkg::COMMAND_STORE || command_q.zero) rule = twd_unit_pkg::RULE_OPERATION;
  end

  // Parts of the slots first to last.
  logic [SlotBits:0] last;
  assign last = {1'b0, first} + (state_q == WRITES && !several_dst ? '0 : (SlotBits + 1)'(command_q.count));

  always_comb begin
    first = state_q == READS_A ? command_q.a : state_q == READS_B ? command_q.b : command_q.dst;
    for (int s = 0; s < Parts; s++) begin
      range[s] = !Both || pair ? SlotBits'(s) >= first && (SlotBits + 1)'(s) <= last
          : SlotBits'(s / 2) >= first && (SlotBits + 1)'(s / 2) <= last;
    end
  end

  assign ready_o = state_q == EMPTY;
  assign error_o = state_q == CHECK ? rule : twd_unit_pkg::RULE_NONE;

  logic enter;
  logic [Entries-1:0] used_q, started_q;
  logic [EntryBits-1:0] next_q;  // the entry that a command takes, the oldest one if it is used
  assign enter = state_q == ENTER && !used_q[next_q];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= EMPTY;
    end else begin
      unique case (state_q)
        EMPTY: if (valid_i) state_q <= CHECK;
        CHECK: state_q <= rule == twd_unit_pkg::RULE_NONE ? WRITES : EMPTY;
        WRITES: state_q <= READS_A;
        READS_A: state_q <= READS_B;
        READS_B: state_q <= ENTER;
        ENTER: if (enter) state_q <= EMPTY;
        default: state_q <= EMPTY;
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    if (state_q == EMPTY) command_q <= data_i;
    if (state_q == WRITES) begin
      writes_q <= takes_dst ? range : '0;
      reads_q  <= '0;
    end
    if ((state_q == READS_A && takes_a) || (state_q == READS_B && takes_b)) reads_q <= reads_q | range;
  end

  // ---- the entries ----
  twd_unit_pkg::command_t [Entries-1:0] entry_q;
  logic [Entries-1:0][Parts-1:0] entry_reads_q, entry_writes_q;
  logic [Entries-1:0][Entries-1:0] waits_end_q;    // [e][f]: e waits for the end of f
  logic [Entries-1:0][Entries-1:0] waits_start_q;
  logic [Entries-1:0] conflict, order, ended, starts;
  logic [Entries-1:0] may;

  function automatic logic [1:0] unit_of(input logic [3:0] op);
    unit_of = op == twd_unit_pkg::COMMAND_STORE ? 2'd2
        : op == twd_unit_pkg::COMMAND_LOAD || op == twd_unit_pkg::COMMAND_ZERO ? 2'd1 : 2'd0;
  endfunction

  function automatic logic ordered(input logic [3:0] op, input logic stream);
    ordered = op == twd_unit_pkg::COMMAND_STORE || op == twd_unit_pkg::COMMAND_LOAD || stream;
  endfunction

  for (genvar e = 0; e < Entries; e++) begin : gen_entry
    assign conflict[e] = used_q[e] && ((writes_q & (entry_reads_q[e] | entry_writes_q[e])) != '0
        || (reads_q & entry_writes_q[e]) != '0);
    assign order[e] = used_q[e] && !started_q[e] && ordered(command_q.op, command_q.stream)
        && ordered(entry_q[e].op, entry_q[e].stream) && unit_of(entry_q[e].op) == unit_of(command_q.op);
    assign may[e] = used_q[e] && !started_q[e] && waits_end_q[e] == '0 && waits_start_q[e] == '0;

    always_comb begin
      ended[e]  = 1'b0;
      starts[e] = 1'b0;
      for (int u = 0; u < 3; u++) begin
        if (done_i[u] && done_entry_i[u] == EntryBits'(e)) ended[e] = 1'b1;
        if (start_o[u] && entry_o[u] == EntryBits'(e)) starts[e] = 1'b1;
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        used_q[e]    <= 1'b0;
        started_q[e] <= 1'b0;
      end else begin
        if (ended[e]) used_q[e] <= 1'b0;
        if (starts[e]) started_q[e] <= 1'b1;
        if (enter && next_q == EntryBits'(e)) begin
          used_q[e]    <= 1'b1;
          started_q[e] <= 1'b0;
        end
      end
    end

    always_ff @(posedge clk_i) begin
      waits_end_q[e]   <= waits_end_q[e] & ~ended;
      waits_start_q[e] <= waits_start_q[e] & ~starts;
      if (enter && next_q == EntryBits'(e)) begin
        entry_q[e]        <= command_q;
        entry_reads_q[e]  <= reads_q;
        entry_writes_q[e] <= writes_q;
        waits_end_q[e]    <= conflict & ~ended;
        waits_start_q[e]  <= order & ~starts;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) next_q <= '0;
    else if (enter) next_q <= next_q + 1'b1;
  end

  // ---- the oldest entry that may start, a unit each ----
  logic [Entries*32-1:0] commands;
  logic [Entries*2-1:0] units;

  for (genvar e = 0; e < Entries; e++) begin : gen_fields
    assign commands[32*e+:32] = entry_q[e];
    assign units[2*e+:2] = unit_of(entry_q[e].op);
  end

  for (genvar u = 0; u < 3; u++) begin : gen_start
    logic found;
    logic [EntryBits-1:0] oldest, which;

    always_comb begin
      found  = 1'b0;
      oldest = next_q;
      for (int i = Entries - 1; i >= 0; i--) begin
        which = next_q + EntryBits'(i);
        if (may[which] && units[32'(which)*2+:2] == 2'(u)) begin
          found  = 1'b1;
          oldest = which;
        end
      end
    end

    assign start_o[u] = found && ready_i[u];
    assign entry_o[u] = oldest;
    assign command_o[u] = commands[32'(oldest)*32+:32];
  end

  always_comb begin
    report_o = 1'b0;
    for (int e = 0; e < Entries; e++) report_o = report_o || (ended[e] && entry_q[e].report);
  end

  assign idle_o = state_q == EMPTY && used_q == '0;

endmodule
