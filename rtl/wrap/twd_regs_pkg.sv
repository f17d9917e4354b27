// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_regs_pkg: where the registers of a core lie; twd_regs.rdl describes them.

package twd_regs_pkg;

  localparam logic [31:0] ID_VALUE = 32'h5457_4431;
  localparam logic [31:0] VERSION_VALUE = {8'd0, 8'd1, 8'd0, 8'd1};  // major, minor, patch, register map

  // Words from address 0 on.
  typedef enum logic [3:0] {
    REG_ID         = 4'd0,
    REG_VERSION    = 4'd1,
    REG_N          = 4'd2,
    REG_Q          = 4'd3,
    REG_ROOT       = 4'd4,
    REG_ROOT_ORDER = 4'd5,
    REG_CAPS       = 4'd6,
    REG_CONTROL    = 4'd7,
    REG_OPERATION  = 4'd8,
    REG_STATUS     = 4'd9,
    REG_ERRORS     = 4'd10,
    REG_IRQ        = 4'd11,
    REG_IRQ_ENABLE = 4'd12,
    REG_CYCLES     = 4'd13,
    REG_OPERATIONS = 4'd14,
    REG_TRANSFERS  = 4'd15
  } reg_e;

  // Bits 15 and 14 of an address.
  typedef enum logic [1:0] {
    AREA_REGS = 2'd0,
    AREA_A    = 2'd1,
    AREA_B    = 2'd2,
    AREA_C    = 2'd3
  } area_e;

  // Bits of ERRORS.
  localparam int unsigned ERR_OPERAND = 0;
  localparam int unsigned ERR_OPERATION = 1;
  localparam int unsigned ERR_BUSY = 2;
  localparam int unsigned ERR_ACCESS = 3;
  localparam int unsigned ERR_EMPTY = 4;
  localparam int unsigned ERRORS = 5;

endpackage
