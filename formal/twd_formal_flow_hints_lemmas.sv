// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_formal_flow_hints_lemmas: what is always true inside both stores of hints of twd_formal_flow_hints.
//
// Words     those that were written since clear_i are the same, but for different hints; only they are read.
// Probes    registers of both copies, the first one lowest

module twd_formal_flow_hints_lemmas (
  input logic       clk_i,
  input logic       forget,   // what was written
  input logic       kept,     // the job is that of the last clear_i, outside of reset
  input logic       reads,
  input logic [1:0] set,
  input logic       equal,    // hints were the same
  (* probe = "gen_copy[0].u_hints.write" *) input logic write,
  (* probe = "gen_copy[0].u_hints.addr" *) input logic [6:0] addr,
  (* probe = "gen_copy[*].u_hints.read" *) input logic [1:0][7:0] read,
  (* probe = "gen_copy[*].u_hints.memory[*]" *) input logic [1:0][127:0][7:0] memory,
  (* probe = "gen_copy[*].u_hints.phase_q" *) input logic [1:0][3:0] phase,
  (* probe = "gen_copy[*].u_hints.place_q" *) input logic [1:0][6:0] place,
  (* probe = "gen_copy[*].u_hints.tail_q" *) input logic [1:0][6:0] tail,
  (* probe = "gen_copy[*].u_hints.quartet_q" *) input logic [1:0][5:0] number,
  (* probe = "gen_copy[*].u_hints.bits_q" *) input logic [1:0][3:0] bits,
  (* probe = "gen_copy[*].u_hints.here_q" *) input logic [1:0] here,
  (* probe = "gen_copy[*].u_hints.last_q" *) input logic [1:0] last,
  (* probe = "gen_copy[*].u_hints.index_q" *) input logic [1:0][7:0] index,
  (* probe = "gen_copy[*].u_hints.limit_q" *) input logic [1:0][7:0] limit
);

  // Those of twd_hint_store, in their order.
  localparam int unsigned Start = 0, Collect = 1, Count = 2, Fill = 3, Pad = 4, Give = 5, Take = 6, Limit = 7,
                          First = 8, Expand = 9, Rest = 10, Done = 11;

  logic [15:0] now;           // the phase, a bit each
  logic packs, uses;          // a job packs, has read all bytes and uses them
  logic [6:0] omega, total, whole;
  logic [127:0] written_q;    // words, since clear_i
  logic [127:0] due, same;    // that are written, that are the same

  assign now = 16'd1 << phase[0];
  assign packs = now[Collect] || now[Count] || now[Fill] || now[Pad] || now[Give];
  assign uses = now[First] || now[Expand] || now[Rest];

  always_comb begin
    unique case (set)
      2'd0: {omega, total, whole} = {7'd80, 7'd84, 7'd88};
      2'd1: {omega, total, whole} = {7'd55, 7'd61, 7'd64};
      default: {omega, total, whole} = {7'd75, 7'd83, 7'd88};
    endcase
    for (int w = 0; w < 128; w++) begin
      due[w] = now[Take] ? 7'(w) < place[0]
          : now[Pad] ? 7'(w) < tail[0]
          : now[Collect] || now[Count] || now[Fill] ? 7'(w) < place[0] || (7'(w) >= omega && 7'(w) < tail[0])
          : now[Start] || now[Done] ? 1'b0 : 7'(w) < whole;
      same[w] = memory[0][w] == memory[1][w];
    end
  end

  always_ff @(posedge clk_i) begin
    if (write) written_q[addr] <= 1'b1;
    if (forget) written_q <= '0;
  end

  always_comb begin
    if (kept) begin
      SamePhase: assert (phase[0] == phase[1]);
      OfTheJob: assert (now[Start] || now[Done] || (reads ? now[Take] || now[Limit] || uses : packs));
      SamePlace: assert (now[Start] || (place[0] == place[1] && tail[0] == tail[1] && number[0] == number[1]));
      SameOnes: assert (!(now[Collect] || now[Count]) || $countones(bits[0]) == $countones(bits[1]));
      SameBits: assert (now[Start] || !(reads || equal) || bits[0] == bits[1]);
      SameHere: assert (now[Start] || here[0] == here[1]);
      NotHere: assert (!(now[Take] || (packs && !now[Give])) || !here[0]);
      SameIndex: assert (!here[0] || !(now[Limit] || uses || (now[Give] && equal)) || index[0] == index[1]);
      LastHere: assert (!now[Give] || (here[0] ? last == {2{place[0] == whole}} : place[0] == '0));
      SameLimit: assert (!uses || limit[0] == limit[1]);
      SameRead: assert (!(now[Limit] || uses) || read[0] == read[1]);
      Written: assert ((due & ~written_q) == '0);
      SameWords: assert ((written_q & ~same) == '0 || !(reads || equal));
      PlaceOfIndex: assert (!(now[Collect] || now[Count] || now[Fill] || now[Limit] || uses) || place[0] <= omega);
      PlaceOfByte: assert (now[Give] ? place[0] <= whole : !now[Take] || place[0] < whole);
      TailOfCount: assert (!(now[Collect] || now[Count] || now[Take] || now[Limit])
                           || (tail[0] >= omega && tail[0] < total));
      TailOfEnd: assert (!now[Fill] || tail[0] == total);
      TailOfPad: assert (!now[Pad] || (tail[0] >= total && tail[0] < whole));
      TailOfRead: assert (!uses || (tail[0] > omega && tail[0] <= total));
    end
  end

endmodule
