// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_unit_schedule: the accesses of a command, cycle by cycle.
//
// Layers    NTT, INTT: a layer of every polynomial of the command, then the next layer. A slot of a layer reads a word
//           of each bank and writes both back in place, dst in place of a in the first layer.
// Sums      MUL, MAC, ADD, SUB, COPY: for every word of dst a sum of terms; a term is u v, v or -v. Bank 1 does what
//           bank 0 did one cycle before (twd_unit_accesses). The term of a streamed MAC is dst + u v, u of the stream:
//
//             cycle    0    1    2    3    4         lane   v of bank 0 in odd cycles, of bank 1 in even ones, u of
//             bank 0   u    v    u'   v'   ...              the same term one cycle before
//             bank 1        u    v    u'   v'
//
// Yields    while yield_i, every other cycle has no slot, between two sums: its ports are free for loads and stores.
// Waits     between layers, until what the next one reads has been written (twd_unit_pkg.write_delay); after sums of
//           pairs, until they are as far as a butterfly would be.
// Cycles    layers: max(count S, write_delay + 1 + early) each, S = words / 2 of a polynomial, early of
//           twd_inplace_pkg; sums: 2 S terms, of every polynomial, and 1 + Wait.
// Timing    a command is taken while ready_o; the outputs are registered, three cycles after it. Reset stops it.
// Model     twiddle.unit

