/* SPDX-FileCopyrightText: 2026 Twiddle contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * twiddle_lattice.c: see twiddle_lattice.h. Needs the generated twd_lattice_regs.h (`make sw`) in the include path.
 */

#include "twiddle_lattice.h"

#include <stddef.h>

#include "twd_lattice_regs.h"

#define REG(name) ((uint32_t)offsetof(twd_lattice_regs_t, name))
#define BIT(reg, field) ((uint32_t)TWD_LATTICE_REGS__##reg##__##field##_bm)
#define GET(value, reg, field) (((value)&BIT(reg, field)) >> TWD_LATTICE_REGS__##reg##__##field##_bp)
#define PUT(value, reg, field) ((uint32_t)(value) << TWD_LATTICE_REGS__##reg##__##field##_bp)

/* The description and twiddle_lattice.h agree; a negative size of an array ends the compilation. */
#define CHECK(name, condition) typedef char check_##name[(condition) ? 1 : -1]
#define CAUSE(name) (TWD_LATTICE_CAUSE_##name == BIT(ERRORS, name))
#define OPTION(name) (BIT(COMMAND, name) == TWD_LATTICE_##name * BIT(COMMAND, MU) / TWD_LATTICE_MU)
CHECK(options, OPTION(DETERMINISTIC) && OPTION(SEED) && OPTION(KEY) && OPTION(RANDOM));
CHECK(context, OPTION(CTX) && OPTION(PREHASH) && BIT(COMMAND, CTX_BYTES) == 255 * 2 * BIT(COMMAND, PREHASH));
CHECK(waits, TWD_LATTICE_WAITS_IN == BIT(STATUS, WAITS_IN) && TWD_LATTICE_WAITS_KEY == BIT(STATUS, WAITS_KEY)
                 && TWD_LATTICE_WAITS_RANDOM == BIT(STATUS, WAITS_RANDOM));
CHECK(irq, TWD_LATTICE_IRQ_DONE == BIT(IRQ, DONE) && TWD_LATTICE_IRQ_ERROR == BIT(IRQ, ERROR));
CHECK(frames, CAUSE(EARLY) && CAUSE(LATE) && CAUSE(BYTES));
CHECK(rules, CAUSE(RANGE) && CAUSE(HASH) && CAUSE(REJECTED));
CHECK(accesses, CAUSE(OPERATION) && CAUSE(BUSY) && CAUSE(ACCESS) && CAUSE(FAULT) && CAUSE(WATCHDOG));

enum { POLLS = 1000000 };

#ifndef TWD_EXTERNAL_BUS
static uint32_t twd_lattice_bus_read(const twd_lattice *lattice, uint32_t offset) {
  return *(const volatile uint32_t *)(lattice->base + offset);
}

static void twd_lattice_bus_write(const twd_lattice *lattice, uint32_t offset, uint32_t value) {
  *(volatile uint32_t *)(lattice->base + offset) = value;
}
#endif

twd_lattice_status twd_lattice_probe(twd_lattice *lattice, uintptr_t base) {
  uint32_t version, caps;
  lattice->base = base;
  lattice->polls = POLLS;
  if (twd_lattice_bus_read(lattice, REG(ID)) != TWD_LATTICE_REGS__ID__VALUE_reset) return TWD_LATTICE_ERR_ID;
  version = twd_lattice_bus_read(lattice, REG(VERSION));
  if (GET(version, VERSION, MAP) != TWD_LATTICE_REGS__VERSION__MAP_reset) return TWD_LATTICE_ERR_VERSION;
  caps = twd_lattice_bus_read(lattice, REG(CAPS));
  lattice->kem = GET(caps, CAPS, KEM);
  lattice->dsa = GET(caps, CAPS, DSA);
  return TWD_LATTICE_OK;
}

/* Whether an operation has these options. */
static int known(uint32_t code, uint32_t options) {
  const uint32_t keys = TWD_LATTICE_KEY | TWD_LATTICE_RANDOM;
  const uint32_t message = TWD_LATTICE_MU | TWD_LATTICE_CONTEXT(255) | TWD_LATTICE_PREHASH;
  const uint32_t of[] = {keys, TWD_LATTICE_RANDOM,
                         TWD_LATTICE_SEED | TWD_LATTICE_KEY, keys,
                         keys | message | TWD_LATTICE_DETERMINISTIC | TWD_LATTICE_SEED, message};
  if ((options & ~of[code]) || (of[code] == keys && options == keys)) return 0;
  if ((options & TWD_LATTICE_DETERMINISTIC) && (options & TWD_LATTICE_RANDOM)) return 0;
  return options & TWD_LATTICE_CTX ? !(options & TWD_LATTICE_MU) : options < TWD_LATTICE_CTX;
}

