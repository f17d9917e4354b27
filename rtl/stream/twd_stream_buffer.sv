// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_stream_buffer: takes one operand of a streaming core, reduces its coefficients, and gives a polynomial when it is
// whole.
//
// Method    Two banks of a polynomial. A bank is free for the next polynomial as soon as the reading of its last one
//           has started: reads follow each other without a bubble, so no write overtakes them.
// Ranges    in_data_i in [0, 2^Width); a coefficient of q or more is reduced (once: 2^Width < 2q) and flagged. Select:
//           q is that of ring_i, 0 ml-kem, 1 to 3 falcon; bits above clog2(q) are ignored and flagged.
// Follows   no polynomial begins in the cycle after one in which ring_i was UNKNOWN of twd_stream_pkg.
// Timing    whole_o, a flip-flop: a whole polynomial waits. start_i starts its reading: beat 0 is on out_data_o three
//           cycles later, the others follow; err_o, in that third cycle: a coefficient was out of range.
//           in_ready_o is a flip-flop, low in reset and while open_i = 0. Reset empties the buffer.
// Cost      2 Beats words of Lanes * Width bits; a comparison and an adder with a constant a lane.
// Assumes   start_i where whole_o was set in the cycle before, Beats cycles apart.

`include "twd_assert.svh"

module twd_stream_buffer #(
  parameter  int unsigned Q         = 3329,
  parameter  int unsigned Lanes     = 4,
  parameter  int unsigned Beats     = 64,    // of the longest polynomial, a power of two from 4 on
  parameter  bit          Select    = 1'b0,  // the ring is chosen by ring_i
  parameter  bit          Follows   = 1'b0,  // ring_i may be UNKNOWN
  parameter  bit          Trusted   = 1'b0,  // in_data_i is canonical, and err_o 0
  parameter  twd_ram_pkg::memory_e Memory = twd_ram_pkg::MEMORY_LUT,
  localparam int unsigned Width     = $clog2(Q)
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  logic                        open_i,      // 0: nothing is accepted
  input  logic                        in_valid_i,
  output logic                        in_ready_o,
  input  logic [Lanes-1:0][Width-1:0] in_data_i,
  input  logic [                 1:0] ring_i,      // with the first beat
  output logic                        in_sop_o,    // the beat accepted in this cycle is the first of a polynomial
  output logic                        in_bank_o,   // its bank
  output logic                        whole_o,
  input  logic                        start_i,
  input  logic                        reading_i,   // with start_i, and until the last beat of its polynomial
  input  logic                        last_i,      // with that one
  output logic                        out_bank_o,  // of the polynomial that starts next
  output logic [Lanes-1:0][Width-1:0] out_data_o,
  output logic                        err_o
);

  `TWD_REFUSE(gen_bad_beats, Beats < 4 || (Beats & (Beats - 1)) != 0,
              "twd_stream_buffer: Beats is not a power of two from 4 on")

  localparam int unsigned BeatWidth = $clog2(Beats);
  localparam int unsigned NarrowQ = twd_ring_pkg::modulus(twd_ring_pkg::selected(0));
  localparam int unsigned NarrowBits = (1 << $clog2(NarrowQ)) - 1;

  // ---- accept ----
  logic accept;
  logic accept_last;
  logic [1:0] ring;             // of the polynomial that is being accepted
  logic [1:0] ring_q;
  logic first_q;                // beat_q is 0
  logic [BeatWidth-1:0] beat_q;
  logic [BeatWidth-1:0] last_beat;
  logic final_q;                // beat_q is its last beat
  logic [1:0] waiting_q;        // whole polynomials that have not started
  logic [1:0] waiting_d;

  assign accept      = in_valid_i && in_ready_o;
  assign in_sop_o    = accept && first_q;
  assign ring        = first_q ? ring_i : ring_q;
  assign last_beat   = BeatWidth'(twd_stream_pkg::last_beat(Beats, Select, ring));
  assign accept_last = accept && final_q;
  assign waiting_d   = waiting_q + 2'(accept_last) - 2'(start_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {in_ready_o, in_bank_o, out_bank_o, final_q, whole_o} <= '0;
      first_q   <= 1'b1;
      beat_q    <= '0;
      waiting_q <= '0;
    end else begin
      in_ready_o <= Follows && ring_i == twd_stream_pkg::UNKNOWN && (accept ? final_q : first_q) ? 1'b0
          : open_i && !waiting_d[1];
      in_bank_o  <= in_bank_o ^ accept_last;
      out_bank_o <= out_bank_o ^ start_i;
      waiting_q  <= waiting_d;
      whole_o    <= waiting_d != '0;
      if (accept) begin
        first_q <= final_q;
        final_q <= beat_q == last_beat - 1'b1;
        beat_q  <= Select && final_q ? '0 : beat_q + 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (accept) ring_q <= ring;
  end

  // ---- three cycles: the beat, compared, reduced ----
  logic accepted_q, accepted_q2, accepted_q3;
  logic [BeatWidth:0] address_q, address_q2, address_q3;  // bank and beat
  logic [Lanes-1:0][Width-1:0] raw_q, raw_q2;
  logic [Lanes-1:0] outside, outside_q;
  logic narrow, narrow_q;                                 // the ring is ml-kem
  logic [Lanes-1:0][Width-1:0] bits;                      // those of its coefficients
  logic [Lanes-1:0] over, over_q;                         // bits are outside
  logic [Lanes-1:0][Width-1:0] reduced;
  logic [1:0] err_q;                                      // a bank
  logic bad_q;                                            // the beat at reduced_q has a coefficient out of range

  assign narrow = Select && ring_q == twd_ring_pkg::SELECT_ML_KEM;

  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    assign bits[l]    = raw_q[l] & (narrow ? Width'(NarrowBits) : '1);
    assign outside[l] = twd_modarith_pkg::at_least(32'(raw_q[l]), narrow ? NarrowQ : Q);
    assign over[l]    = Select ? twd_modarith_pkg::at_least(32'(bits[l]), narrow ? NarrowQ : Q) : outside[l];
    assign reduced[l] = raw_q2[l]
        - (!(Select ? over_q[l] : outside_q[l]) ? '0 : narrow_q ? Width'(NarrowQ) : Width'(Q));
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {accepted_q, accepted_q2, accepted_q3} <= '0;
    else {accepted_q, accepted_q2, accepted_q3} <= {accept, accepted_q, accepted_q2};
  end

  always_ff @(posedge clk_i) begin
    raw_q      <= in_data_i;
    raw_q2     <= bits;
    outside_q  <= Trusted ? '0 : outside;
    over_q     <= Trusted ? '0 : over;
    narrow_q   <= narrow;
    bad_q      <= |outside_q;
    address_q  <= {in_bank_o, beat_q};
    address_q2 <= address_q;
    address_q3 <= address_q2;
    if (accepted_q3) begin
      err_q[address_q3[BeatWidth]] <= bad_q || (err_q[address_q3[BeatWidth]] && address_q3[BeatWidth-1:0] != '0);
    end
  end

  // ---- read ----
  // A polynomial begins at the address after the last one, or at its bank: no multiplexer is before the memory.
  logic [BeatWidth:0] r_address_q;
  logic [1:0] r_bank_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) r_address_q <= '0;
    else if (reading_i && Select && last_i) r_address_q <= {!r_address_q[BeatWidth], {BeatWidth{1'b0}}};
    else if (reading_i) r_address_q <= r_address_q + 1'b1;
  end

  always_ff @(posedge clk_i) begin
    r_bank_q <= {r_bank_q[0], out_bank_o};
    err_o    <= err_q[r_bank_q[1]];
  end

  twd_ram_1r1w #(
    .Depth(2 * Beats), .Width(Lanes * Width), .Block(Memory == twd_ram_pkg::MEMORY_BLOCK),
    .Words(twd_ram_pkg::words(Memory)), .RegisterPorts(1'b1)
  ) u_memory (
    .clk_i, .rst_ni,
    .w_en_i  (accepted_q2),
    .w_addr_i(address_q2),
    .w_data_i(reduced),
    .en_i    (1'b1),
    .r_en_i  (reading_i),
    .r_addr_i(r_address_q),
    .r_data_o(out_data_o)
  );

`ifndef SYNTHESIS
  logic whole_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) whole_q <= 1'b0;
    else whole_q <= whole_o;
  end
`endif
  `TWD_ASSERT(StartsAWholeOne, !start_i || (whole_o && whole_q))
  `TWD_ASSERT(OperandsAreCanonical, !Trusted || !accepted_q || outside == '0)
  `TWD_ASSERT(TwoBanks, waiting_q <= 2'd2 && (waiting_q != 2'd2 || !in_ready_o))
  `TWD_ASSERT(StartsAtItsBank, !start_i || r_address_q == {out_bank_o, {BeatWidth{1'b0}}})
  `TWD_ASSERT(FirstBeat, first_q == (beat_q == '0))
  `TWD_ASSERT(FinalBeat, final_q == (beat_q == last_beat) || beat_q == '0)

endmodule
