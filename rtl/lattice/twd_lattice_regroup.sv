// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_lattice_regroup: quartets of coefficients as beats of the polynomial unit, or with Split beats as quartets.
//
// Parts     a quartet has four, or two without wide_i: coefficients of ML-DSA, pairs of ML-KEM. A beat has Lanes. The
//           first part is lowest.
// Timing    what goes out is offered in the cycle after its last part came; full rate of the slower side. in_ready_o
//           depends on out_ready_i. wide_i may change while it is empty. Reset empties it.
// Cost      the larger of both in flip-flops, and a multiplexer of what parts can come to each place
// Model     none: it moves data only

module twd_lattice_regroup #(
  parameter  int unsigned Lanes = 4,   // 1, 2, 4 or 8
  parameter  bit          Split = 1'b0,
  parameter  int unsigned Width = 24,  // of a part
  localparam int unsigned In    = Split ? Lanes : 32'd4,
  localparam int unsigned Out   = Split ? 32'd4 : Lanes
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 wide_i,
  input  logic                 in_valid_i,
  output logic                 in_ready_o,
  input  logic                 in_last_i,
  input  logic [ In*Width-1:0] in_data_i,
  output logic                 out_valid_o,
  input  logic                 out_ready_i,
  output logic                 out_last_o,
  output logic [Out*Width-1:0] out_data_o
);

  localparam int unsigned Parts = Lanes > 4 ? Lanes : 32'd4;
  localparam int unsigned Least = Split ? Lanes : 32'd2;  // parts that come at once

  logic [3:0] in_parts, out_parts, have_q, left;
  logic last_q;
  logic [Parts*Width-1:0] parts_q, kept;
  logic in, out;

  assign in_parts = Split ? 4'(Lanes) : wide_i ? 4'd4 : 4'd2;
  assign out_parts = !Split ? 4'(Lanes) : wide_i ? 4'd4 : 4'd2;
  assign out_valid_o = have_q >= out_parts;
  assign out_last_o = last_q && have_q == out_parts;
  assign out_data_o = parts_q[Out*Width-1:0];
  assign out = out_valid_o && out_ready_i;
  assign left = out ? have_q - out_parts : have_q;
  assign in_ready_o = {1'b0, left} + {1'b0, in_parts} <= {1'b0, in_parts > out_parts ? in_parts : out_parts};
  assign in = in_valid_i && in_ready_o;

  // Where all parts go out, or fewer than were there are left, what is kept does not matter.
  always_comb begin
    kept = parts_q;
    if (!Split && Lanes < 4) begin
      if (out) kept = parts_q >> (Lanes * Width);
    end else if (Split) begin
      if (out) kept = Lanes == 8 && wide_i ? parts_q >> (4 * Width) : parts_q >> (2 * Width);
    end
    for (int unsigned at = 0; at < Parts; at = at + Least) begin
      if (in && left == 4'(at)) begin
        for (int unsigned p = at; p < Parts; p++) begin
          if (p - at < In) kept[p*Width+:Width] = in_data_i[(p-at)%In*Width+:Width];
        end
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) have_q <= '0;
    else have_q <= in ? left + in_parts : left;
  end

  always_ff @(posedge clk_i) begin
    parts_q <= kept;
    if (in) last_q <= in_last_i;
  end

endmodule
