// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_quad_twiddle_rom: the factors of two multipliers of twd_butterfly_2x2: a table, and the transformed second operand in it.
//
// Table     address 2^l + block: the factors of a pass whose first layer is l, forward; with the next bit set inverse. Passes
//           take every other l (or two), so that there is room between them:
//             [2^(A-1), 2^A)  in both halves, A address bits of a polynomial: word i of the second operand at
//                             {i[A-1], 0, 1, i[A-2:0]}
//             0               1, by which a first operand is multiplied when it is loaded; inverse: 1/scale, for a second one
//             zero(Ring)      0, for a refused operation; behind it, and inverse, the same as at 0 divided by 2^layers, for operands
//                             of an inverse transform, whose layers do not halve
//           In an incomplete transform a bit above: factors of MODE_PAIR, zeta of the products modulo x^2 - zeta. Published: a
//           cyclic transform, and a bit above the powers of psi for word i at i; inverse: those of 1/psi.
// Second    parameter: 0: k1, lanes 1 and 3 of the second operand; 1: k2, lanes 0 and 2
// Ranges    in [0, q), all divided by the scale of Method, what is written as well.
// Timing    factor_o two cycles behind r_addr_i (block latch, bare register); a word is readable in the cycle after it
//           was written. No reset: nothing but second operands is ever written.
// Cost      2^(A + 2) pairs of coefficients, twice that where the transform is incomplete.
// Model     twiddle.model.quad.factors

