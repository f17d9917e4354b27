// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_mdf_product: the pipe of the core mdf for products: two transforms; the second also computes the inverse.
//
// Method    Duong-Ngoc and Lee 2022, Fig. 8. Path MUL: both operands are transformed side by side, and their pointwise
//           products are written to the data memory. After the second transform has drained, it reverses its direction
//           and reads them from the memory, each when its result has a place in the output memory (room_i, take_o).
//           Ours: up to Batch polynomials may enter before that. Paths NTT and INTT are the second transform alone,
//           path PWM the pointwise product alone. Mult: the second operand of MULT is transformed already (section IV)
//           and waits in a memory for as long as the second transform takes, whose result is not used.
// Select    pipe_i.ring chooses the ring, by the numbers of twd_ring_pkg: of the transform that starts, and of all
//           that is in the pipe on the paths MUL and PWM. T is that of the ring, D of falcon-1024; a batch is what fits
//           into the memory.
// Timing    T = n/4, D = twd_mdf_pkg::latency(Ring, Method, BOTH). A batch of k that enters without a bubble: the last
//           beat enters in cycle k T - 1, the first product enters the inverse in cycle k T + D + 3 (more where T is
//           shorter than the pointwise product), its result leaves D + 1 later, and hold_o falls so that the next
//           batch follows 2 k T + 2 D + 4 after this one. Reset ends a batch; data are not reset.
// Cost      Two transforms, a pointwise product (with Select two, one of pairs), 4 Batch T words, a delay line of 4
//           words (D less the forward latency); with Mult 4 D words more.
// Model     twiddle.model.streaming.MdfCore

`include "twd_assert.svh"
`include "twd_delay.svh"

