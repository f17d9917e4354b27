// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_pwmm_pkg: bounds, cycles and legal parameters of the matrix-vector core.
//
// Two kinds of unit (twd_pwmm_row_unit, twd_pwmm_mul_unit) take a beat of two coefficients of a and of b in cycle 0,
// the sum so far in cycle acc_cycle, the zeta of the pair in cycle zeta_cycle, and give the new sum in cycle latency.
// Model     twiddle.model.pwmm

package twd_pwmm_pkg;

  localparam logic [3:0] LARGEST_K = 4'd8;  // products of a row, at most

  // The place of a beat in its operation.
  typedef struct packed {
    logic first_product;
    logic last_product;
    logic first_beat;
    logic last_beat;
    logic refused;        // the operation is not offered
  } mark_t;

  localparam int unsigned MARK_BITS = 32'd5;

  // Products in rows of adders (twd_row_mul_add), reduced after they have been summed: the unit is twd_pwmm_row_unit.
  // LDSP leaves 2^-layers in the sum, TILES no factor. Both support any q: the unit has no twd_mod_mul.
  function automatic logic in_rows(input logic [3:0] method);
    in_rows = method == twd_method_pkg::METHOD_LDSP || method == twd_method_pkg::METHOD_TILES;
  endfunction

  // Methods that can leave 2^-layers in the product.
  function automatic logic halving(input logic [3:0] method);
    halving = method == twd_method_pkg::METHOD_KRED || method == twd_method_pkg::METHOD_LDSP;
  endfunction

  // Halvings that a unit leaves in its results.
  function automatic int unsigned halvings(input logic [127:0] ring, input logic scaled);
    halvings = scaled ? twd_ring_pkg::layers(ring) : 32'd0;
  endfunction

  // ---- twd_pwmm_row_unit ----

  // Largest coefficient as it comes: not canonical, which sums of integer products do not need.
  function automatic logic [63:0] raw_largest(input int unsigned q);
    raw_largest = (64'd1 << $clog2(q)) - 64'd1;
  endfunction

  // Largest sum so far, times what the reduction will divide it by.
  function automatic logic [63:0] acc_largest(input logic [127:0] ring, input logic scaled);
    acc_largest = 64'(twd_ring_pkg::modulus(ring) - 1) << halvings(ring, scaled);
  endfunction

  // Largest a_0 b_0 + acc.
  function automatic logic [63:0] product_largest(input logic [127:0] ring, input logic scaled);
    product_largest = raw_largest(twd_ring_pkg::modulus(ring)) * raw_largest(twd_ring_pkg::modulus(ring))
        + acc_largest(ring, scaled);
  endfunction

  // Halvings of m_1 = 2^-h a_1 b_1 modulo q: enough to make it as short as a coefficient, or one bit longer.
  function automatic int unsigned square_halvings(input int unsigned q);
    square_halvings = 32'($clog2(q)) + 32'd3;
  endfunction

  function automatic logic [63:0] square_largest(input int unsigned q);
    square_largest = twd_fold_pkg::low_largest(raw_largest(q) * raw_largest(q), q, square_halvings(q),
        twd_fold_pkg::low_folds(square_halvings(q)));
  endfunction

  // Largest a_0 b_0 + acc + zeta m_1.
  function automatic logic [63:0] low_largest(input logic [127:0] ring, input logic scaled);
    low_largest = product_largest(ring, scaled)
        + 64'(twd_ring_pkg::modulus(ring) - 1) * square_largest(twd_ring_pkg::modulus(ring));
  endfunction

  // Largest a_0 b_1 + acc + a_1 b_0.
  function automatic logic [63:0] high_largest(input logic [127:0] ring, input logic scaled);
    high_largest = product_largest(ring, scaled)
        + raw_largest(twd_ring_pkg::modulus(ring)) * raw_largest(twd_ring_pkg::modulus(ring));
  endfunction

  // Cycles of twd_row_mul_add.
  function automatic int unsigned rows(input logic [63:0] largest);
    rows = (32'($clog2(largest + 64'd1)) + 32'd1) / 32'd2;
  endfunction

  // Cycles of twd_pwmm_reduce.
  function automatic int unsigned reduce_latency(
    input logic [63:0] largest, input int unsigned q, input int unsigned h
  );
    reduce_latency = twd_fold_pkg::low_folds(h)
        + twd_fold_pkg::folds(twd_fold_pkg::low_largest(largest, q, h, twd_fold_pkg::low_folds(h)), q) + 32'd1;
  endfunction

  // Cycle in which m_1 is multiplied by zeta.
  function automatic int unsigned row_meet(input int unsigned q);
    row_meet = 32'd1 + rows(raw_largest(q)) + twd_fold_pkg::low_folds(square_halvings(q));
  endfunction

  function automatic int unsigned row_latency(input logic [127:0] ring, input logic scaled);
    int unsigned q;
    int unsigned h;
    q = twd_ring_pkg::modulus(ring);
    h = halvings(ring, scaled);
    if (twd_ring_pkg::complete(ring)) begin
      row_latency = 32'd1 + rows(raw_largest(q)) + reduce_latency(product_largest(ring, scaled), q, h);
    end else begin
      row_latency = row_meet(q) + rows(square_largest(q)) + reduce_latency(low_largest(ring, scaled), q, h);
    end
  endfunction

  // ---- twd_pwmm_mul_unit ----

  // Cycle in which the sum so far is added: canonical operands (1), and the product.
  function automatic int unsigned mul_acc_cycle(
    input logic [127:0] ring, input logic [3:0] method, input logic scaled
  );
    int unsigned q;
    int unsigned h;
    q = twd_ring_pkg::modulus(ring);
    h = halvings(ring, scaled);
    mul_acc_cycle = 32'd1 + (twd_ring_pkg::complete(ring) ? twd_method_pkg::lazy_latency(method, q, h)
        : twd_butterfly_pkg::base_latency(method, q, h));
  endfunction

  // ---- both ----

  function automatic int unsigned acc_cycle(input logic [127:0] ring, input logic [3:0] method, input logic scaled);
    acc_cycle = in_rows(method) ? 32'd1 : mul_acc_cycle(ring, method, scaled);
  endfunction

  function automatic int unsigned zeta_cycle(input logic [127:0] ring, input logic [3:0] method, input logic scaled);
    if (in_rows(method)) zeta_cycle = row_meet(twd_ring_pkg::modulus(ring)) - 32'd1;
    else zeta_cycle = 32'd1 + twd_method_pkg::latency(method, twd_ring_pkg::modulus(ring), halvings(ring, scaled));
  endfunction

  function automatic int unsigned latency(input logic [127:0] ring, input logic [3:0] method, input logic scaled);
    if (in_rows(method)) latency = row_latency(ring, scaled);
    else latency = mul_acc_cycle(ring, method, scaled) + twd_modarith_pkg::ADD_LATENCY;
  endfunction

  // What the table holds in place of zeta: zeta times the inverse of what m_1 carries.
  function automatic int unsigned zeta_factor(input logic [127:0] ring, input logic [3:0] method, input logic scaled);
    int unsigned q;
    q = twd_ring_pkg::modulus(ring);
    zeta_factor = twd_ring_pkg::pow_mod(2, in_rows(method) ? square_halvings(q) : halvings(ring, scaled), q);
  endfunction

  // Fewest beats of a polynomial: a sum is read again no sooner than in the cycle after it was written.
  function automatic int unsigned fewest_beats(input logic [127:0] ring, input logic [3:0] method, input logic scaled);
    fewest_beats = latency(ring, method, scaled) - acc_cycle(ring, method, scaled) + 32'd2;
  endfunction

  // Entries of the output buffer: all that the pipe may hold, and six more so that the rate is full.
  function automatic int unsigned buffer_depth(input logic [127:0] ring, input logic [3:0] method, input logic scaled);
    buffer_depth = 32'd1 << $clog2(latency(ring, method, scaled) + 32'd6);
  endfunction

  // The method works for the modulus; products in rows do for every one.
  function automatic logic works(input logic [127:0] ring, input int unsigned method, input logic scaled);
    works = in_rows(4'(method)) || twd_method_pkg::legal(method, twd_ring_pkg::modulus(ring), halvings(ring, scaled));
  endfunction

  // The first rule of this core that parameters break, of a legal ring; 0 when they are legal.
  typedef enum logic [2:0] {
    RULE_OK      = 3'd0,
    RULE_UNITS   = 3'd1,  // Units is 1 or 2
    RULE_EXACT   = 3'd2,  // twd_method_pkg::exact(Method) where Scaled = 0
    RULE_HALVING = 3'd3,  // halving(Method) where Scaled = 1
    RULE_METHOD  = 3'd4,  // Method is a method_e, and works(Ring, Method, Scaled)
    RULE_BEATS   = 3'd5   // n / (2 Units) is at least fewest_beats
  } rule_e;

  function automatic rule_e broken_rule(
    input logic [127:0] ring, input int unsigned units, input int unsigned method, input logic scaled
  );
    if (method > 32'(twd_method_pkg::METHOD_TILES_SHIFT)) broken_rule = twd_pwmm_pkg::RULE_METHOD;
    else if (units != 1 && units != 2) broken_rule = twd_pwmm_pkg::RULE_UNITS;
    else if (!scaled && !twd_method_pkg::exact(4'(method))) broken_rule = twd_pwmm_pkg::RULE_EXACT;
    else if (scaled && !halving(4'(method))) broken_rule = twd_pwmm_pkg::RULE_HALVING;
    else if (!works(ring, method, scaled)) broken_rule = twd_pwmm_pkg::RULE_METHOD;
    else if (twd_ring_pkg::length(ring) < 2 * units * fewest_beats(ring, 4'(method), scaled)) begin
      broken_rule = twd_pwmm_pkg::RULE_BEATS;
    end else broken_rule = twd_pwmm_pkg::RULE_OK;
  endfunction

endpackage
