// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// Assertions and refusals, in one form that every tool reads.
//
// TWD_ASSERT(name, prop): prop, a boolean, holds at every rising edge of clk_i outside reset. Simulators and proofs
//   check it; it is absent in synthesis. History is an ordinary register. The module needs clk_i and rst_ni in scope.
// TWD_ASSERT_HELD(name, valid, ready, payload): once valid, a stream stays valid with the same payload until it is
//   taken. The history of the payload is a register of `$bits(payload)` bits, absent in synthesis like the assertion.
// TWD_ASSERT_AFTER(name, cycles, earlier, now): where `earlier` held `cycles` (from 1 on) enabled cycles before, `now`
//   holds. The module needs clk_i and en_i in scope, no reset and no valid: an arithmetic pipe has neither, and its
//   values are arbitrary until operands arrive. So a unit asserts its own contract, operands in range give results in
//   range. The history starts at 0, an unknown `earlier` (four-state simulators, before operands arrive) counts as 0,
//   and it is absent in synthesis like the assertion.
// TWD_ASSERT_AFTER_IF(name, enable, cycles, earlier, now): the same in a module whose enable has another name, or none.
// TWD_PAST(name, cycles, condition): the signal `name`, for assertions alone: condition held so many enabled cycles
//   before. For operands that come earlier than others.
// TWD_REFUSE(label, condition, message): refuses parameters at elaboration, in a generate block of that label. With
//   TWD_NO_ELABORATION_TASKS, for tools without them such as Genus, the block instantiates a module that does not
//   exist, twd_refused_<label>.
// TWD_REFUSE_IN(label, condition, module_name, message): the same in a macro, with the name of the module.

`ifndef TWD_ASSERT_SVH
`define TWD_ASSERT_SVH

`ifdef SYNTHESIS
`define TWD_ASSERT(name, prop)
`define TWD_ASSERT_HELD(name, valid, ready, payload)
`define TWD_ASSERT_AFTER(name, cycles, earlier, now)
`define TWD_ASSERT_AFTER_IF(name, enable, cycles, earlier, now)
`define TWD_PAST(name, cycles, condition)
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
  `TWD_ASSERT(name, !name``_stalled_q || ((valid) && (payload) === name``_payload_q))
`define TWD_ASSERT_AFTER(name, cycles, earlier, now) `TWD_ASSERT_AFTER_IF(name, en_i, cycles, earlier, now)
`define TWD_ASSERT_AFTER_IF(name, enable, cycles, earlier, now) \
  localparam int unsigned name``Cycles = cycles; \
  logic [name``Cycles-1:0] name``_earlier_q; \
  initial name``_earlier_q = '0; \
  always @(posedge clk_i) begin \
    if (enable) begin \
      name``_earlier_q <= name``Cycles'({name``_earlier_q, (earlier) === 1'b1}); \
      name: assert (!name``_earlier_q[name``Cycles-1] || (now)); \
    end \
  end
`define TWD_PAST(name, cycles, condition) \
  localparam int unsigned name``_cycles = cycles; \
  logic [name``_cycles-1:0] name``_q; \
  logic name; \
  assign name = name``_q[name``_cycles-1]; \
  initial name``_q = '0; \
  always @(posedge clk_i) begin \
    if (en_i) name``_q <= name``_cycles'({name``_q, (condition) === 1'b1}); \
  end
`endif

`ifdef TWD_NO_ELABORATION_TASKS
`define TWD_REFUSE(label, condition, message) \
  if (condition) begin : label \
    twd_refused_``label u_refused (); \
  end
`define TWD_REFUSE_IN(label, condition, module_name, message) `TWD_REFUSE(label, condition, message)
`else
`define TWD_REFUSE(label, condition, message) \
  if (condition) begin : label \
    $fatal(1, message); \
  end
`define TWD_REFUSE_IN(label, condition, module_name, message) \
  if (condition) begin : label \
    $fatal(1, "%s: %s", module_name, message); \
  end
`endif

`endif
