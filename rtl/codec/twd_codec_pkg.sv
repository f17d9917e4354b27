// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_codec_pkg: what becomes of the fields of a byte string that is read, and of the coefficients that are written.
//
// Model  twiddle.model.decode.Load, twiddle.model.encode.Store

package twd_codec_pkg;

  typedef enum logic [3:0] {
    LOAD_PLAIN = 0,       // ML-KEM, d = 12: x, unchecked (the unit checks x < q)
    LOAD_DECOMPRESS = 1,  // ML-KEM, d = 1, 4, 5, 10, 11: round(3329 x / 2^d), FIPS 203 (4.8)
    LOAD_CBD = 2,         // ML-KEM, d = 4 (eta 2), 6 (eta 3): x_0 + .. - .., mod 3329, FIPS 203 algorithm 8
    LOAD_NTT_KEM = 3,     // ML-KEM, d = 12: x if x < 3329, else rejected
    LOAD_NTT_DSA = 4,     // ML-DSA, d = 24: x mod 2^23 if < q, else rejected
    LOAD_BOUNDED_2 = 5,   // ML-DSA, d = 4: 2 - (x mod 5) mod q if x < 15, else rejected, FIPS 204 algorithm 15
    LOAD_BOUNDED_4 = 6,   // ML-DSA, d = 4: 4 - x mod q if x < 9, else rejected
    LOAD_ETA_2 = 7,       // ML-DSA, d = 3: 2 - x mod q; x > 4 is wrong: wrong_o
    LOAD_ETA_4 = 8,       // ML-DSA, d = 4: 4 - x mod q; x > 8 is wrong
    LOAD_T1 = 9,          // ML-DSA, d = 10: -x 2^13
    LOAD_T0 = 10,         // ML-DSA, d = 13: 2^12 - x mod q
    LOAD_GAMMA_17 = 11,   // ML-DSA, d = 18: 2^17 - x mod q
    LOAD_GAMMA_19 = 12    // ML-DSA, d = 20: 2^19 - x mod q
  } load_e;

  typedef enum logic [3:0] {
    STORE_PLAIN = 0,      // ML-KEM, d = 12: x
    STORE_COMPRESS = 1,   // ML-KEM, d = 1, 4, 5, 10, 11: round(2^d x / 3329) mod 2^d, FIPS 203 (4.7)
    STORE_ETA_2 = 2,      // ML-DSA, d = 3: 2 - x mod q
    STORE_ETA_4 = 3,      // ML-DSA, d = 4: 4 - x mod q
    STORE_T1 = 4,         // ML-DSA, d = 10: high part of Power2Round, FIPS 204 algorithm 35
    STORE_T0 = 5,         // ML-DSA, d = 13: 2^12 - low part of Power2Round
    STORE_GAMMA_17 = 6,   // ML-DSA, d = 18: 2^17 - x mod q
    STORE_GAMMA_19 = 7,   // ML-DSA, d = 20: 2^19 - x mod q
    STORE_HIGH = 8,       // ML-DSA, d = 6 (gamma2 = (q-1)/88) or 4 ((q-1)/32): HighBits
    STORE_USE_HINT = 9,   // same d: UseHint(h, x), FIPS 204 algorithm 40; a hint bit comes with each coefficient
    STORE_LOW = 10,       // no words: |LowBits(x)| < gamma2 - beta, or exceeded_o; HighBits are kept, one polynomial
    STORE_NORM_Z = 11,    // no words: |x| < gamma1 - beta (x mod+- q), otherwise exceeded_o
    STORE_HINT = 12,      // no words: hint = HighBits(x) differs from the kept ones, a bit a coefficient, in order
    STORE_NORM_T0 = 13,   // no words: |x| < gamma2 (x mod+- q), otherwise exceeded_o
    STORE_PACK_HINT = 14, // no quartets: HintBitPack of the hints that STORE_HINT collected, FIPS 204 algorithm 20
    STORE_ZERO = 15       // no words: x = 0, otherwise exceeded_o
  } store_e;

endpackage
