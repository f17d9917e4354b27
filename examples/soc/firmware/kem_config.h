/* SPDX-FileCopyrightText: 2026 Twiddle contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * mlkem-native on this system: SOC_UNIT is 0 for software alone, 1 for polynomials on the unit.
 */
#define MLK_CONFIG_NAMESPACE_PREFIX mlkem
#define MLK_CONFIG_NO_RANDOMIZED_API
#define MLK_CONFIG_SERIAL_FIPS202_ONLY
#define MLK_CONFIG_FIPS202_CUSTOM_HEADER "fips202_glue.h"
#if SOC_UNIT
#define MLK_CONFIG_USE_NATIVE_BACKEND_ARITH
#define MLK_CONFIG_ARITH_BACKEND_FILE "kem_backend.h"
#endif

#define MLK_CONFIG_CUSTOM_ZEROIZE
#include "system.h"
#define mlk_zeroize zeroize
