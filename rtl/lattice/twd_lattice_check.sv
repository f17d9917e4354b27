// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_lattice_check: whether the check bits of an instruction are wrong.
//
// Check     twd_lattice_pkg::check_bits, which is linear: each bit is the parity of those that it depends on, a tree in
//           place of its chain.
// Timing    combinational
// Model     twiddle.model.signature.check_bits

module twd_lattice_check (
  input  logic [ 8:0] pc_i,
  input  logic [37:0] instruction_i,
  input  logic [ 7:0] check_i,
  output logic        wrong_o
);

  localparam int unsigned Bits = 47;

  // A row of Bits a check bit: those that count.
  function automatic logic [8*Bits-1:0] table_of_rows();
    logic [Bits-1:0] one;
    logic [7:0] column;
    for (int unsigned i = 0; i < Bits; i++) begin
      one = Bits'(1) << i;
      column = twd_lattice_pkg::check_bits(one[Bits-1:38], one[37:0]);
      for (int unsigned b = 0; b < 8; b++) table_of_rows[Bits*b+i] = column[b];
    end
  endfunction

  localparam logic [8*Bits-1:0] Rows = table_of_rows();

  logic [7:0] expected;

  for (genvar b = 0; b < 8; b++) begin : gen_bit
    localparam logic [Bits-1:0] Row = Rows[Bits*b+:Bits];
    assign expected[b] = ^({pc_i, instruction_i} & Row);
  end

  assign wrong_o = check_i != expected;

endmodule
