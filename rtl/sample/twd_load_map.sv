// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_load_map: the coefficients of four fields at once, or of two, by the kind of a job (twd_codec_pkg::load_e).
//
//   in --> small values --> r: two summands --> + q, or + X --> out
//
// Method    every kind but Decompress gives a number r in (-q, q), which is x, or 2^g + not x + 1, or of at most four
//           bits by a table; then q is added if r < 0. T1, for x > 0: q - x 2^13 = (2^10 - 1 - x) 2^13 + 1.
//           Decompress of d bits: with X = x 2^(11-d) and 3329 = 13 * 2^8 + 1, the result floor((3329 X + 2^10) / 2^11)
//           is X + floor((u + 1 + X[10]) / 2), where u = X + floor(X / 4) + c and c = X[1:0] + X[9:8] >= 4.
// In        fields as twd_unpack has them; those of BOUNDED are accepted ones. With ball_i = 1 the coefficients are 1,
//           -1 or 0, marked by ball_one_i and ball_minus_i, with ball_valid_i in place of in_valid_i; kind_i and d_i do
//           not matter then.
// Out       out_data_o in the cycle after out_valid_o and its mask: coefficients in [0, q) in natural order, those in
//           the mask are accepted; the others, and those that wrong_o is about, are undefined. Without Dsa coefficients
//           have 12 bits. wrong_o is high for a cycle.
// Timing    out_data_o 3 cycles after in_valid_i, nothing stops it. kind_i, d_i and ball_i stay the same from the cycle
//           after clear_i, which drops what is inside, to the next clear_i, and from 2 cycles before in_valid_i on.
// Cost      two sums a coefficient; 340 LUT, 392 flip-flops on xc7 by Yosys, 219 and 277 without Dsa
// Model     twiddle.model.decode.mapped

