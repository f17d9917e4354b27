// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_stream_twiddles looks up the twiddle factors of a streaming stage: entry a of a table
// (twd_stream_pkg::table_t) is first step^bitrev(a) modulo q.
//
// Tables    one a direction, chosen by inverse_i; the bits of a are bits of addr_i. With unit_i the factor is that for
//           coefficients that are not multiplied.
// Ignored   ring_i, for which twd_ring_twiddles is: it and two bits of `set` stay for the netlists of the records.
// Numbers   In place of the factor its number a, up to 3, in bits 1 and 0, and unit_i in bit 2.
// Signed    The representative closest to zero.
// Timing    2 cycles, a register after every 64 words and one for every multiplier; no reset.
// Cost      The words in LUTs. Tables of up to 4 words have constant bits, which separate registers would not keep
//           constant: they have one register for all multipliers.
// Model     twiddle.model.mdf.Mdf.factor, twiddle.model.mdc.Mdc.blocks

module twd_stream_twiddles #(
  parameter  int unsigned Width     = 12,
  parameter  int unsigned AddrWidth = 6,
  parameter  int unsigned Bits      = 6,     // of an address in the largest table
  parameter  bit          Both      = 1'b0,  // 0: forward alone, inverse_i is ignored
  parameter  logic [383:0] Tables   = {2{32'd3329, 32'd17, 32'd17, 32'd6, 32'd0, 32'd1}},  // inverse, forward
  parameter  bit          Numbers   = 1'b0,  // one table
  parameter  bit          Signed    = 1'b0,
  parameter  int unsigned Streams   = 1,     // each with its unit_i
  parameter  int unsigned Copies    = 1      // multipliers of a stream
) (
  input  logic                 clk_i,
  input  logic                 inverse_i,
  input  logic [          1:0] ring_i,
  input  logic [AddrWidth-1:0] addr_i,
  input  logic [  Streams-1:0] unit_i,
  output logic [Streams*Copies-1:0][Width-1:0] twiddle_o
);

  localparam int unsigned Sets = Both ? 2 : 1;
  localparam int unsigned Low = Bits < 6 ? Bits : 6;  // address bits of a chunk
  localparam int unsigned Chunks = 1 << (Bits - Low);
  localparam int unsigned Parts = Width * Chunks;

  // Bit k of entry a at [(k << Bits) + a].
  function automatic logic [(Width<<Bits)-1:0] powers(
    input int unsigned q, input int unsigned first, input int unsigned step, input int unsigned bits
  );
    int unsigned power;
    int unsigned value;
    int unsigned place;
    powers = (Width << Bits)'(1'b0);
    power = first;
    for (int unsigned e = 0; e < (32'd1 << Bits); e++) begin
      place = twd_ring_pkg::bit_reverse(e, bits);
      value = Signed && power > q / 2 ? power - q : power;
      if (e < (32'd1 << bits)) begin
        for (int unsigned k = 0; k < Width; k++) powers[(k<<Bits)+place] = value[k];
      end
      power = twd_ring_pkg::mul_mod(power, step, q);
    end
  endfunction

  logic [2:0] set, set_q;            // number of the table
  logic [Sets*(Bits+1)-1:0] places;  // of addr_i in the tables
  logic [Bits:0] place, place_q;
  logic [Sets*Parts-1:0] entries;    // bit k of a word of chunk c at [k * Chunks + c]
  logic [Parts-1:0] part, part_q;
  logic [Sets*Width-1:0] units;
  logic [Streams-1:0] unit_q;
  logic [Width-1:0] unit, word;

  assign set = 3'd0 | 3'(Both && inverse_i);

  for (genvar t = 0; t < Sets; t++) begin : gen_table
    localparam twd_stream_pkg::table_t Table = Tables[192*t+:192];
    localparam logic [(Width<<Bits)-1:0] Words = powers(Table.q, Table.first, Table.step, Table.bits);
    logic [Bits:0] address;

    assign address                    = (Bits + 1)'(addr_i >> Table.lowest) & (Bits + 1)'((1 << Table.bits) - 1);
    assign places[t*(Bits+1)+:Bits+1] = address;
    assign units[t*Width+:Width]      = Width'(Table.unit);

    for (genvar i = 0; i < Parts; i++) begin : gen_part
      localparam logic [(1<<Low)-1:0] Ones = Words[i<<Low+:1<<Low];

      if (Low == 0) begin : gen_one
        assign entries[t*Parts+i] = Ones;
      end else begin : gen_several
        assign entries[t*Parts+i] = Ones[address[Low-1:0]];
      end
    end
  end

  always_comb begin
    place = places[(Sets-1)*(Bits+1)+:Bits+1];
    part = entries[(Sets-1)*Parts+:Parts];
    unit = units[(Sets-1)*Width+:Width];
    for (int t = 0; t < int'(Sets) - 1; t++) begin
      if (set == 3'(t)) place = places[t*(Bits+1)+:Bits+1];
      if (set == 3'(t)) part = entries[t*Parts+:Parts];
      if (set_q == 3'(t)) unit = units[t*Width+:Width];
    end
  end

  always_ff @(posedge clk_i) begin
    set_q   <= set;
    place_q <= place;
    part_q  <= part;
    unit_q  <= unit_i;
  end

  for (genvar k = 0; k < Width; k++) begin : gen_bit
    if (Chunks == 1) begin : gen_chunk
      assign word[k] = part_q[k];
    end else begin : gen_chunks
      assign word[k] = part_q[k*Chunks+32'(place_q[Bits-1:Low])];
    end
  end

  for (genvar p = 0; p < Streams; p++) begin : gen_stream
    if (Numbers) begin : gen_number
      logic [Copies*(Bits+1)-1:0] number;

      twd_register_copies #(.Width(Bits + 1), .Copies(Copies)) u_copies (
        .clk_i,
        .en_i(1'b1),
        .d_i((Bits + 1)'(unit_q[p]) << Bits | place_q),
        .q_o(number)
      );

      for (genvar c = 0; c < Copies; c++) begin : gen_copy
        assign twiddle_o[p*Copies+c] =
            Width'({number[c*(Bits+1)+Bits], 2'(number[c*(Bits+1)+:Bits+1] & (Bits + 1)'((1 << Bits) - 1))});
      end
    end else begin : gen_factor
      twd_register_copies #(.Width(Width), .Copies(Copies), .KeepCopies((Sets << Bits) > 4)) u_copies (
        .clk_i,
        .en_i(1'b1),
        .d_i(unit_q[p] ? unit : word),
        .q_o(twiddle_o[p*Copies+:Copies])
      );
    end
  end

  logic unused;  // by some of the forms above
  assign unused = ^{inverse_i, ring_i, addr_i, place_q, word, unit};

endmodule
