// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_test_wide: all bits inverted, without a clock, for the tests of the unit simulator on ports above 64 bits.

module twd_test_wide (
  input  logic [99:0] x_i,
  output logic [99:0] y_o,
  output logic [63:0] low_o
);

  assign y_o = ~x_i;
  assign low_o = ~x_i[63:0];

endmodule
