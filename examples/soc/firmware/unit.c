/* SPDX-FileCopyrightText: 2026 Twiddle contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "unit.h"

#include "twd_unit_regs.h"

#define UNIT ((volatile twd_unit_regs_t *)0x40000000)
#define DMA ((volatile uint32_t *)0x50000000)

enum { LOAD = 0, OPERAND = 1, STORE = 2, STATUS = 3 };
enum { PAIRS = 1, LAST = 2 };

static uintptr_t flags(uint32_t command, unsigned left) {
  return (command >> 27 & 1 ? PAIRS : 0) | (left == 1 ? LAST : 0);
}

uint32_t unit_run(const uint32_t *program, size_t length, const void *const loads[], const void *const operands[],
                  void *const stores[]) {
  unsigned room = 0;
  for (size_t i = 0; i < length; ++i) {
    const uint32_t command = program[i];
    unsigned count = (command >> 24 & 7) + 1;
    if (command >> 28 == TWD_UNIT_LOAD)
      for (; count; --count) DMA[LOAD] = (uintptr_t)*loads++ | flags(command, count);
    else if (command >> 28 == TWD_UNIT_STORE)
      for (; count; --count) DMA[STORE] = (uintptr_t)*stores++ | flags(command, count);
    else if (command >> 2 & 1)
      DMA[OPERAND] = (uintptr_t)*operands++ | flags(command, 0);
    while (room == 0) room = (UNIT->STATUS & TWD_UNIT_REGS__STATUS__ROOM_bm) >> TWD_UNIT_REGS__STATUS__ROOM_bp;
    UNIT->COMMAND = command;
    --room;
  }
  while (DMA[STATUS] || (UNIT->STATUS & TWD_UNIT_REGS__STATUS__BUSY_bm)) {
  }
  const uint32_t errors = UNIT->ERRORS;
  if (errors) UNIT->ERRORS = errors;
  return errors;
}

int unit_found(void) { return UNIT->ID == TWD_UNIT_REGS__ID__VALUE_reset; }
