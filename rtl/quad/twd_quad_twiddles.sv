// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_quad_twiddles: the twiddle factors of both ranks of multipliers of twd_butterfly_2x2, each in the cycle of its
// operands, and the transformed second operand between them.
//
// Address   2^l + block for a pass whose first layer is l, word i of the second operand at {i[A-3], 01, i[A-4:0]} for
//           n = 2^A, constants for loaded beats at 0 and zero_addr of twd_quad_pkg (docs/cores/quad.md).
// Method    a table and a memory a rank: rank 1 has u and lanes 1 and 3 of the second operand, rank 2 v and lanes 0
//           and 2. The address of a slot follows its word.
// Ranges    in [0, q), all divided by the scale of Method, written words too.
// Timing    twiddle_1_o BUTTERFLY_START cycles after addr_i, or 2 L + 3 later with inverse_i, L = latency of a
//           multiplier; twiddle_2_o L + 1 later. A word is readable in the cycle after w_data_i, which comes a cycle
//           after w_en_i and w_addr_i. No reset.
// Cost      a rank: a table of 2^A pairs of coefficients, twice that where the transform is incomplete or Published; a
//           memory of n / 4 pairs for the second operand, in LUTs up to n = 256; 2 Width multiplexers.
// Model     twiddle.model.quad.twiddle_rom

