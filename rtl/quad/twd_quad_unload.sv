// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_quad_unload: reads the result of an operation, while the operands of the next one are loaded.
//
// Order     beat t is word t, or its place in the layout of a transform.
// Timing    the first read two enabled cycles after start_i, then one a cycle; en_i = 0 stalls it. next_o and addr_o
//           come a cycle before the read. Reset drops the result.
// Cost      a counter, and the choice of an address.
// Assumes   start_i only when the result before has been read.
// Model     twiddle.model.quad.Schedule.place

`include "twd_assert.svh"

module twd_quad_unload #(
  parameter  twd_ring_pkg::ring_cfg_t Ring = twd_ring_pkg::RING_FALCON_1024,
  localparam int unsigned AddrBits = $clog2(Ring.n) - 2
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                en_i,
  input  logic                start_i,
  input  logic                transformed_i,  // with start_i: the result is a transform
  output logic                read_o,
  output logic                last_o,         // the last word
  output logic                next_o,
  output logic [AddrBits-1:0] addr_o
);

  localparam logic [6*96-1:0] Layouts = twd_quad_pkg::layouts(Ring);
  localparam int unsigned Passes = twd_quad_pkg::passes(Ring);

  logic run_q;
  logic transformed_q;
  logic last;
  logic [AddrBits-1:0] number_q;
  logic [AddrBits-1:0] place;  // of number_q in the layout of a transform

  for (genvar j = 0; j < AddrBits; j++) begin : gen_place
    assign place[j] = number_q[twd_quad_pkg::beat_bit(Layouts, Passes - 1, j)];
  end

  assign last = run_q && &number_q;
  assign next_o = run_q;
  assign addr_o = transformed_q ? place : number_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      run_q  <= 1'b0;
      read_o <= 1'b0;
      last_o <= 1'b0;
    end else begin
      if (start_i) run_q <= 1'b1;
      else if (en_i && last) run_q <= 1'b0;
      if (en_i) begin
        read_o <= run_q;
        last_o <= last;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (start_i) begin
      transformed_q <= transformed_i;
      number_q      <= '0;
    end else if (en_i && run_q) begin
      number_q <= number_q + 1'b1;
    end
  end

  `TWD_ASSERT(StartOnlyWhenRead, !start_i || (!run_q && !read_o))

endmodule
