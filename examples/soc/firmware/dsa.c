/* SPDX-FileCopyrightText: 2026 Twiddle contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Key generation, signing and verification of ML-DSA, on cases of NIST; returns 0 if all bytes are right. Signing is
 * deterministic, by the internal interface.
 */
#include "sign.h"

#include "system.h"
#include "unit.h"
#include "vectors.h"

static uint8_t pk[sizeof(kPk)], sk[sizeof(kSk)], signature[sizeof(kSigned)];

int main(void) {
  static const uint8_t zeros[32];
  int wrong = SOC_UNIT && !unit_found();
  phase(1);
  wrong |= mld_sign_keypair_internal(pk, sk, kSeed, NULL);
  phase(2);
  wrong |= mld_sign_signature_internal(signature, kMessage, sizeof(kMessage), NULL, 0, zeros, kSkOfCase, 0, NULL);
  phase(3);
  wrong |= mld_sign_verify_internal(kSignature, kMessage, sizeof(kMessage), NULL, 0, kPkOfCase, 0, NULL);
  phase(0);
  wrong |= differs("pk", pk, kPk, sizeof(pk)) | differs("sk", sk, kSk, sizeof(sk));
  return wrong | differs("the signature", signature, kSigned, sizeof(signature));
}
