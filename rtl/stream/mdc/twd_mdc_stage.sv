// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mdc_stage: Lanes/2 butterflies and their twiddle factors: layer Stage of the forward transform, layer L - 1 -
// Stage of the inverse one.
//
// Streams   Several polynomials side by side, each with its butterflies and its tag, all with the same twiddle factors.
// Order     Butterflies pair lanes that differ in one lane bit, which may differ between the directions. y_fwd_o has
//           the results on the lanes of the forward direction, y_inv_o on those of the inverse one.
// Ranges    x_i, y_fwd_o, y_inv_o in [0, q).
// Timing    stage_latency cycles of twd_mdc_pkg. sop_i: beat 0 comes two cycles later. tag_i comes with it and
//           holds for the polynomial: pass_i with Pass, inverse_i with Mixed. No reset.
// Cost      Lanes/2 butterflies (twd_butterfly_parallel, with BOTH twd_butterfly_dual, with Mixed twd_butterfly),
//           twiddle ROMs, a counter of beats. Where a layer of an engine for one direction has at most four twiddle
//           factors a butterfly, tables instead of the multiplier, if that is made of LUTs (takes_constants).
// Model     twiddle.model.transform.layers

`include "twd_delay.svh"

module twd_mdc_stage #(
  parameter twd_ring_pkg::ring_cfg_t Ring = twd_ring_pkg::RING_ML_KEM,
  parameter twd_method_pkg::method_e Method = twd_method_pkg::METHOD_FOLD,
  parameter int unsigned Lanes = 4,
  parameter int unsigned Streams = 1,  // 1 with Mixed
  parameter int unsigned Stage = 0,
  parameter twd_butterfly_pkg::direction_e Direction = twd_butterfly_pkg::BOTH,
  parameter bit Mixed = 1'b0,
  parameter logic [Streams-1:0] Pass = '0,
  parameter bit LogicTables = 1'b0,  // 1: constant tables in logic, not block RAM
  localparam int unsigned Width = $clog2(Ring.q)
) (
  input  logic                        clk_i,
  input  logic                        sop_i,
  input  logic [Streams-1:0] tag_i,
  input  logic                        inverse_i,
  input  logic [Streams*Lanes-1:0][Width-1:0] x_i,
  output logic                        sop_o,
  output logic [Streams-1:0] tag_o,
  output logic [Streams*Lanes-1:0][Width-1:0] y_fwd_o,
  output logic [Streams*Lanes-1:0][Width-1:0] y_inv_o
);

  localparam int unsigned BeatWidth = $clog2(Ring.n / Lanes);
  localparam int unsigned Layer = twd_ring_pkg::layers(Ring) - 1 - Stage;  // of the inverse direction
  localparam int unsigned FwdBit = twd_mdc_pkg::lane_bit(Ring, Lanes, Stage);
  localparam int unsigned InvBit = twd_mdc_pkg::lane_bit(Ring, Lanes, Layer);
  localparam int unsigned LaneBits = $clog2(Lanes);
  localparam bit Forward = Direction == twd_butterfly_pkg::FORWARD;
  localparam bit Inverse = Direction == twd_butterfly_pkg::INVERSE;
  localparam bit Both = !Forward && !Inverse;
  localparam bit Dual = !Mixed && Both;
  // All butterflies of a layer that does not pair by a lane bit of the index take the same twiddle factor.
  localparam bit Shared = (Inverse || twd_mdc_pkg::pair_bit(Ring, Stage) >= LaneBits)
      && (Forward || twd_mdc_pkg::pair_bit(Ring, Layer) >= LaneBits);
  localparam int unsigned FwdBits = Inverse ? 0 : twd_mdc_pkg::beat_bits(Ring, Lanes, Stage);
  localparam int unsigned InvBits = Forward ? 0 : twd_mdc_pkg::beat_bits(Ring, Lanes, Layer);
  localparam int unsigned Bits = FwdBits > InvBits ? FwdBits : InvBits;
  // A layer with few twiddle factors multiplies by tables.
  localparam bit Tables = !Both && twd_method_pkg::takes_constants(Method, Ring.q, 1 << Bits);
  localparam int unsigned Roms = Shared ? 1 : Lanes / 2;
  localparam int unsigned Copies = Lanes / 2 / Roms;

  logic sop_q;
  logic restart;                 // clears the beat counter
  logic [Streams-1:0] tag;       // with sop_q
  logic [Streams-1:0] tag_q, tag_q2;  // of the beat at x_i, and at the butterflies
  logic inverse_x, inverse;      // the same
  logic [BeatWidth-1:0] count_q;
  logic [BeatWidth-1:0] beat_q;  // of x_i, or of one cycle later; apart from the counter, so that the tables share no
                                 // logic with its adder
  logic [Streams*Lanes/2-1:0][Width-1:0] twiddle;

  // A twiddle factor is used two cycles after the butterfly takes its operand, or one with Mixed or in the forward
  // direction alone.
  assign inverse_x = Mixed ? tag_q[0] : Forward ? 1'b0 : Inverse ? 1'b1 : inverse_i;
  assign inverse   = Mixed ? tag_q2[0] : inverse_x;
  assign restart   = Mixed || Forward ? sop_i : sop_q;

  always_ff @(posedge clk_i) begin
    sop_q  <= sop_i;
    tag    <= tag_i;
    tag_q  <= sop_q ? tag : tag_q;
    tag_q2 <= tag_q;
    count_q <= restart ? '0 : count_q + 1'b1;
    beat_q  <= count_q;
  end

  `TWD_DELAY(u_sop, Streams + 1, twd_mdc_pkg::stage_latency(Method, Ring.q, Both, Mixed), 1'b1,
             {tag_i, sop_i}, {tag_o, sop_o})

  for (genvar i = 0; i < Roms; i++) begin : gen_twiddle
    localparam logic [191:0] Fwd = twd_mdc_pkg::factors(Ring, Method, Lanes, Stage, i, 1'b0, 1'b0);
    localparam logic [191:0] Inv = twd_mdc_pkg::factors(Ring, Method, Lanes, Layer, i, 1'b1, Dual);
    logic [Streams*Copies*Width-1:0] factors;

    twd_stream_twiddles #(
      .Width(Width), .AddrWidth(BeatWidth), .Bits(Bits), .Both(Both), .Tables({Inv, Inverse ? Inv : Fwd}),
      .Numbers(Tables), .Signed(Dual && twd_method_pkg::takes_signed(Method, Ring.q)), .Streams(Streams),
      .Copies(Copies)
    ) u_twiddle (
      .clk_i,
      .inverse_i(inverse_x),
      .ring_i   (2'd0),
      .addr_i   (beat_q),
      .unit_i   (Pass & (Inverse ? tag_q2 : tag_q)),
      .twiddle_o(factors)
    );

    for (genvar p = 0; p < Streams; p++) begin : gen_stream
      assign twiddle[p*Lanes/2+i+:Copies] = factors[p*Copies*Width+:Copies*Width];
    end
  end

  for (genvar i = 0; i < Streams * Lanes / 2; i++) begin : gen_butterfly
    localparam int unsigned Stream = i / (Lanes / 2);
    localparam int unsigned Butterfly = i % (Lanes / 2);
    localparam int unsigned FwdLane = Stream * Lanes + twd_mdc_pkg::lane_of(Ring, Lanes, Stage, Butterfly);
    localparam int unsigned InvLane = Stream * Lanes + twd_mdc_pkg::lane_of(Ring, Lanes, Layer, Butterfly);

    // A table multiplies by a constant as it is; FOLD has no scale.
    localparam logic [191:0] Exact = twd_mdc_pkg::factors(
        Ring, twd_method_pkg::METHOD_FOLD, Lanes, Inverse ? Layer : Stage, Butterfly, Inverse, 1'b0);

    logic [Width-1:0] u, v, sum, diff;

    always_ff @(posedge clk_i) begin
      u <= inverse_x ? x_i[InvLane] : x_i[FwdLane];
      v <= inverse_x ? x_i[InvLane+(1<<InvBit)] : x_i[FwdLane+(1<<FwdBit)];
    end

    assign y_fwd_o[FwdLane]             = sum;
    assign y_fwd_o[FwdLane+(1<<FwdBit)] = diff;
    assign y_inv_o[InvLane]             = sum;
    assign y_inv_o[InvLane+(1<<InvBit)] = diff;

    if (Mixed) begin : gen_mixed
      logic [Width-1:0] unused_difference;
      logic [1:0] unused_outside;

      twd_butterfly #(
        .Q(Ring.q), .Method(Method), .Form(twd_method_pkg::FORM_BARE), .LogicTables(LogicTables)
      ) u_butterfly (
        .clk_i,
        .en_i(1'b1),
        .minus_i(inverse), .gs_i(inverse),
        .by_i(twd_butterfly_pkg::BY_TWIDDLE), .add_i(twd_butterfly_pkg::ADD_HALF),
        .u_i(u), .v_i(v), .twiddle_i(twiddle[i]),
        .other_i('0), .feed_s_i('0), .feed_x_i('0), .feed_x_en_i(1'b0), .difference_d_o(unused_difference),
        .load_i(1'b0), .load_u_i('0), .load_v_i('0), .outside_u_o(unused_outside[0]), .outside_v_o(unused_outside[1]),
        .sum_o(sum), .diff_o(diff)
      );
    end else if (Dual) begin : gen_dual
      twd_butterfly_dual #(.Q(Ring.q), .Method(Method), .LogicTables(LogicTables)) u_butterfly (
        .clk_i,
        .en_i(1'b1),
        .inverse_i,
        .u_i(u), .v_i(v), .twiddle_i(twiddle[i]), .sum_o(sum), .diff_o(diff)
      );
    end else begin : gen_fixed
      twd_butterfly_parallel #(
        .Q(Ring.q), .Method(Method), .Direction(Direction), .Halve(1'b1), .Pass(Pass[Stream]),
        .Numbers(Tables ? 1 << Bits : 0), .Values(twd_stream_pkg::constants(Exact)), .LogicTables(LogicTables)
      ) u_butterfly (
        .clk_i,
        .en_i(1'b1),
        .inverse_i,
        .modulus_i(1'b0),
        .pass_i   (tag_q2[Stream]),
        .u_i(u), .v_i(v), .twiddle_i(twiddle[i]), .sum_o(sum), .diff_o(diff)
      );
    end
  end

  logic unused;
  assign unused = inverse_i ^ (^tag_q2) ^ inverse;

endmodule
