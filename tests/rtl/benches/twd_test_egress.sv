// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_test_egress: twd_stream_egress with its enable as data, for tests of single cycles.

module twd_test_egress #(
  parameter int unsigned Width       = 12,
  parameter int unsigned Beats       = 4,
  parameter int unsigned Completions = 8
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             move_i,
  input  logic             drain_i,
  input  logic             sop_i,
  input  logic [Width-1:0] y_i,
  input  logic             started_i,
  input  logic [      1:0] ring_i,
  input  logic             entered_i,
  input  logic             err_i,
  output logic             space_o,
  output logic             ended_o,
  output logic             c_valid_o,
  input  logic             c_ready_i,
  output logic [Width-1:0] c_data_o,
  output logic             c_last_o,
  output logic             c_err_o
);

  twd_stream_pkg::completion_t completion;

  assign completion.started = started_i;
  assign completion.ring    = ring_i;
  assign completion.valid   = entered_i;
  assign completion.err     = err_i;

  twd_stream_egress #(
    .Width      (Width),
    .Beats      (Beats),
    .Completions(Completions)
  ) u_egress (
    .clk_i,
    .rst_ni,
    .en_i        (move_i),
    .drain_i,
    .sop_i,
    .y_i,
    .completion_i(completion),
    .space_o,
    .ended_o,
    .c_valid_o,
    .c_ready_i,
    .c_data_o,
    .c_last_o,
    .c_err_o
  );

endmodule
