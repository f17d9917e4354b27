// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// Block RAM (BSRAM) and multipliers of Gowin's GW2A, as its UG285 (BSRAM & SSRAM User Guide) and UG287 (DSP User Guide)
// describe them.
//
// Contents  64 times 32 bytes in INIT_RAM_xx, the first in the low bits: bytes of nine bits in the cells whose name has
//           X9, of eight bits in the others.
// Address   a word of 1, 2, 4 bits, of 1, 2, 4 bytes uses AD[13:0], [13:1], [13:2], [13:3], [13:4], [13:5]. Words of 2
//           and 4 bytes have byte enables in the low bits, AD[1:0] and AD[3:0].
// Ports     SP, SPX9: one. SDPB, SDPX9B: A writes where CEA is high, B reads. DPB, DPX9B: both do both.
// Modes     WRITE_MODE: what the output takes while its port writes: 0 nothing, 1 the new word, 2 the old one.
//           READ_MODE 1: an output register, whose enable is OCE.
// Collision a port that reads a byte while the other one writes it takes X.
// Reset     RESET clears the output, whatever CE is.
// Products  DOUT = A B, each operand in two's complement where its SIGN is high.
// Not in it asynchronous resets, two clocks, registers and cascades of multipliers.

`define TWD_CONTENTS(bits) \
  parameter [bits-1:0] \
    INIT_RAM_00 = 0, INIT_RAM_01 = 0, INIT_RAM_02 = 0, INIT_RAM_03 = 0, \
    INIT_RAM_04 = 0, INIT_RAM_05 = 0, INIT_RAM_06 = 0, INIT_RAM_07 = 0, \
    INIT_RAM_08 = 0, INIT_RAM_09 = 0, INIT_RAM_0A = 0, INIT_RAM_0B = 0, \
    INIT_RAM_0C = 0, INIT_RAM_0D = 0, INIT_RAM_0E = 0, INIT_RAM_0F = 0, \
    INIT_RAM_10 = 0, INIT_RAM_11 = 0, INIT_RAM_12 = 0, INIT_RAM_13 = 0, \
    INIT_RAM_14 = 0, INIT_RAM_15 = 0, INIT_RAM_16 = 0, INIT_RAM_17 = 0, \
    INIT_RAM_18 = 0, INIT_RAM_19 = 0, INIT_RAM_1A = 0, INIT_RAM_1B = 0, \
    INIT_RAM_1C = 0, INIT_RAM_1D = 0, INIT_RAM_1E = 0, INIT_RAM_1F = 0, \
    INIT_RAM_20 = 0, INIT_RAM_21 = 0, INIT_RAM_22 = 0, INIT_RAM_23 = 0, \
    INIT_RAM_24 = 0, INIT_RAM_25 = 0, INIT_RAM_26 = 0, INIT_RAM_27 = 0, \
    INIT_RAM_28 = 0, INIT_RAM_29 = 0, INIT_RAM_2A = 0, INIT_RAM_2B = 0, \
    INIT_RAM_2C = 0, INIT_RAM_2D = 0, INIT_RAM_2E = 0, INIT_RAM_2F = 0, \
    INIT_RAM_30 = 0, INIT_RAM_31 = 0, INIT_RAM_32 = 0, INIT_RAM_33 = 0, \
    INIT_RAM_34 = 0, INIT_RAM_35 = 0, INIT_RAM_36 = 0, INIT_RAM_37 = 0, \
    INIT_RAM_38 = 0, INIT_RAM_39 = 0, INIT_RAM_3A = 0, INIT_RAM_3B = 0, \
    INIT_RAM_3C = 0, INIT_RAM_3D = 0, INIT_RAM_3E = 0, INIT_RAM_3F = 0;
`define TWD_BYTES { \
    INIT_RAM_3F, INIT_RAM_3E, INIT_RAM_3D, INIT_RAM_3C, INIT_RAM_3B, INIT_RAM_3A, INIT_RAM_39, INIT_RAM_38, \
    INIT_RAM_37, INIT_RAM_36, INIT_RAM_35, INIT_RAM_34, INIT_RAM_33, INIT_RAM_32, INIT_RAM_31, INIT_RAM_30, \
    INIT_RAM_2F, INIT_RAM_2E, INIT_RAM_2D, INIT_RAM_2C, INIT_RAM_2B, INIT_RAM_2A, INIT_RAM_29, INIT_RAM_28, \
    INIT_RAM_27, INIT_RAM_26, INIT_RAM_25, INIT_RAM_24, INIT_RAM_23, INIT_RAM_22, INIT_RAM_21, INIT_RAM_20, \
    INIT_RAM_1F, INIT_RAM_1E, INIT_RAM_1D, INIT_RAM_1C, INIT_RAM_1B, INIT_RAM_1A, INIT_RAM_19, INIT_RAM_18, \
    INIT_RAM_17, INIT_RAM_16, INIT_RAM_15, INIT_RAM_14, INIT_RAM_13, INIT_RAM_12, INIT_RAM_11, INIT_RAM_10, \
    INIT_RAM_0F, INIT_RAM_0E, INIT_RAM_0D, INIT_RAM_0C, INIT_RAM_0B, INIT_RAM_0A, INIT_RAM_09, INIT_RAM_08, \
    INIT_RAM_07, INIT_RAM_06, INIT_RAM_05, INIT_RAM_04, INIT_RAM_03, INIT_RAM_02, INIT_RAM_01, INIT_RAM_00 \
  }

