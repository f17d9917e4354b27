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
//           the scale of Method. Address 0 holds 1/scale^2, whose product takes the scale out of another product.
// Timing    2 cycles; en_i = 0 freezes it.
// Cost      2^(layers + 1) words a port.
// Model     twiddle.model.iterative.twiddle_table

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
  output logic [Ports-1:0][ Width-1:0] twiddle_o
);

  localparam int unsigned Depth = 2 << Layers;

  localparam int unsigned Slice = twd_rom_pkg::slice_bits(Depth, Width);
  localparam int unsigned Slices = twd_rom_pkg::slices(Depth, Width);

  // Bits low to low + Slice - 1 of the factors. One multiplication an entry: powers of the root in natural order, each
  // stored where its address says.
  function automatic logic [Depth*Slice-1:0] table_of_twiddles(input int unsigned low);
    int unsigned power;
    int unsigned halved;
    int unsigned index;
    int unsigned layer;
    int unsigned addr;
    power = twd_method_pkg::unscale(Method, Ring.q, 32'd0);
    halved = twd_ring_pkg::mul_mod((Ring.q - 1) / 2, power, Ring.q);  // -1/2
    table_of_twiddles[0+:Slice] = Slice'(twd_ring_pkg::mul_mod(power, power, Ring.q) >> low);
    table_of_twiddles[(1<<Layers)*Slice+:Slice] = '0;
    for (int unsigned e = 1; e < (1 << Layers); e++) begin
      power = twd_ring_pkg::mul_mod(power, Ring.root, Ring.q);
      halved = twd_ring_pkg::mul_mod(halved, Ring.root, Ring.q);
      index = twd_ring_pkg::bit_reverse(e, Layers);
      layer = 32'($clog2(index + 1)) - 1;
      addr = (2 * (index - (1 << layer)) + 1) << (Layers - 1 - layer);
      table_of_twiddles[addr*Slice+:Slice] = Slice'(power >> low);
      table_of_twiddles[((1<<Layers)+addr)*Slice+:Slice] = Slice'(halved >> low);
    end
  endfunction

  logic [Ports-1:0][Slices*Slice-1:0] word;

  for (genvar s = 0; s < Slices; s++) begin : gen_slice
    localparam logic [Depth*Slice-1:0] Twiddles = table_of_twiddles(s * Slice);

    for (genvar p = 0; p < Ports; p++) begin : gen_port
      twd_rom #(
        .Depth      (Depth),
        .Width      (Slice),
        .LogicTables(LogicTables),
        .Contents   (Twiddles)
      ) u_rom (
        .clk_i,
        .en_i,
        .addr_i({inverse_i, addr_i[p]}),
        .data_o(word[p][s*Slice+:Slice])
      );
    end
  end

  for (genvar p = 0; p < Ports; p++) begin : gen_word
    assign twiddle_o[p] = word[p][Width-1:0];
  end

  if (Slices > 1) begin : gen_cut
    logic unused_word;
    assign unused_word = ^word;
  end

endmodule
