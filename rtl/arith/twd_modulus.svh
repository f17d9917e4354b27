// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// TWD_REFUSE_Q(module_name, q): refuses a modulus that no arithmetic unit takes (twd_modarith_pkg::is_modulus).

`ifndef TWD_MODULUS_SVH
`define TWD_MODULUS_SVH

`include "twd_assert.svh"

`define TWD_REFUSE_Q(module_name, q) \
  `TWD_REFUSE_IN(gen_bad_modulus, !twd_modarith_pkg::is_modulus(q), module_name, \
    "Q is not odd, from 3 to below 2^24")

`endif
