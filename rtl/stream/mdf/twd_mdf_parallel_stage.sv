// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mdf_parallel_stage: a layer of the transform that pairs coefficients of one beat: lanes (0, 2) and (1, 3), or
// with Neighbours (0, 1) and (2, 3).
//
// Method    Module 2 of Duong-Ngoc and Lee 2022, Fig. 3: two BU2. Beat t is block t, of both pairs; with Neighbours its
//           pairs are the blocks 2 t and 2 t + 1.
// Order     Natural: beat t has the coefficients 4 t to 4 t + 3.
// Ranges    x_i, y_o in [0, q).
// Timing    stage_latency(Ring, Method) cycles. sop_i two cycles before beat 0, sop_o likewise; beats
//           of a polynomial follow each other, and polynomials come at any distance after that. inverse_i stays
//           constant while the stage holds coefficients. No reset: the first sop_i starts the count.
// Select    ring_i with sop_i chooses the ring of the polynomial, by the numbers of twd_ring_pkg; ring_o comes with
//           sop_o. ml-kem, which is incomplete, passes the stage of neighbours unchanged.
// Cost      Two BU2, a twiddle ROM of n / 4 words, with Neighbours n / 2; two of them with Both.
// Model     twiddle.model.mdf.Mdf

module twd_mdf_parallel_stage #(
  parameter  twd_ring_pkg::ring_cfg_t Ring       = twd_ring_pkg::RING_ML_KEM,
  parameter  twd_method_pkg::method_e Method     = twd_method_pkg::METHOD_FOLD,
  parameter  bit                      Neighbours = 1'b0,
  parameter  bit                      Both       = 1'b0,  // 0: forward alone, inverse_i is ignored
  parameter  bit                      Select     = 1'b0,  // 0: ring_i is ignored
  parameter  bit                      LogicTables = 1'b0, // 1: constant tables in logic, not block RAM
  localparam int unsigned             Lanes      = twd_mdf_pkg::LANES,
  localparam int unsigned             Width      = $clog2(Ring.q)
) (
  input  logic                        clk_i,
  input  logic                        inverse_i,
  input  logic                        sop_i,
  input  logic [                 1:0] ring_i,     // of the polynomial, with its sop_i
  input  logic [Lanes-1:0][Width-1:0] x_i,
  output logic                        sop_o,
  output logic [                 1:0] ring_o,
  output logic [Lanes-1:0][Width-1:0] y_o
);

  localparam int unsigned Count = $clog2(twd_mdf_pkg::beats(Ring));
  localparam int unsigned Layer = Count + (Neighbours ? 1 : 0);

  logic start;
  logic [Count-1:0] beat_q;      // of the twiddle factors of the cycle after the next
  logic sop_q;
  logic [1:0] ring_late_q;       // with sop_q
  logic [1:0] ring_q;            // of x_i
  logic [1:0] ring_twiddle;       // of the twiddle factors
  logic narrow;                   // x_i is of ml-kem
  logic [1:0][Width-1:0] twiddle;

  assign narrow = Select && ring_q == twd_ring_pkg::SELECT_ML_KEM;

  // Twiddle factors are used one cycle after x_i; in the inverse direction two.
  assign start       = Both && inverse_i ? sop_q : sop_i;

  always_ff @(posedge clk_i) begin
    sop_q       <= sop_i;
    ring_late_q <= ring_i;
    beat_q      <= start ? '0 : beat_q + 1'b1;
    if (start) ring_twiddle <= Both && inverse_i ? ring_late_q : ring_i;
    if (sop_q) ring_q <= ring_late_q;
  end

  twd_sop_delay #(.Side(2), .Carry(Select), .Cycles(twd_mdf_pkg::stage_latency(Ring, Method) - 1)) u_sop (
    .clk_i,
    .sop_i (sop_q),
    .side_i(ring_late_q),
    .sop_o,
    .side_o(ring_o)
  );

  for (genvar t = 0; t < (Neighbours ? 2 : 1); t++) begin : gen_rom
    localparam int unsigned Copies = Neighbours ? 1 : 2;
    logic [Layer-1:0] block;

    if (Neighbours) begin : gen_two
      assign block = {beat_q, t == 1};
    end else begin : gen_common
      assign block = beat_q;
    end

    twd_mdf_stage_twiddles #(
      .Ring  (Ring),
      .Method(Method),
      .Stage (Layer),
      .Both  (Both),
      .Select(Select),
      .Copies(Copies)
    ) u_twiddles (
      .clk_i,
      .inverse_i,
      .second_i (1'b1),
      .ring_i   (ring_twiddle),
      .block_i  (block),
      .twiddle_o(twiddle[t+:Copies])
    );
  end

  for (genvar p = 0; p < 2; p++) begin : gen_pair
    localparam int unsigned U = Neighbours ? 2 * p : p;
    localparam int unsigned V = Neighbours ? 2 * p + 1 : p + 2;

    twd_butterfly_parallel #(
      .Q          (Ring.q),
      .Method     (Method),
      .Direction  (Both ? twd_butterfly_pkg::BOTH : twd_butterfly_pkg::FORWARD),
      .Pass       (Select && Neighbours),
      .Q_2        (Select ? twd_ring_pkg::modulus(twd_ring_pkg::selected(0)) : 0),
      .LogicTables(LogicTables)
    ) u_butterfly (
      .clk_i,
      .en_i(1'b1),
      .inverse_i,
      .pass_i   (narrow),
      .modulus_i(narrow),
      .u_i      (x_i[U]),
      .v_i      (x_i[V]),
      .twiddle_i(twiddle[p]),
      .sum_o    (y_o[U]),
      .diff_o   (y_o[V])
    );
  end

endmodule
