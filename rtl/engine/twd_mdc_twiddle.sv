// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mdc_twiddle: the twiddle factors of one butterfly, or of all, of a column of twd_mdc_engine.
//
// Order     forward, column c is layer l = c, which pairs index bit b = top - l: zeta_l(block) = root^bitrev(2^l + block),
//           block = index bits above b; inverse, it is layer l = L - 1 - c: 1/zeta_l(block)/2; each divided by the scale of Method.
//           The bits of the block that change with the beat (see twd_mdc_engine) are beat bits, those of a lane are
//           constant. A block is bits (a, k) of beat and lane, A and l - A of them, and
//           bitrev(2^l + (a, k)) = 2^(L-1-l) + bitrev(k) 2^(L-l+A) + bitrev(a) 2^(L-l): one power a table, one
//           multiplication an entry.
//           pass_i: -1/scale instead. Dual: as twd_butterfly_dual takes them, -1/zeta_l(block)/2 for the inverse
//           direction, and with takes_signed(Method, q) the representative next to zero.
// Timing    1 cycle from beat_i, 2 from beat_d_i; en_i = 0 freezes it. A register is behind every 64 words of a table, and one
//           before every butterfly.
// Cost      2^A words in LUTs for either direction.
// Model     twiddle.model.mdc.Mdc.blocks

