// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_inplace_twiddle_rom: the twiddle factors of both transforms.
//
// Order     the factor of the butterflies that pair index bit k, in the block of coefficients whose index bits above
//           k are `block`, is at address (2 block + 1) << k: the index of the first upper coefficient of the block
//           (an incomplete transform never pairs bit 0, which is left out). So the address is the index masked, not
//           shifted. It holds zeta_l(block) = root^bitrev(2^l + block), l = layers above, and with inverse_i = 1
//           -zeta_l(block)/2: the inverse transform takes (u - v)(-zeta/2) with `block` complemented; each divided by
//           the scale of Method. Address 0 holds 1/scale^2, whose product takes the scale out of another product, and
//           with inverse_i = 1 -1/scale, for operands that are loaded.
// Logic     with LogicTables one copy of half of the table: -zeta/2 is computed from zeta by a subtraction, and the
//           addresses of two ports differ only in bits 1 to clog2(Ports) (twd_inplace_addresses), which select.
//           -1/scale has no address: minus_i takes it.
// Timing    2 cycles, with LogicTables 4, 1 from minus_i; en_i = 0 freezes it.
// Cost      2^(layers + 1) words a port; with LogicTables 2^layers words, and a choice and a subtraction a port.
// Model     twiddle.model.iterative.twiddle_table

`include "twd_delay.svh"

module twd_inplace_twiddle_rom #(
  parameter twd_ring_pkg::ring_cfg_t Ring = twd_ring_pkg::RING_ML_KEM,
  parameter twd_method_pkg::method_e Method = twd_method_pkg::METHOD_FOLD,
  parameter int unsigned Ports = 1,
  parameter bit LogicTables = 1'b0,  // 1: logic instead of block RAM
  localparam int unsigned Width = $clog2(Ring.q),
  localparam int unsigned Layers = twd_ring_pkg::layers(Ring)
) (
  input  logic                         clk_i,
  input  logic                         en_i,
  input  logic                         inverse_i,
  input  logic [Ports-1:0][Layers-1:0] addr_i,
  input  logic                         minus_i,
  output logic [Ports-1:0][ Width-1:0] twiddle_o
);

  localparam int unsigned Depth = 2 << Layers;
  localparam logic [Width-1:0] Minus = Width'(Ring.q - twd_method_pkg::unscale(Method, Ring.q, 32'd0));

  localparam int unsigned Slice = twd_rom_pkg::slice_bits(Depth, Width);
  localparam int unsigned Slices = twd_rom_pkg::slices(Depth, Width);

  // Bits low to low + Slice - 1 of the factors. One multiplication an entry: powers of the root in natural order, each
  // stored at its address.
  function automatic logic [Depth*Slice-1:0] table_of_twiddles(input int unsigned low);
    int unsigned power;
    int unsigned halved;
    int unsigned addr;
    power = twd_method_pkg::unscale(Method, Ring.q, 32'd0);
    halved = twd_ring_pkg::mul_mod((Ring.q - 1) / 2, power, Ring.q);  // -1/2
    table_of_twiddles[0+:Slice] = Slice'(twd_ring_pkg::mul_mod(power, power, Ring.q) >> low);
    table_of_twiddles[(1<<Layers)*Slice+:Slice] = Slice'(Minus >> low);
    for (int unsigned e = 1; e < (1 << Layers); e++) begin
      power = twd_ring_pkg::mul_mod(power, Ring.root, Ring.q);
      halved = twd_ring_pkg::mul_mod(halved, Ring.root, Ring.q);
      addr = twd_inplace_pkg::twiddle_addr(e, Layers);
      table_of_twiddles[addr*Slice+:Slice] = Slice'(power >> low);
      table_of_twiddles[((1<<Layers)+addr)*Slice+:Slice] = Slice'(halved >> low);
    end
  endfunction

  // The words whose address bits from 1 to Choice are `which`.
  localparam int unsigned Choice = $clog2(Ports);
  localparam int unsigned Words = (1 << Layers) / Ports;

  function automatic logic [Words*Slice-1:0] words_of(
    input logic [Depth*Slice-1:0] twiddles, input int unsigned which
  );
    for (int unsigned i = 0; i < Words; i++) begin
      words_of[i*Slice+:Slice] = twiddles[((((i / 2) * Ports + which) * 2) + i % 2)*Slice+:Slice];
    end
  endfunction

  logic [Layers-Choice-1:0] addr;
  assign addr = (Layers - Choice)'((addr_i[0] >> (Choice + 1) << 1) | (addr_i[0] & Layers'(1)));

  logic [Ports-1:0][Slices*Slice-1:0] word;  // with LogicTables of one address, by the bits in which ports differ

  for (genvar s = 0; s < Slices; s++) begin : gen_slice
    localparam logic [Depth*Slice-1:0] Twiddles = table_of_twiddles(s * Slice);

    for (genvar p = 0; p < Ports; p++) begin : gen_port
      if (LogicTables) begin : gen_logic
        twd_rom #(.Depth(Words), .Width(Slice), .LogicTables(1'b1), .Contents(words_of(Twiddles, p))) u_rom (
          .clk_i, .en_i,
          .addr_i(addr),
          .data_o(word[p][s*Slice+:Slice])
        );
      end else begin : gen_block
        twd_rom #(.Depth(Depth), .Width(Slice), .Contents(Twiddles)) u_rom (
          .clk_i, .en_i,
          .addr_i({inverse_i, addr_i[p]}),
          .data_o(word[p][s*Slice+:Slice])
        );
      end
    end
  end

  if (LogicTables) begin : gen_choice
    localparam int unsigned Q = Ring.q;
    logic inverse_3;

    `TWD_DELAY(u_inverse_delay, 1, 3, en_i, inverse_i, inverse_3)

    for (genvar p = 0; p < Ports; p++) begin : gen_port
      logic [Layers-1:0] addr_2;
      logic [Width-1:0] zeta_q;
      logic [Width:0] minus_twice;  // -zeta, or q less; even

      `TWD_DELAY(u_addr_delay, Layers, 2, en_i, addr_i[p], addr_2)

      assign minus_twice = (zeta_q[0] ? (Width + 1)'(Q) : (Width + 1)'(2 * Q)) - {1'b0, zeta_q};

      always_ff @(posedge clk_i) begin
        if (en_i) begin
          zeta_q       <= word[32'(addr_2) / 2 % Ports][Width-1:0];
          twiddle_o[p] <= inverse_3 ? minus_twice[Width:1] : zeta_q;
          if (minus_i) twiddle_o[p] <= Minus;
        end
      end

      logic unused_addr;
      assign unused_addr = ^{addr_2, minus_twice[0]};
    end
  end else begin : gen_whole
    for (genvar p = 0; p < Ports; p++) begin : gen_port
      assign twiddle_o[p] = word[p][Width-1:0];
    end

    logic unused;
    assign unused = ^{addr, minus_i};
  end

  if (Slices > 1) begin : gen_cut
    logic unused_word;
    assign unused_word = ^word;
  end

endmodule
