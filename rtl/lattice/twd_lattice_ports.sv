// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_lattice_ports: which of three ports gives the next frame of an operation.
//
// Frames    are counted from start_i on, by ended_i. With key, the first one comes from key; with random, those of
//           random bytes come from random, eight words for KeyGen of ML-KEM and four for others.
// Waits     waits_o: in, key, random: the operation needs a word that does not come.
// Timing    a register: a word is taken once one is needed, and none after the last one of a frame before ended_i. A
//           word a cycle. Where none is there the word is 0, from two cycles later on. Reset: the first frame, no word.
// Model     none: it moves data only

module twd_lattice_ports (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  input  logic                      start_i,
  input  logic                      key_i,      // of the command; also below
  input  logic                      random_i,
  input  logic                [2:0] operation_i,
  input  logic                      ended_i,
  input  logic                      needs_i,    // a word is needed
  output logic                [2:0] waits_o,
  input  logic                      in_valid_i,
  output logic                      in_ready_o,
  input  logic                      in_last_i,
  input  logic               [67:0] in_data_i,  // number of bytes, word; also below
  input  logic                      key_valid_i,
  output logic                      key_ready_o,
  input  logic                      key_last_i,
  input  logic               [67:0] key_data_i,
  input  logic                      random_valid_i,
  output logic                      random_ready_o,
  input  logic               [63:0] random_data_i,
  output logic                      valid_o,
  input  logic                      ready_i,
  output logic                      last_o,
  output logic               [67:0] data_o
);

  logic [1:0] frame_q, frame;
  logic ended_q;        // no word is taken
  logic whole_q;        // nor here: the last word of the frame was
  logic [3:0] left_q;   // words of the frame of random bytes
  logic key, random;    // the frame comes from there; flip-flops, from two cycles after start_i on

  assign frame = start_i ? 2'd0 : ended_q && frame_q != 2'd3 ? frame_q + 2'd1 : frame_q;
  logic open, valid, last;

  assign open = needs_i && !ended_q && !whole_q;
  assign waits_o = {random, key, !key && !random} & {3{open && !valid && !valid_o}};

  always_comb begin
    in_ready_o = open && (!valid_o || ready_i) && !key && !random;
    key_ready_o = open && (!valid_o || ready_i) && key;
    random_ready_o = open && (!valid_o || ready_i) && random;
    valid = random ? random_valid_i : key ? key_valid_i : in_valid_i;
    last = random ? left_q == 4'd1 : key ? key_last_i : in_last_i;
  end

  always_ff @(posedge clk_i) begin
    if (!valid_o || ready_i) begin
      last_o <= last;
      data_o <= random ? {4'd8, random_data_i} : key ? key_data_i : in_data_i;
      if (!open && !valid_o) {last_o, data_o} <= '0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      frame_q <= '0;
      ended_q <= 1'b0;
      whole_q <= 1'b0;
      valid_o <= 1'b0;
      left_q  <= '0;
      key     <= 1'b0;
      random  <= 1'b0;
    end else begin
      frame_q <= frame;
      ended_q <= ended_i && !start_i;
      whole_q <= !ended_i && !start_i && (whole_q || (open && valid && last && (!valid_o || ready_i)));
      valid_o <= !valid_o || ready_i ? open && valid : 1'b1;
      key     <= key_i && frame == 2'd0;
      random  <= random_i && frame == twd_lattice_pkg::drawn_frame(operation_i);
      if (left_q == '0) left_q <= operation_i == twd_lattice_pkg::OPERATION_KEM_KEYGEN ? 4'd8 : 4'd4;
      else if (random_valid_i && random_ready_o) left_q <= left_q - 4'd1;
      if (start_i) left_q <= '0;
    end
  end

endmodule
