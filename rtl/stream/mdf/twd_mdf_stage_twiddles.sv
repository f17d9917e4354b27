// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mdf_stage_twiddles: the twiddle factors of one stage of a streaming transform, those of twd_mdf_twiddle_rom.
//
// Tables    In place of the factor, the number of the block in bits 1 and 0, and in bit 2 that the factor is 1.
// Select    The factors of ring_i, which has layer Stage less the stages that it passes.
// Timing    2 cycles: a register after the ROM for every second multiplier, and after it one for every multiplier. ROMs
//           of less than 8 words have constant bits, which separate registers would not keep constant: they have one
//           register.
// Cost      2^Stage words, with Both 2^(Stage + 1), in LUTs; with Select up to 7/4 of that.
// Model     twiddle.model.mdf.Mdf.factor

module twd_mdf_stage_twiddles #(
  parameter  twd_ring_pkg::ring_cfg_t Ring   = twd_ring_pkg::RING_ML_KEM,
  parameter  twd_method_pkg::method_e Method = twd_method_pkg::METHOD_FOLD,
  parameter  int unsigned             Stage  = 1,
  parameter  bit                      Both   = 1'b0,  // 0: forward alone, inverse_i is ignored
  parameter  bit                      Select = 1'b0,  // 0: ring_i is ignored
  parameter  bit                      Tables = 1'b0,  // for Stage up to 2, without Both and Select
  parameter  int unsigned             Copies = 1,     // multipliers that take the factors
  localparam int unsigned             Width  = $clog2(Ring.q),
  localparam int unsigned             Index  = Stage == 0 ? 1 : Stage
) (
  input  logic             clk_i,
  input  logic             inverse_i,
  input  logic             second_i,
  input  logic [      1:0] ring_i,
  input  logic [Index-1:0] block_i,
  output logic [Copies-1:0][Width-1:0] twiddle_o
);

  localparam int unsigned Halves = Copies > 2 ? 2 : 1;
  localparam int unsigned Rings = Select ? twd_ring_pkg::SELECTABLE : 1;
  localparam int unsigned Word = Tables ? 1 + Stage : Width;

  logic [Word-1:0] word;  // the twiddle factor, or {it is 1, number of the block}
  logic [Halves*Word-1:0] half;
  logic [Copies*Word-1:0] copies;

  if (Tables) begin : gen_number
    logic unused_inputs;
    assign unused_inputs = inverse_i ^ (^ring_i) ^ (^block_i);

    if (Stage == 0) begin : gen_one
      assign word = !second_i;
    end else begin : gen_several
      assign word = {!second_i, block_i};
    end

    for (genvar c = 0; c < Copies; c++) begin : gen_copy
      assign twiddle_o[c] = Width'({copies[c*Word+Stage], 2'(copies[c*Word+:Word] & Word'((1 << Stage) - 1))});
    end
  end else begin : gen_factor
    logic [Rings*Width-1:0] twiddles;

    for (genvar r = 0; r < Rings; r++) begin : gen_ring
      localparam twd_ring_pkg::ring_cfg_t RingOfRom = Select ? twd_ring_pkg::selected(r) : Ring;
      localparam int Layer = int'(Stage) - (Select ? int'(twd_mdf_pkg::first_stage(r)) : 0);
      localparam int unsigned RomWidth = $clog2(RingOfRom.q);
      localparam int unsigned RomIndex = Layer < 1 ? 1 : Layer;
      logic [RomWidth-1:0] rom_twiddle;

      twd_mdf_twiddle_rom #(.Ring(RingOfRom), .Method(Method), .Layer(Layer), .Both(Both), .Last(Stage == 0)) u_rom (
        .inverse_i,
        .second_i,
        .block_i  (block_i[RomIndex-1:0]),
        .twiddle_o(rom_twiddle)
      );

      assign twiddles[r*Width+:Width] = Width'(rom_twiddle);
    end

    if (Select) begin : gen_select
      assign word = ring_i == twd_ring_pkg::SELECT_ML_KEM ? twiddles[0+:Width]
          : ring_i == twd_ring_pkg::SELECT_FALCON_512 ? twiddles[Width+:Width] : twiddles[2*Width+:Width];
    end else begin : gen_fixed
      logic unused_ring;
      assign unused_ring = ^ring_i;
      assign word = twiddles;
    end

    assign twiddle_o = copies;
  end

  twd_register_copies #(.Width(Word), .Copies(Halves), .Apart(Tables || Stage > 2)) u_halves (
    .clk_i,
    .en_i(1'b1),
    .d_i(word),
    .q_o(half)
  );

  for (genvar h = 0; h < Halves; h++) begin : gen_half
    twd_register_copies #(.Width(Word), .Copies(Copies / Halves), .Apart(Tables || Stage > 2)) u_copies (
      .clk_i,
      .en_i(1'b1),
      .d_i(half[h*Word+:Word]),
      .q_o(copies[h*(Copies/Halves)*Word+:(Copies/Halves)*Word])
    );
  end

endmodule
