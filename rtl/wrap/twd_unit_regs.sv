// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_unit_regs: the registers of the polynomial unit, as twd_unit_regs.rdl describes them.
//
// Errors    an access that breaks a rule changes nothing but ERRORS, and is answered with err_o. What sets a bit of
//           ERRORS or IRQ is stronger than the write that clears it.
// Timing    every access is answered in the cycle of req_i. push_o, pop_o and zeroize_o are pulses in that cycle; irq_o
//           is a flip-flop.
// Cost      two counters of 32 bits, a multiplexer of the registers.
// Model     tests/unit_axi_cocotb.py, from twd_unit_regs.rdl

`include "twd_assert.svh"

module twd_unit_regs #(
  parameter  int unsigned N      = 256,
  parameter  int unsigned Q      = 8380417,
  parameter  int unsigned Root   = 1753,
  parameter  int unsigned Q_2    = 3329,
  parameter  int unsigned Root_2 = 17,
  parameter  int unsigned Lanes  = 4,
  parameter  int unsigned Slots  = 16,
  parameter  int unsigned Place  = 32,       // bits of a lane on the streams
  localparam int unsigned LevelBits = twd_unit_regs_pkg::LEVEL_BITS,
  localparam int unsigned NumberBits = twd_unit_pkg::NUMBER_BITS
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  // accesses
  input  logic                  req_i,
  input  logic                  write_i,
  input  logic                  whole_i,
  input  logic [          15:2] addr_i,
  input  logic [          31:0] wdata_i,
  output logic                  ack_o,
  output logic                  err_o,
  output logic [          31:0] rdata_o,
  // the queues and the unit
  output logic                  push_o,         // the command wdata_i
  input  logic [ LevelBits-1:0] commands_i,     // that wait
  output logic                  pop_o,          // the completion has been read
  input  logic [ LevelBits-1:0] completions_i,  // that wait
  input  logic [NumberBits-1:0] completion_i,   // the oldest
  output logic                  zeroize_o,
  input  logic                  zeroizing_i,
  input  logic                  busy_i,         // a command waits or runs
  input  logic                  taken_i,        // the unit takes a command
  input  logic                  done_i,         // a command with report = 1 has ended
  input  logic                  lost_i,         // its completion found no place
  input  twd_unit_pkg::rule_e   rule_i,         // that was broken, for a cycle
  output logic                  irq_o
);

  localparam int unsigned Errors = twd_unit_regs_pkg::ERRORS;

  logic [4:0] word;  // of twd_unit_regs_pkg::reg_e
  logic is_reg, writes, pushes, zeroizes, read_only;
  logic [NumberBits-1:0] number_q;  // of the next command
  logic [1:0] irq_q, enable_q;
  logic [31:0] cycles_q, taken_q;
  logic [Errors-1:0] errors_q, wrong, broken;

  assign word     = addr_i[6:2];
  assign is_reg   = addr_i[15:7] == '0 && addr_i[6:2] <= 5'd16;
  assign writes   = req_i && write_i && !err_o;
  assign pushes   = req_i && write_i && is_reg && word == twd_unit_regs_pkg::REG_COMMAND;
  assign zeroizes = req_i && write_i && is_reg && word == twd_unit_regs_pkg::REG_CONTROL && wdata_i[0];

  always_comb begin
    case (word)
      twd_unit_regs_pkg::REG_CONTROL, twd_unit_regs_pkg::REG_COMMAND, twd_unit_regs_pkg::REG_ERRORS,
      twd_unit_regs_pkg::REG_IRQ, twd_unit_regs_pkg::REG_IRQ_ENABLE: read_only = 1'b0;
      default: read_only = 1'b1;
    endcase
  end

  // ---- rules: the first one that is broken ----
  always_comb begin
    wrong = '0;
    if (req_i) begin
      if (!is_reg || (write_i && (read_only || !whole_i))) wrong[twd_unit_regs_pkg::ERR_ACCESS] = 1'b1;
      else if ((pushes || zeroizes) && zeroizing_i) wrong[twd_unit_regs_pkg::ERR_BUSY] = 1'b1;
      else if (pushes && commands_i == LevelBits'(twd_unit_regs_pkg::QUEUE)) begin
        wrong[twd_unit_regs_pkg::ERR_FULL] = 1'b1;
      end
    end
    broken = '0;
    for (int i = 0; i < 7; i++) broken[i] = rule_i == twd_unit_pkg::rule_e'(i + 1);
    broken[twd_unit_regs_pkg::ERR_LOST] = lost_i;
  end

  assign err_o     = wrong != '0;
  assign ack_o     = req_i;
  assign push_o    = pushes && !err_o;
  assign zeroize_o = zeroizes && !err_o;
  assign pop_o     = req_i && !write_i && is_reg && word == twd_unit_regs_pkg::REG_COMPLETION && completions_i != '0;

  always_comb begin
    case (word)
      twd_unit_regs_pkg::REG_ID: rdata_o = twd_unit_regs_pkg::ID_VALUE;
      twd_unit_regs_pkg::REG_VERSION: rdata_o = twd_unit_regs_pkg::VERSION_VALUE;
      twd_unit_regs_pkg::REG_N: rdata_o = N;
      twd_unit_regs_pkg::REG_Q: rdata_o = Q;
      twd_unit_regs_pkg::REG_ROOT: rdata_o = Q != 0 ? Root : '0;
      twd_unit_regs_pkg::REG_Q_2: rdata_o = Q_2;
      twd_unit_regs_pkg::REG_ROOT_2: rdata_o = Q_2 != 0 ? Root_2 : '0;
      twd_unit_regs_pkg::REG_CAPS: rdata_o = {10'b0, 6'(Place), 4'b0, 4'(Lanes), 1'b0, 7'(Slots)};
      twd_unit_regs_pkg::REG_STATUS: begin
        rdata_o = {number_q, 8'(completions_i), 8'(LevelBits'(twd_unit_regs_pkg::QUEUE) - commands_i), 6'b0,
                   zeroizing_i, busy_i};
      end
      twd_unit_regs_pkg::REG_COMPLETION: rdata_o = pop_o ? {1'b1, 31'(completion_i)} : '0;
      twd_unit_regs_pkg::REG_ERRORS: rdata_o = 32'(errors_q);
      twd_unit_regs_pkg::REG_IRQ: rdata_o = 32'(irq_q);
      twd_unit_regs_pkg::REG_IRQ_ENABLE: rdata_o = 32'(enable_q);
      twd_unit_regs_pkg::REG_CYCLES: rdata_o = cycles_q;
      twd_unit_regs_pkg::REG_COMMANDS: rdata_o = taken_q;
      default: rdata_o = '0;
    endcase
    if (!is_reg) rdata_o = '0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      number_q <= '0;
      errors_q <= '0;
      irq_q    <= '0;
      enable_q <= '0;
      irq_o    <= 1'b0;
      cycles_q <= '0;
      taken_q  <= '0;
    end else begin
      if (writes && word == twd_unit_regs_pkg::REG_IRQ_ENABLE) enable_q <= wdata_i[1:0];
      errors_q <= (writes && word == twd_unit_regs_pkg::REG_ERRORS ? errors_q & ~wdata_i[Errors-1:0] : errors_q)
          | wrong | broken;
      irq_q <= (writes && word == twd_unit_regs_pkg::REG_IRQ ? irq_q & ~wdata_i[1:0] : irq_q)
          | {(wrong | broken) != '0, done_i};
      irq_o <= |(irq_q & enable_q);
      number_q <= zeroizing_i ? '0 : number_q + NumberBits'(push_o);
      cycles_q <= cycles_q + 32'(busy_i && !zeroizing_i);
      taken_q  <= taken_q + 32'(taken_i);
    end
  end

  logic unused_bits;
  assign unused_bits = ^wdata_i;

endmodule
