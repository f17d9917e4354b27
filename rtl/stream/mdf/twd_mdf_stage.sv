// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mdf_stage: a layer of the transform that pairs coefficients of different beats, on four lanes.
//
// Method    Module 1 of Duong-Ngoc and Lee 2022, Fig. 3: one BU1 a lane, a FIFO of D = n / 2^(Layer + 3) words, and their
//           common twiddle factors. With beats numbered from 0, D = 2^d, beat t is of the second half of its block where
//           bit d of t is set, and block t / 2D takes its zeta. What leaves the adders beside beat t is of beat t - D: where
//           the multiplier is behind them, the count that addresses the twiddle factors starts so much later.
// Order     natural: beat t has the coefficients 4 t to 4 t + 3.
// Ranges    those of twd_butterfly_feedback.
// Timing    y_lazy_o D + stage_latency(Ring, Method) cycles after x_lazy_i. first_i one cycle before beat 0, first_o
//           likewise before that of y_lazy_o; beats of a polynomial follow each other, and polynomials come in any distance
//           from there on. inverse_i stays as it is while there are coefficients in the stage. en_i = 0 freezes it.
//           Reset clears the FIFO's counter alone: the first first_i starts the other counts.
// Select    ring_i with first_i chooses the ring of the polynomial, by the numbers of twd_mdf_pkg, and ring_o with first_o
//           tells it. Where a ring has fewer stages with feedback, the first ones are delay lines for it.
// Cost      four BU1, D words of 4 (Width + 1) bits, a table of 2^Layer words, two of them with Both.
// Model     twiddle.model.mdf.Mdf

module twd_mdf_stage #(
  parameter  twd_ring_pkg::ring_cfg_t Ring   = twd_ring_pkg::RING_ML_KEM,
  parameter  twd_method_pkg::method_e Method = twd_method_pkg::METHOD_FOLD,
  parameter  int unsigned             Layer  = 0,
  parameter  bit                      Both   = 1'b0,  // 0: forward alone, inverse_i is ignored
  parameter  bit                      Select = 1'b0,  // 0: ring_i is ignored
  parameter  bit                      LogicTables = 1'b0,  // 1: constant tables in logic, not block RAM
  localparam int unsigned             Lanes  = twd_mdf_pkg::LANES,
  localparam int unsigned             Width  = $clog2(Ring.q)
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  logic                        en_i,
  input  logic                        inverse_i,
  input  logic                        first_i,
  input  logic [                 1:0] ring_i,     // of the polynomial, with its first_i
  input  logic [Lanes-1:0][Width : 0] x_lazy_i,
  output logic                        first_o,
  output logic [                 1:0] ring_o,
  output logic [Lanes-1:0][Width : 0] y_lazy_o
);

  localparam int unsigned Depth = twd_mdf_pkg::depth(Ring, Layer);
  localparam int unsigned Phase = $clog2(Depth);  // bit of the count that tells the halves
  localparam int unsigned Count = $clog2(twd_mdf_pkg::beats(Ring));
  localparam int unsigned Latency = twd_mdf_pkg::stage_latency(Ring, Method);
  localparam int unsigned Index = Layer == 0 ? 1 : Layer;

  logic [Phase:0] half_q;       // beat of the next x_lazy_i in its block, but for first_i
  logic [Phase:0] half;
  logic [Count-1:0] count_q;    // beat of the next twiddle factor but one, but for start
  logic [Count-1:0] count;
  logic start;
  logic first_late;             // of what leaves the adders in the inverse direction, two cycles later
  logic [1:0] ring_q;           // of x_lazy_i
  logic [1:0] ring;             // of the next x_lazy_i
  logic [1:0] ring_late;
  logic [1:0] ring_factor_q;
  logic [1:0] ring_factor;      // of the twiddle factor
  logic [Lanes-1:0][Width-1:0] twiddle;

  function automatic logic takes_part(input logic [1:0] number);
    takes_part = !Select || twd_mdf_pkg::active(number, Layer);
  endfunction

  // Twiddle factors meet operands one cycle after x_lazy_i; in the inverse direction D + 2 cycles after that.
  assign start       = Both && inverse_i ? first_late : first_i;
  assign half        = half_q & {(Phase + 1) {!first_i}};
  assign count       = count_q & {Count{!start}};
  assign ring        = first_i ? ring_i : ring_q;
  assign ring_factor = !start ? ring_factor_q : Both && inverse_i ? ring_late : ring_i;

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      half_q        <= half + 1'b1;
      count_q       <= count + 1'b1;
      ring_q        <= ring;
      ring_factor_q <= ring_factor;
    end
  end

  twd_sop_delay #(
    .Side  (2),
    .Carry (Select),
    .Cycles(Depth + 2)
  ) u_late (
    .clk_i,
    .en_i,
    .first_i,
    .side_i (ring_i),
    .first_o(first_late),
    .side_o (ring_late)
  );

  twd_sop_delay #(
    .Side  (2),
    .Carry (Select),
    .Cycles(Latency - 2)
  ) u_token (
    .clk_i,
    .en_i,
    .first_i(first_late),
    .side_i (ring_late),
    .first_o,
    .side_o (ring_o)
  );

  twd_mdf_stage_twiddles #(
    .Ring  (Ring),
    .Method(Method),
    .Stage (Layer),
    .Both  (Both),
    .Select(Select),
    .Copies(Lanes)
  ) u_twiddles (
    .clk_i,
    .en_i,
    .inverse_i,
    .second_i (count[Phase] && takes_part(ring_factor)),
    .ring_i   (ring_factor),
    .block_i  (Index'(count >> (Phase + 1))),
    .twiddle_o(twiddle)
  );

  twd_butterfly_feedback #(
    .Q           (Ring.q),
    .Method      (Method),
    .Lanes       (Lanes),
    .Depth       (Depth),
    .Configurable(Both),
    .Q_2         (Select ? twd_ring_pkg::modulus(twd_ring_pkg::selected(0)) : 0),
    .LogicTables (LogicTables)
  ) u_butterflies (
    .clk_i,
    .rst_ni,
    .en_i,
    .inverse_i,
    .second_i (half[Phase] && takes_part(ring)),
    .modulus_i(ring_q == twd_ring_pkg::SELECT_ML_KEM),
    .x_lazy_i,
    .twiddle_i(twiddle),
    .y_lazy_o
  );

endmodule
