// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_pwmm_karatsuba: c_0 + c_1 x = s + 2^-Halvings (a_0 + a_1 x)(b_0 + b_1 x) mod x^2 - zeta, a pair a unit and cycle,
// with s the pair that came out n / (2 Units) pairs before, or 0 with first_i.
//
//   a_0 b_0 --* m_0 --+--------------- + --> K-RED --> + --+--> c_0     *  K-DSP without K-RED
//                     |      zeta / k  |               |   |
//   a_1 b_1 --* m_1 --|--+--> K-RED ---* z             +- SHR
//                     +--+
//   a_0 + a_1, b_0 + b_1 --* k ------- - --> K-RED --> + --+--> c_1
//                                                      +- SHR
//
// Method    the PWMM of Nguyen et al. 2023, Fig. 5 and equations 11 to 13: four K-DSPs without their K-RED
//           (twd_karatsuba_product with its table), Karatsuba of pairs on their results, K-RED of the sums, which
//           leaves the 1/n of the inverse transform, and a shift register with feedback for the rows of the matrix.
// Changed   K-RED by 2^-Halvings in place of a shift before it (see twd_ldsp_reduce). The difference k - (m_0 + m_1)
//           adds the complement of the sum; the table of k takes the surplus off.
// Ranges    a_i, b_i, zeta_i in [0, q), lane l of a unit is coefficient l of its pair; zeta_i = zeta / k, k of
//           q = k 2^m + 1; c_o in [0, q).
// Timing    ZetaCycle cycles from a_i, b_i to zeta_i, Latency to c_o, 10 and 22 for 3329 and 7 halvings; first_i comes
//           with a_i. One pair a unit per enabled cycle, en_i = 0 freezes the pipe and the shift register; no reset.
// Cost      a unit: four products of twd_karatsuba_product, three K-RED, two modular additions before and two after
//           them, 2 Width (n / (2 Units) - 2) bits of shift register. No DSP block, no block RAM.
// Limits    pairs follow each other without a gap in a polynomial; the constants zeta are the caller's.
// Model     twiddle.model.pwmm.karatsuba_unit, karatsuba_rows

`include "twd_delay.svh"
`include "twd_modulus.svh"

