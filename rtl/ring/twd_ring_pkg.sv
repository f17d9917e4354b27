// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_ring_pkg: the ring Z_q[x]/(x^n + 1), its presets, and the constant functions that follow from it.
//
// A ring is four numbers; widths, tables and latencies are computed from them, at elaboration only.
// Model     twiddle.base.rings

package twd_ring_pkg;

  typedef struct packed {
    int unsigned n;           // polynomial length, a power of two
    int unsigned q;           // modulus, an odd prime below 2^24
    int unsigned root;        // element of multiplicative order root_order modulo q
    int unsigned root_order;  // 2n: complete negacyclic transform; n: incomplete, one layer fewer (ML-KEM)
  } ring_cfg_t;

  localparam ring_cfg_t RING_ML_KEM = {32'd256, 32'd3329, 32'd17, 32'd256};
  localparam ring_cfg_t RING_KYBER_V1 = {32'd256, 32'd7681, 32'd62, 32'd512};
  localparam ring_cfg_t RING_FALCON_512 = {32'd512, 32'd12289, 32'd49, 32'd1024};
  localparam ring_cfg_t RING_FALCON_1024 = {32'd1024, 32'd12289, 32'd7, 32'd2048};
  localparam ring_cfg_t RING_ML_DSA = {32'd256, 32'd8380417, 32'd1753, 32'd512};
  localparam ring_cfg_t RING_QTESLA_1024 = {32'd1024, 32'd8404993, 32'd16204, 32'd2048};

  // The rings that ring_i selects from, by its value; the last one is the widest.
  typedef enum logic [1:0] {
    SELECT_ML_KEM      = 2'd0,
    SELECT_FALCON_512  = 2'd1,
    SELECT_FALCON_1024 = 2'd2
  } select_e;

  localparam int unsigned SELECTABLE = 3;

  function automatic logic [127:0] selected(input int unsigned select);
    case (select)
      32'(twd_ring_pkg::SELECT_ML_KEM): selected = RING_ML_KEM;
      32'(twd_ring_pkg::SELECT_FALCON_512): selected = RING_FALCON_512;
      default: selected = RING_FALCON_1024;
    endcase
  endfunction

  // Fields of a ring in a constant function, whose arguments plain Yosys takes only as vectors.
  function automatic int unsigned length(input logic [127:0] ring);
    length = ring[127:96];
  endfunction

  function automatic int unsigned modulus(input logic [127:0] ring);
    modulus = ring[95:64];
  endfunction

  function automatic int unsigned root(input logic [127:0] ring);
    root = ring[63:32];
  endfunction

  function automatic int unsigned root_order(input logic [127:0] ring);
    root_order = ring[31:0];
  endfunction

  // Transform is complete: every factor of x^n + 1 is linear.
  function automatic logic complete(input logic [127:0] ring);
    complete = root_order(ring) == 2 * length(ring);
  endfunction

  // Butterfly layers of the transform.
  function automatic int unsigned layers(input logic [127:0] ring);
    layers = 32'($clog2(length(ring))) - (complete(ring) ? 32'd0 : 32'd1);
  endfunction

  // a * b mod q, for a, b < 2^32.
  function automatic int unsigned mul_mod(input int unsigned a, input int unsigned b, input int unsigned q);
    mul_mod = 32'((64'(a) * 64'(b)) % 64'(q));
  endfunction

  // base^exponent mod q.
  function automatic int unsigned pow_mod(input int unsigned base, input int unsigned exponent, input int unsigned q);
    int unsigned square;
    pow_mod = 32'd1;
    square  = base % q;
    for (int i = 0; i < 32; i++) begin
      if (exponent[i]) pow_mod = mul_mod(pow_mod, square, q);
      square = mul_mod(square, square, q);
    end
  endfunction

  // The low `bits` bits of value in reverse order.
  function automatic int unsigned bit_reverse(input int unsigned value, input int unsigned bits);
    bit_reverse = 32'd0;
    for (int unsigned i = 0; i < bits; i++) begin
      bit_reverse = (bit_reverse << 1) | ((value >> i) & 32'd1);
    end
  endfunction

  // first step^e modulo q at place bit_reverse(e, bits), 32 bits each, of the first 2^bits powers, or four.
  function automatic logic [127:0] reversed_powers(
    input int unsigned first, input int unsigned step, input int unsigned bits, input int unsigned q
  );
    int unsigned power;
    int unsigned place;
    reversed_powers = 128'd0;
    power = first;
    for (int unsigned e = 0; e < (32'd1 << bits) && e < 32'd4; e++) begin
      place = bit_reverse(e, bits);
      reversed_powers[32*place[1:0]+:32] = power;
      power = mul_mod(power, step, q);
    end
  endfunction

  // q < 2^24 is prime, by trial division with odd numbers, in up to 32 blocks of 64: tools limit the number of times
  // that a loop runs.
  function automatic logic is_prime(input int unsigned q);
    is_prime = q > 2 && q[0];
    for (int unsigned block = 3; block * block <= q; block = block + 128) begin
      for (int unsigned d = block; d < block + 128; d = d + 2) begin
        if (d < q && q % d == 0) is_prime = 1'b0;
      end
    end
  endfunction

  // The first rule that a ring breaks; 0 when it is legal.
  typedef enum logic [2:0] {
    RULE_OK     = 3'd0,
    RULE_LENGTH = 3'd1,  // n is a power of two from 8 to 4096
    RULE_PRIME  = 3'd2,  // q is an odd prime below 2^24
    RULE_ORDER  = 3'd3,  // root_order is n or 2n
    RULE_ROOT   = 3'd4   // root is in [2, q) and of order root_order modulo q
  } rule_e;

  function automatic rule_e broken_rule(input logic [127:0] ring);
    int unsigned n;
    int unsigned q;
    int unsigned order;
    n = length(ring);
    q = modulus(ring);
    order = root_order(ring);
    if (n < 8 || n > 4096 || (n & (n - 1)) != 0) broken_rule = twd_ring_pkg::RULE_LENGTH;
    else if (q >= 32'h0100_0000 || !is_prime(q)) broken_rule = twd_ring_pkg::RULE_PRIME;
    else if (order != n && order != 2 * n) broken_rule = twd_ring_pkg::RULE_ORDER;
    else if (root(ring) >= q || pow_mod(root(ring), order / 2, q) != q - 1) broken_rule = twd_ring_pkg::RULE_ROOT;
    else broken_rule = twd_ring_pkg::RULE_OK;
  endfunction

endpackage
