// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_scoreboard: commands wait for the slots that they need, and for nothing else.
//
// Entries   a command takes an entry and waits for the end of the commands before it with which it conflicts: one of
//           the two writes a slot of the other, or both are loads or ZERO, or both are stores. The slots of dst, a and
//           b are kept as first and last part (with both rings a part is a slot of pairs, two are a wide one); an
//           operand that is not taken repeats another one. Streamed commands start in order. Of several that may
//           start the oldest is chosen (twd_oldest): soon_i of a unit comes a cycle before ready_i, or a few.
// Refused   a command that breaks a rule takes no entry; error_o names the rule, for a cycle, two cycles after the
//           operand that breaks it.
// Drop      drop_i drops the commands of the engine that were taken before and have not been chosen to start; loads,
//           stores and streamed ones stay.
// Timing    a command is taken into a register, compared with an entry a cycle, and Entries + 5 cycles later takes its
//           entry; start_o of a unit is high in the cycle in which ready_i of the unit takes it. done_i with
//           done_entry_i ends it, at least three cycles before the start of a command that waited for it. Reset drops
//           every command; clear_i writes zeros over them, one a cycle.
// Cost      LUT memory for Entries commands with six numbers of parts; Entries^2 flip-flops, which their set and reset
//           inputs alone drive; ten comparators of numbers of parts; xc7, with twd_oldest: 358 LUT, 344 flip-flops.
// Model     twiddle.model.timing

`include "twd_assert.svh"
`include "twd_memory.svh"

