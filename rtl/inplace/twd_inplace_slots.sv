// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_inplace_slots: what a slot of a pass reads, computes and writes, from the counters of the sequencer.
//
// Layers    the slot counter is the group index without the bit that the layer pairs.
// Products  of an incomplete transform, four a pair, with t = m_0 + m_1:
//             several butterflies   slot 0: m_0 = a_0 b_0 (even lanes), m_1 = a_1 b_1 (odd lanes)
//                                   slot 1: c_0 = m_0 + zeta m_1 (even), c_1 = t - (a_1 - a_0)(b_1 - b_0) (odd)
//             one butterfly         slot 0: m_0   slot 1: m_1   slot 2: c_0, and reads b_0, b_1
//                                   slot 3: c_1, and reads a_0, a_1
//           the last half of the slots works on the pair of feed_lag slots before. Direct (twd_inplace_pkg), no lag:
//             several butterflies   slot 0: c_0 = a_0 b_0 + a_1 b_1 zeta    slot 1: c_1 = a_0 b_1 + a_1 b_0
//             one butterfly         slots a_0 b_0, a_1 b_0, a_1 b_1 zeta, a_0 b_1: one operand after the other changes,
//                                   so that no bank is read twice; each product of the last two is added to that of
//                                   two slots before
//           Published, five a pair as in Alhassani, Benaissa 2024, Fig. 5, in another order:
//             several butterflies   two groups: their m_0, m_1; their c_1; both c_0 = m_0 + zeta m_1
//             one butterfly         slots a_1 b_1, a_0 b_0, a_1 b_0, c_0, and reads a_0, then a_0 b_1
// Timing    outputs two cycles after the counters; en_i = 0 freezes them. Reset clears valid_o.
// Model     twiddle.model.iterative.slots

