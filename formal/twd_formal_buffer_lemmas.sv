// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_formal_buffer_lemmas: what is always true inside twd_stream_buffer (q = 3, one lane), and where the beats of one
// polynomial are.
//
// Method    see twd_formal_shell_lemmas. Beats are numbered as they are accepted. stage_o[j] is the number of the beat
//           in stage j of the reading, or of the next one to get there; as beats move on in every cycle, it is what
//           stage_o[j-1] was. Stage 0 is the cycle of reading_i, 1 the address, 2 the latch, 3 the output.

module twd_formal_buffer_lemmas #(
  parameter  int unsigned Beats     = 4,
  parameter  int unsigned Number    = 7,           // bits of a number
  localparam int unsigned BeatWidth = $clog2(Beats)
) (
  input logic                    clk_i,
  input logic                    rst_ni,
  // around it
  input logic                    open_q,           // open_i in the cycle before
  input logic                    start,
  input logic                    reading,
  input logic [BeatWidth-1:0]    left,             // beats to be read after this cycle
  // registers of the buffer
  input logic                    accept,
  input logic                    ready,
  input logic                    in_bank,
  input logic                    out_bank,
  input logic [BeatWidth-1:0]    beat,
  input logic                    first_beat,
  input logic                    final_beat,
  input logic [1:0]              waiting,
  input logic                    whole,
  input logic [2:0]              accepted,         // of the last three cycles, the newest one lowest
  input logic [2:0][BeatWidth:0] address,
  input logic [1:0]              raw,
  input logic [1:0]              raw2,
  input logic                    outside,
  input logic                    narrow,           // the other modulus is subtracted
  input logic [1:0]              reduced,
  input logic                    bad_now,
  input logic [1:0]              errs,
  input logic                    read,
  input logic [BeatWidth:0]      r_address,
  input logic [BeatWidth:0]      mem_r_address,    // registers of the ports of the memory
  input logic                    mem_write,
  input logic [BeatWidth:0]      mem_w_address,
  input logic [1:0]              r_bank,
  input logic [2*Beats-1:0][1:0] mem,
  input logic [1:0]              latch,
  input logic [1:0]              out_data,
  input logic                    out_err,
  // the polynomial that is followed
  input logic                    chosen,           // it begins in this cycle
  input logic                    tag,              // it has begun
  input logic [BeatWidth:0]      count,            // beats of it that have been accepted
  input logic [Beats-1:0][1:0]   want,
  input logic [Beats-1:0]        bad,
  // numbers
  output logic [Number-1:0]      accepted_o,       // beats that have been accepted
  output logic [Number-1:0]      next_o,           // of the first beat of the polynomial that starts next
  output logic [Number-1:0]      tag_o,            // of the first beat of the polynomial that is followed
  output logic                   gone_o,           // its last beat has left stage 3
  output logic [3:0][Number-1:0] stage_o
);

  localparam logic [Number-1:0] Length = Number'(Beats);

  logic [Number-1:0] numbers_q, tag_q;
  logic [3:0][Number-1:0] stage_q;
  logic gone_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      numbers_q <= '0;
      tag_q     <= '0;
      stage_q   <= '0;
      gone_q    <= 1'b0;
    end else begin
      numbers_q <= numbers_q + Number'(accept);
      if (chosen) tag_q <= numbers_q;
      stage_q   <= {stage_q[2:0], stage_q[0] + Number'(reading)};
      gone_q    <= gone_q || (tag && stage_q[2] != stage_q[3] && Number'(stage_q[3] - tag_q) == Length - 1'b1);
    end
  end

  assign accepted_o = numbers_q;
  assign next_o     = stage_q[0] + (reading && !start ? Number'(left) + 1'b1 : '0);
  assign tag_o      = tag_q;
  assign gone_o     = gone_q;
  assign stage_o    = stage_q;

  logic [3:0] full;                    // a beat is in this stage
  logic [3:0] first;                   // the first one of a polynomial
  logic [Number-1:0] held;           // beats accepted, of polynomials that have not started
  logic [Number-1:0] written;          // beats written into the memory
  logic [Number-1:0] read_before;           // beats read from the memory
  logic steps, unbroken;

  assign held  = numbers_q - next_o;
  assign written = numbers_q - Number'(accepted[0]) - Number'(accepted[1]) - Number'(accepted[2]);
  assign read_before  = stage_q[1];

  logic unused_first;
  assign unused_first = ^first;

  always_comb begin
    steps    = 1'b1;
    unbroken = 1'b1;
    full     = '0;
    full[0]  = reading;
    for (int j = 1; j <= 3; j++) begin
      full[j] = stage_q[j-1] != stage_q[j];
      steps &= Number'(stage_q[j-1] - stage_q[j]) <= Number'(1);
      unbroken &= full[j] || (stage_q[j-1][BeatWidth-1:0] == '0 && stage_q[j][BeatWidth-1:0] == '0);
    end
    for (int j = 0; j <= 3; j++) first[j] = full[j] && stage_q[j][BeatWidth-1:0] == '0;
  end

  // ---- the polynomial that is followed ----
  logic pending;
  logic [Number-1:0] place, index;
  logic words;                         // in the memory
  logic addressed, coming;             // on the way there
  logic going;                         // in the stages
  logic flagged;
  logic bad_written;
  logic [Number-1:0] to_go;            // from the beat in stage 3 to its last one

  assign pending = tag && !gone_q;
  assign to_go   = tag_q + Length - 1'b1 - stage_q[3];

  always_comb begin
    words       = 1'b1;
    bad_written = 1'b0;
    for (int i = 0; i < Beats; i++) begin
      place = tag_q + Number'(i);
      index = written - place - 1'b1;
      if (i < 32'(count) && !index[Number-1]) begin
        bad_written |= bad[i];
        index = place - read_before;
        if (!index[Number-1]) words &= mem[place[BeatWidth:0]] == want[i];
      end
    end
    addressed = 1'b1;
    place     = numbers_q;
    for (int j = 0; j < 3; j++) begin
      place = place - Number'(accepted[j]);
      addressed &= !accepted[j] || address[j] == place[BeatWidth:0];
    end
    coming = 1'b1;
    place  = numbers_q - tag_q;
    for (int j = 0; j < 3; j++) begin
      place = place - Number'(accepted[j]);
      if (accepted[j] && place < Length) begin
        case (j)
          0: coming &= {raw == 2'd3, raw == 2'd3 ? 2'd0 : raw}
              == {bad[place[BeatWidth-1:0]], want[place[BeatWidth-1:0]]};
          1: coming &= outside == bad[place[BeatWidth-1:0]]
              && raw2 - (outside ? 2'd3 : 2'd0) == want[place[BeatWidth-1:0]];
          default: coming &= bad_now == bad[place[BeatWidth-1:0]] && reduced == want[place[BeatWidth-1:0]];
        endcase
      end
    end
    going = 1'b1;
    place = stage_q[2] - tag_q;
    if (full[2] && place < Length) going &= latch == want[place[BeatWidth-1:0]];
    place = stage_q[3] - tag_q;
    if (full[3] && place < Length) going &= out_data == want[place[BeatWidth-1:0]];
    flagged = !(full[3] && stage_q[3] == tag_q) || out_err == (bad != '0);
    place   = tag_q - stage_q[2];
    index   = written - tag_q - 1'b1;
    if (!place[Number-1] && !index[Number-1]) flagged &= errs[tag_q[BeatWidth]] == bad_written;
  end

  always_comb begin
    if (rst_ni) begin
      Steps: assert (steps);
      Unbroken: assert (unbroken);
      Reading: assert (stage_q[0][BeatWidth-1:0] == (reading ? ~left : '0));
      Start: assert (!start || (reading && left == '1 && waiting != '0));
      In: assert (beat == numbers_q[BeatWidth-1:0] && first_beat == (beat == '0)
          && final_beat == (beat == '1) && in_bank == numbers_q[BeatWidth]);
      Out: assert (out_bank == next_o[BeatWidth]);
      Waiting: assert (held <= 2 * Length && waiting == 2'(held >> BeatWidth) && whole == (waiting != '0));
      Ready: assert (ready == (open_q && !waiting[1]));
      Closed: assert (open_q || numbers_q == '0);
      Addresses: assert (addressed && mem_write == accepted[2] && (!accepted[2] || mem_w_address == address[2]));
      OneModulus: assert (!accepted[1] || !narrow);
      // a polynomial is written before it is read, and read before another one is written over it
      InTime: assert (!start || Number'(numbers_q - Number'(accepted[0]) - stage_q[0]) >= Length);
      InTimeNext: assert (!first[1] || Number'(written + Number'(accepted[2]) - stage_q[1]) >= Length);
      InTimeThen: assert (!full[1] || first[1]
          || Number'(written - {stage_q[1][Number-1:BeatWidth], BeatWidth'(0)}) >= Length);
      NotOver: assert (Number'(numbers_q - stage_q[1]) <= 2 * Length);
      Read: assert (read == full[1] && r_address == stage_q[0][BeatWidth:0]
          && (!full[1] || mem_r_address == stage_q[1][BeatWidth:0]));
      Bank: assert ((!first[1] || r_bank[0] == stage_q[1][BeatWidth])
          && (!first[2] || r_bank[1] == stage_q[2][BeatWidth]));
      Tag: assert (tag == (count != '0) && 32'(count) <= Beats);
      if (pending) begin
        TagBegin: assert (tag_q[BeatWidth-1:0] == '0);
        TagCount: assert (count[BeatWidth] ? Number'(numbers_q - tag_q) >= Length
            : Number'(numbers_q - tag_q) == Number'(count));
        TagBound: assert (to_go < 4 * Length && Number'(numbers_q - tag_q) < 4 * Length);
        Words: assert (words);
        Coming: assert (coming);
        Going: assert (going);
        Flagged: assert (flagged);
      end
    end
  end

endmodule
