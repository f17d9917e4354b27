// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_gearbox: a stream of words of In bits as a stream of words of Out bits, the first bit in the lowest place.
//
// Method    a register that holds an output word and two input words less one step, Step the greatest common divisor of
//           In and Out; an input word goes in behind what is there, an output word leaves at the bottom.
// Timing    a word is offered in the cycle after its last bit came. Full rate: of the slower side. in_ready_o and
//           out_valid_o are flip-flops. Reset drops everything.
// Cost      Out + 2 In - Step flip-flops, each with a multiplexer of In / Step places.
// Model     none: it moves data only

`include "twd_assert.svh"

module twd_gearbox #(
  parameter int unsigned In  = 64,
  parameter int unsigned Out = 96
) (
  input  logic           clk_i,
  input  logic           rst_ni,
  input  logic           in_valid_i,
  output logic           in_ready_o,
  input  logic [In -1:0] in_data_i,
  output logic           out_valid_o,
  input  logic           out_ready_i,
  output logic [Out-1:0] out_data_o
);

  localparam int unsigned Step = twd_axis_pkg::common_divisor(In, Out);
  localparam int unsigned InSteps = In / Step;
  localparam int unsigned OutSteps = Out / Step;
  localparam int unsigned Capacity = OutSteps + 2 * InSteps - 1;
  localparam int unsigned FillBits = $clog2(Capacity + 1);

  logic [Capacity-1:0][Step-1:0] data_q, data_d, kept;
  logic [FillBits-1:0] fill_q, fill_d, at;
  logic put, take;

  assign put        = in_valid_i && in_ready_o;
  assign take       = out_valid_o && out_ready_i;
  assign at         = take ? fill_q - FillBits'(OutSteps) : fill_q;
  assign fill_d     = put ? at + FillBits'(InSteps) : at;
  assign kept       = take ? {Out'(0), data_q[Capacity-1:OutSteps]} : data_q;
  assign out_data_o = data_q[OutSteps-1:0];

  always_comb begin
    data_d = kept;
    for (int unsigned p = 0; p < Capacity; p++) begin
      for (int unsigned s = 0; s < InSteps; s++) begin
        if (p >= s && at == FillBits'(p - s)) data_d[p] = in_data_i[s*Step+:Step];
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      fill_q      <= '0;
      in_ready_o  <= 1'b0;
      out_valid_o <= 1'b0;
    end else begin
      fill_q      <= fill_d;
      in_ready_o  <= fill_d <= FillBits'(Capacity - InSteps);
      out_valid_o <= fill_d >= FillBits'(OutSteps);
    end
  end

  always_ff @(posedge clk_i) begin
    if (put || take) data_q <= data_d;
  end

  `TWD_ASSERT(RoomForEveryWord, !put || fill_q <= FillBits'(Capacity - InSteps))
  `TWD_ASSERT_HELD(OutHeldUntilTaken, out_valid_o, out_ready_i, out_data_o)

endmodule
