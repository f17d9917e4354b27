/* SPDX-FileCopyrightText: 2026 Twiddle contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lattice.h"

#define DMA ((volatile uint32_t *)0x50000000)

enum { FROM, BYTES, TO, STATUS }; /* registers */

static twd_lattice lattice;

int lattice_found(void) { return twd_lattice_probe(&lattice, 0x40000000) == TWD_LATTICE_OK; }

void lattice_patience(uint32_t polls) { lattice.polls = polls; }

uint32_t lattice_rules(void) { return twd_lattice_result(&lattice); }

uint32_t lattice_cycles(void) { return twd_lattice_cycles(&lattice); }

twd_lattice_status lattice_run(twd_lattice_op op, uint32_t set, uint32_t options, const lattice_frame in[], size_t ins,
                               void *const out[], size_t outs) {
  twd_lattice_status status = twd_lattice_start(&lattice, op, set, options);
  if (status != TWD_LATTICE_OK) return status;
  for (size_t i = 0; i < outs; ++i) DMA[TO] = (uintptr_t)out[i];
  for (size_t i = 0; i < ins; ++i) {
    DMA[FROM] = (uintptr_t)in[i].bytes;
    DMA[BYTES] = in[i].count;
  }
  status = twd_lattice_wait(&lattice);
  if (status == TWD_LATTICE_ERR_TIMEOUT) { /* the core ends a frame that comes out, and what waits is dropped */
    (void)twd_lattice_reset(&lattice);
    DMA[STATUS] = 0;
    return status;
  }
  while (DMA[STATUS]) continue;
  return status;
}
