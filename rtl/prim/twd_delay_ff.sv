// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_delay_ff: q_o = d_i, Cycles cycles ago, in flip-flops.
//
// Method    twd_delay becomes a shift register of LUTs from three cycles on. Here every third register is cleared in reset,
//           which cuts the line, so that it stays what it costs no LUT as: flip-flops beside used LUTs.
// Timing    Cycles, 0 is a wire.
// Cost      Width * Cycles flip-flops.

module twd_delay_ff #(
  parameter int unsigned Width  = 14,
  parameter int unsigned Cycles = 3
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic [Width-1:0] d_i,
  output logic [Width-1:0] q_o
);

  if (Cycles == 0) begin : gen_wire
    logic unused;
    assign unused = clk_i ^ rst_ni;
    assign q_o = d_i;
  end else begin : gen_line
    logic [Cycles*Width-1:0] line_q;  // newest word lowest

    always_ff @(posedge clk_i) begin
      line_q <= (Cycles * Width)'({line_q, d_i});
      if (!rst_ni) begin
        for (int c = 1; c < Cycles; c += 3) line_q[c*Width+:Width] <= '0;
      end
    end

    assign q_o = line_q[(Cycles-1)*Width+:Width];
  end

endmodule
