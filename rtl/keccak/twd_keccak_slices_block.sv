// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_keccak_slices_block: the block of twd_keccak_slices that is read, a word after the other.
//
// Method    a word of Slices bits of all its lanes is written at a time; a lane is read in 64 / Slices cycles.
// Timing    ends_i is in the cycle of the last write: from the next one on lanes of 64 bits come out, 64 / Slices
//           cycles each, as long as they are taken. free_o: all have been. drop_i takes those of a hash without an end.
// Reset     no block; out_data_o is 0
// Cost      21 * 64 bits of LUT memory, a multiplexer of 21 words of Slices bits, 64 flip-flops
// Model     none: it moves data only

`include "twd_memory.svh"

module twd_keccak_slices_block #(
  parameter  int unsigned Slices = 8,
  localparam int unsigned Words = 64 / Slices,
  localparam int unsigned Bits = $clog2(Words),
  localparam int unsigned Rate = twd_keccak_pkg::LARGEST_RATE
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  input  logic                   write_i,
  input  logic [       Bits-1:0] word_i,
  input  logic [Rate*Slices-1:0] lanes_i,
  input  logic                   ends_i,
  input  logic [            4:0] count_i,    // lanes that are read
  input  logic                   last_i,     // the last of them is the last of the hash
  input  logic                   endless_i,  // the hash has no number of words
  input  logic                   drop_i,
  output logic                   free_o,
  output logic                   out_valid_o,
  input  logic                   out_ready_i,
  output logic                   out_last_o,
  output logic [           63:0] out_data_o
);

  `TWD_LUT_RAM_NO_RW_CHECK logic [Rate*Slices-1:0] block[Words];
  logic [Rate*Slices-1:0] read;
  logic [4:0] index_q;       // lane that is read
  logic [Bits-1:0] piece_q;  // word of the lane
  logic [4:0] there_q;       // lanes that are left
  logic last_q, endless_q;   // of the block
  logic shift;

  assign read = block[piece_q];
  assign free_o = there_q == '0 && !out_valid_o;
  assign shift = there_q != '0 && (!out_valid_o || out_ready_i);

  always_ff @(posedge clk_i) if (write_i) block[word_i] <= lanes_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      out_valid_o <= 1'b0;
      out_last_o  <= 1'b0;
      out_data_o  <= '0;
      index_q     <= '0;
      piece_q     <= '0;
      there_q     <= '0;
      last_q      <= 1'b0;
      endless_q   <= 1'b0;
    end else begin
      if (out_ready_i) out_valid_o <= 1'b0;
      if (shift) begin
        out_data_o <= {read[Slices*index_q+:Slices], out_data_o[63:Slices]};
        piece_q    <= piece_q + 1'b1;
        if (piece_q == '1) begin
          out_valid_o <= 1'b1;
          out_last_o  <= last_q && there_q == 5'd1;
          index_q     <= index_q + 5'd1;
          there_q     <= there_q - 5'd1;
        end
      end
      if (ends_i) begin
        index_q   <= '0;
        there_q   <= count_i;
        last_q    <= last_i;
        endless_q <= endless_i;
      end else if (drop_i && endless_q) begin
        out_valid_o <= 1'b0;
        piece_q     <= '0;
        there_q     <= '0;
        endless_q   <= 1'b0;
      end
    end
  end

endmodule
