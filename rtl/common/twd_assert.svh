// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// TWD_ASSERT(name, prop): prop, a boolean, holds at every rising edge of clk_i outside reset.
// One form that every tool runs: simulators with assertions on, and SMT proofs; absent in synthesis.
// History is an ordinary register. The module needs clk_i and rst_ni in scope.

`ifndef TWD_ASSERT_SVH
`define TWD_ASSERT_SVH

`ifdef SYNTHESIS
`define TWD_ASSERT(name, prop)
`else
`define TWD_ASSERT(name, prop) \
  always_ff @(posedge clk_i) begin \
    if (rst_ni) begin \
      name: assert (prop); \
    end \
  end
`endif

`endif
