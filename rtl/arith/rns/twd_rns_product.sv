// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_rns_product: product_o = x w, or x u w with by_u_i, by tables of discrete logarithms; one pair (x, u) or two.
//
//   cycle     0            1              2        3
//   x_i                    --> index -----> sum ---> reconstruct --> product_o
//   u_i       --> index ---> + w ---------'
//
// Method    Alhassani, Benaissa 2024, III.A. Twiddle factors come as logarithms, so that x u w is one product, and u is
//           looked up a cycle before x: a base multiplication is four products, a_0 b_0 + a_1 b_1 zeta and
//           a_0 b_1 + a_1 b_0. With halve_i exact sub-moduli add the odd residues of the logarithm of 1/2, which
//           twiddle_i does not have.
// Second    with Dual the product of the second pair; otherwise, with exact sub-moduli, -product of the first, from the
//           second port of the table: the logarithm of -1 is half of m_2, the top bit of r_2.
// Ranges    u_i, x_i, product_o in [0, q); twiddle_i an index of w != 0. Exact sub-moduli use only r_2 of it, since
//           w is a root of unity of order 2^j, or half of one with halve_i (twd_rns_pkg).
// Timing    product_o 4 + 2 Registers cycles after u_i and the selectors; x_i comes 1 cycle after them, twiddle_i
//           1 + Registers. One product a pair and cycle when enabled, en_i = 0 freezes the pipe; no reset.
// Registers 1: one after each table, where the block's own latch is too slow to be followed by logic.
// Cost      the block RAM of twd_mod_mul_rns or twd_mod_mul_rns_dual; no multiplier.
// Assumes   halve_i and by_u_i not together; legal Q and Moduli (twd_rns_pkg). With sub-moduli that are not exact,
//           three logarithms overflow below m_0 m_1 m_2 = 3 q - 5: x u w then takes w = 1, and a base multiplication
//           is the paper's five products.
// Model     twiddle.model.rns.butterfly_rns

`include "twd_delay.svh"

module twd_rns_product #(
  parameter  int unsigned Q           = 3329,
  parameter  bit          Dual        = 1'b0,                          // two pairs
  parameter  logic [47:0] Moduli      = twd_rns_pkg::exact_moduli(Q),  // {m_0, m_1, m_2}, twd_rns_pkg
  parameter  bit          Registers   = 1'b0,                          // after the tables
  parameter  bit          SumTables   = 1'b0,                          // u_sum in block RAM too, of twd_rns_sum
  parameter  bit          LogicTables = 1'b0,                          // constant tables in logic, not block RAM
  localparam int unsigned Pairs       = 32'(Dual) + 1,
  localparam int unsigned Width       = $clog2(Q),
  localparam int unsigned Twiddle     = twd_rns_pkg::twiddle_bits(Q, Moduli)
) (
  input  logic                          clk_i,
  input  logic                          en_i,
  input  logic                          halve_i,
  input  logic                          by_u_i,
  input  logic                          swap_i,     // the factors u_i of the two pairs exchanged
  input  logic [Pairs-1:0][  Width-1:0] u_i,
  input  logic [      Pairs*Width-1:0]  x_i,
  input  logic [Pairs-1:0][Twiddle-1:0] twiddle_i,
  output logic [          2*Width-1:0]  product_o
);

  localparam bit Exact = Moduli == twd_rns_pkg::exact_moduli(Q);
  localparam bit Negative = twd_rns_pkg::negates(Q, Moduli, Dual);
  localparam int unsigned Index = twd_rns_pkg::index_bits(Moduli);

  logic halve, by_u, swap;  // with u_index
  logic [Pairs*Index-1:0] x_index;
  logic [Pairs*Index-1:0] u_index;
  logic [Pairs*Index-1:0] sum_index;

  `TWD_DELAY(u_modes, 3, 1 + 32'(Registers), en_i, {halve_i, by_u_i, swap_i}, {halve, by_u, swap})

  for (genvar i = 0; i < Pairs; i++) begin : gen_pair
    twd_rns_table #(.Q(Q), .Moduli(Moduli), .Register(Registers), .LogicTables(LogicTables)) u_table (
      .clk_i, .en_i,
      .a_addr_i(x_i[i*Width+:Width]),
      .b_addr_i(u_i[i]),
      .a_data_o(x_index[i*Index+:Index]),
      .b_data_o(u_index[i*Index+:Index])
    );

    // The index of the other factor, w or u w.
    logic [Index-1:0] by_index;
    logic [Index-1:0] factor;
    assign factor = {Index{by_u}}
        & (swap && Dual ? u_index[(Pairs-1-i)*Index+:Index] : u_index[i*Index+:Index]);

    if (Exact) begin : gen_exact
      localparam int unsigned Bits1 = Index - Twiddle;
      localparam int unsigned Half = twd_rns_pkg::logarithm((Q + 1) / 2, Q) % twd_rns_pkg::modulus(Moduli, 32'd1);

      logic [Twiddle-1:0] last;
      logic [Twiddle-1:0] last_q;
      logic [Bits1-1:0] middle_q;

      twd_carry_add #(.Width(Twiddle)) u_last (
        .direct_i(twiddle_i[i]),
        .logic_i (factor[Twiddle-1:0]),
        .carry_i (1'b0),
        .sum_o   (last)
      );

      always_ff @(posedge clk_i) begin
        if (en_i) begin
          last_q   <= last;
          middle_q <= factor[Index-1:Twiddle] | (Bits1'(Half) & {Bits1{halve}});
        end
      end

      assign by_index = {middle_q, last_q};
    end else begin : gen_sum
      logic unused_halve;
      assign unused_halve = halve;

      twd_rns_sum #(.Q(Q), .Moduli(Moduli), .LogicTables(LogicTables)) u_by (
        .clk_i, .en_i,
        .a_index_i(factor),
        .b_index_i(Index'(twiddle_i[i])),
        .sum_o    (by_index)
      );
    end

    twd_rns_sum #(.Q(Q), .Moduli(Moduli), .Tables(SumTables), .LogicTables(LogicTables)) u_sum (
      .clk_i, .en_i,
      .a_index_i(x_index[i*Index+:Index]),
      .b_index_i(by_index),
      .sum_o    (sum_index[i*Index+:Index])
    );
  end

  logic [Index-1:0] second;
  assign second = sum_index[(Pairs-1)*Index+:Index] ^ (Negative ? Index'(1) << (Twiddle - 1) : Index'(0));

  twd_rns_reconstruct #(.Q(Q), .Moduli(Moduli), .Register(Registers), .LogicTables(LogicTables)) u_reconstruct (
    .clk_i, .en_i,
    .a_index_i(sum_index[0+:Index]),
    .b_index_i(second),
    .a_o      (product_o[0+:Width]),
    .b_o      (product_o[Width+:Width])
  );

endmodule
