// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_formal_shell_covers: situations that twd_formal_shell must reach, so that what is proved about it is not about
// nothing.
//
// Method    each is asserted never to have happened, and each assertion must fail. In all, the operation followed has
//           come through: its last beat has been taken from c.
// Probes    as twd_formal_shell_lemmas.

module twd_formal_shell_covers #(
  parameter  bit          TakesB     = 1'b1,
  parameter  bit          Mixed      = 1'b0,
  parameter  logic [7:0]  Offered    = 8'b0000_1111,
  parameter  int unsigned CountWidth = 7
) (
  input logic                  clk_i,
  input logic                  rst_ni,
  // twd_formal_shell
  input logic [2:0]            op_i,
  input logic                  c_valid,
  input logic                  c_last,
  input logic                  c_err,
  input logic                  a_begins,
  input logic                  a_chosen,
  input logic                  a_tag_q,
  input logic                  b_tag_q,
  input logic                  done_q,
  input logic                  refused,
  input logic [CountWidth-1:0] total_q,
  input logic                  given,
  // twd_stream_shell
  (* probe = "u_shell.a_whole"   *) input logic       a_whole,
  (* probe = "u_shell.b_whole"   *) input logic       b_whole,
  (* probe = "u_shell.next"        *) input logic [8:0] next,
  (* probe = "u_shell.last_q"      *) input logic       last,
  (* probe = "u_shell.start_q"     *) input logic       start,
  (* probe = "u_shell.a_reading_q" *) input logic       reading,
  (* probe = "u_shell.room_o"      *) input logic       room,
  (* probe = "u_shell.u_egress.queue_room"   *) input logic       queue_room
);

  logic path_known_q;           // of the operation before
  logic [1:0] path_q;
  logic after_q;                // others were inside when it began
  logic other_path_q;           // the one before it went another way
  logic b_first_q;              // its polynomial on b began before that on a
  logic late_q;                 // a, whole, has waited for b, with it inside
  logic full_q;                 // the output memory had no place and the queue no room, with it inside
  logic reading_q, joined_q;    // a polynomial started as soon as the one before it had been read
  logic bad_q, refused_q;       // it was flagged: a coefficient out of range; not offered
  logic inside_q, reset_q;      // a reset dropped something
  logic mine;

  assign mine = a_tag_q && !done_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      path_known_q <= 1'b0;
      path_q       <= '0;
      after_q      <= 1'b0;
      other_path_q <= 1'b0;
      b_first_q    <= 1'b0;
      late_q       <= 1'b0;
      full_q       <= 1'b0;
      reading_q    <= 1'b0;
      joined_q     <= 1'b0;
      bad_q        <= 1'b0;
      refused_q    <= 1'b0;
    end else begin
      if (a_begins) begin
        path_known_q <= Offered[op_i];
        path_q       <= twd_stream_pkg::path_of(op_i);
      end
      if (a_chosen) begin
        after_q      <= total_q != '0;
        other_path_q <= path_known_q && Offered[op_i] && path_q != twd_stream_pkg::path_of(op_i) && total_q != '0;
        b_first_q    <= b_tag_q;
      end
      late_q    <= late_q || (mine && a_whole && next[7] && !b_whole && last);
      full_q    <= full_q || (mine && a_whole && !room && !queue_room && c_valid);
      reading_q <= reading;
      joined_q  <= joined_q || (mine && start && reading_q);
      bad_q     <= bad_q || (given && c_last && c_err && !refused);
      refused_q <= refused_q || (given && c_last && c_err && refused);
    end
  end

  always_ff @(posedge clk_i) begin
    inside_q <= total_q != '0;
    reset_q  <= reset_q || (!rst_ni && inside_q);
  end

  initial begin
    inside_q = 1'b0;
    reset_q  = 1'b0;
  end

  always_comb begin
    if (rst_ni && done_q) begin
      Any: assert (1'b0);
      AfterOthers: assert (!after_q);
      Joined: assert (!joined_q);
      Full: assert (!full_q);
      OutOfRange: assert (!bad_q);
      Refused: assert (!refused_q);
      AfterReset: assert (!reset_q);
      if (TakesB) begin
        LateB: assert (!late_q);
        BFirst: assert (!b_first_q);
      end
      if (!Mixed && Offered[1]) begin
        OtherPath: assert (!other_path_q);
      end
    end
  end

endmodule
