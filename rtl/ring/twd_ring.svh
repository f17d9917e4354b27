// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// TWD_RING(preset): the four ring parameters of a core, for example
//   twd_iterative #(`TWD_RING(twd_ring_pkg::RING_ML_KEM), .Butterflies(1)) u_core (...);
// TWD_REFUSE_RING(module_name, rule): refuses a ring that breaks a rule of twd_ring_pkg.
// TWD_REFUSE_METHOD(module_name, condition): refuses a method that does not work for the modulus of the ring.
// TWD_REFUSE_MEMORY(module_name, memory): refuses what is no memory_e of twd_ram_pkg.

`ifndef TWD_RING_SVH
`define TWD_RING_SVH

`include "twd_assert.svh"

`define TWD_RING(preset) \
  .N        (twd_ring_pkg::length(preset)), \
  .Q        (twd_ring_pkg::modulus(preset)), \
  .Root     (twd_ring_pkg::root(preset)), \
  .RootOrder(twd_ring_pkg::root_order(preset))

`define TWD_REFUSE_RING(module_name, rule) \
  `TWD_REFUSE_IN(gen_bad_length, (rule) == twd_ring_pkg::RULE_LENGTH, module_name, \
    "N is not a power of two from 8 to 4096") \
  `TWD_REFUSE_IN(gen_bad_modulus, (rule) == twd_ring_pkg::RULE_PRIME, module_name, \
    "Q is not an odd prime below 2^24") \
  `TWD_REFUSE_IN(gen_bad_order, (rule) == twd_ring_pkg::RULE_ORDER, module_name, \
    "RootOrder is neither N nor 2 N") \
  `TWD_REFUSE_IN(gen_bad_root, (rule) == twd_ring_pkg::RULE_ROOT, module_name, \
    "Root is not an element of [2, Q) of order RootOrder modulo Q")

`define TWD_REFUSE_METHOD(module_name, condition) \
  `TWD_REFUSE_IN(gen_bad_method, condition, module_name, \
    "Method does not work modulo Q; FOLD, BARRETT, MONTGOMERY, PLANTARD do")

`define TWD_REFUSE_MEMORY(module_name, memory) \
  `TWD_REFUSE_IN(gen_bad_memory, (memory) > 32'(twd_ram_pkg::MEMORY_LUT16), module_name, \
    "Memory is not BLOCK (0), LUT (1) or LUT16 (2)")

`endif
