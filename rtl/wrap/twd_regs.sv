// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_regs: the registers of a core, as twd_regs.rdl describes them, and the way to the windows.
//
// Errors    an access that breaks a rule changes nothing but ERRORS, and is answered with err_o. What sets a bit of
//           ERRORS or IRQ is stronger than the write that clears it.
// Timing    next_i with begin_i in the cycle before req_i is addr_i, and is decoded into flip-flops. A register answers
//           in the cycle of req_i, a window when win_ack_i does. start_o, reset_o and zeroize_o are pulses in the cycle
//           of the write; irq_o is a flip-flop. transfers are counted a cycle later.
// Cost      three counters of 32 bits, a multiplexer of the registers; xc7: 136 LUT, 114 flip-flops.
// Model     tests/axil_cocotb.py, from twd_regs.rdl

`include "twd_assert.svh"

module twd_regs #(
  parameter int unsigned N         = 256,
  parameter int unsigned Q         = 3329,
  parameter int unsigned Root      = 17,
  parameter int unsigned RootOrder = 256,
  parameter int unsigned Lanes     = 8,
  parameter int unsigned Slot      = 16,
  parameter int unsigned Ops       = 32'b11111,  // operations that the core offers, by their codes
  parameter bit          Windows   = 1'b1,
  parameter int unsigned Words     = 128,           // of a window
  parameter bit          TakesB    = 1'b1           // there is a window of b
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  // accesses
  input  logic        begin_i,
  input  logic [15:2] next_i,
  input  logic        req_i,
  input  logic        write_i,
  input  logic        whole_i,
  input  logic [15:2] addr_i,
  input  logic [31:0] wdata_i,
  output logic        ack_o,
  output logic        err_o,
  output logic [31:0] rdata_o,
  // windows: as accesses, of the word addr_i[13:2] of area addr_i[15:14]
  output logic        win_req_o,
  input  logic        win_ack_i,
  input  logic [31:0] win_rdata_i,
  // the core
  output logic [ 2:0] op_o,
  output logic        tuser_o,
  output logic        start_o,
  output logic        reset_o,
  output logic        zeroize_o,
  input  logic        busy_i,     // an operation runs, or a reset
  input  logic        counts_i,   // an operation runs
  input  logic        zeroizing_i,
  input  logic        done_i,     // an operation ended
  input  logic        operand_i,  // with done_i: an operand was wrong
  input  logic [ 1:0] beats_i,    // of streams in this cycle
  output logic        irq_o
);

  twd_regs_pkg::area_e area;
  logic [3:0] word;  // of twd_regs_pkg::reg_e
  logic is_reg_q, is_window_q, read_only_q;  // where addr_i is
  logic writes;
  logic starts, resets, zeroizes;
  logic result_q;  // the window of the result holds one
  logic [1:0] irq_q, enable_q;
  logic [31:0] cycles_q, operations_q, transfers_q;
  logic [1:0] beats_q;
  logic [31:0] value;  // of the register that is read
  logic [twd_regs_pkg::ERRORS-1:0] errors_q, wrong;

  assign area      = twd_regs_pkg::area_e'(addr_i[15:14]);
  assign word      = addr_i[5:2];
  assign writes    = req_i && write_i && err_o == 1'b0 && is_reg_q;

  assign starts   = req_i && write_i && is_reg_q && word == twd_regs_pkg::REG_CONTROL && wdata_i[0];
  assign resets   = req_i && write_i && is_reg_q && word == twd_regs_pkg::REG_CONTROL && wdata_i[1];
  assign zeroizes = req_i && write_i && is_reg_q && word == twd_regs_pkg::REG_CONTROL && wdata_i[2];

  // ---- the next access ----
  twd_regs_pkg::area_e next_area;
  logic next_read_only;

  assign next_area = twd_regs_pkg::area_e'(next_i[15:14]);

  always_comb begin
    case (next_i[5:2])
      twd_regs_pkg::REG_CONTROL, twd_regs_pkg::REG_OPERATION, twd_regs_pkg::REG_ERRORS, twd_regs_pkg::REG_IRQ,
      twd_regs_pkg::REG_IRQ_ENABLE: next_read_only = 1'b0;
      default: next_read_only = 1'b1;
    endcase
    if (next_area != twd_regs_pkg::AREA_REGS) next_read_only = next_area == twd_regs_pkg::AREA_C;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      is_reg_q    <= 1'b0;
      is_window_q <= 1'b0;
      read_only_q <= 1'b0;
    end else if (begin_i) begin
      is_reg_q    <= next_area == twd_regs_pkg::AREA_REGS && next_i[13:6] == '0;
      is_window_q <= Windows && next_area != twd_regs_pkg::AREA_REGS && 32'(next_i[13:2]) < Words
          && (TakesB || next_area != twd_regs_pkg::AREA_B);
      read_only_q <= next_read_only;
    end
  end

  // ---- rules: the first one that is broken ----
  always_comb begin
    wrong = '0;
    if (req_i) begin
      if (!(is_reg_q || is_window_q) || (write_i && (read_only_q || !whole_i)) || (starts && !Windows)) begin
        wrong[twd_regs_pkg::ERR_ACCESS] = 1'b1;
      end else if ((is_window_q && (busy_i || zeroizing_i)) || ((starts || resets || zeroizes) && zeroizing_i)
          || (starts && (busy_i || resets || zeroizes))) begin
        wrong[twd_regs_pkg::ERR_BUSY] = 1'b1;
      end else if (is_window_q && area == twd_regs_pkg::AREA_C && !result_q) begin
        wrong[twd_regs_pkg::ERR_EMPTY] = 1'b1;
      end else if (starts && !Ops[{2'b0, op_o}]) begin
        wrong[twd_regs_pkg::ERR_OPERATION] = 1'b1;
      end
    end
  end

  assign err_o     = wrong != '0;
  assign win_req_o = req_i && is_window_q && !err_o;
  assign ack_o     = req_i && (!win_req_o || win_ack_i);
  assign start_o   = starts && !err_o;
  assign reset_o   = resets && !err_o;
  assign zeroize_o = zeroizes && !err_o;

  always_comb begin
    case (word)
      twd_regs_pkg::REG_ID: value = twd_regs_pkg::ID_VALUE;
      twd_regs_pkg::REG_VERSION: value = twd_regs_pkg::VERSION_VALUE;
      twd_regs_pkg::REG_N: value = N;
      twd_regs_pkg::REG_Q: value = Q;
      twd_regs_pkg::REG_ROOT: value = Root;
      twd_regs_pkg::REG_ROOT_ORDER: value = RootOrder;
      twd_regs_pkg::REG_CAPS: value = {8'(Lanes), 2'b0, 6'(Slot), 7'b0, Windows, 8'(Ops)};
      twd_regs_pkg::REG_OPERATION: value = {23'b0, tuser_o, 5'b0, op_o};
      twd_regs_pkg::REG_STATUS: value = {29'b0, result_q, zeroizing_i, busy_i};
      twd_regs_pkg::REG_ERRORS: value = 32'(errors_q);
      twd_regs_pkg::REG_IRQ: value = 32'(irq_q);
      twd_regs_pkg::REG_IRQ_ENABLE: value = 32'(enable_q);
      twd_regs_pkg::REG_CYCLES: value = cycles_q;
      twd_regs_pkg::REG_OPERATIONS: value = operations_q;
      twd_regs_pkg::REG_TRANSFERS: value = transfers_q;
      default: value = '0;
    endcase
    if (!is_reg_q) value = '0;
    // 0 with an error: a word is acknowledged where nothing is broken, but for a zeroization that has begun since
    rdata_o = is_window_q && win_ack_i && !busy_i && !zeroizing_i ? win_rdata_i : value;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      op_o         <= '0;
      tuser_o      <= 1'b0;
      result_q     <= 1'b0;
      errors_q     <= '0;
      irq_q        <= '0;
      enable_q     <= '0;
      irq_o        <= 1'b0;
      cycles_q     <= '0;
      operations_q <= '0;
      beats_q      <= '0;
      transfers_q  <= '0;
    end else begin
      if (writes && word == twd_regs_pkg::REG_OPERATION) begin
        op_o    <= wdata_i[2:0];
        tuser_o <= wdata_i[8] && !Windows;
      end
      if (writes && word == twd_regs_pkg::REG_IRQ_ENABLE) enable_q <= wdata_i[1:0];
      errors_q <= (writes && word == twd_regs_pkg::REG_ERRORS
                   ? errors_q & ~wdata_i[twd_regs_pkg::ERRORS-1:0] : errors_q)
          | wrong | twd_regs_pkg::ERRORS'(done_i && operand_i);
      irq_q <= (writes && word == twd_regs_pkg::REG_IRQ ? irq_q & ~wdata_i[1:0] : irq_q)
          | {err_o || (done_i && operand_i), done_i};
      irq_o <= |(irq_q & enable_q);
      if (reset_o || zeroize_o || zeroizing_i || start_o) result_q <= 1'b0;
      else if (done_i) result_q <= Windows;
      if (counts_i) cycles_q <= cycles_q + 1'b1;
      if (done_i) operations_q <= operations_q + 1'b1;
      beats_q     <= Windows ? {1'b0, win_req_o && win_ack_i} : beats_i;
      transfers_q <= transfers_q + 32'(beats_q);
    end
  end

  logic unused_bits;
  assign unused_bits = ^{wdata_i, addr_i};

endmodule
