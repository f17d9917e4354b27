// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// DP16KD: block RAM of ECP5, as Lattice's FPGA-TN-02204 (ECP5 and ECP5-5G Memory Usage Guide) describes it.
//
// Contents  1,024 words of 18 bits, 16 in each INITVAL_xx: 20 bits a word, of which the upper two are not used.
// Address   a word of 1, 2, 4, 9, 18, 36 bits uses AD[13:0], [13:1], [13:2], [13:3], [13:4], [13:5]. Those of 18 and
//           36 bits have byte enables in the low bits, AD[1:0] and AD[3:0]. Words of 1, 2 and 4 bits leave the ninth
//           bit of a byte out.
// 36 bits   one word over both ports, the low half on A, the high half on B: port A writes, port B reads. A narrower
//           word of such a pair is read on DOB.
// Modes     WRITEMODE: what the output takes while its port writes: NORMAL nothing, WRITETHROUGH the new word,
//           READBEFOREWRITE the old one.
// Collision a port that reads a byte while the other one writes it takes X: the guide leaves it open.
// Enable    CE, and CS equal to CSDECODE; OCE of the output register (REGMODE "OUTREG").
// Reset     RST clears the output, whatever CE is, and nothing is written then.
// Not in it asynchronous resets, chip selects other than 000, two clocks.

