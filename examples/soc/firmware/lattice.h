/* SPDX-FileCopyrightText: 2026 Twiddle contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Whole operations of ML-KEM and ML-DSA, with the driver of sw/; frames go through the DMA of soc_frames.sv.
 */
#ifndef LATTICE_H
#define LATTICE_H

#include <stddef.h>
#include <stdint.h>

#include "twiddle_lattice.h"

/* Bytes in memory, aligned to 4. */
typedef struct {
  const void *bytes;
  size_t count;
} lattice_frame;

/* Executes an operation of set 0, 1 or 2 (docs/schemes/frames.md); returns when all results are in memory.
 *
 * options    of twd_lattice_start
 * in, ins    its frames in, 3 at most
 * out, outs  where its frames out go, aligned to 4 bytes; 2 at most
 */
twd_lattice_status lattice_run(twd_lattice_op op, uint32_t set, uint32_t options, const lattice_frame in[], size_t ins,
                               void *const out[], size_t outs);

/* Reads of STATUS after which lattice_run ends with TWD_LATTICE_ERR_TIMEOUT; its operation and frames are dropped then. */
void lattice_patience(uint32_t polls);

/* The rules that the last operation broke, and the cycles of all operations. */
uint32_t lattice_rules(void);
uint32_t lattice_cycles(void);

/* Whether the core is there; before the first operation. */
int lattice_found(void);

#endif
