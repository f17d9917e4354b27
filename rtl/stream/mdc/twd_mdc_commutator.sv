// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mdc_commutator: exchanges lane bit 0 of a stream of Lanes coefficients with the time bit of weight D beats.
// D is Forward, or Inverse with inverse_i = 1. D = 0 is a wire.
//
//   lane 2m     ------------- 2:1 -- D --> lane 2m       crossed while the beat of lane 2m has the time bit set
//                             \/
//                             /\
//   lane 2m+1   ------- D --- 2:1 -------> lane 2m+1
//
// Method    Delay commutator, an involution; one memory serves all lanes.
// Timing    D cycles. sop_i: beat 0 comes two cycles later; polynomials at any distance from 2 D. Reset clears slot
//           counters alone. inverse_i stays constant while the commutator holds coefficients, and from one cycle before
//           the first.
// Cost      Lanes * D words, Lanes multiplexers, and half as many more where one of the two distances is 0.
// Model     twiddle.model.mdc.commute

module twd_mdc_commutator #(
  parameter int unsigned Lanes   = 2,
  parameter int unsigned Width   = 12,
  parameter int unsigned Forward = 1,  // a power of two, or 0
  parameter int unsigned Inverse = 1   // the same; not both 0
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  logic                        sop_i,
  input  logic                        inverse_i,
  input  logic [Lanes-1:0][Width-1:0] x_i,
  output logic [Lanes-1:0][Width-1:0] y_o
);

  localparam int unsigned Long = Forward > Inverse ? Forward : Inverse;
  localparam int unsigned Short = Forward == 0 || Inverse == 0 ? Long : Forward < Inverse ? Forward : Inverse;
  localparam int unsigned LongBit = $clog2(Long);
  localparam int unsigned ShortBit = $clog2(Short);

  logic [LongBit:0] beat_q;  // of x_i in the next cycle
  logic is_short;
  logic straight;
  logic crossed;
  logic [Lanes-1:0][Width-1:0] early;
  logic [Lanes-1:0][Width-1:0] late;

  assign is_short = Forward < Inverse ? !inverse_i : inverse_i;
  assign straight = Forward == 0 ? !inverse_i : Inverse == 0 && inverse_i;

  always_ff @(posedge clk_i) begin
    beat_q  <= sop_i ? '0 : beat_q + 1'b1;
    crossed <= is_short ? beat_q[ShortBit] : beat_q[LongBit];
  end

  twd_mdc_delay #(.Width(Lanes * Width), .Long(Long), .Short(Short)) u_delay (
    .clk_i, .rst_ni,
    .short_i(is_short),
    .d_i    (early),
    .q_o    (late)
  );

  for (genvar m = 0; m < Lanes; m = m + 2) begin : gen_pair
    assign early[m]   = crossed ? late[m+1] : x_i[m];
    assign early[m+1] = x_i[m+1];
    assign y_o[m]     = straight ? x_i[m] : late[m];
    assign y_o[m+1]   = straight ? x_i[m+1] : crossed ? x_i[m] : late[m+1];
  end

endmodule
