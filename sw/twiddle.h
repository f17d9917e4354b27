/* SPDX-FileCopyrightText: 2026 Twiddle contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * twiddle.h: driver of a polynomial core behind registers and windows (twd_axil), C99, no allocation, no library; and of
 * the registers of a core on AXI4-Stream (twd_axis_regs), whose data a DMA moves.
 *
 *   twd_dev dev;
 *   if (twd_probe(&dev, 0x40000000) != TWD_OK) ...
 *   status = twd_run(&dev, TWD_MUL, a, b, c);          polling
 *
 *   twd_irq_enable(&dev, TWD_IRQ_DONE);                interrupt
 *   twd_load(&dev, TWD_A, a); twd_load(&dev, TWD_B, b); twd_start(&dev, TWD_MUL);
 *   in the handler: if (twd_irq_take(&dev) & TWD_IRQ_DONE) done = 1;
 *   afterwards: status = twd_wait(&dev); twd_read(&dev, c);
 *
 *   twd_select(&dev, TWD_MUL);                         AXI4-Stream: before the frames; then your DMA
 *
 * Registers   docs/cores/registers.md; twd_regs.h is generated from their description (`make sw`).
 * Bus         the core is reached by twd_bus_read and twd_bus_write alone: aligned 32-bit accesses to a volatile
 *             pointer, or with TWD_EXTERNAL_BUS two functions of your own.
 * Errors      the functions check the state first: while no one else uses the core, no access is answered by an
 *             error of the bus. They return the first error that they find.
 * Threads     one caller at a time for each core; twd_irq_take may interrupt any other function.
 */

#ifndef TWIDDLE_H
#define TWIDDLE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a function returns. */
typedef enum {
  TWD_OK = 0,
  TWD_ERR_ID = -1,          /* there is no Twiddle core at this address */
  TWD_ERR_VERSION = -2,     /* its register map is not the one of this driver */
  TWD_ERR_WINDOWS = -3,     /* its data come and go as AXI4-Stream: it has no windows; nothing was changed */
  TWD_ERR_UNSUPPORTED = -4, /* the core has not this operation, window or width of coefficients */
  TWD_ERR_BUSY = -5,        /* an operation, a reset or a zeroization is under way; nothing was changed */
  TWD_ERR_TIMEOUT = -6,     /* still busy after dev->polls reads of STATUS */
  TWD_ERR_OPERAND = -7,     /* a coefficient of an operand is q or more */
  TWD_ERR_EMPTY = -8        /* there is no result: none was computed, or a reset or a zeroization dropped it */
} twd_status;

/* Operations, by their codes. n coefficients in natural order, each in [0, q). */
typedef enum {
  TWD_NTT = 0,  /* c = NTT(a) */
  TWD_INTT = 1, /* c = INTT(a) */
  TWD_PWM = 2,  /* c = a * b, both transformed, c transformed */
  TWD_MUL = 3,  /* c = a * b in Z_q[x] / (x^n + 1) */
  TWD_MULT = 4, /* c = a * b, b transformed */
  TWD_BY_TUSER = 0x100 /* for twd_select alone: each frame of a brings its operation as TUSER */
} twd_op;

/* Operands. */
typedef enum { TWD_A = 0, TWD_B = 1 } twd_window;

/* Interrupts: bits of IRQ and IRQ_ENABLE. */
enum { TWD_IRQ_DONE = 1, TWD_IRQ_ERROR = 2 };

/* Causes of errors: bits of ERRORS. */
enum { TWD_CAUSE_OPERAND = 1, TWD_CAUSE_OPERATION = 2, TWD_CAUSE_BUSY = 4, TWD_CAUSE_ACCESS = 8, TWD_CAUSE_EMPTY = 16 };

/* A core. Written by twd_probe; of its members only polls is yours to change afterwards. */
typedef struct {
  uintptr_t base; /* address of the registers, or what your own bus functions take for one */
  uint32_t n;     /* coefficients of a polynomial */
  uint32_t q;     /* modulus */
  uint32_t ops;   /* bit 1 << op for each operation that the core has */
  uint32_t slot;  /* bits of a coefficient in a window, 16 (q below 2^16) or 32; on AXI4-Stream also 0: dense */
  uint32_t polls; /* reads of STATUS after which a wait ends with TWD_ERR_TIMEOUT, at least 1 */
  uint32_t windows; /* 1: operands and result are in windows; 0: they come and go as AXI4-Stream */
} twd_dev;

#ifdef TWD_EXTERNAL_BUS
/* Yours with TWD_EXTERNAL_BUS: a 32-bit access, offset in bytes from the base, a multiple of 4 below 65536. */
uint32_t twd_bus_read(const twd_dev *dev, uint32_t offset);
void twd_bus_write(const twd_dev *dev, uint32_t offset, uint32_t value);
#endif