`include "twd_delay.svh"

module twd_quad_twiddles #(
  parameter  twd_ring_pkg::ring_cfg_t Ring = twd_ring_pkg::RING_FALCON_1024,
  parameter  twd_method_pkg::method_e Method = twd_method_pkg::METHOD_KRED,
  parameter  bit                      Published = 1'b0,  // of a cyclic transform, and powers of psi
  parameter  bit                      LogicTables = 1'b0,  // 1: factors in logic, not block RAM
  parameter  twd_ram_pkg::memory_e    Memory = twd_ram_pkg::MEMORY_BLOCK,  // of the second operand
  localparam int unsigned             Width = $clog2(Ring.q),
  localparam int unsigned             WordBits = $clog2(Ring.n) - 2,
  localparam int unsigned             AddrBits = twd_quad_pkg::twiddle_addr_bits(Ring, Published)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  w_en_i,     // a word of the second operand
  input  logic [WordBits-1:0]   w_addr_i,
  input  logic [3:0][Width-1:0] w_data_i,
  input  logic                  inverse_i,  // the slot is one of an inverse pass
  input  logic [AddrBits-1:0]   addr_i,
  output logic [1:0][Width-1:0] twiddle_1_o,
  output logic [1:0][Width-1:0] twiddle_2_o
);

  localparam int unsigned Depth = 1 << AddrBits;
  localparam int unsigned Half = 1 << (WordBits + 1);
  localparam int unsigned Layers = twd_ring_pkg::layers(Ring);
  localparam int unsigned Passes = twd_quad_pkg::passes(Ring);
  localparam int unsigned Word = 2 * Width;
  localparam int unsigned ZeroAddr = twd_quad_pkg::zero_addr(Ring);
  localparam int unsigned PsiAddr = Published ? 2 * Half : 0;         // powers of psi
  localparam int unsigned PsiInverseAddr = Published ? 3 * Half : 0;  // and of its inverse
  localparam bit Pairs = !twd_ring_pkg::complete(Ring);

  // Two bits a layer: a pass begins with it; the pass has only this layer.
  function automatic logic [25:0] first_layers();
    first_layers = '0;
    for (int unsigned p = 0; p < Passes; p++) begin
      first_layers[2*twd_quad_pkg::block_bits(Ring, p)] = 1'b1;
      first_layers[2*twd_quad_pkg::block_bits(Ring, p)+1] = twd_quad_pkg::single(Ring, p);
    end
  endfunction

  localparam logic [25:0] FirstLayers = first_layers();
  localparam logic [63:0] Q = 64'(Ring.q);
  localparam logic [63:0] One = 64'(twd_method_pkg::wide_unscale(Method, Ring.q));  // 1/scale
  localparam logic [63:0] Minus = Q - One;  // -1/scale
  localparam logic [63:0] Shrunk = One * 64'(  // 1/(2^layers scale)
      twd_ring_pkg::pow_mod(32'((Q + 64'd1) >> 1), Layers, Ring.q)) % Q;
  localparam logic [63:0] RootInverse = 64'(twd_ring_pkg::pow_mod(Ring.root, Ring.q - 2, Ring.q));

  // Root^(n / 2^(l + 1)) for every layer l, or its inverse: the quotient of a factor of the merged transform and one of
  // the cyclic transform.
  function automatic logic [12*32-1:0] table_of_layers(input bit inverse);
    for (int unsigned l = 0; l < 12; l++) begin
      table_of_layers[32*l+:32] = !Published ? 32'd1 : twd_ring_pkg::pow_mod(
          inverse ? 32'(RootInverse) : Ring.root, l < Layers ? Ring.n >> (l + 1) : 32'd0, Ring.q);
    end
  endfunction

  localparam logic [12*32-1:0] Unmerged = table_of_layers(1'b1);
  localparam logic [12*32-1:0] UnmergedInverse = table_of_layers(1'b0);

  localparam int unsigned Slice = twd_rom_pkg::slice_bits(Depth, Word);
  localparam int unsigned Slices = twd_rom_pkg::slices(Depth, Word);

  // Bits low to low + Slice - 1 of the factors: the powers of the root one after the other, each stored at its
  // addresses. The inverse of a factor is minus the factor of the complemented block.
  function automatic logic [Depth*Slice-1:0] table_slice(input bit rank_2, input int unsigned low);
    logic [Word-1:0] pair;
    logic [63:0] zeta;
    logic [63:0] minus;
    logic [63:0] psi_inverse;
    logic [Width-1:0] forward;
    logic [Width-1:0] backward;
    logic [Width-1:0] inverse;
    int unsigned index;
    int unsigned layer;
    int unsigned addr;
    table_slice = (Depth * Slice)'(1'b0);
    table_slice[0+:Slice] = Slice'({2{Width'(One)}} >> low);
    table_slice[Half*Slice+:Slice] = Slice'({2{Width'(One * One % Q)}} >> low);
    table_slice[(ZeroAddr+1)*Slice+:Slice] = Slice'({2{Width'(Shrunk)}} >> low);
    table_slice[(Half+ZeroAddr+1)*Slice+:Slice] = Slice'({2{Width'(Shrunk * One % Q)}} >> low);
    zeta = One;
    minus = Minus;
    psi_inverse = One;
    if (Published && rank_2) begin
      table_slice[PsiAddr*Slice+:Slice] = Slice'(Word'(One) >> low);
      table_slice[PsiInverseAddr*Slice+:Slice] = Slice'(Word'(One) >> low);
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
        psi_inverse = psi_inverse * RootInverse % Q;
        if (e % 2 == (rank_2 ? 0 : 1)) begin
          addr = PsiAddr + e / 4;
          pair = (Word'(zeta) << (e / 2 % 2 * Width)) >> low;
          table_slice[addr*Slice+:Slice] = table_slice[addr*Slice+:Slice] | Slice'(pair);
          addr = PsiInverseAddr + e / 4;
          pair = (Word'(psi_inverse) << (e / 2 % 2 * Width)) >> low;
          table_slice[addr*Slice+:Slice] = table_slice[addr*Slice+:Slice] | Slice'(pair);
        end
      end
      if (!rank_2 && FirstLayers[2*layer]) begin
        table_slice[index*Slice+:Slice] = Slice'({2{forward}} >> low);
        addr = Half + (32'd3 << layer) - 1 - index;  // the block complemented
        table_slice[addr*Slice+:Slice] = Slice'({Width'(Q) - backward, inverse} >> low);
      end
      if (rank_2 && layer > 0 && FirstLayers[2*layer-2] && !FirstLayers[2*layer-1]) begin
        addr = index / 2;
        pair = (Word'(forward) << (index % 2 * Width)) >> low;
        table_slice[addr*Slice+:Slice] = table_slice[addr*Slice+:Slice] | Slice'(pair);
        addr = Half + ((32'd3 << layer) - 1 - index) / 2;
        pair = (Word'(inverse) << (((32'd3 << layer) - 1 - index) % 2 * Width)) >> low;
        table_slice[addr*Slice+:Slice] = table_slice[addr*Slice+:Slice] | Slice'(pair);
      end
      if (rank_2 && FirstLayers[2*layer+1]) begin
        table_slice[index*Slice+:Slice] = Slice'({2{Width'(Q - One)}} >> low);
        table_slice[(Half+index)*Slice+:Slice] = Slice'({2{Width'(Minus)}} >> low);
      end
      if (Pairs && layer + 1 == Layers) begin
        addr = 2 * Half + index;
        pair = rank_2 ? {Width'(Q - zeta), Width'(zeta)} : {2{Width'(Q - One)}};
        table_slice[addr*Slice+:Slice] = Slice'(pair >> low);
      end
    end
  endfunction

  // ---- addresses: cycles from addr_i to the read of rank 1, of rank 2, and of rank 1 for an inverse slot ----
  localparam int unsigned MulLatency = twd_method_pkg::wide_latency(Method, Ring.q);
  localparam int unsigned Read1 = twd_quad_pkg::BUTTERFLY_START - 2;

  logic [AddrBits-1:0] addr_1, addr_2, addr_inverse;
  logic inverse;

  `TWD_DELAY(u_addr_1, AddrBits, Read1, 1'b1, addr_i, addr_1)

  `TWD_DELAY(u_addr_2, AddrBits, MulLatency + 1, 1'b1, addr_1, addr_2)

  `TWD_DELAY(u_addr_inverse, AddrBits, MulLatency + 2, 1'b1, addr_2, addr_inverse)

  `TWD_DELAY(u_inverse, 1, Read1 + 2 * MulLatency + 3, 1'b1, inverse_i, inverse)

  // ---- tables and memories ----
  logic [1:0][Word-1:0] twiddle;

  for (genvar r = 0; r < 2; r++) begin : gen_rank
    logic [AddrBits-1:0] addr;
    logic operand;            // the address is one of the second operand
    logic [1:0] operand_q;
    logic [WordBits-1:0] word;
    logic [Word-1:0] stored;
    logic [Slices*Slice-1:0] factor;

    assign addr = r == 1 ? addr_2 : inverse ? addr_inverse : addr_1;
    assign operand = 32'(addr) < 2 * Half && addr[WordBits-:2] == 2'b01;
    assign word = {addr[WordBits+1], addr[WordBits-2:0]};
    assign twiddle[r] = operand_q[1] ? stored : factor[Word-1:0];

    for (genvar s = 0; s < Slices; s++) begin : gen_slice
      localparam logic [Depth*Slice-1:0] Contents = table_slice(r == 1, s * Slice);

      twd_rom #(.Depth(Depth), .Width(Slice), .LogicTables(LogicTables), .Contents(Contents)) u_rom (
        .clk_i, .en_i(1'b1), .addr_i(addr), .data_o(factor[s*Slice+:Slice])
      );
    end

    twd_ram_1r1w #(
      .Depth(Half / 2), .Width(Word), .Block(Memory == twd_ram_pkg::MEMORY_BLOCK && Half / 2 > 64),
      .Words(twd_ram_pkg::words(Memory)), .AddressEarly(1'b1)
    ) u_operand (
      .clk_i, .rst_ni, .w_en_i, .w_addr_i,
      .w_data_i({w_data_i[3-r], w_data_i[1-r]}),
      .en_i    (1'b1),
      .r_en_i  (operand),
      .r_addr_i(word),
      .r_data_o(stored)
    );

    always_ff @(posedge clk_i) operand_q <= {operand_q[0], operand};

    if (Slices > 1) begin : gen_cut
      logic unused_factor;
      assign unused_factor = ^factor;
    end
  end

  assign {twiddle_2_o, twiddle_1_o} = twiddle;

endmodule
