// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_twiddle_mul: product_lazy_o = scale * a_i * w modulo q, the product of a streaming butterfly with its twiddle
// factor w.
//
// Numbers   0: w = twiddle_i. 1, 2 or 4: the factors are Values, as they are, twiddle_i[1:0] is the number of one,
//           unit_i = 1 takes Unit instead; tables multiply (twd_mod_mul_constants), in the same time.
// Q_2       0: q = Q. Otherwise q = Q_2 where modulus_i = 1: the methods with an integer product in a DSP block, one
//           product, then a reduction for each modulus.
// Ranges    a_i and twiddle_i in [0, q), product_lazy_o in (-q, q), signed. scale(Method, q, 0) of twd_method_pkg stays
//           in the product: a twiddle factor, one of Values too, carries 1/scale where Numbers = 0.
// Timing    bare_latency(Method, Q) cycles, one product per enabled cycle; modulus_i, twiddle_i and unit_i come with
//           a_i. en_i = 0 freezes the pipe; no reset.
// Cost      one multiplier, or the tables of Numbers; with Q_2 a second reduction and a multiplexer.
// Model     twiddle.model.reductions.mod_mul_constants, twiddle.model.methods.mod_mul_lazy

`include "twd_assert.svh"
`include "twd_delay.svh"

module twd_twiddle_mul #(
  parameter  int unsigned             Q           = 3329,
  parameter  int unsigned             Q_2         = 0,     // another modulus, below Q; 0: none, modulus_i is ignored
  parameter  twd_method_pkg::method_e Method      = twd_method_pkg::METHOD_FOLD,
  parameter  int unsigned             Numbers     = 0,     // constant twiddle factors; 0: twiddle_i is the factor
  parameter  logic [127:0]            Values      = 128'd0,  // 32 bits each
  parameter  int unsigned             Unit        = 0,     // 1 or Q - 1; 0: unit_i is ignored
  parameter  bit                      LogicTables = 1'b0,  // 1: constant tables in logic, not block RAM
  localparam int unsigned             Width       = $clog2(Q)
) (
  input  logic             clk_i,
  input  logic             en_i,
  input  logic             modulus_i,  // a_i is modulo Q_2
  input  logic             unit_i,
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] twiddle_i,
  output logic [Width : 0] product_lazy_o
);

  localparam int unsigned Latency = twd_method_pkg::bare_latency(Method, Q);

  `TWD_REFUSE(gen_bad_numbers, Numbers != 0 && Q_2 != 0, "twd_twiddle_mul: Numbers is not for Q_2")
  `TWD_REFUSE(gen_bad_modulus, Q_2 != 0 && (!twd_modarith_pkg::is_modulus(Q_2) || Q_2 >= Q),
              "twd_twiddle_mul: Q_2 is not 0, or odd, from 3 to below Q")
  `TWD_REFUSE(gen_bad_latency, Q_2 != 0 && ($clog2(Q) > twd_modarith_pkg::DSP_WIDTH || twd_method_pkg::in_luts(Method)
              || Latency != twd_method_pkg::bare_latency(Method, Q_2 == 0 ? Q : Q_2)),  // modulo 0 it takes long
              "twd_twiddle_mul: Q has more bits than a DSP block, or Method not one latency for Q and Q_2")

  logic unused;
  assign unused = ^{modulus_i, unit_i, twiddle_i, Values};

  if (Numbers != 0) begin : gen_constants
    twd_mod_mul_constants #(.Q(Q), .Numbers(Numbers), .Values(Values), .Unit(Unit), .Cycles(Latency)) u_mul (
      .clk_i, .en_i,
      .a_i,
      .number_i(twiddle_i[1:0]),
      .unit_i,
      .product_lazy_o
    );
  end else if (Q_2 == 0) begin : gen_multiplier
    twd_mod_mul #(
      .Q          (Q),
      .Method     (Method),
      .Form       (twd_method_pkg::FORM_BARE),
      .LogicTables(LogicTables)
    ) u_mul (
      .clk_i, .en_i,
      .a_i,
      .b_i      (twiddle_i),
      .product_o(product_lazy_o)
    );
  end else begin : gen_moduli
    localparam int unsigned Product = $clog2(twd_modarith_pkg::largest_product(Q) + 64'd1);
    localparam int unsigned Product_2 = $clog2(twd_modarith_pkg::largest_product(Q_2) + 64'd1);

    logic [Product-1:0] product;
    logic [Width:0] result;
    logic [$clog2(Q_2):0] result_2;
    logic modulus;

    `TWD_DELAY(u_modulus, 1, Latency, en_i, modulus_i, modulus)

    twd_dsp_product #(.AWidth(Width), .BWidth(Width), .Bits(Product), .Stages(1)) u_product (
      .clk_i, .en_i,
      .a_i,
      .b_i      (twiddle_i),
      .product_o(product)
    );

    twd_mod_reduce #(.Q(Q), .Method(Method)) u_reduce (.clk_i, .en_i, .x_i(product), .result_lazy_o(result));

    twd_mod_reduce #(.Q(Q_2), .Method(Method)) u_reduce_2 (
      .clk_i, .en_i,
      .x_i          (product[Product_2-1:0]),
      .result_lazy_o(result_2)
    );

    assign product_lazy_o = modulus ? (Width + 1)'($signed(result_2)) : result;
  end

endmodule