/* Identifies the core at an address and fills *dev; polls becomes 1,000,000. Reads registers alone.
 * TWD_ERR_ID, TWD_ERR_VERSION; then *dev is not usable.
 * Without windows twd_load, twd_load16, twd_start, twd_wait, twd_read, twd_read16 and twd_run return TWD_ERR_WINDOWS;
 * all other functions serve both. */
twd_status twd_probe(twd_dev *dev, uintptr_t base);

/* Whether the core has an operation: 1 or 0, also for numbers that are no operation. */
int twd_offers(const twd_dev *dev, twd_op op);

/* AXI4-Stream: the operation of each frame of a that begins from now on, or TWD_BY_TUSER. After reset: TWD_NTT.
 * TWD_ERR_UNSUPPORTED, also with windows, where twd_start takes the operation. */
twd_status twd_select(const twd_dev *dev, twd_op op);

/* Writes an operand from n values. An operand stays until it is written again or zeroized.
 * Values in [0, q): one of q or more that the window can hold is found by the operation (TWD_ERR_OPERAND of twd_wait).
 * TWD_ERR_BUSY; TWD_ERR_UNSUPPORTED for TWD_B where no operation takes one; TWD_ERR_OPERAND for a value that a slot
 * of 16 bits cannot hold: then the window holds an operand that must not be used. */
twd_status twd_load(const twd_dev *dev, twd_window window, const uint32_t *values);

/* The same from 16-bit values, for slots of 16 bits; TWD_ERR_UNSUPPORTED with slots of 32. Half the loads. */
twd_status twd_load16(const twd_dev *dev, twd_window window, const uint16_t *values);

/* Starts an operation on what the windows hold; clears IRQ.done and ERRORS.operand of earlier ones, and forgets their
 * result. TWD_ERR_UNSUPPORTED, TWD_ERR_BUSY. */
twd_status twd_start(const twd_dev *dev, twd_op op);

/* 1 while an operation, a reset or a zeroization is under way, or a frame of a is inside; else 0. */
int twd_busy(const twd_dev *dev);

/* Waits until the core is not busy, dev->polls reads of STATUS at most, and says how the operation ended; after an
 * interrupt it returns at once. TWD_ERR_TIMEOUT; TWD_ERR_EMPTY; TWD_ERR_OPERAND, whose cause is then cleared: the
 * result is computed with the coefficient reduced, and must not be trusted. */
twd_status twd_wait(const twd_dev *dev);

/* Reads the result, n values in [0, q). It can be read again until the next start, reset or zeroization.
 * TWD_ERR_BUSY; TWD_ERR_EMPTY, also where the result disappeared while it was read. */
twd_status twd_read(const twd_dev *dev, uint32_t *values);

/* The same into 16-bit values, for slots of 16 bits; TWD_ERR_UNSUPPORTED with slots of 32. */
twd_status twd_read16(const twd_dev *dev, uint16_t *values);

/* Loads a, and b where the operation takes it (else b is not read, and may be null), starts, waits, reads c, which may
 * be a or b. Errors of these functions: c is written last, and must not be used after one. */
twd_status twd_run(const twd_dev *dev, twd_op op, const uint32_t *a, const uint32_t *b, uint32_t *c);

/* The causes of errors since they were cleared (TWD_CAUSE_*), and clearing some of them. */
uint32_t twd_errors(const twd_dev *dev);
void twd_clear_errors(const twd_dev *dev, uint32_t causes);

/* Chooses the interrupts (TWD_IRQ_*) that raise the interrupt line; the others are disabled. */
void twd_irq_enable(const twd_dev *dev, uint32_t mask);

/* Returns the enabled interrupts that wait, and acknowledges them: the line falls two cycles later. IRQ.error comes
 * again with the next error only, not with a cause that was not cleared. */
uint32_t twd_irq_take(const twd_dev *dev);

/* Drops the operation in flight and its result; windows of operands, counters, errors and interrupts stay. Waits until
 * that is done. AXI4-Stream: stop the sender before, and reset the DMA after it. TWD_ERR_BUSY during a zeroization; TWD_ERR_TIMEOUT. */
twd_status twd_reset(const twd_dev *dev);

/* Drops the operation in flight, clears windows, memories and registers of the core, and waits until that is done.
 * TWD_ERR_BUSY during another zeroization; TWD_ERR_TIMEOUT. */
twd_status twd_zeroize(const twd_dev *dev);

/* Cycles in which operations ran, and operations that ended, both modulo 2^32. */
uint32_t twd_cycles(const twd_dev *dev);
uint32_t twd_operations(const twd_dev *dev);
/* Words of the windows that were read or written, or beats of the streams, modulo 2^32. */
uint32_t twd_transfers(const twd_dev *dev);

#ifdef __cplusplus
}
#endif

#endif
