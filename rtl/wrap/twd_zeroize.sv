// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_zeroize: resets a core, and clears its memories and pipes with operations on zeros.
//
// Method    reset_i: rst_no is low for five cycles. zeroize_i: low for Words cycles, in which clear_o and addr_o clear
//           memories around the core; then every operation of Ops on zeros, one after the other, each from run_o
//           until done_i, and all of them Rounds times; then the same reset again. As the core's own writes overwrite
//           its memories, it needs no port and no path for it. Rounds is at least the number of results that the core
//           keeps: 1, but for streaming cores, whose output memory holds several. Tests read every register and memory
//           of the netlist afterwards.
// Timing    busy_o from the cycle after either until the core takes operations. zeroize_i during a reset makes it a
//           zeroization. During a zeroization neither is looked at, but a zeroize_i that is high in its last cycle
//           begins another one.
// Cost      two counters

`include "twd_assert.svh"

module twd_zeroize #(
  parameter  int unsigned Ops       = 1,
  parameter  int unsigned Words     = 128,
  parameter  int unsigned Rounds    = 1,
  localparam int unsigned AddrWidth = $clog2(Words)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 reset_i,
  input  logic                 zeroize_i,
  output logic                 busy_o,
  output logic                 zeroizing_o,
  output logic                 rst_no,   // of the core: a flip-flop
  output logic                 clear_o,  // the word addr_o
  output logic [AddrWidth-1:0] addr_o,
  output logic                 run_o,    // an operation op_o begins
  output logic [          2:0] op_o,
  input  logic                 done_i
);

  `TWD_REFUSE(gen_bad_words, Words < 4, "twd_zeroize: Words is less than 4")
  `TWD_REFUSE(gen_bad_rounds, Rounds < 1, "twd_zeroize: Rounds is less than 1")

  localparam int unsigned Codes = 32'd8;  // of operations
  localparam int unsigned RunBits = Rounds > 1 ? $clog2(Codes * Rounds) : 3;

  typedef enum logic [2:0] {
    IDLE  = 3'd0,
    RESET = 3'd1,  // without clearing
    CLEAR = 3'd2,
    RUN   = 3'd3,
    WAIT  = 3'd4,
    AGAIN = 3'd5   // CLEAR, the last time
  } state_e;

  state_e state_q;
  logic up, up_q;  // no reset; up_q is rst_no for what is not a reset
  logic last;      // addr_o is the last word
  logic [RunBits-1:0] run_q;  // round and operation
  logic ends;      // it is the last one

  assign up          = (state_q == IDLE && !reset_i && !zeroize_i) || state_q == RUN || state_q == WAIT;
  assign last        = addr_o == AddrWidth'(Words - 1);
  assign ends        = run_q == RunBits'(Codes * Rounds - 1);
  assign op_o        = run_q[2:0];
  assign busy_o      = state_q != IDLE || !up_q;
  assign zeroizing_o = state_q != IDLE && state_q != RESET;
  assign clear_o     = state_q == CLEAR || state_q == AGAIN;
  assign run_o       = state_q == RUN && up_q && Ops[{2'b0, op_o}];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= IDLE;
      rst_no  <= 1'b0;
      up_q    <= 1'b0;
      addr_o  <= '0;
      run_q   <= '0;
    end else begin
      addr_o <= (clear_o && !last) || (state_q == RESET && !zeroize_i) ? addr_o + 1'b1 : '0;
      rst_no <= up;
      up_q   <= up;
      case (state_q)
        IDLE: begin
          if (zeroize_i) state_q <= CLEAR;
          else if (reset_i) state_q <= RESET;
        end
        RESET: begin
          if (zeroize_i) state_q <= CLEAR;
          else if (addr_o[1:0] == 2'd3) state_q <= IDLE;
        end
        CLEAR: begin
          run_q <= '0;
          if (last) state_q <= RUN;
        end
        RUN: if (up_q) begin
          if (Ops[{2'b0, op_o}]) state_q <= WAIT;
          else if (ends) state_q <= AGAIN;
          else run_q <= run_q + 1'b1;
        end
        WAIT: begin
          if (done_i) begin
            run_q   <= run_q + 1'b1;
            state_q <= ends ? AGAIN : RUN;
          end
        end
        AGAIN: if (last) state_q <= zeroize_i ? CLEAR : IDLE;
        default: state_q <= IDLE;
      endcase
    end
  end

endmodule
