// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mod_add: sum_o = a_i + b_lazy_i mod q, or with Subtract a_i - b_lazy_i mod q.
//
// Ranges    a_i in [0, q); b_lazy_i in (-q, q), signed, so that a lazy product may be added; sum_o in [0, q).
//           a_i + b_lazy_i and a_i - b_lazy_i are in (-q, 2q): one correction.
// Timing    2 cycles (sum, correction), one sum per enabled cycle, en_i = 0 freezes the pipe; no reset.
// Cost      two adders and a comparison with a constant.
// Model     twiddle.model.arith.mod_add, mod_sub

`include "twd_modulus.svh"

module twd_mod_add #(
  parameter  int unsigned Q             = 3329,
  parameter  bit          Subtract      = 1'b0,
  parameter  bit          UseCarryChain = 1'b0,  // of twd_mod_correct
  localparam int unsigned Width         = $clog2(Q)
) (
  input  logic             clk_i,
  input  logic             en_i,
  input  logic [Width-1:0] a_i,
  input  logic [Width : 0] b_lazy_i,
  output logic [Width-1:0] sum_o
);

  `TWD_REFUSE_Q("twd_mod_add", Q)

  logic [Width+1:0] raw_q;  // (-q, 2q)
  logic [Width-1:0] canonical;

  twd_mod_correct #(.Q(Q), .UseCarryChain(UseCarryChain)) u_correct (.raw_i(raw_q), .result_o(canonical));

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      if (Subtract) raw_q <= {2'b00, a_i} - {b_lazy_i[Width], b_lazy_i};
      else raw_q <= {2'b00, a_i} + {b_lazy_i[Width], b_lazy_i};
      sum_o <= canonical;
    end
  end

  `TWD_ASSERT_AFTER(ResultCanonical, twd_modarith_pkg::ADD_LATENCY,
                    32'(a_i) < Q && twd_modarith_pkg::magnitude_below(32'($signed(b_lazy_i)), Q), 32'(sum_o) < Q)

endmodule
