// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_gearbox: a stream of words of In bits as a stream of words of Out bits, the first bit in the lowest place.
//
//   in --> fill_q --> send_q --> multiplexer --> out            Group = lcm(In, Out) bits each
//
// Method    words are collected into a group, which moves on whole and leaves in parts: no multiplexer in front of a
//           flip-flop. In = Out: a register, after a skid buffer if Cut = 1.
// Timing    a word is offered two cycles after its last bit came, or later: groups leave whole. In = Out: one cycle.
//           Full rate: of the slower side. in_ready_o and out_valid_o are flip-flops; In = Out with Cut = 0 has one LUT
//           from out_ready_i to in_ready_o. Reset drops everything; in_ready_o and out_valid_o are low in it.
// Cost      2 Group flip-flops, Out multiplexers of Group / Out inputs. In = Out: 2 In flip-flops and In multiplexers
//           of two inputs; with Cut = 0 In flip-flops alone.
// Model     none: it moves data only

`include "twd_assert.svh"

module twd_gearbox #(
  parameter int unsigned In  = 64,
  parameter int unsigned Out = 96,
  parameter bit          Cut = 1'b1  // no path from out_ready_i to in_ready_o
) (
  input  logic           clk_i,
  input  logic           rst_ni,
  input  logic           in_valid_i,
  output logic           in_ready_o,
  input  logic [In -1:0] in_data_i,
  input  logic           in_zero_i,   // the word is 0 instead of in_data_i
  output logic           out_valid_o,
  input  logic           out_ready_i,
  output logic [Out-1:0] out_data_o
);

  if (In == Out) begin : gen_same
    logic valid, ready, zero;
    logic [In-1:0] data;

    if (Cut) begin : gen_skid
      twd_skid #(.Width(In + 1)) u_skid (
        .clk_i, .rst_ni,
        .in_valid_i,
        .in_ready_o,
        .in_data_i  ({in_zero_i, in_data_i}),
        .out_valid_o(valid),
        .out_ready_i(ready),
        .out_data_o ({zero, data})
      );
    end else begin : gen_direct
      logic open_q;  // low in reset

      assign in_ready_o = open_q && ready;
      assign valid      = open_q && in_valid_i;
      assign zero       = in_zero_i;
      assign data       = in_data_i;

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) open_q <= 1'b0;
        else open_q <= 1'b1;
      end
    end

    assign ready = !out_valid_o || out_ready_i;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) out_valid_o <= 1'b0;
      else if (ready) out_valid_o <= valid;
    end

    always_ff @(posedge clk_i) begin
      if (ready && zero) out_data_o <= '0;
      else if (ready) out_data_o <= data;
    end
  end else begin : gen_group
    localparam int unsigned Group = twd_axis_pkg::group(In, Out);
    localparam int unsigned InParts = Group / In;
    localparam int unsigned OutParts = Group / Out;
    localparam int unsigned InBits = InParts > 1 ? $clog2(InParts) : 1;
    localparam int unsigned OutBits = OutParts > 1 ? $clog2(OutParts) : 1;

    logic [Group-1:0] fill_q, send_q;
    logic [InBits-1:0] put_q;    // where the next word goes
    logic [OutBits-1:0] take_q;  // which part leaves
    logic full_q, full_d;        // fill_q is a whole group
    logic sends_d;               // send_q will be one
    logic put, taken, moves;

    assign put        = in_valid_i && in_ready_o;
    assign taken      = out_valid_o && out_ready_i && take_q == OutBits'(OutParts - 1);
    assign moves      = full_q && (!out_valid_o || taken);
    assign full_d     = (put && put_q == InBits'(InParts - 1)) || (full_q && !moves);
    assign sends_d    = full_q || (out_valid_o && !taken);
    assign out_data_o = send_q[take_q*Out+:Out];

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        in_ready_o  <= 1'b0;
        out_valid_o <= 1'b0;
        full_q      <= 1'b0;
        put_q       <= '0;
        take_q      <= '0;
      end else begin
        in_ready_o  <= !(full_d && sends_d);
        out_valid_o <= sends_d;
        full_q      <= full_d;
        if (put) put_q <= put_q == InBits'(InParts - 1) ? '0 : put_q + 1'b1;
        if (out_valid_o && out_ready_i) take_q <= taken ? '0 : take_q + 1'b1;
      end
    end

    always_ff @(posedge clk_i) begin
      for (int unsigned i = 0; i < InParts; i++) begin
        if (put && put_q == InBits'(i) && in_zero_i) fill_q[i*In+:In] <= '0;
        else if (put && put_q == InBits'(i)) fill_q[i*In+:In] <= in_data_i;
      end
      if (moves) send_q <= fill_q;
    end

    `TWD_ASSERT(RoomForEveryWord, !put || !full_q || moves)
  end

  `TWD_ASSERT_HELD(OutHeldUntilTaken, out_valid_o, out_ready_i, out_data_o)

endmodule
