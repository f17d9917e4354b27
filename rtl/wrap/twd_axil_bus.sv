// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_axil_bus: an AXI4-Lite subordinate that makes one access at a time of its two request and two response channels.
//
// Timing    req_o with its payload stays until ack_i; the next access begins when the response has left. begin_o comes
//           in the cycle before req_o, with next_o, which is addr_o then: the target decodes it into flip-flops. Reads
//           and writes alternate where both wait. Every output but these two is a flip-flop, or one bit of logic after
//           flip-flops. Reset at any time drops accesses.
// Answers   one response for every request, at most eight cycles after it came, but for those in which the bus leaves
//           another response standing: proved of the wrappers (formal/twd_formal_answer.sv).
// Clear     clear_i sets the words of data to 0, except those of a transfer that is not over.
// Assumes   the target answers a read that breaks a rule with rdata_i = 0.
// Cost      115 flip-flops.

`include "twd_assert.svh"

module twd_axil_bus #(
  parameter int unsigned AddrWidth = 16
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 clear_i,
  // AXI4-Lite
  input  logic                 s_awvalid_i,
  output logic                 s_awready_o,
  input  logic [AddrWidth-1:0] s_awaddr_i,
  input  logic                 s_wvalid_i,
  output logic                 s_wready_o,
  input  logic [         31:0] s_wdata_i,
  input  logic [          3:0] s_wstrb_i,
  output logic                 s_bvalid_o,
  input  logic                 s_bready_i,
  output logic [          1:0] s_bresp_o,
  input  logic                 s_arvalid_i,
  output logic                 s_arready_o,
  input  logic [AddrWidth-1:0] s_araddr_i,
  output logic                 s_rvalid_o,
  input  logic                 s_rready_i,
  output logic [         31:0] s_rdata_o,
  output logic [          1:0] s_rresp_o,
  // the target
  output logic                 begin_o,
  output logic [AddrWidth-1:2] next_o,   // of a word
  output logic                 req_o,
  output logic                 write_o,
  output logic                 whole_o,  // all bytes of the word are written
  output logic [AddrWidth-1:2] addr_o,
  output logic [         31:0] wdata_o,
  input  logic                 ack_i,
  input  logic                 err_i,
  input  logic [         31:0] rdata_i
);

  localparam logic [1:0] OKAY = 2'b00;
  localparam logic [1:0] SLVERR = 2'b10;

  typedef enum logic [1:0] {
    IDLE    = 2'd0,
    ACCESS  = 2'd1,
    RESPOND = 2'd2
  } state_e;

  state_e state_q;
  logic aw_q, w_q, ar_q;  // a request waits
  logic [AddrWidth-1:2] awaddr_q, araddr_q;
  logic wrote_q;  // the last access was a write
  logic write_first;

  assign s_awready_o = !aw_q;
  assign s_wready_o  = !w_q;
  assign s_arready_o = !ar_q;
  assign req_o       = state_q == ACCESS;

  assign write_first = aw_q && w_q && !(ar_q && wrote_q);
  assign begin_o     = state_q == IDLE && (write_first || ar_q);
  assign next_o      = write_first ? awaddr_q : araddr_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q    <= IDLE;
      aw_q       <= 1'b0;
      w_q        <= 1'b0;
      ar_q       <= 1'b0;
      wrote_q    <= 1'b0;
      addr_o     <= '0;
      s_bvalid_o <= 1'b0;
      s_rvalid_o <= 1'b0;
    end else begin
      if (s_awvalid_i && !aw_q) aw_q <= 1'b1;
      if (s_wvalid_i && !w_q) w_q <= 1'b1;
      if (s_arvalid_i && !ar_q) ar_q <= 1'b1;
      if (begin_o) begin
        state_q <= ACCESS;
        wrote_q <= write_first;
        addr_o  <= next_o;
      end
      if (req_o && ack_i) begin
        state_q    <= RESPOND;
        s_bvalid_o <= wrote_q;
        s_rvalid_o <= !wrote_q;
      end
      if ((s_bvalid_o && s_bready_i) || (s_rvalid_o && s_rready_i)) begin
        state_q    <= IDLE;
        s_bvalid_o <= 1'b0;
        s_rvalid_o <= 1'b0;
        if (wrote_q) begin
          aw_q <= 1'b0;
          w_q  <= 1'b0;
        end else begin
          ar_q <= 1'b0;
        end
      end
    end
  end

  assign write_o = wrote_q;

  always_ff @(posedge clk_i) begin
    if (clear_i && (!w_q || (wrote_q && state_q == RESPOND))) wdata_o <= '0;
    if (clear_i && !s_rvalid_o) s_rdata_o <= '0;
    if (s_awvalid_i && !aw_q) awaddr_q <= s_awaddr_i[AddrWidth-1:2];
    if (s_arvalid_i && !ar_q) araddr_q <= s_araddr_i[AddrWidth-1:2];
    if (s_wvalid_i && !w_q) begin
      wdata_o <= s_wdata_i;
      whole_o <= &s_wstrb_i;
    end
    if (req_o && ack_i) begin
      s_bresp_o <= err_i ? SLVERR : OKAY;
      s_rresp_o <= err_i ? SLVERR : OKAY;
      s_rdata_o <= rdata_i;
    end
  end

  logic unused_bytes;  // a word is addressed by any of its bytes
  assign unused_bytes = ^{s_awaddr_i[1:0], s_araddr_i[1:0]};

  `TWD_ASSERT_HELD(RespondedUntilTaken, s_bvalid_o, s_bready_i, s_bresp_o)
  `TWD_ASSERT_HELD(ReadUntilTaken, s_rvalid_o, s_rready_i, {s_rresp_o, s_rdata_o})
  `TWD_ASSERT(OneResponse, !(s_bvalid_o && s_rvalid_o))
  `TWD_ASSERT(NoWordWithAnError, !(req_o && ack_i && err_i && !write_o) || rdata_i == '0)

endmodule
