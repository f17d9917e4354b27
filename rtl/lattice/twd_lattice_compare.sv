// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_lattice_compare: compares words with those of bytes, and selects one of two words of bytes.
//
// Equal     words that are equal are counted twice, once downwards, by two comparators; they match if both counts are
//           expected_i, equal_o. Before a comparison they do not.
// Selects   of a move from bytes that is a selection word_o is own_i if they match, and other_i if not; of another one
//           it is own_i. Masks choose, so that neither time nor an address depends on it.
// Fault     where two registers that must be the same are not, word_o is 0, and fault_o follows a cycle later.
// Timing    a word a cycle; busy_o for two cycles more, then equal_o is right, and word_o three cycles after select_i.
// Reset     they do not match.
// Model     none: it moves data only

module twd_lattice_compare (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        clear_i,     // from a reset on
  input  logic        start_i,     // of an operation
  input  logic [ 8:0] expected_i,  // words that must be equal
  input  logic        compare_i,   // a comparison starts
  input  logic        select_i,    // a move from bytes starts
  input  logic        secret_i,    // what differs is no error; the move from bytes is a selection
  input  logic        fire_i,      // words are compared
  input  logic        fire_n_i,    // inverted
  input  logic [63:0] word_i,
  input  logic [63:0] own_i,
  input  logic [63:0] other_i,     // with which it is compared, too
  output logic        busy_o,
  output logic        selects_o,   // the move from bytes is a selection
  output logic [63:0] word_o,
  output logic        differs_o,   // words that are not secret, for a cycle
  output logic        equal_o,
  output logic        fault_o
);

  logic [7:0] unequal_q, alike_q;      // bytes
  logic secret_q, first_q, second_q;   // cycles in which words are counted
  logic first_n_q;                     // first_q, inverted
  logic [8:0] equal_q, equal_n_q;      // equal words; inverted
  logic [8:0] expected_q, expected_n_q;  // expected_i; inverted
  logic [1:0] matches_q;
  logic select_q, select_n_q;
  logic own_q, own_n_q, other_q, other_n_q;

  assign busy_o = first_q || second_q;
  assign selects_o = select_q;
  assign word_o = (own_i & {64{own_q && !own_n_q}}) | (other_i & {64{other_q && !other_n_q}});
  assign differs_o = first_q && unequal_q != '0 && !secret_q;
  assign equal_o = matches_q == 2'b11;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {first_q, first_n_q, second_q} <= 3'b010;
      {equal_q, equal_n_q} <= {9'd0, ~9'd0};
      matches_q <= 2'b00;
      {select_q, select_n_q} <= 2'b01;
      {own_q, own_n_q, other_q, other_n_q} <= 4'b1001;
      fault_o <= 1'b0;
    end else begin
      fault_o <= first_q == first_n_q || matches_q[1] != matches_q[0]
          || select_q == select_n_q || own_q == own_n_q || other_q == other_n_q;
      {first_q, first_n_q} <= {fire_i, fire_n_i};
      second_q <= first_q;
      if (start_i) begin
        {equal_q, equal_n_q} <= {9'd0, ~9'd0};
      end else begin  // no enable depends on what is compared
        if (first_q) equal_q <= equal_q + 9'(unequal_q == '0);
        if (!first_n_q) equal_n_q <= equal_n_q - 9'(alike_q == '1);
      end
      matches_q <= {equal_n_q == expected_n_q, equal_q == expected_q};
      if (select_i) {select_q, select_n_q} <= {secret_i, !secret_i};
      own_q     <= !select_q || matches_q[0];
      own_n_q   <= !select_n_q && !matches_q[1];
      other_q   <= select_q && !matches_q[0];
      other_n_q <= select_n_q || matches_q[1];
    end
  end

  always_ff @(posedge clk_i) begin
    for (int b = 0; b < 8; b++) begin
      unequal_q[b] <= word_i[8*b+:8] != other_i[8*b+:8];
      alike_q[b]   <= word_i[8*b+:8] == other_i[8*b+:8];
    end
    {expected_q, expected_n_q} <= {expected_i, ~expected_i};
    if (compare_i) secret_q <= secret_i;
    if (clear_i) {unequal_q, alike_q, secret_q} <= '0;
  end

endmodule
