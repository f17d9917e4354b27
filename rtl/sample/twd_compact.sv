// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_compact: the coefficients that a mask accepts, up to four a cycle, in order -> polynomials in quartets, queued.
//
//   in --> crossing --> four memories, one for each place of a quartet --> out
//
// Method    the first coefficient that is accepted goes to the next free place of the quartet that is begun, the others
//           to the places after it; each place has a memory of its own, so that a quartet may be begun while one ends.
// Jobs      start_i begins a job of count_i + 1 polynomials of 64 quartets, when idle_o is 1; count_i does not change
//           until the next one. idle_o becomes 1 when the last quartet is stored, and what comes after that is dropped:
//           the next job may begin while quartets of this one wait. last is in the last quartet of the job.
// In        in_data_i belongs to in_valid_i and in_mask_i of the cycle before.
// Timing    a quartet is offered 2 cycles after the in_valid_i that fills it, straight from the memory: out_ready_i
//           drives flip-flops alone. room_o, a flip-flop, is 1 where fewer than 24 quartets were stored two cycles
//           before: 8 more fit, those stored since then included.
// Reset, clear_i   no job, nothing stored; the memories keep their contents.
// Cost      4 Width LUT for the crossing, 32 quartets of LUT memory; 242 LUT, 52 flip-flops on xc7 by Yosys, 170 and 52
//           with Width = 12
// Assumes   in_valid_i stops in time when room_o falls
// Model     the accepted ones of twiddle.model.decode.mapped, one after the other

`include "twd_assert.svh"
`include "twd_memory.svh"

module twd_compact #(
  parameter int unsigned Width = 23  // bits of a coefficient, 1 to 24
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        clear_i,
  input  logic        start_i,
  input  logic [2:0]  count_i,
  output logic        idle_o,
  output logic        room_o,
  input  logic        in_valid_i,
  input  logic [3:0]  in_mask_i,
  input  logic [95:0] in_data_i,
  output logic        out_valid_o,
  input  logic        out_ready_i,
  output logic        out_last_o,
  output logic [95:0] out_data_o
);

  `TWD_REFUSE(gen_bad_width, Width < 1 || Width > 24, "twd_compact: Width is not 1 to 24")

  localparam int unsigned AddrBits = 5;
  localparam int unsigned Depth = 1 << AddrBits;  // quartets

  // ---- places ----
  // By {fill, mask}: the coefficient that goes to a place, bits 1:0 for place 0 and so on; whether there is one; the
  // place after the last one.
  function automatic logic [13:0] places(input int unsigned chosen);
    int unsigned place;
    place = chosen / 16;
    places = '0;
    for (int unsigned i = 0; i < 4; i++) begin
      if (((chosen >> i) & 1) != 0) begin
        places[2*place+:2] = 2'(i);
        places[8+place] = 1'b1;
        place = (place + 1) % 4;
      end
    end
    places[13:12] = 2'(place);
  endfunction

  // One bit of it, for all 64 values.
  function automatic logic [63:0] table_of(input logic [3:0] number);
    for (int unsigned chosen = 0; chosen < 64; chosen++) begin
      logic [13:0] found;
      found = places(chosen);
      table_of[chosen] = found[number];
    end
  endfunction

  logic [1:0] fill_q;        // places of the quartet that is begun
  logic [7:0] from_q;        // coefficient for each place
  logic [3:0] here_q, here;  // there is one
  logic [13:0] found;

  for (genvar k = 0; k < 14; k++) begin : gen_table
    localparam logic [63:0] Table = table_of(4'(k));
    assign found[k] = Table[{fill_q, in_mask_i}];
  end

  always_ff @(posedge clk_i) from_q <= found[7:0];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      fill_q <= '0;
      here_q <= '0;
    end else if (clear_i || start_i) begin
      fill_q <= '0;
      here_q <= '0;
    end else begin
      here_q <= in_valid_i ? found[11:8] : '0;
      if (in_valid_i) fill_q <= found[13:12];
    end
  end

  assign here = idle_o ? '0 : here_q;

  // ---- memories ----
  logic [AddrBits-1:0] r_addr_q;
  logic [8:0] written_q;       // quartets of the job
  logic whole, last;           // a quartet ends; it is the last one
  logic [3*AddrBits-1:0] begun_q;  // where the other places are written next

  assign whole = here[3];
  assign last = written_q == {count_i, 6'd63};

  for (genvar p = 0; p < 4; p++) begin : gen_place
    localparam int unsigned Bits = Width + (p == 3 ? 32'd1 : 32'd0);  // with the mark of the last quartet
    `TWD_LUT_RAM_NO_RW_CHECK logic [Bits-1:0] mem[Depth];
    logic [1:0] from;
    logic [Width-1:0] word;
    logic [Bits-1:0] read;
    logic [AddrBits-1:0] w_addr;

    assign from = from_q[2*p+:2];
    assign word = in_data_i[7'd24*7'(from)+:Width];
    assign read = mem[r_addr_q];
    assign out_data_o[24*p+:24] = 24'(read[Width-1:0]);

    if (p == 3) begin : gen_mark
      assign w_addr = written_q[AddrBits-1:0];
      always_ff @(posedge clk_i) if (here[p]) mem[w_addr] <= {last, word};
      assign out_last_o = read[Width];
    end else begin : gen_no_mark
      assign w_addr = begun_q[AddrBits*p+:AddrBits];
      always_ff @(posedge clk_i) if (here[p]) mem[w_addr] <= word;
    end
  end

  // ---- numbers ----
  logic [AddrBits:0] stored_q;
  logic take;

  assign take = out_valid_o && out_ready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      idle_o      <= 1'b1;
      room_o      <= 1'b0;
      written_q   <= '0;
      begun_q     <= '0;
      r_addr_q    <= '0;
      stored_q    <= '0;
      out_valid_o <= 1'b0;
    end else if (clear_i) begin
      idle_o      <= 1'b1;
      room_o      <= 1'b0;
      r_addr_q    <= '0;
      stored_q    <= '0;
      out_valid_o <= 1'b0;
    end else begin
      if (start_i) idle_o <= 1'b0;
      else if (whole && last) idle_o <= 1'b1;
      written_q <= start_i ? '0 : written_q + 9'(whole);  // a job has 64 quartets a polynomial: the places agree again
      for (int unsigned p = 0; p < 3; p++) begin
        begun_q[AddrBits*p+:AddrBits] <= start_i ? '0 : begun_q[AddrBits*p+:AddrBits] + AddrBits'(here[p]);
      end
      if (take) r_addr_q <= r_addr_q + 1'b1;
      if (whole != take) stored_q <= whole ? stored_q + 1'b1 : stored_q - 1'b1;
      room_o      <= stored_q < 6'd24;
      out_valid_o <= whole || (out_valid_o && !(out_ready_i && stored_q == 6'd1));
    end
  end

  `TWD_ASSERT(NeverOverfull, stored_q <= (AddrBits + 1)'(Depth))
  `TWD_ASSERT(RoomForEveryQuartet, !whole || stored_q != (AddrBits + 1)'(Depth))
  `TWD_ASSERT(OfferedWhenStored, out_valid_o == (stored_q != '0))
  `TWD_ASSERT(StartsIdle, !start_i || idle_o)

endmodule
