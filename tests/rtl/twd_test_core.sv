// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_test_core: the port contract of a polynomial core around next to no arithmetic, for the tests of the
// simulator: c = a (NTT, INTT) or a + b modulo 2^Bits (PWM, MUL, MULT), from one buffer.
//
// Timing    load Beats, Wait idle cycles, unload Beats: fill Beats + Wait, interval 2 Beats + Wait.
// Errors    c_err_o: some coefficient of a was not below q.
// Faults    Fault breaks one rule of the contract (see below), so that the tests see it caught.

module twd_test_core #(
  parameter logic [127:0] Ring = {32'd256, 32'd3329, 32'd17, 32'd256},
  parameter int unsigned  Lanes = 8,
  parameter int unsigned  Bits = 12,
  parameter int unsigned  Fault = 0
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic [2:0]            op_i,
  input  logic                  a_valid_i,
  output logic                  a_ready_o,
  input  logic [Lanes*Bits-1:0] a_data_i,
  input  logic                  b_valid_i,
  output logic                  b_ready_o,
  input  logic [Lanes*Bits-1:0] b_data_i,
  output logic                  c_valid_o,
  input  logic                  c_ready_i,
  output logic [Lanes*Bits-1:0] c_data_o,
  output logic                  c_last_o,
  output logic                  c_err_o
);

  localparam int unsigned FaultLast = 1;        // c_last_o one beat early
  localparam int unsigned FaultPayload = 2;     // c_data_o changes while stalled
  localparam int unsigned FaultHang = 3;        // no result after the second operation
  localparam int unsigned FaultAssert = 4;      // a false assertion in operation 3
  localparam int unsigned FaultReset = 5;       // ready in reset
  localparam int unsigned FaultDrop = 6;        // valid only while ready
  localparam int unsigned FaultReady = 7;       // b_ready_o follows b_valid_i
  localparam int unsigned FaultExtra = 8;       // one more beat after the last
  localparam int unsigned FaultEarly = 9;       // a result without an operation
  localparam int unsigned FaultSelector = 10;   // op_i taken from the last beat instead of the first

  localparam int unsigned N = Ring[127:96];
  localparam int unsigned Q = Ring[95:64];
  localparam int unsigned Beats = N / Lanes;
  localparam int unsigned Wait = 10;
  localparam int unsigned CountWidth = $clog2(Beats + Wait + 2);
  localparam int unsigned AddrWidth = $clog2(Beats);

  if (N % Lanes != 0 || N / Lanes < 2) begin : gen_bad_lanes
    $fatal(1, "twd_test_core: Lanes = %0d does not divide Ring.n = %0d", Lanes, N);
  end

  typedef enum logic [1:0] {StLoad, StWait, StUnload} state_e;

  state_e                state_q;
  logic [CountWidth-1:0] count_q;
  logic [CountWidth-1:0] b_count_q;
  logic [2:0]            op_q;
  logic                  op_known_q;
  logic                  err_q;
  logic [7:0]            done_q;
  logic [Lanes*Bits-1:0] a_mem [Beats];
  logic [Lanes*Bits-1:0] b_mem [Beats];
  logic                  busy_read;
  logic                  busy_write;

  wire takes_b = op_q >= 3'd2 && op_q <= 3'd4;
  wire a_taken = a_valid_i && a_ready_o;
  wire b_taken = b_valid_i && b_ready_o;
  wire c_taken = c_valid_o && c_ready_i;
  wire loaded = state_q == StLoad && count_q == CountWidth'(Beats)
      && (!takes_b || b_count_q == CountWidth'(Beats));
  wire hang = Fault == FaultHang && done_q >= 8'd2;
  wire extra = Fault == FaultExtra && done_q == 8'd3 && state_q == StLoad;
  wire early = Fault == FaultEarly && state_q == StLoad && count_q == '0;

  assign a_ready_o = (rst_ni || Fault == FaultReset) && state_q == StLoad && count_q < CountWidth'(Beats);
  assign b_ready_o = rst_ni && state_q == StLoad && op_known_q && takes_b && b_count_q < CountWidth'(Beats)
      && (Fault != FaultReady || b_valid_i);
  assign c_valid_o = rst_ni && ((state_q == StUnload && !hang && (Fault != FaultDrop || c_ready_i)) || extra || early);
  assign c_last_o = count_q == CountWidth'(Fault == FaultLast ? Beats - 2 : Beats - 1);
  assign c_err_o = err_q;

  logic [Lanes-1:0] above;
  always_comb begin
    for (int i = 0; i < int'(Lanes); i++) begin
      above[i] = 32'(a_data_i[i*Bits +: Bits]) >= Q;
      c_data_o[i*Bits +: Bits] = a_mem[count_q[AddrWidth-1:0]][i*Bits +: Bits];
      if (takes_b) begin
        c_data_o[i*Bits +: Bits] = a_mem[count_q[AddrWidth-1:0]][i*Bits +: Bits]
            + b_mem[count_q[AddrWidth-1:0]][i*Bits +: Bits];
      end
    end
    if (Fault == FaultPayload && !c_ready_i) c_data_o[0] = done_q[0];
  end

  assign busy_read = state_q == StWait && count_q < CountWidth'(Wait - 3);
  assign busy_write = state_q == StWait && count_q >= CountWidth'(3);

  always_ff @(posedge clk_i) begin
    if (a_taken) a_mem[count_q[AddrWidth-1:0]] <= a_data_i;
    if (b_taken) b_mem[b_count_q[AddrWidth-1:0]] <= b_data_i;
    if (a_taken && (Fault == FaultSelector || count_q == '0)) op_q <= op_i;
    if (a_taken) err_q <= |above || (err_q && count_q != '0);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q    <= StLoad;
      count_q    <= '0;
      b_count_q  <= '0;
      op_known_q <= 1'b0;
      done_q     <= '0;
    end else begin
      if (a_taken) op_known_q <= 1'b1;
      if (b_taken) b_count_q <= b_count_q + 1'b1;
      unique case (state_q)
        StLoad: begin
          if (a_taken) count_q <= count_q + 1'b1;
          if (loaded) begin
            state_q <= StWait;
            count_q <= CountWidth'(1);
          end
        end
        StWait: begin
          count_q <= count_q + 1'b1;
          if (count_q == CountWidth'(Wait - 1)) begin
            state_q <= StUnload;
            count_q <= '0;
          end
        end
        StUnload: if (c_taken) begin
          count_q <= count_q + 1'b1;
          if (count_q == CountWidth'(Beats - 1)) begin
            state_q    <= StLoad;
            count_q    <= '0;
            b_count_q  <= '0;
            op_known_q <= 1'b0;
            done_q     <= done_q + 1'b1;
          end
        end
        default: state_q <= StLoad;
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      NeverFourth: assert (Fault != FaultAssert || done_q != 8'd3);
    end
  end

endmodule
