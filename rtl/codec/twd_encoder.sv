// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_encoder: coefficients of polynomials -> byte strings, and the hints of ML-DSA.
//
//   in --> twd_store_map --+---------------> twd_pack --> out
//             ^       |                         ^
//             |       +--> twd_hint_store ------+
//             +------------------+  ^
//                          code ----+
//
// Kinds     twd_codec_pkg::store_e. STORE_HINT gives its hints to the store of hints, STORE_USE_HINT takes those that
//           the store has read. STORE_PACK_HINT has no quartets: the packed hints come out, filled with zeros to
//           whole words, once those of all polynomials are collected.
// In        twd_store_map; nothing is taken in a cycle with clear_i
// Code      bytes of packed hints, filled to whole words, for the store of hints with read_i = 1
// Job       kind_i, d_i are constant from a cycle with clear_i to the next one, set_i and read_i from a cycle with
//           hint_clear_i to the next one. clear_i leaves hints that were found, and kept HighBits, as they are.
// Flags     exceeded_o is a pulse, at the latest 5 cycles after the quartet; stalled_o: hints of STORE_HINT wait for
//           the store, a job ends when they do not; over_o, malformed_o, done_o: twd_hint_store.
// Timing    twd_store_map, then twd_pack: a word comes 3 cycles after its last quartet, or 7 with STORE_COMPRESS,
//           _HIGH, _USE_HINT. Serial: a coefficient a cycle, in the lowest
//           place, twd_pack_serial.
// Model     twiddle.model.encode

