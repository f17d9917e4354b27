// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mdf_engine: the transform of a stream of polynomials, four coefficients a cycle, and its inverse.
//
//   forward: inverse_i = 0
//   x_i -> D = n/8 -> D = n/16 -> ... -> D = 1 -> lanes (0, 2), (1, 3) -> lanes (0, 1), (2, 3) -> y_o
//
//   inverse: inverse_i = 1
//   x_i -> lanes (0, 1), (2, 3) -> lanes (0, 2), (1, 3) -> D = 1 -> ... -> D = n/16 -> D = n/8 -> [0, q) -> y_o
//
// Method    Mixed-radix multi-path delay feedback, Duong-Ngoc and Lee 2022, Fig. 3 and Fig. 7, k_2 = 2: one stage a
//           layer, stage s is layer s. Stages with feedback pair coefficients of different beats on each of four lanes,
//           the last two pair lanes; an incomplete ring has no stage of neighbours. The inverse takes the same stages
//           in the opposite order, and 1/N, N = 2^layers, is in the twiddle factors of its last one. Ours: no register
//           between stages, and in the inverse direction no correction either: (-q, q) until the end.
// Order     Forward: natural in, bit-reversed out as in twiddle.model.ntt; the inverse the other way round. Beat t has
//           the entries 4 t to 4 t + 3, entry 4 t on lane 0.
// Ranges    x_i, y_o in [0, q).
// Timing    latency(Ring, Method, both) of twd_mdf_pkg cycles from x_i to y_o. sop_i two cycles before beat 0 of a
//           polynomial; its n/4 beats follow each other. The next polynomial may start at any distance after them;
//           beats in between are ignored. sop_o likewise before y_o. inverse_i stays constant from the sop_i of a
//           polynomial to the last beat of its result. Nothing inside ever stops. Reset clears the counters of the
//           FIFOs alone: sop_o is undefined for the cycles of a latency after it.
// Select    Polynomials of ml-kem, falcon-512 and falcon-1024 follow each other in any order through the stages of
//           falcon-1024, all with its latency. ring_i comes with sop_i; a polynomial of n coefficients has n/4 beats.
//           Butterflies reduce modulo 12289 or 3329 after the same multiplier.
// Cost      4 (log2 n - 2) + 2 or 4 multipliers, n/4 - 1 words of 4 (Width + 1) bits, n twiddle factors, 2n with BOTH.
// Assumes   Ring is legal, with n of at least 16, and falcon-1024 with Select: twd_mdf refuses others.
// Model     twiddle.model.mdf.Mdf, twiddle.model.ntt, twiddle.model.intt

