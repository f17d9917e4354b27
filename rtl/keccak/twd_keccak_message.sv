// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_keccak_message: the words of a message and its padding, in two blocks of the rate, as rows of four lanes.
//
//   in --> padding --> two blocks --> rows
//
// Method    a row is chosen in one cycle, in which may_i is high and, at the latest, its last word is written, and is
//           out in the next one; all that goes with it comes from flip-flops.
// Timing    a word a cycle, one more if the message ends with a whole word; a row a cycle. Words of the next block are
//           taken before rows of this one. in_ready_o is an AND of flip-flops.
// Reset     no message; blocks keep their values.
// Clear     clear_i, when no message is here, for 16 cycles, or 32 and so on, and with in_data_i = 0, sets blocks to 0.
// Cost      LUT memory for two blocks of words
// Model     twiddle.model.keccak

`include "twd_assert.svh"
`include "twd_memory.svh"

module twd_keccak_message (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             clear_i,
  input  logic             start_i,     // of a message, from the next cycle on
  input  logic             drop_i,      // the hash, of which taken_o is high
  input  logic [1:0]       hash_i,      // twd_keccak_pkg::hash_e, from the next cycle on
  input  logic             in_valid_i,
  output logic             in_ready_o,
  input  logic             in_last_i,
  input  logic [67:0]      in_data_i,   // number of bytes, word
  output logic             taken_o,     // the message and its padding are in the blocks, and the hash goes on
  input  logic             may_i,       // a row may come in the next cycle
  output logic             row_valid_o,
  output logic [2:0]       row_o,       // its number
  output logic [3:0]       lanes_o,     // that have a word of it
  output logic [255:0]     words_o,
  output logic             last_o,      // with valid: of its block
  output logic [2:0]       closes_o     // with it comes the last bit of the padding, of a rate of 17, 9, 21 words
);

  logic [4:0] size;            // of a block
  logic whole, closes, finish;
  logic [3:0] bytes;
  logic [63:0] word, mask;
  logic words_q;               // of the message are missing
  logic pad_q;                 // the padding is the next word
  logic write, fill;           // a word, the last one of a block
  logic some_q, both_q;        // a block, and the other one, is complete
  logic final_q, final_2_q;    // it is the last one, the other one is
  logic [4:0] end_q, end_2_q;  // places of their last words
  logic w_block_q, r_block_q;  // that is written, that is taken next
  logic [4:0] place_q;         // of the next word
  logic place_last_q;          // of a block

  assign bytes = in_data_i[67:64];
  assign size = twd_keccak_pkg::rate(hash_i);
  assign in_ready_o = words_q && !both_q;
  assign whole = bytes[3];                         // the padding starts in the next word
  assign write = (pad_q || (words_q && in_valid_i)) && !both_q;
  assign closes = pad_q || (in_last_i && !whole);  // the word has padding
  assign finish = closes && write;
  assign fill = (closes || place_last_q) && write;

  always_comb begin
    for (int unsigned i = 0; i < 8; i++) mask[8*i+:8] = !in_last_i || 4'(i) < bytes ? 8'hff : 8'h00;
    word = pad_q ? 64'd0 : in_data_i[63:0] & mask;
    for (int unsigned i = 0; i < 8; i++) begin
      if (closes && (pad_q ? i == 0 : 4'(i) == bytes)) begin
        word[8*i+:8] = word[8*i+:8] | twd_keccak_pkg::suffix(hash_i);
      end
    end
  end

  // ---- rows ----
  logic [2:0] next;            // that is chosen next
  logic same;                  // it is the one that is written
  logic end_row;               // it is the last one, of a block that is complete
  logic there, row_last, row_final;
  logic [1:0] lane_last;       // the last lane of the last row

  assign next = row_o + 3'(row_valid_o);
  assign same = !some_q && place_q[4:2] == next;
  assign end_row = some_q && next == end_q[4:2];
  assign there = some_q || place_q[4:2] != next || (write && (place_q[1:0] == '1 || place_last_q || closes));
  assign row_last = end_row || (same && fill);
  assign row_final = (end_row && final_q) || (same && finish);
  assign lane_last = some_q ? end_q[1:0] : place_q[1:0];

  for (genvar b = 0; b < 4; b++) begin : gen_words
    `TWD_LUT_RAM_NO_RW_CHECK logic [63:0] words[16];
    assign words_o[64*b+:64] = words[{r_block_q, row_o}];
    always_ff @(posedge clk_i) begin
      if ((write && place_q[1:0] == 2'(b)) || clear_i) words[{w_block_q, place_q[4:2]}] <= word;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      words_q      <= 1'b0;
      pad_q        <= 1'b0;
      taken_o      <= 1'b0;
      some_q       <= 1'b0;
      both_q       <= 1'b0;
      w_block_q    <= 1'b0;
      r_block_q    <= 1'b0;
      place_q      <= '0;
      place_last_q <= 1'b0;
      row_o        <= '0;
      row_valid_o  <= 1'b0;
      last_o       <= 1'b0;
      lanes_o      <= '0;
      closes_o     <= '0;
    end else begin
      row_o       <= last_o ? '0 : next;
      row_valid_o <= may_i && there;
      last_o      <= may_i && row_last;
      lanes_o     <= end_row || (same && (closes || place_last_q)) ? 4'b1111 >> (2'd3 - lane_last) : 4'b1111;
      for (int unsigned h = 0; h < 3; h++) closes_o[h] <= may_i && row_final && size == twd_keccak_pkg::rate(2'(h));
      taken_o     <= (finish || taken_o) && !drop_i && !start_i;
      some_q      <= fill || both_q || (some_q && !last_o);
      words_q     <= start_i || (words_q && !(write && in_last_i));
      pad_q       <= pad_q ? both_q : write && in_last_i && whole;
      both_q      <= both_q ? !last_o : some_q && fill && !last_o;
      if (last_o) r_block_q <= !r_block_q;
      if (write) begin
        place_q      <= place_q + 5'd1;
        place_last_q <= place_q == size - 5'd2;
      end
      if (fill) begin
        w_block_q    <= !w_block_q;
        place_q      <= '0;
        place_last_q <= 1'b0;
      end
      if (clear_i) {w_block_q, place_q[4:2]} <= {w_block_q, place_q[4:2]} + 4'd1;
      if (drop_i) begin
        some_q      <= 1'b0;
        both_q      <= 1'b0;
        w_block_q   <= 1'b0;
        r_block_q   <= 1'b0;
        row_o       <= '0;
        row_valid_o <= 1'b0;
        last_o      <= 1'b0;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (!some_q || last_o) {end_q, final_q} <= both_q ? {end_2_q, final_2_q} : {place_q, closes};
    if (!both_q) {end_2_q, final_2_q} <= {place_q, closes};
    if (clear_i) {end_q, final_q, end_2_q, final_2_q} <= '0;
  end

  `TWD_ASSERT(PlaceInRate, !words_q || place_q < size)
  `TWD_ASSERT(EmptyAtStart, !start_i || {some_q, pad_q, place_q, row_o, w_block_q ^ r_block_q} == '0)
  `TWD_ASSERT(LastPlace, !words_q || place_last_q == (place_q == size - 5'd1))

endmodule
