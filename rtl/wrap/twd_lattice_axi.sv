// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_lattice_axi: ML-KEM and ML-DSA, commands and state on AXI4-Lite, bytes on AXI4-Stream.
//
//   AXI4-Lite --> registers --> twd_lattice --> registers, irq_o
//   in ---------> skid -------> twd_lattice --> register --> out
//   key, random -> registers ------^
//
// Registers    twd_lattice_regs.rdl and docs/schemes/axi.md.
// Frames       of twd_lattice; TKEEP is that of twd_lattice_beats. An empty frame is a beat with TLAST, without bytes.
// Closed       in takes beats only while an operation runs; key and random do so always, and only for commands with
//              these bits. What is left of them when it ends is dropped.
// Errors       bits of ERRORS, which stay. Every access is answered (twd_axil_bus); the next operation is right.
// Aborted      a frame out that reset or zeroize cuts off is ended by a beat without bytes, with TLAST and TUSER.
// Timing       twd_lattice takes a command two cycles after its access. in_tready_o is an AND of flip-flops; beats that
//              go out are registered here.
// Reset        CONTROL.reset: the core and its streams, Cycles cycles. Registers but RESULT stay.
// Zeroize      CONTROL.zeroize or zeroize_i: that of the core (twd_lattice_zeroize), and the skid buffer; during a
//              reset, it waits for its end. Streams wait. Registers but RESULT stay.
// Cost         twd_axil_bus, twd_lattice_regs, twd_skid of 69 bits, twd_lattice_side, twd_frame_close of 68.
// Model        tests/lattice_axi_cocotb.py

