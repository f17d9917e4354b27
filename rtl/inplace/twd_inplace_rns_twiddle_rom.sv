// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_inplace_rns_twiddle_rom: the twiddle factors of both transforms as indices of their discrete logarithms.
//
// Method    Alhassani, Benaissa 2024 store field elements and look their indices up; here no twiddle factor is one. The
//           logarithm of root^e is e times that of the root, so the table is filled without any search.
// Order     addresses of a port as in twd_inplace_twiddle_rom: zeta, with inverse_i -zeta/2, with negate_i -zeta;
//           address 0 with inverse_i: -1. A lane whose none_i is set takes the index of one.
// Ranges    what twd_butterfly_rns takes: an index, or its last residue where the sub-moduli are exact.
// Timing    2 cycles from addr_i, inverse_i and negate_i; none_i one cycle after those; no reset.
// Cost      2^(layers + 2) indices of block RAM for up to two ports; a register a lane.
// Model     twiddle.model.rns.twiddle_index

module twd_inplace_rns_twiddle_rom #(
  parameter twd_ring_pkg::ring_cfg_t Ring = twd_ring_pkg::RING_ML_KEM,
  parameter logic [47:0] Moduli = twd_rns_pkg::exact_moduli(Ring.q),
  parameter int unsigned Ports = 1,        // up to 4
  parameter int unsigned Butterflies = 1,  // lanes; neighbours share a port
  parameter bit LogicTables = 1'b0,        // 1: logic instead of block RAM
  localparam int unsigned Twiddle = twd_rns_pkg::twiddle_bits(Ring.q, Moduli),
  localparam int unsigned Layers = twd_ring_pkg::layers(Ring)
) (
  input  logic                                clk_i,
  input  logic [      Ports-1:0]              inverse_i,
  input  logic [      Ports-1:0]              negate_i,
  input  logic [      Ports-1:0][ Layers-1:0] addr_i,
  input  logic [Butterflies-1:0]              none_i,
  output logic [Butterflies-1:0][Twiddle-1:0] twiddle_o
);

  localparam int unsigned Depth = 4 << Layers;
  localparam int unsigned AddrWidth = Layers + 2;

  function automatic logic [Depth*Twiddle-1:0] table_of_indices();
    int unsigned log_root;
    int unsigned log_half;
    int unsigned k;
    int unsigned addr;
    table_of_indices = (Depth * Twiddle)'(1'b0);
    table_of_indices[(1<<Layers)*Twiddle+:Twiddle] = Twiddle'(twd_rns_pkg::index_at((Ring.q - 1) / 2, Moduli));
    log_root = twd_rns_pkg::logarithm(Ring.root, Ring.q);
    log_half = twd_rns_pkg::logarithm((Ring.q + 1) / 2, Ring.q);
    k = 32'd0;
    for (int unsigned e = 1; e < (1 << Layers); e++) begin
      k = (k + log_root) % (Ring.q - 1);
      addr = twd_inplace_pkg::twiddle_addr(e, Layers);
      table_of_indices[addr*Twiddle+:Twiddle] = Twiddle'(twd_rns_pkg::index_at(k, Moduli));
      table_of_indices[((1<<Layers)+addr)*Twiddle+:Twiddle] = Twiddle'(
          twd_rns_pkg::index_at((k + log_half + (Ring.q - 1) / 2) % (Ring.q - 1), Moduli));
      table_of_indices[((2<<Layers)+addr)*Twiddle+:Twiddle] = Twiddle'(
          twd_rns_pkg::index_at((k + (Ring.q - 1) / 2) % (Ring.q - 1), Moduli));
    end
  endfunction

  localparam logic [Depth*Twiddle-1:0] Indices = table_of_indices();

  localparam int unsigned Tables = (Ports + 1) / 2;  // of two ports each

  logic [2*Tables-1:0][AddrWidth-1:0] addr;
  logic [2*Tables-1:0][Twiddle-1:0] index;  // one cycle after addr

  for (genvar p = 0; p < 2 * Tables; p++) begin : gen_port
    assign addr[p] = p < Ports ? {negate_i[p%Ports], inverse_i[p%Ports], addr_i[p%Ports]} : '0;
  end

  for (genvar t = 0; t < Tables; t++) begin : gen_table
    twd_rom_2r #(.Depth(Depth), .Width(Twiddle), .LogicTables(LogicTables), .Contents(Indices)) u_table (
      .clk_i,
      .en_i    (1'b1),
      .a_addr_i(addr[2*t]),
      .a_data_o(index[2*t]),
      .b_addr_i(addr[2*t+1]),
      .b_data_o(index[2*t+1])
    );
  end

  always_ff @(posedge clk_i) begin
    for (int i = 0; i < Butterflies; i++) begin
      twiddle_o[i] <= index[i*Ports/Butterflies];
      if (none_i[i]) twiddle_o[i] <= '0;
    end
  end

  if (Ports % 2 == 1) begin : gen_odd
    logic unused_index;
    assign unused_index = ^index[Ports];
  end

endmodule
