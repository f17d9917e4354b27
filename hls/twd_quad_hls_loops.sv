// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_quad_hls_loops: the loops of twd_quad_hls around the iterations of its kernel.
//
// Method    A segment is one or more steps of one kind: the operands are loaded, each is transformed, they are
//           multiplied, the product is transformed back and unloaded, as the operation needs. A step is one iteration a
//           word, two for a product. In the last segment, DRAIN, the pipe empties.
// Timing    issue_o: an iteration enters the pipe, with segment_o, place_o, word_o and half_o; a loading one when its
//           operand is valid. gap_before of twd_quad_hls_pkg is the number of cycles before a step. done_o: the pipe
//           is empty, and the next operation begins. Reset begins with DRAIN.
// Cost      counters of places, words, gaps and the drain.
// Model     twiddle.model.hls_plan

module twd_quad_hls_loops #(
  parameter  int unsigned PipeCycles = 20,  // from an iteration to its beat of the result
  localparam int unsigned WordBits = twd_quad_hls_pkg::WORD_BITS,
  localparam int unsigned GapBits = twd_quad_hls_pkg::GAP_BITS
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,
  input  logic                       en_i,
  input  logic [                2:0] op_i,       // of the operand that is loaded, until done_o
  input  logic                       a_valid_i,
  input  logic                       b_valid_i,
  output twd_quad_hls_pkg::segment_e segment_o,
  output logic [                2:0] place_o,    // of a step of layers, from 0
  output logic [       WordBits-1:0] word_o,
  output logic                       half_o,     // of a product
  output logic                       issue_o,
  output logic                       last_o,     // the last iteration of a step
  output logic                       done_o
);

  // A transform that stops at pairs has no pass at the last place, of consecutive coefficients.
  localparam logic [2:0] LastPass =
      twd_quad_hls_pkg::LAST_PLACE - 3'(!twd_ring_pkg::complete(twd_quad_hls_pkg::RING));

  function automatic twd_quad_hls_pkg::segment_e next_segment(
      input twd_quad_hls_pkg::segment_e segment, input logic [2:0] op);
    case (segment)
      twd_quad_hls_pkg::SEGMENT_LOAD_A: next_segment = op == twd_op_pkg::OP_NTT ? twd_quad_hls_pkg::SEGMENT_NTT_A
          : op == twd_op_pkg::OP_INTT ? twd_quad_hls_pkg::SEGMENT_INTT
          : twd_op_pkg::takes_b(op) ? twd_quad_hls_pkg::SEGMENT_LOAD_B : twd_quad_hls_pkg::SEGMENT_UNLOAD;
      twd_quad_hls_pkg::SEGMENT_LOAD_B: next_segment =
          op == twd_op_pkg::OP_PWM ? twd_quad_hls_pkg::SEGMENT_PRODUCT : twd_quad_hls_pkg::SEGMENT_NTT_A;
      twd_quad_hls_pkg::SEGMENT_NTT_A: next_segment = op == twd_op_pkg::OP_NTT ? twd_quad_hls_pkg::SEGMENT_UNLOAD
          : op == twd_op_pkg::OP_MUL ? twd_quad_hls_pkg::SEGMENT_NTT_B : twd_quad_hls_pkg::SEGMENT_PRODUCT;
      twd_quad_hls_pkg::SEGMENT_NTT_B: next_segment = twd_quad_hls_pkg::SEGMENT_PRODUCT;
      twd_quad_hls_pkg::SEGMENT_PRODUCT: next_segment =
          op == twd_op_pkg::OP_PWM ? twd_quad_hls_pkg::SEGMENT_UNLOAD : twd_quad_hls_pkg::SEGMENT_INTT;
      twd_quad_hls_pkg::SEGMENT_INTT: next_segment = twd_quad_hls_pkg::SEGMENT_UNLOAD;
      twd_quad_hls_pkg::SEGMENT_UNLOAD: next_segment = twd_quad_hls_pkg::SEGMENT_DRAIN;
      default: next_segment = twd_quad_hls_pkg::SEGMENT_LOAD_A;
    endcase
  endfunction

  function automatic logic [2:0] first_place(input twd_quad_hls_pkg::segment_e segment);
    first_place = segment == twd_quad_hls_pkg::SEGMENT_NTT_A || segment == twd_quad_hls_pkg::SEGMENT_NTT_B ? 3'd0
        : segment == twd_quad_hls_pkg::SEGMENT_INTT ? LastPass : twd_quad_hls_pkg::LAST_PLACE;
  endfunction

  localparam int unsigned DrainCycles = PipeCycles + 3;  // until en_i depends on the last beat of the pipe
  localparam int unsigned DrainBits = $clog2(DrainCycles + 1);

  twd_quad_hls_pkg::segment_e segment_d;
  logic [2:0] place_d;
  logic [GapBits-1:0] gap_q;
  logic [DrainBits-1:0] drain_q;
  logic drain, product, forward, inverse;
  logic last_place;

  assign drain   = segment_o == twd_quad_hls_pkg::SEGMENT_DRAIN;
  assign product = segment_o == twd_quad_hls_pkg::SEGMENT_PRODUCT;
  assign forward = segment_o == twd_quad_hls_pkg::SEGMENT_NTT_A || segment_o == twd_quad_hls_pkg::SEGMENT_NTT_B;
  assign inverse = segment_o == twd_quad_hls_pkg::SEGMENT_INTT;

  assign done_o = drain && en_i && 32'(drain_q) == 32'd1;
  assign issue_o = en_i && gap_q == '0 && !drain && (segment_o != twd_quad_hls_pkg::SEGMENT_LOAD_A || a_valid_i)
      && (segment_o != twd_quad_hls_pkg::SEGMENT_LOAD_B || b_valid_i);
  assign last_o = &word_o && (half_o || !product);
  assign last_place = (!forward && !inverse) || (inverse ? place_o == 3'd0 : place_o == LastPass);

  always_comb begin
    segment_d = segment_o;
    place_d   = inverse ? place_o - 3'd1 : place_o + 3'd1;
    if (last_place) begin
      segment_d = next_segment(segment_o, op_i);
      place_d   = first_place(segment_d);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      segment_o <= twd_quad_hls_pkg::SEGMENT_DRAIN;
      place_o   <= twd_quad_hls_pkg::LAST_PLACE;
      word_o    <= '0;
      half_o    <= 1'b0;
      gap_q     <= '0;
      drain_q   <= '0;
    end else if (drain) begin
      // While the pipe is empty nothing fills the queue of results: en_i stays set.
      if (en_i && drain_q != '0) drain_q <= drain_q - 1'b1;
      if (en_i && 32'(drain_q) <= 32'd1) begin
        segment_o <= twd_quad_hls_pkg::SEGMENT_LOAD_A;
        place_o   <= twd_quad_hls_pkg::LAST_PLACE;
      end
    end else if (issue_o) begin
      half_o <= product && !half_o;
      word_o <= word_o + WordBits'(half_o || !product);
      if (last_o) begin
        segment_o <= segment_d;
        place_o   <= place_d;
        gap_q     <= segment_d == twd_quad_hls_pkg::SEGMENT_DRAIN ? '0
            : twd_quad_hls_pkg::gap_before(segment_d, place_d);
        drain_q   <= DrainBits'(DrainCycles);
      end
    end else if (en_i && gap_q != '0) begin
      gap_q <= gap_q - 1'b1;
    end
  end

endmodule
