// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_inplace_schedule: the passes of an operation and the slots of each pass; which words, which butterflies' mode.
//
//   NTT   transform a                       MUL   transform a, transform b, multiply, transform back
//   INTT  transform a back                  MULT  transform a, multiply, transform back
//   PWM   multiply                          each followed by the unload pass where Unload = 1
//
// Pairing   layer_mask is a thermometer over the index bits: ones above the bit that the layer pairs. The slot counter is
//           the group index without that bit (twd_inplace_pkg), so the word of half h is the counter with
//           the paired bit put in, and the twiddle address the counter masked.
// Products  of an incomplete transform, four a pair, with t = m_0 + m_1:
//             B > 1   slot 0: m_0 = a_0 b_0 (even lanes), m_1 = a_1 b_1 (odd lanes)
//                     slot 1: c_0 = m_0 + zeta m_1 (even), c_1 = t - (a_1 - a_0)(b_1 - b_0) (odd)
//             B = 1   slot 0: m_0   slot 1: m_1   slot 2: c_0, and reads b_0, b_1   slot 3: c_1, and reads a_0, a_1
//           the last half of the slots works on the pair of feed_lag slots ago. Direct (twd_inplace_pkg), no pair waits:
//             B > 1   slot 0: c_0 = a_0 b_0 + a_1 b_1 zeta    slot 1: c_1 = a_0 b_1 + a_1 b_0
//             B = 1   slots a_0 b_0, a_1 b_0, a_1 b_1 zeta, a_0 b_1: one operand after the other changes, so that no half
//                     is read twice; each product of the last two is added to that of two slots before
//           Published, five a pair as in Alhassani, Benaissa 2024, Fig. 5, in another order:
//             B > 1   two groups: their m_0, m_1; their c_1; both c_0 = m_0 + zeta m_1
//             B = 1   slots a_1 b_1, a_0 b_0, a_1 b_0, c_0, and reads a_0, then a_0 b_1
// Scale     where a product holds a factor (twd_inplace_pkg::scaled), a pass takes it out of every coefficient of PWM.
// Timing    a start is taken while ready_o; slots appear registered (cycle 0 of the datapath) two cycles after the
//           counters. en_i = 0 freezes all of it, and ready_o, final_begin_o, a_read_o, b_read_o hold while it does.
//           ready_o is high in the last cycle of an operation too, so that operations follow without a gap. Reset
//           stops it.
// Model     twiddle.model.iterative.slots

