// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// The kind of a memory, before its declaration, in the spellings of Vivado and Yosys, Quartus, and Synplify.
//
// TWD_LUT_RAM: memory in LUTs. A read of a word that is written in the same cycle gives the earlier value.
// TWD_LUT_RAM_NO_RW_CHECK, TWD_BLOCK_RAM_NO_RW_CHECK: memory in LUTs, or in block RAM, whose read-during-write value is
//   "don't care": such a read does not occur, or its value is not used, so no bypass logic is needed.
// TWD_BLOCK_ROM: a constant table in block RAM.

`ifndef TWD_MEMORY_SVH
`define TWD_MEMORY_SVH

`define TWD_LUT_RAM (* ram_style = "distributed", ramstyle = "MLAB", syn_ramstyle = "distributed" *)
`define TWD_LUT_RAM_NO_RW_CHECK \
  (* ram_style = "distributed", ramstyle = "MLAB, no_rw_check", syn_ramstyle = "distributed", no_rw_check *)
`define TWD_BLOCK_RAM_NO_RW_CHECK \
  (* ram_style = "block", ramstyle = "no_rw_check", syn_ramstyle = "block_ram", no_rw_check *)
`define TWD_BLOCK_ROM (* rom_style = "block", ram_style = "block", syn_romstyle = "block_rom" *)

`endif
