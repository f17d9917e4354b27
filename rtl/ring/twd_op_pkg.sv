// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_op_pkg: the operations of a polynomial core, as op_i codes them.
//
// Model     twiddle.tools.sim.simulator.OPCODES

package twd_op_pkg;

  typedef enum logic [2:0] {
    OP_NTT  = 3'd0,
    OP_INTT = 3'd1,
    OP_PWM  = 3'd2,  // product of two transformed operands
    OP_MUL  = 3'd3,  // product of two polynomials
    OP_MULT = 3'd4   // product of a polynomial and a transformed operand
  } op_e;

  // The code is that of an operation.
  function automatic logic is_op(input logic [2:0] op);
    is_op = op <= twd_op_pkg::OP_MULT;
  endfunction

  // The operation takes a second operand.
  function automatic logic takes_b(input logic [2:0] op);
    takes_b = op == twd_op_pkg::OP_PWM || op == twd_op_pkg::OP_MUL || op == twd_op_pkg::OP_MULT;
  endfunction

endpackage
