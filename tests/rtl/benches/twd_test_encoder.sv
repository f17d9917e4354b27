// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_test_encoder: jobs one after the other on twd_encoder. A job ends with its flags, when all its words are through.
//
// Job   kind, d, hint_clear, read, set, number of quartets, words and bytes of code, and whether done_o is awaited

module twd_test_encoder #(
  parameter bit Serial = 1'b0
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        job_valid_i,
  output logic        job_ready_o,
  input  logic [41:0] job_data_i,
  input  logic        in_valid_i,
  output logic        in_ready_o,
  input  logic        in_last_i,
  input  logic [95:0] in_data_i,
  output logic        out_valid_o,
  input  logic        out_ready_i,
  output logic        out_last_o,
  output logic [63:0] out_data_o,
  input  logic        code_valid_i,
  output logic        code_ready_o,
  input  logic [ 7:0] code_data_i,
  output logic        flag_valid_o,
  input  logic        flag_ready_i,
  output logic [ 3:0] flag_data_o     // done, malformed, over, exceeded
);

  typedef enum logic [1:0] {
    TEST_IDLE,
    TEST_CLEAR,
    TEST_RUN,
    TEST_FLAG
  } phase_e;

  phase_e phase_q;
  logic [3:0] kind_q;
  logic [4:0] d_q;
  logic [1:0] set_q;
  logic hint_clear_q, read_q, await_q, exceeded_q;
  logic [9:0] in_q, out_q;
  logic [7:0] code_q;
  logic [3:0] drain_q;
  logic run, in_ready, out_valid, code_ready, exceeded, stalled, over, malformed, done;

  assign run = phase_q == TEST_RUN;
  assign job_ready_o = phase_q == TEST_IDLE;
  logic [1:0] place;  // with Serial, of the coefficient in its quartet

  if (Serial) begin : gen_place
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) place <= '0;
      else if (in_valid_i && run && in_ready && in_q != '0) place <= place + 2'd1;
    end
  end else begin : gen_no_place
    assign place = 2'd3;
  end

  assign in_ready_o = run && in_ready && in_q != '0 && place == 2'd3;
  assign out_valid_o = out_valid;
  assign code_ready_o = run && code_ready && code_q != '0;
  assign flag_valid_o = phase_q == TEST_FLAG;
  assign flag_data_o = {done, malformed, over, exceeded_q};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      phase_q <= TEST_IDLE;
      {kind_q, d_q, set_q, read_q, hint_clear_q, await_q, exceeded_q, in_q, out_q, code_q, drain_q} <= '0;
    end else begin
      unique case (phase_q)
        TEST_IDLE: begin
          if (job_valid_i) begin
            {await_q, code_q, out_q, in_q} <= job_data_i[41:13];
            {d_q, kind_q} <= job_data_i[8:0];
            hint_clear_q <= job_data_i[9];
            if (job_data_i[9]) {set_q, read_q} <= {job_data_i[12:11], job_data_i[10]};
            phase_q <= TEST_CLEAR;
          end
        end
        TEST_CLEAR: begin
          phase_q    <= TEST_RUN;
          exceeded_q <= 1'b0;
          drain_q    <= 4'd6;
        end
        TEST_RUN: begin
          if (exceeded) exceeded_q <= 1'b1;
          if (in_valid_i && in_ready_o) in_q <= in_q - 10'd1;
          if (out_valid_o && out_ready_i) out_q <= out_q - 10'd1;
          if (code_valid_i && code_ready_o) code_q <= code_q - 8'd1;
          if (in_q == '0 && out_q == '0 && code_q == '0 && (done || !await_q) && !stalled) begin
            drain_q <= drain_q - 4'd1;
            if (drain_q == 4'd1) phase_q <= TEST_FLAG;
          end
        end
        default: if (flag_ready_i) phase_q <= TEST_IDLE;
      endcase
    end
  end

  twd_encoder #(.Serial(Serial)) u_encoder (
    .clk_i,
    .rst_ni,
    .clear_i     (phase_q == TEST_CLEAR),
    .kind_i      (kind_q),
    .d_i         (d_q),
    .set_i       (set_q),
    .in_valid_i  (in_valid_i && run && in_q != '0),
    .in_ready_o  (in_ready),
    .in_last_i   (in_last_i && place == 2'd3),
    .in_data_i   (Serial ? {72'd0, in_data_i[7'd24*7'(place)+:24]} : in_data_i),
    .out_valid_o (out_valid),
    .out_ready_i,
    .out_last_o,
    .out_data_o,
    .exceeded_o  (exceeded),
    .stalled_o   (stalled),
    .hint_clear_i(phase_q == TEST_CLEAR && hint_clear_q),
    .read_i      (read_q),
    .code_valid_i(code_valid_i && run && code_q != '0),
    .code_ready_o(code_ready),
    .code_data_i,
    .over_o      (over),
    .malformed_o (malformed),
    .done_o      (done)
  );

endmodule
