// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mod_halve: half_o = sum_i / 2 mod q.
//
// Method    an even s gives s/2, below q as it is; an odd one (s + q)/2 where s < q and (s - q)/2 where s >= q.
//           The halving is the reduction too.
// Ranges    sum_i in [0, 2q - 1); half_o in [0, q).
// Timing    combinational; the caller registers it.
// Cost      one adder with a constant and a comparison with a constant.
// Model     twiddle.model.arith.mod_halve

`include "twd_modulus.svh"

module twd_mod_halve #(
  parameter  int unsigned Q     = 3329,
  localparam int unsigned Width = $clog2(Q)
) (
  input  logic [Width : 0] sum_i,
  output logic [Width-1:0] half_o
);

  `TWD_REFUSE_Q("twd_mod_halve", Q)

  localparam logic [Width-1:0] Up = Width'((Q + 1) / 2);    // (s + q)/2 = (s - 1)/2 + (q + 1)/2
  localparam logic [Width-1:0] Down = Width'((Q - 1) / 2);  // (s - q)/2 = (s - 1)/2 - (q - 1)/2

  logic [Width-1:0] correction;
  assign correction = !sum_i[0] ? '0 : twd_modarith_pkg::at_least(32'(sum_i), Q) ? -Down : Up;
  assign half_o = sum_i[Width:1] + correction;

endmodule
