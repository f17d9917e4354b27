/* SPDX-FileCopyrightText: 2026 Twiddle contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * mldsa-native with the matrix products of key generation, signing and verification in one program of the unit each,
 * in place of polyvec_lazy.c and sign.c, which have the rest.
 */
#include "polyvec_lazy.h"
#include "sign.h"

#undef mld_polyvec_matrix_pointwise_montgomery_yvec_eager
#define mld_polyvec_matrix_pointwise_montgomery_yvec_eager MLD_NAMESPACE_KL(software_yvec)
#include "polyvec_lazy.c"
#undef mld_polyvec_matrix_pointwise_montgomery_yvec_eager
#define mld_polyvec_matrix_pointwise_montgomery_yvec_eager \
  MLD_NAMESPACE_KL(polyvec_matrix_pointwise_montgomery_yvec_eager)

#undef mld_sign_keypair_internal
#undef mld_sign_verify_internal
#define mld_sign_keypair_internal MLD_NAMESPACE_KL(software_keypair) MLD_CONTEXT_PARAMETERS_3
#define mld_sign_verify_internal MLD_NAMESPACE_KL(software_verify) MLD_CONTEXT_PARAMETERS_7
#include "sign.c"
#undef mld_sign_keypair_internal
#undef mld_sign_verify_internal

#include <string.h>

#define NAME(x) MLD_ADD_PARAM_SET(x)
#define COUNT(x) (sizeof(x) / sizeof((x)[0]))

#if MLD_CONFIG_PARAMETER_SET == 44
#define KEYGEN twd_dsa_keygen_44
#define COMMIT twd_dsa_commit_44
#define VERIFY twd_dsa_verify_44
#elif MLD_CONFIG_PARAMETER_SET == 65
#define KEYGEN twd_dsa_keygen_65
#define COMMIT twd_dsa_commit_65
#define VERIFY twd_dsa_verify_65
#else
#define KEYGEN twd_dsa_keygen_87
#define COMMIT twd_dsa_commit_87
#define VERIFY twd_dsa_verify_87
#endif

static void all_l(const void *found[], const mld_polyvecl *v) {
  for (unsigned i = 0; i < MLDSA_L; ++i) found[i] = &v->vec[i];
}

static void all_k(const void *found[], const mld_polyveck *v) {
  for (unsigned i = 0; i < MLDSA_K; ++i) found[i] = &v->vec[i];
}

/* Column by column. */
static void matrix(const void *found[], const mld_polymat_eager *a) {
  for (unsigned j = 0; j < MLDSA_L; ++j)
    for (unsigned i = 0; i < MLDSA_K; ++i) *found++ = &a->vec[i].vec[j];
}

int MLD_NAMESPACE_KL(keypair_internal)(uint8_t pk[MLDSA_CRYPTO_PUBLICKEYBYTES], uint8_t sk[MLDSA_CRYPTO_SECRETKEYBYTES],
                                       const uint8_t seed[MLDSA_SEEDBYTES]) {
  uint8_t xi[MLDSA_SEEDBYTES + 2], seeds[2 * MLDSA_SEEDBYTES + MLDSA_CRHBYTES], tr[MLDSA_TRBYTES];
  const uint8_t *rho = seeds, *rhoprime = rho + MLDSA_SEEDBYTES, *key = rhoprime + MLDSA_CRHBYTES;
  mld_polymat_eager a;
  mld_polyvecl s1;
  mld_polyveck s2, t;
  mld_poly t1;
  const void *loads[MLDSA_L + MLDSA_K], *operands[MLDSA_K * MLDSA_L];
  void *stores[MLDSA_K];
  memcpy(xi, seed, MLDSA_SEEDBYTES);
  xi[MLDSA_SEEDBYTES] = MLDSA_K;
  xi[MLDSA_SEEDBYTES + 1] = MLDSA_L;
  mld_shake256(seeds, sizeof(seeds), xi, sizeof(xi));
  NAME(mld_sample_s1_s2)(&s1, &s2, rhoprime);
  mld_polyvec_matrix_expand_eager(&a, rho);
  all_l(loads, &s1);
  all_k(loads + MLDSA_L, &s2);
  matrix(operands, &a);
  for (unsigned i = 0; i < MLDSA_K; ++i) stores[i] = &t.vec[i];
  if (unit_run(KEYGEN, COUNT(KEYGEN), loads, operands, stores)) return MLD_ERR_FAIL;
  memcpy(pk + MLDSA_PK_RHO_OFFSET, rho, MLDSA_SEEDBYTES);
  for (unsigned i = 0; i < MLDSA_K; ++i) {
    mld_poly_power2round(&t1, &t.vec[i], &t.vec[i]);
    mld_polyt1_pack(pk + MLDSA_PK_T1_OFFSET + i * MLDSA_POLYT1_PACKEDBYTES, &t1);
    mld_polyt0_pack(sk + MLDSA_SK_T0_OFFSET + i * MLDSA_POLYT0_PACKEDBYTES, &t.vec[i]);
  }
  mld_shake256(tr, sizeof(tr), pk, MLDSA_CRYPTO_PUBLICKEYBYTES);
  mld_pack_sk_s1(sk, &s1);
  mld_pack_sk_rho_key_tr_s2(sk, rho, tr, key, &s2);
  return 0;
}

