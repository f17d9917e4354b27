// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_inplace_schedule: the passes of an operation, their slots, and the addresses of each slot.
//
//   twd_pass_sequencer --> twd_inplace_slots --> twd_inplace_addresses --> slot, addresses (cycle 0)
//
// Position  layer_mask, a thermometer over the index bits: ones above the bit that the layer pairs.
// Scale     where a product holds a factor (twd_inplace_pkg::scaled), a pass takes it out of every coefficient of PWM.
// Timing    a start is taken while ready; slots appear registered (cycle 0 of the datapath) three cycles after the
//           counters. en_i = 0 freezes the schedule, and status_o holds while it does. ready is high in the last cycle
//           of an operation too, so that operations follow without a bubble. Reset stops it.
// Model     twiddle.model.iterative.slots

module twd_inplace_schedule #(
  parameter twd_ring_pkg::ring_cfg_t Ring = twd_ring_pkg::RING_ML_KEM,
  parameter twd_method_pkg::method_e Method = twd_method_pkg::METHOD_FOLD,
  parameter int unsigned Butterflies = 4,
  parameter bit Registers = 1'b0,  // RNS: after its tables
  parameter bit Published = 1'b0,  // RNS: five products a pair
  parameter bit Unload = 1'b0,  // a last pass reads the result in natural order
  localparam int unsigned IndexBits = $clog2(Ring.n),
  localparam int unsigned GroupBits = IndexBits - $clog2(Butterflies),
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
  input  logic                                      final_ok_i,  // the last pass of the operation may begin
  output twd_inplace_pkg::status_t                  status_o,
  output twd_inplace_pkg::slot_valid_t              valid_o,
  output twd_inplace_pkg::slot_t                    slot_o,
  output logic [      1:0][WordBits-1:0]            addr_o,
  output logic [Ports-1:0][  Layers-1:0]            twiddle_o
);

  localparam int unsigned Slots = twd_inplace_pkg::layer_slots(Ring, Butterflies);
  localparam bit Scaled = twd_inplace_pkg::scaled(Method, Ring.q);
  localparam int unsigned ProductSlots = twd_inplace_pkg::product_slots(Ring, Method, Butterflies, Published);
  localparam int unsigned Delay = twd_inplace_pkg::write_delay(Method, Ring.q, Registers);
  localparam int unsigned Lag = twd_ring_pkg::complete(Ring) ? 0
      : twd_inplace_pkg::feed_lag(Method, Ring.q, Butterflies);
  localparam int unsigned BubbleUnload = twd_pass_pkg::bubble(Delay, Slots, Slots / 2);  // the longest
  localparam int unsigned LongestBits = $clog2(ProductSlots + BubbleUnload + 1);
  localparam int unsigned CycleBits = LongestBits > GroupBits + 2 ? LongestBits : GroupBits + 2;
  localparam logic [IndexBits-1:0] MaskLast = IndexBits'(~((2 << LastPair) - 1));  // LastPair is paired

  // Bubble after each pass, by the index bit that it pairs; zero unless the passes are shorter than the pipe. The lower
  // bit of this layer and the next one decides: the next lower when forward, this one when inverse.
  function automatic logic [IndexBits*CycleBits-1:0] table_of_bubbles(input bit inverse_layers);
    for (int unsigned k = 0; k < IndexBits; k++) begin
      table_of_bubbles[k*CycleBits+:CycleBits] = CycleBits'(twd_pass_pkg::bubble(
          Delay, Slots, inverse_layers ? twd_inplace_pkg::early(k, Butterflies) :
          k == 0 ? 32'd0 : twd_inplace_pkg::early(k - 1, Butterflies)));
    end
  endfunction

  localparam logic [IndexBits*CycleBits-1:0] BubblesForward = table_of_bubbles(1'b0);
  localparam logic [IndexBits*CycleBits-1:0] BubblesInverse = table_of_bubbles(1'b1);

  // ---- passes ----
  twd_pass_pkg::step_e step;
  logic [2:0] op;
  logic active;
  logic pass_end;
  logic final_pass;
  logic [CycleBits-1:0] cycle;
  logic [CycleBits-1:0] cycle_late;
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
    .ProductSlots  (ProductSlots),
    .ScaleSlots    (Scaled ? 2 * Slots : 0),
    .BubblesForward(BubblesForward),
    .BubblesInverse(BubblesInverse),
    .BubbleProduct (twd_pass_pkg::bubble(Delay, Slots, 0)),
    .BubbleLast    (Unload ? BubbleUnload : 0),
    .Lag           (Lag),
    .Unload        (Unload)
  ) u_sequencer (
    .clk_i, .rst_ni, .en_i,
    .start_i,
    .op_i,
    .ready_o        (status_o.ready),
    .count_i        (1'b0),
    .final_ok_i,
    .final_begin_o  (status_o.final_begin),
    .active_o       (active),
    .step_o         (step),
    .op_o           (op),
    .position_o     (layer_mask),
    .position_next_i(layer_mask_next),
    .last_i         (last_layer),
    .pass_i         (paired),
    .cycle_o        (cycle),
    .cycle_late_o   (cycle_late),
    .final_o        (final_pass),
    .end_o          (pass_end)
  );

  // The input memory is read in the first layer, and by the product where an operand comes in transformed.
  logic reads_a;
  logic reads_b;
  assign reads_a = step == twd_pass_pkg::STEP_PWM ? op == twd_op_pkg::OP_PWM
      : first_layer && (step == twd_pass_pkg::STEP_NTT_A || (inverse && op == twd_op_pkg::OP_INTT));
  assign reads_b = step == twd_pass_pkg::STEP_PWM ? op != twd_op_pkg::OP_MUL
      : first_layer && step == twd_pass_pkg::STEP_NTT_B;
  assign status_o.a_read = pass_end && reads_a;
  assign status_o.b_read = pass_end && reads_b;

  // ---- slots ----
  twd_inplace_pkg::slot_valid_t valid;
  twd_inplace_pkg::slot_t slot;
  logic by_group;
  logic scale;
  logic [GroupBits-1:0] group;
  logic [IndexBits-1:0] slot_mask;

  twd_inplace_slots #(
    .Ring       (Ring),
    .Method     (Method),
    .Butterflies(Butterflies),
    .Published  (Published),
    .Unload     (Unload),
    .CycleBits  (CycleBits)
  ) u_slots (
    .clk_i, .rst_ni, .en_i,
    .active_i     (active),
    .end_i        (pass_end),
    .final_i      (final_pass),
    .step_i       (step),
    .op_i         (op),
    .cycle_i      (cycle),
    .cycle_late_i (cycle_late),
    .first_layer_i(first_layer),
    .layer_mask_i (layer_mask),
    .valid_o      (valid),
    .slot_o       (slot),
    .by_group_o   (by_group),
    .scale_o      (scale),
    .group_o      (group),
    .layer_mask_o (slot_mask)
  );

  twd_inplace_addresses #(.Ring(Ring), .Butterflies(Butterflies)) u_addresses (
    .clk_i, .rst_ni, .en_i,
    .valid_i     (valid),
    .slot_i      (slot),
    .by_group_i  (by_group),
    .scale_i     (scale),
    .group_i     (group),
    .layer_mask_i(slot_mask),
    .valid_o,
    .slot_o,
    .addr_o,
    .twiddle_o
  );

endmodule
