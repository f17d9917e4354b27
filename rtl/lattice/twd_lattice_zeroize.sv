// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_lattice_zeroize: resets twd_lattice and clears what a reset does not: memories, queues and pipes.
//
//   cycles   2       Clears                            until the polynomial unit has ended, Settle or more
//   rst_no   low     high                              low
//   clear_o          high; late_o in the second half
//
// Method    in clear_o Keccak, its queue and the stored bytes take zeros, hints are read from packed ones of zeros, the
//           sampler makes polynomials of zeros, and the encoder keeps HighBits of zeros and then, with late_o, encodes
//           them. Nothing of it leaves. The polynomial unit, begun by start_o, clears itself (twd_unit_zeroize).
// Timing    busy_o from the cycle after zeroize_i, for 2 + Clears + Settle cycles, or as long as the polynomial unit
//           and one more. Until the last of them zeroize_i has no effect; one that is high in it begins another
//           zeroization. open_o, a flip-flop, is low meanwhile, in reset and one cycle after it. rst_no is a flip-flop
//           that is used as a reset alone.
// Cost      one counter
// Model     twiddle.tools.lattice_simulator.zeroize_cycles

`include "twd_assert.svh"

module twd_lattice_zeroize (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic zeroize_i,
  input  logic unit_busy_i,  // the polynomial unit is being cleared
  output logic busy_o,
  output logic open_o,       // words may go in and out
  output logic rst_no,
  output logic start_o,      // for the polynomial unit
  output logic clear_o,
  output logic late_o
);

  localparam int unsigned Clears = 32'd2 << twd_lattice_pkg::PLACE_BITS;
  localparam int unsigned Settle = 32'd8;
  localparam int unsigned CountBits = $clog2(Clears);

  typedef enum logic [1:0] {
    IDLE,
    DROP,
    CLEAR,
    SETTLE
  } state_e;

  state_e state_q;
  logic [CountBits-1:0] count_q, last;
  logic counted, ends;  // of this state
  logic over;           // nothing is cleared in the next cycle, but of another zeroization
  logic idle;           // in the next cycle

  assign last    = state_q == DROP ? CountBits'(1) : state_q == CLEAR ? CountBits'(Clears - 1) : CountBits'(Settle - 1);
  assign counted = count_q == last;
  assign ends    = counted && !(state_q == SETTLE && unit_busy_i);
  assign over    = state_q == IDLE || (state_q == SETTLE && ends);
  assign idle    = over && !zeroize_i;
  assign busy_o  = state_q != IDLE;
  assign start_o = over && zeroize_i;
  assign clear_o = state_q == CLEAR;
  assign late_o  = count_q[CountBits-1];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= IDLE;
      count_q <= '0;
      open_o  <= 1'b0;
      rst_no  <= 1'b0;
    end else begin
      open_o <= idle;
      rst_no <= idle || (state_q == DROP && ends) || (state_q == CLEAR && !ends);
      if (state_q == IDLE || ends) count_q <= '0;
      else if (!counted) count_q <= count_q + 1'b1;
      unique case (state_q)
        IDLE: if (start_o) state_q <= DROP;
        DROP: if (ends) state_q <= CLEAR;
        CLEAR: if (ends) state_q <= SETTLE;
        SETTLE: if (ends) state_q <= start_o ? DROP : IDLE;
        default: state_q <= IDLE;
      endcase
    end
  end

  `TWD_ASSERT(ClosedWhileBusy, !busy_o || !open_o)
  `TWD_ASSERT(UnitEndsFirst, busy_o || !unit_busy_i)

endmodule
