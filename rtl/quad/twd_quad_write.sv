// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_quad_write: where and when the word of a slot is written.
//
// Method    a word is written Delay cycles after its slot, at its address. Of the four words of an inverse group, which
//           are transposed, the odd ones come LateCycles later, and words 1 and 2 leave the butterflies in each
//           other's place (twd_butterfly_2x2): each takes the other's address.
// Timing    w_*, registers, Delay - 1 cycles after write_i, or Delay - 1 + LateCycles: the cycle before the word.
//           Reset drops the writes that are due. loaded_o a cycle before the write of the last beat of the operands.
// Cost      a delay of the address and seven bits, a late one of four bits in flip-flops.
// Model     twiddle.model.quad.slots

`include "twd_assert.svh"
`include "twd_delay.svh"

module twd_quad_write #(
  parameter int unsigned AddrBits = 8,
  parameter int unsigned Delay = 28,
  parameter int unsigned LateCycles = 8  // 2 at least
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                write_i,
  input  logic                load_last_i,  // write_i is that of the last beat of the operands
  input  twd_quad_pkg::slot_t slot_i,
  input  logic [AddrBits-1:0] addr_i,
  output logic                loaded_o,
  output logic                w_en_o,
  output logic                w_twiddle_o,  // to the twiddle factors, not to memory
  output logic                w_region_o,
  output logic [1:0]          w_lanes_o,    // even, odd
  output logic [AddrBits-1:0] w_addr_o
);

  localparam int unsigned Cycles = Delay - 2;  // to the registers before those of w_*

  logic [Cycles+LateCycles-1:0] write_q;
  logic [Delay-2:0] load_last_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      write_q     <= '0;
      load_last_q <= '0;
    end else begin
      write_q     <= {write_q[Cycles+LateCycles-2:0], write_i};
      load_last_q <= {load_last_q[Delay-3:0], load_last_i};
    end
  end

  assign loaded_o = load_last_q[Delay-2];

  typedef struct packed {
    logic [AddrBits-1:0] addr;
    logic                transpose;
    logic [1:0]          phase;
    logic                region;
    logic                twiddle;
    logic [1:0]          lanes;
  } word_t;

  word_t word;         // at Cycles
  word_t late_before;  // at Cycles + LateCycles - 1: there the address of the word after late_q
  word_t late_q;       // at Cycles + LateCycles
  logic [AddrBits-1:0] addr_q;  // of the word before

  `TWD_DELAY(u_word, $bits(word), Cycles, 1'b1,
             {addr_i, slot_i.transpose_out, slot_i.phase, slot_i.w_region, slot_i.w_twiddle, slot_i.w_lanes}, word)

  `TWD_DELAY(u_late, $bits(word), LateCycles - 1, 1'b1, word, late_before)

  always_ff @(posedge clk_i) begin
    addr_q <= word.addr;
    late_q <= late_before;
  end

  logic unused_late;
  assign unused_late = ^late_q;

  logic now;
  logic late;
  assign now = write_q[Cycles-1] && !(word.transpose && word.phase[0]);
  assign late = late_q.transpose && late_q.phase[0] && write_q[Cycles+LateCycles-1];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) w_en_o <= 1'b0;
    else w_en_o <= now || late;
  end

  always_ff @(posedge clk_i) begin
    w_twiddle_o <= word.twiddle && !late;
    w_region_o  <= late ? late_q.region : word.region;
    w_lanes_o   <= late ? 2'b11 : word.lanes;
    w_addr_o    <= late ? (late_q.phase[1] ? late_q.addr : late_before.addr)
        : word.transpose && word.phase[1] ? addr_q : word.addr;
  end

  `TWD_ASSERT(OneWriteACycle, !(now && late))

endmodule
