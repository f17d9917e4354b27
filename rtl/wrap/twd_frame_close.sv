// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_frame_close: passes frames on through a register, and ends one whose source is reset.
//
// Abort     in abort_i nothing is taken. The beat that waits at out stays until it is taken, as AXI4-Stream has it; a
//           frame that is open after it is ended by one of zeros, with last and user, where user is 0 in all others.
// Timing    a cycle; in_ready_o is out_ready_i or a flip-flop. Reset: no beat.
// Cost      Width + 5 flip-flops
// Model     tests/clean_cases.py (check_close)

`include "twd_assert.svh"

module twd_frame_close #(
  parameter int unsigned Width = 68
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             abort_i,
  input  logic             in_valid_i,
  output logic             in_ready_o,
  input  logic             in_last_i,
  input  logic [Width-1:0] in_data_i,
  output logic             out_valid_o,
  input  logic             out_ready_i,
  output logic             out_last_o,
  output logic             out_user_o,
  output logic [Width-1:0] out_data_o
);

  logic open_q;    // the last beat that was taken did not end its frame
  logic close_q;   // its end is missing
  logic moves, take;

  assign moves = !out_valid_o || out_ready_i;
  assign in_ready_o = moves && !abort_i && !close_q;
  assign take = in_valid_i && in_ready_o;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      open_q      <= 1'b0;
      close_q     <= 1'b0;
      out_valid_o <= 1'b0;
      out_last_o  <= 1'b0;
      out_user_o  <= 1'b0;
    end else begin
      if (take) open_q <= !in_last_i;
      else if (close_q && moves) open_q <= 1'b0;
      close_q <= close_q ? !moves : abort_i && open_q;
      if (moves) begin
        out_valid_o <= take || close_q;
        out_last_o  <= close_q || (take && in_last_i);
        out_user_o  <= close_q;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (moves) out_data_o <= in_data_i & {Width{take}};
  end

  `TWD_ASSERT_HELD(OutHeldUntilTaken, out_valid_o, out_ready_i, {out_user_o, out_last_o, out_data_o})

endmodule
