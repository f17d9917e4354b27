// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_delay_ff: q_o = d_i, Cycles cycles ago, in flip-flops.
//
// Method    Tools turn a line of three or more registers, such as twd_delay, into a shift register in LUTs, although
//           the flip-flops beside LUTs in use are free. Every third register has an asynchronous reset, which a LUT
//           does not have, so no part of the line is long enough. An attribute does not help: Yosys 0.70 ignores
//           shreg_extract, and the flow removes keep.
// Timing    Cycles; with 0 a wire. Words that are in the line during reset are undefined.
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

  logic [(Cycles+1)*Width-1:0] line;  // newest word lowest

  assign line[0+:Width] = d_i;
  assign q_o = line[Cycles*Width+:Width];

  for (genvar c = 0; c < Cycles; c++) begin : gen_register
    logic [Width-1:0] word_q;

    if (c % 3 == 1) begin : gen_cut
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) word_q <= '0;
        else word_q <= line[c*Width+:Width];
      end
    end else begin : gen_plain
      always_ff @(posedge clk_i) word_q <= line[c*Width+:Width];
    end

    assign line[(c+1)*Width+:Width] = word_q;
  end

  if (Cycles < 2) begin : gen_no_cut
    logic unused;
    assign unused = clk_i ^ rst_ni;
  end

endmodule
