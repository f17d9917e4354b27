// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_inplace_pkg: control bundles, latencies and the table of passes of the iterative engine.
//
// Words     a polynomial is n / Butterflies groups of neighbouring coefficients. Group g lies in bank parity(g) of the
//           memory (the second operand in the other bank), at word g/2. Two groups that differ in one bit lie in
//           different banks, and so do the same groups of both operands: every access of one slot is free of conflicts.
// Slots     a pass of one layer has S = n / (2 Butterflies) slots; slot t reads two groups, the butterflies work on
//           them and their results go back in place, write_delay cycles later.
// Products  of an incomplete transform, modulo x^2 - zeta, four a pair, with t = m_0 + m_1:
//             several butterflies   slot 0: m_0 = a_0 b_0 (even lanes), m_1 = a_1 b_1 (odd lanes)
//                                   slot 1: c_0 = m_0 + zeta m_1 (even), c_1 = t - (a_1 - a_0)(b_1 - b_0) (odd)
//             one butterfly         slot 0: m_0   slot 1: m_1   slot 2: c_0, and reads b_0, b_1
//                                   slot 3: c_1, and reads a_0, a_1
//           the last half of the slots works on the pair of feed_lag slots before. Direct, without lag:
//             several butterflies   slot 0: c_0 = a_0 b_0 + a_1 b_1 zeta    slot 1: c_1 = a_0 b_1 + a_1 b_0
//             one butterfly         slots a_0 b_0, a_1 b_0, a_1 b_1 zeta, a_0 b_1: one operand after the other changes,
//                                   so that no bank is read twice; each product of the last two is added to that of
//                                   two slots before
//           Published, five a pair as in Alhassani, Benaissa 2024, Fig. 5, in another order:
//             several butterflies   two groups: their m_0, m_1; their c_1; both c_0 = m_0 + zeta m_1
//             one butterfly         slots a_1 b_1, a_0 b_0, a_1 b_0, c_0, and reads a_0, then a_0 b_1
// Model     twiddle.model.iterative

