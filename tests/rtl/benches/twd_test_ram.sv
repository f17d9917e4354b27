// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_test_ram: twd_ram_1r1w with its read enable as a data input: the unit simulator drives en_i itself, and
// puts other operands on the ports where it is 0, which a write port does not ignore.

module twd_test_ram #(
  parameter  int unsigned Depth     = 16,
  parameter  int unsigned Width     = 12,
  parameter  bit          Block     = 1'b1,
  localparam int unsigned AddrWidth = $clog2(Depth)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 w_en_i,
  input  logic [AddrWidth-1:0] w_addr_i,
  input  logic [    Width-1:0] w_data_i,
  input  logic                 run_i,
  input  logic                 r_en_i,
  input  logic [AddrWidth-1:0] r_addr_i,
  output logic [    Width-1:0] r_data_o
);

  twd_ram_1r1w #(
    .Depth(Depth),
    .Width(Width),
    .Block(Block)
  ) u_ram (
    .clk_i,
    .rst_ni,
    .w_en_i,
    .w_addr_i,
    .w_data_i,
    .en_i(run_i),
    .r_en_i,
    .r_addr_i,
    .r_data_o
  );

endmodule