`include "twd_assert.svh"

module twd_mdf_engine #(
  parameter  twd_ring_pkg::ring_cfg_t Ring      = twd_ring_pkg::RING_ML_KEM,
  parameter  twd_method_pkg::method_e Method    = twd_method_pkg::METHOD_FOLD,
  parameter  twd_butterfly_pkg::direction_e Direction = twd_butterfly_pkg::FORWARD,  // or BOTH
  parameter  bit                      Select    = 1'b0,  // ring_i chooses the ring of every polynomial
  parameter  bit                      LogicTables = 1'b0,  // 1: constant tables in logic, not block RAM
  localparam int unsigned             Lanes     = twd_mdf_pkg::LANES,
  localparam int unsigned             Width     = $clog2(Ring.q)
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  logic                        sop_i,
  input  logic                        inverse_i,  // for Direction BOTH
  input  logic [                 1:0] ring_i,     // for Select, with sop_i: 0 ml-kem, 1 falcon-512, 2 falcon-1024
  input  logic [Lanes-1:0][Width-1:0] x_i,
  output logic                        sop_o,
  output logic [Lanes-1:0][Width-1:0] y_o
);

  `TWD_REFUSE(gen_bad_direction,
              Direction != twd_butterfly_pkg::FORWARD && Direction != twd_butterfly_pkg::BOTH,
              "twd_mdf_engine: Direction is not FORWARD or BOTH")

  localparam bit Both = Direction == twd_butterfly_pkg::BOTH;
  localparam int unsigned Stages = twd_ring_pkg::layers(Ring);
  localparam int unsigned Beat = Lanes * Width;
  localparam int unsigned LazyBeat = Lanes * (Width + 1);
  localparam logic [Width-1:0] NarrowQ = Width'(twd_ring_pkg::modulus(twd_ring_pkg::selected(0)));

  // Around stage s: beats s and s + 1 of y, forward, and of y_lazy, inverse, where a coefficient has a bit more, its
  // sign; sop and ring that it gives at s + 1, those that it takes at s, or inverse at s + 2.
  logic [(Stages+1)*Beat-1:0] y;
  logic [(Stages+1)*LazyBeat-1:0] y_lazy;
  logic [Stages+1:0] sop;
  logic [2*Stages+3:0] ring;

  assign y[0+:Beat]             = x_i;
  assign {sop[Stages+1], sop[0]} = {2{sop_i}};
  assign ring[1:0]              = ring_i;
  assign ring[2*Stages+2+:2]    = ring_i;

  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    assign y_lazy[Stages*LazyBeat+l*(Width+1)+:Width+1] = {1'b0, x_i[l]};
  end

  for (genvar s = 0; s < Stages; s++) begin : gen_stage
    // inverse_i: for the end stages, and a cycle later each for 1, Stages - 2, 2, Stages - 3, ...: each has its own
    // register, and synthesis shares none of them.
    logic inverse;

    if (!Both || s == 0 || s == Stages - 1) begin : gen_inverse
      assign inverse = Both && inverse_i;
    end else begin : gen_later
      always_ff @(posedge clk_i) begin
        inverse <= gen_stage[Stages-1-(2*s<Stages?s-1:s)].inverse;
      end
    end

    twd_mdf_stage #(
      .Ring(Ring), .Method(Method), .Stage(s), .Both(Both), .Select(Select), .LogicTables(LogicTables)
    ) u_stage (
      .clk_i, .rst_ni,
      .inverse_i(inverse),
      .sop_i    (inverse ? sop[s+2] : sop[s]),
      .ring_i   (inverse ? ring[2*s+4+:2] : ring[2*s+:2]),
      .x_i      (y[s*Beat+:Beat]),
      .x_lazy_i (y_lazy[(s+1)*LazyBeat+:LazyBeat]),
      .sop_o    (sop[s+1]),
      .ring_o   (ring[2*s+2+:2]),
      .y_o      (y[(s+1)*Beat+:Beat]),
      .y_lazy_o (y_lazy[s*LazyBeat+:LazyBeat])
    );
  end

  if (Both) begin : gen_end
    logic inverse_end;
    logic sop_q, next_q;
    logic narrow_q;  // y_lazy of stage 0 is of ml-kem
    logic [Width-1:0] modulus;

    assign modulus = Select && narrow_q ? NarrowQ : Width'(Ring.q);

    always_ff @(posedge clk_i) begin
      inverse_end <= inverse_i;
      sop_q       <= sop[1];
      next_q      <= ring[3:2] == twd_ring_pkg::SELECT_ML_KEM;
      if (sop_q) narrow_q <= next_q;
      sop_o <= inverse_end ? sop[1] : sop[Stages];
      for (int l = 0; l < Lanes; l++) begin
        y_o[l] <= inverse_end ? y_lazy[l*(Width+1)+:Width] + (modulus & {Width{y_lazy[l*(Width+1)+Width]}})
            : y[Stages*Beat+l*Width+:Width];
      end
    end
  end else begin : gen_forward_end
    assign sop_o = sop[Stages];
    assign y_o   = y[Stages*Beat+:Beat];
  end

  logic unused;  // by one direction, or one ring
  assign unused = inverse_i ^ (^ring) ^ (^y_lazy);

endmodule
