// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_lattice_hash: Keccak, which computes the next hash while the sampler still reads the last words of one without an
// end.
//
//   command --> front --> back ---------> Keccak
//   in --> align --> messages --> word --->  |
//   out <------------------------------------+
//
// Method    a hash without an end is started as one of so many words as the sampler needs but in rare cases (expected);
//           so Keccak is free while they are read, and takes the next hash. drop_i ends the hash, and the rest of its
//           words is skipped. Where the sampler has taken all of them and has not enough, starved_i, the words of the
//           next hash are skipped, the first hash is computed again, without an end, and then the next one.
// Messages  a queue that keeps the words of the hashes that may be computed again, which are seeds: at most 9 words
//           each. A long message (is_seed = 0) is not taken before the hash before it has ended.
// Words     with Joins, of 0 to 8 bytes each, otherwise of 8 but for the last one of a message (twd_lattice_align).
// Command   {is_seed, endless, hash, words}: with endless words is the expected number, 0: none.
// Timing    a word a cycle each way, in two cycles through the queue, with Joins three, and one to out. No path joins
//           out_ready_i to Keccak. in_ready_o and out_valid_o are flip-flops. drop_i, starved_i and fault_o are
//           registered: words of the hash are offered until the cycle after drop_i, and none is in the next one. Reset
//           drops everything.
// Clear     clear_i, from a reset on and with in_data_i = 0, writes zeros into the queue, a word a cycle, and into its
//           registers, and sets commands, counts and the block of Keccak to 0.
// Cost      twd_keccak or twd_keccak_slices, twd_skid and two registers of a word, with Joins three, 32 words of LUT
//           memory
// Model     none: the words are those of Keccak

`include "twd_assert.svh"
`include "twd_memory.svh"

