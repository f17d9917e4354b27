// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_ram_pkg: what a memory is made of, the parameter Memory of the cores.
//
// Model     twiddle.catalog.cores.base.Memory

package twd_ram_pkg;

  typedef enum logic [1:0] {
    MEMORY_BLOCK = 2'd0,  // block RAM; its clock-to-out limits the core
    MEMORY_LUT   = 2'd1,  // memory in LUTs of 64 words (7-series, UltraScale+), and tables in logic
    MEMORY_LUT16 = 2'd2   // the same in LUTs of 16 words (ECP5, Gowin)
  } memory_e;

  // Words that one LUT of it holds (Words of twd_ram_1r1w).
  function automatic int unsigned words(input logic [1:0] memory);
    words = memory == twd_ram_pkg::MEMORY_LUT16 ? 32'd16 : 32'd64;
  endfunction

endpackage
