// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mod_mul: product_o = scale * a_i * b_i mod q, by one of several methods, in one of several forms.
//
//   a_i, b_i --> integer product --> reduction --> correction, FORM_CANONICAL alone --> product_o
//
// Method    twd_method_pkg has the methods, the forms and what each takes. The integer product is in DSP blocks
//           (twd_dsp_product) or in LUTs (twd_tile_product, for FORM_WIDE twd_row_product), the reduction is
//           twd_mod_reduce; RNS is both at once (twd_mod_mul_rns). A signed product gets its sign bit inverted, which
//           makes it a positive number, half of two to its bits above it; the reduction takes that off.
// Ranges    of the form: a_i of Width bits, SIGNED one more, WIDE two more; product_o in [0, q), all but CANONICAL in
//           (-q, q), signed, with one bit more.
// Timing    form_latency(Method, Form, q, Halvings) cycles of twd_method_pkg, one product per enabled cycle, en_i = 0
//           freezes the pipe; no reset. BARE and SIGNED: operands come straight from registers. A DSP block has them,
//           and for SIGNED a difference before them, inside.
// Use       CANONICAL by itself; a butterfly takes the lazy product and corrects once, after its own addition.
// Cost      one DSP block up to 17 bits, above two, or the LUTs of the product; the reduction; CANONICAL an adder with
//           a constant.
// Model     twiddle.model.methods.mod_mul, mod_mul_lazy; twiddle.model.quad.mod_mul_wide

`include "twd_delay.svh"
`include "twd_modulus.svh"

module twd_mod_mul #(
  parameter  int unsigned             Q           = 3329,
  parameter  twd_method_pkg::method_e Method      = twd_method_pkg::METHOD_FOLD,
  parameter  twd_method_pkg::form_e   Form        = twd_method_pkg::FORM_CANONICAL,
  parameter  int unsigned             Halvings    = 0,     // for CANONICAL and LAZY
  parameter  bit                      LogicTables = 1'b0,  // 1: constant tables in logic, not block RAM
  localparam int unsigned             Width       = $clog2(Q),
  localparam bit                      Wide        = Form == twd_method_pkg::FORM_WIDE,
  localparam bit                      Signed      = Wide || Form == twd_method_pkg::FORM_SIGNED,
  localparam bit                      Canonical   = Form == twd_method_pkg::FORM_CANONICAL,
  localparam int unsigned             AWidth      = Width + 32'(Signed) + 32'(Wide),
  localparam int unsigned             OutWidth    = Width + (Canonical ? 0 : 1)
) (
  input  logic                clk_i,
  input  logic                en_i,
  input  logic [  AWidth-1:0] a_i,
  input  logic [   Width-1:0] b_i,
  output logic [OutWidth-1:0] product_o
);

  localparam bit Legal = twd_modarith_pkg::is_modulus(Q) && twd_method_pkg::supports(Method, Form, Q, Halvings);

  `TWD_REFUSE_Q("twd_mod_mul", Q)
  `TWD_REFUSE(gen_bad_method, twd_modarith_pkg::is_modulus(Q) && !Legal,
              "twd_mod_mul: Method does not work modulo Q, or not with Form or Halvings (see twd_method_pkg)")

  logic [Width:0] lazy;

  if (Legal && Method == twd_method_pkg::METHOD_RNS) begin : gen_rns
    twd_mod_mul_rns #(.Q(Q), .LogicTables(LogicTables)) u_mul (.clk_i, .en_i, .a_i, .b_i, .product_o(lazy[Width-1:0]));

    assign lazy[Width] = 1'b0;
  end else if (Legal) begin : gen_product
    localparam int unsigned Product = $clog2(twd_method_pkg::largest(Method, Form, Q, Halvings) + 64'd1);

    logic [Product-1:0] product;

    if (!twd_method_pkg::in_luts(Method)) begin : gen_dsp
      twd_dsp_product #(
        .AWidth(AWidth),
        .BWidth(Width + 32'(Wide)),
        .Bits  (Product),
        .Signed(Signed),
        .Stages(twd_method_pkg::form_stages(Method, Form))
      ) u_product (
        .clk_i, .en_i,
        .a_i,
        .b_i      ((Width + 32'(Wide))'(b_i)),
        .product_o(product)
      );
    end else begin : gen_luts
      logic [AWidth+Width-1:0] whole;
      logic unused_whole;
      assign product      = whole[Product-1:0];
      assign unused_whole = ^whole;

      if (Wide) begin : gen_rows
        logic [AWidth-1:0] a;
        logic [Width-1:0] b;

        `TWD_DELAY(u_operands, AWidth + Width, 1, en_i, {a_i, b_i}, {a, b})

        twd_row_product #(.AWidth(AWidth), .BWidth(Width)) u_product (
          .clk_i, .en_i,
          .a_i      (a),
          .b_i      (b),
          .product_o(whole)
        );
      end else begin : gen_tiles
        twd_tile_product #(
          .Width (Width),
          .Negate(Method == twd_method_pkg::METHOD_LDSP && Halvings == 0)
        ) u_product (
          .clk_i, .en_i,
          .a_i,
          .b_i,
          .product_o(whole)
        );
      end
    end

    twd_mod_reduce #(.Q(Q), .Method(Method), .Form(Form), .Halvings(Halvings)) u_reduce (
      .clk_i, .en_i,
      .x_i          ({product[Product-1] ^ Signed, product[Product-2:0]}),
      .result_lazy_o(lazy)
    );
  end

  if (!Canonical) begin : gen_lazy
    assign product_o = lazy;
  end else if (twd_method_pkg::canonical(Method)) begin : gen_canonical
    logic unused_sign;
    assign unused_sign = lazy[Width];
    assign product_o   = lazy[Width-1:0];
  end else begin : gen_correct
    logic [Width-1:0] canonical;

    twd_mod_correct #(.Q(Q), .Above(1'b0)) u_correct (.raw_i({lazy[Width], lazy}), .result_o(canonical));

    always_ff @(posedge clk_i) if (en_i) product_o <= canonical;
  end

  `TWD_ASSERT_AFTER(ResultInRange, twd_method_pkg::form_latency(Method, Form, Q, Halvings),
                    (Signed ? twd_modarith_pkg::magnitude_below(32'($signed(a_i)), Wide ? 2 * Q : Q) : 32'(a_i) < Q)
                    && (Signed && !Wide ? twd_modarith_pkg::magnitude_below(32'($signed(b_i)), (Q + 1) / 2)
                        : 32'(b_i) < Q),
                    Canonical ? 32'(product_o) < Q
                    : twd_modarith_pkg::magnitude_below(32'($signed(product_o)), Q))

endmodule
