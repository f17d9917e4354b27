// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_parity: four parities of a word, each of every fourth bit: a change of neighbours shows, too.
//
// Timing    combinational
// Cost      Width - 4 XORs of two bits
// Model     none: four XORs

module twd_parity #(
  parameter int unsigned Width = 64
) (
  input  logic [Width-1:0] data_i,
  output logic [      3:0] parity_o
);

  always_comb begin
    parity_o = '0;
    for (int unsigned i = 0; i < Width; i++) parity_o[i%4] = parity_o[i%4] ^ data_i[i];
  end

endmodule
