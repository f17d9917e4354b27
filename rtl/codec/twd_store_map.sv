// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_store_map: four coefficients a cycle -> fields for twd_pack, and the checks of ML-DSA's signatures.
//
//   in --> four twd_store_lane --+--> out
//                                +--> exceeded
//                                +--> kept HighBits --> hint
//
// Kinds     twd_codec_pkg::store_e. STORE_LOW keeps HighBits of the 64 quartets since clear_i, STORE_HINT compares
//           with them: hint is 1 where they differ. Both, and norms, give no fields.
// In        a coefficient in 24 bits, the first lowest, below q: ML-DSA's in bits 22:0, ML-KEM's in bits 19:8, other
//           bits 0; above them four hints, for STORE_USE_HINT.
// Out       23 bits sum_o and 11 bits high_o of each lane: four of sum_o, the first lowest, then four of high_o.
// Job       kind_i, d_i and set_i are constant from a cycle with clear_i to the next one.
// Timing    a quartet a cycle, out after 1 cycle, or 5 with STORE_COMPRESS, _HIGH, _USE_HINT, and hints; exceeded_o
//           is a pulse after 2 cycles with norms, 5 with STORE_LOW. clear_i drops what is inside.
// Cost      four lanes, 1,536 bits of LUT memory
// Model     twiddle.model.encode.fields, exceeded, make_hint

`include "twd_assert.svh"
`include "twd_memory.svh"

