// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_quad_slots: what one slot reads, computes and writes.
//
// Regions   0 holds the first operand and the result. 1 holds the second operand of MUL until it is transformed and
//           goes to the twiddle factors, where the second operands of PWM and MULT go from the port. Products of an
//           incomplete transform take three passes and end in region 1:
//             MODE_CROSS    region 0 to the odd lanes of region 1
//             MODE_PRODUCT  within region 0, all lanes
//             MODE_PAIR     region 0 to the even lanes of region 1
//           base_i exchanges them, so that the result before stays where it is while operands are loaded.
// Timing    1 cycle. Reset clears strobes_o.
// Model     twiddle.model.quad.slots

`include "twd_assert.svh"

module twd_quad_slots #(
  parameter twd_ring_pkg::ring_cfg_t Ring = twd_ring_pkg::RING_FALCON_1024
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  input  logic                     base_i,      // the region of the first operand
  input  twd_quad_pkg::beat_t      beat_i,
  input  twd_quad_pkg::position_t  position_i,
  input  logic [1:0]               phase_i,
  output twd_quad_pkg::strobes_t   strobes_o,
  output twd_quad_pkg::slot_t      slot_o
);

  localparam bit Complete = twd_ring_pkg::complete(Ring);
  localparam bit SeparateRegions = twd_quad_pkg::separate_regions(Ring);
  localparam int unsigned Passes = twd_quad_pkg::passes(Ring);
  localparam int unsigned PassBits = twd_quad_pkg::PASS_BITS;
  localparam logic [PassBits-1:0] Last = PassBits'(Passes - 1);
  localparam logic [PassBits-1:0] LastProduct = Complete ? '0 : PassBits'(2);

  logic load;
  logic transform;
  logic inverse;
  logic product;
  assign load = beat_i.a || beat_i.b;
  assign transform = position_i.step == twd_pass_pkg::STEP_NTT_A || position_i.step == twd_pass_pkg::STEP_NTT_B;
  assign inverse = position_i.step == twd_pass_pkg::STEP_INTT;
  assign product = position_i.step == twd_pass_pkg::STEP_PWM;

  logic single;  // the pass has one layer

  always_comb begin
    single = 1'b0;
    for (int unsigned p = 0; p < Passes; p++) begin
      if (position_i.pass == PassBits'(p)) single = twd_quad_pkg::single(Ring, p);
    end
  end

  twd_butterfly_2x2_pkg::mode_e mode;

  always_comb begin
    if (load) begin
      mode = twd_butterfly_2x2_pkg::MODE_PRODUCT;
    end else if (!position_i.slot) begin
      mode = twd_butterfly_2x2_pkg::MODE_CT;  // an inverse mode would take M1 later
    end else if (product) begin
      mode = twd_butterfly_2x2_pkg::MODE_PRODUCT;
      if (!Complete && position_i.pass == '0) mode = twd_butterfly_2x2_pkg::MODE_CROSS;
      if (!Complete && position_i.pass == LastProduct) mode = twd_butterfly_2x2_pkg::MODE_PAIR;
    end else if (position_i.psi) begin
      mode = twd_butterfly_2x2_pkg::MODE_PRODUCT;
    end else if (inverse) begin
      mode = single ? twd_butterfly_2x2_pkg::MODE_GS_ONE : twd_butterfly_2x2_pkg::MODE_GS;
    end else begin
      mode = single ? twd_butterfly_2x2_pkg::MODE_CT_ONE : twd_butterfly_2x2_pkg::MODE_CT;
    end
  end

  logic in_region_1;  // a product of an incomplete transform
  logic r_region;
  logic w_region;
  logic w_twiddle;
  logic [1:0] w_lanes;

  assign in_region_1 = !Complete && twd_op_pkg::takes_b(beat_i.op);

  always_comb begin
    w_lanes = 2'b11;
    w_twiddle = 1'b0;
    unique case (position_i.step)
      twd_pass_pkg::STEP_NTT_B: r_region = 1'b1;
      twd_pass_pkg::STEP_INTT: r_region = in_region_1;
      default: r_region = 1'b0;
    endcase
    w_region = r_region;
    if (load) begin
      w_region = beat_i.b;
      w_twiddle = beat_i.b && beat_i.op != twd_op_pkg::OP_MUL;
    end else if (position_i.step == twd_pass_pkg::STEP_NTT_B) begin
      w_twiddle = position_i.pass == Last;
    end else if (product && !Complete) begin
      w_region = position_i.pass != PassBits'(1);
      w_lanes = position_i.pass == '0 ? 2'b10 : position_i.pass == LastProduct ? 2'b01 : 2'b11;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      strobes_o <= '0;
    end else begin
      strobes_o.read      <= position_i.slot;
      strobes_o.write     <= load || position_i.slot;
      strobes_o.load_last <= beat_i.complete;
    end
  end

  always_ff @(posedge clk_i) begin
    slot_o.source <= load ? twd_quad_pkg::FROM_PORT
        : SeparateRegions && r_region != base_i ? twd_quad_pkg::FROM_SECOND : twd_quad_pkg::FROM_MEMORY;
    slot_o.mode          <= mode;
    slot_o.transpose_in  <= !load && position_i.slot && transform && !position_i.psi;
    // in bubbles too, in which late lanes are transposed
    slot_o.transpose_out <= !load && position_i.active && inverse && !position_i.psi;
    slot_o.phase         <= phase_i;
    slot_o.r_region      <= r_region != base_i;
    slot_o.w_region      <= w_region != base_i;
    slot_o.w_twiddle     <= w_twiddle;
    slot_o.w_lanes       <= w_lanes;
  end

`ifndef SYNTHESIS
  logic [1:0] phase_in_q;  // phase of the next word, where the four before are not complete
  logic [1:0] phase_out_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      phase_in_q  <= 2'd0;
      phase_out_q <= 2'd0;
    end else begin
      phase_in_q  <= slot_o.transpose_in ? slot_o.phase + 2'd1 : 2'd0;
      phase_out_q <= slot_o.transpose_out ? slot_o.phase + 2'd1 : 2'd0;
    end
  end
`endif

  // The bubble after the last inverse pass may end within four words, none of which is written.
  `TWD_ASSERT(FourWordsTogetherIn, slot_o.transpose_in ? slot_o.phase == phase_in_q : phase_in_q == 2'd0)
  `TWD_ASSERT(FourWordsTogetherOut, !slot_o.transpose_out || slot_o.phase == phase_out_q)

endmodule
