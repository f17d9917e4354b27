// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_inplace_engine: an operation on polynomials in memory, with 1, 2 or 4 butterflies of latency L.
//
//   cycle  0         1, 2     3        3 .. 3 + L      4 + L
//   address --> memory --> read --> butterflies --> write --> memory
//               2 banks    network       |          network   write_delay = L + 4
//                   beat ----> (LOAD)  twiddle ROM
//
// Products of an incomplete transform, modulo x^2 - zeta: see twd_inplace_pkg. For every other pair zeta is negative:
//           c_0 is the other output of the same butterfly (twd_inplace_butterflies), or the twiddle factor negated.
// Ranges    memory holds coefficients in [0, q).
// Method    conflict-free banks by parity (Johnson 1992; Roy et al. 2014); merged psi and halving (Zhang et al. 2020);
//           four products a pair by Karatsuba (Xing and Li 2021), here without adders of their own; Method RNS as in
//           Alhassani, Benaissa 2024, Fig. 3 and 4.
// Timing    see twd_inplace_schedule; r_data_i two enabled cycles after r_addr_o; w_data_o and w_o.last come
//           write_delay cycles after r_addr_o, w_addr_o and the rest of w_o one cycle before. en_i = 0 freezes the
//           schedule, the read and u_o, v_o, but not the butterflies: only in the unload pass. load_err_o write_delay -
//           3 cycles after a beat, until the next first beat of the operand. Reset drops operation and beats.
// Cost      the butterflies with what their bank adds, 4 Butterflies four-to-one multiplexers of a coefficient.
// Model     twiddle.model.iterative

`include "twd_assert.svh"
`include "twd_delay.svh"

