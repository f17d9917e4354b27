// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// The kind of a memory, before its declaration, in the spellings of Vivado and Yosys, Quartus, and Synplify.
//
// TWD_LUT_RAM: memory out of LUTs. A word that is read while it is written is the earlier one.
// TWD_LUT_RAM_APART, TWD_BLOCK_RAM_APART: the same, and block RAM, where no word is read while it is written, or its
//   value does not count.
// TWD_BLOCK_ROM: a table in block RAM.

`ifndef TWD_MEMORY_SVH
`define TWD_MEMORY_SVH

`define TWD_LUT_RAM (* ram_style = "distributed", ramstyle = "MLAB", syn_ramstyle = "distributed" *)
`define TWD_LUT_RAM_APART \
  (* ram_style = "distributed", ramstyle = "MLAB, no_rw_check", syn_ramstyle = "distributed", no_rw_check *)
`define TWD_BLOCK_RAM_APART \
  (* ram_style = "block", ramstyle = "no_rw_check", syn_ramstyle = "block_ram", no_rw_check *)
`define TWD_BLOCK_ROM (* rom_style = "block", ram_style = "block", syn_romstyle = "block_rom" *)

`endif
