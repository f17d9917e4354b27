// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_lane_product: products modulo Q or Q_2 and sums of them, of words of one coefficient or of two.
//
//   x = x_1 2^h + x_0, y alike     s_0 = sum of x_0 y_0     s_1 = sum of x_0 y_1 + x_m y_0     s_2 = sum of x_1 y_1
//
//              wide                        pair, twiddle factor y_0 = y_1    pair, base products
//   x_m        x_1                         0: s_1 = s_0                      x_1
//   product_o  s_0 + s_1 2^h + s_2 2^(2h)  {s_2, s_1}
//   base_o                                                                   {s_1, s_0 + zeta s_2}
//
// Method    the four products of halves that make a wide product are the products of two polynomials of degree one.
//           So a sum of base multiplications modulo x^2 - zeta is one cycle a term, and zeta comes once, at the end.
// Sum       first_i starts it with the word start_i; a result is that of the terms since then, at most TERMS of
//           twd_lane_pkg, one less if start_i is not 0, which come every other cycle: two sums take turns.
// Ranges    x_i, y_i canonical; results split words in (-q, q), signed.
// Timing    product_latency and base_latency of twd_lane_pkg; zeta_i comes with the last term, pair_i with the result.
//           No enable, no reset.
// Cost      four products of halves and one by zeta, in DSP blocks or, with Dsp = 0, in LUTs; three accumulators, one
//           reduction modulo Q, three modulo Q_2.
// Model     twiddle.model.unit.Slots

`include "twd_assert.svh"
`include "twd_delay.svh"

