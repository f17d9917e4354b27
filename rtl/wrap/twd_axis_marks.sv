// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_axis_marks: keeps what is known of every frame, in order, until its result leaves.
//
// Timing    mark_i writes data_i, which is offered two cycles later: a register stands before the queue, so that no
//           path leads from the bus to a memory. room_o: 3 more fit. pending_o from the cycle after mark_i until the
//           last one is taken. Reset drops all.
// Cost      Width + 1 flip-flops and twd_fifo.
// Model     none: it moves data only

module twd_axis_marks #(
  parameter int unsigned Width = 1
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             mark_i,
  input  logic [Width-1:0] data_i,
  output logic             room_o,
  output logic             pending_o,
  output logic             valid_o,
  input  logic             ready_i,
  output logic [Width-1:0] data_o
);

  logic mark_q;
  logic [Width-1:0] data_q;
  logic unused_few;

  assign pending_o = mark_q || valid_o;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      mark_q <= 1'b0;
      data_q <= '0;
    end else begin
      mark_q <= mark_i;
      data_q <= data_i;
    end
  end

  twd_fifo #(.Width(Width), .Depth(32), .Reserve(4)) u_queue (
    .clk_i, .rst_ni,
    .w_valid_i(mark_q),
    .w_data_i (data_q),
    .room_o,
    .few_o    (unused_few),
    .r_valid_o(valid_o),
    .r_ready_i(ready_i),
    .r_data_o (data_o)
  );

endmodule
