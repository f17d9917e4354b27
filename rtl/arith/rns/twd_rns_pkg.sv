// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_rns_pkg: what the look-up multiplier computes with: discrete logarithms in residues of sub-moduli.
//
//   a = g^k(a) mod q;  k(a) is held as its residues modulo m_0, m_1, m_2 (pairwise coprime);  a b = g^(k(a) + k(b))
//
// Index     {r_0, r_1, r_2}, r_1 in clog2(m_1 + 1) bits, the others in clog2(m_j) (none for m_j = 1). All ones in
//           r_1 is the code of zero, which has no logarithm; m_1 is below it.
// Overflow  m_0 m_1 m_2 >= 2 (q - 1) - 1: no sum of two logarithms is lost, and the next table reduces modulo
//           q - 1 (Alhassani, Benaissa 2024: 7, 31, 32 for q = 3329).
// Exact     m_0 m_1 m_2 = q - 1: sums modulo q - 1 are sums modulo its factors (13 and 256), and nothing is left to
//           reduce. The shortest index there is. Roots of unity of order 2^j have zeros in the odd residues, as q - 1 =
//           k 2^m, so that twiddle factors are known by r_2 alone; -1 is half of m_2.
// Model     twiddle.model.rns

package twd_rns_pkg;

  localparam logic [47:0] MODULI_PAPER = {16'd7, 16'd31, 16'd32};  // q = 3329

  localparam int unsigned MUL_LATENCY = 3;        // index, sum, product
  localparam int unsigned BUTTERFLY_LATENCY = 6;  // difference, product, sum, correction
  localparam int unsigned LARGEST_BITS = 13;      // of q: 8 blocks a multiplier, see twiddle.model.rns.reason

  function automatic int unsigned modulus(input logic [47:0] moduli, input int unsigned j);
    modulus = j == 0 ? 32'(moduli[47:32]) : j == 1 ? 32'(moduli[31:16]) : 32'(moduli[15:0]);
  endfunction

  // Bits of residue j; the middle one has room for the code of zero.
  function automatic int unsigned bits(input logic [47:0] moduli, input int unsigned j);
    bits = 32'($clog2(modulus(moduli, j) + (j == 1 ? 32'd1 : 32'd0)));
  endfunction

  function automatic int unsigned index_bits(input logic [47:0] moduli);
    index_bits = bits(moduli, 32'd0) + bits(moduli, 32'd1) + bits(moduli, 32'd2);
  endfunction

  function automatic int unsigned product(input logic [47:0] moduli);
    product = modulus(moduli, 32'd0) * modulus(moduli, 32'd1) * modulus(moduli, 32'd2);
  endfunction

  function automatic logic exact(input int unsigned q, input logic [47:0] moduli);
    exact = product(moduli) == q - 1;
  endfunction

  // The exact sub-moduli: the odd part of q - 1 and the power of two.
  function automatic logic [47:0] exact_moduli(input int unsigned q);
    int unsigned odd;
    int unsigned power;
    odd   = q - 1;
    power = 32'd1;
    for (int i = 0; i < 32; i++) begin
      if (odd > 1 && !odd[0]) begin
        odd   = odd >> 1;
        power = power << 1;
      end
    end
    exact_moduli = {16'd1, 16'(odd), 16'(power)};
  endfunction

  // Bits of the index of a twiddle factor as butterflies take it: r_2 alone of the exact sub-moduli.
  function automatic int unsigned twiddle_bits(input int unsigned q, input logic [47:0] moduli);
    twiddle_bits = moduli == exact_moduli(q) ? bits(moduli, 32'd2) : index_bits(moduli);
  endfunction

  // The second number of twd_rns_product is -product: one pair, and sub-moduli whose logarithm of -1 is half of m_2.
  function automatic logic negates(input int unsigned q, input logic [47:0] moduli, input logic dual);
    negates = !dual && moduli == exact_moduli(q);
  endfunction

  // Half blocks (18 Kbit) of a table with two ports, cut as twd_rom_2r does it.
  function automatic int unsigned half_blocks(input int unsigned depth, input int unsigned width);
    int unsigned whole;
    int unsigned rest;
    whole = twd_rom_pkg::block_bits(depth);
    rest = width % whole;
    half_blocks = 2 * (width / whole) + (rest == 0 ? 32'd0 : rest <= whole / 2 ? 32'd1 : 32'd2);
  endfunction

  // Pages of the table of numbers that fill a power of two.
  function automatic int unsigned deep_pages(input logic [47:0] moduli);
    deep_pages = 32'd1 << ($clog2(modulus(moduli, 32'd0) + 32'd1) - 1);
  endfunction

  // Its other pages side by side take less memory than pages up to the next power of two.
  function automatic logic split(input int unsigned q, input logic [47:0] moduli);
    int unsigned page;
    int unsigned beside;
    page   = 32'd1 << (bits(moduli, 32'd1) + bits(moduli, 32'd2));
    beside = (modulus(moduli, 32'd0) - deep_pages(moduli)) * $clog2(q);
    split  = beside != 0 && half_blocks(deep_pages(moduli) * page, $clog2(q)) + half_blocks(page, beside)
        < half_blocks(32'd1 << index_bits(moduli), $clog2(q));
  endfunction

  // The tables of twd_rns_table.
  typedef enum logic [1:0] {
    TABLE_INDEX  = 2'd0,
    TABLE_NUMBER = 2'd1,
    TABLE_BESIDE = 2'd2
  } table_e;

  function automatic int unsigned depth(input int unsigned q, input logic [47:0] moduli, input logic [1:0] kind);
    depth = 32'd1 << (bits(moduli, 32'd1) + bits(moduli, 32'd2));
    if (kind == twd_rns_pkg::TABLE_INDEX) depth = 32'd1 << $clog2(q);
    else if (kind == twd_rns_pkg::TABLE_NUMBER) begin
      depth = split(q, moduli) ? depth * deep_pages(moduli) : 32'd1 << index_bits(moduli);
    end
  endfunction

  function automatic int unsigned word_bits(input int unsigned q, input logic [47:0] moduli, input logic [1:0] kind);
    word_bits = 32'($clog2(q));
    if (kind == twd_rns_pkg::TABLE_INDEX) word_bits = index_bits(moduli);
    if (kind == twd_rns_pkg::TABLE_BESIDE) word_bits = word_bits * (modulus(moduli, 32'd0) - deep_pages(moduli));
  endfunction

  // Sums of both long residues fit the two halves of one table.
  function automatic logic tables_fit(input logic [47:0] moduli);
    tables_fit = bits(moduli, 32'd1) >= 2 && bits(moduli, 32'd1) <= 6 && bits(moduli, 32'd2) >= 2
        && bits(moduli, 32'd2) <= 6;
  endfunction

  // g has order q - 1 modulo the prime q: no g^((q-1)/p) is 1, p the primes of q - 1.
  function automatic logic generates(input int unsigned g, input int unsigned q);
    int unsigned rest;
    rest = q - 1;
    generates = 1'b1;
    for (int unsigned p = 2; p * p <= rest; p++) begin
      if (rest % p == 0) begin
        if (twd_ring_pkg::pow_mod(g, (q - 1) / p, q) == 1) generates = 1'b0;
        for (int unsigned i = 0; i < LARGEST_BITS; i++) if (rest % p == 0) rest = rest / p;
      end
    end
    if (rest > 1 && twd_ring_pkg::pow_mod(g, (q - 1) / rest, q) == 1) generates = 1'b0;
  endfunction

  // The least primitive root of the prime q; that of no prime below 2^13 is above 31.
  function automatic int unsigned primitive_root(input int unsigned q);
    primitive_root = 32'd2;
    for (int unsigned g = 2; g < 32 && !generates(primitive_root, q); g++) primitive_root = g + 1;
  endfunction

  // Index of the logarithm k.
  function automatic int unsigned index_at(input int unsigned k, input logic [47:0] moduli);
    index_at = k % modulus(moduli, 32'd0);
    index_at = (index_at << bits(moduli, 32'd1)) | (k % modulus(moduli, 32'd1));
    index_at = (index_at << bits(moduli, 32'd2)) | (k % modulus(moduli, 32'd2));
  endfunction

  // Index of zero.
  function automatic int unsigned zero_index(input logic [47:0] moduli);
    zero_index = ((32'd1 << bits(moduli, 32'd1)) - 1) << bits(moduli, 32'd2);
  endfunction

  // The logarithm of a in [1, q), tried in blocks: tools limit the number of times that a loop runs.
  function automatic int unsigned logarithm(input int unsigned a, input int unsigned q);
    int unsigned g;
    int unsigned power;
    g = primitive_root(q);
    power = 32'd1;
    logarithm = 32'd0;
    for (int unsigned block = 0; block < (1 << (LARGEST_BITS - 6)) && power != a; block++) begin
      for (int unsigned i = 0; i < 64 && power != a; i++) begin
        power = power * g % q;
        logarithm = logarithm + 1;
      end
    end
  endfunction

  function automatic logic coprime(input int unsigned a, input int unsigned b);
    int unsigned rest;
    int unsigned other;
    int unsigned above;
    rest  = a;
    other = b;
    for (int unsigned i = 0; i < 48 && other != 0; i++) begin
      above = rest;
      rest  = other;
      other = above % other;
    end
    coprime = rest == 1;
  endfunction

  // The first rule that q and its sub-moduli break; 0 when the tables can be built.
  typedef enum logic [1:0] {
    RULE_OK     = 2'd0,
    RULE_PRIME  = 2'd1,  // q is an odd prime: there are logarithms
    RULE_SIZE   = 2'd2,  // q has at most LARGEST_BITS bits
    RULE_MODULI = 2'd3   // m_j pairwise coprime, product q - 1 or at least 2 (q - 1) - 1, to 2^16
  } rule_e;

  function automatic rule_e broken_rule(input int unsigned q, input logic [47:0] moduli);
    int unsigned m_0;
    int unsigned m_1;
    int unsigned m_2;
    m_0 = modulus(moduli, 32'd0);
    m_1 = modulus(moduli, 32'd1);
    m_2 = modulus(moduli, 32'd2);
    if (q >= 32'd1 << LARGEST_BITS) broken_rule = twd_rns_pkg::RULE_SIZE;
    else if (!twd_ring_pkg::is_prime(q)) broken_rule = twd_rns_pkg::RULE_PRIME;
    else if (m_0 == 0 || m_1 == 0 || m_2 == 0 || index_bits(moduli) > 16
        || !coprime(m_0, m_1) || !coprime(m_0, m_2) || !coprime(m_1, m_2)
        || (product(moduli) < 2 * q - 3 && !exact(q, moduli))) broken_rule = twd_rns_pkg::RULE_MODULI;
    else broken_rule = twd_rns_pkg::RULE_OK;
  endfunction

endpackage
