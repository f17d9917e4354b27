// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// RAMB36E1: block RAM of the 7 series, as AMD's UG473 describes it.
//
// Contents  INIT_xx holds bits [256 xx + 255 : 256 xx] of the 32768 data bits, INITP_xx those of the 4096
//           parity bits (Content Initialization); parity bit i goes with byte i.
// Address   a word of w data bits is at bit ADDR w of the data: w = 1, 2, 4 use ADDR[14:0], [14:1], [14:2], and
//           with one parity bit a byte w = 8, 16, 32, 64 use [14:3], [14:4], [14:5], [14:6] (Address Bus).
// SDP       RAM_MODE "SDP": port A reads, port B writes; a word of 72 bits is {B, A} on both, a narrower one is
//           read on A and written from B (Simple Dual-Port Block RAM).
// Modes     WRITE_MODE: what the latch of a port takes while the port writes: the new word, the old one, or nothing.
// Collision a port that reads a byte while the other one writes it takes the old one where WRITE_MODE of the writer is
//           READ_FIRST, and X otherwise (Conflict Avoidance). Both ports are taken to have one clock.
// Reset     RSTRAM loads SRVAL into the latch where EN is high and does not hinder a write; RSTREG, of the output
//           register (DO_REG = 1), counts by itself or, with RSTREG_PRIORITY "REGCE", where REGCE is high.
// Not in it cascades, ECC, asynchronous clocks, RDADDR_COLLISION_HWCONFIG.

