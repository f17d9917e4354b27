// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_quad_hls: polynomial core around the 2x2-butterfly kernel that high-level synthesis makes from hls/quad.py.
//
//   a, b --> twd_quad_hls_kernel <==> four banks, table of factors
//   c <----- twd_quad_hls_finish <--- lanes
//
// By hand are the streams, the memories and the loops (twd_quad_hls_loops); addresses, networks, butterflies and every
// pipeline register are the tool's. twd_quad_hls_pkg, generated with them, holds what its schedule fixes.
//
// Operations   op_i with the first beat of a: 0 NTT, 1 INTT, 2 PWM, 3 MUL, 4 MULT; any other is refused: zeros with
//              c_err_o.
// Streams      4 coefficients a beat in natural index order, canonical or reduced and flagged; first all of a, then all
//              of b. Reset at any time; it drops everything accepted.
// Cycles       a step of n / 4 cycles (product: n / 2) for each pass, GAP where its first reads would come before the
//              last writes of the step before. The next operation begins when the pipe is empty. Latency and interval:
//              twiddle.model.hls_plan.
// Cost         the kernel; 4 banks of n / 2 words, a table of n words of 4 factors.
// Limits       data-independent timing, no further protection.
// Model        twiddle.model.run

`include "twd_assert.svh"

module twd_quad_hls #(
  parameter int unsigned N = twd_ring_pkg::length(twd_quad_hls_pkg::RING),  // those of its ring
  parameter int unsigned Q = twd_ring_pkg::modulus(twd_quad_hls_pkg::RING),
  parameter int unsigned Root = twd_ring_pkg::root(twd_quad_hls_pkg::RING),
  parameter int unsigned RootOrder = twd_ring_pkg::root_order(twd_quad_hls_pkg::RING),
  parameter bit LogicTables = 1'b0,  // 1: constant tables in logic, not block RAM
  localparam twd_ring_pkg::ring_cfg_t Ring = {N, Q, Root, RootOrder},
  localparam int unsigned Width = twd_quad_hls_pkg::WIDTH,
  localparam int unsigned WordBits = twd_quad_hls_pkg::WORD_BITS,
  localparam int unsigned WordWidth = twd_quad_hls_pkg::WORD_WIDTH,
  localparam int unsigned FactorWidth = twd_quad_hls_pkg::FACTOR_WIDTH,
  localparam int unsigned LaneWidth = twd_quad_hls_pkg::LANE_WIDTH,
  localparam int unsigned TableBits = twd_quad_hls_pkg::TABLE_BITS,
  localparam int unsigned Latency = twd_quad_hls_pkg::LATENCY,
  localparam int unsigned FinishLatency = twd_quad_hls_pkg::FINISH_LATENCY,
  localparam int unsigned BankStage = twd_quad_hls_pkg::BANK_STAGE,
  localparam int unsigned BeatStage = twd_quad_hls_pkg::BEAT_STAGE,
  localparam int unsigned ReadLatency = twd_quad_hls_pkg::READ_LATENCY,
  localparam int unsigned Lanes = 4
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  input  logic [            2:0] op_i,
  input  logic                   a_valid_i,
  output logic                   a_ready_o,
  input  logic [Lanes*Width-1:0] a_data_i,
  input  logic                   b_valid_i,
  output logic                   b_ready_o,
  input  logic [Lanes*Width-1:0] b_data_i,
  output logic                   c_valid_o,
  input  logic                   c_ready_i,
  output logic [Lanes*Width-1:0] c_data_o,
  output logic                   c_last_o,
  output logic                   c_err_o
);

  `TWD_REFUSE(gen_bad_ring, Ring != twd_quad_hls_pkg::RING,
              "twd_quad_hls: the ring is not the one that the kernel was compiled for")

  // ---- loops ----
  localparam int unsigned PipeCycles = Latency + FinishLatency + 1;

  twd_quad_hls_pkg::segment_e segment;
  logic [2:0] place;
  logic [WordBits-1:0] word;
  logic half;
  logic [2:0] op;
  logic issue;  // an iteration enters the pipe
  logic last;   // it is the last of its step
  logic done;
  logic en;
  logic load_a, load_b, loading, forward, inverse, product, unloading;

  twd_quad_hls_loops #(.PipeCycles(PipeCycles)) u_loops (
    .clk_i, .rst_ni,
    .en_i     (en),
    .op_i     (op),
    .a_valid_i,
    .b_valid_i,
    .segment_o(segment),
    .place_o  (place),
    .word_o   (word),
    .half_o   (half),
    .issue_o  (issue),
    .last_o   (last),
    .done_o   (done)
  );

  assign load_a    = segment == twd_quad_hls_pkg::SEGMENT_LOAD_A;
  assign load_b    = segment == twd_quad_hls_pkg::SEGMENT_LOAD_B;
  assign loading   = load_a || load_b;
  assign forward   = segment == twd_quad_hls_pkg::SEGMENT_NTT_A || segment == twd_quad_hls_pkg::SEGMENT_NTT_B;
  assign inverse   = segment == twd_quad_hls_pkg::SEGMENT_INTT;
  assign product   = segment == twd_quad_hls_pkg::SEGMENT_PRODUCT;
  assign unloading = segment == twd_quad_hls_pkg::SEGMENT_UNLOAD;
  assign a_ready_o = load_a;
  assign b_ready_o = load_b;

  logic first_beat;
  assign first_beat = issue && load_a && word == '0;

  logic refused;
  logic takes_b;
  logic err;
  logic range_err;
  logic unused_complete;

  twd_operation u_operation (
    .clk_i, .rst_ni,
    .a_first_i (first_beat),
    .op_i,
    .a_last_i  (issue && load_a && last),
    .a_free_i  (done),
    .a_err_i   (range_err),
    .b_last_i  (issue && load_b && last),
    .b_free_i  (done && takes_b),
    .b_err_i   (1'b0),  // range_err is that of both operands
    .op_o      (op),
    .refused_o (refused),
    .takes_b_o (takes_b),
    .complete_o(unused_complete),
    .err_o     (err)
  );

  // ---- operands: in registers until the kernel reads them ----
  localparam int unsigned BeatStages = BeatStage + ReadLatency;
  logic [BeatStages-1:0][Lanes*Width-1:0] a_beat_q, b_beat_q;
  logic [BeatStages-1:0] of_b_q;
  logic [1:0] taken_q;  // a beat is in the first register; and it is the first of its operation

  always_ff @(posedge clk_i) begin
    a_beat_q <= (BeatStages*Lanes*Width)'({a_beat_q, a_data_i});
    b_beat_q <= (BeatStages*Lanes*Width)'({b_beat_q, b_data_i});
    of_b_q   <= BeatStages'({of_b_q, load_b});
    taken_q  <= {first_beat, issue && loading};
  end

  logic [Lanes-1:0] unused_outside;

  twd_operand_check #(.Q(twd_ring_pkg::modulus(twd_quad_hls_pkg::RING)), .Lanes(Lanes)) u_check (
    .clk_i, .rst_ni,
    .valid_i  (taken_q[0]),
    .clear_i  (taken_q[1]),
    .data_i   (of_b_q[0] ? b_beat_q[0] : a_beat_q[0]),
    .outside_o(unused_outside),
    .err_o    (range_err)
  );

  // ---- what is in the pipe ----
  logic [Latency:0] issued;   // an iteration in each stage
  logic [Latency:0] working;  // of a transform or product
  logic [Latency-1:0] issued_q, working_q;

  assign issued = {issued_q, issue};
  assign working = {working_q, issue && (forward || inverse || product)};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      issued_q  <= '0;
      working_q <= '0;
    end else if (en) begin
      issued_q  <= issued[Latency-1:0];
      working_q <= working[Latency-1:0];
    end
  end

  // ---- kernel and memories ----
  logic [3:0] w_en;
  logic [3:0][WordBits:0] r_addr, w_addr;
  logic [3:0][WordWidth-1:0] r_data, w_data;
  logic [3:0][WordBits+1:0] factor_addr;
  logic [3:0][FactorWidth-1:0] factor;
  logic [3:0][LaneWidth-1:0] lanes;
  logic [Lanes*Width-1:0] result;
  logic [2:0] kind;

  assign kind = loading ? twd_quad_hls_pkg::KIND_LOAD
      : forward ? (place == 3'd0 ? twd_quad_hls_pkg::KIND_FIRST : twd_quad_hls_pkg::KIND_FORWARD)
      : inverse ? (place == 3'd0 ? twd_quad_hls_pkg::KIND_LAST : twd_quad_hls_pkg::KIND_INVERSE)
      : product ? twd_quad_hls_pkg::KIND_PRODUCT : twd_quad_hls_pkg::KIND_UNLOAD;

  twd_quad_hls_wires u_kernel (
    .clk_i,
    .en_i         (en),
    .kind_i       (kind),
    .place_i      (place),
    .region_i     (load_b || segment == twd_quad_hls_pkg::SEGMENT_NTT_B),
    .word_i       (word),
    .half_i       (half),
    .beat_i       (of_b_q[BeatStages-1] ? b_beat_q[BeatStages-1] : a_beat_q[BeatStages-1]),
    .r_addr_o     (r_addr),
    .r_data_i     (r_data),
    .factor_addr_o(factor_addr),
    .factor_i     (factor),
    .w_en_o       (w_en),
    .w_addr_o     (w_addr),
    .w_data_o     (w_data),
    .lanes_o      (lanes),
    .result_o     (result)
  );

  logic [BankStage:0] reading;
  if (BankStage == 0) begin : gen_read_now
    assign reading = issue && !loading;
  end else begin : gen_read_later
    logic [BankStage-1:0] reading_q;
    assign reading = {reading_q, issue && !loading};
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) reading_q <= '0;
      else if (en) reading_q <= reading[BankStage-1:0];
    end
  end

  for (genvar i = 0; i < 4; i++) begin : gen_bank
    twd_ram_1r1w #(.Depth(2 << WordBits), .Width(WordWidth)) u_bank (
      .clk_i, .rst_ni,
      .w_en_i  (en && issued[Latency] && w_en[i]),
      .w_addr_i(w_addr[i]),
      .w_data_i(w_data[i]),
      .en_i    (en),
      .r_en_i  (reading[BankStage]),
      .r_addr_i(r_addr[i]),
      .r_data_o(r_data[i])
    );

    localparam logic [TableBits-1:0] Factors = i == 0 ? twd_quad_hls_pkg::FACTORS_0
        : i == 1 ? twd_quad_hls_pkg::FACTORS_1 : i == 2 ? twd_quad_hls_pkg::FACTORS_2 : twd_quad_hls_pkg::FACTORS_3;

    twd_rom #(
      .Depth(4 << WordBits), .Width(FactorWidth), .LogicTables(LogicTables), .Contents(Factors)
    ) u_factors (
      .clk_i,
      .en_i  (en),
      .addr_i(factor_addr[i]),
      .data_o(factor[i])
    );
  end

  // ---- result ----
  logic [Lanes*Width-1:0] data_q;
  logic unused_done;

  always_ff @(posedge clk_i) begin
    if (en) begin
      if (refused) data_q <= '0;
      else data_q <= result;
    end
  end

  twd_result #(.Width(Lanes * Width), .Cycles(PipeCycles)) u_result (
    .clk_i, .rst_ni,
    .read_i(issue && unloading),
    .last_i(issue && unloading && last),
    .en_o  (en),
    .done_o(unused_done),
    .data_i(data_q),
    .err_i (err),
    .c_valid_o, .c_ready_i, .c_data_o, .c_last_o, .c_err_o
  );

  logic unused;
  assign unused = ^{lanes, working};

`ifndef SYNTHESIS
  // The simulator counts clock cycles as the papers do: from the first busy_read to the last busy_write.
  logic busy_read;
  logic busy_write;
  logic unused_busy;
  assign busy_read = en && working[BankStage];
  assign busy_write = en && working[Latency] && |w_en;
  assign unused_busy = ^{busy_read, busy_write};
`endif

  `TWD_ASSERT(StallsOnlyWhileUnloading, en || unloading || segment == twd_quad_hls_pkg::SEGMENT_DRAIN)

endmodule
