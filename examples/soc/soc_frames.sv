// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// soc_frames: moves frames of bytes between memory and the streams of twd_lattice_axi, a word of 32 bits a cycle.
//
// Registers    0x0 FROM: write the address of the next frame in, a multiple of 4
//              0x4 BYTES: write its number of bytes, 0 too: the frame is sent
//              0x8 TO: write where the next frame out goes, a multiple of 4
//              0xc STATUS: read; bit 0: something is waiting or under way. Write: all of it is dropped; after a reset
//              of the core, which has ended the frame that came out
//              A write waits while the queue of its frames, 4 of them, is full.
// Frames       byte 0 is at the lowest address. One of no bytes is a beat with TLAST, without bytes. A frame out has
//              the length that the core gives it; memory past its last byte stays as it is.
// Memory       one port, which is granted in every cycle; read data come a cycle later.
// Order        frames out first.

module soc_frames (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        write_i,
  output logic        ready_o,
  input  logic [ 3:2] addr_i,
  input  logic [31:0] wdata_i,
  output logic        busy_o,
  output logic [ 3:0] mem_write_o,  // bytes
  output logic [31:2] mem_addr_o,
  output logic [31:0] mem_wdata_o,
  input  logic [31:0] mem_rdata_i,
  output logic        in_tvalid_o,
  input  logic        in_tready_i,
  output logic [63:0] in_tdata_o,
  output logic [ 7:0] in_tkeep_o,
  output logic        in_tlast_o,
  input  logic        out_tvalid_i,
  output logic        out_tready_o,
  input  logic [63:0] out_tdata_i,
  input  logic [ 7:0] out_tkeep_i,
  input  logic        out_tlast_i
);

  logic rst_n;  // of everything below

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) rst_n <= 1'b0;
    else rst_n <= !(write_i && addr_i == 2'd3);
  end

  // ---- queues of frames: in, out ----
  logic [31:2] from_q;
  logic [1:0] put, take;  // a frame is queued; the head of a queue leaves it
  logic [1:0] full, queued;
  logic [61:0] in_entries[4];
  logic [29:0] out_entries[4];
  logic [1:0][2:0] w_q, r_q;
  logic [31:2] in_addr, out_addr;
  logic [31:0] in_bytes;

  for (genvar i = 0; i < 2; i++) begin : gen_queue
    assign put[i] = write_i && addr_i == 2'(i + 1) && !full[i];
    assign full[i] = (w_q[i] ^ r_q[i]) == 3'd4;
    assign queued[i] = w_q[i] != r_q[i];

    always_ff @(posedge clk_i or negedge rst_n) begin
      if (!rst_n) begin
        w_q[i] <= '0;
        r_q[i] <= '0;
      end else begin
        if (put[i]) w_q[i] <= w_q[i] + 3'd1;
        if (take[i]) r_q[i] <= r_q[i] + 3'd1;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (write_i && addr_i == 2'd0) from_q <= wdata_i[31:2];
    if (put[0]) in_entries[w_q[0][1:0]] <= {from_q, wdata_i};
    if (put[1]) out_entries[w_q[1][1:0]] <= wdata_i[31:2];
  end

  assign {in_addr, in_bytes} = in_entries[r_q[0][1:0]];
  assign out_addr = out_entries[r_q[1][1:0]];
  assign ready_o = addr_i == 2'd1 ? !full[0] : addr_i == 2'd2 ? !full[1] : 1'b1;

  // ---- into the core: a ring of two beats ----
  logic [31:0] byte_q;        // bytes of the frame that are read, a multiple of 4
  logic [31:0] left;          // bytes that are not
  logic read, ends, closes;   // a word is read; it is the last one of its frame, of its beat
  logic [1:0] claimed_q, there_q;  // beats that are begun, that are whole
  logic begun_q;              // a beat has its lower word
  logic slot_q, out_slot_q;   // the beat that is read, that goes out
  logic arrive_q, arrive_closes_q, arrive_slot_q, arrive_high_q;
  logic [1:0][63:0] data_q;
  logic [1:0][3:0] count_q;   // bytes of a beat
  logic [1:0] last_q;
  logic sent, out_write;

  assign left = in_bytes - byte_q;
  assign read = queued[0] && !out_write && (begun_q || claimed_q != 2'd2);
  assign ends = left <= 32'd4;
  assign closes = ends || begun_q;
  assign take[0] = read && ends;
  assign sent = in_tvalid_o && in_tready_i;

  always_ff @(posedge clk_i) begin
    if (read) begin
      count_q[slot_q] <= (begun_q ? 4'd4 : 4'd0) + (ends ? left[3:0] : 4'd4);
      last_q[slot_q] <= ends;
    end
    if (arrive_q && !arrive_high_q) data_q[arrive_slot_q][31:0] <= mem_rdata_i;
    if (arrive_q && arrive_high_q) data_q[arrive_slot_q][63:32] <= mem_rdata_i;
    arrive_slot_q <= slot_q;
    arrive_high_q <= begun_q;
  end

  always_ff @(posedge clk_i or negedge rst_n) begin
    if (!rst_n) begin
      byte_q <= '0;
      claimed_q <= '0;
      there_q <= '0;
      begun_q <= 1'b0;
      slot_q <= 1'b0;
      out_slot_q <= 1'b0;
      arrive_q <= 1'b0;
      arrive_closes_q <= 1'b0;
    end else begin
      if (read) byte_q <= ends ? '0 : byte_q + 32'd4;
      if (read) begun_q <= !closes;
      if (read && closes) slot_q <= !slot_q;
      if (sent) out_slot_q <= !out_slot_q;
      arrive_q <= read;
      arrive_closes_q <= read && closes;
      claimed_q <= claimed_q + 2'(read && !begun_q) - 2'(sent);
      there_q <= there_q + 2'(arrive_closes_q) - 2'(sent);
    end
  end

  assign in_tvalid_o = there_q != '0;
  assign in_tdata_o = data_q[out_slot_q];
  assign in_tkeep_o = 8'((9'd1 << count_q[out_slot_q]) - 9'd1);
  assign in_tlast_o = last_q[out_slot_q];

  // ---- out of the core ----
  logic [63:0] beat_q;
  logic [7:0] keep_q;
  logic beat_last_q, held_q;  // the beat is the last one of its frame; words of it are left
  logic high_q;               // its lower word is written
  logic out_done;             // the last word of the beat is written
  logic [29:0] word_q;

  assign out_write = held_q && queued[1];
  assign out_done = out_write && (high_q || keep_q[7:4] == '0);
  assign out_tready_o = !held_q || out_done;
  assign take[1] = out_done && beat_last_q;

  always_ff @(posedge clk_i) begin
    if (out_tvalid_i && out_tready_o) begin
      beat_q <= out_tdata_i;
      keep_q <= out_tkeep_i;
      beat_last_q <= out_tlast_i;
    end
  end

  always_ff @(posedge clk_i or negedge rst_n) begin
    if (!rst_n) begin
      held_q <= 1'b0;
      high_q <= 1'b0;
      word_q <= '0;
    end else begin
      if (out_tready_o) held_q <= out_tvalid_i;
      if (out_write) high_q <= !out_done;
      if (out_write) word_q <= take[1] ? '0 : word_q + 30'd1;
    end
  end

  assign mem_write_o = out_write ? (high_q ? keep_q[7:4] : keep_q[3:0]) : 4'd0;
  assign mem_addr_o = out_write ? out_addr + word_q : in_addr + byte_q[31:2];
  assign mem_wdata_o = high_q ? beat_q[63:32] : beat_q[31:0];
  assign busy_o = queued != '0 || claimed_q != '0 || held_q;

endmodule
