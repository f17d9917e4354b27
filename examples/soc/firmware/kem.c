/* SPDX-FileCopyrightText: 2026 Twiddle contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Key generation, encapsulation and decapsulation of ML-KEM, on a case of NIST; returns 0 if all bytes are right.
 */
#include "kem.h"

#include "system.h"
#include "unit.h"
#include "vectors.h"

static uint8_t ek[sizeof(kEk)], dk[sizeof(kDk)], c[sizeof(kC)], sent[32], received[32];

int main(void) {
  int wrong = SOC_UNIT && !unit_found();
  phase(1);
  wrong |= mlk_kem_keypair_derand(ek, dk, kDZ, NULL);
  phase(2);
  wrong |= mlk_kem_enc_derand(c, sent, kEkOfCase, kM, NULL);
  phase(3);
  wrong |= mlk_kem_dec(received, kC, kDkOfCase, NULL);
  phase(0);
  wrong |= differs("ek", ek, kEk, sizeof(ek)) | differs("dk", dk, kDk, sizeof(dk));
  wrong |= differs("c", c, kC, sizeof(c)) | differs("the sent key", sent, kK, 32);
  return wrong | differs("the received key", received, kK, 32);
}
