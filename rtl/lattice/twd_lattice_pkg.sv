// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_lattice_pkg: operations, parameter sets, instructions and addresses of bytes of twd_lattice.
//
// Sets      0, 1, 2: ML-KEM-512, 768, 1024 (FIPS 203, table 2); ML-DSA-44, 65, 87 (FIPS 204, table 1).
// Model     twiddle.model.sets

package twd_lattice_pkg;

  typedef enum logic [2:0] {
    OPERATION_KEM_KEYGEN = 3'd0,
    OPERATION_KEM_ENCAPS = 3'd1,
    OPERATION_KEM_DECAPS = 3'd2,
    OPERATION_DSA_KEYGEN = 3'd3,
    OPERATION_DSA_SIGN   = 3'd4,
    OPERATION_DSA_VERIFY = 3'd5
  } operation_e;

  typedef struct packed {
    logic [7:0] ctx_bytes;      // of the context
    logic       prehash;        // with ctx: the message is the OID of a hash and the hash
    logic       ctx;            // of Sign, Verify: a context and a message come in place of M'
    logic       random;         // d and z, xi, m and rnd come from random
    logic       key;            // the first frame, of a key or its seed, comes from key
    logic       seed;           // of Decaps and Sign: d and z, or xi, come in place of the key
    logic       deterministic;  // of Sign: rnd is zeros, and does not come
    logic       mu;             // of ML-DSA: mu comes in place of the message M'
    logic [1:0] set;
    operation_e operation;
  } command_t;

  // The frame of random bytes of an operation; 3: it has none.
  function automatic logic [1:0] drawn_frame(input logic [2:0] op);
    drawn_frame = op == twd_lattice_pkg::OPERATION_KEM_DECAPS || op == twd_lattice_pkg::OPERATION_DSA_VERIFY ? 2'd3
        : {1'b0, op == twd_lattice_pkg::OPERATION_KEM_ENCAPS || op == twd_lattice_pkg::OPERATION_DSA_SIGN};
  endfunction

  // Whether a core with these schemes executes a command, command_t.
  function automatic logic known(input logic [19:0] command, input logic kem, input logic dsa);
    known = command[2:0] <= twd_lattice_pkg::OPERATION_DSA_VERIFY && command[4:3] != 2'd3
        && (command[2:0] >= twd_lattice_pkg::OPERATION_DSA_KEYGEN ? dsa : kem)
        && !(command[5] && command[2:0] <= twd_lattice_pkg::OPERATION_DSA_KEYGEN)
        && !(command[6] && command[2:0] != twd_lattice_pkg::OPERATION_DSA_SIGN)
        && !(command[7] && command[2:0] != twd_lattice_pkg::OPERATION_KEM_DECAPS
             && command[2:0] != twd_lattice_pkg::OPERATION_DSA_SIGN)
        && !(command[8] && (command[2:0] == twd_lattice_pkg::OPERATION_KEM_ENCAPS
             || command[2:0] == twd_lattice_pkg::OPERATION_DSA_VERIFY))
        && !(command[9] && (twd_lattice_pkg::drawn_frame(command[2:0]) == 2'd3 || command[6]))
        && !(command[9:8] == 2'b11 && twd_lattice_pkg::drawn_frame(command[2:0]) == 2'd0)
        && !(command[10] ? command[5] || command[2:0] <= twd_lattice_pkg::OPERATION_DSA_KEYGEN
             : command[19:11] != '0);
  endfunction

  // ---- parameter sets ----
  function automatic logic [3:0] rows(input logic dsa, input logic [1:0] set);  // k
    rows = dsa ? (set == 2'd0 ? 4'd4 : set == 2'd1 ? 4'd6 : 4'd8) : 4'd2 + 4'(set);
  endfunction

  function automatic logic [3:0] columns(input logic dsa, input logic [1:0] set);  // l; k of ML-KEM
    columns = dsa ? (set == 2'd0 ? 4'd4 : set == 2'd1 ? 4'd5 : 4'd7) : 4'd2 + 4'(set);
  endfunction

  function automatic logic [5:0] hash_words(input logic [1:0] set);  // of c~: lambda / 4 bytes
    hash_words = set == 2'd0 ? 6'd4 : set == 2'd1 ? 6'd6 : 6'd8;
  endfunction

  // Words that an operation compares, and finds equal where its input is right: of H(ek) in dk and c, of c~.
  function automatic logic [8:0] compared_words(input logic [2:0] operation, input logic [1:0] set, input logic seed);
    case (operation)
      twd_lattice_pkg::OPERATION_KEM_DECAPS:
        compared_words = (seed ? 9'd0 : 9'd4) + (set == 2'd0 ? 9'd96 : set == 2'd1 ? 9'd136 : 9'd196);
      twd_lattice_pkg::OPERATION_DSA_VERIFY: compared_words = 9'(twd_lattice_pkg::hash_words(set));
      default: compared_words = 9'd0;
    endcase
  endfunction

  function automatic logic [5:0] tau(input logic [1:0] set);
    tau = set == 2'd0 ? 6'd39 : set == 2'd1 ? 6'd49 : 6'd60;
  endfunction

  // ---- bytes: words of 64 bits; long strings grow from 0 on ----
  localparam int unsigned PLACE_BITS = 9;
  localparam logic [8:0] PLACE_SEED  = 9'd448;  // d, xi; after d z
  localparam logic [8:0] PLACE_Z     = 9'd452;
  localparam logic [8:0] PLACE_RHO   = 9'd456;  // 4 words; then sigma or rho', and K of ML-DSA
  localparam logic [8:0] PLACE_SIGMA = 9'd460;
  localparam logic [8:0] PLACE_K     = 9'd468;
  localparam logic [8:0] PLACE_TR    = 9'd472;
  localparam logic [8:0] PLACE_MU    = 9'd480;
  localparam logic [8:0] PLACE_MASK  = 9'd488;  // rho''
  localparam logic [8:0] PLACE_HASH  = 9'd496;  // c~
  localparam logic [8:0] PLACE_RND   = 9'd0;    // before a string grows there
  localparam logic [8:0] PLACE_M     = 9'd472;  // m, then H(ek)
  localparam logic [8:0] PLACE_H     = 9'd476;
  localparam logic [8:0] PLACE_KEY   = 9'd480;  // K, r; 8 words later the key of implicit rejection
  localparam logic [8:0] PLACE_R     = 9'd484;

  // ---- instructions ----
  localparam int unsigned PC_BITS = 9;
  localparam int unsigned INSTRUCTION_BITS = 38;

  typedef enum logic [2:0] {
    KIND_UNIT   = 3'd0,  // a command of the polynomial unit
    KIND_HASH   = 3'd1,  // a command of Keccak
    KIND_SAMPLE = 3'd2,  // the next polynomial that comes in
    KIND_ENCODE = 3'd3,  // the next polynomial that goes out
    KIND_MOVE   = 3'd4,  // words
    KIND_NEXT   = 3'd5,  // end of a loop
    KIND_BRANCH = 3'd6,
    KIND_END    = 3'd7
  } kind_e;

  // Counters: of rows, of columns; one is cleared when its loop ends, or has its limit then.
  typedef enum logic [1:0] {
    INDEX_NONE = 2'd0,
    INDEX_I    = 2'd1,
    INDEX_J    = 2'd2
  } index_e;

  typedef enum logic [1:0] {
    LIMIT_ONE     = 2'd0,
    LIMIT_ROWS    = 2'd1,
    LIMIT_COLUMNS = 2'd2,
    LIMIT_REST    = 2'd3   // rows - 1
  } limit_e;

  function automatic logic [3:0] limit(input logic [1:0] chosen, input logic [3:0] k, input logic [3:0] l);
    limit = chosen == twd_lattice_pkg::LIMIT_ROWS ? k : chosen == twd_lattice_pkg::LIMIT_COLUMNS ? l
        : chosen == twd_lattice_pkg::LIMIT_REST ? k - 4'd1 : 4'd1;
  endfunction

  typedef struct packed {
    logic [3:0] op;
    limit_e     count;
    logic [6:0] dst;
    index_e     dst_index;
    logic [6:0] a;
    index_e     a_index;
    logic [6:0] b;
    index_e     b_index;
    logic       stream;
    logic       starts;   // MUL instead of MAC in column 0
  } unit_t;

  typedef enum logic [1:0] {
    WORDS_GIVEN  = 2'd0,
    WORDS_SAMPLE = 2'd1,  // of a polynomial of the sampler
    WORDS_ENCODE = 2'd2,  // of the encoder
    WORDS_HASH   = 2'd3   // of c~
  } words_e;

  typedef struct packed {
    logic [1:0] hash;    // twd_keccak_pkg::hash_e
    words_e     words;
    logic [3:0] sample;  // the job of the sampler that takes the words
    logic [5:0] given;   // 0: until the sampler has enough
  } hash_t;

  // What twd_lattice_hash takes.
  typedef struct packed {
    logic       is_seed;  // the message is a seed
    logic       endless;  // words until the sampler has enough
    logic [1:0] hash;     // twd_keccak_pkg::hash_e
    logic [9:0] words;    // with endless the expected number, or 0
  } hash_command_t;

  typedef enum logic [1:0] {
    SOURCE_IN    = 2'd0,
    SOURCE_HASH  = 2'd1,
    SOURCE_CODER = 2'd2,
    SOURCE_BYTES = 2'd3
  } source_e;

  typedef struct packed {
    logic hints;    // to the reader of hints
    logic compare;  // with bytes
    logic out;
    logic bytes;
    logic sampler;
    logic hash;
  } sinks_t;

  typedef enum logic [2:0] {
    TAIL_NONE    = 3'd0,
    TAIL_ROWS    = 3'd1,  // a byte, k
    TAIL_SHAPE   = 3'd2,  // k, l
    TAIL_NONCE   = 3'd3,  // a byte
    TAIL_NONCE2  = 3'd4,  // two bytes
    TAIL_COLUMN  = 3'd5,  // j, i
    TAIL_ROW     = 3'd6,  // i, j
    TAIL_LAST    = 3'd7   // a byte, 2 k; of ML-DSA two, with which M' begins, if a context comes
  } tail_e;

  typedef struct packed {
    source_e    source;
    sinks_t     sinks;
    words_e     words;
    logic [5:0] given;    // 0: until the end of the source
    logic [8:0] place;    // in bytes
    logic       append;   // after the last words that were written, or read, with append, from 0 on
    logic       select;   // with append: all words that were written so; without: 8 words later if words differed; of
                          // what comes in: words that must not all be 0
    tail_e      tail;     // of what comes in TAIL_LAST: the words of the context
    logic       last;     // the words end a message or a frame that goes out
    logic       frame;    // the words end a frame that comes in
    logic       written;  // waits for all bytes that are being written
    index_e     at;       // last and frame count in the last round of this loop only
  } move_t;

  typedef enum logic [3:0] {
    WHEN_ALWAYS        = 4'd0,
    WHEN_EXCEEDED      = 4'd1,  // a norm or the number of hints, after the encoder has ended
    WHEN_MU            = 4'd2,
    WHEN_ENCAPS        = 4'd3,
    WHEN_LATER         = 4'd5,  // i is not 0
    WHEN_OVER          = 4'd4,  // after the last hint: too many, or as WHEN_EXCEEDED
    WHEN_IDLE          = 4'd6,  // never, and only when all that was started has ended
    WHEN_NEAR          = 4'd7,  // i is rows - 2 or more
    WHEN_DETERMINISTIC = 4'd8
  } when_e;

  typedef struct packed {
    logic [34:0] arg;
    kind_e       kind;
  } instruction_t;

  // CRC-8 with the polynomial x^8 + x^2 + x + 1 of an instruction and its address: a change of up to three bits shows.
  function automatic logic [7:0] check_bits(input logic [8:0] pc, input logic [37:0] instruction);
    logic [46:0] covered;
    covered = {pc, instruction};
    check_bits = '0;
    for (int i = 46; i >= 0; i--) begin
      check_bits = {check_bits[6:0], 1'b0} ^ (check_bits[7] ^ covered[i] ? 8'h07 : 8'h00);
    end
  endfunction

  // A move with all numbers filled in.
  typedef struct packed {
    source_e     source;
    sinks_t      sinks;
    logic        open;        // to the end of the source, or until the sampler has enough
    logic [8:0]  count;       // of words; with whole that of all words that were appended
    logic [3:0]  bytes;       // of the last word of a frame that comes in
    logic        whole;
    logic        append;
    logic [8:0]  place;
    logic [1:0]  tail_bytes;  // of a word after them
    logic [15:0] tail;
    logic        last;
    logic        frame;
    logic        written;
    logic        secret;      // what differs selects a key, and is no error; of bytes: such a selection
    logic        drawn;       // words that must not all be 0
  } transfer_t;

  // The registers of the sequencer.
  typedef struct packed {
    logic [2:0] state;
    logic [19:0] command;
    logic dsa;
    logic [3:0] rows, columns;
    logic [8:0] pc;
    logic [3:0] i, j;
    logic [15:0] nonce;
    logic hash_waits, unit_waits;
    logic [31:0] unit;
    logic [13:0] hash;
    logic [4:0] sample;   // bits of a coefficient of the last job
    logic [4:0] encode;
    instruction_t instruction;
    transfer_t move;
    logic [8:0] decoded;  // twd_lattice_jumps
    logic met;
  } kept_t;

  // What moves report, each for a cycle or longer.
  typedef struct packed {
    logic fault;
    logic equal;    // all words that an operation compares
    logic differs;  // two words that were compared, and are no secret
    logic zeros;    // words that must not all be 0
    logic broken;   // a word has a wrong number of bytes
    logic late;
    logic early;
  } moved_t;

  // The rules that an operation broke.
  typedef struct packed {
    logic fault;     // what cannot be but by a fault of the hardware
    logic unknown;   // the command is none of this core: nothing was done
    logic bytes;     // a word has a wrong number of bytes
    logic rejected;  // the signature does not verify, or none was accepted
    logic hash;      // H(ek) in dk is not that of ek
    logic range;     // a coefficient of a key is not in its range, or rnd is 0
    logic late;      // a frame is too long
    logic early;     // or too short
  } error_t;

endpackage
