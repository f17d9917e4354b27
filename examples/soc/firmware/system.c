/* SPDX-FileCopyrightText: 2026 Twiddle contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * What the compiler and the libraries need of the C library; console and phases.
 */
#include "system.h"

#include <string.h>

void *memcpy(void *to, const void *from, size_t count) {
  unsigned char *d = to;
  const unsigned char *s = from;
  if ((((uintptr_t)d | (uintptr_t)s) & 3) == 0)
    for (; count >= 4; count -= 4, d += 4, s += 4) *(uint32_t *)d = *(const uint32_t *)s;
  while (count--) *d++ = *s++;
  return to;
}

void *memmove(void *to, const void *from, size_t count) {
  unsigned char *d = to;
  const unsigned char *s = from;
  if (d <= s || d >= s + count) return memcpy(to, from, count);
  while (count--) d[count] = s[count];
  return to;
}

void *memset(void *to, int value, size_t count) {
  unsigned char *d = to;
  const uint32_t word = (unsigned char)value * 0x01010101u;
  for (; count && ((uintptr_t)d & 3); --count) *d++ = (unsigned char)value;
  for (; count >= 4; count -= 4, d += 4) *(uint32_t *)d = word;
  while (count--) *d++ = (unsigned char)value;
  return to;
}

int memcmp(const void *a, const void *b, size_t count) {
  const unsigned char *x = a, *y = b;
  for (; count; --count, ++x, ++y)
    if (*x != *y) return *x - *y;
  return 0;
}

void print(const char *text) {
  while (*text) put((uint8_t)*text++);
}

void phase(unsigned number) { IO[3] = number; }

void zeroize(void *where, size_t count) {
  memset(where, 0, count);
  __asm__ volatile("" : : "r"(where) : "memory");
}

int differs(const char *what, const void *got, const void *wanted, size_t count) {
  if (memcmp(got, wanted, count) == 0) return 0;
  print(what);
  print(" is wrong\n");
  return 1;
}
