// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_lattice_move: the move of words of one source: which sinks take them, and where it ends.
//
// Words     a word leaves the source, fire_o, when all sinks of the move take it. A sink is offered it when all other
//           sinks of the move are ready.
// Ends      with word count_i, or, if the move is open, with the last word of the source or with stop_i.
// Fault     whether words go out is kept twice, once inverted: fault_o, and none goes, where both are not the same.
//           With marks_i, end_i marks the last word of the move and no other.
// Timing    take_i starts a move, from the next cycle on. Reset ends it.
// Model     none: it moves data only

module twd_lattice_move #(
  localparam int unsigned Bits = twd_lattice_pkg::PLACE_BITS
) (
  input  logic            clk_i,
  input  logic            rst_ni,
  input  logic            take_i,
  input  logic [     5:0] sinks_i,
  input  logic [Bits-1:0] count_i,   // 0: open
  input  logic            last_i,    // its last word ends a message, or a frame that goes out
  input  logic            frame_i,   // or one that comes in
  input  logic            stop_i,
  input  logic            valid_i,   // of the source
  input  logic            end_i,     // its word is the last of a frame
  input  logic            marks_i,
  input  logic [     5:0] ready_i,   // of the sinks
  output logic            active_o,
  output logic [     5:0] sinks_o,   // that are taken
  output logic [     5:0] valid_o,
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
  logic final_word;
  logic stays_q;           // words do not go out

  assign sinks_o = sinks_q;
  assign fire_o = active_o && valid_i && (ready_i | ~sinks_q) == '1;
  assign final_word = open_o ? end_i : left_q == Bits'(1);
  assign fault_o = sinks_q[Out] == stays_q || (fire_o && marks_i && end_i != final_word);
  assign last_o = final_word && last_q;
  assign frame_o = final_word && frame_q;

  always_comb begin
    for (int d = 0; d < 6; d++) begin
      valid_o[d] = active_o && valid_i && sinks_q[d] && (ready_i | ~sinks_q | 6'(1 << d)) == '1;
    end
    if (stays_q) valid_o[Out] = 1'b0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      active_o <= 1'b0;
      sinks_q  <= '0;
      stays_q  <= 1'b1;
      open_o   <= 1'b0;
      left_q   <= '0;
      last_q   <= 1'b0;
      frame_q  <= 1'b0;
    end else if (take_i) begin
      active_o <= 1'b1;
      sinks_q  <= sinks_i;
      stays_q  <= !sinks_i[Out];
      open_o   <= count_i == '0;
      left_q   <= count_i;
      last_q   <= last_i;
      frame_q  <= frame_i;
    end else begin
      if ((fire_o && final_word) || (open_o && stop_i)) begin
        active_o <= 1'b0;
        sinks_q  <= '0;
        stays_q  <= 1'b1;
      end
      if (fire_o) left_q <= left_q - 1'b1;
    end
  end

endmodule
