/* SPDX-FileCopyrightText: 2026 Twiddle contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The hashes of PQClean under the names that mlkem-native and mldsa-native call.
 */
#ifndef FIPS202_GLUE_H
#define FIPS202_GLUE_H

#include "fips202.h"

#define mlk_shake128ctx shake128ctx
#define mlk_shake128_init(state) ((void)(state))
#define mlk_shake128_release(state) ((void)(state))
#define mlk_shake128_absorb_once shake128_absorb
#define mlk_shake128_squeezeblocks shake128_squeezeblocks
#define mlk_shake256 shake256
#define mlk_sha3_256 sha3_256
#define mlk_sha3_512 sha3_512

#define mld_shake128ctx shake128incctx
#define mld_shake128_init shake128_inc_init
#define mld_shake128_release(state) ((void)(state))
#define mld_shake128_absorb shake128_inc_absorb
#define mld_shake128_finalize shake128_inc_finalize
#define mld_shake128_squeeze shake128_inc_squeeze
#define mld_shake256ctx shake256incctx
#define mld_shake256_init shake256_inc_init
#define mld_shake256_release(state) ((void)(state))
#define mld_shake256_absorb shake256_inc_absorb
#define mld_shake256_finalize shake256_inc_finalize
#define mld_shake256_squeeze shake256_inc_squeeze
#define mld_shake256 shake256

#endif
