// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_butterfly_2x2_pkg: modes of twd_butterfly_2x2.
//
// Model     twiddle.model.quad.butterfly

package twd_butterfly_2x2_pkg;

  localparam logic [2:0] QUAD_CT = 3'd0;       // two layers of the forward transform
  localparam logic [2:0] QUAD_CT_ONE = 3'd1;   // one layer, of the high bit
  localparam logic [2:0] QUAD_GS = 3'd2;       // two layers of the inverse transform
  localparam logic [2:0] QUAD_GS_ONE = 3'd3;   // one layer, of the high bit
  localparam logic [2:0] QUAD_PRODUCT = 3'd4;  // a_i b_i
  localparam logic [2:0] QUAD_CROSS = 3'd5;    // a_0 b_1 + a_1 b_0, in the odd lanes
  localparam logic [2:0] QUAD_PAIR = 3'd6;     // m_0 + zeta m_1, in the even lanes

endpackage
