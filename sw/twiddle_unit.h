/* SPDX-FileCopyrightText: 2026 Twiddle contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * twiddle_unit.h: driver of the polynomial unit on AXI4 (twd_unit_axi), C99, no allocation, no library.
 *
 *   static const twd_unit_dma dma = {send, receive, moving, NULL};      three functions of yours
 *   twd_unit unit;
 *   if (twd_unit_probe(&unit, 0x40000000, &dma) != TWD_UNIT_OK) ...
 *   status = twd_unit_run(&unit, program, length, loads, operands, stores);                   polling
 *
 *   twd_unit_job job = {program, length, loads, operands, stores, 1, 0, 0};                   interrupt
 *   twd_unit_irq_enable(&unit, TWD_UNIT_IRQ_DONE | TWD_UNIT_IRQ_ERROR);
 *   twd_unit_feed(&unit, &job);
 *   in the handler: if (twd_unit_irq_take(&unit)) ended = twd_unit_serve(&unit, &job);
 *   afterwards: status = twd_unit_wait(&unit);
 *
 * Programs    words of twd_unit.h, which has the macro for a command and the programs of ML-KEM, ML-DSA and Falcon; it
 *             and twd_unit_regs.h are generated (`make sw`).
 * Registers   docs/unit/axi.md.
 * Bus         the unit is reached by twd_unit_bus_read and twd_unit_bus_write alone: aligned 32-bit accesses to a
 *             volatile pointer, or with TWD_EXTERNAL_BUS two functions of your own.
 * Data        the streams of the unit are not on this bus: a DMA of your system moves polynomials, n values of 16 or of
 *             32 bits in natural order, each in [0, q).
 * Errors      the functions check the state first: while no one else uses the unit, no access is answered by an error
 *             of the bus.
 * Threads     one caller at a time for each unit. A handler of its interrupt may call twd_unit_irq_take,
 *             twd_unit_serve and twd_unit_completion while no other function but twd_unit_wait runs.
 */

#ifndef TWIDDLE_UNIT_H
#define TWIDDLE_UNIT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a function returns. */
typedef enum {
  TWD_UNIT_OK = 0,
  TWD_UNIT_ERR_ID = -1,      /* there is no polynomial unit at this address */
  TWD_UNIT_ERR_VERSION = -2, /* its register map is not the one of this driver */
  TWD_UNIT_ERR_BUSY = -3,    /* the unit is being zeroized; nothing was changed */
  TWD_UNIT_ERR_FULL = -4,    /* the queue of commands is full: what is left is given later */
  TWD_UNIT_ERR_TIMEOUT = -5, /* not at its end after unit->polls reads of STATUS */
  TWD_UNIT_ERR_RULE = -6     /* a command, a frame or a coefficient broke a rule, which twd_unit_errors names */
} twd_unit_status;

/* Interrupts: bits of IRQ and IRQ_ENABLE. */
enum { TWD_UNIT_IRQ_DONE = 1, TWD_UNIT_IRQ_ERROR = 2 };

/* Causes of errors: bits of ERRORS. */
enum {
  TWD_UNIT_CAUSE_OPERATION = 1,
  TWD_UNIT_CAUSE_RING = 2,
  TWD_UNIT_CAUSE_SLOT = 4,
  TWD_UNIT_CAUSE_STREAM = 8,
  TWD_UNIT_CAUSE_RANGE = 16,
  TWD_UNIT_CAUSE_EARLY = 32,
  TWD_UNIT_CAUSE_LONG = 64,
  TWD_UNIT_CAUSE_FULL = 128,
  TWD_UNIT_CAUSE_BUSY = 256,
  TWD_UNIT_CAUSE_ACCESS = 512,
  TWD_UNIT_CAUSE_LOST = 1024
};

/* Streams into the unit. */
typedef enum { TWD_UNIT_PORT_LOAD = 0, TWD_UNIT_PORT_OPERAND = 1 } twd_unit_port;

/* The DMA of your system. pair: the polynomial is one of the incomplete ring; last: TLAST goes with its last beat. A
 * function that has no room for another polynomial waits: the commands of all polynomials before it are in the unit. */
typedef struct {
  void (*send)(void *context, twd_unit_port port, const void *polynomial, int pair, int last);
  void (*receive)(void *context, void *polynomial, int pair, int last);
  int (*moving)(void *context); /* 1 while something is to be moved; results are in memory when it is 0 */
  void *context;
} twd_unit_dma;

/* A unit. Written by twd_unit_probe; of its members only polls is yours to change afterwards. */
typedef struct {
  uintptr_t base; /* address of the registers, or what your own bus functions take for one */
  const twd_unit_dma *dma;
  uint32_t n;     /* coefficients of a polynomial */
  uint32_t q;     /* modulus of the complete ring, 0 for none */
  uint32_t q_2;   /* modulus of the incomplete ring, 0 for none */
  uint32_t slots; /* of the complete ring, or of the only one */
  uint32_t lanes;
  uint32_t place; /* bits of a coefficient of the complete ring in memory, 16 or 32; of the incomplete one 16 */
  uint32_t polls; /* reads of STATUS after which a wait ends with TWD_UNIT_ERR_TIMEOUT, at least 1 */
} twd_unit;

