// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_inplace_unload: reads a polynomial from a memory of two banks, in natural order.
//
// Order     word w of both banks holds groups 2w and 2w + 1 of coefficients, the lower one in bank parity(w).
// Timing    begins with start_i; one beat a cycle, the first one four cycles later; c_ready_i stalls the whole read
//           pipe. done_o with the last beat. err_i and zero_i, which gives zeros instead, hold from start_i to done_o.
//           Reset drops the polynomial.
// Cost      2 Butterflies two-to-one multiplexers and registers of a coefficient.
// Assumes   start_i only when the last polynomial has left.
// Model     twiddle.model.iterative.place

`include "twd_assert.svh"

module twd_inplace_unload #(
  parameter int unsigned Width = 12,
  parameter int unsigned Butterflies = 4,
  parameter int unsigned WordBits = 5,
  localparam int unsigned BankWidth = Butterflies * Width
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  input  logic                      start_i,
  input  logic                      zero_i,
  input  logic                      err_i,
  output logic                      done_o,
  output logic                      en_o,      // of the memory's read
  output logic                      r_en_o,
  output logic [WordBits-1:0]       r_addr_o,
  input  logic [1:0][BankWidth-1:0] r_data_i,
  output logic                      c_valid_o,
  input  logic                      c_ready_i,
  output logic [2*BankWidth-1:0]    c_data_o,
  output logic                      c_last_o,
  output logic                      c_err_o
);

  logic run_q;
  logic [WordBits-1:0] addr_q;
  logic last;
  logic [1:0] upper_q;  // bank 0 holds the upper group
  logic [2*BankWidth-1:0] data_q;

  assign last = run_q && &addr_q;
  assign r_en_o = run_q;
  assign r_addr_o = addr_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) run_q <= 1'b0;
    else if (start_i) run_q <= 1'b1;
    else if (en_o && last) run_q <= 1'b0;
  end

  always_ff @(posedge clk_i) begin
    if (start_i) addr_q <= '0;
    else if (en_o && run_q) addr_q <= addr_q + 1'b1;
    if (en_o) begin
      upper_q <= {upper_q[0], ^addr_q};
      if (zero_i) data_q <= '0;
      else data_q <= upper_q[1] ? {r_data_i[0], r_data_i[1]} : {r_data_i[1], r_data_i[0]};
    end
  end

  twd_result #(.Width(2 * BankWidth), .Cycles(3)) u_result (
    .clk_i, .rst_ni,
    .read_i(run_q),
    .last_i(last),
    .en_o,
    .done_o,
    .data_i(data_q),
    .err_i,
    .c_valid_o,
    .c_ready_i,
    .c_data_o,
    .c_last_o,
    .c_err_o
  );

  `TWD_ASSERT(StartOnlyWhileIdle, !start_i || !run_q)

endmodule
