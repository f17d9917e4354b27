// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_operand_check: outside_o = data_i >= q, err_o = some coefficient of the checked beats is.
//
// Ranges    data_i in [0, 2^Width).
// Timing    outside_o one cycle after the beat, err_o two. clear_i drops the flag and the beats of the cycles before; a
//           beat in the same cycle counts. Reset drops err_o.
// Cost      Lanes comparisons with a constant, two registers an operand.
// Model     numpy: data_i >= Q, (data_i >= Q).any()

`include "twd_assert.svh"

module twd_operand_check #(
  parameter int unsigned Q = 3329,
  parameter int unsigned Lanes = 4,
  parameter int unsigned Operands = 1,  // flags: one beat a cycle, of one operand
  parameter bit Trusted = 1'b0,  // 1: data_i is in [0, q), and err_o 0
  localparam int unsigned Width = $clog2(Q)
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,
  input  logic [Operands-1:0]            valid_i,  // the beat is one of this operand
  input  logic [Operands-1:0]            clear_i,
  input  logic [   Lanes-1:0][Width-1:0] data_i,
  output logic [   Lanes-1:0]            outside_o,  // the coefficient is q or more
  output logic [Operands-1:0]            err_o
);

  logic [Lanes-1:0] outside;
  logic [Operands-1:0] valid_q, clear_q;

  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    assign outside[l] = twd_modarith_pkg::at_least(32'(data_i[l]), Q);
  end

  always_ff @(posedge clk_i) begin
    clear_q <= clear_i;
    for (int l = 0; l < Lanes; l++) outside_o[l] <= !Trusted && outside[l];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= '0;
      err_o   <= '0;
    end else begin
      valid_q <= valid_i;
      err_o   <= (err_o & ~clear_q) | (valid_q & {Operands{|outside_o}});
    end
  end

  `TWD_ASSERT(OperandsAreCanonical, !Trusted || valid_i == '0 || outside == '0)

endmodule
