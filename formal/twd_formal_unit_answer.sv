// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_formal_unit_answer: every access of the registers of the polynomial unit on AXI4-Lite is answered once, at most
// Bound cycles after it came, whatever the bus, the queues and the unit do.
//
// Method    as twd_formal_answer

module twd_formal_unit_answer #(
  parameter int unsigned Bound = 10
) (
  input logic        clk_i,
  input logic        rst_ni,
  input logic        aw_valid_i,
  input logic [15:0] aw_addr_i,
  input logic        w_valid_i,
  input logic [31:0] w_data_i,
  input logic [ 3:0] w_strb_i,
  input logic        b_ready_i,
  input logic        ar_valid_i,
  input logic [15:0] ar_addr_i,
  input logic        r_ready_i,
  input logic [ 4:0] commands_i,
  input logic [ 4:0] completions_i,
  input logic [ 7:0] completion_i,
  input logic        zeroizing_i,
  input logic        busy_i,
  input logic        taken_i,
  input logic        done_i,
  input logic        lost_i,
  input logic [ 2:0] rule_i
);

  logic aw_ready, w_ready, b_valid, ar_ready, r_valid;
  logic [1:0] b_resp, r_resp;
  logic [31:0] r_data;
  logic req, write, whole, ack, err, unused_begin;
  logic [15:2] addr, unused_next;
  logic [31:0] wdata, rdata;

  logic unused_push, unused_pop, unused_zeroize, unused_irq;
  logic unused;

  assign unused = ^{b_resp, r_resp, r_data};

  twd_axil_bus u_bus (
    .clk_i,
    .rst_ni,
    .clear_i    (zeroizing_i),
    .s_awvalid_i(aw_valid_i),
    .s_awready_o(aw_ready),
    .s_awaddr_i (aw_addr_i),
    .s_wvalid_i (w_valid_i),
    .s_wready_o (w_ready),
    .s_wdata_i  (w_data_i),
    .s_wstrb_i  (w_strb_i),
    .s_bvalid_o (b_valid),
    .s_bready_i (b_ready_i),
    .s_bresp_o  (b_resp),
    .s_arvalid_i(ar_valid_i),
    .s_arready_o(ar_ready),
    .s_araddr_i (ar_addr_i),
    .s_rvalid_o (r_valid),
    .s_rready_i (r_ready_i),
    .s_rdata_o  (r_data),
    .s_rresp_o  (r_resp),
    .begin_o    (unused_begin),
    .next_o     (unused_next),
    .req_o      (req),
    .write_o    (write),
    .whole_o    (whole),
    .addr_o     (addr),
    .wdata_o    (wdata),
    .ack_i      (ack),
    .err_i      (err),
    .rdata_i    (rdata)
  );

  twd_unit_regs u_regs (
    .clk_i,
    .rst_ni,
    .req_i        (req),
    .write_i      (write),
    .whole_i      (whole),
    .addr_i       (addr),
    .wdata_i      (wdata),
    .ack_o        (ack),
    .err_o        (err),
    .rdata_o      (rdata),
    .push_o       (unused_push),
    .commands_i   (commands_i),
    .pop_o        (unused_pop),
    .completions_i(completions_i),
    .completion_i (completion_i),
    .zeroize_o    (unused_zeroize),
    .zeroizing_i  (zeroizing_i),
    .busy_i       (busy_i),
    .taken_i      (taken_i),
    .done_i       (done_i),
    .lost_i       (lost_i),
    .rule_i       (twd_unit_pkg::rule_e'(rule_i)),
    .irq_o        (unused_irq)
  );

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