twd_lattice_status twd_lattice_start(const twd_lattice *lattice, twd_lattice_op op, uint32_t set, uint32_t options) {
  const uint32_t code = (uint32_t)op;
  if (code > TWD_DSA_VERIFY || set > 2 || !known(code, options)) return TWD_LATTICE_ERR_OPERATION;
  if (!(code < TWD_DSA_KEYGEN ? lattice->kem : lattice->dsa)) return TWD_LATTICE_ERR_OPERATION;
  if (twd_lattice_busy(lattice)) return TWD_LATTICE_ERR_BUSY;
  twd_lattice_bus_write(lattice, REG(COMMAND),
                        PUT(code, COMMAND, OPERATION) | PUT(set, COMMAND, SET) | PUT(options, COMMAND, MU));
  return TWD_LATTICE_OK;
}

int twd_lattice_busy(const twd_lattice *lattice) {
  return (twd_lattice_bus_read(lattice, REG(STATUS)) & BIT(STATUS, BUSY)) != 0;
}

uint32_t twd_lattice_waits(const twd_lattice *lattice) {
  return twd_lattice_bus_read(lattice, REG(STATUS))
         & (BIT(STATUS, WAITS_IN) | BIT(STATUS, WAITS_KEY) | BIT(STATUS, WAITS_RANDOM));
}

void twd_lattice_watchdog(const twd_lattice *lattice, uint32_t cycles) {
  twd_lattice_bus_write(lattice, REG(WATCHDOG), cycles);
}

twd_lattice_status twd_lattice_wait(const twd_lattice *lattice) {
  uint32_t polls, result;
  for (polls = 0; twd_lattice_busy(lattice); polls++) {
    if (polls + 1 >= lattice->polls) return TWD_LATTICE_ERR_TIMEOUT;
  }
  result = twd_lattice_bus_read(lattice, REG(RESULT));
  if (!(result & BIT(RESULT, VALID))) return TWD_LATTICE_ERR_DROPPED;
  return result == BIT(RESULT, VALID) ? TWD_LATTICE_OK : TWD_LATTICE_ERR_RULE;
}

uint32_t twd_lattice_result(const twd_lattice *lattice) {
  return twd_lattice_bus_read(lattice, REG(RESULT)) & ~BIT(RESULT, VALID);
}

uint32_t twd_lattice_errors(const twd_lattice *lattice) { return twd_lattice_bus_read(lattice, REG(ERRORS)); }

void twd_lattice_clear_errors(const twd_lattice *lattice, uint32_t mask) {
  twd_lattice_bus_write(lattice, REG(ERRORS), mask);
}

void twd_lattice_irq_enable(const twd_lattice *lattice, uint32_t mask) {
  twd_lattice_bus_write(lattice, REG(IRQ_ENABLE), mask);
}

uint32_t twd_lattice_irq_take(const twd_lattice *lattice) {
  const uint32_t waiting = twd_lattice_bus_read(lattice, REG(IRQ));
  twd_lattice_bus_write(lattice, REG(IRQ), waiting);
  return waiting;
}

/* A reset or a zeroize ends within a bounded number of cycles; only during one is CONTROL refused. */
static twd_lattice_status control(const twd_lattice *lattice, uint32_t bit) {
  if (twd_lattice_bus_read(lattice, REG(STATUS)) & BIT(STATUS, ZEROIZING)) return TWD_LATTICE_ERR_BUSY;
  twd_lattice_bus_write(lattice, REG(CONTROL), bit);
  return TWD_LATTICE_OK;
}

twd_lattice_status twd_lattice_reset(const twd_lattice *lattice) { return control(lattice, BIT(CONTROL, RESET)); }

twd_lattice_status twd_lattice_zeroize(const twd_lattice *lattice) { return control(lattice, BIT(CONTROL, ZEROIZE)); }

uint32_t twd_lattice_cycles(const twd_lattice *lattice) { return twd_lattice_bus_read(lattice, REG(CYCLES)); }

uint32_t twd_lattice_operations(const twd_lattice *lattice) { return twd_lattice_bus_read(lattice, REG(OPERATIONS)); }
