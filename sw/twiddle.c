/* SPDX-FileCopyrightText: 2026 Twiddle contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * twiddle.c: see twiddle.h. Needs the generated twd_regs.h (`make sw`) in the include path.
 */

#include "twiddle.h"

#include <stddef.h>

#include "twd_regs.h"

#define REG(name) ((uint32_t)offsetof(twd_regs_t, name))
#define BIT(reg, field) ((uint32_t)TWD_REGS__##reg##__##field##_bm)
#define GET(value, reg, field) (((value)&BIT(reg, field)) >> TWD_REGS__##reg##__##field##_bp)

/* The description and twiddle.h agree; a negative size of an array ends the compilation. */
#define CHECK(name, condition) typedef char check_##name[(condition) ? 1 : -1]
CHECK(packing, sizeof(twd_regs_t) == 0x10000);
CHECK(irq, TWD_IRQ_DONE == BIT(IRQ, DONE) && TWD_IRQ_ERROR == BIT(IRQ, ERROR));
CHECK(operand, TWD_CAUSE_OPERAND == BIT(ERRORS, OPERAND) && TWD_CAUSE_OPERATION == BIT(ERRORS, OPERATION));
CHECK(cause, TWD_CAUSE_BUSY == BIT(ERRORS, BUSY) && TWD_CAUSE_ACCESS == BIT(ERRORS, ACCESS));
CHECK(empty, TWD_CAUSE_EMPTY == BIT(ERRORS, EMPTY));
CHECK(tuser, TWD_BY_TUSER == BIT(OPERATION, TUSER));

enum { POLLS = 1000000 };

/* Operations that take b. */
static const uint32_t kTakesB = 1u << TWD_PWM | 1u << TWD_MUL | 1u << TWD_MULT;

#ifndef TWD_EXTERNAL_BUS
static uint32_t twd_bus_read(const twd_dev *dev, uint32_t offset) {
  return *(const volatile uint32_t *)(dev->base + offset);
}

static void twd_bus_write(const twd_dev *dev, uint32_t offset, uint32_t value) {
  *(volatile uint32_t *)(dev->base + offset) = value;
}
#endif

twd_status twd_probe(twd_dev *dev, uintptr_t base) {
  uint32_t caps;
  dev->base = base;
  dev->polls = POLLS;
  if (twd_bus_read(dev, REG(ID)) != TWD_REGS__ID__VALUE_reset) return TWD_ERR_ID;
  if (GET(twd_bus_read(dev, REG(VERSION)), VERSION, MAP) != TWD_REGS__VERSION__MAP_reset) return TWD_ERR_VERSION;
  caps = twd_bus_read(dev, REG(CAPS));
  dev->n = twd_bus_read(dev, REG(N));
  dev->q = twd_bus_read(dev, REG(Q));
  dev->ops = GET(caps, CAPS, OPS);
  dev->slot = GET(caps, CAPS, SLOT);
  dev->windows = GET(caps, CAPS, WINDOWS);
  return TWD_OK;
}

int twd_offers(const twd_dev *dev, twd_op op) { return (uint32_t)op < 8 && (dev->ops >> (uint32_t)op & 1) != 0; }

int twd_busy(const twd_dev *dev) { return (twd_bus_read(dev, REG(STATUS)) & BIT(STATUS, BUSY)) != 0; }

twd_status twd_select(const twd_dev *dev, twd_op op) {
  if (dev->windows || (op != TWD_BY_TUSER && !twd_offers(dev, op))) return TWD_ERR_UNSUPPORTED;
  twd_bus_write(dev, REG(OPERATION), (uint32_t)op);
  return TWD_OK;
}

/* Loads and reads work on a copy of *dev: no store to a bus or to an operand can change it, so that the compiler keeps
 * it in registers. */

/* Whether a window may be written, and its offset. */
static twd_status window_of(const twd_dev *dev, twd_window window, uint32_t *offset) {
  if (!dev->windows) return TWD_ERR_WINDOWS;
  if (window != TWD_A && (window != TWD_B || !(dev->ops & kTakesB))) return TWD_ERR_UNSUPPORTED;
  if (twd_busy(dev)) return TWD_ERR_BUSY;
  *offset = window == TWD_A ? REG(A) : REG(B);
  return TWD_OK;
}

twd_status twd_load(const twd_dev *dev, twd_window window, const uint32_t *values) {
  const twd_dev core = *dev;
  uint32_t offset, i, bits = 0;
  const twd_status status = window_of(dev, window, &offset);
  if (status != TWD_OK) return status;
  if (core.slot == 32) {
    for (i = 0; i < core.n; ++i) twd_bus_write(&core, offset + 4 * i, values[i]);
    return TWD_OK;
  }
  for (i = 0; i < core.n; i += 2) {
    bits |= values[i] | values[i + 1];
    twd_bus_write(&core, offset + 2 * i, values[i] | values[i + 1] << 16);
  }
  return bits >> 16 ? TWD_ERR_OPERAND : TWD_OK;
}

twd_status twd_load16(const twd_dev *dev, twd_window window, const uint16_t *values) {
  const twd_dev core = *dev;
  uint32_t offset, i;
  const twd_status status = window_of(dev, window, &offset);
  if (status != TWD_OK) return status;
  if (core.slot != 16) return TWD_ERR_UNSUPPORTED;
  for (i = 0; i < core.n; i += 2) {
    twd_bus_write(&core, offset + 2 * i, values[i] | (uint32_t)values[i + 1] << 16);
  }
  return TWD_OK;
}

