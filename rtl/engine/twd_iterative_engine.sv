// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_iterative_engine: an operation on polynomials in memory, with B butterflies.
//
//   cycle  0         1, 2     3        3 .. 3 + L        4 + L
//   address --> memory --> read --> B butterflies --> write --> memory
//               2 halves   network       |            network   write_delay(q) = L + 4
//                                   twiddle ROM
//
// Products of an incomplete transform, modulo x^2 - zeta: see twd_base_feed. For every other pair zeta is negative, and
//           c_0 the other output of the same butterfly.
// Ranges    memory holds coefficients in [0, q).
// Method    conflict-free banks by parity (Johnson 1992; Roy et al. 2014); merged psi and halving (Zhang et al. 2020);
//           four products a pair by Karatsuba (Xing and Li 2021), here without adders of their own.
// Timing    see twd_iterative_schedule; r_data_i two enabled cycles after r_addr_o; w_* write_delay(q) cycles after
//           r_addr_o. en_i = 0 freezes the schedule, the read and u_o, v_o, nothing behind: only in the unload pass.
// Cost      B butterflies, 4 B four-to-one multiplexers of a coefficient, twiddle ROM ports, one adder a pair.
// Model     twiddle.model.iterative

`include "twd_assert.svh"

module twd_iterative_engine #(
  parameter twd_ring_pkg::ring_cfg_t Ring = twd_ring_pkg::RING_ML_KEM,
  parameter int unsigned Butterflies = 4,
  parameter bit Unload = 1'b0,
  localparam int unsigned Width = $clog2(Ring.q),
  localparam int unsigned WordBits = $clog2(Ring.n / Butterflies) - 1
) (
  input  logic                              clk_i,
  input  logic                              rst_ni,
  input  logic                              en_i,
  input  logic                              start_i,
  input  logic [            2:0]            op_i,
  output logic                              ready_o,
  input  logic                              final_ok_i,
  output logic                              final_begin_o,
  output logic                              a_read_o,
  output logic                              b_read_o,
  // memory, by halves
  output logic                              r_en_o,
  output logic                              r_unload_o,  // of the unload pass
  output logic [            1:0]            r_input_o,   // read the input memory
  output logic [            1:0]            r_region_o,  // second operand
  output logic [            1:0][WordBits-1:0] r_addr_o,
  input  logic [            1:0][Butterflies-1:0][Width-1:0] r_data_i,
  output logic [            1:0]            w_en_o,
  output logic                              w_region_o,
  output logic                              w_final_o,   // part of the result
  output logic                              w_last_o,    // its last word
  output logic [            1:0][WordBits-1:0] w_addr_o,
  output logic [            1:0][Butterflies-1:0][Width-1:0] w_data_o,
  // load, past the butterflies: load_i one cycle before the data, data one cycle before w_data_o
  input  logic                              load_i,
  input  logic [            1:0][Butterflies-1:0][Width-1:0] load_data_i,
  // unload: two groups in natural order, lower group in u
  input  logic                              clear_i,     // zeros instead
  output logic                              unload_valid_o,
  output logic                              unload_last_o,
  output logic [Butterflies-1:0][Width-1:0] u_o,
  output logic [Butterflies-1:0][Width-1:0] v_o
);

  localparam bit Complete = twd_ring_pkg::complete(Ring);
  localparam int unsigned Layers = twd_ring_pkg::layers(Ring);
  localparam int unsigned LastPair = twd_iterative_pkg::last_pair(Ring);
  localparam int unsigned Ports = twd_iterative_pkg::twiddle_ports(LastPair, Butterflies);
  localparam int unsigned WriteDelay = twd_iterative_pkg::write_delay(Ring.q);

  // ---- cycle 0 ----
  logic valid;
  logic unload;
  logic [2:0] mode;
  logic [1:0] meet;
  logic first;
  logic [1:0] w_en;
  logic w_first;
  logic w_negate;
  logic w_region;
  logic w_final;
  logic last;
  logic inverse;
  logic [Ports-1:0][Layers-1:0] twiddle_addr;

  twd_iterative_schedule #(
    .Ring       (Ring),
    .Butterflies(Butterflies),
    .Unload     (Unload)
  ) u_schedule (
    .clk_i,
    .rst_ni,
    .en_i,
    .start_i,
    .op_i,
    .ready_o,
    .final_ok_i,
    .final_begin_o,
    .a_read_o,
    .b_read_o,
    .valid_o   (valid),
    .unload_o  (unload),
    .mode_o    (mode),
    .meet_o    (meet),
    .first_o   (first),
    .r_input_o,
    .r_region_o,
    .addr_o    (r_addr_o),
    .w_en_o    (w_en),
    .w_first_o (w_first),
    .w_negate_o(w_negate),
    .w_region_o(w_region),
    .w_final_o (w_final),
    .last_o    (last),
    .inverse_o (inverse),
    .twiddle_o (twiddle_addr)
  );

  assign r_en_o = valid;
  assign r_unload_o = unload;

  // ---- cycles 1 to 3: selectors, then u and v ----
  logic [1:0] meet_1;
  logic first_1;

  twd_delay #(
    .Width (3),
    .Cycles(1)
  ) u_select_delay (
    .clk_i,
    .en_i,
    .d_i({meet, first}),
    .q_o({meet_1, first_1})
  );

  twd_read_network #(
    .Butterflies(Butterflies),
    .Width      (Width),
    .Complete   (Complete)
  ) u_read_network (
    .clk_i,
    .en_i,
    .clear_i,
    .meet_i (meet_1),
    .first_i(first_1),
    .word_i (r_data_i),
    .u_o,
    .v_o
  );

  if (Unload) begin : gen_unload
    logic [2:0] valid_q;
    logic [2:0] last_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        valid_q <= '0;
        last_q  <= '0;
      end else if (en_i) begin
        valid_q <= {valid_q[1:0], valid && unload};
        last_q  <= {last_q[1:0], valid && unload && &r_addr_o[0]};
      end
    end

    assign unload_valid_o = valid_q[2];
    assign unload_last_o  = last_q[2];
  end else begin : gen_no_unload
    assign unload_valid_o = 1'b0;
    assign unload_last_o  = 1'b0;
  end

  // ---- cycle 3: butterflies; their modes ----
  logic [2:0] mode_3;
  logic [Ports-1:0][Layers-1:0] twiddle_addr_2;
  logic inverse_2;
  logic [Ports-1:0][Width-1:0] twiddle_4;

  twd_delay #(
    .Width (3),
    .Cycles(3)
  ) u_mode_delay (
    .clk_i,
    .en_i(1'b1),
    .d_i (mode),
    .q_o (mode_3)
  );

  twd_delay #(
    .Width (Ports * Layers + 1),
    .Cycles(2)
  ) u_twiddle_delay (
    .clk_i,
    .en_i(1'b1),
    .d_i ({inverse, twiddle_addr}),
    .q_o ({inverse_2, twiddle_addr_2})
  );

  twd_twiddle_rom #(
    .Ring (Ring),
    .Ports(Ports)
  ) u_twiddle_rom (
    .clk_i,
    .en_i     (1'b1),
    .inverse_i(inverse_2),
    .addr_i   (twiddle_addr_2),
    .twiddle_o(twiddle_4)
  );

  logic minus_3;
  logic gs_3;
  logic [1:0] add_3;
  logic feed_3;
  assign minus_3 = mode_3 == twd_iterative_pkg::MODE_GS || feed_3;
  assign gs_3 = mode_3 == twd_iterative_pkg::MODE_GS;
  assign feed_3 = mode_3 == twd_iterative_pkg::MODE_LOW || mode_3 == twd_iterative_pkg::MODE_HIGH;
  assign add_3 = mode_3 == twd_iterative_pkg::MODE_PRODUCT ? twd_butterfly_pkg::ADD_ZERO
      : feed_3 ? twd_butterfly_pkg::ADD_FEED : twd_butterfly_pkg::ADD_HALF;

  logic [Butterflies-1:0][Width-1:0] sum;
  logic [Butterflies-1:0][Width-1:0] diff;
  logic [Butterflies-1:0][Width-1:0] difference;  // cycle 4
  logic [Butterflies-1:0][Width-1:0] other;       // cycle 4, and the fed operands
  logic [Butterflies-1:0][Width-1:0] feed_s;
  logic [Butterflies-1:0][Width-1:0] feed_x;

  for (genvar i = 0; i < Butterflies; i++) begin : gen_butterfly
    // with several butterflies the odd ones make c_1 while the even ones make c_0
    localparam bit MakesHigh = Butterflies > 1 && i % 2 == 1;
    logic high_3;
    logic [1:0] by_3;
    assign high_3 = mode_3 == twd_iterative_pkg::MODE_HIGH || (MakesHigh && mode_3 == twd_iterative_pkg::MODE_LOW);
    assign by_3 = mode_3 == twd_iterative_pkg::MODE_PRODUCT ? twd_butterfly_pkg::BY_U
        : high_3 ? twd_butterfly_pkg::BY_OTHER : twd_butterfly_pkg::BY_TWIDDLE;

    twd_butterfly #(
      .Q(Ring.q)
    ) u_butterfly (
      .clk_i,
      .en_i          (1'b1),
      .minus_i       (minus_3),
      .gs_i          (gs_3),
      .by_i          (by_3),
      .add_i         (add_3),
      .feed_x_en_i   (feed_3 && !high_3),
      .u_i           (u_o[i]),
      .v_i           (v_o[i]),
      .twiddle_i     (twiddle_4[Ports > 1 ? i >> LastPair : 0]),
      .other_i       (other[i]),
      .feed_s_i      (feed_s[i]),
      .feed_x_i      (feed_x[i]),
      .difference_d_o(difference[i]),
      .sum_o         (sum[i]),
      .diff_o        (diff[i])
    );
  end

  // ---- base multiplication: products back into the butterflies ----
  if (Complete) begin : gen_no_feed
    assign other  = '0;
    assign feed_s = '0;
    assign feed_x = '0;
  end else begin : gen_feed
    twd_base_feed #(
      .Q          (Ring.q),
      .Butterflies(Butterflies),
      .Lag        (twd_iterative_pkg::feed_lag(Ring.q, Butterflies))
    ) u_base_feed (
      .clk_i,
      .en_i        (1'b1),
      .high_i      (mode_3 == twd_iterative_pkg::MODE_HIGH),
      .sum_i       (sum),
      .difference_i(difference),
      .other_o     (other),
      .feed_s_o    (feed_s),
      .feed_x_o    (feed_x)
    );
  end

  // ---- write side: what cycle 0 said, write_delay later ----
  logic [1:0] meet_w;
  logic first_w;
  logic negate_w;
  logic [Butterflies-1:0] negate;

  twd_delay #(
    .Width (4),
    .Cycles(WriteDelay - 2)
  ) u_write_select_delay (
    .clk_i,
    .en_i(1'b1),
    .d_i ({meet, w_first, w_negate}),
    .q_o ({meet_w, first_w, negate_w})
  );

  // Without base multiplication, or with four butterflies, not all of these are needed.
  logic unused_base;
  assign unused_base = ^{difference, negate_w};

  // Sign of zeta: with four butterflies a word holds one pair of each sign.
  for (genvar l = 0; l < Butterflies; l++) begin : gen_negate
    if (l % 2 == 1) begin : gen_high
      assign negate[l] = 1'b0;
    end else if (Butterflies == 2) begin : gen_alternate
      assign negate[l] = negate_w;
    end else begin : gen_fixed
      assign negate[l] = (l / 2) % 2 == 1;
    end
  end

  twd_write_network #(
    .Butterflies(Butterflies),
    .Width      (Width),
    .Complete   (Complete)
  ) u_write_network (
    .clk_i,
    .meet_i  (meet_w),
    .first_i (first_w),
    .negate_i(negate),
    .load_i,
    .load_data_i,
    .sum_i   (sum),
    .diff_i  (diff),
    .word_o  (w_data_o)
  );

  twd_delay #(
    .Width (2 * WordBits + 2),
    .Cycles(WriteDelay)
  ) u_write_addr_delay (
    .clk_i,
    .en_i(1'b1),
    .d_i ({w_region, w_final, r_addr_o}),
    .q_o ({w_region_o, w_final_o, w_addr_o})
  );

  // Write enables are valid bits: they have a reset.
  logic [WriteDelay-1:0][2:0] w_valid_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) w_valid_q <= '0;
    else w_valid_q <= {w_valid_q[WriteDelay-2:0], {last, w_en}};
  end

  assign {w_last_o, w_en_o} = w_valid_q[WriteDelay-1];

  `TWD_ASSERT(FrozenOnlyInUnload, en_i || !r_en_o || r_unload_o)

endmodule