module twd_lane_product #(
  parameter  int unsigned Q     = 8380417,  // 0: pairs alone
  parameter  int unsigned Q_2   = 3329,     // 0: wide alone
  parameter  bit          Dsp   = 1'b1,
  localparam int unsigned Width = twd_lane_pkg::width(Q, Q_2),
  localparam int unsigned Low   = twd_lane_pkg::low_bits(Q, Q_2),
  localparam int unsigned High  = Width - Low
) (
  input  logic                  clk_i,
  input  logic                  pair_i,
  input  logic                  first_i,
  input  logic [     Width-1:0] start_i,
  input  logic [     Width-1:0] x_i,
  input  logic [      High-1:0] x_m_i,
  input  logic [     Width-1:0] y_i,
  input  logic [       Low-1:0] zeta_i,
  output logic [High+Low+1 : 0] product_o,
  output logic [High+Low+1 : 0] base_o
);

  localparam bit Wide = Q != 0;
  localparam bit Pair = Q_2 != 0;
  localparam bit Whole = twd_lane_pkg::whole(Q, Q_2);
  localparam int unsigned Tile = Whole ? Width : Low;
  localparam int unsigned TileLatency = twd_lane_pkg::tile_latency(Q, Q_2, Dsp);
  localparam int unsigned Latency = twd_lane_pkg::product_latency(Q, Q_2, Dsp);
  localparam int unsigned WideLatency = twd_lane_pkg::wide_latency(Q, Q_2, Dsp);
  localparam int unsigned PairLatency = twd_lane_pkg::pair_latency(Q, Q_2, Dsp);
  localparam int unsigned Sum = 2 * Tile + $clog2(twd_lane_pkg::TERMS);  // bits of s_0 and s_2; s_1 has one more

  // A sum is added to the register of the product before it; the register takes the start where a sum starts, so that
  // a DSP block has both and the adder.
  logic first;  // one cycle before the first product
  logic [Width-1:0] start;
  logic [Sum-1:0] s_0, s_0_before_q;
  logic [2*Tile-1:0] product_00;
  logic [Width-1:0] x_late, y_late;  // of the products that wait for the sum of the middle ones

  `TWD_DELAY(u_late, 2 * Width, Whole ? 0 : 1, 1'b1, {x_i, y_i}, {x_late, y_late})

  `TWD_DELAY(u_first, Width + 1, Whole ? TileLatency - 1 : TileLatency, 1'b1, {first_i, start_i}, {first, start})

  twd_lane_tile #(.Width(Tile), .Dsp(Dsp)) u_tile_00 (
    .clk_i,
    .a_i      (x_late[Tile-1:0]),
    .b_i      (y_late[Tile-1:0]),
    .product_o(product_00)
  );

  always_ff @(posedge clk_i) begin
    s_0          <= Sum'(product_00) + s_0_before_q;
    s_0_before_q <= s_0;
    if (first) s_0_before_q <= Sum'(start[Tile-1:0]);
  end

  if (Whole) begin : gen_whole
    logic unused;
    assign unused = ^{pair_i, x_m_i, zeta_i};
    assign base_o = '0;

    twd_lane_wide #(.Q(Q), .Low(Low), .High(High)) u_reduce (
      .clk_i,
      .x_i    (s_0[$clog2(twd_lane_pkg::largest_sum(Q)+64'd1)-1:0]),
      .lazy_o (product_o)
    );
  end else begin : gen_halves
    logic [2*Low-1:0] product_01, product_10, product_11;
    logic [2*Low:0] middle_q;
    logic [Sum-1:0] s_2, s_2_before_q;
    logic [Sum:0] s_1, s_1_before_q;

    twd_lane_tile #(.Width(Low), .Dsp(Dsp)) u_tile_01 (
      .clk_i,
      .a_i      (x_i[Low-1:0]),
      .b_i      (Low'(y_i[Width-1:Low])),
      .product_o(product_01)
    );

    twd_lane_tile #(.Width(Low), .Dsp(Dsp)) u_tile_10 (
      .clk_i,
      .a_i      (Low'(x_m_i)),
      .b_i      (y_i[Low-1:0]),
      .product_o(product_10)
    );

    twd_lane_tile #(.Width(Low), .Dsp(Dsp)) u_tile_11 (
      .clk_i,
      .a_i      (Low'(x_late[Width-1:Low])),
      .b_i      (Low'(y_late[Width-1:Low])),
      .product_o(product_11)
    );

    always_ff @(posedge clk_i) begin
      middle_q     <= {1'b0, product_01} + {1'b0, product_10};
      s_1          <= (Sum + 1)'(middle_q) + s_1_before_q;
      s_2          <= Sum'(product_11) + s_2_before_q;
      s_1_before_q <= s_1;
      s_2_before_q <= s_2;
      if (first) begin
        s_1_before_q <= (Sum + 1)'(start[Width-1:Low]);
        s_2_before_q <= '0;
      end
    end

    logic [High+Low+1:0] wide;
    logic [High+Low+1:0] pair;

    if (Wide) begin : gen_wide
      localparam int unsigned Bits = $clog2(twd_lane_pkg::largest_sum(Q) + 64'd1);
      logic [Low-1:0] below_q;
      logic [Sum+1:0] middle_sum_q;
      logic [Sum-1:0] upper_sum_q;
      logic [Bits-1:0] x_q;
      logic [High+Low+1:0] lazy;

      always_ff @(posedge clk_i) begin
        below_q      <= s_0[Low-1:0];
        middle_sum_q <= (Sum + 2)'(s_1) + (Sum + 2)'(s_0[Sum-1:Low]);
        upper_sum_q  <= s_2;
        x_q          <= {(Bits - Low)'(middle_sum_q) + ((Bits - Low)'(upper_sum_q) << Low), below_q};
      end

      twd_lane_wide #(.Q(Q), .Low(Low), .High(High)) u_reduce (.clk_i, .x_i(x_q), .lazy_o(lazy));

      `TWD_DELAY(u_wide, High + Low + 2, Latency - WideLatency, 1'b1, lazy, wide)
    end else begin : gen_no_wide
      assign wide = '0;
    end

    if (Pair) begin : gen_pair
      logic [High+Low+1:0] lazy;
      logic [Low-1:0] zeta_late;

      twd_lane_pair #(.Q_2(Q_2), .Dsp(Dsp), .High(High)) u_pair (
        .clk_i,
        .s_0_i (s_0),
        .s_1_i (s_1),
        .s_2_i (s_2),
        .zeta_i(zeta_late),
        .lazy_o(lazy),
        .base_o
      );

      `TWD_DELAY(u_zeta, Low, TileLatency + 2, 1'b1, zeta_i, zeta_late)

      `TWD_DELAY(u_lazy, High + Low + 2, Latency - PairLatency, 1'b1, lazy, pair)
    end else begin : gen_no_pair
      logic unused;
      assign unused = ^zeta_i;
      assign pair = '0;
      assign base_o = '0;
    end

    assign product_o = pair_i ? pair : wide;
  end

endmodule
