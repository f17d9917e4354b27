// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_lattice_regs_pkg: where the registers of twd_lattice_axi lie; twd_lattice_regs.rdl describes them.

package twd_lattice_regs_pkg;

  localparam logic [31:0] ID_VALUE = 32'h5457_4c31;
  localparam logic [31:0] VERSION_VALUE = {8'd0, 8'd1, 8'd0, 8'd1};  // major, minor, patch, register map

  // Words from address 0 on.
  typedef enum logic [3:0] {
    REG_ID         = 4'd0,
    REG_VERSION    = 4'd1,
    REG_CAPS       = 4'd2,
    REG_CONTROL    = 4'd3,
    REG_COMMAND    = 4'd4,
    REG_STATUS     = 4'd5,
    REG_RESULT     = 4'd6,
    REG_ERRORS     = 4'd7,
    REG_IRQ        = 4'd8,
    REG_IRQ_ENABLE = 4'd9,
    REG_CYCLES     = 4'd10,
    REG_OPERATIONS = 4'd11,
    REG_WATCHDOG   = 4'd12
  } reg_e;

  localparam int unsigned REGS = 13;

  // Bits of ERRORS; those below and fault are of an operation, twd_lattice_pkg::error_t.
  localparam int unsigned RULES = 6;
  localparam int unsigned ERR_OPERATION = 6;
  localparam int unsigned ERR_BUSY = 7;
  localparam int unsigned ERR_ACCESS = 8;
  localparam int unsigned ERR_FAULT = 9;
  localparam int unsigned ERR_WATCHDOG = 10;
  localparam int unsigned ERRORS = 11;

endpackage
