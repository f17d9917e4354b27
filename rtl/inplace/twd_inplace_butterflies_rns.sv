// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_inplace_butterflies_rns: Butterflies butterflies on tables of discrete logarithms, as the iterative engine uses
// them.
//
//   mode_i     one butterfly                       two and four, by pairs i, i + 1
//   CT, GS     layers, on u_i, v_i                 the same
//   PRODUCT    u v                                 u v; two products a slot
//   LOW        u v zeta + product 2 slots ago      sum_o[i] = u_i v_i + u_i+1 v_i+1 zeta
//   HIGH       u v + product 2 slots ago           sum_o[i+1] = u_i+1 v_i + u_i v_i+1
//   LOW where Published, the fifth product:
//              zeta product 3 ago + product 2 ago  sum_o[i + j] = zeta_j x second product + first, of 4 - j slots ago
//
// Method    Alhassani, Benaissa 2024, III.C: one SBU, one DBU or two. A base multiplication takes four products in
//           place of the paper's five, as u v zeta is one (twd_butterfly_rns). Published: as there, with its
//           sub-moduli; a LOW of two pairs then serves neighbouring words, whose zeta differ in sign, or with four
//           butterflies in the lowest bit of their block.
// Ranges    u_i, v_i, sum_o, diff_o in [0, q).
// Timing    6 + 2 Registers cycles from u_i, v_i and mode_i; the twiddle address comes one cycle before those.
// Cost      that of the butterflies and of twd_inplace_rns_twiddle_rom.
// Model     twiddle.model.rns.butterfly_rns

`include "twd_delay.svh"

module twd_inplace_butterflies_rns #(
  parameter twd_ring_pkg::ring_cfg_t Ring = twd_ring_pkg::RING_ML_KEM,
  parameter int unsigned Butterflies = 4,
  parameter bit Registers = 1'b0,  // after the tables
  parameter bit Published = 1'b0,  // five products a pair, for q = 3329
  parameter bit LogicTables = 1'b0,  // 1: constant tables in logic, not block RAM
  localparam int unsigned Width = $clog2(Ring.q),
  localparam int unsigned Layers = twd_ring_pkg::layers(Ring),
  localparam int unsigned Ports =
      twd_inplace_pkg::twiddle_ports(twd_inplace_pkg::last_pair(Ring), Butterflies)
) (
  input  logic                               clk_i,
  input  logic [      Ports-1:0]             inverse_i,       // -zeta/2, with twiddle_addr_i
  input  logic [      Ports-1:0]             negate_i,        // -zeta
  input  logic [      Ports-1:0][Layers-1:0] twiddle_addr_i,
  input  twd_inplace_pkg::mode_e             mode_i,
  input  logic [Butterflies-1:0][ Width-1:0] u_i,
  input  logic [Butterflies-1:0][ Width-1:0] v_i,
  output logic [Butterflies-1:0][ Width-1:0] sum_o,
  output logic [Butterflies-1:0][ Width-1:0] diff_o
);

  localparam bit Dual = Butterflies > 1;
  localparam int unsigned Pairs = Dual ? 2 : 1;
  localparam logic [47:0] Moduli = Published ? twd_rns_pkg::MODULI_PAPER : twd_rns_pkg::exact_moduli(Ring.q);
  localparam int unsigned Twiddle = twd_rns_pkg::twiddle_bits(Ring.q, Moduli);
  localparam int unsigned RomPorts = Published ? Butterflies : Ports;

  logic gs;
  logic product;
  logic low;
  logic high;
  assign gs = mode_i == twd_inplace_pkg::MODE_GS;
  assign low = mode_i == twd_inplace_pkg::MODE_LOW;
  assign high = mode_i == twd_inplace_pkg::MODE_HIGH;
  assign product = low || high || mode_i == twd_inplace_pkg::MODE_PRODUCT;

  // ---- twiddle factors: those of products are one, but for zeta ----
  logic [Ports*Layers-1:0] addr;
  logic [Ports-1:0] inverse;
  logic [Ports-1:0] negate;
  logic [RomPorts*Layers-1:0] rom_addr;
  logic [RomPorts-1:0] rom_inverse;
  logic [RomPorts-1:0] rom_negate;
  logic product_late;
  logic low_late;
  logic [Butterflies-1:0] none;
  logic [Butterflies-1:0][Twiddle-1:0] twiddle;

  `TWD_DELAY(u_addr_delay, Ports * (Layers + 2), 32'(Registers), 1'b1,
             {twiddle_addr_i, inverse_i, negate_i}, {addr, inverse, negate})

  `TWD_DELAY(u_mode_delay, 2, 32'(Registers), 1'b1, {product, low}, {product_late, low_late})

  for (genvar i = 0; i < Butterflies; i++) begin : gen_none
    localparam bit TakesZeta = !Dual || i % 2 == 1 || Published;
    assign none[i] = product_late && !(low_late && TakesZeta);
  end

  if (Published && Dual) begin : gen_port_a_lane
    logic unused_negate;
    assign unused_negate = ^negate;

    for (genvar i = 0; i < Butterflies; i++) begin : gen_lane
      localparam int unsigned Port = i * Ports / Butterflies;
      localparam bit Second = i % 2 == 1;  // of two words
      localparam logic [Layers-1:0] Block = Layers'(Second && Butterflies == 4 ? 2 : 0);

      assign rom_addr[i*Layers+:Layers] = addr[Port*Layers+:Layers] | (negate[0] ? Block : Layers'(0));
      assign rom_inverse[i] = inverse[Port];
      assign rom_negate[i] = negate[0] && (Butterflies == 4 ? i >= 2 : Second);
    end
  end else begin : gen_ports
    assign rom_addr    = addr;
    assign rom_inverse = inverse;
    assign rom_negate  = negate;
  end

  twd_inplace_rns_twiddle_rom #(
    .Ring       (Ring),
    .Moduli     (Moduli),
    .Ports      (RomPorts),
    .Butterflies(Butterflies),
    .LogicTables(LogicTables)
  ) u_twiddle_rom (
    .clk_i,
    .inverse_i(rom_inverse),
    .negate_i (rom_negate),
    .addr_i   (rom_addr),
    .none_i   (none),
    .twiddle_o(twiddle)
  );

  for (genvar i = 0; i < Butterflies; i += Pairs) begin : gen_butterfly
    twd_butterfly_rns #(
      .Q          (Ring.q),
      .Dual       (Dual),
      .Moduli     (Moduli),
      .Registers  (Registers),
      .Feed       (Published),
      .LogicTables(LogicTables)
    ) u_butterfly (
      .clk_i,
      .en_i     (1'b1),
      .gs_i     (gs),
      .product_i(product),
      .add_i    (high || (low && !(Published && Dual))),
      .swap_i   (high),
      .feed_i   (low),
      .u_i      (u_i[i+:Pairs]),
      .v_i      (v_i[i+:Pairs]),
      .twiddle_i(twiddle[i+:Pairs]),
      .sum_o    (sum_o[i+:Pairs]),
      .diff_o   (diff_o[i+:Pairs])
    );
  end

endmodule
