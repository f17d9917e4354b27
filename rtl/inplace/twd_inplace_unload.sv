// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_inplace_unload: a polynomial out of a memory of two halves, in natural order.
//
// Order     word w of both halves holds groups 2w and 2w + 1 of coefficients, the lower one in half parity(w).
// Timing    begins with start_i; one beat a cycle, the first one four cycles later; stalls with c_ready_i, when the
//           whole read pipe stands still. done_o with the last beat. zero_i, held from start_i to done_o: zeros
//           instead. Reset drops it.
// Cost      2 B two-to-one multiplexers and registers of a coefficient.
// Assumes   start_i only when the last polynomial has left.
// Model     twiddle.model.iterative.place

`include "twd_assert.svh"

module twd_inplace_unload #(
  parameter int unsigned Width = 12,
  parameter int unsigned Butterflies = 4,
  parameter int unsigned WordBits = 5
) (
  input  logic                               clk_i,
  input  logic                               rst_ni,
  input  logic                               start_i,
  input  logic                               zero_i,
  output logic                               done_o,
  output logic                               en_o,     // of the memory's read
  output logic                               r_en_o,
  output logic [ WordBits-1:0]               r_addr_o,
  input  logic [          1:0][Butterflies-1:0][Width-1:0] r_data_i,
  output logic                               c_valid_o,
  input  logic                               c_ready_i,
  output logic [2*Butterflies-1:0][Width-1:0] c_data_o,
  output logic                               c_last_o
);

  logic run_q;
  logic [WordBits-1:0] addr_q;
  logic [2:0] valid_q;
  logic [2:0] last_q;
  logic [1:0] upper_q;  // half 0 holds the upper group

  assign c_valid_o = valid_q[2];
  assign c_last_o = last_q[2];
  assign en_o = !c_valid_o || c_ready_i;
  assign done_o = c_valid_o && c_ready_i && c_last_o;
  assign r_en_o = run_q;
  assign r_addr_o = addr_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      run_q   <= 1'b0;
      valid_q <= '0;
      last_q  <= '0;
    end else begin
      if (start_i) run_q <= 1'b1;
      else if (en_o && &addr_q) run_q <= 1'b0;
      if (en_o) begin
        valid_q <= {valid_q[1:0], run_q};
        last_q  <= {last_q[1:0], run_q && &addr_q};
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (start_i) addr_q <= '0;
    else if (en_o && run_q) addr_q <= addr_q + 1'b1;
    if (en_o) begin
      upper_q <= {upper_q[0], ^addr_q};
      if (zero_i) c_data_o <= '0;
      else c_data_o <= upper_q[1] ? {r_data_i[0], r_data_i[1]} : {r_data_i[1], r_data_i[0]};
    end
  end

  `TWD_ASSERT(StartOnlyWhileIdle, !start_i || !(run_q || |valid_q))

endmodule
