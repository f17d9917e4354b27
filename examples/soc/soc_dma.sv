// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// soc_dma: moves polynomials between memory and the streams of twd_unit_axi, a word of 32 bits a cycle.
//
// Registers    0x0 LOAD, 0x4 OPERAND, 0x8 STORE: write the address of a polynomial, a multiple of 4, plus
//              1: pairs of 16 bits (else coefficients of 32 bits)    2: the last polynomial of its frame
//              0xc STATUS: read; bit 0: something is waiting or under way
//              A write waits while the queue of its stream, 64 polynomials, is full.
// Numbers      signed coefficients from -q + 1 to 2 q - 1 become canonical on their way in; results are canonical.
// Memory       one port, which is granted in every cycle; read data come a cycle later.
// Order        results first, then loads, then operands.

module soc_dma #(
  parameter int unsigned N     = 256,
  parameter int unsigned Q     = 8380417,
  parameter int unsigned Q_2   = 3329,
  parameter int unsigned Lanes = 4        // words of a beat: 2 or 4
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                write_i,
  output logic                ready_o,
  input  logic [         3:2] addr_i,
  input  logic [        31:0] wdata_i,
  output logic                busy_o,
  output logic                mem_write_o,
  output logic [        31:2] mem_addr_o,
  output logic [        31:0] mem_wdata_o,
  input  logic [        31:0] mem_rdata_i,
  output logic [         1:0] in_tvalid_o,  // load, operand
  input  logic [         1:0] in_tready_i,
  output logic [         1:0] in_tlast_o,
  output logic [1:0][Lanes*32-1:0] in_tdata_o,
  input  logic                out_tvalid_i,
  output logic                out_tready_o,
  input  logic [Lanes*32-1:0] out_tdata_i
);

  localparam int unsigned PlaceBits = $clog2(Lanes);
  localparam int unsigned WordBits = $clog2(N);

  // ---- queues of polynomials: load, operand, store ----
  logic [2:0] take;  // the head of a queue leaves it
  logic [2:0] queue_ready, queued;
  logic [2:0][31:0] head;

  for (genvar i = 0; i < 3; i++) begin : gen_queue
    logic [31:0] entries[64];
    logic [6:0] w_q, r_q;

    always_ff @(posedge clk_i) begin
      if (write_i && ready_o && addr_i == 2'(i)) entries[w_q[5:0]] <= wdata_i;
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        w_q <= '0;
        r_q <= '0;
      end else begin
        if (write_i && ready_o && addr_i == 2'(i)) w_q <= w_q + 7'd1;
        if (take[i]) r_q <= r_q + 7'd1;
      end
    end

    assign queued[i] = w_q != r_q;
    assign queue_ready[i] = (w_q ^ r_q) != 7'd64;
    assign head[i] = entries[r_q[5:0]];
  end

  assign ready_o = addr_i == 2'd3 || queue_ready[addr_i];

  // ---- into the unit: a ring of two beats each ----
  logic [1:0] issue, arrive_q, read_last;  // a word is read, comes, is the last one of its polynomial
  logic [1:0][31:2] read_addr;
  logic [1:0] reading;
  logic out_write;
  logic pair_q;  // the word that comes is a pair

  function automatic logic [15:0] canonical_16(input logic [15:0] word);
    canonical_16 = word[15] ? word + 16'(Q_2) : word >= 16'(Q_2) ? word - 16'(Q_2) : word;
  endfunction

  function automatic logic [31:0] canonical_32(input logic [31:0] word);
    canonical_32 = word[31] ? word + 32'(Q) : word >= 32'(Q) ? word - 32'(Q) : word;
  endfunction

  logic [31:0] arrived;
  assign arrived = pair_q ? {canonical_16(mem_rdata_i[31:16]), canonical_16(mem_rdata_i[15:0])}
                          : canonical_32(mem_rdata_i);

  for (genvar i = 0; i < 2; i++) begin : gen_in
    logic [2*Lanes*32-1:0] ring_q;
    logic [1:0] last_q;
    logic [PlaceBits:0] w_q;           // where the next word arrives
    logic r_q;                         // the beat that goes out
    logic [PlaceBits+1:0] claimed_q;   // words that are read or there
    logic [PlaceBits+1:0] there_q;     // words that are there
    logic [WordBits-1:0] word_q;
    logic sent;
    logic claim_half;                  // the half of the word that is read now

    assign reading[i] = queued[i] && claimed_q < (PlaceBits + 2)'(2 * Lanes);
    assign read_addr[i] = head[i][31:2] + 30'(word_q);
    assign read_last[i] = word_q == (head[i][0] ? WordBits'(N / 2 - 1) : WordBits'(N - 1));
    assign take[i] = issue[i] && read_last[i];
    assign in_tvalid_o[i] = there_q >= (PlaceBits + 2)'(Lanes);
    assign in_tdata_o[i] = r_q ? ring_q[Lanes*32+:Lanes*32] : ring_q[0+:Lanes*32];
    assign in_tlast_o[i] = last_q[r_q];
    assign sent = in_tvalid_o[i] && in_tready_i[i];

    always_ff @(posedge clk_i) begin
      if (arrive_q[i]) ring_q[32*w_q+:32] <= arrived;
      // the beat that is read last belongs to the half that claims its last word
      if (issue[i] && (&word_q[PlaceBits-1:0])) last_q[claim_half] <= read_last[i] && head[i][1];
    end


    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        w_q <= '0;
        r_q <= 1'b0;
        claimed_q <= '0;
        there_q <= '0;
        word_q <= '0;
        claim_half <= 1'b0;
      end else begin
        if (issue[i]) word_q <= read_last[i] ? '0 : word_q + 1'b1;
        if (issue[i] && (&word_q[PlaceBits-1:0])) claim_half <= !claim_half;
        if (arrive_q[i]) w_q <= w_q + 1'b1;
        if (sent) r_q <= !r_q;
        claimed_q <= claimed_q + (PlaceBits + 2)'(issue[i]) - (sent ? (PlaceBits + 2)'(Lanes) : '0);
        there_q <= there_q + (PlaceBits + 2)'(arrive_q[i]) - (sent ? (PlaceBits + 2)'(Lanes) : '0);
      end
    end
  end

  assign issue[0] = reading[0] && !out_write;
  assign issue[1] = reading[1] && !reading[0] && !out_write;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) arrive_q <= '0;
    else arrive_q <= issue;
  end

  always_ff @(posedge clk_i) pair_q <= issue[0] ? head[0][0] : head[1][0];

  // ---- out of the unit ----
  logic [Lanes-1:0][31:0] beat_q;
  logic held_q;  // words of a beat are left
  logic [WordBits-1:0] out_word_q;
  logic out_last, beat_last;

  assign out_write = held_q && queued[2];
  assign beat_last = &out_word_q[PlaceBits-1:0];
  assign out_last = out_word_q == (head[2][0] ? WordBits'(N / 2 - 1) : WordBits'(N - 1));
  assign take[2] = out_write && out_last;
  assign out_tready_o = !held_q || (out_write && beat_last);

  always_ff @(posedge clk_i) begin
    if (out_tvalid_i && out_tready_o) beat_q <= out_tdata_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q <= 1'b0;
      out_word_q <= '0;
    end else begin
      if (out_tready_o) held_q <= out_tvalid_i;
      if (out_write) out_word_q <= out_last ? '0 : out_word_q + 1'b1;
    end
  end

  assign mem_write_o = out_write;
  assign mem_addr_o = out_write ? head[2][31:2] + 30'(out_word_q) : issue[0] ? read_addr[0] : read_addr[1];
  assign mem_wdata_o = beat_q[out_word_q[PlaceBits-1:0]];
  assign busy_o = (queued != '0) || held_q || (in_tvalid_o != '0) || (arrive_q != '0);

endmodule
