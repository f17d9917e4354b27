// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_pass_sequencer: the steps of an operation, the passes of each step and the cycles of each pass.
//
//   NTT   NTT_A                             MUL   NTT_A, NTT_B, PWM, [SCALE,] INTT
//   INTT  INTT                              MULT  NTT_A, PWM, [SCALE,] INTT
//   PWM   PWM [, SCALE]                     each followed by UNLOAD where Unload = 1; any other code: UNLOAD alone
//
// Step      one or more passes. The position of a pass within its step is a code of the architecture, which gives
//           the first position of each direction, the next position and the mark of the last pass.
// Pass      cycle_o counts its slots, then the bubble until the next pass may read. The bubble of a transform pass
//           comes from a table by pass_i; after a product it is BubbleProduct, after the last pass of an operation and
//           in FLUSH it is BubbleLast, after UNLOAD there is none.
// Timing    a start is taken while ready_o: cycle_o is 0 in the next cycle. ready_o is high in the last cycle of an
//           operation too. The last pass of an operation waits in its cycle 0, active_o low, for final_ok_i. en_i = 0
//           freezes all state. A pass has at least two cycles. Reset stops the sequencer, or with Flush = 1 begins
//           FLUSH at cycle LayerSlots, after its slots.
// Model     twiddle.model.passes.STEPS

