// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_unit_zeroize: resets the polynomial unit and clears what a reset does not: memories, queues and pipes.
//
//   cycles   2       Clears, Depth or more                Settle
//   rst_no   low     high                                 low
//   clear_o          addr_o, queues                       pipes take zeros and constants
//   w_en_o             word addr_o of both banks
//
// Method    in clear_o every queue writes zeros in a circle; one cycle later both banks write zeros to the word addr_o
//           of clear_o and read what has become zero; the registers of load take zeros, so that the pipes follow. No
//           command is taken, and none runs.
// Timing    busy_o from the cycle after zeroize_i, for 2 + Clears + Settle cycles. Until the last of them zeroize_i has
//           no effect; one that is high in it begins another zeroization. open_o, a flip-flop, is low meanwhile, in
//           reset and one cycle after it. rst_no is a flip-flop that is used as a reset alone.
// Cost      one counter.
// Model     twiddle.model.timing

`include "twd_assert.svh"

module twd_unit_zeroize #(
  parameter  int unsigned Depth    = 512,  // words of a bank
  parameter  int unsigned Settle   = 32,   // cycles from a register in front to the last one of a pipe
  localparam int unsigned AddrBits = $clog2(Depth)
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                zeroize_i,
  output logic                busy_o,
  output logic                open_o,   // words may go in and out
  output logic                rst_no,
  output logic                clear_o,
  output logic                w_en_o,   // a cycle after clear_o
  output logic [AddrBits-1:0] addr_o
);

  localparam int unsigned Clears = Depth < 32 ? 32 : Depth;  // a queue takes 16 and two cycles
  localparam int unsigned CountBits = $clog2(Clears > Settle ? Clears : Settle);

  typedef enum logic [1:0] {
    IDLE,
    DROP,
    CLEAR,
    SETTLE
  } state_e;

  state_e state_q;
  logic [CountBits-1:0] count_q, last;
  logic ends;    // of this state
  logic begins;  // another zeroization
  logic idle;    // in the next cycle

  assign last    = state_q == DROP ? CountBits'(1) : state_q == CLEAR ? CountBits'(Clears - 1) : CountBits'(Settle - 1);
  assign ends    = count_q == last;
  assign begins  = zeroize_i && (state_q == IDLE || (state_q == SETTLE && ends));
  assign idle    = !zeroize_i && (state_q == IDLE || (state_q == SETTLE && ends));
  assign busy_o  = state_q != IDLE;
  assign clear_o = state_q == CLEAR;
  assign addr_o  = count_q[AddrBits-1:0];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= IDLE;
      count_q <= '0;
      open_o  <= 1'b0;
      rst_no  <= 1'b0;
      w_en_o  <= 1'b0;
    end else begin
      open_o  <= idle;
      w_en_o  <= clear_o;
      rst_no  <= idle || (state_q == DROP && ends) || (state_q == CLEAR && !ends);
      count_q <= state_q != IDLE && !ends ? count_q + 1'b1 : '0;
      unique case (state_q)
        IDLE: if (begins) state_q <= DROP;
        DROP: if (ends) state_q <= CLEAR;
        CLEAR: if (ends) state_q <= SETTLE;
        SETTLE: if (ends) state_q <= begins ? DROP : IDLE;
        default: state_q <= IDLE;
      endcase
    end
  end

  `TWD_ASSERT(ClosedWhileBusy, !busy_o || !open_o)

endmodule
