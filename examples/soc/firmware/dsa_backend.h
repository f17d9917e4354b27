/* SPDX-FileCopyrightText: 2026 Twiddle contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Arithmetic of mldsa-native on the polynomial unit, a call at a time. Products and inverses are exact here, so that
 * nothing has a Montgomery factor.
 */
#ifndef DSA_BACKEND_H
#define DSA_BACKEND_H

#if !defined(__ASSEMBLER__)

#include "unit.h"

#define MLD_ARITH_BACKEND_NAME TWIDDLE
#define MLD_USE_NATIVE_NTT
#define MLD_USE_NATIVE_INTT
#define MLD_USE_NATIVE_POINTWISE_MONTGOMERY
#define MLD_USE_NATIVE_POLYVECL_POINTWISE_ACC_MONTGOMERY_L4
#define MLD_USE_NATIVE_POLYVECL_POINTWISE_ACC_MONTGOMERY_L5
#define MLD_USE_NATIVE_POLYVECL_POINTWISE_ACC_MONTGOMERY_L7

#include "native/api.h"

static inline int dsa_transform(unsigned op, int32_t p[256]) {
  const uint32_t program[] = {
      TWD_UNIT_COMMAND(TWD_UNIT_LOAD, 0, 1, 0, 0, 0, 0, 0),
      TWD_UNIT_COMMAND(op, 0, 1, 0, 0, 0, 0, 0),
      TWD_UNIT_COMMAND(TWD_UNIT_STORE, 0, 1, 0, 0, 0, 0, 0),
  };
  return unit_run(program, 3, (const void *[]){p}, NULL, (void *[]){p}) ? -1 : 0;
}

static inline int mld_ntt_native(int32_t p[256]) { return dsa_transform(TWD_UNIT_NTT, p); }

static inline int mld_intt_native(int32_t p[256]) { return dsa_transform(TWD_UNIT_INTT, p); }

static inline int dsa_product(unsigned l, int32_t r[256], const int32_t a[][256], const int32_t b[][256]) {
  const uint32_t program[] = {
      TWD_UNIT_COMMAND(TWD_UNIT_LOAD, 0, l, 0, 0, 0, 0, 0),
      TWD_UNIT_COMMAND(TWD_UNIT_LOAD, 0, l, 7, 0, 0, 0, 0),
      TWD_UNIT_COMMAND(TWD_UNIT_MUL, 0, l, 14, 0, 7, 0, 0),
      TWD_UNIT_COMMAND(TWD_UNIT_STORE, 0, 1, 0, 14, 0, 0, 0),
  };
  const void *loads[14];
  for (unsigned i = 0; i < l; ++i) {
    loads[i] = a[i];
    loads[l + i] = b[i];
  }
  return unit_run(program, 4, loads, NULL, (void *[]){r}) ? -1 : 0;
}

static inline int mld_poly_pointwise_montgomery_native(int32_t a[256], const int32_t b[256]) {
  return dsa_product(1, a, (const int32_t(*)[256])a, (const int32_t(*)[256])b);
}

static inline int mld_polyvecl_pointwise_acc_montgomery_l4_native(int32_t w[256], const int32_t u[4][256],
                                                                  const int32_t v[4][256]) {
  return dsa_product(4, w, u, v);
}

static inline int mld_polyvecl_pointwise_acc_montgomery_l5_native(int32_t w[256], const int32_t u[5][256],
                                                                  const int32_t v[5][256]) {
  return dsa_product(5, w, u, v);
}

static inline int mld_polyvecl_pointwise_acc_montgomery_l7_native(int32_t w[256], const int32_t u[7][256],
                                                                  const int32_t v[7][256]) {
  return dsa_product(7, w, u, v);
}

#endif

#endif
