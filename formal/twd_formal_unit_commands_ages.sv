// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_formal_unit_commands_ages: the entries of the scoreboard, and for how long a command has been in each.

module twd_formal_unit_commands_ages #(
  parameter int unsigned Entries = 2,
  parameter int unsigned Bound = 18,
  localparam int unsigned AgeBits = $clog2(Bound + 2)
) (
  input logic clk_i,
  input logic rst_ni,
  (* probe = "u_commands.u_scoreboard.used_q" *) input logic [Entries-1:0] used
);

  logic [Entries-1:0][AgeBits-1:0] age_q;
  logic [Entries-1:0] late;

  for (genvar e = 0; e < Entries; e++) begin : gen_entry
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) age_q[e] <= '0;
      else age_q[e] <= used[e] ? age_q[e] + 1'b1 : '0;
    end

    assign late[e] = age_q[e] > AgeBits'(Bound);
  end

  always_comb begin
    if (rst_ni) Ends: assert (late == '0);
  end

endmodule
