// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_const_product_pkg: how twd_const_product cuts a product into pairs of limbs, one DSP block each.
//
// Limbs     17 bits, unsigned, of a factor below 2^(17 n); the last limb of a constant is signed and has 18.
// Pair      (i, j) is limb i of x by limb j of the constant, of weight 2^(17 (i + j)); left out where no bit of it is
//           below the end of the result. Pairs are numbered by i, then j.
// Model     twiddle.model.reductions.const_latency

package twd_const_product_pkg;

  // Limbs of an unsigned factor of this number of bits.
  function automatic int unsigned limbs(input int unsigned width);
    limbs = (width + twd_modarith_pkg::DSP_WIDTH - 1) / twd_modarith_pkg::DSP_WIDTH;
  endfunction

  // Limbs of a constant in two's complement.
  function automatic int unsigned constant_limbs(input logic [63:0] constant);
    constant_limbs = 32'd1;
    for (int unsigned i = 0; i < 63; i++) begin
      if (constant[i] != constant[63]) constant_limbs = i / twd_modarith_pkg::DSP_WIDTH + 1;
    end
  endfunction

  // Bits of a limb of a constant: 18, the last one of a negative constant only as many as it needs.
  function automatic int unsigned factor_bits(input logic [63:0] constant, input int unsigned column);
    factor_bits = twd_modarith_pkg::DSP_WIDTH + 1;
    if (constant[63] && column == constant_limbs(constant) - 1) begin
      factor_bits = 32'd1;
      for (int unsigned i = 0; i < twd_modarith_pkg::DSP_WIDTH; i++) begin
        if (!constant[twd_modarith_pkg::DSP_WIDTH*column+i]) factor_bits = i + 2;
      end
    end
  endfunction

  // Pairs of limbs before the pair (row, column); `bits` is the end of the result.
  function automatic int unsigned pairs_before(
    input int unsigned row, input int unsigned column, input logic [63:0] constant, input int unsigned bits
  );
    pairs_before = 32'd0;
    for (int unsigned i = 0; i <= row; i++) begin
      for (int unsigned j = 0; j < (i == row ? column : constant_limbs(constant)); j++) begin
        if (twd_modarith_pkg::DSP_WIDTH * (i + j) < bits) pairs_before = pairs_before + 1;
      end
    end
  endfunction

  // Pairs of limbs, that is DSP blocks.
  function automatic int unsigned pairs(
    input int unsigned width, input logic [63:0] constant, input int unsigned bits
  );
    pairs = pairs_before(limbs(width), 32'd0, constant, bits);
  endfunction

  // Cycles of twd_const_product: a register after the blocks, then one adder a cycle.
  function automatic int unsigned latency(
    input int unsigned width, input logic [63:0] constant, input int unsigned bits
  );
    latency = pairs(width, constant, bits);
  endfunction

endpackage
