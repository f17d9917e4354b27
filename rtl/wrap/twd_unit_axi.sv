// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_unit_axi: the polynomial unit, its commands and state on AXI4-Lite, its polynomials on AXI4-Stream.
//
//   AXI4-Lite --> registers --> queue --> twd_poly_unit --> completions --> registers, irq_o
//   load, operand ------------ beats ---> twd_poly_unit --- beats --------> store
//
// Registers    twd_unit_regs.rdl and docs/unit/axi.md.
// Frames       a frame of load or store is the polynomials of one command; operand has none. Beats: twd_unit_beats.
// Errors       bits of ERRORS, which stay. Every access is answered (twd_axil_bus); the next command works.
// Timing       a command goes to the unit three cycles after its access; beats are not registered here, and no path
//              joins a valid to a ready.
// Zeroize      CONTROL.zeroize or zeroize_i: that of the unit, and both queues are emptied; streams wait. Words of
//              commands stay in the memory of their queue until others overwrite them.
// Cost         twd_axil_bus, twd_unit_regs, two queues of 16 words.
// Model        tests/unit_axi_cocotb.py

`include "twd_assert.svh"

module twd_unit_axi #(
  parameter int unsigned N           = 256,      // the parameters of twd_poly_unit
  parameter int unsigned Q           = 8380417,
  parameter int unsigned Root        = 1753,
  parameter int unsigned N_2         = 256,
  parameter int unsigned Q_2         = 3329,
  parameter int unsigned Root_2      = 17,
  parameter int unsigned Lanes       = 4,
  parameter int unsigned Slots       = 16,
  parameter bit          Dsp         = 1'b1,
  parameter bit          Block       = 1'b1,
  parameter bit          LogicTables = 1'b0,
  localparam int unsigned Width = twd_lane_pkg::width(Q, Q_2),
  localparam int unsigned Place = Q_2 != 0 || Width > 16 ? 32 : 16,
  localparam int unsigned Beat = Lanes * Width,
  localparam int unsigned Bus = Lanes * Place
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
  input  logic             load_tvalid_i,
  output logic             load_tready_o,
  input  logic [  Bus-1:0] load_tdata_i,
  input  logic [Bus/8-1:0] load_tkeep_i,
  input  logic             load_tlast_i,
  input  logic             operand_tvalid_i,
  output logic             operand_tready_o,
  input  logic [  Bus-1:0] operand_tdata_i,
  input  logic [Bus/8-1:0] operand_tkeep_i,
  output logic             store_tvalid_o,
  input  logic             store_tready_i,
  output logic [  Bus-1:0] store_tdata_o,
  output logic [Bus/8-1:0] store_tkeep_o,
  output logic             store_tlast_o
);

  localparam int unsigned LevelBits = twd_unit_regs_pkg::LEVEL_BITS;
  localparam int unsigned NumberBits = twd_unit_pkg::NUMBER_BITS;

  // ---- registers ----
  logic req, write, whole, ack, err, unused_begin;
  logic [15:2] addr, unused_next;
  logic [31:0] wdata, rdata;
  logic push, pop, zeroize, take, done, lost, ends, idle;
  logic [LevelBits-1:0] waiting_q, completions;
  logic [NumberBits-1:0] completion;
  twd_unit_pkg::rule_e rule;

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

  twd_unit_regs #(
    .N     (Q != 0 ? N : N_2),
    .Q     (Q),
    .Root  (Root),
    .Q_2   (Q_2),
    .Root_2(Root_2),
    .Lanes (Lanes),
    .Slots (Slots),
    .Place (Place)
  ) u_regs (
    .clk_i, .rst_ni,
    .req_i        (req),
    .write_i      (write),
    .whole_i      (whole),
    .addr_i       (addr),
    .wdata_i      (wdata),
    .ack_o        (ack),
    .err_o        (err),
    .rdata_o      (rdata),
    .push_o       (push),
    .commands_i   (waiting_q),
    .pop_o        (pop),
    .completions_i(completions),
    .completion_i (completion),
    .zeroize_o    (zeroize),
    .zeroizing_i  (zeroize_busy_o),
    .busy_i       (waiting_q != '0 || !idle || ends),
    .taken_i      (take && !zeroize_busy_o),
    .done_i       (done),
    .lost_i       (lost),
    .rule_i       (rule),
    .irq_o
  );

  // ---- the queue of commands, which flows away while the unit is cleared ----
  logic command_valid, command_ready;
  logic [31:0] command;
  logic unused_room, unused_few;

  assign take = command_valid && (command_ready || zeroize_busy_o);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) waiting_q <= '0;
    else waiting_q <= waiting_q + LevelBits'(push) - LevelBits'(take);
  end

  twd_fifo #(.Width(32), .Depth(twd_unit_regs_pkg::QUEUE), .Reserve(2)) u_queue (
    .clk_i, .rst_ni,
    .w_valid_i(push),
    .w_data_i (wdata),
    .room_o   (unused_room),
    .few_o    (unused_few),
    .r_valid_o(command_valid),
    .r_ready_i(command_ready || zeroize_busy_o),
    .r_data_o (command)
  );

  // ---- ends of commands ----
  logic [2:0] report;
  logic [2:0][NumberBits-1:0] number;

  twd_unit_completions u_completions (
    .clk_i, .rst_ni,
    .clear_i  (zeroize_busy_o),
    .report_i (report),
    .number_i (number),
    .busy_o   (ends),
    .done_o   (done),
    .lost_o   (lost),
    .waiting_o(completions),
    .number_o (completion),
    .pop_i    (pop)
  );

  // ---- polynomials ----
  logic load_pair, operand_pair, store_pair, unused_fault;
  logic [6:0] unused_slot;
  logic [Beat-1:0] load_data, operand_data, store_data;
  logic [Bus-1:0] unused_tdata;

  twd_unit_beats #(.Q(Q), .Q_2(Q_2), .Lanes(Lanes)) u_load (
    .in_pair_i  (load_pair),
    .in_tdata_i (load_tdata_i),
    .in_tkeep_i (load_tkeep_i),
    .in_data_o  (load_data),
    .out_pair_i (store_pair),
    .out_data_i (store_data),
    .out_tdata_o(store_tdata_o)
  );

  twd_unit_beats #(.Q(Q), .Q_2(Q_2), .Lanes(Lanes)) u_operand (
    .in_pair_i  (operand_pair),
    .in_tdata_i (operand_tdata_i),
    .in_tkeep_i (operand_tkeep_i),
    .in_data_o  (operand_data),
    .out_pair_i (1'b0),
    .out_data_i ('0),
    .out_tdata_o(unused_tdata)
  );

  assign store_tkeep_o = '1;

  logic [2:0] error;

  twd_poly_unit #(
    .N          (N),
    .Q          (Q),
    .Root       (Root),
    .N_2        (N_2),
    .Q_2        (Q_2),
    .Root_2     (Root_2),
    .Lanes      (Lanes),
    .Slots      (Slots),
    .Dsp        (Dsp),
    .Block      (Block),
    .LogicTables(LogicTables)
  ) u_unit (
    .clk_i,
    .rst_ni,
    .command_valid_i(command_valid),
    .command_ready_o(command_ready),
    .command_data_i (command),
    .load_valid_i   (load_tvalid_i),
    .load_ready_o   (load_tready_o),
    .load_pair_o    (load_pair),
    .load_last_i    (load_tlast_i),
    .load_data_i    (load_data),
    .store_valid_o  (store_tvalid_o),
    .store_ready_i  (store_tready_i),
    .store_last_o   (store_tlast_o),
    .store_data_o   (store_data),
    .store_pair_o   (store_pair),
    .store_slot_o   (unused_slot),
    .fault_o        (unused_fault),
    .operand_valid_i(operand_tvalid_i),
    .operand_ready_o(operand_tready_o),
    .operand_pair_o (operand_pair),
    .operand_data_i (operand_data),
    .clear_i        (error != '0),  // ERRORS keeps it
    .drop_i         (1'b0),
    .error_o        (error),
    .report_o       (report),
    .number_o       (number),
    .idle_o         (idle),
    .zeroize_i      (zeroize || zeroize_i),
    .zeroize_part_i (5'd0),
    .zeroize_busy_o
  );

  assign rule = twd_unit_pkg::rule_e'(error);

  logic unused;
  assign unused = ^unused_tdata;

endmodule