module twd_lattice_hash #(
  parameter bit          Joins = 1'b1,       // words of a message have any number of bytes
  parameter int unsigned Rounds = 1,         // of Keccak, a cycle: 1 or 2, with all slices
  parameter int unsigned KeccakSlices = 64,  // of Keccak, a cycle: 64, or 4, 8 or 16
  parameter bit          Half = 1'b0         // a word comes out in two cycles
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        clear_i,
  input  logic        command_valid_i,
  output logic        command_ready_o,
  input  logic [13:0] command_data_i,   // twd_lattice_pkg::hash_command_t
  input  logic        in_valid_i,
  output logic        in_ready_o,
  input  logic [68:0] in_data_i,        // last, number of bytes, word
  output logic        out_valid_o,
  input  logic        out_ready_i,
  output logic [63:0] out_data_o,
  input  logic        drop_i,
  input  logic        starved_i,        // the sampler waits, and has nothing left
  output logic        fault_o           // Keccak ends a hash elsewhere
);

  localparam int unsigned AddrBits = 5;
  localparam int unsigned Room = 30;  // words that the queue takes at most

  // States, one bit each, and what qualifies them.
  logic empty_q;    // there is no front
  logic reads_q;    // words of front are read
  logic wait_q;     // all expected words of front are read
  logic short_q;    // the sampler has not enough of them
  logic skips_q;    // words are skipped: the rest of front, which has ended
  logic next_q;     // back, which is front now, is started again
  logic expects_q;  // front is an endless hash; with reads_q, and not endless_q: of a number of words
  logic flush_q;    // with skips_q: all words of back, after which front is computed again
  logic endless_q;  // with reads_q or skips_q: until it is dropped Keccak computes front, of which words that were read
                    // are skipped, then others are read
  logic stops_q;    // no command is taken: short_q, next_q, or skips_q with endless_q
  logic restarts_q; // but the first of them
  logic fresh_q;    // front is still in back_q, and moves

  twd_lattice_pkg::hash_command_t command, front_q, back_q;
  logic back_valid_q;
  logic [9:0] left_q;           // words of front, or of back in FLUSH, that were not read
  logic one_q;                  // there is one
  logic drop_q, starved_q;      // drop_i, starved_i
  logic limited_seed_q;         // the command is of a seed, and has a number of words
  logic ended, take, begins, read;

  // of twd_keccak
  logic hash_valid, hash_ready, message_valid, message_ready, hashed_valid, hashed_ready, drop;
  logic [11:0] hash_data;
  logic [68:0] message_data;

  assign command = command_data_i;

  // ---- commands ----
  logic may_take;

  assign may_take = command_valid_i && !back_valid_q && !stops_q && (!expects_q || limited_seed_q);
  assign hash_valid = may_take || restarts_q;
  assign take = may_take && hash_ready;
  assign begins = command_valid_i && !back_valid_q && empty_q && hash_ready;
  assign command_ready_o = take;
  assign hash_data = !restarts_q ? {command.words, command.hash}
      : next_q ? {back_q.words, back_q.hash} : {10'd0, front_q.hash};

  // ---- messages ----
  logic aligned_valid, splits;
  logic [68:0] aligned;

  if (Joins) begin : gen_joins
    logic in_valid_q, align_ready;
    logic [68:0] in_data_q;

    twd_lattice_align u_align (
      .clk_i, .rst_ni, .clear_i,
      .in_valid_i(in_valid_q), .in_ready_o(align_ready), .in_data_i(in_data_q), .splits_o(splits),
      .out_valid_o(aligned_valid), .out_ready_i(1'b1), .out_data_o(aligned)
    );

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) in_valid_q <= 1'b0;
      else if (align_ready) in_valid_q <= in_valid_i && in_ready_o;
    end

    always_ff @(posedge clk_i) if (align_ready) in_data_q <= in_data_i;
  end else begin : gen_whole
    assign {aligned_valid, splits, aligned} = {in_valid_i && in_ready_o, 1'b0, in_data_i};
  end

  `TWD_LUT_RAM_NO_RW_CHECK logic [68:0] words[1 << AddrBits];
  logic [AddrBits-1:0] w_addr_q, r_addr_q, front_addr_q, back_addr_q, kept_q, used;
  logic w_en, fetch, replay, flushed;
  logic [68:0] word_q;           // of the message, for Keccak
  logic [AddrBits-1:0] next;     // address of the word that Keccak takes next

  assign used = w_addr_q - kept_q;
  assign w_en = aligned_valid || clear_i;
  assign fetch = w_addr_q != r_addr_q && (!message_valid || message_ready);
  assign next = r_addr_q - AddrBits'(message_valid);
  assign message_data = word_q;
  assign replay = (short_q && !back_valid_q) || flushed;

  always_ff @(posedge clk_i) begin
    if (w_en) words[w_addr_q] <= aligned;
    if (!message_valid || message_ready || clear_i) word_q <= words[r_addr_q];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      w_addr_q      <= '0;
      r_addr_q      <= '0;
      kept_q        <= '0;
      in_ready_o    <= 1'b0;
      message_valid <= 1'b0;
    end else begin
      kept_q <= !empty_q && !fresh_q && front_q.is_seed ? front_addr_q
          : (back_valid_q || fresh_q) && back_q.is_seed ? back_addr_q : next;
      in_ready_o <= used < AddrBits'(Room - (Joins ? 5 : 1)) && !splits;  // in the cycle before
      if (w_en) w_addr_q <= w_addr_q + 1'b1;
      message_valid <= (fetch || (message_valid && !message_ready)) && !replay;
      if (replay) r_addr_q <= front_addr_q;
      else if (fetch) r_addr_q <= r_addr_q + 1'b1;
    end
  end

  // ---- words of Keccak ----
  logic words_ready;
  logic last, passes;            // word, of those that are counted; and it is read
  logic shift;                   // back becomes front
  logic begun;                   // words of a hash are read next
  logic shortens, restarts;      // of the next cycle
  logic hashed_last;
  logic [63:0] hashed_data;

  assign hashed_ready = skips_q || (reads_q && words_ready);
  assign read = hashed_valid && hashed_ready;
  assign drop = drop_q && endless_q;
  assign last = hashed_valid && one_q;
  assign passes = last && words_ready && !endless_q;
  assign flushed = flush_q && last;
  assign ended = (skips_q && !flush_q && !endless_q && last) || (reads_q && passes && (!expects_q || drop_q))
      || ((endless_q || wait_q) && drop_q);
  assign shift = back_valid_q && (ended || empty_q);
  assign begun = begins || (shift && !endless_q) || (next_q && hash_ready);
  assign shortens = wait_q && starved_q && !drop_q;
  assign restarts = (short_q && !back_valid_q) || flushed || (skips_q && endless_q && !last && !drop_q)
      || (endless_q && drop_q && back_valid_q) || (next_q && !hash_ready);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      empty_q <= 1'b1;
      {reads_q, wait_q, short_q, skips_q, next_q, expects_q, flush_q, endless_q, stops_q, restarts_q} <= '0;
      {fresh_q, back_valid_q, drop_q, starved_q, limited_seed_q, fault_o} <= '0;
    end else begin
      drop_q         <= drop_i;
      starved_q      <= starved_i;
      limited_seed_q <= command_valid_i && command.is_seed && command.words != '0;
      back_valid_q   <= !shift && (back_valid_q || (take && !empty_q));
      fault_o        <= read && hashed_last != (one_q && !endless_q);
      empty_q        <= !back_valid_q && (ended || (empty_q && !begins));
      reads_q        <= begun || (reads_q && !passes && !drop_q) || (skips_q && endless_q && last && !drop_q);
      wait_q         <= (reads_q && passes && expects_q && !drop_q) || (wait_q && !starved_q && !drop_q);
      short_q        <= shortens;
      stops_q        <= shortens || restarts;
      restarts_q     <= restarts;
      next_q         <= (endless_q && drop_q && back_valid_q) || (next_q && !hash_ready);
      flush_q        <= (short_q && back_valid_q) || (flush_q && !last);
      skips_q        <= short_q || (reads_q && !endless_q && drop_q && !passes)
          || (skips_q && (!last || flush_q) && !(endless_q && drop_q));
      endless_q      <= (begins && command.words == '0) || (shift && !endless_q && back_q.words == '0)
          || (short_q && !back_valid_q) || flushed || (endless_q && !drop_q);
      fresh_q        <= begins || shift;
      expects_q      <= (begins && command.endless) || (shift && back_q.endless) || (expects_q && !ended);
    end
  end

  // Words that are left, and whether there is one, of each hash that may come next.
  function automatic logic [10:0] left(input logic [9:0] count);
    left = {count == 10'd1, count};
  endfunction

  always_ff @(posedge clk_i) begin
    if (begins) {one_q, left_q} <= left(command.words);
    else if (shift || (short_q && back_valid_q)) {one_q, left_q} <= left(back_q.words);
    else if (short_q || flushed) {one_q, left_q} <= left(front_q.words);
    else {one_q, left_q} <= {(read && left_q == 10'd2) || (!read && one_q), left_q - 10'(read)};  // without an enable
    if (take) {back_q, back_addr_q} <= {command, next};
    if (fresh_q) {front_q, front_addr_q} <= {back_q, back_addr_q};
    if (clear_i) {front_q, back_q, front_addr_q, back_addr_q, left_q, one_q} <= '0;
  end

  // ---- Keccak ----
  if (KeccakSlices == 64) begin : gen_round
    twd_keccak #(.Rounds(Rounds)) u_keccak (
      .clk_i, .rst_ni,
      .clear_i,
      .hash_valid_i(hash_valid),
      .hash_ready_o(hash_ready),
      .hash_data_i (hash_data),
      .in_valid_i  (message_valid),
      .in_ready_o  (message_ready),
      .in_last_i   (message_data[68]),
      .in_data_i   (message_data[67:0]),
      .out_valid_o (hashed_valid),
      .out_ready_i (hashed_ready),
      .out_last_o  (hashed_last),
      .out_data_o  (hashed_data),
      .drop_i      (drop)
    );
  end else begin : gen_slices
    twd_keccak_slices #(.Slices(KeccakSlices)) u_keccak (
      .clk_i, .rst_ni,
      .hash_valid_i(hash_valid),
      .hash_ready_o(hash_ready),
      .hash_data_i (hash_data),
      .in_valid_i  (message_valid),
      .in_ready_o  (message_ready),
      .in_last_i   (message_data[68]),
      .in_data_i   (message_data[67:0]),
      .out_valid_o (hashed_valid),
      .out_ready_i (hashed_ready),
      .out_last_o  (hashed_last),
      .out_data_o  (hashed_data),
      .drop_i      (drop)
    );
  end

  logic unused;
  assign unused = front_q.endless;

  // What waits when the hash is dropped goes with it.
  logic out_take, waits;
  logic [63:0] waiting;

  assign out_take = !out_valid_o || out_ready_i || drop_q;

  twd_skid #(.Width(64), .Half(Half)) u_words (
    .clk_i, .rst_ni,
    .in_valid_i (hashed_valid && reads_q && !(Half && drop_q)),
    .in_ready_o (words_ready),
    .in_data_i  (hashed_data),
    .out_valid_o(waits),
    .out_ready_i(out_take),
    .out_data_o (waiting)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) out_valid_o <= 1'b0;
    else if (out_take) out_valid_o <= waits && !drop_q;
  end

  always_ff @(posedge clk_i) if (out_take) out_data_o <= waiting;

  `TWD_ASSERT(NoneLeftWhereStarved, !(short_q && drop_q))
  `TWD_ASSERT(OneState, $onehot({empty_q, reads_q, wait_q, short_q, skips_q, next_q}))
  `TWD_ASSERT(SeedsFit, empty_q || fresh_q || !front_q.is_seed || 5'(next - front_addr_q) < AddrBits'(Room))

endmodule
