// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mdf_product: the pipe of the core mdf for products: two transforms, the second of which is also the inverse one.
//
// Method    Duong-Ngoc and Lee 2022, Fig. 8. Path MUL: both operands are transformed side by side, and their pointwise
//           products are written to the data memory. After the second transform has drained, it reverses its direction
//           and reads them from the memory. Ours: until then, and up to Batch of them, more polynomials may enter.
//           Paths NTT and INTT are the second transform alone, path PWM the pointwise product alone.
// Timing    T = n/4, D = twd_mdf_pkg::latency(Ring, Method, BOTH), one beat per enabled cycle; en_i = 0 freezes it. A
//           batch of k that enters without a bubble: the last beat enters in cycle k T - 1, the first one enters the
//           inverse in cycle k T + D + 2 (more where T is shorter than the pointwise product), the first result leaves
//           D later, and hold_o falls after the last one. Reset ends a batch; data are not reset.
// Cost      Two transforms, a pointwise product, 4 Batch T words, a delay line of 4 words (D less the forward latency).
// Model     twiddle.model.streaming.MdfCore

`include "twd_assert.svh"

module twd_mdf_product #(
  parameter  twd_ring_pkg::ring_cfg_t Ring   = twd_ring_pkg::RING_ML_KEM,
  parameter  twd_method_pkg::method_e Method = twd_method_pkg::METHOD_FOLD,
  parameter  int unsigned             Batch  = 8,                          // a power of two
  parameter  bit                      LogicTables = 1'b0,                  // 1: constant tables in logic, not block RAM
  localparam int unsigned             Lanes  = twd_mdf_pkg::LANES,
  localparam int unsigned             Width  = $clog2(Ring.q)
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  twd_stream_pkg::pipe_t       pipe_i,
  output logic                        hold_o,  // nothing may enter
  output logic                        busy_o,  // a batch is in the pipe
  input  logic [Lanes-1:0][Width-1:0] a_i,
  input  logic [Lanes-1:0][Width-1:0] b_i,
  output logic                        sop_o,
  output logic [Lanes-1:0][Width-1:0] y_o
);

  localparam int unsigned Beats = twd_mdf_pkg::beats(Ring);
  localparam int unsigned Latency = twd_mdf_pkg::latency(Ring, Method, 1'b1);
  localparam int unsigned Align = Latency - twd_mdf_pkg::latency(Ring, Method, 1'b0);
  localparam int unsigned PointwiseLatency = twd_pointwise_pkg::latency(Ring, Method);
  // The read of a product follows its write by a cycle at least.
  localparam int unsigned DrainCycles = Latency + (PointwiseLatency + 2 > Beats ? PointwiseLatency + 2 - Beats : 0);
  localparam int unsigned DrainWidth = $clog2(DrainCycles + 3);
  localparam int unsigned BeatWidth = $clog2(Beats);
  localparam int unsigned SlotWidth = $clog2(Batch);

  logic en, sop, mul;
  twd_stream_pkg::path_e path;
  assign en   = pipe_i.en;
  assign sop  = pipe_i.sop;
  assign path = pipe_i.path;
  assign mul  = path == twd_stream_pkg::PATH_MUL;

  logic unused_pipe;
  assign unused_pipe = ^pipe_i;

  // ---- batches ----
  logic inverse_q;                          // the second transform computes inverses
  logic [SlotWidth:0] count_q;              // polynomials of the batch that have entered whole and not been read
  logic [DrainWidth-1:0] drain_count_q;     // cycles until the second transform is empty
  logic reverse;                            // it is, and a batch waits in the memory
  logic read;
  logic read_begin_q;                       // the next beat that is read is the first of a product
  logic read_last;
  logic [SlotWidth+BeatWidth-1:0] r_addr_q;

  assign reverse   = count_q != '0 && drain_count_q == '0 && !inverse_q;
  assign read      = reverse || (inverse_q && count_q != '0);
  assign read_last = read && &r_addr_q[BeatWidth-1:0] && count_q == (SlotWidth + 1)'(1);
  assign hold_o    = inverse_q || count_q == (SlotWidth + 1)'(Batch) || reverse;
  assign busy_o    = inverse_q || count_q != '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      inverse_q    <= 1'b0;
      count_q      <= '0;
      drain_count_q <= '0;
      read_begin_q <= 1'b0;
      r_addr_q     <= '0;
    end else if (en) begin
      if (reverse) inverse_q <= 1'b1;
      else if (drain_count_q == '0 && count_q == '0) inverse_q <= 1'b0;
      if (pipe_i.last && mul) count_q <= count_q + 1'b1;
      else if (read && &r_addr_q[BeatWidth-1:0]) count_q <= count_q - 1'b1;
      if (sop || pipe_i.in_polynomial) drain_count_q <= DrainWidth'(DrainCycles);
      else if (read_last) drain_count_q <= DrainWidth'(Latency + 1);
      else if (drain_count_q != '0) drain_count_q <= drain_count_q - 1'b1;
      read_begin_q <= read && r_addr_q[BeatWidth-1:0] == '0;
      r_addr_q     <= read ? (read_last ? '0 : r_addr_q + 1'b1) : '0;
    end
  end

  // ---- the first transform, delayed to the latency of the second ----
  logic u_sop_early, u_sop;
  logic [Lanes-1:0][Width-1:0] a_late, u;

  twd_delay #(
    .Width (Lanes * Width + 1),
    .Cycles(Align)
  ) u_align (
    .clk_i,
    .en_i(en),
    .d_i ({sop && mul, a_i}),
    .q_o ({u_sop_early, a_late})
  );

  twd_mdf_engine #(
    .Ring       (Ring),
    .Method     (Method),
    .Direction  (twd_butterfly_pkg::FORWARD),
    .LogicTables(LogicTables)
  ) u_transform_1 (
    .clk_i,
    .rst_ni,
    .en_i     (en),
    .sop_i    (u_sop_early),
    .inverse_i(1'b0),
    .ring_i   (2'd0),
    .x_i      (a_late),
    .sop_o    (u_sop),
    .y_o      (u)
  );

  // ---- the second transform ----
  logic inverse;
  logic x_sop, v_sop;
  logic [Lanes-1:0][Width-1:0] memory, x, v;

  assign inverse = mul ? inverse_q : path == twd_stream_pkg::PATH_INTT;
  assign x_sop = mul && inverse_q ? read_begin_q : sop && path != twd_stream_pkg::PATH_PWM;
  assign x       = !mul ? a_i : inverse_q ? memory : b_i;

  twd_mdf_engine #(
    .Ring       (Ring),
    .Method     (Method),
    .Direction  (twd_butterfly_pkg::BOTH),
    .LogicTables(LogicTables)
  ) u_transform_2 (
    .clk_i,
    .rst_ni,
    .en_i     (en),
    .sop_i    (x_sop),
    .inverse_i(inverse),
    .ring_i   (2'd0),
    .x_i      (x),
    .sop_o    (v_sop),
    .y_o      (v)
  );

  // ---- pointwise products, into the memory ----
  logic pointwise_sop, product_sop;
  logic [Lanes-1:0][Width-1:0] left, right, product;

  assign pointwise_sop = mul ? u_sop : sop && path == twd_stream_pkg::PATH_PWM;
  assign {left, right}   = mul ? {u, v} : {a_i, b_i};

  twd_pointwise #(
    .Ring       (Ring),
    .Method     (Method),
    .Lanes      (Lanes),
    .LogicTables(LogicTables)
  ) u_pointwise (
    .clk_i,
    .en_i  (en),
    .sop_i (pointwise_sop),
    .pass_i(1'b0),
    .a_i   (left),
    .b_i   (right),
    .sop_o (product_sop),
    .c_o   (product)
  );

  logic write_q;
  logic [SlotWidth-1:0] slot_q;             // of the next product
  logic [SlotWidth-1:0] w_slot_q;
  logic [BeatWidth-1:0] w_beat_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) write_q <= 1'b0;
    else if (en) write_q <= (product_sop && mul) || (write_q && !(&w_beat_q));
  end

  always_ff @(posedge clk_i) begin
    if (en) begin
      if (count_q == '0 && sop) slot_q <= '0;
      else if (product_sop && mul) slot_q <= slot_q + 1'b1;
      if (product_sop) w_slot_q <= slot_q;
      w_beat_q <= product_sop ? '0 : w_beat_q + 1'b1;
    end
  end

  twd_ram_1r1w #(
    .Depth(Batch * Beats),
    .Width(Lanes * Width)
  ) u_memory (
    .clk_i,
    .rst_ni,
    .w_en_i  (en && write_q),
    .w_addr_i({w_slot_q, w_beat_q}),
    .w_data_i(product),
    .en_i    (en),
    .r_en_i  (read),
    .r_addr_i(r_addr_q),
    .r_data_o(memory)
  );

  // ---- results ----
  assign y_o = path == twd_stream_pkg::PATH_PWM ? product : v;

  assign sop_o = path == twd_stream_pkg::PATH_PWM ? product_sop : v_sop && (!mul || inverse_q);

  `TWD_ASSERT(NothingEntersAFullBatch, !(en && sop && mul) || (!inverse_q && count_q < (SlotWidth + 1)'(Batch)))
  `TWD_ASSERT(ReadsWhatWasWritten, !(read && write_q) || {w_slot_q, w_beat_q} > r_addr_q)

endmodule
