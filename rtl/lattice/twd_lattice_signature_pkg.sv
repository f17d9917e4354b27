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
      9'h004: at_out = 32'h486606bf;
      9'h008, 9'h108: at_out = 32'h9e78a369;
      9'h009, 9'h109: at_out = 32'h5736d4f1;
      9'h00a, 9'h10a: at_out = 32'hb62d514a;
      9'h00b, 9'h10b: at_out = 32'hcbb62116;
      9'h00c: at_out = 32'h23dcb93a;
      9'h010, 9'h110: at_out = 32'h48d64ad2;
      9'h011, 9'h111: at_out = 32'h5054c643;
      9'h012, 9'h112: at_out = 32'h3316dc25;
      9'h013, 9'h113: at_out = 32'h39aa3977;
      9'h014: at_out = 32'h3e5a5440;
      9'h024: at_out = 32'hcca39100;
      9'h02c: at_out = 32'h0a2ef354;
      9'h034: at_out = 32'h7a385390;
      9'h044: at_out = 32'h46e01695;
      9'h04c: at_out = 32'h18134623;
      9'h054: at_out = 32'ha36b53d6;
      9'h064: at_out = 32'hbd33d481;
      9'h06c: at_out = 32'h139a959a;
      9'h074: at_out = 32'h2fad8d1a;
      9'h082, 9'h182: at_out = 32'h3cd90735;
      9'h084: at_out = 32'h2dfce9b2;
      9'h08a, 9'h18a: at_out = 32'he5b9ca4a;
      9'h08c: at_out = 32'h3d5d1696;
      9'h092, 9'h192: at_out = 32'hf593efe1;
      9'h094: at_out = 32'h331ea5da;
      9'h0a4: at_out = 32'h342db54e;
      9'h0ac: at_out = 32'ha8225344;
      9'h0b4: at_out = 32'h89d68fc7;
      9'h0c4: at_out = 32'h8dd5c88f;
      9'h0cc: at_out = 32'h2510197b;
      9'h0d4: at_out = 32'hb9e2b0e2;
      9'h0e4: at_out = 32'h48ee81aa;
      9'h0ec: at_out = 32'h5342c80d;
      9'h0f4: at_out = 32'hccb12803;
      9'h104: at_out = 32'hbe36c2ed;
      9'h10c: at_out = 32'hbfbabdc5;
      9'h114: at_out = 32'h648ef0f0;
      9'h124: at_out = 32'h62064a15;
      9'h12c: at_out = 32'hc2e42f04;
      9'h134: at_out = 32'h19eda23d;
      9'h144: at_out = 32'hc75cf066;
      9'h14c: at_out = 32'haf876b2f;
      9'h154: at_out = 32'h4ef86fe5;
      9'h164: at_out = 32'h497330da;
      9'h16c: at_out = 32'hb381b4b3;
      9'h174: at_out = 32'ha22ca29e;
      9'h184: at_out = 32'h76789323;
      9'h18c: at_out = 32'h0b0f54ae;
      9'h194: at_out = 32'hac06e019;
      9'h1a4: at_out = 32'h74082940;
      9'h1ac: at_out = 32'hefffab14;
      9'h1b4: at_out = 32'h85a37557;
      9'h1c4: at_out = 32'h53014e4d;
      9'h1cc: at_out = 32'hc22da44e;
      9'h1d4: at_out = 32'hdb295380;
      9'h1e4: at_out = 32'h656ff670;
      9'h1ec: at_out = 32'he9b6bc93;
      9'h1f4: at_out = 32'h9e7011fd;
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
      9'h004: at_end = 32'hbe786976;
      9'h005: at_end = 32'h82af564a;
      9'h008, 9'h108: at_end = 32'h6e1348bc;
      9'h009, 9'h109: at_end = 32'hcf8b9132;
      9'h00a, 9'h10a: at_end = 32'h6aa795f5;
      9'h00b, 9'h10b: at_end = 32'h060673ea;
      9'h00c: at_end = 32'h7804211a;
      9'h00d: at_end = 32'h5f4e24a3;
      9'h010, 9'h110: at_end = 32'h9e2fb3f0;
      9'h011, 9'h111: at_end = 32'h90576acb;
      9'h012, 9'h112: at_end = 32'h6311929c;
      9'h013, 9'h113: at_end = 32'h68647830;
      9'h014: at_end = 32'he871b8d6;
      9'h015: at_end = 32'h2e59dc73;
      9'h024: at_end = 32'h6cb87f6e;
      9'h025: at_end = 32'h554b0965;
      9'h02c: at_end = 32'h71631d92;
      9'h02d: at_end = 32'h0d29a4f5;
      9'h034: at_end = 32'h088fb6fb;
      9'h035: at_end = 32'h473c6244;
      9'h044: at_end = 32'hdf8ae436;
      9'h04c: at_end = 32'h84202ff5;
      9'h054: at_end = 32'h79d8e72e;
      9'h064: at_end = 32'h6fb7eb04;
      9'h06c: at_end = 32'h3f947265;
      9'h074: at_end = 32'h4d32bb69;
      9'h082, 9'h182: at_end = 32'h7a8e24bc;
      9'h084: at_end = 32'h246ad3ce;
      9'h08a, 9'h18a: at_end = 32'hcd8ea3f5;
      9'h08c: at_end = 32'heb507517;
      9'h092, 9'h192: at_end = 32'headae8a3;
      9'h094: at_end = 32'h6bd7c205;
      9'h0a4: at_end = 32'h2958add6;
      9'h0ac: at_end = 32'h8e5b4c04;
      9'h0b4: at_end = 32'h651ce91b;
      9'h0c4: at_end = 32'hef6e8cf1;
      9'h0cc: at_end = 32'ha6499a58;
      9'h0d4: at_end = 32'h7a550f3f;
      9'h0e4: at_end = 32'he4764e74;
      9'h0ec: at_end = 32'hc525ccfe;
      9'h0f4: at_end = 32'h961404a9;
      9'h104: at_end = 32'hb46dee5d;
      9'h105: at_end = 32'h5125b08a;
      9'h10c: at_end = 32'hebaeb6e4;
      9'h10d: at_end = 32'h9af0e1e7;
      9'h114: at_end = 32'h02f4c9ae;
      9'h115: at_end = 32'h09953977;
      9'h124: at_end = 32'hbc06d053;
      9'h125: at_end = 32'hc9e21e3c;
      9'h12c: at_end = 32'hae4032b0;
      9'h12d: at_end = 32'ha7a8667c;
      9'h134: at_end = 32'h21400ea8;
      9'h135: at_end = 32'h45043fad;
      9'h144: at_end = 32'h65630531;
      9'h14c: at_end = 32'h01465823;
      9'h154: at_end = 32'h450c9cc2;
      9'h164: at_end = 32'h18760a65;
      9'h16c: at_end = 32'h2351f3f0;
      9'h174: at_end = 32'h8187616e;
      9'h184: at_end = 32'h364cd185;
      9'h18c: at_end = 32'hd9eac3b5;
      9'h194: at_end = 32'hcd4ae8ba;
      9'h1a4: at_end = 32'hf9279ec0;
      9'h1ac: at_end = 32'h74e8c19a;
      9'h1b4: at_end = 32'hc4f515a0;
      9'h1c4: at_end = 32'h65e06736;
      9'h1cc: at_end = 32'h65ceb281;
      9'h1d4: at_end = 32'hdeb1c35d;
      9'h1e4: at_end = 32'h92349743;
      9'h1ec: at_end = 32'h92c10813;
      9'h1f4: at_end = 32'h4e2c4ac9;
      default: at_end = 32'd0;
    endcase
  endfunction

  // At the first test of a round of Sign.
  function automatic logic [31:0] at_test(input logic [8:0] command);
    case (command)
      9'h004: at_test = 32'h632ea445;
      9'h00c: at_test = 32'hd23e9f5a;
      9'h014: at_test = 32'hcead5841;
      9'h024: at_test = 32'hc79b00ea;
      9'h02c: at_test = 32'h5687fb47;
      9'h034: at_test = 32'hd25f7e2b;
      9'h044: at_test = 32'hbd49d40f;
      9'h04c: at_test = 32'h03efc10d;
      9'h054: at_test = 32'hc54cee6d;
      9'h064: at_test = 32'hb08c4e68;
      9'h06c: at_test = 32'h582f7958;
      9'h074: at_test = 32'h70f8def7;
      9'h084: at_test = 32'h1184a8db;
      9'h08c: at_test = 32'hc88d766a;
      9'h094: at_test = 32'h16734117;
      9'h0a4: at_test = 32'h5622cf8e;
      9'h0ac: at_test = 32'hd432ead5;
      9'h0b4: at_test = 32'h85e5d857;
      9'h0c4: at_test = 32'h581dcd33;
      9'h0cc: at_test = 32'h3688136d;
      9'h0d4: at_test = 32'h7031c176;
      9'h0e4: at_test = 32'h973ecd17;
      9'h0ec: at_test = 32'h598447cb;
      9'h0f4: at_test = 32'hdf8d920f;
      9'h104: at_test = 32'h7e26c070;
      9'h10c: at_test = 32'h26011e52;
      9'h114: at_test = 32'h37537919;
      9'h124: at_test = 32'hb98ed893;
      9'h12c: at_test = 32'hc9be9091;
      9'h134: at_test = 32'he96463f7;
      9'h144: at_test = 32'h83650a80;
      9'h14c: at_test = 32'he57c2f07;
      9'h154: at_test = 32'h34c2c4dc;
      9'h164: at_test = 32'h3c04481f;
      9'h16c: at_test = 32'h7537cd40;
      9'h174: at_test = 32'hd18ad499;
      9'h184: at_test = 32'h2e6bd304;
      9'h18c: at_test = 32'h2027df1c;
      9'h194: at_test = 32'h34e0ee07;
      9'h1a4: at_test = 32'h58c45a08;
      9'h1ac: at_test = 32'hd9c3b740;
      9'h1b4: at_test = 32'h7b55604f;
      9'h1c4: at_test = 32'h23ff2c68;
      9'h1cc: at_test = 32'he931ad9b;
      9'h1d4: at_test = 32'h33a5eae0;
      9'h1e4: at_test = 32'hfa50509e;
      9'h1ec: at_test = 32'h55cd82e2;
      9'h1f4: at_test = 32'hf129ce5e;
      default: at_test = 32'd0;
    endcase
  endfunction

  // Where a round of Sign begins.
  function automatic logic [31:0] at_round(input logic [8:0] command);
    case (command)
      9'h004: at_round = 32'h46bcc409;
      9'h00c: at_round = 32'h2fcb0beb;
      9'h014: at_round = 32'haf492df7;
      9'h024: at_round = 32'hab0562f4;
      9'h02c: at_round = 32'h3e217f53;
      9'h034: at_round = 32'h481f182d;
      9'h044: at_round = 32'h71149029;
      9'h04c: at_round = 32'h07a5e9f2;
      9'h054: at_round = 32'hdab7d477;
      9'h064: at_round = 32'haab82055;
      9'h06c: at_round = 32'h27081175;
      9'h074: at_round = 32'h4bb0efe1;
      9'h084: at_round = 32'h5ea89200;
      9'h08c: at_round = 32'h1998fb04;
      9'h094: at_round = 32'h61da300f;
      9'h0a4: at_round = 32'h31cf57a9;
      9'h0ac: at_round = 32'h7685af54;
      9'h0b4: at_round = 32'h0f5bc7af;
      9'h0c4: at_round = 32'h413c3c3b;
      9'h0cc: at_round = 32'h6b02082c;
      9'h0d4: at_round = 32'h4350f230;
      9'h0e4: at_round = 32'h9bed5758;
      9'h0ec: at_round = 32'hb641b17b;
      9'h0f4: at_round = 32'hc53950e5;
      9'h104: at_round = 32'h8f13fd6c;
      9'h10c: at_round = 32'h3a614207;
      9'h114: at_round = 32'heb5c952b;
      9'h124: at_round = 32'h7b15f01d;
      9'h12c: at_round = 32'hc8f81864;
      9'h134: at_round = 32'h26c17483;
      9'h144: at_round = 32'h406e906f;
      9'h14c: at_round = 32'h2f431785;
      9'h154: at_round = 32'h8bc576be;
      9'h164: at_round = 32'h9680f998;
      9'h16c: at_round = 32'h7ae5b67e;
      9'h174: at_round = 32'h9f570fc4;
      9'h184: at_round = 32'he52a5e1f;
      9'h18c: at_round = 32'hdc774653;
      9'h194: at_round = 32'hedcc14c1;
      9'h1a4: at_round = 32'h11ca5130;
      9'h1ac: at_round = 32'h2c004246;
      9'h1b4: at_round = 32'h5711858c;
      9'h1c4: at_round = 32'h941dd689;
      9'h1cc: at_round = 32'he7ae029a;
      9'h1d4: at_round = 32'h86e4756a;
      9'h1e4: at_round = 32'h433fbbc2;
      9'h1ec: at_round = 32'hb7d41f8d;
      9'h1f4: at_round = 32'h7cf6edda;
      default: at_round = 32'd0;
    endcase
  endfunction

endpackage
