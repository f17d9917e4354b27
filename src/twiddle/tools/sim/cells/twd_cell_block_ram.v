// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_cell_block_ram: the memory with two ports that the block RAMs of the 7 series and of ECP5 have in common.
//
// Memory    2^(AddrBits-3) bytes of nine bits. An address counts bits: a word of 9 k bits is k bytes from address / 8
//           on, a word of 1, 2 or 4 bits lies in the low eight bits of one byte. Width 0: the port is not used.
// Port      at a rising edge with en_i: writes the bytes that we_i chooses (a narrow word: bit 0), and the latch takes
//           the word that was there, or while the port writes: the new word, the old one (Old) or nothing (Hold).
// Collision while the other port writes a byte, a port reads it as it was if CollisionOld and the writer's Old, and as
//           X otherwise. Both ports are taken to have one clock.
// Reset     reset_i loads Reset into the latch, where en_i is high or ResetUngated; ResetBlocks: nothing is written
//           then.

module twd_cell_block_ram #(
  parameter integer AddrBits       = 14,
  parameter integer Bytes          = 4,  // of a word, at most
  parameter integer AReadWidth     = 0,
  parameter integer AWriteWidth    = 0,
  parameter integer BReadWidth     = 0,
  parameter integer BWriteWidth    = 0,
  parameter         AHold          = 0,
  parameter         AOld           = 0,
  parameter         BHold          = 0,
  parameter         BOld           = 0,
  parameter         CollisionOld   = 0,
  parameter         ARegister      = 0,
  parameter         BRegister      = 0,
  parameter         ARegisterGated = 0,
  parameter         BRegisterGated = 0,
  parameter         ResetUngated   = 0,
  parameter         ResetBlocks    = 0,
  parameter [9*Bytes-1:0] AInit    = 0,
  parameter [9*Bytes-1:0] BInit    = 0,
  parameter [9*Bytes-1:0] AReset   = 0,
  parameter [9*Bytes-1:0] BReset   = 0,
  parameter [2**AddrBits-1:0]     Data   = 0,  // bits 7 to 0 of every byte
  parameter [2**(AddrBits-3)-1:0] Parity = 0   // bit 8 of every byte
) (
  input                    a_clk_i,
  input                    a_en_i,
  input  [      Bytes-1:0] a_we_i,
  input  [   AddrBits-1:0] a_addr_i,
  input  [    9*Bytes-1:0] a_word_i,
  input                    a_reset_i,
  input                    a_register_en_i,
  input                    a_register_reset_i,
  output [    9*Bytes-1:0] a_word_o,
  input                    b_clk_i,
  input                    b_en_i,
  input  [      Bytes-1:0] b_we_i,
  input  [   AddrBits-1:0] b_addr_i,
  input  [    9*Bytes-1:0] b_word_i,
  input                    b_reset_i,
  input                    b_register_en_i,
  input                    b_register_reset_i,
  output [    9*Bytes-1:0] b_word_o
);

  localparam integer Depth = 2 ** (AddrBits - 3);
  localparam integer IndexBits = AddrBits - 3;

  // Bytes of a word, and whether it is less than one.
  localparam integer ARead = AReadWidth / 9;
  localparam integer AWrite = AWriteWidth / 9;
  localparam integer BRead = BReadWidth / 9;
  localparam integer BWrite = BWriteWidth / 9;

  reg [8:0] mem[0:Depth-1];
  reg [9*Bytes-1:0] a_latch, b_latch, a_register, b_register;

  integer n;
  initial begin
    for (n = 0; n < Depth; n = n + 1) mem[n] = {Parity[n], Data[8*n+:8]};
    a_latch    = AInit;
    b_latch    = BInit;
    a_register = AInit;
    b_register = BInit;
  end

  // The first byte of a word of so many bytes.
  function [IndexBits-1:0] first(input [AddrBits-1:0] addr, input integer count);
    first = count > 1 ? (addr >> 3) & ~(count - 1) : addr >> 3;
  endfunction

  // The place of a narrow word in its byte.
  function [2:0] place(input [AddrBits-1:0] addr, input integer width);
    place = addr[2:0] & ~(width - 1);
  endfunction

  wire a_writing = AWriteWidth != 0 && a_en_i && !(ResetBlocks && a_reset_i) && |a_we_i;
  wire b_writing = BWriteWidth != 0 && b_en_i && !(ResetBlocks && b_reset_i) && |b_we_i;

  // Whether a port writes a byte now.
  function a_writes(input [31:0] index);
    a_writes = a_writing && (AWrite > 1
        ? index - first(a_addr_i, AWrite) < AWrite && a_we_i[index-first(a_addr_i, AWrite)]
        : index == first(a_addr_i, 1) && a_we_i[0]);
  endfunction

  function b_writes(input [31:0] index);
    b_writes = b_writing && (BWrite > 1
        ? index - first(b_addr_i, BWrite) < BWrite && b_we_i[index-first(b_addr_i, BWrite)]
        : index == first(b_addr_i, 1) && b_we_i[0]);
  endfunction

  function [7:0] narrow(input [8:0] value, input [2:0] low, input integer width);
    narrow = value[7:0] >> low & ((1 << width) - 1);
  endfunction

  // Port A: a_old is the word before the edge, a_new that with the bytes that are written.
  reg [9*Bytes-1:0] a_old, a_new;
  integer a;

  always @(posedge a_clk_i) begin
    a_old = 0;
    a_new = 0;
    if (ARead == 0) begin
      if (AReadWidth != 0) a_old = narrow(mem[first(a_addr_i, 1)], place(a_addr_i, AReadWidth), AReadWidth);
      if (b_writes(first(a_addr_i, 1)) && !(CollisionOld && BOld)) a_old = {9 * Bytes{1'bx}};
      a_new = narrow(a_word_i[8:0], 3'd0, AReadWidth);
    end else begin
      for (a = 0; a < ARead; a = a + 1) begin
        a_old[9*a+:9] = mem[first(a_addr_i, ARead)+a];
        if (b_writes(first(a_addr_i, ARead) + a) && !(CollisionOld && BOld)) a_old[9*a+:9] = 9'bx;
        a_new[9*a+:9] = a_we_i[a] ? a_word_i[9*a+:9] : a_old[9*a+:9];
      end
    end
    if (a_reset_i && (a_en_i || ResetUngated)) a_latch <= AReset;
    else if (a_en_i && !a_writing) a_latch <= a_old;
    else if (a_writing && !AHold) a_latch <= AOld ? a_old : a_new;
    if (a_register_reset_i && (a_register_en_i || !ARegisterGated)) a_register <= AReset;
    else if (a_register_en_i) a_register <= a_latch;
    if (a_writing) begin
      if (AWrite == 0) begin
        for (a = 0; a < AWriteWidth; a = a + 1) begin
          mem[first(a_addr_i, 1)][place(a_addr_i, AWriteWidth)+a] <= a_word_i[a];
        end
      end else begin
        for (a = 0; a < AWrite; a = a + 1) begin
          if (a_we_i[a]) mem[first(a_addr_i, AWrite)+a] <=
              b_writes(first(a_addr_i, AWrite) + a) ? 9'bx : a_word_i[9*a+:9];
        end
      end
    end
  end

  // Port B: b_old is the word before the edge, b_new that with the bytes that are written.
  reg [9*Bytes-1:0] b_old, b_new;
  integer b;

  always @(posedge b_clk_i) begin
    b_old = 0;
    b_new = 0;
    if (BRead == 0) begin
      if (BReadWidth != 0) b_old = narrow(mem[first(b_addr_i, 1)], place(b_addr_i, BReadWidth), BReadWidth);
      if (a_writes(first(b_addr_i, 1)) && !(CollisionOld && AOld)) b_old = {9 * Bytes{1'bx}};
      b_new = narrow(b_word_i[8:0], 3'd0, BReadWidth);
    end else begin
      for (b = 0; b < BRead; b = b + 1) begin
        b_old[9*b+:9] = mem[first(b_addr_i, BRead)+b];
        if (a_writes(first(b_addr_i, BRead) + b) && !(CollisionOld && AOld)) b_old[9*b+:9] = 9'bx;
        b_new[9*b+:9] = b_we_i[b] ? b_word_i[9*b+:9] : b_old[9*b+:9];
      end
    end
    if (b_reset_i && (b_en_i || ResetUngated)) b_latch <= BReset;
    else if (b_en_i && !b_writing) b_latch <= b_old;
    else if (b_writing && !BHold) b_latch <= BOld ? b_old : b_new;
    if (b_register_reset_i && (b_register_en_i || !BRegisterGated)) b_register <= BReset;
    else if (b_register_en_i) b_register <= b_latch;
    if (b_writing) begin
      if (BWrite == 0) begin
        for (b = 0; b < BWriteWidth; b = b + 1) begin
          mem[first(b_addr_i, 1)][place(b_addr_i, BWriteWidth)+b] <= b_word_i[b];
        end
      end else begin
        for (b = 0; b < BWrite; b = b + 1) begin
          if (b_we_i[b]) mem[first(b_addr_i, BWrite)+b] <=
              a_writes(first(b_addr_i, BWrite) + b) ? 9'bx : b_word_i[9*b+:9];
        end
      end
    end
  end

  assign a_word_o = ARegister ? a_register : a_latch;
  assign b_word_o = BRegister ? b_register : b_latch;

endmodule
