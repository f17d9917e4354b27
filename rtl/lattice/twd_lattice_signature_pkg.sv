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
  function automatic logic [31:0] at_out(input logic [5:0] command);
    case (command)
      6'h00: at_out = 32'hd4e2101a;
      6'h01: at_out = 32'h02f2c3c1;
      6'h02: at_out = 32'h5167fbd8;
      6'h03: at_out = 32'he6ad15bd;
      6'h04: at_out = 32'h537bac9a;
      6'h08: at_out = 32'h87e75fce;
      6'h09: at_out = 32'h1813a0e8;
      6'h0a: at_out = 32'hf76cbe91;
      6'h0b: at_out = 32'he6d28a74;
      6'h0c: at_out = 32'hb0c90f15;
      6'h10: at_out = 32'hb88b882d;
      6'h11: at_out = 32'hb1048fcf;
      6'h12: at_out = 32'hbdc20e05;
      6'h13: at_out = 32'h102d399a;
      6'h14: at_out = 32'h71609a01;
      6'h24: at_out = 32'h7934afee;
      6'h2c: at_out = 32'hbe346942;
      6'h34: at_out = 32'h1a3337b6;
      default: at_out = 32'd0;
    endcase
  endfunction

  // At the end.
  function automatic logic [31:0] at_end(input logic [5:0] command);
    case (command)
      6'h00: at_end = 32'h7e29aeb4;
      6'h01: at_end = 32'h042ef464;
      6'h02: at_end = 32'ha1f3dd26;
      6'h03: at_end = 32'h3a88d9df;
      6'h04: at_end = 32'h014bcef0;
      6'h05: at_end = 32'head32eb4;
      6'h08: at_end = 32'h5bb7cc3c;
      6'h09: at_end = 32'hd88fcbd8;
      6'h0a: at_end = 32'he8244a03;
      6'h0b: at_end = 32'hebbc4742;
      6'h0c: at_end = 32'haf95c3e4;
      6'h0d: at_end = 32'h2bfc848d;
      6'h10: at_end = 32'he6591cc6;
      6'h11: at_end = 32'hafb979a7;
      6'h12: at_end = 32'h7a792b2b;
      6'h13: at_end = 32'h1d952f33;
      6'h14: at_end = 32'hf961a9ee;
      6'h15: at_end = 32'h09397dd3;
      6'h24: at_end = 32'h2c6afb78;
      6'h25: at_end = 32'h251ea4b2;
      6'h2c: at_end = 32'h2f49125b;
      6'h2d: at_end = 32'h534ac6bc;
      6'h34: at_end = 32'h10c71f38;
      6'h35: at_end = 32'h97dbc8a9;
      default: at_end = 32'd0;
    endcase
  endfunction

  // At the first test of a round of Sign.
  function automatic logic [31:0] at_test(input logic [5:0] command);
    case (command)
      6'h04: at_test = 32'h48ddc2b8;
      6'h0c: at_test = 32'hc16e5c8f;
      6'h14: at_test = 32'hc28118ff;
      6'h24: at_test = 32'hd8e1e88c;
      6'h2c: at_test = 32'h9c0fdf33;
      6'h34: at_test = 32'h6b9a14f2;
      default: at_test = 32'd0;
    endcase
  endfunction

  // Where a round of Sign begins.
  function automatic logic [31:0] at_round(input logic [5:0] command);
    case (command)
      6'h04: at_round = 32'hcf0ac684;
      6'h0c: at_round = 32'h730ee428;
      6'h14: at_round = 32'h6f97d1a5;
      6'h24: at_round = 32'h24456c55;
      6'h2c: at_round = 32'hf4b428af;
      6'h34: at_round = 32'h8eb2a662;
      default: at_round = 32'd0;
    endcase
  endfunction

endpackage
