// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mdc_path: one permutation of a gap of twd_mdc_engine, and a delay behind it.
//
// Timing    Latency cycles, at least those of the permutation; first_i and late_i as for twd_mdc_reorder; en_i = 0 freezes it;
//           reset clears slot counters alone.
// Cost      that of the permutation, and Lanes * the delay words.
// Model     twiddle.model.mdc.Mdc

module twd_mdc_path #(
  parameter int unsigned Lanes    = 4,
  parameter int unsigned Width    = 12,
  parameter int unsigned Beats    = 64,
  parameter logic [1:0]  Kind     = twd_mdc_pkg::SWAP,
  parameter int unsigned Distance = 32,    // SWAP
  parameter bit          Inverse  = 1'b0,  // TURN
  parameter int unsigned Latency  = 32
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  logic                        en_i,
  input  logic                        first_i,
  input  logic                        late_i,
  input  logic [Lanes-1:0][Width-1:0] x_i,
  output logic [Lanes-1:0][Width-1:0] y_o
);

  localparam int unsigned Own = Kind == twd_mdc_pkg::TURN ? Beats / 2 + 2 : Kind == twd_mdc_pkg::SWAP ? Distance : 0;
  localparam int unsigned Rest = Latency - Own;

  logic [Lanes-1:0][Width-1:0] permuted;
  logic unused_tokens;
  assign unused_tokens = rst_ni ^ first_i ^ late_i;

  if (Kind == twd_mdc_pkg::TURN) begin : gen_turn
    twd_mdc_reorder #(
      .Lanes  (Lanes),
      .Width  (Width),
      .Beats  (Beats),
      .Inverse(Inverse)
    ) u_turn (
      .clk_i,
      .en_i,
      .first_i,
      .late_i,
      .x_i,
      .y_o(permuted)
    );
  end else if (Kind == twd_mdc_pkg::SWAP) begin : gen_swap
    twd_mdc_commutator #(
      .Lanes  (Lanes),
      .Width  (Width),
      .Forward(Distance),
      .Inverse(Distance)
    ) u_swap (
      .clk_i,
      .rst_ni,
      .en_i,
      .first_i,
      .inverse_i(1'b0),
      .x_i,
      .y_o      (permuted)
    );
  end else begin : gen_none
    assign permuted = x_i;
  end

  if (Rest == 0) begin : gen_wire
    assign y_o = permuted;
  end else begin : gen_rest
    twd_mdc_delay #(
      .Width(Lanes * Width),
      .Long (Rest)
    ) u_line (
      .clk_i,
      .rst_ni,
      .en_i,
      .short_i(1'b0),
      .d_i    (permuted),
      .q_o    (y_o)
    );
  end

endmodule
