// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_unpack_serial: a byte string in words of 64 bits -> fields of d bits, least significant bit first, one a cycle:
// twd_unpack for small devices.
//
//   in --> next --> word --> 4:1, by 16 bits --> 4:1, by 4 bits --> 4:1, by 1 bit --> field
//
// Method    a window of two words that begins before the field, so that it ends, or begins, where twd_load_map has it;
//           other bits are cleared. The window of the first field begins in a word before the first one.
// Out       a field of twd_unpack: one of 11 bits at most ends at bit 10, a longer one begins at bit 1; all other bits
//           are 0. The highest bit of a field of 24 bits is left out.
// d         that of twd_unpack; with 2, bytes come out in place of fields. It stays the same from the cycle after
//           clear_i to the next clear_i.
// Timing    a field in every cycle with room_i = 1, as long as words are there; a byte comes out 3 cycles after that,
//           fields too, and nothing stops them.
// Reset, clear_i   nothing is in flight; the word of a cycle with clear_i is dropped too.
// Cost      4:1 multiplexers of 39, 27 and 24 bits, of 28, 16 and 13 without Dsa
// Model     twiddle.model.decode.fields

module twd_unpack_serial #(
  parameter bit Dsa = 1'b1
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        clear_i,
  input  logic [4:0]  d_i,
  input  logic        in_valid_i,
  output logic        in_ready_o,
  input  logic [63:0] in_data_i,
  output logic        empty_o,       // a field needs another word
  input  logic        room_i,
  output logic        byte_valid_o,
  output logic [7:0]  byte_o,
  output logic        out_valid_o,
  output logic [23:0] out_data_o
);

  localparam int unsigned Bits = Dsa ? 24 : 13;  // of a window

  // ---- words ----
  logic [63:0] word_q, next_q;      // next_q follows word_q
  logic word_valid_q, next_valid_q;
  logic open_q;                     // not in reset
  logic begins_q;                   // after clear_i
  logic [5:0] place_q;              // of word_q, where the window begins
  logic [4:0] size_q, need_q;       // bits of a field; with those before it in the window
  logic [3:0] early;                // those
  logic [6:0] end_d;
  logic bytes, take, used, move, beyond;

  assign bytes = d_i == 5'd2;
  assign early = bytes ? 4'd0 : d_i > 5'd11 ? 4'd1 : 4'd11 - d_i[3:0];
  assign end_d = {1'b0, place_q} + 7'(size_q);
  assign beyond = {1'b0, place_q} + 7'(need_q) > 7'd64;
  assign take = room_i && word_valid_q && (next_valid_q || !beyond) && !begins_q;
  assign used = take && end_d[6];
  assign move = next_valid_q && (!word_valid_q || used);
  assign empty_o = (!word_valid_q || beyond) && !next_valid_q;
  assign in_ready_o = open_q && !begins_q && (!next_valid_q || move);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      open_q       <= 1'b0;
      begins_q     <= 1'b0;
      word_valid_q <= 1'b0;
      next_valid_q <= 1'b0;
    end else begin
      open_q       <= 1'b1;
      begins_q     <= clear_i;
      word_valid_q <= !clear_i && (begins_q ? early != '0 : move || (word_valid_q && !used));
      next_valid_q <= !clear_i && ((in_valid_i && in_ready_o) || (next_valid_q && !move));
    end
  end

  always_ff @(posedge clk_i) begin
    size_q <= bytes ? 5'd8 : d_i;
    need_q <= bytes ? 5'd8 : d_i > 5'd11 ? d_i + 5'd1 : 5'd11;
    if (move) word_q <= next_q;
    if (in_ready_o) next_q <= in_data_i;
    if (begins_q) place_q <= 6'd0 - 6'(early);
    else if (take) place_q <= end_d[5:0];
  end

  // ---- window ----
  logic [Bits+62:0] both;
  logic [Bits+14:0] near_q;
  logic [Bits+2:0] close_q;
  logic [Bits-1:0] field_q;
  logic [3:0] place_q2;
  logic [1:0] place_q3;
  logic [2:0] valid_q;              // of near_q, close_q, field_q
  logic [23:0] outside_q;           // bits that are in no field

  assign both = {next_q[Bits-2:0], word_q};
  assign byte_valid_o = valid_q[2];
  assign byte_o = field_q[7:0];
  assign out_valid_o = valid_q[2] && !bytes;
  assign out_data_o = 24'(field_q);

  always_ff @(posedge clk_i) begin
    outside_q <= {{3{d_i < 5'd24}}, {2{d_i < 5'd20}}, {5{d_i < 5'd18}}, d_i < 5'd13, {2{d_i < 5'd12}}, 1'b0,
                  {2{d_i < 5'd3}}, d_i < 5'd4, d_i < 5'd5, d_i < 5'd6, {4{d_i < 5'd10}}, d_i != 5'd11};
    if (bytes) outside_q <= '0;
    place_q2 <= place_q[3:0];
    place_q3 <= place_q2[1:0];
    unique case (place_q[5:4])
      2'd0: near_q <= both[0+:Bits+15];
      2'd1: near_q <= both[16+:Bits+15];
      2'd2: near_q <= both[32+:Bits+15];
      default: near_q <= both[48+:Bits+15];
    endcase
    unique case (place_q2[3:2])
      2'd0: close_q <= near_q[0+:Bits+3];
      2'd1: close_q <= near_q[4+:Bits+3];
      2'd2: close_q <= near_q[8+:Bits+3];
      default: close_q <= near_q[12+:Bits+3];
    endcase
    for (int unsigned k = 0; k < Bits; k++) begin
      unique case (place_q3)
        2'd0: field_q[k] <= close_q[k];
        2'd1: field_q[k] <= close_q[k+1];
        2'd2: field_q[k] <= close_q[k+2];
        default: field_q[k] <= close_q[k+3];
      endcase
      if (outside_q[k]) field_q[k] <= 1'b0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= '0;
    else valid_q <= clear_i ? '0 : {valid_q[1:0], take};
  end

endmodule
