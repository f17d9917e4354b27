/* SPDX-FileCopyrightText: 2026 Twiddle contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * dsa.c with each operation executed whole by twd_lattice; its known answers,
 * which return 0 if all bytes are right.
 */
#include "lattice.h"
#include "system.h"
#include "vectors.h"

#if MLD_CONFIG_PARAMETER_SET == 44
#define SET 0
#elif MLD_CONFIG_PARAMETER_SET == 65
#define SET 1
#else
#define SET 2
#endif

static uint8_t pk[sizeof(kPk)] ALIGNED, sk[sizeof(kSk)] ALIGNED, signature[sizeof(kSigned)] ALIGNED;

static int keygen(void) {
  const lattice_frame in[] = {{kSeed, sizeof(kSeed)}};
  return lattice_run(TWD_DSA_KEYGEN, SET, 0, in, 1, (void *const[]){pk, sk}, 2);
}

static int sign(void) {
  const lattice_frame in[] = {{kSkOfCase, sizeof(kSkOfCase)}, {kMessage, sizeof(kMessage)}};
  return lattice_run(TWD_DSA_SIGN, SET, TWD_LATTICE_DETERMINISTIC, in, 2, (void *const[]){signature}, 1);
}

static int verify(void) {
  const lattice_frame in[] = {
      {kPkOfCase, sizeof(kPkOfCase)}, {kSignature, sizeof(kSignature)}, {kMessage, sizeof(kMessage)}};
  return lattice_run(TWD_DSA_VERIFY, SET, 0, in, 3, NULL, 0);
}

int dsa_answers(void) {
  int wrong = !lattice_found();
  phase(1);
  wrong |= keygen();
  phase(2);
  wrong |= sign();
  phase(3);
  wrong |= verify();
  phase(0);
  wrong |= differs("pk", pk, kPk, sizeof(pk)) | differs("sk", sk, kSk, sizeof(sk));
  return wrong | differs("the signature", signature, kSigned, sizeof(signature));
}
