// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_unpack: a byte string in words of 64 bits -> fields of d bits, least significant bit first, two to four a cycle.
//
//   in --> next --> word --> 4:1, by 16 bits --> 4:1, by 4 bits --> group --> fields
//
// Method    four fields of d <= 13 bits are d places of 4 bits, two of 18 or 20 bits are 9 or 10. A group of so many
//           places is taken out of two words, then its bits are put where they belong. With 24 bits, a group is a word,
//           and has the fields that end there: two, three and three, in turn.
// Out       four fields of at most 13 bits, or two longer ones, fields 0 and 1, with out_three_o also field 2; those
//           after them are then undefined. Field i is in 24 bits from 24 i on: one of 11 bits at most ends at bit 10, a
//           longer one begins at bit 1; all other bits are 0. The highest bit of a field of 24 bits is left out.
// d         1, 4, 5, 6, 10, 11, 12 with Kem; 3, 4, 10, 13, 18, 20, 24 with Dsa; with 2, bytes come out in place of
//           fields. It stays the same from the cycle after clear_i to the next clear_i.
// Timing    a group in every cycle with room_i = 1, as long as words are there, first 2 cycles after its word was
//           taken; a byte comes out 2 cycles after that, fields 3, and nothing stops them.
// Reset, clear_i   nothing is in flight; the word of a cycle with clear_i is dropped too.
// Cost      116 LUT for the group, 72 for fields of 24 bits; 376 LUT, 462 flip-flops on xc7 by Yosys, 233 and 328
//           without Dsa
// Model     twiddle.model.decode.fields

