/* SPDX-FileCopyrightText: 2026 Twiddle contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * twiddle_unit.c: see twiddle_unit.h. Needs the generated twd_unit.h and twd_unit_regs.h (`make sw`) in the include
 * path.
 */

#include "twiddle_unit.h"

#include "twd_unit.h"
#include "twd_unit_regs.h"

#define REG(name) ((uint32_t)offsetof(twd_unit_regs_t, name))
#define BIT(reg, field) ((uint32_t)TWD_UNIT_REGS__##reg##__##field##_bm)
#define GET(value, reg, field) (((value)&BIT(reg, field)) >> TWD_UNIT_REGS__##reg##__##field##_bp)

/* The description and twiddle_unit.h agree; a negative size of an array ends the compilation. */
#define CHECK(name, condition) typedef char check_##name[(condition) ? 1 : -1]
CHECK(irq, TWD_UNIT_IRQ_DONE == BIT(IRQ, DONE) && TWD_UNIT_IRQ_ERROR == BIT(IRQ, ERROR));
CHECK(operation, TWD_UNIT_CAUSE_OPERATION == BIT(ERRORS, OPERATION) && TWD_UNIT_CAUSE_RING == BIT(ERRORS, RING));
CHECK(slot, TWD_UNIT_CAUSE_SLOT == BIT(ERRORS, SLOT) && TWD_UNIT_CAUSE_STREAM == BIT(ERRORS, STREAM));
CHECK(range, TWD_UNIT_CAUSE_RANGE == BIT(ERRORS, RANGE) && TWD_UNIT_CAUSE_EARLY == BIT(ERRORS, EARLY));
CHECK(long_, TWD_UNIT_CAUSE_LONG == BIT(ERRORS, LONG) && TWD_UNIT_CAUSE_FULL == BIT(ERRORS, FULL));
CHECK(busy, TWD_UNIT_CAUSE_BUSY == BIT(ERRORS, BUSY) && TWD_UNIT_CAUSE_ACCESS == BIT(ERRORS, ACCESS));
CHECK(lost, TWD_UNIT_CAUSE_LOST == BIT(ERRORS, LOST));

enum { POLLS = 1000000 };

/* Fields of a command. */
static uint32_t op_of(uint32_t command) { return command >> 28; }
static int pair_of(uint32_t command) { return (int)(command >> 27 & 1); }
static unsigned count_of(uint32_t command) { return (unsigned)(command >> 24 & 7) + 1; }
static int streamed(uint32_t command) { return (int)(command >> 2 & 1); }
static const uint32_t kReport = TWD_UNIT_COMMAND(0, 0, 1, 0, 0, 0, 0, 1);

#ifndef TWD_EXTERNAL_BUS
static uint32_t twd_unit_bus_read(const twd_unit *unit, uint32_t offset) {
  return *(const volatile uint32_t *)(unit->base + offset);
}

static void twd_unit_bus_write(const twd_unit *unit, uint32_t offset, uint32_t value) {
  *(volatile uint32_t *)(unit->base + offset) = value;
}
#endif

twd_unit_status twd_unit_probe(twd_unit *unit, uintptr_t base, const twd_unit_dma *dma) {
  uint32_t caps;
  unit->base = base;
  unit->dma = dma;
  unit->polls = POLLS;
  if (twd_unit_bus_read(unit, REG(ID)) != TWD_UNIT_REGS__ID__VALUE_reset) return TWD_UNIT_ERR_ID;
  if (GET(twd_unit_bus_read(unit, REG(VERSION)), VERSION, MAP) != TWD_UNIT_REGS__VERSION__MAP_reset) {
    return TWD_UNIT_ERR_VERSION;
  }
  caps = twd_unit_bus_read(unit, REG(CAPS));
  unit->n = twd_unit_bus_read(unit, REG(N));
  unit->q = twd_unit_bus_read(unit, REG(Q));
  unit->q_2 = twd_unit_bus_read(unit, REG(Q_2));
  unit->slots = GET(caps, CAPS, SLOTS);
  unit->lanes = GET(caps, CAPS, LANES);
  unit->place = GET(caps, CAPS, PLACE);
  return TWD_UNIT_OK;
}

/* Whether the unit takes a command, with its state. */
static twd_unit_status unit_room(const twd_unit *unit, uint32_t *state) {
  *state = twd_unit_bus_read(unit, REG(STATUS));
  if (*state & BIT(STATUS, ZEROIZING)) return TWD_UNIT_ERR_BUSY;
  return GET(*state, STATUS, ROOM) == 0 ? TWD_UNIT_ERR_FULL : TWD_UNIT_OK;
}

twd_unit_status twd_unit_command(const twd_unit *unit, uint32_t command, uint32_t *number) {
  uint32_t state;
  const twd_unit_status status = unit_room(unit, &state);
  if (status != TWD_UNIT_OK) return status;
  if (number) *number = GET(state, STATUS, NEXT);
  twd_unit_bus_write(unit, REG(COMMAND), command);
  return TWD_UNIT_OK;
}

