// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_formal_buffer_lemmas: what is always true inside twd_stream_buffer (Q = 3, Lanes = 1), with one polynomial followed.

module twd_formal_buffer_lemmas #(
  parameter  int unsigned Beats     = 4,
  localparam int unsigned BeatWidth = $clog2(Beats),
  localparam int unsigned Depth     = Beats < 16 ? 16 : Beats,
  localparam int unsigned AW        = $clog2(Depth)
) (
  input logic                  rst_ni,
  // registers of the buffer
  input logic                  ready,
  input logic [BeatWidth-1:0]  beat,
  input logic [AW:0]           accepted,
  input logic [AW:0]           written,
  input logic [AW:0]           read,
  input logic [AW:0]           begun,
  input logic                  write,
  input logic [AW-1:0]         whole,
  input logic                  middle,
  input logic [AW:0]           ahead,
  input logic [1:0]            recount,
  input logic                  have,
  input logic                  unread_full,
  input logic                  kept_full,
  input logic [1:0]            raw,
  input logic [Depth-1:0][2:0] mem,
  // its surroundings
  input logic                  other,     // the other operand is whole, or there is none
  // the polynomial that is followed
  input logic                  pending,   // it has begun, and has not been read to the end
  input logic [AW:0]           start,     // where it begins
  input logic [BeatWidth:0]    count,     // beats of it that have been accepted
  input logic [Beats-1:0][1:0] want,
  input logic [Beats-1:0]      bad
);

  localparam logic [AW:0] Margin = (AW + 1)'(4);
  localparam logic [AW:0] Full = (AW + 1)'(Depth);

  logic [AW:0] read_floor;      // where the polynomial begins that is to be read, or being read
  logic [AW:0] base;            // kept from here on
  logic [AW-BeatWidth:0] polys;
  logic [AW:0] unread, kept, mine, gap, held;
  logic [AW:0] place, distance;
  logic words;

  assign read_floor = {read[AW:BeatWidth], {BeatWidth{1'b0}}};
  assign base       = middle && !(whole != '0 && other) ? read_floor : read;
  assign polys      = accepted[AW:BeatWidth] - read[AW:BeatWidth];
  assign unread     = accepted - read;
  assign kept       = accepted - base;
  assign mine       = accepted - start;
  assign gap        = start - read_floor;
  assign held       = accepted - read_floor;

  always_comb begin
    words = 1'b1;
    for (int i = 0; i < Beats; i++) begin
      place    = start + (AW + 1)'(i);
      distance = place - base;
      if (i < 32'(count)) begin
        if (write && written == place) words &= {raw == 2'd3, raw == 2'd3 ? 2'd0 : raw} == {bad[i], want[i]};
        else if (!distance[AW]) words &= mem[place[AW-1:0]] == {bad[i], want[i]};
      end
    end
  end

  always_comb begin
    if (rst_ni) begin
      Written: assert (accepted == written + (AW + 1)'(write));
      Beat: assert (beat == accepted[BeatWidth-1:0]);
      Middle: assert (middle == (read[BeatWidth-1:0] != '0));
      Begun: assert (!middle || begun == read_floor);
      Whole: assert (whole == AW'(polys));
      Unread: assert (unread <= Full && written - read <= Full);
      Kept: assert (kept <= (ready ? Full - (AW + 1)'(1) : Full));
      UnreadRoom: assert (unread_full || unread <= Full - Margin);
      KeptRoom: assert (!middle || kept_full || accepted - read_floor <= Full - Margin);
      ReadyRoom: assert (!ready || whole == '0 || kept <= Full - Margin + (AW + 1)'(1));
      Recount: assert (recount == '0 || (recount != 2'd3 && have && written != read && !middle));
      Recounted: assert (!recount[1] || ahead == written - read);
      if (pending) begin
        Start: assert (start[BeatWidth-1:0] == '0 && count != '0 && 32'(count) <= Beats);
        Order: assert (gap < held);
        Mine: assert (count[BeatWidth] ? mine >= (AW + 1)'(Beats) : mine == (AW + 1)'(count));
        Words: assert (words);
      end
    end
  end

endmodule
