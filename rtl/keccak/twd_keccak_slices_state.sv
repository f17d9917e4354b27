// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_keccak_slices_state: the memories of twd_keccak_slices, a word of all 25 lanes a cycle.
//
// Method    while permute_i, each lane is written to the other half, as many words further as the lane that comes to
//           its place is turned by; otherwise to the word that is read. Lanes with the same distance share a memory.
// Timing    state_o is combinational from half_i and word_i; a word can be read from the cycle after its write on
// Cost      50 W words of Slices bits in LUT memory, with W = 64 / Slices
// Model     none: it moves data only

`include "twd_memory.svh"

module twd_keccak_slices_state #(
  parameter  int unsigned Slices = 8,
  localparam int unsigned Words = 64 / Slices,
  localparam int unsigned Bits = $clog2(Words)
) (
  input  logic                 clk_i,
  input  logic                 half_i,
  input  logic [     Bits-1:0] word_i,
  input  logic                 permute_i,
  input  logic                 write_i,
  input  logic [25*Slices-1:0] next_i,
  output logic [25*Slices-1:0] state_o
);

  // The words by which the lane that comes to this place is turned.
  function automatic int unsigned words_of(input int unsigned lane);
    words_of = twd_keccak_pkg::rotation((lane % 5 + 3 * (lane / 5)) % 5 + 5 * (lane % 5)) / Slices;
  endfunction

  // How many lanes before this one share the memory of those that are turned by so many words.
  function automatic int unsigned shared(input int unsigned lane, input int unsigned words);
    shared = 0;
    for (int unsigned i = 0; i < 25; i++) if (i < lane && words_of(i) == words) shared = shared + 1;
  endfunction

  for (genvar a = 0; a < Words; a++) begin : gen_words
    localparam int unsigned Count = shared(25, a);

    if (Count != 0) begin : gen_memory
      `TWD_LUT_RAM_NO_RW_CHECK logic [Count*Slices-1:0] mem[2*Words];
      logic [Count*Slices-1:0] w_data, r_data;
      logic [Bits-1:0] w_word;

      always_comb begin
        w_word = word_i;  // or a more: a table, not an adder
        for (int unsigned i = 0; i < Words; i++) if (permute_i && word_i == Bits'(i)) w_word = Bits'(i + a);
      end
      assign r_data = mem[{half_i, word_i}];
      always_ff @(posedge clk_i) if (write_i) mem[{half_i ^ permute_i, w_word}] <= w_data;

      for (genvar i = 0; i < 25; i++) begin : gen_lane_of
        if (words_of(i) == a) begin : gen_here
          localparam int unsigned Place = shared(i, a);
          assign w_data[Slices*Place+:Slices] = next_i[Slices*i+:Slices];
          assign state_o[Slices*i+:Slices] = r_data[Slices*Place+:Slices];
        end
      end
    end
  end

endmodule
