// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_lattice_bytes: seeds, keys and strings in words of 64 bits, written and read from a place on.
//
// Write     w_start_i: the next word goes to w_place_i, the others to the places after it.
// Read      r_start_i: r_count_i words from r_place_i on come out as a stream.
// Timing    the first word is offered three cycles after r_start_i, then one a cycle. A word can be read from the
//           cycle after its write on. Reset ends the read; words keep their values.
// Fault     each address is kept twice, once inverted: fault_o a cycle after both are not the same. With Parity, that
//           of each word is stored with it: fault_o after a word with another one was offered.
// Clear     clear_i, from a reset on and with w_data_i = 0, writes zeros from place 0 on, a word a cycle, and reads
//           them after it.
// Cost      2^Bits words of block RAM
// Model     none: it moves data only

module twd_lattice_bytes #(
  parameter  bit          Parity = 1'b0,
  localparam int unsigned Bits = twd_lattice_pkg::PLACE_BITS
) (
  input  logic            clk_i,
  input  logic            rst_ni,
  input  logic            clear_i,
  input  logic            w_start_i,
  input  logic [Bits-1:0] w_place_i,
  input  logic            w_en_i,
  input  logic [    63:0] w_data_i,
  input  logic            r_start_i,
  input  logic [Bits-1:0] r_place_i,
  input  logic [Bits-1:0] r_count_i,
  output logic            r_ends_o,  // no word is here in the next cycle, or on its way
  output logic            r_next_o,  // one is offered in the next cycle, unless the last one is taken in this one
  output logic            r_valid_o,
  input  logic            r_ready_i,
  output logic [    63:0] r_data_o,
  output logic            fault_o
);

  localparam int unsigned Total = Parity ? 68 : 64;

  logic [Bits-1:0] w_addr_q, r_addr_q, left_q;
  logic [Bits-1:0] w_addr_n_q, r_addr_n_q;  // inverted
  logic fetched_q;
  logic move;
  logic more;            // words are left
  logic wrong_q;         // a parity is
  logic [3:0] w_parity, r_parity, parity;
  logic [Total-1:0] w_word, r_word;

  assign move = !r_valid_o || r_ready_i;
  assign r_next_o = fetched_q || r_valid_o;
  assign r_ends_o = !more && !fetched_q && move;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      w_addr_q   <= '0;
      w_addr_n_q <= '1;
      r_addr_q   <= '1;
      r_addr_n_q <= '0;
      left_q     <= '0;
      more       <= 1'b0;
      fetched_q  <= 1'b0;
      r_valid_o  <= 1'b0;
      wrong_q    <= 1'b0;
      fault_o    <= 1'b0;
    end else begin
      wrong_q <= Parity && r_valid_o && r_parity != parity;
      fault_o <= w_addr_q != ~w_addr_n_q || r_addr_q != ~r_addr_n_q || wrong_q;
      if (w_start_i) begin
        w_addr_q   <= w_place_i;
        w_addr_n_q <= ~w_place_i;
      end else if (w_en_i || clear_i) begin
        w_addr_q   <= w_addr_q + 1'b1;
        w_addr_n_q <= w_addr_n_q - 1'b1;
      end
      if (r_start_i) begin
        r_addr_q   <= r_place_i;
        r_addr_n_q <= ~r_place_i;
      end else if ((move && more) || clear_i) begin
        r_addr_q   <= r_addr_q + 1'b1;
        r_addr_n_q <= r_addr_n_q - 1'b1;
      end
      if (r_start_i) left_q <= r_count_i;
      else if (move) left_q <= left_q - 1'b1;  // where none is left, too
      more <= r_start_i ? r_count_i != '0 : more && !(move && left_q == Bits'(1));
      if (move) begin
        fetched_q <= more;
        r_valid_o <= fetched_q;
      end
      if (r_start_i) {fetched_q, r_valid_o} <= 2'b00;  // there is none but by a fault
    end
  end

  assign w_word = Total'({w_parity, w_data_i});
  assign {parity, r_data_o} = 68'(r_word);

  twd_parity #(.Width(64)) u_write (.data_i(w_data_i), .parity_o(w_parity));
  twd_parity #(.Width(64)) u_read (.data_i(r_data_o), .parity_o(r_parity));

  twd_ram_1r1w #(.Depth(1 << Bits), .Width(Total)) u_words (
    .clk_i, .rst_ni,
    .w_en_i  (w_en_i || clear_i),
    .w_addr_i(w_addr_q),
    .w_data_i(w_word),
    .en_i    (move),
    .r_en_i  (more || clear_i),
    .r_addr_i(r_addr_q),
    .r_data_o(r_word)
  );

endmodule