/* A program on its way into the unit. */
typedef struct {
  const uint32_t *program;
  size_t length;
  const void *const *loads;    /* its polynomials, in the order of the program */
  const void *const *operands;
  void *const *stores;
  int report;      /* 1: ends of commands are reported as twd_unit_serve needs them; 0: for polling */
  size_t next;     /* the first command that is not given yet; 0 at the start */
  uint32_t number; /* of the last command that was given */
} twd_unit_job;

#ifdef TWD_EXTERNAL_BUS
/* Yours with TWD_EXTERNAL_BUS: a 32-bit access, offset in bytes from the base, a multiple of 4. */
uint32_t twd_unit_bus_read(const twd_unit *unit, uint32_t offset);
void twd_unit_bus_write(const twd_unit *unit, uint32_t offset, uint32_t value);
#endif

/* Identifies the unit at an address and fills *unit; polls becomes 1,000,000. Reads registers alone. dma must live as
 * long as the unit is used. TWD_UNIT_ERR_ID, TWD_UNIT_ERR_VERSION; then *unit is not usable. */
twd_unit_status twd_unit_probe(twd_unit *unit, uintptr_t base, const twd_unit_dma *dma);

/* Writes one command, and its number (modulo 256) to *number if that is not null; its polynomials are yours to move.
 * TWD_UNIT_ERR_BUSY, TWD_UNIT_ERR_FULL. */
twd_unit_status twd_unit_command(const twd_unit *unit, uint32_t command, uint32_t *number);

/* Gives the unit as many commands of a job as its queue takes, and their polynomials to the DMA. TWD_UNIT_OK: the unit
 * has all of them. TWD_UNIT_ERR_FULL, TWD_UNIT_ERR_BUSY: call it again. */
twd_unit_status twd_unit_feed(const twd_unit *unit, twd_unit_job *job);

/* After an interrupt, for a job with report = 1: reads all completions, feeds the job; returns 1 if the last command of
 * the job has ended or was refused, else 0. Commands of the engine, loads and stores end independently: what came before
 * may still run (twd_unit_wait). */
int twd_unit_serve(const twd_unit *unit, twd_unit_job *job);

/* 1 while a command waits or runs, the unit is being zeroized or the DMA moves a polynomial, else 0. */
int twd_unit_busy(const twd_unit *unit);

/* Waits until the unit is not busy, unit->polls reads of STATUS at most. TWD_UNIT_ERR_TIMEOUT; TWD_UNIT_ERR_RULE for any
 * cause that is not cleared, also while the DMA still has polynomials that no command takes: stop it then. */
twd_unit_status twd_unit_wait(const twd_unit *unit);

/* Runs a program and waits for its end; array of polynomials in the order of the program, null where it has none.
 * TWD_UNIT_ERR_BUSY, TWD_UNIT_ERR_TIMEOUT, TWD_UNIT_ERR_RULE: results must not be used. */
twd_unit_status twd_unit_run(const twd_unit *unit, const uint32_t *program, size_t length, const void *const loads[],
                             const void *const operands[], void *const stores[]);

/* Takes the oldest completion: 1 and the number of a command that had the bit report; 0 if there is none. */
int twd_unit_completion(const twd_unit *unit, uint32_t *number);

/* The causes of errors since they were cleared (TWD_UNIT_CAUSE_*), and clearing some of them. */
uint32_t twd_unit_errors(const twd_unit *unit);
void twd_unit_clear_errors(const twd_unit *unit, uint32_t causes);

/* Chooses the interrupts (TWD_UNIT_IRQ_*) that raise the interrupt line; the others are disabled. */
void twd_unit_irq_enable(const twd_unit *unit, uint32_t mask);

/* Returns the enabled interrupts that wait, and acknowledges them. TWD_UNIT_IRQ_ERROR comes again with the next error
 * only, not with a cause that was not cleared. */
uint32_t twd_unit_irq_take(const twd_unit *unit);

/* Drops every command, frame and operand, clears slots, queues and registers of the unit, and waits until that is done.
 * Stop the DMA before. TWD_UNIT_ERR_BUSY during another zeroization; TWD_UNIT_ERR_TIMEOUT. */
twd_unit_status twd_unit_zeroize(const twd_unit *unit);

/* Cycles in which commands waited or ran, and commands that the unit has taken, both modulo 2^32. */
uint32_t twd_unit_cycles(const twd_unit *unit);
uint32_t twd_unit_commands(const twd_unit *unit);

#ifdef __cplusplus
}
#endif

#endif
