// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_inplace_write_network: brings the results of B butterflies back to the lanes of the two halves of the memory.
//
//   meet_i         lane l of half h
//   MEET_HALVES    sum of butterfly l where h = first, else its difference
//   MEET_PAIRS     sum of butterfly l, or its difference where negate_i[l]: c_0 with the negative zeta
//   MEET_LANE_d    the butterfly that twd_inplace_read_network gave this lane of this half, sum at u and difference at v
//   join_i         c_0 and c_1 of a pair that come one after the other: JOIN_HIGH loads the odd lanes of half first and
//                  leaves everything else; JOIN_LOW loads the even lanes and leaves the odd ones, those of half first
//                  with the sum of butterfly l, those of the other half with that of l + 1 (Published)
//   load_i         load_data_i, which comes with sum_i, on its way into the same memory
//
// Method    every lane has at most four sources, so that one bit is one 6-input LUT (five in some lanes of a
//           complete ring that is loaded this way, and in all of Published).
// Timing    selectors (meet_i, first_i, negate_i, join_i, load_i) one cycle before sum_i, diff_i; word_o one cycle after those.
// Cost      2 B multiplexers of up to four coefficients, and registers.
// Model     twiddle.model.iterative.place

module twd_inplace_write_network #(
  parameter int unsigned Butterflies = 4,
  parameter int unsigned Width = 12,
  parameter bit Complete = 1'b0,
  parameter bit Published = 1'b0  // JOIN_LOW is used
) (
  input  logic                              clk_i,
  input  logic [            1:0]            meet_i,
  input  logic                              first_i,
  input  logic [Butterflies-1:0]            negate_i,
  input  logic [                       1:0] join_i,
  input  logic                              load_i,
  input  logic [Butterflies-1:0][Width-1:0] sum_i,
  input  logic [Butterflies-1:0][Width-1:0] diff_i,
  input  logic [            1:0][Butterflies-1:0][Width-1:0] load_data_i,
  output logic [            1:0][Butterflies-1:0][Width-1:0] word_o
);

  logic [1:0] join_q;
  logic first_q;

  always_ff @(posedge clk_i) begin
    join_q  <= load_i ? twd_inplace_pkg::JOIN_NONE : join_i;
    first_q <= first_i;
  end

  for (genvar h = 0; h < 2; h++) begin : gen_half
    for (genvar l = 0; l < Butterflies; l++) begin : gen_lane
      localparam int unsigned PerHalf = Butterflies > 1 ? Butterflies / 2 : 1;
      localparam int unsigned From1 = (h * PerHalf + l / 2) % Butterflies;
      localparam int unsigned From2 = (h * PerHalf + 2 * (l / 4) + l % 2) % Butterflies;
      localparam bit Diff1 = l % 2 == 1;
      localparam bit Diff2 = (l / 2) % 2 == 1;

      logic [1:0] select_d;  // {other butterfly, difference or which other}
      logic [1:0] select_q;
      logic load_q;
      logic [Width-1:0] source_2;
      logic [Width-1:0] source_3;
      logic [Width-1:0] chosen;

      always_comb begin
        unique case (meet_i)
          twd_inplace_pkg::MEET_PAIRS:  select_d = {1'b0, negate_i[l]};
          twd_inplace_pkg::MEET_LANE_1: select_d = From1 == l ? {1'b0, Diff1} : 2'd2;
          twd_inplace_pkg::MEET_LANE_2: select_d = From2 == l ? {1'b0, Diff2} : 2'd3;
          default:                        select_d = {1'b0, first_i ^ (h == 1)};
        endcase
      end

      assign source_2 = Diff1 ? diff_i[From1] : sum_i[From1];
      assign source_3 = Diff2 ? diff_i[From2] : sum_i[From2];

      always_comb begin
        unique case (select_q)
          2'd0:    chosen = sum_i[l];
          2'd1:    chosen = diff_i[l];
          2'd2:    chosen = Complete ? source_2 : load_data_i[h][l];
          default: chosen = source_3;
        endcase
        if (Complete && load_q) chosen = load_data_i[h][l];
        if (Published && join_q == twd_inplace_pkg::JOIN_LOW && first_q != (h == 1)) begin
          chosen = sum_i[(l+1)%Butterflies];
        end
      end

      always_ff @(posedge clk_i) begin
        select_q     <= load_i ? 2'd2 : select_d;
        load_q       <= load_i;
        unique case (join_q)
          twd_inplace_pkg::JOIN_HIGH: if (l % 2 == 1 && first_q == (h == 1)) word_o[h][l] <= chosen;
          twd_inplace_pkg::JOIN_LOW:  if (l % 2 == 0) word_o[h][l] <= chosen;
          default:                      word_o[h][l] <= chosen;
        endcase
      end
    end
  end

endmodule
