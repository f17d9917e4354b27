// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_axis_pkg: how coefficients lie on an AXI4-Stream, and what can be wrong with a frame.
//
// A frame is a polynomial, TLAST on its last beat. Coefficient i takes the bits from i Slot on, dense (Slot = 0) from i
// width(q) on, the lowest bit and the lowest byte first; the bits of a slot above a coefficient are 0.

package twd_axis_pkg;

  localparam int unsigned DENSE = 32'd0;

  function automatic int unsigned common_divisor(input int unsigned a, input int unsigned b);
    int unsigned x;
    int unsigned y;
    int unsigned rest;
    x = a;
    y = b;
    for (int unsigned i = 0; i < 32'd32; i++) begin
      if (y != 0) begin
        rest = x % y;
        x = y;
        y = rest;
      end
    end
    common_divisor = x;
  endfunction

  // Bits that a gearbox collects.
  function automatic int unsigned group(input int unsigned a, input int unsigned b);
    group = a / common_divisor(a, b) * b;
  endfunction

  // Bits that a coefficient takes on the bus.
  function automatic int unsigned place(input int unsigned slot, input int unsigned width);
    place = slot == twd_axis_pkg::DENSE ? width : slot;
  endfunction

  // Beats of a frame.
  function automatic int unsigned beats(
    input int unsigned n, input int unsigned bus, input int unsigned slot, input int unsigned width
  );
    beats = n * place(slot, width) / bus;
  endfunction

  typedef enum logic [2:0] {
    RULE_OK    = 3'd0,
    RULE_BUS   = 3'd1,  // the bus has 8, 16, 32, 64 or 128 bits
    RULE_SLOT  = 3'd2,  // a slot is 16 or 32 bits and holds a coefficient, or there is none
    RULE_WHOLE = 3'd3,  // a frame is whole beats of the bus
    RULE_LONG  = 3'd4   // a frame is longer than what a gearbox holds
  } rule_e;

  // The rule that is broken.
  function automatic rule_e broken_rule(
    input int unsigned n, input int unsigned width, input int unsigned lanes, input int unsigned bus,
    input int unsigned slot
  );
    broken_rule = twd_axis_pkg::RULE_OK;
    if (n * width <= lanes * width + 2 * 32'd128 + 2 * 32'd32
        || n * place(slot, width) < 2 * group(lanes * place(slot, width), bus)) begin
      broken_rule = twd_axis_pkg::RULE_LONG;
    end
    if (n * place(slot, width) % bus != 0) broken_rule = twd_axis_pkg::RULE_WHOLE;
    if (slot != twd_axis_pkg::DENSE && ((slot != 16 && slot != 32) || slot < width)) begin
      broken_rule = twd_axis_pkg::RULE_SLOT;
    end
    if (bus != 8 && bus != 16 && bus != 32 && bus != 64 && bus != 128) broken_rule = twd_axis_pkg::RULE_BUS;
  endfunction

endpackage
