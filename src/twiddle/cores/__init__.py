# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The catalogue: one module per core, in this order."""

from twiddle.cores import iterative, mdc, mdf, pwmm, quad, quad_hls, rns

CORES = tuple(each.CORE for each in (iterative, rns, quad, pwmm, mdf, mdc, quad_hls))
"""Every core."""
