// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_unit_twiddle_rom: the twiddle factors of one ring or two, a port a lane.
//
// Order     that of twd_inplace_twiddle_rom: address (2 block + 1) << k for the butterflies that pair index bit k, -w/2
//           with inverse_i = 1; no factor is scaled. Of pairs the index is that of a pair, and an entry is {w, w}.
// Timing    2 cycles; no enable, no reset.
// Cost      2 n words a port for the complete ring, n for pairs.
// Model     twiddle.model.zetas

module twd_unit_twiddle_rom #(
  parameter twd_ring_pkg::ring_cfg_t Ring = twd_ring_pkg::RING_ML_DSA,
  parameter twd_ring_pkg::ring_cfg_t Ring_2 = twd_ring_pkg::RING_ML_KEM,
  parameter int unsigned Lanes = 4,
  parameter bit LogicTables = 1'b0,  // 1: logic instead of block RAM
  localparam int unsigned Width = twd_lane_pkg::width(Ring.q, Ring_2.q),
  localparam int unsigned IndexBits = twd_unit_pkg::index_bits(Ring, Ring_2)
) (
  input  logic                            clk_i,
  input  logic                            pair_i,
  input  logic                            inverse_i,
  input  logic [Lanes-1:0][IndexBits-1:0] addr_i,
  output logic [Lanes-1:0][    Width-1:0] twiddle_o
);

  localparam bit Both = twd_unit_pkg::both(Ring, Ring_2);
  localparam int unsigned Low = twd_lane_pkg::low_bits(Ring.q, Ring_2.q);
  localparam int unsigned Whole = 2 << IndexBits;  // entries of the ring that fills the index
  localparam int unsigned Depth = Both ? Whole + Whole / 2 : Whole;
  localparam int unsigned AddrBits = $clog2(Depth);
  localparam int unsigned Slice = twd_rom_pkg::slice_bits(Depth, Width);
  localparam int unsigned Slices = twd_rom_pkg::slices(Depth, Width);

  // Bits low to low + Slice - 1 of the factors of a ring: powers of the root in natural order, each stored where its
  // address says; of pairs in both halves. A ring that is not there, q = 0, has none.
  function automatic logic [Whole*Slice-1:0] table_of_twiddles(
    input logic [127:0] ring, input bit pairs, input int unsigned low
  );
    int unsigned layers;
    int unsigned q;
    int unsigned root;
    int unsigned power;
    int unsigned halved;
    int unsigned index;
    int unsigned layer;
    int unsigned addr;
    table_of_twiddles[0+:Slice] = '0;
    q = twd_ring_pkg::modulus(ring);
    if (q != 0) begin
      layers = twd_ring_pkg::layers(ring);
      root = twd_ring_pkg::root(ring);
      power = 32'd1;
      halved = (q - 1) / 2;  // -1/2
      table_of_twiddles[(1<<layers)*Slice+:Slice] = '0;
      for (int unsigned e = 1; e < (32'd1 << layers); e++) begin
        power = twd_ring_pkg::mul_mod(power, root, q);
        halved = twd_ring_pkg::mul_mod(halved, root, q);
        index = twd_ring_pkg::bit_reverse(e, layers);
        layer = 32'($clog2(index + 1)) - 1;
        addr = (2 * (index - (32'd1 << layer)) + 1) << (layers - 1 - layer);
        table_of_twiddles[addr*Slice+:Slice] = Slice'((power | (pairs ? power << Low : 32'd0)) >> low);
        addr = addr + (32'd1 << layers);
        table_of_twiddles[addr*Slice+:Slice] = Slice'((halved | (pairs ? halved << Low : 32'd0)) >> low);
      end
    end
  endfunction

  logic [Lanes-1:0][AddrBits-1:0] addr;
  logic [Lanes-1:0][Slices*Slice-1:0] word;

  for (genvar p = 0; p < Lanes; p++) begin : gen_port
    if (Both) begin : gen_two
      assign addr[p] = pair_i ? {2'b10, inverse_i, addr_i[p][IndexBits-2:0]} : {1'b0, inverse_i, addr_i[p]};
    end else begin : gen_one
      logic unused_pair;
      assign unused_pair = pair_i;
      assign addr[p] = {inverse_i, addr_i[p]};
    end

    assign twiddle_o[p] = word[p][Width-1:0];
  end

  for (genvar s = 0; s < Slices; s++) begin : gen_slice
    localparam logic [Whole*Slice-1:0] Complete = table_of_twiddles(Ring, 1'b0, s * Slice);
    localparam logic [Whole*Slice-1:0] Pairs = table_of_twiddles(Ring_2, 1'b1, s * Slice);
    localparam logic [Whole*Slice-1:0] First = Ring.q != 0 ? Complete : Pairs;

    for (genvar p = 0; p < Lanes; p++) begin : gen_rom
      twd_rom #(
        .Depth      (Depth),
        .Width      (Slice),
        .LogicTables(LogicTables),
        .Contents   ((Depth * Slice)'({Pairs[Whole/2*Slice-1:0], First}))
      ) u_rom (
        .clk_i,
        .en_i  (1'b1),
        .addr_i(addr[p]),
        .data_o(word[p][s*Slice+:Slice])
      );
    end
  end

endmodule
