// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_iterative: polynomial core on an in-place, memory-based engine of 1, 2 or 4 butterflies.
//
//   a, b --> ingress --> memory, two halves <==> engine                     DoubleBuffer = 0
//   c <----------------- (read network of the engine)
//
//   a, b --> ingress --> input memory --> engine <==> working memory        DoubleBuffer = 1
//   c <-- egress <------ output memory <----+
//
// Operations   op_i with the first beat of a: 0 NTT, 1 INTT, 2 PWM, 3 MUL, 4 MULT; any other is refused: zeros with
//              c_err_o.
// Streams      2 Butterflies coefficients a beat in natural index order, canonical or reduced and flagged. a and b take
//              turns while both are offered. Reset at any time; it drops everything accepted.
// Method       twd_method_pkg, for every product. RNS: tables of discrete logarithms, the accelerators of Alhassani,
//              Benaissa 2024; its Registers and Published are for it alone.
// Cycles       S = n / (2 Butterflies), l layers, D = twd_inplace_pkg::write_delay (FOLD, 12 to 14 bits: 14; RNS: 10, 12
//              with Registers): busy of NTT and INTT l S + D; of PWM 2 S + D, or of an incomplete transform 4 S + lag + D
//              (RNS: 4 S + D, Published: 5 S + D); 2 S more where the method leaves a factor; and gaps where a pass is
//              shorter than the pipe. Latency and interval follow in twiddle.model.iterative.Schedule.
// Cost         Butterflies multipliers (RNS: tables for one, for two, or twice for two) and a table of twiddle factors; 2 n
//              words of memory, 5 n with DoubleBuffer.
// Limits       n / Butterflies of at least 4. With DoubleBuffer = 0, c_ready_i enables the read of the memory directly.
//              Not protected against side channels beyond data-independent timing.
// Model        twiddle.model.polymul.run

