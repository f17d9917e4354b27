// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_hint_store: hints of k polynomials, a bit a coefficient <-> their packed form, omega + k bytes.
//
//   hint_in ---> indices --+--> bytes --+--> byte_out
//   byte_in ---------------+            +--> check --> hint_out
//
// Packed    the indices of the ones of each polynomial in rising order, polynomial after polynomial; zeros to omega;
//           then for each polynomial how many indices there are up to its end: FIPS 204, algorithms 20 and 21.
// Packs     with read_i = 0: takes 64 quartets of hints for each polynomial, then gives the bytes, filled with zeros
//           to whole words of 8. over_o: there are more than omega ones; those beyond are left out.
// Reads     with read_i = 1: takes the bytes, whole words of 8, then gives 64 quartets of hints for each polynomial.
//           malformed_o: a count is less than the one before it or more than omega, indices do not rise, or a byte
//           after the last index is not 0. From the polynomial in which this is found on, hints are anything.
// Job       read_i and set_i are constant from a cycle with clear_i to the next one.
// done_o    all hints are taken and over_o is final; or all are given and malformed_o is final.
// Timing    Packs: for a polynomial, 64 cycles for its quartets, 1 for each one of a quartet after its first, 1 for
//           the first one of the last quartet, 1 for its count; then omega - ones + 2 and 1 for each byte that fills
//           the last word; then a byte a cycle. Reads: a byte a cycle; 66 cycles a polynomial and 1 for each one;
//           then omega - ones + 2.
// Cost      128 bytes of LUT memory
// Model     twiddle.model.encode.hint_bit_pack, hint_bit_unpack, pack_cycles, read_cycles

`include "twd_assert.svh"
`include "twd_memory.svh"

