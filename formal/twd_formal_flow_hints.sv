// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_formal_flow_hints: what the store of hints shows from a cycle with clear_i to the next one, or until the job
// changes. It packs: time depends on how many ones each quartet has, on nothing else of the hints, and on no byte of
// its memory. It reads: all depends on the bytes that came in. What an earlier job left shows in nothing.
//
// Method    two copies with any registers and memories; the same job and streams, and packed hints that come in; hints
//           of which each quartet has as many ones in both. By induction, with twd_formal_flow_hints_lemmas.
// Equal     while all hints are the same, the packed ones are.

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
  input logic       byte_out_ready_i
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

  logic [2:0] job, job_q;
  logic begun_q;   // there was a reset
  logic kept_q;    // the job was that of the last clear_i
  logic equal_q;   // so far in it, hints are the same

  assign job = {read_i, set_i};
  initial begun_q = 1'b0;

  always_ff @(posedge clk_i) begin
    begun_q <= begun_q || !rst_ni;
    job_q   <= job;
    kept_q  <= !rst_ni || clear_i || (kept_q && job == job_q);
    equal_q <= !rst_ni || clear_i
        || (equal_q && (!hint_in_valid_i || hint_in_data_i[3:0] == hint_in_data_i[7:4]));
  end

  always_comb begin
    assume (3'($countones(hint_in_data_i[3:0])) == 3'($countones(hint_in_data_i[7:4])));
    if (begun_q && rst_ni && kept_q) begin
      SameTime: assert (hint_in_ready[0] == hint_in_ready[1] && hint_out_valid[0] == hint_out_valid[1]
                        && byte_in_ready[0] == byte_in_ready[1] && byte_out_valid[0] == byte_out_valid[1]
                        && done[0] == done[1]);
      SameFlags: assert (over[0] == over[1] && malformed[0] == malformed[1]);
      SameLast: assert (!byte_out_valid[0] || byte_out_last[0] == byte_out_last[1]);
      SameHints: assert (!hint_out_valid[0] || hint_out[3:0] == hint_out[7:4]);
      SameBytes: assert (!byte_out_valid[0] || !equal_q || byte_out[7:0] == byte_out[15:8]);
    end
  end

  twd_formal_flow_hints_lemmas u_lemmas (
    .clk_i,
    .forget(!rst_ni || clear_i),
    .kept  (begun_q && rst_ni && kept_q),
    .reads (job_q[2]),
    .set   (job_q[1:0]),
    .equal (equal_q),
    .write (),
    .addr  (),
    .read  (),
    .memory(),
    .phase (),
    .place (),
    .tail  (),
    .number(),
    .bits  (),
    .here  (),
    .last  (),
    .index (),
    .limit ()
  );

endmodule
