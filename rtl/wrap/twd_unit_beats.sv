// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_unit_beats: beats of AXI4-Stream as words of the polynomial unit, and back.
//
// Beat      a lane takes Place bits, lane 0 the lowest: a coefficient, or with pair_i a_0 in bits 15:0 and a_1 in bits
//           31:16. So a polynomial lies as an array of 16 or 32 bits a coefficient, in natural order.
// Wrong     bits above a coefficient that are not 0, and bytes that are not kept, make all of its bits ones, which the
//           unit takes for a coefficient of q or more.
// Timing    combinational
// Cost      Lanes multiplexers of half a word for each direction
// Model     twiddle.model.unit.Words

module twd_unit_beats #(
  parameter  int unsigned Q     = 8380417,
  parameter  int unsigned Q_2   = 3329,
  parameter  int unsigned Lanes = 4,
  localparam int unsigned Width = twd_lane_pkg::width(Q, Q_2),
  localparam int unsigned Place = Q_2 != 0 || Width > 16 ? 32 : 16,
  localparam int unsigned Beat  = Lanes * Width,
  localparam int unsigned Bus   = Lanes * Place
) (
  // in
  input  logic             in_pair_i,
  input  logic [  Bus-1:0] in_tdata_i,
  input  logic [Bus/8-1:0] in_tkeep_i,
  output logic [ Beat-1:0] in_data_o,
  // out
  input  logic             out_pair_i,
  input  logic [ Beat-1:0] out_data_i,
  output logic [  Bus-1:0] out_tdata_o
);

  localparam int unsigned Low = twd_lane_pkg::low_bits(Q, Q_2);
  localparam bit Wide = Q != 0;
  localparam bit Pair = Q_2 != 0;

  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    logic [Place-1:0] place, beyond;
    logic [Width-1:0] in, out, wide, pair;
    logic lost;

    assign place = in_tdata_i[i*Place+:Place];
    assign lost = !(&in_tkeep_i[i*Place/8+:Place/8]);
    assign beyond = place >> Width;
    assign wide = place[Width-1:0] | {Width{lost || beyond != '0}};
    assign out = out_data_i[i*Width+:Width];

    if (Pair) begin : gen_pair
      logic low, high;  // is wrong
      assign low = lost || place[15:Low] != '0;
      assign high = lost || place[Place-1:16+Low] != '0;
      assign pair = {place[16+:Low] | {Low{high}}, place[Low-1:0] | {Low{low}}};
      assign in = in_pair_i || !Wide ? pair : wide;
      assign out_tdata_o[i*Place+:Place] = out_pair_i || !Wide
          ? {16'(out[Width-1:Low]), 16'(out[Low-1:0])} : Place'(out);
    end else begin : gen_wide
      logic unused;
      assign unused = in_pair_i ^ out_pair_i;
      assign pair = '0;
      assign in = wide | pair;
      assign out_tdata_o[i*Place+:Place] = Place'(out);
    end

    assign in_data_o[i*Width+:Width] = in;
  end

endmodule
