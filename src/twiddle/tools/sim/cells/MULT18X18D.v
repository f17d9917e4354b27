// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// MULT18X18D: P = A B, the multiplier of ECP5, as Lattice's FPGA-TN-02205 (ECP5 and ECP5-5G sysDSP Usage Guide)
// describes it.
//
// Ranges    SIGNEDA, SIGNEDB: the operand is in two's complement; else it has no sign. P is the whole product.
// Registers of A, B and P, each if its parameter names the clock CLK0; their enables are the inputs CE0 to CE3 that
//           the parameters name, and they start at 0.
// Not in it resets, the register inside the multiplier, other clocks, shift inputs, C.

module MULT18X18D (
  input  A17, A16, A15, A14, A13, A12, A11, A10, A9,
  input  A8, A7, A6, A5, A4, A3, A2, A1, A0,
  input  B17, B16, B15, B14, B13, B12, B11, B10, B9,
  input  B8, B7, B6, B5, B4, B3, B2, B1, B0,
  input  C17, C16, C15, C14, C13, C12, C11, C10, C9,
  input  C8, C7, C6, C5, C4, C3, C2, C1, C0,
  input  SIGNEDA, SIGNEDB, SOURCEA, SOURCEB,
  input  CLK0, CE0, CE1, CE2, CE3, RST0,
  output P35, P34, P33, P32, P31, P30, P29, P28, P27,
  output P26, P25, P24, P23, P22, P21, P20, P19, P18,
  output P17, P16, P15, P14, P13, P12, P11, P10, P9,
  output P8, P7, P6, P5, P4, P3, P2, P1, P0
);

  parameter REG_INPUTA_CLK = "NONE";
  parameter REG_INPUTB_CLK = "NONE";
  parameter REG_INPUTC_CLK = "NONE";
  parameter REG_PIPELINE_CLK = "NONE";
  parameter REG_OUTPUT_CLK = "NONE";
  parameter REG_INPUTA_CE = "CE0";
  parameter REG_INPUTB_CE = "CE0";
  parameter REG_OUTPUT_CE = "CE0";
  parameter REG_INPUTA_RST = "RST0";
  parameter REG_INPUTB_RST = "RST0";
  parameter REG_OUTPUT_RST = "RST0";

  initial begin
    if (REG_INPUTC_CLK != "NONE" || REG_PIPELINE_CLK != "NONE") $fatal(1, "MULT18X18D: a register has no model");
    if (REG_INPUTA_CLK != "NONE" && REG_INPUTA_CLK != "CLK0" || REG_INPUTB_CLK != "NONE" && REG_INPUTB_CLK != "CLK0"
        || REG_OUTPUT_CLK != "NONE" && REG_OUTPUT_CLK != "CLK0") $fatal(1, "MULT18X18D: a clock has no model");
  end

  always @(posedge CLK0) if (RST0) $fatal(1, "MULT18X18D: a reset has no model");

  function enabled(input [23:0] name);
    enabled = name == "CE0" ? CE0 : name == "CE1" ? CE1 : name == "CE2" ? CE2 : CE3;
  endfunction

  wire [17:0] a_in = {
      A17, A16, A15, A14, A13, A12, A11, A10, A9,
      A8, A7, A6, A5, A4, A3, A2, A1, A0
    };
  wire [17:0] b_in = {
      B17, B16, B15, B14, B13, B12, B11, B10, B9,
      B8, B7, B6, B5, B4, B3, B2, B1, B0
    };
  reg [17:0] a_q = 0, b_q = 0;
  wire [17:0] a = REG_INPUTA_CLK == "NONE" ? a_in : a_q;
  wire [17:0] b = REG_INPUTB_CLK == "NONE" ? b_in : b_q;
  wire signed [18:0] a_extended = {SIGNEDA && a[17], a};
  wire signed [18:0] b_extended = {SIGNEDB && b[17], b};
  wire signed [37:0] product = a_extended * b_extended;
  reg [35:0] p_q = 0;

  always @(posedge CLK0) begin
    if (enabled(REG_INPUTA_CE)) a_q <= a_in;
    if (enabled(REG_INPUTB_CE)) b_q <= b_in;
    if (enabled(REG_OUTPUT_CE)) p_q <= product[35:0];
  end

  assign {P35, P34, P33, P32, P31, P30, P29, P28, P27, P26, P25, P24,
      P23, P22, P21, P20, P19, P18, P17, P16, P15, P14, P13, P12,
      P11, P10, P9, P8, P7, P6, P5, P4, P3, P2, P1, P0} = REG_OUTPUT_CLK == "NONE" ? product[35:0] : p_q;

endmodule