module RAMB36E1 (
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
  input  [15:0] ADDRARDADDR,
  input  [15:0] ADDRBWRADDR,
  input  [31:0] DIADI,
  input  [31:0] DIBDI,
  input   [3:0] DIPADIP,
  input   [3:0] DIPBDIP,
  input   [3:0] WEA,
  input   [7:0] WEBWE,
  output [31:0] DOADO,
  output [31:0] DOBDO,
  output  [3:0] DOPADOP,
  output  [3:0] DOPBDOP
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
  parameter [35:0] INIT_A = 0;
  parameter [35:0] INIT_B = 0;
  parameter [35:0] SRVAL_A = 0;
  parameter [35:0] SRVAL_B = 0;
  parameter RSTREG_PRIORITY_A = "RSTREG";
  parameter RSTREG_PRIORITY_B = "RSTREG";
  parameter RAM_EXTENSION_A = "NONE";
  parameter RAM_EXTENSION_B = "NONE";
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
  parameter [255:0] INIT_40 = 0, INIT_41 = 0, INIT_42 = 0, INIT_43 = 0;
  parameter [255:0] INIT_44 = 0, INIT_45 = 0, INIT_46 = 0, INIT_47 = 0;
  parameter [255:0] INIT_48 = 0, INIT_49 = 0, INIT_4A = 0, INIT_4B = 0;
  parameter [255:0] INIT_4C = 0, INIT_4D = 0, INIT_4E = 0, INIT_4F = 0;
  parameter [255:0] INIT_50 = 0, INIT_51 = 0, INIT_52 = 0, INIT_53 = 0;
  parameter [255:0] INIT_54 = 0, INIT_55 = 0, INIT_56 = 0, INIT_57 = 0;
  parameter [255:0] INIT_58 = 0, INIT_59 = 0, INIT_5A = 0, INIT_5B = 0;
  parameter [255:0] INIT_5C = 0, INIT_5D = 0, INIT_5E = 0, INIT_5F = 0;
  parameter [255:0] INIT_60 = 0, INIT_61 = 0, INIT_62 = 0, INIT_63 = 0;
  parameter [255:0] INIT_64 = 0, INIT_65 = 0, INIT_66 = 0, INIT_67 = 0;
  parameter [255:0] INIT_68 = 0, INIT_69 = 0, INIT_6A = 0, INIT_6B = 0;
  parameter [255:0] INIT_6C = 0, INIT_6D = 0, INIT_6E = 0, INIT_6F = 0;
  parameter [255:0] INIT_70 = 0, INIT_71 = 0, INIT_72 = 0, INIT_73 = 0;
  parameter [255:0] INIT_74 = 0, INIT_75 = 0, INIT_76 = 0, INIT_77 = 0;
  parameter [255:0] INIT_78 = 0, INIT_79 = 0, INIT_7A = 0, INIT_7B = 0;
  parameter [255:0] INIT_7C = 0, INIT_7D = 0, INIT_7E = 0, INIT_7F = 0;
  parameter [255:0] INITP_00 = 0, INITP_01 = 0, INITP_02 = 0, INITP_03 = 0;
  parameter [255:0] INITP_04 = 0, INITP_05 = 0, INITP_06 = 0, INITP_07 = 0;
  parameter [255:0] INITP_08 = 0, INITP_09 = 0, INITP_0A = 0, INITP_0B = 0;
  parameter [255:0] INITP_0C = 0, INITP_0D = 0, INITP_0E = 0, INITP_0F = 0;

  localparam [32767:0] Data = {
    INIT_7F, INIT_7E, INIT_7D, INIT_7C, INIT_7B, INIT_7A, INIT_79, INIT_78,
    INIT_77, INIT_76, INIT_75, INIT_74, INIT_73, INIT_72, INIT_71, INIT_70,
    INIT_6F, INIT_6E, INIT_6D, INIT_6C, INIT_6B, INIT_6A, INIT_69, INIT_68,
    INIT_67, INIT_66, INIT_65, INIT_64, INIT_63, INIT_62, INIT_61, INIT_60,
    INIT_5F, INIT_5E, INIT_5D, INIT_5C, INIT_5B, INIT_5A, INIT_59, INIT_58,
    INIT_57, INIT_56, INIT_55, INIT_54, INIT_53, INIT_52, INIT_51, INIT_50,
    INIT_4F, INIT_4E, INIT_4D, INIT_4C, INIT_4B, INIT_4A, INIT_49, INIT_48,
    INIT_47, INIT_46, INIT_45, INIT_44, INIT_43, INIT_42, INIT_41, INIT_40,
    INIT_3F, INIT_3E, INIT_3D, INIT_3C, INIT_3B, INIT_3A, INIT_39, INIT_38,
    INIT_37, INIT_36, INIT_35, INIT_34, INIT_33, INIT_32, INIT_31, INIT_30,
    INIT_2F, INIT_2E, INIT_2D, INIT_2C, INIT_2B, INIT_2A, INIT_29, INIT_28,
    INIT_27, INIT_26, INIT_25, INIT_24, INIT_23, INIT_22, INIT_21, INIT_20,
    INIT_1F, INIT_1E, INIT_1D, INIT_1C, INIT_1B, INIT_1A, INIT_19, INIT_18,
    INIT_17, INIT_16, INIT_15, INIT_14, INIT_13, INIT_12, INIT_11, INIT_10,
    INIT_0F, INIT_0E, INIT_0D, INIT_0C, INIT_0B, INIT_0A, INIT_09, INIT_08,
    INIT_07, INIT_06, INIT_05, INIT_04, INIT_03, INIT_02, INIT_01, INIT_00
  };
  localparam [4095:0] Parity = {
    INITP_0F, INITP_0E, INITP_0D, INITP_0C, INITP_0B, INITP_0A, INITP_09, INITP_08,
    INITP_07, INITP_06, INITP_05, INITP_04, INITP_03, INITP_02, INITP_01, INITP_00
  };

  initial begin
    if (RAM_EXTENSION_A != "NONE" || RAM_EXTENSION_B != "NONE") $fatal(1, "RAMB36E1: a cascade has no model");
  end

  localparam Simple = RAM_MODE == "SDP";

  // A word as bytes of nine bits, the parity bit on top.
  function [71:0] bytes(input [63:0] data, input [7:0] parity);
    integer i;
    begin
      for (i = 0; i < 8; i = i + 1) bytes[9*i+:9] = {parity[i], data[8*i+:8]};
    end
  endfunction

  // INIT and SRVAL hold the data bits of a port and above them its parity bits; a whole SDP word is two ports.
  function [35:0] half(input [35:0] value, input integer width);
    begin
      case (width)
        9: half = value[8:0];
        18: half = {value[17], value[15:8], value[16], value[7:0]};
        36, 72: half = bytes({32'd0, value[31:0]}, {4'd0, value[35:32]});
        default: half = value;
      endcase
    end
  endfunction

  wire [71:0] a_word, b_word;
  wire [63:0] a_data, b_data;
  wire [7:0] a_parity, b_parity;
  wire wide = Simple && WRITE_WIDTH_B == 72;

  twd_cell_block_ram #(
    .AddrBits(15),
    .Bytes(8),
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
    .a_we_i({4'd0, WEA}),
    .a_addr_i(ADDRARDADDR[14:0]),
    .a_word_i(bytes({32'd0, DIADI}, {4'd0, DIPADIP})),
    .a_reset_i(RSTRAMARSTRAM ^ IS_RSTRAMARSTRAM_INVERTED),
    .a_register_en_i(REGCEAREGCE),
    .a_register_reset_i(RSTREGARSTREG ^ IS_RSTREGARSTREG_INVERTED),
    .a_word_o(a_word),
    .b_clk_i(CLKBWRCLK ^ IS_CLKBWRCLK_INVERTED),
    .b_en_i(ENBWREN ^ IS_ENBWREN_INVERTED),
    .b_we_i(WEBWE),
    .b_addr_i(ADDRBWRADDR[14:0]),
    .b_word_i(wide ? bytes({DIBDI, DIADI}, {DIPBDIP, DIPADIP}) : bytes({32'd0, DIBDI}, {4'd0, DIPBDIP})),
    .b_reset_i(RSTRAMB ^ IS_RSTRAMB_INVERTED),
    .b_register_en_i(REGCEB),
    .b_register_reset_i(RSTREGB ^ IS_RSTREGB_INVERTED),
    .b_word_o(b_word)
  );

  genvar i;
  generate
    for (i = 0; i < 8; i = i + 1) begin : gen_byte
      assign {a_parity[i], a_data[8*i+:8]} = a_word[9*i+:9];
      assign {b_parity[i], b_data[8*i+:8]} = b_word[9*i+:9];
    end
  endgenerate

  assign DOADO   = a_data[31:0];
  assign DOPADOP = a_parity[3:0];
  assign DOBDO   = Simple ? a_data[63:32] : b_data[31:0];
  assign DOPBDOP = Simple ? a_parity[7:4] : b_parity[3:0];

endmodule