module twd_pwmm_karatsuba #(
  parameter  int unsigned Q        = 3329,
  parameter  int unsigned N        = 256,   // coefficients of a polynomial, 8 or more, a multiple of 4
  parameter  int unsigned Units    = 1,     // pairs a cycle, 1 or 2
  parameter  int unsigned Halvings = 7,     // 1 to m of q = k 2^m + 1
  localparam int unsigned Width    = $clog2(Q)
) (
  input  logic                             clk_i,
  input  logic                             en_i,
  input  logic                             first_i,
  input  logic [Units-1:0][1:0][Width-1:0] a_i,
  input  logic [Units-1:0][1:0][Width-1:0] b_i,
  input  logic [Units-1:0][Width-1:0]      zeta_i,
  output logic [Units-1:0][1:0][Width-1:0] c_o
);

  `TWD_REFUSE_Q("twd_pwmm_karatsuba", Q)
  `TWD_REFUSE(gen_bad_units, Units < 1 || Units > 2, "twd_pwmm_karatsuba: Units is not 1 or 2")
  `TWD_REFUSE(gen_bad_n, N < 8 || N % 4 != 0, "twd_pwmm_karatsuba: N is not a multiple of 4 from 8")
  `TWD_REFUSE(gen_bad_q, Width < 12 || Halvings == 0 || !twd_ldsp_pkg::supported(Q, Halvings),
              "twd_pwmm_karatsuba: Q is not k 2^m + 1 with odd k < 2^m, of 12 to 14 bits, or Halvings is not 1 to m")

  localparam int unsigned Beats = N < 8 ? 4 : N / (2 * Units);
  localparam int unsigned Product = 32'd6;         // cycles of twd_karatsuba_product
  localparam int unsigned Short = 2 * Width - 4;   // bits of its result
  localparam logic [63:0] Largest = (64'd1 << Short) - 64'd1;
  localparam logic [63:0] LowLargest = 64'd2 * Largest;
  localparam logic [63:0] HighLargest = 64'd3 * Largest + 64'd1;
  // x + ~y = x - y + 2^(Short + 1) - 1.
  localparam int unsigned Complement = Q - 32'((LowLargest + 64'd1) % 64'(Q));
  localparam int unsigned ZetaCycle = Product + twd_fold_pkg::latency(Q, 1, 0, Largest) + 32'd1;
  localparam int unsigned SumCycle = ZetaCycle + Product + 32'd1 + twd_fold_pkg::latency(Q, 1, Halvings, LowLargest);
  localparam int unsigned HighCycle = twd_modarith_pkg::ADD_LATENCY + Product + 32'd1
      + twd_fold_pkg::latency(Q, 1, Halvings, HighLargest);

  logic first;
  logic [Units-1:0][Short-1:0] k;
  logic [Units-1:0][Short:0] outer_q, outer_late;

  `TWD_DELAY(u_first_delay, 1, SumCycle, en_i, first_i, first)

  for (genvar u = 0; u < Units; u++) begin : gen_unit
    logic [Width-1:0] a_sum, b_sum;
    logic [2*Short-1:0] m;  // m_1, m_0
    logic [Short-1:0] m_0_late, z;
    logic [Width:0] m_1_lazy;
    logic [Width-1:0] m_1, m_1_q;
    logic [Short:0] low_q;
    logic [Short+1:0] high_q;
    logic [2*Width+1:0] product;  // of each coefficient, in (-q, q)
    logic [Width:0] high_early;
    logic [2*Width-1:0] late, sum;

    // ---- four K-DSPs ----
    twd_mod_add #(.Q(Q)) u_a (.clk_i, .en_i, .a_i(a_i[u][0]), .b_lazy_i({1'b0, a_i[u][1]}), .sum_o(a_sum));

    twd_mod_add #(.Q(Q)) u_b (.clk_i, .en_i, .a_i(b_i[u][0]), .b_lazy_i({1'b0, b_i[u][1]}), .sum_o(b_sum));

    for (genvar i = 0; i < 2; i++) begin : gen_product
      twd_karatsuba_product #(.Width(Width), .Modulus(Q)) u_m (
        .clk_i, .en_i,
        .a_i      (a_i[u][i]),
        .b_i      (b_i[u][i]),
        .product_o(m[i*Short+:Short])
      );
    end

    twd_karatsuba_product #(.Width(Width), .Modulus(Q), .Offset(Complement)) u_k (
      .clk_i, .en_i,
      .a_i      (a_sum),
      .b_i      (b_sum),
      .product_o(k[u])
    );

    twd_mod_reduce #(.Q(Q), .Method(twd_method_pkg::METHOD_KRED), .Largest(Largest)) u_kred_m_1 (
      .clk_i, .en_i,
      .x_i          (m[Short+:Short]),
      .result_lazy_o(m_1_lazy)
    );

    twd_mod_correct #(.Q(Q), .Above(1'b0)) u_correct (.raw_i({m_1_lazy[Width], m_1_lazy}), .result_o(m_1));

    twd_karatsuba_product #(.Width(Width), .Modulus(Q)) u_z (
      .clk_i, .en_i,
      .a_i      (m_1_q),
      .b_i      (zeta_i[u]),
      .product_o(z)
    );

    // ---- Karatsuba of pairs ----
    `TWD_DELAY(u_m_0_delay, Short, ZetaCycle, en_i, m[0+:Short], m_0_late)

    `TWD_DELAY(u_outer_delay, Short + 1, twd_modarith_pkg::ADD_LATENCY - 1, en_i, outer_q[u], outer_late[u])

    always_ff @(posedge clk_i) begin
      if (en_i) begin
        m_1_q      <= m_1;
        low_q      <= {1'b0, m_0_late} + {1'b0, z};
        outer_q[u] <= {1'b0, m[0+:Short]} + {1'b0, m[Short+:Short]};
        high_q     <= {2'b00, k[u]} + {1'b0, ~outer_late[u]};
      end
    end

    twd_mod_reduce #(
      .Q       (Q),
      .Method  (twd_method_pkg::METHOD_KRED),
      .Halvings(Halvings),
      .Largest (LowLargest)
    ) u_kred_low (
      .clk_i, .en_i,
      .x_i          (low_q),
      .result_lazy_o(product[0+:Width+1])
    );

    twd_mod_reduce #(
      .Q       (Q),
      .Method  (twd_method_pkg::METHOD_KRED),
      .Halvings(Halvings),
      .Largest (HighLargest)
    ) u_kred_high (
      .clk_i, .en_i,
      .x_i          (high_q),
      .result_lazy_o(high_early)
    );

    `TWD_DELAY(u_high_delay, Width + 1, SumCycle - HighCycle, en_i, high_early, product[Width+1+:Width+1])

    // ---- the rows: SHR ----
    for (genvar i = 0; i < 2; i++) begin : gen_row
      `TWD_DELAY(u_shr, Width, Beats - twd_modarith_pkg::ADD_LATENCY, en_i, sum[i*Width+:Width], late[i*Width+:Width])

      twd_mod_add #(.Q(Q)) u_sum (
        .clk_i, .en_i,
        .a_i     (late[i*Width+:Width] & {Width{!first}}),
        .b_lazy_i(product[i*(Width+1)+:Width+1]),
        .sum_o   (sum[i*Width+:Width])
      );
    end

    assign c_o[u] = sum;
  end

endmodule
