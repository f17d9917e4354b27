// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_lattice_signature_pkg: signatures of the programs of twd_lattice_sequencer, by command.
//
// Written by python -m twiddle.tools.lattice_program.
// Model     twiddle.model.signature

package twd_lattice_signature_pkg;

  // The register after an instruction: {nonces, j, i, pc, instruction}.
  function automatic logic [31:0] next(input logic [31:0] signature, input logic [70:0] executed);
    next = {signature[30:0], 1'b0} ^ (signature[31] ? 32'h04c11db7 : 32'd0)
        ^ executed[31:0] ^ executed[63:32] ^ {25'd0, executed[70:64]};
  endfunction

  // Before the first word goes out.
  function automatic logic [31:0] at_out(input logic [6:0] command);
    case (command)
      7'h00: at_out = 32'h0711d806;
      7'h01: at_out = 32'h30b2c3c1;
      7'h02: at_out = 32'hef3c12eb;
      7'h03: at_out = 32'h36bd793e;
      7'h04: at_out = 32'h74acd3c8;
      7'h08: at_out = 32'h48ce7aed;
      7'h09: at_out = 32'h31508631;
      7'h0a: at_out = 32'hd4575acd;
      7'h0b: at_out = 32'h0d1c40e2;
      7'h0c: at_out = 32'hbbc010e3;
      7'h10: at_out = 32'hf10f2a59;
      7'h11: at_out = 32'h2cb4d931;
      7'h12: at_out = 32'he5d2d3f9;
      7'h13: at_out = 32'hdb42221d;
      7'h14: at_out = 32'hae8b2ecc;
      7'h24: at_out = 32'h74997488;
      7'h2c: at_out = 32'h05c50779;
      7'h34: at_out = 32'h0d41d4c7;
      7'h44: at_out = 32'h4343decb;
      7'h4c: at_out = 32'hec58411a;
      7'h54: at_out = 32'ha814e344;
      7'h64: at_out = 32'ha4fb5c35;
      7'h6c: at_out = 32'h3068b00b;
      7'h74: at_out = 32'h8f48a6c4;
      default: at_out = 32'd0;
    endcase
  endfunction

  // At the end.
  function automatic logic [31:0] at_end(input logic [6:0] command);
    case (command)
      7'h00: at_end = 32'h4fce1ce1;
      7'h01: at_end = 32'hfc2fe962;
      7'h02: at_end = 32'hd98512f7;
      7'h03: at_end = 32'he0b4c8a9;
      7'h04: at_end = 32'h7cacab5e;
      7'h05: at_end = 32'h374b504e;
      7'h08: at_end = 32'h8beee3d6;
      7'h09: at_end = 32'h1552c1c7;
      7'h0a: at_end = 32'hae5382bb;
      7'h0b: at_end = 32'h44dab464;
      7'h0c: at_end = 32'h2ca617f1;
      7'h0d: at_end = 32'h06824a77;
      7'h10: at_end = 32'h9bab2686;
      7'h11: at_end = 32'h121f9cf7;
      7'h12: at_end = 32'hca5890d3;
      7'h13: at_end = 32'hdb510d34;
      7'h14: at_end = 32'hd3d2e05e;
      7'h15: at_end = 32'h49ef5f9e;
      7'h24: at_end = 32'h5457ba5f;
      7'h25: at_end = 32'h3a47ddb0;
      7'h2c: at_end = 32'h637c686c;
      7'h2d: at_end = 32'h724af4ac;
      7'h34: at_end = 32'h756e2211;
      7'h35: at_end = 32'h079ad634;
      7'h44: at_end = 32'hdc29bf03;
      7'h4c: at_end = 32'h55129bd7;
      7'h54: at_end = 32'h86718b4c;
      7'h64: at_end = 32'haddb10c1;
      7'h6c: at_end = 32'hc61f8dc3;
      7'h74: at_end = 32'h119c707b;
      default: at_end = 32'd0;
    endcase
  endfunction

  // At the first test of a round of Sign.
  function automatic logic [31:0] at_test(input logic [6:0] command);
    case (command)
      7'h04: at_test = 32'h6b6679c3;
      7'h0c: at_test = 32'hbcc97456;
      7'h14: at_test = 32'hc5dce21b;
      7'h24: at_test = 32'h49303def;
      7'h2c: at_test = 32'hcc9d9a6d;
      7'h34: at_test = 32'h59b68ba2;
      7'h44: at_test = 32'hd19009bf;
      7'h4c: at_test = 32'hbe151b65;
      7'h54: at_test = 32'hd1cd7535;
      7'h64: at_test = 32'h03af1d85;
      7'h6c: at_test = 32'h1fac84f3;
      7'h74: at_test = 32'h786fb166;
      default: at_test = 32'd0;
    endcase
  endfunction

  // Where a round of Sign begins.
  function automatic logic [31:0] at_round(input logic [6:0] command);
    case (command)
      7'h04: at_round = 32'h5c7c94aa;
      7'h0c: at_round = 32'h9190250e;
      7'h14: at_round = 32'ha1db86fb;
      7'h24: at_round = 32'h7848e2a4;
      7'h2c: at_round = 32'h4d0b9457;
      7'h34: at_round = 32'hfd30f7ac;
      7'h44: at_round = 32'h9fa0c180;
      7'h4c: at_round = 32'h7c54bb2d;
      7'h54: at_round = 32'h570e7b07;
      7'h64: at_round = 32'h97bdcdf6;
      7'h6c: at_round = 32'h90cb05d8;
      7'h74: at_round = 32'hb36def1e;
      default: at_round = 32'd0;
    endcase
  endfunction

endpackage
