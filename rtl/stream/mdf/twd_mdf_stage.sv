// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mdf_stage: a layer of the transform on four lanes: (u, v) -> (u + zeta v, u - zeta v), or back (u + v, (u - v) /
// zeta), for coefficients n / 2^(Stage + 1) apart.
//
// Method    Duong-Ngoc and Lee 2022, Fig. 3. Module 1, the stages that pair coefficients of different beats: one BU1 a
//           lane, a FIFO of D = n / 2^(Stage + 3) words, and their common twiddle factors. With beats numbered from 0
//           and D = 2^d, beat t is in the second half of its block if bit d of t is set, and block t / 2D takes its
//           zeta. The adders output beat t - D together with beat t; where the multiplier comes after them, the count
//           that addresses the twiddle factors starts that much later.
//           Module 2, the last stages, which pair coefficients of one beat (D = 0): two BU2 on lanes (0, 2) and (1, 3),
//           or (0, 1) and (2, 3). Beat t is block t of both pairs, or its pairs are the blocks 2 t and 2 t + 1.
// Order     Natural: beat t has the coefficients 4 t to 4 t + 3.
// Ranges    those of twd_butterfly_feedback; of twd_butterfly_parallel, [0, q), in the last stages.
// Timing    Results D + stage_latency(Ring, Method) cycles after x_i or x_lazy_i. sop_i two cycles before beat 0, sop_o
//           likewise before that of the results; beats of a polynomial follow each other, and polynomials come at any
//           distance after that. inverse_i stays constant while the stage holds coefficients. Only the FIFO counter
//           has a reset. The first sop_i sets the other counters.
// Select    ring_i with sop_i chooses the ring of the polynomial, by the numbers of twd_ring_pkg; ring_o comes with
//           sop_o. Where a ring has fewer stages with feedback, the first ones are delay lines for it; ml-kem, which is
//           incomplete, passes the last stage unchanged. A number modulo 3329 that passes is one modulo 12289 too: the
//           last stage knows 12289 alone, and so do the first two where a product with 1 is the number itself (keeps
//           of twd_mdf_pkg), but for the second one, which corrects the lazy numbers of the inverse direction.
// Tables    Stages with feedback and at most four blocks, in an engine for one direction and one ring, multiply by
//           tables if the multiplier is made of LUTs (takes_constants of twd_method_pkg).
// Cost      Four BU1 and D words of 4 (Width + 1) bits, or two BU2; 2^Stage twiddle factors, twice that with Both, and
//           up to 7/4 of that with Select.
// Model     twiddle.model.mdf.Mdf