`include "twd_assert.svh"

module twd_pass_sequencer #(
  parameter int unsigned PositionBits = 8,
  parameter int unsigned Passes = 8,      // entries of the bubble tables
  parameter int unsigned CycleBits = 10,  // holds the cycles of the longest pass
  parameter logic [PositionBits-1:0] ForwardFirst = '0,  // position of the first pass of a forward transform
  parameter logic [PositionBits-1:0] InverseFirst = '1,  // of an inverse transform, and of UNLOAD
  parameter logic [PositionBits-1:0] ProductFirst = '1,  // of PWM and SCALE
  parameter int unsigned LayerSlots = 32,    // slots of a transform pass, of UNLOAD and of FLUSH
  parameter int unsigned ProductSlots = 64,  // slots of a PWM pass
  parameter int unsigned ScaleSlots = 0,     // slots of the SCALE pass; 0: there is none
  parameter logic [Passes*CycleBits-1:0] BubblesForward = '0,
  parameter logic [Passes*CycleBits-1:0] BubblesInverse = '0,
  parameter int unsigned BubbleProduct = 0,  // after PWM and SCALE
  parameter int unsigned BubbleLast = 0,     // after the last pass before UNLOAD
  parameter int unsigned Lag = 0,            // cycles from cycle_o to cycle_late_o
  parameter bit Unload = 1'b1,  // an operation ends with UNLOAD
  parameter bit Flush = 1'b0    // a reset begins FLUSH
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic                    en_i,
  input  logic                    start_i,
  input  logic [             2:0] op_i,
  output logic                    ready_o,
  input  logic                    count_i,          // cycle_o counts between operations too, to number loaded beats
  input  logic                    final_ok_i,       // the last pass of the operation may begin
  output logic                    final_begin_o,    // it begins
  // the pass
  output logic                    active_o,
  output twd_pass_pkg::step_e     step_o,
  output logic [             2:0] op_o,
  output logic [PositionBits-1:0] position_o,
  input  logic [PositionBits-1:0] position_next_i,  // position after position_o within step_o
  input  logic                    last_i,           // position_o is the last of step_o
  input  logic [      Passes-1:0] pass_i,           // one-hot entry of the bubble tables
  output logic [   CycleBits-1:0] cycle_o,
  output logic [   CycleBits-1:0] cycle_late_o,     // cycle_o - Lag, from a counter of its own
  output logic                    final_o,          // last pass of the operation, UNLOAD left out
  output logic                    end_o             // last cycle of the pass
);

  localparam bit Scale = ScaleSlots != 0;

  logic run_q, run_d;
  twd_pass_pkg::step_e step_q, step_d;
  logic [2:0] op_q, op_d;
  logic [PositionBits-1:0] position_q, position_d;
  logic [CycleBits-1:0] cycle_q, cycle_d;
  logic [CycleBits-1:0] late_q, late_d;
  logic end_q, end_d;  // last cycle of the pass

  logic product;
  logic scale;
  logic unload;
  logic flush;
  assign product = step_q == twd_pass_pkg::STEP_PWM;
  assign scale = Scale && step_q == twd_pass_pkg::STEP_SCALE;
  assign unload = Unload && step_q == twd_pass_pkg::STEP_UNLOAD;
  assign flush = Flush && step_q == twd_pass_pkg::STEP_FLUSH;

  // ---- end of the pass ----
  logic final_pass;
  logic before_end;  // last cycle but one

  always_comb begin
    final_pass = 1'b0;
    if (step_q == twd_pass_pkg::STEP_NTT_A) final_pass = last_i && op_q == twd_op_pkg::OP_NTT;
    if (product) final_pass = last_i && !Scale && op_q == twd_op_pkg::OP_PWM;
    if (scale) final_pass = op_q == twd_op_pkg::OP_PWM;
    if (step_q == twd_pass_pkg::STEP_INTT) final_pass = last_i;
  end

  twd_pass_length #(
    .Passes        (Passes),
    .CycleBits     (CycleBits),
    .LayerSlots    (LayerSlots),
    .ProductSlots  (ProductSlots),
    .ScaleSlots    (ScaleSlots),
    .BubblesForward(BubblesForward),
    .BubblesInverse(BubblesInverse),
    .BubbleProduct (BubbleProduct),
    .BubbleLast    (BubbleLast),
    .Flush         (Flush)
  ) u_length (
    .clk_i, .rst_ni, .en_i,
    .product_i   (product),
    .scale_i     (scale),
    .inverse_i   (step_q == twd_pass_pkg::STEP_INTT),
    .unload_i    (unload),
    .last_i      (final_pass || flush),
    .pass_i,
    .cycle_i     (cycle_q),
    .before_end_o(before_end)
  );

  // What follows the pass holds through it, and is chosen in registers: its end only takes it.
  twd_pass_pkg::step_e step_next, step_next_q;
  logic [PositionBits-1:0] position_next, position_next_q;
  logic final_q;
  logic final_here;

  assign final_here = twd_pass_pkg::long_passes(LayerSlots, ProductSlots, ScaleSlots) ? final_q : final_pass;

  always_comb begin
    step_next     = step_q;
    position_next = position_next_i;
    if (final_here) begin
      step_next     = twd_pass_pkg::STEP_UNLOAD;
      position_next = InverseFirst;
    end else if (last_i) begin
      unique case (step_q)
        twd_pass_pkg::STEP_NTT_A: begin
          step_next     = op_q == twd_op_pkg::OP_MUL ? twd_pass_pkg::STEP_NTT_B : twd_pass_pkg::STEP_PWM;
          position_next = op_q == twd_op_pkg::OP_MUL ? ForwardFirst : ProductFirst;
        end
        twd_pass_pkg::STEP_NTT_B: begin
          step_next     = twd_pass_pkg::STEP_PWM;
          position_next = ProductFirst;
        end
        twd_pass_pkg::STEP_PWM: begin
          step_next     = Scale ? twd_pass_pkg::STEP_SCALE : twd_pass_pkg::STEP_INTT;
          position_next = Scale ? ProductFirst : InverseFirst;
        end
        twd_pass_pkg::STEP_SCALE: begin
          step_next     = twd_pass_pkg::STEP_INTT;
          position_next = InverseFirst;
        end
        twd_pass_pkg::STEP_INTT, twd_pass_pkg::STEP_UNLOAD, twd_pass_pkg::STEP_FLUSH: step_next = step_q;
        default: step_next = step_q;
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      final_q         <= final_pass;
      step_next_q     <= step_next;
      position_next_q <= position_next;
    end
  end

  logic hold;   // in cycle 0
  logic count;  // but for hold
  logic pass_end;
  logic op_end;
  assign hold = final_pass && cycle_q == '0 && !final_ok_i;
  assign pass_end = run_q && end_q;
  assign op_end = pass_end && (flush || (Unload ? unload : final_q));
  assign ready_o = !run_q || op_end;
  assign final_begin_o = run_q && final_pass && cycle_q == '0 && final_ok_i;
  assign active_o = run_q && !hold;
  assign count = run_q || count_i;

  // ---- next pass ----
  always_comb begin
    run_d      = run_q;
    step_d     = step_q;
    op_d       = op_q;
    position_d = position_q;
    cycle_d    = cycle_q + CycleBits'(count);
    late_d     = late_q + CycleBits'(count);
    if (hold && !count_i) begin  // both counters as they are in cycle 0: hold enters after the carries
      cycle_d[0] = 1'b0;
      late_d     = '0 - CycleBits'(Lag);
    end
    end_d      = 1'b0;
    if (active_o) begin
      end_d = before_end;
      if (pass_end) begin
        end_d      = 1'b0;
        cycle_d    = '0;
        late_d     = '0 - CycleBits'(Lag);
        step_d     = step_next_q;
        position_d = position_next_q;
      end
    end
    if (op_end) run_d = 1'b0;
    if (start_i) begin
      run_d   = 1'b1;
      op_d    = op_i;
      end_d   = 1'b0;
      cycle_d = '0;
      late_d  = '0 - CycleBits'(Lag);
      unique case (op_i)
        twd_op_pkg::OP_NTT, twd_op_pkg::OP_MUL, twd_op_pkg::OP_MULT: begin
          step_d     = twd_pass_pkg::STEP_NTT_A;
          position_d = ForwardFirst;
        end
        twd_op_pkg::OP_INTT: begin
          step_d     = twd_pass_pkg::STEP_INTT;
          position_d = InverseFirst;
        end
        twd_op_pkg::OP_PWM: begin
          step_d     = twd_pass_pkg::STEP_PWM;
          position_d = ProductFirst;
        end
        default: begin
          step_d     = twd_pass_pkg::STEP_UNLOAD;
          position_d = InverseFirst;
        end
      endcase
    end
  end

  if (Flush) begin : gen_flush
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        run_q      <= 1'b1;
        step_q     <= twd_pass_pkg::STEP_FLUSH;
        position_q <= InverseFirst;
        cycle_q    <= CycleBits'(LayerSlots);
        end_q      <= 1'b0;
      end else if (en_i) begin
        run_q      <= run_d;
        step_q     <= step_d;
        position_q <= position_d;
        cycle_q    <= cycle_d;
        end_q      <= end_d;
      end
    end
  end else begin : gen_stop
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) run_q <= 1'b0;
      else if (en_i) run_q <= run_d;
    end

    always_ff @(posedge clk_i) begin
      if (en_i) begin
        step_q     <= step_d;
        position_q <= position_d;
        cycle_q    <= cycle_d;
        end_q      <= end_d;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      op_q   <= op_d;
      late_q <= late_d;
    end
  end

  assign step_o = step_q;
  assign op_o = op_q;
  assign position_o = position_q;
  assign cycle_o = cycle_q;
  assign cycle_late_o = late_q;
  assign final_o = final_pass;
  assign end_o = pass_end;

  `TWD_ASSERT(StartOnlyWhileReady, !start_i || ready_o)
  `TWD_ASSERT(CountOnlyBetweenOperations, !count_i || !run_q)
  `TWD_ASSERT(OnePass, !active_o || (pass_i & (pass_i - 1'b1)) == '0)

endmodule
