// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_sample_bounded: the fields of four bits that RejBoundedPoly accepts (FIPS 204, algorithms 15 and 31), of words of
// sixteen, as words of sixteen.
//
//   in --> two words --> half --> accepted ones together --> rotated to the next places --> out
//
// Method    eight fields a cycle. The accepted ones of a half are moved together, in groups of two, four and eight, and
//           then rotated to the places after those that are filled.
// Eta       eta_4_i: x < 9 is accepted; otherwise x < 15.
// Timing    a half of a word a cycle. A word is offered in the cycle after the one that fills it; half a word waits
//           where it would end a word while one is offered. in_ready_o is an AND of flip-flops.
// Clear     clear_i, and reset: nothing is in flight. With active_i = 0 words go through all registers, and none is
//           offered: words of 0 overwrite what a job left.
// Cost      301 LUT, 278 flip-flops on xc7 by Yosys
// Model     twiddle.model.sample.accepted_words

`include "twd_assert.svh"

module twd_sample_bounded (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        clear_i,
  input  logic        active_i,    // stays the same from clear_i to the next clear_i, as eta_4_i
  input  logic        eta_4_i,
  input  logic        in_valid_i,
  output logic        in_ready_o,
  input  logic [63:0] in_data_i,
  output logic        empty_o,     // no word is here that could end a word
  output logic        out_valid_o,
  input  logic        out_ready_i,
  output logic [63:0] out_data_o
);

  // ---- halves of words ----
  logic open_q;                        // not in reset
  logic next_valid_q, move;            // next_q follows word_q
  logic word_valid_q, high_q;          // of word_q its high half is next
  logic half_valid_q, packed_valid_q;
  logic en, whole;                     // a word ends
  logic [63:0] word_q, next_q;
  logic [31:0] half, half_q;
  logic [7:0] mask, mask_q;            // accepted fields

  assign en = !(whole && out_valid_o);
  assign move = next_valid_q && (!word_valid_q || (en && high_q));
  assign in_ready_o = open_q && active_i && !next_valid_q;
  assign half = high_q ? word_q[63:32] : word_q[31:0];
  assign empty_o = !next_valid_q && !word_valid_q && !half_valid_q && !packed_valid_q && !out_valid_o;

  always_comb begin
    for (int unsigned i = 0; i < 8; i++) begin
      mask[i] = eta_4_i ? half[4*i+:4] < 4'd9 : half[4*i+:4] != 4'd15;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      open_q         <= 1'b0;
      next_valid_q   <= 1'b0;
      word_valid_q   <= 1'b0;
      high_q         <= 1'b0;
      half_valid_q   <= 1'b0;
      packed_valid_q <= 1'b0;
    end else begin
      open_q       <= 1'b1;
      next_valid_q <= !clear_i && ((in_valid_i && in_ready_o) || (next_valid_q && !move));
      word_valid_q <= !clear_i && (move || (word_valid_q && !(en && high_q)));
      if (en) begin
        high_q         <= word_valid_q && !high_q;
        half_valid_q   <= word_valid_q;
        packed_valid_q <= half_valid_q;
      end
      if (clear_i || !active_i) begin
        high_q         <= 1'b0;
        half_valid_q   <= 1'b0;
        packed_valid_q <= 1'b0;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (!next_valid_q) next_q <= in_data_i;
    if (move || !active_i) word_q <= next_q;
    if (en) begin
      half_q <= half;
      mask_q <= mask;
    end
  end

  // ---- accepted ones together ----
  function automatic logic [31:0] together(input logic [31:0] fields, input logic [7:0] accepted);
    logic [31:0] twos, fours;
    logic [2:0] number;  // of the lower group
    for (int unsigned g = 0; g < 4; g++) begin
      twos[8*g+:8] = accepted[2*g] ? fields[8*g+:8] : {fields[8*g+4+:4], fields[8*g+4+:4]};
    end
    for (int unsigned g = 0; g < 2; g++) begin
      number = 3'(accepted[4*g]) + 3'(accepted[4*g+1]);
      fours[16*g+:16] = number == 3'd2 ? twos[16*g+:16]
          : number == 3'd1 ? {4'd0, twos[16*g+8+:8], twos[16*g+:4]} : {8'd0, twos[16*g+8+:8]};
    end
    number = 3'(accepted[0]) + 3'(accepted[1]) + 3'(accepted[2]) + 3'(accepted[3]);
    case (number)
      3'd0: together = {16'd0, fours[31:16]};
      3'd1: together = {12'd0, fours[31:16], fours[3:0]};
      3'd2: together = {8'd0, fours[31:16], fours[7:0]};
      3'd3: together = {4'd0, fours[31:16], fours[11:0]};
      default: together = fours;
    endcase
  endfunction

  logic [31:0] packed_q;
  logic [3:0] count_q, count;

  always_comb begin
    count = '0;
    for (int unsigned i = 0; i < 8; i++) count = count + 4'(mask_q[i]);
  end

  always_ff @(posedge clk_i) begin
    if (en) begin
      packed_q <= together(half_q, mask_q);
      count_q  <= count;
    end
  end

  // ---- the next places of a word ----
  logic [3:0] fill_q;                  // the next place
  logic [4:0] fill;                    // after packed_q
  logic [15:0] here;                   // places of packed_q
  logic [31:0] rotated;                // place p, and p + 8, has this part
  logic [63:0] places_q;

  assign fill = {1'b0, fill_q} + {1'b0, count_q};
  assign whole = packed_valid_q && fill[4];

  always_comb begin
    for (int unsigned p = 0; p < 16; p++) here[p] = 4'(p) - fill_q < count_q;
    rotated = packed_q;
    for (int unsigned b = 0; b < 3; b++) begin
      if (fill_q[b]) rotated = (rotated << (4 << b)) | (rotated >> (32 - (4 << b)));
    end
  end

  always_ff @(posedge clk_i) begin
    for (int unsigned p = 0; p < 16; p++) begin
      if (!active_i || (packed_valid_q && en && here[p])) places_q[4*p+:4] <= rotated[4*(p%8)+:4];
    end
    if (!out_valid_o) begin
      out_data_o[31:0] <= places_q[31:0];
      for (int unsigned p = 8; p < 16; p++) begin
        out_data_o[4*p+:4] <= here[p] ? rotated[4*(p-8)+:4] : places_q[4*p+:4];
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      fill_q      <= '0;
      out_valid_o <= 1'b0;
    end else if (clear_i) begin
      fill_q      <= '0;
      out_valid_o <= 1'b0;
    end else begin
      if (packed_valid_q && en) fill_q <= fill[3:0];
      out_valid_o <= out_valid_o ? !out_ready_i : whole;
    end
  end

  `TWD_ASSERT(OnlyActive, active_i || !out_valid_o)

endmodule