`include "twd_assert.svh"

module twd_encoder #(
  parameter bit Kem = 1'b1,
  parameter bit Dsa = 1'b1,
  parameter bit Serial = 1'b0  // a coefficient at a time, not a quartet, and a bit of words a cycle
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        clear_i,
  input  twd_codec_pkg::store_e kind_i,
  input  logic [ 4:0] d_i,
  input  logic [ 1:0] set_i,          // 0, 1, 2: ML-DSA-44, -65, -87
  input  logic        in_valid_i,
  output logic        in_ready_o,
  input  logic        in_last_i,
  input  logic [95:0] in_data_i,
  output logic        out_valid_o,
  input  logic        out_ready_i,
  output logic        out_last_o,
  output logic [63:0] out_data_o,
  output logic        exceeded_o,
  output logic        stalled_o,
  input  logic        hint_clear_i,
  input  logic        read_i,
  input  logic        code_valid_i,
  output logic        code_ready_o,
  input  logic [ 7:0] code_data_i,
  output logic        over_o,
  output logic        malformed_o,
  output logic        done_o
);

  logic packs, uses;         // STORE_PACK_HINT, STORE_USE_HINT; flip-flops, right from the cycle after clear_i on
  logic open, map_valid, in_ready, in_end;
  logic field_valid, field_ready, field_last, pack_valid, pack_ready, pack_last;
  logic [135:0] fields;
  logic found_valid, found_ready, hint_valid, hint_ready, byte_valid, byte_ready, byte_last;
  logic [3:0] found, hint;   // hints that STORE_HINT found, that STORE_USE_HINT uses
  logic store_valid, store_ready, read_valid, read_ready;
  logic [3:0] store_hints, read_hints;  // those that go to the store, and come from it
  logic [7:0] bytes;

  always_ff @(posedge clk_i) begin
    packs <= Dsa && kind_i == twd_codec_pkg::STORE_PACK_HINT;
    uses  <= Dsa && kind_i == twd_codec_pkg::STORE_USE_HINT;
  end

  assign open = !clear_i && !packs && (!uses || hint_valid);
  assign map_valid = in_valid_i && open;
  assign in_ready_o = in_ready && open;
  assign hint_ready = in_ready && in_valid_i && in_end && uses && !clear_i;

  twd_store_map #(.Kem(Kem), .Dsa(Dsa), .Serial(Serial)) u_map (
    .clk_i, .rst_ni,
    .clear_i,
    .kind_i,
    .d_i,
    .set_i,
    .in_valid_i  (map_valid),
    .in_ready_o  (in_ready),
    .in_end_o    (in_end),
    .in_last_i,
    .in_data_i   ({hint, in_data_i}),
    .out_valid_o (field_valid),
    .out_ready_i (field_ready),
    .out_last_o  (field_last),
    .out_data_o  (fields),
    .hint_valid_o(found_valid),
    .hint_ready_i(found_ready),
    .hint_data_o (found),
    .exceeded_o
  );

  assign stalled_o = (store_valid && !store_ready) || !found_ready;
  assign pack_valid = packs ? byte_valid : field_valid;
  assign pack_last = packs ? byte_last : field_last;
  assign field_ready = pack_ready && !packs;
  assign byte_ready = pack_ready && packs && !clear_i;

  if (Serial) begin : gen_serial
    logic unused_fields;
    assign unused_fields = ^{fields[124:92], fields[68:0]};

    twd_pack_serial #(.Kem(Kem), .Dsa(Dsa)) u_pack (
      .clk_i, .rst_ni,
      .clear_i,
      .kind_i,
      .d_i,
      .in_valid_i(pack_valid),
      .in_ready_o(pack_ready),
      .in_last_i (pack_last),
      .in_data_i ({bytes, fields[135:125], fields[91:69]}),
      .out_valid_o,
      .out_ready_i,
      .out_last_o,
      .out_data_o
    );
  end else begin : gen_quartets
    twd_pack #(.Kem(Kem), .Dsa(Dsa)) u_pack (
      .clk_i, .rst_ni,
      .clear_i,
      .kind_i,
      .d_i,
      .in_valid_i(pack_valid),
      .in_ready_o(pack_ready),
      .in_last_i (pack_last),
      .in_data_i ({bytes, fields}),
      .out_valid_o,
      .out_ready_i,
      .out_last_o,
      .out_data_o
    );
  end

  if (Dsa) begin : gen_hints
    twd_hint_queue u_found (
      .clk_i, .rst_ni,
      .clear_i    (hint_clear_i),
      .in_valid_i (found_valid), .in_ready_o(found_ready), .in_data_i(found),
      .out_valid_o(store_valid), .out_ready_i(store_ready), .out_data_o(store_hints)
    );

    twd_hint_queue u_read (
      .clk_i, .rst_ni,
      .clear_i    (hint_clear_i),
      .in_valid_i (read_valid), .in_ready_o(read_ready), .in_data_i(read_hints),
      .out_valid_o(hint_valid), .out_ready_i(hint_ready), .out_data_o(hint)
    );

    twd_hint_store u_hints (
      .clk_i, .rst_ni,
      .clear_i         (hint_clear_i),
      .read_i,
      .set_i,
      .hint_in_valid_i (store_valid),
      .hint_in_ready_o (store_ready),
      .hint_in_data_i  (store_hints),
      .hint_out_valid_o(read_valid),
      .hint_out_ready_i(read_ready),
      .hint_out_data_o (read_hints),
      .byte_in_valid_i (code_valid_i),
      .byte_in_ready_o (code_ready_o),
      .byte_in_data_i  (code_data_i),
      .byte_out_valid_o(byte_valid),
      .byte_out_ready_i(byte_ready),
      .byte_out_last_o (byte_last),
      .byte_out_data_o (bytes),
      .over_o,
      .malformed_o,
      .done_o
    );
  end else begin : gen_no_hints
    assign {store_valid, store_ready, store_hints, found_ready, read_valid, read_ready, read_hints} = '0;
    assign {hint_valid, hint, byte_valid, byte_last, bytes} = '0;
    assign {code_ready_o, over_o, malformed_o, done_o} = '0;
    logic unused_hints;
    assign unused_hints = ^{found_valid, found, store_hints, hint_ready, read_hints, read_valid, read_ready, byte_ready,
                            hint_clear_i, read_i, code_valid_i, code_data_i};
  end

endmodule
