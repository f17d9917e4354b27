// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_lane_wide: lazy_o = x_i modulo q as a split word in (-q, q), x_i a sum of TERMS products (twd_lane_pkg).
//
// Timing    folds(largest_sum(q), q) cycles of twd_fold_pkg; no enable, no reset.
// Cost      twd_mod_fold
// Model     twiddle.model.fold.mod_fold

module twd_lane_wide #(
  parameter  int unsigned Q    = 8380417,
  parameter  int unsigned Low  = 12,
  parameter  int unsigned High = 12,
  localparam int unsigned Bits = $clog2(twd_lane_pkg::largest_sum(Q) + 64'd1)
) (
  input  logic                  clk_i,
  input  logic [      Bits-1:0] x_i,
  output logic [High+Low+1 : 0] lazy_o
);

  localparam int unsigned Width = $clog2(Q);
  logic [Width:0] lazy;

  twd_mod_fold #(.Q(Q), .Largest(twd_lane_pkg::largest_sum(Q))) u_fold (
    .clk_i,
    .en_i         (1'b1),
    .x_i,
    .result_lazy_o(lazy)
  );

  assign lazy_o = {(High + 1)'($signed(lazy[Width:Low])), 1'b0, lazy[Low-1:0]};

endmodule
