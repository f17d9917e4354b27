// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_lattice_zeroize: resets twd_lattice and clears what a reset does not: memories, queues and pipes.
//
//   cycles   2       Clears                            until the polynomial unit has ended, Settle or more
//   rst_no   low     high                              low
//   clear_o          high; late_o in the last quarter
//
// Method    in clear_o Keccak, its queue and the stored bytes take zeros, hints are read from packed ones of zeros, the
//           sampler makes polynomials of zeros, and the encoder keeps HighBits of zeros and then, with late_o, encodes
//           them. Nothing of it leaves. The polynomial unit, begun by start_o, clears itself (twd_unit_zeroize).
// Clean     after done_i, and when no word of the operation waits at out, the same begins, with cleans_o in place of
//           busy_o, of the slots that an operation of the set can have used. zeroize_i in it begins another one, of
//           all, when it ends.
// Timing    busy_o from the cycle after zeroize_i, for 2 + Clears + Settle cycles, or as long as the polynomial unit
//           and one more. Until the last of them zeroize_i has no effect; one that is high in it begins another
//           zeroization. open_o, a flip-flop, is low meanwhile, in reset and one cycle after it. rst_no is a flip-flop
//           that is used as a reset alone.
// Cost      one counter
// Model     twiddle.tools.lattice_simulator.zeroize_cycles

`include "twd_assert.svh"

module twd_lattice_zeroize #(
  parameter bit Clean     = 1'b1,
  parameter bit Redundant = 1'b0   // ML-DSA has slots beyond its rows
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic zeroize_i,
  input  logic done_i,            // an operation ends
  input  logic waits_i,           // a word of it has not been taken
  input  logic dsa_i,
  input  logic [1:0] set_i,
  input  logic unit_busy_i,       // the polynomial unit is being cleared
  output logic busy_o,
  output logic cleans_o,
  output logic open_o,            // a command may start
  output logic rst_no,
  output logic start_o,           // for the polynomial unit
  output logic [4:0] part_o,      // with start_o, of it: half, rows
  output logic clear_o,
  output logic late_o
);

  localparam int unsigned Clears = 32'd1 << twd_lattice_pkg::PLACE_BITS;
  localparam int unsigned Settle = 32'd8;
  localparam int unsigned CountBits = $clog2(Clears);

  typedef enum logic [1:0] {
    IDLE,
    DROP,
    CLEAR,
    SETTLE
  } state_e;

  state_e state_q;
  logic [CountBits-1:0] count_q, before_last;
  logic whole;          // all is cleared
  logic whole_q;        // by what goes on
  logic again_q;        // and after it
  logic used, used_q;   // an operation has ended, and has left what it used
  logic waits_q;
  logic counted_q;      // count_q is at its end
  logic ends;           // of this state
  logic over;           // nothing is cleared in the next cycle, but of another zeroization
  logic idle, clears;   // in the next cycle

  assign before_last = state_q == DROP ? '0 : CountBits'(state_q == CLEAR ? Clears - 2 : Settle - 2);
  assign ends     = counted_q && !(state_q == SETTLE && unit_busy_i);
  assign over     = state_q == IDLE || (state_q == SETTLE && ends);
  assign whole    = zeroize_i || again_q;
  assign used     = Clean && (done_i || used_q);
  assign start_o  = over && (whole || (used_q && !waits_q));
  assign part_o   = whole ? 5'd0 : {!dsa_i, Redundant && dsa_i ? 4'd8 : twd_lattice_pkg::rows(dsa_i, set_i)};
  assign idle     = over && !start_o;
  assign clears   = (state_q == DROP && ends) || (state_q == CLEAR && !ends);
  assign busy_o   = (state_q != IDLE && whole_q) || again_q;
  assign cleans_o = state_q != IDLE && !whole_q;
  assign late_o   = count_q[CountBits-1-:2] == '1;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= IDLE;
      count_q <= '0;
      counted_q <= 1'b0;
      whole_q <= 1'b0;
      again_q <= 1'b0;
      used_q  <= 1'b0;
      waits_q <= 1'b0;
      open_o  <= 1'b0;
      rst_no  <= 1'b0;
      clear_o <= 1'b0;
    end else begin
      open_o <= idle && !used;
      rst_no <= idle || clears;
      clear_o <= clears;
      counted_q <= state_q != IDLE && !ends && (counted_q || count_q == before_last);
      if (state_q == IDLE || ends) count_q <= '0;
      else if (!counted_q) count_q <= count_q + 1'b1;
      if (start_o) whole_q <= whole;
      again_q <= !over && (again_q || (zeroize_i && !whole_q));
      used_q  <= used && !start_o;
      waits_q <= waits_i;
      unique case (state_q)
        IDLE: if (start_o) state_q <= DROP;
        DROP: if (ends) state_q <= CLEAR;
        CLEAR: if (ends) state_q <= SETTLE;
        SETTLE: if (ends) state_q <= start_o ? DROP : IDLE;
        default: state_q <= IDLE;
      endcase
    end
  end

  `TWD_ASSERT(ClosedWhileBusy, !(busy_o || cleans_o) || !open_o)
  `TWD_ASSERT(UnitEndsFirst, busy_o || cleans_o || !unit_busy_i)

endmodule
