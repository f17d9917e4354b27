/* SPDX-FileCopyrightText: 2026 Twiddle contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * twiddle_lattice.h: driver of ML-KEM and ML-DSA on AXI4 (twd_lattice_axi), C99, no allocation, no library.
 *
 *   twd_lattice lattice;
 *   if (twd_lattice_probe(&lattice, 0x40000000) != TWD_LATTICE_OK) ...
 *   status = twd_lattice_start(&lattice, TWD_KEM_ENCAPS, 1, 0);    ML-KEM-768
 *   send ek and m, receive K and c with the DMA of your system;
 *   status = twd_lattice_wait(&lattice);                           TWD_LATTICE_OK: K and c are valid
 *
 * Registers   docs/schemes/axi.md; twd_lattice_regs.h is generated from their description (`make sw`).
 * Bus         the core is reached by twd_lattice_bus_read and twd_lattice_bus_write alone: aligned 32-bit accesses to a
 *             volatile pointer, or with TWD_EXTERNAL_BUS two functions of your own.
 * Data        frames of bytes are not on this bus: a DMA of your system moves them, in the order of docs/schemes/frames.md.
 * Secrets     are cleared when an operation has ended (Clean = 1, the default). After one that a reset ended, and with
 *             Clean = 0, call twd_lattice_zeroize, and wait until twd_lattice_busy returns 0.
 * Errors      the functions check the state first: while no one else uses the core, no access is answered by an error
 *             of the bus.
 * Threads     one caller at a time for each core; twd_lattice_irq_take may interrupt any other function.
 */

#ifndef TWIDDLE_LATTICE_H
#define TWIDDLE_LATTICE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a function returns. */
typedef enum {
  TWD_LATTICE_OK = 0,
  TWD_LATTICE_ERR_ID = -1,        /* there is no such core at this address */
  TWD_LATTICE_ERR_VERSION = -2,   /* its register map is not the one of this driver */
  TWD_LATTICE_ERR_BUSY = -3,      /* an operation runs, or a reset or zeroize; nothing was changed */
  TWD_LATTICE_ERR_OPERATION = -4, /* the core does not do this operation; nothing was changed */
  TWD_LATTICE_ERR_TIMEOUT = -5,   /* not at its end after lattice->polls reads of STATUS */
  TWD_LATTICE_ERR_RULE = -6,      /* the operation broke a rule, which twd_lattice_result names */
  TWD_LATTICE_ERR_DROPPED = -7    /* no operation has ended since the last start, reset or zeroize */
} twd_lattice_status;

/* Operations: their frames are in docs/schemes/frames.md. */
typedef enum {
  TWD_KEM_KEYGEN = 0,
  TWD_KEM_ENCAPS = 1,
  TWD_KEM_DECAPS = 2,
  TWD_DSA_KEYGEN = 3,
  TWD_DSA_SIGN = 4,
  TWD_DSA_VERIFY = 5
} twd_lattice_op;

/* Options of an operation (docs/schemes/frames.md). */
enum {
  TWD_LATTICE_MU = 1,            /* sign, verify: the last frame is mu instead of the message */
  TWD_LATTICE_DETERMINISTIC = 2, /* sign: rnd is zero, and has no frame */
  TWD_LATTICE_SEED = 4,          /* decaps, sign: the first frame is d and z, or xi, instead of the key */
  TWD_LATTICE_KEY = 8,           /* keygen, decaps, sign: the first frame comes from the stream key */
  TWD_LATTICE_RANDOM = 16,       /* keygen, encaps, sign: random bytes come from the stream random */
  TWD_LATTICE_CTX = 32,          /* sign, verify: a context and a message replace M': TWD_LATTICE_CONTEXT */
  TWD_LATTICE_PREHASH = 64       /* with it: the message is the identifier of a hash function and the hash */
};
/* A context of so many bytes, at most 255; one of 0 bytes has no frame. */
#define TWD_LATTICE_CONTEXT(bytes) (TWD_LATTICE_CTX | (uint32_t)(bytes) << 7)

/* Streams for whose next beat an operation waits. */
enum { TWD_LATTICE_WAITS_IN = 4, TWD_LATTICE_WAITS_KEY = 8, TWD_LATTICE_WAITS_RANDOM = 16 };

