// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_store_lane: the datapath of twd_store_map for a coefficient.
//
//   x --> sum --> first --> product --> quotient --> high
//
//   sum       x + add: -(C - x) - 1, x + 4095 for Power2Round, x + gamma2 - 1, |x| against the limit
//   first     z, 3 z, or 5 z    with z = sum >> 8
//   product   z, 11 z / 4 rounded up, or -315 x
//   quotient  p + floor(p / 1024) + 1, or -315 x + a correction - half of the last place + 1
//
// Decompose z = floor((x + gamma2 - 1) / 256), p = z or 11 z / 4, so that gamma2 is 1023 units of p. If p = 1023 a +
//           b, then p + floor(p / 1024) + 1 = 1024 a + b + (1 or 0): a is floor((x + gamma2 - 1) / gamma2) = 2
//           HighBits + (r0 > 0), where HighBits is 44 or 16, so 0, for r - r0 = q - 1. |r0| is at least gamma2 -
//           beta, beta < 256, if b is 0 or the largest, and the low 8 bits of the sum are among the first or last
//           beta.
// Compress  2^12 x / 3329 = (315 x - e) / 2^8 with e = 0.0177 x; Corrections has an integer in place of e for each x
//           >> 7, with which round(2^d x / 3329) is right for all x < 3329 and all d <= 11. All bits are inverted at
//           the end.
// Timing    sum_o and norm_o after 1 enabled cycle, low_o after 4, high_o after 5
// Cost      adders of 24, 17, 20 and 20 bits, and of 9 and 6 bits
// Model     twiddle.model.encode.fields, exceeded

module twd_store_lane #(
  parameter bit Kem = 1'b1,
  parameter bit Dsa = 1'b1
) (
  input  logic        clk_i,
  input  logic        clear_i,
  input  logic        en_i,
  input  twd_store_pkg::job_t job_i,
  input  logic [23:0] x_i,          // ML-DSA: bits 22:0; ML-KEM: bits 19:8
  input  logic        hint_i,
  output logic [22:0] sum_o,        // a flip-flop: T1, T0, x - C - 1, x of ML-KEM: bits 22:13, 12:0, 19:0, 19:8
  output logic        norm_o,       // |x| is more than the limit
  output logic        low_o,        // |LowBits(x)| is
  output logic [10:0] high_o        // d bits of Compress, the highest is bit 10; or bits 3:0, 5:4 of HighBits
);

  // Without a scheme its signals are constant.
  twd_store_pkg::job_t job;

  always_comb begin
    job = job_i;
    if (!Dsa) begin
      {job.add, job.add_high, job.triple, job.use_hint, job.limit} = '0;
    end
    if (!Kem) {job.compress, job.round} = '0;
  end

  // ---- sum ----
  logic [23:0] sum_q;
  logic sign_q, hint_q;

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      sum_q  <= x_i + (x_i[22] && Dsa ? job.add_high : job.add);
      sign_q <= x_i[22];
    end
  end

  assign sum_o = sum_q[22:0];
  assign norm_o = sum_q[23] == sign_q;

  // ---- products ----
  logic [15:0] z;
  logic [16:0] first_q;
  logic [13:0] quarter_q;     // floor(z / 4)
  logic [4:0] block_q, block_q2;  // x >> 7 of ML-KEM
  logic [19:0] less, product_q;

  assign z = sum_q[23:8];
  assign less = (job.triple ? {6'd0, quarter_q} : '0) | (job.compress ? {first_q[13:0], 6'd0} : '0);

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      first_q   <= {1'b0, z} + ((job.triple ? {z, 1'b0} : '0) | (job.compress ? {z[14:0], 2'b00} : '0));
      quarter_q <= z[15:2];
      product_q <= {3'd0, first_q} - less;
      block_q   <= z[11:7];
      block_q2  <= block_q;
    end
  end

  // ---- quotient ----
  localparam logic [27*6-1:0] Corrections = {
    6'd58, 6'd50, 6'd54, 6'd50, 6'd50, 6'd46, 6'd42, 6'd34, 6'd38, 6'd39, 6'd35, 6'd32, 6'd32, 6'd32, 6'd32, 6'd24,
    6'd24, 6'd21, 6'd17, 6'd18, 6'd18, 6'd10, 6'd10, 6'd6, 6'd2, 6'd2, 6'd2
  };

  logic [19:0] more, quotient_q;
  logic [5:0] correction;

  always_comb begin
    correction = '0;
    for (int unsigned i = 0; i < 27; i++) if (block_q2 == 5'(i)) correction = Corrections[6*i+:6];
    if (job.compress) begin
      more = {{2{job.round[4]}}, {3{job.round[3]}}, job.round[2], {5{job.round[1]}}, job.round[0], 2'b00, correction};
    end else begin
      more = {13'd0, product_q[16:10]};
    end
  end

  always_ff @(posedge clk_i) if (en_i) quotient_q <= product_q - ~more;  // product + more + 1

  // ---- HighBits, UseHint, LowBits ----
  logic [7:0] low_q2, low_q3, low_q4;
  logic hint_q2, hint_q3, hint_q4;
  logic positive, edge_low, top;  // r0 > 0
  logic [7:0] distance;
  logic [9:0] reach;
  logic [6:0] turned;
  logic [5:0] high;

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      low_q2  <= sum_q[7:0];
      low_q3  <= low_q2;
      low_q4  <= low_q3;
      hint_q  <= hint_i;
      hint_q2 <= hint_q;
      hint_q3 <= hint_q2;
      hint_q4 <= hint_q3;
    end
    if (clear_i) {low_q3, hint_q2, hint_q3} <= '0;  // flip-flops, no shift registers
  end

  assign positive = quotient_q[10];
  assign edge_low = quotient_q[9:0] == {{9{positive}}, positive && !job.triple};
  assign top = job.triple ? quotient_q[16] && quotient_q[14] && quotient_q[13] : quotient_q[15];  // HighBits = 44 or 16
  assign distance = low_q4 ^ {8{positive}};
  assign reach = {1'b0, job.limit, 1'b1} + {1'b0, distance, !positive && !top};
  assign low_o = edge_low && !reach[9];

  logic unused_bits;
  assign unused_bits = ^{reach[8:0], turned[0]};

  assign turned = {quotient_q[16:11], 1'b1}
                + {{6{job.use_hint && hint_q4 && !positive}}, job.use_hint && hint_q4 && positive};

  // Modulo 44: 44 is 0, and -1 is 43. Modulo 16.
  always_comb begin
    high[1:0] = turned[2:1];
    high[2] = turned[3] && !(job.triple && turned[6] && turned[4]);
    high[3] = turned[4] && !(job.triple && turned[6] && turned[3] && !turned[5]);
    high[4] = job.triple && turned[5] && !turned[6];
    high[5] = job.triple && turned[6] && !(turned[4] && turned[3] && !turned[5]);
  end

  logic [10:0] high_q;

  always_ff @(posedge clk_i) begin
    if (en_i) high_q <= {job.compress ? ~quotient_q[19:14] : {high[3:0], high[5:4]}, quotient_q[13:9]};
  end

  assign high_o = {high_q[10:5], ~high_q[4:0]};

endmodule
