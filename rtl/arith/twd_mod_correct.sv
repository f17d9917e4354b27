// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mod_correct: result_o = raw_i mod q for raw_i in (-q, 2q): add q, nothing, or subtract q.
//
// Method    a sum; with UseCarryChain twd_carry_add, for a register that is an operand of a product without another
//           register: Yosys 0.70 makes a sum before it the pre-adder of a DSP48E1, which does not wrap at Width bits.
// Ranges    raw_i in (-q, 2q), signed, or (-q, q) with Above = 0; result_o in [0, q).
// Timing    combinational; the caller registers it.
// Cost      one adder with a constant and a comparison with a constant.
// Model     twiddle.model.arith.mod_correct

`include "twd_modulus.svh"

module twd_mod_correct #(
  parameter  int unsigned Q             = 3329,
  parameter  bit          Above         = 1'b1,  // 0: raw_i never reaches q, no comparison is built
  parameter  bit          UseCarryChain = 1'b0,  // 1: twd_carry_add is built
  localparam int unsigned Width         = $clog2(Q)
) (
  input  logic [Width+1:0] raw_i,
  output logic [Width-1:0] result_o
);

  `TWD_REFUSE_Q("twd_mod_correct", Q)

  localparam logic [Width-1:0] Modulus = Width'(Q);

  logic below;
  logic above;
  assign below = raw_i[Width+1];
  assign above = Above && !below && twd_modarith_pkg::at_least(32'(raw_i[Width:0]), Q);

  logic [Width-1:0] correction;
  assign correction = below ? Modulus : above ? -Modulus : '0;

  if (UseCarryChain) begin : gen_chain
    twd_carry_add #(.Width(Width)) u_sum (
      .direct_i(raw_i[Width-1:0]),
      .logic_i (correction),
      .carry_i (1'b0),
      .sum_o   (result_o)
    );
  end else begin : gen_sum
    assign result_o = raw_i[Width-1:0] + correction;
  end

endmodule
