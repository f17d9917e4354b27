// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_pack_serial: fields of d bits, one after the other -> a byte string in words of 64 bits, the least significant
// bit first, a bit a cycle: twd_pack for small devices.
//
//   in --> field --> word --> out
//
// In        what one twd_store_lane gives: sum_o, above it high_o; in STORE_PACK_HINT, a byte above both.
// Method    two shift registers. Fields that end at bit 10 of high_o, or begin at bit 13 of sum_o, lose their lowest
//           bits first, a bit a cycle too.
// Assumes   a frame, which ends with last, is a number of whole words.
// Job       kind_i and d_i are constant from a cycle with clear_i to the next one.
// Timing    d cycles a field, 11 of STORE_COMPRESS, 15 of STORE_T1; and one a word, and as long as it is not taken. A
//           word comes in the cycle after its last bit. clear_i drops what is inside.
// Cost      a multiplexer of 20 bits, 84 flip-flops
// Model     twiddle.model.encode.words

`include "twd_assert.svh"

module twd_pack_serial #(
  parameter bit Kem = 1'b1,
  parameter bit Dsa = 1'b1
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        clear_i,
  input  twd_codec_pkg::store_e kind_i,
  input  logic [ 4:0] d_i,
  input  logic        in_valid_i,
  output logic        in_ready_o,
  input  logic        in_last_i,
  input  logic [41:0] in_data_i,
  output logic        out_valid_o,
  input  logic        out_ready_i,
  output logic        out_last_o,
  output logic [63:0] out_data_o
);

  localparam int unsigned Bits = Dsa ? 20 : 12;  // of the longest field

  // ---- job ----
  logic compress_q, plain_q, t1_q, high_q, byte_q;
  logic [4:0] d_q, shifts_q;  // bits of a field; with those that it loses

  logic compress, t1, packs;

  assign compress = Kem && kind_i == twd_codec_pkg::STORE_COMPRESS;
  assign t1 = Dsa && kind_i == twd_codec_pkg::STORE_T1;
  assign packs = Dsa && kind_i == twd_codec_pkg::STORE_PACK_HINT;

  always_ff @(posedge clk_i) begin
    compress_q <= compress;
    plain_q    <= Kem && kind_i == twd_codec_pkg::STORE_PLAIN;
    t1_q       <= t1;
    high_q     <= Dsa && (kind_i == twd_codec_pkg::STORE_HIGH || kind_i == twd_codec_pkg::STORE_USE_HINT);
    byte_q     <= packs;
    d_q        <= packs ? 5'd8 : d_i;
    shifts_q   <= compress ? 5'd11 : t1 ? 5'd15 : packs ? 5'd8 : d_i;
  end

  // ---- fields ----
  logic [7:0] octet;
  logic [10:0] high;
  logic [22:0] sum;
  logic [19:0] chosen;
  logic [Bits-1:0] field_q;
  logic [4:0] left_q;        // bits of it
  logic last_q, take, shift, kept;

  assign {octet, high, sum} = in_data_i;
  assign in_ready_o = left_q == '0 || (left_q == 5'd1 && shift);
  assign take = in_valid_i && in_ready_o && !clear_i;
  assign shift = left_q != '0 && !out_valid_o;
  assign kept = shift && left_q <= d_q;

  always_comb begin
    if (compress_q) chosen = 20'(high);
    else if (plain_q) chosen = 20'(sum[19:8]);
    else if (t1_q) chosen = 20'(sum[22:8]);
    else if (high_q) chosen = 20'({high[6:5], high[10:7]});
    else if (byte_q) chosen = 20'(octet);
    else chosen = ~sum[19:0];
  end

  always_ff @(posedge clk_i) begin
    if (take) begin
      field_q <= chosen[Bits-1:0];
      last_q  <= in_last_i;
    end else if (shift) begin
      field_q <= field_q >> 1;
    end
    if (kept) out_data_o <= {field_q[0], out_data_o[63:1]};
  end

  // ---- words ----
  logic [5:0] count_q;       // bits of the word

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      left_q      <= '0;
      count_q     <= '0;
      out_valid_o <= 1'b0;
      out_last_o  <= 1'b0;
    end else if (clear_i) begin
      left_q      <= '0;
      count_q     <= '0;
      out_valid_o <= 1'b0;
    end else begin
      if (take) left_q <= shifts_q;
      else if (shift) left_q <= left_q - 5'd1;
      if (kept) count_q <= count_q + 6'd1;
      if (kept && count_q == '1) begin
        out_valid_o <= 1'b1;
        out_last_o  <= last_q && left_q == 5'd1;
      end else if (out_ready_i) begin
        out_valid_o <= 1'b0;
      end
    end
  end

  `TWD_ASSERT(WholeWords, !(kept && last_q && left_q == 5'd1) || count_q == '1)
  `TWD_ASSERT_HELD(OutHeld, out_valid_o, out_ready_i || clear_i, {out_last_o, out_data_o})

endmodule
