// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_lattice_signature_pkg: signatures of the programs of twd_lattice_sequencer, by Redundant and command.
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
  function automatic logic [31:0] at_out(input logic [7:0] command);
    case (command)
      8'h00, 8'h80: at_out = 32'h8f152ee6;
      8'h01, 8'h81: at_out = 32'h30b2c3c1;
      8'h02, 8'h82: at_out = 32'h5284917a;
      8'h03, 8'h83: at_out = 32'ha501ebe7;
      8'h04: at_out = 32'h961a975a;
      8'h08, 8'h88: at_out = 32'h818ce041;
      8'h09, 8'h89: at_out = 32'h31508631;
      8'h0a, 8'h8a: at_out = 32'h82c49126;
      8'h0b, 8'h8b: at_out = 32'h8600aadb;
      8'h0c: at_out = 32'hfb62d24e;
      8'h10, 8'h90: at_out = 32'hd41bf375;
      8'h11, 8'h91: at_out = 32'h2cb4d931;
      8'h12, 8'h92: at_out = 32'hef9c6987;
      8'h13, 8'h93: at_out = 32'he2bca3ee;
      8'h14: at_out = 32'h499cd77f;
      8'h24: at_out = 32'h962f301a;
      8'h2c: at_out = 32'h4567c5d4;
      8'h34: at_out = 32'hea562d74;
      8'h44: at_out = 32'hdeca6c7f;
      8'h4c: at_out = 32'h5bc3425c;
      8'h54: at_out = 32'h03f2509c;
      8'h64: at_out = 32'he3464aa8;
      8'h6c: at_out = 32'h2ec5b80e;
      8'h74: at_out = 32'h3dec1d67;
      8'h84: at_out = 32'h7343d378;
      8'h8c: at_out = 32'hef766f68;
      8'h94: at_out = 32'h32615c6a;
      8'ha4: at_out = 32'h80f3e3ee;
      8'hac: at_out = 32'hbfb7d4e4;
      8'hb4: at_out = 32'h6f5ab7f7;
      8'hc4: at_out = 32'h1acd0835;
      8'hcc: at_out = 32'h24553301;
      8'hd4: at_out = 32'he49e1872;
      8'he4: at_out = 32'h75eff581;
      8'hec: at_out = 32'h83d1d34f;
      8'hf4: at_out = 32'he055cd6d;
      default: at_out = 32'd0;
    endcase
  endfunction

  // At the end.
  function automatic logic [31:0] at_end(input logic [7:0] command);
    case (command)
      8'h00, 8'h80: at_end = 32'h76ebda03;
      8'h01, 8'h81: at_end = 32'h865fe962;
      8'h02, 8'h82: at_end = 32'ha6350862;
      8'h03, 8'h83: at_end = 32'habf2a548;
      8'h04: at_end = 32'h55ceac33;
      8'h05: at_end = 32'h2d9cc563;
      8'h08, 8'h88: at_end = 32'hd366fce4;
      8'h09, 8'h89: at_end = 32'h0b75abc5;
      8'h0a, 8'h8a: at_end = 32'h0374156d;
      8'h0b, 8'h8b: at_end = 32'h4f51ed65;
      8'h0c: at_end = 32'hd78a948b;
      8'h0d: at_end = 32'h62a2e366;
      8'h10, 8'h90: at_end = 32'haba21341;
      8'h11, 8'h91: at_end = 32'he3b55209;
      8'h12, 8'h92: at_end = 32'hdec5e42f;
      8'h13, 8'h93: at_end = 32'h211e7dc8;
      8'h14: at_end = 32'h6d328957;
      8'h15: at_end = 32'h63ee4e75;
      8'h24: at_end = 32'h7d35bd32;
      8'h25: at_end = 32'h4db79e93;
      8'h2c: at_end = 32'h9850eb16;
      8'h2d: at_end = 32'h4100d469;
      8'h34: at_end = 32'hcb8e4b18;
      8'h35: at_end = 32'h0e5d2e05;
      8'h44: at_end = 32'h5c8c963c;
      8'h4c: at_end = 32'h9fbef745;
      8'h54: at_end = 32'h3a03d530;
      8'h64: at_end = 32'hef8d0192;
      8'h6c: at_end = 32'hbc4b8e9c;
      8'h74: at_end = 32'hdeb14f05;
      8'h84: at_end = 32'h0f66ed52;
      8'h85: at_end = 32'h2120d436;
      8'h8c: at_end = 32'h4df7d42d;
      8'h8d: at_end = 32'hf8fae401;
      8'h94: at_end = 32'h24bdc05f;
      8'h95: at_end = 32'h741cf2b5;
      8'ha4: at_end = 32'h6cb8b732;
      8'ha5: at_end = 32'hd79e6401;
      8'hac: at_end = 32'hff94b7a5;
      8'had: at_end = 32'hf93ed843;
      8'hb4: at_end = 32'h8bf3422c;
      8'hb5: at_end = 32'h2a54369b;
      8'hc4: at_end = 32'ha37f4639;
      8'hcc: at_end = 32'hbf960fc5;
      8'hd4: at_end = 32'hea718db7;
      8'he4: at_end = 32'h37057b32;
      8'hec: at_end = 32'h72d224c0;
      8'hf4: at_end = 32'h057f0829;
      default: at_end = 32'd0;
    endcase
  endfunction

  // At the first test of a round of Sign.
  function automatic logic [31:0] at_test(input logic [7:0] command);
    case (command)
      8'h04: at_test = 32'hdd404f3a;
      8'h0c: at_test = 32'hb89aef26;
      8'h14: at_test = 32'h91e24fa5;
      8'h24: at_test = 32'hff160b16;
      8'h2c: at_test = 32'hc8ce011d;
      8'h34: at_test = 32'h0d88261c;
      8'h44: at_test = 32'hee45ee02;
      8'h4c: at_test = 32'h9c6de2c0;
      8'h54: at_test = 32'h23b127cf;
      8'h64: at_test = 32'h7e46dfde;
      8'h6c: at_test = 32'h6879dcae;
      8'h74: at_test = 32'he565fa9a;
      8'h84: at_test = 32'h930ab926;
      8'h8c: at_test = 32'h54cfe7d3;
      8'h94: at_test = 32'hc6fbe320;
      8'ha4: at_test = 32'hbd11a198;
      8'hac: at_test = 32'h5f64ee37;
      8'hb4: at_test = 32'h962023bf;
      8'hc4: at_test = 32'h9213e6ff;
      8'hcc: at_test = 32'h08895631;
      8'hd4: at_test = 32'h5f66e4ce;
      8'he4: at_test = 32'h8dd40608;
      8'hec: at_test = 32'h3b08e1f2;
      8'hf4: at_test = 32'hbf21d077;
      default: at_test = 32'd0;
    endcase
  endfunction

  // Where a round of Sign begins.
  function automatic logic [31:0] at_round(input logic [7:0] command);
    case (command)
      8'h04: at_round = 32'h5c7c94aa;
      8'h0c: at_round = 32'h9190250e;
      8'h14: at_round = 32'ha1db86fb;
      8'h24: at_round = 32'h7848e2a4;
      8'h2c: at_round = 32'h4d0b9457;
      8'h34: at_round = 32'hfd30f7ac;
      8'h44: at_round = 32'hb837af0b;
      8'h4c: at_round = 32'hbb46e9e2;
      8'h54: at_round = 32'h593be9ac;
      8'h64: at_round = 32'hc4b8eda8;
      8'h6c: at_round = 32'h0e96bff4;
      8'h74: at_round = 32'he2f2e082;
      8'h84: at_round = 32'hba5d304e;
      8'h8c: at_round = 32'h5a7ef6f8;
      8'h94: at_round = 32'h317a7a3e;
      8'ha4: at_round = 32'h8194a657;
      8'hac: at_round = 32'he92586ee;
      8'hb4: at_round = 32'heb5c9e24;
      8'hc4: at_round = 32'hdf5472a4;
      8'hcc: at_round = 32'h635062b8;
      8'hd4: at_round = 32'h27bda9c6;
      8'he4: at_round = 32'h640cd879;
      8'hec: at_round = 32'heab76faa;
      8'hf4: at_round = 32'h68506dc0;
      default: at_round = 32'd0;
    endcase
  endfunction

endpackage
