// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_skid: a stream passed on with its ready registered; one spare entry keeps the full rate.
//
// Timing    latency 0: in_valid_i and in_data_i pass through logic. in_ready_o is a flip-flop, low in reset, so no path
//           joins out_ready_i to in_ready_o. Reset empties it.
// Use       where a stream is cut; the iterative core has its own registers and needs none.
// Cost      Width + 1 flip-flops, Width 2:1 multiplexers.

`include "twd_assert.svh"

module twd_skid #(
  parameter int unsigned Width = 8
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             in_valid_i,
  output logic             in_ready_o,
  input  logic [Width-1:0] in_data_i,
  output logic             out_valid_o,
  input  logic             out_ready_i,
  output logic [Width-1:0] out_data_o
);

  logic             full_q;
  logic [Width-1:0] hold_q;

  assign in_ready_o  = !full_q && rst_ni;
  assign out_valid_o = (full_q || in_valid_i) && rst_ni;
  assign out_data_o  = full_q ? hold_q : in_data_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) full_q <= 1'b0;
    else full_q <= out_valid_o && !out_ready_i;
  end

  always_ff @(posedge clk_i) begin
    if (in_ready_o) hold_q <= in_data_i;
  end

  logic             stalled_q;
  logic [Width-1:0] seen_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) stalled_q <= 1'b0;
    else stalled_q <= out_valid_o && !out_ready_i;
  end

  always_ff @(posedge clk_i) seen_q <= out_data_o;

  `TWD_ASSERT(OutHeldUntilTaken, !stalled_q || (out_valid_o && out_data_o == seen_q))

endmodule
