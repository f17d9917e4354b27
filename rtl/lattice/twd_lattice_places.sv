// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_lattice_places: where the words of a move are in bytes, and how many they are.
//
// Append    words that are written, and those that are read, with append, follow each other from start_i on.
// Timing    place_o combinational; the numbers are those of move_i in the cycle before. Reset: as start_i.
// Model     none: it counts

module twd_lattice_places #(
  localparam int unsigned Bits = twd_lattice_pkg::PLACE_BITS
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,
  input  logic                       start_i,
  input  logic                       take_i,    // move_i
  input  twd_lattice_pkg::transfer_t move_i,
  output logic            [Bits-1:0] place_o,
  output logic            [Bits-1:0] words_o,
  output logic            [Bits-1:0] count_o,   // of words and a tail of bytes
  output logic                       single_o,  // it is 1
  output logic                       open_o     // it is not known
);

  logic [Bits-1:0] appended_q, read_q, words;
  logic tailed;

  assign tailed = move_i.source == twd_lattice_pkg::SOURCE_BYTES && move_i.tail_bytes != '0;
  assign words = move_i.whole ? appended_q : move_i.count;
  assign place_o = move_i.whole ? '0 : move_i.append ? (move_i.sinks.bytes ? appended_q : read_q) : move_i.place;

  always_ff @(posedge clk_i) begin
    words_o  <= words;
    count_o  <= words + Bits'(tailed);
    single_o <= words == Bits'(!tailed);
    open_o   <= move_i.open || (words == '0 && !tailed);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {appended_q, read_q} <= '0;
    else if (start_i) {appended_q, read_q} <= '0;
    else if (take_i && move_i.append && !move_i.whole) begin
      if (move_i.sinks.bytes) appended_q <= appended_q + move_i.count;
      else read_q <= read_q + move_i.count;
    end
  end

  logic unused;
  assign unused = ^move_i;

endmodule