module twd_scoreboard #(
  parameter twd_ring_pkg::ring_cfg_t Ring = twd_ring_pkg::RING_ML_DSA,
  parameter twd_ring_pkg::ring_cfg_t Ring_2 = twd_ring_pkg::RING_ML_KEM,
  parameter int unsigned Slots = 16,   // of the widest ring, 8 to 64
  parameter int unsigned Entries = 8,  // a power of two
  localparam int unsigned EntryBits = $clog2(Entries),
  localparam int unsigned NumberBits = twd_unit_pkg::NUMBER_BITS
) (
  input  logic                              clk_i,
  input  logic                              rst_ni,
  input  logic                              clear_i,
  input  logic                              drop_i,
  input  logic                              valid_i,
  output logic                              ready_o,
  input  logic                       [31:0] data_i,
  output twd_unit_pkg::rule_e               error_o,
  output logic                        [3:0] start_o,       // of the engine, load, store, of streamed ones of the engine
  input  logic                        [3:0] soon_i,        // ready_i may be high in the next cycle
  input  logic                        [3:0] ready_i,
  output twd_unit_pkg::command_t            command_o,
  output logic             [NumberBits-1:0] number_o,      // of that command: how many came before it
  output logic                [Entries-1:0] entry_o,       // of that command, a bit an entry
  input  logic                        [3:0] done_i,
  input  logic           [3:0][Entries-1:0] done_entry_i,  // a bit an entry
  output logic                              idle_o         // no command is here
);

  localparam bit Both = twd_unit_pkg::both(Ring, Ring_2);
  localparam int unsigned SlotBits = twd_unit_pkg::SLOT_BITS;
  localparam int unsigned Parts = Both ? 2 * Slots : Slots;
  localparam int unsigned PartBits = $clog2(Parts);

  // The unit of a command: its bit of start_o.
  typedef enum logic [1:0] {
    CLASS_ENGINE = 2'd0,
    CLASS_LOAD   = 2'd1,
    CLASS_STORE  = 2'd2,
    CLASS_STREAM = 2'd3   // of the engine
  } class_e;

  typedef struct packed {
    logic [PartBits-1:0] first;
    logic [PartBits-1:0] last;
  } parts_t;

  typedef struct packed {
    class_e kind;
    parts_t dst;
    parts_t a;
    parts_t b;
  } operands_t;

  // x <= y.
  function automatic logic at_most(input logic [PartBits-1:0] x, input logic [PartBits-1:0] y);
    at_most = 1'b1;
    for (int i = 0; i < PartBits; i++) begin
      if (x[i] != y[i]) at_most = y[i];
    end
  endfunction

  function automatic logic overlap(input parts_t x, input parts_t y);
    overlap = at_most(x.first, y.last) && at_most(y.first, x.last);
  endfunction

  // ---- the command that comes in: its rule and its slots, operand by operand ----
  typedef enum logic [2:0] {
    EMPTY,
    WRITES,
    READS_A,
    READS_B,
    COMPARE,  // with entry_q, and the conflict with entry place_q2
    ENTER
  } state_e;

  state_e state_q;
  twd_unit_pkg::command_t command_q;
  twd_unit_pkg::rule_e rule;
  operands_t operands, entry_q;  // of the command, of entry place_q
  parts_t dst_q, a_q, b_q, parts;

  logic takes_dst, takes_a, takes_b, several_dst, takes;  // takes: the operand of this state
  logic pair, checks;
  logic [SlotBits-1:0] first;
  logic [SlotBits:0] last;
  logic checks_q, takes_q, writes_q, beyond_q;  // one cycle later, with the parts in b_q
  logic overlaps;  // polynomials of two operands share a slot, but not each its own
  logic dropped;   // the command that comes in

  assign pair = Both && command_q.pair;
  assign takes_a = command_q.op != twd_unit_pkg::COMMAND_ZERO && command_q.op != twd_unit_pkg::COMMAND_LOAD
      && !command_q.stream;
  assign takes_b = command_q.op == twd_unit_pkg::COMMAND_MUL || command_q.op == twd_unit_pkg::COMMAND_MAC
      || command_q.op == twd_unit_pkg::COMMAND_ADD || command_q.op == twd_unit_pkg::COMMAND_SUB;
  assign takes_dst = command_q.op != twd_unit_pkg::COMMAND_STORE;
  assign several_dst = command_q.op != twd_unit_pkg::COMMAND_MUL && command_q.op != twd_unit_pkg::COMMAND_MAC;
  assign takes = state_q == WRITES ? takes_dst : state_q == READS_A ? takes_a : takes_b;
  assign checks = state_q == WRITES || state_q == READS_A || state_q == READS_B;
  assign first = state_q == READS_A ? command_q.a : state_q == READS_B ? command_q.b : command_q.dst;
  assign last = {1'b0, first} + (state_q == WRITES && !several_dst ? '0 : (SlotBits + 1)'(command_q.count));
  assign parts.first = Both && !pair ? PartBits'({first, 1'b0}) : PartBits'(first);
  assign parts.last = Both && !pair ? PartBits'({last, 1'b1}) : PartBits'(last);
  assign overlaps = !writes_q && takes_dst && several_dst && b_q.first != dst_q.first && overlap(b_q, dst_q);

  always_comb begin
    rule = twd_unit_pkg::RULE_NONE;
    if (takes_q && (beyond_q || overlaps)) rule = twd_unit_pkg::RULE_SLOT;
    if (writes_q) begin
      if (command_q.stream && (several_dst || command_q.count != '0)) rule = twd_unit_pkg::RULE_STREAM;
      if (command_q.pair ? Ring_2.q == 0 : Ring.q == 0) rule = twd_unit_pkg::RULE_RING;
      if (command_q.op > twd_unit_pkg::COMMAND_STORE || command_q.zero) rule = twd_unit_pkg::RULE_OPERATION;
    end
    if (!checks_q || state_q == EMPTY || dropped || error_o != twd_unit_pkg::RULE_NONE) rule = twd_unit_pkg::RULE_NONE;
  end

  assign ready_o = state_q == EMPTY;

  logic enter;
  logic put;                         // a command, or zeros, into the entry next_q
  logic [NumberBits-1:0] number_q;
  logic [Entries-1:0] used_q;
  logic [EntryBits-1:0] next_q;      // the entry that a command takes, the next one that is free
  logic [EntryBits-1:0] read_q, place_q, place_q2;  // the entry that is read, compared, and in overlaps_q
  assign enter = state_q == ENTER && !used_q[next_q];  // what is dropped takes no entry, but may be written to it
  assign put = enter || clear_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q  <= EMPTY;
      checks_q <= 1'b0;
      error_o  <= twd_unit_pkg::RULE_NONE;
    end else begin
      checks_q <= checks;
      error_o  <= rule;
      unique case (state_q)
        EMPTY: if (valid_i) state_q <= WRITES;
        WRITES: state_q <= READS_A;
        READS_A: state_q <= READS_B;
        READS_B: state_q <= COMPARE;
        COMPARE: if (&place_q2) state_q <= ENTER;
        ENTER: if (enter) state_q <= EMPTY;
        default: state_q <= EMPTY;
      endcase
      if (dropped || error_o != twd_unit_pkg::RULE_NONE) state_q <= EMPTY;
    end
  end

  always_ff @(posedge clk_i) begin
    if (state_q == EMPTY) command_q <= data_i;
    {takes_q, writes_q} <= {takes, state_q == WRITES};
    beyond_q <= takes && (last >= (SlotBits + 1)'(pair ? 2 * Slots : Slots));
    read_q   <= state_q == READS_B || state_q == COMPARE ? read_q + 1'b1 : '0;
    place_q  <= read_q;
    place_q2 <= place_q;
    if (state_q == WRITES) dst_q <= parts;
    if (state_q == WRITES || (state_q == READS_A && takes)) a_q <= parts;
    if (state_q == WRITES || (checks && takes)) b_q <= parts;
    if (clear_i) begin
      command_q <= '0;
      dst_q     <= '0;
      a_q       <= '0;
      b_q       <= '0;
    end
  end

  // ---- the entries ----
  `TWD_LUT_RAM_NO_RW_CHECK logic [6*PartBits+1:0] slots[Entries];
  `TWD_LUT_RAM_NO_RW_CHECK logic [NumberBits+31:0] commands[Entries];
  logic [Entries-1:0] put_here;
  logic [Entries-1:0] waiting_q;                 // of those used: not started
  logic [Entries-1:0][1:0] class_q;
  logic [Entries*EntryBits-1:0] turn_q;          // of a streamed command
  logic [EntryBits-1:0] entered_q, started_q;    // turns: the next one to be given, to start
  logic [Entries-1:0][Entries-1:0] waits_q;      // [e][f]: e waits for the end of f
  logic [Entries-1:0] conflicts_q;               // of the command that comes in
  logic [Entries-1:0] ended, drops, may, chosen;
  logic starting;                                // a chosen command starts, or waits for its unit
  logic [3:0] free;                              // units that may take a command in the next cycle
  class_e kind;
  logic same_q;            // both are loads, or both stores
  logic [1:0] overlaps_q;  // the entry reads what the command writes; it writes what the command takes or writes
  logic conflict;

  assign kind = command_q.op == twd_unit_pkg::COMMAND_STORE ? CLASS_STORE
      : command_q.op == twd_unit_pkg::COMMAND_LOAD || command_q.op == twd_unit_pkg::COMMAND_ZERO ? CLASS_LOAD
      : command_q.stream ? CLASS_STREAM : CLASS_ENGINE;
  assign dropped = drop_i && state_q != EMPTY && kind == CLASS_ENGINE;
  assign operands = {kind, dst_q, a_q, b_q};

  always_ff @(posedge clk_i) begin
    entry_q       <= slots[read_q];
    same_q        <= kind == entry_q.kind && (kind == CLASS_LOAD || kind == CLASS_STORE);
    overlaps_q[0] <= kind != CLASS_STORE && (overlap(dst_q, entry_q.a) || overlap(dst_q, entry_q.b));
    overlaps_q[1] <= entry_q.kind != CLASS_STORE && (overlap(entry_q.dst, a_q) || overlap(entry_q.dst, b_q)
        || (kind != CLASS_STORE && overlap(dst_q, entry_q.dst)));
  end

  assign conflict = used_q[place_q2] && (same_q || overlaps_q != '0);

  always_ff @(posedge clk_i) begin
    if (put) begin
      slots[next_q]    <= operands;
      commands[next_q] <= {number_q, command_q};
    end
  end

  for (genvar e = 0; e < Entries; e++) begin : gen_entry
    logic turn, ready;
    assign put_here[e] = next_q == EntryBits'(e) && ((state_q == ENTER && !used_q[e]) || clear_i);
    assign drops[e] = drop_i && used_q[e] && waiting_q[e] && class_q[e] == CLASS_ENGINE && !chosen[e];
    assign ended[e] = (done_i[0] && done_entry_i[0][e]) || (done_i[1] && done_entry_i[1][e])
        || (done_i[2] && done_entry_i[2][e]) || (done_i[3] && done_entry_i[3][e]);
    assign turn = turn_q[EntryBits*e+:EntryBits] == started_q;
    assign ready = free[class_q[e]] && (class_q[e] != CLASS_STREAM || turn);
    assign may[e] = used_q[e] && waiting_q[e] && waits_q[e] == '0 && ready && !drops[e];

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) used_q[e] <= 1'b0;
      else used_q[e] <= (used_q[e] && !ended[e] && !drops[e]) || (put_here[e] && !clear_i && !dropped);
    end

    always_ff @(posedge clk_i) begin
      if (chosen[e]) waiting_q[e] <= 1'b0;
      else if (put_here[e]) waiting_q[e] <= !clear_i;
      if (put_here[e]) begin
        class_q[e]                     <= kind;
        turn_q[EntryBits*e+:EntryBits] <= entered_q;
      end
      if (ended[e] || drops[e] || clear_i) conflicts_q[e] <= 1'b0;
      else if (state_q == COMPARE && place_q2 == EntryBits'(e)) conflicts_q[e] <= conflict;
      // The end of a command, or its drop, resets its bit in every row: a set and a reset input of a flip-flop.
      for (int f = 0; f < Entries; f++) begin
        if (ended[f] || drops[f]) waits_q[e][f] <= 1'b0;
        else if (put_here[e]) waits_q[e][f] <= conflicts_q[f];
      end
    end
  end

  // ---- the oldest entry that may start ----
  logic [EntryBits-1:0] index;

  twd_oldest #(.Entries(Entries)) u_oldest (
    .clk_i, .rst_ni,
    .put_i   (put_here),
    .may_i   (may),
    .unit_i  (class_q),
    .chosen_o(chosen),
    .busy_o  (starting),
    .ready_i,
    .start_o,
    .entry_o,
    .index_o (index)
  );

  assign free = starting ? '0 : soon_i;
  assign {number_o, command_o} = commands[index];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      next_q    <= '0;
      number_q  <= '0;
      entered_q <= '0;
      started_q <= '0;
    end else begin
      if (put || used_q[next_q]) next_q <= next_q + 1'b1;
      if (enter || dropped || error_o != twd_unit_pkg::RULE_NONE) number_q <= number_q + 1'b1;
      if (enter && kind == CLASS_STREAM) entered_q <= entered_q + 1'b1;
      if (start_o[3]) started_q <= started_q + 1'b1;
    end
  end

  assign idle_o = state_q == EMPTY && used_q == '0;

  `TWD_ASSERT(EndsWhatRuns, (ended & ~(used_q & ~waiting_q)) == '0)

endmodule
