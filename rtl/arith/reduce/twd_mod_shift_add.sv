// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mod_shift_add: result_lazy_o = x_i mod q, canonical or with Lazy in (-q, q), by shifts and additions alone, for
// q = 3329 and 12289.
//
// Method    The pipelined reductions of Duong-Ngoc et al. 2022, Fig. 5: five cycles, no multiplier, no table. The sums
//           are our own: Barrett's quotient from two or three shifted additions, precise enough that the remainder
//           is in (-q, q), so that only q has to be added at the end, and is computed in w + 1 bits, w = clog2(q).
//           3329 = 2^12 - 3 2^8 + 1; 2^20 / 3329 = 314.982, taken as 315 = 5 * 63:
//             t = x >> 10     u = t + (t >> 2) + 1     v = (u >> 1) + 512 - (u >> 7)     q' = v >> 1 = q^ + 256
//             r = x - q^ q = x - 4097 q' + 2^8 (3 q' + 1) modulo 2^13, as 256 q = 256 modulo 2^13
//           12289 = 2^14 - 2^12 + 1; 2^28 / 12289 = 21843.56, taken as 21845 = 5 * 17 * 257:
//             t = x >> 11     u = t + (t >> 2) + 1     v = u + (u >> 4) + 1     w = v + (v >> 8)     q^ = w >> 3
//             r = x - q^ q = x - q^ - 2^12 (3 q^) modulo 2^15
// Bounds    3329: with e for what each floor drops, and y the real number x / 2^10,
//             t = y - e1, e1 < 1;   u = 5/4 t - e2 + 1, e2 <= 3/4;
//             v - 512 = 63/128 u - e3 + e4, e3 <= 1/2, e4 <= 127/128;   q^ = (v - 512) / 2 - e5, e5 <= 1/2, so that
//             q^ - x/q = (315/1024 - 1024/q) y + 63/256 (1 - e2) - 315/1024 e1 - e3/2 + e4/2 - e5
//             and, as the first term is in [0, 0.188), -0.997 < q^ - x/q < 0.188 + 0.247 + 0.497 < 0.932: r in (-q, q).
//           12289: q^ depends on t only, and r = (2^11 t - q q^(t)) + (x mod 2^11); over every t up to 73728 the first
//             part is in [-12288, 10239], so r is in [-12288, 12286]. tests/test_shift_add.py computes it for every t.
//           t, u, v, w have 14, 14, 13 bits and 17, 17, 17, 17 bits; q' is at most 3583, q^ at most 12288.
// Ranges    x_i in [0, (q - 1)^2]; result_lazy_o in [0, q), its sign 0; Lazy: r, in (-q, q), signed.
// Timing    5 cycles, with Lazy 4, one value per enabled cycle, en_i = 0 freezes the pipe; no reset.
// Cost      12 + 9 + 13 + 5 + 4 bits of adders for 3329, 15 + 13 + 9 + 15 + 3 for 12289; a bit
//           with one operand is free.
// Model     twiddle.model.reductions.mod_shift_add

