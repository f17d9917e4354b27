// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_test_mac_pkg: a ring as a struct parameter, as the cores have one.

package twd_test_mac_pkg;
  typedef struct packed {
    int unsigned n;
    int unsigned q;
    int unsigned root;
    int unsigned root_order;
  } ring_cfg_t;

  localparam ring_cfg_t DEFAULT_RING = {32'd256, 32'd8380417, 32'd1753, 32'd512};
endpackage
