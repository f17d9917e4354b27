// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_quad_addresses: the word of memory and the twiddle factors of one slot or one loaded beat.
//
// Word      slot t of a pass is the word whose address bit order(k) is bit k of t. Beat t is word t in natural order,
//           or its place in the layout of a transform. r_addr_o is the word to read: that of a slot, or of a result.
// Twiddles  2^l + block for a pass whose first layer is l, the address of the second operand for a product, that of a
//           constant for a loaded beat: the map is in twd_quad_twiddles.
// Timing    2 cycles: the kind of the slot, then its bits; en_i = 0 stalls r_addr_o. No reset.
// Model     twiddle.model.quad.slots, twiddle_rom

module twd_quad_addresses #(
  parameter  twd_ring_pkg::ring_cfg_t Ring = twd_ring_pkg::RING_FALCON_1024,
  parameter  bit Published = 1'b0,
  localparam int unsigned AddrBits = $clog2(Ring.n) - 2,
  localparam int unsigned TwiddleBits = twd_quad_pkg::twiddle_addr_bits(Ring, Published)
) (
  input  logic                     clk_i,
  input  logic                     en_i,
  input  logic                     unload_i,  // a word of the result is read next
  input  logic [   AddrBits-1:0]   unload_addr_i,
  input  twd_quad_pkg::beat_t      beat_i,
  input  twd_quad_pkg::work_t      work_i,     // of the pass
  input  logic                     inverse_i,  // it is one of INTT
  input  logic [   AddrBits-1:0]   number_i,   // of the slot or the beat
  output logic [   AddrBits-1:0]   addr_o,
  output logic [   AddrBits-1:0]   r_addr_o,
  output logic [TwiddleBits-1:0]   twiddle_addr_o
);

  localparam bit Complete = twd_ring_pkg::complete(Ring);
  localparam int unsigned Passes = twd_quad_pkg::passes(Ring);
  localparam logic [6*96-1:0] Layouts = twd_quad_pkg::layouts(Ring);
  localparam logic [31:0] ZeroAddr = twd_quad_pkg::zero_addr(Ring);

  // ---- cycle 1: the kind of the slot ----
  logic load, load_q;
  logic natural, natural_q;          // beats of a polynomial
  logic transformed, transformed_q;  // beats of a transform
  logic [Passes-1:0] ordered_q;      // one-hot: slots in the order of this pass
  logic zero_q;    // the loaded beat is multiplied by 0: its operation is refused
  logic scaled_q;  // by 1/2^layers: no layer of the inverse transform halves
  logic b_q;       // it is one of the second operand
  logic inverse_q;
  twd_quad_pkg::work_t work_q;
  logic [AddrBits-1:0] number_q;

  assign load = beat_i.a || beat_i.b;

  // The operation of the first beat of a does not matter: beat 0 is word 0 in either order.
  always_comb begin
    natural = 1'b0;
    transformed = 1'b0;
    if (beat_i.b) begin
      natural = beat_i.op == twd_op_pkg::OP_MUL;
      transformed = !natural;
    end else if (beat_i.a) begin
      natural = beat_i.op != twd_op_pkg::OP_INTT && beat_i.op != twd_op_pkg::OP_PWM;
      transformed = !natural;
    end
  end

  always_ff @(posedge clk_i) begin
    natural_q     <= natural;
    transformed_q <= transformed;
    for (int p = 0; p < Passes; p++) ordered_q[p] <= !load && work_i.order == 3'(p);
    load_q        <= load;
    zero_q        <= !twd_op_pkg::is_op(beat_i.op);
    scaled_q      <= beat_i.b ? beat_i.op != twd_op_pkg::OP_PWM : beat_i.op == twd_op_pkg::OP_INTT;
    b_q           <= beat_i.b;
    inverse_q     <= inverse_i;
    work_q        <= work_i;
    number_q      <= number_i;
  end

  // ---- cycle 2: the word ----
  logic [AddrBits-1:0] addr;
  logic [AddrBits-1:0] slot_addr;

  for (genvar j = 0; j < AddrBits; j++) begin : gen_addr
    localparam int unsigned BeatBit = twd_quad_pkg::beat_bit(Layouts, Passes - 1, j);
    logic [Passes-1:0] driven;
    for (genvar p = 0; p < Passes; p++) begin : gen_pass
      localparam int unsigned SlotBit = twd_quad_pkg::slot_bit(Layouts, AddrBits, p, j);
      assign driven[p] = ordered_q[p] && number_q[SlotBit];
    end
    assign slot_addr[j] = |driven;
    assign addr[j] = slot_addr[j] || (natural_q && number_q[j]) || (transformed_q && number_q[BeatBit]);
  end

  // ---- and its twiddle factors ----
  logic [TwiddleBits-1:0] twiddle_addr;

  for (genvar i = 0; i < AddrBits + 1; i++) begin : gen_block
    logic [Passes-1:0] driven;
    logic second_bit;
    for (genvar p = 0; p < Passes; p++) begin : gen_pass
      localparam int unsigned BlockBits = twd_quad_pkg::block_bits(Ring, p);
      if (i < BlockBits) begin : gen_bit
        localparam int unsigned BlockBit =
            twd_quad_pkg::index_bit(Layouts, AddrBits, p, AddrBits + 1 - BlockBits + 1 + i);
        assign driven[p] = ordered_q[p] && number_q[BlockBit];
      end else begin : gen_top
        assign driven[p] = ordered_q[p] && i == BlockBits;
      end
    end
    if (i < AddrBits - 1) begin : gen_low
      assign second_bit = addr[i];
    end else begin : gen_region
      assign second_bit = i == AddrBits - 1;
    end
    assign twiddle_addr[i] = load_q ? (zero_q && ZeroAddr[i]) || (scaled_q && (ZeroAddr[i] || i == 0))
        : work_q.psi ? i < AddrBits && addr[i%AddrBits] : work_q.operand ? second_bit : |driven;
  end

  assign twiddle_addr[AddrBits+1] = load_q ? b_q : work_q.operand ? addr[AddrBits-1] : inverse_q;
  if (Published) begin : gen_psi
    assign twiddle_addr[AddrBits+2] = !load_q && work_q.psi;
  end else if (!Complete) begin : gen_pair
    assign twiddle_addr[AddrBits+2] = !load_q && work_q.pair;
  end

  always_ff @(posedge clk_i) begin
    addr_o         <= addr;
    if (en_i) r_addr_o <= unload_i ? unload_addr_i : slot_addr;
    twiddle_addr_o <= twiddle_addr;
  end

endmodule
