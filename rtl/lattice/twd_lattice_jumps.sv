// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_lattice_jumps: what an instruction waits for, and whether an end of a loop or a branch jumps, but for a signature
// that is rejected.
//
// Timing    combinational
// Model     none: it reads counters

module twd_lattice_jumps (
  input  twd_lattice_pkg::kind_e    kind_i,
  input  logic               [34:0] arg_i,      // of the instruction
  input  logic               [ 2:0] operation_i,
  input  logic                      mu_i,
  input  logic                      deterministic_i,
  input  logic               [ 3:0] rows_i,
  input  logic               [ 3:0] columns_i,
  input  logic               [ 3:0] i_i,
  input  logic               [ 3:0] j_i,
  output logic                      jumps_o,
  output logic                      rejects_o,  // a branch that tests the signature
  output logic               [ 6:0] needs_o     // move, hints, encoder, sampler, all, Keccak's command, the unit's
);

  twd_lattice_pkg::when_e condition;
  logic again, but_one, branches, ends;

  assign condition = twd_lattice_pkg::when_e'(arg_i[3:0]);
  assign but_one = arg_i[4+twd_lattice_pkg::PC_BITS+1];
  assign again = (arg_i[0] ? i_i : j_i) + 4'd1
      < twd_lattice_pkg::limit(arg_i[3:2], rows_i, columns_i) - 4'(but_one);
  assign branches = kind_i == twd_lattice_pkg::KIND_BRANCH;
  assign ends = kind_i == twd_lattice_pkg::KIND_END;
  assign rejects_o = branches
      && (condition == twd_lattice_pkg::WHEN_EXCEEDED || condition == twd_lattice_pkg::WHEN_OVER);
  assign jumps_o = kind_i == twd_lattice_pkg::KIND_NEXT ? again : branches
      && (condition == twd_lattice_pkg::WHEN_ALWAYS
          || (condition == twd_lattice_pkg::WHEN_MU && mu_i)
          || (condition == twd_lattice_pkg::WHEN_DETERMINISTIC && deterministic_i)
          || (condition == twd_lattice_pkg::WHEN_LATER && i_i != '0)
          || (condition == twd_lattice_pkg::WHEN_NEAR && i_i + 4'd2 >= rows_i)
          || (condition == twd_lattice_pkg::WHEN_ENCAPS
              && operation_i == twd_lattice_pkg::OPERATION_KEM_ENCAPS));
  assign needs_o = {
      kind_i == twd_lattice_pkg::KIND_MOVE,
      branches && condition == twd_lattice_pkg::WHEN_OVER,
      kind_i == twd_lattice_pkg::KIND_ENCODE || (branches && condition == twd_lattice_pkg::WHEN_EXCEEDED),
      kind_i == twd_lattice_pkg::KIND_SAMPLE,
      ends || (branches && condition == twd_lattice_pkg::WHEN_IDLE),
      ends || kind_i == twd_lattice_pkg::KIND_HASH,
      ends || kind_i == twd_lattice_pkg::KIND_UNIT || (branches && condition == twd_lattice_pkg::WHEN_IDLE)};

endmodule
