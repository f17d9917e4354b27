// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_formal_shell_word: a word between the pipe and c, if there is one, is the beat of its number.
//
// Method    see twd_formal_shell_lemmas. One module a word, as the step is too hard for all words at once.

module twd_formal_shell_word #(
  parameter  int unsigned Beats      = 4,
  parameter  int unsigned CountWidth = 7,
  localparam int unsigned BeatWidth  = $clog2(Beats)
) (
  input logic                  rst_ni,
  input logic                  there,
  input logic [CountWidth-1:0] number,
  input logic [3:0]            word,    // flag, last, coefficient
  // the operation that is followed
  input logic                  held,
  input logic [CountWidth-1:0] tag,     // number of its first beat
  input logic                  known,   // its coefficients are
  input logic [Beats-1:0][1:0] want,
  input logic                  err
);

  logic [CountWidth-1:0] index;

  assign index = number - tag;

  always_comb begin
    if (rst_ni && there) begin
      WordLast: assert (word[2] == (number[BeatWidth-1:0] == '1));
      if (held && index < CountWidth'(Beats)) begin
        WordRight: assert (!known || word[1:0] == want[index[BeatWidth-1:0]]);
        WordFlagged: assert (!word[2] || word[3] == err);
      end
    end
  end

endmodule
