// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_skid: passes a stream on and registers its ready; one spare entry keeps the full rate. With Half the entry is
// always used.
//
// Timing    latency 0: in_valid_i and in_data_i pass through logic; with Half 1, and a word in two cycles. in_ready_o
//           is a flip-flop, so no path joins out_ready_i to in_ready_o. Reset empties the buffer; in_ready_o and
//           out_valid_o are low in it, and in_ready_o rises with the first clock edge after it.
// Use       where a path through the ready signals of a design has to be cut.
// Cost      Width + 2 flip-flops, Width 2:1 multiplexers, none with Half.

`include "twd_assert.svh"

module twd_skid #(
  parameter int unsigned Width = 8,
  parameter bit Half = 1'b0  // a word in two cycles, without a multiplexer
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

  logic             full_q;  // hold_q waits to be taken
  logic             full_d;
  logic [Width-1:0] hold_q;

  assign out_valid_o = full_q || (!Half && in_valid_i && in_ready_o);
  assign out_data_o  = Half || full_q ? hold_q : in_data_i;
  assign full_d      = Half && in_ready_o ? in_valid_i : out_valid_o && !out_ready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      full_q     <= 1'b0;
      in_ready_o <= 1'b0;
    end else begin
      full_q     <= full_d;
      in_ready_o <= !full_d;
    end
  end

  always_ff @(posedge clk_i) begin
    if (in_ready_o) hold_q <= in_data_i;
  end

  `TWD_ASSERT(NeverReadyWhenFull, !(full_q && in_ready_o))
  `TWD_ASSERT_HELD(OutHeldUntilTaken, out_valid_o, out_ready_i, out_data_o)

endmodule