`include "twd_assert.svh"

module twd_unit_schedule #(
  parameter twd_ring_pkg::ring_cfg_t Ring = twd_ring_pkg::RING_ML_DSA,
  parameter twd_ring_pkg::ring_cfg_t Ring_2 = twd_ring_pkg::RING_ML_KEM,
  parameter int unsigned Lanes = 4,
  parameter bit Dsp = 1'b1,
  localparam int unsigned IndexBits = twd_unit_pkg::index_bits(Ring, Ring_2),
  localparam int unsigned WordBits = twd_unit_pkg::word_bits(Ring, Ring_2, Lanes),
  localparam int unsigned AddrBits = twd_unit_pkg::SLOT_BITS + WordBits
) (
  input  logic                                       clk_i,
  input  logic                                       rst_ni,
  input  logic                                       start_i,
  input  twd_unit_pkg::command_t                     command_i,
  output logic                                       ready_o,
  input  logic                                       yield_i,         // a load or a store waits for the memory
  input  logic                                       operand_i,       // two words of the stream of operands wait
  output logic                                       operand_take_o,  // they are taken
  output twd_unit_pkg::access_valid_t                valid_o,
  output twd_unit_pkg::access_t                      access_o,
  output twd_inplace_pkg::pair_select_e select_o,
  output twd_lane_pkg::control_t control_o,
  output logic                 [1:0][ AddrBits-1:0]  r_addr_o,
  output logic                 [1:0][ AddrBits-1:0]  w_addr_o,
  output logic          [Lanes-1:0][IndexBits-1:0]   twiddle_addr_o
);

  localparam bit Both = twd_unit_pkg::both(Ring, Ring_2);
  localparam int unsigned SlotBits = twd_unit_pkg::SLOT_BITS;
  localparam int unsigned CountBits = twd_unit_pkg::COUNT_BITS;
  localparam int unsigned Delay = twd_unit_pkg::write_delay(Ring, Ring_2, Dsp);
  localparam int unsigned Wait = twd_unit_pkg::longest_delay(Ring, Ring_2, Dsp) - Delay;
  localparam int unsigned CycleBits = $clog2(Delay + (1 << WordBits) + 2);

  // The last cycle of the shortest pass that pairs an index bit.
  function automatic logic [IndexBits*CycleBits-1:0] table_of_waits(input bit inverse_layers);
    for (int unsigned k = 0; k < IndexBits; k++) begin
      table_of_waits[k*CycleBits+:CycleBits] = CycleBits'(Delay + (inverse_layers
          ? twd_inplace_pkg::early(k, Lanes) : k == 0 ? 32'd0 : twd_inplace_pkg::early(k - 1, Lanes)));
    end
  endfunction

  localparam logic [IndexBits*CycleBits-1:0] Forward = table_of_waits(1'b0);
  localparam logic [IndexBits*CycleBits-1:0] Inverse = table_of_waits(1'b1);

  localparam logic [IndexBits-1:0] LastLayer = {{IndexBits - 1{1'b1}}, 1'b0};  // mask of the layer that pairs bit 0

  typedef enum logic [1:0] {
    IDLE,
    RUN,
    DRAIN,  // slots of a pass are done, and the next one may not begin
    AFTER   // sums are done, and the next command may not begin
  } state_e;

  // ---- counters ----
  state_e state_q;
  twd_unit_pkg::command_t command_q;
  logic sums_q;
  logic [WordBits-1:0] word_q;          // slot counter; address of a word of both banks
  logic [CountBits-1:0] polynomial_q;
  logic [CountBits:0] term_q;
  logic phase_q;                        // of a term: u, v
  logic [IndexBits-1:0] mask_q;         // ones above the index bit that is paired
  logic first_layer_q;
  logic [CycleBits-1:0] cycle_q;        // of a pass, or of AFTER

  logic pair, inverse, accumulates, multiplies, adds;
  logic starts;                         // the first term is dst
  logic word_last, polynomial_last, term_last, layer_last, pass_last;
  logic [CountBits:0] terms;            // less one
  logic [IndexBits-1:0] paired;
  logic [CycleBits-1:0] shortest;
  logic wait_operand;
  logic yielded_q;                      // in the cycle before
  logic yields;
  logic step;

  assign pair = Both ? command_q.pair : twd_ring_pkg::modulus(Ring) == 0;
  assign inverse = command_q.op == twd_unit_pkg::COMMAND_INTT;
  assign accumulates = command_q.op == twd_unit_pkg::COMMAND_MAC;
  assign starts = accumulates && !command_q.stream;
  assign multiplies = accumulates || command_q.op == twd_unit_pkg::COMMAND_MUL;
  assign adds = command_q.op == twd_unit_pkg::COMMAND_ADD || command_q.op == twd_unit_pkg::COMMAND_SUB;
  assign paired = {1'b1, mask_q[IndexBits-1:1]} & ~mask_q;
  assign word_last = &(word_q | (Both && pair ? WordBits'(1 << (WordBits - 1)) : '0));
  assign polynomial_last = polynomial_q == command_q.count || multiplies;
  assign layer_last = inverse ? !mask_q[Both && pair ? IndexBits-2 : IndexBits-1] : mask_q[1];

  always_comb begin
    terms = '0;
    if (multiplies) terms = {1'b0, command_q.count} + (CountBits + 1)'(starts);
    if (adds) terms = (CountBits + 1)'(1);
    shortest = '0;
    for (int k = 0; k < IndexBits; k++) begin
      if (paired[k]) begin
        shortest = shortest | (inverse ? Inverse[k*CycleBits+:CycleBits] : Forward[k*CycleBits+:CycleBits]);
      end
    end
  end

  assign term_last = term_q == terms;
  assign pass_last = word_last && polynomial_last;
  assign wait_operand = sums_q && command_q.stream && !phase_q && term_q == '0 && !operand_i;
  assign yields = yield_i && !yielded_q && (!sums_q || (!phase_q && term_q == '0));
  assign step = state_q == RUN && !wait_operand && !yields;
  assign ready_o = state_q == IDLE;
  assign operand_take_o = step && sums_q && command_q.stream && !phase_q && term_q == '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= IDLE;
    end else begin
      unique case (state_q)
        IDLE: if (start_i) state_q <= RUN;
        RUN: begin
          if (step && sums_q && phase_q && term_last && pass_last) state_q <= AFTER;
          if (step && !sums_q && pass_last) begin
            state_q <= layer_last ? IDLE : cycle_q >= shortest ? RUN : DRAIN;
          end
        end
        DRAIN: if (cycle_q >= shortest) state_q <= RUN;
        AFTER: if (cycle_q == (pair ? CycleBits'(Wait) : '0)) state_q <= IDLE;
        default: state_q <= IDLE;
      endcase
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) yielded_q <= 1'b0;
    else yielded_q <= yields;
  end

  logic next_layer;
  assign next_layer = !sums_q && cycle_q >= shortest && (state_q == DRAIN || (step && pass_last));

  always_ff @(posedge clk_i) begin
    if (state_q == IDLE) begin
      command_q     <= command_i;
      sums_q        <= command_i.op != twd_unit_pkg::COMMAND_NTT && command_i.op != twd_unit_pkg::COMMAND_INTT;
      mask_q        <= command_i.op == twd_unit_pkg::COMMAND_INTT ? LastLayer
          : Both && command_i.pair ? IndexBits'(1 << (IndexBits - 1)) : '0;
      first_layer_q <= 1'b1;
      word_q        <= '0;
      polynomial_q  <= '0;
      term_q        <= '0;
      phase_q       <= 1'b0;
      cycle_q       <= '0;
    end else begin
      if (step && sums_q) begin
        phase_q <= !phase_q;
        if (phase_q) begin
          term_q <= term_last ? '0 : term_q + 1'b1;
          if (term_last) begin
            word_q <= word_last ? '0 : word_q + 1'b1;
            if (word_last) polynomial_q <= polynomial_q + 1'b1;
          end
        end
      end
      if (step && !sums_q) begin
        word_q <= word_last ? '0 : word_q + 1'b1;
        if (word_last) polynomial_q <= polynomial_last ? '0 : polynomial_q + 1'b1;
      end
      if ((!sums_q && (step || state_q == DRAIN)) || state_q == AFTER) begin
        cycle_q <= cycle_q == '1 ? cycle_q : cycle_q + 1'b1;
      end
      if (next_layer) begin
        cycle_q       <= '0;
        first_layer_q <= 1'b0;
        mask_q        <= inverse ? {mask_q[IndexBits-2:0], 1'b0} : {1'b1, mask_q[IndexBits-1:1]};
      end
    end
  end

  // ---- what a slot does ----
  logic [SlotBits-1:0] product;  // number of a product
  assign product = SlotBits'(term_q) - SlotBits'(starts);

  twd_unit_pkg::slot_t slot;
  twd_unit_pkg::slot_valid_t valid;

  always_comb begin
    slot = '0;
    slot.sums = sums_q;
    slot.pair = pair;
    slot.inverse = inverse;
    slot.phase = phase_q;
    slot.w_slot = command_q.dst + SlotBits'(polynomial_q);
    slot.first = term_q == '0;
    slot.mode = inverse ? twd_lane_pkg::LANE_GS : twd_lane_pkg::LANE_CT;
    slot.r_slot = (first_layer_q ? command_q.a : command_q.dst) + SlotBits'(polynomial_q);
    valid.read = step;
    valid.write = step;
    valid.last = step && pass_last && layer_last;
    if (sums_q) begin
      slot.mode = twd_lane_pkg::LANE_ONE;
      slot.r_slot = command_q.dst;
      valid.read = step && phase_q;
      if (multiplies && !(starts && term_q == '0)) begin
        slot.mode = twd_lane_pkg::LANE_MAC;
        slot.stream = command_q.stream;
        slot.merges = accumulates && command_q.stream;
        if (phase_q || !slot.merges) slot.r_slot = (phase_q ? command_q.b : command_q.a) + product;
        valid.read = step && (phase_q || !command_q.stream || accumulates);
      end
      if (!multiplies) slot.r_slot = (adds && term_last ? command_q.b : command_q.a) + SlotBits'(polynomial_q);
      slot.minus = term_last && command_q.op == twd_unit_pkg::COMMAND_SUB;
      valid.write = step && phase_q && term_last;
      valid.last = step && phase_q && term_last && pass_last;
    end
  end

  twd_unit_accesses #(
    .Ring  (Ring),
    .Ring_2(Ring_2),
    .Lanes (Lanes)
  ) u_accesses (
    .clk_i,
    .rst_ni,
    .valid_i(valid),
    .slot_i (slot),
    .word_i (word_q),
    .mask_i (sums_q ? LastLayer : mask_q),
    .valid_o,
    .access_o,
    .select_o,
    .control_o,
    .r_addr_o,
    .w_addr_o,
    .twiddle_addr_o
  );

  logic unused_command;
  assign unused_command = ^command_q;

endmodule