module twd_cell_bsram #(
  parameter integer Byte      = 9,
  parameter integer AWidth    = 0,
  parameter integer BWidth    = 0,
  parameter         AReads    = 1,
  parameter         BWrites   = 1,
  parameter [1:0]   AMode     = 0,
  parameter [1:0]   BMode     = 0,
  parameter         ARegister = 0,
  parameter         BRegister = 0,
  parameter         Reset     = "SYNC",
  parameter [64*32*Byte-1:0] Bytes = 0
) (
  input                 a_clk_i,
  input                 a_en_i,
  input                 a_we_i,
  input  [        13:0] a_addr_i,
  input  [4*Byte-1:0]   a_word_i,
  input                 a_reset_i,
  input                 a_register_en_i,
  output [4*Byte-1:0]   a_word_o,
  input                 b_clk_i,
  input                 b_en_i,
  input                 b_we_i,
  input  [        13:0] b_addr_i,
  input  [4*Byte-1:0]   b_word_i,
  input                 b_reset_i,
  input                 b_register_en_i,
  output [4*Byte-1:0]   b_word_o
);

  // Bits of a word with the ninth of every byte.
  localparam integer A = AWidth < Byte ? AWidth : AWidth / Byte * 9;
  localparam integer B = BWidth < Byte ? BWidth : BWidth / Byte * 9;

  function [16383:0] data(input [64*32*Byte-1:0] bytes);
    integer i;
    for (i = 0; i < 2048; i = i + 1) data[8*i+:8] = bytes[Byte*i+:8];
  endfunction

  function [2047:0] parity(input [64*32*Byte-1:0] bytes);
    integer i;
    for (i = 0; i < 2048; i = i + 1) parity[i] = Byte == 9 && bytes[Byte*i+Byte-1];
  endfunction

  function [3:0] enables(input [13:0] addr, input integer width);
    enables = width == 36 ? addr[3:0] : width == 18 ? {2'b00, addr[1:0]} : 4'b0001;
  endfunction

  wire [35:0] a_in, b_in, a_out, b_out;
  genvar n;
  generate
    for (n = 0; n < 4; n = n + 1) begin : gen_byte
      assign a_in[9*n+:9] = a_word_i[Byte*n+:Byte];
      assign b_in[9*n+:9] = b_word_i[Byte*n+:Byte];
      assign a_word_o[Byte*n+:Byte] = a_out[9*n+:Byte];
      assign b_word_o[Byte*n+:Byte] = b_out[9*n+:Byte];
    end
  endgenerate

  always @(posedge a_clk_i or posedge b_clk_i) begin
    if (Reset != "SYNC" && (a_reset_i || b_reset_i)) $fatal(1, "BSRAM: an asynchronous reset has no model");
  end

  twd_cell_block_ram #(
    .AddrBits(14),
    .Bytes(4),
    .AReadWidth(AReads ? A : 0),
    .AWriteWidth(A),
    .BReadWidth(B),
    .BWriteWidth(BWrites ? B : 0),
    .AHold(AMode == 2'd0),
    .AOld(AMode == 2'd2),
    .BHold(BMode == 2'd0),
    .BOld(BMode == 2'd2),
    .ARegister(ARegister),
    .BRegister(BRegister),
    .ResetUngated(1),
    .Data(data(Bytes)),
    .Parity(parity(Bytes))
  ) u_ram (
    .a_clk_i(a_clk_i),
    .a_en_i(a_en_i),
    .a_we_i(a_we_i ? enables(a_addr_i, A) : 4'd0),
    .a_addr_i(a_addr_i),
    .a_word_i(a_in),
    .a_reset_i(a_reset_i),
    .a_register_en_i(a_register_en_i),
    .a_register_reset_i(a_reset_i),
    .a_word_o(a_out),
    .b_clk_i(b_clk_i),
    .b_en_i(b_en_i),
    .b_we_i(b_we_i ? enables(b_addr_i, B) : 4'd0),
    .b_addr_i(b_addr_i),
    .b_word_i(b_in),
    .b_reset_i(b_reset_i),
    .b_register_en_i(b_register_en_i),
    .b_register_reset_i(b_reset_i),
    .b_word_o(b_out)
  );

endmodule

`define TWD_SINGLE(name, size, inits) \
module name ( \
  output [4*size-1:0] DO, \
  input  [4*size-1:0] DI, \
  input  [2:0]  BLKSEL, \
  input  [13:0] AD, \
  input  WRE, CLK, CE, OCE, RESET \
); \
  parameter READ_MODE = 1'b0; \
  parameter [1:0] WRITE_MODE = 2'b00; \
  parameter BIT_WIDTH = 4 * size; \
  parameter [2:0] BLK_SEL = 3'b000; \
  parameter RESET_MODE = "SYNC"; \
  `TWD_CONTENTS(inits) \
  twd_cell_bsram #( \
    .Byte(size), .AWidth(BIT_WIDTH), .AMode(WRITE_MODE), .ARegister(READ_MODE), .Reset(RESET_MODE), \
    .Bytes(`TWD_BYTES) \
  ) u_ram ( \
    .a_clk_i(CLK), .a_en_i(CE && BLKSEL == BLK_SEL), .a_we_i(WRE), .a_addr_i(AD), .a_word_i(DI), .a_reset_i(RESET), \
    .a_register_en_i(OCE), .a_word_o(DO), .b_clk_i(1'b0), .b_en_i(1'b0), .b_we_i(1'b0), .b_addr_i(14'd0), \
    .b_word_i({4 * size{1'b0}}), .b_reset_i(1'b0), .b_register_en_i(1'b0), .b_word_o() \
  ); \
endmodule

`define TWD_SEMI_DUAL(name, size, inits) \
module name ( \
  output [4*size-1:0] DO, \
  input  [4*size-1:0] DI, \
  input  [2:0]  BLKSELA, BLKSELB, \
  input  [13:0] ADA, ADB, \
  input  CLKA, CEA, RESETA, CLKB, CEB, OCE, RESETB \
); \
  parameter READ_MODE = 1'b0; \
  parameter BIT_WIDTH_0 = 4 * size; \
  parameter BIT_WIDTH_1 = 4 * size; \
  parameter [2:0] BLK_SEL_0 = 3'b000; \
  parameter [2:0] BLK_SEL_1 = 3'b000; \
  parameter RESET_MODE = "SYNC"; \
  `TWD_CONTENTS(inits) \
  twd_cell_bsram #( \
    .Byte(size), .AWidth(BIT_WIDTH_0), .BWidth(BIT_WIDTH_1), .AReads(0), .BWrites(0), .BRegister(READ_MODE), \
    .Reset(RESET_MODE), .Bytes(`TWD_BYTES) \
  ) u_ram ( \
    .a_clk_i(CLKA), .a_en_i(CEA && BLKSELA == BLK_SEL_0), .a_we_i(1'b1), .a_addr_i(ADA), .a_word_i(DI), \
    .a_reset_i(RESETA), .a_register_en_i(1'b0), .a_word_o(), \
    .b_clk_i(CLKB), .b_en_i(CEB && BLKSELB == BLK_SEL_1), .b_we_i(1'b0), .b_addr_i(ADB), \
    .b_word_i({4 * size{1'b0}}), .b_reset_i(RESETB), .b_register_en_i(OCE), .b_word_o(DO) \
  ); \
endmodule

`define TWD_DUAL(name, size, inits) \
module name ( \
  output [2*size-1:0] DOA, DOB, \
  input  [2*size-1:0] DIA, DIB, \
  input  [2:0]  BLKSELA, BLKSELB, \
  input  [13:0] ADA, ADB, \
  input  WREA, CLKA, CEA, OCEA, RESETA, WREB, CLKB, CEB, OCEB, RESETB \
); \
  parameter READ_MODE0 = 1'b0; \
  parameter READ_MODE1 = 1'b0; \
  parameter [1:0] WRITE_MODE0 = 2'b00; \
  parameter [1:0] WRITE_MODE1 = 2'b00; \
  parameter BIT_WIDTH_0 = 2 * size; \
  parameter BIT_WIDTH_1 = 2 * size; \
  parameter [2:0] BLK_SEL_0 = 3'b000; \
  parameter [2:0] BLK_SEL_1 = 3'b000; \
  parameter RESET_MODE = "SYNC"; \
  `TWD_CONTENTS(inits) \
  wire [4*size-1:0] a_word, b_word; \
  assign DOA = a_word[2*size-1:0]; \
  assign DOB = b_word[2*size-1:0]; \
  twd_cell_bsram #( \
    .Byte(size), .AWidth(BIT_WIDTH_0), .BWidth(BIT_WIDTH_1), .AMode(WRITE_MODE0), .BMode(WRITE_MODE1), \
    .ARegister(READ_MODE0), .BRegister(READ_MODE1), .Reset(RESET_MODE), .Bytes(`TWD_BYTES) \
  ) u_ram ( \
    .a_clk_i(CLKA), .a_en_i(CEA && BLKSELA == BLK_SEL_0), .a_we_i(WREA), .a_addr_i(ADA), \
    .a_word_i({{2 * size{1'b0}}, DIA}), .a_reset_i(RESETA), .a_register_en_i(OCEA), .a_word_o(a_word), \
    .b_clk_i(CLKB), .b_en_i(CEB && BLKSELB == BLK_SEL_1), .b_we_i(WREB), .b_addr_i(ADB), \
    .b_word_i({{2 * size{1'b0}}, DIB}), .b_reset_i(RESETB), .b_register_en_i(OCEB), .b_word_o(b_word) \
  ); \
endmodule

`define TWD_MULTIPLIER(name, bits) \
module name ( \
  input  [bits-1:0]   A, B, SIA, SIB, \
  input               ASIGN, BSIGN, ASEL, BSEL, CE, CLK, RESET, \
  output [2*bits-1:0] DOUT, \
  output [bits-1:0]   SOA, SOB \
); \
  parameter AREG = 1'b0; \
  parameter BREG = 1'b0; \
  parameter OUT_REG = 1'b0; \
  parameter PIPE_REG = 1'b0; \
  parameter ASIGN_REG = 1'b0; \
  parameter BSIGN_REG = 1'b0; \
  parameter SOA_REG = 1'b0; \
  parameter MULT_RESET_MODE = "SYNC"; \
  initial begin \
    if (AREG || BREG || OUT_REG || PIPE_REG || ASIGN_REG || BSIGN_REG) $fatal(1, "a register has no model"); \
  end \
  always @* if (ASEL || BSEL) $fatal(1, "a cascade has no model"); \
  wire signed [bits:0] a = {ASIGN && A[bits-1], A}; \
  wire signed [bits:0] b = {BSIGN && B[bits-1], B}; \
  wire signed [2*bits+1:0] product = a * b; \
  assign DOUT = product[2*bits-1:0]; \
  assign SOA = A; \
  assign SOB = B; \
endmodule

`TWD_SINGLE(SP, 8, 256)
`TWD_SINGLE(SPX9, 9, 288)
`TWD_SEMI_DUAL(SDPB, 8, 256)
`TWD_SEMI_DUAL(SDPX9B, 9, 288)
`TWD_DUAL(DPB, 8, 256)
`TWD_DUAL(DPX9B, 9, 288)
`TWD_MULTIPLIER(MULT9X9, 9)
`TWD_MULTIPLIER(MULT18X18, 18)
