// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_scoreboard: commands wait for the slots that they need, and for nothing else.
//
// Entries   a command takes an entry, with a mask of the slots that it reads and one of those that it writes (with both
//           rings a bit a slot of pairs, two a wide one), and waits for the commands before it with which it conflicts:
//           one of the two writes a slot of the other. Commands of a class, whose order a stream or one port defines,
//           start in order: loads and ZERO, stores, and those with a stream of operands. Of several that may start the
//           oldest does, one a cycle.
// Refused   a command that breaks a rule takes no entry; error_o names the rule, for a cycle.
// Timing    a command is taken into a register, compared with an entry a cycle, and Entries + 4 cycles later takes its
//           entry; start_o of a unit is high in the cycle in which ready_i of the unit takes it. done_i with
//           done_entry_i ends it. Reset drops every command; clear_i writes zeros over them, one a cycle.
// Cost      LUT memory for Entries commands and pairs of masks of Slots bits, or 2 Slots with both rings.
// Model     twiddle.unit

`include "twd_assert.svh"

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
  input  logic                              valid_i,
  output logic                              ready_o,
  input  logic                       [31:0] data_i,
  output twd_unit_pkg::rule_e               error_o,
  output logic                        [2:0] start_o,       // of the engine, of load, of store
  input  logic                        [2:0] ready_i,
  output twd_unit_pkg::command_t            command_o,
  output logic             [NumberBits-1:0] number_o,      // of that command: how many came before it
  output logic              [EntryBits-1:0] entry_o,
  input  logic                        [2:0] done_i,
  input  logic         [2:0][EntryBits-1:0] done_entry_i,
  output logic                              idle_o         // no command is here
);

  localparam bit Both = twd_unit_pkg::both(Ring, Ring_2);
  localparam int unsigned SlotBits = twd_unit_pkg::SLOT_BITS;
  localparam int unsigned Parts = Both ? 2 * Slots : Slots;
  localparam int unsigned PartBits = $clog2(Parts);

  typedef enum logic [1:0] {
    CLASS_ENGINE = 2'd0,
    CLASS_LOAD   = 2'd1,
    CLASS_STORE  = 2'd2,
    CLASS_STREAM = 2'd3   // of the engine
  } class_e;

  // ---- the command that comes in: its rule and its slots, operand by operand ----
  typedef enum logic [2:0] {
    EMPTY,
    WRITES,
    READS_A,
    READS_B,
    COMPARE,  // with entry compared_q
    ENTER
  } state_e;

  state_e state_q;
  twd_unit_pkg::command_t command_q;
  logic [Parts-1:0] reads_q, writes_q;
  twd_unit_pkg::rule_e rule;

  logic takes_dst, takes_a, takes_b, several_dst, takes;  // takes: the operand of this state
  logic pair;
  logic [SlotBits-1:0] first;
  logic [SlotBits:0] last;
  logic [SlotBits-1:0] above, below;                      // of the operand, from dst on
  logic overlaps;

  assign pair = Both && command_q.pair;
  assign takes_a = command_q.op != twd_unit_pkg::COMMAND_ZERO && command_q.op != twd_unit_pkg::COMMAND_LOAD
      && !command_q.stream;
  assign takes_b = command_q.op == twd_unit_pkg::COMMAND_MUL || command_q.op == twd_unit_pkg::COMMAND_MAC
      || command_q.op == twd_unit_pkg::COMMAND_ADD || command_q.op == twd_unit_pkg::COMMAND_SUB;
  assign takes_dst = command_q.op != twd_unit_pkg::COMMAND_STORE;
  assign several_dst = command_q.op != twd_unit_pkg::COMMAND_MUL && command_q.op != twd_unit_pkg::COMMAND_MAC;
  assign takes = state_q == WRITES ? takes_dst : state_q == READS_A ? takes_a : takes_b;
  assign first = state_q == READS_A ? command_q.a : state_q == READS_B ? command_q.b : command_q.dst;
  assign last = {1'b0, first} + (state_q == WRITES && !several_dst ? '0 : (SlotBits + 1)'(command_q.count));

  // Polynomials of two operands share a slot, but not each its own.
  assign above = first - command_q.dst;
  assign below = command_q.dst - first;
  assign overlaps = takes_dst && several_dst && above != '0
      && (above <= SlotBits'(command_q.count) || below <= SlotBits'(command_q.count));

  always_comb begin
    rule = twd_unit_pkg::RULE_NONE;
    if (takes && (last >= (SlotBits + 1)'(pair ? 2 * Slots : Slots) || overlaps)) rule = twd_unit_pkg::RULE_SLOT;
    if (state_q == WRITES) begin
      if (command_q.stream && (several_dst || command_q.count != '0)) rule = twd_unit_pkg::RULE_STREAM;
      if (command_q.pair ? Ring_2.q == 0 : Ring.q == 0) rule = twd_unit_pkg::RULE_RING;
      if (command_q.op > twd_unit_pkg::COMMAND_STORE || command_q.zero) rule = twd_unit_pkg::RULE_OPERATION;
    end
  end

  // Parts of the slots first to last, which are there.
  logic [PartBits-1:0] first_part, last_part;
  logic [Parts-1:0] range;
  assign first_part = Both && !pair ? PartBits'({first, 1'b0}) : PartBits'(first);
  assign last_part = Both && !pair ? PartBits'({last, 1'b1}) : PartBits'(last);

  always_comb begin
    for (int s = 0; s < Parts; s++) range[s] = PartBits'(s) >= first_part && PartBits'(s) <= last_part;
  end

  logic checks;
  assign checks = state_q == WRITES || state_q == READS_A || state_q == READS_B;
  assign ready_o = state_q == EMPTY;
  assign error_o = checks ? rule : twd_unit_pkg::RULE_NONE;

  logic enter;
  logic put;                         // a command, or zeros, into the entry next_q
  logic [NumberBits-1:0] number_q;
  logic [Entries-1:0] used_q, started_q;
  logic [EntryBits-1:0] next_q;      // the entry that a command takes, the oldest one if it is used
  logic [EntryBits-1:0] compared_q;
  assign enter = state_q == ENTER && !used_q[next_q];
  assign put = enter || clear_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= EMPTY;
    end else if (checks && rule != twd_unit_pkg::RULE_NONE) begin
      state_q <= EMPTY;
    end else begin
      unique case (state_q)
        EMPTY: if (valid_i) state_q <= WRITES;
        WRITES: state_q <= READS_A;
        READS_A: state_q <= READS_B;
        READS_B: state_q <= COMPARE;
        COMPARE: if (&compared_q) state_q <= ENTER;
        ENTER: if (enter) state_q <= EMPTY;
        default: state_q <= EMPTY;
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    if (state_q == EMPTY) command_q <= data_i;
    compared_q <= state_q == COMPARE ? compared_q + 1'b1 : '0;
    if (state_q == WRITES) begin
      writes_q <= takes ? range : '0;
      reads_q  <= '0;
    end else if (checks && takes) begin
      reads_q <= reads_q | range;
    end
    if (clear_i) begin
      command_q <= '0;
      writes_q  <= '0;
      reads_q   <= '0;
    end
  end

  // ---- the entries ----
  (* ram_style = "distributed", no_rw_check *) logic [2*Parts-1:0] masks[Entries];
  (* ram_style = "distributed", no_rw_check *) logic [NumberBits+31:0] commands[Entries];
  logic [Entries*2-1:0] class_q;
  logic [Entries*EntryBits-1:0] turn_q;              // of a command in its class
  logic [3:0][EntryBits-1:0] entered_q, turns_q;     // turns of a class: the next one to be given, to start
  logic [Entries-1:0][Entries-1:0] waits_q;          // [e][f]: e waits for the end of f
  logic [Entries-1:0] conflicts_q;                   // of the command that comes in
  logic [Entries-1:0] ended, starts, may;

  logic [Parts-1:0] entry_reads, entry_writes;
  logic conflict;
  class_e kind;
  assign {entry_reads, entry_writes} = masks[compared_q];
  assign conflict = used_q[compared_q]
      && ((writes_q & (entry_reads | entry_writes)) != '0 || (reads_q & entry_writes) != '0);
  assign kind = command_q.op == twd_unit_pkg::COMMAND_STORE ? CLASS_STORE
      : command_q.op == twd_unit_pkg::COMMAND_LOAD || command_q.op == twd_unit_pkg::COMMAND_ZERO ? CLASS_LOAD
      : command_q.stream ? CLASS_STREAM : CLASS_ENGINE;

  always_ff @(posedge clk_i) begin
    conflicts_q <= conflicts_q & ~ended;
    if (state_q == COMPARE) conflicts_q[compared_q] <= conflict && !ended[compared_q];
    if (clear_i) conflicts_q <= '0;
    if (put) begin
      masks[next_q]    <= {reads_q, writes_q};
      commands[next_q] <= {number_q, command_q};
    end
  end

  for (genvar e = 0; e < Entries; e++) begin : gen_entry
    logic [1:0] of_class;
    logic turn, ready;
    assign of_class = class_q[2*e+:2];
    assign turn = of_class == CLASS_ENGINE || turn_q[EntryBits*e+:EntryBits] == turns_q[of_class];
    assign ready = of_class == CLASS_LOAD ? ready_i[1] : of_class == CLASS_STORE ? ready_i[2] : ready_i[0];
    assign may[e] = used_q[e] && !started_q[e] && waits_q[e] == '0 && turn && ready;
    assign starts[e] = start_o != '0 && entry_o == EntryBits'(e);

    always_comb begin
      ended[e] = 1'b0;
      for (int u = 0; u < 3; u++) begin
        if (done_i[u] && done_entry_i[u] == EntryBits'(e)) ended[e] = 1'b1;
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
      waits_q[e] <= waits_q[e] & ~ended;
      if (put && next_q == EntryBits'(e)) begin
        class_q[2*e+:2]                   <= kind;
        turn_q[EntryBits*e+:EntryBits]    <= entered_q[kind];
        waits_q[e]                        <= conflicts_q & ~ended;
      end
    end
  end

  // ---- the oldest entry that may start ----
  logic [Entries-1:0] by_age;       // from the oldest on
  logic [EntryBits-1:0] age;
  logic [1:0] class_of_start;
  assign by_age = Entries'({may, may} >> next_q);

  always_comb begin
    age = '0;
    for (int i = Entries - 1; i >= 0; i--) begin
      if (by_age[i]) age = EntryBits'(i);
    end
  end

  assign entry_o = next_q + age;
  assign {number_o, command_o} = commands[entry_o];
  assign class_of_start = class_q[32'(entry_o)*2+:2];

  always_comb begin
    start_o = '0;
    if (may != '0) begin
      start_o[0] = class_of_start == CLASS_ENGINE || class_of_start == CLASS_STREAM;
      start_o[1] = class_of_start == CLASS_LOAD;
      start_o[2] = class_of_start == CLASS_STORE;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      next_q    <= '0;
      number_q  <= '0;
      entered_q <= '0;
      turns_q   <= '0;
    end else begin
      if (put) next_q <= next_q + 1'b1;
      if (enter || error_o != twd_unit_pkg::RULE_NONE) number_q <= number_q + 1'b1;
      if (enter) entered_q[kind] <= entered_q[kind] + 1'b1;
      if (may != '0) turns_q[class_of_start] <= turns_q[class_of_start] + 1'b1;
    end
  end

  assign idle_o = state_q == EMPTY && used_q == '0;

endmodule