`include "twd_assert.svh"

module twd_lattice_axi #(
  parameter bit          Kem   = 1'b1,  // the parameters of twd_lattice
  parameter bit          Dsa   = 1'b1,
  parameter int unsigned Lanes = 4,
  parameter int unsigned KeccakSlices = 64,
  parameter bit          Dsp   = 1'b1,
  parameter int unsigned Rounds = 1,
  parameter bit          Redundant = 1'b0,
  parameter bit          Parity = 1'b0,
  parameter bit          Clean = 1'b1,
  parameter bit          Closed = 1'b0
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  // AXI4-Lite
  input  logic        s_axil_awvalid_i,
  output logic        s_axil_awready_o,
  input  logic [15:0] s_axil_awaddr_i,
  input  logic        s_axil_wvalid_i,
  output logic        s_axil_wready_o,
  input  logic [31:0] s_axil_wdata_i,
  input  logic [ 3:0] s_axil_wstrb_i,
  output logic        s_axil_bvalid_o,
  input  logic        s_axil_bready_i,
  output logic [ 1:0] s_axil_bresp_o,
  input  logic        s_axil_arvalid_i,
  output logic        s_axil_arready_o,
  input  logic [15:0] s_axil_araddr_i,
  output logic        s_axil_rvalid_o,
  input  logic        s_axil_rready_i,
  output logic [31:0] s_axil_rdata_o,
  output logic [ 1:0] s_axil_rresp_o,
  output logic        irq_o,
  input  logic        zeroize_i,
  output logic        zeroize_busy_o,
  // AXI4-Stream
  input  logic        in_tvalid_i,
  output logic        in_tready_o,
  input  logic [63:0] in_tdata_i,
  input  logic [ 7:0] in_tkeep_i,
  input  logic        in_tlast_i,
  input  logic        key_tvalid_i,   // of a key store
  output logic        key_tready_o,
  input  logic [63:0] key_tdata_i,
  input  logic [ 7:0] key_tkeep_i,
  input  logic        key_tlast_i,
  input  logic        random_tvalid_i, // of a source of random bytes, 8 a beat
  output logic        random_tready_o,
  input  logic [63:0] random_tdata_i,
  output logic        out_tvalid_o,
  input  logic        out_tready_i,
  output logic [63:0] out_tdata_o,
  output logic [ 7:0] out_tkeep_o,
  output logic        out_tlast_o,
  output logic        out_tuser_o    // the frame is cut off
);

  // ---- registers ----
  logic req, write, whole, ack, err, unused_begin;
  logic [15:2] addr, unused_next;
  logic [31:0] wdata, rdata;
  logic start, reset, zeroize, done;
  logic [7:0] rules;
  logic [2:0] waits;  // for a word of in, key, random

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

  // ---- reset and zeroize ----
  localparam int unsigned Cycles = 32'd4;  // of a reset

  logic [Cycles-2:0] down_q;               // a reset goes on
  logic core_rst_n, in_rst_n;              // flip-flops
  logic waits_q;                           // a zeroize that has not begun
  logic core_zeroize, core_busy;
  logic runs_q;                            // an operation

  assign core_zeroize = zeroize || zeroize_i || waits_q;
  assign zeroize_busy_o = core_busy || waits_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      down_q     <= '0;
      core_rst_n <= 1'b0;
      in_rst_n   <= 1'b0;
      waits_q    <= 1'b0;
    end else begin
      down_q     <= reset ? '1 : down_q >> 1;
      core_rst_n <= !(reset || down_q != '0);
      in_rst_n   <= !(reset || down_q != '0 || (core_zeroize && !core_busy) || (Closed && done));
      waits_q    <= core_zeroize && !core_busy;
    end
  end

  // ---- the command ----
  logic [19:0] command_q;
  logic command_valid_q, command_ready;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      command_valid_q <= 1'b0;
      runs_q          <= 1'b0;
    end else if (reset || core_zeroize) begin
      command_valid_q <= 1'b0;
      runs_q          <= 1'b0;
    end else begin
      command_valid_q <= start || (command_valid_q && !command_ready);
      runs_q          <= start || (runs_q && !done);
    end
  end

  always_ff @(posedge clk_i) begin
    if (start) command_q <= wdata[19:0];
    if (zeroize_busy_o) command_q <= '0;
  end

  twd_lattice_regs #(.Kem(Kem), .Dsa(Dsa), .Lanes(Lanes)) u_regs (
    .clk_i, .rst_ni,
    .req_i      (req),
    .write_i    (write),
    .whole_i    (whole),
    .addr_i     (addr),
    .wdata_i    (wdata),
    .ack_o      (ack),
    .err_o      (err),
    .rdata_o    (rdata),
    .start_o    (start),
    .reset_o    (reset),
    .zeroize_o  (zeroize),
    .resetting_i(down_q != '0),
    .zeroizing_i(zeroize_busy_o),
    .runs_i     (runs_q),
    .waits_i    (waits),
    .done_i     (done && runs_q),
    .rules_i    ({1'b0, rules[7] || rules[6], 3'd0, rules[5:0]}),  // registers refuse an unknown command
    .irq_o
  );

  // ---- bytes ----
  logic in_open, in_ready, word_valid, word_ready, word_last;
  logic out_valid, out_ready, out_last;
  logic key_valid, key_ready, key_last, random_valid, random_ready;
  logic [63:0] random_data;
  logic [67:0] in_data, word, key_data, out_data, beat;

  twd_lattice_beats u_beats (
    .in_tdata_i,
    .in_tkeep_i,
    .in_data_o  (in_data),
    .out_data_i (beat),
    .out_tdata_o,
    .out_tkeep_o
  );

  assign in_open = !zeroize_busy_o && (runs_q || !Closed);
  assign in_tready_o = in_ready && in_open;

  twd_skid #(.Width(69)) u_in (
    .clk_i,
    .rst_ni     (in_rst_n),
    .in_valid_i (in_tvalid_i && in_open),
    .in_ready_o (in_ready),
    .in_data_i  ({in_tlast_i, in_data} & {69{in_tvalid_i && in_open}}),  // it stores what is not valid, too
    .out_valid_o(word_valid),
    .out_ready_i(word_ready),
    .out_data_o ({word_last, word})
  );

  twd_lattice_side u_side (
    .clk_i,
    .rst_ni        (core_rst_n),
    .key_i         (runs_q && command_q[8] && !zeroize_busy_o),
    .random_i      (runs_q && command_q[9] && !zeroize_busy_o),
    .key_tvalid_i, .key_tready_o, .key_tdata_i, .key_tkeep_i, .key_tlast_i,
    .random_tvalid_i, .random_tready_o, .random_tdata_i,
    .key_valid_o   (key_valid), .key_ready_i(key_ready), .key_last_o(key_last), .key_data_o(key_data),
    .random_valid_o(random_valid), .random_ready_i(random_ready), .random_data_o(random_data)
  );

  twd_lattice #(.Kem(Kem), .Dsa(Dsa), .Lanes(Lanes), .KeccakSlices(KeccakSlices), .Dsp(Dsp), .Rounds(Rounds),
                .Redundant(Redundant),
                .Parity(Parity), .Clean(Clean)) u_lattice (
    .clk_i,
    .rst_ni         (core_rst_n),
    .zeroize_i      (core_zeroize),
    .zeroize_busy_o (core_busy),
    .command_valid_i(command_valid_q),
    .command_ready_o(command_ready),
    .command_data_i (command_q),
    .in_valid_i     (word_valid),
    .in_ready_o     (word_ready),
    .in_last_i      (word_last),
    .in_data_i      (word),
    .key_valid_i    (key_valid),
    .key_ready_o    (key_ready),
    .key_last_i     (key_last),
    .key_data_i     (key_data),
    .random_valid_i (random_valid),
    .random_ready_o (random_ready),
    .random_data_i  (random_data),
    .waits_o        (waits),
    .out_valid_o    (out_valid),
    .out_ready_i    (out_ready),
    .out_last_o     (out_last),
    .out_data_o     (out_data),
    .done_valid_o   (done),
    .done_ready_i   (1'b1),
    .done_data_o    (rules)
  );

  twd_frame_close #(.Width(68)) u_close (
    .clk_i, .rst_ni,
    .abort_i    (!core_rst_n || core_zeroize || zeroize_busy_o),
    .in_valid_i (out_valid),
    .in_ready_o (out_ready),
    .in_last_i  (out_last),
    .in_data_i  (out_data),
    .out_valid_o(out_tvalid_o),
    .out_ready_i(out_tready_i),
    .out_last_o (out_tlast_o),
    .out_user_o (out_tuser_o),
    .out_data_o (beat)
  );

  `TWD_ASSERT(RunsUntilDone, !done || runs_q || reset || core_zeroize)

endmodule
