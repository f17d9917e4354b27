// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_lattice_beats: beats of AXI4-Stream as words of twd_lattice, and back.
//
// In        TKEEP marks the bytes from byte 0 on: 0 to 8 of them, 0 of an empty frame. Another TKEEP gives the number
//           15, which twd_lattice refuses; so does it fewer than 8 bytes before the last beat. Bytes that are not kept
//           are 0.
// Out       the bytes of a word, from byte 0 on
// Timing    combinational
// Cost      an AND of each bit
// Model     tests/lattice_axi_cocotb.py

module twd_lattice_beats (
  input  logic [63:0] in_tdata_i,
  input  logic [ 7:0] in_tkeep_i,
  output logic [67:0] in_data_o,    // number of bytes, word
  input  logic [67:0] out_data_i,
  output logic [63:0] out_tdata_o,
  output logic [ 7:0] out_tkeep_o
);

  logic [3:0] bytes;

  always_comb begin
    bytes = 4'd15;
    for (int unsigned i = 0; i < 9; i++) begin
      if (in_tkeep_i == 8'((9'd1 << i) - 9'd1)) bytes = 4'(i);
    end
    for (int unsigned i = 0; i < 8; i++) begin
      in_data_o[8*i+:8] = in_tdata_i[8*i+:8] & {8{in_tkeep_i[i]}};
      out_tkeep_o[i] = 4'(i) < out_data_i[67:64];
    end
    in_data_o[67:64] = bytes;
  end

  assign out_tdata_o = out_data_i[63:0];

endmodule
