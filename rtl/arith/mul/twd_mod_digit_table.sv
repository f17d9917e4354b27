// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mod_digit_table: entry_o = digit_i 2^Place Values[number_i] modulo Q, a table for twd_mod_mul_constants.
//
// Ranges    digit_i any; entry_o in [0, q) with below_i = 0, in (-q, 0] with below_i = 1, signed.
// Timing    1 cycle, en_i = 0 freezes it; no reset.
// Cost      Width + 1 tables of 2^Bits entries for every value, twice that unless below_i is constant, in LUTs.
// Model     twiddle.model.reductions.mod_mul_constants

module twd_mod_digit_table #(
  parameter  int unsigned  Q          = 3329,
  parameter  int unsigned  Place      = 0,        // bit of the factor at which the digit begins
  parameter  int unsigned  Bits       = 4,        // of the digit
  parameter  int unsigned  NumberBits = 0,        // 0 to 2
  parameter  logic [127:0] Values     = 128'd17,  // 32 bits each, 2^NumberBits of them
  localparam int unsigned  Width      = $clog2(Q)
) (
  input  logic            clk_i,
  input  logic            en_i,
  input  logic [Bits-1:0] digit_i,
  input  logic [     1:0] number_i,
  input  logic            below_i,
  output logic [ Width:0] entry_o
);

  localparam int unsigned Index = 1 + NumberBits + Bits;
  localparam int unsigned Entries = 1 << Index;

  // Bit k of the entry for (below, number, digit) is at k Entries + its index.
  function automatic logic [(Width+1)*Entries-1:0] table_bits();
    int unsigned step;
    int unsigned value;
    logic [31:0] entry;
    for (int unsigned i = 0; i < Entries; i++) begin
      if (i % (32'd1 << Bits) == 32'd0) begin
        step = 32'(Values[32*((i>>Bits)%(32'd1<<NumberBits))+:32]);
        step = twd_ring_pkg::mul_mod(step, (32'd1 << Place) % Q, Q);
        value = 32'd0;
      end
      entry = i < Entries / 2 || value == 32'd0 ? value : value - Q;
      for (int unsigned k = 0; k <= Width; k++) table_bits[k*Entries+i] = entry[k];
      value = value + step < Q ? value + step : value + step - Q;
    end
  endfunction

  localparam logic [(Width+1)*Entries-1:0] Table = table_bits();

  logic [Index-1:0] index;

  if (NumberBits == 0) begin : gen_one
    logic unused_number;
    assign unused_number = ^number_i;
    assign index         = {below_i, digit_i};
  end else if (NumberBits == 1) begin : gen_two
    logic unused_number;
    assign unused_number = number_i[1];
    assign index         = {below_i, number_i[0], digit_i};
  end else begin : gen_four
    assign index = {below_i, number_i, digit_i};
  end

  for (genvar k = 0; k <= Width; k++) begin : gen_bit
    localparam logic [Entries-1:0] Ones = Table[k*Entries+:Entries];
    always_ff @(posedge clk_i) begin
      if (en_i) entry_o[k] <= Ones[index];
    end
  end

endmodule
