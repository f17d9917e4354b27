// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mdc_product: the pipe of the core mdc for whole products, which takes a new one every n / Lanes cycles.
//
//   a_i --> transform --+
//                       +--> pointwise --> inverse --> y_o
//   b_i --> transform --+
//
// Method    two forward engines, a pointwise product and an inverse engine in a chain. MULT: the second engine passes b on as it
//           is, so that MUL and MULT follow each other without a gap. With Mixed the others do so too, for what
//           they are not to compute, and any operation follows any other; without, NTT, INTT and PWM take way_i past
//           the rest of the chain, and way_i changes when the pipe is empty.
// Timing    one beat per enabled cycle, en_i = 0 freezes it; reset clears slot counters alone. first_i: the next beat is a polynomial's first; op_i
//           comes with it. Latency of a way: the sum of those of twd_mdc_pkg and twd_pointwise_pkg on it.
// Cost      three engines, a pointwise product; multiplexers of a beat at three places, or with Mixed none.
// Model     twiddle.model.streaming.MdcCore

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
  input  logic                        en_i,
  input  logic                        first_i,
  input  logic [                 2:0] op_i,
  input  logic [                 1:0] way_i,
  input  logic [Lanes-1:0][Width-1:0] a_i,
  input  logic [Lanes-1:0][Width-1:0] b_i,
  output logic                        first_o,
  output logic [Lanes-1:0][Width-1:0] y_o
);

  logic [Lanes-1:0][Width-1:0] u, v;        // transforms of a and b
  logic [Lanes-1:0][Width-1:0] left, right;
  logic [Lanes-1:0][Width-1:0] product;
  logic [Lanes-1:0][Width-1:0] x, result;
  logic u_first, left_first, product_first, x_first, result_first;
  logic pointwise_pass, inverse_pass;   // with left_first, x_first
  logic unused_v;

  twd_mdc_engine #(
    .Ring       (Ring),
    .Method     (Method),
    .Lanes      (Lanes),
    .Direction  (twd_butterfly_pkg::FORWARD),
    .Pass       (Mixed),
    .LogicTables(LogicTables)
  ) u_a_transform (
    .clk_i,
    .rst_ni,
    .en_i,
    .first_i  (first_i && (Mixed || way_i == twd_stream_pkg::WAY_NTT || way_i == twd_stream_pkg::WAY_MUL)),
    .inverse_i(1'b0),
    .pass_i   (op_i == twd_op_pkg::OP_INTT || op_i == twd_op_pkg::OP_PWM),
    .x_i      (a_i),
    .first_o  (u_first),
    .y_o      (u)
  );

  twd_mdc_engine #(
    .Ring       (Ring),
    .Method     (Method),
    .Lanes      (Lanes),
    .Direction  (twd_butterfly_pkg::FORWARD),
    .Pass       (1'b1),
    .LogicTables(LogicTables)
  ) u_b_transform (
    .clk_i,
    .rst_ni,
    .en_i,
    .first_i  (first_i),
    .inverse_i(1'b0),
    .pass_i   (op_i != twd_op_pkg::OP_MUL),
    .x_i      (b_i),
    .first_o  (unused_v),
    .y_o      (v)
  );

  if (Mixed) begin : gen_mixed
    logic [1:0] passes;

    twd_delay_ram #(
      .Width (2),
      .Cycles(twd_mdc_pkg::latency(Ring, Method, Lanes, 1'b0, 1'b0))
    ) u_passes (
      .clk_i,
      .rst_ni,
      .en_i,
      .d_i ({op_i == twd_op_pkg::OP_NTT || op_i == twd_op_pkg::OP_PWM,
             op_i == twd_op_pkg::OP_NTT || op_i == twd_op_pkg::OP_INTT}),
      .q_o (passes)
    );

    twd_delay #(
      .Width (1),
      .Cycles(twd_pointwise_pkg::latency(Ring, Method))
    ) u_pass (
      .clk_i,
      .en_i,
      .d_i (passes[1]),
      .q_o (inverse_pass)
    );

    assign pointwise_pass = passes[0];
    assign {left_first, left, right} = {u_first, u, v};
    assign {x_first, x} = {product_first, product};
    assign {first_o, y_o} = {result_first, result};
  end else begin : gen_ways
    assign {pointwise_pass, inverse_pass} = '0;
    assign left_first = (first_i && way_i == twd_stream_pkg::WAY_PWM) || (u_first && way_i == twd_stream_pkg::WAY_MUL);
    assign {left, right} = way_i == twd_stream_pkg::WAY_PWM ? {a_i, b_i} : {u, v};
    assign x_first = (first_i && way_i == twd_stream_pkg::WAY_INTT) || (product_first && way_i == twd_stream_pkg::WAY_MUL);
    assign x = way_i == twd_stream_pkg::WAY_INTT ? a_i : product;

    always_comb begin
      unique case (way_i)
        twd_stream_pkg::WAY_NTT: {first_o, y_o} = {u_first, u};
        twd_stream_pkg::WAY_PWM: {first_o, y_o} = {product_first, product};
        default:                 {first_o, y_o} = {result_first, result};
      endcase
    end
  end

  twd_pointwise #(
    .Ring       (Ring),
    .Method     (Method),
    .Lanes      (Lanes),
    .Pass       (Mixed),
    .LogicTables(LogicTables)
  ) u_pointwise (
    .clk_i,
    .en_i,
    .first_i(left_first),
    .pass_i (pointwise_pass),
    .a_i    (left),
    .b_i    (right),
    .first_o(product_first),
    .c_o    (product)
  );

  twd_mdc_engine #(
    .Ring       (Ring),
    .Method     (Method),
    .Lanes      (Lanes),
    .Direction  (twd_butterfly_pkg::INVERSE),
    .Pass       (Mixed),
    .LogicTables(LogicTables)
  ) u_inverse (
    .clk_i,
    .rst_ni,
    .en_i,
    .first_i  (x_first),
    .inverse_i(1'b1),
    .pass_i   (inverse_pass),
    .x_i      (x),
    .first_o  (result_first),
    .y_o      (result)
  );

endmodule
