// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_inplace_addresses: the words and the twiddle factors of a slot.
//
// Words     of a layer: the slot counter with the paired bit put in, 0 for the group with the lower index; of products
//           and of the unload pass: the slot counter.
// Twiddles  the index of a coefficient masked by the layer mask, with a one below the mask (twd_inplace_twiddle_rom);
//           with none_i 0.
// Timing    outputs one cycle after the slot; en_i = 0 freezes them. Reset clears valid_o.
// Model     twiddle.model.iterative.slots

module twd_inplace_addresses #(
  parameter twd_ring_pkg::ring_cfg_t Ring = twd_ring_pkg::RING_ML_KEM,
  parameter int unsigned Butterflies = 4,
  localparam int unsigned IndexBits = $clog2(Ring.n),
  localparam int unsigned LaneBits = $clog2(Butterflies),
  localparam int unsigned GroupBits = IndexBits - LaneBits,
  localparam int unsigned WordBits = GroupBits - 1,
  localparam int unsigned Layers = twd_ring_pkg::layers(Ring),
  localparam int unsigned LastPair = twd_inplace_pkg::last_pair(Ring),
  localparam int unsigned Ports = twd_inplace_pkg::twiddle_ports(LastPair, Butterflies)
) (
  input  logic                                              clk_i,
  input  logic                                              rst_ni,
  input  logic                                              en_i,
  input  twd_inplace_pkg::slot_valid_t                      valid_i,
  input  twd_inplace_pkg::slot_t                            slot_i,
  input  logic                                              by_group_i,    // slots are groups: products, scale
  input  logic                                              none_i,
  input  logic                        [      GroupBits-1:0] group_i,       // {slot counter, lowest bit of a group}
  input  logic                        [      IndexBits-1:0] mask_i,        // layer mask; all bits are set during UNLOAD
  output twd_inplace_pkg::slot_valid_t                      valid_o,
  output twd_inplace_pkg::slot_t                            slot_o,
  output logic                        [1:0][  WordBits-1:0] addr_o,
  output logic                  [Ports-1:0][    Layers-1:0] twiddle_o
);

  logic [IndexBits:0] mask;
  logic [WordBits-1:0] counter;
  logic [1:0][WordBits-1:0] addr;
  assign mask = {1'b1, mask_i};
  assign counter = group_i[GroupBits-1:1];

  always_comb begin
    for (int h = 0; h < 2; h++) begin
      for (int j = 0; j < WordBits; j++) begin
        if (mask[j+1+LaneBits] || (by_group_i && j + 1 + LaneBits <= LastPair)) addr[h][j] = counter[j];
        else if (mask[j+2+LaneBits]) addr[h][j] = slot_i.u_bank ^ (h == 1);
        else addr[h][j] = counter[(j+1)%WordBits];
      end
    end
  end

  // Port p serves bank 1 where p >= Ports/2. The lowest bit of its group is not in the slot counter, but follows from
  // the bank; the bits of the lane stand below it.
  logic [Ports-1:0][IndexBits-1:0] twiddle;

  for (genvar p = 0; p < Ports; p++) begin : gen_twiddle
    localparam bit Bank = Ports > 1 && p >= Ports / 2;
    localparam bit Lane = p % 2 == 1;

    for (genvar j = 0; j < IndexBits; j++) begin : gen_bit
      logic index_bit;
      if (j > LaneBits) begin : gen_word
        assign index_bit = counter[j-LaneBits-1];
      end else if (j == LaneBits) begin : gen_group
        assign index_bit = by_group_i ? group_i[0] : ^counter ^ slot_i.w_region ^ Bank;
      end else begin : gen_lane
        assign index_bit = Lane;
      end
      assign twiddle[p][j] = !none_i && (mask[j] ? index_bit ^ slot_i.inverse : mask[j+1]);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_o <= '0;
    else if (en_i) valid_o <= valid_i;
  end

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      slot_o <= slot_i;
      addr_o <= addr;
      for (int p = 0; p < Ports; p++) twiddle_o[p] <= twiddle[p][IndexBits-1-:Layers];
    end
  end

endmodule