`include "twd_assert.svh"

module twd_load_map #(
  parameter bit Kem = 1'b1,
  parameter bit Dsa = 1'b1
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        clear_i,
  input  logic [3:0]  kind_i,        // twd_codec_pkg::load_e
  input  logic [4:0]  d_i,
  input  logic        ball_i,
  input  logic        in_valid_i,
  input  logic        in_three_i,    // of NTT_DSA: three fields, not two
  input  logic [95:0] in_data_i,
  input  logic        ball_valid_i,
  input  logic [3:0]  ball_one_i,
  input  logic [3:0]  ball_minus_i,
  output logic        out_valid_o,
  output logic [3:0]  out_mask_o,
  output logic [95:0] out_data_o,
  output logic        wrong_o
);

  `TWD_REFUSE(gen_no_scheme, !Kem && !Dsa, "twd_load_map: neither Kem nor Dsa")

  localparam int unsigned Out = Dsa ? 23 : 12;        // bits of a coefficient
  localparam logic [22:0] QKem = 23'd3329;
  localparam logic [22:0] QDsa = 23'd8380417;

  // ---- kind ----
  logic pair_q;                // two fields at once, or three
  logic decompress_q, t1_q;
  logic minus_q;               // r = 2^g - x
  logic t0_q, gamma_17_q, gamma_19_q;
  logic small_q;               // r comes from a table
  logic cubic_q;               // CBD with eta = 3
  logic [1:0] table_q;         // 4 - x, 2 - x, 2 - (x mod 5), CBD with eta = 2
  logic [1:0] bound_q;         // x < 9, x < 5, all
  logic q_kem_q, q_dsa_q;      // r may be negative
  logic check_kem_q, check_dsa_q, reject_q, ball_q;

  always_ff @(posedge clk_i) begin
    ball_q       <= Dsa && ball_i;
    pair_q       <= Dsa && !ball_i && (kind_i == twd_codec_pkg::LOAD_NTT_DSA || kind_i == twd_codec_pkg::LOAD_GAMMA_17
                                       || kind_i == twd_codec_pkg::LOAD_GAMMA_19);
    decompress_q <= Kem && !ball_i && kind_i == twd_codec_pkg::LOAD_DECOMPRESS;
    t1_q         <= Dsa && !ball_i && kind_i == twd_codec_pkg::LOAD_T1;
    t0_q         <= Dsa && !ball_i && kind_i == twd_codec_pkg::LOAD_T0;
    gamma_17_q   <= Dsa && !ball_i && kind_i == twd_codec_pkg::LOAD_GAMMA_17;
    gamma_19_q   <= Dsa && !ball_i && kind_i == twd_codec_pkg::LOAD_GAMMA_19;
    minus_q      <= Dsa && !ball_i && kind_i >= twd_codec_pkg::LOAD_T0;
    q_kem_q      <= Kem && !ball_i && kind_i == twd_codec_pkg::LOAD_CBD;
    cubic_q      <= Kem && d_i == 5'd6;
    check_kem_q  <= Kem && kind_i == twd_codec_pkg::LOAD_NTT_KEM;
    check_dsa_q  <= Dsa && kind_i == twd_codec_pkg::LOAD_NTT_DSA;
    table_q      <= kind_i == twd_codec_pkg::LOAD_CBD ? 2'd3 : kind_i == twd_codec_pkg::LOAD_BOUNDED_2 ? 2'd2
        : kind_i == twd_codec_pkg::LOAD_ETA_2 ? 2'd1 : 2'd0;
    bound_q      <= kind_i == twd_codec_pkg::LOAD_ETA_2 ? 2'd1 : kind_i == twd_codec_pkg::LOAD_ETA_4 ? 2'd0 : 2'd2;
    small_q  <= ball_i || kind_i == twd_codec_pkg::LOAD_CBD
        || (kind_i >= twd_codec_pkg::LOAD_BOUNDED_2 && kind_i <= twd_codec_pkg::LOAD_ETA_4);
    q_dsa_q  <= Dsa && (ball_i || kind_i >= twd_codec_pkg::LOAD_T0
        || (kind_i >= twd_codec_pkg::LOAD_BOUNDED_2 && kind_i <= twd_codec_pkg::LOAD_ETA_4));
    reject_q <= ball_i || !(kind_i == twd_codec_pkg::LOAD_ETA_2 || kind_i == twd_codec_pkg::LOAD_ETA_4);
  end

  // ---- small values ----
  // Tables of 64 entries, one LUT a bit. r as {r < 0, three bits of r, or of -r - 1 if r < 0}; entry 16 t + x of the
  // first has table t at bits 10:7 of a field, that of the second has CBD with eta = 3 at bits 10:5.
  function automatic logic [255:0] entries(input bit cubic);
    int r;
    for (int x = 0; x < 64; x++) begin
      if (cubic) r = x % 2 + x / 2 % 2 + x / 4 % 2 - x / 8 % 2 - x / 16 % 2 - x / 32;
      else if (x < 16) r = 4 - x;
      else if (x < 32) r = 2 - x / 2 % 8;
      else if (x < 48) r = 2 - x % 16 % 5;
      else r = x % 2 + x / 2 % 2 - x / 4 % 2 - x / 8 % 2;
      entries[x] = (r >= 0 ? r : -r - 1) % 2 != 0;
      entries[64+x] = (r >= 0 ? r : -r - 1) / 2 % 2 != 0;
      entries[128+x] = (r >= 0 ? r : -r - 1) / 4 % 2 != 0;
      entries[192+x] = r < 0;
    end
  endfunction

  // Entry 16 b + x: x is not below bound b.
  function automatic logic [63:0] beyond();
    for (int x = 0; x < 64; x++) begin
      beyond[x] = x < 16 ? x > 8 : x < 32 ? x / 2 % 8 > 4 : 1'b0;
    end
  endfunction

  localparam logic [255:0] Small = entries(1'b0);
  localparam logic [255:0] Cubic = entries(1'b1);
  localparam logic [63:0] Beyond = beyond();

  logic [3:0] bad;                   // out of range
  logic [3:0] mask_q, mask_q2;
  logic valid_q, valid_q2, wrong_q;

  for (genvar i = 0; i < 4; i++) begin : gen_lane
    localparam int unsigned Bits = Dsa ? (i < 3 ? 24 : 15) : 14;  // of r, and a bit below it; the highest is its sign

    logic [23:0] field;
    logic [3:0] value;
    assign field = in_data_i[24*i+:24];
    for (genvar k = 0; k < 4; k++) begin : gen_bit
      localparam logic [63:0] OfSmall = Small[64*k+:64];
      localparam logic [63:0] OfCubic = Cubic[64*k+:64];
      assign value[k] = cubic_q ? OfCubic[field[10:5]] : OfSmall[{table_q, field[10:7]}];
    end
    assign bad[i] = Beyond[{bound_q, field[10:7]}]
        || (check_kem_q && field[12:11] == 2'd3 && (field[10] || (field[9] && field[8:1] != '0)))
        || (check_dsa_q && i < 3 && field[23:14] == '1 && field[13:1] != '0);

    logic [Bits-1:0] x_q;
    logic [10:0] own_q;              // X of Decompress
    logic inverted_q, carry_q;

    always_ff @(posedge clk_i) begin
      x_q <= field[Bits-1:0];
      if (small_q) x_q <= Bits'({value[2:0], 1'b0});
      if (ball_q) x_q <= Bits'({ball_one_i[i], 1'b0});
      own_q <= field[10:0];
      if (!decompress_q) own_q <= '0;
      inverted_q <= minus_q || (ball_q ? ball_minus_i[i] : small_q && value[3]);
      carry_q    <= decompress_q ? {1'b0, field[1:0]} + {1'b0, field[9:8]} > 3'd3 : minus_q;
    end

    // r = x, not x, 2^g + not x + 1, or u of Decompress; one bit below r, with X of 11 bits from that bit on
    logic [Bits-1:0] direct, other, sum, r_q;
    logic [10:0] held_q;

    always_comb begin
      direct = Bits'(own_q);
      if (Dsa) direct[13] = t0_q;
      if (Dsa && i < 2) begin
        direct[Bits-6] = gamma_17_q;
        direct[Bits-4] = gamma_19_q;
      end
    end

    assign other = decompress_q ? x_q >> 2 : x_q ^ {Bits{inverted_q}};

    twd_carry_add #(.Width(Bits)) u_r (.direct_i(direct), .logic_i(other), .carry_i(carry_q), .sum_o(sum));

    always_ff @(posedge clk_i) begin
      r_q <= sum;
      if (t1_q) r_q <= '0;
      held_q <= x_q[10:0];
    end

    // r + q if r < 0; r + X + (X[10] or u[0])
    logic negative_kem, negative_dsa, high, carry;
    logic [22:0] correction;
    logic [Out-1:0] result;

    assign negative_kem = q_kem_q && r_q[Bits-1];
    assign negative_dsa = q_dsa_q && r_q[Bits-1];
    assign high = t1_q && held_q[10:1] != '0;
    assign carry = decompress_q ? held_q[10] || r_q[0] : negative_kem || negative_dsa || high;

    always_comb begin
      correction = (negative_kem ? QKem : '0) | (negative_dsa ? QDsa : '0) | (decompress_q ? 23'(held_q) : '0)
          | (high ? {~held_q[10:1], 13'd0} : '0);
      correction[0] = decompress_q && held_q[0];  // q is odd: its lowest bit is the carry
    end

    twd_carry_add #(.Width(Out)) u_result (
      .direct_i(Out'({{24{r_q[Bits-1]}}, r_q[Bits-1:1]})),
      .logic_i (correction[Out-1:0]),
      .carry_i (carry),
      .sum_o   (result)
    );

    always_ff @(posedge clk_i) out_data_o[24*i+:24] <= 24'(result);
  end

  // ---- mask ----
  always_ff @(posedge clk_i) begin
    mask_q <= {!pair_q, !pair_q || in_three_i, 2'd3} & ~(bad & {4{reject_q}});
    mask_q2 <= mask_q;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q  <= 1'b0;
      valid_q2 <= 1'b0;
      wrong_q  <= 1'b0;
    end else begin
      valid_q  <= !clear_i && (ball_i ? ball_valid_i : in_valid_i);
      valid_q2 <= !clear_i && valid_q;
      wrong_q  <= !clear_i && in_valid_i && !reject_q && bad != '0;
    end
  end

  assign out_valid_o = valid_q2;
  assign out_mask_o = mask_q2;
  assign wrong_o = wrong_q;

endmodule
