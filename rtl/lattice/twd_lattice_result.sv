// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_lattice_result: the rules that an operation broke, and its end.
//
// Errors    a bit of error_o stays until the cycle after the next operation starts. Each is kept twice, once inverted,
//           and is 1 where one of both says so. A rule that is broken in the two cycles after start_i is of the
//           operation before. start_i, clear_i and hold_i are kept twice, too, and count where both say so.
// Verify    a signature is rejected unless all of c~ was found equal.
// Clean     in hold_i, while all else is cleared, no rule is broken; clear_i: no rule, no result.
// Timing    a cycle, that of start_i two. Reset: no rule, no result.
// Model     none: it keeps bits only

module twd_lattice_result (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic                    clear_i,
  input  logic                    hold_i,
  input  logic                    start_i,
  input  logic                    done_i,
  input  logic                    unknown_i,   // with start_i
  input  logic                    verifies_i,
  input  twd_lattice_pkg::moved_t moved_i,
  input  logic                    fault_i,
  input  logic                    range_i,
  input  logic                    invalid_i,   // of Verify
  input  logic                    gives_up_i,  // of Sign
  output twd_lattice_pkg::error_t error_o,
  output logic                    done_valid_o,
  input  logic                    done_ready_i
);

  twd_lattice_pkg::error_t error_q, error_n_q, found;  // error_n_q: inverted
  logic start_q, start_n_q, unknown_q;  // start_n_q: inverted
  logic begun_q;                        // start_q a cycle before
  logic unequal_q, equal_q;             // Verify has not found c~; inverted
  logic hold_q, hold_n_q, clear_q, clear_n_q;
  logic begin_both, clear_both;
  logic fault_q;   // with error_q

  assign begin_both = start_q && !start_n_q;
  assign clear_both = clear_q && !clear_n_q;

  always_comb begin
    error_o = error_q | ~error_n_q;
    error_o.fault = error_o.fault || fault_q;
  end

  always_comb begin
    found.fault = 1'b0;
    found.unknown = 1'b0;
    found.bytes = moved_i.broken;
    found.rejected = !begun_q && ((gives_up_i && error_o == '0) || (verifies_i && (moved_i.differs || invalid_i)));
    found.hash = moved_i.differs && !verifies_i;
    found.range = (range_i || moved_i.zeros) && !begun_q;
    found.late = moved_i.late;
    found.early = moved_i.early;
    found = hold_q && !hold_n_q ? error_o : found | error_o;
    found = found & {8{!clear_both && !begin_both}};
    found.unknown = found.unknown || (begin_both && unknown_q);
    found.rejected = found.rejected || (done_i && (unequal_q || !equal_q));
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      error_q      <= '0;
      error_n_q    <= '1;
      {start_q, start_n_q, unknown_q, begun_q} <= 4'b0100;
      {unequal_q, equal_q} <= 2'b01;
      {hold_q, hold_n_q, clear_q, clear_n_q} <= 4'b0101;
      fault_q      <= 1'b0;
      done_valid_o <= 1'b0;
    end else begin
      {start_q, start_n_q, unknown_q, begun_q} <= {start_i, !start_i, unknown_i, start_q};
      {unequal_q, equal_q} <= {verifies_i && !moved_i.equal, !verifies_i || moved_i.equal};
      fault_q   <= (fault_i || moved_i.fault) && !(hold_q && !hold_n_q) && !clear_both;
      {hold_q, hold_n_q, clear_q, clear_n_q} <= {hold_i, !hold_i, clear_i, !clear_i};
      error_q   <= found;
      error_n_q <= ~found;
      done_valid_o <= !clear_i && (done_i || (done_valid_o && !done_ready_i));
    end
  end

endmodule
