// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_lattice_out: words that go out of twd_lattice, 0 after an error.
//
// Ready     in_ready_o is of the next cycle: a word that comes then is taken.
// Error     counts for the words that come from the next cycle on, with Half from the same one. It is registered twice,
//           once inverted, and each says so alone.
// Timing    a register, then twd_skid; with Half the latter alone. Reset drops all words.
// Model     none: it delays words only

`include "twd_assert.svh"

module twd_lattice_out #(
  parameter bit Half = 1'b0  // a word in two cycles
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        error_i,
  input  logic        in_valid_i,
  output logic        in_ready_o,
  input  logic        in_last_i,
  input  logic [67:0] in_data_i,    // number of bytes, word
  output logic        out_valid_o,
  input  logic        out_ready_i,
  output logic        out_last_o,
  output logic [67:0] out_data_o
);

  logic valid, ready, last, closed;
  logic [67:0] word;

  if (Half) begin : gen_half
    assign {valid, last, word} = {in_valid_i, in_last_i, in_data_i};
    assign closed = error_i;
    assign in_ready_o = ready ? !in_valid_i : out_ready_i;
  end else begin : gen_registered
    logic closed_q, closed_n_q;

    assign closed = closed_q || !closed_n_q;
    assign in_ready_o = !out_valid_o || out_ready_i;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) {valid, closed_q, closed_n_q} <= 3'b001;
      else {valid, closed_q, closed_n_q} <= {in_valid_i || (valid && !ready), error_i, !error_i};
    end

    always_ff @(posedge clk_i) if (ready || !valid) {last, word} <= {in_last_i, in_data_i};
  end

  twd_skid #(.Width(69), .Half(Half)) u_out (
    .clk_i, .rst_ni,
    .in_valid_i (valid),
    .in_ready_o (ready),
    .in_data_i  ({last, word[67:64], closed ? 64'd0 : word[63:0]}),
    .out_valid_o,
    .out_ready_i,
    .out_data_o ({out_last_o, out_data_o})
  );

  `TWD_ASSERT(RoomForEvery, !in_valid_i || ready || (!Half && !valid))

endmodule
