// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_lattice_program_kem: ML-KEM, FIPS 203, algorithms 16 to 18, as instructions of twd_lattice_sequencer.
//
// Order     instructions start in program order; their work overlaps. Every instruction that a move to the sampler
//           waits for precedes the next move to the sampler; the same holds for moves from the encoder. A STORE
//           precedes the job of the encoder that takes its words.
// Loops     a body runs for i, or j, from 0 to k - 1 or l - 1: one program for all parameter sets.
// Entry     instruction o is a branch to the program: 0 KeyGen, 1 Encaps, 2 Decaps, 3 Decaps from a seed.
// Timing    instruction_o two cycles after pc_i.
// Cost      2^Bits * (Width + 8) bits of block RAM

module twd_lattice_program_kem #(
  localparam int unsigned Bits = twd_lattice_pkg::PC_BITS,
  localparam int unsigned Width = twd_lattice_pkg::INSTRUCTION_BITS
) (
  input  logic             clk_i,
  input  logic [ Bits-1:0] pc_i,
  output logic [Width+7:0] instruction_o   // with its check bits above it
);

  `include "twd_lattice_program.svh"

  // An entry of the matrix of KeyGen times s, added to a row of t.
  `define TWD_KEM_ENTRY(row) \
    `TWD_ADD(hash(Shake128, All, SampleMatrix)) \
    `TWD_ADD(seed(6'd4, Rho, TailColumn)) \
    `TWD_ADD(sample(SampleMatrix)) \
    `TWD_ADD(move(Hashed, Sampler, All, 9'd0, Plain)) \
    `TWD_ADD(multiply_entry(row, S1 + J, 1'b1))

  // A polynomial of s or e.
  `define TWD_KEM_SECRET(slot) \
    `TWD_ADD(hash(Shake256, Sampled, SampleEta1)) \
    `TWD_ADD(seed(6'd4, Sigma, TailNonce)) \
    `TWD_ADD(sample(SampleEta1)) \
    `TWD_ADD(move(Hashed, Sampler, Sampled, 9'd0, Plain)) \
    `TWD_ADD(load(slot))

  function automatic logic [(Width<<Bits)-1:0] all_programs();
    logic [(Width<<Bits)-1:0] programs;
    int unsigned pc, i, j, encrypt, rejection;
    for (int unsigned n = 0; n < 1 << Bits; n++) programs[Width*n+:Width] = End;
    pc = 4;
    // ---- KeyGen_internal ----
    programs[Width*0+:Width] = branch(Always, pc);
    `TWD_ADD(move(In, Bytes, 8'd8, Seed, Frame))                              // d, z
    `TWD_ADD(hash(Sha3_512, 8'd8, 4'd0))
    `TWD_ADD(seed(6'd4, Seed, TailRows))
    `TWD_ADD(move(Hashed, Bytes, 8'd8, Rho, Plain))                           // rho, sigma
    `TWD_KEM_SECRET(S1)                                                       // s
    `TWD_ADD(unit(Ntt, One, S1, S1, No))
    i = pc;
    `TWD_KEM_SECRET(S1 + Second + I)
    `TWD_ADD(next(I, Rest, i))
    `TWD_ADD(unit(Ntt, Rest, S1 + Second, S1 + Second, No))
    i = pc;
    `TWD_KEM_SECRET(S2 + I)                                                    // e
    `TWD_ADD(next(I, K, i))
    `TWD_ADD(unit(Ntt, One, S2, S2, No))
    j = pc;
    `TWD_KEM_ENTRY(W + I)                                                     // row 0, and s
    `TWD_ENCODE(S1 + J, EncodePlain, Bytes, Append)
    `TWD_ADD(next(J, K, j))
    `TWD_ADD(unit(Add, One, W, W, S2))                                        // t = A s + e
    `TWD_ADD(next_on(I, One, 0))
    i = pc;
    `TWD_ADD(unit(Ntt, One, S2 + I, S2 + I, No))
    `TWD_KEM_ENTRY(W + I)
    `TWD_ADD(next_on(J, One, 0))
    `TWD_ENCODE(W1 + I, EncodePlain, Bytes | Out, Append)                     // of the row before
    j = pc;
    `TWD_KEM_ENTRY(W + I)
    `TWD_ADD(next(J, K, j))
    `TWD_ADD(unit(Add, One, W + I, W + I, S2 + I))
    `TWD_ADD(next_on(I, K, i))
    `TWD_ADD(hash(Sha3_256, 8'd4, 4'd0))
    j = pc;
    `TWD_ENCODE(W + J, EncodePlain, Hash, Plain)
    `TWD_ADD(next(J, Rest, j))
    `TWD_ENCODE(W1 + I, EncodePlain, Hash | Bytes | Out, Append)
    `TWD_ADD(move(Stored, Hash | Out, 8'd4, Rho, Last))                       // ek = t, rho
    `TWD_ADD(move(Stored, Out, 8'd0, 9'd0, Whole | Written))
    `TWD_ADD(move(Hashed, Bytes, 8'd4, Message, Plain))                       // H(ek)
    `TWD_ADD(move(Stored, Out, 8'd4, Rho, Plain))
    `TWD_ADD(move(Stored, Out, 8'd4, Message, Written))
    `TWD_ADD(move(Stored, Out, 8'd4, Seed + 9'd4, Last))                      // dk = s, ek, H(ek), z
    `TWD_ADD(End)

    // ---- Encaps_internal ----
    programs[Width*1+:Width] = branch(Always, pc);
    `TWD_ADD(hash(Sha3_256, 8'd4, 4'd0))
    i = pc;
    `TWD_ADD(sample(SamplePlain))
    `TWD_ADD(move(In, Sampler | Hash, Sampled, 9'd0, Plain))
    `TWD_ADD(load(S2 + I))
    `TWD_ADD(next(I, K, i))
    `TWD_ADD(move(In, Hash | Bytes, 8'd4, Rho, Last | Frame))
    `TWD_ADD(move(Hashed, Bytes, 8'd4, Message + 9'd4, Plain))                // H(ek)
    `TWD_ADD(move(In, Bytes, 8'd4, Message, Frame))
    `TWD_ADD(hash(Sha3_512, 8'd8, 4'd0))
    `TWD_ADD(move(Stored, Hash, 8'd8, Message, Last | Written))
    `TWD_ADD(move(Hashed, Bytes, 8'd8, Key, Plain))                           // K, r
    `TWD_ADD(branch(Idle, 0))                                                // all of ek is checked
    `TWD_ADD(move(Stored, Out, 8'd4, Key, Last | Written))

    // ---- K-PKE.Encrypt, algorithm 14 ----
    encrypt = pc;
    `TWD_ADD(hash(Shake256, Sampled, SampleEta1))
    `TWD_ADD(seed(6'd4, Key + 9'd4, TailNonce))
    `TWD_ADD(sample(SampleEta1))
    `TWD_ADD(move(Hashed, Sampler, Sampled, 9'd0, Plain))
    `TWD_ADD(load(T0))                                                       // y
    `TWD_ADD(unit(Ntt, One, T0, T0, No))
    i = pc;
    `TWD_ADD(hash(Shake256, Sampled, SampleEta1))
    `TWD_ADD(seed(6'd4, Key + 9'd4, TailNonce))
    `TWD_ADD(sample(SampleEta1))
    `TWD_ADD(move(Hashed, Sampler, Sampled, 9'd0, Plain))
    `TWD_ADD(load(T0 + Second + I))
    `TWD_ADD(next(I, Rest, i))
    `TWD_ADD(unit(Ntt, Rest, T0 + Second, T0 + Second, No))
    `TWD_ADD(hash(Shake256, Sampled, SampleEta2))
    `TWD_ADD(seed(6'd4, Key + 9'd4, TailLast))
    `TWD_ADD(sample(SampleEta2))
    `TWD_ADD(move(Hashed, Sampler, Sampled, 9'd0, Plain))
    `TWD_ADD(load(C))                                                         // e2
    `TWD_ADD(sample(SampleBit))
    `TWD_ADD(move(Stored, Sampler, Sampled, Message, Plain))
    `TWD_ADD(load(X))                                                         // mu
    `TWD_ADD(unit(Mul, K, W, S2, T0))
    `TWD_ADD(unit(Intt, One, W, W, No))
    `TWD_ADD(unit(Add, One, C, C, X))
    `TWD_ADD(unit(Add, One, W, W, C))                                         // v = INTT(t y) + e2 + mu
    i = pc;
    j = pc;
    `TWD_ADD(hash(Shake128, All, SampleMatrix))
    `TWD_ADD(seed(6'd4, Rho, TailRow))
    `TWD_ADD(sample(SampleMatrix))
    `TWD_ADD(move(Hashed, Sampler, All, 9'd0, Plain))
    `TWD_ADD(multiply_entry(Z + I, T0 + J, 1'b1))
    `TWD_ADD(next(J, K, j))
    `TWD_ADD(unit(Intt, One, Z + I, Z + I, No))
    `TWD_ADD(hash(Shake256, Sampled, SampleEta2))
    `TWD_ADD(seed(6'd4, Key + 9'd4, TailNonce))
    `TWD_ADD(sample(SampleEta2))
    `TWD_ADD(move(Hashed, Sampler, Sampled, 9'd0, Plain))
    `TWD_ADD(load(Y + I))                                                     // e1
    `TWD_ADD(unit(Add, One, Z + I, Z + I, Y + I))                             // u = INTT(A^T y) + e1
    `TWD_ADD(branch(Later, pc + 2))
    `TWD_ADD(branch(Always, pc + 4))
    `TWD_ENCODE(Z1 + I, EncodeU, Result, Append)                              // of the row before
    `TWD_ADD(next_on(I, K, i))
    `TWD_ENCODE(Z1 + I, EncodeU, Result, Append)
    `TWD_ADD(next(I, One, 0))                                                 // I = 0
    `TWD_ADD(store(W))
    `TWD_ADD(encode(W, EncodeV))
    `TWD_ADD(move(Coded, Result, Encoded, 9'd0, Append | Last))
    `TWD_ADD(branch(Encaps, pc + 2))
    `TWD_ADD(move(Stored, Out, 8'd4, Key, Last | Written | Select))
    `TWD_ADD(End)

    // ---- Decaps_internal ----
    programs[Width*2+:Width] = branch(Always, pc);
    i = pc;
    `TWD_ADD(sample(SamplePlain))
    `TWD_ADD(move(In, Sampler, Sampled, 9'd0, Plain))
    `TWD_ADD(load(S1 + I))
    `TWD_ADD(next(I, K, i))
    `TWD_ADD(hash(Sha3_256, 8'd4, 4'd0))
    i = pc;
    `TWD_ADD(sample(SamplePlain))
    `TWD_ADD(move(In, Sampler | Hash, Sampled, 9'd0, Plain))
    `TWD_ADD(load(S2 + I))
    `TWD_ADD(next(I, K, i))
    `TWD_ADD(move(In, Hash | Bytes, 8'd4, Rho, Last))
    `TWD_ADD(move(In, Bytes, 8'd4, Message + 9'd4, Plain))
    `TWD_ADD(move(Hashed, Compare, 8'd4, Message + 9'd4, Written))            // H(ek) = h
    `TWD_ADD(move(In, Bytes, 8'd4, Seed + 9'd4, Frame))                       // z
    rejection = pc;
    `TWD_ADD(hash(Shake256, 8'd4, 4'd0))
    `TWD_ADD(move(Stored, Hash, 8'd4, Seed + 9'd4, Written))
    `TWD_ADD(sample(SampleU))
    `TWD_ADD(move(In, Sampler | Hash | Bytes, Sampled, 9'd0, Append))
    `TWD_ADD(load(Z))
    `TWD_ADD(unit(Ntt, One, Z, Z, No))
    i = pc;
    `TWD_ADD(sample(SampleU))
    `TWD_ADD(move(In, Sampler | Hash | Bytes, Sampled, 9'd0, Append))
    `TWD_ADD(load(Z + Second + I))
    `TWD_ADD(next(I, Rest, i))
    `TWD_ADD(unit(Ntt, Rest, Z + Second, Z + Second, No))
    `TWD_ADD(sample(SampleV))
    `TWD_ADD(move(In, Sampler | Hash | Bytes, Sampled, 9'd0, Append | Last | Frame))
    `TWD_ADD(load(C))
    `TWD_ADD(move(Hashed, Bytes, 8'd4, Key + 9'd8, Plain))                    // J(z, c)
    `TWD_ADD(unit(Mul, K, W, S1, Z))
    `TWD_ADD(unit(Intt, One, W, W, No))
    `TWD_ADD(unit(Sub, One, W, C, W))                                         // v - INTT(s NTT(u))
    `TWD_ADD(store(W))
    `TWD_ADD(encode(W, EncodeBit))
    `TWD_ADD(move(Coded, Bytes, Encoded, Message, Plain))
    `TWD_ADD(hash(Sha3_512, 8'd8, 4'd0))
    `TWD_ADD(move(Stored, Hash, 8'd8, Message, Last | Written))
    `TWD_ADD(move(Hashed, Bytes, 8'd8, Key, Plain))
    `TWD_ADD(branch(Always, encrypt))

    // ---- the key of Decaps from its seed ----
    programs[Width*3+:Width] = branch(Always, pc);
    `TWD_ADD(move(In, Bytes, 8'd8, Seed, Frame))                              // d, z
    `TWD_ADD(hash(Sha3_512, 8'd8, 4'd0))
    `TWD_ADD(seed(6'd4, Seed, TailRows))
    `TWD_ADD(move(Hashed, Bytes, 8'd8, Rho, Plain))                           // rho, sigma
    i = pc;
    `TWD_KEM_SECRET(S1 + I)                                                   // s
    `TWD_ADD(next(I, K, i))
    `TWD_ADD(unit(Ntt, K, S1, S1, No))
    i = pc;
    `TWD_KEM_SECRET(Y + I)                                                    // e
    `TWD_ADD(next(I, K, i))
    `TWD_ADD(unit(Ntt, K, Y, Y, No))
    i = pc;
    j = pc;
    `TWD_KEM_ENTRY(S2 + I)
    `TWD_ADD(next(J, K, j))
    `TWD_ADD(unit(Add, One, S2 + I, S2 + I, Y + I))                           // t = A s + e
    `TWD_ADD(next(I, K, i))
    `TWD_ADD(hash(Sha3_256, 8'd4, 4'd0))
    i = pc;
    `TWD_ENCODE(S2 + I, EncodePlain, Hash, Plain)
    `TWD_ADD(next(I, K, i))
    `TWD_ADD(move(Stored, Hash, 8'd4, Rho, Last))
    `TWD_ADD(move(Hashed, Bytes, 8'd4, Message + 9'd4, Plain))                // H(ek)
    `TWD_ADD(first_nonce())
    `TWD_ADD(branch(Always, rejection))
    all_programs = programs;
  endfunction

  twd_rom #(.Depth(1 << Bits), .Width(Width + 8), .Contents(checked(all_programs()))) u_rom (
    .clk_i,
    .en_i  (1'b1),
    .addr_i(pc_i),
    .data_o(instruction_o)
  );

endmodule
