// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_lattice_transfer: an instruction that moves words, with the numbers of its parameter set filled in.
//
// Context   of 0 bytes has no words: the move has no sinks, and is none.
// Barred    what goes out of Decaps is a selection; another move of it is barred_o, and nothing goes out.
// Timing    combinational
// Model     none: it fills in numbers of twiddle.model.sets

module twd_lattice_transfer #(
  parameter bit Kem = 1'b1
) (
  input  twd_lattice_pkg::move_t      move_i,
  input  twd_lattice_pkg::operation_e operation_i,  // that runs
  input  logic                  [1:0] set_i,
  input  logic                  [8:0] ctx_i,        // bytes of the context, prehash
  input  logic                        with_ctx_i,
  input  logic                  [3:0] rows_i,
  input  logic                  [3:0] columns_i,
  input  logic                  [3:0] i_i,
  input  logic                  [3:0] j_i,
  input  logic                 [15:0] nonce_i,
  input  logic                  [4:0] sample_i,   // bits of a coefficient of the last job of each
  input  logic                  [4:0] encode_i,
  output twd_lattice_pkg::transfer_t  move_o,
  output logic                        barred_o
);

  logic counts;    // last and frame count
  logic [4:0] bits;
  logic result;    // out, or to be compared
  logic out;
  logic alone;     // select without append
  logic come;      // words come in
  logic ctx, prefix;  // words of a context, the tail before it

  assign counts = move_i.at == twd_lattice_pkg::INDEX_NONE
      || (move_i.at == twd_lattice_pkg::INDEX_I ? i_i + 4'd1 == rows_i : j_i + 4'd1 == columns_i);
  assign bits = move_i.words == twd_lattice_pkg::WORDS_ENCODE ? encode_i : sample_i;
  assign result = move_i.sinks.out && move_i.sinks.compare;
  assign alone = move_i.select && !move_i.append;
  assign come = move_i.source == twd_lattice_pkg::SOURCE_IN;
  assign ctx = come && move_i.tail == twd_lattice_pkg::TAIL_LAST;
  assign prefix = !come && move_i.tail == twd_lattice_pkg::TAIL_LAST
      && operation_i > twd_lattice_pkg::OPERATION_DSA_KEYGEN;
  assign out = move_i.sinks.out && !(result && operation_i != twd_lattice_pkg::OPERATION_KEM_ENCAPS);
  assign barred_o = out && !move_o.secret && operation_i == twd_lattice_pkg::OPERATION_KEM_DECAPS;

  always_comb begin
    move_o.source = move_i.source;
    move_o.sinks = move_i.sinks;
    move_o.sinks.out = out && !barred_o;
    if (ctx && ctx_i[8:1] == '0) move_o.sinks = '0;
    if (result) move_o.sinks.compare = !out;
    move_o.count = ctx ? 9'(ctx_i[8:4]) + 9'(ctx_i[3:1] != '0)
        : move_i.sinks.hints ? 9'(twd_lattice_job_pkg::hint_words(set_i))
        : move_i.words == twd_lattice_pkg::WORDS_GIVEN ? 9'(move_i.given)
        : move_i.words == twd_lattice_pkg::WORDS_HASH ? 9'(twd_lattice_pkg::hash_words(set_i))
        : {2'd0, bits, 2'd0};
    move_o.bytes = move_i.sinks.hints ? twd_lattice_job_pkg::hint_bytes(set_i)
        : ctx ? {ctx_i[3:1] == '0, ctx_i[3:1]} : 4'd8;
    move_o.whole = move_i.append && move_i.select;
    move_o.append = move_i.append;
    move_o.open = move_i.words == twd_lattice_pkg::WORDS_GIVEN && move_i.given == '0 && !move_o.whole && !ctx;
    move_o.place = move_i.place;
    move_o.tail_bytes = move_i.tail == twd_lattice_pkg::TAIL_NONE || ctx ? 2'd0
        : prefix ? {with_ctx_i, 1'b0}
        : move_i.tail == twd_lattice_pkg::TAIL_ROWS || move_i.tail == twd_lattice_pkg::TAIL_NONCE
        || move_i.tail == twd_lattice_pkg::TAIL_LAST ? 2'd1 : 2'd2;
    unique case (move_i.tail)
      twd_lattice_pkg::TAIL_ROWS: move_o.tail = 16'(rows_i);
      twd_lattice_pkg::TAIL_SHAPE: move_o.tail = {4'd0, columns_i, 4'd0, rows_i};
      twd_lattice_pkg::TAIL_COLUMN: move_o.tail = {4'd0, i_i, 4'd0, j_i};
      twd_lattice_pkg::TAIL_LAST: move_o.tail = prefix ? {ctx_i[8:1], 7'd0, ctx_i[0]}
          : {11'd0, rows_i, 1'b0};
      twd_lattice_pkg::TAIL_ROW: move_o.tail = {4'd0, j_i, 4'd0, i_i};
      twd_lattice_pkg::TAIL_NONE, twd_lattice_pkg::TAIL_NONCE,
      twd_lattice_pkg::TAIL_NONCE2: move_o.tail = nonce_i;
      default: move_o.tail = nonce_i;
    endcase
    move_o.last = move_i.last && counts;
    move_o.frame = move_i.frame && counts;
    move_o.written = move_i.written;
    move_o.secret = Kem && (result || (alone && !come));
    move_o.drawn = alone && come;
  end

endmodule
