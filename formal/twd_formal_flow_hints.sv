// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_formal_flow_hints: what the store of hints shows from a cycle with clear_i to the next one, or until the job
// changes. It packs: time depends on how many ones each quartet has, on nothing else of the hints, and on no byte of
// its memory. It reads: all depends on the bytes that came in. What an earlier job left shows in nothing.
//
// Method    two copies with any registers and memories; the same job and streams, and packed hints that come in; hints
//           of which each quartet has as many ones in both. By induction: words that were written since clear_i are the
//           same, and no others are read
// Equal     while all hints are the same, the packed ones are
// Probes    registers of both copies, joined to inputs by name, the first one lowest

module twd_formal_flow_hints (
  input logic       clk_i,
  input logic       rst_ni,
  input logic       clear_i,
  input logic       read_i,
  input logic [1:0] set_i,
  input logic       hint_in_valid_i,
  input logic [7:0] hint_in_data_i,   // of both copies
  input logic       hint_out_ready_i,
  input logic       byte_in_valid_i,
  input logic [7:0] byte_in_data_i,
  input logic       byte_out_ready_i,
  (* probe = "gen_copy[0].u_hints.write" *) input logic write,
  (* probe = "gen_copy[0].u_hints.addr" *) input logic [6:0] addr,
  (* probe = "gen_copy[*].u_hints.read" *) input logic [1:0][7:0] read,
  (* probe = "gen_copy[*].u_hints.memory[*]" *) input logic [1:0][127:0][7:0] memory,
  (* probe = "gen_copy[*].u_hints.phase_q" *) input logic [1:0][3:0] phase,
  (* probe = "gen_copy[*].u_hints.omega" *) input logic [1:0][6:0] hints,
  (* probe = "gen_copy[*].u_hints.total" *) input logic [1:0][6:0] bytes,
  (* probe = "gen_copy[*].u_hints.last" *) input logic [1:0][6:0] end_byte,
  (* probe = "gen_copy[*].u_hints.row" *) input logic [1:0][3:0] row,
  (* probe = "gen_copy[*].u_hints.place_q" *) input logic [1:0][6:0] place,
  (* probe = "gen_copy[*].u_hints.tail_q" *) input logic [1:0][6:0] tail,
  (* probe = "gen_copy[*].u_hints.quartet_q" *) input logic [1:0][5:0] number,
  (* probe = "gen_copy[*].u_hints.bits_q" *) input logic [1:0][3:0] bits,
  (* probe = "gen_copy[*].u_hints.here_q" *) input logic [1:0] here,
  (* probe = "gen_copy[*].u_hints.last_q" *) input logic [1:0] last,
  (* probe = "gen_copy[*].u_hints.index_q" *) input logic [1:0][7:0] index,
  (* probe = "gen_copy[*].u_hints.limit_q" *) input logic [1:0][7:0] limit
);

  logic [1:0] hint_in_ready, hint_out_valid, byte_in_ready, byte_out_valid, byte_out_last, over, malformed, done;
  logic [7:0] hint_out;
  logic [15:0] byte_out;

  for (genvar i = 0; i < 2; i++) begin : gen_copy
    twd_hint_store u_hints (
      .clk_i,
      .rst_ni,
      .clear_i,
      .read_i,
      .set_i,
      .hint_in_valid_i,
      .hint_in_ready_o (hint_in_ready[i]),
      .hint_in_data_i  (hint_in_data_i[4*i+:4]),
      .hint_out_valid_o(hint_out_valid[i]),
      .hint_out_ready_i,
      .hint_out_data_o (hint_out[4*i+:4]),
      .byte_in_valid_i,
      .byte_in_ready_o (byte_in_ready[i]),
      .byte_in_data_i,
      .byte_out_valid_o(byte_out_valid[i]),
      .byte_out_ready_i,
      .byte_out_last_o (byte_out_last[i]),
      .byte_out_data_o (byte_out[8*i+:8]),
      .over_o          (over[i]),
      .malformed_o     (malformed[i]),
      .done_o          (done[i])
    );
  end

  // Those of twd_hint_store, in their order.
  localparam int unsigned Start = 0, Collect = 1, Count = 2, Fill = 3, Pad = 4, Give = 5, Take = 6, Limit = 7,
                          First = 8, Expand = 9, Rest = 10, Done = 11;

  logic [15:0] now;           // the phase, a bit each
  logic packs, uses;          // a job packs, has read all bytes and uses them
  logic [6:0] omega, total, whole;
  logic [127:0] written_q;    // words, since clear_i
  logic [127:0] due, same;    // that are written, that are the same

  logic [2:0] job, job_q;
  logic reads;
  logic begun_q;   // there was a reset
  logic kept_q;    // the job was that of the last clear_i
  logic equal_q;   // so far in it, hints are the same

  assign job = {read_i, set_i};
  assign reads = job_q[2];
  initial begun_q = 1'b0;
  assign now = 16'd1 << phase[0];
  assign packs = now[Collect] || now[Count] || now[Fill] || now[Pad] || now[Give];
  assign uses = now[First] || now[Expand] || now[Rest];

  always_comb begin
    unique case (job_q[1:0])
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
    begun_q <= begun_q || !rst_ni;
    job_q   <= job;
    kept_q  <= !rst_ni || clear_i || (kept_q && job == job_q);
    equal_q <= !rst_ni || clear_i
        || (equal_q && (!hint_in_valid_i || hint_in_data_i[3:0] == hint_in_data_i[7:4]));
    if (write) written_q[addr] <= 1'b1;
    if (!rst_ni || clear_i) written_q <= '0;
  end

  always_comb begin
    assume ($countones(hint_in_data_i[3:0]) == $countones(hint_in_data_i[7:4]));
    if (begun_q && rst_ni && kept_q) begin
      SameTime: assert (hint_in_ready[0] == hint_in_ready[1] && hint_out_valid[0] == hint_out_valid[1]
                        && byte_in_ready[0] == byte_in_ready[1] && byte_out_valid[0] == byte_out_valid[1]
                        && done[0] == done[1]);
      SameFlags: assert (over[0] == over[1] && malformed[0] == malformed[1]);
      SameLast: assert (!byte_out_valid[0] || byte_out_last[0] == byte_out_last[1]);
      SameHints: assert (!hint_out_valid[0] || hint_out[3:0] == hint_out[7:4]);
      SameBytes: assert (!byte_out_valid[0] || !equal_q || byte_out[7:0] == byte_out[15:8]);
      OfTheSet: assert (hints == {2{omega}} && bytes == {2{total}} && end_byte == {2{total - 7'd1}}
                        && row == {2{end_byte[0][6:3]}});
      SamePhase: assert (phase[0] == phase[1]);
      OfTheJob: assert (now[Start] || now[Done] || (reads ? now[Take] || now[Limit] || uses : packs));
      SamePlace: assert (now[Start] || (place[0] == place[1] && tail[0] == tail[1] && number[0] == number[1]));
      SameOnes: assert (!(now[Collect] || now[Count]) || $countones(bits[0]) == $countones(bits[1]));
      SameBits: assert (now[Start] || !(reads || equal_q) || bits[0] == bits[1]);
      SameHere: assert (now[Start] || here[0] == here[1]);
      NotHere: assert (!(now[Take] || (packs && !now[Give])) || !here[0]);
      SameIndex: assert (!here[0] || !(now[Limit] || uses || (now[Give] && equal_q)) || index[0] == index[1]);
      LastHere: assert (!now[Give] || (here[0] ? last == {2{place[0] == whole}} : place[0] == '0));
      SameLimit: assert (!uses || limit[0] == limit[1]);
      SameRead: assert (!(now[Limit] || uses) || read[0] == read[1]);
      Written: assert ((due & ~written_q) == '0);
      SameWords: assert ((written_q & ~same) == '0 || !(reads || equal_q));
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
