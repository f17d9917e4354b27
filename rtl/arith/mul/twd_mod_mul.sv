// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mod_mul: product_o = scale * a_i * b_i mod q, by one of several methods.
//
// Method    twd_mod_mul_lazy and, where its result is not canonical, one correction.
// Ranges    a_i, b_i, product_o in [0, q).
// Timing    latency(Method, q, Halvings) cycles of twd_method_pkg, one product per enabled cycle, en_i = 0 freezes the
//           pipe; no reset.
// Use       by itself; a butterfly takes the lazy product and corrects once, after its own addition.
// Cost      that of twd_mod_mul_lazy and one adder with a constant.
// Model     twiddle.model.methods.mod_mul

`include "twd_modulus.svh"

module twd_mod_mul #(
  parameter  int unsigned             Q        = 3329,
  parameter  twd_method_pkg::method_e Method   = twd_method_pkg::METHOD_FOLD,
  parameter  int unsigned             Halvings = 0,
  parameter  bit                      LogicTables = 1'b0,  // 1: constant tables in logic, not block RAM
  localparam int unsigned             Width    = $clog2(Q)
) (
  input  logic             clk_i,
  input  logic             en_i,
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  output logic [Width-1:0] product_o
);

  `TWD_REFUSE_Q("twd_mod_mul", Q)

  logic [Width:0] lazy;

  twd_mod_mul_lazy #(.Q(Q), .Method(Method), .Halvings(Halvings), .LogicTables(LogicTables)) u_mul (
    .clk_i, .en_i,
    .a_i,
    .b_i,
    .product_lazy_o(lazy)
  );

  if (twd_method_pkg::canonical(Method)) begin : gen_canonical
    logic unused_sign;
    assign unused_sign = lazy[Width];
    assign product_o   = lazy[Width-1:0];
  end else begin : gen_lazy
    logic [Width-1:0] canonical;

    twd_mod_correct #(.Q(Q), .Above(1'b0)) u_correct (.raw_i({lazy[Width], lazy}), .result_o(canonical));

    always_ff @(posedge clk_i) begin
      if (en_i) product_o <= canonical;
    end
  end

endmodule
