// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_quad: polynomial core on a memory-based engine of 2x2 butterflies: four coefficients a word, two layers a pass.
//
//   a, b --> ingress ---+                                        +--> factors (second operand of a product)
//                       v                                        |
//   memory ------> turn ------> 2x2 butterfly, 4 multipliers ---> turn ---> memory
//      |                                ^ factors
//      +--> c
//
// Operations   op_i with the first beat of a: 0 NTT, 1 INTT, 2 PWM, 3 MUL, 4 MULT; any other is refused: zeros with
//              c_err_o.
// Streams      four coefficients a beat in natural index order, canonical or reduced and flagged; first all of a, then
//              all of b. Reset at any time; it drops everything accepted, and ready comes write_delay + lag cycles of twd_quad_pkg later.
// Method       FOLD, KRED or KRED2X of twd_method_pkg. What it leaves in a product is hidden in the tables, and in the second
//              operand while that is loaded.
// Published    as in the reference, a cyclic transform between products by powers of psi: five steps of MULT, (n log2 n + 3 n) / 4
//              slots, and a table of powers. Complete transforms only.
// Reference    Nguyen, Dang, Gaj 2019: words, 2x2 butterfly and transposition; merged psi, order and overlap are ours.
// Cycles       S = n / 4, P passes of two layers (one where their number is odd, or the transform incomplete), D = write_delay:
//              busy of NTT P S + D, INTT P S + D + lag, PWM S + D (incomplete 3 S + D), and gaps where a pass is shorter than
//              the pipe. Latency and interval follow in twiddle.model.quad.Schedule.
// Cost         four multipliers, 2 n coefficients of memory and 4 n of factors, in four columns.
// Limits       n at least 64. c_ready_i enables the read of the memory directly. Not protected against side channels beyond
//              data-independent timing.
// Model        twiddle.model.polymul.run

