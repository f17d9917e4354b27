// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_stream_pkg: what the streaming cores and their shell must agree on.
//
// Model     twiddle.model.streaming

package twd_stream_pkg;

  // What a core is built for, each with everything before it.
  localparam int unsigned FORM_FORWARD = 32'd0;    // NTT
  localparam int unsigned FORM_TRANSFORM = 32'd1;  // INTT
  localparam int unsigned FORM_PRODUCT = 32'd2;    // PWM, MUL, MULT

  // Ways through a core. A change of way waits until the pipe is empty.
  localparam logic [1:0] WAY_NTT = 2'd0;
  localparam logic [1:0] WAY_INTT = 2'd1;
  localparam logic [1:0] WAY_PWM = 2'd2;
  localparam logic [1:0] WAY_MUL = 2'd3;

  // Cycles from the first beat on a to the first on c, beyond those of the engine: two registers and the memory of
  // twd_stream_buffer before it, the queue of twd_stream_egress behind it.
  localparam int unsigned SHELL_LATENCY = 5;

  // Beats that twd_stream_buffer holds. Below 16 its margin of four would cost the full rate.
  function automatic int unsigned buffer_depth(input int unsigned beats);
    buffer_depth = beats < 16 ? 32'd16 : beats;
  endfunction

  // Beats of the shortest polynomial.
  function automatic int unsigned shortest(input int unsigned beats, input logic select);
    shortest = select ? 32'(last_beat(twd_ring_pkg::SELECT_ML_KEM)) + 32'd1 : beats;
  endfunction

  function automatic logic [1:0] way(input logic [2:0] op);
    way = op > twd_op_pkg::OP_MUL ? WAY_MUL : op[1:0];
  endfunction

  // The last beat of four coefficients of a polynomial whose ring is selected by ring_i.
  function automatic logic [7:0] last_beat(input logic [1:0] select);
    case (select)
      twd_ring_pkg::SELECT_ML_KEM: last_beat = 8'(twd_ring_pkg::length(twd_ring_pkg::RING_ML_KEM) / 4 - 1);
      twd_ring_pkg::SELECT_FALCON_512: last_beat = 8'(twd_ring_pkg::length(twd_ring_pkg::RING_FALCON_512) / 4 - 1);
      default: last_beat = 8'(twd_ring_pkg::length(twd_ring_pkg::RING_FALCON_1024) / 4 - 1);
    endcase
  endfunction

endpackage
