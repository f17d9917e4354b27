// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mod_correct_mux: result_o = first_i mod q, or raw_i mod q with second_i: add q, nothing, or subtract q.
//
// Method    the correction goes straight to the carry chain (twd_carry_add), so that the choice of x is in the same LUT
//           as its addition.
// Ranges    first_i, raw_i in (-q, 2q), signed; result_o in [0, q).
// Timing    combinational; the caller registers it.
// Cost      one adder, its multiplexer inside, and two comparisons with a constant.
// Model     twiddle.model.arith.mod_correct

`include "twd_modulus.svh"

module twd_mod_correct_mux #(
  parameter  int unsigned Q     = 3329,
  localparam int unsigned Width = $clog2(Q)
) (
  input  logic             second_i,
  input  logic [Width+1:0] first_i,
  input  logic [Width+1:0] raw_i,
  output logic [Width-1:0] result_o
);

  `TWD_REFUSE_Q("twd_mod_correct_mux", Q)

  localparam logic [Width-1:0] Modulus = Width'(Q);

  logic below;
  logic above;
  logic [Width-1:0] correction;
  logic [Width-1:0] chosen;

  assign below = second_i ? raw_i[Width+1] : first_i[Width+1];
  assign above = !below && (second_i ? twd_modarith_pkg::at_least(32'(raw_i[Width:0]), Q)
      : twd_modarith_pkg::at_least(32'(first_i[Width:0]), Q));
  assign correction = below ? Modulus : above ? -Modulus : '0;
  assign chosen = second_i ? raw_i[Width-1:0] : first_i[Width-1:0];

  twd_carry_add #(
    .Width(Width)
  ) u_add (
    .direct_i(correction),
    .logic_i (chosen),
    .carry_i (1'b0),
    .sum_o   (result_o)
  );

endmodule
