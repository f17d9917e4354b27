// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_test_egress: twd_stream_egress with its enable as data, for tests of single cycles.

module twd_test_egress #(
  parameter int unsigned Width = 12,
  parameter int unsigned Beats = 4,
  parameter int unsigned Marks = 8
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             move_i,
  input  logic             drain_i,
  input  logic             first_i,
  input  logic [Width-1:0] y_i,
  input  logic             enter_i,
  input  logic [      1:0] enter_ring_i,
  input  logic             mark_valid_i,
  input  logic             mark_err_i,
  output logic             room_o,
  output logic             ended_o,
  output logic             c_valid_o,
  input  logic             c_ready_i,
  output logic [Width-1:0] c_data_o,
  output logic             c_last_o,
  output logic             c_err_o
);

  twd_stream_egress #(
    .Width(Width),
    .Beats(Beats),
    .Marks(Marks)
  ) u_egress (
    .clk_i,
    .rst_ni,
    .en_i(move_i),
    .drain_i,
    .first_i,
    .y_i,
    .enter_i,
    .enter_ring_i,
    .mark_valid_i,
    .mark_err_i,
    .room_o,
    .ended_o,
    .c_valid_o,
    .c_ready_i,
    .c_data_o,
    .c_last_o,
    .c_err_o
  );

endmodule