`include "twd_assert.svh"

module twd_unpack #(
  parameter bit Kem = 1'b1,
  parameter bit Dsa = 1'b1
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        clear_i,
  input  logic [4:0]  d_i,
  input  logic        in_valid_i,
  output logic        in_ready_o,
  input  logic [63:0] in_data_i,
  output logic        empty_o,       // no word is here
  input  logic        room_i,
  output logic        byte_valid_o,
  output logic [7:0]  byte_o,
  output logic        out_valid_o,
  output logic        out_three_o,
  output logic [95:0] out_data_o
);

  `TWD_REFUSE(gen_no_scheme, !Kem && !Dsa, "twd_unpack: neither Kem nor Dsa")

  localparam int unsigned Group = 52;  // bits of four fields of 13

  // ---- words ----
  logic [63:0] word_q, next_q;  // next_q follows word_q
  logic word_valid_q, next_valid_q;
  logic [4:0] end_q, end_d;     // place of word_q, or of next_q, where the next group ends
  logic [4:0] step_q;           // places of a group
  logic high_16_q, odd_16_q;    // place where it begins: bit 3, and whether bits 3:2 differ
  logic high_4_q, odd_4_q;      // bit 1, and whether bits 1:0 differ
  logic beyond_q;               // the group ends in next_q
  logic open_q;                 // not in reset
  logic first_q;                // no word has come to word_q yet
  logic take, used, move;

  assign end_d = {1'b0, first_q ? 4'd0 : end_q[3:0]} + step_q;
  assign take = room_i && word_valid_q && (next_valid_q || !beyond_q);
  assign used = take && end_q[4];
  assign move = next_valid_q && (!word_valid_q || used);
  assign empty_o = !word_valid_q && !next_valid_q;
  assign in_ready_o = open_q && (!next_valid_q || move);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      open_q       <= 1'b0;
      word_valid_q <= 1'b0;
      next_valid_q <= 1'b0;
      first_q      <= 1'b1;
    end else begin
      open_q       <= 1'b1;
      word_valid_q <= !clear_i && (move || (word_valid_q && !used));
      next_valid_q <= !clear_i && ((in_valid_i && in_ready_o) || (next_valid_q && !move));
      first_q      <= clear_i || (first_q && !move);
    end
  end

  always_ff @(posedge clk_i) begin
    step_q <= d_i == 5'd24 ? 5'd16 : {1'b0, d_i[4] ? d_i[4:1] : d_i[3:0]};
    if (move) word_q <= next_q;
    if (in_ready_o) next_q <= in_data_i;
    if (take || first_q) begin
      high_16_q <= !first_q && end_q[3];
      odd_16_q  <= !first_q && ^end_q[3:2];
      high_4_q  <= !first_q && end_q[1];
      odd_4_q   <= !first_q && ^end_q[1:0];
      end_q     <= end_d;
      beyond_q  <= end_d[4] && end_d[3:0] != '0;
    end
  end

  // ---- group ----
  // The four choices of a bit come in the order 0, 1, 3, 2: then no two of them are those of another bit as well, and
  // tools take one LUT a bit.
  logic [Group+59:0] window;
  logic [Group+11:0] near_q;
  logic [Group-1:0] group_q;
  logic high_4_q2, odd_4_q2;
  logic [2:0] valid_q;  // of near_q, group_q, out_data_o

  assign window = {next_q[Group-5:0], word_q};
  assign byte_valid_o = valid_q[1];
  assign byte_o = group_q[7:0];
  assign out_valid_o = valid_q[2] && d_i != 5'd2;

  always_ff @(posedge clk_i) begin
    near_q <= high_16_q ? (odd_16_q ? window[32+:Group+12] : window[48+:Group+12])
        : (odd_16_q ? window[16+:Group+12] : window[0+:Group+12]);
    high_4_q2 <= high_4_q;
    odd_4_q2  <= odd_4_q;
    group_q <= high_4_q2 ? (odd_4_q2 ? near_q[8+:Group] : near_q[12+:Group])
        : (odd_4_q2 ? near_q[4+:Group] : near_q[0+:Group]);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= '0;
    else valid_q <= clear_i ? '0 : {valid_q[1:0], take};
  end

  // ---- fields of 24 bits ----
  logic [71:0] whole_q;  // three fields, beside group_q
  logic [15:0] rest_q;   // of the word before
  logic [1:0] part_q;    // number of the next word, modulo three
  logic three_q;         // whole_q has three

  if (Dsa) begin : gen_whole
    always_ff @(posedge clk_i) begin
      case (part_q)
        2'd0: whole_q <= {24'd0, near_q[47:0]};
        2'd1: whole_q <= {near_q[55:0], rest_q};
        default: whole_q <= {near_q[63:0], rest_q[15:8]};
      endcase
      if (valid_q[0] || d_i != 5'd24) rest_q <= near_q[63:48];
      three_q     <= d_i == 5'd24 && part_q != '0;
      out_three_o <= three_q;
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) part_q <= '0;
      else if (clear_i) part_q <= '0;
      else if (valid_q[0]) part_q <= part_q[1] ? '0 : part_q + 2'd1;
    end
  end else begin : gen_no_whole
    assign whole_q = '0;
    assign rest_q = '0;
    assign part_q = '0;
    assign three_q = 1'b0;
    logic unused;
    assign unused = ^{whole_q, rest_q, part_q, three_q};
    assign out_three_o = 1'b0;
  end

  // ---- fields ----
  // The lowest bit of a field of `width` bits, in the place of a field.
  function automatic int unsigned lowest(input int unsigned width);
    lowest = width > 11 ? 32'd1 : 32'd11 - width;
  endfunction

  // The bit of a group that becomes bit k of field i if d = width. Where there is none, the bit is cleared, and that of
  // d = instead is as good.
  function automatic int unsigned source(input int unsigned i, input int unsigned k, input int unsigned width,
                                         input int unsigned instead);
    if (k >= lowest(width) && k < lowest(width) + width) source = i * width + k - lowest(width);
    else source = i * instead + k - lowest(instead);
  endfunction

  // Each choice of d has registers of its own, so that tools keep the levels of multiplexers as they are.
  logic [1:0] long_q;   // 12, 13, 10, 11
  logic [1:0] wide_q;   // one of them, 18, 20, 24
  logic [1:0] short_q;  // one of all these, 6, 5, 4
  logic [1:0] least_q;  // one of all these, 3, 1
  logic [23:0] none_q;  // bits that are in no field

  always_ff @(posedge clk_i) begin
    long_q  <= d_i[1:0];
    wide_q  <= d_i == 5'd18 ? 2'd1 : d_i == 5'd20 ? 2'd2 : d_i == 5'd24 ? 2'd3 : 2'd0;
    short_q <= d_i == 5'd6 ? 2'd1 : d_i == 5'd5 ? 2'd2 : d_i == 5'd4 ? 2'd3 : 2'd0;
    least_q <= d_i == 5'd3 ? 2'd1 : d_i == 5'd1 ? 2'd2 : 2'd0;
    none_q  <= {{3{d_i < 5'd24}}, {2{d_i < 5'd20}}, {5{d_i < 5'd18}}, d_i < 5'd13, {2{d_i < 5'd12}}, 1'b0,
                {2{d_i < 5'd3}}, d_i < 5'd4, d_i < 5'd5, d_i < 5'd6, {4{d_i < 5'd10}}, d_i != 5'd11};
  end

  for (genvar i = 0; i < 4; i++) begin : gen_field
    for (genvar k = 0; k < 24; k++) begin : gen_bit
      if (k > (Dsa ? (i < 3 ? 23 : 13) : 12)) begin : gen_none
        assign out_data_o[24*i+k] = 1'b0;
      end else begin : gen_choice
        localparam int unsigned Long = k > 12 ? 13 : k == 0 ? 11 : 12;     // has this bit
        localparam int unsigned Wide = k > 18 ? 20 : 18;
        localparam int unsigned Whole = 24 * i + k - 1;                    // its bit of whole_q
        localparam int unsigned Longer = Long == 12 ? 13 : Long;
        logic of_wide, of_short, chosen, bit_q;

        assign out_data_o[24*i+k] = bit_q;

        if (k > 20 || (i == 2 && k > 13)) begin : gen_whole
          assign of_wide = whole_q[Whole];
        end else if (k > 13) begin : gen_wide
          assign of_wide = wide_q[0] ? (wide_q[1] || Wide == 20 ? whole_q[Whole] : group_q[source(i, k, 18, Wide)])
              : group_q[source(i, k, 20, Wide)];
        end else begin : gen_long
          logic of_long;
          assign of_long = long_q[1] ? (long_q[0] && Kem ? group_q[source(i, k, 11, Longer)]
              : group_q[source(i, k, 10, Long)]) : (long_q[0] && Dsa ? group_q[source(i, k, 13, Longer)]
              : group_q[source(i, k, 12, Long)]);
          if (i < 2 && Dsa && k > 0) begin : gen_both
            assign of_wide = wide_q[1] ? (wide_q[0] ? whole_q[Whole] : group_q[source(i, k, 20, 20)])
                : (wide_q[0] ? group_q[source(i, k, 18, 18)] : of_long);
          end else if (i == 2 && Dsa && k > 0) begin : gen_third
            assign of_wide = wide_q == 2'd3 ? whole_q[Whole] : of_long;
          end else begin : gen_narrow
            assign of_wide = of_long;
          end
        end

        if (k < 5 || k > 10) begin : gen_not_short
          assign of_short = of_wide;
        end else begin : gen_short
          assign of_short = short_q[1] ? (short_q[0] || !Kem ? group_q[source(i, k, 4, k == 5 ? 6 : 5)]
              : group_q[source(i, k, 5, 6)]) : (short_q[0] && Kem ? group_q[source(i, k, 6, 6)] : of_wide);
        end

        if (k < 8 || k > 10) begin : gen_not_least
          assign chosen = of_short;
        end else begin : gen_least
          assign chosen = least_q[1] && k == 10 && Kem ? group_q[source(i, k, 1, 3)]
              : least_q[0] && Dsa ? group_q[source(i, k, 3, 3)] : of_short;
        end

        always_ff @(posedge clk_i) begin
          bit_q <= chosen;
          if (none_q[k]) bit_q <= 1'b0;
        end
      end
    end
  end

  `TWD_ASSERT(StepInGroup, !take || (step_q != '0 && (step_q <= 5'd13 || step_q == 5'd16)))

endmodule
