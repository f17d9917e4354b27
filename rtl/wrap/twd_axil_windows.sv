// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_axil_windows: the memories of a, b and c of twd_axil: a processor writes and reads words, an operation streams
// them to twd_axis and back.
//
// Timing    a write is acknowledged in the cycle of req_i, a read two cycles later. The frames of an operation begin in
//           the cycle after start_i, which comes with run_i. While run_i the processor stays away.
// Cost      3 Words * 32 bits of memory; 2 without b.
// Model     none: it moves data only

`include "twd_assert.svh"

module twd_axil_windows #(
  parameter  int unsigned Words     = 128,
  parameter  bit          TakesB    = 1'b1,
  localparam int unsigned AddrWidth = $clog2(Words)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 stream_rst_ni,
  // accesses of the processor
  input  logic                 req_i,
  input  logic                 write_i,
  input  logic [          1:0] area_i,   // of twd_regs_pkg
  input  logic [AddrWidth-1:0] word_i,
  input  logic [         31:0] wdata_i,
  output logic                 ack_o,
  output logic [         31:0] rdata_o,
  // clearing
  input  logic                 clear_i,
  input  logic [AddrWidth-1:0] clear_addr_i,
  // an operation
  input  logic                 run_i,
  input  logic                 start_i,
  input  logic                 takes_b_i,  // it does
  output logic                 a_tvalid_o,
  input  logic                 a_tready_i,
  output logic [         31:0] a_tdata_o,
  output logic                 a_tlast_o,
  output logic                 b_tvalid_o,
  input  logic                 b_tready_i,
  output logic [         31:0] b_tdata_o,
  output logic                 b_tlast_o,
  input  logic                 c_tvalid_i,  // always taken
  input  logic [         31:0] c_tdata_i
);

  logic [1:0] wait_q;
  logic [2:0][31:0] words;
  logic [1:0] valid, ready, last;
  logic [AddrWidth-1:0] c_addr_q;

  assign ack_o   = write_i || wait_q == 2'd2;
  assign rdata_o = words[area_i - 2'd1];
  assign ready   = {b_tready_i, a_tready_i};
  assign {b_tvalid_o, a_tvalid_o} = valid;
  assign {b_tlast_o, a_tlast_o}   = last;
  assign {b_tdata_o, a_tdata_o}   = words[1:0];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) wait_q <= '0;
    else wait_q <= req_i && !ack_o ? wait_q + 1'b1 : '0;
  end

  for (genvar i = 0; i < 2; i++) begin : gen_operand
    if (i == 0 || TakesB) begin : gen_there
      logic here;
      logic feed_en, feed_read;
      logic [AddrWidth-1:0] feed_addr;

      assign here = req_i && area_i == 2'(i + 1);

      twd_frame_feed #(.Beats(Words)) u_feed (
        .clk_i,
        .rst_ni (stream_rst_ni),
        .start_i(start_i && (i == 0 || takes_b_i)),
        .en_o   (feed_en),
        .read_o (feed_read),
        .addr_o (feed_addr),
        .valid_o(valid[i]),
        .ready_i(ready[i]),
        .last_o (last[i])
      );

      twd_ram_1r1w #(.Depth(Words), .Width(32)) u_memory (
        .clk_i, .rst_ni,
        .w_en_i  (clear_i || (here && write_i)),
        .w_addr_i(clear_i ? clear_addr_i : word_i),
        .w_data_i(clear_i ? '0 : wdata_i),
        .en_i    (!run_i || feed_en),
        .r_en_i  (run_i ? feed_read : here && !write_i),
        .r_addr_i(run_i ? feed_addr : word_i),
        .r_data_o(words[i])
      );
    end else begin : gen_none
      assign valid[i] = 1'b0;
      assign last[i]  = 1'b0;
      assign words[i] = '0;

      logic unused;
      assign unused = ready[i] || takes_b_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!run_i) c_addr_q <= '0;
    else if (c_tvalid_i) c_addr_q <= c_addr_q + 1'b1;
  end

  // Reads the other half while an operation writes: so an operation on zeros leaves nothing in the read register.
  twd_ram_1r1w #(.Depth(Words), .Width(32)) u_result (
    .clk_i, .rst_ni,
    .w_en_i  (clear_i || (run_i && c_tvalid_i)),
    .w_addr_i(clear_i ? clear_addr_i : c_addr_q),
    .w_data_i(clear_i ? '0 : c_tdata_i),
    .en_i    (1'b1),
    .r_en_i  (run_i || (req_i && !write_i && area_i == twd_regs_pkg::AREA_C)),
    .r_addr_i(run_i ? c_addr_q ^ AddrWidth'(Words / 2) : word_i),
    .r_data_o(words[2])
  );

  `TWD_ASSERT(ResultOfTheRunAlone, !c_tvalid_i || run_i)

endmodule
