// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_lattice_result: the rules that an operation broke, and its end.
//
// Errors    a bit of error_o stays until the next operation starts. Each is kept twice, once inverted, and is 1 where
//           one of both says so. A rule that is broken in the first cycle after start_i is of the operation before.
// Verify    a signature is rejected unless all of c~ was found equal.
// Timing    a cycle. Reset: no rule, no result.
// Model     none: it keeps bits only

module twd_lattice_result (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic                    start_i,
  input  logic                    done_i,
  input  logic                    unknown_i,   // with start_i
  input  logic                    verifies_i,
  input  logic                    fault_i,
  input  logic                    early_i,
  input  logic                    late_i,
  input  logic                    bytes_i,
  input  logic                    range_i,
  input  logic                    differs_i,
  input  logic                    equal_i,
  input  logic                    invalid_i,   // of Verify
  input  logic                    gives_up_i,  // of Sign
  output twd_lattice_pkg::error_t error_o,
  output logic                    done_valid_o,
  input  logic                    done_ready_i
);

  twd_lattice_pkg::error_t error_q, error_n_q, found;  // error_n_q: inverted
  logic start_q;

  assign error_o = error_q | ~error_n_q;

  always_comb begin
    found.fault = fault_i;
    found.unknown = 1'b0;
    found.bytes = bytes_i;
    found.rejected = !start_q && ((gives_up_i && error_o == '0)
        || (verifies_i && (differs_i || invalid_i || (done_i && !equal_i))));
    found.hash = differs_i && !verifies_i;
    found.range = range_i && !start_q;
    found.late = late_i;
    found.early = early_i;
    found = found | error_o;
    if (start_i) begin
      found = '0;
      found.unknown = unknown_i;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      error_q      <= '0;
      error_n_q    <= '1;
      start_q      <= 1'b0;
      done_valid_o <= 1'b0;
    end else begin
      start_q   <= start_i;
      error_q   <= found;
      error_n_q <= ~found;
      if (done_i) done_valid_o <= 1'b1;
      else if (done_ready_i) done_valid_o <= 1'b0;
    end
  end

endmodule
