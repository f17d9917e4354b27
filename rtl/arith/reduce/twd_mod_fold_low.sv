// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mod_fold_low: result_o = x_i * 2^-Halvings modulo q, shorter by almost as many bits.
//
// Method    K-RED (Longa and Naehrig 2016, as Nguyen et al. 2023 use it): with q = k 2^m + 1, 2^-m = -k, so that low
//           bits can be taken off a value at the price of a power of two. Here they go five at a time through tables
//           inside the adders, any number of them, and any odd q will do; twd_fold_low_pkg has the steps and bounds.
// Ranges    x_i in [0, Largest]; result_o in [0, largest(Largest, q, Halvings, steps)], about Largest / 2^Halvings + q.
// Timing    steps(Halvings) cycles, one value per enabled cycle, en_i = 0 freezes the pipe; no reset.
// Cost      clog2(q) LUTs a step.
// Model     twiddle.model.pwmm.mod_fold_low

`include "twd_modulus.svh"

module twd_mod_fold_low #(
  parameter  int unsigned Q        = 3329,
  parameter  int unsigned Halvings = 7,
  parameter  logic [63:0] Largest  = 64'd33554431,
  localparam int unsigned Steps    = twd_fold_low_pkg::steps(Halvings),
  localparam int unsigned InWidth  = $clog2(Largest + 64'd1),
  localparam int unsigned OutWidth = $clog2(twd_fold_low_pkg::largest(Largest, Q, Halvings, Steps) + 64'd1)
) (
  input  logic                clk_i,
  input  logic                en_i,
  input  logic [ InWidth-1:0] x_i,
  output logic [OutWidth-1:0] result_o
);

  `TWD_REFUSE_Q("twd_mod_fold_low", Q)
  `TWD_REFUSE(gen_bad_halvings, Halvings < 1 || Halvings > 32, "twd_mod_fold_low: Halvings is not from 1 to 32")

  for (genvar f = 0; f < Steps; f++) begin : gen_step
    localparam int unsigned Low = twd_fold_low_pkg::step_bits(Halvings, f);
    localparam int unsigned Bits = $clog2(twd_fold_low_pkg::largest(Largest, Q, Halvings, f) + 64'd1);
    localparam int unsigned Sum = $clog2(twd_fold_low_pkg::largest(Largest, Q, Halvings, f + 1) + 64'd1);
    localparam int unsigned Unit = twd_modarith_pkg::inverse_power(Q, Low);

    logic [Bits-1:0] x;
    logic [Sum-1:0] entry;
    logic [Sum-1:0] sum_q;

    if (f == 0) begin : gen_input
      assign x = x_i;
    end else begin : gen_chain
      assign x = gen_step[f-1].sum_q;
    end

    // The look-up as a sum of minterms: an indexed constant would become a ROM and swallow the register before it.
    always_comb begin
      entry = '0;
      for (int unsigned l = 1; l < (1 << Low); l++) begin
        entry = entry | ({Sum{x[Low-1:0] == Low'(l)}} & Sum'(64'(l) * 64'(Unit) % 64'(Q)));
      end
    end

    always_ff @(posedge clk_i) begin
      if (en_i) sum_q <= Sum'(x[Bits-1:Low]) + entry;
    end
  end

  assign result_o = gen_step[Steps-1].sum_q;

  `TWD_ASSERT_AFTER(ResultInRange, Steps,
                    twd_modarith_pkg::at_most(64'(x_i), Largest),
                    twd_modarith_pkg::at_most(64'(result_o), twd_fold_low_pkg::largest(Largest, Q, Halvings, Steps)))

endmodule
