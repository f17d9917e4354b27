// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_stream_pkg: what the streaming cores and their shell must agree on.
//
// Model     twiddle.model.streaming

package twd_stream_pkg;

  // op_i
  localparam logic [2:0] OP_NTT = 3'd0;
  localparam logic [2:0] OP_INTT = 3'd1;
  localparam logic [2:0] OP_PWM = 3'd2;
  localparam logic [2:0] OP_MUL = 3'd3;
  localparam logic [2:0] OP_MULT = 3'd4;

  // What a core is built for, each with everything before it.
  localparam logic [1:0] FORM_FORWARD = 2'd0;    // NTT
  localparam logic [1:0] FORM_TRANSFORM = 2'd1;  // INTT
  localparam logic [1:0] FORM_PRODUCT = 2'd2;    // PWM, MUL, MULT

  // Ways through a core. A change of way waits until the pipe is empty.
  localparam logic [1:0] WAY_NTT = 2'd0;
  localparam logic [1:0] WAY_INTT = 2'd1;
  localparam logic [1:0] WAY_PWM = 2'd2;
  localparam logic [1:0] WAY_MUL = 2'd3;

  // Cycles from the first beat on a to the first on c, beyond those of the engine: two registers and the memory of
  // twd_stream_buffer before it, the queue of twd_stream_egress behind it.
  localparam int unsigned SHELL_LATENCY = 5;

  function automatic logic takes_b(input logic [2:0] op);
    takes_b = op == OP_PWM || op == OP_MUL || op == OP_MULT;
  endfunction

  function automatic logic [1:0] way(input logic [2:0] op);
    way = op > OP_MUL ? WAY_MUL : op[1:0];
  endfunction

  // The last beat of a polynomial whose ring is chosen at run time, by ring_i.
  function automatic logic [7:0] last_beat(input logic [1:0] select);
    case (select)
      twd_mdf_pkg::SELECT_ML_KEM: last_beat = 8'd63;
      twd_mdf_pkg::SELECT_FALCON_512: last_beat = 8'd127;
      default: last_beat = 8'd255;
    endcase
  endfunction

endpackage
