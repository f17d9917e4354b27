// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_keccak_pkg: the hash functions of FIPS 202 that ML-KEM and ML-DSA use, and the constants of Keccak-f[1600].
//
// Model  twiddle.model.keccak

package twd_keccak_pkg;

  localparam int unsigned ROUNDS = 24;

  typedef enum logic [1:0] {
    HASH_SHA3_256 = 2'd0,
    HASH_SHA3_512 = 2'd1,
    HASH_SHAKE128 = 2'd2,
    HASH_SHAKE256 = 2'd3
  } hash_e;

  // One hash: its function, and how many words of 64 bits come out; 0: until drop_i.
  typedef struct packed {
    logic [9:0] words;
    hash_e      hash;
  } command_t;

  localparam int unsigned LARGEST_RATE = 21;  // words of SHAKE128

  // Words that a permutation takes in or gives.
  function automatic logic [4:0] rate(input logic [1:0] hash);
    case (hash)
      twd_keccak_pkg::HASH_SHA3_512: rate = 5'd9;
      twd_keccak_pkg::HASH_SHAKE128: rate = 5'd21;
      default: rate = 5'd17;
    endcase
  endfunction

  // The byte after the message: the bits that distinguish the functions, and the first one of the padding.
  function automatic logic [7:0] suffix(input logic [1:0] hash);
    suffix = hash == twd_keccak_pkg::HASH_SHAKE128 || hash == twd_keccak_pkg::HASH_SHAKE256 ? 8'h1f : 8'h06;
  endfunction

  // The constants of all rounds. Bit 2^j - 1 of that of a round is output 7 round + j of a linear feedback shift
  // register, FIPS 202, 3.2.5.
  function automatic logic [ROUNDS*64-1:0] round_constants();
    logic [7:0] lfsr;
    round_constants = '0;
    lfsr = 8'd1;
    for (int unsigned round = 0; round < twd_keccak_pkg::ROUNDS; round++) begin
      for (int unsigned j = 0; j < 7; j++) begin
        round_constants[64*round+(1<<j)-1] = lfsr[0];
        lfsr = {lfsr[6:0], 1'b0} ^ (lfsr[7] ? 8'h71 : 8'h00);
      end
    end
  endfunction

  // The rotation of lane x + 5 y, FIPS 202, 3.2.2.
  function automatic int unsigned rotation(input int unsigned lane);
    int unsigned x, y, next;
    rotation = 0;
    x = 1;
    y = 0;
    for (int unsigned t = 0; t < 24; t++) begin
      if (x + 5 * y == lane) rotation = ((t + 1) * (t + 2) / 2) % 64;
      next = (2 * x + 3 * y) % 5;
      x = y;
      y = next;
    end
  endfunction

endpackage
