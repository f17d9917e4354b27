// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_result: the result port of a core: a queue at the end of a pipe of Cycles registers, which stops while the queue
// is full.
//
//   read_i --> Cycles registers --> queue --> c       the pipe of the data, outside, moves while en_o
//
// Timing    a beat enters the queue Cycles enabled cycles after read_i and last_i, with data_i and err_i, and is
//           offered one later. en_o is a flip-flop: c_ready_i drives the queue alone. done_o, a flip-flop: the last
//           beat has entered the pipe two cycles before, or when the queue was half full; its memory is free. After
//           done_o the other half takes what is in a pipe of at most 4 registers, so en_o stays set; a core with a
//           longer pipe does not use done_o. Reset drops the beats.
// Cost      16 beats of LUT memory.
// Model     none: it moves data only

`include "twd_assert.svh"
`include "twd_delay.svh"

module twd_result #(
  parameter int unsigned Width = 48,
  parameter int unsigned Cycles = 3  // from 2 on
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             read_i,  // a beat enters the pipe
  input  logic             last_i,  // with read_i: the last beat of the result
  output logic             en_o,
  output logic             done_o,  // the last beat is in the pipe, and en_o stays set
  input  logic [Width-1:0] data_i,  // of the beat at the end of the pipe
  input  logic             err_i,   // of the result, until done_o
  output logic             c_valid_o,
  input  logic             c_ready_i,
  output logic [Width-1:0] c_data_o,
  output logic             c_last_o,
  output logic             c_err_o
);

  logic [Cycles-1:0] valid_q;
  logic [Cycles-1:0] last_q;

  // Done when the queue is so far from full that en_o stays set until the next result: what is in the pipe fits.
  logic few;
  logic ended, ended_q;
  logic err;  // with the last beat; err_i may belong to the next result already

  assign ended = (en_o && last_q[0]) || ended_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= '0;
      last_q  <= '0;
      ended_q <= 1'b0;
      done_o  <= 1'b0;
    end else begin
      ended_q <= ended && !few;
      done_o  <= ended && few;
      if (en_o) begin
        valid_q <= Cycles'({valid_q, read_i});
        last_q  <= Cycles'({last_q, last_i});
      end
    end
  end

  `TWD_DELAY(u_err_delay, 1, Cycles - 2, en_o, err_i, err)

  // Two words are reserved: en_o promises room as of the cycle before, without the beat written in that cycle and the
  // one written in this cycle.
  localparam int unsigned Depth = 16;
  localparam int unsigned Reserve = 2;

  twd_fifo #(.Width(Width + 2), .Depth(Depth), .Reserve(Reserve)) u_queue (
    .clk_i, .rst_ni,
    .w_valid_i(en_o && valid_q[Cycles-1]),
    .w_data_i ({err && last_q[Cycles-1], last_q[Cycles-1], data_i}),
    .room_o   (en_o),
    .few_o    (few),
    .r_valid_o(c_valid_o),
    .r_ready_i(c_ready_i),
    .r_data_o ({c_err_o, c_last_o, c_data_o})
  );

`ifndef SYNTHESIS
  logic finished_q;  // from done_o to the next beat
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) finished_q <= 1'b0;
    else finished_q <= (done_o || finished_q) && !read_i;
  end
`endif

  `TWD_ASSERT(LastIsABeat, !last_i || read_i)
  `TWD_ASSERT(EnabledOnceDone, Cycles > Depth / 2 - Reserve - 2 || !(done_o || finished_q) || en_o)
  `TWD_ASSERT_HELD(ResultHeldUntilTaken, c_valid_o, c_ready_i, {c_data_o, c_last_o, c_last_o && c_err_o})

endmodule
