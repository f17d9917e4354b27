// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_lattice_job_pkg: the jobs of sampler and encoder in twd_lattice, and what they are in each parameter set.
//
// Model     twiddle.model.sample.Job

package twd_lattice_job_pkg;

  // ---- what the sampler makes of words, and the encoder of quartets ----
  typedef enum logic [3:0] {
    SAMPLE_PLAIN  = 4'd0,   // ByteDecode_12
    SAMPLE_ETA1   = 4'd1,   // SamplePolyCBD
    SAMPLE_ETA2   = 4'd2,
    SAMPLE_U      = 4'd3,   // ByteDecode, Decompress
    SAMPLE_V      = 4'd4,
    SAMPLE_BIT    = 4'd5,   // of the message
    SAMPLE_MATRIX = 4'd6,   // SampleNTT, RejNTTPoly
    SAMPLE_SECRET = 4'd7,   // RejBoundedPoly
    SAMPLE_ETA    = 4'd8,   // BitUnpack of s1, s2
    SAMPLE_T1     = 4'd9,
    SAMPLE_T0     = 4'd10,
    SAMPLE_MASK   = 4'd11,  // of ExpandMask, and BitUnpack of z
    SAMPLE_BALL   = 4'd12   // SampleInBall
  } sample_e;

  typedef enum logic [3:0] {
    ENCODE_PLAIN   = 4'd0,   // ByteEncode_12
    ENCODE_U       = 4'd1,   // Compress, ByteEncode
    ENCODE_V       = 4'd2,
    ENCODE_BIT     = 4'd3,
    ENCODE_ETA     = 4'd4,   // BitPack of s1, s2
    ENCODE_T1      = 4'd5,
    ENCODE_T0      = 4'd6,
    ENCODE_MASK    = 4'd7,   // BitPack of z
    ENCODE_HIGH    = 4'd8,   // w1Encode of HighBits
    ENCODE_HINTED  = 4'd9,   // w1Encode of UseHint
    ENCODE_NORM_Z  = 4'd10,  // no words: |x| < gamma1 - beta
    ENCODE_NORM_T  = 4'd11,  // no words: |x| < gamma2
    ENCODE_LOW     = 4'd12,  // no words: |LowBits| < gamma2 - beta; HighBits are kept
    ENCODE_HINT    = 4'd13,  // no words: hints
    ENCODE_PACK    = 4'd14,  // no polynomial: the bytes of the hints
    ENCODE_ZERO    = 4'd15   // no words: x = 0
  } encode_e;

  // ---- bits of a coefficient ----
  function automatic logic [4:0] sample_bits(input logic [3:0] job, input logic [1:0] set);
    case (job)
      twd_lattice_job_pkg::SAMPLE_ETA1: sample_bits = set == 2'd0 ? 5'd6 : 5'd4;
      twd_lattice_job_pkg::SAMPLE_ETA2: sample_bits = 5'd4;
      twd_lattice_job_pkg::SAMPLE_U: sample_bits = set == 2'd2 ? 5'd11 : 5'd10;
      twd_lattice_job_pkg::SAMPLE_V: sample_bits = set == 2'd2 ? 5'd5 : 5'd4;
      twd_lattice_job_pkg::SAMPLE_BIT: sample_bits = 5'd1;
      twd_lattice_job_pkg::SAMPLE_SECRET: sample_bits = 5'd4;
      twd_lattice_job_pkg::SAMPLE_ETA: sample_bits = set == 2'd1 ? 5'd4 : 5'd3;
      twd_lattice_job_pkg::SAMPLE_T1: sample_bits = 5'd10;
      twd_lattice_job_pkg::SAMPLE_T0: sample_bits = 5'd13;
      twd_lattice_job_pkg::SAMPLE_MASK: sample_bits = set == 2'd0 ? 5'd18 : 5'd20;
      default: sample_bits = 5'd12;  // SAMPLE_PLAIN; SAMPLE_MATRIX of ML-DSA has 24
    endcase
  endfunction

  // Words of a hash without an end that are enough but in rare cases, where it is computed again; 0: none are expected.
  // Candidates, and how many are accepted on average: ML-KEM's matrix 336 and 273; ML-DSA's matrix 264 and
  // nearly all; ML-DSA's secrets 544 and 306, 320 and 300.
  function automatic logic [9:0] expected_words(input logic [3:0] job, input logic dsa, input logic [1:0] set);
    case (job)
      twd_lattice_job_pkg::SAMPLE_MATRIX: expected_words = dsa ? 10'd99 : 10'd63;
      twd_lattice_job_pkg::SAMPLE_SECRET: expected_words = set == 2'd1 ? 10'd34 : 10'd20;
      default: expected_words = 10'd0;
    endcase
  endfunction

  function automatic logic [4:0] encode_bits(input logic [3:0] job, input logic [1:0] set);
    case (job)
      twd_lattice_job_pkg::ENCODE_U: encode_bits = set == 2'd2 ? 5'd11 : 5'd10;
      twd_lattice_job_pkg::ENCODE_V: encode_bits = set == 2'd2 ? 5'd5 : 5'd4;
      twd_lattice_job_pkg::ENCODE_BIT: encode_bits = 5'd1;
      twd_lattice_job_pkg::ENCODE_ETA: encode_bits = set == 2'd1 ? 5'd4 : 5'd3;
      twd_lattice_job_pkg::ENCODE_T1: encode_bits = 5'd10;
      twd_lattice_job_pkg::ENCODE_T0: encode_bits = 5'd13;
      twd_lattice_job_pkg::ENCODE_MASK: encode_bits = set == 2'd0 ? 5'd18 : 5'd20;
      twd_lattice_job_pkg::ENCODE_HIGH, twd_lattice_job_pkg::ENCODE_HINTED: encode_bits = set == 2'd0 ? 5'd6 : 5'd4;
      default: encode_bits = 5'd12;
    endcase
  endfunction

  // ---- jobs in the codes of sampler and encoder ----
  function automatic logic [3:0] load_kind(input logic [3:0] job, input logic dsa, input logic [1:0] set);
    case (job)
      twd_lattice_job_pkg::SAMPLE_ETA1, twd_lattice_job_pkg::SAMPLE_ETA2: load_kind = twd_codec_pkg::LOAD_CBD;
      twd_lattice_job_pkg::SAMPLE_U, twd_lattice_job_pkg::SAMPLE_V,
      twd_lattice_job_pkg::SAMPLE_BIT: load_kind = twd_codec_pkg::LOAD_DECOMPRESS;
      twd_lattice_job_pkg::SAMPLE_MATRIX: load_kind = dsa ? twd_codec_pkg::LOAD_NTT_DSA : twd_codec_pkg::LOAD_NTT_KEM;
      twd_lattice_job_pkg::SAMPLE_SECRET:
        load_kind = set == 2'd1 ? twd_codec_pkg::LOAD_BOUNDED_4 : twd_codec_pkg::LOAD_BOUNDED_2;
      twd_lattice_job_pkg::SAMPLE_ETA: load_kind = set == 2'd1 ? twd_codec_pkg::LOAD_ETA_4 : twd_codec_pkg::LOAD_ETA_2;
      twd_lattice_job_pkg::SAMPLE_T1: load_kind = twd_codec_pkg::LOAD_T1;
      twd_lattice_job_pkg::SAMPLE_T0: load_kind = twd_codec_pkg::LOAD_T0;
      twd_lattice_job_pkg::SAMPLE_MASK:
        load_kind = set == 2'd0 ? twd_codec_pkg::LOAD_GAMMA_17 : twd_codec_pkg::LOAD_GAMMA_19;
      default: load_kind = twd_codec_pkg::LOAD_PLAIN;
    endcase
  endfunction

  function automatic logic [3:0] store_kind(input logic [3:0] job, input logic [1:0] set);
    case (job)
      twd_lattice_job_pkg::ENCODE_U, twd_lattice_job_pkg::ENCODE_V,
      twd_lattice_job_pkg::ENCODE_BIT: store_kind = twd_codec_pkg::STORE_COMPRESS;
      twd_lattice_job_pkg::ENCODE_ETA:
        store_kind = set == 2'd1 ? twd_codec_pkg::STORE_ETA_4 : twd_codec_pkg::STORE_ETA_2;
      twd_lattice_job_pkg::ENCODE_T1: store_kind = twd_codec_pkg::STORE_T1;
      twd_lattice_job_pkg::ENCODE_T0: store_kind = twd_codec_pkg::STORE_T0;
      twd_lattice_job_pkg::ENCODE_MASK:
        store_kind = set == 2'd0 ? twd_codec_pkg::STORE_GAMMA_17 : twd_codec_pkg::STORE_GAMMA_19;
      twd_lattice_job_pkg::ENCODE_HIGH: store_kind = twd_codec_pkg::STORE_HIGH;
      twd_lattice_job_pkg::ENCODE_HINTED: store_kind = twd_codec_pkg::STORE_USE_HINT;
      twd_lattice_job_pkg::ENCODE_NORM_Z: store_kind = twd_codec_pkg::STORE_NORM_Z;
      twd_lattice_job_pkg::ENCODE_NORM_T: store_kind = twd_codec_pkg::STORE_NORM_T0;
      twd_lattice_job_pkg::ENCODE_LOW: store_kind = twd_codec_pkg::STORE_LOW;
      twd_lattice_job_pkg::ENCODE_HINT: store_kind = twd_codec_pkg::STORE_HINT;
      twd_lattice_job_pkg::ENCODE_PACK: store_kind = twd_codec_pkg::STORE_PACK_HINT;
      twd_lattice_job_pkg::ENCODE_ZERO: store_kind = twd_codec_pkg::STORE_ZERO;
      default: store_kind = twd_codec_pkg::STORE_PLAIN;
    endcase
  endfunction

  // The last word of the packed hints, and their words.
  function automatic logic [3:0] hint_bytes(input logic [1:0] set);  // (omega + k) mod 8
    hint_bytes = set == 2'd0 ? 4'd4 : set == 2'd1 ? 4'd5 : 4'd3;
  endfunction

  function automatic logic [5:0] hint_words(input logic [1:0] set);
    hint_words = set == 2'd1 ? 6'd8 : 6'd11;
  endfunction

endpackage
