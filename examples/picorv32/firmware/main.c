/* SPDX-FileCopyrightText: 2026 Twiddle contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * main.c: multiplies two polynomials with the core and on the processor, compares, prints the cycles of each.
 * Ends with the number of wrong coefficients (at most 255) or of calls that failed.
 */

#include <stdint.h>

#include "software.h"
#include "twiddle.h"
#include "vectors.h" /* generated: kA, kB and their product kC by the Python model */

#define CONSOLE (*(volatile uint32_t *)0x10000000)
#define LEDS (*(volatile uint32_t *)0x10000004)
#define CORE ((uintptr_t)0x40000000)

static uint32_t failures;

static void put(const char *text) {
  while (*text) CONSOLE = (uint8_t)*text++;
}

static void put_number(uint32_t value) {
  char digits[11];
  char *at = digits + 10;
  *at = 0;
  do *--at = (char)('0' + value % 10);
  while (value /= 10);
  put(at);
}

static void line(const char *name, uint32_t value) {
  put(name);
  put_number(value);
  put("\n");
}

/* rdcycle, whatever the assembler thinks of Zicsr. */
static uint32_t now(void) {
  uint32_t value;
  __asm__ volatile(".insn i 0x73, 2, %0, x0, -1024" : "=r"(value) : : "memory");
  return value;
}

/* waitirq of PicoRV32: until an interrupt line is high, masked as it is. */
static void wait_for_interrupt(void) {
  uint32_t lines;
  __asm__ volatile(".insn r 0x0b, 0, 4, %0, x0, x0" : "=r"(lines) : : "memory");
  (void)lines;
}

static void expect(const char *what, int good) {
  if (good) return;
  put("WRONG: ");
  put(what);
  put("\n");
  ++failures;
}

static void compare(const char *what, const uint16_t *c) {
  uint32_t wrong = 0;
  for (uint32_t i = 0; i < N; ++i) wrong += c[i] != kC[i];
  expect(what, wrong == 0);
}

int main(void) {
  static uint16_t c[N];
  twd_dev dev;
  uint32_t began, loaded, computed, read;

  LEDS = 1;
  expect("probe", twd_probe(&dev, CORE) == TWD_OK);
  expect("ring", dev.n == N && dev.q == Q && dev.slot == 16);
  line("n = ", dev.n);
  line("q = ", dev.q);

  began = now();
  expect("load a", twd_load16(&dev, TWD_A, kA) == TWD_OK);
  expect("load b", twd_load16(&dev, TWD_B, kB) == TWD_OK);
  loaded = now();
  expect("start", twd_start(&dev, TWD_MUL) == TWD_OK);
  expect("wait", twd_wait(&dev) == TWD_OK);
  computed = now();
  expect("read", twd_read16(&dev, c) == TWD_OK);
  read = now();
  compare("product by polling", c);
  line("load a and b, cycles: ", loaded - began);
  line("start and wait, cycles: ", computed - loaded);
  line("  of which the core runs: ", twd_cycles(&dev));
  line("read c, cycles: ", read - computed);
  line("product with the core, cycles: ", read - began);

  twd_irq_enable(&dev, TWD_IRQ_DONE);
  expect("start", twd_start(&dev, TWD_MUL) == TWD_OK);
  wait_for_interrupt();
  expect("interrupt", twd_irq_take(&dev) == TWD_IRQ_DONE);
  expect("wait", twd_wait(&dev) == TWD_OK);
  expect("read", twd_read16(&dev, c) == TWD_OK);
  compare("product by interrupt", c);

  ntt_setup();
  began = now();
  ntt_product(kA, kB, c);
  line("product by NTT in software, cycles: ", now() - began);
  compare("product by NTT in software", c);

  began = now();
  schoolbook(kA, kB, c);
  line("product by schoolbook in software, cycles: ", now() - began);
  compare("product by schoolbook in software", c);

  expect("zeroize", twd_zeroize(&dev) == TWD_OK && twd_read16(&dev, c) == TWD_ERR_EMPTY);
  expect("no error", twd_errors(&dev) == 0);
  put(failures ? "FAILED\n" : "passed\n");
  LEDS = failures ? 0x55 : 0xff;
  return failures > 255 ? 255 : (int)failures;
}
