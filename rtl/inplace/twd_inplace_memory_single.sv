// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_inplace_memory_single: one memory for loading, computing and unloading, one after the other.
//
//   a, b --> write network of the engine --> memory, two banks <==> engine
//   c <--------------------------------------- read network of the engine
//
// Timing    no beat is taken from the start of an operation to the last beat of its result. c_ready_i enables the read
//           of the memory without a register between. Reset drops the operation.
// Cost      2 n words of memory.
// Model     twiddle.model.iterative.Schedule

`include "twd_assert.svh"

module twd_inplace_memory_single #(
  parameter int unsigned Width = 12,
  parameter int unsigned Butterflies = 4,
  parameter int unsigned WordBits = 5,
  parameter twd_ram_pkg::memory_e Memory = twd_ram_pkg::MEMORY_BLOCK,  // block RAM from 32 words on
  localparam int unsigned BankWidth = Butterflies * Width
) (
  input  logic                            clk_i,
  input  logic                            rst_ni,
  // operands
  input  twd_inplace_pkg::loaded_t        loaded_i,
  output logic                            hold_o,      // no beat is taken
  output logic                            a_free_o,
  output logic                            b_free_o,
  input  logic                            load_en_i,   // a beat
  input  logic                            load_region_i,
  input  logic [WordBits-1:0]             load_addr_i,
  input  logic [1:0][BankWidth-1:0]       load_data_i,
  // engine
  output twd_inplace_pkg::control_t       control_o,
  input  twd_inplace_pkg::status_t        status_i,
  input  twd_inplace_pkg::read_t          r_i,
  input  logic [1:0][WordBits-1:0]        r_addr_i,
  output logic [1:0][BankWidth-1:0]       r_data_o,
  input  twd_inplace_pkg::write_t         w_i,
  input  logic [1:0][WordBits-1:0]        w_addr_i,
  input  logic [1:0][BankWidth-1:0]       w_data_i,
  input  logic [1:0][BankWidth-1:0]       unload_data_i,
  // result
  output logic                            c_valid_o,
  input  logic                            c_ready_i,
  output logic [2*BankWidth-1:0]          c_data_o,
  output logic                            c_last_o,
  output logic                            c_err_o
);

  logic busy_q;  // from the start of an operation to the last beat of its result
  logic refused_q;
  logic err_q;
  logic start;
  logic done;
  logic en;

  logic unused;
  assign unused = ^{status_i, r_i.from_input, w_i.result, w_i.last, load_data_i};

  assign start = loaded_i.complete && !busy_q;
  assign hold_o = busy_q;
  assign a_free_o = done;
  assign b_free_o = done && loaded_i.takes_b;
  assign control_o = {en, start, 1'b1, refused_q};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) busy_q <= 1'b0;
    else busy_q <= (busy_q || start) && !done;
  end

  always_ff @(posedge clk_i) begin
    if (start) begin
      refused_q <= loaded_i.refused;
      err_q     <= loaded_i.err;
    end
  end

  for (genvar h = 0; h < 2; h++) begin : gen_bank
    twd_ram_1r1w #(
      .Depth(2 << WordBits),
      .Width(BankWidth),
      .Block(Memory == twd_ram_pkg::MEMORY_BLOCK && (2 << WordBits) > 32),
      .Words(twd_ram_pkg::words(Memory)),
      .Ahead(1'b1)
    ) u_memory (
      .clk_i, .rst_ni,
      .w_en_i  (load_en_i || w_i.en[h]),
      .w_addr_i(load_en_i ? {load_region_i, load_addr_i} : {w_i.region, w_addr_i[h]}),
      .w_data_i(w_data_i[h]),
      .en_i    (en),
      .r_en_i  (r_i.en),
      .r_addr_i({r_i.region[h], r_addr_i[h]}),
      .r_data_o(r_data_o[h])
    );
  end

  twd_result #(.Width(2 * BankWidth), .Cycles(3)) u_result (
    .clk_i, .rst_ni,
    .read_i(r_i.en && r_i.unload),
    .last_i(r_i.en && r_i.unload && &r_addr_i[0]),
    .en_o  (en),
    .done_o(done),
    .data_i(unload_data_i),
    .err_i (err_q),
    .c_valid_o,
    .c_ready_i,
    .c_data_o,
    .c_last_o,
    .c_err_o
  );

  `TWD_ASSERT(LoadOnlyBesideIdleWrites, !(load_en_i && |w_i.en))

endmodule
