// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_lattice_choice: the word that each sink of twd_lattice_moves takes.
//
// Shared    all words go through one choice of four: the sources that move take turns, a cycle each. Time shows which
//           sources move, but no words. Otherwise each sink has its own, and sources move together.
// Timing    combinational; with Shared from a register that has the turn
// Model     none: it moves data only

module twd_lattice_choice #(
  parameter bit Shared = 1'b0
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic [       3:0] active_i,
  input  logic [      23:0] sinks_i,      // six a source
  input  logic [      23:0] offered_i,
  input  logic [  4*69-1:0] word_i,
  output logic [       3:0] turn_o,       // sources that may give a word
  output logic [       4:0] taken_valid_o,  // of hash, sampler, bytes, out, hints
  output logic [  5*69-1:0] taken_word_o,
  output logic [      63:0] compared_o
);

  localparam int unsigned In = 32'(twd_lattice_pkg::SOURCE_IN);
  localparam int unsigned Hashed = 32'(twd_lattice_pkg::SOURCE_HASH);
  localparam int unsigned Coded = 32'(twd_lattice_pkg::SOURCE_CODER);
  localparam int unsigned Stored = 32'(twd_lattice_pkg::SOURCE_BYTES);

  logic [68:0] shared;
  logic unused_offered;

  assign unused_offered = ^{offered_i[22], offered_i[16], offered_i[10], offered_i[4]};

  if (Shared) begin : gen_shared
    logic [1:0] turn_q, next;

    always_comb begin
      next = turn_q;
      for (int unsigned s = 4; s > 0; s--) if (active_i[2'(turn_q+s)]) next = turn_q + 2'(s);
      unique case (turn_q)
        2'(In):     shared = word_i[69*In+:69];
        2'(Hashed): shared = word_i[69*Hashed+:69];
        2'(Coded):  shared = word_i[69*Coded+:69];
        default:    shared = word_i[69*Stored+:69];
      endcase
    end

    assign turn_o = 4'd1 << turn_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) turn_q <= '0;
      else turn_q <= next;
    end
  end else begin : gen_alone
    logic unused;

    assign shared = '0;
    assign turn_o = '1;
    assign unused = ^{clk_i, rst_ni, active_i};
  end

  for (genvar d = 0; d < 6; d++) begin : gen_sink
    logic [68:0] chosen;
    always_comb begin
      chosen = shared;
      for (int s = 0; s < 4; s++) if (!Shared && sinks_i[6*s+d]) chosen = chosen | word_i[69*s+:69];
    end
    if (d == 4) begin : gen_compare
      assign compared_o = chosen[63:0];
    end else begin : gen_port
      assign taken_word_o[69*(d == 5 ? 4 : d)+:69] = chosen;
      assign taken_valid_o[d == 5 ? 4 : d] = offered_i[d] || offered_i[6+d] || offered_i[12+d] || offered_i[18+d];
    end
  end

endmodule
