// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_lattice_align: joins words of 0 to 8 bytes to words of 8, of which the last one of a message has the rest.
//
//   out = in * 2^(8 fill) + rest, byte by byte, in words of 64 bits
//
// Ranges    a message ends with last; bytes beyond the number of a word do not count.
// Timing    combinational from in to out; a word a cycle. After the last word that comes in another one may go out, for
//           which in waits a cycle. in_ready_o is low meanwhile, and while out is not taken. splits_o is high in the
//           cycle before. Reset drops the rest.
// Clear     clear_i, from a reset on, sets the rest to 0.
// Cost      59 flip-flops, a rotator of 64 bits by bytes
// Model     tests/test_lattice_parts.py

module twd_lattice_align (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        clear_i,
  input  logic        in_valid_i,
  output logic        in_ready_o,
  input  logic [68:0] in_data_i,    // last, number of bytes, word; also below
  output logic        splits_o,
  output logic        out_valid_o,
  input  logic        out_ready_i,
  output logic [68:0] out_data_o
);

  logic [2:0] fill_q;   // bytes of the rest
  logic [55:0] rest_q;
  logic flush_q;        // the rest is the last word
  logic last, take;
  logic [3:0] total;    // bytes, with those of the word
  logic [63:0] turned, joined;

  assign last = in_data_i[68];
  assign total = in_data_i[67:64] + 4'(fill_q);
  assign turned = in_data_i[63:0] << {fill_q, 3'd0} | in_data_i[63:0] >> {4'd8 - 4'(fill_q), 3'd0};

  always_comb begin
    joined = turned;
    for (int b = 0; b < 7; b++) if (b < 32'(fill_q)) joined[8*b+:8] = rest_q[8*b+:8];
  end

  assign in_ready_o = out_ready_i && !flush_q;
  assign take = in_valid_i && in_ready_o;
  assign splits_o = take && last && total > 4'd8;
  assign out_valid_o = flush_q || (in_valid_i && (last || total[3]));
  assign out_data_o = flush_q ? {2'b10, fill_q, 8'd0, rest_q}
      : {last && total <= 4'd8, total[3] ? 4'd8 : total, joined};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      fill_q  <= '0;
      flush_q <= 1'b0;
    end else if (take) begin
      fill_q  <= last && !total[3] ? 3'd0 : total[2:0];
      flush_q <= last && total > 4'd8;
    end else if (flush_q && out_ready_i) begin
      fill_q  <= '0;
      flush_q <= 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (take) rest_q <= total[3] ? turned[55:0] : joined[55:0];
    if (clear_i) rest_q <= '0;
  end

endmodule