void MLD_NAMESPACE_KL(polyvec_matrix_pointwise_montgomery_yvec_eager)(mld_polyveck *w, mld_polymat_eager *mat,
                                                                      const mld_yvec_eager *y,
                                                                      mld_polyvecl *scratch) {
  const void *loads[MLDSA_L], *operands[MLDSA_K * MLDSA_L];
  void *stores[MLDSA_K];
  (void)scratch;
  all_l(loads, &y->vec);
  matrix(operands, mat);
  for (unsigned i = 0; i < MLDSA_K; ++i) stores[i] = &w->vec[i];
  unit_run(COMMIT, COUNT(COMMIT), loads, operands, stores);
}

int MLD_NAMESPACE_KL(verify_internal)(const uint8_t sig[MLDSA_CRYPTO_BYTES], const uint8_t *m, size_t mlen,
                                      const uint8_t *pre, size_t prelen, const uint8_t pk[MLDSA_CRYPTO_PUBLICKEYBYTES],
                                      int externalmu) {
  uint8_t mu[MLDSA_CRHBYTES], tr[MLDSA_TRBYTES], wanted[MLDSA_CTILDEBYTES];
  uint8_t packed[MLDSA_K * MLDSA_POLYW1_PACKEDBYTES];
  mld_polymat_eager a;
  mld_polyvecl z;
  mld_polyveck t; /* t1 2^d, then w */
  mld_poly c, h;
  const void *loads[1 + MLDSA_K + MLDSA_L], *operands[MLDSA_K * MLDSA_L];
  void *stores[MLDSA_K];
  mld_polyvecl_unpack_z(&z, sig + MLDSA_SIG_Z_OFFSET);
  if (mld_polyvecl_chknorm(&z, MLDSA_GAMMA1 - MLDSA_BETA)) return MLD_ERR_INVALID_SIGNATURE;
  if (externalmu) {
    memcpy(mu, m, sizeof(mu));
  } else {
    mld_shake256(tr, sizeof(tr), pk, MLDSA_CRYPTO_PUBLICKEYBYTES);
    NAME(mld_H)(mu, sizeof(mu), tr, sizeof(tr), pre, prelen, m, mlen);
  }
  mld_polyvec_matrix_expand_eager(&a, pk + MLDSA_PK_RHO_OFFSET);
  mld_poly_challenge(&c, sig);
  for (unsigned i = 0; i < MLDSA_K; ++i) {
    mld_unpack_pk_t1(&t.vec[i], pk, i);
    mld_poly_shiftl(&t.vec[i]);
    stores[i] = &t.vec[i];
  }
  loads[0] = &c;
  all_k(loads + 1, &t);
  all_l(loads + 1 + MLDSA_K, &z);
  matrix(operands, &a);
  if (unit_run(VERIFY, COUNT(VERIFY), loads, operands, stores)) return MLD_ERR_FAIL;
  for (unsigned i = 0; i < MLDSA_K; ++i) {
    if (mld_sig_unpack_hints(&h, sig, i)) return MLD_ERR_INVALID_SIGNATURE;
    mld_poly_use_hint(&t.vec[i], &h);
    mld_polyw1_pack(packed + i * MLDSA_POLYW1_PACKEDBYTES, &t.vec[i]);
  }
  NAME(mld_H)(wanted, sizeof(wanted), mu, sizeof(mu), packed, sizeof(packed), NULL, 0);
  return mld_ct_memcmp(sig, wanted, sizeof(wanted)) ? MLD_ERR_INVALID_SIGNATURE : 0;
}
