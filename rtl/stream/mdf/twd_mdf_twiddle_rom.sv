// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mdf_twiddle_rom: the twiddle factors of one layer of a streaming transform, of one ring.
//
//   second_i  inverse_i   twiddle_o
//   0         0           1/scale
//   0         1           1/(scale N)
//   1         0           zeta/scale,         zeta = root^bitrev(2^Layer + block_i)
//   1         1           1/(zeta scale N)
//
// N         2^layers with Last, the last layer of the inverse transform, otherwise 1; scale is that of Method.
// Pass      Layer below 0: the factor is 1/scale, in the inverse direction 1/(scale N), for coefficients that pass a
//           stage with feedback. Layer above those of the ring: -1/scale, for coefficients that pass a BU2.
// Timing    Combinational.
// Cost      2^Layer words, with Both 2^(Layer + 1), in LUTs.
// Model     twiddle.model.mdf.Mdf.factor

module twd_mdf_twiddle_rom #(
  parameter  twd_ring_pkg::ring_cfg_t Ring   = twd_ring_pkg::RING_ML_KEM,
  parameter  twd_method_pkg::method_e Method = twd_method_pkg::METHOD_FOLD,
  parameter  int                      Layer  = 1,
  parameter  bit                      Both   = 1'b0,  // 0: forward alone, inverse_i is ignored
  parameter  bit                      Last   = 1'b0,
  localparam int unsigned             Width  = $clog2(Ring.q),
  localparam int unsigned             Index  = Layer < 1 ? 1 : Layer
) (
  input  logic             inverse_i,
  input  logic             second_i,
  input  logic [Index-1:0] block_i,   // ignored where there are no blocks
  output logic [Width-1:0] twiddle_o
);

  localparam int unsigned Layers = twd_ring_pkg::layers(Ring);
  localparam bit Above = Layer >= int'(Layers);
  localparam bit Pass = Layer < 0 || Above;
  localparam int unsigned Exponent = Pass ? 0 : Layer;
  localparam int unsigned Blocks = 1 << Exponent;
  localparam int unsigned Unit = twd_method_pkg::unscale(Method, Ring.q, 32'd0);
  localparam int unsigned Shrunk = Last ? twd_ring_pkg::mul_mod(
      Unit, twd_ring_pkg::pow_mod((Ring.q + 1) / 2, Layers, Ring.q), Ring.q
  ) : Unit;
  localparam int unsigned Inverse = twd_ring_pkg::pow_mod(Ring.root, Ring.q - 2, Ring.q);

  // Block b has unit times root^((2 bitrev(b) + 1) 2^(Layers - 1 - Layer)): one multiplication an entry.
  function automatic logic [Blocks*Width-1:0] powers(input int unsigned root, input int unsigned unit);
    int unsigned step;
    int unsigned power;
    step = twd_ring_pkg::pow_mod(root, 32'd1 << (Layers - 1 - Exponent), Ring.q);
    power = twd_ring_pkg::mul_mod(unit, step, Ring.q);
    step = twd_ring_pkg::mul_mod(step, step, Ring.q);
    for (int unsigned e = 0; e < Blocks; e++) begin
      powers[twd_ring_pkg::bit_reverse(e, Exponent)*Width+:Width] = Width'(power);
      power = twd_ring_pkg::mul_mod(power, step, Ring.q);
    end
  endfunction

  localparam logic [Blocks*Width-1:0] Forward = powers(Ring.root, Unit);
  localparam logic [Blocks*Width-1:0] Backward = powers(Inverse, Shrunk);

  logic inverse;
  logic [Width-1:0] zeta;

  assign inverse = Both && inverse_i;

  if (Pass) begin : gen_pass
    logic unused_powers;
    assign unused_powers = second_i ^ (^{Forward, Backward});
    assign zeta = Width'(Above ? Ring.q - Unit : inverse ? Shrunk : Unit);
    assign twiddle_o = zeta;
  end else begin : gen_twiddles
    if (Exponent == 0) begin : gen_one
      assign zeta = inverse ? Backward : Forward;
    end else begin : gen_blocks
      logic [Blocks*Width-1:0] chosen;

      // A tree of multiplexers: Yosys would turn an indexed constant into a ROM that absorbs the register after it.
      always_comb begin
        chosen = inverse ? Backward : Forward;
        for (int b = int'(Exponent) - 1; b >= 0; b--) begin
          if (block_i[b]) chosen = chosen >> (Width << b);
        end
      end

      assign zeta = chosen[Width-1:0];
    end

    assign twiddle_o = second_i ? zeta : Width'(inverse ? Shrunk : Unit);
  end

  if (!Both) begin : gen_forward
    logic unused_inverse;
    assign unused_inverse = inverse_i;
  end

  if (Pass || Exponent == 0) begin : gen_no_block
    logic unused_block;
    assign unused_block = ^block_i;
  end

endmodule
