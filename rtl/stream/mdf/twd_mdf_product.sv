// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mdf_product: the pipe of the core mdf for whole products: two transforms, the second of which is the inverse one too.
//
// Method    Duong-Ngoc and Lee 2022, Fig. 8. Way MUL: both operands are transformed side by side, their pointwise products
//           go into the data memory; when the second transform has emptied itself of the last one, it turns round and
//           takes them out of the memory. Ours: until then, and up to Batch of them, more polynomials may enter. Ways NTT
//           and INTT are the second transform alone, PWM the pointwise product alone.
// Timing    T = n/4, D = twd_mdf_pkg::latency(Ring, Method, BOTH), one beat per enabled cycle, en_i = 0 freezes it. A
//           batch of k that enters without a gap: the last beat enters in cycle k T - 1, the first one the inverse in
//           cycle k T + D + 2 (more where T is shorter than the pointwise product), the first result comes D later, and
//           after the last one hold_o falls. Reset ends a batch; data are not reset.
// Cost      two transforms, a pointwise product, 4 Batch T words, a delay line of 4 words (D less the forward latency).
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
  input  logic                        en_i,
  input  logic                        first_i,   // the next beat is a polynomial's first
  input  logic                        middle_i,  // a polynomial has begun to enter, and not ended
  input  logic                        last_i,    // the next beat is its last
  input  logic [                 1:0] way_i,
  output logic                        hold_o,    // nothing may enter
  output logic                        busy_o,    // a batch is inside
  input  logic [Lanes-1:0][Width-1:0] a_i,
  input  logic [Lanes-1:0][Width-1:0] b_i,
  output logic                        first_o,
  output logic [Lanes-1:0][Width-1:0] y_o
);

  localparam int unsigned Beats = twd_mdf_pkg::beats(Ring);
  localparam int unsigned Latency = twd_mdf_pkg::latency(Ring, Method, 1'b1);
  localparam int unsigned Align = Latency - twd_mdf_pkg::latency(Ring, Method, 1'b0);
  localparam int unsigned PointwiseLatency = twd_pointwise_pkg::latency(Ring, Method);
  // The read of a product follows its write by a cycle at least.
  localparam int unsigned Turn = Latency + (PointwiseLatency + 2 > Beats ? PointwiseLatency + 2 - Beats : 0);
  localparam int unsigned TurnWidth = $clog2(Turn + 3);
  localparam int unsigned BeatWidth = $clog2(Beats);
  localparam int unsigned SlotWidth = $clog2(Batch);

  logic mul;
  assign mul = way_i == twd_stream_pkg::WAY_MUL;

  // ---- batches ----
  logic inverse_q;                          // the second transform has turned round
  logic [SlotWidth:0] count_q;              // polynomials of the batch that have entered whole
  logic [TurnWidth-1:0] turn_q;             // cycles until the second transform is empty
  logic turned;                             // it is, and there is a batch to take out
  logic read;
  logic read_begin_q;                       // the product that is read next begins
  logic read_last;
  logic [SlotWidth+BeatWidth-1:0] r_addr_q;

  assign turned    = count_q != '0 && turn_q == '0 && !inverse_q;
  assign read      = turned || (inverse_q && count_q != '0);
  assign read_last = read && &r_addr_q[BeatWidth-1:0] && count_q == (SlotWidth + 1)'(1);
  assign hold_o    = inverse_q || count_q == (SlotWidth + 1)'(Batch) || turned;
  assign busy_o    = inverse_q || count_q != '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      inverse_q    <= 1'b0;
      count_q      <= '0;
      turn_q       <= '0;
      read_begin_q <= 1'b0;
      r_addr_q     <= '0;
    end else if (en_i) begin
      if (turned) inverse_q <= 1'b1;
      else if (turn_q == '0 && count_q == '0) inverse_q <= 1'b0;
      // A product less with every one that has been read.
      if (last_i && mul) count_q <= count_q + 1'b1;
      else if (read && &r_addr_q[BeatWidth-1:0]) count_q <= count_q - 1'b1;
      if (first_i || middle_i) turn_q <= TurnWidth'(Turn);
      else if (read_last) turn_q <= TurnWidth'(Latency + 1);
      else if (turn_q != '0) turn_q <= turn_q - 1'b1;
      read_begin_q <= read && r_addr_q[BeatWidth-1:0] == '0;
      r_addr_q     <= read ? (read_last ? '0 : r_addr_q + 1'b1) : '0;
    end
  end

  // ---- the first transform, as late as the second ----
  logic u_first_early, u_first;
  logic [Lanes-1:0][Width-1:0] a_late, u;

  twd_delay #(
    .Width (Lanes * Width + 1),
    .Cycles(Align)
  ) u_align (
    .clk_i,
    .en_i,
    .d_i({first_i && mul, a_i}),
    .q_o({u_first_early, a_late})
  );

  twd_mdf_engine #(
    .Ring       (Ring),
    .Method     (Method),
    .Direction  (twd_butterfly_pkg::FORWARD),
    .LogicTables(LogicTables)
  ) u_transform_1 (
    .clk_i,
    .rst_ni,
    .en_i,
    .first_i  (u_first_early),
    .inverse_i(1'b0),
    .ring_i   (2'd0),
    .x_i      (a_late),
    .first_o  (u_first),
    .y_o      (u)
  );

  // ---- the second transform ----
  logic inverse;
  logic x_first, v_first;
  logic [Lanes-1:0][Width-1:0] memory, x, v;

  assign inverse = mul ? inverse_q : way_i == twd_stream_pkg::WAY_INTT;
  assign x_first = mul && inverse_q ? read_begin_q : first_i && way_i != twd_stream_pkg::WAY_PWM;
  assign x       = !mul ? a_i : inverse_q ? memory : b_i;

  twd_mdf_engine #(
    .Ring       (Ring),
    .Method     (Method),
    .Direction  (twd_butterfly_pkg::BOTH),
    .LogicTables(LogicTables)
  ) u_transform_2 (
    .clk_i,
    .rst_ni,
    .en_i,
    .first_i  (x_first),
    .inverse_i(inverse),
    .ring_i   (2'd0),
    .x_i      (x),
    .first_o  (v_first),
    .y_o      (v)
  );

  // ---- pointwise products, into the memory ----
  logic pointwise_first, product_first;
  logic [Lanes-1:0][Width-1:0] left, right, product;

  assign pointwise_first = mul ? u_first : first_i && way_i == twd_stream_pkg::WAY_PWM;
  assign {left, right}   = mul ? {u, v} : {a_i, b_i};

  twd_pointwise #(
    .Ring       (Ring),
    .Method     (Method),
    .Lanes      (Lanes),
    .LogicTables(LogicTables)
  ) u_pointwise (
    .clk_i,
    .en_i,
    .first_i(pointwise_first),
    .pass_i (1'b0),
    .a_i    (left),
    .b_i    (right),
    .first_o(product_first),
    .c_o    (product)
  );

  logic write_q;
  logic [SlotWidth-1:0] slot_q;             // of the product that comes next
  logic [SlotWidth-1:0] w_slot_q;
  logic [BeatWidth-1:0] w_beat_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) write_q <= 1'b0;
    else if (en_i) write_q <= (product_first && mul) || (write_q && !(&w_beat_q));
  end

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      if (count_q == '0 && first_i) slot_q <= '0;
      else if (product_first && mul) slot_q <= slot_q + 1'b1;
      if (product_first) w_slot_q <= slot_q;
      w_beat_q <= product_first ? '0 : w_beat_q + 1'b1;
    end
  end

  twd_ram_1r1w #(
    .Depth(Batch * Beats),
    .Width(Lanes * Width)
  ) u_memory (
    .clk_i,
    .rst_ni,
    .w_en_i  (en_i && write_q),
    .w_addr_i({w_slot_q, w_beat_q}),
    .w_data_i(product),
    .en_i,
    .r_en_i  (read),
    .r_addr_i(r_addr_q),
    .r_data_o(memory)
  );

  // ---- results ----
  assign y_o = way_i == twd_stream_pkg::WAY_PWM ? product : v;

  always_comb begin
    unique case (way_i)
      twd_stream_pkg::WAY_PWM: first_o = product_first;
      twd_stream_pkg::WAY_MUL: first_o = v_first && inverse_q;
      default:                 first_o = v_first;
    endcase
  end

  `TWD_ASSERT(NothingEntersAFullBatch, !(en_i && first_i && mul) || (!inverse_q && count_q < (SlotWidth + 1)'(Batch)))
  `TWD_ASSERT(ReadsWhatWasWritten, !(read && write_q) || {w_slot_q, w_beat_q} > r_addr_q)

endmodule
