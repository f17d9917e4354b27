// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mod_sub: difference_o = a_i - b_lazy_i mod q.
//
// Ranges    a_i in [0, q); b_lazy_i in (-q, q), signed, so that a lazy product may be subtracted;
//           difference_o in [0, q). a_i - b_lazy_i is in (-q, 2q): one correction.
// Timing    2 cycles (difference, correction), one a cycle when enabled, en_i = 0 freezes the pipe; no reset.
// Cost      two adders and a comparison with a constant.
// Model     twiddle.model.arith.mod_sub

`include "twd_modulus.svh"

module twd_mod_sub #(
  parameter  int unsigned Q     = 3329,
  localparam int unsigned Width = $clog2(Q)
) (
  input  logic             clk_i,
  input  logic             en_i,
  input  logic [Width-1:0] a_i,
  input  logic [Width : 0] b_lazy_i,
  output logic [Width-1:0] difference_o
);

  `TWD_REFUSE_Q("twd_mod_sub", Q)

  logic [Width+1:0] raw_q;  // (-q, 2q)
  logic [Width-1:0] canonical;

  twd_mod_correct #(.Q(Q)) u_correct (.raw_i(raw_q), .result_o(canonical));

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      raw_q        <= {2'b00, a_i} - {b_lazy_i[Width], b_lazy_i};
      difference_o <= canonical;
    end
  end

  `TWD_ASSERT_AFTER(ResultCanonical, twd_modarith_pkg::ADD_LATENCY,
                    32'(a_i) < Q && twd_modarith_pkg::magnitude_below(32'($signed(b_lazy_i)), Q), 32'(difference_o) < Q)

endmodule
