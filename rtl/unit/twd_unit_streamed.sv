// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_unit_streamed: the accesses of a command MUL or MAC with a stream of operands, beside those of another command.
//
//   cycle    0    1     2    3     4         v = b; the sum of word w is operand v, or dst + operand v
//   bank 0   v    dst   v'   dst'  tail      lane: v of bank 0 in even cycles, of bank 1 in odd ones, dst of the same
//   bank 1        v     dst  v'    dst'            word one cycle later
//
// Sums      of one word of each bank take two cycles, v and dst; bank 1 does what bank 0 did one cycle before
//           (twd_unit_accesses), so that a tail follows the last one of a batch.
// Batches   a sum starts where grant_i if two operands wait and alone_i, or many, or the batch goes on, first_o. So the
//           other command loses few cycles to tails.
// Timing    a command is taken while ready_o; uses_o: the cycle is one of this command, whose slot is in the outputs.
//           Reset stops it.
// Model     twiddle.model.timing

module twd_unit_streamed #(
  parameter twd_ring_pkg::ring_cfg_t Ring = twd_ring_pkg::RING_ML_DSA,
  parameter twd_ring_pkg::ring_cfg_t Ring_2 = twd_ring_pkg::RING_ML_KEM,
  parameter int unsigned Lanes = 4,
  localparam int unsigned WordBits = twd_unit_pkg::word_bits(Ring, Ring_2, Lanes)
) (
  input  logic                                       clk_i,
  input  logic                                       rst_ni,
  input  logic                                       start_i,
  input  twd_unit_pkg::command_t                     command_i,
  output logic                                       soon_o,      // ready_o is high in the next cycle
  output logic                                       ready_o,
  input  logic                                       operand_i,   // two words of the stream wait
  input  logic                                       operands_i,  // a batch of them waits
  input  logic                                       alone_i,     // no other command needs the cycle
  input  logic                                       grant_i,
  output logic                                       first_o,     // a cycle of a command that runs is for it
  output logic                                       take_o,      // two operands are taken
  output logic                                       uses_o,
  output logic                                       follows_o,   // the cycle follows one with take_o, or is a tail
  output logic                                       late_o,      // its sums are base products
  output twd_unit_pkg::slot_valid_t                  valid_o,
  output twd_unit_pkg::slot_t                        slot_o,
  output logic                        [WordBits-1:0] word_o,
  output logic                                       parity_o     // of its bits
);

  localparam bit Both = twd_unit_pkg::both(Ring, Ring_2);

  twd_unit_pkg::command_t command_q;
  logic run_q, batch_q;
  logic waits, requests;                // for a cycle; it would take one
  logic dst_q, last_q;               // this cycle reads dst, the last word of it
  logic [WordBits-1:0] word_q;
  logic [WordBits-1:0] long;         // a bit that the number of a word of pairs does not have
  logic pair, accumulates, word_last;

  assign pair = Both ? command_q.pair : twd_ring_pkg::modulus(Ring) == 0;
  assign accumulates = command_q.op == twd_unit_pkg::COMMAND_MAC;
  assign long = Both && pair ? WordBits'(1 << (WordBits - 1)) : '0;
  assign word_last = &(word_q | long);
  assign ready_o = !run_q;
  assign soon_o = !run_q || last_q;
  assign waits = run_q && !dst_q && operand_i;
  assign first_o = waits && (operands_i || batch_q);
  assign requests = waits && (operands_i || batch_q || alone_i);
  assign take_o = requests && grant_i;
  assign uses_o = take_o || follows_o;
  assign late_o = pair;
  assign word_o = word_q;
  assign parity_o = ^(word_q & ~long);

  always_comb begin
    slot_o = '0;
    slot_o.sums = 1'b1;
    slot_o.pair = pair;
    slot_o.phase = !dst_q;
    slot_o.stream = 1'b1;
    slot_o.mode = twd_lane_pkg::LANE_MAC;
    slot_o.first = 1'b1;
    slot_o.merges = accumulates;
    slot_o.r_slot = dst_q ? command_q.dst : command_q.b;
    slot_o.w_slot = command_q.dst;
    valid_o.read = take_o || (dst_q && accumulates);
    valid_o.write = take_o;
    valid_o.last = take_o && word_last;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      run_q   <= 1'b0;
      batch_q <= 1'b0;
      dst_q   <= 1'b0;
      last_q  <= 1'b0;
      follows_o <= 1'b0;
    end else begin
      if (start_i) run_q <= 1'b1;
      else if (last_q) run_q <= 1'b0;
      batch_q <= take_o || dst_q || (batch_q && requests);
      dst_q   <= take_o;
      last_q  <= valid_o.last;
      follows_o <= take_o || dst_q;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!run_q) begin
      command_q <= command_i;
      word_q    <= '0;
    end else if (dst_q) begin
      word_q <= word_q + 1'b1;
    end
  end

  logic unused_command;
  assign unused_command = ^command_q;

endmodule
