// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_axis_out: the results of a core as frames of an AXI4-Stream.
//
// Errors    m_tuser_o with m_tlast_o: c_err_i or frame_err_i of the last beat of the result.
// Timing    m_tvalid_o and c_ready_o are flip-flops. Full rate: of the bus or of the core, whichever is slower. Reset
//           drops everything.
// Cost      a gearbox and a counter.
// Model     twiddle.bundle.wrap.axis.pack

module twd_axis_out #(
  parameter  int unsigned N     = 256,
  parameter  int unsigned Width = 12,
  parameter  int unsigned Lanes = 8,
  parameter  int unsigned Bus   = 64,
  parameter  int unsigned Slot  = 16,
  localparam int unsigned Beat  = Lanes * Width
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             c_valid_i,
  output logic             c_ready_o,
  input  logic [ Beat-1:0] c_data_i,
  input  logic             c_last_i,
  input  logic             c_err_i,
  input  logic             frame_err_i,  // of the operands of the result, with c_last_i
  output logic             m_tvalid_o,
  input  logic             m_tready_i,
  output logic [  Bus-1:0] m_tdata_o,
  output logic [Bus/8-1:0] m_tkeep_o,
  output logic             m_tlast_o,
  output logic             m_tuser_o
);

  localparam int unsigned Place = twd_axis_pkg::place(Slot, Width);
  localparam int unsigned Beats = twd_axis_pkg::beats(N, Bus, Slot, Width);
  localparam int unsigned CountBits = Beats > 1 ? $clog2(Beats) : 1;

  logic [Lanes*Place-1:0] spread;
  logic [CountBits-1:0] count_q;
  logic err_q;

  for (genvar i = 0; i < Lanes; i++) begin : gen_spread
    assign spread[i*Place+:Place] = Place'(c_data_i[i*Width+:Width]);
  end

  twd_gearbox #(.In(Lanes * Place), .Out(Bus)) u_bus (
    .clk_i, .rst_ni,
    .in_valid_i (c_valid_i),
    .in_ready_o (c_ready_o),
    .in_data_i  (spread),
    .in_zero_i  (1'b0),
    .out_valid_o(m_tvalid_o),
    .out_ready_i(m_tready_i),
    .out_data_o (m_tdata_o)
  );

  assign m_tkeep_o = '1;
  assign m_tlast_o = count_q == CountBits'(Beats - 1);
  assign m_tuser_o = m_tlast_o && err_q;

  // The last beat of a frame is offered after the last beat of the result came, and before the next result's.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q <= '0;
      err_q   <= 1'b0;
    end else begin
      if (m_tvalid_o && m_tready_i) count_q <= m_tlast_o ? '0 : count_q + 1'b1;
      if (c_valid_i && c_ready_o && c_last_i) err_q <= c_err_i || frame_err_i;
    end
  end

endmodule
