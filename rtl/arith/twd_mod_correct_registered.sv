// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mod_correct_registered: result_o = raw_i mod q, the comparison and the addition in a cycle each.
//
// Ranges    raw_i in (-q, 2q), or with Twice in (-2q, 2q), signed; result_o in [0, q).
// Timing    2 cycles, one value a cycle; no reset.
// Cost      one adder, its constant chosen by flip-flops, and a comparison with q, with Twice also with -q.
// Model     twiddle.model.arith.mod_correct

`include "twd_modulus.svh"

module twd_mod_correct_registered #(
  parameter  int unsigned Q     = 12289,
  parameter  bit          Twice = 1'b0,
  localparam int unsigned Width = $clog2(Q)
) (
  input  logic             clk_i,
  input  logic [Width+1:0] raw_i,
  output logic [Width-1:0] result_o
);

  `TWD_REFUSE_Q("twd_mod_correct_registered", Q)

  localparam logic [Width-1:0] Modulus = Width'(Q);

  logic [Width-1:0] raw_q;
  logic below_q;  // 0
  logic above_q;  // q - 1
  logic twice_q;  // below -q

  always_ff @(posedge clk_i) begin
    raw_q    <= raw_i[Width-1:0];
    below_q  <= raw_i[Width+1];
    above_q  <= !raw_i[Width+1] && twd_modarith_pkg::at_least(32'(raw_i[Width:0]), Q);
    twice_q  <= Twice && raw_i[Width+1]
        && !twd_modarith_pkg::at_least(32'(raw_i[Width:0]), (32'd1 << (Width + 1)) - Q);
    result_o <= raw_q + (twice_q ? Width'(2 * Q) : below_q ? Modulus : above_q ? -Modulus : '0);
  end

  `TWD_ASSERT_AFTER_IF(ResultCanonical, 1'b1, 2,
                       twd_modarith_pkg::magnitude_below(32'($signed(raw_i)), 2 * Q)
                       && (Twice || !raw_i[Width+1] || twd_modarith_pkg::magnitude_below(32'($signed(raw_i)), Q)),
                       32'(result_o) < Q)

endmodule
