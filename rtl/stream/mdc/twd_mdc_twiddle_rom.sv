// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mdc_twiddle_rom: twiddle factors of one layer in one direction, for one butterfly of a stage of twd_mdc_engine.
//
// Order     Layer l pairs index bit b = top - l: zeta(block) = root^bitrev(2^l + block), where block is the index bits
//           above b; in the inverse direction 1/zeta(block)/2; each divided by the scale of Method. The bits of the
//           block that change with the beat (see twd_mdc_engine) address the ROM, those of the lane are constant, so
//           that a ROM needs one power and one multiplication an entry (first_twiddle of twd_mdc_pkg).
//           Dual: the factors that twd_butterfly_dual takes, -1/zeta(block)/2 in the inverse direction, and with
//           takes_signed(Method, q) the representative closest to zero.
// Timing    0 cycles from beat_i, 1 from beat_d_i, with a register after every 64 words.
// Cost      2^A words in LUTs.
// Model     twiddle.model.mdc.Mdc.blocks

module twd_mdc_twiddle_rom #(
  parameter twd_ring_pkg::ring_cfg_t Ring = twd_ring_pkg::RING_ML_KEM,
  parameter twd_method_pkg::method_e Method = twd_method_pkg::METHOD_FOLD,
  parameter int unsigned Lanes = 4,
  parameter int unsigned Layer = 0,
  parameter int unsigned Butterfly = 0,
  parameter bit Inverse = 1'b0,
  parameter bit Dual = 1'b0,
  localparam int unsigned Width = $clog2(Ring.q),
  localparam int unsigned BeatWidth = $clog2(Ring.n / Lanes)
) (
  input  logic                 clk_i,
  input  logic [BeatWidth-1:0] beat_d_i,  // beat_i of the next enabled cycle
  input  logic [BeatWidth-1:0] beat_i,
  output logic [    Width-1:0] twiddle_o
);

  localparam bit Signed = Dual && twd_method_pkg::takes_signed(Method, Ring.q);
  localparam int unsigned Bits = twd_mdc_pkg::beat_bits(Ring, Lanes, Layer);
  localparam int unsigned Words = 1 << Bits;
  localparam int unsigned Lowest = twd_mdc_pkg::lowest_bit(Ring, Lanes, Layer);

  // Bit k of entry a is at k * Words + a.
  function automatic logic [Width*Words-1:0] twiddle_factors();
    int unsigned power;
    int unsigned value;
    int unsigned step;
    int unsigned addr;
    power = twd_method_pkg::unscale(Method, Ring.q, 32'd0);
    if (Inverse) power = twd_ring_pkg::mul_mod(power, Dual ? Ring.q / 2 : (Ring.q + 1) / 2, Ring.q);
    power = twd_ring_pkg::mul_mod(power, twd_mdc_pkg::first_twiddle(Ring, Lanes, Layer, Butterfly, Inverse), Ring.q);
    step = twd_mdc_pkg::twiddle_step(Ring, Layer, Inverse);
    for (int unsigned e = 0; e < Words; e++) begin
      addr = twd_ring_pkg::bit_reverse(e, Bits);
      value = Signed && power > Ring.q / 2 ? power - Ring.q : power;
      for (int unsigned k = 0; k < Width; k++) twiddle_factors[k*Words+addr] = value[k];
      power = twd_ring_pkg::mul_mod(power, step, Ring.q);
    end
  endfunction

  localparam logic [Width*Words-1:0] Twiddles = twiddle_factors();

  for (genvar k = 0; k < Width; k++) begin : gen_bit
    localparam logic [Words-1:0] Ones = Twiddles[k*Words+:Words];
    if (Bits == 0) begin : gen_one
      assign twiddle_o[k] = Ones;
    end else if (Bits <= 6) begin : gen_words
      always_ff @(posedge clk_i) begin
        twiddle_o[k] <= Ones[beat_d_i[Lowest+:Bits]];
      end
    end else begin : gen_chunks
      logic [Words/64-1:0] chunk_q;

      for (genvar i = 0; i < Words / 64; i++) begin : gen_chunk
        localparam logic [63:0] Chunk = Ones[i*64+:64];
        always_ff @(posedge clk_i) begin
          chunk_q[i] <= Chunk[beat_d_i[Lowest+:6]];
        end
      end

      assign twiddle_o[k] = chunk_q[beat_i[Lowest+6+:Bits-6]];
    end
  end

  logic unused_inputs;
  assign unused_inputs = clk_i ^ (^beat_i) ^ (^beat_d_i);

endmodule
