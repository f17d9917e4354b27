// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_unit_check: which coefficients of a beat are q or more.
//
// Result    bits of low_o and high_o: the halves of a lane's word that are wrong, both of them for one coefficient.
// Timing    combinational
// Cost      two comparisons with a constant a lane, one of them of the wide ring.
// Model     twiddle.model.command.Command

module twd_unit_check #(
  parameter twd_ring_pkg::ring_cfg_t Ring = twd_ring_pkg::RING_ML_DSA,
  parameter twd_ring_pkg::ring_cfg_t Ring_2 = twd_ring_pkg::RING_ML_KEM,
  parameter int unsigned Lanes = 4,
  localparam int unsigned Width = twd_lane_pkg::width(Ring.q, Ring_2.q)
) (
  input  logic                        pair_i,
  input  logic [Lanes-1:0][Width-1:0] data_i,
  output logic [Lanes-1:0]            low_o,
  output logic [Lanes-1:0]            high_o
);

  localparam int unsigned Low = twd_lane_pkg::low_bits(Ring.q, Ring_2.q);

  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    logic wide;  // is wrong
    assign wide = Ring.q != 0 && twd_modarith_pkg::at_least(32'(data_i[i]), Ring.q);
    assign low_o[i] = pair_i ? twd_modarith_pkg::at_least(32'(data_i[i][Low-1:0]), Ring_2.q) : wide;
    assign high_o[i] = pair_i ? twd_modarith_pkg::at_least(32'(data_i[i][Width-1:Low]), Ring_2.q) : wide;
  end

endmodule
