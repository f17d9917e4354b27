// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_unit_accesses: the words and the twiddle factors of a slot, and what the lanes do with them.
//
// Words     of a layer: the slot counter with the paired bit put in, as in twd_inplace_addresses; of sums the counter.
// Twiddles  the index of a coefficient masked by the layer, with a one below the mask (twd_unit_twiddle_rom); of sums
//           zeta of the pairs of one word, as in the layer that pairs bit 0.
// Sums      bank 1 repeats what bank 0 did one cycle before, with the words of its own.
// Timing    outputs two cycles after the slot. Reset clears the marks.
// Model     twiddle.model.timing

module twd_unit_accesses #(
  parameter twd_ring_pkg::ring_cfg_t Ring = twd_ring_pkg::RING_ML_DSA,
  parameter twd_ring_pkg::ring_cfg_t Ring_2 = twd_ring_pkg::RING_ML_KEM,
  parameter int unsigned Lanes = 4,
  localparam int unsigned IndexBits = twd_unit_pkg::index_bits(Ring, Ring_2),
  localparam int unsigned LaneBits = $clog2(Lanes),
  localparam int unsigned WordBits = twd_unit_pkg::word_bits(Ring, Ring_2, Lanes),
  localparam int unsigned AddrBits = twd_unit_pkg::SLOT_BITS + WordBits
) (
  input  logic                                  clk_i,
  input  logic                                  rst_ni,
  input  twd_unit_pkg::slot_valid_t             valid_i,
  input  twd_unit_pkg::slot_t                   slot_i,
  input  logic                  [ WordBits-1:0] word_i,
  input  logic                                  parity_i,  // of the bits of the number of a word
  input  logic                  [IndexBits-1:0] mask_i,  // ones above the index bit that is paired
  output twd_unit_pkg::access_valid_t           valid_o,
  output twd_unit_pkg::access_t                 access_o,
  output twd_inplace_pkg::pair_select_e select_o,
  output twd_lane_pkg::control_t control_o,
  output logic [      1:0][ AddrBits-1:0]       r_addr_o,
  output logic [      1:0][ AddrBits-1:0]       w_addr_o,
  output logic [Lanes-1:0][IndexBits-1:0]       twiddle_addr_o
);

  localparam bit Both = twd_unit_pkg::both(Ring, Ring_2);
  localparam int unsigned SlotBits = twd_unit_pkg::SLOT_BITS;

  twd_unit_pkg::slot_t slot_q, slot_q2;
  twd_unit_pkg::slot_valid_t valid_q, valid_q2;
  logic [WordBits-1:0] word_q, word_q2;
  logic [IndexBits-1:0] mask_q, mask_q2;
  logic bank, bank_q2;    // of the lower word of a slot of a layer; the bit of the index of a word but for the bank

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q  <= '0;
      valid_q2 <= '0;
    end else begin
      valid_q  <= valid_i;
      valid_q2 <= valid_q;
    end
  end

  always_ff @(posedge clk_i) begin
    slot_q  <= slot_i;
    slot_q2 <= slot_q;
    word_q  <= word_i;
    word_q2 <= word_q;
    bank    <= parity_i;
    bank_q2 <= bank;
    mask_q  <= mask_i;
    mask_q2 <= mask_q;
  end

  // ---- its accesses: of a layer slot_q for both banks, of sums slot_q for bank 0 and slot_q2 for bank 1 ----
  // In cycles of sums without a slot of their own, slot_q2 is what bank 1 has left; after a streamed sum that is dst.
  logic sums;
  logic from_1;  // v of bank 1
  twd_unit_pkg::slot_t slot;  // whose v or whose words are read
  twd_unit_pkg::slot_valid_t valid;

  assign sums = slot_q.sums;
  assign from_1 = sums && !(slot_q.phase && (valid_q.read || slot_q.merges || slot_q.stream));
  assign slot = from_1 ? slot_q2 : slot_q;
  assign valid = from_1 ? valid_q2 : valid_q;

  function automatic logic [AddrBits-1:0] place(
    input logic of_pair, input logic [SlotBits-1:0] number, input logic [WordBits-1:0] word
  );
    place = {number, word};
    if (Both) place = {1'b0, number[SlotBits-2:0], word};
    if (Both && of_pair) place = AddrBits'({number, word[WordBits-2:0]});
  endfunction

  // The word of a layer: the slot counter with the paired bit put in.
  logic [1:0][WordBits-1:0] word;
  logic [IndexBits:0] mask;
  assign mask = {1'b1, mask_q};

  always_comb begin
    for (int h = 0; h < 2; h++) begin
      for (int j = 0; j < WordBits; j++) begin
        if (sums || mask[j+1+LaneBits]) word[h][j] = word_q[j];
        else if (mask[j+2+LaneBits]) word[h][j] = bank ^ (h == 1);
        else word[h][j] = word_q[(j+1)%WordBits];
      end
    end
  end

  // Twiddle factors by lanes; those of sums are zeta of the pairs of one word.
  logic [Lanes-1:0][IndexBits-1:0] twiddle;
  logic [WordBits-1:0] counter;
  logic [IndexBits-1:0] layer;
  logic lowest;
  assign counter = from_1 ? word_q2 : word_q;
  assign layer = from_1 ? mask_q2 : mask_q;
  assign lowest = from_1 ? bank_q2 : bank;

  for (genvar i = 0; i < Lanes; i++) begin : gen_twiddle
    localparam bit Upper = Lanes > 1 && i >= Lanes / 2;
    for (genvar j = 0; j < IndexBits; j++) begin : gen_bit
      logic index_bit;
      if (j > LaneBits) begin : gen_word
        assign index_bit = counter[j-LaneBits-1];
      end else if (j == LaneBits) begin : gen_lowest
        assign index_bit = lowest ^ (slot.sums ? from_1 : Upper);
      end else begin : gen_lane
        assign index_bit = slot.sums ? (i >> j) % 2 == 1 : (i >> (j > 0 ? j - 1 : 0)) % 2 == 1;
      end
      assign twiddle[i][j] = layer[j] ? index_bit ^ slot.inverse : j == IndexBits - 1 || layer[j+1];
    end
  end

  logic negate;
  assign negate = slot.minus || (Lanes == 1 && slot.mode == twd_lane_pkg::LANE_MAC && (lowest ^ from_1));

  logic inner;  // the index bit that is paired lies within a word
  assign inner = LaneBits > 0 && !sums && mask_q[LaneBits];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_o <= '0;
    end else begin
      valid_o.r_en <= {sums ? valid_q2.read && slot_q2.sums : valid_q.read, valid_q.read};
      valid_o.w_en <= {2{valid.write}} & (!sums ? 2'b11 : from_1 ? 2'b10 : 2'b01);
      valid_o.last <= {valid.last && slot.stream, valid.last && !slot.stream} & {2{from_1 || !sums}};
    end
  end

  always_ff @(posedge clk_i) begin
    access_o.u_bank   <= sums ? !from_1 : bank;
    access_o.sum_bank <= sums ? from_1 : bank;
    select_o <= !inner ? twd_inplace_pkg::PAIR_BANKS
        : LaneBits == 3 && !mask_q[2] ? twd_inplace_pkg::PAIR_LANE_4
        : LaneBits > 1 && !mask_q[1] ? twd_inplace_pkg::PAIR_LANE_2 : twd_inplace_pkg::PAIR_LANE_1;
    access_o.stream   <= slot.stream && valid.read;
    control_o <= {slot.pair, valid.read ? slot.mode : twd_lane_pkg::LANE_CT, slot.first, negate, slot.merges};
    access_o.inverse  <= slot.inverse;
    r_addr_o[0]       <= place(slot_q.pair, slot_q.r_slot, word[0]);
    r_addr_o[1]       <= sums ? r_addr_o[0] : place(slot_q.pair, slot_q.r_slot, word[1]);
    w_addr_o[0]       <= place(slot.pair, slot.w_slot, sums ? counter : word[0]);
    w_addr_o[1]       <= place(slot.pair, slot.w_slot, sums ? counter : word[1]);
    twiddle_addr_o    <= twiddle;
  end

  logic unused_fields;
  assign unused_fields = ^{slot, valid};

endmodule
