/* SPDX-FileCopyrightText: 2026 Twiddle contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "unit.h"

#include "twiddle_unit.h"

#define DMA ((volatile uint32_t *)0x50000000)

enum { STORE = 2, STATUS = 3 }; /* registers; those of loads and operands have the numbers of their ports */
enum { PAIRS = 1, LAST = 2 };

static void dma_send(void *context, twd_unit_port port, const void *polynomial, int pair, int last) {
  (void)context;
  DMA[port] = (uintptr_t)polynomial | (pair ? PAIRS : 0) | (last ? LAST : 0);
}

static void dma_receive(void *context, void *polynomial, int pair, int last) {
  (void)context;
  DMA[STORE] = (uintptr_t)polynomial | (pair ? PAIRS : 0) | (last ? LAST : 0);
}

static int dma_moving(void *context) {
  (void)context;
  return DMA[STATUS] != 0;
}

static const twd_unit_dma kDma = {dma_send, dma_receive, dma_moving, NULL};
static twd_unit unit;

int unit_found(void) { return twd_unit_probe(&unit, 0x40000000, &kDma) == TWD_UNIT_OK; }

uint32_t unit_run(const uint32_t *program, size_t length, const void *const loads[], const void *const operands[],
                  void *const stores[]) {
  if (twd_unit_run(&unit, program, length, loads, operands, stores) == TWD_UNIT_OK) return 0;
  const uint32_t errors = twd_unit_errors(&unit);
  twd_unit_clear_errors(&unit, errors);
  return errors ? errors : UNIT_TIMEOUT;
}