`include "twd_ring.svh"

module twd_iterative #(
  parameter int unsigned N = 256,  // coefficients, a power of two from 8 to 4096
  parameter int unsigned Q = 3329,  // modulus, an odd prime below 2^24
  parameter int unsigned Root = 17,  // element of order RootOrder modulo Q
  parameter int unsigned RootOrder = 256,  // 2 N, or N where the transform is incomplete
  parameter int unsigned Method = 32'(twd_method_pkg::METHOD_FOLD),  // of twd_method_pkg
  parameter int unsigned Butterflies = 4,  // 1, 2 or 4
  parameter bit Registers = 1'b0,  // RNS: behind its tables
  parameter bit Published = 1'b0,  // RNS: sub-moduli and five-product schedule of the paper, for q = 3329
  parameter bit DoubleBuffer = 1'b1,  // 1: loading and unloading overlap with computing
  parameter bit LogicTables  = 1'b0,  // 1: constant tables in logic, not block RAM
  localparam twd_ring_pkg::ring_cfg_t Ring = {N, Q, Root, RootOrder},
  localparam int unsigned Broken = twd_ring_pkg::broken_rule(Ring),
  localparam bit Tables = Method == 32'(twd_method_pkg::METHOD_RNS),
  localparam bit TooWide = Tables && Ring.q >= 32'd1 << twd_rns_pkg::LARGEST_BITS,
  localparam bit BadPublished = Published && (!Tables || Ring.q != 3329 || Registers),
  localparam bit BadRegisters = Registers && !Tables,
  localparam bit BadMethod = Broken == twd_ring_pkg::RULE_OK && !TooWide && !twd_method_pkg::legal(Method, Q, 32'd0),
  localparam bit Legal = Broken == twd_ring_pkg::RULE_OK && !TooWide && !BadMethod && !BadPublished && !BadRegisters
      && (Butterflies == 1 || Butterflies == 2 || Butterflies == 4) && Ring.n >= 4 * Butterflies,
  // What is built: of an illegal choice something legal, so that its refusal is the only message.
  localparam twd_ring_pkg::ring_cfg_t Used = Legal ? Ring : twd_ring_pkg::RING_ML_KEM,
  localparam twd_method_pkg::method_e UsedMethod =
      twd_method_pkg::method_e'(Legal ? Method : 32'(twd_method_pkg::METHOD_FOLD)),
  localparam int unsigned B = Legal ? Butterflies : 1,
  localparam int unsigned Width = $clog2(Used.q),
  localparam int unsigned Lanes = 2 * B
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

  `TWD_REFUSE_RING("twd_iterative", Broken)
  `TWD_REFUSE(gen_bad_butterflies, Butterflies != 1 && Butterflies != 2 && Butterflies != 4,
              "twd_iterative: Butterflies is not 1, 2 or 4")
  `TWD_REFUSE(gen_bad_words, Ring.n < 4 * Butterflies, "twd_iterative: N is less than 4 Butterflies")
  `TWD_REFUSE(gen_bad_width, TooWide, "twd_iterative: Q has more than 13 bits, too many for the tables of Method RNS")
  `TWD_REFUSE(gen_bad_method, BadMethod,
              "twd_iterative: Method does not work modulo Q; FOLD, BARRETT, MONTGOMERY, PLANTARD do")
  `TWD_REFUSE(gen_bad_published, BadPublished,
              "twd_iterative: Published is for Method RNS and q = 3329, without Registers")
  `TWD_REFUSE(gen_bad_registers, BadRegisters, "twd_iterative: Registers is for Method RNS")

  localparam int unsigned WordBits = $clog2(Used.n / B) - 1;
  localparam int unsigned HalfWidth = B * Width;

  // ---- operands ----
  logic hold;
  logic a_free, b_free;
  logic a_loaded, b_loaded;
  logic a_err, b_err;
  logic [2:0] a_op;
  logic load;
  logic in_en;
  logic in_region;
  logic [WordBits-1:0] in_addr;
  logic [1:0][HalfWidth-1:0] in_data;

  twd_inplace_load #(
    .Q          (Used.q),
    .Butterflies(B),
    .WordBits   (WordBits)
  ) u_ingress (
    .clk_i,
    .rst_ni,
    .hold_i    (hold),
    .a_valid_i,
    .a_ready_o,
    .a_data_i,
    .op_i,
    .b_valid_i,
    .b_ready_o,
    .b_data_i,
    .a_free_i  (a_free),
    .a_loaded_o(a_loaded),
    .a_op_o    (a_op),
    .a_err_o   (a_err),
    .b_free_i  (b_free),
    .b_loaded_o(b_loaded),
    .b_err_o   (b_err),
    .load_o    (load),
    .w_en_o    (in_en),
    .w_region_o(in_region),
    .w_addr_o  (in_addr),
    .w_data_o  (in_data)
  );

  logic refused;   // the operation that is loaded
  logic complete;  // every operand of it is there
  logic loaded_err;
  assign refused = !twd_op_pkg::is_op(a_op);
  assign complete = a_loaded && (b_loaded || !twd_op_pkg::takes_b(a_op));
  assign loaded_err = refused || a_err || (twd_op_pkg::takes_b(a_op) && b_err);

  // ---- engine ----
  logic en;
  logic start;
  logic engine_ready;
  logic final_ok;
  logic final_begin;
  logic a_read, b_read;
  logic r_en;
  logic r_unload;
  logic [1:0] r_input;
  logic [1:0] r_region;
  logic [1:0][WordBits-1:0] r_addr;
  logic [1:0][HalfWidth-1:0] r_data;
  logic [1:0] w_en;
  logic w_region;
  logic w_final;
  logic w_last;
  logic [1:0][WordBits-1:0] w_addr;
  logic [1:0][HalfWidth-1:0] w_data;
  logic engine_load;
  logic clear;
  logic unload_valid, unload_last;
  logic [HalfWidth-1:0] u, v;

  twd_inplace_engine #(
    .Ring       (Used),
    .Method     (UsedMethod),
    .Butterflies(B),
    .Registers  (Legal && Registers),
    .Published  (Legal && Published),
    .Unload     (!DoubleBuffer),
    .LogicTables(LogicTables)
  ) u_engine (
    .clk_i,
    .rst_ni,
    .en_i          (en),
    .start_i       (start),
    .op_i          (a_op),
    .ready_o       (engine_ready),
    .final_ok_i    (final_ok),
    .final_begin_o (final_begin),
    .a_read_o      (a_read),
    .b_read_o      (b_read),
    .r_en_o        (r_en),
    .r_unload_o    (r_unload),
    .r_input_o     (r_input),
    .r_region_o    (r_region),
    .r_addr_o      (r_addr),
    .r_data_i      (r_data),
    .w_en_o        (w_en),
    .w_region_o    (w_region),
    .w_final_o     (w_final),
    .w_last_o      (w_last),
    .w_addr_o      (w_addr),
    .w_data_o      (w_data),
    .load_i        (engine_load),
    .load_data_i   (in_data),
    .clear_i       (clear),
    .unload_valid_o(unload_valid),
    .unload_last_o (unload_last),
    .u_o           (u),
    .v_o           (v)
  );

  // What the papers count as clock cycles: from the first busy_read to the last busy_write.
  logic busy_read;
  logic busy_write;
  assign busy_read = r_en && !r_unload;
  assign busy_write = |w_en;

  logic run_err_q;  // of the operation in the engine

  always_ff @(posedge clk_i) begin
    if (start) run_err_q <= loaded_err;
  end

  if (DoubleBuffer) begin : gen_double
    logic taken_q;     // the loaded operation has been started
    logic refuse;      // a refused operation goes straight to the output
    logic out_busy_q;  // output memory taken, from the last pass to the last beat
    logic out_err_q;
    logic out_zero_q;
    logic out_done;
    logic out_en;
    logic out_r_en;
    logic [WordBits-1:0] out_addr;
    logic [1:0][HalfWidth-1:0] out_data;
    logic [1:0] r_input_q;
    logic [1:0] r_input_q2;

    logic unused_single;
    assign unused_single = ^{load, unload_valid, unload_last, u, v};

    assign hold = 1'b0;
    assign en = 1'b1;
    assign clear = 1'b0;
    assign engine_load = 1'b0;
    assign final_ok = !out_busy_q;
    assign start = complete && !refused && !taken_q && engine_ready;
    assign refuse = complete && refused && engine_ready && !out_busy_q;
    assign a_free = a_read || refuse;
    assign b_free = b_read;
    assign c_err_o = out_err_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        taken_q    <= 1'b0;
        out_busy_q <= 1'b0;
      end else begin
        taken_q    <= (taken_q || start) && !a_free;
        out_busy_q <= (out_busy_q && !out_done) || final_begin || refuse;
      end
    end

    always_ff @(posedge clk_i) begin
      if (final_begin || refuse) begin
        out_err_q  <= refuse || run_err_q;
        out_zero_q <= refuse;
      end
      r_input_q  <= r_input;
      r_input_q2 <= r_input_q;
    end

    for (genvar h = 0; h < 2; h++) begin : gen_half
      logic [HalfWidth-1:0] input_data;
      logic [HalfWidth-1:0] work_data;

      twd_ram_1r1w #(
        .Depth(2 << WordBits),
        .Width(HalfWidth)
      ) u_input (
        .clk_i,
        .rst_ni,
        .w_en_i  (in_en),
        .w_addr_i({in_region, in_addr}),
        .w_data_i(in_data[h]),
        .en_i    (1'b1),
        .r_en_i  (r_en && r_input[h]),
        .r_addr_i({r_region[h], r_addr[h]}),
        .r_data_o(input_data)
      );

      twd_ram_1r1w #(
        .Depth(2 << WordBits),
        .Width(HalfWidth)
      ) u_work (
        .clk_i,
        .rst_ni,
        .w_en_i  (w_en[h] && !w_final),
        .w_addr_i({w_region, w_addr[h]}),
        .w_data_i(w_data[h]),
        .en_i    (1'b1),
        .r_en_i  (r_en && !r_input[h]),
        .r_addr_i({r_region[h], r_addr[h]}),
        .r_data_o(work_data)
      );

      twd_ram_1r1w #(
        .Depth(1 << WordBits),
        .Width(HalfWidth)
      ) u_output (
        .clk_i,
        .rst_ni,
        .w_en_i  (w_en[h] && w_final),
        .w_addr_i(w_addr[h]),
        .w_data_i(w_data[h]),
        .en_i    (out_en),
        .r_en_i  (out_r_en),
        .r_addr_i(out_addr),
        .r_data_o(out_data[h])
      );

      assign r_data[h] = r_input_q2[h] ? input_data : work_data;
    end

    twd_inplace_unload #(
      .Width      (Width),
      .Butterflies(B),
      .WordBits   (WordBits)
    ) u_egress (
      .clk_i,
      .rst_ni,
      .start_i  (refuse || w_last),
      .zero_i   (out_zero_q),
      .done_o   (out_done),
      .en_o     (out_en),
      .r_en_o   (out_r_en),
      .r_addr_o (out_addr),
      .r_data_i (out_data),
      .c_valid_o,
      .c_ready_i,
      .c_data_o,
      .c_last_o
    );
  end else begin : gen_single
    logic busy_q;  // from the start of an operation to the last beat of its result
    logic refused_q;
    logic done;
    logic load_en_q;  // a beat of an operand is written
    logic load_region_q;
    logic [WordBits-1:0] load_addr_q;

    logic unused_double;
    assign unused_double = ^{engine_ready, final_begin, a_read, b_read, r_input, w_final, w_last};

    assign hold = busy_q;
    assign en = !c_valid_o || c_ready_i;
    assign clear = refused_q;
    assign engine_load = load;
    assign final_ok = 1'b1;
    assign start = complete && !busy_q;
    assign done = c_valid_o && c_ready_i && c_last_o;
    assign a_free = done;
    assign b_free = done && twd_op_pkg::takes_b(a_op);
    assign c_valid_o = unload_valid;
    assign c_last_o = unload_last;
    assign c_data_o = {v, u};
    assign c_err_o = run_err_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        busy_q    <= 1'b0;
        load_en_q <= 1'b0;
      end else begin
        busy_q    <= (busy_q || start) && !done;
        load_en_q <= in_en;
      end
    end

    always_ff @(posedge clk_i) begin
      if (start) refused_q <= refused;
      load_region_q <= in_region;
      load_addr_q   <= in_addr;
    end

    for (genvar h = 0; h < 2; h++) begin : gen_half
      twd_ram_1r1w #(
        .Depth(2 << WordBits),
        .Width(HalfWidth)
      ) u_memory (
        .clk_i,
        .rst_ni,
        .w_en_i  (load_en_q || w_en[h]),
        .w_addr_i(load_en_q ? {load_region_q, load_addr_q} : {w_region, w_addr[h]}),
        .w_data_i(w_data[h]),
        .en_i    (en),
        .r_en_i  (r_en),
        .r_addr_i({r_region[h], r_addr[h]}),
        .r_data_o(r_data[h])
      );
    end

    `TWD_ASSERT(LoadOnlyBesideIdleWrites, !(load_en_q && |w_en))
  end

  logic             stalled_q;
  logic [Lanes*Width-1:0] seen_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) stalled_q <= 1'b0;
    else stalled_q <= c_valid_o && !c_ready_i;
  end

  always_ff @(posedge clk_i) seen_q <= c_data_o;

  logic [1:0] seen_marks_q;
  always_ff @(posedge clk_i) seen_marks_q <= {c_last_o, c_last_o && c_err_o};

  `TWD_ASSERT(ResultHeldUntilTaken, !stalled_q || (c_valid_o && c_data_o == seen_q))
  `TWD_ASSERT(ResultMarksHeld, !stalled_q || {c_last_o, c_last_o && c_err_o} == seen_marks_q)
  `TWD_ASSERT(OperationOffered, !(complete && refused))

endmodule
