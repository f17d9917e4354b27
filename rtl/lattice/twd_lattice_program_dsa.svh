// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// Parts of the programs of twd_lattice_program_dsa: sequences of instructions that occur more than once. i and j are
// the program counters of its loops.

// An entry of ML-DSA's matrix times b, to dst or, with starts, in place of it in column 0.
`define TWD_ENTRY(dst, b, starts) \
    `TWD_ADD(hash(Shake128, All, SampleMatrix)) \
    `TWD_ADD(seed(6'd4, Rho, TailColumn)) \
    `TWD_ADD(sample(SampleMatrix)) \
    `TWD_ADD(move(Hashed, Sampler, All, 9'd0, Plain)) \
    `TWD_ADD(multiply_entry(dst, b, starts))

// A polynomial of s1 or s2.
`define TWD_SECRET(slot) \
    `TWD_ADD(hash(Shake256, All, SampleSecret)) \
    `TWD_ADD(seed(6'd8, Sigma, TailNonce2)) \
    `TWD_ADD(sample(SampleSecret)) \
    `TWD_ADD(move(Hashed, Sampler, All, 9'd0, Plain)) \
    `TWD_ADD(load(slot))

// s1, NTT(s1) in Z, and s2, each encoded while the next one is sampled; their words, appended.
`define TWD_ENCODED_SECRETS \
    `TWD_SECRET(S1) \
    `TWD_ADD(unit(Ntt, One, Z, S1, No)) \
    `TWD_ADD(next_on(J, One, 0)) \
    j = pc; \
    `TWD_SECRET(S1 + J) \
    `TWD_ADD(unit(Ntt, One, Z + J, S1 + J, No)) \
    `TWD_ENCODE(S1Before + J, EncodeEta, Bytes, Append) \
    `TWD_ADD(next_on(J, L, j)) \
    `TWD_SECRET(S2) \
    `TWD_ENCODE(S1Before + J, EncodeEta, Bytes, Append) \
    `TWD_ADD(next(J, One, 0)) \
    `TWD_ADD(next_on(I, One, 0)) \
    i = pc; \
    `TWD_SECRET(S2 + I) \
    `TWD_ENCODE(S2Before + I, EncodeEta, Bytes, Append) \
    `TWD_ADD(next_on(I, K, i)) \
    `TWD_ENCODE(S2Before + I, EncodeEta, Bytes, Append) \
    `TWD_ADD(next(I, One, 0))

// mu, of M', which comes whole or as context and message, or mu itself.
`define TWD_SIGNED \
    `TWD_ADD(branch(GivenMu, pc + 7)) \
    `TWD_ADD(hash(Shake256, 8'd8, 4'd0)) \
    `TWD_ADD(move(Stored, Hash, 8'd8, Tr, Written | Context)) \
    `TWD_ADD(move(In, Hash, All, 9'd0, Frame | Context)) \
    `TWD_ADD(move(In, Hash, All, 9'd0, Last | Frame)) \
    `TWD_ADD(move(Hashed, Bytes, 8'd8, Mu, Plain)) \
    `TWD_ADD(branch(Always, pc + 2)) \
    `TWD_ADD(move(In, Bytes, 8'd8, Mu, Frame))

// A polynomial of y.
`define TWD_MASK(slot) \
    `TWD_ADD(hash(Shake256, Sampled, SampleMask)) \
    `TWD_ADD(seed(6'd8, Mask, TailNonce2)) \
    `TWD_ADD(sample(SampleMask)) \
    `TWD_ADD(move(Hashed, Sampler, Sampled, 9'd0, Plain)) \
    `TWD_ADD(load(slot))

// The other ones.
`define TWD_MASKS \
    `TWD_ADD(next_on(J, One, 0)) \
    j = pc; \
    `TWD_MASK(Y + J) \
    `TWD_ADD(next(J, L, j))

// A polynomial of t1 that comes in.
`define TWD_T1 \
    `TWD_ADD(sample(SampleT1)) \
    `TWD_ADD(move(In, Sampler | Hash, Sampled, 9'd0, Last | Frame | AtI)) \
    `TWD_ADD(load(S2 + I))  // - t1 2^13

// A row of the matrix times b, added.
`define TWD_ROW(dst, b) \
    j = pc; \
    `TWD_ENTRY(dst, b, 1'b0) \
    `TWD_ADD(next(J, L, j))

// Two rows of the matrix times b, or three, an entry of each in turn, to W; then their INTT, to P, as soon as they are
// complete. Then i is their number.
`define TWD_LAST(b, starts) \
    `TWD_ENTRY(W + I, b, starts) \
    `TWD_ADD(unit(Intt, One, P + I, W + I, No)) \
    `TWD_ADD(next_on(I, One, 0))

`define TWD_TWO_ROWS(b, starts) \
    j = pc; \
    `TWD_ENTRY(W + I, b, starts) \
    `TWD_ADD(next_on(I, One, 0)) \
    `TWD_ENTRY(W + I, b, starts) \
    `TWD_ADD(next(I, One, 0)) \
    `TWD_ADD(next_but_one(J, L, j)) \
    `TWD_LAST(b, starts) \
    `TWD_LAST(b, starts) \
    `TWD_ADD(next(J, One, 0))

`define TWD_THREE_ROWS(b, starts) \
    j = pc; \
    `TWD_ENTRY(W + I, b, starts) \
    `TWD_ADD(next_on(I, One, 0)) \
    `TWD_ENTRY(W + I, b, starts) \
    `TWD_ADD(next_on(I, One, 0)) \
    `TWD_ENTRY(W + I, b, starts) \
    `TWD_ADD(next(I, One, 0)) \
    `TWD_ADD(next_but_one(J, L, j)) \
    `TWD_LAST(b, starts) \
    `TWD_LAST(b, starts) \
    `TWD_LAST(b, starts) \
    `TWD_ADD(next(J, One, 0))

// Hashes mu and then, as many as i is below k, the rows of w1 that are stored. The last two or three come after them.
`define TWD_MU \
    `TWD_ADD(hash(Shake256, Digest, 4'd0)) \
    `TWD_ADD(move(Stored, Hash, 8'd8, Mu, Plain)) \
    `TWD_ADD(next_on(I, One, 0)) \
    `TWD_ADD(next_on(I, One, 0))

`define TWD_WORDS \
    i = pc; \
    `TWD_ADD(move(Stored, Hash, Encoded, 9'd0, Append | Written)) \
    `TWD_ADD(next_on(I, K, i))

// slot = c b, b not transformed.
`define TWD_PRODUCT(slot, b) \
    `TWD_ADD(unit(Ntt, One, slot, b, No)) \
    `TWD_ADD(unit(Mul, One, slot, C, slot)) \
    `TWD_ADD(unit(Intt, One, slot, slot, No))

// Computes sum + c b in another way than other, from which it must not differ, to sum.
`define TWD_AGAIN(sum, b, other) \
    if (Redundant) begin \
      `TWD_ADD(unit(Mul, One, T, C, b)) \
      `TWD_ADD(unit(Intt, One, T, T, No)) \
      `TWD_ADD(unit(Add, One, sum, sum, T)) \
      `TWD_ADD(unit(Sub, One, sum, sum, other)) \
    end

`define TWD_SAME(difference) \
    if (Redundant) begin \
      `TWD_ADD(store(difference)) \
      `TWD_ADD(encode(difference, EncodeZero)) \
    end

// A polynomial of the key, transformed, and back.
`define TWD_KEY(slot, copy) \
    if (Redundant) begin \
      `TWD_ADD(unit(Copy, One, copy, slot, No)) \
    end \
    `TWD_ADD(unit(Ntt, One, slot, slot, No)) \
    if (Redundant) begin \
      `TWD_ADD(unit(Intt, One, T, slot, No)) \
      `TWD_ADD(unit(Sub, One, copy, copy, T)) \
    end \
    `TWD_SAME(copy)

// The checks of c t0, and the hints, of a row whose w - c s2 is known.
`define TWD_HINT(product, low) \
    `TWD_ADD(store(low)) \
    `TWD_ADD(encode(low, EncodeLow)) \
    `TWD_ADD(store(product)) \
    `TWD_ADD(encode(product, EncodeNormT)) \
    `TWD_ADD(unit(Add, One, product, product, low)) \
    `TWD_ADD(store(product)) \
    `TWD_ADD(encode(product, EncodeHint))

// From xi what sk has: rho, K and tr as bytes, NTT(s1) in S1, s2 in S2, t0 in T0; 0 in X.
`define TWD_SIGNER \
    `TWD_ADD(move(In, Bytes, 8'd4, Seed, Frame)) \
    `TWD_ADD(hash(Shake256, 8'd16, 4'd0)) \
    `TWD_ADD(seed(6'd4, Seed, TailShape)) \
    `TWD_ADD(move(Hashed, Bytes, 8'd16, Rho, Plain)) \
    `TWD_ADD(unit(Zero, One, X, No, No)) \
    j = pc; \
    `TWD_SECRET(S1 + J) \
    `TWD_KEY(S1 + J, P + J) \
    `TWD_ADD(next(J, L, j)) \
    i = pc; \
    `TWD_SECRET(S2 + I) \
    `TWD_ADD(next(I, K, i)) \
    i = pc; \
    j = pc; \
    `TWD_ENTRY(W + I, S1 + J, 1'b1) \
    `TWD_ADD(next(J, L, j)) \
    `TWD_ADD(unit(Intt, One, W + I, W + I, No)) \
    `TWD_ADD(unit(Add, One, W + I, W + I, S2 + I)) \
    `TWD_ADD(next(I, K, i)) \
    `TWD_ADD(hash(Shake256, 8'd8, 4'd0)) \
    `TWD_ADD(move(Stored, Hash, 8'd4, Rho, Plain)) \
    i = pc; \
    `TWD_ENCODE(W + I, EncodeT1, Hash, Last | AtI) \
    `TWD_ADD(next(I, K, i)) \
    `TWD_ADD(move(Hashed, Bytes, 8'd8, Tr, Plain)) \
    i = pc; \
    `TWD_ENCODE(W + I, EncodeT0, Bytes, Plain) \
    `TWD_ADD(sample(SampleT0)) \
    `TWD_ADD(move(Stored, Sampler, Sampled, 9'd0, Written)) \
    `TWD_ADD(load(T0 + I)) \
    `TWD_ADD(next(I, K, i)) \
    `TWD_ADD(first_nonce())
