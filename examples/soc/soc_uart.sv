// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// soc_uart: serial port, 8 bits, no parity, 1 stop bit, each of Divider cycles.
//
// Write          data_i is sent; write_i counts where ready_o is high.
// Read           received_o: bit 8, there is a character, in bits 7:0; take_i takes it. 16 wait; one that comes then is
//                lost, as is one without its stop bit.
// Divider        at least 4.

module soc_uart #(
  parameter int unsigned Divider = 434
) (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic       write_i,
  output logic       ready_o,
  input  logic [7:0] data_i,
  input  logic       take_i,
  output logic [8:0] received_o,
  input  logic       rx_i,
  output logic       tx_o
);

  localparam int unsigned CountBits = $clog2(Divider + 1);
  localparam logic [CountBits-1:0] Bit = CountBits'(Divider - 1);
  localparam logic [CountBits-1:0] Half = CountBits'(Divider / 2);

  // ---- out: stop bit, character, start bit; all ones when idle ----
  logic [9:0] out_q;
  logic [3:0] out_left_q;
  logic [CountBits-1:0] out_count_q;

  assign ready_o = out_left_q == 4'd0;
  assign tx_o    = out_q[0];

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      out_q       <= 10'h3ff;
      out_left_q  <= 4'd0;
      out_count_q <= Bit;
    end else if (ready_o) begin
      out_count_q <= Bit;
      if (write_i) begin
        out_q      <= {1'b1, data_i, 1'b0};
        out_left_q <= 4'd10;
      end
    end else if (out_count_q == 0) begin
      out_count_q <= Bit;
      out_q       <= {1'b1, out_q[9:1]};
      out_left_q  <= out_left_q - 4'd1;
    end else begin
      out_count_q <= out_count_q - 1'b1;
    end
  end

  // ---- in: from the edge of the start bit, each bit in its middle ----
  logic [2:0] sync_q;
  logic [7:0] in_q;        // bits that have come, from the top down
  logic [3:0] in_left_q;   // bits that come, stop bit included
  logic [CountBits-1:0] in_count_q;
  logic [7:0] waiting[16];
  logic [4:0] w_q, r_q;
  logic some;
  assign some = w_q != r_q;
  logic came;
  assign came = in_left_q == 4'd1 && in_count_q == 0 && sync_q[1] && (w_q ^ r_q) != 5'd16;

  assign received_o = {some, waiting[r_q[3:0]]};

  always_ff @(posedge clk_i) begin
    if (came) waiting[w_q[3:0]] <= in_q;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      sync_q     <= 3'b111;
      in_q       <= 8'd0;
      in_left_q  <= 4'd0;
      in_count_q <= Half;
      w_q        <= 5'd0;
      r_q        <= 5'd0;
    end else begin
      sync_q <= {sync_q[1:0], rx_i};
      if (came) w_q <= w_q + 5'd1;
      if (take_i && some) r_q <= r_q + 5'd1;
      if (in_left_q == 4'd0) begin
        in_count_q <= Half;
        if (sync_q[2] && !sync_q[1]) in_left_q <= 4'd10;
      end else if (in_count_q == 0) begin
        in_count_q <= Bit;
        in_left_q  <= in_left_q - 4'd1;
        in_q       <= {sync_q[1], in_q[7:1]};
        if (in_left_q == 4'd10 && sync_q[1]) in_left_q <= 4'd0;  // too short for a start bit
      end else begin
        in_count_q <= in_count_q - 1'b1;
      end
    end
  end

endmodule
