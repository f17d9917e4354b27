// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mdc_pipe: the pipe of the core mdc inside its shell: one transform, or twd_mdc_product.
//
// Timing    twd_mdc_pkg::path_latencies; pipe_i as twd_stream_shell drives it. sop_o: y_o carries beat 0 of a result
//           two cycles later.
// Model     twiddle.model.streaming.MdcCore

module twd_mdc_pipe #(
  parameter  twd_ring_pkg::ring_cfg_t Ring   = twd_ring_pkg::RING_ML_KEM,
  parameter  twd_method_pkg::method_e Method = twd_method_pkg::METHOD_FOLD,
  parameter  int unsigned             Lanes  = 4,
  parameter  twd_stream_pkg::form_e   Form   = twd_stream_pkg::FORM_PRODUCT,
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

  if (Form == twd_stream_pkg::FORM_PRODUCT) begin : gen_product
    twd_mdc_product #(.Ring(Ring), .Method(Method), .Lanes(Lanes), .Mixed(Mixed), .LogicTables(LogicTables)) u_product (
      .clk_i, .rst_ni,
      .pipe_i,
      .a_i,
      .b_i,
      .sop_o,
      .y_o
    );
  end else begin : gen_transform
    logic inverse_q;
    logic unused_inputs;

    assign unused_inputs = ^{pipe_i, b_i};

    always_ff @(posedge clk_i) begin
      inverse_q <= pipe_i.path == twd_stream_pkg::PATH_INTT;
    end

    twd_mdc_engine #(
      .Ring     (Ring),
      .Method   (Method),
      .Lanes    (Lanes),
      .Direction(Form == twd_stream_pkg::FORM_FORWARD ? twd_butterfly_pkg::FORWARD : twd_butterfly_pkg::BOTH),
      .Mixed    (Mixed),
      .LogicTables(LogicTables)
    ) u_transform (
      .clk_i, .rst_ni,
      .sop_i    (pipe_i.sop),
      .inverse_i(Mixed ? pipe_i.op == twd_op_pkg::OP_INTT : inverse_q),
      .pass_i   (1'b0),
      .x_i      (a_i),
      .sop_o,
      .y_o
    );
  end

endmodule
