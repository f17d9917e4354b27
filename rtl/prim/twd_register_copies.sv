// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_register_copies: a register for each of the destinations of a word, so that placement can put it near them.
//
// Method    synthesis merges registers of equal content. The copies of even and of odd index have different initial
//           values, so two of them stay. No destination may depend on the initial value.
// Timing    1 cycle; en_i = 0 freezes it; no reset.
// Cost      2 Width flip-flops; Width for one copy.

module twd_register_copies #(
  parameter int unsigned Width      = 12,
  parameter int unsigned Copies     = 4,
  parameter bit          KeepCopies = 1'b1  // 0: synthesis may merge all copies, if some bits are constant
) (
  input  logic                         clk_i,
  input  logic                         en_i,
  input  logic [Width-1:0]             d_i,
  output logic [Copies-1:0][Width-1:0] q_o
);

  for (genvar k = 0; k < Copies; k++) begin : gen_copy
    logic [Width-1:0] copy_q;
    if (KeepCopies) begin : gen_copies
      initial copy_q = {Width{k % 2 == 1}};
    end

    // Not always_ff: IEEE 1800 forbids another process, such as the one above, to write its variables.
    always @(posedge clk_i) begin
      if (en_i) copy_q <= d_i;
    end
    assign q_o[k] = copy_q;
  end

endmodule