module twd_store_map #(
  parameter bit Kem = 1'b1,
  parameter bit Dsa = 1'b1,
  parameter bit Serial = 1'b0  // coefficients come one by one, in the lowest place, and fields, in the highest one
) (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         clear_i,
  input  twd_codec_pkg::store_e kind_i,
  input  logic [  4:0] d_i,           // of STORE_COMPRESS
  input  logic [  1:0] set_i,         // 0, 1, 2: ML-DSA-44, -65, -87
  input  logic         in_valid_i,
  output logic         in_ready_o,
  output logic         in_end_o,      // what is taken ends a quartet
  input  logic         in_last_i,
  input  logic [ 99:0] in_data_i,
  output logic         out_valid_o,
  input  logic         out_ready_i,
  output logic         out_last_o,
  output logic [135:0] out_data_o,
  output logic         hint_valid_o,
  input  logic         hint_ready_i,
  output logic [  3:0] hint_data_o,
  output logic         exceeded_o
);

  `TWD_REFUSE(gen_no_scheme, !Kem && !Dsa, "twd_store_map: neither Kem nor Dsa")

  localparam logic [23:0] Q = 24'd8380417;
  localparam logic [23:0] Gamma_44 = 24'd95232;   // gamma2
  localparam logic [23:0] Gamma_65 = 24'd261888;  // and of ML-DSA-87
  localparam logic [23:0] Beta_44 = 24'd78;
  localparam logic [23:0] Beta_65 = 24'd196;
  localparam logic [23:0] Beta_87 = 24'd120;

  // What is added to small and to negative x so that the sum is x - C - 1, or is not negative or negative if |x| is not
  // below a bound.
  function automatic logic [47:0] subtracted(input logic [23:0] c);
    subtracted = {24'd0 - c - 24'd1, 24'd0 - c - 24'd1 - Q};
  endfunction

  function automatic logic [47:0] compared(input logic [23:0] bound);
    compared = {24'd0 - bound, bound - 24'd1 - Q};
  endfunction

  // ---- job ----
  twd_store_pkg::job_t job, job_q;
  logic compress, low, norm, hint, divides;
  logic divides_q, words_q, low_q, norm_q, hint_q;

  assign compress = Kem && kind_i == twd_codec_pkg::STORE_COMPRESS;
  assign low = Dsa && kind_i == twd_codec_pkg::STORE_LOW;
  assign norm = Dsa && (kind_i == twd_codec_pkg::STORE_NORM_Z || kind_i == twd_codec_pkg::STORE_NORM_T0
                        || kind_i == twd_codec_pkg::STORE_ZERO);
  assign hint = Dsa && kind_i == twd_codec_pkg::STORE_HINT;
  assign divides = low || hint || (Dsa && (kind_i == twd_codec_pkg::STORE_HIGH
                                           || kind_i == twd_codec_pkg::STORE_USE_HINT));

  always_comb begin
    job = '0;
    unique case (kind_i)
      twd_codec_pkg::STORE_PLAIN, twd_codec_pkg::STORE_COMPRESS, twd_codec_pkg::STORE_PACK_HINT: ;
      twd_codec_pkg::STORE_ETA_2: {job.add, job.add_high} = subtracted(24'd2);
      twd_codec_pkg::STORE_ETA_4: {job.add, job.add_high} = subtracted(24'd4);
      twd_codec_pkg::STORE_T1, twd_codec_pkg::STORE_T0: {job.add, job.add_high} = {2{24'd4095}};
      twd_codec_pkg::STORE_GAMMA_17: {job.add, job.add_high} = subtracted(24'd1 << 17);
      twd_codec_pkg::STORE_GAMMA_19: {job.add, job.add_high} = subtracted(24'd1 << 19);
      twd_codec_pkg::STORE_NORM_Z: begin
        {job.add, job.add_high} = compared((24'd1 << 19) - Beta_87);
        if (set_i == 2'd0) {job.add, job.add_high} = compared((24'd1 << 17) - Beta_44);
        if (set_i == 2'd1) {job.add, job.add_high} = compared((24'd1 << 19) - Beta_65);
      end
      twd_codec_pkg::STORE_NORM_T0: begin
        {job.add, job.add_high} = set_i == 2'd0 ? compared(Gamma_44) : compared(Gamma_65);
      end
      twd_codec_pkg::STORE_ZERO: {job.add, job.add_high} = compared(24'd1);
      twd_codec_pkg::STORE_HIGH, twd_codec_pkg::STORE_USE_HINT, twd_codec_pkg::STORE_LOW,
      twd_codec_pkg::STORE_HINT: begin
        {job.add, job.add_high} = set_i == 2'd0 ? {2{Gamma_44 - 24'd1}} : {2{Gamma_65 - 24'd1}};
      end
      default: ;
    endcase
    job.triple = divides && set_i == 2'd0;
    job.compress = compress;
    job.round = {5{compress}} & {d_i >= 5'd1, d_i >= 5'd4, d_i >= 5'd5, d_i >= 5'd10, d_i >= 5'd11};
    job.use_hint = kind_i == twd_codec_pkg::STORE_USE_HINT;
    job.limit = set_i == 2'd0 ? ~Beta_44[7:0] : set_i == 2'd1 ? ~Beta_65[7:0] : ~Beta_87[7:0];
  end

  always_ff @(posedge clk_i) begin
    job_q     <= job;
    divides_q <= divides || compress;
    low_q     <= low;
    norm_q    <= norm;
    hint_q    <= hint;
    words_q   <= !(low || norm || hint);
  end

  // ---- pipe ----
  logic open_q;   // not in reset
  logic en, out, taken;
  logic feed, ends;         // a coefficient, or a quartet, is taken; it ends a quartet
  logic [4:0] valid_q, last_q, end_q;
  logic [3:0] exceed_norm, exceed_low, exceeded_q;

  assign out = divides_q ? valid_q[4] && (end_q[4] || words_q) : valid_q[0] && (end_q[0] || words_q);
  assign taken = words_q ? out_ready_i : !hint_q || hint_ready_i;
  assign en = !out || taken;
  assign feed = in_valid_i && open_q && en;
  assign in_ready_o = open_q && en;
  assign in_end_o = ends;
  assign exceeded_o = exceeded_q != '0;
  assign out_valid_o = out && words_q;
  assign out_last_o = divides_q ? last_q[4] && end_q[4] : last_q[0] && end_q[0];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      open_q     <= 1'b0;
      valid_q    <= '0;
      exceeded_q <= '0;
    end else begin
      open_q     <= 1'b1;
      exceeded_q <= {4{!clear_i && en}}
          & ((exceed_norm & {4{norm_q && valid_q[0]}}) | (exceed_low & {4{low_q && valid_q[3]}}));
      if (clear_i) valid_q <= '0;
      else if (en) valid_q <= {valid_q[3:0], feed};
    end
  end

  always_ff @(posedge clk_i) begin
    if (en) last_q <= {last_q[3:0], in_last_i};
    if (en) end_q <= {end_q[3:0], ends};
  end

  logic [23:0] highs;

  if (Serial) begin : gen_serial
    logic [1:0] place_q;      // of the coefficient, in its quartet
    logic [32:0] highs_q;     // high_o of the three coefficients before

    assign ends = place_q == 2'd3;

    twd_store_lane #(.Kem(Kem), .Dsa(Dsa)) u_lane (
      .clk_i,
      .clear_i,
      .en_i  (en),
      .job_i (job_q),
      .x_i   (in_data_i[23:0]),
      .hint_i(in_data_i[7'd96+7'(place_q)]),
      .sum_o (out_data_o[91:69]),
      .norm_o(exceed_norm[0]),
      .low_o (exceed_low[0]),
      .high_o(out_data_o[135:125])
    );

    assign {exceed_norm[3:1], exceed_low[3:1]} = '0;
    assign out_data_o[68:0] = '0;
    assign out_data_o[124:92] = highs_q;

    always_ff @(posedge clk_i) begin
      if (en && valid_q[4]) highs_q <= out_data_o[135:103];
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) place_q <= '0;
      else if (clear_i) place_q <= '0;
      else if (feed) place_q <= place_q + 2'd1;
    end
  end else begin : gen_quartet
    assign ends = 1'b1;

    for (genvar i = 0; i < 4; i++) begin : gen_lane
      twd_store_lane #(.Kem(Kem), .Dsa(Dsa)) u_lane (
        .clk_i,
        .clear_i,
        .en_i  (en),
        .job_i (job_q),
        .x_i   (in_data_i[24*i+:24]),
        .hint_i(in_data_i[96+i]),
        .sum_o (out_data_o[23*i+:23]),
        .norm_o(exceed_norm[i]),
        .low_o (exceed_low[i]),
        .high_o(out_data_o[92+11*i+:11])
      );
    end
  end

  for (genvar i = 0; i < 4; i++) begin : gen_highs
    assign highs[6*i+:6] = out_data_o[92+11*i+5+:6];
  end

  // ---- hints ----
  if (Dsa) begin : gen_hints
    `TWD_LUT_RAM logic [23:0] mem[64];
    logic [5:0] quartet_q;
    logic [23:0] kept;

    assign kept = mem[quartet_q];
    for (genvar i = 0; i < 4; i++) begin : gen_hint
      assign hint_data_o[i] = highs[6*i+:6] != kept[6*i+:6];
    end
    assign hint_valid_o = out && hint_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) quartet_q <= '0;
      else if (clear_i) quartet_q <= '0;
      else if (out && taken) quartet_q <= quartet_q + 6'd1;
    end

    always_ff @(posedge clk_i) begin
      if (out && low_q) mem[quartet_q] <= highs;
    end
  end else begin : gen_no_hints
    assign hint_valid_o = 1'b0;
    assign hint_data_o = '0;
    logic unused_hint;
    assign unused_hint = ^{hint_ready_i, exceed_norm, exceed_low, highs};
  end

  `TWD_ASSERT_HELD(OutHeld, out_valid_o, out_ready_i || clear_i, {out_last_o, out_data_o})
  `TWD_ASSERT_HELD(HintHeld, hint_valid_o, hint_ready_i || clear_i, hint_data_o)

endmodule
