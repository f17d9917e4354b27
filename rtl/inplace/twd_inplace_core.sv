// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_inplace_core: operand streams, in-place engine and memory of twd_iterative, for parameters that are legal.
//
//   a, b --> load --> engine <==> memory --> c               DoubleBuffer = 0
//   a, b --> load --> reduce --> memory <==> engine          DoubleBuffer = 1
//   c <---------------------------+
//
// Timing    as twd_iterative.
// Model     twiddle.model.run

`include "twd_assert.svh"

module twd_inplace_core #(
  parameter twd_ring_pkg::ring_cfg_t Ring = twd_ring_pkg::RING_ML_KEM,
  parameter twd_method_pkg::method_e Method = twd_method_pkg::METHOD_FOLD,
  parameter int unsigned Butterflies = 4,
  parameter bit Registers = 1'b0,
  parameter bit Published = 1'b0,
  parameter bit SumTables = 1'b0,
  parameter bit DoubleBuffer = 1'b1,
  parameter twd_ram_pkg::memory_e Memory = twd_ram_pkg::MEMORY_BLOCK,  // in LUTs, so are tables, those of RNS excepted
  parameter bit LogicTables = 1'b0,  // 1: constant tables in logic, not block RAM
  parameter bit Trusted = 1'b0,  // 1: operands are canonical
  localparam int unsigned Width = $clog2(Ring.q),
  localparam int unsigned Lanes = 2 * Butterflies
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  input  logic [            2:0] op_i,
  input  logic                   a_valid_i,
  output logic                   a_ready_o,
  input  logic [Lanes*Width-1:0] a_data_i,
  input  logic                   b_valid_i,
  output logic                   b_ready_o,
  input  logic [Lanes*Width-1:0] b_data_i,
  output logic                   c_valid_o,
  input  logic                   c_ready_i,
  output logic [Lanes*Width-1:0] c_data_o,
  output logic                   c_last_o,
  output logic                   c_err_o
);

  localparam int unsigned WordBits = $clog2(Ring.n / Butterflies) - 1;
  localparam int unsigned BankWidth = Butterflies * Width;
  localparam int unsigned Delay = twd_inplace_pkg::write_delay(Method, Ring.q, Registers);

  // Cycles from a beat until its operand is loaded: with DoubleBuffer those of twd_inplace_reduce; else as many as the
  // first layer needs, which reads a word up to 2^WordBits / 2 slots earlier.
  localparam int unsigned Early = (1 << WordBits) / 2 + 9;
  localparam int unsigned Stored = 3 + (DoubleBuffer || Delay < Early ? 0 : Delay - Early);

  // ---- operands ----
  logic hold;
  logic a_free, b_free;
  logic [2:0] op;
  twd_inplace_pkg::loaded_t loaded;
  twd_inplace_pkg::beat_t beat;
  logic [WordBits-1:0] beat_addr;
  logic [1:0][BankWidth-1:0] beat_data;
  logic [1:0] engine_err, reduce_err;
  logic load_en, load_region;
  logic [WordBits-1:0] load_addr;
  logic [1:0][BankWidth-1:0] load_data;

  twd_inplace_load #(
    .Width(Width), .Butterflies(Butterflies), .WordBits(WordBits), .Stored(Stored), .Settle(DoubleBuffer ? 0 : 8),
    .ZeroRefused(!DoubleBuffer)
  ) u_load (
    .clk_i, .rst_ni,
    .hold_i  (hold),
    .a_valid_i, .a_ready_o, .a_data_i, .op_i, .b_valid_i, .b_ready_o, .b_data_i,
    .a_free_i(a_free),
    .b_free_i(b_free),
    .err_i   (Trusted ? 2'b00 : DoubleBuffer ? reduce_err : engine_err),
    .op_o    (op),
    .loaded_o(loaded),
    .beat_o  (beat),
    .addr_o  (beat_addr),
    .data_o  (beat_data)
  );

  if (DoubleBuffer) begin : gen_reduce
    twd_inplace_reduce #(.Q(Ring.q), .Butterflies(Butterflies), .WordBits(WordBits), .Trusted(Trusted)) u_reduce (
      .clk_i, .rst_ni,
      .beat_i    (beat),
      .addr_i    (beat_addr),
      .data_i    (beat_data),
      .w_en_o    (load_en),
      .w_region_o(load_region),
      .w_addr_o  (load_addr),
      .w_data_o  (load_data),
      .err_o     (reduce_err)
    );
  end else begin : gen_butterflies
    assign {load_en, load_region, load_addr, load_data, reduce_err} = '0;

    `TWD_ASSERT(OperandsAreCanonical, !Trusted || !loaded.complete || (engine_err & {loaded.takes_b, 1'b1}) == '0)
  end

  // ---- engine; tables of RNS are in block RAM with any memory ----
  twd_inplace_pkg::control_t control;
  twd_inplace_pkg::status_t status;
  twd_inplace_pkg::read_t r;
  twd_inplace_pkg::write_t w;
  logic [1:0][WordBits-1:0] r_addr, w_addr;
  logic [1:0][BankWidth-1:0] r_data, w_data, unload_data;

  twd_inplace_engine #(
    .Ring(Ring), .Method(Method), .Butterflies(Butterflies), .Registers(Registers), .Published(Published),
    .SumTables(SumTables), .Unload(!DoubleBuffer),
    .LogicTables(LogicTables || (Memory != twd_ram_pkg::MEMORY_BLOCK && Method != twd_method_pkg::METHOD_RNS))
  ) u_engine (
    .clk_i, .rst_ni,
    .en_i       (control.en),
    .start_i    (control.start),
    .op_i       (op),
    .last_ok_i  (control.last_ok),
    .status_o   (status),
    .r_o        (r),
    .r_addr_o   (r_addr),
    .r_data_i   (r_data),
    .w_o        (w),
    .w_addr_o   (w_addr),
    .w_data_o   (w_data),
    .idle_i     (!hold),
    .load_i     (DoubleBuffer ? 3'd0 : beat),
    .load_addr_i(DoubleBuffer ? '0 : beat_addr),
    .load_data_i(DoubleBuffer ? '0 : beat_data),
    .load_err_o (engine_err),
    .u_o        (unload_data[0]),
    .v_o        (unload_data[1])
  );

  // ---- memory and result ----
  twd_inplace_memory #(
    .Width(Width), .Butterflies(Butterflies), .WordBits(WordBits), .Double(DoubleBuffer), .Memory(Memory)
  ) u_memory (
    .clk_i, .rst_ni,
    .loaded_i     (loaded),
    .hold_o       (hold),
    .a_free_o     (a_free),
    .b_free_o     (b_free),
    .load_en_i    (load_en),
    .load_region_i(load_region),
    .load_addr_i  (load_addr),
    .load_data_i  (load_data),
    .control_o    (control),
    .status_i     (status),
    .r_i          (r),
    .r_addr_i     (r_addr),
    .r_data_o     (r_data),
    .w_i          (w),
    .w_addr_i     (w_addr),
    .w_data_i     (w_data),
    .unload_data_i(unload_data),
    .c_valid_o, .c_ready_i, .c_data_o, .c_last_o, .c_err_o
  );

`ifndef SYNTHESIS
  // The simulator counts clock cycles as the papers do: from the first busy_read to the last busy_write.
  logic busy_read;
  logic busy_write;
  assign busy_read = r.en && !r.unload;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) busy_write <= 1'b0;
    else busy_write <= |w.en;  // with the data
  end

  logic unused_busy;
  assign unused_busy = ^{busy_read, busy_write};
`endif

endmodule