module twd_mdc_twiddle #(
  parameter twd_ring_pkg::ring_cfg_t Ring = twd_ring_pkg::RING_ML_KEM,
  parameter twd_method_pkg::method_e Method = twd_method_pkg::METHOD_FOLD,
  parameter int unsigned Lanes = 4,
  parameter int unsigned Column = 0,
  parameter int unsigned Butterfly = 0,
  parameter logic [1:0] Direction = twd_butterfly_pkg::BOTH,
  parameter bit Dual = 1'b0,
  parameter bit Pass = 1'b0,
  parameter int unsigned Copies = 1,  // butterflies that take them
  localparam int unsigned Width = $clog2(Ring.q),
  localparam int unsigned BeatWidth = $clog2(Ring.n / Lanes)
) (
  input  logic                 clk_i,
  input  logic                 en_i,
  input  logic                 inverse_i,  // for Direction BOTH
  input  logic                 pass_i,     // for Pass = 1
  input  logic [BeatWidth-1:0] beat_d_i,   // what beat_i will be in the next enabled cycle
  input  logic [BeatWidth-1:0] beat_i,
  output logic [Copies-1:0][Width-1:0] twiddle_o
);

  localparam bit Signed = Dual && twd_method_pkg::takes_signed(Method, Ring.q);
  localparam int unsigned P = $clog2(Lanes);
  localparam int unsigned Layers = twd_ring_pkg::layers(Ring);
  localparam int unsigned Depth = 1 << BeatWidth;

  // Beat bits of the block, and the lowest of them.
  function automatic int unsigned beat_bits(input int unsigned layer);
    int unsigned b;
    b = twd_mdc_pkg::pair_bit(Ring, layer);
    beat_bits = b >= P ? layer : b > 0 ? BeatWidth - 1 : BeatWidth;
  endfunction

  function automatic int unsigned lowest_bit(input int unsigned layer);
    int unsigned b;
    b = twd_mdc_pkg::pair_bit(Ring, layer);
    lowest_bit = b >= P ? b - P : 32'd0;
  endfunction

  // Lane bits of the block: lane bit 0 is i_P, or in the last layer of a complete transform i_0.
  function automatic int unsigned lane_part(input int unsigned layer);
    int unsigned b;
    int unsigned lane;
    b = twd_mdc_pkg::pair_bit(Ring, layer);
    lane = twd_mdc_pkg::lane_of(Ring, Lanes, layer, Butterfly);
    lane_part = b >= P ? 32'd0 : b == 0 ? lane >> 1 : ((lane & 32'd1) << (P - 1 - b)) | (lane >> (b + 1));
  endfunction

  // Bit k of entry a is at k * Depth + a; there are 2^beat_bits entries.
  function automatic logic [Width*Depth-1:0] table_of_twiddles(input int unsigned layer, input logic inverse);
    int unsigned root;
    int unsigned bits;
    int unsigned power;
    int unsigned value;
    int unsigned step;
    int unsigned addr;
    root = inverse ? twd_ring_pkg::pow_mod(Ring.root, Ring.root_order - 1, Ring.q) : Ring.root;
    bits = beat_bits(layer);
    power = twd_ring_pkg::pow_mod(twd_method_pkg::scale(Method, Ring.q, 32'd0), Ring.q - 2, Ring.q);
    if (inverse) power = twd_ring_pkg::mul_mod(power, Dual ? Ring.q / 2 : (Ring.q + 1) / 2, Ring.q);
    power = twd_ring_pkg::mul_mod(power, twd_ring_pkg::pow_mod(root, (32'd1 << (Layers - 1 - layer))
        + (twd_ring_pkg::bit_reverse(lane_part(layer), layer - bits) << (Layers - layer + bits)), Ring.q), Ring.q);
    step = twd_ring_pkg::pow_mod(root, 32'd1 << (Layers - layer), Ring.q);
    for (int unsigned e = 0; e < (32'd1 << bits); e++) begin
      addr = twd_ring_pkg::bit_reverse(e, bits);
      value = Signed && power > Ring.q / 2 ? power - Ring.q : power;
      for (int unsigned k = 0; k < Width; k++) table_of_twiddles[k*Depth+addr] = value[k];
      power = twd_ring_pkg::mul_mod(power, step, Ring.q);
    end
  endfunction

  localparam bit Both = Direction == twd_butterfly_pkg::BOTH;
  localparam int unsigned Scale = twd_method_pkg::scale(Method, Ring.q, 32'd0);
  localparam logic [Width-1:0] Minus = Width'(Ring.q - twd_ring_pkg::pow_mod(Scale, Ring.q - 2, Ring.q));

  logic [Width-1:0] forward;  // of beat_i
  logic [Width-1:0] inverse;
  logic [Width-1:0] chosen;

  if (Direction == twd_butterfly_pkg::INVERSE) begin : gen_no_forward
    assign forward = '0;
  end else begin : gen_forward
    localparam int unsigned Bits = beat_bits(Column);
    localparam logic [Width*Depth-1:0] Twiddles = table_of_twiddles(Column, 1'b0);

    for (genvar k = 0; k < Width; k++) begin : gen_bit
      localparam logic [(1<<Bits)-1:0] Ones = Twiddles[k*Depth+:1<<Bits];
      if (Bits == 0) begin : gen_one
        assign forward[k] = Ones;
      end else if (Bits <= 6) begin : gen_table
        always_ff @(posedge clk_i) begin
          if (en_i) forward[k] <= Ones[beat_d_i[lowest_bit(Column)+:Bits]];
        end
      end else begin : gen_chunks
        logic [(1<<(Bits-6))-1:0] chunk_q;

        for (genvar i = 0; i < (1 << (Bits - 6)); i++) begin : gen_chunk
          localparam logic [63:0] Chunk = Ones[i*64+:64];
          always_ff @(posedge clk_i) begin
            if (en_i) chunk_q[i] <= Chunk[beat_d_i[lowest_bit(Column)+:6]];
          end
        end

        assign forward[k] = chunk_q[beat_i[lowest_bit(Column)+6+:Bits-6]];
      end
    end
  end

  if (Direction == twd_butterfly_pkg::FORWARD) begin : gen_no_inverse
    assign inverse = '0;
  end else begin : gen_inverse
    localparam int unsigned Layer = Layers - 1 - Column;
    localparam int unsigned Bits = beat_bits(Layer);
    localparam logic [Width*Depth-1:0] Twiddles = table_of_twiddles(Layer, 1'b1);

    for (genvar k = 0; k < Width; k++) begin : gen_bit
      localparam logic [(1<<Bits)-1:0] Ones = Twiddles[k*Depth+:1<<Bits];
      if (Bits == 0) begin : gen_one
        assign inverse[k] = Ones;
      end else if (Bits <= 6) begin : gen_table
        always_ff @(posedge clk_i) begin
          if (en_i) inverse[k] <= Ones[beat_d_i[lowest_bit(Layer)+:Bits]];
        end
      end else begin : gen_chunks
        logic [(1<<(Bits-6))-1:0] chunk_q;

        for (genvar i = 0; i < (1 << (Bits - 6)); i++) begin : gen_chunk
          localparam logic [63:0] Chunk = Ones[i*64+:64];
          always_ff @(posedge clk_i) begin
            if (en_i) chunk_q[i] <= Chunk[beat_d_i[lowest_bit(Layer)+:6]];
          end
        end

        assign inverse[k] = chunk_q[beat_i[lowest_bit(Layer)+6+:Bits-6]];
      end
    end
  end

  assign chosen = (Both ? inverse_i : Direction == twd_butterfly_pkg::INVERSE) ? inverse : forward;

  twd_copies #(
    .Width (Width),
    .Copies(Copies)
  ) u_copies (
    .clk_i,
    .en_i,
    .d_i(Pass && pass_i ? Minus : chosen),
    .q_o(twiddle_o)
  );

  logic unused_inputs;
  assign unused_inputs = ^beat_i ^ (^beat_d_i) ^ inverse_i ^ pass_i ^ (^forward) ^ (^inverse);

endmodule
