/* SPDX-FileCopyrightText: 2026 Twiddle contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * K-PKE of mlkem-native with every polynomial operation in one program of the unit, in place of indcpa.c, whose
 * functions for sampling and packing it uses.
 */
#include "indcpa.h"

#undef mlk_indcpa_keypair_derand
#undef mlk_indcpa_enc
#undef mlk_indcpa_dec
#define mlk_indcpa_keypair_derand MLK_NAMESPACE_K(software_keypair) MLK_CONTEXT_PARAMETERS_3
#define mlk_indcpa_enc MLK_NAMESPACE_K(software_enc) MLK_CONTEXT_PARAMETERS_4
#define mlk_indcpa_dec MLK_NAMESPACE_K(software_dec) MLK_CONTEXT_PARAMETERS_3
#include "indcpa.c"
#undef mlk_indcpa_keypair_derand
#undef mlk_indcpa_enc
#undef mlk_indcpa_dec

#include <string.h>

#define NAME(x) MLK_ADD_PARAM_SET(x)
#define COUNT(x) (sizeof(x) / sizeof((x)[0]))

#if MLKEM_K == 2
#define KEYGEN twd_kem_keygen_512
#define ENCRYPT twd_kem_encrypt_512
#define DECRYPT twd_kem_decrypt_512
#elif MLKEM_K == 3
#define KEYGEN twd_kem_keygen_768
#define ENCRYPT twd_kem_encrypt_768
#define DECRYPT twd_kem_decrypt_768
#else
#define KEYGEN twd_kem_keygen_1024
#define ENCRYPT twd_kem_encrypt_1024
#define DECRYPT twd_kem_decrypt_1024
#endif

static void all(const void *found[], const mlk_polyvec *v) {
  for (unsigned i = 0; i < MLKEM_K; ++i) found[i] = &v->vec[i];
}

/* The matrix, or its transpose if that is given, column by column. */
static void matrix(const void *found[], const mlk_polymat *a) {
  for (unsigned j = 0; j < MLKEM_K; ++j)
    for (unsigned i = 0; i < MLKEM_K; ++i) *found++ = &a->vec[i].vec[j];
}

int MLK_NAMESPACE_K(indcpa_keypair_derand)(uint8_t pk[MLKEM_INDCPA_PUBLICKEYBYTES],
                                           uint8_t sk[MLKEM_INDCPA_SECRETKEYBYTES],
                                           const uint8_t coins[MLKEM_SYMBYTES]) {
  uint8_t seed[MLKEM_SYMBYTES + 1], rho_sigma[2 * MLKEM_SYMBYTES];
  mlk_polymat a;
  mlk_polyvec s, e;
  const void *loads[2 * MLKEM_K], *operands[MLKEM_K * MLKEM_K];
  memcpy(seed, coins, MLKEM_SYMBYTES);
  seed[MLKEM_SYMBYTES] = MLKEM_K;
  mlk_hash_g(rho_sigma, seed, sizeof(seed));
  mlk_gen_matrix(&a, rho_sigma, 0);
  NAME(mlk_keypair_getnoise_eta1)(&s, &e, rho_sigma + MLKEM_SYMBYTES);
  all(loads, &s);
  all(loads + MLKEM_K, &e);
  matrix(operands, &a);
  void *stores[2 * MLKEM_K];
  memcpy(stores, loads, sizeof(stores)); /* s and t = A s + e, transformed */
  if (unit_run(KEYGEN, COUNT(KEYGEN), loads, operands, stores)) return -1;
  NAME(mlk_pack_sk)(sk, &s);
  NAME(mlk_pack_pk)(pk, &e, rho_sigma);
  return 0;
}

int MLK_NAMESPACE_K(indcpa_enc)(uint8_t c[MLKEM_INDCPA_BYTES], const uint8_t m[MLKEM_INDCPA_MSGBYTES],
                                const uint8_t pk[MLKEM_INDCPA_PUBLICKEYBYTES], const uint8_t coins[MLKEM_SYMBYTES]) {
  uint8_t rho[MLKEM_SYMBYTES];
  mlk_polymat at;
  mlk_polyvec t, y, e1;
  mlk_poly mu, e2;
  const void *loads[3 * MLKEM_K + 2], *operands[MLKEM_K * MLKEM_K];
  void *stores[MLKEM_K + 1];
  NAME(mlk_unpack_pk)(&t, rho, pk);
  mlk_poly_frommsg(&mu, m);
  mlk_gen_matrix(&at, rho, 1);
  NAME(mlk_enc_getnoise_eta1_eta2)(&y, &e1, &e2, coins);
  all(loads, &y);
  all(loads + MLKEM_K, &t);
  all(loads + 2 * MLKEM_K, &e1);
  loads[3 * MLKEM_K] = &e2;
  loads[3 * MLKEM_K + 1] = &mu;
  matrix(operands, &at);
  for (unsigned i = 0; i < MLKEM_K; ++i) stores[i] = &e1.vec[i];
  stores[MLKEM_K] = &e2;
  if (unit_run(ENCRYPT, COUNT(ENCRYPT), loads, operands, stores)) return -1;
  NAME(mlk_pack_ciphertext)(c, &e1, &e2);
  return 0;
}

int MLK_NAMESPACE_K(indcpa_dec)(uint8_t m[MLKEM_INDCPA_MSGBYTES], const uint8_t c[MLKEM_INDCPA_BYTES],
                                const uint8_t sk[MLKEM_INDCPA_SECRETKEYBYTES]) {
  mlk_polyvec u, s;
  mlk_poly v;
  const void *loads[2 * MLKEM_K + 1];
  NAME(mlk_unpack_ciphertext)(&u, &v, c);
  NAME(mlk_unpack_sk)(&s, sk);
  all(loads, &u);
  all(loads + MLKEM_K, &s);
  loads[2 * MLKEM_K] = &v;
  if (unit_run(DECRYPT, COUNT(DECRYPT), loads, NULL, (void *[]){&v})) return -1;
  mlk_poly_tomsg(m, &v);
  return 0;
}
