// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_inplace_butterflies: Butterflies butterflies and their twiddle factors, as the iterative engine uses them.
//
//   mode       twd_butterfly                    twd_butterfly_rns, one          two and four, by pairs i, i + 1
//   CT, GS     layers, on u_i, v_i              the same                        the same
//   PRODUCT    u v                              u v                             u v
//   LOW        c_0 (twd_base_feed)              u v zeta + product 2 slots ago  sum_o[i] = u_i v_i + u_i+1 v_i+1 zeta
//   HIGH       c_1 (twd_base_feed)              u v + product 2 slots ago       sum_o[i+1] = u_i+1 v_i + u_i v_i+1
//   SCALE      v times the constant at twiddle address 0
//   LOAD       sum_o, diff_o = load_i modulo q, where u_i = 0 and v_i = ~q
//   LOW where Published, the fifth product:
//              zeta product 3 ago + product 2 ago  sum_o[i + j] = zeta_j x second product + first, of 4 - j slots ago
//
// Method     RNS: Alhassani, Benaissa 2024, III.C, one SBU, one DBU or two. A base multiplication takes four products
//            in place of the paper's five, as u v zeta is one (twd_butterfly_rns). Published: as there, with its
//            sub-moduli; a LOW of two pairs then serves neighbouring words, whose zeta differ in sign, or with four
//            butterflies in the lowest bit of their block.
// Ranges     u_i, v_i, sum_o, diff_o in [0, q). A product of two operands holds the scale of Method (twd_method_pkg);
//            twiddle factors make up for theirs, and SCALE for that of products.
// Timing     slot_i and twiddle_addr_i in cycle 0, u_i, v_i and load_i in cycle 3, sum_o and diff_o in cycle
//            write_delay - 1, outside_o, that some coefficient of load_i was q or more, a cycle before.
// Cost       that of the butterflies, of twd_base_feed and of the twiddle ROM.
// Model      twiddle.model.arith.butterfly_ct, butterfly_gs; twiddle.model.rns.butterfly_rns