module DP16KD (
  input  DIA17, DIA16, DIA15, DIA14, DIA13, DIA12, DIA11, DIA10, DIA9,
  input  DIA8, DIA7, DIA6, DIA5, DIA4, DIA3, DIA2, DIA1, DIA0,
  input  ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5,
  input  ADA4, ADA3, ADA2, ADA1, ADA0,
  input  CEA, OCEA, CLKA, WEA, RSTA, CSA2, CSA1, CSA0,
  output DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9,
  output DOA8, DOA7, DOA6, DOA5, DOA4, DOA3, DOA2, DOA1, DOA0,
  input  DIB17, DIB16, DIB15, DIB14, DIB13, DIB12, DIB11, DIB10, DIB9,
  input  DIB8, DIB7, DIB6, DIB5, DIB4, DIB3, DIB2, DIB1, DIB0,
  input  ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5,
  input  ADB4, ADB3, ADB2, ADB1, ADB0,
  input  CEB, OCEB, CLKB, WEB, RSTB, CSB2, CSB1, CSB0,
  output DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9,
  output DOB8, DOB7, DOB6, DOB5, DOB4, DOB3, DOB2, DOB1, DOB0
);

  parameter DATA_WIDTH_A = 18;
  parameter DATA_WIDTH_B = 18;
  parameter REGMODE_A = "NOREG";
  parameter REGMODE_B = "NOREG";
  parameter RESETMODE = "SYNC";
  parameter ASYNC_RESET_RELEASE = "SYNC";
  parameter CSDECODE_A = "0b000";
  parameter CSDECODE_B = "0b000";
  parameter WRITEMODE_A = "NORMAL";
  parameter WRITEMODE_B = "NORMAL";
  parameter CLKAMUX = "CLKA";
  parameter CLKBMUX = "CLKB";
  parameter GSR = "ENABLED";
  parameter [319:0] INITVAL_00 = 0, INITVAL_01 = 0, INITVAL_02 = 0, INITVAL_03 = 0;
  parameter [319:0] INITVAL_04 = 0, INITVAL_05 = 0, INITVAL_06 = 0, INITVAL_07 = 0;
  parameter [319:0] INITVAL_08 = 0, INITVAL_09 = 0, INITVAL_0A = 0, INITVAL_0B = 0;
  parameter [319:0] INITVAL_0C = 0, INITVAL_0D = 0, INITVAL_0E = 0, INITVAL_0F = 0;
  parameter [319:0] INITVAL_10 = 0, INITVAL_11 = 0, INITVAL_12 = 0, INITVAL_13 = 0;
  parameter [319:0] INITVAL_14 = 0, INITVAL_15 = 0, INITVAL_16 = 0, INITVAL_17 = 0;
  parameter [319:0] INITVAL_18 = 0, INITVAL_19 = 0, INITVAL_1A = 0, INITVAL_1B = 0;
  parameter [319:0] INITVAL_1C = 0, INITVAL_1D = 0, INITVAL_1E = 0, INITVAL_1F = 0;
  parameter [319:0] INITVAL_20 = 0, INITVAL_21 = 0, INITVAL_22 = 0, INITVAL_23 = 0;
  parameter [319:0] INITVAL_24 = 0, INITVAL_25 = 0, INITVAL_26 = 0, INITVAL_27 = 0;
  parameter [319:0] INITVAL_28 = 0, INITVAL_29 = 0, INITVAL_2A = 0, INITVAL_2B = 0;
  parameter [319:0] INITVAL_2C = 0, INITVAL_2D = 0, INITVAL_2E = 0, INITVAL_2F = 0;
  parameter [319:0] INITVAL_30 = 0, INITVAL_31 = 0, INITVAL_32 = 0, INITVAL_33 = 0;
  parameter [319:0] INITVAL_34 = 0, INITVAL_35 = 0, INITVAL_36 = 0, INITVAL_37 = 0;
  parameter [319:0] INITVAL_38 = 0, INITVAL_39 = 0, INITVAL_3A = 0, INITVAL_3B = 0;
  parameter [319:0] INITVAL_3C = 0, INITVAL_3D = 0, INITVAL_3E = 0, INITVAL_3F = 0;

  localparam [20479:0] Words = {
    INITVAL_3F, INITVAL_3E, INITVAL_3D, INITVAL_3C, INITVAL_3B, INITVAL_3A, INITVAL_39, INITVAL_38,
    INITVAL_37, INITVAL_36, INITVAL_35, INITVAL_34, INITVAL_33, INITVAL_32, INITVAL_31, INITVAL_30,
    INITVAL_2F, INITVAL_2E, INITVAL_2D, INITVAL_2C, INITVAL_2B, INITVAL_2A, INITVAL_29, INITVAL_28,
    INITVAL_27, INITVAL_26, INITVAL_25, INITVAL_24, INITVAL_23, INITVAL_22, INITVAL_21, INITVAL_20,
    INITVAL_1F, INITVAL_1E, INITVAL_1D, INITVAL_1C, INITVAL_1B, INITVAL_1A, INITVAL_19, INITVAL_18,
    INITVAL_17, INITVAL_16, INITVAL_15, INITVAL_14, INITVAL_13, INITVAL_12, INITVAL_11, INITVAL_10,
    INITVAL_0F, INITVAL_0E, INITVAL_0D, INITVAL_0C, INITVAL_0B, INITVAL_0A, INITVAL_09, INITVAL_08,
    INITVAL_07, INITVAL_06, INITVAL_05, INITVAL_04, INITVAL_03, INITVAL_02, INITVAL_01, INITVAL_00
  };

  function [16383:0] data(input [20479:0] words);
    integer i;
    for (i = 0; i < 1024; i = i + 1) data[16*i+:16] = {words[20*i+9+:8], words[20*i+:8]};
  endfunction

  function [2047:0] parity(input [20479:0] words);
    integer i;
    for (i = 0; i < 1024; i = i + 1) parity[2*i+:2] = {words[20*i+17], words[20*i+8]};
  endfunction

  initial begin
    if (CSDECODE_A != "0b000" || CSDECODE_B != "0b000") $fatal(1, "DP16KD: CSDECODE other than 0b000 has no model");
  end

  always @(posedge CLKA or posedge CLKB) begin
    if (RESETMODE != "SYNC" && (RSTA || RSTB)) $fatal(1, "DP16KD: an asynchronous reset has no model");
  end

  // Port A writes and port B reads where one of them has 36 bits.
  localparam Pair = DATA_WIDTH_A == 36 || DATA_WIDTH_B == 36;

  wire [13:0] address_a = {
      ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5,
      ADA4, ADA3, ADA2, ADA1, ADA0
    };
  wire [17:0] in_a = {
      DIA17, DIA16, DIA15, DIA14, DIA13, DIA12, DIA11, DIA10, DIA9,
      DIA8, DIA7, DIA6, DIA5, DIA4, DIA3, DIA2, DIA1, DIA0
    };
  wire [13:0] address_b = {
      ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5,
      ADB4, ADB3, ADB2, ADB1, ADB0
    };
  wire [17:0] in_b = {
      DIB17, DIB16, DIB15, DIB14, DIB13, DIB12, DIB11, DIB10, DIB9,
      DIB8, DIB7, DIB6, DIB5, DIB4, DIB3, DIB2, DIB1, DIB0
    };
  wire [35:0] out_a, out_b;
  wire [3:0] enables_a = DATA_WIDTH_A == 36 ? address_a[3:0] : DATA_WIDTH_A == 18 ? {2'b00, address_a[1:0]} : 4'b0001;
  wire [3:0] enables_b = DATA_WIDTH_B == 18 ? {2'b00, address_b[1:0]} : 4'b0001;

  twd_cell_block_ram #(
    .AddrBits(14),
    .Bytes(4),
    .AReadWidth(Pair ? 0 : DATA_WIDTH_A),
    .AWriteWidth(DATA_WIDTH_A),
    .BReadWidth(DATA_WIDTH_B),
    .BWriteWidth(Pair ? 0 : DATA_WIDTH_B),
    .AHold(WRITEMODE_A == "NORMAL"),
    .AOld(WRITEMODE_A == "READBEFOREWRITE"),
    .BHold(WRITEMODE_B == "NORMAL"),
    .BOld(WRITEMODE_B == "READBEFOREWRITE"),
    .ARegister(REGMODE_A == "OUTREG"),
    .BRegister(REGMODE_B == "OUTREG"),
    .ResetUngated(1),
    .ResetBlocks(1),
    .Data(data(Words)),
    .Parity(parity(Words))
  ) u_ram (
    .a_clk_i(CLKA ^ (CLKAMUX == "INV")),
    .a_en_i(CEA && {CSA2, CSA1, CSA0} == 3'b000),
    .a_we_i(WEA ? enables_a : 4'd0),
    .a_addr_i(address_a),
    .a_word_i({Pair ? in_b : 18'd0, in_a}),
    .a_reset_i(RSTA),
    .a_register_en_i(OCEA),
    .a_register_reset_i(RSTA),
    .a_word_o(out_a),
    .b_clk_i(CLKB ^ (CLKBMUX == "INV")),
    .b_en_i(CEB && {CSB2, CSB1, CSB0} == 3'b000),
    .b_we_i(WEB ? enables_b : 4'd0),
    .b_addr_i(address_b),
    .b_word_i({18'd0, in_b}),
    .b_reset_i(RSTB),
    .b_register_en_i(OCEB),
    .b_register_reset_i(RSTB),
    .b_word_o(out_b)
  );

  assign {
      DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9,
      DOA8, DOA7, DOA6, DOA5, DOA4, DOA3, DOA2, DOA1, DOA0
    } = DATA_WIDTH_B == 36 ? out_b[17:0] : out_a[17:0];
  assign {
      DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9,
      DOB8, DOB7, DOB6, DOB5, DOB4, DOB3, DOB2, DOB1, DOB0
    } = DATA_WIDTH_B == 36 ? out_b[35:18] : out_b[17:0];

endmodule
