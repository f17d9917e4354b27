// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_inplace_memory_double: input, working and output memory, so that loading and unloading overlap with computing.
//
//   a, b --> input memory --> engine <==> working memory
//   c <----- output memory <----+
//
// Timing    an operand may be loaded when the pass that reads it for the last time is over. The last pass of an
//           operation waits until the result before has left the output memory. A refused operation goes directly to
//           the output. Reset drops every operation.
// Cost      5 n words of memory.
// Model     twiddle.model.iterative.Schedule

module twd_inplace_memory_double #(
  parameter int unsigned Width = 12,
  parameter int unsigned Butterflies = 4,
  parameter int unsigned WordBits = 5,
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
  input  logic                            load_en_i,   // a beat
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
  input  logic [1:0][BankWidth-1:0]       unload_data_i,
  // result
  output logic                            c_valid_o,
  input  logic                            c_ready_i,
  output logic [2*BankWidth-1:0]          c_data_o,
  output logic                            c_last_o,
  output logic                            c_err_o
);

  logic started_q;   // the loaded operation has been started
  logic err_q;       // of the operation in the engine
  logic start;
  logic refuse;      // a refused operation goes to the output
  logic out_busy_q;  // output memory taken, from the last pass to the last beat
  logic out_err_q;
  logic out_zero_q;
  logic out_done;
  logic out_en;
  logic out_r_en;
  logic [WordBits-1:0] out_addr;
  logic [1:0][BankWidth-1:0] out_data;
  logic [1:0] from_input_q;
  logic [1:0] from_input_q2;

  logic unused;
  assign unused = ^{loaded_i.takes_b, r_i.unload, unload_data_i};

  assign start = loaded_i.complete && !loaded_i.refused && !started_q && status_i.ready;
  assign refuse = loaded_i.complete && loaded_i.refused && status_i.ready && !out_busy_q;
  assign hold_o = 1'b0;
  assign a_free_o = status_i.a_read || refuse;
  assign b_free_o = status_i.b_read;
  assign control_o = {1'b1, start, !out_busy_q, 1'b0};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      started_q  <= 1'b0;
      out_busy_q <= 1'b0;
    end else begin
      started_q  <= (started_q || start) && !a_free_o;
      out_busy_q <= (out_busy_q && !out_done) || status_i.final_begin || refuse;
    end
  end

  always_ff @(posedge clk_i) begin
    if (start) err_q <= loaded_i.err;
    if (status_i.final_begin || refuse) begin
      out_err_q  <= refuse || err_q;
      out_zero_q <= refuse;
    end
    from_input_q  <= r_i.from_input;
    from_input_q2 <= from_input_q;
  end

  for (genvar h = 0; h < 2; h++) begin : gen_bank
    logic [BankWidth-1:0] input_data;
    logic [BankWidth-1:0] work_data;

    twd_ram_1r1w #(
      .Depth(2 << WordBits),
      .Width(BankWidth),
      .Block(Memory == twd_ram_pkg::MEMORY_BLOCK && (2 << WordBits) > 32),
      .Words(twd_ram_pkg::words(Memory))
    ) u_input (
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
      .Depth(2 << WordBits),
      .Width(BankWidth),
      .Block(Memory == twd_ram_pkg::MEMORY_BLOCK && (2 << WordBits) > 32),
      .Words(twd_ram_pkg::words(Memory)),
      .Ahead(1'b1)
    ) u_work (
      .clk_i, .rst_ni,
      .w_en_i  (w_i.en[h] && !w_i.result),
      .w_addr_i({w_i.region, w_addr_i[h]}),
      .w_data_i(w_data_i[h]),
      .en_i    (1'b1),
      .r_en_i  (r_i.en && !r_i.from_input[h]),
      .r_addr_i({r_i.region[h], r_addr_i[h]}),
      .r_data_o(work_data)
    );

    twd_ram_1r1w #(
      .Depth(1 << WordBits),
      .Width(BankWidth),
      .Block(Memory == twd_ram_pkg::MEMORY_BLOCK && (1 << WordBits) > 32),
      .Words(twd_ram_pkg::words(Memory)),
      .Ahead(1'b1)
    ) u_output (
      .clk_i, .rst_ni,
      .w_en_i  (w_i.en[h] && w_i.result),
      .w_addr_i(w_addr_i[h]),
      .w_data_i(w_data_i[h]),
      .en_i    (out_en),
      .r_en_i  (out_r_en),
      .r_addr_i(out_addr),
      .r_data_o(out_data[h])
    );

    assign r_data_o[h] = from_input_q2[h] ? input_data : work_data;
  end

  twd_inplace_unload #(.Width(Width), .Butterflies(Butterflies), .WordBits(WordBits)) u_unload (
    .clk_i, .rst_ni,
    .start_i (refuse || w_i.last),
    .zero_i  (out_zero_q),
    .err_i   (out_err_q),
    .done_o  (out_done),
    .en_o    (out_en),
    .r_en_o  (out_r_en),
    .r_addr_o(out_addr),
    .r_data_i(out_data),
    .c_valid_o,
    .c_ready_i,
    .c_data_o,
    .c_last_o,
    .c_err_o
  );

endmodule
