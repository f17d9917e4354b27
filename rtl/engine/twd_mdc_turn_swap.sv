// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mdc_turn_swap: twd_mdc_turn in one direction, and twd_mdc_swap by Distance beats in the other, in the same memory.
//
// Method    the swap's delay line is in one of the turn's two memories: a counter reads it round after Distance cycles, and what
//           it has read is written in the next cycle. Of the inverse turn, a memory holds odd beats, the other one even beats:
//           the word of an even beat waits for the odd one, and both are read at once.
// Timing    those of twd_mdc_turn and twd_mdc_swap; first_i and late_i as there. swap_i holds while there are
//           coefficients in it, and from one cycle before. en_i = 0 freezes it; no reset.
// Cost      the memories of twd_mdc_turn, two multiplexers for every lane.
// Model     twiddle.model.mdc.turn, twiddle.model.mdc.swap

module twd_mdc_turn_swap #(
  parameter int unsigned Lanes    = 4,
  parameter int unsigned Width    = 12,
  parameter int unsigned Beats    = 64,   // a power of two
  parameter int unsigned Distance = 32,   // a power of two from 2 to Beats / 2
  parameter bit          Inverse  = 1'b0  // of the turn
) (
  input  logic                        clk_i,
  input  logic                        en_i,
  input  logic                        first_i,
  input  logic                        late_i,
  input  logic                        swap_i,
  input  logic [Lanes-1:0][Width-1:0] x_turn_i,
  input  logic [Lanes-1:0][Width-1:0] x_swap_i,
  output logic [Lanes-1:0][Width-1:0] y_o
);

  localparam int unsigned Words = Beats / 2;
  localparam int unsigned BeatWidth = $clog2(Beats);
  localparam int unsigned AddrWidth = BeatWidth - 1;
  localparam int unsigned SwapBit = $clog2(Distance);
  localparam int unsigned Half = Lanes / 2;

  (* ram_style = "distributed", no_rw_check *) logic [Lanes*Width-1:0] mem_a[Words];  // of the swap too
  (* ram_style = "distributed", no_rw_check *) logic [Lanes*Width-1:0] mem_b[Words];

  logic [BeatWidth-1:0] w_beat_q;
  logic [BeatWidth-1:0] r_beat_q;   // swap: runs freely
  logic [AddrWidth-1:0] slot;       // of the swap, in this cycle
  logic [AddrWidth-1:0] slot_q;
  logic [AddrWidth-1:0] w_addr;
  logic [AddrWidth-1:0] wa_addr;
  logic [AddrWidth-1:0] r_addr;
  logic [AddrWidth-1:0] ra_addr;
  logic w_a;
  logic w_b;
  logic [Lanes-1:0][Width-1:0] wa_data;
  logic [Lanes-1:0][Width-1:0] wb_data;
  logic [Lanes-1:0][Width-1:0] ra_data;
  logic [Lanes-1:0][Width-1:0] rb_data;
  logic crossed;
  logic [Half-1:0][Width-1:0] even_q;  // lane 2m of the result
  logic [Half-1:0][Width-1:0] late_q;  // lane 2m + 1 of the swap, before it crosses
  logic [Half-1:0][Width-1:0] odd_q;   // lane 2m + 1 of the turn, forward
  logic [Lanes-1:0][Width-1:0] held_q;  // inverse: an even beat; forward: lanes 2m + 1 of an odd beat to be
  logic other;                         // of the result: i_0, or forward i_P

  assign crossed = swap_i && w_beat_q[SwapBit];
  assign slot    = AddrWidth'(r_beat_q[SwapBit-1:0]);
  assign ra_addr = swap_i ? slot : r_addr;
  assign wa_addr = swap_i ? slot_q : w_addr;
  assign ra_data = mem_a[ra_addr];
  assign rb_data = mem_b[r_addr];

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      w_beat_q <= first_i ? '0 : w_beat_q + 1'b1;
      r_beat_q <= late_i && !swap_i ? '0 : r_beat_q + 1'b1;
      slot_q   <= slot;
      if (w_a || swap_i) mem_a[wa_addr] <= wa_data;
      if (w_b) mem_b[w_addr] <= wb_data;
    end
  end

  for (genvar m = 0; m < Half; m++) begin : gen_in
    assign wa_data[2*m]   = crossed ? late_q[m] : swap_i ? x_swap_i[2*m] : x_turn_i[2*m];
    assign wa_data[2*m+1] = swap_i ? x_swap_i[2*m+1] : x_turn_i[2*m+1];
    assign y_o[2*m]       = even_q[m];
  end

  if (Inverse) begin : gen_inverse
    assign w_addr  = w_beat_q[BeatWidth-1:1];
    assign r_addr  = r_beat_q[AddrWidth-1:0];
    assign w_a     = w_beat_q[0];
    assign w_b     = w_beat_q[0];
    assign wb_data = held_q;
    assign other   = r_beat_q[BeatWidth-1];

    assign odd_q   = '0;

    always_ff @(posedge clk_i) begin
      if (en_i) held_q <= x_turn_i;
    end

    for (genvar m = 0; m < Half; m++) begin : gen_pair
      assign y_o[2*m+1] = crossed ? x_swap_i[2*m] : late_q[m];

      always_ff @(posedge clk_i) begin
        if (en_i) begin
          even_q[m] <= swap_i ? ra_data[2*m] : other ? rb_data[2*m+1] : rb_data[2*m];
          late_q[m] <= swap_i || other ? ra_data[2*m+1] : ra_data[2*m];
        end
      end
    end
  end else begin : gen_forward
    assign w_addr  = w_beat_q[AddrWidth-1:0];
    assign r_addr  = r_beat_q[BeatWidth-1:1];
    assign w_a     = !w_beat_q[BeatWidth-1];
    assign w_b     = w_beat_q[BeatWidth-1];
    assign wb_data = x_turn_i;
    assign other   = r_beat_q[0];

    for (genvar m = 0; m < Half; m++) begin : gen_pair
      assign held_q[2*m] = '0;
      assign y_o[2*m+1] = !swap_i ? odd_q[m] : crossed ? x_swap_i[2*m] : late_q[m];

      always_ff @(posedge clk_i) begin
        if (en_i) begin
          even_q[m] <= other && !swap_i ? late_q[m] : ra_data[2*m];
          odd_q[m]  <= other ? held_q[2*m+1] : rb_data[2*m];
          held_q[2*m+1] <= rb_data[2*m+1];
          late_q[m] <= ra_data[2*m+1];
        end
      end
    end
  end

  logic unused_registers;
  assign unused_registers = (^odd_q) ^ (^held_q);

endmodule
