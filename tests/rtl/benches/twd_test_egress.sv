// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_test_egress: twd_stream_egress with its completion record as single ports, for tests of single cycles.

module twd_test_egress #(
  parameter int unsigned Width = 12,
  parameter int unsigned Beats = 4,
  parameter int unsigned Words = 24
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             open_i,
  input  logic             take_i,
  output logic             room_o,
  input  logic             entered_i,
  input  logic             err_i,
  input  logic             sop_i,
  input  logic [Width-1:0] y_i,
  output logic             c_valid_o,
  input  logic             c_ready_i,
  output logic [Width-1:0] c_data_o,
  output logic             c_last_o,
  output logic             c_err_o
);

  twd_stream_pkg::completion_t completion;

  assign completion.valid = entered_i;
  assign completion.ring  = 2'd0;
  assign completion.err   = err_i;

  twd_stream_egress #(
    .Width(Width),
    .Beats(Beats),
    .Words(Words)
  ) u_egress (
    .clk_i,
    .rst_ni,
    .open_i,
    .take_i,
    .take_ring_i (2'd0),
    .room_o,
    .completion_i(completion),
    .sop_i,
    .y_i,
    .c_valid_o,
    .c_ready_i,
    .c_data_o,
    .c_last_o,
    .c_err_o
  );

endmodule
