// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_lattice_program_dsa: ML-DSA, FIPS 204, algorithms 6 to 8, as instructions of twd_lattice_sequencer.
//
// Order     instructions start in program order; their work overlaps. Every instruction that a move to the sampler
//           waits for precedes the next move to the sampler; the same holds for moves from the encoder. A STORE
//           precedes the job of the encoder that takes its words.
// Loops     a body runs for i, or j, from 0 to k - 1 or l - 1: one program for all parameter sets.
// Redundant c s1 and c s2 are computed twice: added to NTT(y) and NTT(w), and to y and w, and must be the same; so must
//           s1 and s2 be INTT(NTT(s1)) and INTT(NTT(s2)).
// Entry     instruction o is a branch to the program: 0 KeyGen, 1 Sign, 2 Verify, 3 Sign from a seed.
// Timing    instruction_o two cycles after pc_i.
// Cost      2^Bits * (Width + 8) bits of block RAM

module twd_lattice_program_dsa #(
  parameter  bit Redundant = 1'b0,
  localparam int unsigned Bits = twd_lattice_pkg::PC_BITS,
  localparam int unsigned Width = twd_lattice_pkg::INSTRUCTION_BITS,
  localparam logic [8:0] First = Redundant ? {7'd31, 2'd0} : {7'd24, 2'd0}  // NTT(y) of the next round, polynomial 0
) (
  input  logic             clk_i,
  input  logic [ Bits-1:0] pc_i,
  output logic [Width+7:0] instruction_o   // with its check bits above it
);

  `include "twd_lattice_program.svh"
  `include "twd_lattice_program_dsa.svh"

  function automatic logic [(Width<<Bits)-1:0] all_programs();
    logic [(Width<<Bits)-1:0] programs;
    int unsigned pc, i, j, again, signs;
    for (int unsigned n = 0; n < 1 << Bits; n++) programs[Width*n+:Width] = End;
    pc = 4;
    // ---- KeyGen_internal ----
    programs[Width*0+:Width] = branch(Always, pc);
    `TWD_ADD(move(In, Bytes, 8'd4, Seed, Frame))                              // xi
    `TWD_ADD(hash(Shake256, 8'd16, 4'd0))
    `TWD_ADD(seed(6'd4, Seed, TailShape))
    `TWD_ADD(move(Hashed, Bytes, 8'd16, Rho, Plain))                          // rho, rho', K
    `TWD_ENCODED_SECRETS
    `TWD_TWO_ROWS(Z + J, 1'b1)
    i = pc;
    `TWD_ENTRY(W + I, Z + J, 1'b1)
    `TWD_ADD(next_on(J, One, 0))
    `TWD_ADD(unit(Add, One, P2 + I, P2 + I, S2Second + I))                    // t = INTT(A NTT(s1)) + s2 of row i - 2
    j = pc;
    `TWD_ENTRY(W + I, Z + J, 1'b1)
    `TWD_ADD(next(J, L, j))
    `TWD_ADD(unit(Intt, One, P + I, W + I, No))
    `TWD_ADD(next_on(I, K, i))
    `TWD_ADD(unit(Add, One, P2 + I, P2 + I, S2Second + I))
    `TWD_ADD(unit(Add, One, P1 + I, P1 + I, S2Before + I))
    `TWD_ADD(next(I, One, 0))                                                 // I = 0
    `TWD_ADD(hash(Shake256, 8'd8, 4'd0))
    `TWD_ADD(move(Stored, Hash | Out, 8'd4, Rho, Plain))
    i = pc;
    `TWD_ENCODE(P + I, EncodeT1, Hash | Out, Last | AtI)                      // pk = rho, t1
    `TWD_ADD(next(I, K, i))
    `TWD_ADD(move(Stored, Out, 8'd4, Rho, Plain))
    `TWD_ADD(move(Stored, Out, 8'd4, Sigma + 9'd8, Plain))
    `TWD_ADD(move(Hashed, Out, 8'd8, 9'd0, Plain))                            // tr
    `TWD_ADD(move(Stored, Out, 8'd0, 9'd0, Whole))
    i = pc;
    `TWD_ENCODE(P + I, EncodeT0, Out, Last | AtI)                             // sk = rho, K, tr, s1, s2, t0
    `TWD_ADD(next(I, K, i))
    `TWD_ADD(End)

    // ---- Sign_internal ----
    programs[Width*1+:Width] = branch(Always, pc);
    `TWD_ADD(move(In, Bytes, 8'd4, Rho, Plain))
    `TWD_ADD(move(In, Bytes, 8'd4, Sigma + 9'd8, Plain))
    `TWD_ADD(move(In, Bytes, 8'd8, Tr, Plain))
    `TWD_ADD(unit(Zero, One, X, No, No))
    j = pc;
    `TWD_ADD(sample(SampleEta))
    `TWD_ADD(move(In, Sampler, Sampled, 9'd0, Plain))
    `TWD_ADD(load(S1 + J))
    `TWD_KEY(S1 + J, P + J)
    `TWD_ADD(next(J, L, j))
    i = pc;
    `TWD_ADD(sample(SampleEta))
    `TWD_ADD(move(In, Sampler, Sampled, 9'd0, Plain))
    `TWD_ADD(load(S2 + I))
    `TWD_ADD(next(I, K, i))
    i = pc;
    `TWD_ADD(sample(SampleT0))
    `TWD_ADD(move(In, Sampler, Sampled, 9'd0, Frame | AtI))
    `TWD_ADD(load(T0 + I))
    `TWD_ADD(next(I, K, i))
    signs = pc;
    i = pc;
    `TWD_ADD(unit(Sub, One, S2 + I, X, S2 + I))                               // - s2
    if (Redundant) begin
      `TWD_KEY(S2 + I, P + I)
    end
    `TWD_ADD(next(I, K, i))
    if (!Redundant) begin
      `TWD_ADD(unit(Ntt, K, S2, S2, No))
    end
    `TWD_ADD(branch(Deterministic, pc + 3))
    `TWD_ADD(move(In, Bytes, 8'd4, Random, Frame | Drawn))                    // rnd
    `TWD_ADD(branch(Always, pc + 4))
    `TWD_ENCODE(X, EncodeT1, Bytes, Plain)                                    // zeros, at the same place
    `TWD_SIGNED
    `TWD_ADD(hash(Shake256, 8'd8, 4'd0))
    `TWD_ADD(move(Stored, Hash, 8'd4, Sigma + 9'd8, Written))
    `TWD_ADD(move(Stored, Hash, 8'd4, Random, Plain))
    `TWD_ADD(move(Stored, Hash, 8'd8, Mu, Last))
    `TWD_ADD(move(Hashed, Bytes, 8'd8, Mask, Plain))                          // rho''
    `TWD_MASK(Y)                                                              // y of the first round
    `TWD_ADD(unit(Ntt, One, First, Y, No))
    `TWD_MASKS

    // ---- a round: w = A y, a column of its first three rows at a time, then the others ----
    again = pc;
    `TWD_ADD(unit(Copy, One, Z, First, No))
    if (Redundant) begin
      `TWD_ADD(unit(Copy, L, X, Y, No))
    end
    `TWD_ADD(next_on(J, One, 0))
    j = pc;
    `TWD_ADD(unit(Ntt, One, Z + J, Y + J, No))
    `TWD_ADD(next(J, L, j))
    `TWD_THREE_ROWS(Z + J, 1'b1)
    i = pc;
    j = pc;
    `TWD_ENTRY(W + I, Z + J, 1'b1)
    `TWD_ADD(next(J, L, j))
    `TWD_ADD(unit(Intt, One, P + I, W + I, No))
    `TWD_ENCODE(P3 + I, EncodeHigh, Bytes, Append)                            // of row i - 3
    `TWD_ADD(next(I, K, i))

    // ---- the challenge; y of the next round, if there is one ----
    `TWD_MASK(Y)
    `TWD_ADD(unit(Ntt, One, First, Y, No))
    `TWD_MU
    `TWD_ADD(next_on(I, One, 0))                                              // I = 3
    `TWD_WORDS
    `TWD_ENCODE(P3 + I, EncodeHigh, Hash, Plain)                              // of the last three rows
    `TWD_ENCODE(P2 + I, EncodeHigh, Hash, Plain)
    `TWD_ENCODE(P1 + I, EncodeHigh, Hash, Last)
    `TWD_ADD(next(I, One, 0))
    `TWD_ADD(hash(Shake256, All, SampleBall))
    `TWD_ADD(move(Hashed, Bytes | Hash, Digest, Tilde, Last))                 // c~
    `TWD_ADD(sample(SampleBall))
    `TWD_ADD(move(Hashed, Sampler, All, 9'd0, Plain))
    `TWD_ADD(load(C))
    `TWD_ADD(unit(Ntt, One, C, C, No))
    `TWD_ADD(unit(Mac, One, W, C, S2))
    `TWD_ADD(unit(Intt, One, W, W, No))                                       // w - c s2
    `TWD_AGAIN(P, S2, W)
    `TWD_MASKS

    // ---- its checks, polynomial by polynomial: the encoder has ended one when the next one is computed ----
    `TWD_ADD(store(W))
    `TWD_ADD(encode(W, EncodeLow))
    `TWD_SAME(P)
    `TWD_ADD(next_on(I, One, 0))
    i = pc;
    `TWD_ADD(unit(Mac, One, W + I, C, S2 + I))
    `TWD_ADD(unit(Intt, One, W + I, W + I, No))
    `TWD_AGAIN(P + I, S2 + I, W + I)
    `TWD_ADD(branch(Exceeded, again))
    `TWD_ADD(store(W + I))
    `TWD_ADD(encode(W + I, EncodeLow))
    `TWD_SAME(P + I)
    `TWD_ADD(next(I, K, i))
    j = pc;
    `TWD_ADD(unit(Mac, One, Z + J, C, S1 + J))
    `TWD_ADD(unit(Intt, One, Z + J, Z + J, No))                               // z = y + c s1
    `TWD_AGAIN(X + J, S1 + J, Z + J)
    `TWD_ADD(branch(Exceeded, again))
    `TWD_ADD(store(Z + J))
    `TWD_ADD(encode(Z + J, EncodeNormZ))
    `TWD_SAME(X + J)
    `TWD_ADD(next(J, L, j))
    `TWD_PRODUCT(P, T0)
    i = pc;
    `TWD_PRODUCT(P + Second + I, T0 + Second + I)                             // c t0, of the next row
    `TWD_ADD(branch(Exceeded, again))
    `TWD_HINT(P + I, W + I)
    `TWD_ADD(next_on(I, Rest, i))
    `TWD_ADD(branch(Exceeded, again))
    `TWD_HINT(P + I, W + I)
    `TWD_ADD(next(I, One, 0))                                                 // I = 0
    `TWD_ADD(branch(Over, again))
    j = pc;
    `TWD_ADD(store(Z + J))                                                    // z once more, before it goes out
    `TWD_ADD(encode(Z + J, EncodeNormZ))
    `TWD_ADD(next(J, L, j))
    `TWD_ADD(branch(Exceeded, again))
    `TWD_ADD(move(Stored, Out, Digest, Tilde, Plain))
    j = pc;
    `TWD_ENCODE(Z + J, EncodeMask, Out, Plain)
    `TWD_ADD(next(J, L, j))
    `TWD_ADD(encode(No, EncodePack))
    `TWD_ADD(move(Coded, Out, All, 9'd0, Last))                               // c~, z, h
    `TWD_ADD(End)

    // ---- Verify_internal ----
    programs[Width*2+:Width] = branch(Always, pc);
    `TWD_ADD(hash(Shake256, 8'd8, 4'd0))
    `TWD_ADD(move(In, Hash | Bytes, 8'd4, Rho, Plain))
    `TWD_T1                                                                   // three rows, transformed at once
    `TWD_ADD(unit(Ntt, One, S2 + I, S2 + I, No))
    `TWD_ADD(next_on(I, One, 0))
    `TWD_T1
    `TWD_ADD(unit(Ntt, One, S2 + I, S2 + I, No))
    `TWD_ADD(next_on(I, One, 0))
    `TWD_T1
    `TWD_ADD(unit(Ntt, One, S2 + I, S2 + I, No))
    `TWD_ADD(next_on(I, One, 0))
    i = pc;
    `TWD_T1
    `TWD_ADD(next(I, K, i))
    `TWD_ADD(move(In, Bytes, Digest, Tilde, Plain))
    `TWD_ADD(move(Hashed, Bytes, 8'd8, Tr, Plain))
    `TWD_ADD(hash(Shake256, All, SampleBall))
    `TWD_ADD(move(Stored, Hash, Digest, Tilde, Last | Written))
    `TWD_ADD(sample(SampleBall))
    `TWD_ADD(move(Hashed, Sampler, All, 9'd0, Plain))
    `TWD_ADD(load(C))
    `TWD_ADD(unit(Ntt, One, C, C, No))
    `TWD_ADD(unit(Mul, One, W, C, S2))                                        // a row begins with - c t1 2^13
    `TWD_ADD(unit(Mul, One, W + Second, C, S2 + Second))
    j = pc;
    `TWD_ADD(sample(SampleMask))
    `TWD_ADD(move(In, Sampler, Sampled, 9'd0, Plain))
    `TWD_ADD(load(Z + J))
    `TWD_ADD(store(Z + J))
    `TWD_ADD(encode(Z + J, EncodeNormZ))
    `TWD_ADD(unit(Ntt, One, Y + J, Z + J, No))
    `TWD_ADD(next(J, L, j))
    `TWD_ADD(move(In, Hints, Hinted, 9'd0, Frame))
    `TWD_SIGNED
    `TWD_ADD(unit(Mul, One, W + Next, C, S2 + Next))
    `TWD_ADD(unit(Ntt, One, S2 + Third, S2 + Third, No))
    `TWD_TWO_ROWS(Y + J, 1'b0)                                                // A z - c t1 2^13
    i = pc;
    `TWD_ADD(unit(Mul, One, W + Second + I, C, S2 + Second + I))              // of the next row
    `TWD_ADD(branch(Near, pc + 2))
    `TWD_ADD(unit(Ntt, One, S2 + Next + I, S2 + Next + I, No))                // for row i + 2
    `TWD_ROW(W + I, Y + J)
    `TWD_ADD(unit(Intt, One, P + I, W + I, No))
    `TWD_ENCODE(P2 + I, EncodeHinted, Bytes, Append)                          // of row i - 2
    `TWD_ADD(next_on(I, Rest, i))
    `TWD_ROW(W + I, Y + J)
    `TWD_ADD(unit(Intt, One, P + I, W + I, No))
    `TWD_ENCODE(P2 + I, EncodeHinted, Bytes, Append)
    `TWD_ADD(next(I, One, 0))
    `TWD_MU
    `TWD_WORDS
    `TWD_ENCODE(P2 + I, EncodeHinted, Hash, Plain)                            // of the last two rows
    `TWD_ENCODE(P1 + I, EncodeHinted, Hash, Last)
    `TWD_ADD(next(I, One, 0))
    `TWD_ADD(move(Hashed, Compare, Digest, Tilde, Plain))                     // c~
    `TWD_ADD(End)

    // ---- the key of Sign from its seed ----
    programs[Width*3+:Width] = branch(Always, pc);
    `TWD_SIGNER
    `TWD_ADD(branch(Always, signs))
    all_programs = programs;
  endfunction

  twd_rom #(.Depth(1 << Bits), .Width(Width + 8), .Contents(checked(all_programs()))) u_rom (
    .clk_i,
    .en_i  (1'b1),
    .addr_i(pc_i),
    .data_o(instruction_o)
  );

endmodule
