// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_poly_unit: polynomials in slots of a memory, and commands that compute on them in place.
//
//   command --> scoreboard --+--> engine --+
//   load ------------------> +--> load ----+--> two banks of the slots
//   store <----------------- +--> store ---+
//   operand --------------------> engine
//
// Command   a word of twd_unit_pkg. A command waits for the commands before it that use its slots, and for nothing
//           else (twd_scoreboard), so that loads and stores go on beside the engine.
// Data      a word of a slot a beat, in natural order: Lanes coefficients, or pairs {a_1, a_0}. Frames of load and
//           store end with last.
// Errors    error_o, two cycles after report_o at most, is the first broken rule since the reset or since the
//           cycle after clear_i.
// Timing    twd_unit_schedule, twd_unit_load, twd_unit_store. Slots hold anything after a reset. Ready and valid are
//           low in reset and in the cycle after it.
// Zeroize   drops everything in flight, and clears slots, queues and pipes in Depth + longest_delay + 10 cycles, Depth
//           words of a bank, at least 32 (twd_unit_zeroize). Meanwhile zeroize_busy_o is high, ready and valid are low.
// Model     twiddle.model.unit.Slots, twiddle.model.timing

`include "twd_assert.svh"

module twd_poly_unit #(
  parameter int unsigned N = 256,            // the complete ring
  parameter int unsigned Q = 8380417,        // 0: none
  parameter int unsigned Root = 1753,
  parameter int unsigned N_2 = 256,          // the incomplete ring
  parameter int unsigned Q_2 = 3329,         // 0: none
  parameter int unsigned Root_2 = 17,
  parameter int unsigned Lanes = 4,          // 1, 2, 4 or 8
  parameter int unsigned Slots = 16,         // polynomials of the complete ring, or of the only one; 8 to 64
  parameter bit          Dsp = 1'b1,         // 0: products in LUTs
  parameter bit          Block = 1'b1,       // 0: slots in LUT memory
  parameter bit          LogicTables = 1'b0, // 1: constant tables in logic, not block RAM
  parameter bit          Parity = 1'b0,      // of words of slots, of operands, and of words that go out
  localparam int unsigned Width = twd_lane_pkg::width(Q, Q_2),
  localparam int unsigned Beat = Lanes * Width
) (
  input  logic            clk_i,
  input  logic            rst_ni,
  input  logic            command_valid_i,
  output logic            command_ready_o,
  input  logic [    31:0] command_data_i,
  input  logic            load_valid_i,
  output logic            load_ready_o,
  output logic            load_pair_o,     // the frame is of pairs
  input  logic            load_last_i,
  input  logic [Beat-1:0] load_data_i,
  output logic            store_valid_o,
  input  logic            store_ready_i,
  output logic            store_last_o,
  output logic [Beat-1:0] store_data_o,
  output logic            store_pair_o,
  output logic [     6:0] store_slot_o,    // of the beat
  input  logic            operand_valid_i,
  output logic            operand_ready_o,
  output logic            operand_pair_o,
  input  logic [Beat-1:0] operand_data_i,
  input  logic            clear_i,
  input  logic            drop_i,          // commands of the engine that have not started (twd_scoreboard)
  output logic [     2:0] error_o,
  output logic [     2:0] report_o,   // engine, load, store, for a cycle: a command with report = 1 has ended
  output logic [2:0][7:0] number_o,   // of that command: commands are counted from the reset on
  output logic            idle_o,
  output logic            fault_o,    // of the hardware: a beat that goes out is none of its place, a parity is wrong
  input  logic            zeroize_i,
  input  logic [     4:0] zeroize_part_i,   // of slots, 0: all (twd_unit_zeroize)
  output logic            zeroize_busy_o
);

  localparam twd_ring_pkg::ring_cfg_t Ring = {N, Q, Root, 2 * N};
  localparam twd_ring_pkg::ring_cfg_t Ring_2 = {N_2, Q_2, Root_2, N_2};

  `TWD_REFUSE(gen_bad_ring, (Q != 0 && twd_ring_pkg::broken_rule(Ring) != twd_ring_pkg::RULE_OK)
              || (Q_2 != 0 && twd_ring_pkg::broken_rule(Ring_2) != twd_ring_pkg::RULE_OK) || (Q == 0 && Q_2 == 0),
              "twd_poly_unit: no ring, or one whose N, Q and Root are not those of a ring")
  `TWD_REFUSE(gen_bad_rings, Q != 0 && Q_2 != 0 && N != N_2, "twd_poly_unit: N and N_2 are not equal")
  `TWD_REFUSE(gen_bad_words, twd_unit_pkg::index_bits(Ring, Ring_2) < $clog2(Lanes) + 3,
              "twd_poly_unit: a polynomial has fewer than 8 words of Lanes coefficients or pairs")
  `TWD_REFUSE(gen_bad_lanes, Lanes != 1 && Lanes != 2 && Lanes != 4 && Lanes != 8,
              "twd_poly_unit: Lanes is not 1, 2, 4 or 8")
  `TWD_REFUSE(gen_bad_slots, Slots < 8 || Slots > 64, "twd_poly_unit: Slots is not 8 to 64")

  localparam int unsigned WordBits = twd_unit_pkg::word_bits(Ring, Ring_2, Lanes);
  localparam int unsigned AddrBits = twd_unit_pkg::SLOT_BITS + WordBits;
  localparam int unsigned Depth = Slots << WordBits;
  localparam int unsigned MemoryBits = $clog2(Depth);

  // ---- reset and zeroize ----
  logic rst_n, open, clear, clear_words;  // rst_n: of everything below
  logic [MemoryBits-1:0] clear_addr;

  twd_unit_zeroize #(
    .WordBits(WordBits), .Depth(Depth), .Settle(twd_unit_pkg::longest_delay(Ring, Ring_2, Dsp) + 8)
  ) u_zeroize (
    .clk_i, .rst_ni,
    .zeroize_i,
    .part_i (zeroize_part_i & {twd_unit_pkg::both(Ring, Ring_2), 4'hf}),
    .busy_o (zeroize_busy_o),
    .open_o (open),
    .rst_no (rst_n),
    .clear_o(clear),
    .w_en_o (clear_words),
    .addr_o (clear_addr)
  );

  // ---- commands ----
  logic command_ready, idle;
  logic [3:0] start, soon, ready, done;  // engine, load, store, streamed commands of the engine
  twd_unit_pkg::command_t command;
  twd_unit_pkg::rule_e rule;

  twd_unit_commands #(.Ring(Ring), .Ring_2(Ring_2), .Slots(Slots)) u_commands (
    .clk_i,
    .rst_ni   (rst_n),
    .clear_i  (clear),
    .drop_i,
    .valid_i  (command_valid_i && open),
    .ready_o  (command_ready),
    .data_i   (command_data_i),
    .error_o  (rule),
    .start_o  (start),
    .soon_i   (soon),
    .ready_i  (ready),
    .command_o(command),
    .done_i   (done),
    .report_o,
    .number_o,
    .idle_o   (idle)
  );

  assign soon[2] = ready[2];  // a store may wait for its stream
  assign command_ready_o = command_ready && open;
  assign idle_o = idle && !zeroize_busy_o;

  // ---- the units ----
  logic [1:0] r_en, w_en;
  logic [1:0][AddrBits-1:0] r_addr, w_addr;
  logic [1:0][Beat-1:0] r_data, w_data;
  logic load_waits;
  logic [1:0] load, load_taken, store, store_taken;
  logic [1:0][AddrBits-1:0] load_addr, store_addr;
  logic [1:0][Beat-1:0] load_data;
  logic [1:0][Lanes-1:0] low_wrong, high_wrong;
  logic [Beat-1:0] operand_data;
  logic operand_pair, operand_pairs, operand_take, operand_next;
  logic wrong_range, wrong_operand, wrong_early, wrong_long, load_waits_q, yield_q, store_valid;
  logic store_wrong, memory_wrong, operand_wrong;
  logic [1:0][3:0] r_parity;

  assign store_valid_o = store_valid && open;
  assign fault_o = (store_wrong && open) || memory_wrong || operand_wrong;

  always_ff @(posedge clk_i) begin
    load_waits_q <= load_waits;
    yield_q      <= load_waits_q || (store & ~store_taken) != '0;
  end

  twd_unit_engine #(.Ring(Ring), .Ring_2(Ring_2), .Lanes(Lanes), .Dsp(Dsp), .LogicTables(LogicTables)) u_engine (
    .clk_i,
    .rst_ni        (rst_n),
    .start_i       ({start[3], start[0]}),
    .command_i     (command),
    .soon_o        ({soon[3], soon[0]}),
    .ready_o       ({ready[3], ready[0]}),
    .done_o        ({done[3], done[0]}),
    .yield_i       (yield_q),
    .operand_i     (operand_pair),
    .operands_i    (operand_pairs),
    .operand_take_o(operand_take),
    .operand_next_o(operand_next),
    .operand_data_i(operand_data),
    .load_i        (load),
    .load_addr_i   (load_addr),
    .load_data_i   (load_data),
    .low_wrong_i   (low_wrong),
    .high_wrong_i  (high_wrong),
    .load_taken_o  (load_taken),
    .clear_i       (clear),
    .clear_addr_i  (AddrBits'(clear_addr)),
    .r_en_o        (r_en),
    .r_addr_o      (r_addr),
    .r_data_i      (r_data),
    .w_en_o        (w_en),
    .w_addr_o      (w_addr),
    .w_data_o      (w_data)
  );

  twd_unit_load #(.Ring(Ring), .Ring_2(Ring_2), .Lanes(Lanes)) u_load (
    .clk_i,
    .rst_ni        (rst_n),
    .clear_i       (zeroize_busy_o),
    .start_i       (start[1]),
    .command_i     (command),
    .soon_o        (soon[1]),
    .ready_o       (ready[1]),
    .done_o        (done[1]),
    .range_o       (wrong_range),
    .early_o       (wrong_early),
    .long_o        (wrong_long),
    .valid_i       (load_valid_i),
    .ready_stream_o(load_ready_o),
    .last_i        (load_last_i),
    .data_i        (load_data_i),
    .pair_o        (load_pair_o),
    .waits_o       (load_waits),
    .write_o       (load),
    .addr_o        (load_addr),
    .data_o        (load_data),
    .low_wrong_o   (low_wrong),
    .high_wrong_o  (high_wrong),
    .taken_i       (load_taken)
  );

  twd_unit_store #(.Ring(Ring), .Ring_2(Ring_2), .Lanes(Lanes), .Parity(Parity)) u_store (
    .clk_i,
    .rst_ni   (rst_n),
    .clear_i  (clear),
    .start_i  (start[2]),
    .command_i(command),
    .ready_o  (ready[2]),
    .done_o   (done[2]),
    .read_o   (store),
    .addr_o   (store_addr),
    .taken_i  (store_taken),
    .data_i   (r_data),
    .parity_i (r_parity),
    .valid_o  (store_valid),
    .ready_i  (store_ready_i),
    .last_o   (store_last_o),
    .data_o   (store_data_o),
    .pair_o   (store_pair_o),
    .slot_o   (store_slot_o),
    .wrong_o  (store_wrong)
  );

  twd_operand_queue #(.Ring(Ring), .Ring_2(Ring_2), .Lanes(Lanes), .Parity(Parity)) u_operands (
    .clk_i,
    .rst_ni (rst_n),
    .clear_i(clear),
    .valid_i(operand_valid_i),
    .ready_o(operand_ready_o),
    .data_i (operand_data_i),
    .kind_o (operand_pair_o),
    .range_o(wrong_operand),
    .start_i(start[3]),
    .kind_i (command.pair),
    .pair_o (operand_pair),
    .pairs_o(operand_pairs),
    .claim_i(operand_take),
    .next_i (operand_next),
    .data_o (operand_data),
    .wrong_o(operand_wrong)
  );

  twd_unit_memory #(.Depth(Depth), .Width(Beat), .Block(Block), .Parity(Parity)) u_memory (
    .clk_i,
    .rst_ni       (rst_n),
    .r_en_i       (r_en),
    .r_addr_i     ({r_addr[1][MemoryBits-1:0], r_addr[0][MemoryBits-1:0]}),
    .r_data_o     (r_data),
    .r_parity_o   (r_parity),
    .wrong_o      (memory_wrong),
    .w_en_i       (w_en),
    .w_addr_i     ({w_addr[1][MemoryBits-1:0], w_addr[0][MemoryBits-1:0]}),
    .w_data_i     (w_data),
    .store_i      (store),
    .store_addr_i ({store_addr[1][MemoryBits-1:0], store_addr[0][MemoryBits-1:0]}),
    .store_taken_o(store_taken),
    .clear_i      (clear_words)
  );

  // ---- the first error ----
  logic clear_q, early_q, long_q;

  always_ff @(posedge clk_i or negedge rst_n) begin
    if (!rst_n) begin
      clear_q <= 1'b0;
      early_q <= 1'b0;
      long_q  <= 1'b0;
      error_o <= twd_unit_pkg::RULE_NONE;
    end else begin
      clear_q <= clear_i;
      early_q <= wrong_early;
      long_q  <= wrong_long;
      if (clear_q || error_o == twd_unit_pkg::RULE_NONE) begin
        error_o <= rule != twd_unit_pkg::RULE_NONE ? rule
            : wrong_range || wrong_operand ? twd_unit_pkg::RULE_RANGE
            : early_q ? twd_unit_pkg::RULE_EARLY
            : long_q ? twd_unit_pkg::RULE_LONG : twd_unit_pkg::RULE_NONE;
      end
    end
  end

  logic unused;
  assign unused = ^{r_addr, w_addr, store_addr};

endmodule
