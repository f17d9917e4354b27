// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_lattice_side: the streams of keys and of random bytes of twd_lattice_axi, a register each.
//
// Closed    takes nothing but for an operation whose command says so: key_i, random_i. Without either what is left is
//           dropped and cleared: a word of random bytes that was taken early, at most.
// Timing    a word every other cycle. tready are ANDs of flip-flops. Reset drops what is left.
// Cost      135 flip-flops
// Model     tests/lattice_axi_cocotb.py

module twd_lattice_side (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        key_i,            // taken while high; also below
  input  logic        random_i,
  input  logic        key_tvalid_i,
  output logic        key_tready_o,
  input  logic [63:0] key_tdata_i,
  input  logic [ 7:0] key_tkeep_i,
  input  logic        key_tlast_i,
  input  logic        random_tvalid_i,
  output logic        random_tready_o,
  input  logic [63:0] random_tdata_i,
  output logic        key_valid_o,
  input  logic        key_ready_i,
  output logic        key_last_o,
  output logic [67:0] key_data_o,       // number of bytes, word
  output logic        random_valid_o,
  input  logic        random_ready_i,
  output logic [63:0] random_data_o
);

  logic [67:0] key;
  logic [63:0] unused_tdata;
  logic [7:0] unused_tkeep;

  twd_lattice_beats u_beats (
    .in_tdata_i (key_tdata_i),
    .in_tkeep_i (key_tkeep_i),
    .in_data_o  (key),
    .out_data_i (68'd0),
    .out_tdata_o(unused_tdata),
    .out_tkeep_o(unused_tkeep)
  );

  assign key_tready_o = key_i && !key_valid_o;
  assign random_tready_o = random_i && !random_valid_o;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      key_valid_o    <= 1'b0;
      random_valid_o <= 1'b0;
    end else begin
      key_valid_o    <= key_i && (key_valid_o ? !key_ready_i : key_tvalid_i);
      random_valid_o <= random_i && (random_valid_o ? !random_ready_i : random_tvalid_i);
    end
  end

  always_ff @(posedge clk_i) begin
    if (key_tready_o) {key_last_o, key_data_o} <= {key_tlast_i, key};
    if (random_tready_o) random_data_o <= random_tdata_i;
    if (!key_i) {key_last_o, key_data_o} <= '0;
    if (!random_i) random_data_o <= '0;
  end

endmodule
