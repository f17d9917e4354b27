// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_test_mac_pkg: a ring as a struct, as the cores have one inside.

package twd_test_mac_pkg;
  typedef struct packed {
    int unsigned n;
    int unsigned q;
    int unsigned root;
    int unsigned root_order;
  } ring_cfg_t;
endpackage
