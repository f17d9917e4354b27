/* SPDX-FileCopyrightText: 2026 Twiddle contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Programs on the polynomial unit, with the driver of sw/; polynomials go through the DMA of soc_dma.sv.
 */
#ifndef UNIT_H
#define UNIT_H

#include <stddef.h>
#include <stdint.h>

#include "twd_unit.h"

#define UNIT_TIMEOUT 0x80000000u

/* Runs a program; returns 0, the unit's errors (TWD_UNIT_CAUSE_*), which are cleared, or UNIT_TIMEOUT.
 *
 * loads, operands, stores  polynomials in the order of the program, each aligned to 4 bytes: int16_t[256] modulo
 *                          3329, int32_t[256] modulo 8380417. Coefficients from -q + 1 to 2 q - 1; results are
 *                          canonical.
 */
uint32_t unit_run(const uint32_t *program, size_t length, const void *const loads[], const void *const operands[],
                  void *const stores[]);

/* Whether the unit is there; before the first program. */
int unit_found(void);

#endif
