// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_inplace_butterflies: Butterflies butterflies with a multiplier each, as the iterative engine uses them.
//
//   mode_i     CT, GS: layers, on u_i, v_i; PRODUCT: u v; SCALE: v times the constant at twiddle address 0;
//              LOW, HIGH: base multiplications on products that are fed back, see twd_base_feed
//
// Ranges    u_i, v_i, sum_o, diff_o in [0, q). A product of two operands holds the scale of Method (twd_method_pkg);
//           twiddle factors make up for theirs, and SCALE for that of products.
// Timing    latency(Method, q) of twd_butterfly_pkg from u_i and v_i; mode_i and the twiddle address come one cycle
//           before, with LogicTables the address three.
// Cost      that of the butterflies, twd_base_feed and twd_inplace_twiddle_rom.
// Model     twiddle.model.arith.butterfly_ct, butterfly_gs

module twd_inplace_butterflies #(
  parameter twd_ring_pkg::ring_cfg_t Ring = twd_ring_pkg::RING_ML_KEM,
  parameter twd_method_pkg::method_e Method = twd_method_pkg::METHOD_FOLD,
  parameter int unsigned Butterflies = 4,
  parameter bit          LogicTables = 1'b0,  // 1: constant tables in logic, not block RAM
  localparam int unsigned Width = $clog2(Ring.q),
  localparam int unsigned Layers = twd_ring_pkg::layers(Ring),
  localparam int unsigned LastPair = twd_inplace_pkg::last_pair(Ring),
  localparam int unsigned Ports = twd_inplace_pkg::twiddle_ports(LastPair, Butterflies)
) (
  input  logic                               clk_i,
  input  logic                               rst_ni,
  input  logic                               inverse_i,       // with twiddle_addr_i
  input  logic [      Ports-1:0][Layers-1:0] twiddle_addr_i,
  input  twd_inplace_pkg::mode_e             mode_i,
  input  logic [Butterflies-1:0][ Width-1:0] u_i,
  input  logic [Butterflies-1:0][ Width-1:0] v_i,
  output logic [Butterflies-1:0][ Width-1:0] sum_o,
  output logic [Butterflies-1:0][ Width-1:0] diff_o
);

  logic [Ports-1:0][Width-1:0] twiddle;  // one cycle after u_i

  twd_inplace_twiddle_rom #(.Ring(Ring), .Method(Method), .Ports(Ports), .LogicTables(LogicTables)) u_twiddle_rom (
    .clk_i,
    .en_i     (1'b1),
    .inverse_i,
    .addr_i   (twiddle_addr_i),
    .twiddle_o(twiddle)
  );

  logic product;
  logic gs;
  logic feed;
  logic minus;
  twd_butterfly_pkg::addend_e add;
  logic low;
  logic high;

  // A register a selector: each reaches every bit of every butterfly.
  always_ff @(posedge clk_i) begin
    product <= mode_i == twd_inplace_pkg::MODE_PRODUCT;
    gs      <= mode_i == twd_inplace_pkg::MODE_GS;
    low     <= mode_i == twd_inplace_pkg::MODE_LOW;
    high    <= mode_i == twd_inplace_pkg::MODE_HIGH;
    feed    <= mode_i == twd_inplace_pkg::MODE_LOW || mode_i == twd_inplace_pkg::MODE_HIGH;
    minus   <= mode_i == twd_inplace_pkg::MODE_GS || mode_i == twd_inplace_pkg::MODE_LOW
        || mode_i == twd_inplace_pkg::MODE_HIGH;
    unique case (mode_i)
      twd_inplace_pkg::MODE_PRODUCT, twd_inplace_pkg::MODE_SCALE: add <= twd_butterfly_pkg::ADD_ZERO;
      twd_inplace_pkg::MODE_LOW, twd_inplace_pkg::MODE_HIGH: add <= twd_butterfly_pkg::ADD_FEED;
      twd_inplace_pkg::MODE_CT, twd_inplace_pkg::MODE_GS: add <= twd_butterfly_pkg::ADD_HALF;
      default: add <= twd_butterfly_pkg::ADD_HALF;
    endcase
  end

  logic [Butterflies-1:0][Width-1:0] difference;  // one cycle after u_i
  logic [Butterflies-1:0][Width-1:0] other;       // one cycle after u_i, and the fed operands
  logic [Butterflies-1:0][Width-1:0] feed_s;
  logic [Butterflies-1:0][Width-1:0] feed_x;

  for (genvar i = 0; i < Butterflies; i++) begin : gen_butterfly
    // with several butterflies the odd ones make c_1 while the even ones make c_0, and there is no MODE_HIGH
    logic makes_high;
    twd_butterfly_pkg::factor_e by;
    assign makes_high = Butterflies == 1 ? high : i % 2 == 1 && low;
    assign by = product ? twd_butterfly_pkg::BY_U
        : makes_high ? twd_butterfly_pkg::BY_OTHER : twd_butterfly_pkg::BY_TWIDDLE;

    twd_butterfly #(.Q(Ring.q), .Method(Method), .LogicTables(LogicTables)) u_butterfly (
      .clk_i,
      .en_i          (1'b1),
      .minus_i       (minus),
      .gs_i          (gs),
      .by_i          (by),
      .add_i         (add),
      .feed_x_en_i   (feed && !makes_high),
      .u_i           (u_i[i]),
      .v_i           (v_i[i]),
      .twiddle_i     (twiddle[Ports > 1 ? i >> LastPair : 0]),
      .other_i       (other[i]),
      .feed_s_i      (feed_s[i]),
      .feed_x_i      (feed_x[i]),
      .difference_d_o(difference[i]),
      .sum_o         (sum_o[i]),
      .diff_o        (diff_o[i])
    );
  end

  if (twd_ring_pkg::complete(Ring)) begin : gen_no_feed
    logic unused;
    assign unused = ^{rst_ni, difference, high};
    assign other  = '0;
    assign feed_s = '0;
    assign feed_x = '0;
  end else begin : gen_feed
    twd_base_feed #(
      .Q          (Ring.q),
      .Method     (Method),
      .Butterflies(Butterflies),
      .Lag        (twd_inplace_pkg::feed_lag(Method, Ring.q, Butterflies))
    ) u_base_feed (
      .clk_i, .rst_ni,
      .high_i      (high),
      .sum_i       (sum_o),
      .difference_i(difference),
      .other_o     (other),
      .feed_s_o    (feed_s),
      .feed_x_o    (feed_x)
    );
  end

endmodule
