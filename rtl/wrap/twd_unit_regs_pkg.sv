// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_unit_regs_pkg: where the registers of the polynomial unit lie; twd_unit_regs.rdl describes them.

package twd_unit_regs_pkg;

  localparam logic [31:0] ID_VALUE = 32'h5457_5531;
  localparam logic [31:0] VERSION_VALUE = {8'd0, 8'd1, 8'd0, 8'd1};  // major, minor, patch, register map

  // Words from address 0 on.
  typedef enum logic [4:0] {
    REG_ID         = 5'd0,
    REG_VERSION    = 5'd1,
    REG_N          = 5'd2,
    REG_Q          = 5'd3,
    REG_ROOT       = 5'd4,
    REG_Q_2        = 5'd5,
    REG_ROOT_2     = 5'd6,
    REG_CAPS       = 5'd7,
    REG_CONTROL    = 5'd8,
    REG_COMMAND    = 5'd9,
    REG_STATUS     = 5'd10,
    REG_COMPLETION = 5'd11,
    REG_ERRORS     = 5'd12,
    REG_IRQ        = 5'd13,
    REG_IRQ_ENABLE = 5'd14,
    REG_CYCLES     = 5'd15,
    REG_COMMANDS   = 5'd16
  } reg_e;

  // Bits of ERRORS; 0 to 6 are those of rule_e of twd_unit_pkg, less one.
  localparam int unsigned ERR_FULL = 7;
  localparam int unsigned ERR_BUSY = 8;
  localparam int unsigned ERR_ACCESS = 9;
  localparam int unsigned ERR_LOST = 10;
  localparam int unsigned ERRORS = 11;

  // Places of the queues of commands and of completions.
  localparam int unsigned QUEUE = 16;
  localparam int unsigned LEVEL_BITS = 5;  // 0 to QUEUE

endpackage
