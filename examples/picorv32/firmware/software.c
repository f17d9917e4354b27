/* SPDX-FileCopyrightText: 2026 Twiddle contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * software.c: see software.h. Transforms as in FIPS 203, products by Montgomery (1985) with R = 2^16.
 */

#include "software.h"

enum {
  ROOT = 17,
  INVERSE = -3327, /* of Q modulo R */
  SCALE = 1441     /* R^2 / 128 mod Q: undoes the factor of the base products, and that of the inverse transform */
};

void schoolbook(const uint16_t *a, const uint16_t *b, uint16_t *c) {
  for (uint32_t k = 0; k < N; ++k) {
    uint32_t plus = 0, minus = 0; /* at most 256 * 3328^2 < 2^32 */
    for (uint32_t i = 0; i <= k; ++i) plus += (uint32_t)a[i] * b[k - i];
    for (uint32_t i = k + 1; i < N; ++i) minus += (uint32_t)a[i] * b[N + k - i];
    c[k] = (uint16_t)((plus % Q + Q - minus % Q) % Q);
  }
}

static int16_t zetas[N / 2]; /* ROOT^bitrev(i) R mod Q */

/* a b / R mod Q, in (-Q, Q), for |a b| < Q R / 2. */
static int32_t multiply(int32_t a, int32_t b) {
  const int32_t product = a * b;
  return (product - (int32_t)(int16_t)(product * INVERSE) * Q) >> 16;
}

/* a mod Q, in [0, Q). */
static int32_t reduce(int32_t a) {
  a %= Q;
  return a < 0 ? a + Q : a;
}

void ntt_setup(void) {
  for (uint32_t i = 0; i < N / 2; ++i) {
    uint32_t power = 65536 % Q;
    for (uint32_t bit = 0, square = ROOT; bit < 7; ++bit, square = square * square % Q) {
      if (i >> (6 - bit) & 1) power = power * square % Q;
    }
    zetas[i] = (int16_t)power;
  }
}

/* Coefficients grow by less than Q a layer: below 8 Q, which 16 bits hold. */
static void transform(int16_t *r) {
  uint32_t k = 1;
  for (uint32_t length = N / 2; length >= 2; length /= 2) {
    for (uint32_t start = 0; start < N; start += 2 * length) {
      const int32_t zeta = zetas[k++];
      for (uint32_t j = start; j < start + length; ++j) {
        const int32_t t = multiply(zeta, r[j + length]);
        r[j + length] = (int16_t)(r[j] - t);
        r[j] = (int16_t)(r[j] + t);
      }
    }
  }
}

/* The multiplication by R reduces a sum modulo Q: every value stays in (-Q, Q). */
static void inverse(int16_t *r) {
  uint32_t k = N / 2 - 1;
  for (uint32_t length = 2; length <= N / 2; length *= 2) {
    for (uint32_t start = 0; start < N; start += 2 * length) {
      const int32_t zeta = zetas[k--];
      for (uint32_t j = start; j < start + length; ++j) {
        const int32_t u = r[j], v = r[j + length];
        r[j] = (int16_t)multiply(u + v, 65536 % Q);
        r[j + length] = (int16_t)multiply(zeta, v - u);
      }
    }
  }
}

void ntt_product(const uint16_t *a, const uint16_t *b, uint16_t *c) {
  static int16_t x[N], y[N];
  for (uint32_t i = 0; i < N; ++i) {
    x[i] = (int16_t)a[i];
    y[i] = (int16_t)b[i];
  }
  transform(x);
  transform(y);
  for (uint32_t i = 0; i < N; i += 2) {
    const int32_t zeta = i & 2 ? -zetas[N / 4 + i / 4] : zetas[N / 4 + i / 4];
    const int32_t a0 = x[i], a1 = x[i + 1], b0 = y[i], b1 = y[i + 1];
    x[i] = (int16_t)(multiply(multiply(a1, b1), zeta) + multiply(a0, b0));
    x[i + 1] = (int16_t)(multiply(a0, b1) + multiply(a1, b0));
  }
  inverse(x);
  for (uint32_t i = 0; i < N; ++i) c[i] = (uint16_t)reduce(multiply(x[i], SCALE));
}
