// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_formal_buffer_lemmas: what is always true inside twd_stream_buffer (q = 3, one lane), and where the beats of one polynomial are.
//
// Method    see twd_formal_shell_lemmas. Positions count beats modulo twice the depth of the memory.

module twd_formal_buffer_lemmas #(
  parameter  int unsigned Beats     = 4,
  localparam int unsigned BeatWidth = $clog2(Beats),
  localparam int unsigned Depth     = Beats < 16 ? 16 : Beats,
  localparam int unsigned AddrWidth = $clog2(Depth)
) (
  input logic                  rst_ni,
  // registers of the buffer
  input logic                  ready,
  input logic [BeatWidth-1:0]  beat,
  input logic                  final_beat,
  input logic [AddrWidth:0]    accepted,
  input logic [AddrWidth:0]    written,
  input logic [AddrWidth:0]    read,
  input logic [AddrWidth:0]    begun,
  input logic                  write,
  input logic [AddrWidth-1:0]  whole,
  input logic                  middle,
  input logic [AddrWidth:0]    ahead,
  input logic [1:0]            recount,
  input logic                  have,
  input logic                  unread_full,
  input logic                  kept_full,
  input logic [1:0]            raw,
  input logic [Depth-1:0][2:0] mem,
  // around it
  input logic                  other,    // the other operand is whole, or there is none
  // the polynomial that is followed
  input logic                  pending,  // it has begun, and has not been read to the end
  input logic [AddrWidth:0]    start,    // where it begins
  input logic [BeatWidth:0]    count,    // beats of it that have been accepted
  input logic [Beats-1:0][1:0] want,
  input logic [Beats-1:0]      bad
);

  localparam logic [AddrWidth:0] Full = (AddrWidth + 1)'(Depth);
  localparam logic [AddrWidth:0] Room = (AddrWidth + 1)'(Depth - 4);

  logic [AddrWidth:0] read_begin;     // where the polynomial begins that is read, or will be
  logic [AddrWidth:0] base;           // everything is kept from here on
  logic [AddrWidth:0] unread, kept, held;
  logic [AddrWidth:0] after, gap;     // from where the polynomial followed begins, and to there
  logic [AddrWidth-BeatWidth:0] polys;
  logic [AddrWidth:0] place, distance;
  logic words;

  assign read_begin = {read[AddrWidth:BeatWidth], {BeatWidth{1'b0}}};
  assign base       = middle && !(whole != '0 && other) ? read_begin : read;
  assign unread     = accepted - read;
  assign kept       = accepted - base;
  assign held       = accepted - read_begin;
  assign after      = accepted - start;
  assign gap        = start - read_begin;
  assign polys      = accepted[AddrWidth:BeatWidth] - read[AddrWidth:BeatWidth];

  always_comb begin
    words = 1'b1;
    for (int i = 0; i < Beats; i++) begin
      place    = start + (AddrWidth + 1)'(i);
      distance = place - base;
      if (i < 32'(count)) begin
        if (write && written == place) words &= {raw == 2'd3, raw == 2'd3 ? 2'd0 : raw} == {bad[i], want[i]};
        else if (!distance[AddrWidth]) words &= mem[place[AddrWidth-1:0]] == {bad[i], want[i]};
      end
    end
  end

  always_comb begin
    if (rst_ni) begin
      Written: assert (accepted == (AddrWidth + 1)'(written + (AddrWidth + 1)'(write)));
      Beat: assert (beat == accepted[BeatWidth-1:0] && final_beat == (beat == '1));
      Middle: assert (middle == (read[BeatWidth-1:0] != '0));
      Begun: assert (!middle || begun == read_begin);
      Whole: assert (whole == AddrWidth'(polys));
      Unread: assert (unread <= Full && (AddrWidth + 1)'(written - read) <= Full);
      Kept: assert (kept <= Full && (!ready || kept < Full));
      UnreadRoom: assert (unread_full || unread <= Room);
      KeptRoom: assert (!middle || kept_full || held <= Room);
      ReadyRoom: assert (!ready || whole == '0 || kept <= (AddrWidth + 1)'(Depth - 3));
      Recount: assert (recount == '0 || (recount != 2'd3 && have && written != read && !middle));
      Recounted: assert (!recount[1] || ahead == (AddrWidth + 1)'(written - read));
      if (pending) begin
        Start: assert (start[BeatWidth-1:0] == '0 && count != '0 && 32'(count) <= Beats);
        Order: assert (gap < held);
        Count: assert (count[BeatWidth] ? 32'(after) >= Beats : after == (AddrWidth + 1)'(count));
        Words: assert (words);
      end
    end
  end

endmodule
