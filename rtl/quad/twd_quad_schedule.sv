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
//            1/psi: a pass of its own.
// Regions    0 holds the first operand and the result. 1 holds the second operand of MUL until it is transformed and
//            goes to the twiddle factors, where the second operands of PWM and MULT go from the port. Products of an
//            incomplete transform take three passes and end in region 1:
//              MODE_CROSS    region 0 to the odd lanes of region 1
//              MODE_PRODUCT  within region 0, all lanes
//              MODE_PAIR     region 0 to the even lanes of region 1
//            The two change places from operation to operation, so that the result before stays where it is while
//            operands are loaded.
// Timing     a slot appears in registers, in cycle 0 of the datapath, two cycles after the counters. An operation
//            begins when its operands are in memory and the result before has been read. ended_o in its last cycle,
//            when its result is in memory; one that is refused ends as it begins. The result is read from two enabled
//            cycles after it on, a word a cycle; en_i = 0 stalls that. Reset stops an operation and drops the result;
//            idle_o rises write_delay + late_cycles of twd_quad_pkg later, when the datapath has run empty.
// Model      twiddle.model.quad.slots, Schedule.place

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
  localparam int unsigned Transforms = Passes + 32'(Published);  // passes of a transform
  localparam int unsigned Products = Complete ? 1 : 3;           // of a product
  localparam logic [6*96-1:0] Layouts = twd_quad_pkg::layouts(Ring);
  localparam int unsigned Delay = twd_quad_pkg::write_delay(Method, Ring.q);
  localparam int unsigned LateCycles = twd_quad_pkg::late_cycles(Method, Ring.q);
  localparam int unsigned BubbleLast = Delay + LateCycles;
  localparam int unsigned CycleBits = $clog2(2 * Slots + BubbleLast + 8);

  // The table of passes; the bubble is that until the next pass forward or back, or until a product.
  function automatic logic [twd_pass_pkg::TABLE_BITS-1:0] table_of_passes();
    int unsigned number;
    int unsigned p;
    int unsigned idle;
    logic [2:0] step;
    logic [15:0] work;
    logic single;
    logic psi;
    table_of_passes = '0;
    for (int unsigned i = 0; i < twd_pass_pkg::entries(Transforms, Products); i++) begin
      step = twd_pass_pkg::step(i, Transforms, Products);
      number = twd_pass_pkg::number(i, Transforms, Products);
      idle = twd_pass_pkg::bubble(Delay, Slots, 32'd0);
      work = 16'd0;
      case (step)
        twd_pass_pkg::STEP_PWM: begin
          if (Complete) work = {7'b00000_11, 3'b010, 3'(Passes - 1), twd_butterfly_2x2_pkg::MODE_PRODUCT};
          else if (number == 0) work = {7'b00010_10, 3'b010, 3'(Passes - 1), twd_butterfly_2x2_pkg::MODE_CROSS};
          else if (number == 1) work = {7'b00000_11, 3'b010, 3'(Passes - 1), twd_butterfly_2x2_pkg::MODE_PRODUCT};
          else work = {7'b00010_01, 3'b001, 3'(Passes - 1), twd_butterfly_2x2_pkg::MODE_PAIR};
        end
        twd_pass_pkg::STEP_INTT: begin
          psi = number == Passes;
          p = psi ? 32'd0 : Passes - 1 - number;
          single = twd_quad_pkg::single(Ring, p);
          if (psi) work = {7'b00000_11, 3'b100, 3'd0, twd_butterfly_2x2_pkg::MODE_PRODUCT};
          else work = {7'b01000_11, 3'b000, 3'(p), single ? twd_butterfly_2x2_pkg::MODE_GS_ONE
                       : twd_butterfly_2x2_pkg::MODE_GS};
          idle = p == 0 ? BubbleLast : twd_quad_pkg::bubble_of_four(
              Delay + LateCycles, Slots, twd_quad_pkg::early(Layouts, AddrBits, p, p - 1));
        end
        twd_pass_pkg::STEP_UNLOAD: idle = BubbleLast;
        default: begin
          psi = Published && number == 0;
          p = psi ? 32'd0 : number - 32'(Published);
          single = twd_quad_pkg::single(Ring, p);
          if (psi) work = {7'b00000_11, 3'b100, 3'd0, twd_butterfly_2x2_pkg::MODE_PRODUCT};
          else work = {7'b10000_11, 3'b000, 3'(p), single ? twd_butterfly_2x2_pkg::MODE_CT_ONE
                       : twd_butterfly_2x2_pkg::MODE_CT};
          work[13] = step == twd_pass_pkg::STEP_NTT_B;
          work[11] = step == twd_pass_pkg::STEP_NTT_B && p + 1 == Passes;
          if (!psi && p + 1 < Passes) begin
            idle = twd_pass_pkg::bubble(Delay, Slots, twd_quad_pkg::early(Layouts, AddrBits, p, p + 1));
          end
        end
      endcase
      if (twd_pass_pkg::last(i, Transforms, Products)) idle = BubbleLast;
      table_of_passes[i*twd_pass_pkg::PASS_BITS+:twd_pass_pkg::PASS_BITS] =
          twd_pass_pkg::pass(i, Transforms, Products, 1'b0, work, Slots + idle);
    end
  endfunction

  // ---- begin and end of an operation ----
  twd_pass_pkg::pass_t pass;
  logic active;
  logic pass_end;
  logic [CycleBits-1:0] cycle;
  logic [CycleBits-1:0] unused_cycle;
  logic unused_ready, unused_begin;
  logic waits_q;  // its operands are in memory
  logic begins;
  logic refused;
  logic moved;    // an incomplete product: from its end on, in region 1
  logic base_q;   // the region of its first operand
  logic region;   // of its result

  assign begins = waits_q && free_i;
  assign refused = !twd_op_pkg::is_op(beat_i.op);
  assign ended_o = (pass.last && pass_end) || (begins && refused);
  assign moved = !Complete && twd_op_pkg::takes_b(beat_i.op);
  assign region = base_q != moved;
  assign idle_o = !active;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waits_q <= 1'b0;
      base_q  <= 1'b0;
    end else begin
      waits_q <= loaded_i || (waits_q && !free_i);
      if (ended_o) base_q <= !region;
    end
  end

  twd_pass_sequencer #(
    .Transforms(Transforms),
    .Products  (Products),
    .CycleBits (CycleBits),
    .Passes    (table_of_passes()),
    .FlushCycle(Slots)
  ) u_sequencer (
    .clk_i, .rst_ni,
    .en_i        (1'b1),
    .start_i     (begins && !refused),
    .op_i        (beat_i.op),
    .ready_o     (unused_ready),
    .count_i     (beat_i.a || beat_i.b),
    .last_ok_i   (1'b1),
    .last_begin_o(unused_begin),
    .active_o    (active),
    .pass_o      (pass),
    .cycle_o     (cycle),
    .cycle_late_o(unused_cycle),
    .end_o       (pass_end)
  );

  // ---- the read of the result, in the layout of a transform or in natural order ----
  logic unload_q, transformed_q;
  logic [AddrBits-1:0] number_q;
  logic [AddrBits-1:0] place;  // of number_q in the layout of a transform

  for (genvar j = 0; j < AddrBits; j++) begin : gen_place
    assign place[j] = number_q[twd_quad_pkg::beat_bit(Layouts, Passes - 1, j)];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      unload_q      <= 1'b0;
      unload_o      <= 1'b0;
      unload_last_o <= 1'b0;
    end else begin
      unload_q <= ended_o || (unload_q && !(en_i && &number_q));
      if (en_i) begin
        unload_o      <= unload_q;
        unload_last_o <= unload_q && &number_q;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (en_i && unload_q) number_q <= number_q + 1'b1;
    if (ended_o) begin
      unload_region_o <= region;
      transformed_q   <= beat_i.op == twd_op_pkg::OP_NTT || beat_i.op == twd_op_pkg::OP_PWM;
      number_q        <= '0;
    end
  end

  // ---- slots: a register, from which they follow ----
  twd_quad_pkg::beat_t beat_q;
  twd_quad_pkg::work_t work, work_q;
  logic active_q, inverse_q;
  logic slot_q;  // the cycle is a slot, not a bubble
  logic [1:0] phase_q;
  logic load;
  logic r_region, w_region;

  always_comb begin
    work = pass.work;
    if (!active) work.operand = 1'b0;  // no word of the second operand is read while one is written
  end

  assign load = beat_q.a || beat_q.b;
  assign r_region = work_q.second || (inverse_q && moved);
  assign w_region = load ? beat_q.b : r_region != work_q.moves;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      beat_q             <= '0;
      {active_q, slot_q} <= '0;
      strobes_o          <= '0;
    end else begin
      beat_q              <= beat_i;
      active_q            <= active;
      slot_q              <= active && cycle[CycleBits-1:AddrBits] == '0;
      strobes_o.read      <= slot_q;
      strobes_o.write     <= load || slot_q;
      strobes_o.load_last <= beat_q.complete;
    end
  end

  always_ff @(posedge clk_i) begin
    work_q               <= work;
    inverse_q            <= pass.step == twd_pass_pkg::STEP_INTT;
    phase_q              <= cycle[1:0];
    slot_o.source        <= load ? twd_quad_pkg::FROM_PORT
        : twd_quad_pkg::separate_regions(Ring) && r_region != base_q ? twd_quad_pkg::FROM_SECOND
        : twd_quad_pkg::FROM_MEMORY;
    slot_o.mode          <= load ? twd_butterfly_2x2_pkg::MODE_PRODUCT
        : slot_q ? work_q.mode : twd_butterfly_2x2_pkg::MODE_CT;  // an inverse mode would take M1 later
    slot_o.transpose_in  <= !load && slot_q && work_q.transpose_in;
    slot_o.transpose_out <= !load && active_q && work_q.transpose_out;  // in bubbles too, for late lanes
    slot_o.phase         <= phase_q;
    slot_o.r_region      <= r_region != base_q;
    slot_o.w_region      <= w_region != base_q;
    slot_o.w_twiddle     <= load ? beat_q.b && beat_q.op != twd_op_pkg::OP_MUL : work_q.w_twiddle;
    slot_o.w_lanes       <= load ? 2'b11 : work_q.w_lanes;
  end

  twd_quad_addresses #(.Ring(Ring), .Published(Published)) u_addresses (
    .clk_i, .en_i,
    .unload_i     (unload_q),
    .unload_addr_i(transformed_q ? place : number_q),
    .beat_i,
    .work_i       (work),
    .inverse_i    (pass.step == twd_pass_pkg::STEP_INTT),
    .number_i     (cycle[AddrBits-1:0]),
    .addr_o, .r_addr_o, .twiddle_addr_o
  );

`ifndef SYNTHESIS
  logic [1:0] phase_in_q;  // phase of the next word, where the four before are not complete
  logic [1:0] phase_out_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {phase_in_q, phase_out_q} <= '0;
    else begin
      phase_in_q  <= slot_o.transpose_in ? slot_o.phase + 2'd1 : 2'd0;
      phase_out_q <= slot_o.transpose_out ? slot_o.phase + 2'd1 : 2'd0;
    end
  end
`endif

  // The bubble after the last inverse pass may end within four words, none of which is written.
  `TWD_ASSERT(FourWordsTogetherIn, slot_o.transpose_in ? slot_o.phase == phase_in_q : phase_in_q == 2'd0)
  `TWD_ASSERT(FourWordsTogetherOut, !slot_o.transpose_out || slot_o.phase == phase_out_q)
  `TWD_ASSERT(LoadOnlyBetweenOperations, !((beat_i.a || beat_i.b) && active))
  `TWD_ASSERT(BeginOnlyBetweenOperations, !(begins && active))
  `TWD_ASSERT(EndOnlyWhenRead, !ended_o || (!unload_q && !unload_o))

endmodule
