// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_axil_control: what every wrapped core has on AXI4-Lite: the bus, the registers, reset and zeroize.
//
//   AXI4-Lite --> twd_axil_bus --> twd_regs --+--> start, operation
//                                             +--> accesses of windows
//                                             +--> twd_zeroize --> reset of the core, clearing
//   zeroize_i ------------------------------------/
//
// Timing       start_o and drop_o are pulses of one cycle; in that of drop_o no start counts. core_rst_no is a
//              flip-flop: low from the cycle after drop_o, and in reset.
// Zeroize      start_o and op_o are those of twd_zeroize; operations on zeros are not counted and raise no interrupt.
// Cost         that of its parts
// Model        tests/axil_cocotb.py

module twd_axil_control #(
  parameter  int unsigned N         = 256,
  parameter  int unsigned Q         = 3329,
  parameter  int unsigned Root      = 17,
  parameter  int unsigned RootOrder = 256,
  parameter  int unsigned Lanes     = 8,
  parameter  int unsigned Slot      = 16,
  parameter  int unsigned Ops       = 32'b1111,  // operations that the core offers, by their codes
  parameter  bit          Windows   = 1'b1,      // operands and result lie in windows
  parameter  int unsigned Words     = 128,       // of a window, or beats of a frame
  parameter  int unsigned Rounds    = 1,         // of twd_zeroize
  localparam int unsigned AddrWidth = $clog2(Words)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  // AXI4-Lite
  input  logic                 s_axil_awvalid_i,
  output logic                 s_axil_awready_o,
  input  logic [         15:0] s_axil_awaddr_i,
  input  logic                 s_axil_wvalid_i,
  output logic                 s_axil_wready_o,
  input  logic [         31:0] s_axil_wdata_i,
  input  logic [          3:0] s_axil_wstrb_i,
  output logic                 s_axil_bvalid_o,
  input  logic                 s_axil_bready_i,
  output logic [          1:0] s_axil_bresp_o,
  input  logic                 s_axil_arvalid_i,
  output logic                 s_axil_arready_o,
  input  logic [         15:0] s_axil_araddr_i,
  output logic                 s_axil_rvalid_o,
  input  logic                 s_axil_rready_i,
  output logic [         31:0] s_axil_rdata_o,
  output logic [          1:0] s_axil_rresp_o,
  output logic                 irq_o,
  input  logic                 zeroize_i,
  output logic                 zeroize_busy_o,
  // accesses of windows, as of twd_axil_windows
  output logic                 win_req_o,
  output logic                 win_write_o,
  output logic [          1:0] win_area_o,
  output logic [AddrWidth-1:0] win_word_o,
  output logic [         31:0] win_wdata_o,
  input  logic                 win_ack_i,
  input  logic [         31:0] win_rdata_i,
  // operations
  output logic                 start_o,
  output logic [          2:0] op_o,       // with start_o, or of the next frame
  output logic                 tuser_o,    // the operation comes with a frame instead
  output logic                 drop_o,     // what is under way ends without a result
  input  logic                 busy_i,     // an operation is under way
  input  logic                 done_i,     // it ends
  input  logic                 operand_i,  // with done_i: an operand was wrong
  input  logic [          1:0] beats_i,    // of streams in this cycle
  // reset of the core, clearing of memories around it
  output logic                 core_rst_no,
  output logic                 clear_o,
  output logic [AddrWidth-1:0] clear_addr_o
);

  localparam bit TakesB = (Ops & 32'b11100) != 0;

  logic begins, req, whole, ack, err;
  logic [15:2] next, addr;
  logic [31:0] rdata;
  logic start, reset, zeroize, zero_busy, zero_run;
  logic [2:0] op, zero_op;

  assign win_area_o = addr[15:14];
  assign win_word_o = AddrWidth'(addr[13:2]);

  assign start_o = start || zero_run;
  assign op_o    = zeroize_busy_o ? zero_op : op;
  assign drop_o  = reset || ((zeroize || zeroize_i) && !zeroize_busy_o);

  twd_axil_bus #(.AddrWidth(16)) u_bus (
    .clk_i, .rst_ni,
    .clear_i    (zeroize_busy_o),
    .s_awvalid_i(s_axil_awvalid_i),
    .s_awready_o(s_axil_awready_o),
    .s_awaddr_i (s_axil_awaddr_i),
    .s_wvalid_i (s_axil_wvalid_i),
    .s_wready_o (s_axil_wready_o),
    .s_wdata_i  (s_axil_wdata_i),
    .s_wstrb_i  (s_axil_wstrb_i),
    .s_bvalid_o (s_axil_bvalid_o),
    .s_bready_i (s_axil_bready_i),
    .s_bresp_o  (s_axil_bresp_o),
    .s_arvalid_i(s_axil_arvalid_i),
    .s_arready_o(s_axil_arready_o),
    .s_araddr_i (s_axil_araddr_i),
    .s_rvalid_o (s_axil_rvalid_o),
    .s_rready_i (s_axil_rready_i),
    .s_rdata_o  (s_axil_rdata_o),
    .s_rresp_o  (s_axil_rresp_o),
    .begin_o    (begins),
    .next_o     (next),
    .req_o      (req),
    .write_o    (win_write_o),
    .whole_o    (whole),
    .addr_o     (addr),
    .wdata_o    (win_wdata_o),
    .ack_i      (ack),
    .err_i      (err),
    .rdata_i    (rdata)
  );

  twd_regs #(
    .N        (N),
    .Q        (Q),
    .Root     (Root),
    .RootOrder(RootOrder),
    .Lanes    (Lanes),
    .Slot     (Slot),
    .Ops      (Ops),
    .Windows  (Windows),
    .Words    (Words),
    .TakesB   (TakesB)
  ) u_regs (
    .clk_i, .rst_ni,
    .begin_i    (begins),
    .next_i     (next),
    .req_i      (req),
    .write_i    (win_write_o),
    .whole_i    (whole),
    .addr_i     (addr),
    .wdata_i    (win_wdata_o),
    .ack_o      (ack),
    .err_o      (err),
    .rdata_o    (rdata),
    .win_req_o,
    .win_ack_i,
    .win_rdata_i,
    .op_o       (op),
    .tuser_o,
    .start_o    (start),
    .reset_o    (reset),
    .zeroize_o  (zeroize),
    .busy_i     (busy_i || zero_busy),
    .counts_i   (busy_i && !zeroize_busy_o),
    .zeroizing_i(zeroize_busy_o),
    .done_i     (done_i && !zeroize_busy_o),
    .operand_i,
    .beats_i,
    .irq_o
  );

  twd_zeroize #(.Ops(Ops), .Words(Words), .Rounds(Rounds)) u_zeroize (
    .clk_i, .rst_ni,
    .reset_i    (reset),
    .zeroize_i  (zeroize || zeroize_i),
    .busy_o     (zero_busy),
    .zeroizing_o(zeroize_busy_o),
    .rst_no     (core_rst_no),
    .clear_o,
    .addr_o     (clear_addr_o),
    .run_o      (zero_run),
    .op_o       (zero_op),
    .done_i
  );

endmodule
