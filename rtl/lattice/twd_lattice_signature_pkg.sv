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
  function automatic logic [31:0] at_out(input logic [8:0] command);
    case (command)
      9'h000, 9'h100: at_out = 32'h353be368;
      9'h001, 9'h101: at_out = 32'h36d49101;
      9'h002, 9'h102: at_out = 32'h314bba89;
      9'h003, 9'h103: at_out = 32'hd7bed500;
      9'h004: at_out = 32'h6418437d;
      9'h008, 9'h108: at_out = 32'h9e78a369;
      9'h009, 9'h109: at_out = 32'h5736d4f1;
      9'h00a, 9'h10a: at_out = 32'hb62d514a;
      9'h00b, 9'h10b: at_out = 32'hcbb62116;
      9'h00c: at_out = 32'h446ae6e3;
      9'h010, 9'h110: at_out = 32'h48d64ad2;
      9'h011, 9'h111: at_out = 32'h5054c643;
      9'h012, 9'h112: at_out = 32'h3316dc25;
      9'h013, 9'h113: at_out = 32'h39aa3977;
      9'h014: at_out = 32'h5bd85d2a;
      9'h024: at_out = 32'h6d36e4f0;
      9'h02c: at_out = 32'hedd9c8b0;
      9'h034: at_out = 32'h2c6dd8b8;
      9'h044: at_out = 32'h635b4b68;
      9'h04c: at_out = 32'hdbed97b4;
      9'h054: at_out = 32'h1540dee1;
      9'h064: at_out = 32'h1ca6a171;
      9'h06c: at_out = 32'hf46dae7e;
      9'h074: at_out = 32'h79f80632;
      9'h082, 9'h182: at_out = 32'h3cd90735;
      9'h084: at_out = 32'hc6af47f7;
      9'h08a, 9'h18a: at_out = 32'he5b9ca4a;
      9'h08c: at_out = 32'hcf96506d;
      9'h092, 9'h192: at_out = 32'hf593efe1;
      9'h094: at_out = 32'h3d98c6a7;
      9'h0a4: at_out = 32'h84d57eb8;
      9'h0ac: at_out = 32'hc5fe206e;
      9'h0b4: at_out = 32'hd98d2adb;
      9'h0c4: at_out = 32'h22f45fcb;
      9'h0cc: at_out = 32'hc8d5e71f;
      9'h0d4: at_out = 32'hd9c1e9fb;
      9'h0e4: at_out = 32'hcba08856;
      9'h0ec: at_out = 32'ha4227fc2;
      9'h0f4: at_out = 32'h96f8ff43;
      9'h104: at_out = 32'h991d24bc;
      9'h10c: at_out = 32'h4f72d8ec;
      9'h114: at_out = 32'h29f58eac;
      9'h124: at_out = 32'hf77f967e;
      9'h12c: at_out = 32'h9e4e47ea;
      9'h134: at_out = 32'h16c036e9;
      9'h144: at_out = 32'h27c8b322;
      9'h14c: at_out = 32'h476c3399;
      9'h154: at_out = 32'hbeae4ffd;
      9'h164: at_out = 32'hdc0aecb1;
      9'h16c: at_out = 32'hef2bdc5d;
      9'h174: at_out = 32'had01364a;
      9'h184: at_out = 32'h9cfbcc46;
      9'h18c: at_out = 32'h55b284ac;
      9'h194: at_out = 32'h5d094eb0;
      9'h1a4: at_out = 32'h14e912f1;
      9'h1ac: at_out = 32'h9fe2422e;
      9'h1b4: at_out = 32'h50bfbd85;
      9'h1c4: at_out = 32'h2c0562d6;
      9'h1cc: at_out = 32'h72ec8b19;
      9'h1d4: at_out = 32'h5757cfc5;
      9'h1e4: at_out = 32'h1fe6f818;
      9'h1ec: at_out = 32'hec73d7d5;
      9'h1f4: at_out = 32'h21fe2092;
      default: at_out = 32'd0;
    endcase
  endfunction

  // At the end.
  function automatic logic [31:0] at_end(input logic [8:0] command);
    case (command)
      9'h000, 9'h100: at_end = 32'hb67cabab;
      9'h001, 9'h101: at_end = 32'h0e03adc1;
      9'h002, 9'h102: at_end = 32'h61ab5fc4;
      9'h003, 9'h103: at_end = 32'h3796769a;
      9'h004: at_end = 32'h00e26cef;
      9'h005: at_end = 32'hf83d27cf;
      9'h008, 9'h108: at_end = 32'h6e1348bc;
      9'h009, 9'h109: at_end = 32'hcf8b9132;
      9'h00a, 9'h10a: at_end = 32'h6aa795f5;
      9'h00b, 9'h10b: at_end = 32'h060673ea;
      9'h00c: at_end = 32'h1d40ded8;
      9'h00d: at_end = 32'ha9a72fcd;
      9'h010, 9'h110: at_end = 32'h9e2fb3f0;
      9'h011, 9'h111: at_end = 32'h90576acb;
      9'h012, 9'h112: at_end = 32'h6311929c;
      9'h013, 9'h113: at_end = 32'h68647830;
      9'h014: at_end = 32'hd92f63b4;
      9'h015: at_end = 32'h44d231bd;
      9'h024: at_end = 32'hd2ecf4a1;
      9'h025: at_end = 32'h83ec8433;
      9'h02c: at_end = 32'he89343a6;
      9'h02d: at_end = 32'h32d19955;
      9'h034: at_end = 32'hcbb7ffc9;
      9'h035: at_end = 32'hd226e382;
      9'h044: at_end = 32'h301b2a4f;
      9'h04c: at_end = 32'he1325774;
      9'h054: at_end = 32'h91fbcc48;
      9'h064: at_end = 32'hd1e360cb;
      9'h06c: at_end = 32'ha6642c51;
      9'h074: at_end = 32'h8e0af25b;
      9'h082, 9'h182: at_end = 32'h7a8e24bc;
      9'h084: at_end = 32'h3e5269d4;
      9'h08a, 9'h18a: at_end = 32'hcd8ea3f5;
      9'h08c: at_end = 32'he5ab64f0;
      9'h092, 9'h192: at_end = 32'headae8a3;
      9'h094: at_end = 32'h048f3828;
      9'h0a4: at_end = 32'h807ba244;
      9'h0ac: at_end = 32'h657d76df;
      9'h0b4: at_end = 32'h875dbd1d;
      9'h0c4: at_end = 32'h4d7b2039;
      9'h0cc: at_end = 32'h14243e93;
      9'h0d4: at_end = 32'h2e7a66c7;
      9'h0e4: at_end = 32'h74cdcd01;
      9'h0ec: at_end = 32'hb9795b14;
      9'h0f4: at_end = 32'h17de77f3;
      9'h104: at_end = 32'ha075489b;
      9'h105: at_end = 32'hd0d6ce66;
      9'h10c: at_end = 32'h2b1db5f1;
      9'h10d: at_end = 32'h65900510;
      9'h114: at_end = 32'hf6d83ccf;
      9'h115: at_end = 32'he81e6373;
      9'h124: at_end = 32'h6c8793a3;
      9'h125: at_end = 32'hf590bd72;
      9'h12c: at_end = 32'h1a6c125c;
      9'h12d: at_end = 32'h22b81261;
      9'h134: at_end = 32'h155a0179;
      9'h135: at_end = 32'hbd5d4ab3;
      9'h144: at_end = 32'hc8f23d2d;
      9'h14c: at_end = 32'hdc094c49;
      9'h154: at_end = 32'hd5241679;
      9'h164: at_end = 32'hc8f74995;
      9'h16c: at_end = 32'h977dd31c;
      9'h174: at_end = 32'hb59d6ebf;
      9'h184: at_end = 32'hb0f47e00;
      9'h18c: at_end = 32'hc62a83d2;
      9'h194: at_end = 32'ha91ceb54;
      9'h1a4: at_end = 32'h3cf3d67c;
      9'h1ac: at_end = 32'hc7a3b953;
      9'h1b4: at_end = 32'h41da1ab6;
      9'h1c4: at_end = 32'he9f0501b;
      9'h1cc: at_end = 32'h02a63db8;
      9'h1d4: at_end = 32'h6aadb94f;
      9'h1e4: at_end = 32'h681fc22b;
      9'h1ec: at_end = 32'h282398b5;
      9'h1f4: at_end = 32'h1c9d5921;
      default: at_end = 32'd0;
    endcase
  endfunction

  // At the first test of a round of Sign.
  function automatic logic [31:0] at_test(input logic [8:0] command);
    case (command)
      9'h004: at_test = 32'h1e6234c1;
      9'h00c: at_test = 32'h4622222a;
      9'h014: at_test = 32'hfef48623;
      9'h024: at_test = 32'hf67fb3e2;
      9'h02c: at_test = 32'h43a4be02;
      9'h034: at_test = 32'hbe101c4f;
      9'h044: at_test = 32'h71518ce4;
      9'h04c: at_test = 32'hacaa03da;
      9'h054: at_test = 32'hfb045d35;
      9'h064: at_test = 32'h8168fd60;
      9'h06c: at_test = 32'h4d0c3c1d;
      9'h074: at_test = 32'h1cb7bc93;
      9'h084: at_test = 32'hb0ead625;
      9'h08c: at_test = 32'h5b301bc8;
      9'h094: at_test = 32'h029d5b50;
      9'h0a4: at_test = 32'h3fc7f47a;
      9'h0ac: at_test = 32'h23ddf947;
      9'h0b4: at_test = 32'h62ca59f5;
      9'h0c4: at_test = 32'h2881549b;
      9'h0cc: at_test = 32'h968e701e;
      9'h0d4: at_test = 32'h0716fa64;
      9'h0e4: at_test = 32'h16d96fe7;
      9'h0ec: at_test = 32'h8dfeb297;
      9'h0f4: at_test = 32'ha1c22a50;
      9'h104: at_test = 32'h619d718b;
      9'h10c: at_test = 32'h8ca845bc;
      9'h114: at_test = 32'hcee37c0e;
      9'h124: at_test = 32'haabd22ea;
      9'h12c: at_test = 32'he89ae82e;
      9'h134: at_test = 32'h44a363b9;
      9'h144: at_test = 32'h1f3c94f3;
      9'h14c: at_test = 32'h6f7653cd;
      9'h154: at_test = 32'h4d4b2c37;
      9'h164: at_test = 32'h2f37b266;
      9'h16c: at_test = 32'h5413b5ff;
      9'h174: at_test = 32'h7c4dd4d7;
      9'h184: at_test = 32'h6b339ac0;
      9'h18c: at_test = 32'h1a768d87;
      9'h194: at_test = 32'h4f43b55a;
      9'h1a4: at_test = 32'hfb6b9ae8;
      9'h1ac: at_test = 32'hb08b521b;
      9'h1b4: at_test = 32'h8fe9a69a;
      9'h1c4: at_test = 32'h0a614265;
      9'h1cc: at_test = 32'h460ade0c;
      9'h1d4: at_test = 32'h4acba328;
      9'h1e4: at_test = 32'h8c9ac262;
      9'h1ec: at_test = 32'he430c195;
      9'h1f4: at_test = 32'hee194326;
      default: at_test = 32'd0;
    endcase
  endfunction

  // Where a round of Sign begins.
  function automatic logic [31:0] at_round(input logic [8:0] command);
    case (command)
      9'h004: at_round = 32'h2a065649;
      9'h00c: at_round = 32'h1feea75f;
      9'h014: at_round = 32'h28de8038;
      9'h024: at_round = 32'hb5a75e06;
      9'h02c: at_round = 32'h88e90916;
      9'h034: at_round = 32'hae77a39f;
      9'h044: at_round = 32'h31d27c59;
      9'h04c: at_round = 32'h89b95888;
      9'h054: at_round = 32'h1221fcf8;
      9'h064: at_round = 32'hb41a1ca7;
      9'h06c: at_round = 32'h91c06730;
      9'h074: at_round = 32'hadd85453;
      9'h084: at_round = 32'h916df559;
      9'h08c: at_round = 32'h9769ad4d;
      9'h094: at_round = 32'h0ea38ab7;
      9'h0a4: at_round = 32'hbe11e437;
      9'h0ac: at_round = 32'he1c91d6c;
      9'h0b4: at_round = 32'h3e3cec37;
      9'h0c4: at_round = 32'h43c427ce;
      9'h0cc: at_round = 32'h9c76511b;
      9'h0d4: at_round = 32'h5edbe9e6;
      9'h0e4: at_round = 32'ha37768c5;
      9'h0ec: at_round = 32'h43804fc4;
      9'h0f4: at_round = 32'h898fd6b4;
      9'h104: at_round = 32'h19499881;
      9'h10c: at_round = 32'ha8fa4cd2;
      9'h114: at_round = 32'hca6eb19a;
      9'h124: at_round = 32'h45d080f0;
      9'h12c: at_round = 32'h41eb9759;
      9'h134: at_round = 32'hb5a4b838;
      9'h144: at_round = 32'hfc97a0db;
      9'h14c: at_round = 32'ha26b6613;
      9'h154: at_round = 32'h7842ce8b;
      9'h164: at_round = 32'ha8458975;
      9'h16c: at_round = 32'hf3f63943;
      9'h174: at_round = 32'h0c32c37f;
      9'h184: at_round = 32'h47cc93db;
      9'h18c: at_round = 32'hbb64a35e;
      9'h194: at_round = 32'h42c264ac;
      9'h1a4: at_round = 32'ha3f03a45;
      9'h1ac: at_round = 32'h01e23ecc;
      9'h1b4: at_round = 32'h1fd6d806;
      9'h1c4: at_round = 32'h419db66f;
      9'h1cc: at_round = 32'h8556b90b;
      9'h1d4: at_round = 32'h6dda7950;
      9'h1e4: at_round = 32'h60c5e1a8;
      9'h1ec: at_round = 32'h73e56a69;
      9'h1f4: at_round = 32'h5c171eb4;
      default: at_round = 32'd0;
    endcase
  endfunction

endpackage
