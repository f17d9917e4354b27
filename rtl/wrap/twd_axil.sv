// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_axil: a polynomial core with registers and three memories on AXI4-Lite, for processors without DMA.
//
//   AXI4-Lite --> registers
//             --> window a --> frame --+                                16 bits a coefficient, 32 above 16
//             --> window b --> frame --+--> twd_axis --> core
//             <-- window c <-------------- twd_axis <--+
//
// Use          write a (and b), OPERATION, CONTROL.start; wait for irq_o or STATUS; read c. a and b stay. The registers
//              are described in twd_regs.rdl and docs/cores/registers.md.
// Timing       an operation takes the core's own cycles, and those of N Slot / 32 words in and out. Every access is
//              answered; a window while busy with an error.
// Zeroize      CONTROL.zeroize or zeroize_i: twd_zeroize.
// Cost         3 N Slot bits of memory, twd_axis, twd_axil_control.
// Limits       cores that sum k products (twd_pwmm) take k = 1 here. A window holds at most 4096 words.
// Model        tests/axil_cocotb.py

`include "twd_assert.svh"

module twd_axil #(
  parameter int unsigned N         = 256,
  parameter int unsigned Q         = 3329,
  parameter int unsigned Root      = 17,
  parameter int unsigned RootOrder = 256,
  parameter int unsigned Lanes     = 8,            // coefficients a beat of the core
  parameter int unsigned Ops       = 32'b1111,     // operations that the core offers, by their codes
  parameter int unsigned Rounds    = 1,            // of twd_zeroize
  localparam int unsigned Width = $clog2(Q),
  localparam int unsigned Beat = Lanes * Width
) (
  input  logic            clk_i,
  input  logic            rst_ni,
  // AXI4-Lite
  input  logic            s_axil_awvalid_i,
  output logic            s_axil_awready_o,
  input  logic [    15:0] s_axil_awaddr_i,
  input  logic            s_axil_wvalid_i,
  output logic            s_axil_wready_o,
  input  logic [    31:0] s_axil_wdata_i,
  input  logic [     3:0] s_axil_wstrb_i,
  output logic            s_axil_bvalid_o,
  input  logic            s_axil_bready_i,
  output logic [     1:0] s_axil_bresp_o,
  input  logic            s_axil_arvalid_i,
  output logic            s_axil_arready_o,
  input  logic [    15:0] s_axil_araddr_i,
  output logic            s_axil_rvalid_o,
  input  logic            s_axil_rready_i,
  output logic [    31:0] s_axil_rdata_o,
  output logic [     1:0] s_axil_rresp_o,
  output logic            irq_o,
  input  logic            zeroize_i,
  output logic            zeroize_busy_o,
  // the core
  output logic            core_rst_no,
  output logic [     2:0] op_o,
  output logic            a_valid_o,
  input  logic            a_ready_i,
  output logic [Beat-1:0] a_data_o,
  output logic            b_valid_o,
  input  logic            b_ready_i,
  output logic [Beat-1:0] b_data_o,
  input  logic            c_valid_i,
  output logic            c_ready_o,
  input  logic [Beat-1:0] c_data_i,
  input  logic            c_last_i,
  input  logic            c_err_i
);

  localparam int unsigned Slot = Width <= 16 ? 16 : 32;
  localparam int unsigned Words = N * Slot / 32;
  localparam int unsigned AddrWidth = $clog2(Words);
  localparam bit TakesB = (Ops & 32'b11100) != 0;

  `TWD_REFUSE(gen_bad_words, Words > 4096, "twd_axil: N coefficients are more than a window holds")

  // ---- registers, and what they start ----
  logic start, drop, clear, win_req, win_ack, write, unused_tuser;
  logic run_q;  // an operation is under way
  logic done, c_valid, c_last, c_user;
  logic [2:0] op, run_op_q;
  logic [1:0] area;
  logic [AddrWidth-1:0] word;
  logic [31:0] wdata, win_rdata;
  logic [AddrWidth-1:0] clear_addr;

  twd_axil_control #(
    .N        (N),
    .Q        (Q),
    .Root     (Root),
    .RootOrder(RootOrder),
    .Lanes    (Lanes),
    .Slot     (Slot),
    .Ops      (Ops),
    .Windows  (1'b1),
    .Words    (Words),
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
    .win_req_o   (win_req),
    .win_write_o (write),
    .win_area_o  (area),
    .win_word_o  (word),
    .win_wdata_o (wdata),
    .win_ack_i   (win_ack),
    .win_rdata_i (win_rdata),
    .start_o     (start),
    .op_o        (op),
    .tuser_o     (unused_tuser),
    .drop_o      (drop),
    .busy_i      (run_q),
    .done_i      (done),
    .operand_i   (c_user),
    .beats_i     ('0),  // windows are counted instead
    .core_rst_no,
    .clear_o     (clear),
    .clear_addr_o(clear_addr)
  );

  assign done = run_q && c_valid && c_last;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      run_q    <= 1'b0;
      run_op_q <= '0;
    end else begin
      if (start) run_op_q <= op;
      if (drop || done) run_q <= 1'b0;
      else if (start) run_q <= 1'b1;
    end
  end

  // ---- windows and frames, which begin in the cycle after run_q rises, when run_op_q is there ----
  logic feed_q;
  logic a_valid, a_ready, a_last, b_valid, b_ready, b_last;
  logic [31:0] a_data, b_data, c_data;
  logic [3:0] unused_keep;
  logic unused_busy;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) feed_q <= 1'b0;
    else feed_q <= start && !drop;
  end

  twd_axil_windows #(.Words(Words), .TakesB(TakesB)) u_windows (
    .clk_i, .rst_ni,
    .stream_rst_ni(core_rst_no),
    .req_i        (win_req),
    .write_i      (write),
    .area_i       (area),
    .word_i       (word),
    .wdata_i      (wdata),
    .ack_o        (win_ack),
    .rdata_o      (win_rdata),
    .clear_i      (clear),
    .clear_addr_i (clear_addr),
    .run_i        (run_q),
    .start_i      (feed_q),
    .takes_b_i    (TakesB && twd_op_pkg::takes_b(run_op_q)),
    .a_tvalid_o   (a_valid),
    .a_tready_i   (a_ready),
    .a_tdata_o    (a_data),
    .a_tlast_o    (a_last),
    .b_tvalid_o   (b_valid),
    .b_tready_i   (b_ready),
    .b_tdata_o    (b_data),
    .b_tlast_o    (b_last),
    .c_tvalid_i   (c_valid),
    .c_tdata_i    (c_data)
  );

  twd_axis #(.N(N), .Q(Q), .Lanes(Lanes), .Bus(32), .Slot(Slot), .Inputs(2), .TakesB(TakesB)) u_axis (
    .clk_i,
    .rst_ni    (core_rst_no),
    .zero_i    (1'b0),
    .busy_o    (unused_busy),
    .a_tvalid_i(a_valid),
    .a_tready_o(a_ready),
    .a_tdata_i (a_data),
    .a_tkeep_i (4'hf),
    .a_tlast_i (a_last),
    .a_tuser_i (run_op_q),
    .b_tvalid_i(b_valid),
    .b_tready_o(b_ready),
    .b_tdata_i (b_data),
    .b_tkeep_i (4'hf),
    .b_tlast_i (b_last),
    .c_tvalid_o(c_valid),
    .c_tready_i(1'b1),
    .c_tdata_o (c_data),
    .c_tkeep_o (unused_keep),
    .c_tlast_o (c_last),
    .c_tuser_o (c_user),
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
