// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// Stand-ins for cells of ECP5 in simulation: the PLL, whose output is its input, and the buffer of a global net.

module EHXPLLL #(
  parameter CLKOP_ENABLE = "ENABLED",
  parameter FEEDBK_PATH = "CLKOP",
  parameter integer CLKI_DIV = 1,
  parameter integer CLKFB_DIV = 1,
  parameter integer CLKOP_DIV = 8,
  parameter integer CLKOP_CPHASE = 0
) (
  input  wire CLKI,
  input  wire CLKFB,
  output wire CLKOP,
  output wire LOCK,
  input  wire RST,
  input  wire STDBY,
  input  wire PHASESEL0,
  input  wire PHASESEL1,
  input  wire PHASEDIR,
  input  wire PHASESTEP,
  input  wire PHASELOADREG,
  input  wire PLLWAKESYNC,
  input  wire ENCLKOP
);

  assign CLKOP = CLKI;
  assign LOCK  = !RST;

endmodule

module DCCA (
  input  wire CLKI,
  input  wire CE,
  output wire CLKO
);

  assign CLKO = CLKI && CE;

endmodule
