// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_axis_in: frames of an AXI4-Stream as the beats of polynomials that a core takes.
//
//   s --> frame --> [slot] --> strip --> beat --> core            Slot = DENSE: frame --> beat --> core
//
// Timing    s_tready_o is a flip-flop and open_i. Where a beat of the core is as wide as the coefficients of a beat of
//           the bus, ready_i leads to it through two LUTs: cores drive theirs from flip-flops, and a skid buffer would
//           cost a multiplexer a bit. zero_i and what comes of a frame as in twd_axis_frame. Full rate: of the bus or
//           of the core, whichever is slower. Reset drops everything.
// Cost      that of twd_axis_frame and one or two gearboxes.
// Model     twiddle.bundle.wrap.axis.unpack

module twd_axis_in #(
  parameter  int unsigned N     = 256,
  parameter  int unsigned Width = 12,  // of a coefficient
  parameter  int unsigned Lanes = 8,   // coefficients a beat of the core
  parameter  int unsigned Bus   = 64,
  parameter  int unsigned Slot  = 16,  // or DENSE of twd_axis_pkg
  localparam int unsigned Beat  = Lanes * Width
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             open_i,
  input  logic             s_tvalid_i,
  output logic             s_tready_o,
  input  logic [  Bus-1:0] s_tdata_i,
  input  logic [Bus/8-1:0] s_tkeep_i,
  input  logic             s_tlast_i,
  input  logic             zero_i,
  output logic             busy_o,
  output logic             first_o,
  output logic             done_o,
  output logic             err_o,
  output logic             valid_o,
  input  logic             ready_i,
  output logic [ Beat-1:0] data_o
);

  localparam int unsigned Beats = twd_axis_pkg::beats(N, Bus, Slot, Width);
  localparam bit Slots = Slot != twd_axis_pkg::DENSE;
  localparam int unsigned Group = Slots && Slot > Bus ? Slot : Bus;  // whole slots
  localparam int unsigned Parts = Group / Bus;

  // Bits of a group that belong to no coefficient.
  function automatic logic [Group-1:0] unused_bits();
    unused_bits = '0;
    for (int unsigned i = 0; i < Group; i++) begin
      unused_bits[i] = Slots && i % (Slots ? Slot : 32'd1) >= Width;
    end
  endfunction

  logic frame_valid, frame_ready, frame_zero;

  twd_axis_frame #(.Bus(Bus), .Beats(Beats), .Parts(Parts), .Unused(unused_bits())) u_frame (
    .clk_i, .rst_ni,
    .open_i,
    .s_tvalid_i,
    .s_tready_o,
    .s_tdata_i,
    .s_tkeep_i,
    .s_tlast_i,
    .zero_i,
    .busy_o,
    .valid_o(frame_valid),
    .ready_i(frame_ready),
    .zero_o (frame_zero),
    .first_o,
    .done_o,
    .err_o
  );

  if (Slots) begin : gen_slots
    localparam int unsigned Count = Group / Slot;  // coefficients of a group

    logic group_valid, group_ready, group_zero;
    logic [Group-1:0] group;
    logic [Count*Width-1:0] stripped;

    if (Parts > 1) begin : gen_group
      twd_gearbox #(.In(Bus), .Out(Group)) u_group (
        .clk_i, .rst_ni,
        .in_valid_i (frame_valid),
        .in_ready_o (frame_ready),
        .in_data_i  (s_tdata_i),
        .in_zero_i  (frame_zero),
        .out_valid_o(group_valid),
        .out_ready_i(group_ready),
        .out_data_o (group)
      );
      assign group_zero = 1'b0;
    end else begin : gen_one
      assign group_valid = frame_valid;
      assign frame_ready = group_ready;
      assign group       = s_tdata_i;
      assign group_zero  = frame_zero;
    end

    for (genvar i = 0; i < Count; i++) begin : gen_strip
      assign stripped[i*Width+:Width] = group[i*Slot+:Width];
    end

    logic unused;
    assign unused = ^group;

    twd_gearbox #(.In(Count * Width), .Out(Beat), .Cut(1'b0)) u_beat (
      .clk_i, .rst_ni,
      .in_valid_i (group_valid),
      .in_ready_o (group_ready),
      .in_data_i  (stripped),
      .in_zero_i  (group_zero),
      .out_valid_o(valid_o),
      .out_ready_i(ready_i),
      .out_data_o (data_o)
    );
  end else begin : gen_dense
    twd_gearbox #(.In(Bus), .Out(Beat), .Cut(1'b0)) u_beat (
      .clk_i, .rst_ni,
      .in_valid_i (frame_valid),
      .in_ready_o (frame_ready),
      .in_data_i  (s_tdata_i),
      .in_zero_i  (frame_zero),
      .out_valid_o(valid_o),
      .out_ready_i(ready_i),
      .out_data_o (data_o)
    );
  end

endmodule