`include "twd_assert.svh"

module twd_inplace_schedule #(
  parameter twd_ring_pkg::ring_cfg_t Ring = twd_ring_pkg::RING_ML_KEM,
  parameter twd_method_pkg::method_e Method = twd_method_pkg::METHOD_FOLD,
  parameter int unsigned Butterflies = 4,
  parameter bit Registers = 1'b0,  // RNS: behind its tables
  parameter bit Published = 1'b0,  // RNS: five products a pair
  parameter bit Unload = 1'b0,  // a last pass reads the result in natural order
  localparam int unsigned IndexBits = $clog2(Ring.n),
  localparam int unsigned LaneBits = $clog2(Butterflies),
  localparam int unsigned GroupBits = IndexBits - LaneBits,
  localparam int unsigned WordBits = GroupBits - 1,
  localparam int unsigned Layers = twd_ring_pkg::layers(Ring),
  localparam int unsigned LastPair = twd_inplace_pkg::last_pair(Ring),
  localparam int unsigned Ports = twd_inplace_pkg::twiddle_ports(LastPair, Butterflies)
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,
  input  logic                           en_i,
  input  logic                           start_i,
  input  logic [      2:0]               op_i,
  output logic                           ready_o,
  input  logic                           final_ok_i,   // the last pass of the operation may begin
  output logic                           final_begin_o,
  output logic                           a_read_o,     // the input memory has been read for the last time: a, b
  output logic                           b_read_o,
  // one slot
  output logic                           valid_o,
  output logic                           unload_o,     // it belongs to the unload pass
  output logic [      2:0]               mode_o,
  output logic [      1:0]               meet_o,
  output logic                           first_o,      // half that holds u
  output logic [      1:0]               hold_o,       // {v, u} stay what they are
  output logic [      1:0]               r_input_o,    // half read from the input memory
  output logic [      1:0]               r_region_o,   // second operand
  output logic [      1:0][WordBits-1:0] addr_o,
  output logic [      1:0]               w_en_o,
  output logic                           w_first_o,
  output logic                           negate_o,     // zeta of the pair is negative
  output logic [      1:0]               join_o,       // c_0 and c_1 become one word
  output logic                           w_region_o,
  output logic                           w_final_o,    // last pass of the operation
  output logic                           last_o,       // its last slot
  output logic                           inverse_o,
  output logic [Ports-1:0][  Layers-1:0] twiddle_o
);

  localparam bit Complete = twd_ring_pkg::complete(Ring);
  localparam int unsigned Slots = 1 << WordBits;
  localparam bit Direct = twd_inplace_pkg::direct(Method) && !Complete;
  localparam bit Scaled = twd_inplace_pkg::scaled(Method, Ring.q);
  localparam int unsigned Lag = Complete ? 0 : twd_inplace_pkg::feed_lag(Method, Ring.q, Butterflies);
  // A group a slot; four products a pair, or five.
  localparam bit Five = Direct && Published;
  localparam int unsigned PwmSlots = Complete ? 2 * Slots : Five ? 5 * Slots : 4 * Slots + Lag;
  localparam int unsigned Delay = twd_inplace_pkg::write_delay(Method, Ring.q, Registers);
  localparam int unsigned BubbleUnload = twd_pass_pkg::bubble(Delay, Slots, Slots / 2);  // the longest
  localparam int unsigned CycleBits = $clog2(PwmSlots + BubbleUnload + 1) > GroupBits + 2
      ? $clog2(PwmSlots + BubbleUnload + 1) : GroupBits + 2;
  localparam logic [IndexBits-1:0] MaskLast = IndexBits'(~((2 << LastPair) - 1));  // LastPair is paired

  // Bubble after each pass, by the index bit that it pairs; zero unless the passes are shorter than the pipe. The lower
  // bit of this layer and the next one decides: the next lower when forward, this one when inverse.
  function automatic logic [IndexBits*CycleBits-1:0] table_of_bubbles(input bit inverse);
    for (int unsigned k = 0; k < IndexBits; k++) begin
      table_of_bubbles[k*CycleBits+:CycleBits] = CycleBits'(twd_pass_pkg::bubble(
          Delay, Slots, inverse ? twd_inplace_pkg::early(k, Butterflies) :
          k == 0 ? 32'd0 : twd_inplace_pkg::early(k - 1, Butterflies)));
    end
  endfunction

  twd_pass_pkg::step_e step;
  logic [2:0] op;
  logic active;
  logic pass_end;
  logic final_pass;
  logic [CycleBits-1:0] cycle;
  logic [IndexBits-1:0] layer_mask;
  logic [IndexBits-1:0] layer_mask_next;
  logic [IndexBits-1:0] paired;  // one-hot: the index bit that the layer pairs
  logic inverse;
  logic first_layer;
  logic last_layer;

  assign inverse = step == twd_pass_pkg::STEP_INTT;
  assign paired = {1'b1, layer_mask[IndexBits-1:1]} & ~layer_mask;
  assign layer_mask_next = inverse ? {layer_mask[IndexBits-2:0], 1'b0} : {1'b1, layer_mask[IndexBits-1:1]};
  assign first_layer = inverse ? layer_mask == MaskLast : !layer_mask[IndexBits-1];
  assign last_layer = inverse ? !layer_mask[IndexBits-1] : layer_mask[LastPair+1];

  twd_pass_sequencer #(
    .PositionBits  (IndexBits),
    .Passes        (IndexBits),
    .CycleBits     (CycleBits),
    .ForwardFirst  ('0),
    .InverseFirst  (MaskLast),
    .ProductFirst  (MaskLast),
    .LayerSlots    (Slots),
    .ProductSlots  (PwmSlots),
    .ScaleSlots    (Scaled ? 2 * Slots : 0),
    .BubblesForward(table_of_bubbles(1'b0)),
    .BubblesInverse(table_of_bubbles(1'b1)),
    .BubbleProduct (twd_pass_pkg::bubble(Delay, Slots, 0)),
    .BubbleLast    (Unload ? BubbleUnload : 0),
    .Unload        (Unload)
  ) u_sequencer (
    .clk_i,
    .rst_ni,
    .en_i,
    .start_i,
    .op_i,
    .ready_o,
    .count_i        (1'b0),
    .final_ok_i,
    .final_begin_o,
    .active_o       (active),
    .step_o         (step),
    .op_o           (op),
    .position_o     (layer_mask),
    .position_next_i(layer_mask_next),
    .last_i         (last_layer),
    .pass_i         (paired),
    .cycle_o        (cycle),
    .final_o        (final_pass),
    .end_o          (pass_end)
  );

  logic is_pwm;
  logic is_scale;
  logic is_unload;
  assign is_pwm = step == twd_pass_pkg::STEP_PWM;
  assign is_scale = Scaled && step == twd_pass_pkg::STEP_SCALE;
  assign is_unload = Unload && step == twd_pass_pkg::STEP_UNLOAD;

  // The input memory is read in the first layer, and by the product where an operand comes in transformed.
  assign a_read_o = pass_end && (is_pwm ? op == twd_op_pkg::OP_PWM
      : first_layer && (step == twd_pass_pkg::STEP_NTT_A || (step == twd_pass_pkg::STEP_INTT && op == twd_op_pkg::OP_INTT)));
  assign b_read_o = pass_end && (is_pwm ? op != twd_op_pkg::OP_MUL : first_layer && step == twd_pass_pkg::STEP_NTT_B);

  // ---- from the counters to one slot: group g (products) or slot t (layers) ----
  logic late;  // second half of the slots of a pair
  logic [CycleBits-1:0] product_cycle;
  logic [GroupBits-1:0] group;
  logic slot_valid;

  assign late = is_pwm && !Complete && (Butterflies == 1 ? cycle[1] : cycle[0]);
  assign product_cycle  = late ? cycle - CycleBits'(Lag) : cycle;  // below zero wraps, and is no valid slot

  // Slots of a pair or of two groups by fives. The last pass of n = 8 or 16, gap included, is four times as many pairs
  // as there are: with a longer pipe than 10 cycles five_pair would wrap.
  logic [2:0] phase;
  logic [WordBits:0] five_pair;
  logic [GroupBits-1:0] five_group;
  assign five_group = {five_pair[WordBits-1:0], Butterflies == 1 ? !phase[0] : phase[0]};

  if (Five) begin : gen_five
    logic [2:0] phase_q;
    logic [WordBits:0] pair_q;

    always_ff @(posedge clk_i) begin
      if (en_i) begin
        if (!active || !is_pwm || pass_end) begin
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
  end else begin : gen_not_five
    assign phase     = '0;
    assign five_pair = '0;
  end

  if (Complete) begin : gen_complete
    logic unused_five;
    assign unused_five = ^{five_group, five_pair};
    assign group = product_cycle[GroupBits-1:0];
    assign slot_valid = (is_pwm || is_scale) ? product_cycle[CycleBits-1:GroupBits] == '0 : product_cycle[CycleBits-1:WordBits] == '0;
  end else begin : gen_incomplete
    assign group = is_scale ? product_cycle[GroupBits-1:0] : Five ? five_group
        : Butterflies > 1 ? product_cycle[GroupBits:1]
        : {product_cycle[GroupBits:2], Direct ? product_cycle[1] ^ product_cycle[0] : !product_cycle[1] && product_cycle[0]};
    assign slot_valid = is_pwm && Five ? !five_pair[WordBits] : is_pwm ? product_cycle[CycleBits-1:GroupBits+1] == '0
        : is_scale ? product_cycle[CycleBits-1:GroupBits] == '0 : product_cycle[CycleBits-1:WordBits] == '0;
  end

  logic single_b;  // B = 1, slot 2: reads both coefficients of b
  logic single_a;  // B = 1, slot 3: reads both coefficients of a
  assign single_b = Butterflies == 1 && !Direct && late && !cycle[0];
  assign single_a = Butterflies == 1 && !Direct && late && cycle[0];

  typedef struct packed {
    logic                 unload;
    logic [2:0]           mode;
    logic [1:0]           meet;
    logic                 first;
    logic [1:0]           hold;
    logic [1:0]           r_input;
    logic [1:0]           r_region;
    logic                 w_first;
    logic                 negate;
    logic [1:0]           join_lanes;
    logic                 w_region;
    logic                 w_final;
    logic                 inverse;
    logic                 by_group; // slots are groups: products, scale
    logic                 scale;
    logic                 low;      // lowest bit of the group
    logic [WordBits-1:0]  t;
    logic [IndexBits-1:0] mark;
  } slot_t;

  slot_t slot_d, slot_q;
  logic valid_d;       // with a reset: the valid bits of a slot
  logic [1:0] w_en_d;
  logic last_d;
  logic home;  // half of group `group` of a, or of the lower group of slot t

  assign home = is_pwm || is_scale ? ^group : ^cycle[WordBits-1:0] ^ (step == twd_pass_pkg::STEP_NTT_B);

  always_comb begin
    slot_d = '0;
    valid_d = active && slot_valid;
    slot_d.unload = is_unload;
    slot_d.by_group = is_pwm || is_scale;
    slot_d.scale = is_scale;
    slot_d.low = group[0];
    slot_d.t = is_pwm || is_scale ? group[GroupBits-1:1] : cycle[WordBits-1:0];
    slot_d.mark = layer_mask;
    slot_d.inverse = step == twd_pass_pkg::STEP_INTT;
    slot_d.w_final = final_pass;
    last_d = valid_d && final_pass && (is_pwm ? cycle == CycleBits'(PwmSlots - 1)
        : is_scale ? &cycle[WordBits:0] : &cycle[WordBits-1:0]);
    slot_d.first = home;
    slot_d.w_first = home;
    slot_d.meet = twd_inplace_pkg::MEET_HALVES;
    slot_d.r_region = {2{step == twd_pass_pkg::STEP_NTT_B}};
    slot_d.w_region = step == twd_pass_pkg::STEP_NTT_B;
    slot_d.r_input = {2{first_layer && (step != twd_pass_pkg::STEP_INTT || op == twd_op_pkg::OP_INTT)}};
    w_en_d = {2{valid_d && !is_unload}};
    if (is_pwm) begin
      slot_d.r_region = single_b ? 2'b11 : single_a ? 2'b00 : home ? 2'b01 : 2'b10;
      slot_d.r_input[0] = slot_d.r_region[0] ? op != twd_op_pkg::OP_MUL : op == twd_op_pkg::OP_PWM;
      slot_d.r_input[1] = slot_d.r_region[1] ? op != twd_op_pkg::OP_MUL : op == twd_op_pkg::OP_PWM;
      slot_d.first = home ^ single_b;
      w_en_d = {2{valid_d && (Complete || late)}} & (home ^ single_a ? 2'b10 : 2'b01);
      slot_d.negate = Butterflies == 1 ? group[1] : Butterflies == 2 && !Five ? group[0] : 1'b1;
      slot_d.mode = !late ? twd_inplace_pkg::MODE_PRODUCT
          : single_a ? twd_inplace_pkg::MODE_HIGH : twd_inplace_pkg::MODE_LOW;
      if (Five) begin
        slot_d.mode = twd_inplace_pkg::MODE_PRODUCT;
        if (phase == 3'd4 || (Butterflies > 1 && phase[1])) slot_d.mode = twd_inplace_pkg::MODE_HIGH;
        if (phase == (Butterflies > 1 ? 3'd4 : 3'd3)) slot_d.mode = twd_inplace_pkg::MODE_LOW;
        if (Butterflies == 1) begin
          slot_d.hold = {phase == 3'd2, phase == 3'd4};
          w_en_d = {2{valid_d && (phase[2] || &phase[1:0])}} & (home ? 2'b10 : 2'b01);
        end else begin
          slot_d.join_lanes = phase[2] ? twd_inplace_pkg::JOIN_LOW
              : phase[1] ? twd_inplace_pkg::JOIN_HIGH : twd_inplace_pkg::JOIN_NONE;
          w_en_d = {2{valid_d && phase[2]}};
        end
      end else if (Direct && Butterflies > 1) begin
        slot_d.join_lanes = late ? twd_inplace_pkg::JOIN_HIGH : twd_inplace_pkg::JOIN_NONE;
        slot_d.mode = late ? twd_inplace_pkg::MODE_HIGH : twd_inplace_pkg::MODE_LOW;
      end else if (Direct) begin
        slot_d.hold = {product_cycle[0], late && !product_cycle[0]};
        slot_d.w_first = !home;
        w_en_d = {2{valid_d && late}} & (home ? 2'b01 : 2'b10);
        if (late && product_cycle[0]) slot_d.mode = twd_inplace_pkg::MODE_HIGH;
      end else if (!Complete) begin
        if (Butterflies > 1 && late) slot_d.meet = twd_inplace_pkg::MEET_PAIRS;
        if (single_b && product_cycle[2]) slot_d.w_first = !home;
      end
    end else if (is_scale) begin
      slot_d.first = !home;
      w_en_d = {2{valid_d}} & (home ? 2'b10 : 2'b01);
      slot_d.mode = twd_inplace_pkg::MODE_SCALE;
    end else begin
      slot_d.mode = step == twd_pass_pkg::STEP_INTT ? twd_inplace_pkg::MODE_GS : twd_inplace_pkg::MODE_CT;
      if (LaneBits > 0 && !is_unload && layer_mask[LaneBits]) begin
        slot_d.meet = LaneBits == 2 && !layer_mask[1] ? twd_inplace_pkg::MEET_LANE_2 : twd_inplace_pkg::MEET_LANE_1;
      end
    end
    if (is_unload) slot_d.mark = '1;
  end

  logic slot_valid_q;
  logic [1:0] slot_w_en_q;
  logic slot_last_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      slot_valid_q <= 1'b0;
      slot_w_en_q  <= '0;
      slot_last_q  <= 1'b0;
    end else if (en_i) begin
      slot_valid_q <= valid_d;
      slot_w_en_q  <= w_en_d;
      slot_last_q  <= last_d;
    end
  end

  always_ff @(posedge clk_i) begin
    if (en_i) slot_q <= slot_d;
  end

  // ---- from the slot to addresses ----
  logic [IndexBits:0] mark;
  assign mark = {1'b1, slot_q.mark};

  logic [1:0][WordBits-1:0] addr;
  logic [Ports-1:0][IndexBits-1:0] twiddle;

  always_comb begin
    for (int h = 0; h < 2; h++) begin
      for (int j = 0; j < WordBits; j++) begin
        if (mark[j+1+LaneBits] || slot_q.by_group) addr[h][j] = slot_q.t[j];
        else if (mark[j+2+LaneBits]) addr[h][j] = slot_q.first ^ (h == 1);
        else addr[h][j] = slot_q.t[(j+1)%WordBits];
      end
    end
  end

  // Port p serves half 1 where p >= Ports/2. The lowest bit of its group is not in the slot counter, but follows from
  // the half; below that stand the bits of the lane.
  for (genvar p = 0; p < Ports; p++) begin : gen_twiddle
    localparam bit Half = Ports > 1 && p >= Ports / 2;
    localparam bit Lane = p % 2 == 1;

    for (genvar j = 0; j < IndexBits; j++) begin : gen_bit
      logic index_bit;
      if (j > LaneBits) begin : gen_word
        assign index_bit = slot_q.t[j-LaneBits-1];
      end else if (j == LaneBits) begin : gen_group
        assign index_bit = slot_q.by_group ? slot_q.low : ^slot_q.t ^ slot_q.w_region ^ Half;
      end else begin : gen_lane
        assign index_bit = Lane;
      end
      assign twiddle[p][j] = !slot_q.scale && (mark[j] ? index_bit ^ slot_q.inverse : mark[j+1]);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_o <= 1'b0;
      w_en_o  <= '0;
      last_o  <= 1'b0;
    end else if (en_i) begin
      valid_o <= slot_valid_q;
      w_en_o  <= slot_w_en_q;
      last_o  <= slot_last_q;
    end
  end

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      unload_o   <= slot_q.unload;
      mode_o     <= slot_q.mode;
      meet_o     <= slot_q.meet;
      first_o    <= slot_q.first;
      hold_o     <= slot_q.hold;
      r_input_o  <= slot_q.r_input;
      r_region_o <= slot_q.r_region;
      addr_o     <= addr;
      w_first_o  <= slot_q.w_first;
      negate_o   <= slot_q.negate;
      join_o     <= slot_q.join_lanes;
      w_region_o <= slot_q.w_region;
      w_final_o  <= slot_q.w_final;
      inverse_o  <= slot_q.inverse;
      for (int p = 0; p < Ports; p++) twiddle_o[p] <= twiddle[p][IndexBits-1-:Layers];
    end
  end

endmodule
