// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_inplace_reduce: loaded beats by banks, every coefficient modulo q.
//
// Order     beat w holds groups 2w and 2w + 1; group g of a goes to bank parity(g), of b to the other.
// Ranges    data in [0, 2^Width); a coefficient of q or more is reduced (once: 2^Width < 2q) and flagged.
// Timing    beat_i and addr_i one cycle before data_i; w_* four cycles after beat_i. Reset drops the beats and flags.
// Cost      a lane: a two-to-one multiplexer, a comparison and an adder with constants, three registers.
// Model     numpy: data % Q; twiddle.model.iterative.place

`include "twd_delay.svh"

module twd_inplace_reduce #(
  parameter int unsigned Q = 3329,
  parameter int unsigned Butterflies = 4,
  parameter int unsigned WordBits = 5,
  parameter bit Trusted = 1'b0,  // 1: operands are canonical
  localparam int unsigned Width = $clog2(Q),
  localparam int unsigned Lanes = 2 * Butterflies
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,
  input  twd_inplace_pkg::beat_t         beat_i,
  input  logic [WordBits-1:0]            addr_i,
  input  logic [Lanes-1:0][Width-1:0]    data_i,
  output logic                           w_en_o,
  output logic                           w_region_o,
  output logic [WordBits-1:0]            w_addr_o,
  output logic [1:0][Butterflies-1:0][Width-1:0] w_data_o,
  output logic [1:0]                     err_o  // {b, a}
);

  logic upper_q;  // bank 0 takes the upper group
  logic [3:0] valid_q;
  logic [1:0] check, first;
  logic [Lanes-1:0] outside;
  logic [1:0][Butterflies-1:0][Width-1:0] beat_n_q, reduce_n_q, data_n_q;  // in ones' complement

  `TWD_DELAY(u_write, WordBits + 1, 4, 1'b1, {beat_i.region, addr_i}, {w_region_o, w_addr_o})

  `TWD_DELAY(u_check, 4, 2, 1'b1,
             {beat_i.valid && beat_i.region, beat_i.valid && !beat_i.region, {2{beat_i.first}}}, {check, first})

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= '0;
    else valid_q <= {valid_q[2:0], beat_i.valid};
  end

  assign w_en_o = valid_q[3];

  twd_operand_check #(.Q(Q), .Lanes(Lanes), .Operands(2), .Trusted(Trusted)) u_operands (
    .clk_i, .rst_ni,
    .valid_i  (check & {2{valid_q[1]}}),
    .clear_i  (check & first),
    .data_i   (~beat_n_q),
    .outside_o(outside),
    .err_o
  );

  // ~x + q = ~(x - q): few bits of q are ones, and a bit of the adder whose addend is 0 needs no LUT. The complements
  // vanish in the logic before and after.
  for (genvar h = 0; h < 2; h++) begin : gen_bank
    for (genvar l = 0; l < Butterflies; l++) begin : gen_lane
      logic [Width-1:0] sum_n;

      twd_carry_add #(.Width(Width)) u_reduce (
        .direct_i(reduce_n_q[h][l]),
        .logic_i (Width'(Q) & {Width{outside[h*Butterflies+l]}}),
        .carry_i (1'b0),
        .sum_o   (sum_n)
      );

      always_ff @(posedge clk_i) begin
        beat_n_q[h][l] <= ~(upper_q == (h == 1) ? data_i[l] : data_i[Butterflies+l]);
        data_n_q[h][l] <= sum_n;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    upper_q    <= ^addr_i ^ beat_i.region;
    reduce_n_q <= beat_n_q;
  end

  assign w_data_o = ~data_n_q;

endmodule
