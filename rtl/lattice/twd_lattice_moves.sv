// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_lattice_moves: moves words of 64 bits from four sources to six sinks, a move a source at a time.
//
//   in, hash, coder, bytes --> hash, sampler, bytes, out, compare, hints
//
// Secret    what a move marked secret compares is no error, but selects a key (twd_lattice_compare): of a move from
//           bytes marked so, each word is that of its place, bit 3 of which is 0, or that 8 words later. Both are read.
// Move      starts when its source and its sinks are free, and where written is set when no bytes are written; a seed
//           with a tail waits for no bytes of the coder. A secret one starts when no words are compared.
// Word      goes to all sinks of its move in one cycle. compare takes the words from place on in bytes, too.
// Ends      after count words, and then a word of the tail; an open move at the end of the frame or of the message,
//           that of hash to the sampler when the sampler has enough: drop_o, Keccak drops the rest.
// Frames    that come in: twd_lattice_input
// Ready     of hash, and of Shared the sampler, in the same cycle; others have room for a word in the next cycle.
// Timing    a word a cycle, with Shared of all sources together (twd_lattice_choice). Reset drops every move.
// Model     none: it moves data only

module twd_lattice_moves #(
  parameter bit Parity = 1'b0,
  parameter bit Shared = 1'b0  // for small devices
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,
  input  logic                       clear_i,       // from a reset on: zeros into bytes
  input  logic                       begins_i,      // an operation
  input  logic                       start_i,       // it, or a round of it: nothing is appended
  input  logic                       move_valid_i,  // stays, with move_i, until it is taken
  output logic                       move_ready_o,
  input  twd_lattice_pkg::transfer_t move_i,
  output logic                       moving_o,
  input  logic                       enough_i,      // the sampler has its polynomial
  output logic                       drop_o,
  input  logic                       in_valid_i,
  output logic                       in_ready_o,
  input  logic                       in_last_i,
  input  logic                [67:0] in_data_i,     // number of bytes, word; also below
  input  logic                       key_valid_i,
  output logic                       key_ready_o,
  input  logic                       key_last_i,
  input  logic                [67:0] key_data_i,
  input  logic                       random_valid_i,
  output logic                       random_ready_o,
  input  logic                [63:0] random_data_i,
  output logic                 [2:0] waits_o,       // for a word of in, key, random
  input  twd_lattice_pkg::command_t  command_i,
  input  logic                 [3:0] hint_bytes_i,  // of the last word of packed hints that go out
  input  logic                 [8:0] compared_i,    // words that must be equal
  input  logic                       hashed_valid_i,
  output logic                       hashed_ready_o,
  input  logic                [63:0] hashed_data_i,
  input  logic                       coded_valid_i,
  output logic                       coded_ready_o,
  input  logic                       coded_last_i,
  input  logic                [63:0] coded_data_i,
  output logic                       hash_valid_o,
  input  logic                       hash_ready_i,
  output logic                       hash_last_o,
  output logic                [67:0] hash_data_o,
  output logic                       sampler_valid_o,
  input  logic                       sampler_ready_i,
  output logic                [63:0] sampler_data_o,
  output logic                       out_valid_o,
  input  logic                       out_ready_i,
  output logic                       out_last_o,
  output logic                [67:0] out_data_o,
  output logic                       hints_valid_o,
  input  logic                       hints_ready_i,
  output logic                [63:0] hints_data_o,
  output twd_lattice_pkg::moved_t    found_o
);

  localparam int unsigned Bits = twd_lattice_pkg::PLACE_BITS;
  localparam int unsigned In = 32'(twd_lattice_pkg::SOURCE_IN);
  localparam int unsigned Hashed = 32'(twd_lattice_pkg::SOURCE_HASH);
  localparam int unsigned Coded = 32'(twd_lattice_pkg::SOURCE_CODER);
  localparam int unsigned Stored = 32'(twd_lattice_pkg::SOURCE_BYTES);

  // The sinks of each source: those of the programs, from hints down to hash.
  localparam logic [23:0] Sinks = {6'b001011, 6'b011101, 6'b011111, 6'b100111};

  // ---- a move a source ----
  logic [3:0] active, valid, ends, takes, fire, open, last, frame;
  logic [23:0] sinks, offered;        // six a source
  logic [4*69-1:0] word;              // last, number of bytes, word
  logic [5:0] taken, ready;
  logic may;                          // the move of this cycle may start
  logic [3:0] turn;                   // sources that may give a word
  logic take, take_n_q, reads;        // take_n_q: move_ready_o, inverted
  logic comes_q;                      // take, of in
  logic fire_compare, fire_q, fire_n_q, comparing;  // fire_q: words that were registered; inverted
  logic r_next, c_ends, c_next, c_valid;  // bytes to be compared
  logic [63:0] c_data;
  logic tail_q, in_tail_q;            // a word follows those of bytes, is the next one
  logic r_ends;
  logic [17:0] tail_word_q;
  logic [3:0] bytes_q;                // of the last word of the frame that comes in
  logic selects, selected;            // the move from bytes is a selection
  logic input_idle;
  logic zeros_q;                      // words of a move that is drawn, all 0 but for the last one
  logic nonzero_q;                    // which is not
  logic [Bits-1:0] words, count, place;
  logic single, endless;
  logic room_q;                       // the sinks of move_i have, in the cycle before
  logic begins_q, start_q;
  logic [3:0] move_fault;
  logic bytes_fault, compared_fault, compare_fault;
  logic early, late, broken, differs, equal;

  // A move is looked at in one cycle, and taken in the next one: what it needs stays free.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {take_n_q, move_ready_o, comes_q, begins_q, start_q} <= 5'b10000;
    else begin
      {begins_q, start_q} <= {begins_i, start_i};
      {take_n_q, move_ready_o} <= may && move_valid_i && !take ? 2'b01 : 2'b10;
      comes_q      <= may && move_valid_i && !take && move_i.source == twd_lattice_pkg::SOURCE_IN;
    end
  end

  always_ff @(posedge clk_i) begin
    room_q <= (ready[5:2] | ~move_i.sinks[5:2]) == '1 && (Shared || ready[1] || !move_i.sinks.sampler)
        && !move_i.sinks.compare;
  end

  assign taken = sinks[5:0] | sinks[11:6] | sinks[17:12] | sinks[23:18];
  assign reads = move_i.source == twd_lattice_pkg::SOURCE_BYTES;
  assign selects = reads && move_i.secret;
  assign may = !active[move_i.source] && (taken & move_i.sinks) == '0 && input_idle
      && !(move_i.written && taken[2] && !(sinks[6*Coded+2] && move_i.tail_bytes != '0))
      && !(move_i.secret && (taken[4] || fire_q));
  assign take = move_ready_o && !take_n_q;
  assign moving_o = active != '0 || !input_idle || fire_q || comparing;

  twd_lattice_places u_places (
    .clk_i, .rst_ni, .start_i(start_q), .take_i(take), .move_i,
    .place_o(place), .words_o(words), .count_o(count), .single_o(single), .open_o(endless)
  );

  for (genvar s = 0; s < 4; s++) begin : gen_source
    twd_lattice_move #(.Shared(Shared), .Sinks(Sinks[6*s+:6])) u_move (
      .clk_i, .rst_ni,
      .take_i  (take && move_i.source == twd_lattice_pkg::source_e'(s)),
      .sinks_i (move_i.sinks),
      .room_i  (room_q),
      .open_i  (endless), .single_i(single), .count_i(count),
      .last_i  (move_i.last), .frame_i(move_i.frame), .stop_i(s == Hashed && enough_i),
      .turn_i  (turn[s]), .valid_i(valid[s]),
      .end_i   (ends[s]),
      .marks_i (s == Coded && !open[s]),
      .ready_i (ready),
      .active_o(active[s]),
      .sinks_o (sinks[6*s+:6]), .valid_o(offered[6*s+:6]),
      .takes_o (takes[s]), .fire_o(fire[s]),
      .open_o  (open[s]), .last_o(last[s]), .frame_o(frame[s]), .fault_o(move_fault[s])
    );
  end

  // ---- sources ----
  logic r_valid;
  logic [63:0] r_data, stored;
  logic [67:0] in_word;
  logic in_ends, entered;             // a frame has
  logic given_valid, given_ready, given_last;
  logic [67:0] given;

  twd_lattice_ports u_ports (
    .clk_i, .rst_ni,
    .start_i  (begins_q),
    .key_i    (command_i.key), .random_i(command_i.random), .operation_i(command_i.operation),
    .ended_i  (entered), .waits_o,
    .needs_i  (active[In] || !input_idle || comes_q),
    .in_valid_i, .in_ready_o, .in_last_i, .in_data_i,
    .key_valid_i, .key_ready_o, .key_last_i, .key_data_i,
    .random_valid_i, .random_ready_o, .random_data_i,
    .valid_o  (given_valid), .ready_i(given_ready), .last_o(given_last), .data_o(given)
  );

  twd_lattice_input u_input (
    .clk_i, .rst_ni,
    .in_valid_i  (given_valid), .in_ready_o(given_ready), .in_last_i(given_last), .in_data_i(given),
    .word_valid_o(valid[In]), .word_ready_i(takes[In]), .word_last_o(in_ends), .word_data_o(in_word),
    .open_i      (open[In]), .frame_i(frame[In]),
    .bytes_i     (bytes_q),
    .idle_o      (input_idle),
    .ended_o     (entered),
    .early_o     (early), .late_o(late), .broken_o(broken)
  );

  assign valid[Hashed] = hashed_valid_i;
  assign valid[Coded] = coded_valid_i;
  assign valid[Stored] = in_tail_q || r_valid;
  assign ends = {1'b0, coded_last_i, 1'b0, in_ends};
  assign hashed_ready_o = fire[Hashed];
  assign coded_ready_o = fire[Coded];
  assign drop_o = active[Hashed] && open[Hashed] && enough_i;

  // The number of bytes counts in the last word of an open move or of a frame, and in a tail.
  assign word[69*In+:69] = {last[In], open[In] && in_ends ? in_word[67:64] : frame[In] ? bytes_q : 4'd8, in_word[63:0]};
  assign word[69*Hashed+:69] = {last[Hashed], 4'd8, hashed_data_i};
  assign word[69*Coded+:69] = {last[Coded], open[Coded] && coded_last_i ? hint_bytes_i : 4'd8,
                               coded_data_i};
  assign word[69*Stored+:69] = {last[Stored], in_tail_q ? {2'd0, tail_word_q[17:16], 48'd0, tail_word_q[15:0]}
                                                        : {4'd8, stored}};

  // ---- sinks ----
  logic [5*69-1:0] taken_word;  // of hash, sampler, bytes, out, hints
  logic [4:0] taken_valid;
  logic [63:0] compared, compared_q;
  logic written_q;              // a word goes to bytes, which was registered
  logic [63:0] written_word_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {fire_q, fire_n_q, written_q} <= 3'b010;
    else {fire_q, fire_n_q, written_q} <= {fire_compare, !fire_compare, taken_valid[2]};
  end

  always_ff @(posedge clk_i) {compared_q, written_word_q} <= {compared, taken_word[2*69+:64]};

  assign ready = {hints_ready_i, c_next, out_ready_i, 1'b1, sampler_ready_i, hash_ready_i};

  twd_lattice_choice #(.Shared(Shared)) u_choice (
    .clk_i, .rst_ni,
    .active_i(active), .sinks_i(sinks), .offered_i(offered), .word_i(word),
    .turn_o  (turn),
    .taken_valid_o(taken_valid), .taken_word_o(taken_word), .compared_o(compared)
  );

  assign {hash_last_o, hash_data_o} = taken_word[0+:69];
  assign sampler_data_o = taken_word[69+:64];
  assign {out_last_o, out_data_o} = taken_word[3*69+:69];
  assign hints_data_o = taken_word[4*69+:64];
  assign hash_valid_o = taken_valid[0];
  assign sampler_valid_o = taken_valid[1];
  assign out_valid_o = taken_valid[3];
  assign hints_valid_o = taken_valid[4];

  // ---- bytes ----
  twd_lattice_bytes #(.Parity(Parity)) u_bytes (
    .clk_i, .rst_ni,
    .clear_i,
    .w_start_i(take && move_i.sinks.bytes), .w_place_i(place),
    .w_en_i   (written_q), .w_data_i(written_word_q),
    .r_start_i(take && reads), .r_place_i(place), .r_count_i(words),
    .r_ends_o (r_ends), .r_next_o(r_next),
    .r_valid_o(r_valid), .r_ready_i(takes[Stored]), .r_data_o(r_data),
    .fault_o  (bytes_fault)
  );

  // Written alike, and read to be compared, or for a selection.
  twd_lattice_bytes #(.Parity(Parity)) u_compared (
    .clk_i, .rst_ni,
    .clear_i,
    .w_start_i(take && move_i.sinks.bytes), .w_place_i(place),
    .w_en_i   (written_q), .w_data_i(written_word_q),
    .r_start_i(take && (move_i.sinks.compare || selects)),
    .r_place_i(place ^ (selects ? Bits'(8) : '0)),
    .r_count_i(words),
    .r_ends_o (c_ends), .r_next_o(c_next),
    .r_valid_o(c_valid), .r_ready_i(fire_q || (selected && takes[Stored])), .r_data_o(c_data),
    .fault_o  (compared_fault)
  );

  twd_lattice_compare u_compare (
    .clk_i, .rst_ni, .clear_i,
    .start_i   (start_q), .expected_i(compared_i),
    .compare_i (take && move_i.sinks.compare),
    .select_i  (take && reads),
    .secret_i  (move_i.secret),
    .fire_i    (fire_q), .fire_n_i(fire_n_q), .word_i(compared_q), .own_i(r_data), .other_i(c_data),
    .busy_o    (comparing), .selects_o(selected), .word_o(stored),
    .differs_o (differs), .equal_o(equal), .fault_o(compare_fault)
  );

  assign fire_compare = (fire[Hashed] && sinks[10]) || (fire[Coded] && sinks[16]);
  assign found_o = {move_fault != '0 || bytes_fault || compared_fault || compare_fault || take_n_q == move_ready_o,
                    equal, differs, zeros_q && !nonzero_q && !active[In], broken, late, early};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {tail_q, in_tail_q} <= 2'b00;
      {zeros_q, nonzero_q} <= 2'b00;
    end else begin
      tail_q    <= take && reads ? move_i.tail_bytes != '0 : tail_q && !(in_tail_q && takes[Stored]);
      in_tail_q <= tail_q && r_ends && !(in_tail_q && takes[Stored]);
      nonzero_q <= fire[In] && in_word[63:0] != '0;  // no enable depends on a word
      zeros_q   <= (take && move_i.drawn) || (zeros_q && !nonzero_q && active[In]);
    end
  end

  always_ff @(posedge clk_i) begin
    if (take && reads) tail_word_q <= {move_i.tail_bytes, move_i.tail};
    if (take && move_i.source == twd_lattice_pkg::SOURCE_IN) bytes_q <= move_i.bytes;
    if (clear_i) tail_word_q <= '0;
  end

  logic unused_open;
  assign unused_open = ^{open[Stored], frame[3:1], r_next, c_ends, c_valid, offered, taken_word, command_i};

endmodule
