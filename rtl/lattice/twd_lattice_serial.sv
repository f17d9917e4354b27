// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_lattice_serial: words of 64 bits as bytes, byte 0 first.
//
// Timing    a byte a cycle; a word is taken as soon as the one before has left. in_ready_o is of the next cycle. Reset
//           drops the word.
// Model     none: it moves data only

module twd_lattice_serial (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        in_valid_i,
  output logic        in_ready_o,
  input  logic [63:0] in_data_i,
  output logic        out_valid_o,
  input  logic        out_ready_i,
  output logic [ 7:0] out_data_o
);

  logic [63:0] word_q;
  logic [3:0] left_q;
  logic empty;

  assign empty = left_q == '0;
  assign in_ready_o = empty ? !in_valid_i : left_q == 4'd1 && out_ready_i;
  assign out_valid_o = left_q != '0;
  assign out_data_o = word_q[7:0];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) left_q <= '0;
    else if (in_valid_i && empty) left_q <= 4'd8;
    else if (out_valid_o && out_ready_i) left_q <= left_q - 4'd1;
  end

  always_ff @(posedge clk_i) begin
    if (empty) word_q <= in_data_i;
    else if (out_ready_i) word_q <= word_q >> 8;
  end

endmodule
