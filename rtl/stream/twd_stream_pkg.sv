// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_stream_pkg: what the streaming cores and their shell must agree on.
//
// Model     twiddle.model.streaming

package twd_stream_pkg;

  // Operations of a core, each form with those of the forms before it.
  typedef enum logic [1:0] {
    FORM_FORWARD   = 2'd0,  // NTT
    FORM_TRANSFORM = 2'd1,  // INTT
    FORM_PRODUCT   = 2'd2   // PWM, MUL, MULT
  } form_e;

  // Paths through a pipe. A change of path waits until the pipe is empty.
  typedef enum logic [1:0] {
    PATH_NTT  = 2'd0,
    PATH_INTT = 2'd1,
    PATH_PWM  = 2'd2,
    PATH_MUL  = 2'd3
  } path_e;

  // A polynomial that a buffer has begun to accept.
  typedef struct packed {
    logic       refused;  // its operation is not offered
    logic       takes_b;
    path_e      path;
    logic [1:0] ring;
    logic [2:0] op;
  } command_t;

  localparam int unsigned COMMAND_WIDTH = 32'd9;  // Yosys has no $bits of a type

  // State of an operand buffer.
  typedef struct packed {
    logic have;   // it offers a beat
    logic next;   // have in the next cycle
    logic bad;    // a coefficient of the beat was out of range
    logic whole;  // it holds a whole polynomial, or one that is being read
  } operand_t;

  // What the shell tells the pipe.
  typedef struct packed {
    logic       en;             // the pipe advances
    logic       sop;            // a and b carry beat 0 of a polynomial in the next enabled cycle
    logic       last;           // a and b carry its last beat then
    logic       in_polynomial;  // a polynomial has begun to enter, and not ended
    logic [2:0] op;             // with sop
    logic [1:0] ring;           // with sop
    path_e      path;           // of everything in the pipe, and of what enters
    path_e      path_next;      // path in the next cycle
  } pipe_t;

  // A polynomial that enters the pipe: its first beat was taken in the cycle before (started), or its last one (valid).
  typedef struct packed {
    logic       started;
    logic [1:0] ring;     // with started
    logic       valid;
    logic       err;      // c_err_o of its result, with valid
  } completion_t;

  // Cycles from the first beat on a to the first on c, beyond those of the engine: two registers and the memory of
  // twd_stream_buffer before it, the queue of twd_stream_egress after it.
  localparam int unsigned SHELL_LATENCY = 5;

  // Beats that twd_stream_buffer holds. Below 16 its margin of four would cost the full rate.
  function automatic int unsigned buffer_depth(input int unsigned beats);
    buffer_depth = beats < 16 ? 32'd16 : beats;
  endfunction

  // Beats of the shortest polynomial.
  function automatic int unsigned shortest(input int unsigned beats, input logic select);
    shortest = select ? 32'(last_beat(twd_ring_pkg::SELECT_ML_KEM)) + 32'd1 : beats;
  endfunction

  function automatic logic [1:0] path_of(input logic [2:0] op);
    path_of = op > twd_op_pkg::OP_MUL ? twd_stream_pkg::PATH_MUL : op[1:0];
  endfunction

  // The last beat of four coefficients of a polynomial whose ring is selected by ring_i.
  function automatic logic [7:0] last_beat(input logic [1:0] select);
    case (select)
      twd_ring_pkg::SELECT_ML_KEM: last_beat = 8'(twd_ring_pkg::length(twd_ring_pkg::RING_ML_KEM) / 4 - 1);
      twd_ring_pkg::SELECT_FALCON_512: last_beat = 8'(twd_ring_pkg::length(twd_ring_pkg::RING_FALCON_512) / 4 - 1);
      default: last_beat = 8'(twd_ring_pkg::length(twd_ring_pkg::RING_FALCON_1024) / 4 - 1);
    endcase
  endfunction

  // The longest of the four latencies of the paths, 16 bits each.
  function automatic int unsigned longest(input logic [63:0] latency);
    longest = 32'd0;
    for (int p = 0; p < 4; p++) begin
      if (32'(latency[16*p+:16]) > longest) longest = 32'(latency[16*p+:16]);
    end
  endfunction

endpackage