module twd_mdf_product #(
  parameter  twd_ring_pkg::ring_cfg_t Ring   = twd_ring_pkg::RING_ML_KEM,
  parameter  twd_method_pkg::method_e Method = twd_method_pkg::METHOD_FOLD,
  parameter  int unsigned             Batch  = 8,                          // a power of two; of Ring
  parameter  bit                      Select = 1'b0,                       // pipe_i.ring chooses; Ring is falcon-1024
  parameter  bit                      Mult   = 1'b0,                       // MULT is offered
  parameter  bit                      LogicTables = 1'b0,                  // 1: constant tables in logic, not block RAM
  localparam int unsigned             Lanes  = twd_mdf_pkg::LANES,
  localparam int unsigned             Width  = $clog2(Ring.q)
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  twd_stream_pkg::pipe_t       pipe_i,
  output logic                        hold_o,  // nothing may enter
  output logic                        busy_o,  // a batch is in the pipe
  input  logic                        room_i,  // a result has a place in the output memory
  output logic                        take_o,  // it is taken
  input  logic [Lanes-1:0][Width-1:0] a_i,
  input  logic [Lanes-1:0][Width-1:0] b_i,
  output logic                        sop_o,
  output logic [Lanes-1:0][Width-1:0] y_o
);

  localparam int unsigned Beats = twd_mdf_pkg::beats(Ring);
  localparam int unsigned Latency = twd_mdf_pkg::latency(Ring, Method, 1'b1);
  localparam int unsigned Align = Latency - twd_mdf_pkg::latency(Ring, Method, 1'b0) + 1;
  localparam int unsigned PointwiseLatency = twd_stream_pkg::pointwise_latency(Ring, Method);
  // From the cycle after the last start to the first read: the beats of the polynomial, and their way through the
  // second transform. The read of a product follows its write by a cycle at least.
  localparam int unsigned DrainCycles = twd_stream_pkg::START_CYCLES - 1 + Latency
      + (PointwiseLatency + 3 > Beats ? PointwiseLatency + 3 : Beats);
  localparam int unsigned DrainWidth = $clog2(DrainCycles + 1);
  localparam int unsigned BeatWidth = $clog2(Beats);
  localparam int unsigned SlotWidth = $clog2(Batch);
  localparam int unsigned CountWidth = Select ? $clog2(twd_mdf_pkg::selected_batch(2'd0)) : SlotWidth;

  // With Select: number of the last beat of a polynomial.
  function automatic logic [BeatWidth-1:0] last_beat(input logic [1:0] ring);
    last_beat = BeatWidth'(twd_stream_pkg::last_beat(Beats, 1'b1, ring));
  endfunction

  logic sop;
  twd_stream_pkg::path_e path;
  logic mul, mul_q, intt_q, pwm_q, y_pwm_q;  // the path, and a cycle later; the last one two
  logic unused_pipe;

  assign sop         = pipe_i.sop;
  assign path        = pipe_i.path;
  assign mul         = path == twd_stream_pkg::PATH_MUL;
  assign unused_pipe = ^pipe_i;

  always_ff @(posedge clk_i) begin
    mul_q   <= mul;
    intt_q  <= path == twd_stream_pkg::PATH_INTT;
    pwm_q   <= path == twd_stream_pkg::PATH_PWM;
    y_pwm_q <= pwm_q;
  end

  // ---- batches ----
  logic inverse_q, inverse_d;               // the second transform computes inverses
  logic [CountWidth:0] count_q;             // polynomials of the batch that have started and have no beat read
  logic full_q;
  logic [DrainWidth-1:0] drain_q;           // cycles until the second transform is empty
  logic close_q;                            // it is about to be empty: no polynomial may start
  logic [3:0] release_q;                    // it will be empty when a polynomial that starts now arrives there
  logic started;
  logic reverse_q, reverse_d;
  logic begin_read;                         // the first beat of a product is read in the next cycle
  logic begin_q;                            // it is read
  logic read_q, read_last;                  // a beat is read, the last one of a product
  logic [SlotWidth+BeatWidth-1:0] r_addr_q;

  assign started    = pipe_i.start && pipe_i.start_path == twd_stream_pkg::PATH_MUL;
  assign reverse_d  = close_q && drain_q == DrainWidth'(1) && !started;
  assign read_last  = read_q && &(Select ? r_addr_q[BeatWidth-1:0] | ~last_beat(pipe_i.ring) : r_addr_q[BeatWidth-1:0]);
  assign begin_read = (reverse_d || reverse_q || (inverse_q && !release_q[0]))
      && count_q != '0 && room_i && (!read_q || read_last);
  assign inverse_d  = reverse_q || (inverse_q && !release_q[3]);
  assign take_o     = begin_read;
  assign hold_o     = close_q || full_q || (inverse_q && !release_q[0]);
  assign busy_o     = count_q != '0 || (inverse_q && !release_q[0]);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {inverse_q, full_q, close_q, release_q, reverse_q, read_q, begin_q} <= '0;
      count_q  <= '0;
      drain_q  <= '0;
      r_addr_q <= '0;
    end else begin
      inverse_q <= inverse_d;
      count_q   <= count_q + (CountWidth + 1)'(started) - (CountWidth + 1)'(begin_q);
      full_q    <= count_q == (CountWidth + 1)'(Select ? twd_mdf_pkg::selected_batch(pipe_i.ring) : Batch);
      if (started) drain_q <= Select
          ? DrainWidth'(DrainCycles - Beats + 1 + 32'(last_beat(pipe_i.ring))) : DrainWidth'(DrainCycles);
      else if (begin_q) drain_q <= DrainWidth'((Select ? 32'(last_beat(pipe_i.ring)) : Beats - 1) + Latency + 2);
      else if (drain_q != '0) drain_q <= drain_q - 1'b1;
      close_q      <= !inverse_q && !reverse_q && !started && count_q != '0 && drain_q <= DrainWidth'(2);
      release_q[0] <= inverse_d && (release_q[0]
          || (inverse_q && count_q == '0 && drain_q <= DrainWidth'(4)));
      release_q[3:1] <= inverse_d ? release_q[2:0] : '0;
      reverse_q    <= reverse_d;
      read_q       <= begin_read || (read_q && !read_last);
      begin_q      <= begin_read;
      r_addr_q     <= release_q[0] ? '0 : r_addr_q + (SlotWidth + BeatWidth)'(read_q);
    end
  end

  // ---- the first transform, delayed to the latency of the second ----
  logic u_sop_early, u_sop;
  logic [Lanes-1:0][Width-1:0] a_late, u;

  `TWD_DELAY(u_align, Lanes * Width + 1, Align, 1'b1, {sop && mul, a_i}, {u_sop_early, a_late})

  twd_mdf_engine #(
    .Ring(Ring), .Method(Method), .Direction(twd_butterfly_pkg::FORWARD), .Select(Select), .LogicTables(LogicTables)
  ) u_transform_1 (
    .clk_i, .rst_ni,
    .sop_i(u_sop_early), .inverse_i(1'b0), .ring_i(Select ? pipe_i.ring : 2'd0), .x_i(a_late), .sop_o(u_sop), .y_o(u)
  );

  // ---- the second transform ----
  logic inverse_e_q;  // of the engine
  logic product_q, second_q;  // its operand is a product, or the second operand
  logic x_sop_q, v_sop;
  logic [Lanes-1:0][Width-1:0] memory, x_q, v;

  always_ff @(posedge clk_i) begin
    inverse_e_q <= mul_q ? inverse_d : intt_q;
    product_q   <= mul && inverse_d;
    second_q    <= mul && !inverse_d;
    x_sop_q     <= mul && inverse_d ? begin_q : sop && path != twd_stream_pkg::PATH_PWM;
    x_q         <= product_q ? memory : second_q ? b_i : a_i;
  end

  twd_mdf_engine #(
    .Ring(Ring), .Method(Method), .Direction(twd_butterfly_pkg::BOTH), .Select(Select), .LogicTables(LogicTables)
  ) u_transform_2 (
    .clk_i, .rst_ni,
    .sop_i(x_sop_q), .inverse_i(inverse_e_q), .ring_i(Select ? pipe_i.ring : 2'd0), .x_i(x_q), .sop_o(v_sop), .y_o(v)
  );

  // ---- pointwise products, into the memory ----
  logic pointwise_sop_q;
  logic [Select:0] product_sop;             // with Select that of falcon, and of the chosen ring
  logic [Lanes-1:0][Width-1:0] left_q, right_q;
  logic [(Select ? 2 : 1)*Lanes-1:0][Width-1:0] product;

  always_ff @(posedge clk_i) begin
    pointwise_sop_q <= mul_q ? u_sop : sop && path == twd_stream_pkg::PATH_PWM;
  end

  if (Mult) begin : gen_mult
    // The second operand is transformed already where its bit of the memory says so.
    localparam int unsigned Wait = Latency;
    localparam int unsigned WaitWidth = $clog2(Wait);
    logic sop_q, next_q, mult_q, transformed;
    logic [WaitWidth-1:0] w_addr_q;
    logic [Lanes*Width-1:0] v_late;

    always_ff @(posedge clk_i) begin
      sop_q  <= sop;
      next_q <= pipe_i.op == twd_op_pkg::OP_MULT;
      if (sop_q) mult_q <= next_q;
      {left_q, right_q} <= pwm_q ? {a_i, b_i} : {u, transformed ? v_late : v};
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) w_addr_q <= '0;
      else w_addr_q <= w_addr_q + 1'b1;
    end

    twd_ram_1r1w #(.Depth(1 << WaitWidth), .Width(Lanes * Width + 1)) u_wait (
      .clk_i, .rst_ni,
      .w_en_i(1'b1), .w_addr_i(w_addr_q), .w_data_i({mult_q, b_i}),
      .en_i(1'b1), .r_en_i(1'b1), .r_addr_i(w_addr_q - WaitWidth'(Wait - 1)), .r_data_o({transformed, v_late})
    );
  end else begin : gen_no_mult
    always_ff @(posedge clk_i) {left_q, right_q} <= pwm_q ? {a_i, b_i} : {u, v};
  end

  twd_pointwise #(.Ring(Ring), .Method(Method), .Lanes(Lanes), .LogicTables(LogicTables)) u_pointwise (
    .clk_i,
    .sop_i(pointwise_sop_q), .pass_i(1'b0), .a_i(left_q), .b_i(right_q),
    .sop_o(product_sop[Select]), .c_o(product[32'(Select)*Lanes+:Lanes])
  );

  if (Select) begin : gen_pairs
    localparam twd_ring_pkg::ring_cfg_t Pairs = twd_ring_pkg::RING_ML_KEM;
    localparam int unsigned PairWidth = $clog2(Pairs.q);

    logic [Lanes*PairWidth-1:0] a, b, c;
    logic c_sop, narrow;

    assign narrow         = pipe_i.ring == twd_ring_pkg::SELECT_ML_KEM;
    assign product_sop[0] = narrow ? c_sop : product_sop[1];

    for (genvar l = 0; l < Lanes; l++) begin : gen_lane
      assign a[l*PairWidth+:PairWidth] = left_q[l][PairWidth-1:0];
      assign b[l*PairWidth+:PairWidth] = right_q[l][PairWidth-1:0];
      assign product[l]                = narrow ? Width'(c[l*PairWidth+:PairWidth]) : product[Lanes+l];
    end

    twd_pointwise #(.Ring(Pairs), .Method(Method), .Lanes(Lanes), .LogicTables(LogicTables)) u_pointwise (
      .clk_i,
      .sop_i(pointwise_sop_q), .pass_i(1'b0), .a_i(a), .b_i(b), .sop_o(c_sop), .c_o(c)
    );
  end

  logic begin_write_q, write_q;             // the product's beat 0 comes in the next cycle; a beat is there
  logic [SlotWidth-1:0] slot_q;             // of the next product
  logic [SlotWidth-1:0] w_slot_q;
  logic [BeatWidth-1:0] w_beat_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {begin_write_q, write_q} <= '0;
    else begin
      {begin_write_q, write_q} <= {product_sop[0] && mul_q, begin_write_q || (write_q
                                   && !(&(Select ? w_beat_q | ~last_beat(pipe_i.ring) : w_beat_q)))};
    end
  end

  always_ff @(posedge clk_i) begin
    if (inverse_q || !mul_q) slot_q <= '0;
    else if (begin_write_q) slot_q <= slot_q + 1'b1;
    if (Select) begin  // products of any length follow each other
      if (write_q) {w_slot_q, w_beat_q} <= {w_slot_q, w_beat_q} + 1'b1;
      else if (inverse_q || !mul_q) {w_slot_q, w_beat_q} <= '0;
    end else begin
      if (begin_write_q) w_slot_q <= slot_q;
      w_beat_q <= begin_write_q ? '0 : w_beat_q + 1'b1;
    end
  end

  twd_ram_1r1w #(.Depth(Batch * Beats), .Width(Lanes * Width)) u_memory (
    .clk_i, .rst_ni,
    .w_en_i(write_q), .w_addr_i({w_slot_q, w_beat_q}), .w_data_i(product[Lanes-1:0]),
    .en_i(1'b1), .r_en_i(read_q), .r_addr_i(r_addr_q), .r_data_o(memory)
  );

  // ---- results ----
  always_ff @(posedge clk_i) begin
    y_o   <= y_pwm_q ? product[Lanes-1:0] : v;
    sop_o <= y_pwm_q ? product_sop[0] : v_sop && (!mul_q || inverse_q);
  end

  `TWD_ASSERT(NothingEntersAFullBatch, !started || ((!inverse_q || release_q[0])
              && count_q < (CountWidth + 1)'(Select ? twd_mdf_pkg::selected_batch(pipe_i.ring) : Batch)))
  `TWD_ASSERT(ReadsWhatWasWritten, !(read_q && write_q) || {w_slot_q, w_beat_q} > r_addr_q)

endmodule
