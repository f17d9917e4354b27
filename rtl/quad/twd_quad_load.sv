// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_quad_load: the operand ports of twd_quad: all beats of a, then those of b where the operation takes it.
//
// Timing    beat_o one cycle after the beat. Ready is a register: of a from the end of an operation on, of b from the
//           cycle after the last beat of a on, and after the result before has been read, the place of which b may
//           take. free_o is 1 before the first result. Reset drops the operands; both are low in it.
// Cost      a count of Slots and about eighteen flip-flops.
// Model     none: it moves no data

module twd_quad_load #(
  parameter int unsigned Slots = 64  // beats of an operand
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic [2:0]          op_i,
  input  logic                a_valid_i,
  output logic                a_ready_o,
  input  logic                b_valid_i,
  output logic                b_ready_o,
  input  logic                idle_i,       // the engine takes operands
  input  logic                range_err_i,  // a coefficient was out of range
  input  logic                ended_i,      // the operation ends: its result is in memory
  input  logic                done_i,       // the last word of the result is read
  output twd_quad_pkg::beat_t beat_o,
  output logic                free_o,       // no result is to be read
  output logic                err_o         // c_err_o of the result
);

  localparam int unsigned BeatBits = $clog2(Slots);

  logic a_open_q;
  logic b_open_q;
  logic a_first_q;  // the next beat of a is the first one
  logic a_take, b_take;
  logic a_first;
  logic a_last;
  logic b_last;
  logic takes_b;
  logic [BeatBits-1:0] beat_q;
  logic last_beat_q;  // the next beat is the last one of its operand
  logic err;      // of the operation
  logic unused_refused;
  logic unused_complete;

  assign a_ready_o = a_open_q;
  assign b_ready_o = b_open_q;
  assign a_take = a_valid_i && a_open_q;
  assign b_take = b_valid_i && b_open_q;
  assign a_first = a_take && a_first_q;
  assign a_last = a_take && last_beat_q;
  assign b_last = b_take && last_beat_q;

  twd_operation u_operation (
    .clk_i, .rst_ni,
    .a_first_i (a_first),
    .op_i,
    .a_last_i  (a_last),
    .a_free_i  (ended_i),
    .a_err_i   (range_err_i),
    .b_last_i  (b_last),
    .b_free_i  (ended_i && takes_b),
    .b_err_i   (1'b0),
    .op_o      (beat_o.op),
    .refused_o (unused_refused),
    .takes_b_o (takes_b),
    .complete_o(unused_complete),
    .err_o     (err)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      beat_q          <= '0;
      last_beat_q     <= 1'b0;
      beat_o.a        <= 1'b0;
      beat_o.b        <= 1'b0;
      beat_o.first    <= 1'b0;
      beat_o.complete <= 1'b0;
    end else begin
      if (a_take || b_take) begin
        beat_q      <= beat_q + 1'b1;
        last_beat_q <= beat_q == BeatBits'(Slots - 2);
      end
      beat_o.a        <= a_take;
      beat_o.b        <= b_take;
      beat_o.first    <= a_first;
      beat_o.complete <= (a_last && !takes_b) || b_last;
    end
  end

  logic b_due_q;  // after the last beat of a
  logic b_due;
  assign b_due = (a_last && takes_b) || b_due_q;

  // a_first_q is 0 from the first beat of a to the end of the operation: in between no other operation is taken.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      a_open_q  <= 1'b0;
      b_open_q  <= 1'b0;
      b_due_q   <= 1'b0;
      a_first_q <= 1'b1;
      free_o    <= 1'b1;
    end else begin
      a_open_q  <= (a_open_q || (idle_i && a_first_q)) && !a_last;
      b_open_q  <= (b_open_q && !b_last) || (b_due && free_o);
      b_due_q   <= b_due && !free_o;
      a_first_q <= (a_first_q && !a_take) || ended_i;
      free_o    <= (free_o || done_i) && !ended_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (ended_i) err_o <= err;
  end

endmodule
