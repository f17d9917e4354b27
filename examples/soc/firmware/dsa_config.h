/* SPDX-FileCopyrightText: 2026 Twiddle contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * mldsa-native on this system: SOC_UNIT is 0 for software alone, 1 for polynomials on the unit.
 */
#define MLD_CONFIG_NAMESPACE_PREFIX mldsa
#define MLD_CONFIG_NO_RANDOMIZED_API
#define MLD_CONFIG_CORE_API_ONLY
#define MLD_CONFIG_SERIAL_FIPS202_ONLY
#define MLD_CONFIG_FIPS202_CUSTOM_HEADER "fips202_glue.h"
#if SOC_UNIT
#define MLD_CONFIG_USE_NATIVE_BACKEND_ARITH
#define MLD_CONFIG_ARITH_BACKEND_FILE "dsa_backend.h"
#endif

#define MLD_CONFIG_CUSTOM_ZEROIZE
#include "system.h"
#define mld_zeroize zeroize