`include "twd_delay.svh"

module twd_mdf_stage #(
  parameter  twd_ring_pkg::ring_cfg_t Ring   = twd_ring_pkg::RING_ML_KEM,
  parameter  twd_method_pkg::method_e Method = twd_method_pkg::METHOD_FOLD,
  parameter  int unsigned             Stage  = 0,
  parameter  bit                      Both   = 1'b0,  // 0: forward alone, inverse_i is ignored
  parameter  bit                      Select = 1'b0,  // 0: ring_i is ignored
  parameter  bit                      LogicTables = 1'b0,  // 1: constant tables in logic, not block RAM
  localparam int unsigned             Lanes  = twd_mdf_pkg::LANES,
  localparam int unsigned             Width  = $clog2(Ring.q)
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  logic                        inverse_i,
  input  logic                        sop_i,
  input  logic [                 1:0] ring_i,     // of the polynomial, with its sop_i
  input  logic [Lanes-1:0][Width-1:0] x_i,        // forward
  input  logic [Lanes-1:0][Width : 0] x_lazy_i,   // inverse
  output logic                        sop_o,
  output logic [                 1:0] ring_o,
  output logic [Lanes-1:0][Width-1:0] y_o,        // forward
  output logic [Lanes-1:0][Width : 0] y_lazy_o    // inverse
);

  localparam int unsigned Count = twd_mdf_pkg::feedback_stages(Ring);  // bits of the number of a beat
  localparam int unsigned Depth = twd_mdf_pkg::depth(Ring, Stage);
  localparam bit Feedback = Depth != 0;
  localparam bit Neighbours = Stage > Count;
  localparam int unsigned Phase = Feedback ? $clog2(Depth) : 0;  // bit of the count that separates the halves
  localparam int unsigned Latency = twd_mdf_pkg::stage_latency(Ring, Method);
  localparam int unsigned InverseDelay = Feedback ? Depth + 2 : 1;
  localparam bit Tables = Feedback && !Both && !Select && twd_method_pkg::takes_constants(Method, Ring.q, 1 << Stage);
  localparam int unsigned Roms = Neighbours ? 2 : 1;
  localparam int unsigned Copies = Feedback ? Lanes : 2 / Roms;
  localparam bit Kept = Select && twd_mdf_pkg::passed(Stage) && twd_mdf_pkg::keeps(Method);
  localparam bit Corrects = !Neighbours && !(Kept && (!Both || twd_mdf_pkg::passed(Stage + 1)));
  localparam int unsigned OtherQ = Select && Corrects ? twd_ring_pkg::modulus(twd_ring_pkg::selected(0)) : 0;
  // A table multiplies by a constant as it is; FOLD has no scale.
  localparam logic [191:0] Exact =
      twd_mdf_pkg::factors(Ring, twd_method_pkg::METHOD_FOLD, int'(Stage), Stage, 1'b0, Count, 0, Ring.q);

  logic start;
  logic [Count-1:0] count_q;     // beat of the twiddle factor of the cycle after the next
  logic sop_late;                // InverseDelay cycles after sop_i
  logic [1:0] ring_late;
  logic [1:0] ring, ring_q;      // of the next x_i, and of x_i
  logic [1:0] ring_twiddle;      // of the twiddle factor
  logic narrow;                  // x_i is of ml-kem
  logic [Roms*Copies-1:0][Width-1:0] twiddle;

  function automatic logic takes_part(input logic [1:0] number);
    takes_part = !Select || twd_mdf_pkg::active(number, Stage);
  endfunction

  // Twiddle factors are used one cycle after x_i; in the inverse direction InverseDelay more.
  assign start  = Both && inverse_i ? sop_late : sop_i;
  assign narrow = Select && ring_q == twd_ring_pkg::SELECT_ML_KEM;

  always_ff @(posedge clk_i) begin
    count_q <= start ? '0 : count_q + 1'b1;
    if (sop_i) ring <= ring_i;
    ring_q <= ring;
    if (start) ring_twiddle <= Both && inverse_i ? ring_late : ring_i;
  end

  `TWD_DELAY(u_late, 3, InverseDelay, 1'b1, {ring_i, sop_i}, {ring_late, sop_late})
  `TWD_DELAY(u_sop, 3, Depth + Latency - InverseDelay, 1'b1, {ring_late, sop_late}, {ring_o, sop_o})

  for (genvar t = 0; t < (Select ? 0 : Roms); t++) begin : gen_twiddles
    localparam logic [383:0] Factors = 384'(twd_mdf_pkg::tables(Ring, Method, Stage, 1'b0, t));

    twd_stream_twiddles #(
      .Width(Width), .AddrWidth(Count), .Bits(Neighbours ? Count : Stage), .Both(Both),
      .Tables(Factors), .Numbers(Tables), .Copies(Copies)
    ) u_twiddles (
      .clk_i, .inverse_i,
      .ring_i   (ring_twiddle),
      .addr_i   (count_q),
      .unit_i   (Feedback && !(count_q[Phase] && takes_part(ring_twiddle))),
      .twiddle_o(twiddle[t+:Copies])
    );
  end

  if (Select) begin : gen_ring_twiddles
    localparam logic [2303:0] Factors =
        {twd_mdf_pkg::tables(Ring, Method, Stage, 1'b1, 1), twd_mdf_pkg::tables(Ring, Method, Stage, 1'b1, 0)};
    logic [Count-1:0] count;  // a cycle before count_q and ring_twiddle
    logic [1:0] ring_next;

    assign count     = start ? '0 : count_q + 1'b1;
    assign ring_next = !start ? ring_twiddle : Both && inverse_i ? ring_late : ring_i;

    twd_ring_twiddles #(
      .Width(Width), .AddrWidth(Count), .Both(Both), .Lookups(Roms), .Tables((1152 * Roms)'(Factors)), .Copies(Copies)
    ) u_twiddles (
      .clk_i, .inverse_i,
      .ring_i   (ring_next),
      .addr_i   (count),
      .unit_i   (Feedback && !(count[Phase] && takes_part(ring_next))),
      .twiddle_o(twiddle)
    );
  end

  if (Feedback) begin : gen_feedback
    logic [Phase:0] half_q;  // beat of the next x_i in its block

    always_ff @(posedge clk_i) begin
      half_q <= sop_i ? '0 : half_q + 1'b1;
    end

    twd_butterfly_feedback #(
      .Q(Ring.q), .Method(Method), .Lanes(Lanes), .Depth(Depth), .Configurable(Both), .Q_2(OtherQ), .Whole(Kept),
      .Numbers(Tables ? 1 << Stage : 0), .Values(twd_stream_pkg::constants(Exact)), .LogicTables(LogicTables)
    ) u_butterflies (
      .clk_i, .rst_ni,
      .en_i(1'b1),
      .inverse_i,
      .second_i (half_q[Phase] && takes_part(ring)),
      .modulus_i(narrow),
      .x_i, .x_lazy_i,
      .twiddle_i(twiddle),
      .y_o, .y_lazy_o
    );
  end else begin : gen_parallel
    logic [Lanes*Width-1:0] x;
    logic [Lanes-1:0] unused_sign;

    for (genvar l = 0; l < Lanes; l++) begin : gen_lane
      assign x[l*Width+:Width] = Both && inverse_i ? x_lazy_i[l][Width-1:0] : x_i[l];
      assign y_lazy_o[l]       = {1'b0, y_o[l]};
      assign unused_sign[l]    = x_lazy_i[l][Width];
    end

    for (genvar p = 0; p < 2; p++) begin : gen_pair
      localparam int unsigned U = Neighbours ? 2 * p : p;
      localparam int unsigned V = Neighbours ? 2 * p + 1 : p + 2;

      twd_butterfly_parallel #(
        .Q(Ring.q), .Method(Method), .Direction(Both ? twd_butterfly_pkg::BOTH : twd_butterfly_pkg::FORWARD),
        .Pass(Select && Neighbours), .Q_2(OtherQ), .LogicTables(LogicTables)
      ) u_butterfly (
        .clk_i,
        .en_i(1'b1),
        .inverse_i,
        .pass_i   (narrow),
        .modulus_i(narrow),
        .u_i(x[U*Width+:Width]), .v_i(x[V*Width+:Width]),
        .twiddle_i(twiddle[p]),
        .sum_o(y_o[U]), .diff_o(y_o[V])
      );
    end

    logic unused;
    assign unused = rst_ni ^ (^unused_sign);
  end

endmodule
