// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_delay: q_o = d_i, Cycles enabled cycles ago.
//
// Timing    Cycles (0 is a wire), one word per enabled cycle; no reset, so that the line maps to shift
//           registers in LUTs where the device has them.
// Cost      Width * Cycles storage bits.

module twd_delay #(
  parameter int unsigned Width  = 1,
  parameter int unsigned Cycles = 1
) (
  input  logic             clk_i,
  input  logic             en_i,
  input  logic [Width-1:0] d_i,
  output logic [Width-1:0] q_o
);

  if (Cycles == 0) begin : gen_wire
    logic unused_clock;
    assign unused_clock = clk_i ^ en_i;
    assign q_o = d_i;
  end else begin : gen_line
    logic [Cycles*Width-1:0] line_q;  // newest word lowest

    always_ff @(posedge clk_i) begin
      if (en_i) line_q <= (Cycles * Width)'({line_q, d_i});
    end

    assign q_o = line_q[(Cycles-1)*Width+:Width];
  end

endmodule
