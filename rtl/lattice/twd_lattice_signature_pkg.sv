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
      9'h003, 9'h103: at_out = 32'h2d274277;
      9'h004: at_out = 32'hcce358ba;
      9'h008, 9'h108: at_out = 32'h9e78a369;
      9'h009, 9'h109: at_out = 32'h5736d4f1;
      9'h00a, 9'h10a: at_out = 32'hb62d514a;
      9'h00b, 9'h10b: at_out = 32'hf196cefb;
      9'h00c: at_out = 32'h2ff3a901;
      9'h010, 9'h110: at_out = 32'h48d64ad2;
      9'h011, 9'h111: at_out = 32'h5054c643;
      9'h012, 9'h112: at_out = 32'h3316dc25;
      9'h013, 9'h113: at_out = 32'h7242c478;
      9'h014: at_out = 32'h5edb6a54;
      9'h024: at_out = 32'hf526582e;
      9'h02c: at_out = 32'h2f039bd2;
      9'h034: at_out = 32'ha1c620fe;
      9'h044: at_out = 32'hdb1a3d8b;
      9'h04c: at_out = 32'h45897f95;
      9'h054: at_out = 32'he9e339a0;
      9'h064: at_out = 32'h46ed72cb;
      9'h06c: at_out = 32'heaf4ff0d;
      9'h074: at_out = 32'h69e56c77;
      9'h082, 9'h182: at_out = 32'h3cd90735;
      9'h084: at_out = 32'he1d2729b;
      9'h08a, 9'h18a: at_out = 32'he5b9ca4a;
      9'h08c: at_out = 32'h6eb8ddb7;
      9'h092, 9'h192: at_out = 32'hf593efe1;
      9'h094: at_out = 32'h040f4424;
      9'h0a4: at_out = 32'h4541f63a;
      9'h0ac: at_out = 32'h89ef81f4;
      9'h0b4: at_out = 32'ha46b6219;
      9'h0c4: at_out = 32'h817869c9;
      9'h0cc: at_out = 32'hc71f96f9;
      9'h0d4: at_out = 32'h5c4b6540;
      9'h0e4: at_out = 32'h22e33354;
      9'h0ec: at_out = 32'ha3edd6f6;
      9'h0f4: at_out = 32'h62bfe9b9;
      9'h104: at_out = 32'he4748d26;
      9'h10c: at_out = 32'h1228ea73;
      9'h114: at_out = 32'hdb03575f;
      9'h124: at_out = 32'h73f9855f;
      9'h12c: at_out = 32'h10cad739;
      9'h134: at_out = 32'hab8ac752;
      9'h144: at_out = 32'h98bb34e7;
      9'h14c: at_out = 32'h8c8ebda3;
      9'h154: at_out = 32'hf899cffd;
      9'h164: at_out = 32'hc681c275;
      9'h16c: at_out = 32'h1920b244;
      9'h174: at_out = 32'hc81b0a03;
      9'h184: at_out = 32'h2aff9ce4;
      9'h18c: at_out = 32'h4005fffa;
      9'h194: at_out = 32'h6acf7f3d;
      9'h1a4: at_out = 32'h1eb95098;
      9'h1ac: at_out = 32'h253c340c;
      9'h1b4: at_out = 32'hc13e610f;
      9'h1c4: at_out = 32'h016c0ad4;
      9'h1cc: at_out = 32'h28d496b1;
      9'h1d4: at_out = 32'h9fc0828e;
      9'h1e4: at_out = 32'h1c0069fb;
      9'h1ec: at_out = 32'h72cd742e;
      9'h1f4: at_out = 32'h1d7246b9;
      default: at_out = 32'd0;
    endcase
  endfunction

  // At the end.
  function automatic logic [31:0] at_end(input logic [8:0] command);
    case (command)
      9'h000, 9'h100: at_end = 32'hb67cabab;
      9'h001, 9'h101: at_end = 32'h0e03adc1;
      9'h002, 9'h102: at_end = 32'h61ab5fc4;
      9'h003, 9'h103: at_end = 32'h49c10fae;
      9'h004: at_end = 32'hae49f6d3;
      9'h005: at_end = 32'hebf6c224;
      9'h008, 9'h108: at_end = 32'h6e1348bc;
      9'h009, 9'h109: at_end = 32'hcf8b9132;
      9'h00a, 9'h10a: at_end = 32'h6aa795f5;
      9'h00b, 9'h10b: at_end = 32'he55c1a03;
      9'h00c: at_end = 32'h51db5eee;
      9'h00d: at_end = 32'h1392f07f;
      9'h010, 9'h110: at_end = 32'h9e2fb3f0;
      9'h011, 9'h111: at_end = 32'h90576acb;
      9'h012, 9'h112: at_end = 32'h6311929c;
      9'h013, 9'h113: at_end = 32'h9d6a3dcf;
      9'h014: at_end = 32'hcb9b9f8e;
      9'h015: at_end = 32'h092643d9;
      9'h024: at_end = 32'hb94e492c;
      9'h025: at_end = 32'hbff59c0f;
      9'h02c: at_end = 32'had7ff7ba;
      9'h02d: at_end = 32'h713c7603;
      9'h034: at_end = 32'h5e1d00e5;
      9'h035: at_end = 32'h2154d03e;
      9'h044: at_end = 32'hfef9e5ae;
      9'h04c: at_end = 32'h91971b01;
      9'h054: at_end = 32'h52bacabf;
      9'h064: at_end = 32'h4fc1b3c0;
      9'h06c: at_end = 32'h3357ace4;
      9'h074: at_end = 32'he53ba900;
      9'h082, 9'h182: at_end = 32'h7a8e24bc;
      9'h084: at_end = 32'h8ce89251;
      9'h08a, 9'h18a: at_end = 32'hcd8ea3f5;
      9'h08c: at_end = 32'h96689b6d;
      9'h092, 9'h192: at_end = 32'headae8a3;
      9'h094: at_end = 32'hedee7e90;
      9'h0a4: at_end = 32'hdacc3bbf;
      9'h0ac: at_end = 32'h7218138f;
      9'h0b4: at_end = 32'h7ce27d42;
      9'h0c4: at_end = 32'hbbbb2caa;
      9'h0cc: at_end = 32'h1a318db0;
      9'h0d4: at_end = 32'h1e510883;
      9'h0e4: at_end = 32'h88c556e6;
      9'h0ec: at_end = 32'h89597939;
      9'h0f4: at_end = 32'ha0c5524e;
      9'h104: at_end = 32'hbd5cc085;
      9'h105: at_end = 32'h099eaf92;
      9'h10c: at_end = 32'h4609af41;
      9'h10d: at_end = 32'h81bab09b;
      9'h114: at_end = 32'h873e7ab4;
      9'h115: at_end = 32'h4cd8cc3e;
      9'h124: at_end = 32'h0e494ee0;
      9'h125: at_end = 32'h2dad978d;
      9'h12c: at_end = 32'h31e37819;
      9'h12d: at_end = 32'hc7b34c01;
      9'h134: at_end = 32'hc164a004;
      9'h135: at_end = 32'h539c3764;
      9'h144: at_end = 32'ha6fb936c;
      9'h14c: at_end = 32'h43787821;
      9'h154: at_end = 32'hcc396d44;
      9'h164: at_end = 32'h3f2709b3;
      9'h16c: at_end = 32'h31b4656f;
      9'h174: at_end = 32'hc5d4d17b;
      9'h184: at_end = 32'h5d908df8;
      9'h18c: at_end = 32'h0580e593;
      9'h194: at_end = 32'h78ee8c67;
      9'h1a4: at_end = 32'hf3c171ec;
      9'h1ac: at_end = 32'h5473886f;
      9'h1b4: at_end = 32'h1d857704;
      9'h1c4: at_end = 32'h63a21421;
      9'h1cc: at_end = 32'hc46aed85;
      9'h1d4: at_end = 32'h37599d55;
      9'h1e4: at_end = 32'hc0f66a1c;
      9'h1ec: at_end = 32'hfa958583;
      9'h1f4: at_end = 32'h78d662cc;
      default: at_end = 32'd0;
    endcase
  endfunction

  // At the first test of a round of Sign.
  function automatic logic [31:0] at_test(input logic [8:0] command);
    case (command)
      9'h004: at_test = 32'hab0cddfe;
      9'h00c: at_test = 32'hd88c6f82;
      9'h014: at_test = 32'hf2e695e2;
      9'h024: at_test = 32'h84afe962;
      9'h02c: at_test = 32'he1a53825;
      9'h034: at_test = 32'h3926da77;
      9'h044: at_test = 32'h2533aba1;
      9'h04c: at_test = 32'hf04cce89;
      9'h054: at_test = 32'hf26f7ab2;
      9'h064: at_test = 32'h1e608107;
      9'h06c: at_test = 32'hb2556483;
      9'h074: at_test = 32'h392e4482;
      9'h084: at_test = 32'h7bf23756;
      9'h08c: at_test = 32'hfe3ec8f8;
      9'h094: at_test = 32'h4e38f10e;
      9'h0a4: at_test = 32'h0bc08913;
      9'h0ac: at_test = 32'h0006f852;
      9'h0b4: at_test = 32'h73db7b54;
      9'h0c4: at_test = 32'h800f6346;
      9'h0cc: at_test = 32'hbd29807d;
      9'h0d4: at_test = 32'h8f12aedd;
      9'h0e4: at_test = 32'h047f5c52;
      9'h0ec: at_test = 32'h75d3f9da;
      9'h0f4: at_test = 32'hacd506c4;
      9'h104: at_test = 32'haf3d29d4;
      9'h10c: at_test = 32'h7e57f1ad;
      9'h114: at_test = 32'h946893e2;
      9'h124: at_test = 32'h37155f2a;
      9'h12c: at_test = 32'h28b2588d;
      9'h134: at_test = 32'h7f156548;
      9'h144: at_test = 32'h143e4935;
      9'h14c: at_test = 32'h69f38c39;
      9'h154: at_test = 32'h3773e2cc;
      9'h164: at_test = 32'h8e11d592;
      9'h16c: at_test = 32'hea98d6e2;
      9'h174: at_test = 32'h55bcf1ec;
      9'h184: at_test = 32'h1253766c;
      9'h18c: at_test = 32'h35efb300;
      9'h194: at_test = 32'h45429adf;
      9'h1a4: at_test = 32'hbea3340a;
      9'h1ac: at_test = 32'hdf8d277c;
      9'h1b4: at_test = 32'h81833e00;
      9'h1c4: at_test = 32'h6a23ebf2;
      9'h1cc: at_test = 32'hfe830963;
      9'h1d4: at_test = 32'h91e6ed01;
      9'h1e4: at_test = 32'h99bc1e65;
      9'h1ec: at_test = 32'h002734b7;
      9'h1f4: at_test = 32'hac515acb;
      default: at_test = 32'd0;
    endcase
  endfunction

  // Where a round of Sign begins.
  function automatic logic [31:0] at_round(input logic [8:0] command);
    case (command)
      9'h004: at_round = 32'hf03863fc;
      9'h00c: at_round = 32'he384a803;
      9'h014: at_round = 32'h8c839fa4;
      9'h024: at_round = 32'hacdd71a2;
      9'h02c: at_round = 32'he7ac11bd;
      9'h034: at_round = 32'h1c36c399;
      9'h044: at_round = 32'hf2b1ed69;
      9'h04c: at_round = 32'hfb06fd93;
      9'h054: at_round = 32'h97d960ca;
      9'h064: at_round = 32'hdd119c4b;
      9'h06c: at_round = 32'he62434e4;
      9'h074: at_round = 32'h3d1b4fd9;
      9'h084: at_round = 32'h3dba74e5;
      9'h08c: at_round = 32'h1780edaa;
      9'h094: at_round = 32'h38881032;
      9'h0a4: at_round = 32'h90d162be;
      9'h0ac: at_round = 32'hd838678a;
      9'h0b4: at_round = 32'hb58ed60d;
      9'h0c4: at_round = 32'h6d74deec;
      9'h0cc: at_round = 32'h17cf6b76;
      9'h0d4: at_round = 32'hfb0f6251;
      9'h0e4: at_round = 32'ha509ba73;
      9'h0ec: at_round = 32'h990cd88a;
      9'h0f4: at_round = 32'h6aaa7946;
      9'h104: at_round = 32'h72c4e79e;
      9'h10c: at_round = 32'h8adf604a;
      9'h114: at_round = 32'habe6b97a;
      9'h124: at_round = 32'hefdffdfb;
      9'h12c: at_round = 32'h5f2f8f8a;
      9'h134: at_round = 32'h65059905;
      9'h144: at_round = 32'h93136003;
      9'h14c: at_round = 32'h650f5409;
      9'h154: at_round = 32'h0925bea7;
      9'h164: at_round = 32'h12467e59;
      9'h16c: at_round = 32'h82ce54a3;
      9'h174: at_round = 32'h9cad52a3;
      9'h184: at_round = 32'h32cac443;
      9'h18c: at_round = 32'h4d375c74;
      9'h194: at_round = 32'h14a7a72c;
      9'h1a4: at_round = 32'h185be41d;
      9'h1ac: at_round = 32'h73c92fff;
      9'h1b4: at_round = 32'hcc09258d;
      9'h1c4: at_round = 32'h130f27b9;
      9'h1cc: at_round = 32'hee1e31c2;
      9'h1d4: at_round = 32'h73669fbc;
      9'h1e4: at_round = 32'hf98f5022;
      9'h1ec: at_round = 32'hdb031449;
      9'h1f4: at_round = 32'hca753604;
      default: at_round = 32'd0;
    endcase
  endfunction

endpackage
