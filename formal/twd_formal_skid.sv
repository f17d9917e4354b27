// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_formal_skid: twd_skid gives every word that it takes once, in order and unchanged, whatever its two sides do.
//
// Method    inside_q counts words taken and not given. One word, whichever (choose_i), is followed: it is the word that
//           comes out when as many have been given as were inside before it.

module twd_formal_skid #(
  parameter int unsigned Width = 2
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic             in_valid_i,
  input logic [Width-1:0] in_data_i,
  input logic             out_ready_i,
  input logic             choose_i
);

  logic in_ready, out_valid;
  logic [Width-1:0] out_data;

  twd_skid #(
    .Width(Width)
  ) u_skid (
    .clk_i,
    .rst_ni,
    .in_valid_i,
    .in_ready_o (in_ready),
    .in_data_i,
    .out_valid_o(out_valid),
    .out_ready_i,
    .out_data_o (out_data)
  );

  logic in_move, out_move;
  logic [1:0] inside_q;
  logic followed_q, done_q;
  logic [1:0] ahead_q;          // words to be given before it
  logic [Width-1:0] want_q;
  logic choose, given;          // in this cycle
  logic [1:0] ahead;
  logic [Width-1:0] want;
  logic stalled_q;
  logic [Width-1:0] seen_q;
  logic begin_q;
  logic clocked_q;              // a clock edge has come since reset

  assign in_move  = in_valid_i && in_ready;
  assign out_move = out_valid && out_ready_i;
  assign choose   = in_move && choose_i && !followed_q;
  // A word may pass in the cycle in which it comes.
  assign ahead    = followed_q ? ahead_q : inside_q;
  assign want     = followed_q ? want_q : in_data_i;
  assign given    = out_valid && (choose || followed_q) && !done_q && ahead == '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      inside_q   <= '0;
      followed_q <= 1'b0;
      done_q     <= 1'b0;
      ahead_q    <= '0;
      want_q     <= '0;
      stalled_q  <= 1'b0;
      clocked_q  <= 1'b0;
    end else begin
      inside_q   <= inside_q + 2'(in_move) - 2'(out_move);
      followed_q <= followed_q || choose;
      done_q     <= done_q || (given && out_ready_i);
      ahead_q    <= ahead - 2'(out_move && ahead != '0);
      want_q     <= want;
      stalled_q  <= out_valid && !out_ready_i;
      clocked_q  <= 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    seen_q  <= out_data;
    begin_q <= 1'b0;
  end

  initial begin_q = 1'b1;

  always_comb begin
    if (begin_q) assume (!rst_ni);
    if (!rst_ni) begin
      LowInReset: assert (!in_ready && !out_valid);
    end else begin
      HeldUntilTaken: assert (!stalled_q || (out_valid && out_data == seen_q));
      NothingOfItself: assert (!out_valid || inside_q != '0 || in_move);
      Unchanged: assert (!given || out_data == want);
      Gives: assert (inside_q == '0 || out_valid);
      Accepts: assert (!clocked_q || inside_q != '0 || in_ready);
      NeverMoreThanOne: assert (inside_q <= 2'd1);
    end
  end

endmodule
