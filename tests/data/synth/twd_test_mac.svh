// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// Shows whether the flow reads the sources with SYNTHESIS defined.

`ifdef SYNTHESIS
  `define TWD_TEST_MAC_MASK 3'b000
`else
  `define TWD_TEST_MAC_MASK 3'b111
`endif
