/* SPDX-FileCopyrightText: 2026 Twiddle contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * kem.c with each operation executed whole by twd_lattice; its known answers,
 * which return 0 if all bytes are right.
 */
#include "lattice.h"
#include "system.h"
#include "vectors.h"

#define SET (MLK_CONFIG_PARAMETER_SET / 256 - 2)

static uint8_t ek[sizeof(kEk)] ALIGNED, dk[sizeof(kDk)] ALIGNED, c[sizeof(kC)] ALIGNED;
static uint8_t sent[32] ALIGNED, received[32] ALIGNED;

static int keygen(void) {
  const lattice_frame in[] = {{kDZ, sizeof(kDZ)}};
  return lattice_run(TWD_KEM_KEYGEN, SET, 0, in, 1, (void *const[]){ek, dk}, 2);
}

static int encaps(void) {
  const lattice_frame in[] = {{kEkOfCase, sizeof(kEkOfCase)}, {kM, sizeof(kM)}};
  return lattice_run(TWD_KEM_ENCAPS, SET, 0, in, 2, (void *const[]){sent, c}, 2);
}

static int decaps(void) {
  const lattice_frame in[] = {{kDkOfCase, sizeof(kDkOfCase)}, {kC, sizeof(kC)}};
  return lattice_run(TWD_KEM_DECAPS, SET, 0, in, 2, (void *const[]){received}, 1);
}

int kem_answers(void) {
  int wrong = !lattice_found();
  phase(1);
  wrong |= keygen();
  phase(2);
  wrong |= encaps();
  phase(3);
  wrong |= decaps();
  phase(0);
  wrong |= differs("ek", ek, kEk, sizeof(ek)) | differs("dk", dk, kDk, sizeof(dk));
  wrong |= differs("c", c, kC, sizeof(c)) | differs("the sent key", sent, kK, 32);
  return wrong | differs("the received key", received, kK, 32);
}
