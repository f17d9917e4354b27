// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_sample_ball: bytes of SHAKE256 -> a polynomial with tau coefficients 1 or -1, the others 0: SampleInBall.
//
// Method    FIPS 204, algorithm 29. The first 8 bytes are signs. Then i runs from first_i = 256 - tau to 255: the next
//           byte j <= i is taken, c_i = c_j, and c_j is 1, or -1 if the next sign is 1. The memory has 64 rows of four
//           coefficients; a row that is given is cleared.
// Jobs      start_i begins one; first_i does not change until the next one. sampled_o is high for a cycle when the last
//           byte was used, then the 64 rows come in natural order, one in each cycle with room_i = 1.
// Timing    a byte 2 cycles: take_o is high in every other cycle in which a byte may be taken, and byte_valid_i comes 2
//           cycles later, as from twd_unpack. A row comes in the cycle after its room_i.
// Reset, clear_i   drops the job; both memories are cleared in the next 64 cycles, and a job begins after that.
// Cost      LUT memories of 64 and of 8 words of 8 bits; 87 LUT, 34 flip-flops on xc7 by Yosys
// Model     twiddle.model.sample.in_ball

`include "twd_assert.svh"
`include "twd_memory.svh"

module twd_sample_ball (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic       clear_i,
  input  logic       start_i,
  input  logic [7:0] first_i,
  output logic       take_o,
  input  logic       byte_valid_i,
  input  logic [7:0] byte_i,
  output logic       sampled_o,
  input  logic       room_i,
  output logic       row_valid_o,
  output logic [3:0] one_o,
  output logic [3:0] minus_o
);

  typedef enum logic [2:0] {
    BALL_CLEAR,   // the memory, in the order of its rows
    BALL_IDLE,
    BALL_SIGNS,   // takes 8 bytes
    BALL_SAMPLE,
    BALL_GIVE     // rows, which are cleared
  } phase_e;

  phase_e phase_q;
  logic waits_q;             // a job that has not begun
  logic even_q;              // a byte may be taken, in every other cycle of a job
  logic [5:0] number_q;      // of the sign, or of the row; 8 times that of the byte of signs
  logic [7:0] i_q;
  logic fits;                // byte_i is the j for this i
  logic fits_q, moves_q;     // so was the byte of the cycle before; and j < i
  logic [1:0] moved_q;       // c_j
  logic sign, last, gives;

  // ---- signs ----
  `TWD_LUT_RAM_NO_RW_CHECK logic [7:0] signs[8];
  logic [7:0] sign_byte;

  assign sign_byte = signs[number_q[5:3]];
  assign sign = sign_byte[number_q[2:0]];

  always_ff @(posedge clk_i) begin
    if (phase_q == BALL_CLEAR || (phase_q == BALL_SIGNS && byte_valid_i)) begin
      signs[number_q[5:3]] <= phase_q == BALL_CLEAR ? '0 : byte_i;
    end
  end

  // ---- coefficients ----
  // Two bits each: bit 0 for 1, bit 1 for -1.
  logic [7:0] row;           // of the memory
  logic [5:0] row_addr;
  logic [1:0] place, word;
  logic [3:0] w_en;
  logic sample;              // of a byte
  logic all;                 // of a row are cleared

  assign sample = phase_q == BALL_SAMPLE && byte_valid_i;
  assign gives = phase_q == BALL_GIVE && room_i;
  assign all = phase_q == BALL_CLEAR || gives;
  assign fits = sample && byte_i <= i_q;
  assign row_addr = phase_q == BALL_SAMPLE ? (fits_q ? i_q[7:2] : byte_i[7:2]) : number_q;
  assign place = fits_q ? i_q[1:0] : byte_i[1:0];
  assign word = all ? 2'd0 : fits_q ? moved_q : {sign, !sign};

  for (genvar p = 0; p < 4; p++) begin : gen_place
    `TWD_LUT_RAM_NO_RW_CHECK logic [1:0] mem[64];
    localparam logic [1:0] Place = 2'(p);
    assign w_en[p] = all || ((fits || moves_q) && place == Place);
    assign row[2*p+:2] = mem[row_addr];
    always_ff @(posedge clk_i) if (w_en[p]) mem[row_addr] <= word;
  end

  always_ff @(posedge clk_i) begin
    moved_q <= row[2*place+:2];
    one_o   <= {row[6], row[4], row[2], row[0]};
    minus_o <= {row[7], row[5], row[3], row[1]};
  end

  // ---- phases ----
  assign last = number_q == '1;
  assign take_o = even_q && (phase_q == BALL_SIGNS || phase_q == BALL_SAMPLE);
  assign sampled_o = phase_q == BALL_SAMPLE && fits_q && i_q == '1;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      phase_q     <= BALL_CLEAR;
      waits_q     <= 1'b0;
      even_q      <= 1'b0;
      number_q    <= '0;
      fits_q      <= 1'b0;
      moves_q     <= 1'b0;
      row_valid_o <= 1'b0;
    end else if (clear_i) begin
      phase_q     <= BALL_CLEAR;
      waits_q     <= 1'b0;
      number_q    <= '0;
      fits_q      <= 1'b0;
      moves_q     <= 1'b0;
      row_valid_o <= 1'b0;
    end else begin
      even_q      <= phase_q != BALL_IDLE && !even_q;
      fits_q      <= fits;
      moves_q     <= fits && byte_i != i_q;
      row_valid_o <= gives;
      waits_q     <= start_i || (waits_q && phase_q != BALL_IDLE);
      case (phase_q)
        BALL_CLEAR: begin
          number_q <= number_q + 6'd1;
          if (last) phase_q <= BALL_IDLE;
        end
        BALL_IDLE: if (waits_q) phase_q <= BALL_SIGNS;
        BALL_SIGNS: begin
          if (byte_valid_i) begin
            number_q[5:3] <= number_q[5:3] + 3'd1;
            if (number_q[5:3] == '1) phase_q <= BALL_SAMPLE;
          end
        end
        BALL_SAMPLE: begin
          if (fits_q) number_q <= sampled_o ? '0 : number_q + 6'd1;
          if (sampled_o) phase_q <= BALL_GIVE;
        end
        BALL_GIVE: begin
          if (gives) number_q <= number_q + 6'd1;
          if (gives && last) phase_q <= BALL_IDLE;
        end
        default: phase_q <= BALL_CLEAR;
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    if (phase_q == BALL_IDLE) i_q <= first_i;
    else if (fits_q) i_q <= i_q + 8'd1;
  end

  `TWD_ASSERT(BytesApart, !(byte_valid_i && fits_q))
  `TWD_ASSERT(FirstInRange, phase_q != BALL_SIGNS || i_q >= 8'd192)
  `TWD_ASSERT(OneJob, !start_i || phase_q == BALL_IDLE || phase_q == BALL_CLEAR)

endmodule
