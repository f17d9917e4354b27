// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_test_hashed: twd_keccak with twd_sampler after it, which ends its hashes.

module twd_test_hashed #(
  parameter bit Kem = 1'b1,
  parameter bit Dsa = 1'b1,
  parameter bit Serial = 1'b0
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        hash_valid_i,
  output logic        hash_ready_o,
  input  logic [11:0] hash_data_i,
  input  logic        text_valid_i,
  output logic        text_ready_o,
  input  logic        text_last_i,
  input  logic [67:0] text_data_i,
  input  logic        job_valid_i,
  output logic        job_ready_o,
  input  logic [20:0] job_data_i,
  output logic        out_valid_o,
  input  logic        out_ready_i,
  output logic        out_last_o,
  output logic [95:0] out_data_o
);

  logic drop, valid, ready, unused;
  logic [63:0] data;

  twd_keccak u_keccak (
    .clk_i,
    .rst_ni,
    .clear_i     (1'b0),
    .hash_valid_i,
    .hash_ready_o,
    .hash_data_i,
    .in_valid_i (text_valid_i),
    .in_ready_o (text_ready_o),
    .in_last_i  (text_last_i),
    .in_data_i  (text_data_i),
    .out_valid_o(valid),
    .out_ready_i(ready),
    .out_last_o (unused),
    .out_data_o (data),
    .drop_i     (drop)
  );

  logic unused_wrong, unused_starved;

  twd_sampler #(
    .Kem(Kem),
    .Dsa(Dsa),
    .Serial(Serial)
  ) u_sampler (
    .clk_i,
    .rst_ni,
    .clear_i   (1'b0),
    .job_valid_i,
    .job_ready_o,
    .job_data_i,
    .in_valid_i(valid),
    .in_ready_o(ready),
    .in_data_i (data),
    .drop_o    (drop),
    .starved_o (unused_starved),
    .wrong_o   (unused_wrong),
    .out_valid_o,
    .out_ready_i,
    .out_last_o,
    .out_data_o
  );

endmodule
