// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_quad_schedule: loading, the passes of an operation, slot by slot, and the read of its result.
//
//   NTT   transform a                       MUL   transform a, transform b, multiply, transform back
//   INTT  transform a back                  MULT  transform a, multiply, transform back
//   PWM   multiply                          each after loading, a slot a beat
//
// Published  each transform begins with a product by powers of psi, and the inverse one ends with one by those of
//            1/psi: a pass with a number of its own.
// Timing     a slot appears in registers, in cycle 0 of the datapath, two cycles after the counters. An operation
//            begins when its operands are in memory and the result before has been read. ended_o in its last cycle,
//            when its result is in memory; one that is refused ends as it begins. Reset stops an operation; idle_o
//            rises write_delay + late_cycles of twd_quad_pkg later, when the datapath has run empty.
// Model      twiddle.model.quad.slots

`include "twd_assert.svh"

module twd_quad_schedule #(
  parameter twd_ring_pkg::ring_cfg_t Ring = twd_ring_pkg::RING_FALCON_1024,
  parameter twd_method_pkg::method_e Method = twd_method_pkg::METHOD_KRED,
  parameter bit Published = 1'b0,  // a cyclic transform between products by powers of psi
  localparam int unsigned AddrBits = $clog2(Ring.n) - 2,
  localparam int unsigned TwiddleBits = twd_quad_pkg::twiddle_addr_bits(Ring, Published)
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  input  logic                     en_i,            // of reads
  input  logic                     loaded_i,        // the operands are in memory from the next cycle on
  input  logic                     free_i,          // the result before has been read
  input  twd_quad_pkg::beat_t      beat_i,          // a beat is loaded
  output twd_quad_pkg::strobes_t   strobes_o,       // one slot
  output twd_quad_pkg::slot_t      slot_o,
  output logic [   AddrBits-1:0]   addr_o,
  output logic [   AddrBits-1:0]   r_addr_o,        // addr_o of a slot, or of a beat of the result
  output logic [TwiddleBits-1:0]   twiddle_addr_o,
  output logic                     idle_o,
  output logic                     ended_o,
  output logic                     unload_o,        // a word of the result is read
  output logic                     unload_last_o,   // the last one
  output logic                     unload_region_o  // where the result is
);

  localparam bit Complete = twd_ring_pkg::complete(Ring);
  localparam int unsigned Slots = 1 << AddrBits;
  localparam int unsigned Passes = twd_quad_pkg::passes(Ring);
  localparam int unsigned Entries = Passes + 32'(Published);  // of the tables of bubbles
  localparam logic [6*96-1:0] Layouts = twd_quad_pkg::layouts(Ring);
  localparam int unsigned PassBits = twd_quad_pkg::PASS_BITS;
  localparam int unsigned Delay = twd_quad_pkg::write_delay(Method, Ring.q);
  localparam int unsigned LateCycles = twd_quad_pkg::late_cycles(Method, Ring.q);
  localparam int unsigned BubbleNone = twd_pass_pkg::bubble(Delay, Slots, 32'd0);
  localparam int unsigned BubbleLast = Delay + LateCycles;
  localparam int unsigned LargestBubble = Delay + LateCycles + Slots + 8;
  localparam int unsigned CycleBits = $clog2(Slots + LargestBubble);

  localparam logic [PassBits-1:0] Last = PassBits'(Passes - 1);
  localparam logic [PassBits-1:0] Psi = PassBits'(Published ? Passes : 0);  // the pass of powers of psi
  localparam logic [PassBits-1:0] LastProduct = Complete ? '0 : PassBits'(2);

  // Idle cycles after pass p: forward to p + 1, inverse to p - 1; the last entry to the pass after a transform, and to
  // the products after a pass of powers of psi.
  function automatic logic [Entries*CycleBits-1:0] table_of_bubbles(input bit inverse);
    table_of_bubbles = '0;
    for (int unsigned p = 0; p < Entries; p++) begin
      if (p >= Passes) begin
        table_of_bubbles[p*CycleBits+:CycleBits] = CycleBits'(BubbleNone);
      end else if (inverse) begin
        table_of_bubbles[p*CycleBits+:CycleBits] = p == 0 ? CycleBits'(BubbleLast) : CycleBits'(
            twd_quad_pkg::bubble_of_four(Delay + LateCycles, Slots, twd_quad_pkg::early(Layouts, AddrBits, p, p - 1)));
      end else begin
        table_of_bubbles[p*CycleBits+:CycleBits] = p + 1 == Passes ? CycleBits'(BubbleNone) : CycleBits'(
            twd_pass_pkg::bubble(Delay, Slots, twd_quad_pkg::early(Layouts, AddrBits, p, p + 1)));
      end
    end
  endfunction

  twd_quad_pkg::position_t position;
  twd_pass_pkg::step_e step;
  logic [PassBits-1:0] pass;
  logic [PassBits-1:0] pass_next;
  logic [Entries-1:0] pass_one_hot;
  logic [CycleBits-1:0] cycle;
  logic [CycleBits-1:0] unused_cycle;
  logic inverse;
  logic last_pass;  // of the step

  assign inverse = step == twd_pass_pkg::STEP_INTT;

  always_comb begin
    pass_next = inverse ? pass - 1'b1 : pass + 1'b1;
    if (Published && pass == (inverse ? '0 : Psi)) pass_next = inverse ? Psi : '0;
    if (inverse) last_pass = pass == Psi;
    else if (step == twd_pass_pkg::STEP_PWM) last_pass = pass == LastProduct;
    else last_pass = pass == Last;
  end

  for (genvar p = 0; p < Entries; p++) begin : gen_one_hot
    assign pass_one_hot[p] = pass == PassBits'(p);
  end

  // ---- begin and end of an operation ----
  logic waits_q;  // its operands are in memory
  logic begins;
  logic refused;
  logic final_pass;
  logic pass_end;
  logic base_q;  // the region of its first operand
  logic region;  // of its result
  logic unused_begin;
  logic unused_ready;

  assign begins = waits_q && free_i;
  assign refused = !twd_op_pkg::is_op(beat_i.op);
  assign ended_o = (final_pass && pass_end) || (begins && refused);
  assign region = base_q != (!Complete && twd_op_pkg::takes_b(beat_i.op));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waits_q <= 1'b0;
      base_q  <= 1'b0;
    end else begin
      waits_q <= loaded_i || (waits_q && !free_i);
      if (ended_o) base_q <= !region;
    end
  end

  always_ff @(posedge clk_i) begin
    if (ended_o) unload_region_o <= region;
  end

  logic unload_next;
  logic [AddrBits-1:0] unload_addr;

  twd_quad_unload #(.Ring(Ring)) u_unload (
    .clk_i, .rst_ni, .en_i,
    .start_i      (ended_o),
    .transformed_i(beat_i.op == twd_op_pkg::OP_NTT || beat_i.op == twd_op_pkg::OP_PWM),
    .read_o       (unload_o),
    .last_o       (unload_last_o),
    .next_o       (unload_next),
    .addr_o       (unload_addr)
  );

  logic [2:0] unused_op;

  twd_pass_sequencer #(
    .PositionBits  (PassBits),
    .Passes        (Entries),
    .CycleBits     (CycleBits),
    .ForwardFirst  (Psi),
    .InverseFirst  (Last),
    .ProductFirst  ('0),
    .LayerSlots    (Slots),
    .ProductSlots  (Slots),
    .ScaleSlots    (0),
    .BubblesForward(table_of_bubbles(1'b0)),
    .BubblesInverse(table_of_bubbles(1'b1)),
    .BubbleProduct (BubbleNone),
    .BubbleLast    (BubbleLast),
    .Unload        (1'b0),
    .Flush         (1'b1)
  ) u_sequencer (
    .clk_i, .rst_ni,
    .en_i           (1'b1),
    .start_i        (begins && !refused),
    .op_i           (beat_i.op),
    .ready_o        (unused_ready),
    .count_i        (beat_i.a || beat_i.b),
    .final_ok_i     (1'b1),
    .final_begin_o  (unused_begin),
    .active_o       (position.active),
    .step_o         (step),
    .op_o           (unused_op),
    .position_o     (pass),
    .position_next_i(pass_next),
    .last_i         (last_pass),
    .pass_i         (pass_one_hot),
    .cycle_o        (cycle),
    .cycle_late_o   (unused_cycle),
    .final_o        (final_pass),
    .end_o          (pass_end)
  );

  assign position.step = step;
  assign position.pass = pass;
  assign position.psi = Published && pass == Psi
      && (step == twd_pass_pkg::STEP_NTT_A || step == twd_pass_pkg::STEP_NTT_B || inverse);
  assign position.slot = position.active && cycle[CycleBits-1:AddrBits] == '0;
  assign idle_o = !position.active;

  // A register, from which slots follow.
  twd_quad_pkg::beat_t beat_q;
  twd_quad_pkg::position_t position_q;
  logic [1:0] phase_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      beat_q     <= '0;
      position_q <= '0;
    end else begin
      beat_q     <= beat_i;
      position_q <= position;
    end
  end

  always_ff @(posedge clk_i) phase_q <= cycle[1:0];

  twd_quad_slots #(.Ring(Ring)) u_slots (
    .clk_i, .rst_ni,
    .base_i    (base_q),
    .beat_i    (beat_q),
    .position_i(position_q),
    .phase_i   (phase_q),
    .strobes_o,
    .slot_o
  );

  twd_quad_addresses #(.Ring(Ring), .Published(Published)) u_addresses (
    .clk_i, .en_i,
    .unload_i     (unload_next),
    .unload_addr_i(unload_addr),
    .beat_i,
    .position_i(position),
    .number_i  (cycle[AddrBits-1:0]),
    .addr_o,
    .r_addr_o,
    .twiddle_addr_o
  );

  `TWD_ASSERT(LoadOnlyBetweenOperations, !((beat_i.a || beat_i.b) && position.active))
  `TWD_ASSERT(BeginOnlyBetweenOperations, !(begins && position.active))

endmodule
