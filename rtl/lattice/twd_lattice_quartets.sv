// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_lattice_quartets: beats of the polynomial unit as quartets for twd_encoder; with one lane as one coefficient
// after the other.
//
// Out       coefficients in places of 24 bits, those of ML-KEM in bits 19:8. out_slot_o is that of the beat which came
//           last.
// Timing    twd_lattice_regroup; with one lane combinational
// Clear     clear_i: beats are there at all times, and none is the last one.
// Model     none: it moves data only

module twd_lattice_quartets #(
  parameter int unsigned Lanes = 4,
  parameter int unsigned Width = 24    // of a lane
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  input  logic                   clear_i,
  input  logic                   dsa_i,
  input  logic                   in_valid_i,
  output logic                   in_ready_o,
  input  logic                   in_last_i,
  input  logic [            6:0] in_slot_i,
  input  logic [Lanes*Width-1:0] in_data_i,
  output logic                   out_valid_o,
  input  logic                   out_ready_i,
  output logic                   out_last_o,
  output logic [            6:0] out_slot_o,
  output logic [           95:0] out_data_o
);

  localparam int unsigned Low = 12;   // bits of a coefficient of ML-KEM

  logic valid, last;
  logic [4*Width-1:0] quartet;

  assign valid = in_valid_i || clear_i;
  assign last = in_last_i && !clear_i;
  assign out_data_o = to_places(quartet, dsa_i);

  function automatic logic [95:0] to_places(input logic [4*Width-1:0] beat_, input logic wide);
    to_places = '0;
    for (int unsigned i = 0; i < 4; i++) begin
      if (wide) to_places[24*i+:Width] = beat_[i*Width+:Width];
      else to_places[24*i+8+:Low] = beat_[i/2*Width+i%2*Low+:Low];
    end
  endfunction

  if (Lanes == 1) begin : gen_single
    logic second_q, whole;   // a beat of ML-KEM has two coefficients
    logic [Width-1:0] coefficient;

    assign whole = dsa_i || second_q;
    assign out_valid_o = valid;
    assign out_last_o = last && whole;
    assign out_slot_o = in_slot_i;
    assign coefficient = second_q ? Width'(in_data_i[Width-1:Low]) : in_data_i[Width-1:0];
    assign quartet = (4 * Width)'(coefficient);
    assign in_ready_o = out_ready_i && whole;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) second_q <= 1'b0;
      else if (valid && out_ready_i) second_q <= !whole;
    end
  end else begin : gen_split
    logic split_valid, split_ready, split_last;
    logic [4*Width-1:0] split;
    logic [6:0] slot_q;      // of what is in u_split

    twd_lattice_regroup #(.Lanes(Lanes), .Split(1'b1), .Width(Width)) u_split (
      .clk_i, .rst_ni,
      .wide_i     (dsa_i),
      .in_valid_i (valid), .in_ready_o,
      .in_last_i  (last), .in_data_i,
      .out_valid_o(split_valid), .out_ready_i(split_ready), .out_last_o(split_last), .out_data_o(split)
    );

    twd_skid #(.Width(4 * Width + 8)) u_quartets (
      .clk_i, .rst_ni,
      .in_valid_i (split_valid), .in_ready_o(split_ready), .in_data_i({slot_q, split_last, split}),
      .out_valid_o, .out_ready_i, .out_data_o({out_slot_o, out_last_o, quartet})
    );

    always_ff @(posedge clk_i) begin
      if (in_valid_i && in_ready_o) slot_q <= in_slot_i;
      if (clear_i) slot_q <= '0;
    end
  end

endmodule
