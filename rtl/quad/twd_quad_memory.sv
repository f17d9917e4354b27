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

  localparam bit Separate = twd_quad_pkg::separate_regions(Ring);
  localparam bit Lanes = !twd_ring_pkg::complete(Ring);
  localparam int unsigned Memories = Separate || Lanes ? 2 : 1;
  localparam int unsigned RamBits = AddrBits + 32'(!Separate);
  localparam int unsigned RamWidth = Lanes ? 2 * Width : 4 * Width;

  logic [1:0][RamWidth-1:0] data;

  for (genvar h = 0; h < Memories; h++) begin : gen_memory
    twd_ram_1r1w #(
      .Depth(1 << RamBits), .Width(RamWidth), .Block(Memory == twd_ram_pkg::MEMORY_BLOCK && !Separate),
      .Words(twd_ram_pkg::words(Memory)), .AddressEarly(1'b1)
    ) u_memory (
      .clk_i, .rst_ni,
      .w_en_i  (w_en_i && (Separate ? w_region_i == (h == 1) : !Lanes || w_lanes_i[h])),
      .w_addr_i(RamBits'({w_region_i, w_addr_i})),
      .w_data_i(Lanes ? RamWidth'({w_data_i[2+h], w_data_i[h]}) : RamWidth'(w_data_i)),
      .en_i,
      .r_en_i  (r_en_i && (!Separate || r_region_i == (h == 1))),
      .r_addr_i(RamBits'({r_region_i, r_addr_i})),
      .r_data_o(data[h])
    );
  end

  if (Lanes) begin : gen_lanes
    assign r_data_o   = {data[1][Width+:Width], data[0][Width+:Width], data[1][0+:Width], data[0][0+:Width]};
    assign r_second_o = '0;
  end else begin : gen_words
    logic unused_lanes;
    assign unused_lanes = ^w_lanes_i;
    assign r_data_o     = data[0];
    assign r_second_o   = Separate ? data[1] : '0;
  end

  if (Memories == 1) begin : gen_one
    assign data[1] = '0;
  end

endmodule
