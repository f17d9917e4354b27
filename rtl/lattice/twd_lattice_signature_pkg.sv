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
      9'h004: at_out = 32'hafc12a0d;
      9'h008, 9'h108: at_out = 32'h9e78a369;
      9'h009, 9'h109: at_out = 32'h5736d4f1;
      9'h00a, 9'h10a: at_out = 32'hb62d514a;
      9'h00b, 9'h10b: at_out = 32'hf196cefb;
      9'h00c: at_out = 32'hc8b5638e;
      9'h010, 9'h110: at_out = 32'h48d64ad2;
      9'h011, 9'h111: at_out = 32'h5054c643;
      9'h012, 9'h112: at_out = 32'h3316dc25;
      9'h013, 9'h113: at_out = 32'h7242c478;
      9'h014: at_out = 32'ha6502809;
      9'h024: at_out = 32'hbbae2076;
      9'h02c: at_out = 32'h81d3af43;
      9'h034: at_out = 32'he4cd32f8;
      9'h044: at_out = 32'h8033e06f;
      9'h04c: at_out = 32'h1c40cea6;
      9'h054: at_out = 32'hcce19256;
      9'h064: at_out = 32'h08650a93;
      9'h06c: at_out = 32'h4424cb9c;
      9'h074: at_out = 32'h2cee7e71;
      9'h082, 9'h182: at_out = 32'h3cd90735;
      9'h084: at_out = 32'h0cc136fd;
      9'h08a, 9'h18a: at_out = 32'he5b9ca4a;
      9'h08c: at_out = 32'h62ad78a4;
      9'h092, 9'h192: at_out = 32'hf593efe1;
      9'h094: at_out = 32'h2aae8430;
      9'h0a4: at_out = 32'h3cd6ae4a;
      9'h0ac: at_out = 32'hf5671a9a;
      9'h0b4: at_out = 32'hf8c0deaf;
      9'h0c4: at_out = 32'hc2f2c438;
      9'h0cc: at_out = 32'h4cb1e545;
      9'h0d4: at_out = 32'hd1ddd793;
      9'h0e4: at_out = 32'h02550b5c;
      9'h0ec: at_out = 32'had4da02e;
      9'h0f4: at_out = 32'h14f5a6df;
      9'h104: at_out = 32'hf4bf4a91;
      9'h10c: at_out = 32'ha2e982cf;
      9'h114: at_out = 32'he611e41f;
      9'h124: at_out = 32'h00b95d61;
      9'h12c: at_out = 32'h5508d7e5;
      9'h134: at_out = 32'h6daa3e55;
      9'h144: at_out = 32'h0d203913;
      9'h14c: at_out = 32'h9b6430d8;
      9'h154: at_out = 32'ha124d55b;
      9'h164: at_out = 32'hb5c11a4b;
      9'h16c: at_out = 32'h5ce2b298;
      9'h174: at_out = 32'h0e3bf304;
      9'h184: at_out = 32'h570a6967;
      9'h18c: at_out = 32'hf53e186a;
      9'h194: at_out = 32'h3ddab14e;
      9'h1a4: at_out = 32'h54d8a2c8;
      9'h1ac: at_out = 32'h6f4451b0;
      9'h1b4: at_out = 32'hb04eb47f;
      9'h1c4: at_out = 32'h4e8b6348;
      9'h1cc: at_out = 32'h34cb0592;
      9'h1d4: at_out = 32'h1273624e;
      9'h1e4: at_out = 32'h1d02e519;
      9'h1ec: at_out = 32'h287bbe32;
      9'h1f4: at_out = 32'hb133fae7;
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
      9'h004: at_end = 32'h37715c2e;
      9'h005: at_end = 32'hccfd33f8;
      9'h008, 9'h108: at_end = 32'h6e1348bc;
      9'h009, 9'h109: at_end = 32'hcf8b9132;
      9'h00a, 9'h10a: at_end = 32'h6aa795f5;
      9'h00b, 9'h10b: at_end = 32'he55c1a03;
      9'h00c: at_end = 32'h549975e6;
      9'h00d: at_end = 32'h5af5d3d9;
      9'h010, 9'h110: at_end = 32'h9e2fb3f0;
      9'h011, 9'h111: at_end = 32'h90576acb;
      9'h012, 9'h112: at_end = 32'h6311929c;
      9'h013, 9'h113: at_end = 32'h9d6a3dcf;
      9'h014: at_end = 32'hd624db93;
      9'h015: at_end = 32'h4246dd2a;
      9'h024: at_end = 32'h72d11d1c;
      9'h025: at_end = 32'hc65b9ecb;
      9'h02c: at_end = 32'h78d8f641;
      9'h02d: at_end = 32'he8820dd9;
      9'h034: at_end = 32'h45d822df;
      9'h035: at_end = 32'ha4d8037f;
      9'h044: at_end = 32'h96117ad4;
      9'h04c: at_end = 32'hd0c0e38f;
      9'h054: at_end = 32'he0a76c46;
      9'h064: at_end = 32'h845ee7f0;
      9'h06c: at_end = 32'he6f0ad1f;
      9'h074: at_end = 32'hfefe8b3a;
      9'h082, 9'h182: at_end = 32'h7a8e24bc;
      9'h084: at_end = 32'h4c529af4;
      9'h08a, 9'h18a: at_end = 32'hcd8ea3f5;
      9'h08c: at_end = 32'h522366e5;
      9'h092, 9'h192: at_end = 32'headae8a3;
      9'h094: at_end = 32'hd17e7d0a;
      9'h0a4: at_end = 32'h828cf8f1;
      9'h0ac: at_end = 32'h9303c434;
      9'h0b4: at_end = 32'h5d88eedd;
      9'h0c4: at_end = 32'h6056f760;
      9'h0cc: at_end = 32'hddb4c589;
      9'h0d4: at_end = 32'hee122174;
      9'h0e4: at_end = 32'h6024319d;
      9'h0ec: at_end = 32'h3587d442;
      9'h0f4: at_end = 32'hce5f133e;
      9'h104: at_end = 32'ha3e3e876;
      9'h105: at_end = 32'hdf5d47ae;
      9'h10c: at_end = 32'hb6f6c7c1;
      9'h10d: at_end = 32'h483b4681;
      9'h114: at_end = 32'h054d313d;
      9'h115: at_end = 32'hb0c819fe;
      9'h124: at_end = 32'h6f752ccd;
      9'h125: at_end = 32'h06350bd9;
      9'h12c: at_end = 32'h5273b619;
      9'h12d: at_end = 32'hef8ae76e;
      9'h134: at_end = 32'h8ab45b17;
      9'h135: at_end = 32'hff4cba43;
      9'h144: at_end = 32'h94ad4fa4;
      9'h14c: at_end = 32'hbc156901;
      9'h154: at_end = 32'h93431edd;
      9'h164: at_end = 32'h5e1b6b9e;
      9'h16c: at_end = 32'h5224ab6f;
      9'h174: at_end = 32'h8e042a68;
      9'h184: at_end = 32'h642b68d8;
      9'h18c: at_end = 32'ha4424ea9;
      9'h194: at_end = 32'h1fa5cd4f;
      9'h1a4: at_end = 32'h79077913;
      9'h1ac: at_end = 32'h91b6dbe4;
      9'h1b4: at_end = 32'hbab72e99;
      9'h1c4: at_end = 32'h1ffd534f;
      9'h1cc: at_end = 32'h997c7bd1;
      9'h1d4: at_end = 32'ha692e639;
      9'h1e4: at_end = 32'h72ffc022;
      9'h1ec: at_end = 32'hd16f6d22;
      9'h1f4: at_end = 32'hee02c174;
      default: at_end = 32'd0;
    endcase
  endfunction

  // At the first test of a round of Sign.
  function automatic logic [31:0] at_test(input logic [8:0] command);
    case (command)
      9'h004: at_test = 32'h00b672bd;
      9'h00c: at_test = 32'hfedc43d7;
      9'h014: at_test = 32'h5dfd6f7a;
      9'h024: at_test = 32'hdf15e13a;
      9'h02c: at_test = 32'hbe4bf420;
      9'h034: at_test = 32'h3659052e;
      9'h044: at_test = 32'h180983b4;
      9'h04c: at_test = 32'haf5d01c1;
      9'h054: at_test = 32'h5ceeb1da;
      9'h064: at_test = 32'h45da895f;
      9'h06c: at_test = 32'hedbba886;
      9'h074: at_test = 32'h36519bdb;
      9'h084: at_test = 32'hfb78cef9;
      9'h08c: at_test = 32'hb913a356;
      9'h094: at_test = 32'ha89c6674;
      9'h0a4: at_test = 32'hb963f003;
      9'h0ac: at_test = 32'he52fd57f;
      9'h0b4: at_test = 32'h21be1cbd;
      9'h0c4: at_test = 32'heb55e68b;
      9'h0cc: at_test = 32'h20c2c0c3;
      9'h0d4: at_test = 32'hb2edbe71;
      9'h0e4: at_test = 32'h8936ab2d;
      9'h0ec: at_test = 32'h5b73ea38;
      9'h0f4: at_test = 32'h199fa8fd;
      9'h104: at_test = 32'h0308b8c0;
      9'h10c: at_test = 32'hb576fcc0;
      9'h114: at_test = 32'hd3dc3adc;
      9'h124: at_test = 32'h1a4174d8;
      9'h12c: at_test = 32'h7dd2917f;
      9'h134: at_test = 32'h96ce1aae;
      9'h144: at_test = 32'h71cf64b5;
      9'h14c: at_test = 32'h9a3e07e8;
      9'h154: at_test = 32'h912bc537;
      9'h164: at_test = 32'ha345fe60;
      9'h16c: at_test = 32'hbff81f10;
      9'h174: at_test = 32'hbc678e0a;
      9'h184: at_test = 32'h9ad42aaf;
      9'h18c: at_test = 32'h04641401;
      9'h194: at_test = 32'h17e017b7;
      9'h1a4: at_test = 32'h5799dfcb;
      9'h1ac: at_test = 32'h21005862;
      9'h1b4: at_test = 32'hb851d09e;
      9'h1c4: at_test = 32'h46b75ddc;
      9'h1cc: at_test = 32'hfcdacbdd;
      9'h1d4: at_test = 32'h1d928256;
      9'h1e4: at_test = 32'h38f4a846;
      9'h1ec: at_test = 32'h065d8d2a;
      9'h1f4: at_test = 32'he1581a6a;
      default: at_test = 32'd0;
    endcase
  endfunction

  // Where a round of Sign begins.
  function automatic logic [31:0] at_round(input logic [8:0] command);
    case (command)
      9'h004: at_round = 32'h43254869;
      9'h00c: at_round = 32'h3300af57;
      9'h014: at_round = 32'h549a4d9f;
      9'h024: at_round = 32'h5a0dc5ba;
      9'h02c: at_round = 32'hb67ec3be;
      9'h034: at_round = 32'hdbf8a10f;
      9'h044: at_round = 32'h46365543;
      9'h04c: at_round = 32'h02040477;
      9'h054: at_round = 32'h622fb343;
      9'h064: at_round = 32'h2bc12853;
      9'h06c: at_round = 32'hb7f6e6e7;
      9'h074: at_round = 32'hfad52d4f;
      9'h084: at_round = 32'h6e2033cc;
      9'h08c: at_round = 32'h8fe9101f;
      9'h094: at_round = 32'h1d2c1e1b;
      9'h0a4: at_round = 32'h6397d4e7;
      9'h0ac: at_round = 32'h70c947f2;
      9'h0b4: at_round = 32'hb81d7748;
      9'h0c4: at_round = 32'h1c3ca209;
      9'h0cc: at_round = 32'h7f166750;
      9'h0d4: at_round = 32'hf143144b;
      9'h0e4: at_round = 32'h58f50ae9;
      9'h0ec: at_round = 32'h3e58f3c8;
      9'h0f4: at_round = 32'h3d1e81c1;
      9'h104: at_round = 32'h6bf1842e;
      9'h10c: at_round = 32'hb50b7193;
      9'h114: at_round = 32'h56708ec0;
      9'h124: at_round = 32'heb579815;
      9'h12c: at_round = 32'h79f60afd;
      9'h134: at_round = 32'hc0b1040e;
      9'h144: at_round = 32'hac9f96a3;
      9'h14c: at_round = 32'h6e6a04a2;
      9'h154: at_round = 32'h17379ccd;
      9'h164: at_round = 32'h16ce1bb7;
      9'h16c: at_round = 32'ha417d1d4;
      9'h174: at_round = 32'h3919cfa8;
      9'h184: at_round = 32'hc58e40e2;
      9'h18c: at_round = 32'hfd544da1;
      9'h194: at_round = 32'h02cea253;
      9'h1a4: at_round = 32'h4cdccb5e;
      9'h1ac: at_round = 32'h4b60c171;
      9'h1b4: at_round = 32'hab9a995c;
      9'h1c4: at_round = 32'hf4a1028c;
      9'h1cc: at_round = 32'hfed47cc6;
      9'h1d4: at_round = 32'hbe4bc5eb;
      9'h1e4: at_round = 32'h5d19a096;
      9'h1ec: at_round = 32'hc13a46cc;
      9'h1f4: at_round = 32'hef4ef50c;
      default: at_round = 32'd0;
    endcase
  endfunction

endpackage
