// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_quad_engine: loads the operands of an operation, computes it and gives its result, four coefficients a cycle.
//
//   a, b --> operands --+                                                   +--> twiddle factors (second operand)
//                       v                                                   |
//   memory --------> transpose --> 2x2 butterfly, 4 multipliers --> transpose ----> memory
//      |                                ^ twiddle factors
//      +--> data_o
//
// Cycles       from the read address of a word (0): memory 2, transposed BUTTERFLY_START, written write_delay of
//              twd_quad_pkg, odd words of an inverse group late_cycles after it.
// Method       every beat passes the multipliers on its way into memory, which reduces it and takes constant factors.
// Timing       beat_i with a_data_i or b_data_i; the operation begins by itself after the last beat, and after free_i.
//              ended_o at its end, from which the result is read, and the next operands may be loaded. data_o two
//              enabled cycles after unload_o; en_i = 0 stalls the read. err_o is set with ended_o at the latest, and
//              cleared by the next operation's first beat. Reset stops all; idle_o rises when the pipe has run empty.
// Cost         four multipliers, 2 n coefficients of memory, 4 n of twiddle factors (8 n incomplete or Published).
// Model        twiddle.model.quad.slots, placed

`include "twd_assert.svh"
`include "twd_delay.svh"

module twd_quad_engine #(
  parameter  twd_ring_pkg::ring_cfg_t Ring = twd_ring_pkg::RING_FALCON_1024,
  parameter  twd_method_pkg::method_e Method = twd_method_pkg::METHOD_KRED,
  parameter  bit Published = 1'b0,  // psi apart from the transform, in passes of its own
  parameter  bit LogicTables = 1'b0,  // 1: constant tables in logic, not block RAM
  parameter  twd_ram_pkg::memory_e Memory = twd_ram_pkg::MEMORY_BLOCK,
  parameter  bit Trusted = 1'b0,  // 1: operands are canonical
  localparam int unsigned Width = $clog2(Ring.q)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  en_i,
  input  twd_quad_pkg::beat_t   beat_i,
  input  logic [3:0][Width-1:0] a_data_i,
  input  logic [3:0][Width-1:0] b_data_i,
  input  logic                  free_i,         // the result before has been read, and en_i stays set
  output logic                  idle_o,         // operands can be loaded
  output logic                  ended_o,        // the operation ends
  output logic                  unload_o,       // a beat of the result is read
  output logic                  unload_last_o,  // the last one
  output logic [3:0][Width-1:0] data_o,
  output logic                  err_o           // some coefficient of a or b was out of range
);

  localparam int unsigned AddrBits = twd_quad_pkg::index_bits(Ring) - 2;
  localparam int unsigned TwiddleBits = twd_quad_pkg::twiddle_addr_bits(Ring, Published);
  localparam int unsigned Delay = twd_quad_pkg::write_delay(Method, Ring.q);
  localparam int unsigned LateCycles = twd_quad_pkg::late_cycles(Method, Ring.q);

  // ---- slots: cycle 0 ----
  logic loaded;
  logic unload_region;
  twd_quad_pkg::strobes_t strobes;
  twd_quad_pkg::slot_t slot;
  logic [AddrBits-1:0] addr;
  logic [AddrBits-1:0] r_addr;
  logic [TwiddleBits-1:0] twiddle_addr;

  twd_quad_schedule #(.Ring(Ring), .Method(Method), .Published(Published)) u_schedule (
    .clk_i, .rst_ni, .en_i, .free_i, .beat_i, .idle_o, .ended_o, .unload_o, .unload_last_o,
    .loaded_i       (loaded),
    .strobes_o      (strobes),
    .slot_o         (slot),
    .addr_o         (addr),
    .r_addr_o       (r_addr),
    .twiddle_addr_o (twiddle_addr),
    .unload_region_o(unload_region)
  );

  // ---- memory and operands: cycle MEMORY_CYCLES ----
  logic w_en;
  logic w_twiddle;
  logic w_region;
  logic [1:0] w_lanes;
  logic [AddrBits-1:0] w_addr;
  logic [3:0][Width-1:0] w_data;
  logic [3:0][Width-1:0] r_data;
  logic [3:0][Width-1:0] r_second;

  twd_quad_memory #(.Ring(Ring), .Memory(Memory)) u_memory (
    .clk_i, .rst_ni,
    .w_en_i    (w_en && !w_twiddle),
    .w_region_i(w_region),
    .w_lanes_i (w_lanes),
    .w_addr_i  (w_addr),
    .w_data_i  (w_data),
    .en_i,
    .r_en_i    (strobes.read || unload_o),
    .r_region_i(unload_o ? unload_region : slot.r_region),
    .r_addr_i  (r_addr),
    .r_data_o  (r_data),
    .r_second_o(r_second)
  );

  assign data_o = twd_quad_pkg::separate_regions(Ring) && unload_region ? r_second : r_data;

  logic [3:0][Width-1:0] a_q, b_q;
  logic [3:0][Width-1:0] load_q, load;  // the beat, from one of the ports
  logic loaded_q, first_q;              // of load_q
  logic [1:0] source;
  logic [3:0][Width-1:0] word;

  always_ff @(posedge clk_i) begin
    a_q    <= a_data_i;
    b_q    <= b_data_i;
    load_q <= beat_i.b ? b_q : a_q;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {loaded_q, first_q} <= '0;
    else {loaded_q, first_q} <= {beat_i.a || beat_i.b, beat_i.first};
  end

  `TWD_DELAY(u_load, 4 * Width, 3, 1'b1, load_q, load)

  `TWD_DELAY(u_source, 2, twd_quad_pkg::MEMORY_CYCLES, 1'b1, slot.source, source)

  always_comb begin
    unique case (source)
      twd_quad_pkg::FROM_PORT:   word = load;
      twd_quad_pkg::FROM_SECOND: word = r_second;
      default:                   word = r_data;
    endcase
  end

  logic [3:0] unused_outside;

  twd_operand_check #(.Q(Ring.q), .Lanes(4), .Trusted(Trusted)) u_check (
    .clk_i, .rst_ni,
    .valid_i  (loaded_q),
    .clear_i  (first_q),
    .data_i   (load_q),
    .outside_o(unused_outside),
    .err_o
  );

  // ---- transposition before the butterflies: to cycle BUTTERFLY_START ----
  logic transpose_in;
  logic [1:0] phase_in;
  logic [3:0][Width-1:0] operands;

  always_ff @(posedge clk_i) {transpose_in, phase_in} <= {slot.transpose_in, slot.phase};

  twd_quad_transpose #(.Width(Width)) u_transpose_in (
    .clk_i,
    .transpose_i(transpose_in),
    .phase_i    (phase_in),
    .word_i     (word),
    .word_o     (operands)
  );

  // ---- butterflies: to cycle Delay - TRANSPOSE_CYCLES ----
  logic [2:0] mode;
  logic [1:0][Width-1:0] twiddle_1;
  logic [1:0][Width-1:0] twiddle_2;
  logic [3:0][Width-1:0] results;

  `TWD_DELAY(u_mode, 3, twd_quad_pkg::BUTTERFLY_START, 1'b1, slot.mode, mode)

  twd_quad_twiddles #(
    .Ring(Ring), .Method(Method), .Published(Published), .LogicTables(LogicTables), .Memory(Memory)
  ) u_twiddles (
    .clk_i, .rst_ni,
    .w_en_i     (w_en && w_twiddle),
    .w_addr_i   (w_addr),
    .w_data_i   (w_data),
    .inverse_i  (twd_butterfly_2x2_pkg::inverse(slot.mode)),
    .addr_i     (twiddle_addr),
    .twiddle_1_o(twiddle_1),
    .twiddle_2_o(twiddle_2)
  );

  twd_butterfly_2x2 #(
    .Q(Ring.q), .Method(Method), .Pairs(!twd_ring_pkg::complete(Ring)), .LateCycles(LateCycles)
  ) u_butterfly (
    .clk_i, .rst_ni,
    .mode_i     (twd_butterfly_2x2_pkg::mode_e'(mode)),
    .x_i        (operands),
    .twiddle_1_i(twiddle_1),
    .twiddle_2_i(twiddle_2),
    .word_o     (results)
  );

  // ---- transposition after the butterflies, and write: to cycle Delay, odd words of an inverse group later ----
  logic transpose_out;
  logic [1:0] phase_out;

  `TWD_DELAY(u_transpose_control, 3, Delay - twd_quad_pkg::TRANSPOSE_CYCLES - 1, 1'b1,
             {slot.transpose_out, slot.phase}, {transpose_out, phase_out})

  twd_quad_transpose #(.Width(Width)) u_transpose_out (
    .clk_i,
    .transpose_i(transpose_out),
    .phase_i    (phase_out),
    .word_i     (results),
    .word_o     (w_data)
  );

  twd_quad_write #(.AddrBits(AddrBits), .Delay(Delay), .LateCycles(LateCycles)) u_write (
    .clk_i, .rst_ni,
    .write_i    (strobes.write),
    .load_last_i(strobes.load_last),
    .slot_i     (slot),
    .addr_i     (addr),
    .loaded_o   (loaded),
    .w_en_o     (w_en),
    .w_twiddle_o(w_twiddle),
    .w_region_o (w_region),
    .w_lanes_o  (w_lanes),
    .w_addr_o   (w_addr)
  );

  `TWD_ASSERT(ReadWhileEnabled, !strobes.read || (en_i && !unload_o))

`ifndef SYNTHESIS
  // Probes of the simulator: reads and writes of the butterflies. Beats are written while the schedule is idle, but no
  // earlier than write_delay after its end.
  logic busy_read;
  logic busy_write;
  logic w_en_q;
  logic [1:0] computes_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) computes_q <= '0;
    else computes_q <= {computes_q[0], !idle_o};
  end
  always_ff @(posedge clk_i) w_en_q <= w_en;
  assign busy_read = strobes.read;
  assign busy_write = w_en_q && (!idle_o || |computes_q);
`endif

endmodule
