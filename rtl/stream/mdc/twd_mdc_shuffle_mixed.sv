// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mdc_shuffle_mixed: twd_mdc_shuffle for polynomials of both directions in turn: the same latency for either.
//
// Method    both permutations side by side, the shorter one with a delay behind it; the direction that comes out chooses. What
//           the polynomials of the other direction leave in a permutation is like the beats between two polynomials.
// Timing    mixed_gap_latency cycles of twd_mdc_pkg; first_i: the beat of the next enabled cycle is beat 0, and tag_i, with
//           it, is the direction of the polynomial. en_i = 0 freezes it; reset clears slot counters alone.
// Cost      both permutations, Lanes * their difference words, Lanes multiplexers.
// Model     twiddle.model.mdc.Mdc

module twd_mdc_shuffle_mixed #(
  parameter twd_ring_pkg::ring_cfg_t Ring = twd_ring_pkg::RING_ML_KEM,
  parameter int unsigned Lanes = 4,
  parameter int unsigned Gap = 0,
  localparam int unsigned Width = $clog2(Ring.q)
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  logic                        en_i,
  input  logic                        first_i,
  input  logic                        tag_i,
  input  logic [Lanes-1:0][Width-1:0] x_fwd_i,
  input  logic [Lanes-1:0][Width-1:0] x_inv_i,
  output logic                        first_o,
  output logic                        tag_o,
  output logic [Lanes-1:0][Width-1:0] y_o
);

  localparam int unsigned Beats = twd_mdc_pkg::beats(Ring, Lanes);
  localparam int unsigned Mirror = twd_ring_pkg::layers(Ring) - Gap;
  localparam int unsigned Latency = twd_mdc_pkg::mixed_gap_latency(Ring, Lanes, Gap);

  logic [1:0] late;
  logic inverse_q;
  logic [Lanes-1:0][Width-1:0] y_fwd;
  logic [Lanes-1:0][Width-1:0] y_inv;

  twd_delay #(
    .Width (2),
    .Cycles(Latency > 0 ? Latency - 1 : 0)
  ) u_late (
    .clk_i,
    .en_i,
    .d_i({tag_i, first_i}),
    .q_o(late)
  );

  twd_delay #(
    .Width (2),
    .Cycles(Latency > 0 ? 1 : 0)
  ) u_token (
    .clk_i,
    .en_i,
    .d_i(late),
    .q_o({tag_o, first_o})
  );

  always_ff @(posedge clk_i) begin
    if (en_i && first_o) inverse_q <= tag_o;
  end

  twd_mdc_path #(
    .Lanes   (Lanes),
    .Width   (Width),
    .Beats   (Beats),
    .Kind    (twd_mdc_pkg::kind(Ring, Lanes, Gap)),
    .Distance(twd_mdc_pkg::distance(Ring, Lanes, Gap)),
    .Inverse (1'b0),
    .Latency (Latency)
  ) u_forward (
    .clk_i,
    .rst_ni,
    .en_i,
    .first_i,
    .late_i(late[0]),
    .x_i   (x_fwd_i),
    .y_o   (y_fwd)
  );

  twd_mdc_path #(
    .Lanes   (Lanes),
    .Width   (Width),
    .Beats   (Beats),
    .Kind    (twd_mdc_pkg::kind(Ring, Lanes, Mirror)),
    .Distance(twd_mdc_pkg::distance(Ring, Lanes, Mirror)),
    .Inverse (1'b1),
    .Latency (Latency)
  ) u_inverse (
    .clk_i,
    .rst_ni,
    .en_i,
    .first_i,
    .late_i(late[0]),
    .x_i   (x_inv_i),
    .y_o   (y_inv)
  );

  assign y_o = inverse_q ? y_inv : y_fwd;

endmodule
