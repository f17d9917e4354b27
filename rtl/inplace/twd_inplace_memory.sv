// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_inplace_memory: the memory of the engine, the start of its operations and the read of their results.
//
//   a, b --> butterflies of the engine --> memory, two banks <==> engine                Double = 0
//   c <----- read network of the engine <------+
//
//   a, b --> input memory --> engine <==> working memory                                Double = 1
//   c <----- output memory <-----+
//
// Order     word w of both banks holds groups 2w and 2w + 1 of coefficients, the lower one in bank parity(w).
// Timing    Double = 0: no beat is taken from the start of an operation to the last beat of its result; the queue of
//           the result enables the read of the memory without a register between. Double = 1: an operand may be loaded
//           when the pass that reads it for the last time is over. The last pass of an operation waits until the result
//           before has left the output memory, whose first beat comes four cycles after its last write. A refused
//           operation goes directly to the output. Reset drops every operation.
// Cost      2 n words of memory, with Double 5 n and 2 Butterflies two-to-one multiplexers of a coefficient.
// Model     twiddle.model.iterative.Schedule, place

`include "twd_assert.svh"

module twd_inplace_memory #(
  parameter int unsigned Width = 12,
  parameter int unsigned Butterflies = 4,
  parameter int unsigned WordBits = 5,
  parameter bit Double = 1'b1,
  parameter twd_ram_pkg::memory_e Memory = twd_ram_pkg::MEMORY_BLOCK,  // block RAM from 32 words on
  localparam int unsigned BankWidth = Butterflies * Width
) (
  input  logic                            clk_i,
  input  logic                            rst_ni,
  // operands
  input  twd_inplace_pkg::loaded_t        loaded_i,
  output logic                            hold_o,      // no beat is taken
  output logic                            a_free_o,
  output logic                            b_free_o,
  input  logic                            load_en_i,   // Double: a beat
  input  logic                            load_region_i,
  input  logic [WordBits-1:0]             load_addr_i,
  input  logic [1:0][BankWidth-1:0]       load_data_i,
  // engine
  output twd_inplace_pkg::control_t       control_o,
  input  twd_inplace_pkg::status_t        status_i,
  input  twd_inplace_pkg::read_t          r_i,
  input  logic [1:0][WordBits-1:0]        r_addr_i,
  output logic [1:0][BankWidth-1:0]       r_data_o,
  input  twd_inplace_pkg::write_t         w_i,
  input  logic [1:0][WordBits-1:0]        w_addr_i,
  input  logic [1:0][BankWidth-1:0]       w_data_i,
  input  logic [2*BankWidth-1:0]          unload_data_i,
  // result
  output logic                            c_valid_o,
  input  logic                            c_ready_i,
  output logic [2*BankWidth-1:0]          c_data_o,
  output logic                            c_last_o,
  output logic                            c_err_o
);

  localparam bit Block = Memory == twd_ram_pkg::MEMORY_BLOCK && (2 << WordBits) > 32;
  localparam int unsigned Words = twd_ram_pkg::words(Memory);

  logic start;
  logic en;         // the read of the result moves
  logic done;       // its memory is free
  logic read, read_last;
  logic [2*BankWidth-1:0] result;
  logic result_err;

  // ---- memory of the engine ----
  logic [1:0] w_en;
  logic [1:0][BankWidth-1:0] work_data;

  assign w_en = Double ? w_i.en & {2{!w_i.result}} : w_i.en;

  for (genvar h = 0; h < 2; h++) begin : gen_bank
    twd_ram_1r1w #(
      .Depth(2 << WordBits), .Width(BankWidth), .Block(Block), .Words(Words), .AddressEarly(1'b1)
    ) u_memory (
      .clk_i, .rst_ni,
      .w_en_i  (w_en[h]),
      .w_addr_i({w_i.region, w_addr_i[h]}),
      .w_data_i(w_data_i[h]),
      .en_i    (control_o.en),
      .r_en_i  (r_i.en && !(Double && r_i.from_input[h])),
      .r_addr_i({r_i.region[h], r_addr_i[h]}),
      .r_data_o(work_data[h])
    );
  end

  if (Double) begin : gen_double
    logic started_q;   // the loaded operation has been started
    logic err_q;       // of the operation in the engine
    logic refuse;      // a refused operation goes to the output
    logic busy_q;      // output memory taken, from the last pass to the last beat
    logic out_err_q;
    logic zero_q;
    logic run_q;       // it is read
    logic [WordBits-1:0] addr_q;
    logic [1:0] upper_q;  // bank 0 holds the upper group
    logic [1:0] from_input_q, from_input_q2;
    logic [2*BankWidth-1:0] out_data;
    logic [2*BankWidth-1:0] result_q;

    logic unused;
    assign unused = ^{loaded_i.takes_b, r_i.unload, unload_data_i};

    assign start = loaded_i.complete && !loaded_i.refused && !started_q && status_i.ready;
    assign refuse = loaded_i.complete && loaded_i.refused && status_i.ready && !busy_q;
    assign hold_o = 1'b0;
    assign a_free_o = status_i.a_read || refuse;
    assign b_free_o = status_i.b_read;
    assign control_o = {1'b1, start, !busy_q};
    assign read = run_q;
    assign read_last = run_q && &addr_q;
    assign result = result_q;
    assign result_err = out_err_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        started_q <= 1'b0;
        busy_q    <= 1'b0;
        run_q     <= 1'b0;
      end else begin
        started_q <= (started_q || start) && !a_free_o;
        busy_q    <= (busy_q && !done) || status_i.last_begin || refuse;
        run_q     <= refuse || w_i.last || (run_q && !(en && read_last));
      end
    end

    always_ff @(posedge clk_i) begin
      if (start) err_q <= loaded_i.err;
      if (status_i.last_begin || refuse) begin
        out_err_q <= refuse || err_q;
        zero_q    <= refuse;
      end
      if (refuse || w_i.last) addr_q <= '0;
      else if (en && run_q) addr_q <= addr_q + 1'b1;
      if (en) begin
        upper_q <= {upper_q[0], ^addr_q};
        if (zero_q) result_q <= '0;
        else result_q <= upper_q[1] ? {out_data[0+:BankWidth], out_data[BankWidth+:BankWidth]} : out_data;
      end
      from_input_q  <= r_i.from_input;
      from_input_q2 <= from_input_q;
    end

    for (genvar h = 0; h < 2; h++) begin : gen_bank
      logic [BankWidth-1:0] input_data;

      twd_ram_1r1w #(.Depth(2 << WordBits), .Width(BankWidth), .Block(Block), .Words(Words)) u_input (
        .clk_i, .rst_ni,
        .w_en_i  (load_en_i),
        .w_addr_i({load_region_i, load_addr_i}),
        .w_data_i(load_data_i[h]),
        .en_i    (1'b1),
        .r_en_i  (r_i.en && r_i.from_input[h]),
        .r_addr_i({r_i.region[h], r_addr_i[h]}),
        .r_data_o(input_data)
      );

      twd_ram_1r1w #(
        .Depth(1 << WordBits), .Width(BankWidth), .Block(Block && (1 << WordBits) > 32), .Words(Words),
        .AddressEarly(1'b1)
      ) u_output (
        .clk_i, .rst_ni,
        .w_en_i  (w_i.en[h] && w_i.result),
        .w_addr_i(w_addr_i[h]),
        .w_data_i(w_data_i[h]),
        .en_i    (en),
        .r_en_i  (run_q),
        .r_addr_i(addr_q),
        .r_data_o(out_data[h*BankWidth+:BankWidth])
      );

      assign r_data_o[h] = from_input_q2[h] ? input_data : work_data[h];
    end

    `TWD_ASSERT(UnloadOnlyWhileIdle, !(refuse || w_i.last) || !run_q)
  end else begin : gen_single
    logic busy_q;  // from the start of an operation to the last beat of its result

    logic unused;
    assign unused = ^{status_i, loaded_i.refused, r_i.from_input, w_i.result, w_i.last, load_en_i, load_region_i,
                      load_addr_i, load_data_i};

    assign start = loaded_i.complete && !busy_q;
    assign hold_o = busy_q;
    assign a_free_o = done;
    assign b_free_o = done && loaded_i.takes_b;
    assign control_o = {en, start, 1'b1};
    assign read = r_i.en && r_i.unload;
    assign read_last = read && &r_addr_i[0];
    assign result = unload_data_i;
    assign result_err = loaded_i.err;
    assign r_data_o = work_data;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) busy_q <= 1'b0;
      else busy_q <= (busy_q || start) && !done;
    end

  end

  twd_result #(.Width(2 * BankWidth), .Cycles(3)) u_result (
    .clk_i, .rst_ni,
    .read_i(read),
    .last_i(read_last),
    .en_o  (en),
    .done_o(done),
    .data_i(result),
    .err_i (result_err),
    .c_valid_o, .c_ready_i, .c_data_o, .c_last_o, .c_err_o
  );

endmodule
