// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_axis_regs: a polynomial core on AXI4-Stream, with its registers on AXI4-Lite.
//
//   AXI4-Lite --> registers: operation, state, errors, counters, interrupt, reset, zeroize
//   a, b -------> twd_axis --> core --> twd_axis --> c
//
// Operation    OPERATION.op, or a_tuser_i with OPERATION.tuser = 1, with the first beat of a frame of a.
// Reset        CONTROL.reset drops frames that are inside; what still comes of a frame begins a new one. A sender stops
//              before it.
// Zeroize      CONTROL.zeroize or zeroize_i: twd_zeroize; a and b wait, c offers nothing.
// Cost         twd_axis, twd_axil_control.
// Limits       as twd_axis
// Model        tests/axis_cocotb.py

`include "twd_assert.svh"

module twd_axis_regs #(
  parameter int unsigned N         = 256,
  parameter int unsigned Q         = 3329,
  parameter int unsigned Root      = 17,
  parameter int unsigned RootOrder = 256,
  parameter int unsigned Lanes     = 8,         // coefficients a beat of the core
  parameter int unsigned Bus       = 64,        // bits of TDATA: 8, 16, 32, 64 or 128
  parameter int unsigned Slot      = 16,        // bits of a coefficient on the bus, 16 or 32; 0: dense
  parameter int unsigned Inputs    = 2,         // or 1
  parameter int unsigned Ops       = 32'b1111,  // operations that the core offers, by their codes
  parameter int unsigned Rounds    = 1,         // of twd_zeroize
  localparam int unsigned Width = $clog2(Q),
  localparam int unsigned Beat = Lanes * Width
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  // AXI4-Lite
  input  logic             s_axil_awvalid_i,
  output logic             s_axil_awready_o,
  input  logic [     15:0] s_axil_awaddr_i,
  input  logic             s_axil_wvalid_i,
  output logic             s_axil_wready_o,
  input  logic [     31:0] s_axil_wdata_i,
  input  logic [      3:0] s_axil_wstrb_i,
  output logic             s_axil_bvalid_o,
  input  logic             s_axil_bready_i,
  output logic [      1:0] s_axil_bresp_o,
  input  logic             s_axil_arvalid_i,
  output logic             s_axil_arready_o,
  input  logic [     15:0] s_axil_araddr_i,
  output logic             s_axil_rvalid_o,
  input  logic             s_axil_rready_i,
  output logic [     31:0] s_axil_rdata_o,
  output logic [      1:0] s_axil_rresp_o,
  output logic             irq_o,
  input  logic             zeroize_i,
  output logic             zeroize_busy_o,
  // AXI4-Stream
  input  logic             a_tvalid_i,
  output logic             a_tready_o,
  input  logic [  Bus-1:0] a_tdata_i,
  input  logic [Bus/8-1:0] a_tkeep_i,
  input  logic             a_tlast_i,
  input  logic [      2:0] a_tuser_i,
  input  logic             b_tvalid_i,
  output logic             b_tready_o,
  input  logic [  Bus-1:0] b_tdata_i,
  input  logic [Bus/8-1:0] b_tkeep_i,
  input  logic             b_tlast_i,
  output logic             c_tvalid_o,
  input  logic             c_tready_i,
  output logic [  Bus-1:0] c_tdata_o,
  output logic [Bus/8-1:0] c_tkeep_o,
  output logic             c_tlast_o,
  output logic             c_tuser_o,
  // the core
  output logic             core_rst_no,
  output logic [      2:0] op_o,
  output logic             a_valid_o,
  input  logic             a_ready_i,
  output logic [ Beat-1:0] a_data_o,
  output logic             b_valid_o,
  input  logic             b_ready_i,
  output logic [ Beat-1:0] b_data_o,
  input  logic             c_valid_i,
  output logic             c_ready_o,
  input  logic [ Beat-1:0] c_data_i,
  input  logic             c_last_i,
  input  logic             c_err_i
);

  localparam int unsigned Beats = twd_axis_pkg::beats(N, Bus, Slot, Width);
  localparam bit TakesB = (Ops & 32'b11100) != 0;

  logic zero_run, busy, from_bus, done;
  logic unused_win_req, unused_write, unused_drop, unused_clear;
  logic [2:0] op;
  logic [1:0] unused_area;
  logic [31:0] unused_wdata;
  logic [$clog2(Beats)-1:0] unused_word, unused_clear_addr;

  twd_axil_control #(
    .N        (N),
    .Q        (Q),
    .Root     (Root),
    .RootOrder(RootOrder),
    .Lanes    (Lanes),
    .Slot     (Slot),
    .Ops      (Ops),
    .Windows  (1'b0),
    .Words    (Beats),
    .Rounds   (Rounds)
  ) u_control (
    .clk_i,
    .rst_ni,
    .s_axil_awvalid_i,
    .s_axil_awready_o,
    .s_axil_awaddr_i,
    .s_axil_wvalid_i,
    .s_axil_wready_o,
    .s_axil_wdata_i,
    .s_axil_wstrb_i,
    .s_axil_bvalid_o,
    .s_axil_bready_i,
    .s_axil_bresp_o,
    .s_axil_arvalid_i,
    .s_axil_arready_o,
    .s_axil_araddr_i,
    .s_axil_rvalid_o,
    .s_axil_rready_i,
    .s_axil_rdata_o,
    .s_axil_rresp_o,
    .irq_o,
    .zeroize_i,
    .zeroize_busy_o,
    .win_req_o   (unused_win_req),
    .win_write_o (unused_write),
    .win_area_o  (unused_area),
    .win_word_o  (unused_word),
    .win_wdata_o (unused_wdata),
    .win_ack_i   (1'b1),
    .win_rdata_i ('0),
    .start_o     (zero_run),  // without windows no other
    .op_o        (op),
    .tuser_o     (from_bus),
    .drop_o      (unused_drop),
    .busy_i      (busy),
    .done_i      (done),
    .operand_i   (c_tuser_o),
    .beats_i     (2'(a_tvalid_i && a_tready_o) + 2'(b_tvalid_i && b_tready_o) + 2'(c_tvalid_o && c_tready_i)),
    .core_rst_no,
    .clear_o     (unused_clear),
    .clear_addr_o(unused_clear_addr)
  );

  // ---- frames of zeros ----
  logic [1:0] zero_start, zero_valid, zero_last, unused_en, unused_read;
  logic [1:0][$clog2(Beats)-1:0] unused_feed;
  logic a_ready, b_ready, c_valid;
  logic second_q;  // Inputs = 1: the frame of b is being sent

  assign zero_start = {zero_run && twd_op_pkg::takes_b(op), zero_run};

  for (genvar i = 0; i < 2; i++) begin : gen_zeros
    twd_frame_feed #(.Beats(Beats)) u_feed (
      .clk_i,
      .rst_ni (core_rst_no),
      .start_i(zero_start[i]),
      .en_o   (unused_en[i]),
      .read_o (unused_read[i]),
      .addr_o (unused_feed[i]),
      .valid_o(zero_valid[i]),
      .ready_i(i == 1 && Inputs == 2 ? b_ready : a_ready && second_q == (i == 1)),
      .last_o (zero_last[i])
    );
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) second_q <= 1'b0;
    else if (!zeroize_busy_o || zero_run || Inputs == 2) second_q <= 1'b0;
    else if (zero_valid[0] && a_ready && zero_last[0]) second_q <= 1'b1;
  end

  assign a_tready_o = a_ready && !zeroize_busy_o;
  assign b_tready_o = b_ready && !zeroize_busy_o;
  assign c_tvalid_o = c_valid && !zeroize_busy_o;
  assign done       = c_valid && (c_tready_i || zeroize_busy_o) && c_tlast_o;

  twd_axis #(.N(N), .Q(Q), .Lanes(Lanes), .Bus(Bus), .Slot(Slot), .Inputs(Inputs), .TakesB(TakesB)) u_axis (
    .clk_i,
    .rst_ni    (core_rst_no),
    .zero_i    (zeroize_busy_o),
    .busy_o    (busy),
    .a_tvalid_i(zeroize_busy_o ? zero_valid[second_q] : a_tvalid_i),
    .a_tready_o(a_ready),
    .a_tdata_i,
    .a_tkeep_i,
    .a_tlast_i (zeroize_busy_o ? zero_last[second_q] : a_tlast_i),
    .a_tuser_i (from_bus && !zeroize_busy_o ? a_tuser_i : op),
    .b_tvalid_i(zeroize_busy_o ? zero_valid[1] : b_tvalid_i),
    .b_tready_o(b_ready),
    .b_tdata_i,
    .b_tkeep_i,
    .b_tlast_i (zeroize_busy_o ? zero_last[1] : b_tlast_i),
    .c_tvalid_o(c_valid),
    .c_tready_i(c_tready_i || zeroize_busy_o),
    .c_tdata_o,
    .c_tkeep_o,
    .c_tlast_o,
    .c_tuser_o,
    .op_o,
    .a_valid_o,
    .a_ready_i,
    .a_data_o,
    .b_valid_o,
    .b_ready_i,
    .b_data_o,
    .c_valid_i,
    .c_ready_o,
    .c_data_i,
    .c_last_i,
    .c_err_i
  );

endmodule
