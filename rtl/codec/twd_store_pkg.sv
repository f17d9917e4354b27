// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_store_pkg: what a job of twd_store_map is for its four lanes.
//
// Model  twiddle.model.encode

package twd_store_pkg;

  typedef struct packed {
    logic [23:0] add;       // is added to x
    logic [23:0] add_high;  // in place of it where x[22] = 1
    logic        triple;    // times 11 / 4: gamma2 = (q - 1) / 88
    logic        compress;  // times 315
    logic [4:0]  round;     // minus 2^18, 2^15, 2^14, 2^9, 2^8: a half of what Compress with d = 1, 4, 5, 10, 11 drops
    logic        use_hint;
    logic [7:0]  limit;     // of |LowBits| modulo 256
  } job_t;

endpackage
