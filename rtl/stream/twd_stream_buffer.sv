// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_stream_buffer: one operand stream of a streaming core. It makes beats canonical, keeps them until their
// polynomial is whole, and gives them again where it is not.
//
// Why       A streaming transform stops while a polynomial that has begun to enter lacks a beat, and with it everything
//           that is in its pipe. An accepted operation must finish without further input, so the core can withdraw such
//           a polynomial, let the pipe empty, and read the same beats again later (rewind_i).
// Ranges    in_data_i in [0, 2^Width); a coefficient of q or more is reduced (once: 2^Width < 2q) and flagged in
//           out_bad_o. Select: q is that of ring_i, 0 ml-kem, 1 to 3 falcon; bits above clog2(q) are ignored and
//           flagged.
// Timing    A beat is offered two cycles after it was accepted. out_have_o, a flip-flop: out_data_o is a beat; take_i
//           takes it; next_o is out_have_o of the next cycle. in_ready_o is a flip-flop, low in reset. Reset empties
//           the buffer.
// Rule      The buffer keeps the beats of the polynomial that is being read until it is whole, and the other operand
//           with it (free_i); from then on it keeps unread beats alone. A polynomial that lacks a beat never fills the
//           buffer, which holds the longest one, so only a whole one can make space short. The registers before
//           in_ready_o need a margin of four beats.
// Cost      Beats * (Lanes * Width + 1) bits of LUT memory, of 16 beats at least; a comparison and an adder with a
//           constant a lane.
// Assumes   take_i only with out_have_o; rewind_i only within a polynomial for which free_i was not set.

