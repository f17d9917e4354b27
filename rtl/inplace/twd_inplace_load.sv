// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_inplace_load: two operand streams into one memory of two banks, every coefficient made canonical.
//
// Order     beat w of a stream holds groups 2w and 2w + 1; group g of a goes to bank parity(g), of b to the other.
// Ranges    data in [0, 2^Width); a coefficient of q or more is reduced (once: 2^Width < 2q) and flagged.
// Timing    one beat a cycle: a while b offers nothing, alternating while both are offered. ready comes from registers
//           and depends on a valid only through one. A beat appears on w_* four cycles after it was accepted. An
//           operand is loaded from the cycle after its last beat has appeared until a_free_i, b_free_i, until when
//           that stream is not ready. hold_i: neither is. Reset drops everything.
// Cost      2 Butterflies multiplexers of three and four registers, a comparison and an adder with constants each.
// Model     twiddle.model.iterative.place

`include "twd_assert.svh"
`include "twd_delay.svh"

module twd_inplace_load #(
  parameter int unsigned Q = 3329,
  parameter int unsigned Butterflies = 4,
  parameter int unsigned WordBits = 5,
  parameter bit Trusted = 1'b0,  // 1: operands are canonical
  localparam int unsigned Width = $clog2(Q),
  localparam int unsigned Lanes = 2 * Butterflies
) (
  input  logic                                   clk_i,
  input  logic                                   rst_ni,
  input  logic                                   hold_i,
  input  logic                                   a_valid_i,
  output logic                                   a_ready_o,
  input  logic [Lanes-1:0][Width-1:0]            a_data_i,
  input  logic [2:0]                             op_i,
  input  logic                                   b_valid_i,
  output logic                                   b_ready_o,
  input  logic [Lanes-1:0][Width-1:0]            b_data_i,
  input  logic                                   a_free_i,   // a is no longer needed
  input  logic                                   b_free_i,
  output logic [2:0]                             op_o,       // of the operation that is loaded
  output twd_inplace_pkg::loaded_t               loaded_o,
  output logic                                   load_o,     // one cycle before w_en_o
  output logic                                   w_en_o,
  output logic                                   w_region_o,
  output logic [WordBits-1:0]                    w_addr_o,
  output logic [1:0][Butterflies-1:0][Width-1:0] w_data_o
);

  // ---- which stream ----
  logic a_open_q, b_open_q;
  logic b_select_q;
  logic a_take, b_take;
  logic [WordBits-1:0] a_count_q, b_count_q;
  logic a_last, b_last;

  assign a_ready_o = a_open_q && !b_select_q && !hold_i;
  assign b_ready_o = b_open_q && b_select_q && !hold_i;
  assign a_take = a_valid_i && a_ready_o;
  assign b_take = b_valid_i && b_ready_o;
  assign a_last = &a_count_q;
  assign b_last = &b_count_q;

  // Open until the last beat is taken, and again when the memory has been read.
  logic a_full_q, b_full_q;
  logic b_select_d;
  logic upper_q;  // bank 0 gets the upper group of the beat that is taken now

  // Parities of the counts, and of the counts after them, so that a valid selects one and computes none.
  logic a_parity_q, a_parity_next_q;
  logic b_parity_q, b_parity_next_q;
  logic [WordBits-1:0] a_count_next, b_count_next;  // after the next beat

  assign a_count_next = a_count_q + WordBits'(2);
  assign b_count_next = b_count_q + WordBits'(2);

  assign b_select_d = b_valid_i && b_open_q && !(b_select_q && a_valid_i && a_open_q);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      a_full_q   <= 1'b0;
      b_full_q   <= 1'b0;
      a_open_q   <= 1'b0;
      b_open_q   <= 1'b0;
      b_select_q <= 1'b0;
      a_count_q  <= '0;
      b_count_q  <= '0;
      a_parity_q <= 1'b0;
      b_parity_q <= 1'b0;
      a_parity_next_q <= 1'b1;
      b_parity_next_q <= 1'b1;
      upper_q    <= 1'b0;
    end else begin
      a_full_q   <= (a_full_q && !a_free_i) || (a_take && a_last);
      b_full_q   <= (b_full_q && !b_free_i) || (b_take && b_last);
      a_open_q   <= (!a_full_q || a_free_i) && !(a_take && a_last);
      b_open_q   <= (!b_full_q || b_free_i) && !(b_take && b_last);
      b_select_q <= b_select_d;
      if (a_take) begin
        a_count_q       <= a_count_q + 1'b1;
        a_parity_q      <= a_parity_next_q;
        a_parity_next_q <= ^a_count_next;
      end
      if (b_take) begin
        b_count_q       <= b_count_q + 1'b1;
        b_parity_q      <= b_parity_next_q;
        b_parity_next_q <= ^b_count_next;
      end
      upper_q    <= b_select_d ? !(b_take ? b_parity_next_q : b_parity_q) : a_take ? a_parity_next_q : a_parity_q;
    end
  end

  // ---- cycle 1: the beat; cycle 2: by banks; cycles 3 and 4: reduced ----
  logic [3:0] take_q;
  logic [3:0] region_q;
  logic [3:0] last_q;
  logic [1:0] begin_q;  // first beat of its polynomial
  logic [1:0][Butterflies-1:0][Width-1:0] beat_n_q;  // in ones' complement

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      take_q <= '0;
      last_q <= '0;
    end else begin
      take_q <= {take_q[2:0], a_take || b_take};
      last_q <= {last_q[2:0], a_take ? a_last : b_take && b_last};
    end
  end

  always_ff @(posedge clk_i) begin
    region_q <= {region_q[2:0], b_select_q};
    begin_q  <= {begin_q[0], b_select_q ? b_count_q == '0 : a_count_q == '0};
  end

  // The operand that is not taken is cleared, so that the choice between the two is an OR.
  logic [Lanes-1:0][Width-1:0] a_data_q, b_data_q, taken;
  logic upper_q2;

  always_ff @(posedge clk_i) begin
    upper_q2 <= upper_q;
    a_data_q <= a_data_i;
    b_data_q <= b_data_i;
    if (b_select_q) a_data_q <= '0;
    else b_data_q <= '0;
  end

  assign taken = a_data_q | b_data_q;

  for (genvar h = 0; h < 2; h++) begin : gen_bank
    for (genvar l = 0; l < Butterflies; l++) begin : gen_lane
      always_ff @(posedge clk_i) begin
        beat_n_q[h][l] <= ~(upper_q2 == (h == 1) ? taken[l] : taken[Butterflies+l]);
      end
    end
  end

  `TWD_DELAY(u_addr, WordBits, 4, 1'b1, b_select_q ? b_count_q : a_count_q, w_addr_o)

  assign load_o = take_q[2];
  assign w_en_o = take_q[3];
  assign w_region_o = region_q[3];

  // ---- what is loaded ----
  logic [1:0] check;  // {b, a}
  logic [1:0] err;
  assign check = {take_q[1] && region_q[1], take_q[1] && !region_q[1]};

  logic [Lanes-1:0] outside;
  logic [Lanes-1:0][Width-1:0] reduce_n_q, data_n_q;

  twd_operand_check #(.Q(Q), .Lanes(Lanes), .Operands(2), .Trusted(Trusted)) u_check (
    .clk_i, .rst_ni,
    .valid_i  (check),
    .clear_i  (check & {2{begin_q[1]}}),
    .data_i   (~beat_n_q),
    .outside_o(outside),
    .err_o    (err)
  );

  // ~x + q = ~(x - q): few bits of q are ones, and a bit of the adder whose addend is 0 needs no LUT. The complements
  // vanish in the logic before and after.
  for (genvar l = 0; l < Lanes; l++) begin : gen_reduce
    logic [Width-1:0] sum_n;

    twd_carry_add #(.Width(Width)) u_reduce (
      .direct_i(reduce_n_q[l]),
      .logic_i (Width'(Q) & {Width{outside[l]}}),
      .carry_i (1'b0),
      .sum_o   (sum_n)
    );

    always_ff @(posedge clk_i) data_n_q[l] <= sum_n;
  end

  always_ff @(posedge clk_i) reduce_n_q <= beat_n_q;
  assign w_data_o = ~data_n_q;

  twd_operation u_operation (
    .clk_i, .rst_ni,
    .a_first_i (a_take && a_count_q == '0),
    .op_i,
    .a_last_i  (last_q[3] && !region_q[3]),
    .a_free_i,
    .a_err_i   (err[0]),
    .b_last_i  (last_q[3] && region_q[3]),
    .b_free_i,
    .b_err_i   (err[1]),
    .op_o,
    .refused_o (loaded_o.refused),
    .takes_b_o (loaded_o.takes_b),
    .complete_o(loaded_o.complete),
    .err_o     (loaded_o.err)
  );

  `TWD_ASSERT(OneStreamACycle, !(a_take && b_take))

endmodule
