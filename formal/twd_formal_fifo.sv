// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_formal_fifo: twd_fifo gives every word that is written once, in order and unchanged, if its writer obeys room_o.
//
// Method    as twd_formal_skid. The marks room_o and few_o are compared with the words inside in the cycle before.
// Assumes   the writer writes at most Reserve words from the cycle before room_o falls on.

module twd_formal_fifo #(
  parameter int unsigned Width   = 1,
  parameter int unsigned Depth   = 4,
  parameter int unsigned Reserve = 2
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic             w_valid_i,
  input logic [Width-1:0] w_data_i,
  input logic             r_ready_i,
  input logic             choose_i
);

  localparam int unsigned CountWidth = $clog2(Depth + 2);

  logic room, few, r_valid;
  logic [Width-1:0] r_data;

  twd_fifo #(
    .Width  (Width),
    .Depth  (Depth),
    .Reserve(Reserve)
  ) u_fifo (
    .clk_i,
    .rst_ni,
    .w_valid_i,
    .w_data_i,
    .room_o   (room),
    .few_o    (few),
    .r_valid_o(r_valid),
    .r_ready_i,
    .r_data_o (r_data)
  );

  logic r_move;
  logic w_valid_q;
  logic [CountWidth-1:0] may, may_q;  // words that may be written, from this cycle on
  logic [CountWidth-1:0] inside_q;
  logic [CountWidth-1:0] before_q, earlier_q;  // inside_q one and two cycles before
  logic followed_q, done_q;
  logic [CountWidth-1:0] ahead_q;     // words to be given before it
  logic [Width-1:0] want_q;
  logic choose, given;
  logic stalled_q;
  logic [Width-1:0] seen_q;
  logic begin_q;

  assign r_move = r_valid && r_ready_i;
  assign may    = room ? CountWidth'(Reserve) - CountWidth'(w_valid_q) : may_q;
  assign choose = w_valid_i && choose_i && !followed_q;
  assign given  = r_valid && followed_q && !done_q && ahead_q == '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      w_valid_q  <= 1'b0;
      may_q      <= '0;
      inside_q   <= '0;
      before_q   <= '0;
      earlier_q  <= '0;
      followed_q <= 1'b0;
      done_q     <= 1'b0;
      ahead_q    <= '0;
      want_q     <= '0;
      stalled_q  <= 1'b0;
    end else begin
      w_valid_q  <= w_valid_i;
      may_q      <= may - CountWidth'(w_valid_i);
      inside_q   <= inside_q + CountWidth'(w_valid_i) - CountWidth'(r_move);
      before_q   <= inside_q;
      earlier_q  <= before_q;
      followed_q <= followed_q || choose;
      done_q     <= done_q || (given && r_ready_i);
      if (choose) ahead_q <= inside_q - CountWidth'(r_move);
      else if (ahead_q != '0) ahead_q <= ahead_q - CountWidth'(r_move);
      if (choose) want_q <= w_data_i;
      stalled_q  <= r_valid && !r_ready_i;
    end
  end

  always_ff @(posedge clk_i) begin
    seen_q  <= r_data;
    begin_q <= 1'b0;
  end

  initial begin_q = 1'b1;

  always_comb begin
    if (begin_q) assume (!rst_ni);
    if (!rst_ni) begin
      LowInReset: assert (!r_valid);
      MarksInReset: assert (room && few);
    end else begin
      assume (!w_valid_i || may != '0);
      HeldUntilTaken: assert (!stalled_q || (r_valid && r_data == seen_q));
      NothingOfItself: assert (!r_valid || inside_q != '0);
      Unchanged: assert (!given || r_data == want_q);
      Gives: assert (inside_q == '0 || r_valid);
      Accepts: assert (earlier_q != '0 || room);
      Room: assert (room == (earlier_q < CountWidth'(Depth - Reserve)));
      Few: assert (few == (earlier_q < CountWidth'(Depth / 2)));
    end
  end

endmodule
