// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_inplace_pkg: modes, latencies and pass lengths of the iterative engine.
//
// Words     a polynomial is n/B groups of B neighbouring coefficients. Group g lies in half parity(g) of the memory
//           (the second operand in the other half), at word g/2. Two groups that differ in one bit lie in different
//           halves, and so do the same groups of both operands: every access of one slot is free of conflicts.
// Slots     a pass of one layer has S = n / (2B) slots; slot t reads two groups, B butterflies work on them and
//           their results go back in place, write_delay cycles later.
// Model     twiddle.model.iterative

package twd_inplace_pkg;

  // What the butterflies do in a slot; products and LOW, HIGH as twd_inplace_butterflies has them, twd_inplace_butterflies_rns has
  // its own.
  localparam logic [2:0] MODE_CT = 3'd0;       // layer of the forward transform
  localparam logic [2:0] MODE_GS = 3'd1;       // layer of the inverse transform
  localparam logic [2:0] MODE_PRODUCT = 3'd2;  // a_i b_i
  localparam logic [2:0] MODE_LOW = 3'd3;      // c_0 = m_0 + zeta m_1 (with more than one butterfly, c_1 beside it)
  localparam logic [2:0] MODE_HIGH = 3'd4;     // c_1 = m_0 + m_1 - (a_1 - a_0)(b_1 - b_0), one butterfly
  localparam logic [2:0] MODE_SCALE = 3'd5;    // v times 1/scale^2, which leaves v/scale

  // How lanes of the two halves meet in the butterflies.
  localparam logic [1:0] MEET_HALVES = 2'd0;  // lane i of one half with lane i of the other
  localparam logic [1:0] MEET_PAIRS = 2'd1;   // lanes 2i and 2i + 1 of each half: differences of a base multiplication
  localparam logic [1:0] MEET_LANE_1 = 2'd2;  // lanes at distance 1 within each half
  localparam logic [1:0] MEET_LANE_2 = 2'd3;  // lanes at distance 2 within each half

  // What becomes of the lanes that a slot brings (twd_inplace_write_network).
  localparam logic [1:0] JOIN_NONE = 2'd0;  // all are written
  localparam logic [1:0] JOIN_HIGH = 2'd1;  // odd ones join
  localparam logic [1:0] JOIN_LOW = 2'd2;   // even ones join

  // Lowest index bit that the transform pairs: 0 when complete, 1 when not.
  function automatic int unsigned last_pair(input logic [127:0] ring);
    last_pair = twd_ring_pkg::complete(ring) ? 32'd0 : 32'd1;
  endfunction

  // Twiddle factors that the butterflies take in one slot: the layers within a group need different ones.
  function automatic int unsigned twiddle_ports(input int unsigned pair, input int unsigned butterflies);
    twiddle_ports = (butterflies >> pair) > 1 ? butterflies >> pair : 32'd1;
  endfunction

  // Base multiplications are four products as they stand, a_0 b_0 + a_1 b_1 zeta and a_0 b_1 + a_1 b_0, as a product has
  // three factors; of others they are fed-back products (twd_base_feed).
  function automatic logic direct(input logic [3:0] method);
    direct = method == twd_method_pkg::METHOD_RNS;
  endfunction

  // Products of two operands hold a factor, which a pass of its own takes out.
  function automatic logic scaled(input logic [3:0] method, input int unsigned q);
    scaled = twd_method_pkg::scale(method, q, 32'd0) != 32'd1;
  endfunction

  // Cycles from the read address to the write of the result: memory 2, read network 1, butterfly, write network 1.
  function automatic int unsigned write_delay(input logic [3:0] method, input int unsigned q, input logic registers);
    write_delay = 32'd4 + (direct(method) ? twd_rns_pkg::BUTTERFLY_LATENCY + (registers ? 32'd2 : 32'd0)
        : twd_butterfly_pkg::latency(method, q));
  endfunction

  // Cycles between the products m_0, m_1 of a pair and the butterflies that consume them, in whole periods of the
  // schedule: 2 slots, or 4 with one butterfly.
  function automatic int unsigned feed_lag(
    input logic [3:0] method, input int unsigned q, input int unsigned butterflies
  );
    int unsigned period;
    period   = butterflies == 32'd1 ? 32'd4 : 32'd2;
    feed_lag = direct(method) ? 32'd0 : (twd_butterfly_pkg::latency(method, q) + period - 1) / period * period;
  endfunction

  // `early` of twd_pass_pkg for two successive layers whose lower index bit is pair: slots are in natural order of the group index
  // with the paired bit left out, so that bit moves a group by its own weight.
  function automatic int unsigned early(input int unsigned pair, input int unsigned butterflies);
    early = pair >= 32'($clog2(butterflies)) ? 32'd1 << (pair - 32'($clog2(butterflies))) : 32'd0;
  endfunction

endpackage
