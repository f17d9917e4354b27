// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_quad_schedule: loading, the passes of an operation and unloading, slot by slot.
//
//   NTT   transform a                       MUL   transform a, transform b, multiply, transform back
//   INTT  transform a back                  MULT  transform a, multiply, transform back
//   PWM   multiply                          each between loading, a slot a beat, and the unload pass
//
// Published  each transform begins with a product by powers of psi, the inverse one ends with one by those of 1/psi.
//
// Regions   0 first operand and result; 1 second operand of MUL, until it is transformed, when it goes to the factors; there
//           go those of PWM and MULT from the port. Products of an incomplete transform end in region 1:
//             MODE_CROSS  region 0 to the odd lanes of region 1
//             MODE_PRODUCT  within region 0, all lanes
//             MODE_PAIR   region 0 to the even lanes of region 1
// Timing    a slot appears registered (cycle 0 of the datapath) one cycle after the counters. en_i = 0 freezes all but loading,
//           for the unload pass. Passes wait as long as gap of twd_quad_pkg says. Reset stops it.
// Model     twiddle.model.quad.slots

`include "twd_assert.svh"

module twd_quad_schedule #(
  parameter twd_ring_pkg::ring_cfg_t Ring = twd_ring_pkg::RING_FALCON_1024,
  parameter twd_method_pkg::method_e Method = twd_method_pkg::METHOD_KRED,
  parameter bit Published = 1'b0,  // a cyclic transform between products by powers of psi
  localparam int unsigned AddrBits = $clog2(Ring.n) - 2,
  localparam int unsigned FactorBits = twd_quad_pkg::factor_bits(Ring, Published)
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  input  logic                   en_i,
  input  logic                   start_i,
  input  logic [2:0]             op_i,        // held while an operation is loaded and computed
  input  logic [2:0]             op_first_i,  // the same, already with the first beat
  input  logic                   load_i,      // a beat is loaded
  input  logic                   load_b_i,    // of the second operand
  // one slot
  output logic                   read_o,      // memory is read
  output logic                   unload_o,    // it belongs to the unload pass
  output logic                   unload_last_o,
  output twd_quad_pkg::source_e  source_o,
  output twd_butterfly_2x2_pkg::mode_e mode_o,
  output logic                   turn_in_o,   // words are transposed in front of the butterflies
  output logic                   turn_out_o,  // behind them
  output logic [1:0]             phase_o,
  output logic                   r_region_o,
  output logic [AddrBits-1:0]    addr_o,
  output logic [FactorBits-1:0]  factor_o,    // address of the factors
  output logic                   write_o,     // of a word into memory
  output logic                   w_factor_o,  // among the factors instead
  output logic                   w_region_o,
  output logic [1:0]             w_lanes_o,   // even, odd
  output logic                   busy_o,      // of a pass of butterflies
  output logic                   idle_o,
  output logic                   last_beat_o  // load_i would be the last beat of its operand
);

  localparam bit Complete = twd_ring_pkg::complete(Ring);
  localparam int unsigned Slots = 1 << AddrBits;
  localparam bit Apart = twd_quad_pkg::apart(Ring);
  localparam int unsigned Passes = twd_quad_pkg::passes(Ring);
  localparam logic [6*96-1:0] States = twd_quad_pkg::states(Ring);
  localparam int unsigned PassBits = $clog2(Passes + 2);
  localparam int unsigned Delay = twd_quad_pkg::write_delay(Method, Ring.q);
  localparam int unsigned Lag = twd_quad_pkg::lag(Method, Ring.q);
  localparam int unsigned GapNone = twd_quad_pkg::gap(Delay, Slots, 0);
  localparam int unsigned GapLast = Delay + Lag;
  localparam int unsigned LargestGap = Delay + Lag + Slots + 8;
  localparam int unsigned TauBits = $clog2(Slots + LargestGap);

  localparam logic [2:0] STEP_NTT_A = 3'd0;
  localparam logic [2:0] STEP_NTT_B = 3'd1;
  localparam logic [2:0] STEP_PWM = 3'd2;
  localparam logic [2:0] STEP_INTT = 3'd3;
  localparam logic [2:0] STEP_UNLOAD = 3'd4;
  localparam logic [2:0] STEP_FLUSH = 3'd5;  // behind a reset: what the butterflies still hold runs out

  localparam logic [PassBits-1:0] Last = PassBits'(Passes - 1);
  localparam logic [PassBits-1:0] Psi = PassBits'(Published ? Passes : 0);  // powers of psi, before pass 0 and behind it
  localparam logic [PassBits-1:0] LastProduct = Complete ? '0 : PassBits'(2);

  // Idle cycles behind pass p: forward to p + 1, inverse to p - 1; the last entry to the pass behind a transform.
  function automatic logic [8*TauBits-1:0] table_of_gaps(input bit inverse);
    table_of_gaps = '0;
    for (int unsigned p = 0; p < Passes; p++) begin
      if (inverse) begin
        table_of_gaps[p*TauBits+:TauBits] = p == 0 ? TauBits'(GapLast)
            : TauBits'(twd_quad_pkg::gap_of_four(Delay + Lag, Slots, twd_quad_pkg::early(States, AddrBits, p, p - 1)));
      end else begin
        table_of_gaps[p*TauBits+:TauBits] = p + 1 == Passes ? TauBits'(GapNone)
            : TauBits'(twd_quad_pkg::gap(Delay, Slots, twd_quad_pkg::early(States, AddrBits, p, p + 1)));
      end
    end
  endfunction

  localparam logic [8*TauBits-1:0] GapsForward = table_of_gaps(1'b0);
  localparam logic [8*TauBits-1:0] GapsInverse = table_of_gaps(1'b1);

  localparam logic [31:0] Zero = twd_quad_pkg::zero(Ring);

  // Passes of one layer.
  function automatic logic [7:0] table_of_singles();
    table_of_singles = '0;
    for (int unsigned p = 0; p < Passes; p++) table_of_singles[p] = twd_quad_pkg::single(Ring, p);
  endfunction

  localparam logic [7:0] Singles = table_of_singles();

  logic run_q, run_d;
  logic [2:0] step_q, step_d;
  logic [PassBits-1:0] pass_q, pass_d;
  logic [TauBits-1:0] tau_q, tau_d;
  logic end_q, end_d;  // last cycle of the pass

  logic transform;
  logic final_pass;
  logic [TauBits-1:0] gap;
  logic [TauBits-1:0] last_but_one;
  logic psi;  // the pass multiplies by powers of psi
  assign transform = step_q == STEP_NTT_A || step_q == STEP_NTT_B;
  assign psi = Published && pass_q == Psi && (transform || step_q == STEP_INTT);

  always_comb begin
    unique case (step_q)
      STEP_NTT_A: final_pass = pass_q == Last && op_i == twd_op_pkg::OP_NTT;
      STEP_PWM:   final_pass = pass_q == LastProduct && op_i == twd_op_pkg::OP_PWM;
      STEP_INTT:  final_pass = pass_q == Psi;
      default:    final_pass = 1'b0;
    endcase
  end

  always_comb begin
    gap = '0;
    if (final_pass || step_q == STEP_FLUSH) begin
      gap = TauBits'(GapLast);
    end else if (step_q == STEP_PWM || psi) begin
      gap = TauBits'(GapNone);
    end else if (step_q != STEP_UNLOAD) begin
      for (int p = 0; p < Passes; p++) begin
        if (pass_q == PassBits'(p)) begin
          gap = step_q == STEP_INTT ? GapsInverse[p*TauBits+:TauBits] : GapsForward[p*TauBits+:TauBits];
        end
      end
    end
  end

  assign last_but_one = TauBits'(Slots - 2) + gap;

  always_comb begin
    run_d  = run_q;
    step_d = step_q;
    pass_d = pass_q;
    tau_d  = tau_q;
    end_d  = 1'b0;
    if (load_i) tau_d = tau_q + 1'b1;
    if (run_q) begin
      end_d = tau_q == last_but_one;
      tau_d = tau_q + 1'b1;
      if (end_q) begin
        tau_d = '0;
        end_d = 1'b0;
        pass_d = step_q == STEP_INTT ? pass_q - 1'b1 : pass_q + 1'b1;
        if (Published && pass_q == (step_q == STEP_INTT ? '0 : Psi)) pass_d = step_q == STEP_INTT ? Psi : '0;
        if (step_q == STEP_UNLOAD || step_q == STEP_FLUSH) begin
          run_d = 1'b0;
        end else if (final_pass) begin
          step_d = STEP_UNLOAD;
        end else if (transform && pass_q == Last) begin
          step_d = step_q == STEP_NTT_A && op_i == twd_op_pkg::OP_MUL ? STEP_NTT_B : STEP_PWM;
          pass_d = step_q == STEP_NTT_A && op_i == twd_op_pkg::OP_MUL ? Psi : '0;
        end else if (step_q == STEP_PWM && pass_q == LastProduct) begin
          step_d = STEP_INTT;
          pass_d = Last;
        end
      end
    end
    if (start_i) begin
      run_d  = 1'b1;
      tau_d  = '0;
      end_d  = 1'b0;
      pass_d = '0;
      unique case (op_i)
        twd_op_pkg::OP_NTT, twd_op_pkg::OP_MUL, twd_op_pkg::OP_MULT: begin
          step_d = STEP_NTT_A;
          pass_d = Psi;
        end
        twd_op_pkg::OP_INTT: begin
          step_d = STEP_INTT;
          pass_d = Last;
        end
        twd_op_pkg::OP_PWM: step_d = STEP_PWM;
        default: step_d = STEP_UNLOAD;  // refused
      endcase
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      run_q  <= 1'b1;
      step_q <= STEP_FLUSH;
      tau_q  <= TauBits'(Slots);
      end_q  <= 1'b0;
    end else if (en_i) begin
      run_q  <= run_d;
      step_q <= step_d;
      tau_q  <= tau_d;
      end_q  <= end_d;
    end
  end

  always_ff @(posedge clk_i) begin
    if (en_i) pass_q <= pass_d;
  end

  assign idle_o = !run_q;
  assign last_beat_o = &tau_q[AddrBits-1:0];

  // ---- from the counters to addresses ----
  logic slot;               // a slot of a pass
  logic natural;            // beats of a polynomial, not of a transform
  logic beats;              // loading and unloading
  logic [PassBits-1:0] at;  // pass whose order holds, or that of beats
  logic [AddrBits-1:0] t;
  logic [AddrBits-1:0] addr;
  logic [FactorBits-1:0] factor;
  logic takes_b_factor;

  localparam logic [PassBits-1:0] Natural = PassBits'(Passes);
  localparam logic [PassBits-1:0] Beats = PassBits'(Passes + 1);

  logic refused;
  logic shrunk;  // divided when loaded by what the layers of an inverse transform multiply by
  assign shrunk = load_b_i ? op_i != twd_op_pkg::OP_PWM : op_first_i == twd_op_pkg::OP_INTT;
  assign refused = !twd_op_pkg::is_op(op_first_i);
  assign slot = run_q && tau_q[TauBits-1:AddrBits] == '0;
  assign beats = load_i || step_q == STEP_UNLOAD;
  assign natural = load_i && load_b_i ? op_i == twd_op_pkg::OP_MUL
      : load_i ? op_i != twd_op_pkg::OP_INTT && op_i != twd_op_pkg::OP_PWM  // beat 0 is word 0 in any order
      : op_i != twd_op_pkg::OP_NTT && op_i != twd_op_pkg::OP_PWM;
  assign at = beats ? (natural ? Natural : Beats) : step_q == STEP_PWM ? Last : psi ? '0 : pass_q;
  assign t = tau_q[AddrBits-1:0];
  assign takes_b_factor = step_q == STEP_PWM && (Complete || pass_q != LastProduct);

  for (genvar j = 0; j < AddrBits; j++) begin : gen_addr
    logic [Passes-1:0] driven;
    localparam int unsigned BeatBit = twd_quad_pkg::beat_bit(States, Passes - 1, j);
    for (genvar p = 0; p < Passes; p++) begin : gen_pass
      localparam int unsigned SlotBit = twd_quad_pkg::slot_bit(States, AddrBits, p, j);
      assign driven[p] = at == PassBits'(p) && t[SlotBit];
    end
    assign addr[j] = |driven || (at == Natural && t[j]) || (at == Beats && t[BeatBit]);
  end

  for (genvar i = 0; i < AddrBits + 1; i++) begin : gen_block
    logic [Passes-1:0] driven;
    logic b_bit;
    for (genvar p = 0; p < Passes; p++) begin : gen_pass
      localparam int unsigned BlockBits = twd_quad_pkg::block_bits(Ring, p);
      if (i < BlockBits) begin : gen_bit
        localparam int unsigned BlockBit = twd_quad_pkg::index_bit(States, AddrBits, p, AddrBits + 1 - BlockBits + 1 + i);
        assign driven[p] = at == PassBits'(p) && tau_q[BlockBit];
      end else begin : gen_top
        assign driven[p] = at == PassBits'(p) && i == BlockBits;
      end
    end
    if (i < AddrBits - 1) begin : gen_low
      assign b_bit = addr[i];
    end else begin : gen_mark
      assign b_bit = i == AddrBits - 1;
    end
    assign factor[i] = load_i ? (refused && Zero[i]) || (shrunk && (Zero[i] || i == 0))
        : psi ? i < AddrBits && addr[i%AddrBits] : takes_b_factor ? b_bit : |driven;
  end

  assign factor[AddrBits+1] = load_i ? load_b_i : takes_b_factor ? addr[AddrBits-1] : step_q == STEP_INTT;
  if (Published) begin : gen_psi_factors
    assign factor[AddrBits+2] = !load_i && psi;
  end else if (!Complete) begin : gen_pair_factors
    assign factor[AddrBits+2] = !load_i && step_q == STEP_PWM && pass_q == LastProduct;
  end

  twd_butterfly_2x2_pkg::mode_e mode;
  logic single;

  always_comb begin
    single = 1'b0;
    for (int p = 0; p < Passes; p++) begin
      if (pass_q == PassBits'(p)) single = Singles[p];
    end
    if (load_i) begin
      mode = twd_butterfly_2x2_pkg::MODE_PRODUCT;
    end else if (!slot) begin
      mode = twd_butterfly_2x2_pkg::MODE_CT;  // and no inverse slot, which would take M1 later
    end else if (step_q == STEP_PWM) begin
      mode = twd_butterfly_2x2_pkg::MODE_PRODUCT;
      if (!Complete && pass_q == '0) mode = twd_butterfly_2x2_pkg::MODE_CROSS;
      if (!Complete && pass_q == LastProduct) mode = twd_butterfly_2x2_pkg::MODE_PAIR;
    end else if (psi) begin
      mode = twd_butterfly_2x2_pkg::MODE_PRODUCT;
    end else if (step_q == STEP_INTT) begin
      mode = single ? twd_butterfly_2x2_pkg::MODE_GS_ONE : twd_butterfly_2x2_pkg::MODE_GS;
    end else begin
      mode = single ? twd_butterfly_2x2_pkg::MODE_CT_ONE : twd_butterfly_2x2_pkg::MODE_CT;
    end
  end

  logic with_product;  // of an incomplete transform, which ends in region 1
  assign with_product = !Complete && op_i != twd_op_pkg::OP_INTT && op_i != twd_op_pkg::OP_NTT
      && !refused;

  logic r_region;
  logic w_region;
  logic w_factor;
  logic [1:0] w_lanes;

  always_comb begin
    w_lanes = 2'b11;
    w_factor = 1'b0;
    unique case (step_q)
      STEP_NTT_B: r_region = 1'b1;
      STEP_INTT, STEP_UNLOAD: r_region = with_product;
      default: r_region = 1'b0;
    endcase
    w_region = r_region;
    if (load_i) begin
      w_region = load_b_i;
      w_factor = load_b_i && op_i != twd_op_pkg::OP_MUL;
    end else if (step_q == STEP_NTT_B) begin
      w_factor = pass_q == Last;
    end else if (step_q == STEP_PWM && !Complete) begin
      w_region = pass_q != PassBits'(1);
      w_lanes = pass_q == '0 ? 2'b10 : pass_q == LastProduct ? 2'b01 : 2'b11;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      read_o        <= 1'b0;
      unload_o      <= 1'b0;
      unload_last_o <= 1'b0;
      write_o       <= 1'b0;
      busy_o        <= 1'b0;
    end else if (en_i) begin
      read_o        <= slot;
      unload_o      <= slot && step_q == STEP_UNLOAD;
      unload_last_o <= slot && step_q == STEP_UNLOAD && &tau_q[AddrBits-1:0];
      write_o       <= load_i || (slot && step_q != STEP_UNLOAD);
      busy_o        <= slot && step_q != STEP_UNLOAD;
    end
  end

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      source_o   <= !load_i ? (Apart && r_region ? twd_quad_pkg::FROM_SECOND : twd_quad_pkg::FROM_MEMORY)
          : load_b_i ? twd_quad_pkg::FROM_B : twd_quad_pkg::FROM_A;
      mode_o     <= mode;
      turn_in_o  <= !load_i && slot && transform && !psi;
      turn_out_o <= !load_i && run_q && step_q == STEP_INTT && !psi;  // in the gaps too: late lanes turn
      phase_o    <= tau_q[1:0];
      r_region_o <= r_region;
      addr_o     <= addr;
      factor_o   <= factor;
      w_factor_o <= w_factor;
      w_region_o <= w_region;
      w_lanes_o  <= w_lanes;
    end
  end

  `TWD_ASSERT(LoadOnlyBetweenOperations, !(load_i && run_q))
  `TWD_ASSERT(StartOnlyBetweenOperations, !(start_i && run_q))

endmodule