module twd_hint_store (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic       clear_i,
  input  logic       read_i,
  input  logic [1:0] set_i,            // 0, 1, 2: ML-DSA-44, -65, -87
  input  logic       hint_in_valid_i,
  output logic       hint_in_ready_o,
  input  logic [3:0] hint_in_data_i,
  output logic       hint_out_valid_o,
  input  logic       hint_out_ready_i,
  output logic [3:0] hint_out_data_o,
  input  logic       byte_in_valid_i,
  output logic       byte_in_ready_o,
  input  logic [7:0] byte_in_data_i,
  output logic       byte_out_valid_o,
  input  logic       byte_out_ready_i,
  output logic       byte_out_last_o,
  output logic [7:0] byte_out_data_o,
  output logic       over_o,
  output logic       malformed_o,
  output logic       done_o
);

  typedef enum logic [3:0] {
    HINT_START,
    HINT_COLLECT,  // takes quartets, writes indices
    HINT_COUNT,    // writes the indices of the last quartet, then the count of the polynomial
    HINT_FILL,     // writes zeros after the last index
    HINT_PAD,      // writes zeros after the last count
    HINT_GIVE,     // the bytes come out
    HINT_TAKE,     // the bytes come in
    HINT_LIMIT,    // reads the count of a polynomial
    HINT_FIRST,    // reads its first index
    HINT_EXPAND,   // gives its quartets
    HINT_REST,     // checks the zeros after the last index
    HINT_DONE
  } phase_e;

  phase_e phase_q;
  logic [6:0] omega, total;  // bytes of indices, and of all; also flip-flops, for set_i stays, are:
  logic [6:0] last;        // the last byte
  logic [3:0] row;         // the eight with it
  logic [6:0] place_q;     // of a byte: the next index that is written or read
  logic [6:0] tail_q;      // of the byte that counts the indices up to the end of the polynomial
  logic [5:0] quartet_q;   // number of that in bits_q
  logic [3:0] bits_q;      // packs: ones that are not written yet; reads: those that were read
  logic collect, expand, full, last_polynomial, last_byte;

  always_ff @(posedge clk_i) begin
    unique case (set_i)
      2'd0: {omega, total, last, row} <= {7'd80, 7'd84, 7'd83, 4'd10};
      2'd1: {omega, total, last, row} <= {7'd55, 7'd61, 7'd60, 4'd7};
      default: {omega, total, last, row} <= {7'd75, 7'd83, 7'd82, 4'd10};
    endcase
  end

  assign collect = phase_q == HINT_COLLECT || phase_q == HINT_COUNT;
  assign expand = phase_q == HINT_EXPAND;
  assign full = place_q == omega;
  assign last_polynomial = tail_q == (collect ? last : total);
  assign last_byte = &place_q[2:0] && place_q[6:3] >= row;

  // ---- memory ----
  `TWD_LUT_RAM logic [7:0] memory[128];
  logic count;      // the byte at tail_q is written or read
  logic index;      // an index is written
  logic take_byte, fill, write;
  logic [6:0] addr;
  logic [7:0] read, written;

  assign count = phase_q == HINT_PAD || phase_q == HINT_LIMIT || (phase_q == HINT_COUNT && bits_q == '0);
  assign index = collect && bits_q != '0 && !full;
  assign fill = phase_q == HINT_FILL && !full;
  assign take_byte = byte_in_ready_o && byte_in_valid_i;
  assign write = index || fill || take_byte || (count && phase_q != HINT_LIMIT);
  assign addr = count ? tail_q : place_q;
  assign read = memory[addr];

  always_comb begin
    written = '0;
    if (collect && count) written = {1'b0, place_q};
    if (collect && !count) written = {quartet_q, bits_q[1:0] == '0, bits_q[0] ? 1'b0 : bits_q[1] || !bits_q[2]};
    if (phase_q == HINT_TAKE) written = byte_in_data_i;
  end

  always_ff @(posedge clk_i) if (write) memory[addr] <= written;

  // ---- bytes that are read ----
  logic [7:0] index_q;   // the byte before place_q
  logic [7:0] limit_q;   // indices up to the end of this polynomial
  logic here_q;          // index_q belongs to it, and is not given yet
  logic last_q;          // index_q is the last of all bytes
  logic match, twice, ahead, reached, next, bad, give, ends, ahead_byte, give_byte;

  assign match = expand && here_q && index_q[7:2] == quartet_q;
  assign ahead = phase_q == HINT_FIRST || match || phase_q == HINT_REST;
  assign give_byte = byte_out_valid_o && byte_out_ready_i;
  assign ahead_byte = phase_q == HINT_GIVE && (!here_q || give_byte);
  assign reached = {1'b0, place_q} == limit_q;
  assign twice = match && (bits_q >> index_q[1:0]) != '0;   // or a larger one is there
  assign next = !reached && !full && !malformed_o && !twice;
  assign give = hint_out_valid_o && hint_out_ready_i;
  assign ends = give && quartet_q == '1;

  always_comb begin
    bad = malformed_o || twice;
    if (ends && (here_q || !reached)) bad = 1'b1;
    if (phase_q == HINT_REST && here_q && index_q != '0) bad = 1'b1;
  end

  always_ff @(posedge clk_i) begin
    if (phase_q == HINT_LIMIT) limit_q <= read;
    else if (ends && last_polynomial) limit_q <= {1'b0, omega};
    if (ahead || ahead_byte) begin
      index_q <= read;
      here_q  <= ahead_byte || next;
      last_q  <= last_byte;
    end
    if (phase_q == HINT_START) here_q <= 1'b0;
  end

  // ---- streams ----
  logic take;

  assign hint_in_ready_o = phase_q == HINT_COLLECT && (bits_q & (bits_q - 4'd1)) == '0;  // one is left at most
  assign take = hint_in_valid_i && hint_in_ready_o;
  assign hint_out_valid_o = expand && !match;
  assign hint_out_data_o = bits_q;
  assign byte_in_ready_o = phase_q == HINT_TAKE;
  assign byte_out_valid_o = phase_q == HINT_GIVE && here_q;
  assign byte_out_data_o = index_q;
  assign byte_out_last_o = last_q;
  assign done_o = phase_q == HINT_GIVE || phase_q == HINT_DONE;

  // ---- control ----
  logic again;    // bytes are counted from 0 again
  logic advance;

  assign again = phase_q == HINT_START || phase_q == HINT_PAD || (take_byte && last_byte);
  assign advance = index || fill || take_byte || ahead_byte || (ahead && next);

  always_ff @(posedge clk_i) begin
    place_q <= again ? '0 : place_q + {6'd0, advance};
    tail_q <= phase_q == HINT_START || phase_q == HINT_TAKE ? omega : tail_q + {6'd0, count};
    if (phase_q == HINT_START) quartet_q <= {6{!read_i}};
    else if (take || give) quartet_q <= quartet_q + 6'd1;
    if (phase_q == HINT_START || give) bits_q <= '0;
    else if (take) bits_q <= hint_in_data_i;
    else if (collect) bits_q <= bits_q & (bits_q - 4'd1);
    else if (match) bits_q <= bits_q | (4'd1 << index_q[1:0]);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      phase_q     <= HINT_START;
      over_o      <= 1'b0;
      malformed_o <= 1'b0;
    end else if (clear_i) begin
      phase_q     <= HINT_START;
      over_o      <= 1'b0;
      malformed_o <= 1'b0;
    end else begin
      if (collect && bits_q != '0 && full) over_o <= 1'b1;
      malformed_o <= bad;
      unique case (phase_q)
        HINT_START: phase_q <= read_i ? HINT_TAKE : HINT_COLLECT;
        HINT_COLLECT: if (take && quartet_q == 6'd62) phase_q <= HINT_COUNT;
        HINT_COUNT: if (count) phase_q <= last_polynomial ? HINT_FILL : HINT_COLLECT;
        HINT_FILL: if (full) phase_q <= HINT_PAD;
        HINT_PAD: if (&addr[2:0]) phase_q <= HINT_GIVE;
        HINT_GIVE: if (give_byte && last_q) phase_q <= HINT_DONE;
        HINT_TAKE: if (take_byte && last_byte) phase_q <= HINT_LIMIT;
        HINT_LIMIT: phase_q <= HINT_FIRST;
        HINT_FIRST: phase_q <= HINT_EXPAND;
        HINT_EXPAND: if (ends) phase_q <= last_polynomial ? HINT_REST : HINT_LIMIT;
        HINT_REST: if (bad || !(here_q || next)) phase_q <= HINT_DONE;
        HINT_DONE: ;
        default: ;
      endcase
    end
  end

  `TWD_ASSERT(IndicesBeforeCounts, !collect || place_q <= omega)
  `TWD_ASSERT_HELD(HintHeld, hint_out_valid_o, hint_out_ready_i || clear_i, hint_out_data_o)
  `TWD_ASSERT_HELD(ByteHeld, byte_out_valid_o, byte_out_ready_i || clear_i, {byte_out_last_o, byte_out_data_o})

endmodule
