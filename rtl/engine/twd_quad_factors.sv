// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_quad_factors: the factors of two multipliers of twd_butterfly_2x2: a table, and the transformed second operand in it.
//
// Table     address 2^l + block: the factors of a pass whose first layer is l, forward; with the next bit set inverse. Passes
//           take every other l (or two), so that there is room between them:
//             [2^(A-1), 2^A)  in both halves, A address bits of a polynomial: word i of the second operand at
//                             {i[A-1], 0, 1, i[A-2:0]}
//             0               1, by which a first operand is multiplied when it is loaded; inverse: 1/scale, for a second one
//             zero(Ring)      0, for a refused operation
//           In an incomplete transform a bit above: factors of QUAD_PAIR, zeta of the products modulo x^2 - zeta.
// Second    parameter: 0: k1, lanes 1 and 3 of the second operand; 1: k2, lanes 0 and 2
// Ranges    in [0, q), all divided by the scale of Method, what is written as well.
// Timing    factor_o two cycles behind r_addr_i (block latch, bare register); a word is readable in the cycle after it
//           was written. No reset: nothing but second operands is ever written.
// Cost      2^(A + 2) pairs of coefficients, twice that where the transform is incomplete.
// Model     twiddle.model.quad.factors

`include "twd_assert.svh"

module twd_quad_factors #(
  parameter  twd_ring_pkg::ring_cfg_t Ring   = twd_ring_pkg::RING_FALCON_1024,
  parameter  twd_method_pkg::method_e Method = twd_method_pkg::METHOD_KRED,
  parameter  bit                      Second = 1'b0,
  localparam int unsigned             Width  = $clog2(Ring.q),
  localparam int unsigned             AddrWidth = twd_quad_pkg::factor_bits(Ring)
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  input  logic                   w_en_i,
  input  logic [AddrWidth-1:0]   w_addr_i,
  input  logic [2*Width-1:0]     w_data_i,
  input  logic [AddrWidth-1:0]   r_addr_i,
  output logic [2*Width-1:0]     factor_o
);

  localparam int unsigned Depth = 1 << AddrWidth;
  localparam int unsigned Half = 1 << (twd_quad_pkg::index_bits(Ring) - 1);
  localparam int unsigned Layers = twd_ring_pkg::layers(Ring);
  localparam int unsigned Passes = twd_quad_pkg::passes(Ring);
  localparam int unsigned Word = 2 * Width;

  // {a pass begins with this layer, and has only this one}
  function automatic logic [25:0] first_layers();
    first_layers = '0;
    for (int unsigned p = 0; p < Passes; p++) begin
      first_layers[2*twd_quad_pkg::block_bits(Ring, p)] = 1'b1;
      first_layers[2*twd_quad_pkg::block_bits(Ring, p)+1] = twd_quad_pkg::single(Ring, p);
    end
  endfunction

  function automatic logic [Depth*Word-1:0] table_of_factors();
    int unsigned q;
    int unsigned one;      // 1/scale
    int unsigned half;     // -1/(2 scale)
    int unsigned quarter;  // -1/(4 scale)
    int unsigned zeta;
    int unsigned index;
    int unsigned layer;
    int unsigned addr;
    int unsigned block;
    logic [25:0] first;
    q = Ring.q;
    first = first_layers();
    one = twd_ring_pkg::pow_mod(twd_method_pkg::scale(Method, q, 32'd0), q - 2, q);
    half = twd_ring_pkg::mul_mod((q - 1) / 2, one, q);
    quarter = twd_ring_pkg::mul_mod((q + 1) / 2, half, q);
    table_of_factors = (Depth * Word)'(1'b0);
    table_of_factors[0+:Word] = {2{Width'(one)}};
    table_of_factors[Half*Word+:Word] = {2{Width'(twd_ring_pkg::mul_mod(one, one, q))}};
    zeta = one;
    for (int unsigned e = 1; e < (1 << Layers); e++) begin
      zeta = twd_ring_pkg::mul_mod(zeta, Ring.root, q);
      index = twd_ring_pkg::bit_reverse(e, Layers);
      layer = 32'($clog2(index + 1)) - 1;
      block = index - (1 << layer);
      if (!Second && first[2*layer]) begin
        table_of_factors[index*Word+:Word] = {2{Width'(zeta)}};
        addr = Half + (1 << layer) + (1 << layer) - 1 - block;
        table_of_factors[addr*Word+:Word] = {
            Width'(q - zeta),
            Width'(first[2*layer+1] ? twd_ring_pkg::mul_mod(zeta, (q - 1) / 2, q)
                : twd_ring_pkg::mul_mod(zeta, twd_ring_pkg::mul_mod((q - 1) / 2, (q + 1) / 2, q), q))};
      end
      if (Second && layer > 0 && first[2*layer-2] && !first[2*layer-1]) begin
        table_of_factors[(index/2)*Word+Width*(index%2)+:Width] = Width'(zeta);
        block = (1 << layer) - 1 - block;
        addr = Half + (1 << (layer - 1)) + block / 2;
        table_of_factors[addr*Word+Width*(block%2)+:Width] =
            Width'(twd_ring_pkg::mul_mod(zeta, twd_ring_pkg::mul_mod((q - 1) / 2, (q + 1) / 2, q), q));
      end
      if (Second && first[2*layer+1]) begin
        table_of_factors[index*Word+:Word] = {2{Width'(q - one)}};
        table_of_factors[(Half+index)*Word+:Word] = {2{Width'(half)}};
      end
      if (!twd_ring_pkg::complete(Ring) && layer + 1 == Layers) begin
        addr = 2 * Half + index;
        if (Second) table_of_factors[addr*Word+:Word] = {Width'(q - zeta), Width'(zeta)};
        else table_of_factors[addr*Word+:Word] = {2{Width'(q - one)}};
      end
    end
    // layer 0 of a ring whose first pass is single, and of any other, comes with e = 2^(Layers - 1): nothing is left out
  endfunction

  localparam logic [Depth*Word-1:0] Factors = table_of_factors();

  logic [Word-1:0] latch_q;

  (* ram_style = "block", no_rw_check *) logic [Word-1:0] mem[Depth];

  initial begin
    for (int i = 0; i < Depth; i++) mem[i] = Factors[i*Word+:Word];
  end

  always_ff @(posedge clk_i) begin
    if (w_en_i) mem[w_addr_i] <= w_data_i;
    latch_q <= mem[r_addr_i];
  end

  always_ff @(posedge clk_i) factor_o <= latch_q;

  `TWD_ASSERT(SecondOperandsAlone, !w_en_i || w_addr_i[AddrWidth-2-:2] == 2'b01 || Depth == 4 * Half)

endmodule
