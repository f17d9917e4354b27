// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mdf_stage: a layer of the transform that pairs coefficients of different beats, on four lanes.
//
// Method    Module 1 of Duong-Ngoc and Lee 2022, Fig. 3: one BU1 a lane, a FIFO of D = n / 2^(Layer + 3) words, and
//           their common twiddle factors. With beats numbered from 0 and D = 2^d, beat t is in the second half of its
//           block if bit d of t is set, and block t / 2D takes its zeta. The adders output beat t - D together with
//           beat t; where the multiplier comes after them, the count that addresses the twiddle factors starts that
//           much later.
// Order     Natural: beat t has the coefficients 4 t to 4 t + 3.
// Ranges    those of twd_butterfly_feedback.
// Timing    Results D + stage_latency(Ring, Method) cycles after x_i or x_lazy_i. sop_i two cycles before beat 0, sop_o
//           likewise before that of the results; beats of a polynomial follow each other, and polynomials come at any
//           distance after that. inverse_i stays constant while the stage holds coefficients. Reset clears the counter
//           of the FIFO alone: the first sop_i starts the other counts.
// Select    ring_i with sop_i chooses the ring of the polynomial, by the numbers of twd_ring_pkg; ring_o comes with
//           sop_o. Where a ring has fewer stages with feedback, the first ones are delay lines for it.
// Tables    Layers of at most four blocks, in an engine for one direction and one ring, multiply by tables if the
//           multiplier is made of LUTs (takes_constants of twd_method_pkg).
// Cost      Four BU1, D words of 4 (Width + 1) bits, a twiddle ROM of 2^Layer words, two of them with Both.
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

  localparam int unsigned Depth = twd_mdf_pkg::depth(Ring, Layer);
  localparam int unsigned Phase = $clog2(Depth);  // bit of the count that separates the halves
  localparam int unsigned Count = $clog2(twd_mdf_pkg::beats(Ring));
  localparam int unsigned Latency = twd_mdf_pkg::stage_latency(Ring, Method);
  localparam int unsigned Index = Layer == 0 ? 1 : Layer;
  localparam int unsigned Blocks = 1 << Layer;
  localparam bit Tables = !Both && !Select && twd_method_pkg::takes_constants(Method, Ring.q, Blocks);

  logic [Phase:0] half_q;       // beat of the next x_i in its block
  logic [Count-1:0] count_q;    // beat of the twiddle factor of the cycle after the next
  logic start;
  logic sop_late;               // sop of the adders' output in the inverse direction, two cycles later
  logic [1:0] ring_q;           // of x_i
  logic [1:0] ring;             // of the next x_i
  logic [1:0] ring_late;
  logic [1:0] ring_twiddle;     // of the twiddle factor
  logic [Index-1:0] block;      // of the twiddle factor
  logic [Lanes-1:0][Width-1:0] twiddle;

  function automatic logic takes_part(input logic [1:0] number);
    takes_part = !Select || twd_mdf_pkg::active(number, Layer);
  endfunction

  // Twiddle factors are used one cycle after x_i; in the inverse direction D + 2 cycles after that.
  assign start       = Both && inverse_i ? sop_late : sop_i;

  if (Layer == 0) begin : gen_one_block
    assign block = '0;
  end else begin : gen_blocks
    assign block = count_q[Count-1:Phase+1];
  end

  always_ff @(posedge clk_i) begin
    half_q  <= sop_i ? '0 : half_q + 1'b1;
    count_q <= start ? '0 : count_q + 1'b1;
    if (sop_i) ring <= ring_i;
    ring_q <= ring;
    if (start) ring_twiddle <= Both && inverse_i ? ring_late : ring_i;
  end

  twd_sop_delay #(.Side(2), .Carry(Select), .Cycles(Depth + 2)) u_late (
    .clk_i,
    .sop_i,
    .side_i(ring_i),
    .sop_o (sop_late),
    .side_o(ring_late)
  );

  twd_sop_delay #(.Side(2), .Carry(Select), .Cycles(Latency - 2)) u_sop (
    .clk_i,
    .sop_i (sop_late),
    .side_i(ring_late),
    .sop_o,
    .side_o(ring_o)
  );

  twd_mdf_stage_twiddles #(
    .Ring  (Ring),
    .Method(Method),
    .Stage (Layer),
    .Both  (Both),
    .Select(Select),
    .Tables(Tables),
    .Copies(Lanes)
  ) u_twiddles (
    .clk_i,
    .inverse_i,
    .second_i (count_q[Phase] && takes_part(ring_twiddle)),
    .ring_i   (ring_twiddle),
    .block_i  (block),
    .twiddle_o(twiddle)
  );

  twd_butterfly_feedback #(
    .Q           (Ring.q),
    .Method      (Method),
    .Lanes       (Lanes),
    .Depth       (Depth),
    .Configurable(Both),
    .Numbers     (Tables ? Blocks : 0),
    .Values      (Tables ? twd_mdf_pkg::constants(Ring, Layer) : 128'd0),
    .Q_2         (Select ? twd_ring_pkg::modulus(twd_ring_pkg::selected(0)) : 0),
    .LogicTables (LogicTables)
  ) u_butterflies (
    .clk_i, .rst_ni,
    .en_i(1'b1),
    .inverse_i,
    .second_i (half_q[Phase] && takes_part(ring)),
    .modulus_i(ring_q == twd_ring_pkg::SELECT_ML_KEM),
    .x_i,
    .x_lazy_i,
    .twiddle_i(twiddle),
    .y_o,
    .y_lazy_o
  );

endmodule
