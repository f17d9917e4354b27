// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// RAMB18E1: block RAM of the 7 series, as AMD's UG473 describes it.
//
// Contents  INIT_xx holds bits [256 xx + 255 : 256 xx] of the 16384 data bits, INITP_xx those of the 2048
//           parity bits (Content Initialization); parity bit i goes with byte i.
// Address   a word of w data bits is at bit ADDR w of the data: w = 1, 2, 4 use ADDR[13:0], [13:1], [13:2], and
//           with one parity bit a byte w = 8, 16, 32 use [13:3], [13:4], [13:5] (Address Bus).
// SDP       RAM_MODE "SDP": port A reads, port B writes; a word of 36 bits is {B, A} on both, a narrower one is
//           read on A and written from B (Simple Dual-Port Block RAM).
// Modes     WRITE_MODE: what the latch of a port takes while the port writes: the new word, the old one, or nothing.
// Collision a port that reads a byte while the other one writes it takes the old one where WRITE_MODE of the writer is
//           READ_FIRST, and X otherwise (Conflict Avoidance). Both ports are taken to have one clock.
// Reset     RSTRAM loads SRVAL into the latch where EN is high and does not hinder a write; RSTREG, of the output
//           register (DO_REG = 1), counts by itself or, with RSTREG_PRIORITY "REGCE", where REGCE is high.
// Not in it cascades, ECC, asynchronous clocks, RDADDR_COLLISION_HWCONFIG.

