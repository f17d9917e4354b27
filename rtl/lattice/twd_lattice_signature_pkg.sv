// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_lattice_signature_pkg: signatures of the programs of twd_lattice_sequencer, by Redundant and command.
//
// Table     four words a command: at the end, before the first word goes out, at the first test of a round of Sign, and
//           where a round begins, the first one lowest.
// Written by python -m twiddle.tools.lattice_program.
// Model     twiddle.model.signature

package twd_lattice_signature_pkg;

  // The register after an instruction: {nonces, j, i, pc, instruction}.
  function automatic logic [31:0] next(input logic [31:0] signature, input logic [70:0] executed);
    next = {signature[30:0], 1'b0} ^ (signature[31] ? 32'h04c11db7 : 32'd0)
        ^ executed[31:0] ^ executed[63:32] ^ {25'd0, executed[70:64]};
  endfunction

  // The words of Redundant and a command.
  function automatic logic [127:0] of(input logic [8:0] command);
    case (command)
      9'h000, 9'h100: of = 128'h0000000000000000353be368b67cabab;
      9'h001, 9'h101: of = 128'h000000000000000036d491010e03adc1;
      9'h002, 9'h102: of = 128'h0000000000000000314bba8961ab5fc4;
      9'h003, 9'h103: of = 128'h0000000000000000d7bed5003796769a;
      9'h004: of = 128'h46bcc409632ea445486606bfbe786976;
      9'h005: of = 128'h00000000000000000000000082af564a;
      9'h008, 9'h108: of = 128'h00000000000000009e78a3696e1348bc;
      9'h009, 9'h109: of = 128'h00000000000000005736d4f1cf8b9132;
      9'h00a, 9'h10a: of = 128'h0000000000000000b62d514a6aa795f5;
      9'h00b, 9'h10b: of = 128'h0000000000000000cbb62116060673ea;
      9'h00c: of = 128'h2fcb0bebd23e9f5a23dcb93a7804211a;
      9'h00d: of = 128'h0000000000000000000000005f4e24a3;
      9'h010, 9'h110: of = 128'h000000000000000048d64ad29e2fb3f0;
      9'h011, 9'h111: of = 128'h00000000000000005054c64390576acb;
      9'h012, 9'h112: of = 128'h00000000000000003316dc256311929c;
      9'h013, 9'h113: of = 128'h000000000000000039aa397768647830;
      9'h014: of = 128'haf492df7cead58413e5a5440e871b8d6;
      9'h015: of = 128'h0000000000000000000000002e59dc73;
      9'h024: of = 128'hab0562f4c79b00eacca391006cb87f6e;
      9'h025: of = 128'h000000000000000000000000554b0965;
      9'h02c: of = 128'h3e217f535687fb470a2ef35471631d92;
      9'h02d: of = 128'h0000000000000000000000000d29a4f5;
      9'h034: of = 128'h481f182dd25f7e2b7a385390088fb6fb;
      9'h035: of = 128'h000000000000000000000000473c6244;
      9'h044: of = 128'h71149029bd49d40f46e01695df8ae436;
      9'h04c: of = 128'h07a5e9f203efc10d1813462384202ff5;
      9'h054: of = 128'hdab7d477c54cee6da36b53d679d8e72e;
      9'h064: of = 128'haab82055b08c4e68bd33d4816fb7eb04;
      9'h06c: of = 128'h27081175582f7958139a959a3f947265;
      9'h074: of = 128'h4bb0efe170f8def72fad8d1a4d32bb69;
      9'h082, 9'h182: of = 128'h00000000000000003cd907357a8e24bc;
      9'h084: of = 128'h5ea892001184a8db2dfce9b2246ad3ce;
      9'h08a, 9'h18a: of = 128'h0000000000000000e5b9ca4acd8ea3f5;
      9'h08c: of = 128'h1998fb04c88d766a3d5d1696eb507517;
      9'h092, 9'h192: of = 128'h0000000000000000f593efe1eadae8a3;
      9'h094: of = 128'h61da300f16734117331ea5da6bd7c205;
      9'h0a4: of = 128'h31cf57a95622cf8e342db54e2958add6;
      9'h0ac: of = 128'h7685af54d432ead5a82253448e5b4c04;
      9'h0b4: of = 128'h0f5bc7af85e5d85789d68fc7651ce91b;
      9'h0c4: of = 128'h413c3c3b581dcd338dd5c88fef6e8cf1;
      9'h0cc: of = 128'h6b02082c3688136d2510197ba6499a58;
      9'h0d4: of = 128'h4350f2307031c176b9e2b0e27a550f3f;
      9'h0e4: of = 128'h9bed5758973ecd1748ee81aae4764e74;
      9'h0ec: of = 128'hb641b17b598447cb5342c80dc525ccfe;
      9'h0f4: of = 128'hc53950e5df8d920fccb12803961404a9;
      9'h104: of = 128'h8f13fd6c7e26c070be36c2edb46dee5d;
      9'h105: of = 128'h0000000000000000000000005125b08a;
      9'h10c: of = 128'h3a61420726011e52bfbabdc5ebaeb6e4;
      9'h10d: of = 128'h0000000000000000000000009af0e1e7;
      9'h114: of = 128'heb5c952b37537919648ef0f002f4c9ae;
      9'h115: of = 128'h00000000000000000000000009953977;
      9'h124: of = 128'h7b15f01db98ed89362064a15bc06d053;
      9'h125: of = 128'h000000000000000000000000c9e21e3c;
      9'h12c: of = 128'hc8f81864c9be9091c2e42f04ae4032b0;
      9'h12d: of = 128'h000000000000000000000000a7a8667c;
      9'h134: of = 128'h26c17483e96463f719eda23d21400ea8;
      9'h135: of = 128'h00000000000000000000000045043fad;
      9'h144: of = 128'h406e906f83650a80c75cf06665630531;
      9'h14c: of = 128'h2f431785e57c2f07af876b2f01465823;
      9'h154: of = 128'h8bc576be34c2c4dc4ef86fe5450c9cc2;
      9'h164: of = 128'h9680f9983c04481f497330da18760a65;
      9'h16c: of = 128'h7ae5b67e7537cd40b381b4b32351f3f0;
      9'h174: of = 128'h9f570fc4d18ad499a22ca29e8187616e;
      9'h184: of = 128'he52a5e1f2e6bd30476789323364cd185;
      9'h18c: of = 128'hdc7746532027df1c0b0f54aed9eac3b5;
      9'h194: of = 128'hedcc14c134e0ee07ac06e019cd4ae8ba;
      9'h1a4: of = 128'h11ca513058c45a0874082940f9279ec0;
      9'h1ac: of = 128'h2c004246d9c3b740efffab1474e8c19a;
      9'h1b4: of = 128'h5711858c7b55604f85a37557c4f515a0;
      9'h1c4: of = 128'h941dd68923ff2c6853014e4d65e06736;
      9'h1cc: of = 128'he7ae029ae931ad9bc22da44e65ceb281;
      9'h1d4: of = 128'h86e4756a33a5eae0db295380deb1c35d;
      9'h1e4: of = 128'h433fbbc2fa50509e656ff67092349743;
      9'h1ec: of = 128'hb7d41f8d55cd82e2e9b6bc9392c10813;
      9'h1f4: of = 128'h7cf6eddaf129ce5e9e7011fd4e2c4ac9;
      default: of = 128'd0;
    endcase
  endfunction

  // Those of all commands; without Dsa the first 32 are those that ML-KEM has, by {seed, set, operation}.
  function automatic logic [256*128-1:0] contents(input bit dsa, input bit redundant);
    logic [7:0] command;
    contents = {4{8192'd0}};
    for (int unsigned high = 0; high < 16; high++) begin
      for (int unsigned low = 0; low < 16; low++) begin
        command = 8'(16 * high + low);
        contents[128*(16*high+low)+:128] = of(dsa ? {redundant, command}
            : {1'b0, command[4], 2'd0, command[3:2], 1'b0, command[1:0]});
      end
    end
  endfunction

endpackage
