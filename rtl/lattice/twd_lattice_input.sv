// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_lattice_input: the words of frames that come in, as many as the operation takes.
//
// Short     a frame that ends before its last word is taken, or whose last word has less than bytes_i bytes: zeros
//           follow, early_o. Frames whose length is free (open_i) may end anywhere.
// Long      one that does not end with the word that is taken with frame_i, or whose last word has more than bytes_i:
//           its rest is dropped, late_o.
// Bytes     a word that does not end its frame and has not 8 bytes, or one that has more: broken_o.
// Timing    combinational from in to word, flip-flops for what is wrong; a word a cycle. Reset: the next word starts a
//           frame.
// Model     none: it moves data only

module twd_lattice_input (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        in_valid_i,
  output logic        in_ready_o,
  input  logic        in_last_i,
  input  logic [67:0] in_data_i,    // number of bytes, word
  output logic        word_valid_o,
  input  logic        word_ready_i,
  output logic        word_last_o,
  output logic [67:0] word_data_o,
  input  logic        open_i,
  input  logic        frame_i,      // the word ends the frame
  input  logic [ 3:0] bytes_i,      // of the last word
  output logic        idle_o,       // no rest is dropped
  output logic        ended_o,      // the frame has ended, for a cycle
  output logic        early_o,      // for a cycle, the one after the word; also below
  output logic        late_o,
  output logic        broken_o
);

  typedef enum logic [1:0] {
    INPUT_FRAME,
    INPUT_ENDED,
    INPUT_REST
  } state_e;

  state_e state_q;
  logic take;
  logic passes_q;   // not INPUT_ENDED; apart from state_q, for it selects words

  assign word_valid_o = state_q == INPUT_ENDED || (state_q == INPUT_FRAME && in_valid_i);
  assign word_last_o = state_q == INPUT_ENDED || in_last_i;
  assign word_data_o = passes_q ? in_data_i : {4'd8, 64'd0};
  assign in_ready_o = state_q == INPUT_REST || (state_q == INPUT_FRAME && word_ready_i);
  assign take = word_valid_o && word_ready_i;
  assign idle_o = state_q != INPUT_REST;
  assign ended_o = (state_q == INPUT_REST && in_valid_i && in_last_i)
      || (take && frame_i && (state_q == INPUT_ENDED || (state_q == INPUT_FRAME && in_last_i)));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q  <= INPUT_FRAME;
      passes_q <= 1'b1;
      early_o  <= 1'b0;
      late_o   <= 1'b0;
      broken_o <= 1'b0;
    end else begin
      early_o  <= state_q == INPUT_FRAME && take && in_last_i && !open_i
          && (!frame_i || in_data_i[67:64] < bytes_i);
      late_o   <= state_q == INPUT_FRAME && take && !open_i && frame_i
          && (!in_last_i || in_data_i[67:64] > bytes_i);
      broken_o <= state_q == INPUT_FRAME && take
          && (in_last_i ? in_data_i[67:64] > 4'd8 : in_data_i[67:64] != 4'd8);
      unique case (state_q)
        INPUT_FRAME: begin
          if (take && in_last_i && !frame_i) {state_q, passes_q} <= {INPUT_ENDED, 1'b0};
          if (take && !in_last_i && frame_i) state_q <= INPUT_REST;
        end
        INPUT_ENDED: if (take && frame_i) {state_q, passes_q} <= {INPUT_FRAME, 1'b1};
        INPUT_REST: if (in_valid_i && in_last_i) state_q <= INPUT_FRAME;
        default: state_q <= INPUT_FRAME;
      endcase
    end
  end

endmodule
