// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_butterfly_2x2_pkg: modes of twd_butterfly_2x2.
//
// Model     twiddle.model.quad.butterfly

package twd_butterfly_2x2_pkg;

  typedef enum logic [2:0] {
    MODE_CT      = 3'd0,  // two layers of the forward transform
    MODE_CT_ONE  = 3'd1,  // one layer, of the high bit
    MODE_GS      = 3'd2,  // two layers of the inverse transform
    MODE_GS_ONE  = 3'd3,  // one layer, of the high bit
    MODE_PRODUCT = 3'd4,  // a_i b_i
    MODE_CROSS   = 3'd5,  // a_0 b_1 + a_1 b_0, in the odd lanes
    MODE_PAIR    = 3'd6   // m_0 + zeta m_1, in the even lanes
  } mode_e;

  // The first layer multiplies before it adds.
  function automatic logic forward(input logic [2:0] mode);
    forward = mode == twd_butterfly_2x2_pkg::MODE_CT || mode == twd_butterfly_2x2_pkg::MODE_CT_ONE
        || mode == twd_butterfly_2x2_pkg::MODE_PAIR;
  endfunction

  // The last layer multiplies after it subtracts.
  function automatic logic inverse(input logic [2:0] mode);
    inverse = mode == twd_butterfly_2x2_pkg::MODE_GS || mode == twd_butterfly_2x2_pkg::MODE_GS_ONE;
  endfunction

endpackage
