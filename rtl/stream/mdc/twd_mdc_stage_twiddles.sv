// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mdc_stage_twiddles: the twiddle factors of one butterfly, or of all, of a stage of twd_mdc_engine.
//
// Streams   The same factors for each, but for their own pass_i.
// Order     Stage s is layer s in the forward direction and layer L - 1 - s in the inverse one; the factors are those
//           of twd_mdc_twiddle_rom. With pass_i the factor is -1/scale. Tables: the number of the factor in its place.
// Timing    1 cycle from beat_i, 2 from beat_d_i. Every butterfly has a register of its own.
// Cost      One or two twiddle ROMs.
// Model     twiddle.model.mdc.Mdc.blocks

module twd_mdc_stage_twiddles #(
  parameter twd_ring_pkg::ring_cfg_t Ring = twd_ring_pkg::RING_ML_KEM,
  parameter twd_method_pkg::method_e Method = twd_method_pkg::METHOD_FOLD,
  parameter int unsigned Lanes = 4,
  parameter int unsigned Streams = 1,
  parameter int unsigned Stage = 0,
  parameter int unsigned Butterfly = 0,
  parameter twd_butterfly_pkg::direction_e Direction = twd_butterfly_pkg::BOTH,
  parameter bit Dual = 1'b0,
  parameter logic [Streams-1:0] Pass = '0,
  parameter bit Tables = 1'b0,  // for one direction
  parameter int unsigned Copies = 1,  // butterflies of a stream that take the factors
  localparam int unsigned Width = $clog2(Ring.q),
  localparam int unsigned BeatWidth = $clog2(Ring.n / Lanes)
) (
  input  logic                 clk_i,
  input  logic                 inverse_i,  // for Direction BOTH
  input  logic [Streams-1:0]   pass_i,     // for Pass
  input  logic [BeatWidth-1:0] beat_d_i,   // beat_i of the next cycle
  input  logic [BeatWidth-1:0] beat_i,
  output logic [Streams*Copies-1:0][Width-1:0] twiddle_o
);

  localparam bit Forward = Direction == twd_butterfly_pkg::FORWARD;
  localparam bit Inverse = Direction == twd_butterfly_pkg::INVERSE;
  localparam int unsigned Layer = twd_ring_pkg::layers(Ring) - 1 - Stage;  // of the inverse direction
  localparam int unsigned Words = (Inverse ? 0 : 1 << twd_mdc_pkg::beat_bits(Ring, Lanes, Stage))
      + (Forward ? 0 : 1 << twd_mdc_pkg::beat_bits(Ring, Lanes, Layer));
  localparam logic [Width-1:0] PassFactor = Width'(Ring.q - twd_method_pkg::unscale(Method, Ring.q, 32'd0));

  logic [1:0][Width-1:0] twiddle;  // of beat_i, forward and inverse
  logic [Width-1:0] chosen;

  for (genvar d = 0; d < 2; d++) begin : gen_direction
    if (Tables || (d == 0 ? Inverse : Forward)) begin : gen_none
      assign twiddle[d] = '0;
    end else begin : gen_rom
      twd_mdc_twiddle_rom #(
        .Ring     (Ring),
        .Method   (Method),
        .Lanes    (Lanes),
        .Layer    (d == 0 ? Stage : Layer),
        .Butterfly(Butterfly),
        .Inverse  (d == 1),
        .Dual     (Dual)
      ) u_rom (
        .clk_i,
        .beat_d_i,
        .beat_i,
        .twiddle_o(twiddle[d])
      );
    end
  end

  if (Tables && Words == 1) begin : gen_one
    assign chosen    = '0;
    assign twiddle_o = '0;
  end else if (Tables) begin : gen_number
    localparam int unsigned Lowest = twd_mdc_pkg::lowest_bit(Ring, Lanes, Inverse ? Layer : Stage);
    localparam int unsigned Bits = $clog2(Words);
    logic [Streams*Copies*Bits-1:0] number;

    twd_register_copies #(.Width(Bits), .Copies(Streams * Copies)) u_copies (
      .clk_i,
      .en_i(1'b1),
      .d_i(beat_i[Lowest+:Bits]),
      .q_o(number)
    );

    for (genvar c = 0; c < Streams * Copies; c++) begin : gen_copy
      assign twiddle_o[c] = Width'(number[c*Bits+:Bits]);
    end

    assign chosen = '0;
  end else begin : gen_factor
    assign chosen = Inverse || (inverse_i && !Forward) ? twiddle[1] : twiddle[0];

    for (genvar p = 0; p < Streams; p++) begin : gen_stream
      twd_register_copies #(.Width(Width), .Copies(Copies), .Apart(Words > 4)) u_copies (
        .clk_i,
        .en_i(1'b1),
        .d_i(Pass[p] && pass_i[p] ? PassFactor : chosen),
        .q_o(twiddle_o[p*Copies+:Copies])
      );
    end
  end

  logic unused_inputs;
  assign unused_inputs = clk_i ^ (^beat_i) ^ (^beat_d_i) ^ inverse_i ^ (^pass_i) ^ (^twiddle) ^ (^chosen);

endmodule
