// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_frame_feed: reads Beats words of a memory, and marks them as a frame of a stream.
//
//   start_i --> addr_o --> twd_ram_1r1w, two cycles --> data of the stream
//
// Timing    the first word is offered three cycles after start_i, then one every cycle that takes one. en_o goes to the
//           memory: it moves, or holds what it has read.
// Cost      a counter and two flip-flops.

`include "twd_assert.svh"

module twd_frame_feed #(
  parameter  int unsigned Beats     = 128,
  localparam int unsigned AddrWidth = $clog2(Beats)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 start_i,
  output logic                 en_o,
  output logic                 read_o,
  output logic [AddrWidth-1:0] addr_o,
  output logic                 valid_o,
  input  logic                 ready_i,
  output logic                 last_o
);

  logic [1:0] valid_q, last_q;
  logic last;

  assign en_o    = !valid_q[1] || ready_i;
  assign last    = addr_o == AddrWidth'(Beats - 1);
  assign valid_o = valid_q[1];
  assign last_o  = last_q[1];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      read_o  <= 1'b0;
      addr_o  <= '0;
      valid_q <= '0;
      last_q  <= '0;
    end else begin
      if (start_i) read_o <= 1'b1;
      else if (en_o && last) read_o <= 1'b0;
      if (en_o) begin
        if (read_o) addr_o <= last ? '0 : addr_o + 1'b1;
        valid_q <= {valid_q[0], read_o};
        last_q  <= {last_q[0], read_o && last};
      end
    end
  end

  `TWD_ASSERT(StartWhenIdle, !start_i || (!read_o && valid_q == '0))

endmodule