`include "twd_delay.svh"

module twd_inplace_butterflies #(
  parameter twd_ring_pkg::ring_cfg_t Ring = twd_ring_pkg::RING_ML_KEM,
  parameter twd_method_pkg::method_e Method = twd_method_pkg::METHOD_FOLD,
  parameter int unsigned Butterflies = 4,
  parameter bit Registers = 1'b0,  // RNS: after the tables
  parameter bit Published = 1'b0,  // RNS: five products a pair, for q = 3329
  parameter bit SumTables = 1'b0,  // with Published: sums of logarithms in block RAM
  parameter bit Load = 1'b0,  // MODE_LOAD is used
  parameter bit LogicTables = 1'b0,  // 1: constant tables in logic, not block RAM
  localparam int unsigned Width = $clog2(Ring.q),
  localparam int unsigned Layers = twd_ring_pkg::layers(Ring),
  localparam int unsigned LastPair = twd_inplace_pkg::last_pair(Ring),
  localparam int unsigned Ports = twd_inplace_pkg::twiddle_ports(LastPair, Butterflies)
) (
  input  logic                               clk_i,
  input  logic                               rst_ni,
  input  twd_inplace_pkg::slot_t             slot_i,
  input  logic [      Ports-1:0][Layers-1:0] twiddle_addr_i,
  input  logic [Butterflies-1:0][ Width-1:0] u_i,
  input  logic [Butterflies-1:0][ Width-1:0] v_i,
  input  logic [1:0][Butterflies-1:0][Width-1:0] load_i,  // 0 in all modes but LOAD
  output logic                               outside_o,
  output logic [Butterflies-1:0][ Width-1:0] sum_o,
  output logic [Butterflies-1:0][ Width-1:0] diff_o
);

  localparam bit Rns = twd_inplace_pkg::direct(Method);

  logic [Butterflies-1:0] outside_u, outside_v;
  logic outside_v_late;
  logic [2:0] mode;  // with u_i and v_i; of twd_butterfly a cycle before
  logic inverse, negate;
  logic [Ports-1:0][Layers-1:0] addr;

  `TWD_DELAY(u_mode, 3, Rns ? 3 : 2, 1'b1, slot_i.mode, mode)

  `TWD_DELAY(u_addr, Ports * Layers + 2, Rns ? 2 + 32'(Registers) : LogicTables ? 0 : 2, 1'b1,
             {slot_i.inverse, slot_i.negate, twiddle_addr_i}, {inverse, negate, addr})

  `TWD_DELAY(u_outside, 1, twd_inplace_pkg::write_delay(Method, Ring.q, Registers) - 6, 1'b1,
             |outside_v, outside_v_late)

  if (Rns) begin : gen_rns
    localparam bit Dual = Butterflies > 1;
    localparam int unsigned Pairs = Dual ? 2 : 1;
    localparam logic [47:0] Moduli = Published ? twd_rns_pkg::MODULI_PAPER : twd_rns_pkg::exact_moduli(Ring.q);
    localparam int unsigned Twiddle = twd_rns_pkg::twiddle_bits(Ring.q, Moduli);
    localparam int unsigned RomPorts = Published ? Butterflies : Ports;

    logic product, low, high, load;
    logic product_late, low_late;
    logic [RomPorts-1:0] rom_negate;
    logic [RomPorts*Layers-1:0] rom_addr;
    logic [Butterflies-1:0] none;  // the twiddle factor is one: in products, except for zeta
    logic [Butterflies*Twiddle-1:0] twiddle;

    assign low = mode == twd_inplace_pkg::MODE_LOW;
    assign high = mode == twd_inplace_pkg::MODE_HIGH;
    assign load = Load && mode == twd_inplace_pkg::MODE_LOAD;
    assign outside_o = |outside_u || outside_v_late;
    assign product = low || high || mode == twd_inplace_pkg::MODE_PRODUCT;

    `TWD_DELAY(u_mode_late, 2, 32'(Registers), 1'b1, {product, low}, {product_late, low_late})

    for (genvar i = 0; i < Butterflies; i++) begin : gen_none
      assign none[i] = product_late && !(low_late && (!Dual || i % 2 == 1 || Published));
    end

    // With four butterflies a word holds one pair of each sign. Published: each lane has a factor of its own.
    for (genvar p = 0; p < RomPorts; p++) begin : gen_port
      localparam int unsigned Port = p * Ports / RomPorts;
      localparam bit Second = Published && Dual && p % 2 == 1;  // of two words
      localparam logic [Layers-1:0] Block = Layers'(Second && Butterflies == 4 ? 2 : 0);
      localparam bit Negative = Butterflies == 4 ? (Published ? p >= 2 : p % 2 == 1) : !(Published && Dual) || Second;

      assign rom_addr[p*Layers+:Layers] = addr[Port] | (negate ? Block : Layers'(0));
      assign rom_negate[p] = negate && Negative;
    end

    twd_inplace_rns_twiddle_rom #(
      .Ring(Ring), .Moduli(Moduli), .Ports(RomPorts), .Butterflies(Butterflies), .LogicTables(LogicTables)
    ) u_twiddle_rom (
      .clk_i,
      .inverse_i({RomPorts{inverse}}),
      .negate_i (rom_negate),
      .addr_i   (rom_addr),
      .none_i   (none),
      .twiddle_o(twiddle)
    );

    for (genvar i = 0; i < Butterflies; i += Pairs) begin : gen_butterfly
      twd_butterfly_rns #(
        .Q(Ring.q), .Dual(Dual), .Moduli(Moduli), .Registers(Registers), .Feed(Published), .SumTables(SumTables),
        .LogicTables(LogicTables)
      ) u_butterfly (
        .clk_i,
        .en_i     (1'b1),
        .gs_i     (mode == twd_inplace_pkg::MODE_GS),
        .product_i(product),
        .add_i    (high || (low && !(Published && Dual))),
        .swap_i   (high),
        .feed_i   (low),
        .load_i   (load),
        .u_i      (u_i[i+:Pairs]),
        .v_i      (v_i[i+:Pairs]),
        .load_u_i (load_i[0][i+:Pairs]),
        .load_v_i (load_i[1][i+:Pairs]),
        .twiddle_i(twiddle[i*Twiddle+:Pairs*Twiddle]),
        .sum_o    (sum_o[i+:Pairs]),
        .diff_o   (diff_o[i+:Pairs]),
        .outside_u_o(outside_u[i+:Pairs]),
        .outside_v_o(outside_v[i+:Pairs])
      );
    end

    logic unused_reset;
    assign unused_reset = rst_ni;
  end else begin : gen_multiplier
    logic product, gs, low, high, feed, minus, load;
    twd_butterfly_pkg::addend_e add;
    logic [Ports*Width-1:0] twiddle;  // one cycle after u_i
    logic [Butterflies*Width-1:0] difference;  // one cycle after u_i
    logic [Butterflies*Width-1:0] other, feed_s, feed_x;  // the fed operands, with it
    logic unused_negate;
    assign unused_negate = negate;

    twd_inplace_twiddle_rom #(.Ring(Ring), .Method(Method), .Ports(Ports), .LogicTables(LogicTables)) u_twiddle_rom (
      .clk_i,
      .en_i     (1'b1),
      .inverse_i(inverse),
      .addr_i   (addr),
      .minus_i  (load),
      .twiddle_o(twiddle)
    );

    // A register a selector: each reaches every bit of every butterfly.
    always_ff @(posedge clk_i) begin
      product <= mode == twd_inplace_pkg::MODE_PRODUCT;
      gs      <= mode == twd_inplace_pkg::MODE_GS || (Load && mode == twd_inplace_pkg::MODE_LOAD);
      load    <= Load && mode == twd_inplace_pkg::MODE_LOAD;
      low     <= mode == twd_inplace_pkg::MODE_LOW;
      high    <= mode == twd_inplace_pkg::MODE_HIGH;
      feed    <= mode == twd_inplace_pkg::MODE_LOW || mode == twd_inplace_pkg::MODE_HIGH;
      minus   <= mode == twd_inplace_pkg::MODE_GS || mode == twd_inplace_pkg::MODE_LOW
          || mode == twd_inplace_pkg::MODE_HIGH;
      case (mode)
        twd_inplace_pkg::MODE_PRODUCT, twd_inplace_pkg::MODE_SCALE: add <= twd_butterfly_pkg::ADD_ZERO;
        twd_inplace_pkg::MODE_LOW, twd_inplace_pkg::MODE_HIGH: add <= twd_butterfly_pkg::ADD_FEED;
        default: add <= twd_butterfly_pkg::ADD_HALF;
      endcase
    end

    logic outside_u_q;
    always_ff @(posedge clk_i) outside_u_q <= |outside_u;
    assign outside_o = outside_u_q || outside_v_late;

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
        .twiddle_i     (twiddle[(Ports > 1 ? i >> LastPair : 0)*Width+:Width]),
        .other_i       (other[i*Width+:Width]),
        .feed_s_i      (feed_s[i*Width+:Width]),
        .feed_x_i      (feed_x[i*Width+:Width]),
        .load_i        (load),
        .load_u_i      (load_i[0][i]),
        .load_v_i      (load_i[1][i]),
        .difference_d_o(difference[i*Width+:Width]),
        .outside_u_o   (outside_u[i]),
        .outside_v_o   (outside_v[i]),
        .sum_o         (sum_o[i]),
        .diff_o        (diff_o[i])
      );
    end

    if (twd_ring_pkg::complete(Ring)) begin : gen_no_feed
      logic unused;
      assign unused = ^{rst_ni, difference, high};
      assign {other, feed_s, feed_x} = '0;
    end else begin : gen_feed
      twd_base_feed #(
        .Q(Ring.q), .Method(Method), .Butterflies(Butterflies),
        .Lag(twd_inplace_pkg::feed_lag(Method, Ring.q, Butterflies))
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
  end

endmodule