package twd_inplace_pkg;

  // What the butterflies do in a slot (twd_inplace_butterflies).
  typedef enum logic [2:0] {
    MODE_CT      = 3'd0,  // layer of the forward transform
    MODE_GS      = 3'd1,  // layer of the inverse transform
    MODE_PRODUCT = 3'd2,  // a_i b_i
    MODE_LOW     = 3'd3,  // c_0 = m_0 + zeta m_1 (with more than one butterfly c_1 in the odd ones)
    MODE_HIGH    = 3'd4,  // c_1 = m_0 + m_1 - (a_1 - a_0)(b_1 - b_0), one butterfly
    MODE_SCALE   = 3'd5,  // v times 1/scale^2, which leaves v/scale
    MODE_LOAD    = 3'd6   // loaded coefficients modulo q
  } mode_e;

  // Which coefficients of the two banks a butterfly takes.
  typedef enum logic [1:0] {
    PAIR_BANKS    = 2'd0,  // lane i of one bank with lane i of the other
    PAIR_PRODUCTS = 2'd1,  // lanes 2i and 2i + 1 of each bank: differences of a base multiplication
    PAIR_LANE_1   = 2'd2,  // lanes at distance 1 within each bank
    PAIR_LANE_2   = 2'd3   // lanes at distance 2 within each bank
  } pair_select_e;

  localparam pair_select_e PAIR_LANE_4 = PAIR_PRODUCTS;  // of a complete ring: lanes at distance 4 within each bank

  // Which lanes of a word a slot writes (twd_inplace_write_network).
  typedef enum logic [1:0] {
    MERGE_NONE = 2'd0,  // all
    MERGE_HIGH = 2'd1,  // the odd ones
    MERGE_LOW  = 2'd2   // the even ones
  } merge_e;

  // A slot of a product, of a group of a and the same of b, or of the pair of groups of one butterfly.
  typedef struct packed {
    mode_e        mode;
    pair_select_e pair_select;
    logic [1:0]   hold;         // {v, u} keep their value
    merge_e       merge;
    logic [1:0]   one_operand;  // {set, which}: both banks read this operand
    logic [1:0]   write;        // {the other bank, the bank of the group of a} is written
    logic         u_other;      // u comes from the other bank
    logic [1:0]   sum_other;    // {where zeta is negative, always}: the sum goes to the other bank
    logic         odd;          // the second group of the pair
  } product_t;

  // A slot, but for its addresses. A bit a bank, or {v, u}, where a field has two.
  typedef struct packed {
    logic         unload;       // of the unload pass
    mode_e        mode;
    pair_select_e pair_select;
    logic         u_bank;       // bank that holds u
    logic [1:0]   hold;         // {v, u} keep their value
    logic [1:0]   r_input;      // the input memory is read
    logic [1:0]   r_region;     // the second operand is read
    logic         sum_bank;     // bank that takes the sum
    logic         negate;       // zeta of the pair is negative
    merge_e       merge;
    logic         w_region;     // the second operand is written
    logic         w_result;     // what is written is part of the result
    logic         inverse;
  } slot_t;

  // The bits of a slot that have a reset.
  typedef struct packed {
    logic       read;  // the slot reads
    logic [1:0] w_en;  // it writes to a bank
    logic       last;  // it is the last one of the operation
  } slot_valid_t;

  // An access to the banks, but for addresses and data.
  typedef struct packed {
    logic       en;
    logic       unload;      // of the unload pass
    logic [1:0] from_input;  // read the input memory
    logic [1:0] region;      // second operand
  } read_t;

  typedef struct packed {
    logic [1:0] en;
    logic       region;
    logic       result;  // part of the result
    logic       last;    // the last word of the result
  } write_t;

  // A beat of an operand that is taken.
  typedef struct packed {
    logic valid;
    logic region;  // it is one of the second operand
    logic first;
  } beat_t;

  // The operation whose operands are loaded (twd_operation).
  typedef struct packed {
    logic complete;
    logic refused;
    logic takes_b;
    logic err;
  } loaded_t;

  // From the memory to the engine.
  typedef struct packed {
    logic en;        // the schedule and the read move
    logic start;     // the loaded operation begins
    logic last_ok;   // the last pass of the operation may begin
  } control_t;

  // From the engine to the memory.
  typedef struct packed {
    logic ready;        // an operation may start
    logic last_begin;   // the last pass of the operation begins
    logic a_read;       // a is read for the last time
    logic b_read;
  } status_t;

  // Lowest index bit that the transform pairs: 0 when complete, 1 when not.
  function automatic int unsigned last_pair(input logic [127:0] ring);
    last_pair = twd_ring_pkg::complete(ring) ? 32'd0 : 32'd1;
  endfunction

  // Twiddle factors that the butterflies take in one slot: the layers within a group need different ones.
  function automatic int unsigned twiddle_ports(input int unsigned pair, input int unsigned butterflies);
    twiddle_ports = (butterflies >> pair) > 1 ? butterflies >> pair : 32'd1;
  endfunction

  // Address in the twiddle ROMs of root^e, the factor zeta_l(block) with 2^l + block = bitrev(e): (2 block + 1) << k.
  function automatic int unsigned twiddle_addr(input int unsigned e, input int unsigned layers);
    int unsigned index;
    int unsigned layer;
    index = twd_ring_pkg::bit_reverse(e, layers);
    layer = 32'($clog2(index + 1)) - 1;
    twiddle_addr = (2 * (index - (32'd1 << layer)) + 1) << (layers - 1 - layer);
  endfunction

  // Base multiplications are four products without feedback, a_0 b_0 + a_1 b_1 zeta and a_0 b_1 + a_1 b_0, because a
  // product has three factors. Other methods feed products back (twd_base_feed).
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

  // Slots of a layer.
  function automatic int unsigned layer_slots(input logic [127:0] ring, input int unsigned butterflies);
    layer_slots = twd_ring_pkg::length(ring) / (2 * butterflies);
  endfunction

  // Products of a pair are five, as published.
  function automatic logic five(input logic [127:0] ring, input logic [3:0] method, input logic published);
    five = published && direct(method) && !twd_ring_pkg::complete(ring);
  endfunction

  // Slots of a product pass: a group a slot; of an incomplete transform four products a pair, or five.
  function automatic int unsigned product_slots(
    input logic [127:0] ring, input logic [3:0] method, input int unsigned butterflies, input logic published
  );
    int unsigned slots;
    slots = layer_slots(ring, butterflies);
    product_slots = twd_ring_pkg::complete(ring) ? 2 * slots : five(ring, method, published) ? 5 * slots
        : 4 * slots + feed_lag(method, twd_ring_pkg::modulus(ring), butterflies);
  endfunction

  localparam int unsigned PRODUCT_BITS = 32'd17;

  // Slots of a product: its phases.
  function automatic int unsigned phases(
    input logic [127:0] ring, input logic [3:0] method, input int unsigned butterflies, input logic published
  );
    phases = twd_ring_pkg::complete(ring) ? 32'd1 : five(ring, method, published) ? 32'd5
        : butterflies == 1 ? 32'd4 : 32'd2;
  endfunction

  // product_t of every phase, the last phase first; after the mode the other fields, in their order.
  function automatic logic [5*PRODUCT_BITS-1:0] products(
    input logic [127:0] ring, input logic [3:0] method, input int unsigned butterflies, input logic published
  );
    if (twd_ring_pkg::complete(ring)) begin
      products = {68'd0,
          twd_inplace_pkg::MODE_PRODUCT, 14'b00_00_00_00_01_0_00_0};
    end else if (five(ring, method, published)) begin
      if (butterflies == 1) products = {
          twd_inplace_pkg::MODE_HIGH,    14'b00_01_00_00_01_0_00_1,
          twd_inplace_pkg::MODE_LOW,     14'b00_00_00_00_01_0_00_0,
          twd_inplace_pkg::MODE_PRODUCT, 14'b00_10_00_00_00_0_00_1,
          twd_inplace_pkg::MODE_PRODUCT, 14'b00_00_00_00_00_0_00_0,
          twd_inplace_pkg::MODE_PRODUCT, 14'b00_00_00_00_00_0_00_1};
      else products = {
          twd_inplace_pkg::MODE_LOW,     14'b00_00_10_00_11_0_00_0,
          twd_inplace_pkg::MODE_HIGH,    14'b00_00_01_00_00_0_00_1,
          twd_inplace_pkg::MODE_HIGH,    14'b00_00_01_00_00_0_00_0,
          twd_inplace_pkg::MODE_PRODUCT, 14'b00_00_00_00_00_0_00_1,
          twd_inplace_pkg::MODE_PRODUCT, 14'b00_00_00_00_00_0_00_0};
    end else if (direct(method)) begin
      if (butterflies == 1) products = {17'd0,
          twd_inplace_pkg::MODE_HIGH,    14'b00_10_00_00_10_0_01_0,
          twd_inplace_pkg::MODE_LOW,     14'b00_01_00_00_10_0_01_1,
          twd_inplace_pkg::MODE_PRODUCT, 14'b00_10_00_00_00_0_01_1,
          twd_inplace_pkg::MODE_PRODUCT, 14'b00_00_00_00_00_0_01_0};
      else products = {51'd0,
          twd_inplace_pkg::MODE_HIGH,    14'b00_00_01_00_01_0_00_0,
          twd_inplace_pkg::MODE_LOW,     14'b00_00_00_00_00_0_00_0};
    end else begin
      if (butterflies == 1) products = {17'd0,
          twd_inplace_pkg::MODE_HIGH,    14'b00_00_00_10_10_0_00_0,
          twd_inplace_pkg::MODE_LOW,     14'b00_00_00_11_01_1_10_0,
          twd_inplace_pkg::MODE_PRODUCT, 14'b00_00_00_00_00_0_00_1,
          twd_inplace_pkg::MODE_PRODUCT, 14'b00_00_00_00_00_0_00_0};
      else products = {51'd0,
          twd_inplace_pkg::MODE_LOW,     14'b01_00_00_00_01_0_00_0,
          twd_inplace_pkg::MODE_PRODUCT, 14'b00_00_00_00_00_0_00_0};
    end
  endfunction

  // `early` of twd_pass_pkg::bubble for two successive layers whose lower index bit is pair: slots are in natural order
  // of the group index with the paired bit left out, so that bit moves a group by its own weight.
  function automatic int unsigned early(input int unsigned pair, input int unsigned butterflies);
    early = pair >= 32'($clog2(butterflies)) ? 32'd1 << (pair - 32'($clog2(butterflies))) : 32'd0;
  endfunction

endpackage
