// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_axis_frame: makes every frame of an AXI4-Stream Beats long: what is missing becomes zeros, what is too much is
// dropped.
//
// Errors    err_o with done_o: the frame was too short or too long, a byte was not kept, or a bit of Unused was set.
// Timing    no flip-flop between s and what goes on: valid_o, zero_o and the marks come from logic, the data of a beat
//           are s_tdata_i, or 0 with zero_o. Nothing passes while open_i = 0. done_o comes with the last beat that goes
//           on, first_o with the first one. Reset begins a new frame.
// Cost      a counter.
// Model     none: it moves data only

`include "twd_assert.svh"

module twd_axis_frame #(
  parameter int unsigned Bus = 64,
  parameter int unsigned Beats = 64,
  parameter int unsigned Parts = 1,  // beats after which Unused repeats
  parameter logic [Parts*Bus-1:0] Unused = '0  // bits that must be 0
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             open_i,
  input  logic             s_tvalid_i,
  output logic             s_tready_o,
  input  logic [  Bus-1:0] s_tdata_i,
  input  logic [Bus/8-1:0] s_tkeep_i,
  input  logic             s_tlast_i,
  input  logic             zero_i,   // the beat counts as zeros
  output logic             busy_o,   // a frame has begun
  output logic             valid_o,
  input  logic             ready_i,
  output logic             zero_o,   // the beat is zeros
  output logic             first_o,
  output logic             done_o,
  output logic             err_o
);

  localparam int unsigned CountBits = Beats > 1 ? $clog2(Beats) : 1;
  localparam int unsigned PartBits = Parts > 1 ? $clog2(Parts) : 1;

  typedef enum logic [1:0] {
    PASS = 2'd0,
    PAD  = 2'd1,  // the frame has ended too early
    DROP = 2'd2   // it has not ended where it should
  } state_e;

  state_e state_q;
  logic [CountBits-1:0] count_q;
  logic [PartBits-1:0] part_q;
  logic err_q;
  logic last;   // of the beats that go on
  logic moves;  // a beat goes on
  logic wrong;  // the beat itself, or where it stands

  assign last       = count_q == CountBits'(Beats - 1);
  assign valid_o    = (state_q == PASS && s_tvalid_i && open_i) || state_q == PAD;
  assign s_tready_o = (state_q == PASS && ready_i && open_i) || state_q == DROP;
  assign zero_o     = state_q == PAD || zero_i;
  assign busy_o     = state_q != PASS || count_q != '0;
  assign moves      = valid_o && ready_i;
  assign first_o    = valid_o && count_q == '0;
  assign wrong      = state_q == PASS
      && (s_tlast_i != last || !(&s_tkeep_i) || |(s_tdata_i & Unused[part_q*Bus+:Bus]));
  assign done_o     = moves && last;
  assign err_o      = err_q || wrong;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= PASS;
      count_q <= '0;
      part_q  <= '0;
      err_q   <= 1'b0;
    end else begin
      if (moves) begin
        count_q <= last ? '0 : count_q + 1'b1;
        part_q  <= last || part_q == PartBits'(Parts - 1) ? '0 : part_q + 1'b1;
        err_q   <= !last && (err_q || wrong);
        if (last) state_q <= state_q == PASS && !s_tlast_i ? DROP : PASS;
        else if (state_q == PASS && s_tlast_i) state_q <= PAD;
      end
      if (state_q == DROP && s_tvalid_i && s_tlast_i) state_q <= PASS;
    end
  end

endmodule