`include "twd_assert.svh"

module twd_quad_twiddle_rom #(
  parameter  twd_ring_pkg::ring_cfg_t Ring   = twd_ring_pkg::RING_FALCON_1024,
  parameter  twd_method_pkg::method_e Method = twd_method_pkg::METHOD_KRED,
  parameter  bit                      Second = 1'b0,
  parameter  bit                      Published = 1'b0,  // of a cyclic transform, and powers of psi above
  parameter  bit                      LogicTables = 1'b0,  // 1: factors in logic, the second operand in a memory of its own
  localparam int unsigned             Width  = $clog2(Ring.q),
  localparam int unsigned             AddrWidth = twd_quad_pkg::twiddle_addr_bits(Ring, Published)
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
  localparam int unsigned IndexBits = twd_quad_pkg::index_bits(Ring);
  localparam int unsigned Half = 1 << (twd_quad_pkg::index_bits(Ring) - 1);
  localparam int unsigned Layers = twd_ring_pkg::layers(Ring);
  localparam int unsigned Passes = twd_quad_pkg::passes(Ring);
  localparam int unsigned Word = 2 * Width;
  localparam int unsigned Zero = twd_quad_pkg::zero_addr(Ring);
  localparam int unsigned Psi = Published ? 2 * Half : 0;      // powers of psi
  localparam int unsigned PsiBack = Published ? 3 * Half : 0;  // and of its inverse
  localparam bit Pairs = !twd_ring_pkg::complete(Ring);

  // {a pass begins with this layer, and has only this one}
  function automatic logic [25:0] first_layers();
    first_layers = '0;
    for (int unsigned p = 0; p < Passes; p++) begin
      first_layers[2*twd_quad_pkg::block_bits(Ring, p)] = 1'b1;
      first_layers[2*twd_quad_pkg::block_bits(Ring, p)+1] = twd_quad_pkg::single(Ring, p);
    end
  endfunction

  localparam logic [25:0] First = first_layers();
  localparam logic [63:0] Q = 64'(Ring.q);
  localparam logic [63:0] One = 64'(twd_mod_mul_wide_pkg::unscale(Method, Ring.q));  // 1/scale
  localparam logic [63:0] Minus = Q - One;                                      // -1/scale
  localparam logic [63:0] Shrunk = One * 64'(  // 1/(2^layers scale)
      twd_ring_pkg::pow_mod(32'((Q + 64'd1) >> 1), Layers, Ring.q)) % Q;
  localparam logic [63:0] Back = 64'(twd_ring_pkg::pow_mod(Ring.root, Ring.q - 2, Ring.q));

  // Root^(n / 2^(l + 1)) for every layer l, or its inverse, by which a cyclic factor differs from that of the merged transform.
  function automatic logic [12*32-1:0] table_of_layers(input bit back);
    for (int unsigned l = 0; l < 12; l++) begin
      table_of_layers[32*l+:32] = Published
          ? twd_ring_pkg::pow_mod(back ? 32'(Back) : Ring.root, l < Layers ? Ring.n >> (l + 1) : 32'd0, Ring.q) : 32'd1;
    end
  endfunction

  localparam logic [12*32-1:0] Unmerged = table_of_layers(1'b1);
  localparam logic [12*32-1:0] UnmergedInverse = table_of_layers(1'b0);

  localparam int unsigned Slice = twd_rom_pkg::slice_bits(Depth, Word);
  localparam int unsigned Slices = twd_rom_pkg::slices(Depth, Word);

  // Bits low to low + Slice - 1 of the factors: powers of the root in natural order, each stored where its addresses say.
  // The inverse of a factor is the opposite of that of the complemented block.
  function automatic logic [Depth*Slice-1:0] table_of_factors(input int unsigned low);
    logic [Word-1:0] pair;
    logic [63:0] zeta;
    logic [63:0] minus;
    logic [63:0] back;
    logic [Width-1:0] forward;
    logic [Width-1:0] backward;
    logic [Width-1:0] inverse;
    int unsigned index;
    int unsigned layer;
    int unsigned addr;
    table_of_factors = (Depth * Slice)'(1'b0);
    table_of_factors[0+:Slice] = Slice'({2{Width'(One)}} >> low);
    table_of_factors[Half*Slice+:Slice] = Slice'({2{Width'(One * One % Q)}} >> low);
    zeta = One;
    table_of_factors[(Zero+1)*Slice+:Slice] = Slice'({2{Width'(Shrunk)}} >> low);
    table_of_factors[(Half+Zero+1)*Slice+:Slice] = Slice'({2{Width'(Shrunk * One % Q)}} >> low);
    minus = Minus;
    back = One;
    if (Published && Second) begin
      table_of_factors[Psi*Slice+:Slice] = Slice'(Word'(One) >> low);
      table_of_factors[PsiBack*Slice+:Slice] = Slice'(Word'(One) >> low);
    end
    for (int unsigned e = 1; e < (1 << Layers); e++) begin
      zeta = zeta * 64'(Ring.root) % Q;
      minus = minus * 64'(Ring.root) % Q;
      index = 32'd0;
      for (int unsigned i = 0; i < Layers; i++) index = (index << 1) | ((e >> i) & 32'd1);
      layer = 32'($clog2(index + 1)) - 1;
      forward = Width'(zeta);
      backward = Width'(zeta);
      inverse = Width'(minus);
      if (Published) begin
        forward = Width'(zeta * 64'(Unmerged[32*layer+:32]) % Q);
        backward = Width'(zeta * 64'(UnmergedInverse[32*layer+:32]) % Q);
        inverse = Width'(minus * 64'(UnmergedInverse[32*layer+:32]) % Q);
        back = back * Back % Q;
        if (e % 2 == (Second ? 0 : 1)) begin
          addr = Psi + e / 4;
          pair = (Word'(zeta) << (e / 2 % 2 * Width)) >> low;
          table_of_factors[addr*Slice+:Slice] = table_of_factors[addr*Slice+:Slice] | Slice'(pair);
          addr = PsiBack + e / 4;
          pair = (Word'(back) << (e / 2 % 2 * Width)) >> low;
          table_of_factors[addr*Slice+:Slice] = table_of_factors[addr*Slice+:Slice] | Slice'(pair);
        end
      end
      if (!Second && First[2*layer]) begin
        table_of_factors[index*Slice+:Slice] = Slice'({2{forward}} >> low);
        addr = Half + (32'd3 << layer) - 1 - index;  // the block complemented
        table_of_factors[addr*Slice+:Slice] = Slice'({Width'(Q) - backward, inverse} >> low);
      end
      if (Second && layer > 0 && First[2*layer-2] && !First[2*layer-1]) begin
        addr = index / 2;
        pair = (Word'(forward) << (index % 2 * Width)) >> low;
        table_of_factors[addr*Slice+:Slice] = table_of_factors[addr*Slice+:Slice] | Slice'(pair);
        addr = Half + ((32'd3 << layer) - 1 - index) / 2;
        pair = (Word'(inverse) << (((32'd3 << layer) - 1 - index) % 2 * Width)) >> low;
        table_of_factors[addr*Slice+:Slice] = table_of_factors[addr*Slice+:Slice] | Slice'(pair);
      end
      if (Second && First[2*layer+1]) begin
        table_of_factors[index*Slice+:Slice] = Slice'({2{Width'(Q - One)}} >> low);
        table_of_factors[(Half+index)*Slice+:Slice] = Slice'({2{Width'(Minus)}} >> low);
      end
      if (Pairs && layer + 1 == Layers) begin
        addr = 2 * Half + index;
        table_of_factors[addr*Slice+:Slice] = Slice'((Second ? {Width'(Q - zeta), Width'(zeta)} : {2{Width'(Q - One)}}) >> low);
      end
    end
  endfunction

  // An address of the second operand.
  function automatic logic of_operand(input logic [AddrWidth-1:0] addr);
    of_operand = 32'(addr) < 2 * Half && addr[IndexBits-2-:2] == 2'b01;
  endfunction


  if (LogicTables) begin : gen_split
    logic [Slices*Slice-1:0] factor;
    logic [1:0] of_operand_q;
    logic [Word-1:0] operand;

    for (genvar s = 0; s < Slices; s++) begin : gen_slice
      localparam logic [Depth*Slice-1:0] Factors = table_of_factors(s * Slice);

      twd_rom #(
        .Depth      (Depth),
        .Width      (Slice),
        .LogicTables(LogicTables),
        .Contents   (Factors)
      ) u_rom (
        .clk_i,
        .en_i  (1'b1),
        .addr_i(r_addr_i),
        .data_o(factor[s*Slice+:Slice])
      );
    end

    twd_ram_1r1w #(
      .Depth(Half / 2),
      .Width(Word)
    ) u_operand (
      .clk_i,
      .rst_ni,
      .w_en_i,
      .w_addr_i({w_addr_i[IndexBits-1], w_addr_i[IndexBits-4:0]}),
      .w_data_i,
      .en_i    (1'b1),
      .r_en_i  (of_operand(r_addr_i)),
      .r_addr_i({r_addr_i[IndexBits-1], r_addr_i[IndexBits-4:0]}),
      .r_data_o(operand)
    );

    always_ff @(posedge clk_i) of_operand_q <= {of_operand_q[0], of_operand(r_addr_i)};
    assign factor_o = of_operand_q[1] ? operand : factor[Word-1:0];

    if (Slices > 1) begin : gen_cut
      logic unused_factor;
      assign unused_factor = ^factor;
    end
  end else begin : gen_shared
    for (genvar s = 0; s < Slices; s++) begin : gen_slice
      localparam logic [Depth*Slice-1:0] Factors = table_of_factors(s * Slice);
      localparam int unsigned Bits = Word - s * Slice < Slice ? Word - s * Slice : Slice;

      (* ram_style = "block", no_rw_check *) logic [Bits-1:0] mem[Depth];
      logic [Bits-1:0] latch_q;

      initial begin
        for (int i = 0; i < Depth; i++) mem[i] = Factors[i*Slice+:Bits];
      end

      // Not always_ff: IEEE 1800 forbids another process, such as the one above, to write its variables.
      always @(posedge clk_i) begin
        if (w_en_i) mem[w_addr_i] <= w_data_i[s*Slice+:Bits];
        latch_q <= mem[r_addr_i];
      end

      always_ff @(posedge clk_i) factor_o[s*Slice+:Bits] <= latch_q;
    end
  end

  `TWD_ASSERT(SecondOperandsAlone, !w_en_i || of_operand(w_addr_i))
  `TWD_ASSERT(NoCollision, !(w_en_i && w_addr_i == r_addr_i))

endmodule
