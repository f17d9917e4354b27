// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_kred_sum: sum_o = base_i + (k y + excess) 2^Shift, k = Factor a constant, y = y_i or its complement.
//
// Method    the rows of twd_kred_pkg, added to base_i one by one; excess(k, Bits) is its constant.
// Ranges    base_i in [0, Largest]; y_i in [0, 2^Bits); sum_o in [0, sum_largest(Largest, k, Bits, Shift)].
// Timing    rows(k, Bits) cycles, one value per enabled cycle, en_i = 0 freezes the pipe; no reset.
// Cost      one adder a row; a bit of base_i with none of the row's above or at it costs no LUT.
// Model     twiddle.model.kred.kred_sum

module twd_kred_sum #(
  parameter  int unsigned Factor  = 13,
  parameter  int unsigned Bits    = 8,
  parameter  int unsigned Shift   = 0,
  parameter  logic [63:0] Largest = 64'd43264,
  parameter  bit          Inverse = 1'b0,       // y = 2^Bits - 1 - y_i, which the rows take in
  localparam int unsigned InWidth = $clog2(Largest + 64'd1),
  localparam int unsigned Sum     = $clog2(twd_kred_pkg::sum_largest(Largest, Factor, Bits, Shift) + 64'd1)
) (
  input  logic               clk_i,
  input  logic               en_i,
  input  logic [InWidth-1:0] base_i,
  input  logic [   Bits-1:0] y_i,
  output logic [    Sum-1:0] sum_o
);

  localparam bit Tables = twd_kred_pkg::by_tables(Factor, Bits);
  localparam int unsigned Rows = twd_kred_pkg::rows(Factor, Bits);
  localparam int unsigned Groups = twd_kred_pkg::groups(Bits);
  localparam int unsigned Group = twd_kred_pkg::GROUP;
  localparam int unsigned Digits = twd_kred_pkg::DIGITS;
  localparam logic [31:0] Minus = twd_kred_pkg::minus(Factor);

  for (genvar r = 0; r < Rows; r++) begin : gen_row
    localparam logic [63:0] Before = twd_kred_pkg::partial_largest(Largest, Factor, Bits, Shift, r);
    localparam logic [63:0] After = twd_kred_pkg::partial_largest(Largest, Factor, Bits, Shift, r + 1);
    localparam int unsigned In = $clog2(Before + 64'd1);
    localparam int unsigned Out = $clog2(After + 64'd1);

    logic [In-1:0] base;
    logic [Bits-1:0] kept;  // y_i
    logic [Bits-1:0] y;
    logic [Out-1:0] row;    // [0, row_largest 2^Shift]
    logic [Out-1:0] sum;
    logic [Out-1:0] sum_q;  // [0, After]

    if (r == 0) begin : gen_first
      assign base = base_i;
      assign kept = y_i;
    end else begin : gen_next
      logic [Bits-1:0] kept_q;

      always_ff @(posedge clk_i) begin
        if (en_i) kept_q <= gen_row[r-1].kept;
      end

      assign base = gen_row[r-1].sum_q;
      assign kept = kept_q;
    end

    assign y = Inverse ? ~kept : kept;

    if (Tables) begin : gen_tables
      logic [Groups*Group-1:0] padded;
      assign padded = (Groups * Group)'(y);

      always_comb begin
        row = '0;
        for (int unsigned g = r; g < Groups; g = g + Rows) begin
          for (int unsigned e = 0; e < 32; e++) begin
            row = row | ({Out{padded[g*Group+:Group] == Group'(e)}}
                & Out'((64'(Factor) * 64'(e)) << (g * Group + Shift)));
          end
        end
      end
    end else begin : gen_digits
      for (genvar p = 0; p < Digits; p++) begin : gen_digit
        localparam logic [31:0] Mask = twd_kred_pkg::digit_mask(Factor, Bits, p, r);
        logic [Bits-1:0] addend;
        logic [Out-1:0] upto;
        assign addend = (Minus[p] ? ~y : y) & Mask[Bits-1:0];

        if (p == 0) begin : gen_lowest
          assign upto = Out'(addend) << Shift;
        end else begin : gen_above
          assign upto = gen_digit[p-1].upto | (Out'(addend) << (p + Shift));
        end
      end

      assign row = gen_digit[Digits-1].upto;
    end

    twd_carry_add #(.Width(Out)) u_add (.direct_i(Out'(base)), .logic_i(row), .carry_i(1'b0), .sum_o(sum));

    always_ff @(posedge clk_i) begin
      if (en_i) sum_q <= sum;
    end

    logic unused;
    assign unused = ^y;
  end

  assign sum_o = gen_row[Rows-1].sum_q;

endmodule
