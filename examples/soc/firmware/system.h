/* SPDX-FileCopyrightText: 2026 Twiddle contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SYSTEM_H
#define SYSTEM_H

#include <stddef.h>
#include <stdint.h>

/* Of bytes that a DMA moves. */
#define ALIGNED __attribute__((aligned(4)))

void print(const char *text);

#define IO ((volatile uint32_t *)0x10000000)

/* A character goes to the console, and has come from it: bit 8 is set then. */
static inline void put(uint8_t character) { IO[0] = character; }
static inline uint32_t got(void) { return IO[0]; }

/* Cycles of a bit of the console; 0: it has no serial port. */
static inline uint32_t bit_cycles(void) { return IO[1]; }

/* The LEDs that are on. */
static inline void leds(uint32_t mask) { IO[1] = mask; }

/* Cycles from here on belong to this phase, 1 to 15; 0: to none. */
void phase(unsigned number);

/* Clears memory, whatever the compiler knows of its later use. */
void zeroize(void *where, size_t count);

/* Tells on the console, and returns 1, if bytes are not the expected ones. */
int differs(const char *what, const void *got, const void *wanted, size_t count);

#endif
