// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// Assertions and refusals, in one form that every tool reads.
//
// TWD_ASSERT(name, prop): prop, a boolean, holds at every rising edge of clk_i outside reset. Simulators and proofs check
//   it; it is absent in synthesis. History is an ordinary register. The module needs clk_i and rst_ni in scope.
// TWD_ASSERT_HELD(name, valid, ready, payload): once valid, a stream stays valid with the same payload until it is taken.
//   The history of the payload is a register of `$bits(payload)` bits, absent in synthesis like the assertion.
// TWD_REFUSE(label, condition, message): refuses parameters at elaboration, in a generate block of that label.

`ifndef TWD_ASSERT_SVH
`define TWD_ASSERT_SVH

`ifdef SYNTHESIS
`define TWD_ASSERT(name, prop)
`define TWD_ASSERT_HELD(name, valid, ready, payload)
`else
`define TWD_ASSERT(name, prop) \
  always_ff @(posedge clk_i) begin \
    if (rst_ni) begin \
      name: assert (prop); \
    end \
  end
`define TWD_ASSERT_HELD(name, valid, ready, payload) \
  logic name``_stalled_q; \
  logic [$bits(payload)-1:0] name``_payload_q; \
  always_ff @(posedge clk_i or negedge rst_ni) begin \
    if (!rst_ni) name``_stalled_q <= 1'b0; \
    else name``_stalled_q <= (valid) && !(ready); \
  end \
  always_ff @(posedge clk_i) name``_payload_q <= payload; \
  `TWD_ASSERT(name, !name``_stalled_q || ((valid) && (payload) == name``_payload_q))
`endif

`define TWD_REFUSE(label, condition, message) \
  if (condition) begin : label \
    $fatal(1, message); \
  end

`endif
