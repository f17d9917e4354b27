// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_test_mac: a small design for the tests of the synthesis flow, with every kind of cell that is counted:
// logic, carries, flip-flops with and without reset, a shift register, a block RAM and a multiplier.

`include "twd_test_mac.svh"

module twd_test_mac #(
  parameter int unsigned N = 256, Q = 8380417, Root = 1753, RootOrder = 512,
  parameter int unsigned Depth = 2
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        en_i,
  input  logic [11:0] a_i,
  input  logic [11:0] b_i,
  input  logic [9:0]  addr_i,
  output logic [23:0] acc_o,
  output logic [2:0]  valid_o
);

  if (Depth > 32) begin : gen_bad_depth
    $fatal(1, "twd_test_mac: Depth is above 32");
  end
  localparam twd_test_mac_pkg::ring_cfg_t Ring = {N, Q, Root, RootOrder};
  localparam logic [23:0] Limit = Ring.q[23:0];

  (* ram_style = "block" *) logic [23:0] mem [1024];
  logic [11:0] delay_q [Depth];
  logic [11:0] b_q;
  logic [23:0] read_q, read_q2, product_q, acc_q;
  logic [24:0] sum;
  logic [2:0]  valid_q;

  assign sum     = {1'b0, product_q} + {1'b0, read_q2};
  assign acc_o   = acc_q;
  assign valid_o = valid_q ^ `TWD_TEST_MAC_MASK;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)   valid_q <= '0;
    else if (en_i) valid_q <= {valid_q[1:0], 1'b1};
  end

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      delay_q[0] <= a_i;
      for (int i = 1; i < Depth; i++) delay_q[i] <= delay_q[i-1];
      b_q         <= b_i;
      product_q   <= {12'd0, delay_q[Depth-1]} * {12'd0, b_q};
      read_q      <= mem[addr_i];
      read_q2     <= read_q;
      mem[addr_i] <= acc_q;
      acc_q       <= (sum >= {1'b0, Limit}) ? sum[23:0] - Limit : sum[23:0];
    end
  end

endmodule
