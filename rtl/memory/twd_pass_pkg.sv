// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_pass_pkg: the table of the passes of a memory-based core, of which every operation takes a part.
//
//   entries                   t passes of a transform, p passes of a product
//   0, t, 2t, 2t + p          NTT of a, NTT of b, product, INTT: MUL takes them all
//   3t + p                    UNLOAD
//   3t + p + 1                the last pass of NTT, where it ends the operation NTT
//   3t + p + 2                the first pass of INTT, where it begins the operation INTT
//   3t + p + 3, 3t + 2p + 3   the product where it is the operation PWM, and its first pass in MULT
//
// Model     twiddle.model.passes.STEPS, bubble

package twd_pass_pkg;

  typedef enum logic [2:0] {
    STEP_NTT_A  = 3'd0,  // forward transform of the first operand
    STEP_NTT_B  = 3'd1,  // forward transform of the second operand
    STEP_PWM    = 3'd2,  // product of the two transforms
    STEP_INTT   = 3'd3,  // inverse transform of the product, or of the first operand
    STEP_UNLOAD = 3'd4   // the result is read in natural order
  } step_e;

  typedef struct packed {
    step_e       step;
    logic [3:0]  number;    // of the pass within its step
    logic [1:0]  operands;  // {b, a}: the pass reads this operand as it was loaded
    logic        last;      // of the operation, UNLOAD left out
    logic        ends;      // no pass follows in the operation
    logic [1:0]  branch;    // in the operation {MULT, NTT} another pass follows
    logic [5:0]  next;      // the entry that follows
    logic [15:0] work;      // what the pass does, as the architecture codes it
    logic [15:0] cycles;    // its slots and the bubble until the next pass may read, less two
  } pass_t;

  localparam int unsigned PASS_BITS = 32'd51;
  localparam int unsigned ENTRIES = 32'd64;
  localparam int unsigned TABLE_BITS = ENTRIES * PASS_BITS;

  function automatic int unsigned entries(input int unsigned t, input int unsigned p);
    entries = 3 * t + 2 * p + 4;
  endfunction

  function automatic logic [2:0] step(input int unsigned entry, input int unsigned t, input int unsigned p);
    if (entry < t || entry == 3 * t + p + 1) step = twd_pass_pkg::STEP_NTT_A;
    else if (entry < 2 * t) step = twd_pass_pkg::STEP_NTT_B;
    else if (entry < 2 * t + p || entry > 3 * t + p + 2) step = twd_pass_pkg::STEP_PWM;
    else if (entry == 3 * t + p) step = twd_pass_pkg::STEP_UNLOAD;
    else step = twd_pass_pkg::STEP_INTT;
  endfunction

  function automatic int unsigned number(input int unsigned entry, input int unsigned t, input int unsigned p);
    if (entry < 2 * t) number = entry % t;
    else if (entry < 2 * t + p) number = entry - 2 * t;
    else if (entry < 3 * t + p) number = entry - 2 * t - p;
    else if (entry == 3 * t + p + 1) number = t - 1;
    else if (entry > 3 * t + p + 2 && entry < 3 * t + 2 * p + 3) number = entry - 3 * t - p - 3;
    else number = 32'd0;
  endfunction

  function automatic logic last(input int unsigned entry, input int unsigned t, input int unsigned p);
    last = entry == 3 * t + p - 1 || entry == 3 * t + p + 1 || entry == 3 * t + 2 * p + 2;
  endfunction

  // The entry with which an operation begins; that of any other code is UNLOAD alone.
  function automatic logic [5:0] first(input logic [2:0] op, input int unsigned t, input int unsigned p);
    case (op)
      twd_op_pkg::OP_NTT, twd_op_pkg::OP_MUL, twd_op_pkg::OP_MULT: first = 6'd0;
      twd_op_pkg::OP_INTT: first = 6'(3 * t + p + 2);
      twd_op_pkg::OP_PWM: first = 6'(3 * t + p + 3);
      default: first = 6'(3 * t + p);
    endcase
  endfunction

  // pass_t of an entry.
  function automatic logic [PASS_BITS-1:0] pass(
    input int unsigned entry, input int unsigned t, input int unsigned p, input logic unload,
    input logic [15:0] work, input int unsigned cycles
  );
    logic a;
    logic b;
    logic end_of_op;
    int unsigned next;
    a = entry == 0 || entry == 3 * t + p + 2 || entry == 3 * t + p + 3;
    b = entry == t || entry == 3 * t + p + 3 || entry == 3 * t + 2 * p + 3;
    end_of_op = last(entry, t, p);
    next = end_of_op ? 3 * t + p : entry == 3 * t + p + 2 ? 2 * t + p + 1
        : entry == 3 * t + 2 * p + 3 ? 2 * t + 1 : entry + 1;
    pass = {step(entry, t, p), 4'(number(entry, t, p)), b, a, end_of_op, entry == 3 * t + p || (end_of_op && !unload),
            entry == t - 1, entry == t - 2, 6'(next), work, 16'(cycles - 2)};
  endfunction

  // Bit k of every entry.
  function automatic logic [ENTRIES-1:0] column(input logic [TABLE_BITS-1:0] passes, input int unsigned k);
    for (int unsigned i = 0; i < ENTRIES; i++) column[i] = passes[i*PASS_BITS+k];
  endfunction

  // Idle cycles between a pass of `slots` slots and the next one, which reads a word up to `early` slots earlier than
  // this one did. The word must have been written, `delay` cycles after its slot, in the cycle before.
  function automatic int unsigned bubble(input int unsigned delay, input int unsigned slots, input int unsigned early);
    bubble = delay + 1 + early > slots ? delay + 1 + early - slots : 32'd0;
  endfunction

endpackage
