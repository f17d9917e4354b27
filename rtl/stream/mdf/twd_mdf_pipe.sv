// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mdf_pipe: the pipe of the core mdf inside its shell: one transform, or twd_mdf_product.
//
// Timing    twd_mdf_pkg::path_latencies; pipe_i as twd_stream_shell drives it. sop_o: y_o carries beat 0 of a result
//           two cycles later.
// Model     twiddle.model.streaming.MdfCore

module twd_mdf_pipe #(
  parameter  twd_ring_pkg::ring_cfg_t Ring   = twd_ring_pkg::RING_ML_KEM,
  parameter  twd_method_pkg::method_e Method = twd_method_pkg::METHOD_FOLD,
  parameter  twd_stream_pkg::form_e   Form   = twd_stream_pkg::FORM_PRODUCT,
  parameter  bit                      Select = 1'b0,
  parameter  bit                      LogicTables = 1'b0,  // 1: constant tables in logic, not block RAM
  localparam int unsigned             Lanes  = twd_mdf_pkg::LANES,
  localparam int unsigned             Width  = $clog2(Ring.q)
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  twd_stream_pkg::pipe_t       pipe_i,
  input  logic [Lanes-1:0][Width-1:0] a_i,
  input  logic [Lanes-1:0][Width-1:0] b_i,
  output logic                        hold_o,  // nothing may enter
  output logic                        busy_o,  // not empty
  input  logic                        room_i,  // a product has a place in the output memory
  output logic                        take_o,  // it is taken
  output logic                        sop_o,
  output logic [Lanes-1:0][Width-1:0] y_o
);

  if (Form == twd_stream_pkg::FORM_PRODUCT) begin : gen_product
    twd_mdf_product #(
      .Ring  (Ring),
      .Method(Method),
      .Batch (twd_mdf_pkg::batch(Ring)),
      .LogicTables(LogicTables)
    ) u_product (
      .clk_i, .rst_ni,
      .pipe_i,
      .hold_o,
      .busy_o,
      .room_i,
      .take_o,
      .a_i,
      .b_i,
      .sop_o,
      .y_o
    );
  end else begin : gen_transform
    logic inverse_q;
    logic unused_inputs;

    assign unused_inputs    = ^{pipe_i, b_i, room_i};
    assign {hold_o, busy_o, take_o} = '0;

    always_ff @(posedge clk_i) begin
      inverse_q <= pipe_i.path == twd_stream_pkg::PATH_INTT;
    end

    twd_mdf_engine #(
      .Ring     (Ring),
      .Method   (Method),
      .Direction(Form == twd_stream_pkg::FORM_FORWARD ? twd_butterfly_pkg::FORWARD : twd_butterfly_pkg::BOTH),
      .Select   (Select),
      .LogicTables(LogicTables)
    ) u_transform (
      .clk_i, .rst_ni,
      .sop_i    (pipe_i.sop),
      .inverse_i(inverse_q),
      .ring_i   (pipe_i.ring),
      .x_i      (a_i),
      .sop_o,
      .y_o
    );
  end

endmodule
