// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mdc_product: the pipe of the core mdc for products; it takes a polynomial (of a and of b) every n / Lanes cycles.
//
//   a_i --> transform --+
//                       +--> pointwise --> inverse --> y_o
//   b_i --> transform --+
//
// Method    A forward engine of two streams, a pointwise product and an inverse engine in a chain. For MULT the second
//           stream passes unchanged, so that MUL and MULT follow each other without a bubble. With Mixed every unit
//           passes the operands that it must not transform, so that any operation follows any other. Without Mixed,
//           NTT, INTT and PWM take their path around the rest of the chain, and path changes only while the pipe is
//           empty.
// Timing    One beat a cycle; reset clears slot counters alone. sop: beat 0 of a polynomial comes two cycles later; op
//           comes with it. The latency of a path is the sum of those of twd_mdc_pkg and twd_stream_pkg along it, and
//           of a register after every place where paths join.
// Cost      Butterflies of three engines, tables and counters of two, a pointwise product; without Mixed multiplexers
//           and registers of a beat at three places.
// Model     twiddle.model.streaming.MdcCore

`include "twd_delay.svh"

module twd_mdc_product #(
  parameter  twd_ring_pkg::ring_cfg_t Ring   = twd_ring_pkg::RING_ML_KEM,
  parameter  twd_method_pkg::method_e Method = twd_method_pkg::METHOD_FOLD,
  parameter  int unsigned             Lanes  = 4,
  parameter  bit                      Mixed  = 1'b0,
  parameter  bit                      LogicTables = 1'b0,  // 1: constant tables in logic, not block RAM
  localparam int unsigned             Width  = $clog2(Ring.q)
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  twd_stream_pkg::pipe_t       pipe_i,
  input  logic [Lanes-1:0][Width-1:0] a_i,
  input  logic [Lanes-1:0][Width-1:0] b_i,
  output logic                        sop_o,
  output logic [Lanes-1:0][Width-1:0] y_o
);

  logic sop;
  logic [2:0] op;
  twd_stream_pkg::path_e path;
  assign sop  = pipe_i.sop;
  assign op   = pipe_i.op;
  assign path = pipe_i.path;

  logic unused_pipe;
  assign unused_pipe = ^pipe_i;

  logic [Lanes-1:0][Width-1:0] u, v;        // transforms of a and b
  logic [Lanes-1:0][Width-1:0] left, right, product, x, result;
  logic u_sop, left_sop, product_sop, x_sop, result_sop;
  logic pointwise_pass, inverse_pass;   // with left_sop, x_sop

  twd_mdc_engine #(
    .Ring(Ring), .Method(Method), .Lanes(Lanes), .Streams(2), .Direction(twd_butterfly_pkg::FORWARD),
    .Pass({1'b1, Mixed}), .LogicTables(LogicTables)
  ) u_transforms (
    .clk_i, .rst_ni,
    .sop_i    (sop && (Mixed || path == twd_stream_pkg::PATH_NTT || path == twd_stream_pkg::PATH_MUL)),
    .inverse_i(1'b0),
    .pass_i   ({op != twd_op_pkg::OP_MUL, op == twd_op_pkg::OP_INTT || op == twd_op_pkg::OP_PWM}),
    .x_i({b_i, a_i}), .sop_o(u_sop), .y_o({v, u})
  );

  twd_pointwise #(.Ring(Ring), .Method(Method), .Lanes(Lanes), .Pass(Mixed), .LogicTables(LogicTables)) u_pointwise (
    .clk_i,
    .sop_i(left_sop), .pass_i(pointwise_pass), .a_i(left), .b_i(right), .sop_o(product_sop), .c_o(product)
  );

  twd_mdc_engine #(
    .Ring(Ring), .Method(Method), .Lanes(Lanes), .Direction(twd_butterfly_pkg::INVERSE), .Pass(Mixed),
    .LogicTables(LogicTables)
  ) u_inverse (
    .clk_i, .rst_ni,
    .sop_i(x_sop), .inverse_i(1'b1), .pass_i(inverse_pass), .x_i(x), .sop_o(result_sop), .y_o(result)
  );

  if (Mixed) begin : gen_mixed
    logic product_pass;  // inverse_pass, before the product

    twd_delay_ram #(.Width(2), .Cycles(twd_mdc_pkg::latency(Ring, Method, Lanes, 1'b0, 1'b0))) u_passes (
      .clk_i, .rst_ni,
      .en_i(1'b1),
      .d_i ({op == twd_op_pkg::OP_NTT || op == twd_op_pkg::OP_PWM,
             op == twd_op_pkg::OP_NTT || op == twd_op_pkg::OP_INTT}),
      .q_o ({product_pass, pointwise_pass})
    );

    `TWD_DELAY(u_pass, 1, twd_stream_pkg::pointwise_latency(Ring, Method), 1'b1, product_pass, inverse_pass)

    assign {left_sop, left, right} = {u_sop, u, v};
    assign {x_sop, x}              = {product_sop, product};
    assign {sop_o, y_o}            = {result_sop, result};
  end else begin : gen_paths
    logic left_pwm_q, x_intt_q;  // the path, a register for each place where it chooses
    twd_stream_pkg::path_e y_path_q;

    assign {pointwise_pass, inverse_pass} = '0;

    always_ff @(posedge clk_i) begin
      left_pwm_q <= path == twd_stream_pkg::PATH_PWM;
      x_intt_q   <= path == twd_stream_pkg::PATH_INTT;
      y_path_q   <= path;

      left_sop      <= (sop && path == twd_stream_pkg::PATH_PWM) || (u_sop && path == twd_stream_pkg::PATH_MUL);
      {left, right} <= left_pwm_q ? {a_i, b_i} : {u, v};
      x_sop         <= (sop && path == twd_stream_pkg::PATH_INTT) || (product_sop && path == twd_stream_pkg::PATH_MUL);
      x             <= x_intt_q ? a_i : product;
      {sop_o, y_o}  <= y_path_q == twd_stream_pkg::PATH_NTT ? {u_sop, u}
          : y_path_q == twd_stream_pkg::PATH_PWM ? {product_sop, product} : {result_sop, result};
    end
  end

endmodule
