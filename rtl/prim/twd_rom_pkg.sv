// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_rom_pkg: how constant tables are cut into memories.
//
// Slices    a packed constant has at most 65,536 bits, the most that IEEE 1800 (6.9.1) requires of a tool. A longer
//           table is cut by bits of its words into slices, each of which computes its own contents.

package twd_rom_pkg;

  localparam int unsigned LARGEST_CONSTANT = 32'd65536;  // bits

  // Bits of a word of a whole 36-Kbit block with two ports.
  function automatic int unsigned block_bits(input int unsigned depth);
    block_bits = depth > 16384 ? 32'd1 : depth > 8192 ? 32'd2 : depth > 4096 ? 32'd4 : depth > 2048 ? 32'd9
        : depth > 1024 ? 32'd18 : 32'd36;
  endfunction

  // Bits of a word in a slice: the whole word, or as many whole blocks as one constant may fill.
  function automatic int unsigned slice_bits(input int unsigned depth, input int unsigned width);
    if (depth * width <= LARGEST_CONSTANT) slice_bits = width;
    else slice_bits = LARGEST_CONSTANT / depth / block_bits(depth) * block_bits(depth);
  endfunction

  function automatic int unsigned slices(input int unsigned depth, input int unsigned width);
    slices = (width + slice_bits(depth, width) - 1) / slice_bits(depth, width);
  endfunction

endpackage
