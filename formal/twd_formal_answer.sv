// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_formal_answer: every access of a wrapped core on AXI4-Lite is answered once, at most Bound cycles after it came,
// for any behaviour of the bus, of the streams, of the core and of zeroize. The wrappers are those that are shipped.
//
// Method    counts the cycles in which a request waits for its response, but for those in which the bus does not take
//           the response of another one.

module twd_formal_answer #(
  parameter bit          Streams = 1'b0,  // 0: twd_axil, 1: twd_axis_regs
  parameter int unsigned Bound = 10,
  localparam int unsigned N = 32,
  localparam int unsigned Lanes = 2,
  localparam int unsigned Beat = 12 * Lanes
) (
  input logic            clk_i,
  input logic            rst_ni,
  input logic            aw_valid_i,
  input logic [15:0]     aw_addr_i,
  input logic            w_valid_i,
  input logic [31:0]     w_data_i,
  input logic [ 3:0]     w_strb_i,
  input logic            b_ready_i,
  input logic            ar_valid_i,
  input logic [15:0]     ar_addr_i,
  input logic            r_ready_i,
  input logic            zeroize_i,
  // streams
  input logic            a_tvalid_i,
  input logic [31:0]     a_tdata_i,
  input logic [ 3:0]     a_tkeep_i,
  input logic            a_tlast_i,
  input logic [ 2:0]     a_tuser_i,
  input logic            b_tvalid_i,
  input logic [31:0]     b_tdata_i,
  input logic [ 3:0]     b_tkeep_i,
  input logic            b_tlast_i,
  input logic            c_tready_i,
  // the core
  input logic            core_a_ready_i,
  input logic            core_b_ready_i,
  input logic            core_c_valid_i,
  input logic [Beat-1:0] core_c_data_i,
  input logic            core_c_last_i,
  input logic            core_c_err_i
);

  logic aw_ready, w_ready, b_valid, ar_ready, r_valid;
  logic [1:0] unused_b_resp, unused_r_resp;
  logic [31:0] unused_r_data;
  logic unused_irq, unused_zeroize_busy, unused_core_rst_n, unused_a_valid, unused_b_valid, unused_c_ready;
  logic [2:0] unused_op;
  logic [Beat-1:0] unused_a_data, unused_b_data;

  if (Streams) begin : gen_streams
    logic unused_a_tready, unused_b_tready, unused_c_tvalid, unused_c_tlast, unused_c_tuser;
    logic [31:0] unused_c_tdata;
    logic [3:0] unused_c_tkeep;

    twd_axis_regs #(
      .N    (N),
      .Lanes(Lanes),
      .Bus  (32)
    ) u_wrapper (
      .clk_i,
      .rst_ni,
      .s_axil_awvalid_i(aw_valid_i),
      .s_axil_awready_o(aw_ready),
      .s_axil_awaddr_i (aw_addr_i),
      .s_axil_wvalid_i (w_valid_i),
      .s_axil_wready_o (w_ready),
      .s_axil_wdata_i  (w_data_i),
      .s_axil_wstrb_i  (w_strb_i),
      .s_axil_bvalid_o (b_valid),
      .s_axil_bready_i (b_ready_i),
      .s_axil_bresp_o  (unused_b_resp),
      .s_axil_arvalid_i(ar_valid_i),
      .s_axil_arready_o(ar_ready),
      .s_axil_araddr_i (ar_addr_i),
      .s_axil_rvalid_o (r_valid),
      .s_axil_rready_i (r_ready_i),
      .s_axil_rdata_o  (unused_r_data),
      .s_axil_rresp_o  (unused_r_resp),
      .irq_o           (unused_irq),
      .zeroize_i,
      .zeroize_busy_o  (unused_zeroize_busy),
      .a_tvalid_i,
      .a_tready_o      (unused_a_tready),
      .a_tdata_i,
      .a_tkeep_i,
      .a_tlast_i,
      .a_tuser_i,
      .b_tvalid_i,
      .b_tready_o      (unused_b_tready),
      .b_tdata_i,
      .b_tkeep_i,
      .b_tlast_i,
      .c_tvalid_o      (unused_c_tvalid),
      .c_tready_i,
      .c_tdata_o       (unused_c_tdata),
      .c_tkeep_o       (unused_c_tkeep),
      .c_tlast_o       (unused_c_tlast),
      .c_tuser_o       (unused_c_tuser),
      .core_rst_no     (unused_core_rst_n),
      .op_o            (unused_op),
      .a_valid_o       (unused_a_valid),
      .a_ready_i       (core_a_ready_i),
      .a_data_o        (unused_a_data),
      .b_valid_o       (unused_b_valid),
      .b_ready_i       (core_b_ready_i),
      .b_data_o        (unused_b_data),
      .c_valid_i       (core_c_valid_i),
      .c_ready_o       (unused_c_ready),
      .c_data_i        (core_c_data_i),
      .c_last_i        (core_c_last_i),
      .c_err_i         (core_c_err_i)
    );
  end else begin : gen_windows
    logic unused_streams;
    assign unused_streams = ^{a_tvalid_i, a_tdata_i, a_tkeep_i, a_tlast_i, a_tuser_i, b_tvalid_i, b_tdata_i, b_tkeep_i,
                              b_tlast_i, c_tready_i};

    twd_axil #(
      .N    (N),
      .Lanes(Lanes)
    ) u_wrapper (
      .clk_i,
      .rst_ni,
      .s_axil_awvalid_i(aw_valid_i),
      .s_axil_awready_o(aw_ready),
      .s_axil_awaddr_i (aw_addr_i),
      .s_axil_wvalid_i (w_valid_i),
      .s_axil_wready_o (w_ready),
      .s_axil_wdata_i  (w_data_i),
      .s_axil_wstrb_i  (w_strb_i),
      .s_axil_bvalid_o (b_valid),
      .s_axil_bready_i (b_ready_i),
      .s_axil_bresp_o  (unused_b_resp),
      .s_axil_arvalid_i(ar_valid_i),
      .s_axil_arready_o(ar_ready),
      .s_axil_araddr_i (ar_addr_i),
      .s_axil_rvalid_o (r_valid),
      .s_axil_rready_i (r_ready_i),
      .s_axil_rdata_o  (unused_r_data),
      .s_axil_rresp_o  (unused_r_resp),
      .irq_o           (unused_irq),
      .zeroize_i,
      .zeroize_busy_o  (unused_zeroize_busy),
      .core_rst_no     (unused_core_rst_n),
      .op_o            (unused_op),
      .a_valid_o       (unused_a_valid),
      .a_ready_i       (core_a_ready_i),
      .a_data_o        (unused_a_data),
      .b_valid_o       (unused_b_valid),
      .b_ready_i       (core_b_ready_i),
      .b_data_o        (unused_b_data),
      .c_valid_i       (core_c_valid_i),
      .c_ready_o       (unused_c_ready),
      .c_data_i        (core_c_data_i),
      .c_last_i        (core_c_last_i),
      .c_err_i         (core_c_err_i)
    );
  end

  logic aw_q, w_q, ar_q;       // came, and not yet answered
  logic [3:0] writes_q, reads_q;  // cycles that it waits
  logic held;                  // a response is not taken
  logic begin_q;

  assign held = (b_valid && !b_ready_i) || (r_valid && !r_ready_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      aw_q     <= 1'b0;
      w_q      <= 1'b0;
      ar_q     <= 1'b0;
      writes_q <= '0;
      reads_q  <= '0;
    end else begin
      aw_q     <= (aw_q && !(b_valid && b_ready_i)) || (aw_valid_i && aw_ready);
      w_q      <= (w_q && !(b_valid && b_ready_i)) || (w_valid_i && w_ready);
      ar_q     <= (ar_q && !(r_valid && r_ready_i)) || (ar_valid_i && ar_ready);
      writes_q <= !(aw_q && w_q) || b_valid ? '0 : writes_q + 4'(!held);
      reads_q  <= !ar_q || r_valid ? '0 : reads_q + 4'(!held);
    end
  end

  always_ff @(posedge clk_i) begin_q <= 1'b0;
  initial begin_q = 1'b1;

  always_comb begin
    if (begin_q) assume (!rst_ni);
    if (!rst_ni) begin
      LowInReset: assert (!b_valid && !r_valid);
    end else begin
      WriteOfItself: assert (!b_valid || (aw_q && w_q));
      ReadOfItself: assert (!r_valid || ar_q);
      OneWrite: assert (!aw_ready || !aw_q);
      OneRead: assert (!ar_ready || !ar_q);
      WriteAnswered: assert (writes_q <= 4'(Bound));
      ReadAnswered: assert (reads_q <= 4'(Bound));
    end
  end

endmodule