twd_status twd_start(const twd_dev *dev, twd_op op) {
  if (!dev->windows) return TWD_ERR_WINDOWS;
  if (!twd_offers(dev, op)) return TWD_ERR_UNSUPPORTED;
  if (twd_busy(dev)) return TWD_ERR_BUSY;
  twd_bus_write(dev, REG(IRQ), BIT(IRQ, DONE));
  twd_bus_write(dev, REG(ERRORS), BIT(ERRORS, OPERAND));
  twd_bus_write(dev, REG(OPERATION), (uint32_t)op);
  twd_bus_write(dev, REG(CONTROL), BIT(CONTROL, START));
  return TWD_OK;
}

/* Waits until the core is not busy; the last STATUS goes to *state. */
static twd_status wait_idle(const twd_dev *dev, uint32_t *state) {
  uint32_t left;
  for (left = dev->polls; left > 0; --left) {
    *state = twd_bus_read(dev, REG(STATUS));
    if (!(*state & BIT(STATUS, BUSY))) return TWD_OK;
  }
  return TWD_ERR_TIMEOUT;
}

twd_status twd_wait(const twd_dev *dev) {
  uint32_t state;
  const twd_status status = dev->windows ? wait_idle(dev, &state) : TWD_ERR_WINDOWS;
  if (status != TWD_OK) return status;
  if (!(state & BIT(STATUS, RESULT))) return TWD_ERR_EMPTY;
  if (twd_errors(dev) & BIT(ERRORS, OPERAND)) {
    twd_clear_errors(dev, BIT(ERRORS, OPERAND));
    return TWD_ERR_OPERAND;
  }
  return TWD_OK;
}

/* Whether there is a result to read. */
static twd_status result_of(const twd_dev *dev) {
  uint32_t state;
  if (!dev->windows) return TWD_ERR_WINDOWS;
  state = twd_bus_read(dev, REG(STATUS));
  if (state & BIT(STATUS, BUSY)) return TWD_ERR_BUSY;
  return state & BIT(STATUS, RESULT) ? TWD_OK : TWD_ERR_EMPTY;
}

twd_status twd_read(const twd_dev *dev, uint32_t *values) {
  const twd_dev core = *dev;
  uint32_t i, word;
  const twd_status status = result_of(dev);
  if (status != TWD_OK) return status;
  if (core.slot == 32) {
    for (i = 0; i < core.n; ++i) values[i] = twd_bus_read(&core, REG(C) + 4 * i);
  } else {
    for (i = 0; i < core.n; i += 2) {
      word = twd_bus_read(&core, REG(C) + 2 * i);
      values[i] = word & 0xffff;
      values[i + 1] = word >> 16;
    }
  }
  return result_of(dev) == TWD_OK ? TWD_OK : TWD_ERR_EMPTY;
}

twd_status twd_read16(const twd_dev *dev, uint16_t *values) {
  const twd_dev core = *dev;
  uint32_t i, word;
  twd_status status;
  if (core.windows && core.slot != 16) return TWD_ERR_UNSUPPORTED;
  status = result_of(dev);
  if (status != TWD_OK) return status;
  for (i = 0; i < core.n; i += 2) {
    word = twd_bus_read(&core, REG(C) + 2 * i);
    values[i] = (uint16_t)(word & 0xffff);
    values[i + 1] = (uint16_t)(word >> 16);
  }
  return result_of(dev) == TWD_OK ? TWD_OK : TWD_ERR_EMPTY;
}

twd_status twd_run(const twd_dev *dev, twd_op op, const uint32_t *a, const uint32_t *b, uint32_t *c) {
  twd_status status = !dev->windows || twd_offers(dev, op) ? twd_load(dev, TWD_A, a) : TWD_ERR_UNSUPPORTED;
  if (status == TWD_OK && kTakesB >> op & 1) status = twd_load(dev, TWD_B, b);
  if (status == TWD_OK) status = twd_start(dev, op);
  if (status == TWD_OK) status = twd_wait(dev);
  return status == TWD_OK ? twd_read(dev, c) : status;
}

uint32_t twd_errors(const twd_dev *dev) { return twd_bus_read(dev, REG(ERRORS)); }

void twd_clear_errors(const twd_dev *dev, uint32_t causes) { twd_bus_write(dev, REG(ERRORS), causes); }

void twd_irq_enable(const twd_dev *dev, uint32_t mask) { twd_bus_write(dev, REG(IRQ_ENABLE), mask); }

uint32_t twd_irq_take(const twd_dev *dev) {
  const uint32_t waiting = twd_bus_read(dev, REG(IRQ)) & twd_bus_read(dev, REG(IRQ_ENABLE));
  if (waiting) twd_bus_write(dev, REG(IRQ), waiting);
  return waiting;
}

/* Gives a command that must not come during a zeroization, and waits for its end. */
static twd_status command(const twd_dev *dev, uint32_t bit) {
  uint32_t state = twd_bus_read(dev, REG(STATUS));
  if (state & BIT(STATUS, ZEROIZING)) return TWD_ERR_BUSY;
  twd_bus_write(dev, REG(CONTROL), bit);
  return wait_idle(dev, &state);
}

twd_status twd_reset(const twd_dev *dev) { return command(dev, BIT(CONTROL, RESET)); }

twd_status twd_zeroize(const twd_dev *dev) { return command(dev, BIT(CONTROL, ZEROIZE)); }

uint32_t twd_cycles(const twd_dev *dev) { return twd_bus_read(dev, REG(CYCLES)); }

uint32_t twd_operations(const twd_dev *dev) { return twd_bus_read(dev, REG(OPERATIONS)); }

uint32_t twd_transfers(const twd_dev *dev) { return twd_bus_read(dev, REG(TRANSFERS)); }
