// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_lattice_regs: the registers of twd_lattice_axi, as twd_lattice_regs.rdl describes them.
//
// Errors    an access that breaks a rule changes nothing but ERRORS, and is answered with err_o. What sets a bit of
//           ERRORS or IRQ is stronger than the write that clears it.
// Watchdog  counts the cycles of an operation from WATCHDOG, if it is not 0, down to 0, and sets its bit of ERRORS.
// Timing    every access is answered in the cycle of req_i. start_o, reset_o and zeroize_o are pulses in that cycle;
//           irq_o is a flip-flop.
// Cost      three counters of 32 bits, one of them with a register, a multiplexer of the registers.
// Model     tests/lattice_axi_cocotb.py, from twd_lattice_regs.rdl

`include "twd_assert.svh"

module twd_lattice_regs #(
  parameter  bit          Kem   = 1'b1,
  parameter  bit          Dsa   = 1'b1,
  parameter  int unsigned Lanes = 4,
  localparam int unsigned Errors = twd_lattice_regs_pkg::ERRORS
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  // accesses
  input  logic             req_i,
  input  logic             write_i,
  input  logic             whole_i,
  input  logic [     15:2] addr_i,
  input  logic [     31:0] wdata_i,
  output logic             ack_o,
  output logic             err_o,
  output logic [     31:0] rdata_o,
  // the core
  output logic             start_o,      // the command wdata_i
  output logic             reset_o,
  output logic             zeroize_o,
  input  logic             resetting_i,
  input  logic             zeroizing_i,
  input  logic             runs_i,       // an operation
  input  logic [      2:0] waits_i,      // it does, for a word of in, key, random
  input  logic             done_i,       // it ends, with rules_i
  input  logic [Errors-1:0] rules_i,     // that it broke, or a fault
  output logic             irq_o
);

  logic [3:0] word;  // of twd_lattice_regs_pkg::reg_e
  logic is_reg, writes, starts, controls, read_only, busy;
  logic known;  // this core does what the command says
  logic valid_q;
  logic [1:0] irq_q, enable_q;
  logic [2:0] waits_q;
  logic [31:0] cycles_q, operations_q, watchdog_q, left_q;
  logic expires;
  logic [Errors-1:0] result_q, errors_q, wrong, broken;

  assign word     = addr_i[5:2];
  assign is_reg   = addr_i[15:6] == '0 && addr_i[5:2] < 4'(twd_lattice_regs_pkg::REGS);
  assign writes   = req_i && write_i && !err_o;
  assign starts   = req_i && write_i && is_reg && word == twd_lattice_regs_pkg::REG_COMMAND;
  assign controls = req_i && write_i && is_reg && word == twd_lattice_regs_pkg::REG_CONTROL && wdata_i[1:0] != '0;
  assign busy     = resetting_i || zeroizing_i;

  assign known = wdata_i[31:20] == '0 && twd_lattice_pkg::known(wdata_i[19:0], Kem, Dsa);
  assign expires = runs_i && !busy && !done_i && left_q == 32'd1;

  always_comb begin
    case (word)
      twd_lattice_regs_pkg::REG_CONTROL, twd_lattice_regs_pkg::REG_COMMAND, twd_lattice_regs_pkg::REG_ERRORS,
      twd_lattice_regs_pkg::REG_IRQ, twd_lattice_regs_pkg::REG_IRQ_ENABLE,
      twd_lattice_regs_pkg::REG_WATCHDOG: read_only = 1'b0;
      default: read_only = 1'b1;
    endcase
  end

  // ---- rules: the first one that is broken ----
  always_comb begin
    wrong = '0;
    if (req_i) begin
      if (!is_reg || (write_i && (read_only || !whole_i))) wrong[twd_lattice_regs_pkg::ERR_ACCESS] = 1'b1;
      else if ((starts && (busy || runs_i)) || (controls && busy)) wrong[twd_lattice_regs_pkg::ERR_BUSY] = 1'b1;
      else if (starts && !known) wrong[twd_lattice_regs_pkg::ERR_OPERATION] = 1'b1;
    end
    broken = done_i ? rules_i : '0;
    broken[twd_lattice_regs_pkg::ERR_WATCHDOG] = expires;
  end

  assign err_o     = wrong != '0;
  assign ack_o     = req_i;
  assign start_o   = starts && !err_o;
  assign zeroize_o = controls && !err_o && wdata_i[0];
  assign reset_o   = controls && !err_o && !wdata_i[0];

  always_comb begin
    case (word)
      twd_lattice_regs_pkg::REG_ID: rdata_o = twd_lattice_regs_pkg::ID_VALUE;
      twd_lattice_regs_pkg::REG_VERSION: rdata_o = twd_lattice_regs_pkg::VERSION_VALUE;
      twd_lattice_regs_pkg::REG_CAPS: rdata_o = {20'd0, 4'(Lanes), 6'd0, Dsa, Kem};
      twd_lattice_regs_pkg::REG_STATUS: rdata_o = {27'd0, waits_q, zeroizing_i, busy || runs_i};
      twd_lattice_regs_pkg::REG_RESULT: rdata_o = {valid_q, 31'(result_q)};
      twd_lattice_regs_pkg::REG_ERRORS: rdata_o = 32'(errors_q);
      twd_lattice_regs_pkg::REG_IRQ: rdata_o = 32'(irq_q);
      twd_lattice_regs_pkg::REG_IRQ_ENABLE: rdata_o = 32'(enable_q);
      twd_lattice_regs_pkg::REG_CYCLES: rdata_o = cycles_q;
      twd_lattice_regs_pkg::REG_OPERATIONS: rdata_o = operations_q;
      twd_lattice_regs_pkg::REG_WATCHDOG: rdata_o = watchdog_q;
      default: rdata_o = '0;
    endcase
    if (!is_reg) rdata_o = '0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q      <= 1'b0;
      result_q     <= '0;
      errors_q     <= '0;
      irq_q        <= '0;
      enable_q     <= '0;
      irq_o        <= 1'b0;
      cycles_q     <= '0;
      operations_q <= '0;
      watchdog_q   <= '0;
      left_q       <= '0;
      waits_q      <= '0;
    end else begin
      if (writes && word == twd_lattice_regs_pkg::REG_WATCHDOG) watchdog_q <= wdata_i;
      if (start_o) left_q <= watchdog_q;
      else if (left_q != '0) left_q <= !runs_i || busy || done_i ? '0 : left_q - 32'd1;
      waits_q <= waits_i & {3{runs_i && !busy}};
      if (writes && word == twd_lattice_regs_pkg::REG_IRQ_ENABLE) enable_q <= wdata_i[1:0];
      errors_q <= (writes && word == twd_lattice_regs_pkg::REG_ERRORS ? errors_q & ~wdata_i[Errors-1:0] : errors_q)
          | wrong | broken;
      irq_q <= (writes && word == twd_lattice_regs_pkg::REG_IRQ ? irq_q & ~wdata_i[1:0] : irq_q)
          | {(wrong | broken) != '0, done_i};
      irq_o <= |(irq_q & enable_q);
      valid_q <= (valid_q || done_i) && !start_o && !busy;
      if (done_i) result_q <= rules_i;
      else if (start_o || busy) result_q <= '0;
      cycles_q     <= cycles_q + 32'(runs_i && !busy);
      operations_q <= operations_q + 32'(done_i);
    end
  end

endmodule