`include "twd_assert.svh"

module twd_stream_buffer #(
  parameter  int unsigned Q         = 3329,
  parameter  int unsigned Lanes     = 4,
  parameter  int unsigned Beats     = 64,    // of the longest polynomial, a power of two from 4 on
  parameter  bit          Select    = 1'b0,  // the ring is chosen by ring_i
  localparam int unsigned Width     = $clog2(Q)
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  logic                        open_i,      // 0: nothing is accepted
  input  logic                        in_valid_i,
  output logic                        in_ready_o,
  input  logic [Lanes-1:0][Width-1:0] in_data_i,
  input  logic [            1:0]      ring_i,      // with the first beat
  output logic                        in_sop_o,  // the beat accepted in this cycle is the first of a polynomial
  output logic                        whole_o,     // a whole polynomial is stored, or being read
  output logic                        whole_next_o,
  input  logic                        free_i,      // the other operand is whole in the next cycle, or not needed
  output logic                        next_o,
  output logic                        out_have_o,
  output logic [Lanes-1:0][Width-1:0] out_data_o,
  output logic                        out_bad_o,
  input  logic                        take_i,
  input  logic                        last_i,      // with take_i: the last beat of its polynomial
  input  logic                        rewind_i
);

  if (Beats < 4 || (Beats & (Beats - 1)) != 0) begin : gen_bad_beats
    $fatal(1, "twd_stream_buffer: Beats is not a power of two from 4 on");
  end

  localparam int unsigned Depth = twd_stream_pkg::buffer_depth(Beats);
  localparam int unsigned Margin = 4;
  localparam int unsigned BeatWidth = $clog2(Beats);
  localparam int unsigned AddrWidth = $clog2(Depth);
  localparam int unsigned Word = Lanes * Width + 1;

  // ---- accept ----
  logic accept;
  logic accept_last;
  logic [1:0] ring;             // of the polynomial that is being accepted
  logic [1:0] ring_q;
  logic [BeatWidth-1:0] beat_q;
  logic [BeatWidth-1:0] last_beat;
  logic final_q;                // beat_q is its last beat

  assign accept      = in_valid_i && in_ready_o;
  assign in_sop_o  = accept && beat_q == '0;
  assign ring        = beat_q == '0 ? ring_i : ring_q;
  assign last_beat   = !Select ? {BeatWidth{1'b1}} : BeatWidth'(twd_stream_pkg::last_beat(ring));
  assign accept_last = accept && final_q;

  // ---- contents: counts modulo 2 Depth ----
  logic [AddrWidth:0] accepted_q;
  logic [AddrWidth:0] written_q;
  logic [AddrWidth:0] read_q;
  logic [AddrWidth:0] begun_q;  // start of the polynomial that is being read
  logic [AddrWidth:0] unread;
  logic [AddrWidth:0] kept;
  logic [AddrWidth:0] ahead_q, ahead_d;
  logic one_q, one_d;
  logic [1:0] recount_q;
  logic begins;                  // take_i, late, takes a polynomial's first beat
  logic unread_full, unread_full_q;
  logic kept_full_q;
  logic keep;                    // beats that have been read are kept
  logic [AddrWidth-1:0] whole_q; // polynomials accepted whole and not yet read to their last beat
  logic write_q;
  logic in_polynomial_q;                // part of a polynomial has been read

  assign whole_next_o = whole_o || accept_last;
  assign begins       = take_i && !in_polynomial_q;
  assign keep         = in_polynomial_q && (rewind_i || !(whole_next_o && free_i));
  assign unread       = accepted_q - read_q;
  assign kept         = accepted_q - begun_q;
  assign unread_full  = unread >= (AddrWidth + 1)'(Depth - Margin);

  // Beats to be read, and whether they are none or one, in registers because take_i arrives late. A rewind counts them
  // anew; no take_i follows it at once.
  assign next_o  = write_q || rewind_i || (take_i ? !one_q : out_have_o);
  assign ahead_d = (recount_q[0] ? written_q - read_q : ahead_q) + (AddrWidth + 1)'(write_q) - (AddrWidth + 1)'(take_i);
  assign one_d   = write_q == take_i ? ahead_q == (AddrWidth + 1)'(1)
      : write_q ? ahead_q == '0 : ahead_q == (AddrWidth + 1)'(2);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      in_ready_o <= 1'b0;
      beat_q     <= '0;
      final_q    <= 1'b0;
      accepted_q <= '0;
      written_q  <= '0;
      read_q     <= '0;
      whole_q    <= '0;
      whole_o    <= 1'b0;
      write_q    <= 1'b0;
      out_have_o <= 1'b0;
      ahead_q    <= '0;
      one_q      <= 1'b0;
      recount_q  <= '0;
      in_polynomial_q   <= 1'b0;
    end else begin
      in_ready_o <= open_i && !(whole_next_o && (keep ? kept_full_q : unread_full_q));
      accepted_q <= accepted_q + (AddrWidth + 1)'(accept);
      written_q  <= written_q + (AddrWidth + 1)'(write_q);
      write_q    <= accept;
      whole_q    <= whole_q + AddrWidth'(accept_last) - AddrWidth'(take_i && last_i);
      out_have_o <= next_o;
      ahead_q    <= ahead_d;
      one_q      <= one_d;
      recount_q  <= {recount_q[0], rewind_i};
      whole_o    <= accept_last || (take_i && last_i ? whole_q != AddrWidth'(1) : whole_o);
      if (accept) final_q <= beat_q == last_beat - 1'b1;
      if (accept) beat_q <= accept_last ? '0 : beat_q + 1'b1;
      if (rewind_i) read_q <= begun_q;
      else read_q <= read_q + (AddrWidth + 1)'(take_i);
      if (rewind_i) in_polynomial_q <= 1'b0;
      else if (take_i) in_polynomial_q <= !last_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (begins) begun_q <= read_q;
    unread_full_q <= rewind_i || unread_full;
    kept_full_q   <= begins ? unread_full : kept >= (AddrWidth + 1)'(Depth - Margin);
    ring_q        <= ring;
  end

  // ---- cycle 1: canonical, into the memory ----
  logic [Lanes-1:0][Width-1:0] raw_q;
  logic [Lanes-1:0][Width-1:0] canonical;
  logic [Lanes-1:0] outside;

  always_ff @(posedge clk_i) begin
    raw_q <= in_data_i;
  end

  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    if (Select) begin : gen_select
      localparam int unsigned NarrowQ = twd_ring_pkg::modulus(twd_ring_pkg::RING_ML_KEM);
      localparam int unsigned NarrowWidth = $clog2(NarrowQ);
      logic narrow;
      logic [NarrowWidth-1:0] reduced;
      logic narrow_outside;

      assign narrow  = ring_q == twd_ring_pkg::SELECT_ML_KEM;
      assign narrow_outside = twd_modarith_pkg::at_least(32'(raw_q[l][NarrowWidth-1:0]), NarrowQ);
      assign reduced = raw_q[l][NarrowWidth-1:0] - (narrow_outside ? NarrowWidth'(NarrowQ) : '0);
      assign outside[l]   = narrow ? twd_modarith_pkg::at_least(32'(raw_q[l]), NarrowQ)
          : twd_modarith_pkg::at_least(32'(raw_q[l]), Q);
      assign canonical[l] = narrow ? Width'(reduced) : raw_q[l] - (outside[l] ? Width'(Q) : '0);
    end else begin : gen_fixed
      assign outside[l] = twd_modarith_pkg::at_least(32'(raw_q[l]), Q);

      twd_mod_correct #(
        .Q(Q)
      ) u_canon (
        .raw_i   ({2'b00, raw_q[l]}),
        .result_o(canonical[l])
      );
    end
  end

  (* ram_style = "distributed", no_rw_check *) logic [Word-1:0] mem[Depth];

  always_ff @(posedge clk_i) begin
    if (write_q) mem[written_q[AddrWidth-1:0]] <= {|outside, canonical};
  end

  assign {out_bad_o, out_data_o} = mem[read_q[AddrWidth-1:0]];

  if (!Select) begin : gen_unused
    logic unused_ring;
    assign unused_ring = ^ring_q;
  end

  `TWD_ASSERT(TakenOnlyWhatIsOffered, !take_i || out_have_o)
  `TWD_ASSERT(CountsAgree, recount_q != '0 || (ahead_q == written_q - read_q && out_have_o == (ahead_q != '0)
      && one_q == (ahead_q == (AddrWidth + 1)'(1))))
  `TWD_ASSERT(RewindIsNotFollowedAtOnce, recount_q == '0 || !take_i)
  `TWD_ASSERT(FinalBeat, final_q == (beat_q == last_beat) || beat_q == '0)
  `TWD_ASSERT(WholeOnesCounted, whole_o == (whole_q != '0))
  `TWD_ASSERT(NeverOverfull, accepted_q - (keep ? begun_q : read_q) <= (AddrWidth + 1)'(Depth))
  `TWD_ASSERT(RewoundInTheMiddle, !rewind_i || (in_polynomial_q && !take_i))

endmodule
