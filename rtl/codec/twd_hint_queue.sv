// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_hint_queue: two quartets of hints wait, so that no path joins both sides.
//
// Timing    a quartet is offered in the cycle after it came in; one a cycle. in_ready_o and out_valid_o are flip-flops.
//           Reset, and clear_i, empty it.
// Cost      10 flip-flops, 10 LUT
// Model     none: it delays hints only

module twd_hint_queue (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic       clear_i,
  input  logic       in_valid_i,
  output logic       in_ready_o,
  input  logic [3:0] in_data_i,
  output logic       out_valid_o,
  input  logic       out_ready_i,
  output logic [3:0] out_data_o
);

  logic next_valid_q;    // next_q follows out_data_o
  logic [3:0] next_q;
  logic move;

  assign in_ready_o = !next_valid_q;
  assign move = !out_valid_o || out_ready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {out_valid_o, next_valid_q} <= 2'b00;
    else begin
      out_valid_o  <= !clear_i && (!move || next_valid_q || in_valid_i);
      next_valid_q <= !clear_i && !move && (next_valid_q || in_valid_i);
    end
  end

  always_ff @(posedge clk_i) begin
    if (move) out_data_o <= next_valid_q ? next_q : in_data_i;
    if (!next_valid_q) next_q <= in_data_i;
  end

endmodule
