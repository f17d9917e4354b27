// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_operation: the operation that is loaded: its code, its refusal, and which of its operands are there.
//
// Operand   loaded from the cycle after a_last_i, b_last_i until a_free_i, b_free_i. The second operand may be loaded
//           before the operation that takes it.
// Timing    op_o, refused_o and takes_b_o one cycle after a_first_i, held until the next one; the other outputs follow
//           from registers, and err_o from a_err_i and b_err_i too. Reset drops the operands; op_o has no reset.
// Model     twiddle.model.passes.TAKES_B

`include "twd_assert.svh"

module twd_operation (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic       a_first_i,   // the first beat of a is taken
  input  logic [2:0] op_i,        // with it
  input  logic       a_last_i,    // the last beat of a is stored
  input  logic       a_free_i,    // a is no longer needed
  input  logic       a_err_i,     // a coefficient of a was out of range
  input  logic       b_last_i,
  input  logic       b_free_i,
  input  logic       b_err_i,
  output logic [2:0] op_o,
  output logic       refused_o,   // op_o is no operation
  output logic       takes_b_o,   // op_o takes the second operand
  output logic       complete_o,  // all operands of op_o are loaded
  output logic       err_o        // c_err_o of this operation
);

  logic a_loaded_q;
  logic b_loaded_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      a_loaded_q <= 1'b0;
      b_loaded_q <= 1'b0;
    end else begin
      a_loaded_q <= (a_loaded_q && !a_free_i) || a_last_i;
      b_loaded_q <= (b_loaded_q && !b_free_i) || b_last_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (a_first_i) begin
      op_o      <= op_i;
      refused_o <= !twd_op_pkg::is_op(op_i);
      takes_b_o <= twd_op_pkg::takes_b(op_i);
    end
  end

  assign complete_o = a_loaded_q && (b_loaded_q || !takes_b_o);
  assign err_o = refused_o || a_err_i || (takes_b_o && b_err_i);

  `TWD_ASSERT(OperationOffered, !(complete_o && refused_o))
  `TWD_ASSERT(FreedWhenLoaded, (!a_free_i || a_loaded_q) && (!b_free_i || b_loaded_q))

endmodule
