// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_rns_residue: sum_o = a_i + b_i mod m, one residue of twd_rns_sum.
//
// Ranges    a_i, b_i, sum_o in [0, m); with Zero all ones too, which make the sum all ones.
// Timing    1 cycle, en_i = 0 freezes it; no reset.
// Cost      m a power of two: an adder. Up to 3 bits: a LUT a bit. Up to 5: an adder and a LUT a bit. Above: two adders
//           and a comparison with a constant.
// Model     twiddle.model.rns.rns_sum

`include "twd_assert.svh"

module twd_rns_residue #(
  parameter int unsigned Modulus = 13,
  parameter int unsigned Bits    = 4,
  parameter bit          Zero    = 1'b0
) (
  input  logic            clk_i,
  input  logic            en_i,
  input  logic [Bits-1:0] a_i,
  input  logic [Bits-1:0] b_i,
  output logic [Bits-1:0] sum_o
);

  `TWD_REFUSE(gen_bad_modulus, Modulus < 1 || Modulus > (1 << Bits) - 32'(Zero),
              "twd_rns_residue: Modulus does not fit into Bits bits")

  localparam bit Power = Modulus == 1 << Bits;

  logic [Bits:0] total;  // [0, 2m - 1) where no operand is the code of zero
  assign total = {1'b0, a_i} + {1'b0, b_i};

  logic [Bits-1:0] residue;

  if (Power) begin : gen_power
    logic unused_carry;
    assign unused_carry = total[Bits];
    assign residue      = total[Bits-1:0];
  end else if (Bits <= 3) begin : gen_pairs
    // A sum of minterms: an indexed constant would become a ROM.
    logic unused_total;
    assign unused_total = ^total;

    always_comb begin
      residue = '0;
      for (int unsigned a = 0; a < Modulus; a++) begin
        for (int unsigned b = 0; b < Modulus; b++) begin
          residue = residue | ({Bits{{a_i, b_i} == {Bits'(a), Bits'(b)}}} & Bits'((a + b) % Modulus));
        end
      end
    end
  end else if (Bits <= 5) begin : gen_sums
    always_comb begin
      residue = '0;
      for (int unsigned s = 0; s < 2 * Modulus - 1; s++) begin
        residue = residue | ({Bits{total == (Bits + 1)'(s)}} & Bits'(s % Modulus));
      end
    end
  end else begin : gen_wide
    logic over;
    assign over    = twd_modarith_pkg::at_least(32'(total), Modulus);
    assign residue = total[Bits-1:0] - (over ? Bits'(Modulus) : Bits'(0));
  end

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      sum_o <= residue;
      // written last, so that it becomes the synchronous set of the flip-flops
      if (Zero && (&a_i || &b_i)) sum_o <= '1;
    end
  end

endmodule
