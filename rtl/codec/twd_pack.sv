// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_pack: fields of d bits -> a byte string in words of 64 bits, the least significant bit first.
//
//   in --> pick --> group of up to 52 bits --> turn by places of 4 bits --+--> even word --+--> out
//                                                                         +--> odd word ---+
//
// Method    four fields of d <= 13 bits are d places of 4 bits, and so are two fields of 18 or 20 bits. A group is
//           turned to the place where the last one ended. The places of the word under construction from there on
//           take it, those of the other word take what goes around; words change when one is full.
// In        what twd_store_map gives: fields of job kind_i and d_i are picked out of it. In STORE_PACK_HINT, a byte
//           in the bits from 136 on.
// Assumes   a frame, which ends with last, is a number of whole words: 64 quartets are 4d.
// Job       kind_i and d_i are constant from a cycle with clear_i to the next one.
// Timing    a quartet a cycle, two cycles with d = 18 and 20. A word comes out 2 cycles after its last quartet is
//           taken. A group waits in a twd_skid, so that in_ready_o is flip-flops. clear_i drops what is inside.
// Cost      564 LUT, 268 flip-flops on xc7 by Yosys
// Model     twiddle.model.encode.words

`include "twd_assert.svh"

module twd_pack #(
  parameter bit Kem = 1'b1,
  parameter bit Dsa = 1'b1
) (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         clear_i,
  input  twd_codec_pkg::store_e kind_i,
  input  logic [  4:0] d_i,
  input  logic         in_valid_i,
  output logic         in_ready_o,
  input  logic         in_last_i,
  input  logic [143:0] in_data_i,
  output logic         out_valid_o,
  input  logic         out_ready_i,
  output logic         out_last_o,
  output logic [ 63:0] out_data_o
);

  localparam int unsigned Group = 52;

  // ---- job ----
  localparam int unsigned Formats = 14;
  typedef enum logic [3:0] {
    FORMAT_1, FORMAT_4, FORMAT_5, FORMAT_10, FORMAT_11, FORMAT_HIGH, FORMAT_12,
    FORMAT_ETA_2, FORMAT_ETA_4, FORMAT_T1, FORMAT_T0, FORMAT_18, FORMAT_20, FORMAT_BYTE
  } format_e;

  logic [Formats-1:0] format, format_q;
  logic double_q;        // two fields of a quartet at once
  logic [3:0] step_q;    // places of a group

  always_comb begin
    format = '0;
    unique case (kind_i)
      twd_codec_pkg::STORE_PLAIN: format[FORMAT_12] = Kem;
      twd_codec_pkg::STORE_ETA_2: format[FORMAT_ETA_2] = Dsa;
      twd_codec_pkg::STORE_ETA_4: format[FORMAT_ETA_4] = Dsa;
      twd_codec_pkg::STORE_T1: format[FORMAT_T1] = Dsa;
      twd_codec_pkg::STORE_T0: format[FORMAT_T0] = Dsa;
      twd_codec_pkg::STORE_GAMMA_17: format[FORMAT_18] = Dsa;
      twd_codec_pkg::STORE_GAMMA_19: format[FORMAT_20] = Dsa;
      twd_codec_pkg::STORE_PACK_HINT: format[FORMAT_BYTE] = Dsa;
      twd_codec_pkg::STORE_COMPRESS, twd_codec_pkg::STORE_HIGH, twd_codec_pkg::STORE_USE_HINT, twd_codec_pkg::STORE_LOW,
      twd_codec_pkg::STORE_NORM_Z, twd_codec_pkg::STORE_HINT, twd_codec_pkg::STORE_NORM_T0,
      twd_codec_pkg::STORE_ZERO: begin
        format[FORMAT_1]    = Kem && d_i == 5'd1;
        format[FORMAT_4]    = d_i == 5'd4;
        format[FORMAT_5]    = Kem && d_i == 5'd5;
        format[FORMAT_HIGH] = Dsa && d_i == 5'd6;
        format[FORMAT_10]   = Kem && d_i == 5'd10;
        format[FORMAT_11]   = Kem && d_i == 5'd11;
      end
      default: ;
    endcase
  end

  // Bits of a field of a format.
  function automatic int unsigned width(input logic [3:0] chosen);
    case (chosen)
      FORMAT_1: width = 1;
      FORMAT_4, FORMAT_ETA_4: width = 4;
      FORMAT_5: width = 5;
      FORMAT_HIGH: width = 6;
      FORMAT_10, FORMAT_T1: width = 10;
      FORMAT_11: width = 11;
      FORMAT_12: width = 12;
      FORMAT_ETA_2: width = 3;
      FORMAT_T0: width = 13;
      FORMAT_18: width = 18;
      FORMAT_20: width = 20;
      default: width = 8;
    endcase
  endfunction

  // Where bit `place` of a field is in {high_o, sum_o, ~sum_o[19:0]} of its lane; ~sum is C - x.
  function automatic int unsigned source(input logic [3:0] chosen, input int unsigned place);
    case (chosen)
      FORMAT_1, FORMAT_4, FORMAT_5, FORMAT_10, FORMAT_11: source = 54 - width(chosen) + place;
      FORMAT_HIGH: source = place < 4 ? 50 + place : 44 + place;
      FORMAT_12: source = 20 + 8 + place;
      FORMAT_T1: source = 20 + 13 + place;
      default: source = place;
    endcase
  endfunction

  always_ff @(posedge clk_i) begin
    format_q <= format;
    double_q <= format[FORMAT_18] || format[FORMAT_20];
    step_q   <= format[FORMAT_BYTE] ? 4'd2 : d_i[4] ? d_i[4:1] : d_i[3:0];
  end

  // ---- pick ----
  logic second_q;  // the second two fields of a quartet
  logic [Group-1:0] group, group_q;

  localparam int unsigned Picks = Formats - 1;  // all but FORMAT_BYTE

  logic [53:0] part_0, part_1, part_2, part_3;  // of the lanes
  logic [Picks*Group-1:0] picked;               // by each format

  assign part_0 = {in_data_i[92+:11], in_data_i[0+:23], ~in_data_i[0+:20]};
  assign part_1 = {in_data_i[103+:11], in_data_i[23+:23], ~in_data_i[23+:20]};
  assign part_2 = {in_data_i[114+:11], in_data_i[46+:23], ~in_data_i[46+:20]};
  assign part_3 = {in_data_i[125+:11], in_data_i[69+:23], ~in_data_i[69+:20]};

  for (genvar f = 0; f < Picks; f++) begin : gen_format
    localparam int unsigned Bits = width(4'(f));
    localparam int unsigned Fields = Bits > 13 ? 2 : 4;

    for (genvar b = 0; b < Bits; b++) begin : gen_bit
      localparam int unsigned From = source(4'(f), b);

      if (Fields == 2) begin : gen_half
        assign picked[Group*f+b]      = format_q[f] && (second_q ? part_2[From] : part_0[From]);
        assign picked[Group*f+Bits+b] = format_q[f] && (second_q ? part_3[From] : part_1[From]);
      end else begin : gen_quartet
        assign picked[Group*f+b]        = format_q[f] && part_0[From];
        assign picked[Group*f+Bits+b]   = format_q[f] && part_1[From];
        assign picked[Group*f+2*Bits+b] = format_q[f] && part_2[From];
        assign picked[Group*f+3*Bits+b] = format_q[f] && part_3[From];
      end
    end
    if (Fields * Bits < Group) begin : gen_rest
      assign picked[Group*f+Fields*Bits+:Group-Fields*Bits] = '0;
    end
  end

  always_comb begin
    group = format_q[FORMAT_BYTE] ? {44'd0, in_data_i[143:136]} : '0;
    for (int unsigned f = 0; f < Picks; f++) group = group | picked[Group*f+:Group];
  end

  // ---- group ----
  logic full_q, last_q;
  logic room;              // a group is taken
  logic waits;             // a group is there
  logic last_group;
  logic [Group-1:0] next_group;
  logic [3:0] place_q;     // where it begins
  logic [3:0] inverse_q;   // ~place_q, for half of the 4:1 multiplexers, which would share 2:1 ones and be larger
  logic [4:0] next_place;
  logic move, accept, take;

  assign move = full_q && (!out_valid_o || out_ready_i);
  assign accept = !full_q || move;
  assign in_ready_o = room && (!double_q || second_q);
  assign take = room && in_valid_i;

  twd_skid #(.Width(Group + 1)) u_groups (
    .clk_i, .rst_ni,
    .in_valid_i (in_valid_i && !clear_i),
    .in_ready_o (room),
    .in_data_i  ({in_last_i && in_ready_o, group}),
    .out_valid_o(waits),
    .out_ready_i(accept || clear_i),
    .out_data_o ({last_group, next_group})
  );
  assign next_place = {1'b0, place_q} + {1'b0, step_q};

  // ---- words ----
  localparam int unsigned Places = 16;

  logic [63:0] wide, turned_3, turned;
  logic [Places-1:0] earlier;    // places that the word under construction has already
  logic odd_q;                  // this word is the odd one
  logic [63:0] even_word_q, odd_word_q;

  assign wide = {12'd0, group_q};

  always_comb begin
    logic [3:0] by;
    for (int unsigned i = 0; i < Places; i++) begin
      earlier[i] = i < Places - 1 && 4'(i) < place_q;  // it never has all
      by = i % 4 < 2 ? place_q : ~inverse_q;
      turned_3[4*i+:4] = by[1] ? (by[0] ? wide[4*((i+13)%16)+:4] : wide[4*((i+14)%16)+:4])
                               : (by[0] ? wide[4*((i+15)%16)+:4] : wide[4*i+:4]);
    end
    for (int unsigned i = 0; i < Places; i++) begin
      by = i < 8 ? place_q : ~inverse_q;
      turned[4*i+:4] = by[3] ? (by[2] ? turned_3[4*((i+4)%16)+:4] : turned_3[4*((i+8)%16)+:4])
                             : (by[2] ? turned_3[4*((i+12)%16)+:4] : turned_3[4*i+:4]);
    end
  end

  for (genvar i = 0; i < Places; i++) begin : gen_place
    always_ff @(posedge clk_i) begin
      if (move && odd_q == earlier[i]) even_word_q[4*i+:4] <= turned[4*i+:4];
      if (move && odd_q != earlier[i]) odd_word_q[4*i+:4] <= turned[4*i+:4];
    end
  end

  assign out_data_o = odd_q ? even_word_q : odd_word_q;

  always_ff @(posedge clk_i) begin
    if (accept) begin
      group_q <= next_group;
      last_q  <= last_group;
    end
    if (move) out_last_o <= last_q;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      full_q      <= 1'b0;
      second_q    <= 1'b0;
      place_q     <= '0;
      inverse_q   <= '1;
      odd_q       <= 1'b0;
      out_valid_o <= 1'b0;
    end else begin
      if (clear_i) begin
        full_q      <= 1'b0;
        second_q    <= 1'b0;
        place_q     <= '0;
        inverse_q   <= '1;
        odd_q       <= 1'b0;
        out_valid_o <= 1'b0;
      end else begin
        if (accept) full_q <= waits;
        if (take) second_q <= double_q && !second_q;
        if (move) begin
          place_q   <= next_place[3:0];
          inverse_q <= ~next_place[3:0];
          odd_q     <= odd_q ^ next_place[4];
        end
        if (!out_valid_o || out_ready_i) out_valid_o <= full_q && next_place[4];
      end
    end
  end

  `TWD_ASSERT(WholeWords, !(move && last_q) || next_place == 5'd16)
  `TWD_ASSERT_HELD(OutHeld, out_valid_o, out_ready_i || clear_i, {out_last_o, out_data_o})

endmodule
