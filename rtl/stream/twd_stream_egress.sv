// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_stream_egress: the results of a pipe that never stops, as a stream with back-pressure.
//
// Method    An output memory with a place for every result that may be in the pipe. The control reserves the place
//           (take_i) when a polynomial enters, and only while room_o is set; the place is free again when the result
//           has been read from the memory into a short queue. A completion record of each polynomial holds the length
//           of its result and its c_err_o.
// Timing    sop_i: beat 0 of a result is on y_i two cycles later; a beat is offered six cycles after it was on y_i.
//           room_o is a flip-flop, two cycles after take_i. With open_i = 0 results are ignored. Reset drops
//           everything.
// Cost      Words words of Width + 2 bits, a queue of 16.
// Assumes   the completion record of a result arrives before its beat 0.

`include "twd_assert.svh"

module twd_stream_egress #(
  parameter int unsigned Width  = 48,    // of a beat
  parameter int unsigned Beats  = 64,    // of a polynomial; of the longest one with Select
  parameter bit          Select = 1'b0,
  parameter int unsigned Words  = 320,   // twd_stream_pkg::output_words
  parameter int unsigned MaxInFlight = 0,     // polynomials in the pipe that have no place yet
  parameter twd_ram_pkg::memory_e Memory = twd_ram_pkg::MEMORY_LUT
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  logic                        open_i,
  input  logic                        take_i,
  input  logic [                 1:0] take_ring_i,
  output logic                        room_o,
  input  twd_stream_pkg::completion_t completion_i,
  input  logic                        sop_i,
  input  logic [Width-1:0]            y_i,
  output logic                        c_valid_o,
  input  logic                        c_ready_i,
  output logic [Width-1:0]            c_data_o,
  output logic                        c_last_o,
  output logic                        c_err_o
);

  localparam int unsigned WordsPerCredit = twd_stream_pkg::shortest(Beats, Select);  // words of a credit
  localparam int unsigned Credits = Words / WordsPerCredit;

  `TWD_REFUSE(gen_bad_beats, Beats < 4 || (Beats & (Beats - 1)) != 0,
              "twd_stream_egress: Beats is not a power of two from 4 on")
  `TWD_REFUSE(gen_bad_words, Words < 2 * Beats || Words % WordsPerCredit != 0,
              "twd_stream_egress: Words is not a multiple of the shortest polynomial that holds two of the longest")

  localparam int unsigned BeatWidth = $clog2(Beats);
  localparam int unsigned PerCreditWidth = $clog2(WordsPerCredit);
  localparam int unsigned AddrWidth = $clog2(Words);
  localparam int unsigned CreditWidth = $clog2(Credits + 1);
  localparam int unsigned RecordWidth = $clog2(Credits > MaxInFlight ? Credits : MaxInFlight);
  localparam int unsigned Records = 1 << RecordWidth;

  // ---- results from the pipe ----
  // A record is in use from the completion of a polynomial to the last beat of its result. Such a polynomial has
  // one of the Credits places, or it is one of the MaxInFlight of a batch, which has the pipe to itself.
  logic errs[Records];
  logic [1:0] rings[Records];            // with Select
  logic [RecordWidth-1:0] w_record_q, r_record_q;
  logic begin_q;                         // beat 0 is on y_i in the next cycle
  logic valid_q;                         // y_i is a beat of a result
  logic [BeatWidth-1:0] beat_q;
  logic [BeatWidth-1:0] last_beat;
  logic [1:0] ring;                      // of the result on y_i
  logic final_q;                         // beat_q is its last beat

  assign last_beat = BeatWidth'(twd_stream_pkg::last_beat(Beats, Select, ring));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {begin_q, valid_q, final_q} <= '0;
      beat_q     <= '0;
      w_record_q <= '0;
      r_record_q <= '0;
    end else begin
      begin_q <= sop_i && open_i;
      valid_q <= begin_q || (valid_q && !final_q);
      beat_q  <= begin_q ? '0 : beat_q + BeatWidth'(valid_q);
      final_q <= valid_q && !begin_q && beat_q == last_beat - 1'b1;
      w_record_q <= w_record_q + RecordWidth'(completion_i.valid);
      r_record_q <= r_record_q + RecordWidth'(valid_q && final_q);
    end
  end

  always_ff @(posedge clk_i) begin
    if (completion_i.valid) errs[w_record_q] <= completion_i.err;
    if (completion_i.valid && Select) rings[w_record_q] <= completion_i.ring;
  end

  assign ring = Select ? rings[r_record_q] : '0;

  // ---- into the memory, and out of it ----
  logic write_q;                         // a word is written
  logic [Width+1:0] r_data;
  logic [AddrWidth-1:0] w_addr_q;
  logic [AddrWidth-1:0] w_last_q, w_prev_q;  // of the last word that was written, and of the one before it
  logic [AddrWidth-1:0] r_addr_q;
  logic this_last_q, next_last_q;        // at r_addr_q of the cycle before is the last word, or the one before it
  logic last;                            // at r_addr_q is the last word; of no meaning where write_q is set
  logic some_q;                          // the memory holds a word
  logic queue_room;
  logic unused_few;
  logic read;
  logic read_q, read_q2, read_q3;
  logic give_q;                          // all words of a credit have been read: Words is a multiple of WordsPerCredit
  logic [CreditWidth-1:0] credits_q;
  logic [CreditWidth-1:0] needed;        // credits of the polynomial that takes its place

  assign read   = some_q && queue_room;
  assign last   = read_q ? next_last_q : this_last_q;
  assign needed = CreditWidth'(twd_stream_pkg::last_beat(Beats, Select, take_ring_i) / WordsPerCredit + 1);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {write_q, this_last_q, next_last_q, some_q, read_q, read_q2, read_q3, give_q, room_o} <= '0;
      w_addr_q  <= '0;
      r_addr_q  <= '0;
      w_last_q  <= AddrWidth'(Words - 1);
      w_prev_q  <= AddrWidth'(Words - 2);
      credits_q <= CreditWidth'(Credits);
    end else begin
      write_q <= valid_q;
      if (valid_q) begin
        w_addr_q <= w_addr_q == AddrWidth'(Words - 1) ? '0 : w_addr_q + 1'b1;
        w_last_q <= w_addr_q;
        w_prev_q <= w_last_q;
      end
      if (read) r_addr_q <= r_addr_q == AddrWidth'(Words - 1) ? '0 : r_addr_q + 1'b1;
      this_last_q <= r_addr_q == w_last_q;
      next_last_q <= r_addr_q == w_prev_q;
      some_q    <= write_q || (some_q && !(read && last));
      read_q    <= read;
      read_q2   <= read_q;
      read_q3   <= read_q2;
      give_q    <= read && &r_addr_q[PerCreditWidth-1:0];
      credits_q <= credits_q + CreditWidth'(give_q) - (take_i ? needed : '0);
      room_o    <= credits_q >= CreditWidth'(Beats / WordsPerCredit);
    end
  end

  twd_ram_1r1w #(
    .Depth(Words), .Width(Width + 2), .Block(Memory == twd_ram_pkg::MEMORY_BLOCK), .Words(twd_ram_pkg::words(Memory)),
    .RegisterPorts(1'b1)
  ) u_memory (
    .clk_i, .rst_ni,
    .w_en_i  (valid_q),
    .w_addr_i(w_addr_q),
    .w_data_i({errs[r_record_q], final_q, y_i}),
    .en_i    (1'b1),
    .r_en_i  (read),
    .r_addr_i(r_addr_q),
    .r_data_o(r_data)
  );

  // A read in cycle t writes the queue in cycle t + 3. queue_room in cycle t counts the words stored in cycle t - 1,
  // without those of the reads of cycles t - 4 to t: five are reserved. After a stall of c, about 5 cycles pass from
  // the first read to its word, while the Depth - 5 words stored are offered: full rate takes a Depth of 16, not 8.
  twd_fifo #(.Width(Width + 2), .Depth(16), .Reserve(5)) u_queue (
    .clk_i, .rst_ni,
    .w_valid_i(read_q3),
    .w_data_i (r_data),
    .room_o   (queue_room),
    .few_o    (unused_few),
    .r_valid_o(c_valid_o),
    .r_ready_i(c_ready_i),
    .r_data_o ({c_err_o, c_last_o, c_data_o})
  );

  `TWD_ASSERT(HasACredit, !take_i || credits_q >= needed)
  `TWD_ASSERT(CreditsAgree, !give_q || credits_q != CreditWidth'(Credits))
`ifndef SYNTHESIS
  logic [AddrWidth:0] stored_q;  // words in the memory
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) stored_q <= '0;
    else stored_q <= stored_q + (AddrWidth + 1)'(write_q) - (AddrWidth + 1)'(read);
  end
`endif
  `TWD_ASSERT(NeverOverfull, stored_q <= (AddrWidth + 1)'(Words))
  `TWD_ASSERT(SomeAreStored, some_q == (stored_q != '0))
  `TWD_ASSERT(FinalBeat, !valid_q || final_q == (beat_q == last_beat))
  `TWD_ASSERT(OneResultAtATime, !(begin_q && valid_q && !final_q))
  `TWD_ASSERT_HELD(ResultHeldUntilTaken, c_valid_o, c_ready_i, ({c_last_o && c_err_o, c_last_o, c_data_o}))

endmodule
