// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_test_rows: c = the sum of k_i polynomials on a and k_i on b modulo 2^Bits, of length 16 * 2^ring_i, for the
// tests of the simulator: the selectors ring_i and k_i, a and b in lock step.

module twd_test_rows #(
  parameter int unsigned Lanes = 4,
  parameter int unsigned Bits = 12
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic [2:0]            op_i,
  input  logic [1:0]            ring_i,
  input  logic [3:0]            k_i,
  input  logic                  a_valid_i,
  output logic                  a_ready_o,
  input  logic [Lanes*Bits-1:0] a_data_i,
  input  logic                  b_valid_i,
  output logic                  b_ready_o,
  input  logic [Lanes*Bits-1:0] b_data_i,
  output logic                  c_valid_o,
  input  logic                  c_ready_i,
  output logic [Lanes*Bits-1:0] c_data_o,
  output logic                  c_last_o,
  output logic                  c_err_o
);

  localparam int unsigned Beats = 128 / Lanes;
  localparam int unsigned AddrWidth = $clog2(Beats);

  // Each stream has one register, which the sum empties when both are full.
  logic [1:0]                 full_q;
  logic [1:0][Lanes*Bits-1:0] held_q;
  logic                       started_q;
  logic                       unload_q;
  logic [AddrWidth-1:0]       last_beat_q;
  logic [3:0]                 row_q;
  logic [3:0]                 rows_q;
  logic [AddrWidth-1:0]       beat_q;
  logic [AddrWidth+3:0]       left_q;
  logic                       err_q;
  logic [Lanes*Bits-1:0]      sum_mem [Beats];
  logic [Lanes*Bits-1:0]      sum;

  wire both = &full_q && !unload_q;
  wire c_taken = c_valid_o && c_ready_i;

  assign a_ready_o = rst_ni && !full_q[0] && !unload_q && !(started_q && left_q == '0);
  assign b_ready_o = rst_ni && !full_q[1] && !unload_q;
  assign c_valid_o = rst_ni && unload_q;
  assign c_data_o = sum_mem[beat_q];
  assign c_last_o = beat_q == last_beat_q;
  assign c_err_o = err_q;

  always_comb begin
    for (int i = 0; i < int'(Lanes); i++) begin
      sum[i*Bits +: Bits] = held_q[0][i*Bits +: Bits] + held_q[1][i*Bits +: Bits];
      if (row_q != '0) sum[i*Bits +: Bits] = sum[i*Bits +: Bits] + sum_mem[beat_q][i*Bits +: Bits];
    end
  end

  always_ff @(posedge clk_i) begin
    if (a_valid_i && a_ready_o) held_q[0] <= a_data_i;
    if (b_valid_i && b_ready_o) held_q[1] <= b_data_i;
    if (both) sum_mem[beat_q] <= sum;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      full_q      <= '0;
      started_q   <= 1'b0;
      unload_q    <= 1'b0;
      last_beat_q <= '0;
      row_q       <= '0;
      rows_q      <= '0;
      beat_q      <= '0;
      left_q      <= '0;
      err_q       <= 1'b0;
    end else begin
      if (a_valid_i && a_ready_o) begin
        full_q[0] <= 1'b1;
        started_q <= 1'b1;
        left_q    <= left_q - 1'b1;
        if (!started_q) begin
          last_beat_q <= AddrWidth'((32'd16 << ring_i) / Lanes - 1);
          rows_q      <= k_i;
          left_q      <= (AddrWidth + 4)'(((32'd16 << ring_i) / Lanes) * 32'(k_i) - 1);
          err_q       <= op_i != 3'd2;
        end
      end
      if (b_valid_i && b_ready_o) full_q[1] <= 1'b1;
      if (both) begin
        full_q <= '0;
        beat_q <= beat_q + 1'b1;
        if (beat_q == last_beat_q) begin
          beat_q   <= '0;
          row_q    <= row_q + 1'b1;
          unload_q <= row_q + 4'd1 == rows_q;
        end
      end
      if (c_taken) begin
        beat_q <= beat_q + 1'b1;
        if (c_last_o) begin
          beat_q    <= '0;
          row_q     <= '0;
          unload_q  <= 1'b0;
          started_q <= 1'b0;
        end
      end
    end
  end

endmodule
