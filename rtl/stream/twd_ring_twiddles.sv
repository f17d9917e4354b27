// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_ring_twiddles looks up the twiddle factors of a streaming stage whose ring is chosen at run time: entry a of a
// table (twd_stream_pkg::table_t) is first step^bitrev(a) modulo q.
//
// Method    The tables of all rings and directions follow each other in one memory, the largest first, so that each
//           begins at a multiple of its length. A memory of more than 64 words leaves out an inverse table that is
//           minus the forward one of the last look-up but t (of t) at the complement of the address, as of every layer
//           of a negacyclic transform but the first, whose factors have 1/N.
// Tables    of a look-up two a ring, forward and inverse, chosen by inverse_i and ring_i, of which 3 is the last ring
//           too; the bits of a are bits of addr_i, the same in all look-ups. With unit_i the factors are those for
//           coefficients that are not multiplied.
// Timing    3 cycles: registers of the address in the memory, after every 64 words, and of every multiplier; no reset.
// Cost      The words in LUTs, a multiplexer of their chunks; an adder where inverse tables are left out.
// Model     twiddle.model.mdf.Mdf.factor

module twd_ring_twiddles #(
  parameter  int unsigned Width     = 14,
  parameter  int unsigned AddrWidth = 8,
  parameter  bit          Both      = 1'b0,  // 0: forward alone, inverse_i is ignored
  parameter  int unsigned Lookups   = 1,
  parameter  logic [Lookups*twd_ring_pkg::SELECTABLE*384-1:0] Tables =
      {6{32'd3329, 32'd17, 32'd17, 32'd6, 32'd0, 32'd1}},  // the last ring has the largest
  parameter  int unsigned Copies    = 1      // multipliers of a look-up
) (
  input  logic                 clk_i,
  input  logic                 inverse_i,
  input  logic [          1:0] ring_i,
  input  logic [AddrWidth-1:0] addr_i,
  input  logic                 unit_i,
  output logic [Lookups*Copies-1:0][Width-1:0] twiddle_o
);

  localparam int unsigned Rings = twd_ring_pkg::SELECTABLE;
  localparam int unsigned Sets = 2 * Rings;  // 2 r is forward of ring r, 2 r + 1 inverse

  // By their order in twd_stream_pkg::table_t.
  function automatic int unsigned field(input int unsigned lookup, input int unsigned set, input int unsigned place);
    field = Tables[192*(Sets*lookup+set)+32*place+:32];
  endfunction

  function automatic int unsigned bits_of(input int unsigned set);
    bits_of = field(0, set, 32'd2);
  endfunction

  localparam int unsigned Bits = bits_of(Sets - 1);  // of an address in the largest table

  // By ring: its inverse tables follow from the forward ones.
  function automatic logic [Rings-1:0] mirrored(input logic offered);
    int unsigned q;
    int unsigned last;
    mirrored = {Rings{offered}};
    for (int unsigned r = 0; r < Rings; r++) begin
      q = field(0, 2 * r, 32'd5);
      for (int unsigned l = 0; l < Lookups; l++) begin
        last = twd_ring_pkg::pow_mod(field(l, 2 * r, 32'd3), (32'd1 << bits_of(2 * r)) - 1, q);
        last = twd_ring_pkg::mul_mod(field(l, 2 * r, 32'd4), last, q);
        mirrored[r] = mirrored[r] && field(Lookups - 1 - l, 2 * r + 1, 32'd4) == q - last
            && twd_ring_pkg::mul_mod(field(l, 2 * r, 32'd3), field(l, 2 * r + 1, 32'd3), q) == 32'd1;
      end
    end
  endfunction

  localparam logic [Rings-1:0] Mirrored = mirrored(Both && Bits > 4);

  // The first word of each table, from the last ring to the first, 16 bits each; then the number of words. A table that
  // is left out is where the forward one is.
  function automatic logic [16*Sets+15:0] bases(input logic [Rings-1:0] left_out);
    int unsigned s;
    logic [15:0] next;
    next = 16'd0;
    for (int unsigned r = 0; r < Rings; r++) begin
      s = Sets - 2 - 2 * r;
      bases[16*s+:16] = next;
      if (Both && !left_out[s/2]) next = next + (16'd1 << bits_of(s));
      bases[16*s+16+:16] = next;
      next = next + (16'd1 << bits_of(s));
    end
    bases[16*Sets+:16] = next;
  endfunction

  localparam logic [16*Sets+15:0] Bases = bases(Mirrored);
  localparam int unsigned Chunks = (32'(Bases[16*Sets+:16]) + 63) / 64;
  localparam int unsigned IndexWidth = Chunks == 1 ? 6 : 6 + $clog2(Chunks);

  // Bit k of word a at [64 Chunks k + a].
  function automatic logic [Width*64*Chunks-1:0] words(input int unsigned lookup);
    int unsigned power;
    int unsigned place;
    words = '0;
    for (int unsigned s = 0; s < Sets; s++) begin
      if (s % 2 == 0 || (Both && !Mirrored[s/2])) begin
        power = field(lookup, s, 32'd4);
        for (int unsigned e = 0; e < (32'd1 << bits_of(s)); e++) begin
          place = 32'(Bases[16*s+:16]) + twd_ring_pkg::bit_reverse(e, bits_of(s));
          for (int unsigned k = 0; k < Width; k++) words[64*Chunks*k+place] = power[k];
          power = twd_ring_pkg::mul_mod(power, field(lookup, s, 32'd3), field(lookup, s, 32'd5));
        end
      end
    end
  endfunction

  logic [1:0] ring;
  logic [IndexWidth*Sets-1:0] indices;  // 0 of a table that is not chosen
  logic [IndexWidth-1:0] index, index_q;
  logic [IndexWidth-1:0] chunk_q;
  logic [Width*Sets-1:0] units, negations;
  logic [Width-1:0] unit, unit_q, unit_q2;
  logic [Width-1:0] negation, negation_q, negation_q2;  // q + 1, to be added to the complement; 0: nothing changes
  logic [Width*Lookups-1:0] word;
  logic is_unit_q, is_unit_q2, negate_q2;

  assign ring = ring_i[1] ? 2'd2 : ring_i;

  for (genvar s = 0; s < Sets; s++) begin : gen_table
    localparam bit Mirror = Mirrored[s/2] && s % 2 == 1;
    localparam int unsigned Mask = (1 << bits_of(s)) - 1;
    logic [AddrWidth-1:0] address;
    logic chosen;

    assign address = ((addr_i >> field(0, s, 32'd1)) ^ AddrWidth'(Mirror ? Mask : 0)) & AddrWidth'(Mask);
    assign chosen  = 32'(ring) == s / 2 && (Both && inverse_i) == (s % 2 == 1);
    assign units[Width*s+:Width]     = {Width{chosen}} & Width'(field(0, s, 32'd0));
    assign negations[Width*s+:Width] = {Width{chosen && Mirror}} & Width'(field(0, s, 32'd5) + 1);
    assign indices[IndexWidth*s+:IndexWidth] =
        {IndexWidth{chosen}} & (IndexWidth'(Bases[16*s+:16]) | IndexWidth'(address));
  end

  always_comb begin
    index    = '0;
    unit     = '0;
    negation = '0;
    for (int s = 0; s < int'(Sets); s++) begin
      index    = index | indices[IndexWidth*s+:IndexWidth];
      unit     = unit | units[Width*s+:Width];
      negation = negation | negations[Width*s+:Width];
    end
  end

  always_ff @(posedge clk_i) begin
    index_q     <= index;
    chunk_q     <= index_q >> 6;
    is_unit_q   <= unit_i;
    is_unit_q2  <= is_unit_q;
    unit_q      <= unit;
    unit_q2     <= unit_q;
    negation_q  <= negation;
    negation_q2 <= negation_q;
    negate_q2   <= negation_q != '0;
  end

  for (genvar l = 0; l < Lookups; l++) begin : gen_lookup
    localparam int unsigned Other = Lookups - 1 - l;
    localparam logic [Width*64*Chunks-1:0] Ones = words(l);
    logic [Width*Chunks-1:0] part_q;  // bit k of a word of chunk c at [k * Chunks + c]
    logic [Width-1:0] factor;

    for (genvar i = 0; i < Width * Chunks; i++) begin : gen_part
      localparam logic [63:0] Chunk = Ones[64*i+:64];

      always_ff @(posedge clk_i) begin
        part_q[i] <= Chunk[index_q[5:0]];
      end
    end

    for (genvar k = 0; k < Width; k++) begin : gen_bit
      assign word[Width*l+k] = Chunks == 1 ? part_q[k] : part_q[k*Chunks+32'(chunk_q)];
    end

    if (Mirrored != '0) begin : gen_mirror
      twd_carry_add #(.Width(Width)) u_negate (
        .direct_i(negation_q2),
        .logic_i (negate_q2 ? ~word[Width*Other+:Width] : word[Width*l+:Width]),
        .carry_i (1'b0),
        .sum_o   (factor)
      );
    end else begin : gen_whole
      assign factor = word[Width*l+:Width];
    end

    twd_register_copies #(.Width(Width), .Copies(Copies)) u_copies (
      .clk_i,
      .en_i(1'b1),
      .d_i(is_unit_q2 ? unit_q2 : factor),
      .q_o(twiddle_o[Copies*l+:Copies])
    );
  end

endmodule
