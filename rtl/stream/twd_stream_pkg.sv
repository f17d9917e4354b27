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

  // A polynomial that has begun to arrive on a.
  typedef struct packed {
    logic       refused;  // its operation is not offered
    logic       takes_b;
    path_e      path;
    logic [1:0] ring;
    logic [2:0] op;
  } command_t;

  // From the shell to the pipe.
  typedef struct packed {
    logic       start;  // a polynomial enters: its beat 0 is on a and b START_CYCLES later
    path_e      start_path;  // its path
    logic       sop;    // beat 0 is on a and b two cycles later
    logic [2:0] op;     // with sop
    logic [1:0] ring;   // with start, of a polynomial of a ring that is chosen; until the next start
    path_e      path;   // of everything in the pipe; changes with start
  } pipe_t;

  // A polynomial that has entered.
  typedef struct packed {
    logic       valid;
    logic [1:0] ring;
    logic       err;    // c_err_o of its result
  } completion_t;

  // A table of twd_stream_twiddles.
  typedef struct packed {
    int unsigned q;
    int unsigned first;
    int unsigned step;
    int unsigned bits;    // of the number of an entry: bits of the address from lowest on
    int unsigned lowest;
    int unsigned unit;    // factor of coefficients that are not multiplied
  } table_t;

  // Cycles from the start of a polynomial to its beat 0 on a and b.
  localparam int unsigned START_CYCLES = 32'd4;

  // Cycles from the first beat on a to the first on c beyond those of the pipe and the T - 1 in which the polynomial
  // arrives: 2 until it starts, START_CYCLES, and 5 through the memory and the queue of twd_stream_egress.
  localparam int unsigned SHELL_LATENCY = 32'd12;

  // Cycles from the start of a polynomial until another one can take its place in the output memory, beyond those of
  // the pipe and of its T beats.
  localparam int unsigned CREDIT_LATENCY = 32'd9;

  // The number of the last beat of a polynomial: of so many beats, or with select of four coefficients a beat of the
  // ring that ring_i selects.
  function automatic int unsigned last_beat(input int unsigned beats, input logic select, input logic [1:0] ring);
    case ({select, ring})
      {1'b1, twd_ring_pkg::SELECT_ML_KEM}: last_beat = twd_ring_pkg::length(twd_ring_pkg::RING_ML_KEM) / 4 - 1;
      {1'b1, twd_ring_pkg::SELECT_FALCON_512}: last_beat = twd_ring_pkg::length(twd_ring_pkg::RING_FALCON_512) / 4 - 1;
      default: last_beat = beats - 1;
    endcase
  endfunction

  // Beats of the shortest polynomial.
  function automatic int unsigned shortest(input int unsigned beats, input logic select);
    shortest = last_beat(beats, select, twd_ring_pkg::SELECT_ML_KEM) + 32'd1;
  endfunction

  // Words of the output memory: a multiple of the shortest polynomial that lets polynomials of any length follow each
  // other without a bubble. While one of T beats enters, those that started in the latency + T + CREDIT_LATENCY cycles
  // before have their place.
  function automatic int unsigned output_words(
    input int unsigned beats, input logic select, input int unsigned latency
  );
    int unsigned unit;
    unit = shortest(beats, select);
    output_words = ((latency + beats + CREDIT_LATENCY + unit - 1) / unit - 1) * unit + beats;
  endfunction

  // The operations of a form, a bit each; mult: OP_MULT is one of those of FORM_PRODUCT.
  function automatic logic [7:0] offered(input logic [1:0] form, input logic mult);
    offered = 8'd0;
    offered[twd_op_pkg::OP_NTT] = 1'b1;
    offered[twd_op_pkg::OP_INTT] = form != twd_stream_pkg::FORM_FORWARD;
    offered[twd_op_pkg::OP_PWM] = form == twd_stream_pkg::FORM_PRODUCT;
    offered[twd_op_pkg::OP_MUL] = form == twd_stream_pkg::FORM_PRODUCT;
    offered[twd_op_pkg::OP_MULT] = form == twd_stream_pkg::FORM_PRODUCT && mult;
  endfunction

  // The path of an operation.
  function automatic path_e path_of(input logic [2:0] op);
    path_of = path_e'(op > twd_op_pkg::OP_MUL ? twd_stream_pkg::PATH_MUL : op[1:0]);
  endfunction

  // Instead of the number of a ring.
  localparam logic [1:0] UNKNOWN = 2'd3;

  // The path has products.
  function automatic logic product_path(input logic [1:0] path);
    product_path = path == twd_stream_pkg::PATH_PWM || path == twd_stream_pkg::PATH_MUL;
  endfunction

  // The multiplier of twd_pointwise: the method itself if it leaves no factor in its product, else an exact one with as
  // many DSP blocks.
  function automatic twd_method_pkg::method_e exact(input logic [3:0] method);
    if (twd_method_pkg::exact(method)) exact = twd_method_pkg::method_e'(method);
    else if (method == twd_method_pkg::METHOD_LDSP) exact = twd_method_pkg::METHOD_TILES;
    else exact = twd_method_pkg::METHOD_FOLD;
  endfunction

  // Cycles of twd_pointwise.
  function automatic int unsigned pointwise_latency(input logic [127:0] ring, input logic [3:0] method);
    int unsigned q;
    q = twd_ring_pkg::modulus(ring);
    if (twd_ring_pkg::complete(ring)) pointwise_latency = twd_method_pkg::latency(exact(method), q, 32'd0);
    else pointwise_latency = twd_butterfly_pkg::base_latency(exact(method), q, 32'd0);
  endfunction

  // The first four entries of a table_t, 32 bits each.
  function automatic logic [127:0] constants(input logic [191:0] entries);
    constants = twd_ring_pkg::reversed_powers(entries[159:128], entries[127:96], entries[95:64], entries[191:160]);
  endfunction

  // The longest of the four latencies of the paths, 16 bits each.
  function automatic int unsigned longest(input logic [63:0] latency);
    longest = 32'd0;
    for (int p = 0; p < 4; p++) begin
      if (32'(latency[16*p+:16]) > longest) longest = 32'(latency[16*p+:16]);
    end
  endfunction

endpackage