`include "twd_assert.svh"

module twd_mod_shift_add #(
  parameter  int unsigned Q       = 3329,
  parameter  bit          Lazy    = 1'b0,  // 1: the remainder as it is
  localparam int unsigned Width   = $clog2(Q),
  localparam int unsigned InWidth = $clog2(twd_modarith_pkg::largest_product(Q) + 64'd1)
) (
  input  logic               clk_i,
  input  logic               en_i,
  input  logic [InWidth-1:0] x_i,
  output logic [  Width : 0] result_lazy_o
);

  `TWD_REFUSE(gen_bad_modulus, !twd_modarith_pkg::shift_adds(Q),
              "twd_mod_shift_add: its sums are those of 3329 and 12289; take FOLD, BARRETT, MONTGOMERY or PLANTARD")

  // a + b modulo 32 as plain logic: the few bits fit into the LUTs of the adder that takes them.
  function automatic logic [4:0] short_sum(input logic [4:0] a, input logic [4:0] b);
    logic c;
    c = 1'b0;
    for (int i = 0; i < 5; i++) begin
      short_sum[i] = a[i] ^ b[i] ^ c;
      c = (a[i] & b[i]) | (c & (a[i] | b[i]));
    end
  endfunction

  logic [Width:0] remainder_q;    // r, in (-q, q), signed

  // A sum with a carry into it has a bit below, 1 + 1: the carry chain then takes all three.
  if (Q == 3329) begin : gen_3329
    logic [12:0] x_q, x_q2;
    logic [13:0] t;
    logic [14:0] u_q;
    logic [12:0] v_q;             // its addend 512 - (u >> 7) is that of 2^13, less what is taken off
    logic [11:0] quotient;        // q' = q^ + 256
    logic [4:0] quotient_q;
    logic [12:0] difference_q;    // x - 4097 q' modulo 2^13
    logic [4:0] minus;            // -(3 q' + 1) modulo 2^5

    assign t        = x_i[23:10];
    assign quotient = v_q[12:1];
    assign minus    = ~short_sum(quotient_q, {quotient_q[3:0], 1'b0});

    always_ff @(posedge clk_i) begin
      if (en_i) begin
        x_q          <= x_i[12:0];
        u_q          <= {t, 1'b1} + {2'd0, t[13:2], 1'b1};
        x_q2         <= x_q;
        v_q          <= u_q[14:2] - {6'b1111_00, u_q[14:8]};
        quotient_q   <= quotient[4:0];
        difference_q <= x_q2 - {quotient[0], quotient};
        remainder_q  <= {difference_q[12:8] - minus, difference_q[7:0]};
      end
    end

    logic unused_low;
    assign unused_low = ^{u_q[1:0], v_q[0]};
  end else if (Q == 12289) begin : gen_12289
    logic [14:0] x_q, x_q2, x_q3;
    logic [16:0] t;
    logic [17:0] u_q, v_q;
    logic [16:0] w_q;
    logic [13:0] quotient;        // q^
    logic [4:0] top;              // q^ + 2^12 (3 q^), its bits from 12 on, modulo 2^3

    assign t        = x_i[27:11];
    assign quotient = w_q[16:3];
    assign top      = short_sum(
        short_sum({2'd0, quotient[2:0]}, {1'b0, quotient[2:0], 1'b0}), {3'd0, quotient[13:12]});

    always_ff @(posedge clk_i) begin
      if (en_i) begin
        x_q         <= x_i[14:0];
        u_q         <= {t, 1'b1} + {2'd0, t[16:2], 1'b1};
        x_q2        <= x_q;
        v_q         <= {u_q[17:1], 1'b1} + {4'd0, u_q[17:5], 1'b1};
        x_q3        <= x_q2;
        w_q         <= v_q[17:1] + {8'd0, v_q[17:9]};
        remainder_q <= x_q3 - {top[2:0], quotient[11:0]};
      end
    end

    logic unused_low;
    assign unused_low = ^{u_q[0], v_q[0], w_q[2:0], top[4:3]};
  end

  if (Lazy) begin : gen_lazy
    assign result_lazy_o = remainder_q;
  end else begin : gen_canonical
    logic [Width-1:0] canonical;

    twd_mod_correct #(.Q(Q), .Above(1'b0), .UseCarryChain(1'b1)) u_correct (
      .raw_i   ({remainder_q[Width], remainder_q}),
      .result_o(canonical)
    );

    always_ff @(posedge clk_i) if (en_i) result_lazy_o <= {1'b0, canonical};
  end

  `TWD_ASSERT_AFTER(ResultInRange, twd_modarith_pkg::SHIFT_ADD_LATENCY - 32'(Lazy),
                    twd_modarith_pkg::at_most(64'(x_i), twd_modarith_pkg::largest_product(Q)),
                    Lazy ? twd_modarith_pkg::magnitude_below(32'($signed(result_lazy_o)), Q) : 32'(result_lazy_o) < Q)

endmodule