module RAMB18E1 (
  input         CLKARDCLK,
  input         CLKBWRCLK,
  input         ENARDEN,
  input         ENBWREN,
  input         REGCEAREGCE,
  input         REGCEB,
  input         RSTRAMARSTRAM,
  input         RSTRAMB,
  input         RSTREGARSTREG,
  input         RSTREGB,
  input  [13:0] ADDRARDADDR,
  input  [13:0] ADDRBWRADDR,
  input  [15:0] DIADI,
  input  [15:0] DIBDI,
  input   [1:0] DIPADIP,
  input   [1:0] DIPBDIP,
  input   [1:0] WEA,
  input   [3:0] WEBWE,
  output [15:0] DOADO,
  output [15:0] DOBDO,
  output  [1:0] DOPADOP,
  output  [1:0] DOPBDOP
);

  parameter RAM_MODE = "TDP";
  parameter WRITE_MODE_A = "WRITE_FIRST";
  parameter WRITE_MODE_B = "WRITE_FIRST";
  parameter integer READ_WIDTH_A = 0;
  parameter integer READ_WIDTH_B = 0;
  parameter integer WRITE_WIDTH_A = 0;
  parameter integer WRITE_WIDTH_B = 0;
  parameter integer DOA_REG = 0;
  parameter integer DOB_REG = 0;
  parameter [17:0] INIT_A = 0;
  parameter [17:0] INIT_B = 0;
  parameter [17:0] SRVAL_A = 0;
  parameter [17:0] SRVAL_B = 0;
  parameter RSTREG_PRIORITY_A = "RSTREG";
  parameter RSTREG_PRIORITY_B = "RSTREG";
  parameter [0:0] IS_CLKARDCLK_INVERTED = 1'b0;
  parameter [0:0] IS_CLKBWRCLK_INVERTED = 1'b0;
  parameter [0:0] IS_ENARDEN_INVERTED = 1'b0;
  parameter [0:0] IS_ENBWREN_INVERTED = 1'b0;
  parameter [0:0] IS_RSTRAMARSTRAM_INVERTED = 1'b0;
  parameter [0:0] IS_RSTRAMB_INVERTED = 1'b0;
  parameter [0:0] IS_RSTREGARSTREG_INVERTED = 1'b0;
  parameter [0:0] IS_RSTREGB_INVERTED = 1'b0;
  parameter [255:0] INIT_00 = 0, INIT_01 = 0, INIT_02 = 0, INIT_03 = 0;
  parameter [255:0] INIT_04 = 0, INIT_05 = 0, INIT_06 = 0, INIT_07 = 0;
  parameter [255:0] INIT_08 = 0, INIT_09 = 0, INIT_0A = 0, INIT_0B = 0;
  parameter [255:0] INIT_0C = 0, INIT_0D = 0, INIT_0E = 0, INIT_0F = 0;
  parameter [255:0] INIT_10 = 0, INIT_11 = 0, INIT_12 = 0, INIT_13 = 0;
  parameter [255:0] INIT_14 = 0, INIT_15 = 0, INIT_16 = 0, INIT_17 = 0;
  parameter [255:0] INIT_18 = 0, INIT_19 = 0, INIT_1A = 0, INIT_1B = 0;
  parameter [255:0] INIT_1C = 0, INIT_1D = 0, INIT_1E = 0, INIT_1F = 0;
  parameter [255:0] INIT_20 = 0, INIT_21 = 0, INIT_22 = 0, INIT_23 = 0;
  parameter [255:0] INIT_24 = 0, INIT_25 = 0, INIT_26 = 0, INIT_27 = 0;
  parameter [255:0] INIT_28 = 0, INIT_29 = 0, INIT_2A = 0, INIT_2B = 0;
  parameter [255:0] INIT_2C = 0, INIT_2D = 0, INIT_2E = 0, INIT_2F = 0;
  parameter [255:0] INIT_30 = 0, INIT_31 = 0, INIT_32 = 0, INIT_33 = 0;
  parameter [255:0] INIT_34 = 0, INIT_35 = 0, INIT_36 = 0, INIT_37 = 0;
  parameter [255:0] INIT_38 = 0, INIT_39 = 0, INIT_3A = 0, INIT_3B = 0;
  parameter [255:0] INIT_3C = 0, INIT_3D = 0, INIT_3E = 0, INIT_3F = 0;
  parameter [255:0] INITP_00 = 0, INITP_01 = 0, INITP_02 = 0, INITP_03 = 0;
  parameter [255:0] INITP_04 = 0, INITP_05 = 0, INITP_06 = 0, INITP_07 = 0;

  localparam [16383:0] Data = {
    INIT_3F, INIT_3E, INIT_3D, INIT_3C, INIT_3B, INIT_3A, INIT_39, INIT_38,
    INIT_37, INIT_36, INIT_35, INIT_34, INIT_33, INIT_32, INIT_31, INIT_30,
    INIT_2F, INIT_2E, INIT_2D, INIT_2C, INIT_2B, INIT_2A, INIT_29, INIT_28,
    INIT_27, INIT_26, INIT_25, INIT_24, INIT_23, INIT_22, INIT_21, INIT_20,
    INIT_1F, INIT_1E, INIT_1D, INIT_1C, INIT_1B, INIT_1A, INIT_19, INIT_18,
    INIT_17, INIT_16, INIT_15, INIT_14, INIT_13, INIT_12, INIT_11, INIT_10,
    INIT_0F, INIT_0E, INIT_0D, INIT_0C, INIT_0B, INIT_0A, INIT_09, INIT_08,
    INIT_07, INIT_06, INIT_05, INIT_04, INIT_03, INIT_02, INIT_01, INIT_00
  };
  localparam [2047:0] Parity = {
    INITP_07, INITP_06, INITP_05, INITP_04, INITP_03, INITP_02, INITP_01, INITP_00
  };

  localparam Simple = RAM_MODE == "SDP";

  // A word as bytes of nine bits, the parity bit on top.
  function [35:0] bytes(input [31:0] data, input [3:0] parity);
    integer i;
    begin
      for (i = 0; i < 4; i = i + 1) bytes[9*i+:9] = {parity[i], data[8*i+:8]};
    end
  endfunction

  // INIT and SRVAL hold the data bits of a port and above them its parity bits; a whole SDP word is two ports.
  function [17:0] half(input [17:0] value, input integer width);
    begin
      case (width)
        9: half = value[8:0];
        18: half = {value[17], value[15:8], value[16], value[7:0]};
        36: half = {value[17], value[15:8], value[16], value[7:0]};
        default: half = value;
      endcase
    end
  endfunction

  wire [35:0] a_word, b_word;
  wire [31:0] a_data, b_data;
  wire [3:0] a_parity, b_parity;
  wire wide = Simple && WRITE_WIDTH_B == 36;

  twd_cell_block_ram #(
    .AddrBits(14),
    .Bytes(4),
    .AReadWidth(READ_WIDTH_A),
    .AWriteWidth(Simple ? 0 : WRITE_WIDTH_A),
    .BReadWidth(Simple ? 0 : READ_WIDTH_B),
    .BWriteWidth(WRITE_WIDTH_B),
    .AHold(WRITE_MODE_A == "NO_CHANGE"),
    .AOld(WRITE_MODE_A == "READ_FIRST"),
    .BHold(WRITE_MODE_B == "NO_CHANGE"),
    .BOld(WRITE_MODE_B == "READ_FIRST"),
    .CollisionOld(1),
    .ARegister(DOA_REG),
    .BRegister(DOB_REG),
    .ARegisterGated(RSTREG_PRIORITY_A == "REGCE"),
    .BRegisterGated(RSTREG_PRIORITY_B == "REGCE"),
    .AInit({half(INIT_B, READ_WIDTH_A), half(INIT_A, READ_WIDTH_A)}),
    .BInit(half(INIT_B, READ_WIDTH_B)),
    .AReset({half(SRVAL_B, READ_WIDTH_A), half(SRVAL_A, READ_WIDTH_A)}),
    .BReset(half(SRVAL_B, READ_WIDTH_B)),
    .Data(Data),
    .Parity(Parity)
  ) u_ram (
    .a_clk_i(CLKARDCLK ^ IS_CLKARDCLK_INVERTED),
    .a_en_i(ENARDEN ^ IS_ENARDEN_INVERTED),
    .a_we_i({2'd0, WEA}),
    .a_addr_i(ADDRARDADDR[13:0]),
    .a_word_i(bytes({16'd0, DIADI}, {2'd0, DIPADIP})),
    .a_reset_i(RSTRAMARSTRAM ^ IS_RSTRAMARSTRAM_INVERTED),
    .a_register_en_i(REGCEAREGCE),
    .a_register_reset_i(RSTREGARSTREG ^ IS_RSTREGARSTREG_INVERTED),
    .a_word_o(a_word),
    .b_clk_i(CLKBWRCLK ^ IS_CLKBWRCLK_INVERTED),
    .b_en_i(ENBWREN ^ IS_ENBWREN_INVERTED),
    .b_we_i(WEBWE),
    .b_addr_i(ADDRBWRADDR[13:0]),
    .b_word_i(wide ? bytes({DIBDI, DIADI}, {DIPBDIP, DIPADIP}) : bytes({16'd0, DIBDI}, {2'd0, DIPBDIP})),
    .b_reset_i(RSTRAMB ^ IS_RSTRAMB_INVERTED),
    .b_register_en_i(REGCEB),
    .b_register_reset_i(RSTREGB ^ IS_RSTREGB_INVERTED),
    .b_word_o(b_word)
  );

  genvar i;
  generate
    for (i = 0; i < 4; i = i + 1) begin : gen_byte
      assign {a_parity[i], a_data[8*i+:8]} = a_word[9*i+:9];
      assign {b_parity[i], b_data[8*i+:8]} = b_word[9*i+:9];
    end
  endgenerate

  assign DOADO   = a_data[15:0];
  assign DOPADOP = a_parity[1:0];
  assign DOBDO   = Simple ? a_data[31:16] : b_data[15:0];
  assign DOPBDOP = Simple ? a_parity[3:2] : b_parity[1:0];

endmodule