module twd_inplace_engine #(
  parameter twd_ring_pkg::ring_cfg_t Ring = twd_ring_pkg::RING_ML_KEM,
  parameter twd_method_pkg::method_e Method = twd_method_pkg::METHOD_FOLD,
  parameter int unsigned Butterflies = 4,
  parameter bit Registers = 1'b0,  // RNS: after its tables
  parameter bit Published = 1'b0,  // RNS: five products a pair
  parameter bit SumTables = 1'b0,  // with Published: sums of logarithms in block RAM
  parameter bit Unload = 1'b0,  // operands come through the butterflies, and a last pass reads the result
  parameter bit LogicTables = 1'b0,  // 1: constant tables in logic, not block RAM
  localparam int unsigned Width = $clog2(Ring.q),
  localparam int unsigned WordBits = $clog2(Ring.n / Butterflies) - 1
) (
  input  logic                                      clk_i,
  input  logic                                      rst_ni,
  input  logic                                      en_i,
  input  logic                                      start_i,
  input  logic [2:0]                                op_i,
  input  logic                                      last_ok_i,
  output twd_inplace_pkg::status_t                  status_o,
  // memory, by banks
  output twd_inplace_pkg::read_t                    r_o,
  output logic [1:0][WordBits-1:0]                  r_addr_o,
  input  logic [1:0][Butterflies-1:0][Width-1:0]    r_data_i,
  output twd_inplace_pkg::write_t                   w_o,
  output logic [1:0][WordBits-1:0]                  w_addr_o,
  output logic [1:0][Butterflies-1:0][Width-1:0]    w_data_o,
  // load: a beat of two groups in natural order, taken in what is cycle 2 of a slot, its data one cycle later
  input  logic                                      idle_i,  // no operation runs: beats may come
  input  twd_inplace_pkg::beat_t                    load_i,
  input  logic [WordBits-1:0]                       load_addr_i,
  input  logic [1:0][Butterflies-1:0][Width-1:0]    load_data_i,  // 0 in an operation
  output logic [1:0]                                load_err_o,   // {b, a}: some coefficient was q or more
  // unload: two groups in natural order, lower group in u_o, three enabled cycles after r_o
  output logic [Butterflies-1:0][Width-1:0]         u_o,
  output logic [Butterflies-1:0][Width-1:0]         v_o
);

  localparam int unsigned Layers = twd_ring_pkg::layers(Ring);
  localparam int unsigned LastPair = twd_inplace_pkg::last_pair(Ring);
  localparam int unsigned Ports = twd_inplace_pkg::twiddle_ports(LastPair, Butterflies);
  localparam int unsigned WriteDelay = twd_inplace_pkg::write_delay(Method, Ring.q, Registers);

  // ---- cycle 0 ----
  twd_inplace_pkg::slot_valid_t valid;
  twd_inplace_pkg::slot_t slot;
  logic [Ports-1:0][Layers-1:0] twiddle_addr;

  twd_inplace_schedule #(
    .Ring(Ring), .Method(Method), .Butterflies(Butterflies), .Registers(Registers), .Published(Published),
    .Unload(Unload)
  ) u_schedule (
    .clk_i, .rst_ni, .en_i, .start_i, .op_i, .last_ok_i, .status_o,
    .valid_o  (valid),
    .slot_o   (slot),
    .addr_o   (r_addr_o),
    .twiddle_o(twiddle_addr)
  );

  assign r_o = {valid.read, slot.unload, slot.r_input, slot.r_region};

  // ---- cycles 1 to 3: selectors, then u and v ----
  logic [1:0] pair_select_1;
  logic u_bank_1;
  logic [1:0] hold_2;

  `TWD_DELAY(u_select_delay, 3, 1, en_i, {slot.pair_select, slot.u_bank}, {pair_select_1, u_bank_1})

  `TWD_DELAY(u_hold_delay, 2, 2, en_i, slot.hold, hold_2)

  twd_inplace_read_network #(
    .Butterflies(Butterflies), .Width(Width), .Complete(twd_ring_pkg::complete(Ring)),
    .Preset('1 - Width'(Ring.q))
  ) u_read_network (
    .clk_i, .en_i,
    .clear_i      (Unload && idle_i),
    .pair_select_i(twd_inplace_pkg::pair_select_e'(pair_select_1)),
    .u_bank_i     (u_bank_1),
    .hold_i       (hold_2),
    .word_i       (r_data_i),
    .u_o, .v_o
  );

  // ---- the beat that is loaded, in cycle WriteDelay - 2 ----
  twd_inplace_pkg::beat_t load;
  logic [WordBits-1:0] load_addr;

  `TWD_DELAY(u_load, WordBits + 3, WriteDelay - 4, 1'b1, {load_i, load_addr_i}, {load, load_addr})

  // ---- cycle 3: butterflies; cycle WriteDelay - 1: write network ----
  logic [Butterflies-1:0][Width-1:0] sum;
  logic [Butterflies-1:0][Width-1:0] diff;
  logic outside;

  twd_inplace_butterflies #(
    .Ring(Ring), .Method(Method), .Butterflies(Butterflies), .Registers(Registers), .Published(Published),
    .SumTables(SumTables), .Load(Unload), .LogicTables(LogicTables)
  ) u_butterflies (
    .clk_i, .rst_ni,
    .slot_i        (slot),
    .twiddle_addr_i(twiddle_addr),
    .u_i           (u_o),
    .v_i           (v_o),
    .load_i        (load_data_i),
    .outside_o     (outside),
    .sum_o         (sum),
    .diff_o        (diff)
  );

  twd_inplace_write_network #(
    .Butterflies(Butterflies), .Width(Width), .Delay(WriteDelay), .Complete(twd_ring_pkg::complete(Ring)),
    .Direct(twd_inplace_pkg::direct(Method)), .Published(Published)
  ) u_write_network (
    .clk_i,
    .slot_i     (slot),
    .load_i     (load.valid),
    .load_bank_i(^load_addr ^ load.region),
    .sum_i      (sum),
    .diff_i     (diff),
    .word_o     (w_data_o)
  );

  for (genvar o = 0; o < 2; o++) begin : gen_operand
    logic checked;
    assign checked = load.valid && load.region == (o == 1);

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) load_err_o[o] <= 1'b0;
      else load_err_o[o] <= (load_err_o[o] && !(checked && load.first)) || (checked && outside);
    end
  end

  // ---- write side: the fields of the slot, write_delay later, or of the beat ----
  logic w_region, w_result;
  logic [1:0][WordBits-1:0] w_addr;
  logic load_valid_q, load_region_q;
  logic [WordBits-1:0] load_addr_q;

  `TWD_DELAY(u_write_addr_delay, 2 * WordBits + 2, WriteDelay - 1, 1'b1,
             {slot.w_region, slot.w_result, r_addr_o}, {w_region, w_result, w_addr})

  always_ff @(posedge clk_i) {load_valid_q, load_region_q, load_addr_q} <= {load.valid, load.region, load_addr};

  // Write enables are valid bits: they have a reset.
  logic [WriteDelay-1:0][2:0] w_valid_d, w_valid_q;

  always_comb begin
    w_valid_d = {w_valid_q[WriteDelay-2:0], {valid.last, valid.w_en}};
    if (load_i.valid) w_valid_d[2][1:0] = 2'b11;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) w_valid_q <= '0;
    else w_valid_q <= w_valid_d;
  end

  assign w_addr_o = load_valid_q ? {2{load_addr_q}} : w_addr;
  assign w_o = {w_valid_q[WriteDelay-2][1:0], load_valid_q ? load_region_q : w_region, w_result,
                w_valid_q[WriteDelay-1][2]};

  `TWD_ASSERT(LoadOnlyWhileIdle, !load_i.valid || (idle_i && !r_o.en))
  `TWD_ASSERT(FrozenOnlyInUnload, en_i || !r_o.en || r_o.unload)

endmodule
