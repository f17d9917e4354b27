// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// The names and instructions of twd_lattice_program_kem and twd_lattice_program_dsa. The including module has Bits, of
// a program counter, and Width, of an instruction (twd_lattice_pkg::instruction_t).

`define TWD_ADD(instruction) programs[Width*pc+:Width] = instruction; pc = pc + 1;

// A polynomial through the encoder, and its words.
`define TWD_ENCODE(slot, job, sinks, options) \
    `TWD_ADD(store(slot)) \
    `TWD_ADD(encode(slot, job)) \
    `TWD_ADD(move(Coded, sinks, Encoded, 9'd0, options))

  // ---- operands: slots of polynomials, and slots + i or + j ----
  localparam logic [8:0] S1 = {7'd0, 2'd0};   // s, s1
  localparam logic [8:0] S2 = {7'd8, 2'd0};   // t of ML-KEM, s2, - s2 in Sign, t1
  localparam logic [8:0] T0 = {7'd16, 2'd0};  // y of ML-KEM, t0
  localparam logic [8:0] Y = {7'd24, 2'd0};   // e1 of ML-KEM, y of the next round, NTT(z) of Verify
  localparam logic [8:0] Z = {7'd32, 2'd0};   // u of ML-KEM, NTT(y), z
  localparam logic [8:0] W = {7'd40, 2'd0};   // NTT(w) and w - c s2, t of ML-DSA
  localparam logic [8:0] W1 = {7'd39, 2'd0};  // with I: W of the row before
  localparam logic [8:0] Z1 = {7'd31, 2'd0};  // with I: Z of the row before
  localparam logic [8:0] S1Before = {7'd127, 2'd0};  // with J: S1 of the column before
  localparam logic [8:0] S2Before = {7'd7, 2'd0};  // with I: S2 of the row before
  localparam logic [8:0] S2Second = {7'd6, 2'd0};  // of the one before it
  localparam logic [8:0] P = {7'd48, 2'd0};   // w, then c t0
  localparam logic [8:0] P1 = {7'd47, 2'd0};  // with I: P of the row before
  localparam logic [8:0] P2 = {7'd46, 2'd0};  // of the one before it
  localparam logic [8:0] P3 = {7'd45, 2'd0};
  localparam logic [8:0] C = {7'd56, 2'd0};   // v of ML-KEM, c
  localparam logic [8:0] X = {7'd57, 2'd0};   // mu of ML-KEM, 0 in Sign, then with J: y of a round, if it is kept
  localparam logic [8:0] T = {7'd7, 2'd0};    // one of c s1 and c s2
  localparam logic [8:0] I = 9'd1;
  localparam logic [8:0] J = 9'd2;
  localparam logic [8:0] Second = 9'd4;        // the next slot
  localparam logic [8:0] Next = 9'd8;          // the one after it
  localparam logic [8:0] Third = 9'd12;
  localparam logic [8:0] No = 9'd0;

  localparam logic [1:0] One = twd_lattice_pkg::LIMIT_ONE;
  localparam logic [1:0] K = twd_lattice_pkg::LIMIT_ROWS;
  localparam logic [1:0] L = twd_lattice_pkg::LIMIT_COLUMNS;
  localparam logic [1:0] Rest = twd_lattice_pkg::LIMIT_REST;  // k - 1

  // ---- words: where from, where to, how many, where they are stored, and options ----
  localparam logic [1:0] In = twd_lattice_pkg::SOURCE_IN;
  localparam logic [1:0] Hashed = twd_lattice_pkg::SOURCE_HASH;
  localparam logic [1:0] Coded = twd_lattice_pkg::SOURCE_CODER;
  localparam logic [1:0] Stored = twd_lattice_pkg::SOURCE_BYTES;

  localparam logic [5:0] Hash = 6'b000001;
  localparam logic [5:0] Sampler = 6'b000010;
  localparam logic [5:0] Bytes = 6'b000100;
  localparam logic [5:0] Out = 6'b001000;
  localparam logic [5:0] Compare = 6'b010000;
  localparam logic [5:0] Hints = 6'b100000;
  localparam logic [5:0] Result = 6'b011000;  // of encryption: out, or to be compared

  localparam logic [7:0] All = 8'd0;          // to the end of the source
  localparam logic [7:0] Sampled = {twd_lattice_pkg::WORDS_SAMPLE, 6'd0};
  localparam logic [7:0] Encoded = {twd_lattice_pkg::WORDS_ENCODE, 6'd0};
  localparam logic [7:0] Digest = {twd_lattice_pkg::WORDS_HASH, 6'd0};
  localparam logic [7:0] Hinted = 8'd1;  // of the sink of hints: those of packed hints

  localparam logic [8:0] Seed = twd_lattice_pkg::PLACE_SEED;
  localparam logic [8:0] Rho = twd_lattice_pkg::PLACE_RHO;
  localparam logic [8:0] Sigma = twd_lattice_pkg::PLACE_SIGMA;
  localparam logic [8:0] Key = twd_lattice_pkg::PLACE_KEY;
  localparam logic [8:0] Message = twd_lattice_pkg::PLACE_M;
  localparam logic [8:0] Tr = twd_lattice_pkg::PLACE_TR;
  localparam logic [8:0] Mu = twd_lattice_pkg::PLACE_MU;
  localparam logic [8:0] Mask = twd_lattice_pkg::PLACE_MASK;
  localparam logic [8:0] Tilde = twd_lattice_pkg::PLACE_HASH;
  localparam logic [8:0] Random = twd_lattice_pkg::PLACE_RND;

  localparam logic [7:0] Plain = 8'd0;
  localparam logic [7:0] Last = 8'b00000001;     // ends a message, or a frame that goes out
  localparam logic [7:0] Frame = 8'b00000010;    // ends a frame that comes in
  localparam logic [7:0] Written = 8'b00000100;  // waits until all bytes are written
  localparam logic [7:0] Append = 8'b00001000;
  localparam logic [7:0] Select = 8'b00010000;
  localparam logic [7:0] Whole = 8'b00011000;    // all words that were appended
  localparam logic [7:0] Drawn = 8'b00010000;    // that come in, and must not all be 0
  localparam logic [7:0] AtI = 8'b00100000;      // Last and Frame in the last round of the loop only
  localparam logic [7:0] Context = 8'b10000000;  // that comes in; of bytes: what M' begins with follows

  localparam logic [1:0] Sha3_256 = twd_keccak_pkg::HASH_SHA3_256;
  localparam logic [1:0] Sha3_512 = twd_keccak_pkg::HASH_SHA3_512;
  localparam logic [1:0] Shake128 = twd_keccak_pkg::HASH_SHAKE128;
  localparam logic [1:0] Shake256 = twd_keccak_pkg::HASH_SHAKE256;

  localparam logic [3:0] Ntt = twd_unit_pkg::COMMAND_NTT;
  localparam logic [3:0] Intt = twd_unit_pkg::COMMAND_INTT;
  localparam logic [3:0] Mul = twd_unit_pkg::COMMAND_MUL;
  localparam logic [3:0] Mac = twd_unit_pkg::COMMAND_MAC;
  localparam logic [3:0] Add = twd_unit_pkg::COMMAND_ADD;
  localparam logic [3:0] Sub = twd_unit_pkg::COMMAND_SUB;
  localparam logic [3:0] Copy = twd_unit_pkg::COMMAND_COPY;
  localparam logic [3:0] Zero = twd_unit_pkg::COMMAND_ZERO;

  // Programs with the check bits of each instruction above it.
  function automatic logic [((Width+8)<<Bits)-1:0] checked(input logic [(Width<<Bits)-1:0] programs);
    for (int unsigned n = 0; n < 1 << Bits; n++) begin
      checked[(Width+8)*n+:Width+8] = {twd_lattice_pkg::check_bits(Bits'(n), programs[Width*n+:Width]),
                                       programs[Width*n+:Width]};
    end
  endfunction

  // ---- instructions ----
  function automatic logic [Width-1:0] unit(
    input logic [3:0] op, input logic [1:0] count, input logic [8:0] dst, input logic [8:0] a, input logic [8:0] b
  );
    unit = {op, count, dst, a, b, 2'b00, 3'(twd_lattice_pkg::KIND_UNIT)};
  endfunction

  function automatic logic [Width-1:0] load(input logic [8:0] dst);
    load = unit(twd_unit_pkg::COMMAND_LOAD, One, dst, No, No);
  endfunction

  function automatic logic [Width-1:0] store(input logic [8:0] a);
    store = unit(twd_unit_pkg::COMMAND_STORE, One, No, a, No);
  endfunction

  // dst = dst + a b, a an entry of the matrix from the sampler; with starts dst = a b in column 0.
  function automatic logic [Width-1:0] multiply_entry(input logic [8:0] dst, input logic [8:0] b, input logic starts);
    multiply_entry = {4'(twd_unit_pkg::COMMAND_MAC), One, dst, No, b, 1'b1, starts, 3'(twd_lattice_pkg::KIND_UNIT)};
  endfunction

  // With Sampled: the words of a polynomial of this job of the sampler; with All: as many as it needs.
  function automatic logic [Width-1:0] hash(input logic [1:0] name, input logic [7:0] words, input logic [3:0] job);
    hash = {21'd0, name, words[7:6], job, words[5:0], 3'(twd_lattice_pkg::KIND_HASH)};
  endfunction

  function automatic logic [Width-1:0] sample(input logic [3:0] job);
    sample = {31'd0, job, 3'(twd_lattice_pkg::KIND_SAMPLE)};
  endfunction

  // The words of the STORE of this slot that precedes it.
  function automatic logic [Width-1:0] encode(input logic [8:0] a, input logic [3:0] job);
    encode = {15'd0, a, 7'd0, job, 3'(twd_lattice_pkg::KIND_ENCODE)};
  endfunction

  function automatic logic [Width-1:0] move(
    input logic [1:0] source, input logic [5:0] sinks, input logic [7:0] words, input logic [8:0] place,
    input logic [7:0] options
  );
    move = {source, sinks, words, place, options[3], options[4],
            options[7] ? 3'(twd_lattice_pkg::TAIL_LAST) : 3'(twd_lattice_pkg::TAIL_NONE), options[0],
            options[1], options[2], options[6:5], 3'(twd_lattice_pkg::KIND_MOVE)};
  endfunction

  // A seed and its nonce, a message.
  function automatic logic [Width-1:0] seed(input logic [5:0] words, input logic [8:0] place, input logic [2:0] tail);
    seed = {Stored, Hash, 2'b00, words, place, 2'b00, tail, 5'b10100, 3'(twd_lattice_pkg::KIND_MOVE)};
  endfunction

  // The end of a loop whose body starts at pc; next_on leaves the counter at its limit.
  function automatic logic [Width-1:0] next(input logic [8:0] index, input logic [1:0] limit, input int unsigned pc);
    next = Width'({Bits'(pc), limit, index[1:0], 3'(twd_lattice_pkg::KIND_NEXT)});
  endfunction

  function automatic logic [Width-1:0] next_on(input logic [8:0] index, input logic [1:0] limit,
                                               input int unsigned pc);
    next_on = Width'({1'b1, Bits'(pc), limit, index[1:0], 3'(twd_lattice_pkg::KIND_NEXT)});
  endfunction

  // The end of a loop for all but the last round, which follows.
  function automatic logic [Width-1:0] next_but_one(input logic [8:0] index, input logic [1:0] limit,
                                                    input int unsigned pc);
    next_but_one = Width'({2'b11, Bits'(pc), limit, index[1:0], 3'(twd_lattice_pkg::KIND_NEXT)});
  endfunction

  // i is 0, and the nonce is the first one.
  function automatic logic [Width-1:0] first_nonce();
    first_nonce = Width'({3'b100, Bits'(0), One, I[1:0], 3'(twd_lattice_pkg::KIND_NEXT)});
  endfunction

  function automatic logic [Width-1:0] branch(input logic [3:0] condition, input int unsigned pc);
    branch = Width'({Bits'(pc), condition, 3'(twd_lattice_pkg::KIND_BRANCH)});
  endfunction

  localparam logic [Width-1:0] End = Width'(twd_lattice_pkg::KIND_END);

  localparam logic [3:0] Always = twd_lattice_pkg::WHEN_ALWAYS;
  localparam logic [3:0] Exceeded = twd_lattice_pkg::WHEN_EXCEEDED;
  localparam logic [3:0] GivenMu = twd_lattice_pkg::WHEN_MU;
  localparam logic [3:0] Later = twd_lattice_pkg::WHEN_LATER;
  localparam logic [3:0] Near = twd_lattice_pkg::WHEN_NEAR;
  localparam logic [3:0] Over = twd_lattice_pkg::WHEN_OVER;
  localparam logic [3:0] Encaps = twd_lattice_pkg::WHEN_ENCAPS;
  localparam logic [3:0] Idle = twd_lattice_pkg::WHEN_IDLE;
  localparam logic [3:0] Deterministic = twd_lattice_pkg::WHEN_DETERMINISTIC;

  localparam logic [3:0] SamplePlain = twd_lattice_job_pkg::SAMPLE_PLAIN;
  localparam logic [3:0] SampleEta1 = twd_lattice_job_pkg::SAMPLE_ETA1;
  localparam logic [3:0] SampleEta2 = twd_lattice_job_pkg::SAMPLE_ETA2;
  localparam logic [3:0] SampleU = twd_lattice_job_pkg::SAMPLE_U;
  localparam logic [3:0] SampleV = twd_lattice_job_pkg::SAMPLE_V;
  localparam logic [3:0] SampleBit = twd_lattice_job_pkg::SAMPLE_BIT;
  localparam logic [3:0] SampleMatrix = twd_lattice_job_pkg::SAMPLE_MATRIX;
  localparam logic [3:0] SampleSecret = twd_lattice_job_pkg::SAMPLE_SECRET;
  localparam logic [3:0] SampleEta = twd_lattice_job_pkg::SAMPLE_ETA;
  localparam logic [3:0] SampleT1 = twd_lattice_job_pkg::SAMPLE_T1;
  localparam logic [3:0] SampleT0 = twd_lattice_job_pkg::SAMPLE_T0;
  localparam logic [3:0] SampleMask = twd_lattice_job_pkg::SAMPLE_MASK;
  localparam logic [3:0] SampleBall = twd_lattice_job_pkg::SAMPLE_BALL;

  localparam logic [3:0] EncodePlain = twd_lattice_job_pkg::ENCODE_PLAIN;
  localparam logic [3:0] EncodeU = twd_lattice_job_pkg::ENCODE_U;
  localparam logic [3:0] EncodeV = twd_lattice_job_pkg::ENCODE_V;
  localparam logic [3:0] EncodeBit = twd_lattice_job_pkg::ENCODE_BIT;
  localparam logic [3:0] EncodeEta = twd_lattice_job_pkg::ENCODE_ETA;
  localparam logic [3:0] EncodeT1 = twd_lattice_job_pkg::ENCODE_T1;
  localparam logic [3:0] EncodeT0 = twd_lattice_job_pkg::ENCODE_T0;
  localparam logic [3:0] EncodeMask = twd_lattice_job_pkg::ENCODE_MASK;
  localparam logic [3:0] EncodeHigh = twd_lattice_job_pkg::ENCODE_HIGH;
  localparam logic [3:0] EncodeHinted = twd_lattice_job_pkg::ENCODE_HINTED;
  localparam logic [3:0] EncodeNormZ = twd_lattice_job_pkg::ENCODE_NORM_Z;
  localparam logic [3:0] EncodeNormT = twd_lattice_job_pkg::ENCODE_NORM_T;
  localparam logic [3:0] EncodeLow = twd_lattice_job_pkg::ENCODE_LOW;
  localparam logic [3:0] EncodeHint = twd_lattice_job_pkg::ENCODE_HINT;
  localparam logic [3:0] EncodePack = twd_lattice_job_pkg::ENCODE_PACK;
  localparam logic [3:0] EncodeZero = twd_lattice_job_pkg::ENCODE_ZERO;

  localparam logic [2:0] TailRows = twd_lattice_pkg::TAIL_ROWS;
  localparam logic [2:0] TailShape = twd_lattice_pkg::TAIL_SHAPE;
  localparam logic [2:0] TailNonce = twd_lattice_pkg::TAIL_NONCE;
  localparam logic [2:0] TailNonce2 = twd_lattice_pkg::TAIL_NONCE2;
  localparam logic [2:0] TailColumn = twd_lattice_pkg::TAIL_COLUMN;
  localparam logic [2:0] TailRow = twd_lattice_pkg::TAIL_ROW;
  localparam logic [2:0] TailLast = twd_lattice_pkg::TAIL_LAST;