/* Gives the polynomials of a command to the DMA. */
static void unit_move(const twd_unit *unit, twd_unit_job *job, uint32_t command) {
  const twd_unit_dma *dma = unit->dma;
  const int pair = pair_of(command);
  unsigned left = count_of(command);
  if (op_of(command) == TWD_UNIT_LOAD) {
    for (; left > 0; --left) dma->send(dma->context, TWD_UNIT_PORT_LOAD, *job->loads++, pair, left == 1);
  } else if (op_of(command) == TWD_UNIT_STORE) {
    for (; left > 0; --left) dma->receive(dma->context, *job->stores++, pair, left == 1);
  } else if (streamed(command)) {
    dma->send(dma->context, TWD_UNIT_PORT_OPERAND, *job->operands++, pair, 1);
  }
}

twd_unit_status twd_unit_feed(const twd_unit *unit, twd_unit_job *job) {
  while (job->next < job->length) {
    uint32_t state, room;
    const twd_unit_status status = unit_room(unit, &state);
    if (status != TWD_UNIT_OK) return status;
    job->number = GET(state, STATUS, NEXT) - 1;
    for (room = GET(state, STATUS, ROOM); room > 0 && job->next < job->length; --room) {
      uint32_t command = job->program[job->next++];
      /* An end that makes room, or the last one. */
      if (job->report && (room == 1 || job->next == job->length)) command |= kReport;
      job->number = (job->number + 1) & 0xff;
      twd_unit_bus_write(unit, REG(COMMAND), command);
      unit_move(unit, job, command);
    }
  }
  return TWD_UNIT_OK;
}

int twd_unit_completion(const twd_unit *unit, uint32_t *number) {
  const uint32_t found = twd_unit_bus_read(unit, REG(COMPLETION));
  *number = GET(found, COMPLETION, COMMAND);
  return GET(found, COMPLETION, VALID) != 0;
}

int twd_unit_serve(const twd_unit *unit, twd_unit_job *job) {
  const int all = job->next == job->length;
  uint32_t number;
  int ended = 0;
  while (twd_unit_completion(unit, &number)) ended |= all && number == job->number;
  if (all) return ended || !(twd_unit_bus_read(unit, REG(STATUS)) & BIT(STATUS, BUSY));
  (void)twd_unit_feed(unit, job);
  return 0;
}

int twd_unit_busy(const twd_unit *unit) {
  return (twd_unit_bus_read(unit, REG(STATUS)) & BIT(STATUS, BUSY)) || unit->dma->moving(unit->dma->context);
}

twd_unit_status twd_unit_wait(const twd_unit *unit) {
  uint32_t left;
  for (left = unit->polls; left > 0; --left) {
    if (!(twd_unit_bus_read(unit, REG(STATUS)) & BIT(STATUS, BUSY))) {
      if (twd_unit_errors(unit)) return TWD_UNIT_ERR_RULE;
      if (!unit->dma->moving(unit->dma->context)) return TWD_UNIT_OK;
    }
  }
  return TWD_UNIT_ERR_TIMEOUT;
}

twd_unit_status twd_unit_run(const twd_unit *unit, const uint32_t *program, size_t length, const void *const loads[],
                             const void *const operands[], void *const stores[]) {
  twd_unit_job job;
  uint32_t left = unit->polls;
  twd_unit_status status;
  job.program = program;
  job.length = length;
  job.loads = loads;
  job.operands = operands;
  job.stores = stores;
  job.report = 0;
  job.next = 0;
  do {
    status = twd_unit_feed(unit, &job);
  } while (status == TWD_UNIT_ERR_FULL && --left > 0);
  if (status == TWD_UNIT_ERR_FULL) return TWD_UNIT_ERR_TIMEOUT;
  return status == TWD_UNIT_OK ? twd_unit_wait(unit) : status;
}

uint32_t twd_unit_errors(const twd_unit *unit) { return twd_unit_bus_read(unit, REG(ERRORS)); }

void twd_unit_clear_errors(const twd_unit *unit, uint32_t causes) { twd_unit_bus_write(unit, REG(ERRORS), causes); }

void twd_unit_irq_enable(const twd_unit *unit, uint32_t mask) { twd_unit_bus_write(unit, REG(IRQ_ENABLE), mask); }

uint32_t twd_unit_irq_take(const twd_unit *unit) {
  const uint32_t waiting = twd_unit_bus_read(unit, REG(IRQ)) & twd_unit_bus_read(unit, REG(IRQ_ENABLE));
  if (waiting) twd_unit_bus_write(unit, REG(IRQ), waiting);
  return waiting;
}

twd_unit_status twd_unit_zeroize(const twd_unit *unit) {
  uint32_t left;
  if (twd_unit_bus_read(unit, REG(STATUS)) & BIT(STATUS, ZEROIZING)) return TWD_UNIT_ERR_BUSY;
  twd_unit_bus_write(unit, REG(CONTROL), BIT(CONTROL, ZEROIZE));
  for (left = unit->polls; left > 0; --left) {
    if (!(twd_unit_bus_read(unit, REG(STATUS)) & BIT(STATUS, ZEROIZING))) return TWD_UNIT_OK;
  }
  return TWD_UNIT_ERR_TIMEOUT;
}

uint32_t twd_unit_cycles(const twd_unit *unit) { return twd_unit_bus_read(unit, REG(CYCLES)); }

uint32_t twd_unit_commands(const twd_unit *unit) { return twd_unit_bus_read(unit, REG(COMMANDS)); }
