// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_pair_twiddle_rom: Factor * zeta of every Step-th pair of an incomplete transform.
//
// Order     entry i is that of pair Step i + Offset; zeta of pair p is root^(2 br(p) + 1), p reversed in `layers` bits.
// Timing    zeta_o two cycles after addr_i; en_i = 0 freezes it.
// Cost      n / (2 Step) words: in logic up to 256 of them (one LUT a bit for 64), in block RAM above.
// Model     twiddle.model.pair_zetas

module twd_pair_twiddle_rom #(
  parameter twd_ring_pkg::ring_cfg_t Ring = twd_ring_pkg::RING_ML_KEM,
  parameter int unsigned Step = 1,
  parameter int unsigned Offset = 0,
  parameter int unsigned Factor = 1,  // [0, q)
  parameter bit LogicTables = 1'b0,  // 1: logic instead of block RAM
  localparam int unsigned Width = $clog2(Ring.q),
  localparam int unsigned Depth = Ring.n / (2 * Step)
) (
  input  logic                     clk_i,
  input  logic                     en_i,
  input  logic [$clog2(Depth)-1:0] addr_i,
  output logic [        Width-1:0] zeta_o
);

  localparam int unsigned Layers = twd_ring_pkg::layers(Ring);

  // One multiplication an entry: odd powers of the root in natural order, each stored at the place of its pair.
  function automatic logic [Depth*Width-1:0] table_of_zetas();
    int unsigned power;
    int unsigned square;
    int unsigned pair;
    table_of_zetas = (Depth * Width)'(1'b0);
    square = twd_ring_pkg::mul_mod(Ring.root, Ring.root, Ring.q);
    power = twd_ring_pkg::mul_mod(Ring.root, Factor, Ring.q);
    for (int unsigned e = 0; e < Ring.n / 2; e++) begin
      pair = twd_ring_pkg::bit_reverse(e, Layers);
      if (pair % Step == Offset) table_of_zetas[(pair/Step)*Width+:Width] = Width'(power);
      power = twd_ring_pkg::mul_mod(power, square, Ring.q);
    end
  endfunction

  localparam logic [Depth*Width-1:0] Zetas = table_of_zetas();

  twd_rom #(.Depth(Depth), .Width(Width), .LogicTables(LogicTables || Depth <= 256), .Contents(Zetas)) u_rom (
    .clk_i, .en_i,
    .addr_i,
    .data_o(zeta_o)
  );

endmodule
