// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mdc_reorder: a reorder buffer from the layout of the lower layers of twd_mdc_engine to natural order, or with
// Inverse back.
//
//              lane bit 0    time, highest bit first
//   reordered  i_P           i_0, i_top, ..., i_(P+1)
//   natural    i_0           i_top, ..., i_(P+1), i_P          P = log2(Lanes), T = 2^(top - P + 1) = Beats
//
// Method    Two memories, E for the coefficients with i_0 = 0 and O for those with i_0 = 1. Word r = (i_top, ...,
//           i_(P+1)) holds those with i_P = 0 and 1 side by side.
//           Forward: beat r is written to E, beat T/2 + r to O; word r of both makes beats 2r and 2r + 1 of the result.
//           It is read for beat 2r, and the rest is held for beat 2r + 1. E[r] is read in cycle T/2 + 1 + 2r, which is
//           not after the next write to it, in cycle T + r at the earliest, as r < T/2.
//           Inverse: beats 2r and 2r + 1 make a word of each memory, written in cycle 2r + 1. Beat r of the result is
//           E[r], read in cycle T/2 + 1 + r >= 2r + 2; beat T/2 + r is O[r], read in cycle T + 1 + r <= T + 2r + 1,
//           that of the next write. A read in the cycle of a write returns the old word, so the memories must not carry
//           no_rw_check.
// Timing    T/2 + 3 cycles, a register after each memory among them. sop_i: beat 0 comes two cycles later; late_i:
//           sop_i, T/2 + 1 cycles later. Polynomials at any distance from T. No reset.
// Cost      Two LUT memories of T/2 words of Lanes coefficients and registers after them, a multiplexer and a flip-flop
//           for every bit of Lanes coefficients, and as many held bits, or half of that with Inverse.
// Model     twiddle.model.mdc.reorder

`include "twd_memory.svh"

module twd_mdc_reorder #(
  parameter int unsigned Lanes   = 4,
  parameter int unsigned Width   = 12,
  parameter int unsigned Beats   = 64,   // a power of two, from 4
  parameter bit          Inverse = 1'b0
) (
  input  logic                        clk_i,
  input  logic                        sop_i,
  input  logic                        late_i,
  input  logic [Lanes-1:0][Width-1:0] x_i,
  output logic [Lanes-1:0][Width-1:0] y_o
);

  localparam int unsigned Words = Beats / 2;
  localparam int unsigned BeatWidth = $clog2(Beats);
  localparam int unsigned AddrWidth = BeatWidth - 1;
  localparam int unsigned Half = Lanes / 2;

  `TWD_LUT_RAM logic [Lanes*Width-1:0] mem_e[Words];
  `TWD_LUT_RAM logic [Lanes*Width-1:0] mem_o[Words];

  logic [BeatWidth-1:0] w_beat_d, w_beat_q;
  logic [BeatWidth-1:0] r_beat_q;       // of what is read in the next cycle
  logic [AddrWidth-1:0] w_addr;
  logic [1:0][AddrWidth-1:0] r_addr;    // of E and O
  logic w_e;
  logic w_o;
  logic [Lanes-1:0][Width-1:0] w_e_data;
  logic [Lanes-1:0][Width-1:0] w_o_data;
  logic [Lanes-1:0][Width-1:0] r_e_q;
  logic [Lanes-1:0][Width-1:0] r_o_q;
  logic [Lanes-1:0][Width-1:0] now;     // for y_o in even beats, or in the first half
  logic [Lanes-1:0][Width-1:0] held_q;  // forward: for y_o in odd beats; inverse: of an even beat
  logic [Lanes-1:0][Width-1:0] later;
  logic other, other_q, other_q2;       // y_o takes later; the third one with what was read

  twd_register_copies #(.Width(AddrWidth), .Copies(2)) u_r_addr (
    .clk_i,
    .en_i(1'b1),
    .d_i(Inverse ? r_beat_q[AddrWidth-1:0] : r_beat_q[BeatWidth-1:1]),
    .q_o(r_addr)
  );

  always_ff @(posedge clk_i) begin
    w_beat_d <= sop_i ? '0 : w_beat_d + 1'b1;
    w_beat_q <= w_beat_d;
    r_beat_q <= late_i ? '0 : r_beat_q + 1'b1;
    other_q  <= other;
    other_q2 <= other_q;
    r_e_q    <= mem_e[r_addr[0]];
    r_o_q    <= mem_o[r_addr[1]];
    if (w_e) mem_e[w_addr] <= w_e_data;
    if (w_o) mem_o[w_addr] <= w_o_data;
  end

  always_ff @(posedge clk_i) begin
    y_o <= other_q2 ? later : now;
  end

  if (Inverse) begin : gen_inverse
    assign w_addr = w_beat_q[BeatWidth-1:1];
    assign w_e    = w_beat_q[0];
    assign w_o    = w_beat_q[0];

    for (genvar m = 0; m < Half; m++) begin : gen_pair
      assign w_e_data[2*m]   = held_q[2*m];
      assign w_e_data[2*m+1] = x_i[2*m];
      assign w_o_data[2*m]   = held_q[2*m+1];
      assign w_o_data[2*m+1] = x_i[2*m+1];
    end

    assign now   = r_e_q;
    assign later = r_o_q;
    assign other = r_beat_q[BeatWidth-1];

    always_ff @(posedge clk_i) begin
      held_q <= x_i;
    end
  end else begin : gen_forward
    assign w_addr   = w_beat_q[AddrWidth-1:0];
    assign w_e      = !w_beat_q[BeatWidth-1];
    assign w_o      = w_beat_q[BeatWidth-1];
    assign w_e_data = x_i;
    assign w_o_data = x_i;

    for (genvar m = 0; m < Half; m++) begin : gen_pair
      assign now[2*m]   = r_e_q[2*m];
      assign now[2*m+1] = r_o_q[2*m];

      always_ff @(posedge clk_i) begin
        held_q[2*m]   <= r_e_q[2*m+1];
        held_q[2*m+1] <= r_o_q[2*m+1];
      end
    end

    assign later = held_q;
    assign other = r_beat_q[0];
  end

endmodule
