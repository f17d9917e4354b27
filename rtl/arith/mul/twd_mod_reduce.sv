// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mod_reduce: result_lazy_o = scale * x_i modulo q, as a representative in (-q, q), by one of several methods.
//
// Method    twd_method_pkg; those whose integer product is a separate one.
// Ranges    x_i in [0, (q - 1)^2]; result_lazy_o in (-q, q), signed; in [0, q) where canonical(Method).
// Timing    reduce_latency(Method, q, Halvings) cycles, one value per enabled cycle, en_i = 0 freezes the pipe; no
//           reset.
// Model     twiddle.model.methods.mod_reduce

`include "twd_assert.svh"

module twd_mod_reduce #(
  parameter  int unsigned             Q        = 3329,
  parameter  twd_method_pkg::method_e Method   = twd_method_pkg::METHOD_FOLD,
  parameter  int unsigned             Halvings = 0,
  localparam int unsigned             Width    = $clog2(Q),
  localparam logic [63:0]             Largest  = twd_modarith_pkg::largest_product(Q),
  localparam int unsigned             Product  = $clog2(Largest + 64'd1)
) (
  input  logic               clk_i,
  input  logic               en_i,
  input  logic [Product-1:0] x_i,
  output logic [  Width : 0] result_lazy_o
);

  `TWD_REFUSE(gen_bad_halvings, Halvings != 0 && Method != twd_method_pkg::METHOD_KRED,
              "twd_mod_reduce: Halvings is not 0; KRED and LDSP alone leave a power of two in the result")
  `TWD_REFUSE(gen_bad_method, twd_method_pkg::whole(Method) || Method > twd_method_pkg::METHOD_PLANTARD,
              "twd_mod_reduce: Method is not one that reduces a separate product")

  if (Method == twd_method_pkg::METHOD_FOLD) begin : gen_fold
    twd_mod_fold #(.Q(Q), .Largest(Largest)) u_reduce (.clk_i, .en_i, .x_i, .result_lazy_o);
  end else if (Method == twd_method_pkg::METHOD_SHIFT_ADD) begin : gen_shift_add
    twd_mod_shift_add #(.Q(Q)) u_reduce (.clk_i, .en_i, .x_i, .result_lazy_o);
  end else if (Method == twd_method_pkg::METHOD_KRED) begin : gen_kred
    twd_mod_kred #(.Q(Q), .Halvings(Halvings)) u_reduce (.clk_i, .en_i, .x_i, .result_lazy_o);
  end else if (Method == twd_method_pkg::METHOD_KRED2X) begin : gen_kred2x
    twd_mod_kred2x #(.Q(Q)) u_reduce (.clk_i, .en_i, .x_i, .result_lazy_o);
  end else if (Method == twd_method_pkg::METHOD_BARRETT) begin : gen_barrett
    twd_mod_barrett #(.Q(Q)) u_reduce (.clk_i, .en_i, .x_i, .result_lazy_o);
  end else if (Method == twd_method_pkg::METHOD_MONTGOMERY) begin : gen_montgomery
    twd_mod_montgomery #(.Q(Q)) u_reduce (.clk_i, .en_i, .x_i, .result_lazy_o);
  end else if (Method == twd_method_pkg::METHOD_PLANTARD) begin : gen_plantard
    twd_mod_plantard #(.Q(Q)) u_reduce (.clk_i, .en_i, .x_i, .result_lazy_o);
  end

  `TWD_ASSERT_AFTER(ResultLazy, twd_method_pkg::reduce_latency(Method, Q, Halvings),
                    twd_modarith_pkg::at_most(64'(x_i), Largest),
                    twd_modarith_pkg::magnitude_below(32'($signed(result_lazy_o)), Q))

endmodule