/* Rules: bits of RESULT and of ERRORS; OPERATION, BUSY, ACCESS and WATCHDOG of ERRORS alone. FAULT: the hardware had a fault. */
enum {
  TWD_LATTICE_CAUSE_EARLY = 1,
  TWD_LATTICE_CAUSE_LATE = 2,
  TWD_LATTICE_CAUSE_RANGE = 4,
  TWD_LATTICE_CAUSE_HASH = 8,
  TWD_LATTICE_CAUSE_REJECTED = 16,
  TWD_LATTICE_CAUSE_BYTES = 32,
  TWD_LATTICE_CAUSE_OPERATION = 64,
  TWD_LATTICE_CAUSE_BUSY = 128,
  TWD_LATTICE_CAUSE_ACCESS = 256,
  TWD_LATTICE_CAUSE_FAULT = 512,
  TWD_LATTICE_CAUSE_WATCHDOG = 1024
};

/* Interrupts: bits of IRQ and IRQ_ENABLE. */
enum { TWD_LATTICE_IRQ_DONE = 1, TWD_LATTICE_IRQ_ERROR = 2 };

/* A core. Written by twd_lattice_probe; of its members only polls is yours to change afterwards. */
typedef struct {
  uintptr_t base; /* address of the registers, or what your own bus functions take for one */
  uint32_t kem;   /* 1: it has ML-KEM */
  uint32_t dsa;   /* 1: it has ML-DSA */
  uint32_t polls; /* reads of STATUS after which a wait ends with TWD_LATTICE_ERR_TIMEOUT, at least 1 */
} twd_lattice;

#ifdef TWD_EXTERNAL_BUS
/* Yours with TWD_EXTERNAL_BUS: a 32-bit access, offset in bytes from the base, a multiple of 4. */
uint32_t twd_lattice_bus_read(const twd_lattice *lattice, uint32_t offset);
void twd_lattice_bus_write(const twd_lattice *lattice, uint32_t offset, uint32_t value);
#endif

/* Identifies the core at an address and fills *lattice; polls becomes 1,000,000. Reads registers alone.
 * TWD_LATTICE_ERR_ID, TWD_LATTICE_ERR_VERSION; then *lattice is not usable. */
twd_lattice_status twd_lattice_probe(twd_lattice *lattice, uintptr_t base);

/* Starts an operation of set 0, 1 or 2: ML-KEM-512, 768, 1024, or ML-DSA-44, 65, 87. options: a sum of those above, or 0.
 * Frames of in may be sent before, unless Closed is 1, or after. TWD_LATTICE_ERR_BUSY, TWD_LATTICE_ERR_OPERATION. */
twd_lattice_status twd_lattice_start(const twd_lattice *lattice, twd_lattice_op op, uint32_t set, uint32_t options);

/* Whether an operation runs, or a reset or zeroize: 1 or 0. */
int twd_lattice_busy(const twd_lattice *lattice);

/* The streams for which the operation waits, a sum of TWD_LATTICE_WAITS_*. */
uint32_t twd_lattice_waits(const twd_lattice *lattice);

/* Sets the limit in cycles of the next operations; 0: none. When one has run so long, TWD_LATTICE_CAUSE_WATCHDOG and the
 * interrupt of errors are set; the operation continues. */
void twd_lattice_watchdog(const twd_lattice *lattice, uint32_t cycles);

/* Waits until nothing runs any more. TWD_LATTICE_ERR_TIMEOUT, TWD_LATTICE_ERR_RULE, TWD_LATTICE_ERR_DROPPED.
 * If no round of TWD_DSA_SIGN is accepted, it ends after 8,192 nonces, about 17 million cycles for ML-DSA-87; 1,000,000
 * polls can time out before that. With a private key this practically never happens. */
twd_lattice_status twd_lattice_wait(const twd_lattice *lattice);

/* The rules that the last operation broke. */
uint32_t twd_lattice_result(const twd_lattice *lattice);

/* The causes of errors since they were cleared; clears those of a mask. */
uint32_t twd_lattice_errors(const twd_lattice *lattice);
void twd_lattice_clear_errors(const twd_lattice *lattice, uint32_t mask);

/* Selects the interrupts that raise irq. In the handler: returns and acknowledges those that wait. */
void twd_lattice_irq_enable(const twd_lattice *lattice, uint32_t mask);
uint32_t twd_lattice_irq_take(const twd_lattice *lattice);

/* Drops the operation and its frames; clears the core as well. Wait with twd_lattice_busy. TWD_LATTICE_ERR_BUSY while a
 * reset or zeroize goes on. A sender has to stop before: a frame that goes on is taken for one of the next operation. A
 * frame that comes out is ended by a beat with TUSER. */
twd_lattice_status twd_lattice_reset(const twd_lattice *lattice);
twd_lattice_status twd_lattice_zeroize(const twd_lattice *lattice);

/* Cycles in which an operation ran, and operations that have ended, modulo 2^32. */
uint32_t twd_lattice_cycles(const twd_lattice *lattice);
uint32_t twd_lattice_operations(const twd_lattice *lattice);

#ifdef __cplusplus
}
#endif

#endif
