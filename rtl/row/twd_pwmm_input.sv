// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_pwmm_input: the beats of the operands of a row as they enter the pipe, with their number and their mark.
//
// Operation k_i polynomials on a and, where op_i takes b, on b; max(k_i, 1) where the operation is refused. op_i and
//           k_i come with the first beat of a.
// Timing    one register for each stream. valid_o is high while both hold a beat (a alone where b is not taken) and
//           room_i is high; the beats then leave the registers. Ready is low in reset and until the first clock edge
//           after it, and depends on registers and room_i alone.
// Cost      two registers of a beat, two counters.
// Model     none: it moves data and counts

`include "twd_assert.svh"

module twd_pwmm_input #(
  parameter  int unsigned Beats    = 128,  // of a polynomial, a power of two
  parameter  int unsigned Width    = 24,   // of a beat
  localparam int unsigned BeatBits = $clog2(Beats)
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic [         2:0] op_i,
  input  logic [         3:0] k_i,
  input  logic                a_valid_i,
  output logic                a_ready_o,
  input  logic [   Width-1:0] a_data_i,
  input  logic                b_valid_i,
  output logic                b_ready_o,
  input  logic [   Width-1:0] b_data_i,
  input  logic                room_i,   // the pipe takes a beat
  output logic                valid_o,
  output logic [   Width-1:0] a_o,
  output logic [   Width-1:0] b_o,
  output logic [BeatBits-1:0] beat_o,   // number of the beat in its polynomial
  output twd_pwmm_pkg::mark_t mark_o
);

  logic running_q;  // out of reset
  logic a_full_q, b_full_q;
  logic a_take, b_take;
  logic takes_b_q;

  assign valid_o   = a_full_q && (b_full_q || !takes_b_q) && room_i;
  assign a_ready_o = running_q && (!a_full_q || valid_o);
  assign b_ready_o = running_q && (!b_full_q || (valid_o && takes_b_q));
  assign a_take    = a_valid_i && a_ready_o;
  assign b_take    = b_valid_i && b_ready_o;

  // The next beat of a.
  logic open_q;           // belongs to an operation that has begun
  logic first_product_q;  // is in the first product of that operation
  logic [3:0] left_q;     // products after this one, of that operation
  logic [3:0] left;
  logic [BeatBits-1:0] next_q;
  logic last_beat;

  assign left      = open_q ? left_q : k_i == 4'd0 ? 4'd0 : k_i - 4'd1;
  assign last_beat = &next_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      running_q <= 1'b0;
      a_full_q  <= 1'b0;
      b_full_q  <= 1'b0;
      open_q    <= 1'b0;
      next_q    <= '0;
    end else begin
      running_q <= 1'b1;
      a_full_q  <= a_take || (a_full_q && !valid_o);
      b_full_q  <= b_take || (b_full_q && !(valid_o && takes_b_q));
      if (a_take) begin
        open_q <= !(last_beat && left == 4'd0);
        next_q <= next_q + 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (a_take) begin
      a_o                  <= a_data_i;
      beat_o               <= next_q;
      mark_o.first_product <= !open_q || first_product_q;
      mark_o.last_product  <= left == 4'd0;
      mark_o.first_beat    <= !open_q;
      mark_o.last_beat     <= last_beat && left == 4'd0;
      first_product_q      <= (!open_q || first_product_q) && !last_beat;
      left_q               <= left - 4'(last_beat);
      if (!open_q) begin
        takes_b_q      <= twd_op_pkg::takes_b(op_i);
        mark_o.refused <= op_i != twd_op_pkg::OP_PWM || k_i == 4'd0 || k_i > twd_pwmm_pkg::LARGEST_K;
      end
    end
    if (b_take) b_o <= b_data_i;
  end

  `TWD_ASSERT(OperationOffered, !(a_full_q && mark_o.refused))

endmodule
