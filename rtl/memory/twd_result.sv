// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_result: the result port of a core, as the end of a pipe of Cycles registers that back-pressure freezes.
//
//   read_i --> Cycles registers --> c_valid_o        the pipe of the data, outside, moves while en_o
//
// Timing    c_valid_o and c_last_o come Cycles enabled cycles after read_i and last_i, with data_i and err_i. en_o is
//           low while a beat waits: it depends on c_ready_i without a register. done_o with the last beat. Reset
//           drops the beats.
// Model     none: it moves data only

`include "twd_assert.svh"

module twd_result #(
  parameter int unsigned Width = 48,
  parameter int unsigned Cycles = 3
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             read_i,  // a beat enters the pipe
  input  logic             last_i,  // with read_i: the last beat of the result
  output logic             en_o,
  output logic             done_o,  // the last beat is taken
  input  logic [Width-1:0] data_i,  // of the beat at the end of the pipe
  input  logic             err_i,
  output logic             c_valid_o,
  input  logic             c_ready_i,
  output logic [Width-1:0] c_data_o,
  output logic             c_last_o,
  output logic             c_err_o
);

  logic [Cycles-1:0] valid_q;
  logic [Cycles-1:0] last_q;

  assign en_o = !c_valid_o || c_ready_i;
  assign done_o = c_valid_o && c_ready_i && c_last_o;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= '0;
      last_q  <= '0;
    end else if (en_o) begin
      valid_q <= Cycles'({valid_q, read_i});
      last_q  <= Cycles'({last_q, last_i});
    end
  end

  assign c_valid_o = valid_q[Cycles-1];
  assign c_last_o = last_q[Cycles-1];
  assign c_data_o = data_i;
  assign c_err_o = err_i;

  `TWD_ASSERT(LastIsABeat, !last_i || read_i)
  `TWD_ASSERT_HELD(ResultHeldUntilTaken, c_valid_o, c_ready_i, {c_data_o, c_last_o, c_last_o && c_err_o})

endmodule
