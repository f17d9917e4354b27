// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_quad_memory: two regions of n / 4 words of four coefficients, with one read and one write a cycle.
//
//   Layout            memories                            word of region 0, of region 1
//   n <= 256          one of LUTs for each region         r_data_o, r_second_o
//   complete, longer  one of blocks, region on top        r_data_o
//   incomplete        one of even and one of odd lanes    r_data_o
//
// Timing    a word 2 cycles after its address, enabled by en_i; readable in the cycle after it was written, w_data_i,
//           which comes a cycle after w_en_i and where to. No reset.
// Cost      2 n coefficients.
// Model     none: it moves no data

module twd_quad_memory #(
  parameter  twd_ring_pkg::ring_cfg_t Ring = twd_ring_pkg::RING_FALCON_1024,
  parameter  twd_ram_pkg::memory_e Memory = twd_ram_pkg::MEMORY_BLOCK,  // another: LUT memory for every n
  localparam int unsigned Width = $clog2(Ring.q),
  localparam int unsigned AddrBits = $clog2(Ring.n) - 2
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  w_en_i,
  input  logic                  w_region_i,
  input  logic [1:0]            w_lanes_i,   // even, odd; read of incomplete transforms alone
  input  logic [AddrBits-1:0]   w_addr_i,
  input  logic [3:0][Width-1:0] w_data_i,
  input  logic                  en_i,
  input  logic                  r_en_i,
  input  logic                  r_region_i,
  input  logic [AddrBits-1:0]   r_addr_i,
  output logic [3:0][Width-1:0] r_data_o,
  output logic [3:0][Width-1:0] r_second_o   // of region 1, where it is a memory of its own
);

  if (twd_quad_pkg::separate_regions(Ring)) begin : gen_separate
    logic unused_lanes;
    assign unused_lanes = ^w_lanes_i;

    twd_ram_1r1w #(
      .Depth(1 << AddrBits),
      .Width(4 * Width),
      .Block(1'b0),
      .Words(twd_ram_pkg::words(Memory)),
      .Ahead(1'b1)
    ) u_first (
      .clk_i, .rst_ni,
      .w_en_i  (w_en_i && !w_region_i),
      .w_addr_i,
      .w_data_i,
      .en_i,
      .r_en_i  (r_en_i && !r_region_i),
      .r_addr_i,
      .r_data_o
    );

    twd_ram_1r1w #(
      .Depth(1 << AddrBits),
      .Width(4 * Width),
      .Block(1'b0),
      .Words(twd_ram_pkg::words(Memory)),
      .Ahead(1'b1)
    ) u_second (
      .clk_i, .rst_ni,
      .w_en_i  (w_en_i && w_region_i),
      .w_addr_i,
      .w_data_i,
      .en_i,
      .r_en_i  (r_en_i && r_region_i),
      .r_addr_i,
      .r_data_o(r_second_o)
    );
  end else if (twd_ring_pkg::complete(Ring)) begin : gen_whole
    logic unused_lanes;
    assign unused_lanes = ^w_lanes_i;
    assign r_second_o = '0;

    twd_ram_1r1w #(
      .Depth(2 << AddrBits),
      .Width(4 * Width),
      .Block(Memory == twd_ram_pkg::MEMORY_BLOCK),
      .Words(twd_ram_pkg::words(Memory)),
      .Ahead(1'b1)
    ) u_memory (
      .clk_i, .rst_ni,
      .w_en_i,
      .w_addr_i({w_region_i, w_addr_i}),
      .w_data_i,
      .en_i,
      .r_en_i,
      .r_addr_i({r_region_i, r_addr_i}),
      .r_data_o
    );
  end else begin : gen_lanes
    assign r_second_o = '0;

    for (genvar h = 0; h < 2; h++) begin : gen_half
      twd_ram_1r1w #(
        .Depth(2 << AddrBits),
        .Width(2 * Width),
        .Block(Memory == twd_ram_pkg::MEMORY_BLOCK),
        .Words(twd_ram_pkg::words(Memory)),
        .Ahead(1'b1)
      ) u_memory (
        .clk_i, .rst_ni,
        .w_en_i  (w_en_i && w_lanes_i[h]),
        .w_addr_i({w_region_i, w_addr_i}),
        .w_data_i({w_data_i[2+h], w_data_i[h]}),
        .en_i,
        .r_en_i,
        .r_addr_i({r_region_i, r_addr_i}),
        .r_data_o({r_data_o[2+h], r_data_o[h]})
      );
    end
  end

endmodule
