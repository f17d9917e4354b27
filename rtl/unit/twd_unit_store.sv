// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_unit_store: STORE: polynomials out of slots of the memory, word by word in natural order.
//
// Timing    a command is taken while ready_o; a word is read where the memory gives it (twd_unit_memory) and the queue
//           of results has room; done_o is high for a cycle when the last word has been read. Reset empties it;
//           while clear_i what was read circles through the queue, zeros after the memory has been cleared.
// Cost      a queue of 8 words in LUT memory.
// Model     twiddle.model.unit.Words

module twd_unit_store #(
  parameter twd_ring_pkg::ring_cfg_t Ring = twd_ring_pkg::RING_ML_DSA,
  parameter twd_ring_pkg::ring_cfg_t Ring_2 = twd_ring_pkg::RING_ML_KEM,
  parameter int unsigned Lanes = 4,
  localparam int unsigned Width = Lanes * twd_lane_pkg::width(Ring.q, Ring_2.q),
  localparam int unsigned WordBits = twd_unit_pkg::word_bits(Ring, Ring_2, Lanes),
  localparam int unsigned AddrBits = twd_unit_pkg::SLOT_BITS + WordBits
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  input  logic                   clear_i,
  input  logic                   start_i,
  input  twd_unit_pkg::command_t command_i,
  output logic                   ready_o,
  output logic                   done_o,
  // the memory
  output logic                   read_o,
  output logic                   bank_o,
  output logic [   AddrBits-1:0] addr_o,
  input  logic                   taken_i,
  input  logic [ 1:0][Width-1:0] data_i,   // two cycles after
  // the stream
  output logic                   valid_o,
  input  logic                   ready_i,
  output logic                   last_o,
  output logic [      Width-1:0] data_o,
  output logic                   pair_o    // with the word
);

  localparam bit Both = twd_unit_pkg::both(Ring, Ring_2);

  logic run_q;
  logic pair_q;
  logic [WordBits:0] word_q;
  logic [twd_unit_pkg::COUNT_BITS-1:0] left_q;  // polynomials after this one
  logic pair, word_last, last_word, room;
  logic [twd_unit_pkg::SLOT_BITS-1:0] slot_q;

  assign pair = Both ? pair_q : Ring.q == 0;
  assign word_last = &(word_q | (Both && pair ? (WordBits + 1)'(1 << WordBits) : '0));
  assign last_word = word_last && left_q == '0;
  assign read_o = run_q && room;
  assign ready_o = !run_q;
  assign done_o = taken_i && last_word;

  always_comb begin
    bank_o = 1'b0;
    for (int j = 0; j <= WordBits; j++) begin
      if (!(Both && pair && j == WordBits)) bank_o = bank_o ^ word_q[j];
    end
    addr_o = {slot_q, word_q[WordBits:1]};
    if (Both) addr_o = {1'b0, slot_q[twd_unit_pkg::SLOT_BITS-2:0], word_q[WordBits:1]};
    if (Both && pair) addr_o = AddrBits'({slot_q, word_q[WordBits-1:1]});
  end

  logic taken_q, taken_q2, bank_q, bank_q2, last_q, last_q2, kind_q, kind_q2;  // kind: pair of a word

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      run_q    <= 1'b0;
      taken_q  <= 1'b0;
      taken_q2 <= 1'b0;
    end else begin
      if (start_i) run_q <= 1'b1;
      else if (done_o) run_q <= 1'b0;
      taken_q  <= taken_i;
      taken_q2 <= taken_q;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!run_q) begin
      pair_q <= command_i.pair;
      slot_q <= command_i.a;
      left_q <= command_i.count;
      word_q <= '0;
    end else if (taken_i) begin
      word_q <= word_last ? '0 : word_q + 1'b1;
      if (word_last) begin
        slot_q <= slot_q + 1'b1;
        left_q <= left_q - 1'b1;
      end
    end
    {bank_q2, last_q2, kind_q2, bank_q, last_q, kind_q} <= {bank_q, last_q, kind_q, bank_o, last_word, pair};
  end

  logic unused_few;
  logic kind;  // stored where both kinds of ring are there: a unit of one clears its queue to zeros

  assign pair_o = Both ? kind : pair;

  twd_fifo #(.Width(Width + 2), .Depth(8), .Reserve(4)) u_results (
    .clk_i, .rst_ni,
    .w_valid_i(taken_q2 || clear_i),
    .w_data_i ({Both && kind_q2, last_q2, data_i[bank_q2]}),
    .room_o   (room),
    .few_o    (unused_few),
    .r_valid_o(valid_o),
    .r_ready_i(ready_i || clear_i),
    .r_data_o ({kind, last_o, data_o})
  );

  logic unused_fields;
  assign unused_fields = ^{command_i, pair_q, kind_q2, kind};

endmodule
