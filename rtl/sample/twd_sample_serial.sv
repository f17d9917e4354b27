// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_sample_serial: a queue of the coefficients that are accepted, in order, and rows of twd_sample_ball one
// coefficient after the other: in place of twd_compact where a coefficient a cycle is enough.
//
// Jobs      start_i begins a job of count_i + 1 polynomials of 256 coefficients, when idle_o is 1; count_i does not
//           change until the next one. idle_o becomes 1 when the last coefficient is stored, and what comes after that
//           is dropped: the next job may begin while some of this one wait. last is with the last one of the job.
// In        in_data_i belongs to in_valid_i and in_accepted_i of the cycle before.
// Timing    room_o is 1 where fewer than 16 coefficients were stored a cycle before, with ball_i in every fourth cycle
//           at most: 16 more fit, those that are on their way included. Coefficients of a row follow one another from
//           its cycle on; those of the queue are offered straight from the memory.
// Reset, clear_i   no job, nothing stored; the memory keeps its contents.
// Cost      32 coefficients of LUT memory
// Model     the accepted ones of twiddle.model.decode.mapped, one after the other

`include "twd_assert.svh"
`include "twd_memory.svh"

module twd_sample_serial #(
  parameter int unsigned Width = 23  // bits of a coefficient
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             clear_i,
  input  logic             ball_i,        // the job is SampleInBall
  input  logic             start_i,
  input  logic [2:0]       count_i,
  output logic             idle_o,
  output logic             room_o,
  input  logic             row_valid_i,
  input  logic [3:0]       row_one_i,
  input  logic [3:0]       row_minus_i,
  output logic             ball_valid_o,
  output logic             ball_one_o,
  output logic             ball_minus_o,
  input  logic             in_valid_i,
  input  logic             in_accepted_i,
  input  logic [Width-1:0] in_data_i,
  output logic             out_valid_o,
  input  logic             out_ready_i,
  output logic             out_last_o,
  output logic [Width-1:0] out_data_o
);

  localparam int unsigned AddrBits = 5;

  // ---- rows ----
  logic [1:0] pace_q;
  logic [2:0] rest_q;        // coefficients of the row that follow
  logic [5:0] row_q;         // {minus, one} of each

  assign ball_valid_o = row_valid_i || rest_q != '0;
  assign {ball_minus_o, ball_one_o} = row_valid_i ? {row_minus_i[0], row_one_i[0]} : row_q[1:0];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pace_q <= '0;
      rest_q <= '0;
    end else begin
      pace_q <= pace_q + 2'd1;
      rest_q <= clear_i || start_i ? '0 : row_valid_i ? 3'd7 : rest_q >> 1;
    end
  end

  always_ff @(posedge clk_i) begin
    row_q <= row_valid_i ? {row_minus_i[3], row_one_i[3], row_minus_i[2], row_one_i[2], row_minus_i[1], row_one_i[1]}
        : row_q >> 2;
  end

  // ---- queue ----
  `TWD_LUT_RAM_NO_RW_CHECK logic [Width:0] mem[1 << AddrBits];  // with the mark of the last one
  logic [AddrBits-1:0] r_addr_q;
  logic [AddrBits:0] stored_q;
  logic [10:0] written_q;    // coefficients of the job
  logic here_q, store, last, take;

  assign store = here_q && !idle_o;
  assign last = written_q == {count_i, 8'd255};
  assign {out_last_o, out_data_o} = mem[r_addr_q];
  assign take = out_valid_o && out_ready_i;

  always_ff @(posedge clk_i) begin
    if (store) mem[written_q[AddrBits-1:0]] <= {last, in_data_i};
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      idle_o      <= 1'b1;
      room_o      <= 1'b0;
      here_q      <= 1'b0;
      written_q   <= '0;
      r_addr_q    <= '0;
      stored_q    <= '0;
      out_valid_o <= 1'b0;
    end else if (clear_i) begin
      idle_o      <= 1'b1;
      room_o      <= 1'b0;
      here_q      <= 1'b0;
      r_addr_q    <= '0;
      stored_q    <= '0;
      out_valid_o <= 1'b0;
    end else begin
      if (start_i) idle_o <= 1'b0;
      else if (store && last) idle_o <= 1'b1;
      here_q    <= in_valid_i && in_accepted_i && !start_i;
      written_q <= start_i ? '0 : written_q + 11'(store);  // a job has 256 a polynomial: the addresses agree again
      if (take) r_addr_q <= r_addr_q + 1'b1;
      if (store != take) stored_q <= store ? stored_q + 1'b1 : stored_q - 1'b1;
      room_o      <= stored_q < 6'd16 && (!ball_i || pace_q == '1);
      out_valid_o <= store || (out_valid_o && !(out_ready_i && stored_q == 6'd1));
    end
  end

  `TWD_ASSERT(RoomForEach, !store || stored_q != (AddrBits + 1)'(1 << AddrBits))
  `TWD_ASSERT(OfferedWhenStored, out_valid_o == (stored_q != '0))
  `TWD_ASSERT(StartsIdle, !start_i || idle_o)
  `TWD_ASSERT(RowsApart, !row_valid_i || rest_q == '0)

endmodule
