// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_lattice_move: the move of words of one source: which sinks take them, and where it ends.
//
// Words     a word leaves the source, fire_o, when all sinks of the move take it. ready_i: hash takes a word now, any
//           other sink in the next cycle; with Shared the sampler now, too. hash is offered words that it may not take.
// Ends      with word count_i, or, if the move is open, with the last word of the source or with stop_i.
// Fault     whether words go out is kept twice, once inverted: fault_o, and none goes, where both are not the same.
//           With marks_i, end_i marks the last word of the move and no other.
// Timing    take_i starts a move, from the next cycle on, or with room_i = 0 when its sinks have room; fault_o a cycle
//           later. Reset ends the move.
// Model     none: it moves data only

module twd_lattice_move #(
  parameter  bit          Shared = 1'b0,
  parameter  logic [5:0]  Sinks  = '1,   // that it can have
  localparam int unsigned Bits = twd_lattice_pkg::PLACE_BITS
) (
  input  logic            clk_i,
  input  logic            rst_ni,
  input  logic            take_i,
  input  logic            room_i,    // in all sinks but hash, and with Shared the sampler
  input  logic [     5:0] sinks_i,
  input  logic            open_i,
  input  logic            single_i,  // count_i is 1
  input  logic [Bits-1:0] count_i,   // if it is not open
  input  logic            last_i,    // its last word ends a message, or a frame that goes out
  input  logic            frame_i,   // or one that comes in
  input  logic            stop_i,
  input  logic            turn_i,    // it may give a word
  input  logic            valid_i,   // of the source
  input  logic            end_i,     // its word is the last of a frame
  input  logic            marks_i,
  input  logic [     5:0] ready_i,   // of the sinks
  output logic            active_o,
  output logic [     5:0] sinks_o,   // that are taken
  output logic [     5:0] valid_o,
  output logic            takes_o,   // a word, if one is there
  output logic            fire_o,
  output logic            open_o,
  output logic            last_o,    // of the word
  output logic            frame_o,
  output logic            fault_o
);

  localparam int unsigned Out = 32'd3;  // of sinks_t

  logic last_q, frame_q;
  logic [5:0] sinks_q;
  logic [Bits-1:0] left_q;
  logic single_q;          // left_q is 1
  logic final_word, ends;
  logic stays_q;           // words do not go out
  logic go_q, go_n_q;      // active_o, and the sinks have room; inverted
  logic goes;              // both say so
  logic alone_q;           // not to hash; apart from sinks_q, which selects words
  logic room;

  assign goes = go_q && !go_n_q;
  assign takes_o = goes && turn_i && (ready_i[0] || alone_q) && (!Shared || ready_i[1] || !sinks_q[1]);
  assign fire_o = takes_o && valid_i;
  assign final_word = open_o ? end_i : single_q;
  assign ends = (fire_o && final_word) || (open_o && stop_i);
  assign room = (ready_i[5:2] | ~sinks_q[5:2]) == '1 && (Shared || ready_i[1] || !sinks_q[1]);
  assign last_o = final_word && last_q;
  assign frame_o = final_word && frame_q;

  always_comb begin
    sinks_o = sinks_q;
    sinks_o[Out] = sinks_q[Out] && !stays_q;
    for (int d = 0; d < 6; d++) begin
      valid_o[d] = fire_o && sinks_q[d];
    end
    valid_o[0] = goes && turn_i && valid_i && sinks_q[0] && (!Shared || ready_i[1] || !sinks_q[1]);
    if (stays_q) valid_o[Out] = 1'b0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      active_o <= 1'b0;
      {go_q, go_n_q} <= 2'b01;
      alone_q  <= 1'b1;
      fault_o  <= 1'b0;
      sinks_q  <= '0;
      stays_q  <= 1'b1;
      single_q <= 1'b0;
      open_o   <= 1'b0;
      left_q   <= '0;
      last_q   <= 1'b0;
      frame_q  <= 1'b0;
    end else begin
      go_q    <= take_i ? room_i : active_o && room && !ends;
      go_n_q  <= take_i ? !room_i : !active_o || !room || ends;
      fault_o <= sinks_q[Out] == stays_q || sinks_q[0] == alone_q || go_q == go_n_q || (go_q && !active_o)
          || (fire_o && marks_i && end_i != final_word);
      active_o <= take_i || (active_o && !ends);
      sinks_q  <= ((sinks_i & {6{take_i}}) | (sinks_q & {6{!take_i && !ends}})) & Sinks;
      alone_q  <= take_i ? !(sinks_i[0] && Sinks[0]) : alone_q || ends;
      stays_q  <= take_i ? !(sinks_i[Out] && Sinks[Out]) : stays_q || ends;
      if (take_i) begin
        single_q <= single_i;
        open_o   <= open_i;
        left_q   <= count_i;
        last_q   <= last_i;
        frame_q  <= frame_i;
      end else if (fire_o) begin
        left_q   <= left_q - 1'b1;
        single_q <= left_q == Bits'(2);
      end
    end
  end

endmodule
