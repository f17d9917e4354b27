// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mdf_stage_twiddles: the twiddle factors of one stage of a streaming transform, those of twd_mdf_twiddle_rom.
//
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

  logic [Rings*Width-1:0] twiddles;
  logic [Width-1:0] twiddle;
  logic [Halves-1:0][Width-1:0] half;

  for (genvar r = 0; r < Rings; r++) begin : gen_ring
    localparam twd_ring_pkg::ring_cfg_t RingOfRom = Select ? twd_ring_pkg::selected(r) : Ring;
    localparam int Layer = int'(Stage) - (Select ? int'(twd_mdf_pkg::first_stage(r)) : 0);
    localparam int unsigned RomWidth = $clog2(RingOfRom.q);
    localparam int unsigned RomIndex = Layer < 1 ? 1 : Layer;
    logic [RomWidth-1:0] rom_twiddle;

    twd_mdf_twiddle_rom #(
      .Ring  (RingOfRom),
      .Method(Method),
      .Layer (Layer),
      .Both  (Both),
      .Last  (Stage == 0)
    ) u_rom (
      .inverse_i,
      .second_i,
      .block_i  (block_i[RomIndex-1:0]),
      .twiddle_o(rom_twiddle)
    );

    assign twiddles[r*Width+:Width] = Width'(rom_twiddle);
  end

  if (Select) begin : gen_select
    assign twiddle = ring_i == twd_ring_pkg::SELECT_ML_KEM ? twiddles[0+:Width]
        : ring_i == twd_ring_pkg::SELECT_FALCON_512 ? twiddles[Width+:Width] : twiddles[2*Width+:Width];
  end else begin : gen_fixed
    logic unused_ring;
    assign unused_ring = ^ring_i;
    assign twiddle = twiddles;
  end

  twd_register_copies #(
    .Width (Width),
    .Copies(Halves),
    .Apart (Stage > 2)
  ) u_halves (
    .clk_i,
    .en_i(1'b1),
    .d_i(twiddle),
    .q_o(half)
  );

  for (genvar h = 0; h < Halves; h++) begin : gen_half
    twd_register_copies #(
      .Width (Width),
      .Copies(Copies / Halves),
      .Apart (Stage > 2)
    ) u_copies (
      .clk_i,
      .en_i(1'b1),
      .d_i(half[h]),
      .q_o(twiddle_o[h*(Copies/Halves)+:Copies/Halves])
    );
  end

endmodule
