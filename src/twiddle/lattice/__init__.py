# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What ML-KEM and ML-DSA need around their polynomials, as the hardware computes it."""
