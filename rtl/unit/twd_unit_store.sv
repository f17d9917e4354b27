// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_unit_store: STORE: polynomials out of slots of the memory, in natural order, a word of each bank at a time.
//
// Banks     words 2t and 2t + 1 lie at t of their slot, the first one in bank parity(t). Each bank is read on its own,
//           in the order of t, where the memory gives it (twd_unit_memory) and its queue of results has room; so a
//           cycle without a slot of the engine gives two words. The queues are read by turns.
// Tags      each word has its slot, slot_o, and the low bits of its number. One that comes where another number is due,
//           or with Parity with other parities than it was written with, is wrong_o: a fault of the hardware.
// Timing    a command is taken while ready_o; done_o is high for a cycle when the last word has been read. Reset
//           empties the queues; while clear_i what was read circles through them, zeros after the memory has been
//           cleared.
// Cost      two queues of 8 words in LUT memory.
// Model     twiddle.model.unit.Words

module twd_unit_store #(
  parameter twd_ring_pkg::ring_cfg_t Ring = twd_ring_pkg::RING_ML_DSA,
  parameter twd_ring_pkg::ring_cfg_t Ring_2 = twd_ring_pkg::RING_ML_KEM,
  parameter int unsigned Lanes = 4,
  parameter bit Parity = 1'b0,
  localparam int unsigned Width = Lanes * twd_lane_pkg::width(Ring.q, Ring_2.q),
  localparam int unsigned WordBits = twd_unit_pkg::word_bits(Ring, Ring_2, Lanes),
  localparam int unsigned AddrBits = twd_unit_pkg::SLOT_BITS + WordBits
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  input  logic                     clear_i,
  input  logic                     start_i,
  input  twd_unit_pkg::command_t   command_i,
  output logic                     ready_o,
  output logic                     done_o,
  // the memory, by banks
  output logic [1:0]               read_o,
  output logic [1:0][AddrBits-1:0] addr_o,
  input  logic [1:0]               taken_i,
  input  logic [1:0][   Width-1:0] data_i,   // two cycles after
  input  logic [1:0][         3:0] parity_i, // with it
  // the stream
  output logic                     valid_o,
  input  logic                     ready_i,
  output logic                     last_o,
  output logic [        Width-1:0] data_o,
  output logic                     pair_o,   // with the word
  output logic [twd_unit_pkg::SLOT_BITS-1:0] slot_o,
  output logic                     wrong_o
);

  localparam int unsigned Number = WordBits < 3 ? WordBits : 3;  // bits of the number of a pair of words
  localparam int unsigned Tag = 1 + twd_unit_pkg::SLOT_BITS + Number;
  localparam int unsigned Total = (Parity ? 4 : 0) + Tag + 2 + Width;  // of a queue
  localparam bit Both = twd_unit_pkg::both(Ring, Ring_2);

  // A bit of the number of a pair of words that those of pairs do not have.
  function automatic logic [WordBits-1:0] long(input logic pair_);
    long = Both && pair_ ? WordBits'(1 << (WordBits - 1)) : '0;
  endfunction

  logic pair_q, pair;
  logic [1:0] run_q, ends, valid, kind, last, there;
  logic [1:0][twd_unit_pkg::SLOT_BITS-1:0] slot;
  logic [1:0][Number-1:0] number;
  logic [1:0][3:0] parity;
  logic [3:0] parity_out;
  logic [1:0][Width-1:0] word;
  logic [WordBits-1:0] out_q;  // number of the pair of words that goes out
  logic second_q;              // its second word does
  logic bank_q;                // of the word that goes out
  logic flips;                 // the first word of the next pair lies in the other bank: out_q ends with an even number
  logic ends_slot, out;        // of ones

  assign pair = Both ? pair_q : Ring.q == 0;
  assign ready_o = run_q == '0;
  assign done_o = ends != '0 && (ends | ~run_q) == '1;

  for (genvar h = 0; h < 2; h++) begin : gen_bank
    logic [WordBits-1:0] word_q;
    logic [twd_unit_pkg::SLOT_BITS-1:0] slot_q;
    logic [twd_unit_pkg::COUNT_BITS-1:0] left_q;  // polynomials after this one
    logic word_last, odd, room, unused_few;
    logic taken_q, taken_q2, last_q, last_q2, kind_q, kind_q2;  // kind: pair of a word
    logic [Tag-1:0] tag_q, tag_q2;
    logic [Total-1:0] w_word, r_word;

    assign word_last = &(word_q | long(pair));
    assign odd = ^word_q ^ (h == 1);
    assign ends[h] = taken_i[h] && word_last && left_q == '0;
    assign read_o[h] = run_q[h] && room;

    always_comb begin
      addr_o[h] = {slot_q, word_q};
      if (Both) addr_o[h] = {1'b0, slot_q[twd_unit_pkg::SLOT_BITS-2:0], word_q};
      if (Both && pair) addr_o[h] = AddrBits'({slot_q, word_q[WordBits-2:0]});
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        run_q[h] <= 1'b0;
        taken_q  <= 1'b0;
        taken_q2 <= 1'b0;
      end else begin
        if (start_i) run_q[h] <= 1'b1;
        else if (ends[h]) run_q[h] <= 1'b0;
        taken_q  <= taken_i[h];
        taken_q2 <= taken_q;
      end
    end

    always_ff @(posedge clk_i) begin
      if (ready_o) begin
        slot_q <= command_i.a;
        left_q <= command_i.count;
        word_q <= '0;
      end else if (taken_i[h]) begin
        word_q <= word_last ? '0 : word_q + 1'b1;
        if (word_last) begin
          slot_q <= slot_q + 1'b1;
          left_q <= left_q - 1'b1;
        end
      end
      {last_q2, kind_q2, last_q, kind_q} <= {last_q, kind_q, word_last && left_q == '0 && odd, pair};
      {tag_q2, tag_q} <= {tag_q, taken_i[h], slot_q, word_q[Number-1:0]};
    end

    // With one ring the kind is not stored: a unit clears its queues to zeros.
    assign w_word = Total'({parity_i[h], tag_q2, Both && kind_q2, last_q2, data_i[h]});
    assign {parity[h], there[h], slot[h], number[h], kind[h], last[h], word[h]} = (4 + Tag + 2 + Width)'(r_word);

    twd_fifo #(.Width(Total), .Depth(8), .Reserve(4)) u_results (
      .clk_i, .rst_ni,
      .w_valid_i(taken_q2 || clear_i),
      .w_data_i (w_word),
      .room_o   (room),
      .few_o    (unused_few),
      .r_valid_o(valid[h]),
      .r_ready_i((out && bank_q == (h == 1)) || clear_i),
      .r_data_o (r_word)
    );
  end

  always_ff @(posedge clk_i) if (ready_o) pair_q <= command_i.pair;

  // ---- the words by turns ----
  assign ends_slot = &(out_q | long(pair_o));
  assign out = valid_o && ready_i;
  assign valid_o = valid[bank_q];
  assign last_o = last[bank_q];
  assign data_o = word[bank_q];
  assign pair_o = Both ? kind[bank_q] : pair;
  assign slot_o = slot[bank_q];
  assign wrong_o = valid_o && !clear_i
      && ({there[bank_q], number[bank_q]} != {1'b1, out_q[Number-1:0]} || (Parity && parity_out != parity[bank_q]));

  always_comb begin
    flips = 1'b1;
    for (int j = WordBits - 1; j >= 0; j--) flips = out_q[j] ? !flips : 1'b1;
  end

  twd_parity #(.Width(Width)) u_parity (.data_i(data_o), .parity_o(parity_out));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      out_q    <= '0;
      second_q <= 1'b0;
      bank_q   <= 1'b0;
    end else if (out && !clear_i) begin
      second_q <= !second_q;
      bank_q   <= !second_q ? !bank_q : !ends_slot && !bank_q ^ flips;
      if (second_q) out_q <= ends_slot ? '0 : out_q + 1'b1;
    end
  end

  logic unused_fields;
  assign unused_fields = ^{command_i, pair_q, kind};

endmodule
