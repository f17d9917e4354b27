# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What every room uses: rings, errors, places, the manifest of the RTL, grids, progress, the store of results."""

__version__ = "0.1.0"
