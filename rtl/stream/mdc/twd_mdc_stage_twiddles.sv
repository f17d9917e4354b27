// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mdc_stage_twiddles: the twiddle factors of one butterfly, or of all, of a column of twd_mdc_engine.
//
// Order     forward, column c is layer c, inverse layer L - 1 - c; the factors are those of twd_mdc_twiddle_rom. pass_i: -1/scale
//           instead.
// Timing    1 cycle from beat_i, 2 from beat_d_i; en_i = 0 freezes it. A register is before every butterfly.
// Cost      one or two tables.
// Model     twiddle.model.mdc.Mdc.blocks

module twd_mdc_stage_twiddles #(
  parameter twd_ring_pkg::ring_cfg_t Ring = twd_ring_pkg::RING_ML_KEM,
  parameter twd_method_pkg::method_e Method = twd_method_pkg::METHOD_FOLD,
  parameter int unsigned Lanes = 4,
  parameter int unsigned Column = 0,
  parameter int unsigned Butterfly = 0,
  parameter twd_butterfly_pkg::direction_e Direction = twd_butterfly_pkg::BOTH,
  parameter bit Dual = 1'b0,
  parameter bit Pass = 1'b0,
  parameter int unsigned Copies = 1,  // butterflies that take them
  localparam int unsigned Width = $clog2(Ring.q),
  localparam int unsigned BeatWidth = $clog2(Ring.n / Lanes)
) (
  input  logic                 clk_i,
  input  logic                 en_i,
  input  logic                 inverse_i,  // for Direction BOTH
  input  logic                 pass_i,     // for Pass = 1
  input  logic [BeatWidth-1:0] beat_d_i,   // what beat_i will be in the next enabled cycle
  input  logic [BeatWidth-1:0] beat_i,
  output logic [Copies-1:0][Width-1:0] twiddle_o
);

  localparam bit Forward = Direction == twd_butterfly_pkg::FORWARD;
  localparam bit Inverse = Direction == twd_butterfly_pkg::INVERSE;
  localparam int unsigned Layer = twd_ring_pkg::layers(Ring) - 1 - Column;  // of the inverse direction
  localparam int unsigned Words = (Inverse ? 0 : 1 << twd_mdc_pkg::beat_bits(Ring, Lanes, Column))
      + (Forward ? 0 : 1 << twd_mdc_pkg::beat_bits(Ring, Lanes, Layer));
  localparam logic [Width-1:0] Minus = Width'(Ring.q - twd_method_pkg::unscale(Method, Ring.q, 32'd0));

  logic [1:0][Width-1:0] twiddle;  // of beat_i, forward and inverse
  logic [Width-1:0] chosen;

  for (genvar w = 0; w < 2; w++) begin : gen_way
    if (w == 0 ? Inverse : Forward) begin : gen_none
      assign twiddle[w] = '0;
    end else begin : gen_table
      twd_mdc_twiddle_rom #(
        .Ring     (Ring),
        .Method   (Method),
        .Lanes    (Lanes),
        .Layer    (w == 0 ? Column : Layer),
        .Butterfly(Butterfly),
        .Inverse  (w == 1),
        .Dual     (Dual)
      ) u_table (
        .clk_i,
        .en_i,
        .beat_d_i,
        .beat_i,
        .twiddle_o(twiddle[w])
      );
    end
  end

  assign chosen = Inverse || (inverse_i && !Forward) ? twiddle[1] : twiddle[0];

  twd_register_copies #(
    .Width (Width),
    .Copies(Copies),
    .Apart (Words > 4)
  ) u_copies (
    .clk_i,
    .en_i,
    .d_i(Pass && pass_i ? Minus : chosen),
    .q_o(twiddle_o)
  );

  logic unused_inputs;
  assign unused_inputs = ^beat_i ^ (^beat_d_i) ^ inverse_i ^ pass_i ^ (^twiddle);

endmodule
