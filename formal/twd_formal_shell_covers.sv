// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_formal_shell_covers: situations that twd_formal_shell must reach, so that what is proved about it is not about nothing.
//
// Method    each is asserted never to have happened, and each assertion must fail. In all, the operation followed has come through:
//           its last beat has been taken from c.
// Probes    as twd_formal_shell_lemmas.

module twd_formal_shell_covers #(
  parameter  bit          TakesB     = 1'b1,
  parameter  bit          Mixed      = 1'b0,
  parameter  logic [7:0]  Offered    = 8'b0000_1111,
  parameter  int unsigned StallTimeout   = 4,
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
  (* probe = "u_shell.a_ready_o"                  *) input logic                        a_ready,
  (* probe = "u_shell.b_ready_o"                  *) input logic                        b_ready,
  (* probe = "u_shell.u_a.whole_o"                *) input logic                        a_whole,
  (* probe = "u_shell.u_control.en_q"             *) input logic                        en,
  (* probe = "u_shell.u_control.open_o"           *) input logic                        open,
  (* probe = "u_shell.u_control.last"           *) input logic                        last,
  (* probe = "u_shell.u_control.in_polynomial_q"         *) input logic                        middle,
  (* probe = "u_shell.u_control.replay"          *) input logic                        replay,
  (* probe = "u_shell.u_control.drain_q"          *) input logic                        drain,
  (* probe = "u_shell.u_control.stall_count_q"         *) input logic [$clog2(StallTimeout)-1:0] stall_count,
  (* probe = "u_shell.u_egress.sop_i"           *) input logic                        y_sop,
  (* probe = "u_shell.u_egress.begin_now"         *) input logic                        begin_now,
  (* probe = "u_shell.u_egress.space_o"            *) input logic                        space,
  (* probe = "u_shell.u_egress.u_queue.stored_q"  *) input logic [4:0]                  stored
);

  logic [3:0] to_read_q;        // polynomials to be read to the end before it, and it
  logic [3:0] unread_q;         // polynomials begun and not read to the end
  logic mine;                   // it is being read
  logic path_known_q;            // of the operation before
  logic [1:0] path_q;
  logic after_q;                // others were inside when it began
  logic other_path_q;            // the one before it went another way
  logic b_first_q;              // its polynomial on b began before that on a
  logic a_lacked_q, b_lacked_q; // it has been given up, as a beat of a, or of b alone, was missing
  logic dropped_q;              // what it left in the pipe came out, and was left out
  logic full, full_q;           // everything stood, with it inside
  logic bad_q, refused_q;       // it was flagged: a coefficient out of range; not offered
  logic inside_q, reset_q;      // a reset dropped something

  assign mine = a_tag_q && !done_q && middle && to_read_q == 4'd1;
  assign full = open && !a_ready && !b_ready && !en && !space && c_valid && stored >= 5'd13;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      to_read_q   <= '0;
      unread_q    <= '0;
      path_known_q <= 1'b0;
      path_q       <= '0;
      after_q     <= 1'b0;
      other_path_q <= 1'b0;
      b_first_q   <= 1'b0;
      a_lacked_q  <= 1'b0;
      b_lacked_q  <= 1'b0;
      dropped_q   <= 1'b0;
      full_q      <= 1'b0;
      bad_q       <= 1'b0;
      refused_q   <= 1'b0;
    end else begin
      unread_q <= unread_q + 4'(a_begins) - 4'(last);
      if (a_chosen) to_read_q <= unread_q + 4'd1 - 4'(last);
      else if (to_read_q != '0) to_read_q <= to_read_q - 4'(last);
      if (a_begins) begin
        path_known_q <= Offered[op_i];
        path_q       <= twd_stream_pkg::path_of(op_i);
      end
      if (a_chosen) begin
        after_q     <= total_q != '0;
        other_path_q <= path_known_q && Offered[op_i] && path_q != twd_stream_pkg::path_of(op_i) && total_q != '0;
        b_first_q   <= b_tag_q;
      end
      a_lacked_q <= a_lacked_q || (replay && mine && !a_whole);
      b_lacked_q <= b_lacked_q || (replay && mine && a_whole && stall_count == '1);
      dropped_q  <= dropped_q || ((a_lacked_q || b_lacked_q) && drain && en && y_sop && !begin_now);
      full_q     <= full_q || (full && a_tag_q && !done_q);
      bad_q      <= bad_q || (given && c_last && c_err && !refused);
      refused_q  <= refused_q || (given && c_last && c_err && refused);
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
      ReplayedForA: assert (!(a_lacked_q && dropped_q));
      Full: assert (!full_q);
      OutOfRange: assert (!bad_q);
      Refused: assert (!refused_q);
      AfterReset: assert (!reset_q);
      if (TakesB) begin
        ReplayedForB: assert (!(b_lacked_q && dropped_q));
        BFirst: assert (!b_first_q);
      end
      if (!Mixed && Offered[1]) begin
        OtherPath: assert (!other_path_q);
      end
    end
  end

endmodule
