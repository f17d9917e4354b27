// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_unit_memory: the two banks of the slots, and who reads and writes them.
//
// Ports     each bank reads and writes a word a cycle. The engine has its way always, and writes the words of load in
//           the cycles that it does not need (twd_unit_engine); a store reads in the cycles in which the engine leaves
//           the port of a bank alone: one of two at least, between two sums (twd_unit_schedule), so that a polynomial
//           of w words takes about w cycles, and a transform beside it a cycle more for two of them.
// Clear     clear_i writes w_data_i, which is zero then, to the word w_addr_i of both banks, and reads the word that
//           was written before it.
// Timing    reads two cycles after the address (twd_ram_1r1w); store_taken_o in the cycle of the access.
// Parity    of each word is stored with it; wrong_o, a flip-flop: that of a word that the engine read is another one.
// Cost      Depth words of Lanes Width bits a bank. A technology replaces twd_ram_1r1w.
// Model     twiddle.model.unit.Slots

`include "twd_assert.svh"

module twd_unit_memory #(
  parameter  int unsigned Depth    = 512,   // words of a bank
  parameter  int unsigned Width    = 96,    // of a word
  parameter  bit          Block    = 1'b1,  // 0: LUT memory
  parameter  bit          Parity   = 1'b0,
  localparam int unsigned AddrBits = $clog2(Depth)
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  // the engine
  input  logic [1:0]               r_en_i,
  input  logic [1:0][AddrBits-1:0] r_addr_i,
  output logic [1:0][   Width-1:0] r_data_o,
  output logic [1:0][         3:0] r_parity_o,   // of the words when they were written; 0 without Parity
  output logic                     wrong_o,
  input  logic [1:0]               w_en_i,
  input  logic [1:0][AddrBits-1:0] w_addr_i,
  input  logic [1:0][   Width-1:0] w_data_i,
  // store, its data in r_data_o
  input  logic [1:0]               store_i,
  input  logic [1:0][AddrBits-1:0] store_addr_i,
  output logic [1:0]               store_taken_o,
  input  logic                     clear_i   // without any of these
);

  localparam int unsigned Total = Parity ? Width + 4 : Width;

  logic clear_q;  // what was written last is zero
  logic [1:0] wrong;

  always_ff @(posedge clk_i) clear_q <= clear_i;

  assign store_taken_o = store_i & ~r_en_i;

  for (genvar h = 0; h < 2; h++) begin : gen_bank
    logic [AddrBits-1:0] w_addr_q;
    logic [3:0] w_parity;
    logic [Total-1:0] w_word, r_word;

    always_ff @(posedge clk_i) w_addr_q <= w_addr_i[h];

    if (Parity) begin : gen_parity
      logic read_q, read_q2;
      logic [3:0] r_parity;

      twd_parity #(.Width(Width)) u_write (.data_i(w_data_i[h]), .parity_o(w_parity));
      twd_parity #(.Width(Width)) u_read (.data_i(r_data_o[h]), .parity_o(r_parity));

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) {read_q2, read_q} <= '0;
        else {read_q2, read_q} <= {read_q, r_en_i[h]};
      end

      assign wrong[h] = read_q2 && r_parity != r_parity_o[h];
    end else begin : gen_no_parity
      assign w_parity = '0;
      assign wrong[h] = 1'b0;
    end

    assign w_word = Total'({w_parity, w_data_i[h]});
    assign {r_parity_o[h], r_data_o[h]} = (Width + 4)'(r_word);

    twd_ram_1r1w #(.Depth(Depth), .Width(Total), .Block(Block)) u_bank (
      .clk_i, .rst_ni,
      .w_en_i  (w_en_i[h] || clear_i),
      .w_addr_i(w_addr_i[h]),
      .w_data_i(w_word),
      .en_i    (1'b1),
      .r_en_i  (r_en_i[h] || store_i[h] || (clear_i && clear_q)),
      .r_addr_i(clear_i ? w_addr_q : r_en_i[h] ? r_addr_i[h] : store_addr_i[h]),
      .r_data_o(r_word)
    );
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) wrong_o <= 1'b0;
    else wrong_o <= wrong != '0;
  end

  `TWD_ASSERT(ClearsWithZeros, !clear_i || w_data_i == '0)

endmodule
