/* SPDX-FileCopyrightText: 2026 Twiddle contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * w = A y of mldsa-native's signing in one program of the unit, in place of polyvec_lazy.c, which has the rest.
 */
#include "polyvec_lazy.h"

#undef mld_polyvec_matrix_pointwise_montgomery_yvec_eager
#define mld_polyvec_matrix_pointwise_montgomery_yvec_eager MLD_NAMESPACE_KL(software_yvec)
#include "polyvec_lazy.c"
#undef mld_polyvec_matrix_pointwise_montgomery_yvec_eager

#if MLD_CONFIG_PARAMETER_SET == 44
#define COMMIT twd_dsa_commit_44
#elif MLD_CONFIG_PARAMETER_SET == 65
#define COMMIT twd_dsa_commit_65
#else
#define COMMIT twd_dsa_commit_87
#endif

void MLD_NAMESPACE_KL(polyvec_matrix_pointwise_montgomery_yvec_eager)(mld_polyveck *w, mld_polymat_eager *mat,
                                                                      const mld_yvec_eager *y,
                                                                      mld_polyvecl *scratch) {
  const void *loads[MLDSA_L], *operands[MLDSA_K * MLDSA_L];
  void *stores[MLDSA_K];
  (void)scratch;
  for (unsigned j = 0; j < MLDSA_L; ++j) {
    loads[j] = &y->vec.vec[j];
    for (unsigned i = 0; i < MLDSA_K; ++i) operands[MLDSA_K * j + i] = &mat->vec[i].vec[j];
  }
  for (unsigned i = 0; i < MLDSA_K; ++i) stores[i] = &w->vec[i];
  unit_run(COMMIT, sizeof(COMMIT) / sizeof(COMMIT[0]), loads, operands, stores);
}
