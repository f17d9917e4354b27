/* SPDX-FileCopyrightText: 2026 Twiddle contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * software.h: products in Z_3329[x] / (x^256 + 1) on the processor alone. Coefficients in [0, 3329).
 */

#ifndef SOFTWARE_H
#define SOFTWARE_H

#include <stdint.h>

enum { N = 256, Q = 3329 };

/* c = a * b by definition: 65,536 products. */
void schoolbook(const uint16_t *a, const uint16_t *b, uint16_t *c);

/* Fills the table of ntt_product; once. */
void ntt_setup(void);

/* c = a * b by two transforms, base products and the inverse, in Montgomery form with 16 bits; c is a or b at will. */
void ntt_product(const uint16_t *a, const uint16_t *b, uint16_t *c);

#endif
