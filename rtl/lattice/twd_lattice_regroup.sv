// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_lattice_regroup: a stream of in_parts_i parts a beat as one of out_parts_i parts a beat, the first part lowest.
//
// Between   quartets of coefficients, two parts for ML-KEM (pairs) and four for ML-DSA, and beats of the polynomial
//           unit, Lanes parts.
// Timing    a beat is offered in the cycle after its last part came; full rate of the slower side. in_ready_o depends
//           on out_ready_i. in_parts_i and out_parts_i may change while it is empty. Reset empties it.
// Cost      four parts and a multiplexer of them
// Model     none: it moves data only

module twd_lattice_regroup #(
  parameter int unsigned Width = 24  // of a part
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic [        2:0] in_parts_i,   // 1, 2 or 4
  input  logic [        2:0] out_parts_i,
  input  logic               in_valid_i,
  output logic               in_ready_o,
  input  logic               in_last_i,
  input  logic [4*Width-1:0] in_data_i,
  output logic               out_valid_o,
  input  logic               out_ready_i,
  output logic               out_last_o,
  output logic [4*Width-1:0] out_data_o
);

  logic [2:0] have_q, left;
  logic last_q;
  logic [4*Width-1:0] parts_q, kept;
  logic in, out;

  assign out_valid_o = have_q >= out_parts_i;
  assign out_last_o = last_q && have_q == out_parts_i;
  assign out_data_o = parts_q;
  assign out = out_valid_o && out_ready_i;
  assign left = out ? have_q - out_parts_i : have_q;
  assign in_ready_o = {1'b0, left} + {1'b0, in_parts_i} <= {1'b0, in_parts_i > out_parts_i ? in_parts_i : out_parts_i};
  assign in = in_valid_i && in_ready_o;

  always_comb begin
    kept = parts_q;
    if (out) kept = out_parts_i == 3'd1 ? parts_q >> Width : parts_q >> (2 * Width);
    if (in) begin
      case (left)
        3'd0: kept = in_data_i;
        3'd1: kept[4*Width-1:Width] = in_data_i[3*Width-1:0];
        3'd2: kept[4*Width-1:2*Width] = in_data_i[2*Width-1:0];
        default: kept[4*Width-1:3*Width] = in_data_i[Width-1:0];
      endcase
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) have_q <= '0;
    else have_q <= in ? left + in_parts_i : left;
  end

  always_ff @(posedge clk_i) begin
    parts_q <= kept;
    if (in) last_q <= in_last_i;
  end

endmodule
