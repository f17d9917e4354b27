// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_unit_engine: the commands of the polynomial unit that compute, on words of its memory, with Lanes lanes.
//
//   cycle  0         1, 2     3       3 .. 3 + L     4 + L
//   address --> memory --> read --> lanes -----> write --> memory
//               2 banks    network    |          network
//                                 twiddle ROM
//
// Timing    a command is taken while ready_o (twd_unit_schedule has its length), which soon_o may announce; done_o,
//           ENDS_EARLY of twd_unit_pkg before the longest write delay after its last slot is over, so that its results
//           are in memory where the next command reads. The memory gives r_data_i two cycles after r_addr_o. Commands
//           whose slots a command before them writes wait for its end.
// Streamed  commands with a stream of operands have their own start_i, ready_o and done_o, and work beside others.
// Load      a write of a bank that the engine does not need takes its word of load, or with clear_i the word
//           clear_addr_i with load_data_i: load_taken_o one cycle before the write, in the cycle of load_data_i.
// Cost      the lanes, 4 Lanes four-to-one multiplexers of a word of a lane, the twiddle ROM.
// Model     twiddle.model.timing

`include "twd_assert.svh"
`include "twd_delay.svh"

module twd_unit_engine #(
  parameter twd_ring_pkg::ring_cfg_t Ring = twd_ring_pkg::RING_ML_DSA,
  parameter twd_ring_pkg::ring_cfg_t Ring_2 = twd_ring_pkg::RING_ML_KEM,
  parameter int unsigned Lanes = 4,
  parameter bit Dsp = 1'b1,
  parameter bit LogicTables = 1'b0,  // 1: constant tables in logic, not block RAM
  localparam int unsigned Width = twd_lane_pkg::width(Ring.q, Ring_2.q),
  localparam int unsigned AddrBits = twd_unit_pkg::SLOT_BITS + twd_unit_pkg::word_bits(Ring, Ring_2, Lanes)
) (
  input  logic                                    clk_i,
  input  logic                                    rst_ni,
  input  logic [      1:0]                        start_i,         // of a command, of a streamed one
  input  twd_unit_pkg::command_t                  command_i,
  output logic [      1:0]                        soon_o,          // ready_o may be high in two cycles
  output logic [      1:0]                        ready_o,
  output logic [      1:0]                        done_o,          // its last write is soon, or was before
  input  logic                                    yield_i,         // a load or a store waits for the memory
  // operands of the stream, a word of bank 0 and one of bank 1 by turns
  input  logic                                    operand_i,       // two words wait
  input  logic                                    operands_i,      // a batch of them waits
  output logic                                    operand_take_o,  // they are taken
  output logic                                    operand_next_o,  // operand_data_i is used in this cycle
  input  logic [Lanes-1:0][Width-1:0]             operand_data_i,
  // words of load, by banks, and of clear
  input  logic [      1:0]                        load_i,
  input  logic [      1:0][AddrBits-1:0]          load_addr_i,
  input  logic [      1:0][Lanes-1:0][Width-1:0]  load_data_i,
  input  logic [      1:0][Lanes-1:0]             low_wrong_i,     // halves of load_data_i that are written as 0
  input  logic [      1:0][Lanes-1:0]             high_wrong_i,
  output logic [      1:0]                        load_taken_o,
  input  logic                                    clear_i,
  input  logic [AddrBits-1:0]                     clear_addr_i,
  // memory, by banks
  output logic [      1:0]                        r_en_o,
  output logic [      1:0][AddrBits-1:0]          r_addr_o,
  input  logic [      1:0][Lanes-1:0][Width-1:0]  r_data_i,
  output logic [      1:0]                        w_en_o,
  output logic [      1:0][AddrBits-1:0]          w_addr_o,
  output logic [      1:0][Lanes-1:0][Width-1:0]  w_data_o
);

  localparam int unsigned IndexBits = twd_unit_pkg::index_bits(Ring, Ring_2);
  localparam int unsigned Delay = twd_unit_pkg::write_delay(Ring, Ring_2, Dsp);
  localparam int unsigned Longest = twd_unit_pkg::longest_delay(Ring, Ring_2, Dsp);

  // ---- cycle 0 ----
  twd_unit_pkg::access_valid_t valid;
  twd_unit_pkg::access_t access;
  twd_inplace_pkg::pair_select_e select;
  twd_lane_pkg::control_t control;
  logic [1:0][AddrBits-1:0] w_addr;
  logic [Lanes-1:0][IndexBits-1:0] twiddle_addr;

  twd_unit_schedule #(.Ring(Ring), .Ring_2(Ring_2), .Lanes(Lanes), .Dsp(Dsp)) u_schedule (
    .clk_i, .rst_ni,
    .start_i,
    .command_i,
    .soon_o,
    .ready_o,
    .yield_i,
    .operand_i,
    .operands_i,
    .operand_take_o,
    .valid_o       (valid),
    .access_o      (access),
    .select_o      (select),
    .control_o     (control),
    .r_addr_o,
    .w_addr_o      (w_addr),
    .twiddle_addr_o(twiddle_addr)
  );

  assign r_en_o = valid.r_en;

  // ---- cycles 1 to 4: u, v and what the lanes do with them ----
  twd_inplace_pkg::pair_select_e select_1;
  logic u_bank_1;
  twd_lane_pkg::control_t control_3;
  logic pair_2, inverse_2;
  logic [Lanes-1:0][IndexBits-1:0] twiddle_addr_2;
  logic [Lanes-1:0][Width-1:0] u, v, twiddle;

  `TWD_DELAY(u_select, 3, 1, 1'b1, {select, access.u_bank}, {select_1, u_bank_1})

  `TWD_DELAY(u_twiddle_addr, 2 + Lanes * IndexBits, 2, 1'b1,
             {control.pair, access.inverse, twiddle_addr}, {pair_2, inverse_2, twiddle_addr_2})

  `TWD_DELAY(u_control, $bits(control), 3, 1'b1, control, control_3)

  logic [2:0] next_q;  // has a reset: what a reset drops takes no operand

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) next_q <= '0;
    else next_q <= {next_q[1:0], access.stream};
  end

  assign operand_next_o = next_q[2];

  twd_unit_twiddle_rom #(.Ring(Ring), .Ring_2(Ring_2), .Lanes(Lanes), .LogicTables(LogicTables)) u_twiddle_rom (
    .clk_i,
    .pair_i   (pair_2),
    .inverse_i(inverse_2),
    .addr_i   (twiddle_addr_2),
    .twiddle_o(twiddle)
  );

  twd_inplace_read_network #(.Butterflies(Lanes), .Width(Width), .Complete(1'b1)) u_read_network (
    .clk_i,
    .en_i         (1'b1),
    .clear_i      (1'b0),
    .pair_select_i(select_1),
    .u_bank_i     (u_bank_1),
    .hold_i       (2'b00),
    .word_i       (r_data_i),
    .u_o          (u),
    .v_o          (v)
  );

  // ---- the lanes: with more than one the odd ones take -zeta ----
  logic [Lanes-1:0][Width-1:0] sum, diff;

  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    twd_lane_pkg::control_t of_lane;

    always_comb begin
      of_lane = control_3;
      if (i % 2 == 1 && control_3.mode == twd_lane_pkg::LANE_MAC) of_lane.negate = 1'b1;
    end

    twd_lane #(.Q(Ring.q), .Q_2(Ring_2.q), .Dsp(Dsp)) u_lane (
      .clk_i,
      .control_i(of_lane),
      .stream_i (operand_next_o),
      .operand_i(operand_data_i[i]),
      .u_i      (u[i]),
      .v_i      (v[i]),
      .twiddle_i(twiddle[i]),
      .sum_o    (sum[i]),
      .diff_o   (diff[i])
    );
  end

  // ---- the write, later for sums of pairs ----
  typedef struct packed {
    twd_inplace_pkg::pair_select_e select;
    logic                          sum_bank;
    logic [1:0][AddrBits-1:0]      addr;
  } write_t;

  logic pair_sums;
  write_t write, write_late, write_first, write_select;
  logic [1:0][AddrBits-1:0] w_addr_early;
  logic [1:0] w_en_late, w_en_select, w_en_early;

  assign write = {select, access.sum_bank, w_addr};
  assign pair_sums = control.pair && (control.mode == twd_lane_pkg::LANE_MAC
      || control.mode == twd_lane_pkg::LANE_ONE);

  `TWD_DELAY(u_late, $bits(write), Longest - Delay, 1'b1, write, write_late)

  assign write_first = w_en_late != '0 ? write_late : write;

  `TWD_DELAY(u_write, $bits(write), Delay - 2, 1'b1, write_first, write_select)

  always_ff @(posedge clk_i) begin
    w_addr_early <= write_select.addr;
    for (int h = 0; h < 2; h++) begin
      w_addr_o[h] <= clear_i ? clear_addr_i : w_en_early[h] ? w_addr_early[h] : load_addr_i[h];
    end
  end

  // Marks of writes and of ends have a reset, every one of them.
  logic [Longest:0][1:0] en_q;  // en_q[i]: i + 1 cycles after cycle 0; of pair sums Longest - Delay cycles fewer
  logic [Longest-1:0][1:0] last_q;
  logic [Longest:0][1:0] en_d;

  always_comb begin
    en_d = (2 * (Longest + 1))'({en_q, valid.w_en & {2{pair_sums}}});
    if (!pair_sums) en_d[Longest-Delay] = en_d[Longest-Delay] | valid.w_en;
    en_d[Longest-1] = en_d[Longest-1] | load_taken_o;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      en_q   <= '0;
      last_q <= '0;
    end else begin
      en_q   <= en_d;
      last_q <= (2 * Longest)'({last_q, valid.last});
    end
  end

  assign w_en_late = Longest == Delay ? valid.w_en & {2{pair_sums}} : en_q[Longest == Delay ? 0 : Longest-Delay-1];
  assign w_en_select = en_q[Longest-3];
  assign w_en_early = en_q[Longest-2];
  assign w_en_o = en_q[Longest-1];
  assign done_o = last_q[Longest-1-twd_unit_pkg::ENDS_EARLY];
  assign load_taken_o = load_i & ~w_en_early;

  twd_unit_write_network #(
    .Lanes(Lanes),
    .Width(Width),
    .Low  (twd_lane_pkg::low_bits(Ring.q, Ring_2.q))
  ) u_write_network (
    .clk_i,
    .pair_select_i(write_select.select),
    .sum_bank_i   (write_select.sum_bank),
    .w_en_i       (w_en_select),
    .sum_i        (sum),
    .diff_i       (diff),
    .load_data_i,
    .low_wrong_i,
    .high_wrong_i,
    .word_o       (w_data_o)
  );

endmodule
