// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_unit_schedule: the accesses of a command, and of a streamed one beside it, cycle by cycle.
//
// Layers    NTT, INTT: a layer of every polynomial of the command, then the next layer. A slot of a layer reads a word
//           of each bank and writes both back in place, dst in place of a in the first layer.
// Sums      MUL, MAC, ADD, SUB, COPY: for every word of dst a sum of terms; a term is u v, or v. Bank 1 does what
//           bank 0 did one cycle before (twd_unit_accesses). The only term of ADD and SUB is b, or -b, and a, read
//           after it, starts the sum.
// Streamed  a command with a stream of operands (twd_unit_streamed) goes first where operands wait: between two slots
//           of a layer, or between two sums and a cycle after them. Results of base products come Wait cycles later
//           than others: what would come at the same time waits.
// Yields    while yield_i, every other cycle has no slot, between two sums: its ports are free for loads and stores.
// Waits     between layers, until what the next one reads has been written (twd_unit_pkg.write_delay); after sums of
//           pairs, until they are as far as a butterfly would be.
// Cycles    layers: max(count S, write_delay + 1 + early) each, S = words / 2 of a polynomial, early of
//           twd_inplace_pkg; sums: 2 S terms, of every polynomial, and 1 + Wait. Those of a streamed command are added.
// Timing    a command is taken while ready_o; the outputs are registered, three cycles after it. Reset stops it.
// Model     twiddle.model.timing

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
  input  logic                                 [1:0] start_i,         // of a command, of a streamed one
  input  twd_unit_pkg::command_t                     command_i,
  output logic                                 [1:0] soon_o,          // ready_o may be high in two cycles
  output logic                                 [1:0] ready_o,
  input  logic                                       yield_i,         // a load or a store waits for the memory
  input  logic                                       operand_i,       // two words of the stream of operands wait
  input  logic                                       operands_i,      // a batch of them waits
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
  localparam int unsigned Late = Wait == 0 ? 32'd1 : Wait;
  localparam int unsigned CycleBits = $clog2(Delay + (1 << WordBits) + 2);

  // The last cycle but one of the shortest pass that pairs an index bit.
  function automatic logic [IndexBits*CycleBits-1:0] table_of_waits(input bit inverse_layers);
    for (int unsigned k = 0; k < IndexBits; k++) begin
      table_of_waits[k*CycleBits+:CycleBits] = CycleBits'(Delay - 1 + (inverse_layers
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
  logic [CycleBits-1:0] cycle_q;        // of a pass, up to the shortest; or of AFTER
  logic inverse_q, accumulates_q, multiplies_q, adds_q;
  logic pair, waits;                    // waits: pairs, with results of sums that come late
  logic [WordBits-1:0] long;            // a bit that the number of a word of pairs does not have
  logic term_last, pass_last, next_layer;
  logic word_next, word_last_q;         // word_q is counted; it is the last one of a polynomial
  logic polynomial_last_q, layer_last_q;  // one cycle late: right in the last slot of a polynomial
  logic [CountBits:0] terms_q;          // less one
  logic [IndexBits-1:0] paired;
  logic [CycleBits-1:0] shortest, shortest_q;  // of its cycles, less two
  logic counts, enough_q;               // cycles of a pass; it has been as long
  logic within_q, between;              // within a sum; between two, or none: a streamed one may come now
  logic blocked;                        // until the results of base products are out of the way
  logic yields, yielded_q, step;        // yielded_q: in the cycle before
  logic soon_q;                         // IDLE may be next but one: in the last slots, or after those of base products

  assign pair = Both ? command_q.pair : twd_ring_pkg::modulus(Ring) == 0;
  assign paired = {1'b1, mask_q[IndexBits-1:1]} & ~mask_q;
  assign waits = pair && Wait != 0;
  assign long = Both && pair ? WordBits'(1 << (WordBits - 1)) : '0;
  assign word_next = step && (!sums_q || (phase_q && term_last));
  assign term_last = term_q == terms_q;
  assign pass_last = word_last_q && polynomial_last_q;

  always_comb begin
    shortest = '0;
    for (int k = 0; k < IndexBits; k++) begin
      if (paired[k]) begin
        shortest = shortest | (inverse_q ? Inverse[k*CycleBits+:CycleBits] : Forward[k*CycleBits+:CycleBits]);
      end
    end
  end

  // ---- the streamed command, and base products, whose results come late ----
  logic streamed_first, streamed_uses, streamed_late, taken_q;
  logic streamed_follows;               // the cycle is of a streamed sum that has begun
  twd_unit_pkg::slot_t streamed_slot;
  twd_unit_pkg::slot_valid_t streamed_valid;
  logic [WordBits-1:0] streamed_word;
  logic streamed_parity;
  logic summed_q;                       // the cycle before was one of a sum
  logic [Late-1:0] late_q;              // late_q[i]: the lanes took a base product i + 1 cycles before
  logic late, late_any_q;               // they take one; any of late_q

  assign between = !within_q;
  assign yields = yield_i && !yielded_q && between && !taken_q;
  assign step = state_q == RUN && !yields && !streamed_follows && !(streamed_first && between) && !blocked;
  assign ready_o[0] = state_q == IDLE;
  assign soon_o[0] = state_q == IDLE || soon_q;

  twd_unit_streamed #(.Ring(Ring), .Ring_2(Ring_2), .Lanes(Lanes)) u_streamed (
    .clk_i, .rst_ni,
    .start_i   (start_i[1]),
    .command_i,
    .soon_o    (soon_o[1]),
    .ready_o   (ready_o[1]),
    .operand_i,
    .operands_i,
    .alone_i   (state_q != RUN),
    .grant_i   (between && !summed_q && !yields && (streamed_late || !late_any_q)),
    .first_o   (streamed_first),
    .take_o    (operand_take_o),
    .uses_o    (streamed_uses),
    .follows_o (streamed_follows),
    .late_o    (streamed_late),
    .valid_o   (streamed_valid),
    .slot_o    (streamed_slot),
    .word_o    (streamed_word),
    .parity_o  (streamed_parity)
  );

  assign blocked = sums_q ? !pair && between && late_any_q : late_q[Late-1];
  assign late = Wait != 0 && ((streamed_late && (operand_take_o || taken_q))
      || (pair && sums_q && (step || summed_q)));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {yielded_q, taken_q, summed_q, late_q, late_any_q, soon_q, within_q, enough_q} <= '0;
      state_q <= IDLE;
    end else begin
      yielded_q <= yields;
      taken_q   <= operand_take_o;
      summed_q  <= step && sums_q;
      late_q    <= Late'({late_q, late});
      late_any_q <= late || Late'({late_q, 1'b0}) != '0;
      if (step && sums_q) within_q <= !(phase_q && term_last);
      enough_q <= !next_layer && state_q != IDLE && (enough_q || (counts && cycle_q == shortest_q));
      soon_q <= state_q == RUN ? (sums_q ? term_last && pass_last && !waits
              : &{word_q | long | WordBits'(3), polynomial_last_q, layer_last_q})
          : state_q == AFTER && waits && cycle_q >= CycleBits'(Late < 2 ? 0 : Late - 2);
      unique case (state_q)
        IDLE: if (start_i[0]) state_q <= RUN;
        RUN: begin
          if (step && sums_q && phase_q && term_last && pass_last) state_q <= AFTER;
          if (step && !sums_q && pass_last) begin
            state_q <= layer_last_q ? IDLE : enough_q ? RUN : DRAIN;
          end
        end
        DRAIN: if (enough_q) state_q <= RUN;
        AFTER: if (cycle_q == (waits ? CycleBits'(Wait) : '0)) state_q <= IDLE;
        default: state_q <= IDLE;
      endcase
    end
  end

  assign counts = !sums_q && !enough_q && (step || state_q == DRAIN);
  assign next_layer = !sums_q && enough_q && (state_q == DRAIN || (step && pass_last));

  always_ff @(posedge clk_i) begin
    shortest_q        <= shortest;
    polynomial_last_q <= polynomial_q == command_q.count || multiplies_q;
    layer_last_q      <= inverse_q ? !mask_q[Both && pair ? IndexBits-2 : IndexBits-1] : mask_q[1];
    if (state_q == IDLE) begin
      shortest_q    <= '1;  // in the first cycle
      command_q     <= command_i;
      inverse_q     <= command_i.op == twd_unit_pkg::COMMAND_INTT;
      accumulates_q <= command_i.op == twd_unit_pkg::COMMAND_MAC;
      multiplies_q  <= command_i.op == twd_unit_pkg::COMMAND_MAC || command_i.op == twd_unit_pkg::COMMAND_MUL;
      adds_q        <= command_i.op == twd_unit_pkg::COMMAND_ADD || command_i.op == twd_unit_pkg::COMMAND_SUB;
      terms_q       <= command_i.op == twd_unit_pkg::COMMAND_MAC ? {1'b0, command_i.count} + 1'b1
          : command_i.op == twd_unit_pkg::COMMAND_MUL ? {1'b0, command_i.count} : '0;
      sums_q        <= command_i.op != twd_unit_pkg::COMMAND_NTT && command_i.op != twd_unit_pkg::COMMAND_INTT;
      mask_q        <= command_i.op == twd_unit_pkg::COMMAND_INTT ? LastLayer
          : Both && command_i.pair ? IndexBits'(1 << (IndexBits - 1)) : '0;
      first_layer_q <= 1'b1;
      word_q        <= '0;
      word_last_q   <= 1'b0;
      polynomial_q  <= '0;
      term_q        <= '0;
      phase_q       <= 1'b0;
      cycle_q       <= '0;
    end else begin
      if (step && sums_q) begin
        phase_q <= !phase_q;
        if (phase_q) begin
          term_q <= term_last ? '0 : term_q + 1'b1;
        end
      end
      if (word_next) begin
        word_q      <= word_last_q ? '0 : word_q + 1'b1;
        word_last_q <= !word_last_q && &((word_q + 1'b1) | long);
        if (word_last_q) polynomial_q <= polynomial_last_q && !sums_q ? '0 : polynomial_q + 1'b1;
      end
      if (counts || state_q == AFTER) cycle_q <= cycle_q + 1'b1;
      if (next_layer) begin
        cycle_q       <= '0;
        first_layer_q <= 1'b0;
        mask_q        <= inverse_q ? {mask_q[IndexBits-2:0], 1'b0} : {1'b1, mask_q[IndexBits-1:1]};
      end
    end
  end

  // ---- what a slot does ----
  logic [SlotBits-1:0] product;  // number of a product
  assign product = SlotBits'(term_q) - SlotBits'(accumulates_q);

  twd_unit_pkg::slot_t slot;
  twd_unit_pkg::slot_valid_t valid;

  always_comb begin
    slot = '0;
    slot.sums = sums_q;
    slot.pair = pair;
    slot.inverse = inverse_q;
    slot.phase = phase_q ^ adds_q;
    slot.w_slot = command_q.dst + SlotBits'(polynomial_q);
    slot.first = term_q == '0;
    slot.mode = inverse_q ? twd_lane_pkg::LANE_GS : twd_lane_pkg::LANE_CT;
    slot.r_slot = (first_layer_q ? command_q.a : command_q.dst) + SlotBits'(polynomial_q);
    valid.read = step;
    valid.write = step;
    valid.last = step && pass_last && layer_last_q;
    if (sums_q) begin
      slot.mode = twd_lane_pkg::LANE_ONE;
      slot.r_slot = command_q.dst;
      valid.read = step && phase_q;
      if (multiplies_q && !(accumulates_q && term_q == '0)) begin
        slot.mode = twd_lane_pkg::LANE_MAC;
        slot.r_slot = (phase_q ? command_q.b : command_q.a) + product;
        valid.read = step;
      end
      if (!multiplies_q) slot.r_slot = (adds_q && !phase_q ? command_q.b : command_q.a) + SlotBits'(polynomial_q);
      if (adds_q) valid.read = step;
      slot.merges = adds_q;
      slot.minus = command_q.op == twd_unit_pkg::COMMAND_SUB;
      valid.write = step && slot.phase && term_last;
      valid.last = valid.write && pass_last;
    end
  end

  twd_unit_accesses #(.Ring(Ring), .Ring_2(Ring_2), .Lanes(Lanes)) u_accesses (
    .clk_i, .rst_ni,
    .valid_i(streamed_uses ? streamed_valid : valid),
    .slot_i (streamed_uses ? streamed_slot : slot),
    .word_i (streamed_uses ? streamed_word : word_q),
    .parity_i(streamed_uses ? streamed_parity : ^(word_q & ~long)),
    .mask_i (streamed_uses || sums_q ? LastLayer : mask_q),
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
