// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// TWD_REFUSE_Q(module_name, q): refuses a modulus that no arithmetic unit takes (twd_modarith_pkg::is_modulus).

`ifndef TWD_MODULUS_SVH
`define TWD_MODULUS_SVH

`include "twd_assert.svh"

`define TWD_REFUSE_Q(module_name, q) \
  if (!twd_modarith_pkg::is_modulus(q)) begin : gen_bad_modulus \
    $fatal(1, "%s: Q is not odd, from 3 to below 2^24", module_name); \
  end

`endif
