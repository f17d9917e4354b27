// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_inplace_schedule: the slots of an operation: what each reads, computes and writes, and its addresses.
//
//   twd_pass_sequencer --> cycle of a pass --> slot --> twd_inplace_addresses --> slot, addresses (cycle 0)
//
// Passes    a layer of a transform each; of a product one, and a second one where the product holds a factor
//           (twd_inplace_pkg::scaled), which takes it out of every coefficient.
// Slots     of a layer: the slot counter is the group index without the bit that the layer pairs. Of a product: a row
//           of twd_inplace_pkg::products, by the phase in the slots of a pair.
// Timing    a start is taken while ready; slots appear registered (cycle 0 of the datapath) three cycles after the
//           counters. en_i = 0 freezes the schedule, and status_o holds while it does. ready is high in the last cycle
//           of an operation too, so that operations follow without a bubble. Reset stops it and clears valid_o. With
//           Unload the slots between operations, from the sixth cycle after a reset on, are those of UNLOAD.
// Model     twiddle.model.iterative.slots

`include "twd_assert.svh"

module twd_inplace_schedule #(
  parameter twd_ring_pkg::ring_cfg_t Ring = twd_ring_pkg::RING_ML_KEM,
  parameter twd_method_pkg::method_e Method = twd_method_pkg::METHOD_FOLD,
  parameter int unsigned Butterflies = 4,
  parameter bit Registers = 1'b0,  // RNS: after its tables
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
  input  logic                                      clk_i,
  input  logic                                      rst_ni,
  input  logic                                      en_i,
  input  logic                                      start_i,
  input  logic                        [        2:0] op_i,
  input  logic                                      last_ok_i,  // the last pass of the operation may begin
  output twd_inplace_pkg::status_t                  status_o,
  output twd_inplace_pkg::slot_valid_t              valid_o,
  output twd_inplace_pkg::slot_t                    slot_o,
  output logic [      1:0][WordBits-1:0]            addr_o,
  output logic [Ports-1:0][  Layers-1:0]            twiddle_o
);

  localparam bit Complete = twd_ring_pkg::complete(Ring);
  localparam bit Single = Butterflies == 1;
  localparam bit FiveProducts = twd_inplace_pkg::five(Ring, Method, Published);
  localparam bit Scaled = twd_inplace_pkg::scaled(Method, Ring.q);
  localparam int unsigned Products = Scaled ? 2 : 1;  // passes of a product
  localparam int unsigned Slots = twd_inplace_pkg::layer_slots(Ring, Butterflies);
  localparam int unsigned ProductSlots = twd_inplace_pkg::product_slots(Ring, Method, Butterflies, Published);
  localparam int unsigned Delay = twd_inplace_pkg::write_delay(Method, Ring.q, Registers);
  localparam int unsigned Lag = Complete ? 0 : twd_inplace_pkg::feed_lag(Method, Ring.q, Butterflies);
  localparam int unsigned LongestBits = $clog2(ProductSlots + twd_pass_pkg::bubble(Delay, Slots, Slots / 2) + 1);
  localparam int unsigned CycleBits = LongestBits > GroupBits + 2 ? LongestBits : GroupBits + 2;

  // The table of passes. Their work is the layer mask over the index bits: ones above the bit that the layer pairs; of
  // products that of the last layer, of UNLOAD all ones. The bubble after a layer is zero unless passes are shorter
  // than the pipe. The lower bit of this layer and the next one decides.
  function automatic logic [twd_pass_pkg::TABLE_BITS-1:0] table_of_passes();
    int unsigned slots;
    int unsigned pair;
    int unsigned lower;
    int unsigned early;
    logic [2:0] step;
    logic last;
    table_of_passes = '0;
    for (int unsigned i = 0; i < twd_pass_pkg::entries(Layers, Products); i++) begin
      step = twd_pass_pkg::step(i, Layers, Products);
      last = twd_pass_pkg::last(i, Layers, Products);
      pair = LastPair;
      lower = 32'd0;
      if (step == twd_pass_pkg::STEP_INTT) begin
        pair = LastPair + twd_pass_pkg::number(i, Layers, Products);
        lower = pair + 1;
      end else if (step == twd_pass_pkg::STEP_NTT_A || step == twd_pass_pkg::STEP_NTT_B) begin
        pair = IndexBits - 1 - twd_pass_pkg::number(i, Layers, Products);
        lower = pair;
      end
      early = last ? Slots / 2 : lower == 0 ? 32'd0 : twd_inplace_pkg::early(lower - 1, Butterflies);
      slots = Slots;
      if (step == twd_pass_pkg::STEP_PWM) begin
        slots = twd_pass_pkg::number(i, Layers, Products) == 0 ? ProductSlots : 2 * Slots;
      end
      if (step != twd_pass_pkg::STEP_UNLOAD && (Unload || !last)) slots += twd_pass_pkg::bubble(Delay, Slots, early);
      table_of_passes[i*twd_pass_pkg::PASS_BITS+:twd_pass_pkg::PASS_BITS] = twd_pass_pkg::pass(
          i, Layers, Products, Unload, step == twd_pass_pkg::STEP_UNLOAD ? 16'hffff : 16'hfffe << pair, slots);
    end
  endfunction

  // ---- passes ----
  twd_pass_pkg::pass_t pass;
  logic active;
  logic pass_end;
  logic [CycleBits-1:0] cycle;
  logic [CycleBits-1:0] cycle_late;

  twd_pass_sequencer #(
    .Transforms(Layers),
    .Products  (Products),
    .CycleBits (CycleBits),
    .Passes    (table_of_passes()),
    .Lag       (Lag),
    .IdleUnload(Unload)
  ) u_sequencer (
    .clk_i, .rst_ni, .en_i, .start_i, .op_i,
    .ready_o     (status_o.ready),
    .count_i     (1'b0),
    .last_ok_i,
    .last_begin_o(status_o.last_begin),
    .active_o    (active),
    .pass_o      (pass),
    .cycle_o     (cycle),
    .cycle_late_o(cycle_late),
    .end_o       (pass_end)
  );

  assign status_o.a_read = pass_end && pass.operands[0];
  assign status_o.b_read = pass_end && pass.operands[1];

  // ---- cycle 1: the slot counter, of products without the lag in the second half of the slots of a pair ----
  localparam int unsigned ProductBits = twd_inplace_pkg::PRODUCT_BITS;
  localparam int unsigned Phases = twd_inplace_pkg::phases(Ring, Method, Butterflies, Published);
  localparam logic [5*ProductBits-1:0] Plan = twd_inplace_pkg::products(Ring, Method, Butterflies, Published);

  logic active_q;
  twd_pass_pkg::pass_t pass_q;
  logic late;
  logic [CycleBits-1:0] slot_cycle;           // below zero it wraps and is no slot
  logic [GroupBits:0] slot_q;
  logic of_layer_q, of_groups_q;  // slot_q is a slot of a layer, of a pass of groups
  logic [2:0] phase;
  logic [GroupBits-1:0] pair;                 // of groups, or with several butterflies a group of pairs
  logic in_pairs;

  assign late = Lag != 0 && pass.step == twd_pass_pkg::STEP_PWM && !(Scaled && pass.number[0])
      && (Single ? cycle[1] : cycle[0]);
  assign slot_cycle = late ? cycle_late : cycle;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) active_q <= 1'b0;
    else if (en_i) active_q <= active;
  end

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      pass_q      <= pass;
      slot_q      <= slot_cycle[GroupBits:0];
      of_layer_q  <= slot_cycle[CycleBits-1:WordBits] == '0;
      of_groups_q <= slot_cycle[CycleBits-1:GroupBits] == '0;
    end
  end

  // Slots by fives. The last pass of n = 8 or 16, bubble included, is four times as many pairs as there are: with a
  // longer pipe than 10 cycles the pair would wrap.
  if (FiveProducts) begin : gen_five
    logic [2:0] phase_q;
    logic [WordBits:0] pair_q;
    logic first;
    assign first = pass.step != twd_pass_pkg::STEP_PWM || cycle == '0;

    always_ff @(posedge clk_i) begin
      if (en_i) begin
        phase_q <= first || phase_q == 3'd4 ? 3'd0 : phase_q + 3'd1;
        if (first) pair_q <= '0;
        else if (phase_q == 3'd4) pair_q <= pair_q + 1'b1;
      end
    end

    assign phase    = phase_q;
    assign pair     = pair_q;
    assign in_pairs = !pair_q[WordBits];

    `TWD_ASSERT(PairFits, !(en_i && active && !first && phase_q == 3'd4 && &pair_q))
  end else begin : gen_power_of_two
    logic in_pairs_q;

    always_ff @(posedge clk_i) begin
      if (en_i) in_pairs_q <= slot_cycle[CycleBits-1:GroupBits+1] == '0;
    end

    assign phase    = 3'(32'(slot_q) % Phases);
    assign pair     = GroupBits'(slot_q >> $clog2(Phases));
    assign in_pairs = in_pairs_q;
  end

  // ---- cycle 2: the slot ----
  logic product, scale, inverse, second, unload;
  twd_inplace_pkg::product_t row;
  logic by_group;
  logic [GroupBits-1:0] group;
  logic valid;
  logic last;
  logic bank;  // that of group `group` of a, or of the lower group of a slot of a layer
  twd_inplace_pkg::slot_t slot;
  twd_inplace_pkg::slot_valid_t slot_valid;

  assign by_group = pass_q.step == twd_pass_pkg::STEP_PWM;
  assign scale    = Scaled && by_group && pass_q.number[0];
  assign product  = by_group && !scale;
  assign inverse  = pass_q.step == twd_pass_pkg::STEP_INTT;
  assign second   = pass_q.step == twd_pass_pkg::STEP_NTT_B;
  assign unload   = Unload && pass_q.step == twd_pass_pkg::STEP_UNLOAD;

  always_comb begin
    row = Plan[0+:ProductBits];
    for (int p = 1; p < Phases; p++) begin
      if (phase == 3'(p)) row = Plan[p*ProductBits+:ProductBits];
    end
    if (Complete || scale) begin
      group = slot_q[GroupBits-1:0];
      valid = active_q && (by_group ? of_groups_q : of_layer_q);
      last  = by_group ? &slot_q[GroupBits-1:0] : &slot_q[WordBits-1:0];
    end else begin
      group = Single || FiveProducts ? {pair[WordBits-1:0], row.odd} : pair;
      valid = active_q && (by_group ? in_pairs : of_layer_q);
      last  = !by_group ? &slot_q[WordBits-1:0] : FiveProducts ? phase == 3'd4 && &pair[WordBits-1:0] : &slot_q;
    end
    bank = by_group ? ^group : ^slot_q[WordBits-1:0] ^ second;
  end

  always_comb begin
    slot = '0;
    slot.unload = unload;
    slot.inverse = inverse || unload;
    slot.mode = unload ? twd_inplace_pkg::MODE_LOAD : inverse ? twd_inplace_pkg::MODE_GS : twd_inplace_pkg::MODE_CT;
    slot.u_bank = bank;
    slot.sum_bank = bank;
    slot.r_region = {2{second}};
    slot.r_input = {2{pass_q.operands != '0}};
    slot.w_region = second;
    slot.w_result = pass_q.last;
    slot_valid.read = valid;
    slot_valid.w_en = {2{valid && !unload}};
    slot_valid.last = valid && last && pass_q.last;
    if (product) begin
      slot.mode = row.mode;
      slot.pair_select = row.pair_select;
      slot.hold = row.hold;
      slot.merge = row.merge;
      slot.negate = Single ? group[1] : Butterflies == 2 && !FiveProducts ? group[0] : 1'b1;
      slot.u_bank = bank ^ row.u_other;
      slot.sum_bank = bank ^ (row.sum_other[0] || (row.sum_other[1] && slot.negate));
      for (int h = 0; h < 2; h++) begin
        slot.r_region[h] = row.one_operand[1] ? row.one_operand[0] : bank != (h == 1);
        slot.r_input[h] = slot.r_region[h] ? pass_q.operands[1] : pass_q.operands[0];
        slot_valid.w_en[h] = valid && (bank == (h == 1) ? row.write[0] : row.write[1]);
      end
    end else if (scale) begin
      slot.mode = twd_inplace_pkg::MODE_SCALE;
      slot.u_bank = !bank;
      slot_valid.w_en = {valid && bank, valid && !bank};
    end else if (LaneBits > 0 && !unload && pass_q.work[LaneBits]) begin
      slot.pair_select = LaneBits == 2 && !pass_q.work[1] ? twd_inplace_pkg::PAIR_LANE_2
          : twd_inplace_pkg::PAIR_LANE_1;
    end
  end

  twd_inplace_pkg::slot_valid_t slot_valid_q;
  twd_inplace_pkg::slot_t slot_q2;
  logic by_group_q, scale_q;
  logic [GroupBits-1:0] group_q;  // {slot counter, lowest bit of a group}
  logic [IndexBits-1:0] mask_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) slot_valid_q <= '0;
    else if (en_i) slot_valid_q <= slot_valid;
  end

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      slot_q2    <= slot;
      by_group_q <= by_group;
      scale_q    <= scale || unload;
      group_q    <= {by_group ? group[GroupBits-1:1] : slot_q[WordBits-1:0], group[0]};
      mask_q     <= pass_q.work[IndexBits-1:0];
    end
  end

  twd_inplace_addresses #(.Ring(Ring), .Butterflies(Butterflies)) u_addresses (
    .clk_i, .rst_ni, .en_i,
    .valid_i   (slot_valid_q),
    .slot_i    (slot_q2),
    .by_group_i(by_group_q),
    .none_i    (scale_q),
    .group_i   (group_q),
    .mask_i    (mask_q),
    .valid_o, .slot_o, .addr_o, .twiddle_o
  );

endmodule
