// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_lattice_orders: an instruction as a command of the polynomial unit, and as one of Keccak, with the numbers of its
// parameter set filled in.
//
// Timing    combinational
// Model     none: it fills in numbers of twiddle.model.sets

module twd_lattice_orders (
  input  logic                           [34:0] arg_i,      // of the instruction
  input  logic                                  dsa_i,
  input  logic                            [1:0] set_i,
  input  logic                            [3:0] rows_i,
  input  logic                            [3:0] columns_i,
  input  logic                            [3:0] i_i,
  input  logic                            [3:0] j_i,
  output twd_unit_pkg::command_t                unit_o,
  output twd_lattice_pkg::hash_command_t        hash_o
);

  function automatic logic [6:0] indexed(input logic [8:0] slot, input logic [3:0] i, input logic [3:0] j);
    indexed = slot[8:2] + (slot[0] ? 7'(i) : slot[1] ? 7'(j) : 7'd0);
  endfunction

  twd_lattice_pkg::unit_t unit;

  assign unit = arg_i;

  always_comb begin
    unit_o.op = unit.starts && j_i == '0 ? twd_unit_pkg::COMMAND_MUL : twd_unit_pkg::command_e'(unit.op);
    unit_o.pair = !dsa_i;
    unit_o.count = 3'(twd_lattice_pkg::limit(unit.count, rows_i, columns_i) - 4'd1);
    unit_o.dst = indexed({unit.dst, unit.dst_index}, i_i, j_i);
    unit_o.a = indexed({unit.a, unit.a_index}, i_i, j_i);
    unit_o.b = indexed({unit.b, unit.b_index}, i_i, j_i);
    unit_o.stream = unit.stream;
    unit_o.report = 1'b0;
    unit_o.zero = 1'b0;
  end

  twd_lattice_pkg::hash_t hash;
  logic [4:0] bits;

  assign hash = arg_i[13:0];
  assign bits = twd_lattice_job_pkg::sample_bits(hash.sample, set_i);
  assign hash_o.hash = hash.hash;
  assign hash_o.endless = hash.words == twd_lattice_pkg::WORDS_GIVEN && hash.given == '0;
  assign hash_o.is_seed = hash_o.endless || hash.words == twd_lattice_pkg::WORDS_SAMPLE;
  assign hash_o.words = hash.words == twd_lattice_pkg::WORDS_SAMPLE ? {3'd0, bits, 2'd0}
      : hash.words == twd_lattice_pkg::WORDS_HASH ? 10'(twd_lattice_pkg::hash_words(set_i))
      : hash_o.endless ? twd_lattice_job_pkg::expected_words(hash.sample, dsa_i, set_i) : 10'(hash.given);

endmodule