`include "twd_assert.svh"

module twd_inplace_slots #(
  parameter twd_ring_pkg::ring_cfg_t Ring = twd_ring_pkg::RING_ML_KEM,
  parameter twd_method_pkg::method_e Method = twd_method_pkg::METHOD_FOLD,
  parameter int unsigned Butterflies = 4,
  parameter bit Published = 1'b0,
  parameter bit Unload = 1'b0,
  parameter int unsigned CycleBits = 9,  // more than GroupBits + 1
  localparam int unsigned IndexBits = $clog2(Ring.n),
  localparam int unsigned LaneBits = $clog2(Butterflies),
  localparam int unsigned GroupBits = IndexBits - LaneBits,
  localparam int unsigned WordBits = GroupBits - 1
) (
  input  logic                                        clk_i,
  input  logic                                        rst_ni,
  input  logic                                        en_i,
  input  logic                                        active_i,       // a cycle of a pass
  input  logic                                        end_i,          // its last one
  input  logic                                        final_i,        // last pass of the operation
  input  twd_pass_pkg::step_e                         step_i,
  input  logic                        [          2:0] op_i,
  input  logic                        [CycleBits-1:0] cycle_i,
  input  logic                        [CycleBits-1:0] cycle_late_i,   // cycle_i - feed_lag
  input  logic                                        first_layer_i,  // of a transform
  input  logic                        [IndexBits-1:0] layer_mask_i,
  output twd_inplace_pkg::slot_valid_t                valid_o,
  output twd_inplace_pkg::slot_t                      slot_o,
  output logic                                        by_group_o,     // slots are groups: products, scale
  output logic                                        scale_o,
  output logic                        [GroupBits-1:0] group_o,        // {slot counter, its group's lowest bit}
  output logic                        [IndexBits-1:0] layer_mask_o    // ones in the unload pass
);

  localparam bit Complete = twd_ring_pkg::complete(Ring);
  localparam bit Single = Butterflies == 1;
  localparam bit Direct = twd_inplace_pkg::direct(Method) && !Complete;
  localparam bit Five = Direct && Published;
  localparam bit Scaled = twd_inplace_pkg::scaled(Method, Ring.q);
  localparam int unsigned ProductSlots = twd_inplace_pkg::product_slots(Ring, Method, Butterflies, Published);

  // ---- cycle 1: the inputs, and to which half of the slots of a pair a cycle belongs ----
  logic product_d;
  logic late_d;  // second half of the slots of a pair
  logic [CycleBits-1:0] slot_cycle_d;
  assign product_d = step_i == twd_pass_pkg::STEP_PWM;
  assign late_d = product_d && !Complete && (Single ? cycle_i[1] : cycle_i[0]);
  assign slot_cycle_d = late_d ? cycle_late_i : cycle_i;  // below zero it wraps and is no slot

  logic active;
  logic pass_end;
  logic final_pass;
  twd_pass_pkg::step_e step;
  logic [2:0] op;
  logic [CycleBits-1:0] cycle;
  logic first_layer;
  logic [IndexBits-1:0] layer_mask;
  logic late;
  logic [GroupBits:0] slot_cycle;
  logic slot_of_layer;
  logic slot_of_groups;
  logic slot_of_pairs;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) active <= 1'b0;
    else if (en_i) active <= active_i;
  end

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      pass_end       <= end_i;
      final_pass     <= final_i;
      step           <= step_i;
      op             <= op_i;
      cycle          <= cycle_i;
      first_layer    <= first_layer_i;
      layer_mask     <= layer_mask_i;
      late           <= late_d;
      slot_cycle     <= slot_cycle_d[GroupBits:0];
      slot_of_layer  <= slot_cycle_d[CycleBits-1:WordBits] == '0;
      slot_of_groups <= slot_cycle_d[CycleBits-1:GroupBits] == '0;
      slot_of_pairs  <= slot_cycle_d[CycleBits-1:GroupBits+1] == '0;
    end
  end

  logic product;
  logic scale;
  logic unload;
  logic inverse;
  logic second;  // forward transform of the second operand
  assign product = step == twd_pass_pkg::STEP_PWM;
  assign scale = Scaled && step == twd_pass_pkg::STEP_SCALE;
  assign unload = Unload && step == twd_pass_pkg::STEP_UNLOAD;
  assign inverse = step == twd_pass_pkg::STEP_INTT;
  assign second = step == twd_pass_pkg::STEP_NTT_B;

  // ---- cycle 2: from the counters to a group (products, scale) or a slot counter (layers) ----
  logic [GroupBits-1:0] group;
  logic in_slots;  // the cycle is a slot, not one of the bubble

  // Slots of a pair or of two groups by fives. The last pass of n = 8 or 16, bubble included, is four times as many
  // pairs as there are: with a longer pipe than 10 cycles five_pair would wrap.
  logic [2:0] phase;
  logic [WordBits:0] five_pair;
  logic [GroupBits-1:0] five_group;
  assign five_group = {five_pair[WordBits-1:0], Single ? !phase[0] : phase[0]};

  if (Five) begin : gen_five
    logic [2:0] phase_q;
    logic [WordBits:0] pair_q;

    always_ff @(posedge clk_i) begin
      if (en_i) begin
        if (!active || !product || pass_end) begin
          phase_q <= '0;
          pair_q  <= '0;
        end else begin
          phase_q <= phase_q == 3'd4 ? 3'd0 : phase_q + 3'd1;
          if (phase_q == 3'd4) pair_q <= pair_q + 1'b1;
        end
      end
    end

    assign phase     = phase_q;
    assign five_pair = pair_q;

    `TWD_ASSERT(FivePairFits, !(en_i && active && product && !pass_end && phase_q == 3'd4 && &pair_q))
  end else begin : gen_not_five
    logic unused_end;
    assign unused_end = pass_end;
    assign phase      = '0;
    assign five_pair  = '0;
  end

  if (Complete) begin : gen_complete
    logic unused_pairs;
    assign unused_pairs = ^{five_group, five_pair, slot_of_pairs};
    assign group = slot_cycle[GroupBits-1:0];
    assign in_slots = product || scale ? slot_of_groups : slot_of_layer;
  end else begin : gen_incomplete
    logic odd_group;
    assign odd_group = Direct ? slot_cycle[1] ^ slot_cycle[0] : !slot_cycle[1] && slot_cycle[0];
    assign group = scale ? slot_cycle[GroupBits-1:0] : Five ? five_group
        : Single ? {slot_cycle[GroupBits:2], odd_group} : slot_cycle[GroupBits:1];
    assign in_slots = product ? (Five ? !five_pair[WordBits] : slot_of_pairs) : scale ? slot_of_groups : slot_of_layer;
  end

  // ---- the slot ----
  logic single_b;  // one butterfly, slot 2: reads both coefficients of b
  logic single_a;  // one butterfly, slot 3: reads both coefficients of a
  assign single_b = Single && !Direct && late && !cycle[0];
  assign single_a = Single && !Direct && late && cycle[0];

  logic by_group;
  logic valid;
  logic bank;  // that of group `group` of a, or of the lower group of a slot of a layer
  logic [1:0] own_bank;    // one-hot
  logic [1:0] other_bank;  // one-hot
  assign by_group = product || scale;
  assign valid = active && in_slots;
  assign bank = by_group ? ^group : ^cycle[WordBits-1:0] ^ second;
  assign own_bank = bank ? 2'b10 : 2'b01;
  assign other_bank = bank ? 2'b01 : 2'b10;

  twd_inplace_pkg::slot_t slot_d;
  twd_inplace_pkg::slot_valid_t valid_d;

  always_comb begin
    slot_d = '0;
    slot_d.unload = unload;
    slot_d.inverse = inverse;
    slot_d.mode = inverse ? twd_inplace_pkg::MODE_GS : twd_inplace_pkg::MODE_CT;
    slot_d.pair_select = twd_inplace_pkg::PAIR_BANKS;
    slot_d.merge = twd_inplace_pkg::MERGE_NONE;
    slot_d.u_bank = bank;
    slot_d.sum_bank = bank;
    slot_d.r_region = {2{second}};
    slot_d.r_input = {2{first_layer && (!inverse || op == twd_op_pkg::OP_INTT)}};
    slot_d.w_region = second;
    slot_d.w_final = final_pass;
    valid_d.read = valid;
    valid_d.w_en = {2{valid && !unload}};
    valid_d.last = valid && final_pass && (product ? cycle == CycleBits'(ProductSlots - 1)
        : scale ? &cycle[WordBits:0] : &cycle[WordBits-1:0]);
    if (product) begin
      slot_d.r_region = single_b ? 2'b11 : single_a ? 2'b00 : other_bank;
      slot_d.r_input[0] = slot_d.r_region[0] ? op != twd_op_pkg::OP_MUL : op == twd_op_pkg::OP_PWM;
      slot_d.r_input[1] = slot_d.r_region[1] ? op != twd_op_pkg::OP_MUL : op == twd_op_pkg::OP_PWM;
      slot_d.u_bank = bank ^ single_b;
      valid_d.w_en = {2{valid && (Complete || late)}} & (single_a ? other_bank : own_bank);
      slot_d.negate = Single ? group[1] : Butterflies == 2 && !Five ? group[0] : 1'b1;
      slot_d.mode = !late ? twd_inplace_pkg::MODE_PRODUCT
          : single_a ? twd_inplace_pkg::MODE_HIGH : twd_inplace_pkg::MODE_LOW;
      if (Five) begin
        slot_d.mode = twd_inplace_pkg::MODE_PRODUCT;
        if (phase == 3'd4 || (!Single && phase[1])) slot_d.mode = twd_inplace_pkg::MODE_HIGH;
        if (phase == (Single ? 3'd3 : 3'd4)) slot_d.mode = twd_inplace_pkg::MODE_LOW;
        if (Single) begin
          slot_d.hold = {phase == 3'd2, phase == 3'd4};
          valid_d.w_en = {2{valid && (phase[2] || &phase[1:0])}} & own_bank;
        end else begin
          slot_d.merge = phase[2] ? twd_inplace_pkg::MERGE_LOW
              : phase[1] ? twd_inplace_pkg::MERGE_HIGH : twd_inplace_pkg::MERGE_NONE;
          valid_d.w_en = {2{valid && phase[2]}};
        end
      end else if (Direct && !Single) begin
        slot_d.merge = late ? twd_inplace_pkg::MERGE_HIGH : twd_inplace_pkg::MERGE_NONE;
        slot_d.mode = late ? twd_inplace_pkg::MODE_HIGH : twd_inplace_pkg::MODE_LOW;
      end else if (Direct) begin
        slot_d.hold = {slot_cycle[0], late && !slot_cycle[0]};
        slot_d.sum_bank = !bank;
        valid_d.w_en = {2{valid && late}} & other_bank;
        if (late && slot_cycle[0]) slot_d.mode = twd_inplace_pkg::MODE_HIGH;
      end else if (!Complete) begin
        if (!Single && late) slot_d.pair_select = twd_inplace_pkg::PAIR_PRODUCTS;
        if (single_b && slot_cycle[2]) slot_d.sum_bank = !bank;
      end
    end else if (scale) begin
      slot_d.u_bank = !bank;
      valid_d.w_en = {2{valid}} & own_bank;
      slot_d.mode = twd_inplace_pkg::MODE_SCALE;
    end else if (LaneBits > 0 && !unload && layer_mask[LaneBits]) begin
      slot_d.pair_select = LaneBits == 2 && !layer_mask[1] ? twd_inplace_pkg::PAIR_LANE_2
          : twd_inplace_pkg::PAIR_LANE_1;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_o <= '0;
    else if (en_i) valid_o <= valid_d;
  end

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      slot_o       <= slot_d;
      by_group_o   <= by_group;
      scale_o      <= scale;
      group_o      <= {by_group ? group[GroupBits-1:1] : cycle[WordBits-1:0], group[0]};
      layer_mask_o <= layer_mask | {IndexBits{unload}};
    end
  end

endmodule
