// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_inplace_load: two operand streams, one beat a cycle, and the operation of the operands that are loaded.
//
// Ranges    data in [0, 2^Width); err_i flags a coefficient of q or more, {b, a}.
// Timing    one beat a cycle: a while b offers nothing, alternating while both are offered. ready comes from registers
//           and depends on a valid only through one. beat_o and addr_o in the cycle in which the beat is taken, data_o
//           one cycle later, 0 where no stream was ready. An operand is loaded Stored + 2 cycles after its last beat
//           until a_free_i, b_free_i, until when that stream is not ready. hold_i: neither is. Reset drops everything;
//           both streams are ready Settle + 2 cycles after it.
// Cost      2 Butterflies times two registers of a coefficient, two counts of beats.
// Model     twiddle.model.iterative.place

`include "twd_assert.svh"

module twd_inplace_load #(
  parameter int unsigned Width = 12,
  parameter int unsigned Butterflies = 4,
  parameter int unsigned WordBits = 5,
  parameter int unsigned Stored = 3,
  parameter int unsigned Settle = 0,
  parameter bit ZeroRefused = 1'b0,  // data_o of an operation that is refused is 0
  localparam int unsigned Lanes = 2 * Butterflies
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  logic                        hold_i,
  input  logic                        a_valid_i,
  output logic                        a_ready_o,
  input  logic [Lanes-1:0][Width-1:0] a_data_i,
  input  logic [2:0]                  op_i,
  input  logic                        b_valid_i,
  output logic                        b_ready_o,
  input  logic [Lanes-1:0][Width-1:0] b_data_i,
  input  logic                        a_free_i,   // a is no longer needed
  input  logic                        b_free_i,
  input  logic [1:0]                  err_i,
  output logic [2:0]                  op_o,       // of the operation that is loaded
  output twd_inplace_pkg::loaded_t    loaded_o,
  output twd_inplace_pkg::beat_t      beat_o,
  output logic [WordBits-1:0]         addr_o,     // of the beat: its number
  output logic [Lanes-1:0][Width-1:0] data_o
);

  // ---- which stream ----
  logic a_open_q, b_open_q;  // until the last beat is taken, and again when the memory has been read
  logic a_full_q, b_full_q;
  logic b_select_q;
  logic a_take, b_take;
  logic a_last, b_last;
  logic [WordBits-1:0] a_count_q, b_count_q;
  logic [Settle:0] settled_q;

  assign a_ready_o = a_open_q && !b_select_q && !hold_i;
  assign b_ready_o = b_open_q && b_select_q && !hold_i;
  assign a_take = a_valid_i && a_ready_o;
  assign b_take = b_valid_i && b_ready_o;
  assign a_last = a_take && &a_count_q;
  assign b_last = b_take && &b_count_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {a_full_q, b_full_q}   <= '0;
      {a_open_q, b_open_q}   <= '0;
      b_select_q             <= 1'b0;
      {a_count_q, b_count_q} <= '0;
      settled_q              <= '0;
    end else begin
      a_full_q   <= (a_full_q && !a_free_i) || a_last;
      b_full_q   <= (b_full_q && !b_free_i) || b_last;
      a_open_q   <= settled_q[Settle] && (!a_full_q || a_free_i) && !a_last;
      b_open_q   <= settled_q[Settle] && (!b_full_q || b_free_i) && !b_last;
      b_select_q <= b_valid_i && b_open_q && !(b_select_q && a_valid_i && a_open_q);
      if (a_take) a_count_q <= a_count_q + 1'b1;
      if (b_take) b_count_q <= b_count_q + 1'b1;
      settled_q  <= (Settle + 1)'({settled_q, 1'b1});
    end
  end

  assign addr_o = b_select_q ? b_count_q : a_count_q;
  assign beat_o = {a_take || b_take, b_select_q, addr_o == '0};

  // ---- data: an operand that is not taken is cleared, so that the choice between the two is an OR ----
  logic [Lanes-1:0][Width-1:0] a_data_q, b_data_q;
  logic refused;

  assign refused = ZeroRefused && (a_count_q == '0 ? !twd_op_pkg::is_op(op_i) : loaded_o.refused);
  assign data_o = a_data_q | b_data_q;

  always_ff @(posedge clk_i) begin
    a_data_q <= a_data_i;
    b_data_q <= b_data_i;
    if (!a_ready_o || refused) a_data_q <= '0;
    if (!b_ready_o) b_data_q <= '0;
  end

  // ---- what is loaded ----
  logic [Stored:0] a_last_q, b_last_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      a_last_q <= '0;
      b_last_q <= '0;
    end else begin
      a_last_q <= (Stored + 1)'({a_last_q, a_last});
      b_last_q <= (Stored + 1)'({b_last_q, b_last});
    end
  end

  twd_operation u_operation (
    .clk_i, .rst_ni,
    .a_first_i (a_take && a_count_q == '0),
    .op_i,
    .a_last_i  (a_last_q[Stored]),
    .a_free_i,
    .a_err_i   (err_i[0]),
    .b_last_i  (b_last_q[Stored]),
    .b_free_i,
    .b_err_i   (err_i[1]),
    .op_o,
    .refused_o (loaded_o.refused),
    .takes_b_o (loaded_o.takes_b),
    .complete_o(loaded_o.complete),
    .err_o     (loaded_o.err)
  );

  `TWD_ASSERT(OneStreamACycle, !(a_take && b_take))

endmodule
