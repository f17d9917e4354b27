// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_pass_length: when a pass of twd_pass_sequencer ends: its slots, then the bubble until the next pass may read.
//
//   kind of pass --> bubble --> last cycle but one --> comparison with cycle_i
//
// Method    the kind holds through the pass. Where every pass has eight slots the three steps are a register each, and
//           the comparison leaves out the first four cycles, in which they are filled.
// Timing    before_end_o in the last cycle but one of a pass. en_i = 0 freezes all state. Flush: reset leaves the kind
//           of FLUSH, which begins after its slots.
// Model     twiddle.model.passes.bubble

module twd_pass_length #(
  parameter int unsigned Passes = 8,      // entries of the bubble tables
  parameter int unsigned CycleBits = 10,  // holds the cycles of the longest pass
  parameter int unsigned LayerSlots = 32,    // slots of a transform pass, of UNLOAD and of FLUSH
  parameter int unsigned ProductSlots = 64,  // slots of a PWM pass
  parameter int unsigned ScaleSlots = 0,     // slots of the SCALE pass; 0: there is none
  parameter logic [Passes*CycleBits-1:0] BubblesForward = '0,
  parameter logic [Passes*CycleBits-1:0] BubblesInverse = '0,
  parameter int unsigned BubbleProduct = 0,  // after PWM and SCALE
  parameter int unsigned BubbleLast = 0,     // after the last pass before UNLOAD
  parameter bit Flush = 1'b0                 // a reset begins FLUSH
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 en_i,
  input  logic                 product_i,   // PWM
  input  logic                 scale_i,
  input  logic                 inverse_i,   // the bubble is of the table of inverse passes
  input  logic                 unload_i,    // there is no bubble
  input  logic                 last_i,      // the bubble is BubbleLast
  input  logic [   Passes-1:0] pass_i,      // one-hot entry of the bubble tables
  input  logic [CycleBits-1:0] cycle_i,
  output logic                 before_end_o
);

  localparam bit Early = twd_pass_pkg::long_passes(LayerSlots, ProductSlots, ScaleSlots);

  typedef struct packed {
    logic last;
    logic product;  // BubbleProduct
    logic none;
    logic inverse;
    logic [Passes-1:0] pass;
  } kind_t;

  kind_t kind_d, kind;
  logic [CycleBits-1:0] slots;  // less two
  logic [CycleBits-1:0] bubble;
  logic [CycleBits-1:0] last_but_one;

  assign kind_d = {last_i, product_i || scale_i, unload_i, inverse_i, pass_i};
  assign slots = product_i ? CycleBits'(ProductSlots - 2)
      : scale_i ? CycleBits'(ScaleSlots - 2) : CycleBits'(LayerSlots - 2);
  assign before_end_o = cycle_i == last_but_one && (!Early || cycle_i[CycleBits-1:2] != '0);

  always_comb begin
    bubble = '0;
    if (kind.last) begin
      bubble = CycleBits'(BubbleLast);
    end else if (kind.product) begin
      bubble = CycleBits'(BubbleProduct);
    end else if (!kind.none) begin
      for (int p = 0; p < Passes; p++) begin
        if (kind.pass[p]) begin
          bubble = kind.inverse ? BubblesInverse[p*CycleBits+:CycleBits] : BubblesForward[p*CycleBits+:CycleBits];
        end
      end
    end
  end

  if (Early) begin : gen_early
    logic [CycleBits-1:0] bubble_q;

    if (Flush) begin : gen_flush
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          kind         <= {1'b1, (Passes + 3)'(0)};
          bubble_q     <= CycleBits'(BubbleLast);
          last_but_one <= CycleBits'(LayerSlots - 2 + BubbleLast);
        end else if (en_i) begin
          kind         <= kind_d;
          bubble_q     <= bubble;
          last_but_one <= slots + bubble_q;
        end
      end
    end else begin : gen_stop
      always_ff @(posedge clk_i) begin
        if (en_i) begin
          kind         <= kind_d;
          bubble_q     <= bubble;
          last_but_one <= slots + bubble_q;
        end
      end
    end

    if (!Flush) begin : gen_no_reset
      logic unused_reset;
      assign unused_reset = rst_ni;
    end
  end else begin : gen_late
    logic unused;
    assign unused       = ^{clk_i, rst_ni, en_i};
    assign kind         = kind_d;
    assign last_but_one = slots + bubble;
  end

endmodule