`include "twd_ring.svh"

module twd_quad #(
  parameter int unsigned N = 1024,  // coefficients, a power of two from 8 to 4096
  parameter int unsigned Q = 12289,  // modulus, an odd prime below 2^24
  parameter int unsigned Root = 7,  // element of order RootOrder modulo Q
  parameter int unsigned RootOrder = 2048,  // 2 N, or N where the transform is incomplete
  parameter int unsigned Method = 32'(twd_method_pkg::METHOD_KRED),  // of twd_method_pkg
  parameter bit Published = 1'b0,  // psi apart from the transform, in passes of its own, as published
  localparam twd_ring_pkg::ring_cfg_t Ring = {N, Q, Root, RootOrder},
  localparam int unsigned Broken = twd_ring_pkg::broken_rule(Ring),
  localparam bit TooShort = Ring.n < twd_quad_pkg::LEAST_N,
  localparam bit BadMethod = Method > 32'd15 || !twd_mod_mul_wide_pkg::takes(4'(Method)),
  localparam bit BadShape = !BadMethod && !twd_method_pkg::legal(Method, Q, 32'd0),
  localparam bit BadPublished = Published && !twd_ring_pkg::complete(Ring),
  localparam bit Legal = Broken == twd_ring_pkg::RULE_OK && !TooShort && !BadMethod && !BadShape && !BadPublished,
  localparam bit UsedPublished = Legal && Published,
  // What is built: of an illegal choice something legal, so that its refusal is the only message.
  localparam twd_ring_pkg::ring_cfg_t Used = Legal ? Ring : twd_ring_pkg::RING_ML_KEM,
  localparam twd_method_pkg::method_e UsedMethod =
      twd_method_pkg::method_e'(Legal ? Method : 32'(twd_method_pkg::METHOD_FOLD)),
  localparam int unsigned Width = $clog2(Used.q)
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic [        2:0] op_i,
  input  logic               a_valid_i,
  output logic               a_ready_o,
  input  logic [4*Width-1:0] a_data_i,
  input  logic               b_valid_i,
  output logic               b_ready_o,
  input  logic [4*Width-1:0] b_data_i,
  output logic               c_valid_o,
  input  logic               c_ready_i,
  output logic [4*Width-1:0] c_data_o,
  output logic               c_last_o,
  output logic               c_err_o
);

  `TWD_REFUSE_RING("twd_quad", Broken)
  `TWD_REFUSE(gen_too_short, Broken == twd_ring_pkg::RULE_OK && TooShort, "twd_quad: N is less than 64")
  `TWD_REFUSE(gen_bad_method, BadMethod, "twd_quad: Method is not FOLD, KRED or KRED2X")
  `TWD_REFUSE(gen_bad_shape, Broken == twd_ring_pkg::RULE_OK && BadShape,
              "twd_quad: Q is not k 2^m + 1, odd k < 2^m; take FOLD")
  `TWD_REFUSE(gen_bad_published, Broken == twd_ring_pkg::RULE_OK && BadPublished,
              "twd_quad: Published is for complete transforms")

  localparam bit Complete = twd_ring_pkg::complete(Used);
  localparam int unsigned AddrBits = twd_quad_pkg::index_bits(Used) - 2;
  localparam int unsigned FactorBits = twd_quad_pkg::factor_bits(Used, UsedPublished);
  localparam int unsigned LM = twd_mod_mul_wide_pkg::latency(UsedMethod, Used.q);
  localparam int unsigned Delay = twd_quad_pkg::write_delay(UsedMethod, Used.q);
  localparam int unsigned Lag = twd_quad_pkg::lag(UsedMethod, Used.q);
  localparam int unsigned Line = twd_quad_pkg::LINE;

  // ---- operands: a beat a cycle, the second one behind the first ----
  logic idle;
  logic en;                 // the schedule and the read of the memory move
  logic done;
  logic busy_q;             // from the last beat of the operands to the last one of the result
  logic a_open_q, b_open_q;
  logic a_full_q;
  logic a_take, b_take;
  logic a_last, b_last;
  logic last_beat;
  logic a_first_q;          // the next beat of a is the first one
  logic [2:0] op_q;
  logic refused;
  logic complete;           // the last beat of the operands is taken

  assign a_ready_o = a_open_q;
  assign b_ready_o = b_open_q;
  assign a_take = a_valid_i && a_ready_o;
  assign b_take = b_valid_i && b_ready_o;
  assign a_last = a_take && last_beat;
  assign b_last = b_take && last_beat;
  assign refused = !twd_op_pkg::is_op(op_q);
  assign complete = (a_last && !twd_op_pkg::takes_b(op_q)) || b_last;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      a_open_q  <= 1'b0;
      b_open_q  <= 1'b0;
      a_full_q  <= 1'b0;
      busy_q    <= 1'b0;
      a_first_q <= 1'b1;
    end else begin
      a_full_q  <= (a_full_q || a_last) && !done;
      busy_q    <= (busy_q || complete) && !done;
      a_open_q  <= idle && !busy_q && !a_full_q && !a_last;
      b_open_q  <= (b_open_q && !b_last) || (a_last && twd_op_pkg::takes_b(op_q));
      a_first_q <= (a_first_q && !a_take) || done;
    end
  end

  logic [3:0][Width-1:0] a_q, a_q2, a_q3;
  logic [3:0][Width-1:0] b_q, b_q2, b_q3;

  always_ff @(posedge clk_i) begin
    if (a_take && a_first_q) op_q <= op_i;
    if (a_take) a_q <= a_data_i;
    if (b_take) b_q <= b_data_i;
    a_q2 <= a_q;
    b_q2 <= b_q;
    a_q3 <= a_q2;
    b_q3 <= b_q2;
  end

  // ---- slots ----
  logic start;
  logic r_en, unload, unload_last;
  twd_quad_pkg::source_e source;
  twd_butterfly_2x2_pkg::mode_e mode;
  logic turn_in, turn_out;
  logic [1:0] phase;
  logic r_region;
  logic [AddrBits-1:0] addr;
  logic [FactorBits-1:0] factor;
  logic slot_write, slot_factor, slot_region, slot_busy;
  logic [1:0] slot_lanes;

  twd_quad_schedule #(
    .Ring     (Used),
    .Method   (UsedMethod),
    .Published(UsedPublished)
  ) u_schedule (
    .clk_i,
    .rst_ni,
    .en_i         (en),
    .start_i      (start),
    .op_i         (op_q),
    .op_first_i   (a_first_q ? op_i : op_q),
    .load_i       (a_take || b_take),
    .load_b_i     (b_take),
    .read_o       (r_en),
    .unload_o     (unload),
    .unload_last_o(unload_last),
    .source_o     (source),
    .mode_o       (mode),
    .turn_in_o    (turn_in),
    .turn_out_o   (turn_out),
    .phase_o      (phase),
    .r_region_o   (r_region),
    .addr_o       (addr),
    .factor_o     (factor),
    .write_o      (slot_write),
    .w_factor_o   (slot_factor),
    .w_region_o   (slot_region),
    .w_lanes_o    (slot_lanes),
    .busy_o       (slot_busy),
    .idle_o       (idle),
    .last_beat_o  (last_beat)
  );

  // ---- memory and transposition in front: cycles 0 to Line ----
  logic [3:0][Width-1:0] r_data;   // cycle 2
  logic [3:0][Width-1:0] r_second;
  logic [3:0][Width-1:0] word;
  logic [3:0][Width-1:0] line;     // cycle Line
  logic [1:0] source_2;
  logic turn_in_1;
  logic [1:0] phase_1;

  twd_delay_ff #(
    .Width (2),
    .Cycles(2)
  ) u_source (
    .clk_i,
    .rst_ni,
    .d_i (source),
    .q_o (source_2)
  );

  always_ff @(posedge clk_i) begin
    turn_in_1 <= turn_in;
    phase_1   <= phase;
  end

  always_comb begin
    unique case (source_2)
      twd_quad_pkg::FROM_A: word = a_q3;
      twd_quad_pkg::FROM_B: word = b_q3;
      twd_quad_pkg::FROM_SECOND: word = r_second;
      default:              word = r_data;
    endcase
  end

  twd_quad_transpose #(
    .Width(Width)
  ) u_turn_in (
    .clk_i,
    .rst_ni,
    .turn_i (turn_in_1),
    .phase_i(phase_1),
    .word_i (word),
    .word_o (line)
  );

  logic [3:0] outside;
  logic [2:0] loaded_q;  // the last bit: word is a beat of a or b
  logic bad_q;
  logic err_q;

  for (genvar l = 0; l < 4; l++) begin : gen_outside
    assign outside[l] = twd_modarith_pkg::at_least(32'(word[l]), Used.q);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      loaded_q <= '0;
      bad_q    <= 1'b0;
      err_q    <= 1'b0;
    end else begin
      loaded_q <= {loaded_q[1:0], a_take || b_take};
      bad_q    <= loaded_q[2] && |outside;
      err_q    <= (err_q && !(a_take && a_first_q)) || bad_q;
    end
  end

  // ---- butterflies: cycle Line on ----
  logic [2:0] mode_line;
  logic [3:0][Width-1:0] result;      // cycle Delay - TURN
  logic [1:0][Width-1:0] k1;
  logic [1:0][Width-1:0] k2;

  twd_delay_ff #(
    .Width (3),
    .Cycles(Line)
  ) u_mode (
    .clk_i,
    .rst_ni,
    .d_i (mode),
    .q_o (mode_line)
  );

  twd_butterfly_2x2 #(
    .Q     (Used.q),
    .Method(UsedMethod),
    .Pairs (!Complete),
    .LateCycles(Lag)
  ) u_butterfly (
    .clk_i,
    .rst_ni,
    .mode_i     (twd_butterfly_2x2_pkg::mode_e'(mode_line)),
    .x_i   (line),
    .twiddle_1_i(k1),
    .twiddle_2_i(k2),
    .word_o(result)
  );

  // ---- transposition behind: cycles Delay - TURN to Delay ----
  logic [3:0][Width-1:0] w_data;
  logic turn_out_t;
  logic [1:0] phase_t;

  twd_delay #(
    .Width (3),
    .Cycles(Delay - twd_quad_pkg::TURN - 1)
  ) u_turn_control (
    .clk_i,
    .en_i(1'b1),
    .d_i ({turn_out, phase}),
    .q_o ({turn_out_t, phase_t})
  );

  twd_quad_transpose #(
    .Width(Width)
  ) u_turn_out (
    .clk_i,
    .rst_ni,
    .turn_i (turn_out_t),
    .phase_i(phase_t),
    .word_i (result),
    .word_o (w_data)
  );

  // ---- write: cycle Delay, odd phases of an inverse pass Lag later ----
  // Words 1 and 2 of four leave in each other's place (twd_butterfly_2x2) and take each other's address.
  logic [Delay+Lag-1:0][1:0] w_valid_q;   // {busy, write}
  logic last_load;                        // of the operands
  logic [Delay-1:0] last_q;
  logic [AddrBits-1:0] addr_at, addr_next, addr_late_before, addr_late;
  logic turn_w, turn_late;
  logic [1:0] phase_w, phase_late;
  logic factor_w, region_w, region_late;
  logic [1:0] lanes_w;
  logic w_late;
  logic w_en;
  logic w_factor;
  logic w_region;
  logic [1:0] w_lanes;
  logic [AddrBits-1:0] w_addr;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      w_valid_q <= '0;
      last_q    <= '0;
      last_load <= 1'b0;
    end else begin
      w_valid_q <= {w_valid_q[Delay+Lag-2:0], slot_busy, slot_write};
      last_load <= complete;
      last_q    <= {last_q[Delay-2:0], last_load};
    end
  end

  twd_delay #(
    .Width (AddrBits + 7),
    .Cycles(Delay)
  ) u_write_control (
    .clk_i,
    .en_i(1'b1),
    .d_i ({addr, turn_out, phase, slot_factor, slot_region, slot_lanes}),
    .q_o ({addr_at, turn_w, phase_w, factor_w, region_w, lanes_w})
  );

  logic turn_before;
  logic [1:0] phase_before;
  logic region_before;

  twd_delay_ff #(
    .Width (AddrBits + 4),
    .Cycles(Lag - 1)
  ) u_late_control (
    .clk_i,
    .rst_ni,
    .d_i ({addr_at, turn_w, phase_w, region_w}),
    .q_o ({addr_late_before, turn_before, phase_before, region_before})
  );

  always_ff @(posedge clk_i) begin
    addr_next   <= addr_at;
    addr_late   <= addr_late_before;
    turn_late   <= turn_before;
    phase_late  <= phase_before;
    region_late <= region_before;
  end

  assign w_late = turn_late && phase_late[0] && w_valid_q[Delay+Lag-1][0];
  assign w_en = w_late || (w_valid_q[Delay-1][0] && !(turn_w && phase_w[0]));
  assign w_factor = factor_w && !w_late;
  assign w_region = w_late ? region_late : region_w;
  assign w_lanes = lanes_w;
  assign w_addr = w_late ? (phase_late[1] ? addr_late : addr_late_before)
      : turn_w && phase_w[1] ? addr_next : addr_at;

  // What the papers count as clock cycles: from the first busy_read to the last busy_write.
  logic busy_read;
  logic busy_write;
  assign busy_read = slot_busy;
  assign busy_write = (w_late && w_valid_q[Delay+Lag-1][1]) || (w_en && !w_late && w_valid_q[Delay-1][1]);

  if (twd_quad_pkg::apart(Used)) begin : gen_apart
    logic unused_lanes;
    assign unused_lanes = ^w_lanes;

    twd_ram_1r1w #(
      .Depth(1 << AddrBits),
      .Width(4 * Width),
      .Block(1'b0)
    ) u_first (
      .clk_i,
      .rst_ni,
      .w_en_i  (w_en && !w_factor && !w_region),
      .w_addr_i(w_addr),
      .w_data_i(w_data),
      .en_i    (en),
      .r_en_i  (r_en && !r_region),
      .r_addr_i(addr),
      .r_data_o(r_data)
    );

    twd_ram_1r1w #(
      .Depth(1 << AddrBits),
      .Width(4 * Width),
      .Block(1'b0)
    ) u_second (
      .clk_i,
      .rst_ni,
      .w_en_i  (w_en && !w_factor && w_region),
      .w_addr_i(w_addr),
      .w_data_i(w_data),
      .en_i    (1'b1),
      .r_en_i  (r_en && r_region),
      .r_addr_i(addr),
      .r_data_o(r_second)
    );
  end else if (Complete) begin : gen_whole
    logic unused_lanes;
    assign unused_lanes = ^w_lanes;
    assign r_second = '0;

    twd_ram_1r1w #(
      .Depth(2 << AddrBits),
      .Width(4 * Width)
    ) u_memory (
      .clk_i,
      .rst_ni,
      .w_en_i  (w_en && !w_factor),
      .w_addr_i({w_region, w_addr}),
      .w_data_i(w_data),
      .en_i    (en),
      .r_en_i  (r_en),
      .r_addr_i({r_region, addr}),
      .r_data_o(r_data)
    );
  end else begin : gen_by_lanes
    assign r_second = '0;

    for (genvar h = 0; h < 2; h++) begin : gen_half
      twd_ram_1r1w #(
        .Depth(2 << AddrBits),
        .Width(2 * Width)
      ) u_memory (
        .clk_i,
        .rst_ni,
        .w_en_i  (w_en && !w_factor && (w_late || w_lanes[h])),
        .w_addr_i({w_region, w_addr}),
        .w_data_i({w_data[2+h], w_data[h]}),
        .en_i    (en),
        .r_en_i  (r_en),
        .r_addr_i({r_region, addr}),
        .r_data_o({r_data[2+h], r_data[h]})
      );
    end
  end

  // ---- factors: k1 at cycle Line, of an inverse slot behind S2; k2 between ----
  localparam int unsigned K1 = Line - 2;
  localparam int unsigned K2 = K1 + LM + 1;
  localparam int unsigned K1Inverse = K1 + 2 * LM + 3;

  logic [FactorBits-1:0] factor_1, factor_2, factor_1_inverse;
  logic turn_k;
  logic [FactorBits-1:0] w_factor_addr;

  twd_delay_ff #(
    .Width (FactorBits),
    .Cycles(K1)
  ) u_factor_1 (
    .clk_i,
    .rst_ni,
    .d_i (factor),
    .q_o (factor_1)
  );

  twd_delay_ff #(
    .Width (FactorBits),
    .Cycles(K2 - K1)
  ) u_factor_2 (
    .clk_i,
    .rst_ni,
    .d_i (factor_1),
    .q_o (factor_2)
  );

  twd_delay_ff #(
    .Width (FactorBits),
    .Cycles(K1Inverse - K2)
  ) u_factor_1_inverse (
    .clk_i,
    .rst_ni,
    .d_i (factor_2),
    .q_o (factor_1_inverse)
  );

  twd_delay #(
    .Width (1),
    .Cycles(K1Inverse)
  ) u_turn_k (
    .clk_i,
    .en_i(1'b1),
    .d_i (mode == twd_butterfly_2x2_pkg::MODE_GS || mode == twd_butterfly_2x2_pkg::MODE_GS_ONE),
    .q_o (turn_k)
  );

  assign w_factor_addr = FactorBits'({w_addr[AddrBits-1], 2'b01, w_addr[AddrBits-2:0]});

  twd_quad_twiddle_rom #(
    .Ring  (Used),
    .Method(UsedMethod),
    .Second(1'b0),
    .Published(UsedPublished)
  ) u_factors_1 (
    .clk_i,
    .rst_ni,
    .w_en_i  (w_en && w_factor),
    .w_addr_i(w_factor_addr),
    .w_data_i({w_data[3], w_data[1]}),
    .r_addr_i(turn_k ? factor_1_inverse : factor_1),
    .factor_o(k1)
  );

  twd_quad_twiddle_rom #(
    .Ring  (Used),
    .Method(UsedMethod),
    .Second(1'b1),
    .Published(UsedPublished)
  ) u_factors_2 (
    .clk_i,
    .rst_ni,
    .w_en_i  (w_en && w_factor),
    .w_addr_i(w_factor_addr),
    .w_data_i({w_data[2], w_data[0]}),
    .r_addr_i(factor_2),
    .factor_o(k2)
  );

  // ---- result ----
  logic [1:0] c_valid_q;
  logic [1:0] c_last_q;

  assign en = !c_valid_o || c_ready_i;
  assign start = last_q[Delay-1];
  assign done = c_valid_o && c_ready_i && c_last_o;
  assign c_valid_o = c_valid_q[1];
  assign c_last_o = c_last_q[1];
  assign c_data_o = r_data;
  assign c_err_o = err_q || refused;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      c_valid_q <= '0;
      c_last_q  <= '0;
    end else if (en) begin
      c_valid_q <= {c_valid_q[0], unload};
      c_last_q  <= {c_last_q[0], unload_last};
    end
  end

  logic stalled_q;
  logic [4*Width-1:0] seen_q;
  logic [1:0] seen_marks_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) stalled_q <= 1'b0;
    else stalled_q <= c_valid_o && !c_ready_i;
  end

  always_ff @(posedge clk_i) begin
    seen_q       <= c_data_o;
    seen_marks_q <= {c_last_o, c_last_o && c_err_o};
  end

  `TWD_ASSERT(ResultHeldUntilTaken, !stalled_q || (c_valid_o && c_data_o == seen_q))
  `TWD_ASSERT(ResultMarksHeld, !stalled_q || {c_last_o, c_last_o && c_err_o} == seen_marks_q)
  `TWD_ASSERT(OperationOffered, !(complete && refused))
  `TWD_ASSERT(OneWriteACycle, !(w_late && w_valid_q[Delay-1][0] && !(turn_w && phase_w[0])))

endmodule
