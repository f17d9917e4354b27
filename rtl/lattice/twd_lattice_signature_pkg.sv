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
      9'h000, 9'h100: at_out = 32'h8f152ee6;
      9'h001, 9'h101: at_out = 32'h30b2c3c1;
      9'h002, 9'h102: at_out = 32'hf067e2ea;
      9'h003, 9'h103: at_out = 32'ha501ebe7;
      9'h004: at_out = 32'h3ec10c13;
      9'h008, 9'h108: at_out = 32'h818ce041;
      9'h009, 9'h109: at_out = 32'h31508631;
      9'h00a, 9'h10a: at_out = 32'h3e2468e8;
      9'h00b, 9'h10b: at_out = 32'h8600aadb;
      9'h00c: at_out = 32'h01609a65;
      9'h010, 9'h110: at_out = 32'hd41bf375;
      9'h011, 9'h111: at_out = 32'h2cb4d931;
      9'h012, 9'h112: at_out = 32'h15ad0fb8;
      9'h013, 9'h113: at_out = 32'he2bca3ee;
      9'h014: at_out = 32'h0eafcf3e;
      9'h024: at_out = 32'hcad04f09;
      9'h02c: at_out = 32'heeba6152;
      9'h034: at_out = 32'h470980a8;
      9'h044: at_out = 32'h3b9f896e;
      9'h04c: at_out = 32'h18af195d;
      9'h054: at_out = 32'h490a7374;
      9'h064: at_out = 32'h39015c85;
      9'h06c: at_out = 32'h6d4617ba;
      9'h074: at_out = 32'ha0bb316c;
      9'h082, 9'h182: at_out = 32'h9803ea50;
      9'h084: at_out = 32'h6644f655;
      9'h08a, 9'h18a: at_out = 32'h2182c0ec;
      9'h08c: at_out = 32'h91a1bf3c;
      9'h092, 9'h192: at_out = 32'hf5f1b821;
      9'h094: at_out = 32'h32089c37;
      9'h0a4: at_out = 32'h6da0bdc0;
      9'h0ac: at_out = 32'hd762416a;
      9'h0b4: at_out = 32'h7417c7f5;
      9'h0c4: at_out = 32'h8a947de2;
      9'h0cc: at_out = 32'h3dec4e58;
      9'h0d4: at_out = 32'h3044d566;
      9'h0e4: at_out = 32'h7321a4a0;
      9'h0ec: at_out = 32'h1ef657ca;
      9'h0f4: at_out = 32'hc687bfd6;
      9'h104: at_out = 32'h31a2368a;
      9'h10c: at_out = 32'h9fc08df6;
      9'h114: at_out = 32'h5aeca5b2;
      9'h124: at_out = 32'h3f94a988;
      9'h12c: at_out = 32'h69f02441;
      9'h134: at_out = 32'h5010c3a7;
      9'h144: at_out = 32'h37d75e08;
      9'h14c: at_out = 32'h939f6f1e;
      9'h154: at_out = 32'hff873790;
      9'h164: at_out = 32'h5e5b9bdb;
      9'h16c: at_out = 32'heb5554b4;
      9'h174: at_out = 32'h3bee1e5e;
      9'h184: at_out = 32'h181b4f01;
      9'h18c: at_out = 32'h405e7baa;
      9'h194: at_out = 32'h44d5a820;
      9'h1a4: at_out = 32'h6c7368a6;
      9'h1ac: at_out = 32'h25398c49;
      9'h1b4: at_out = 32'h305b37a5;
      9'h1c4: at_out = 32'h64a5ad1e;
      9'h1cc: at_out = 32'h28639e11;
      9'h1d4: at_out = 32'hc3f52cb4;
      9'h1e4: at_out = 32'hf9941987;
      9'h1ec: at_out = 32'h72c604a4;
      9'h1f4: at_out = 32'hfb79f65a;
      default: at_out = 32'd0;
    endcase
  endfunction

  // At the end.
  function automatic logic [31:0] at_end(input logic [8:0] command);
    case (command)
      9'h000, 9'h100: at_end = 32'h76ebda03;
      9'h001, 9'h101: at_end = 32'h865fe962;
      9'h002, 9'h102: at_end = 32'he732f2f5;
      9'h003, 9'h103: at_end = 32'habf2a548;
      9'h004: at_end = 32'h0b5dd30f;
      9'h005: at_end = 32'hebf6c224;
      9'h008, 9'h108: at_end = 32'hd366fce4;
      9'h009, 9'h109: at_end = 32'h0b75abc5;
      9'h00a, 9'h10a: at_end = 32'h7e74fb46;
      9'h00b, 9'h10b: at_end = 32'h4f51ed65;
      9'h00c: at_end = 32'he599f458;
      9'h00d: at_end = 32'h1392f07f;
      9'h010, 9'h110: at_end = 32'haba21341;
      9'h011, 9'h111: at_end = 32'he3b55209;
      9'h012, 9'h112: at_end = 32'h2e6635e6;
      9'h013, 9'h113: at_end = 32'h211e7dc8;
      9'h014: at_end = 32'ha86dab96;
      9'h015: at_end = 32'h092643d9;
      9'h024: at_end = 32'hf22f4c1c;
      9'h025: at_end = 32'hbff59c0f;
      9'h02c: at_end = 32'h04c3707c;
      9'h02d: at_end = 32'h713c7603;
      9'h034: at_end = 32'hda42ed7f;
      9'h035: at_end = 32'h2154d03e;
      9'h044: at_end = 32'hb010b3a1;
      9'h04c: at_end = 32'hfdd353da;
      9'h054: at_end = 32'h9556a28f;
      9'h064: at_end = 32'hd903b9a0;
      9'h06c: at_end = 32'h64efbedf;
      9'h074: at_end = 32'he9456f83;
      9'h082, 9'h182: at_end = 32'h37fae381;
      9'h084: at_end = 32'hfc5e1421;
      9'h08a, 9'h18a: at_end = 32'h4139ab4e;
      9'h08c: at_end = 32'h7c8deb3a;
      9'h092, 9'h192: at_end = 32'hea1e4763;
      9'h094: at_end = 32'h0fc29cd8;
      9'h0a4: at_end = 32'hddc753d8;
      9'h0ac: at_end = 32'h6cfa5551;
      9'h0b4: at_end = 32'hf0a03dbd;
      9'h0c4: at_end = 32'h5ad6204a;
      9'h0cc: at_end = 32'hcb3a70a9;
      9'h0d4: at_end = 32'hdec9d1a4;
      9'h0e4: at_end = 32'h86d38628;
      9'h0ec: at_end = 32'hb49df485;
      9'h0f4: at_end = 32'hbc80ce07;
      9'h104: at_end = 32'h03a5dfc8;
      9'h105: at_end = 32'h099eaf92;
      9'h10c: at_end = 32'h991c1692;
      9'h10d: at_end = 32'h81bab09b;
      9'h114: at_end = 32'h3e9f5c9e;
      9'h115: at_end = 32'h4cd8cc3e;
      9'h124: at_end = 32'hf62224cf;
      9'h125: at_end = 32'h2dad978d;
      9'h12c: at_end = 32'hef0efbe9;
      9'h12d: at_end = 32'hc7b34c01;
      9'h134: at_end = 32'h29365866;
      9'h135: at_end = 32'h539c3764;
      9'h144: at_end = 32'hdfc8b041;
      9'h14c: at_end = 32'hf9921630;
      9'h154: at_end = 32'hbbba3ca7;
      9'h164: at_end = 32'hcb30c05a;
      9'h16c: at_end = 32'h88ae7f38;
      9'h174: at_end = 32'h11b03c08;
      9'h184: at_end = 32'he4d7e7dc;
      9'h18c: at_end = 32'h445edb65;
      9'h194: at_end = 32'hd7c32303;
      9'h1a4: at_end = 32'h3b05cef8;
      9'h1ac: at_end = 32'hf296c6ed;
      9'h1b4: at_end = 32'hd4276444;
      9'h1c4: at_end = 32'h15edddde;
      9'h1cc: at_end = 32'h47d69069;
      9'h1d4: at_end = 32'h6dc3de2a;
      9'h1e4: at_end = 32'h55be0983;
      9'h1ec: at_end = 32'hb39e0530;
      9'h1f4: at_end = 32'hef5359fb;
      default: at_end = 32'd0;
    endcase
  endfunction

  // At the first test of a round of Sign.
  function automatic logic [31:0] at_test(input logic [8:0] command);
    case (command)
      9'h004: at_test = 32'h4383ebb0;
      9'h00c: at_test = 32'h473b294c;
      9'h014: at_test = 32'h4f3bef57;
      9'h024: at_test = 32'haabf39b0;
      9'h02c: at_test = 32'hc8c66fff;
      9'h034: at_test = 32'h431f78dc;
      9'h044: at_test = 32'hf0ecda8a;
      9'h04c: at_test = 32'hcbe35ea2;
      9'h054: at_test = 32'h8d14926f;
      9'h064: at_test = 32'h424120a3;
      9'h06c: at_test = 32'he093cb37;
      9'h074: at_test = 32'hcd5d01d4;
      9'h084: at_test = 32'hd438565c;
      9'h08c: at_test = 32'h94dc782f;
      9'h094: at_test = 32'hc86790a6;
      9'h0a4: at_test = 32'he2f4c503;
      9'h0ac: at_test = 32'h16e4c284;
      9'h0b4: at_test = 32'hf9de0395;
      9'h0c4: at_test = 32'hdb5abce5;
      9'h0cc: at_test = 32'h68ece1d3;
      9'h0d4: at_test = 32'h876d703a;
      9'h0e4: at_test = 32'hd2d6d9c5;
      9'h0ec: at_test = 32'h58178c76;
      9'h0f4: at_test = 32'hbc1eeaf1;
      9'h104: at_test = 32'h3a341545;
      9'h10c: at_test = 32'h863c9b82;
      9'h114: at_test = 32'h8e23b07d;
      9'h124: at_test = 32'h8cf17055;
      9'h12c: at_test = 32'hb518712f;
      9'h134: at_test = 32'hec9d4871;
      9'h144: at_test = 32'h3aed2da0;
      9'h14c: at_test = 32'h9de445d0;
      9'h154: at_test = 32'h03e5a5f2;
      9'h164: at_test = 32'hfd1896db;
      9'h16c: at_test = 32'hd50d9811;
      9'h174: at_test = 32'h766db629;
      9'h184: at_test = 32'hab5ac353;
      9'h18c: at_test = 32'h7d20a27e;
      9'h194: at_test = 32'hfa4aeac7;
      9'h1a4: at_test = 32'h271f3059;
      9'h1ac: at_test = 32'hfb99f5dd;
      9'h1b4: at_test = 32'h081337da;
      9'h1c4: at_test = 32'h1cf19c3b;
      9'h1cc: at_test = 32'h6f1d2b9f;
      9'h1d4: at_test = 32'heb371086;
      9'h1e4: at_test = 32'hae050b74;
      9'h1ec: at_test = 32'h480e91f5;
      9'h1f4: at_test = 32'hbbb054c8;
      default: at_test = 32'd0;
    endcase
  endfunction

  // Where a round of Sign begins.
  function automatic logic [31:0] at_round(input logic [8:0] command);
    case (command)
      9'h004: at_round = 32'h9eb99e39;
      9'h00c: at_round = 32'h445de4f8;
      9'h014: at_round = 32'h1d0eecf0;
      9'h024: at_round = 32'hdbd11b7e;
      9'h02c: at_round = 32'hbcadd3c4;
      9'h034: at_round = 32'hd67edd1a;
      9'h044: at_round = 32'h2fb216e3;
      9'h04c: at_round = 32'hb07579d2;
      9'h054: at_round = 32'hb0029bd5;
      9'h064: at_round = 32'h330949f3;
      9'h06c: at_round = 32'h5027b016;
      9'h074: at_round = 32'had4a6f68;
      9'h084: at_round = 32'ha9b3b5a9;
      9'h08c: at_round = 32'h199b4b99;
      9'h094: at_round = 32'hf31b5fa6;
      9'h0a4: at_round = 32'hd8a1b9c7;
      9'h0ac: at_round = 32'h0bc50584;
      9'h0b4: at_round = 32'h7a672b42;
      9'h0c4: at_round = 32'h41a641c3;
      9'h0cc: at_round = 32'h0bf82710;
      9'h0d4: at_round = 32'h68e8e0ce;
      9'h0e4: at_round = 32'h35e80c81;
      9'h0ec: at_round = 32'h3a370121;
      9'h0f4: at_round = 32'hf1b89e6f;
      9'h104: at_round = 32'h6b964cea;
      9'h10c: at_round = 32'h6bb09449;
      9'h114: at_round = 32'hb3dd44f8;
      9'h124: at_round = 32'h2d1a1efa;
      9'h12c: at_round = 32'h8225a8a7;
      9'h134: at_round = 32'h052e4206;
      9'h144: at_round = 32'ha1b636eb;
      9'h14c: at_round = 32'ha311a1b8;
      9'h154: at_round = 32'h395245a3;
      9'h164: at_round = 32'h930ca5ec;
      9'h16c: at_round = 32'h3c1b074e;
      9'h174: at_round = 32'h5cfae4a5;
      9'h184: at_round = 32'hd41cfd6f;
      9'h18c: at_round = 32'h248118ff;
      9'h194: at_round = 32'h0cfbcfca;
      9'h1a4: at_round = 32'h5706c0e2;
      9'h1ac: at_round = 32'h242e1d01;
      9'h1b4: at_round = 32'h6f744e6e;
      9'h1c4: at_round = 32'hda624856;
      9'h1cc: at_round = 32'h3d72b8d4;
      9'h1d4: at_round = 32'h43de4e70;
      9'h1e4: at_round = 32'h673519dc;
      9'h1ec: at_round = 32'h74cd71b5;
      9'h1f4: at_round = 32'h884efc75;
      default: at_round = 32'd0;
    endcase
  endfunction

endpackage
