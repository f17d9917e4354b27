// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_ram_pkg: what a memory is made of, the parameter Memory of the cores.
//
// Model     twiddle.designs.Memory

package twd_ram_pkg;

  typedef enum logic {
    MEMORY_BLOCK = 1'b0,  // block RAM; its clock-to-out limits the core
    MEMORY_LUT   = 1'b1   // LUT memory, and tables in logic
  } memory_e;

endpackage
