// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mod_correct_mux: result_o = first_i mod q, or raw_i mod q with second_i: add q, nothing, or subtract q.
//
// Method    the correction is the minuend of result = correction - ~x - 1, the 1 a bit below: its bits are a few signals,
//           and the carry chain takes them as they are, so that the choice of x is in the same LUT as its addition.
// Ranges    first_i, raw_i in (-q, 2q), signed; result_o in [0, q).
// Timing    combinational; the caller registers it.
// Cost      one adder, its multiplexer inside, and two comparisons with a constant.
// Model     twiddle.model.arith.mod_canon

module twd_mod_correct_mux #(
  parameter  int unsigned Q     = 3329,
  localparam int unsigned Width = $clog2(Q)
) (
  input  logic             second_i,
  input  logic [Width+1:0] first_i,
  input  logic [Width+1:0] raw_i,
  output logic [Width-1:0] result_o
);

  if (Q < 3 || Q % 2 == 0 || Q >= 32'h0100_0000) begin : gen_bad_modulus
    $fatal(1, "twd_mod_correct_mux: Q is not odd, from 3 to below 2^24");
  end

  localparam logic [Width-1:0] Modulus = Width'(Q);

  logic below;
  logic above;
  logic [Width-1:0] correction;
  logic [Width-1:0] chosen;
  logic [Width:0] difference;

  assign below = second_i ? raw_i[Width+1] : first_i[Width+1];
  assign above = !below && (second_i ? twd_modarith_pkg::at_least(32'(raw_i[Width:0]), Q)
      : twd_modarith_pkg::at_least(32'(first_i[Width:0]), Q));
  assign correction = below ? Modulus : above ? -Modulus : '0;
  assign chosen = second_i ? raw_i[Width-1:0] : first_i[Width-1:0];
  assign difference = {correction, 1'b0} - {~chosen, 1'b1};
  assign result_o = difference[Width:1];

  logic unused;
  assign unused = difference[0];

endmodule
