/* SPDX-FileCopyrightText: 2026 Twiddle contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Arithmetic of mlkem-native on the polynomial unit, a call at a time. Products and inverses are exact here, so that
 * nothing has a Montgomery factor and its removal is nothing.
 */
#ifndef KEM_BACKEND_H
#define KEM_BACKEND_H

#if !defined(__ASSEMBLER__)

#include "unit.h"

#define MLK_ARITH_BACKEND_NAME TWIDDLE
#define MLK_USE_NATIVE_NTT
#define MLK_USE_NATIVE_INTT
#define MLK_USE_NATIVE_POLY_REDUCE
#define MLK_USE_NATIVE_POLY_TOMONT
#define MLK_USE_NATIVE_POLY_MULCACHE_COMPUTE
#define MLK_USE_NATIVE_POLYVEC_BASEMUL_ACC_MONTGOMERY_CACHED

#include <string.h>

#include "native/api.h"

static inline int kem_transform(unsigned op, int16_t p[256]) {
  const uint32_t program[] = {
      TWD_UNIT_COMMAND(TWD_UNIT_LOAD, 1, 1, 0, 0, 0, 0, 0),
      TWD_UNIT_COMMAND(op, 1, 1, 0, 0, 0, 0, 0),
      TWD_UNIT_COMMAND(TWD_UNIT_STORE, 1, 1, 0, 0, 0, 0, 0),
  };
  return unit_run(program, 3, (const void *[]){p}, NULL, (void *[]){p}) ? -1 : 0;
}

static inline int mlk_ntt_native(int16_t p[256]) { return kem_transform(TWD_UNIT_NTT, p); }

static inline int mlk_intt_native(int16_t p[256]) { return kem_transform(TWD_UNIT_INTT, p); }

/* Loads make coefficients canonical. One that is not from -q + 1 to 2 q - 1 is an error: software takes the rest. */
static inline int mlk_poly_reduce_native(int16_t p[256]) {
  static const uint32_t program[] = {
      TWD_UNIT_COMMAND(TWD_UNIT_LOAD, 1, 1, 0, 0, 0, 0, 0),
      TWD_UNIT_COMMAND(TWD_UNIT_STORE, 1, 1, 0, 0, 0, 0, 0),
  };
  int16_t found[256] __attribute__((aligned(4)));
  if (unit_run(program, 2, (const void *[]){p}, NULL, (void *[]){found})) return -1;
  memcpy(p, found, sizeof(found));
  return 0;
}

static inline int mlk_poly_tomont_native(int16_t p[256]) {
  (void)p;
  return 0;
}

static inline int mlk_poly_mulcache_compute_native(int16_t cache[128], const int16_t p[256]) {
  (void)cache;
  (void)p;
  return 0;
}

static inline int kem_product(unsigned k, int16_t r[256], const int16_t *a, const int16_t *b) {
  const uint32_t program[] = {
      TWD_UNIT_COMMAND(TWD_UNIT_LOAD, 1, k, 0, 0, 0, 0, 0),
      TWD_UNIT_COMMAND(TWD_UNIT_LOAD, 1, k, 4, 0, 0, 0, 0),
      TWD_UNIT_COMMAND(TWD_UNIT_MUL, 1, k, 8, 0, 4, 0, 0),
      TWD_UNIT_COMMAND(TWD_UNIT_STORE, 1, 1, 0, 8, 0, 0, 0),
  };
  const void *loads[8];
  for (unsigned i = 0; i < k; ++i) {
    loads[i] = a + 256 * i;
    loads[k + i] = b + 256 * i;
  }
  return unit_run(program, 4, loads, NULL, (void *[]){r}) ? -1 : 0;
}

static inline int mlk_polyvec_basemul_acc_montgomery_cached_k2_native(int16_t r[256], const int16_t a[512],
                                                                      const int16_t b[512], const int16_t cache[256]) {
  (void)cache;
  return kem_product(2, r, a, b);
}

static inline int mlk_polyvec_basemul_acc_montgomery_cached_k3_native(int16_t r[256], const int16_t a[768],
                                                                      const int16_t b[768], const int16_t cache[384]) {
  (void)cache;
  return kem_product(3, r, a, b);
}

static inline int mlk_polyvec_basemul_acc_montgomery_cached_k4_native(int16_t r[256], const int16_t a[1024],
                                                                      const int16_t b[1024], const int16_t cache[512]) {
  (void)cache;
  return kem_product(4, r, a, b);
}

#endif

#endif
