// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_operand_reduce: beats of operands, reduced modulo q, and whether some coefficient of an operand was q or more.
//
// Method    data_n_i is the ones' complement of the data, and ~x + q = ~(x - q): few bits of q are ones, and a bit of
//           the adder whose addend is 0 needs no LUT. The two complements vanish in the logic before and after.
// Ranges    data in [0, 2^Width), data_o in [0, q): 2^Width < 2q, so one subtraction is enough.
// Timing    data_o two cycles after data_n_i: a cycle compares, a cycle subtracts. err_o two cycles after the beat.
//           clear_i drops the flag and the beats of the cycles before; a beat in the same cycle counts. Reset drops the
//           flags.
// Cost      a lane: a comparison and an adder with a constant, two registers; two registers an operand. Trusted: the
//           registers of the data alone.
// Model     numpy: data % Q, (data >= Q).any()

`include "twd_assert.svh"

module twd_operand_reduce #(
  parameter int unsigned Q = 3329,
  parameter int unsigned Lanes = 4,
  parameter int unsigned Operands = 1,  // flags: one beat a cycle, of one operand
  parameter bit Trusted = 1'b0,  // 1: the data is in [0, q), and err_o 0
  localparam int unsigned Width = $clog2(Q)
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,
  input  logic [Operands-1:0]            valid_i,  // the beat is one of this operand
  input  logic [Operands-1:0]            clear_i,
  input  logic [   Lanes-1:0][Width-1:0] data_n_i,
  output logic [   Lanes-1:0][Width-1:0] data_o,
  output logic [Operands-1:0]            err_o
);

  logic [Lanes-1:0] outside, outside_q;
  logic [Lanes-1:0][Width-1:0] data_n_q;
  logic [Operands-1:0] valid_q, clear_q;

  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    logic [Width-1:0] data;
    logic [Width-1:0] sum_n, sum_n_q;

    assign data       = ~data_n_i[l];
    assign outside[l] = twd_modarith_pkg::at_least(32'(data), Q);
    assign data_o[l]  = ~sum_n_q;

    twd_carry_add #(.Width(Width)) u_reduce (
      .direct_i(data_n_q[l]),
      .logic_i (Width'(Q) & {Width{outside_q[l]}}),
      .carry_i (1'b0),
      .sum_o   (sum_n)
    );

    always_ff @(posedge clk_i) sum_n_q <= sum_n;
  end

  always_ff @(posedge clk_i) begin
    data_n_q <= data_n_i;
    clear_q  <= clear_i;
    for (int l = 0; l < Lanes; l++) outside_q[l] <= !Trusted && outside[l];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= '0;
      err_o   <= '0;
    end else begin
      valid_q <= valid_i;
      err_o   <= (err_o & ~clear_q) | (valid_q & {Operands{|outside_q}});
    end
  end

  `TWD_ASSERT(OperandsAreCanonical, !Trusted || valid_i == '0 || outside == '0)

endmodule
